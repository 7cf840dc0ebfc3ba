"""A game that draws itself, in the terminal and on the page: nimatron serve nothree.py"""

from nimatron import Game

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class NoThree(Game):
    """Put an X on an empty square; three in a row are forbidden."""

    start = "........."

    def options(self, board):
        for i in range(9):
            after = board[:i] + "X" + board[i + 1 :]
            if board[i] == "." and not any(all(after[k] == "X" for k in line) for line in LINES):
                yield after

    def describe(self, before, after):
        i = next(i for i in range(9) if before[i] != after[i])
        return f"X in column {i % 3 + 1}, row {i // 3 + 1}"

    def picture(self, board):
        return f"{board[:3]}/{board[3:6]}/{board[6:]}"
