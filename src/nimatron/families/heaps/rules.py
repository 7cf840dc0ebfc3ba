"""Heap games: the base classes, and how a player says a move."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from math import prod
from typing import TYPE_CHECKING

from ...core.errors import IllegalMove
from ...core.game import NOTHING, Role, Spoken, State, missing_method
from ...core.message import Message
from ...nimbers.ordinals import Ordinal
from ..lists.rules import ListGame, ListSum

if TYPE_CHECKING:
    from ..taking.amounts import Amounts


class Heaps(ListGame):
    """A state is a tuple of heaps. An emptied heap stays as 0 in its place, so that heap 2 remains heap 2."""

    entry = Message("a heap size from 0 on")

    def _in_order(self, state: State) -> tuple[State, ...]:
        """The heaps that have moves, the smallest first."""
        return tuple(sorted(heap for heap in state if heap))

    def canonical(self, state: State) -> Hashable:
        # Only a player can tell which heap is which. Search can forget the order, and empty heaps, which have no moves.
        return self._in_order(state)

    def tidy(self, state: State) -> State:
        return self._in_order(state) or (0,)

    def describe(self, before: State, after: State) -> Message | str:
        i, left = changed_heap(before, after)
        return describe_heap_move(before, i, left)


class JoinedHeaps(Heaps):
    """Heaps that are no games of their own: what may be done to one depends on others, or a move is in several."""

    def size(self, state: State) -> int:
        return prod(heap + 1 for heap in state)


class HeapGame(ListSum, Heaps):
    """A move changes one heap: write `heap_options(n)`.

    For each move it yields the heap that is left, or a tuple of heaps after a split.

    >>> class Halving(HeapGame):
    ...     def heap_options(self, n):
    ...         if n:
    ...             yield n // 2
    >>> [p.state for p in Halving()(9, 2).options()]
    [(4, 2), (9, 1)]

    If what a move may leave depends on the amount taken alone, as in a code, a game may say how much it takes at most
    (`longest_move`) and how many heaps it leaves at most (`most_heaps`, up to 6). Then it is solved as fast as a code,
    and its period can be proved.
    """

    longest_move: int | None = None
    """The most that a move takes, if the moves are those of a code."""
    most_heaps: int | None = None
    """The most heaps that a move leaves of one, if the moves are those of a code."""

    def heap_options(self, n: int) -> Iterable[int | tuple[int, ...]]:
        """What a move leaves of a heap of `n`.

        >>> from nimatron import Grundy
        >>> list(Grundy.heap_options(7))
        [(1, 6), (2, 5), (3, 4)]
        """
        raise missing_method(self, "heap_options(self, n)")

    def options(self, state: State) -> Iterator[State]:
        for i, heap in enumerate(state):
            for option in self.heap_options(heap):
                left = option if isinstance(option, tuple) else (option,)
                left = left or (0,)  # an emptied heap keeps its place
                yield (*state[:i], *left, *state[i + 1 :])

    def _in_order(self, state: State) -> tuple[State, ...]:
        if 0 in state and next(iter(self.heap_options(0)), NOTHING) is not NOTHING:
            return tuple(sorted(state))  # in this game an empty heap has moves, so it may not be dropped
        return super()._in_order(state)

    def end(self, state: State) -> State:
        empty = (0,) * len(state)
        return super().end(state) if next(self.options(empty), None) else empty


def changed_heap(before: State, after: State) -> tuple[int, tuple[int, ...]]:
    """Which heap a move changed, and what it left of it."""
    i = next((i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), 0)  # a move may change nothing
    # A split makes the tuple longer; the heaps after the changed one are the same from the end.
    return i, after[i : len(after) - (len(before) - i - 1)]


def describe_heap_move(before: State, i: int, left: tuple[int, ...]) -> Message:
    """`take 2 from heap 3`, `split heap 1 into 2 and 5`: words count from 1."""
    if isinstance(before[i], Ordinal):
        params: dict[str, object] = {"heap": i + 1, "left": str(left[0])}
        return Message("reduce heap {heap} to {left}", params=params)
    taken = before[i] - sum(left)
    params = {"n": taken, "heap": i + 1, "left": ", ".join(map(str, left))}
    if taken < 0:  # in a user's own game heaps may grow
        return Message("turn heap {heap} into {left}", params=params)
    if len(left) == 1 and len(before) == 1:
        return Message("take {n}", params=params)
    if len(left) == 1:
        return Message("take {n} from heap {heap}", params=params)
    if taken == 0:
        return Message("split heap {heap} into {left}", params=params)
    return Message("take {n} from heap {heap} and leave {left}", params=params)


def said_take(
    game: HeapGame, state: State, said: Sequence[Spoken], amounts: Callable[[int], Amounts] | None = None
) -> State | None:
    """The state after the move that is `said`: how much is taken or left, and of which heap. Lists no options."""
    numbers = [(game.read_entry(text), role) for text, role in said if _is_entry(game, text)]
    if len(numbers) == 1 and len(state) == 1:
        # With a single heap there is no need to name it.
        numbers.append((1, "heap"))
    if len(numbers) != 2:
        return None
    (value, role), (heap, _) = reversed(numbers) if _is_heap_first(*numbers) else numbers
    if not isinstance(heap, int):
        return None
    if not 1 <= heap <= len(state):
        raise IllegalMove(Message("there is no heap {heap}", heap=heap))
    before = state[heap - 1]
    to = role == "left" or isinstance(value, Ordinal)
    if isinstance(before, Ordinal) and not to:
        return None  # ordinals are not subtracted: an infinite heap is reduced *to* something
    left = value if to else before - value
    _check_left(before, left, heap, amounts(before) if amounts else None)
    return (*state[: heap - 1], left, *state[heap:])


def _is_heap_first(first: tuple[State, Role], second: tuple[State, Role]) -> bool:
    """Is the heap named before what is taken or left?"""
    return first[1] == "heap" or second[1] == "left" or isinstance(second[0], Ordinal)


def _is_entry(game: HeapGame, word: str) -> bool:
    try:
        game.read_entry(word)
    except ValueError:
        return False
    return True


def _check_left(before: State, left: State, heap: int, amounts: Amounts | None) -> None:
    """IllegalMove, with the reason, if no move turns a heap of `before` into one of `left`."""
    if left < 0:
        raise IllegalMove(Message("heap {heap} has only {n}", params={"heap": heap, "n": before}))
    if not left < before:
        raise IllegalMove(Message("a move takes something away"))
    if amounts is not None and before - left not in amounts:
        params = {"n": before - left, "amounts": str(amounts) or "0"}
        raise IllegalMove(Message("{n} may not be taken, only {amounts}", params=params))
