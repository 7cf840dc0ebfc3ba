"""Positions as pictures: shapes with stable ids, one function for each family.

What a move changes is the difference of two pictures (`differences.py`), so what to click follows from them: no
game has click code of its own. Lengths are in cells; x runs to the right, y down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..game import Game, Position, State
from ..games.coins import CoinGame, Tartan
from ..games.cram import CramGame
from ..games.graphs import Graph
from ..games.grids import ChompGame, ChopGame
from ..games.heaps import Heaps, NimbleGame
from ..games.lattice import Nim2DGame, PieceGame, RookGame
from ..games.octal import Octal
from ..games.table import Table
from ..games.vertices import VertexGame
from ..message import Message
from .layout import Places, circular, layered

WIDE, HIGH = 40, 30
"""Cells that a board may have in each direction; a larger position is written, not drawn."""

NEAR = 12
"""Columns of rows without an end that are drawn one by one, where a stone stands in them."""

LINE = 24
"""Pins in a line, before rows go on below."""


@dataclass(frozen=True)
class Shape:
    """Something to see and perhaps to click, centred at (x, y).

    `kind` says how it is drawn, `look` what of it a move may change, `label` what it is called. `row`
    and `column` order the shapes of a board for the keyboard.
    """

    id: str
    kind: str
    x: float
    y: float
    row: int
    column: int
    label: Message
    look: str = ""
    text: str = ""


@dataclass(frozen=True)
class Words:
    """Letters on the board that are no part of the play: numbers of rows and columns, names of heaps."""

    x: float
    y: float
    text: Message | str
    anchor: str = "middle"


@dataclass(frozen=True)
class Picture:
    """The board of one game; `arrows` join shapes by id."""

    name: str
    width: float
    height: float
    shapes: tuple[Shape, ...]
    words: tuple[Words, ...] = ()
    arrows: tuple[tuple[str, str], ...] = ()
    directed: bool = False


def pictures(position: Position, frame: Position | None = None) -> list[Picture | None]:
    """The board of each summand; None where there is no drawing, or it is too large.

    `frame` is another position of the same game, such as the first of a match: the boards are as large as its own.

    >>> from nimatron import parse
    >>> [nim, rook] = pictures(parse("nim: 2 + rook: 1 1"))
    >>> [shape.id for shape in nim.shapes]
    ['1.1', '1.2']
    """
    frames = frame if frame is not None and frame.game == position.game else position
    pairs = zip(position.summands(), frames.summands(), strict=True)
    return [picture(game, state, about) for (game, state), (_, about) in pairs]


def picture(game: Game, state: State, frame: State) -> Picture | None:
    """The board of one game, as large as that of `frame`."""
    for family, drawing in FAMILIES:
        if isinstance(game, family):
            return drawing(game, state, frame)
    return None


# -- heaps and rows ------------------------------------------------------------------------------


def _heaps(game: Any, state: State, frame: State) -> Picture | None:
    """A line of coins for each heap; a large heap is a box with its number."""
    if len(state) > HIGH:
        return None
    several = len(state) > 1
    shapes: list[Shape] = []
    for i, heap in enumerate(state):
        shapes += _heap(game, i, heap, several)
    wide = max((heap for heap in frame if isinstance(heap, int) and heap <= WIDE), default=0)
    names = [Words(-0.4, i + 0.5, Message("heap {heap}", params={"heap": i + 1}), "end") for i in range(len(state))]
    return Picture("heaps", max(wide, 4), max(len(state), 1), tuple(shapes), tuple(names) if several else ())


def _heap(game: Any, i: int, heap: Any, several: bool) -> Iterator[Shape]:
    if not isinstance(heap, int) or heap > WIDE:
        label = Message("heap {heap}: {count}", params={"heap": i + 1, "count": game.show_entry(heap)})
        yield Shape(f"{i + 1}", "box", 2, i + 0.5, i, 0, label, game.show_entry(heap), game.show_entry(heap))
        return
    splits = isinstance(game, Octal) and _can_cut(game)
    for n in range(1, heap + 1):
        params = {"heap": i + 1, "coin": n, "count": heap}
        label = Message("coin {coin} of {count}", params=params)
        if several:
            label = Message("heap {heap}, coin {coin} of {count}", params=params)
        yield Shape(f"{i + 1}.{n}", "counter", n - 0.5, i + 0.5, i, 2 * n, label)
        if splits and n < heap:
            label = Message("heap {heap}, between {coin} and the next", params=params)
            yield Shape(f"{i + 1}.{n}|", "gap", n, i + 0.5, i, 2 * n + 1, label)


def _can_cut(game: Octal) -> bool:
    """May a heap fall apart where nothing is taken?"""
    digits = game.code.digits + game.code.repeat
    return bool(digits[0] & 12) or any(digit & 8 for digit in digits)


def _octal(game: Any, state: State, frame: State) -> Picture | None:
    return _rows(state) if game.rows else _heaps(game, state, frame)


def _rows(state: State) -> Picture | None:
    """Rows of pins one after another, with a gap between them."""
    if any(pins > WIDE for pins in state) or sum(state) > WIDE * HIGH // 2:
        return None
    shapes: list[Shape] = []
    x, y, wide = 0.0, 0, 0.0
    for i, pins in enumerate(state):
        if not pins:
            continue
        if x and x + pins > LINE:
            x, y = 0.0, y + 1
        for n in range(1, pins + 1):
            label = Message("row {row}, pin {pin} of {count}", params={"row": i + 1, "pin": n, "count": pins})
            shapes.append(Shape(f"{i + 1}.{n}", "pin", x + n - 0.5, 1.5 * y + 0.75, y, len(shapes), label))
        x += pins + 1
        wide = max(wide, x - 1)
    return Picture("pins", max(wide, 4), 1.5 * (y + 1), tuple(shapes))


def _nimble(game: Any, state: State, frame: State) -> Picture | None:
    last = max(frame, default=0)
    if last >= WIDE or len(state) > HIGH:
        return None
    shapes = []
    for n in range(last + 1):
        coins = [str(i) for i, square in enumerate(state, 1) if square == n]
        label = Message("square {n}: {coins}", params={"n": n, "coins": ", ".join(coins) or Message("empty")})
        shapes.append(Shape(f"{n}", "square", n + 0.5, 0.5, 0, n, label, " ".join(coins), " ".join(coins)))
    numbers = tuple(Words(n + 0.5, 1.4, str(n)) for n in range(last + 1))
    return Picture("strip", last + 1, 1.7, tuple(shapes), numbers)


# -- coins ---------------------------------------------------------------------------------------


def _side(heads: bool) -> str:
    return "heads" if heads else "tails"


def _coins(game: Any, state: State, frame: State) -> Picture | None:
    first, last = game.first, max(frame, default=game.first)
    if last - first >= WIDE:
        return None
    shapes = []
    for n in range(first, last + 1):
        shown = Message("heads") if n in state else Message("tails")
        label = Message("coin {n}: {side}", params={"n": n, "side": shown})
        shapes.append(Shape(f"{n}", "coin", n - first + 0.5, 0.5, 0, n, label, _side(n in state)))
    numbers = tuple(Words(n - first + 0.5, 1.4, str(n)) for n in range(first, last + 1))
    return Picture("coins", last - first + 1, 1.7, tuple(shapes), numbers)


def _coin_grid(game: Any, state: State, frame: State) -> Picture | None:
    columns = range(game.columns.first, max((x for x, _ in frame), default=game.columns.first) + 1)
    rows = range(game.rows.first, max((y for _, y in frame), default=game.rows.first) + 1)
    heads = set(state)

    def shape(x: int, y: int) -> tuple[str, str, Message]:
        shown = Message("heads") if (x, y) in heads else Message("tails")
        params = {"x": x, "y": y, "side": shown}
        return "coin", _side((x, y) in heads), Message("column {x}, row {y}: {side}", params=params)

    return _grid("coin-grid", columns, rows, shape)


# -- boards --------------------------------------------------------------------------------------

Cell = Callable[[int, int], tuple[str, str, Message] | None]
"""Kind, look and label of a cell; None where there is none."""


def _fits(columns: Sequence[int], rows: Sequence[int]) -> bool:
    """May a board be this large?"""
    try:
        return len(columns) <= WIDE and len(rows) <= HIGH
    except OverflowError:  # such as 10^24 rows
        return False


def _grid(name: str, columns: Sequence[int], rows: Sequence[int], cell: Cell) -> Picture | None:
    """Cells by their numbers; `rows` from the top."""
    if not _fits(columns, rows):
        return None
    shapes = []
    for i, y in enumerate(rows):
        for j, x in enumerate(columns):
            if (found := cell(x, y)) is not None:
                kind, look, label = found
                shapes.append(Shape(f"{x},{y}", kind, j + 0.5, i + 0.5, i, j, label, look, look))
    numbers = [Words(j + 0.5, len(rows) + 0.45, str(x)) for j, x in enumerate(columns)]
    numbers += [Words(-0.4, i + 0.5, str(y), "end") for i, y in enumerate(rows)]
    return Picture(name, len(columns), len(rows) + 0.8, tuple(shapes), tuple(numbers))


def _at(x: int, y: int) -> Message:
    return Message("column {x}, row {y}", params={"x": x, "y": y})


def _chomp(game: Any, state: State, frame: State) -> Picture | None:
    def cell(x: int, y: int) -> tuple[str, str, Message] | None:
        if y > len(state) or x > state[y - 1]:
            return None
        return ("poison", "", Message("the poisoned square")) if x == y == 1 else ("chocolate", "", _at(x, y))

    return _grid("bar", range(1, frame[0] + 1), range(len(frame), 0, -1), cell)


def _chop(game: Any, state: State, frame: State) -> Picture | None:
    def cell(x: int, y: int) -> tuple[str, str, Message] | None:
        return ("chocolate", "", _at(x, y)) if x <= state[0] and y <= state[1] else None

    return _grid("bar", range(1, frame[0] + 1), range(frame[1], 0, -1), cell)


def _free_or_covered(x: int, y: int, free: bool) -> tuple[str, str, Message]:
    params = {"place": _at(x, y), "state": Message("free") if free else Message("covered")}
    return "free" if free else "covered", "" if free else "#", Message("{place}: {state}", params=params)


def _cram(game: Any, state: State, frame: State) -> Picture | None:
    width, height, empty = state

    def cell(x: int, y: int) -> tuple[str, str, Message]:
        return _free_or_covered(x, y, bool(empty >> (y - 1) * width + x - 1 & 1))

    return _grid("dominoes", range(1, width + 1), range(1, height + 1), cell)


def _table(game: Any, state: State, frame: State) -> Picture | None:
    columns, rows = range(1, game.width + 1), range(game.height, 0, -1)  # they count from 1, as in the words for moves
    if not _fits(columns, rows):
        return None
    side = range(1, game.side + 1)
    covered = {(x + i, y + j) for x, y in state for i in side for j in side}

    def cell(x: int, y: int) -> tuple[str, str, Message]:
        return _free_or_covered(x, y, (x, y) not in covered)

    return _grid("table", columns, rows, cell)


def _piece(game: Any, state: State, frame: State) -> Picture | None:
    piece = "♜" if isinstance(game, RookGame) else "♛"

    def cell(x: int, y: int) -> tuple[str, str, Message]:
        label = Message("{place}: the piece", params={"place": _at(x, y)}) if (x, y) == state else _at(x, y)
        return "dark" if (x + y) % 2 == 0 else "light", piece if (x, y) == state else "", label

    return _grid("chessboard", range(max(frame[0], 7) + 1), range(max(frame[1], 7), -1, -1), cell)


def _stones(game: Any, state: State, frame: State) -> Picture | None:
    """Rows may have no end: after the columns that are near come those of stones far away."""
    right = max((x for x, _ in frame if x <= NEAR), default=0) + 3
    if game.width is not None:
        right = min(game.width, WIDE) - 1
    far = sorted({x for x, _ in state if x > right})

    def cell(x: int, y: int) -> tuple[str, str, Message]:
        stones = " ".join(str(i) for i, square in enumerate(state, 1) if square == (x, y))
        label = Message("{place}: stone {stones}", params={"place": _at(x, y), "stones": stones})
        return "square", stones, label if stones else _at(x, y)

    top = max((y for _, y in frame), default=0)
    board = _grid("stones", [*range(right + 1), *far], range(top, -1, -1), cell)
    if board is None or not far:
        return board
    return replace(board, words=(*board.words, Words(right + 1, top + 1.45, "…")))


# -- graphs --------------------------------------------------------------------------------------


def _graph(game: Any, state: State, frame: State) -> Picture | None:
    if len(game.vertices) > WIDE:
        return None
    places = layered(game.vertices, game.edges)
    shapes = []
    for order, (vertex, (x, y)) in enumerate(places.items()):
        tokens = " ".join(str(i) for i, at in enumerate(state, 1) if at == vertex)
        params = {"vertex": vertex, "tokens": tokens}
        label = Message("{vertex}: token {tokens}", params=params) if tokens else Message("{vertex}", params=params)
        shapes.append(Shape(vertex, "vertex", x, y, int(y), order, label, tokens, vertex))
    return Picture("graph", *_room(places), tuple(shapes), arrows=tuple(sorted(game.edges)), directed=True)


def _room(places: Places) -> tuple[float, float]:
    """Width and height of a board with these places."""
    wide = max((x for x, _ in places.values()), default=0) + 1
    high = max((y for _, y in places.values()), default=0) + 1
    return wide, high


def _vertices(game: Any, state: State, frame: State) -> Picture | None:
    """Vertices that are taken away; an order is drawn with the larger elements above."""
    if len(game.vertices) > WIDE:
        return None
    lines = game.lines(game.start)
    places = layered(game.vertices, lines) if game.directed else circular(game.vertices)
    left = set(game.names(state))
    shapes = []
    for order, (vertex, (x, y)) in enumerate(places.items()):
        params = {"vertex": vertex}
        label = Message("{vertex}", params=params) if vertex in left else Message("{vertex}: taken", params=params)
        kind, look = ("vertex", "") if vertex in left else ("gone", "gone")
        shapes.append(Shape(vertex, kind, x, y, int(y), order, label, look, vertex))
    return Picture("graph", *_room(places), tuple(shapes), arrows=tuple(lines))


Drawing = Callable[[Any, State, State], Picture | None]

# The first that fits: special families stand before the general ones.
FAMILIES: tuple[tuple[type[Game], Drawing], ...] = (
    (NimbleGame, _nimble),
    (Octal, _octal),
    (Heaps, _heaps),
    (Tartan, _coin_grid),
    (CoinGame, _coins),
    (ChompGame, _chomp),
    (ChopGame, _chop),
    (CramGame, _cram),
    (Table, _table),
    (PieceGame, _piece),
    (Nim2DGame, _stones),
    (Graph, _graph),
    (VertexGame, _vertices),
)
