"""Boards in plain text, one small function for each family; what is too large is written in the notation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..game import Game, Position, State, Sum
from ..games.coins import CoinGame, Tartan
from ..games.cram import CramGame
from ..games.graphs import Graph
from ..games.grids import ChompGame, ChopGame
from ..games.heaps import Heaps, NimbleGame
from ..games.lattice import Nim2DGame, PieceGame, RookGame
from ..games.octal import Octal
from ..games.table import Table
from ..games.vertices import VertexGame
from .words import tr

WIDTH, HEIGHT = 80, 25
STICKS, FEW = 30, 10
"""A heap of more than this many sticks is drawn as a few and a mark that it goes on."""

PINS = 24
"""A longer row has no room for the numbers of its pins."""

NOTATION = 400
"""Characters of the notation, where the board is too large."""


class Marks:
    """The characters of a board: line drawing where the terminal shows it, ASCII otherwise."""

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


def draw(position: Position, ascii: bool = False) -> str:
    """The board of `position`, at most 25 lines of 80 columns.

    >>> from nimatron import parse
    >>> print(draw(parse("nim: 3 1"), ascii=True))
    heap 1  | | |  3
    heap 2  |  1
    """
    text = _board(position.game, position.state, Marks(ascii))
    lines = [line.rstrip() for line in text.splitlines()]
    if not lines or len(lines) > HEIGHT or max(map(len, lines)) > WIDTH:
        text = str(position)
        return text if len(text) <= NOTATION else f"{text[: NOTATION - 4]} ..."
    return "\n".join(lines)


def _board(game: Game, state: State, marks: Marks) -> str:
    own = getattr(game, "draw", None)
    if callable(own):
        return str(own(state))
    for family, drawing in FAMILIES:
        if isinstance(game, family):
            return drawing(game, state, marks) if _is_small(state) else ""
    return game.show(state)


def _is_small(state: State) -> bool:
    """No number in it asks for more cells than a board has: a picture of those is never begun."""
    return not isinstance(state, tuple) or len(state) <= WIDTH * HEIGHT


# -- grids ---------------------------------------------------------------------------------------


def _grid(cells: Mapping[tuple[int, int], str], columns: range, rows: Iterable[int], empty: str = " ") -> str:
    """Cells by (column, row) with the numbers of both; `rows` from the top."""
    rows = list(rows)
    if len(columns) * 2 > WIDTH or len(rows) >= HEIGHT:
        return ""
    wide = max(map(len, (str(columns[-1]), empty, *cells.values())))
    margin = max((len(str(row)) for row in rows), default=1)
    lines = [
        f"{row:>{margin}} " + "".join(f" {cells.get((column, row), empty):>{wide}}" for column in columns)
        for row in rows
    ]
    return "\n".join([*lines, " " * (margin + 1) + "".join(f" {column:>{wide}}" for column in columns)])


def _span(first: int, last: int) -> range:
    """The numbers from first to last, as many as a board can show and one more, so that it is found too large."""
    return range(first, min(last, first + WIDTH) + 1)


# -- heaps and rows ------------------------------------------------------------------------------


def _heaps(game: Any, state: State, marks: Marks) -> str:
    if len(state) > HEIGHT:
        return ""
    several = len(state) > 1
    lines = [
        _row(tr("heap {heap}", heap=i) if several else "", heap, marks.stick, game.show_entry(heap), marks)
        for i, heap in enumerate(state, 1)
    ]
    return "\n".join(lines) or tr("(no heaps)")


def _row(name: str, count: State, mark: str, number: str, marks: Marks) -> str:
    """`count` marks, or a few where they are too many, and how many it are."""
    if isinstance(count, int) and count <= STICKS:
        drawn = " ".join(mark * count)
    else:
        drawn = f"{' '.join(mark * FEW)} {marks.more}"
    return "  ".join(filter(None, (name, drawn, number)))


def _pins(game: Any, state: State, marks: Marks) -> str:
    if not game.rows:
        return _heaps(game, state, marks)
    lines = []
    for i, pins in enumerate(state, 1):
        name = tr("row {row}", row=i)
        if pins > PINS:
            lines.append(_row(name, pins, marks.pin, str(pins), marks))
        elif pins:
            lines += _numbered(name, dict.fromkeys(_span(1, pins), marks.pin), _span(1, pins))
    return "\n".join(lines) or tr("(no pins)")


def _numbered(name: str, cells: Mapping[int, str], places: range) -> list[str]:
    """A strip of numbered places, one line of what is on them and one of their numbers."""
    wide = max(len(str(places[-1])), *(len(cell) for cell in cells.values())) if places and cells else 1
    above = "".join(f" {cells.get(place, ' '):>{wide}}" for place in places)
    below = "".join(f" {place:>{wide}}" for place in places)
    return [f"{name} {above}", f"{'':{len(name)}} {below}"]


def _nimble(game: Any, state: State, marks: Marks) -> str:
    squares = _span(0, max(state, default=0))
    on = {square: [str(i) for i, at in enumerate(state, 1) if at == square] for square in set(state)}
    high = max(map(len, on.values()), default=0)
    title = tr("coins")
    lines = []
    for level in range(high - 1, 0, -1):
        stacked = {square: coins[level] for square, coins in on.items() if len(coins) > level}
        lines.append(_numbered(" " * len(title), stacked | {squares[-1]: stacked.get(squares[-1], " ")}, squares)[0])
    ground = dict.fromkeys(squares, marks.empty) | {square: coins[0] for square, coins in on.items()}
    return "\n".join([*lines, *_numbered(title, ground, squares)])


# -- coins ---------------------------------------------------------------------------------------


def _coins(game: Any, state: State, marks: Marks) -> str:
    places = _span(game.first, max(state, default=game.first))
    heads, tails = tr("H"), tr("T")
    return "\n".join(_numbered("", {n: heads if n in state else tails for n in places}, places))


def _coin_grid(game: Any, state: State, marks: Marks) -> str:
    columns = _span(game.columns.first, max((x for x, _ in state), default=game.columns.first))
    rows = _span(game.rows.first, max((y for _, y in state), default=game.rows.first))
    return _grid(dict.fromkeys(state, tr("H")), columns, rows, marks.empty)


# -- boards --------------------------------------------------------------------------------------


def _piece(game: Any, state: State, marks: Marks) -> str:
    x, y = state
    piece = marks.rook if isinstance(game, RookGame) else marks.queen
    return _grid({(x, y): piece}, _span(0, max(x, 7)), reversed(_span(0, max(y, 7))), marks.empty)


def _stones(game: Any, state: State, marks: Marks) -> str:
    cells: dict[tuple[int, int], str] = {}
    for i, square in enumerate(state, 1):
        cells[square] = f"{cells[square]}+{i}" if square in cells else str(i)
    right = max((x for x, _ in state), default=0) + 2 if game.width is None else game.width - 1
    rows = reversed(_span(0, max((y for _, y in state), default=0)))
    board = _grid(cells, _span(0, right), rows, marks.empty)
    endless = game.width is None and board
    return f"{board} {marks.more}" if endless else board


def _chomp(game: Any, state: State, marks: Marks) -> str:
    if state[0] > WIDTH or len(state) > HEIGHT:
        return ""
    cells = {(x, y): marks.full for y, length in enumerate(state, 1) for x in range(1, length + 1)}
    return _grid(cells | {(1, 1): marks.poison}, _span(1, state[0]), reversed(_span(1, len(state))))


def _cram(game: Any, state: State, marks: Marks) -> str:
    width, height, empty = state
    if width > WIDTH or height > HEIGHT:
        return ""
    cells = {
        (x + 1, y + 1): marks.empty if empty >> y * width + x & 1 else marks.full
        for y in range(height)
        for x in range(width)
    }
    return _grid(cells, _span(1, width), _span(1, height))


def _chop(game: Any, state: State, marks: Marks) -> str:
    return _grid({}, _span(1, state[0]), reversed(_span(1, state[1])), marks.full)


def _table(game: Any, state: State, marks: Marks) -> str:
    if game.width > WIDTH or game.height > HEIGHT:
        return ""
    cells = {
        (x + dx + 1, y + dy + 1): marks.side if dx or dy else marks.coin  # so that neighbours can be told apart
        for x, y in state
        for dx in range(game.side)
        for dy in range(game.side)
    }
    return _grid(cells, _span(1, game.width), reversed(_span(1, game.height)), marks.empty)


# -- graphs and sums -----------------------------------------------------------------------------


def _graph(game: Any, state: State, marks: Marks) -> str:
    if len(game.vertices) > HEIGHT:
        return ""
    tokens = [tr("token {token} is on {vertex}", token=i, vertex=vertex) for i, vertex in enumerate(state, 1)]
    arrows = [f"{a} {marks.arrow} {' '.join(game.followers(a))}" for a in sorted(game.vertices) if game.followers(a)]
    return "\n".join([*tokens, *arrows]) or tr("(no tokens)")


def _joined(game: Any, state: State, marks: Marks) -> str:
    """A line for each vertex that is left, with those joined to it or next below it."""
    names = game.names(state)
    if len(names) > HEIGHT:
        return ""
    ends: dict[str, list[str]] = {name: [] for name in names}
    for a, b in game.lines(state):
        ends[a].append(b)
        if not game.directed:
            ends[b].append(a)
    between = game.between
    lines = (f"{name} {between} {' '.join(others)}" if others else name for name, others in ends.items())
    return "\n".join(lines) or tr("(no vertices)")


def _sum(game: Any, state: State, marks: Marks) -> str:
    """Each part under a heading of its own."""
    boards = []
    for i, (part, inner) in enumerate(zip(game.games, state, strict=True), 1):
        board = draw(Position(part, inner), ascii=marks.more == "...")
        heading = tr("part {part}: {game}", part=i, game=str(part))[: WIDTH - 2]
        boards.append("\n".join([heading, *(f"  {line}" for line in board.splitlines())]))
    return "\n".join(boards)


Drawing = Callable[[Any, State, Marks], str]

FAMILIES: tuple[tuple[type[Game], Drawing], ...] = (
    (Sum, _sum),
    (Octal, _pins),
    (NimbleGame, _nimble),
    (Heaps, _heaps),
    (Tartan, _coin_grid),
    (CoinGame, _coins),
    (PieceGame, _piece),
    (Nim2DGame, _stones),
    (ChompGame, _chomp),
    (CramGame, _cram),
    (ChopGame, _chop),
    (Graph, _graph),
    (VertexGame, _joined),
    (Table, _table),
)
"""The first family that a game belongs to draws it."""
