"""Your own game: nimatron play chocolate.py"""

from nimatron import Game


class Chocolate(Game):
    """Break the bar along a line and eat one of the two pieces."""

    start = (4, 6)

    def options(self, bar):
        rows, cols = bar
        yield from ((r, cols) for r in range(1, rows))
        yield from ((rows, c) for c in range(1, cols))

    def picture(self, bar):
        rows, cols = bar
        return "/".join("■" * cols for _ in range(rows))
