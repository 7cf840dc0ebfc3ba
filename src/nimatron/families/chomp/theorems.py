"""Theorems on Chomp. A state lists the rows from the poisoned square upwards, the longest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from ...core.game import Game, Outcome, State
from ...core.message import Message
from ...nimbers.finite import mex
from ...nimbers.loopy import Value
from ...solve.experts import Experts
from ...solve.theorem import THE_RULES, Solve, Theorem, Theorems
from ..corner.theorems import rook_reach
from ..sources import BELING, GALE
from .bars import ChompExpert
from .rules import ChompGame, transpose

TALLEST = 60
"""The most rows of a bar with two columns whose value is looked up in a small table."""


def _only_poison(game: Game, state: State, solve: Solve) -> Value | None:
    return 0 if state == (1,) else None


# -- a rectangle -----------------------------------------------------------------------------------


def _rectangle(game: Game, state: State) -> Outcome | None:
    return "N" if state[0] == state[-1] and state != (1,) else None


def _stealing(game: Game, state: State) -> Message | None:
    if _rectangle(game, state) is None:
        return None
    return Message(
        "Strategy stealing: think of eating only the square farthest from the poison. If that wins, you have a winning "
        "move. If not, the opponent has an answer that wins; but it eats that square too, so you can make this move at "
        "once. Either way you win, though the argument does not show which move wins."
    )


# -- one row and one column ------------------------------------------------------------------------


def _is_hook(state: State) -> bool:
    return len(state) == 1 or state[1] == 1


def _hook_value(game: Game, state: State, solve: Solve) -> Value | None:
    """Two heaps of Nim that share the poisoned square."""
    row: int = state[0]
    return (row - 1) ^ (len(state) - 1) if _is_hook(state) else None


def _hook_reach(game: Game, state: State, v: Value) -> Iterable[State] | None:
    if not _is_hook(state):
        return None
    return [(x + 1, *(1,) * y) for x, y in rook_reach(game, (state[0] - 1, len(state) - 1), v)]


def _hook_method(game: Game, state: State) -> Message | None:
    if not _is_hook(state) or state == (1,):
        return None
    return Message(
        "Beside the poison there are {row} and {column} squares: two heaps of Nim.",
        row=state[0] - 1,
        column=len(state) - 1,
    )


# -- a long row beside two columns -----------------------------------------------------------------

# Whoever eats a square next to the poison loses, as long as there are two of them: the opponent eats the other. Without
# these moves nothing happens to the three squares in the corner. If the second row has two squares, what else is in the
# first row is then a heap on its own, and all rows but the first are a smaller bar, whose poison lies above ours.
# Only the outcome is that of the sum: its end, the three squares, is lost like the end of the sum, but has value 0 as
# well as options.


def _heap_and_bar(state: State) -> tuple[int, int, int] | None:
    """The size of the heap, and how many rows of the bar above have a first and a second square."""
    if len(state) < 2 or state[1] != 2 or len(state) > TALLEST:
        return None
    return state[0] - 2, len(state) - 1, sum(row == 2 for row in state[1:])


@cache
def _two_columns(tall: int, low: int) -> int:
    """The value of a bar with two columns of these heights."""
    return mex(_two_columns(*option) for option in _lower(tall, low))


def _lower(tall: int, low: int) -> Iterator[tuple[int, int]]:
    # The tall column keeps at least its poisoned square.
    yield from ((height, min(low, height)) for height in range(1, tall))
    yield from ((tall, height) for height in range(low))


def _images(state: State) -> Iterator[State]:
    """The bar and its mirror image, unless that has too many rows."""
    yield state
    if state[0] <= TALLEST:
        yield transpose(state)


def _decompose(game: Game, state: State) -> Outcome | None:
    for image in _images(state):
        if found := _heap_and_bar(image):
            heap, *columns = found
            # As in Nim, a heap and a bar of equal values are lost.
            return "P" if _two_columns(*columns) == heap else "N"
    return None


def _decomposed_reach(game: Game, state: State, v: Value) -> Iterable[State] | None:
    if v != 0:
        return None
    if found := _heap_and_bar(state):
        return list(_to_equal(state[0], *found))
    mirrored = transpose(state) if state[0] <= TALLEST else ()
    if found := _heap_and_bar(mirrored):
        return [transpose(option) for option in _to_equal(mirrored[0], *found)]
    return None


def _to_equal(row: int, heap: int, tall: int, low: int) -> Iterator[State]:
    """The options in which the heap and the bar have the same value."""
    value = _two_columns(tall, low)
    if value < heap:
        # The first two squares of the row do not belong to the heap.
        yield value + 2, *_rows(tall, low)
    for option in _lower(tall, low):
        if _two_columns(*option) == heap:
            yield row, *_rows(*option)


def _rows(tall: int, low: int) -> State:
    return (2,) * low + (1,) * (tall - low)


def _decomposed_method(game: Game, state: State) -> Message | None:
    for image in _images(state):
        if found := _heap_and_bar(image):
            heap, *columns = found
            return Message(
                "Whoever eats a square next to the poison loses: the opponent eats the other one. Without these two "
                "moves the bar falls apart into a heap of {heap} and {bar} of value {value}; it is lost if they are "
                "equal.",
                heap=heap,
                bar=game.write(_rows(*columns)),
                value=_two_columns(*columns),
            )
    return None


THEOREMS: Theorems = {
    ChompGame: (
        Theorem("only the poisoned square is left", THE_RULES, _only_poison),
        Theorem(
            "one row and one column: Nim with two heaps", GALE, _hook_value, reach=_hook_reach, method=_hook_method
        ),
        Theorem("a rectangle is won by strategy stealing", GALE, None, _rectangle, method=_stealing,
                formal="Chomp.first_player_wins_chomp"),
        Theorem(
            "a long row beside two columns: a heap and a smaller bar", BELING,
            None, _decompose, _decomposed_reach, method=_decomposed_method,
        ),
    ),
}  # fmt: skip

EXPERTS: Experts = {ChompGame: ChompExpert}
