"""Positions as drawings: `boards` makes marks of pictures in a `look`, that of `paper` or `painted` as on the page."""
