"""What a move changes on a board: the difference of two pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

from ..game import Game, Position, State, Sum
from ..games.coins import CoinGame, Tartan
from ..games.cram import CramGame
from ..games.grids import ChompGame, ChopGame
from ..games.heaps import Heaps, NimbleGame, changed_heap
from ..games.lattice import Nim2DGame, PieceGame
from ..games.octal import Octal
from ..games.table import Table
from .pictures import WIDE, picture


def changes(before: Position, after: State) -> list[str]:
    """The ids of the shapes that a move changes; those of summand k begin with `k:`, from 0.

    >>> from nimatron import parse
    >>> changes(parse("nim: 3 2"), (1, 2))
    ['0:1.2', '0:1.3']
    >>> changes(parse("kayles: 5"), (1, 2))
    ['0:1.2', '0:1.3']
    """
    states = after if isinstance(before.game, Sum) else (after,)
    summands = zip(before.summands(), states, strict=True)
    return [f"{k}:{id}" for k, ((game, a), b) in enumerate(summands) if a != b for id in _changed(game, a, b)]


def difference(game: Game, before: State, after: State) -> list[str]:
    """The ids of the shapes in which two pictures differ: the definition, which holds for every game."""
    old, drawn = _looks(game, before), picture(game, after, before)
    new = {shape.id: shape.look for shape in drawn.shapes} if drawn else {}
    return [id for id in {**old, **new} if old.get(id) != new.get(id)]


@lru_cache(maxsize=4)
def _looks(game: Game, state: State) -> dict[str, str]:
    """How the shapes of a position look; kept, for every move is held against the same position."""
    drawn = picture(game, state, state)
    return {shape.id: shape.look for shape in drawn.shapes} if drawn else {}


def _changed(game: Game, before: State, after: State) -> Iterable[str]:
    quick = next((quick for family, quick in QUICK if isinstance(game, family)), difference)
    return quick(game, before, after) if _looks(game, before) else ()


# -- without drawing -----------------------------------------------------------------------------


def _parted(game: Any, before: State, after: State) -> Iterator[str]:
    """A heap that falls into parts keeps its place: what lay between the parts is gone, or a gap opens."""
    i, parts = changed_heap(before, after)
    if before[i] > WIDE:
        yield f"{i + 1}"
        return
    first, *others = parts
    gone = range(first + 1, before[i] - sum(others) + 1)
    yield from (f"{i + 1}.{n}" for n in gone)
    cuts = [first] if others and not gone else []
    cuts += [before[i] - sum(others[k:]) for k in range(1, len(others))]
    yield from (f"{i + 1}.{n}|" for n in cuts)


def _taken(game: Any, before: State, after: State) -> Iterator[str]:
    """Coins from the end of heaps, or a box whose number is another."""
    if len(before) != len(after):  # heaps of a user's own game may fall apart
        yield from difference(game, before, after)
        return
    for i, (old, new) in enumerate(zip(before, after, strict=True), 1):
        if old != new:
            if _is_box(old) or _is_box(new):
                yield f"{i}"
            fewer, more = sorted(0 if _is_box(heap) else heap for heap in (old, new))
            yield from (f"{i}.{n}" for n in range(fewer + 1, more + 1))


def _is_box(heap: Any) -> bool:
    return not isinstance(heap, int) or heap > WIDE


def _turned(game: Any, before: State, after: State) -> list[str]:
    """Coins that show another side."""
    return [str(coin) for coin in sorted(set(before) ^ set(after))]


def _turned_in_grid(game: Any, before: State, after: State) -> list[str]:
    return [f"{x},{y}" for x, y in sorted(set(before) ^ set(after))]


def _moved(game: Any, before: State, after: State) -> list[str]:
    """The squares that coins leave and where they arrive."""
    return [str(square) for square in _left_and_reached(before, after)]


def _moved_in_grid(game: Any, before: State, after: State) -> list[str]:
    """Stones; one may go beyond the edge of the picture."""
    return [f"{x},{y}" for x, y in _left_and_reached(before, after)]


def _left_and_reached(before: State, after: State) -> Iterable[Any]:
    pairs = zip(before, after, strict=True)
    return dict.fromkeys(place for old, new in pairs if old != new for place in (old, new))


def _piece_moved(game: Any, before: State, after: State) -> list[str]:
    return [f"{x},{y}" for x, y in (before, after)]


def _bitten(game: Any, before: State, after: State) -> Iterator[str]:
    for y, width in enumerate(before, 1):
        left = after[y - 1] if y <= len(after) else 0
        yield from (f"{x},{y}" for x in range(left + 1, width + 1))


def _chopped(game: Any, before: State, after: State) -> Iterator[str]:
    width, height = after
    for y in range(1, before[1] + 1):
        left = width if y <= height else 0
        yield from (f"{x},{y}" for x in range(left + 1, before[0] + 1))


def _covered(game: Any, before: State, after: State) -> Iterator[str]:
    """By dominoes: each bit is a square."""
    width, _, empty = before
    changed = empty ^ after[2]
    while changed:
        square = changed.bit_length() - 1
        changed ^= 1 << square
        yield f"{square % width + 1},{square // width + 1}"


def _laid(game: Any, before: State, after: State) -> Iterator[str]:
    """Coins on a table, each a square of cells."""
    side = range(1, game.side + 1)
    for x, y in set(after) - set(before):
        yield from (f"{x + i},{y + j}" for j in side for i in side)


Difference = Callable[[Any, State, State], Iterable[str]]

# Large boards have as many moves as shapes: here each family says the same as `difference`, without drawing.
QUICK: tuple[tuple[type[Game], Difference], ...] = (
    (NimbleGame, _moved),
    (Octal, _parted),
    (Heaps, _taken),
    (Tartan, _turned_in_grid),
    (CoinGame, _turned),
    (ChompGame, _bitten),
    (ChopGame, _chopped),
    (CramGame, _covered),
    (Table, _laid),
    (PieceGame, _piece_moved),
    (Nim2DGame, _moved_in_grid),
)
