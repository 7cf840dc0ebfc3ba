"""Nim-sequences that keep only their beginning and their end, so memory does not limit the length of a run.

The first heaps, the *front*, and the last ones, the *tail*, lie one behind the other in an array, so
place i of the tail is heap i + `shift`. A split of heap n into a heap of the front and one of the tail
then looks like a split of n - shift, and the blocks of `largevalues` work as usual. The shift is even because
the parity of heaps matters, and the tail is long enough to hold every partner of the front.

This is exact as long as all rare heaps lie in the front. Common values need no other splits. A rare value
is an option if a pair with a heap of the front shows it. If no such pair does, the heap is undecided: the
pair may lie between front and tail, and if there is none, this heap is itself rare and beyond the front.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...core.errors import UsageError
from ..compile.jit import jit
from . import sparsespace
from .largevalues import BLOCK
from .octalrun import FillPlan, OctalRun, RunState, functionals, lasting, rare_of
from .sparsespace import Bytes, Ints, Values

ROOM = 1 << 22
"""In long runs this many heaps are computed before the values are moved."""


class Undecided(Exception):
    """The value of `heap` depends on heaps that were not kept; a front that reaches up to it would decide it."""

    def __init__(self, heap: int) -> None:
        super().__init__(f"heap {heap} is undecided")
        self.heap = heap


@jit
def tally(G: Values, start: int, stop: int, shift: int, rare: Bytes, count: Ints, first: Ints, last: Ints) -> int:
    """Count the indices in G[start:stop] and note the first and last heap of each; stops before a rare one."""
    for n in range(start, stop):
        i = 2 * np.int64(G[n]) + (n & 1)
        if rare[0, i] or rare[1, i]:
            return n
        if count[i] == 0:
            first[i] = n + shift
        count[i] += 1
        last[i] = n + shift
    return stop


@jit
def seek(G: Values, start: int, stop: int, window: Values) -> int:
    """The first place from `start` to `stop` before which the values of the window stand; 0 if there is none."""
    T = G.dtype.type
    size = len(window)
    a, b, c, d = window[size - 1], window[size - 2], window[size - 3], window[size - 4]
    chunk = 256  # no branch inside a chunk, so that the compiler uses vectors
    while start < stop:
        least = T(255)
        high = min(start + chunk, stop)
        for k in range(np.uint64(start), np.uint64(high)):
            x = T(G[k] ^ a) | T(G[k - np.uint64(1)] ^ b) | T(G[k - np.uint64(2)] ^ c) | T(G[k - np.uint64(3)] ^ d)
            least = T(x) if T(x) < least else least
        if least == T(0):
            for k in range(start, high):
                same = 0
                while same < size and G[k - same] == window[size - 1 - same]:
                    same += 1
                if same == size:
                    return k + 1
        start = high
    return 0


class Tally:
    """For each index (see `sparsespace`): how many heaps have it, and the first and the last of them."""

    def __init__(self, width: int) -> None:
        self.count, self.first, self.last = np.zeros((3, 2 * width), np.int64)

    def add(self, G: Values, start: int, stop: int, shift: int, rare: Bytes) -> int:
        """Add the heaps from `start` up to a rare one or `stop`; returns where it stopped."""
        missing = len(rare[0]) - len(self.count)
        if missing > 0:
            self.count, self.first, self.last = (
                np.concatenate([a, np.zeros(missing, np.int64)]) for a in (self.count, self.first, self.last)
            )
        return tally(G, start, stop, shift, rare, self.count, self.first, self.last)

    def copy(self) -> Tally:
        """The same with arrays of its own."""
        found = Tally(0)
        found.count, found.first, found.last = self.count.copy(), self.first.copy(), self.last.copy()
        return found

    @property
    def largest(self) -> tuple[int, int]:
        """The largest value and its first heap."""
        value = int(np.flatnonzero(self.count).max(initial=0)) // 2
        if value == 0:
            return 0, 0  # the empty heap is not counted
        pair = slice(2 * value, 2 * value + 2)
        return value, int(self.first[pair][self.count[pair] > 0].min())

    def rows(self) -> list[list[int]]:
        """Rows for JSON: index, count, first, last."""
        return [[int(i), *(int(a[i]) for a in (self.count, self.first, self.last))] for i in np.flatnonzero(self.count)]

    @classmethod
    def of_rows(cls, rows: Sequence[Sequence[int]], width: int) -> Tally:
        found = cls(width)
        for i, *numbers in rows:
            found.count[i], found.first[i], found.last[i] = numbers
        return found


@dataclass(frozen=True)
class FrontState(RunState):
    """The state of a run that keeps its beginning and its end."""

    shift: int
    """How many heaps between front and tail are forgotten."""

    functionals: Sequence[int]
    """For each class the bits of an index whose parity says which heaps are rare, see `sparsespace`."""

    tally: Tally
    undecided: bool = False
    """Does the value of the next heap depend on heaps that were forgotten?"""

    def widen(self) -> FrontState:
        # The new bit joins the mask, as in `best_functional`: the first value that has it may then be common.
        wider = super().widen()
        chosen = [f and f | 2 * self.width for f in self.functionals]
        return replace(self, values=wider.values, width=wider.width, functionals=chosen)


class FrontRun(OctalRun):
    """A nim-sequence that keeps G(0), ..., G(front - 1) and at least as many values at its end.

    >>> run = FrontRun((0, 3, 5, 4), unequal=False, front=5000)
    >>> run.extend(100_000)
    >>> run.value_count, run.end(3).tolist()
    (100000, [26, 38, 4])
    >>> run.tally.largest
    (113, 1152)
    """

    _state: FrontState

    def __init__(self, digits: Sequence[int], unequal: bool, front: int, values: Values | None = None) -> None:
        super().__init__(digits, unequal, values)
        if front < self._start:
            raise UsageError(
                "a front of this game has at least {least} heaps, not {front}", least=self._start, front=front
            )
        self.front = front
        self.tail = front + BLOCK + len(digits) + len(digits) % 2
        """The least number of heaps kept at the end: a block needs the partners of all heaps of the front.

        With the front it is an even number: a run that goes on from so many heaps before an even one keeps parities.
        """
        self._spare: Values = np.zeros(0, np.uint8)
        """The array before the last slide: new memory for every slide would take longer than the values."""
        state, tally = self._state, Tally(self._state.width)
        # From heap 1 on: the empty heap is not part of a split.
        tally.add(state.values, 1, state.known, 0, rare_of([0, 0], state.width))
        self._state = FrontState(state.values, state.known, state.width, 0, [0, 0], tally)

    @property
    def value_count(self) -> int:
        """How many values are or were known."""
        return self._state.known + self._state.shift

    @property
    def complete(self) -> bool:
        """Are all values still kept?"""
        return not self._state.shift

    @property
    def tally(self) -> Tally:
        """How many heaps have each value, and where."""
        return self._state.tally

    @property
    def functionals(self) -> Sequence[int]:
        """See `FrontState`."""
        return self._state.functionals

    @property
    def beginning(self) -> Values:
        """The first values, as far as they are kept: at least the front."""
        return self._state.values[: self._state.known if self.complete else self.front]

    def end(self, size: int) -> Values:
        """The last `size` values, or as many as are kept."""
        known = self._state.known
        kept = known - (0 if self.complete else self.front)
        return self._state.values[known - min(size, kept) : known]

    def extend(self, upto: int) -> None:
        """Continue until `upto` values are or were known."""
        while self.value_count < upto:
            self.go_on(upto)

    def go_on(self, upto: int) -> None:
        """The same, but stop where values would have to be forgotten: the new ones and a tail before them are kept."""
        # The room is at least as long as the tail: so sliding copies each value about once.
        full = self.front + self.tail + max(self.tail, min(ROOM, self.value_count // 8))
        if self._state.known >= full:
            self._slide(full)
        super().extend(min(upto - self._state.shift, full))

    def seek(self, window: Values, start: int) -> int:
        """The first number of known values, more than `start`, that ends with this window; 0 if there is none.

        The window is not longer than the tail, and the values from `start` on are still kept.
        """
        values, shift = self._state.values, self._state.shift
        place = seek(values, start - shift, self._state.known, window.astype(values.dtype))
        return place + shift if place else 0

    def restore(self, end: Values, known: int, chosen: Sequence[int], rows: Sequence[Sequence[int]]) -> None:
        """Continue from the last of `known` values and the notes on all of them; the front is known already.

        Between the front and these last values lies an even number of heaps.
        """
        width, before = self._state.width, self._state.values[: self.front]
        while width <= max(i for i, *_ in rows) // 2:
            width *= 2
        # A value in between, which is forgotten, may have needed a wider type than those that are kept.
        values = np.concatenate([before, end]).astype(np.result_type(before, end, np.min_scalar_type(width - 1)))
        shift = known - self.front - len(end)
        self._state = FrontState(values, len(values), width, shift, list(chosen), Tally.of_rows(rows, width))
        self._plan = None

    # -- inside ----------------------------------------------------------------------------------

    @property
    def _front(self) -> int:
        return sys.maxsize if self.complete else self.front

    @property
    def _shift(self) -> int:
        return self._state.shift

    def _add_piece(self, upto: int) -> None:
        super()._add_piece(upto)
        if self._state.undecided:
            raise Undecided(self.value_count)

    def _after(self, state: RunState, end: int) -> FrontState:
        """The new heaps join the tally. The state ends before the first rare heap beyond the front: it is undecided."""
        assert isinstance(state, FrontState)
        rare = rare_of([0, 0] if self.complete else state.functionals, state.width)
        tally = state.tally.copy()
        stop = tally.add(state.values, state.known, end, state.shift, rare)
        return replace(state, known=stop, tally=tally, undecided=stop < end)

    def _last_rare(self, state: FrontState, chosen: Sequence[int]) -> int:
        even, odd = rare_of(chosen, state.width)[:, : len(state.tally.last)]
        return int(state.tally.last[(even | odd) > 0].max(initial=0))

    def _choose_functionals(self, state: FrontState) -> Sequence[int]:
        """The best functionals if they leave all rare heaps in the front, else the present ones."""
        best = functionals(_value_counts(state), self._splits)
        if self.complete or self._last_rare(state, best) < self.front:
            return best
        return state.functionals  # they may be worse, but keep all rare heaps in the front

    def _plan_step(self, state: RunState) -> tuple[FrontState, FillPlan]:
        assert isinstance(state, FrontState)
        n, complete = state.known, self.complete
        if not len(self._splits) or (complete and n < self._start):
            return state, self._fill_plan(state)
        state = replace(state, functionals=self._choose_functionals(state))
        until = lasting(n) if complete else n + self.value_count // 2
        front = n if complete else self.front
        return state, self._plan_for(state, state.functionals, _value_counts(state), front, until)

    def _slide(self, full: int) -> None:
        """Forget the heaps between the front and the tail."""
        state, plan, self._plan = self._state, self._plan, None
        if self.complete:
            plan = None
            if len(self._splits):
                state = replace(state, functionals=self._choose_functionals(state))
                if (last := self._last_rare(state, state.functionals)) >= self.front:
                    raise Undecided(last)
        away = (state.known - self.front - self.tail) & ~1  # even: parities stay as they are
        known = state.known - away
        # Another array, so that the state stays valid until it is replaced. Nobody else may take it meanwhile.
        values, self._spare = self._spare, self._spare[:0]
        if not full <= len(values) <= 2 * full or values.dtype != state.values.dtype:
            values = np.zeros(full, state.values.dtype)
        values[: self.front] = state.values[: self.front]
        values[self.front : known] = state.values[self.front + away : state.known]
        self._state = replace(state, values=values, known=known, shift=state.shift + away)
        self._spare = state.values
        if plan is not None:
            plan.until -= away
            self._plan = plan


def _value_counts(state: FrontState) -> sparsespace.Floats:
    """How often each index occurs."""
    count = np.zeros(2 * state.width)
    count[: len(state.tally.count)] = state.tally.count
    return count
