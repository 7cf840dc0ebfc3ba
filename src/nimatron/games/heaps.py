"""Heap games: Nim, subtraction, all-but, Moore's Nim, Nimble."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import combinations
from math import prod

from ..errors import BadText, IllegalMove, UsageError
from ..game import NOTHING, Game, Part, Role, Spoken, State
from ..message import Message
from ..nimbers.ordinals import Ordinal, Value, below, ordinal
from .amounts import Amounts
from .listed import Listed, is_count, natural, read_natural, read_size, whole


class Heaps(Listed):
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


class HeapGame(Heaps):
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
        raise NotImplementedError(f"{type(self).__name__} needs a method heap_options(self, n)")

    def options(self, state: State) -> Iterator[State]:
        for i, heap in enumerate(state):
            for option in self.heap_options(heap):
                left = option if isinstance(option, tuple) else (option,)
                left = left or (0,)  # an emptied heap keeps its place
                yield (*state[:i], *left, *state[i + 1 :])

    def components(self, state: State) -> Sequence[Part]:
        # Empty heaps too, so that part i is heap i, for `put` and for the player.
        return [(self, (heap,)) for heap in state]

    def put(self, state: State, i: int, option: State) -> State:
        return (*state[:i], *option, *state[i + 1 :])

    def _in_order(self, state: State) -> tuple[State, ...]:
        if 0 in state and next(iter(self.heap_options(0)), NOTHING) is not NOTHING:
            return tuple(sorted(state))  # in this game an empty heap has moves, so it may not be dropped
        return super()._in_order(state)

    def describe(self, before: State, after: State) -> Message | str:
        i, left = changed_heap(before, after)
        return describe_heap_move(before, i, left)


class NimGame(HeapGame):
    """Take any number from one heap.

    >>> from nimatron import Nim, grundy, winning_moves
    >>> grundy(Nim(3, 4, 5)), list(map(str, winning_moves(Nim(3, 4, 5))))
    (2, ['nim: 1 4 5'])
    """

    name = "nim"
    entry = Message("a heap size from 0 on, or an ordinal such as w*2+1")
    start = (3, 4, 5)

    def heap_options(self, n: Value) -> Iterable[int]:
        # In order of the amount taken: 1, 2, 3, ... That works only for finite heaps: none is the next below ω.
        return range(n - 1, -1, -1) if isinstance(n, int) else below(n)

    def accept_entry(self, entry: State, at: int) -> State:
        return entry if isinstance(entry, Ordinal) and not entry.is_finite else natural(entry, at, self.entry)

    def read_entry(self, text: str) -> State:
        return ordinal(text) if "w" in text or "ω" in text else read_size(text)

    def show_entry(self, entry: State) -> str:
        return entry.ascii() if isinstance(entry, Ordinal) else str(entry)

    def move(self, state: State, said: Sequence[Spoken]) -> State | None:
        return said_take(self, state, said)


class NimbleGame(HeapGame):
    """Move one coin to a square with a lower number; several coins may share a square.

    >>> from nimatron import Nimble, winning_moves
    >>> print(*winning_moves(Nimble(0, 3, 3, 7)))
    nimble: 0 3 3 0
    """

    name = "nimble"
    entry = Message("the square of a coin, from 0 on")
    start = (0, 3, 3, 7)

    def heap_options(self, n: int) -> Iterable[int]:
        return range(n - 1, -1, -1)

    def describe(self, before: State, after: State) -> Message | str:
        i, (square,) = changed_heap(before, after)
        params = {"coin": i + 1, "before": before[i], "after": square}
        return Message("move coin {coin} from square {before} to square {after}", params=params)


class TakeAway(HeapGame):
    """Take one of the allowed amounts from one heap."""

    amounts: Amounts
    start = (13,)

    @property
    def given(self) -> Amounts:
        """The set that the rules name: the amounts, unless they name those that may not be taken."""
        return self.amounts

    def heap_options(self, n: int) -> Iterable[int]:
        return (n - amount for amount in self.amounts.upto(n))

    def move(self, state: State, said: Sequence[Spoken]) -> State | None:
        return said_take(self, state, said, self.amounts)


class Subtraction(TakeAway):
    """SUBTRACTION(S): take an amount that is in S.

    >>> [p.state for p in Subtraction({1, 3})(4).options()]
    [(3,), (1,)]
    """

    name = "subtraction"

    def __init__(self, amounts: str | Iterable[int] | Amounts = ()) -> None:
        self.amounts = Amounts(amounts)

    @property
    def parameters(self) -> str:
        return str(self.given)

    @classmethod
    def from_parameters(cls, text: str) -> Game:
        return cls(text)

    def __str__(self) -> str:
        return f"{self.name}{{{self.parameters}}}"  # braces even for the empty set


class AllBut(TakeAway):
    """ALLBUT(S): take any positive amount that is not in S.

    >>> [p.state for p in AllBut({2})(3).options()]
    [(2,), (0,)]
    """

    name = "allbut"

    def __init__(self, excluded: str | Iterable[int] | Amounts = ()) -> None:
        self.excluded = Amounts(excluded)
        self.amounts = ~self.excluded

    @property
    def given(self) -> Amounts:
        return self.excluded

    @property
    def parameters(self) -> str:
        return str(self.given)

    @classmethod
    def from_parameters(cls, text: str) -> Game:
        return cls(text)

    __str__ = Subtraction.__str__


class Moore(Heaps):
    """Moore's Nim_k: take from at least one and at most k heaps, any amounts.

    >>> len(list(Moore(2)(1, 1, 1).options()))
    6
    """

    name = "moore"
    start = (3, 4, 5)

    def __init__(self, k: int) -> None:
        k = whole(k)
        if not is_count(k):
            raise UsageError("Moore's Nim takes from at most k heaps, k at least 1, not {k!r}", k=k)
        self.k = k

    def options(self, state: State) -> Iterator[State]:
        # A move may change several heaps, so the game is not the sum of its heaps and has no components.
        heaps = [i for i, heap in enumerate(state) if heap]
        for size in range(1, min(self.k, len(heaps)) + 1):
            for chosen in combinations(heaps, size):
                for left in _below_each([state[i] for i in chosen]):
                    option = list(state)
                    for i, heap in zip(chosen, left, strict=True):
                        option[i] = heap
                    yield tuple(option)

    def size(self, state: State) -> int:
        return prod(heap + 1 for heap in state)

    def describe(self, before: State, after: State) -> Message | str:
        changed = [i for i, (a, b) in enumerate(zip(before, after, strict=True)) if a != b]
        if len(changed) == 1:
            return describe_heap_move(before, changed[0], (after[changed[0]],))
        taken = ", ".join(f"{before[i] - after[i]}/{i + 1}" for i in changed)
        return Message("take from {k} heaps (amount/heap): {taken}", params={"k": len(changed), "taken": taken})

    @property
    def parameters(self) -> str:
        return str(self.k)

    @classmethod
    def from_parameters(cls, text: str) -> Game:
        try:
            k = read_natural(text.strip())
        except ValueError:
            raise BadText("expected the largest number of heaps in one move, such as moore{2}", text, 0) from None
        return cls(k)


def _below_each(heaps: Sequence[int]) -> Iterator[list[int]]:
    """All ways to take something from each heap, the last one changing fastest."""
    # Not itertools.product: it would first make a list of all numbers below each heap.
    left = [heap - 1 for heap in heaps]
    while True:
        yield left
        i = len(left) - 1
        while i >= 0 and left[i] == 0:
            left[i] = heaps[i] - 1
            i -= 1
        if i < 0:
            return
        left[i] -= 1


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
    if taken < 0:  # in a game of one's own heaps may grow
        return Message("turn heap {heap} into {left}", params=params)
    if len(left) == 1 and len(before) == 1:
        return Message("take {n}", params=params)
    if len(left) == 1:
        return Message("take {n} from heap {heap}", params=params)
    if taken == 0:
        return Message("split heap {heap} into {left}", params=params)
    return Message("take {n} from heap {heap} and leave {left}", params=params)


def said_take(game: HeapGame, state: State, said: Sequence[Spoken], amounts: Amounts | None = None) -> State | None:
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
        raise IllegalMove(Message("there is no heap {heap}", params={"heap": heap}))
    before = state[heap - 1]
    to = role == "left" or isinstance(value, Ordinal)
    if isinstance(before, Ordinal) and not to:
        return None  # ordinals are not subtracted: an infinite heap is reduced *to* something
    left = value if to else before - value
    _check_left(before, left, heap, amounts)
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
        params = {"n": before - left, "amounts": str(amounts)}
        raise IllegalMove(Message("{n} may not be taken, only {amounts}", params=params))


Nim = NimGame()
Nimble = NimbleGame()
