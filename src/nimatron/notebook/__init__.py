"""A board to play on in a notebook: the page's table, with the Python of the notebook behind it."""
