"""The parts of boards in the terminal: characters, grids with numbered columns and rows, numbered strips."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

WIDTH, HEIGHT = 80, 25
"""The columns and lines of the largest board, as in a classic terminal."""


class Marks:
    """The characters of a board: Unicode symbols if the terminal can show them, otherwise ASCII."""

    def __init__(self, ascii: bool) -> None:
        self.stick = "|"
        self.pin = "!"
        self.empty = "." if ascii else "·"
        self.full = "#" if ascii else "■"
        self.coin, self.side = ("O", "o") if ascii else ("●", "○")
        self.poison = "X" if ascii else "✗"
        self.queen, self.rook = ("Q", "R") if ascii else ("♛", "♜")
        self.arrow = "->" if ascii else "→"
        self.more = "..." if ascii else "…"


def grid(cells: Mapping[tuple[int, int], str], columns: range, rows: Iterable[int], empty: str = " ") -> str:
    """Cells by (column, row), with the columns and rows numbered; `rows` run from the top. Empty if it is too large.

    >>> print(grid({(1, 1): "X"}, range(1, 4), [2, 1], "."))
    2  . . .
    1  X . .
       1 2 3
    """
    rows = list(rows)
    # Each cell takes a space and at least one character; the numbers of the columns take a line.
    if len(columns) * 2 > WIDTH or len(rows) >= HEIGHT:
        return ""
    wide = max(map(len, (str(columns[-1]), empty, *cells.values())))
    margin = max((len(str(row)) for row in rows), default=1)
    lines = [
        f"{row:>{margin}} " + "".join(f" {cells.get((column, row), empty):>{wide}}" for column in columns)
        for row in rows
    ]
    return "\n".join([*lines, " " * (margin + 1) + "".join(f" {column:>{wide}}" for column in columns)])


def span(first: int, last: int) -> range:
    """The numbers from first to last, cut to what is just too many for a board: enough to find that it is too large."""
    return range(first, min(last, first + WIDTH) + 1)


def strip(name: str, cells: Mapping[int, str], places: range) -> list[str]:
    """A strip of numbered places: a line of what is on them, and a line of their numbers."""
    wide = max(len(str(places[-1])), *(len(cell) for cell in cells.values())) if places and cells else 1
    above = "".join(f" {cells.get(place, ' '):>{wide}}" for place in places)
    below = "".join(f" {place:>{wide}}" for place in places)
    return [f"{name} {above}", f"{'':{len(name)}} {below}"]
