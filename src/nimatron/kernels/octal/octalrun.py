"""Nim-sequences of finite take-and-break codes, millions of values long.

The first heaps follow the definition. Then a *plan*, made from the values so far, says which splits decide the next
ones: `smallvalues` fills heaps whose values are below 64 if few heaps are rare, `largevalues` all others. A run grows
in pieces. Each piece is filled behind the known values, checked by `spotcheck`, and only then becomes part of the
state, in one step: whatever ends a piece early leaves the state as it was.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from time import perf_counter
from typing import Protocol

import numpy as np

from ...core.errors import UsageError
from . import sparsespace, spotcheck
from .mexloop import Rules, fill_by_definition
from .sparsespace import Bytes, Floats, Ints, Values

NARROW = 32
"""The first width. All values are below the width, which doubles when one is not."""

LEAST = 256
"""Plans begin behind this heap and the digits: below it, blocks would reach before heap 0."""

DEFINED = (1 << 11, 1 << 14)
"""Heaps of small values follow the definition up to the first of these, and up to the second if many are rare."""

FEW = 64
"""Rare heaps are few if at most one heap of this many is rare."""

SMALL_LASTS = 4
"""A plan for small values lasts until this many times its heap: only its helpers grow old."""

PIECE = 1 << 22
"""The most heaps of a piece; an eighth of the known ones if that is more, so that one check is a small part of it."""


class FillPlan(Protocol):
    """How to fill the next heaps."""

    until: int
    """The heap at which a new plan is due."""

    rare: Bytes
    """For each class and each index of `sparsespace`: 1 if it is rare."""

    @property
    def is_full(self) -> bool:
        """Has the plan no room for more rare heaps?"""

    def fill(self, G: Values, n: int, stop: int, rules: Rules) -> int:
        """Fill G[n:stop]; returns the first heap not filled: `stop`, one of too large a value, or one without room."""


@dataclass
class DefinitionPlan:
    """The first heaps, and codes without splits, whose heaps have few options."""

    until: int
    rare: Bytes
    is_full = False

    def fill(self, G: Values, n: int, stop: int, rules: Rules) -> int:
        """See `FillPlan`."""
        seen = np.empty(len(self.rare[0]) // 2 + 1, np.int64)
        return fill_by_definition(G, n, stop, seen, rules.ends, rules.takes, rules.splits, rules.unequal)


def lasting(n: int) -> int:
    """Until which heap a plan made at heap n lasts: making one takes time in proportion to n."""
    return 2 * n if n < 500_000 else n + n // 2


def rare_of(functionals: Sequence[int], width: int) -> Bytes:
    """For each class and each index: 1 if it is rare. A class without splits has nothing rare."""
    return _rare_of(tuple(map(int, functionals)), width)


@lru_cache(maxsize=8)  # runs ask for the same ones at every step
def _rare_of(functionals: tuple[int, ...], width: int) -> Bytes:
    size = 2 * width
    none = np.zeros(size, np.uint8)
    return np.array([sparsespace.rare_values(f, d, size) if f else none for d, f in enumerate(functionals)])


def functionals(count: Floats, splits: Ints) -> list[int]:
    """The best functional of each class; 0 if the class has no splits."""
    return [sparsespace.best_functional(count, d) if np.any(splits % 2 == d) else 0 for d in (0, 1)]


@dataclass(frozen=True)
class RunState:
    """All that a run knows. A piece makes a new state of it, which takes its place in one step."""

    values: Values
    """The known values, and room behind them that belongs to the piece."""

    known: int
    width: int

    def widen(self) -> RunState:
        """The same with twice the width."""
        kind = np.promote_types(self.values.dtype, np.min_scalar_type(2 * self.width - 1))
        return replace(self, width=2 * self.width, values=self.values.astype(kind, copy=False))

    def with_room(self, upto: int) -> RunState:
        """The same with room for `upto` values."""
        if upto <= len(self.values):
            return self
        # Grow by a quarter at least: many small steps would copy everything each time.
        room = np.zeros(max(upto, len(self.values) * 5 // 4), self.values.dtype)
        room[: self.known] = self.values[: self.known]
        return replace(self, values=room)


class OctalRun:
    """A nim-sequence that grows: bits 1, 2, 4 of digit t allow taking t and leaving 0, 1, 2 heaps.

    Its state is the code and the values. To continue from stored values, pass them in.

    >>> kayles = OctalRun((0, 7, 7), unequal=False)
    >>> kayles.extend(12)
    >>> kayles.values.tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
    """

    def __init__(self, digits: Sequence[int], unequal: bool, values: Values | None = None) -> None:
        if bad := [digit for digit in digits if not 0 <= digit <= 7]:
            raise UsageError("a digit here is 0 to 7, not {digit}", digit=bad[0])
        self._ends, self._takes, self._splits = (
            np.array([t for t, digit in enumerate(digits) if digit & bit and (t or bit == 4)], np.int64)
            for bit in (1, 2, 4)
        )
        self._unequal = unequal
        self._start = LEAST + len(digits)
        known = np.zeros(1, np.uint8) if values is None or not len(values) else values
        largest, width = int(known.max()), NARROW
        while width <= largest:
            width *= 2
        self._state = RunState(known.astype(np.min_scalar_type(largest)), len(known), width)
        self._plan: FillPlan | None = None
        """None while a piece uses it: a piece that is interrupted may leave it half changed."""
        self._counted: tuple[Floats, int] = np.zeros(0), 1
        """How often each index occurs among the heaps below a heap, and this heap."""

    @property
    def value_count(self) -> int:
        """How many values are or were known."""
        return self._state.known

    @property
    def values(self) -> Values:
        """G(0), G(1), ...: all known values, in the smallest unsigned type that holds them."""
        return self._state.values[: self._state.known]

    def extend(self, upto: int) -> None:
        """Make sure that G(0), ..., G(upto - 1) are known."""
        while self._state.known < upto:
            self._add_piece(upto)

    def _add_piece(self, upto: int) -> None:
        state, began = self._state.with_room(upto), perf_counter()
        plan, self._plan = self._plan, None
        if plan is None or state.known >= plan.until:
            state, plan = self._plan_step(state)
        n = state.known
        stop = min(upto, plan.until, n + max(PIECE, n >> 3))
        rules = self._rules(plan.rare)
        end = plan.fill(state.values, n, stop, rules)
        after = self._after(state, end)
        if after.known > n:
            spotcheck.check_some(after.values, n, after.known, perf_counter() - began, rules, self._shift)
        is_large = end < stop and not plan.is_full  # the value of this heap does not fit
        self._state = after.widen() if is_large and after.known == end else after
        self._plan = plan if end == stop else None

    def _after(self, state: RunState, end: int) -> RunState:
        """The state in which the values up to `end` are known."""
        return replace(state, known=end)

    @property
    def _front(self) -> int:
        """Every search for a pair of heaps looks for the smaller heap below this one."""
        return sys.maxsize

    @property
    def _shift(self) -> int:
        """How many heaps were forgotten."""
        return 0

    def _rules(self, rare: Bytes) -> Rules:
        return Rules(self._ends, self._takes, self._splits, self._unequal, rare, self._front)

    def _plan_step(self, state: RunState) -> tuple[RunState, FillPlan]:
        """A plan for the next heaps; a state may change with it."""
        n, width = state.known, state.width
        if n < self._start or not len(self._splits):
            return state, self._fill_plan(state)
        count, end = self._counted
        if len(count) < 2 * width:  # heap 0 is no part of a split
            count, end = np.zeros(2 * width), 1
        count = count + sparsespace.histogram(state.values, end, n, width)
        self._counted = count, n
        return state, self._plan_for(state, functionals(count, self._splits), count, n, lasting(n))

    def _fill_plan(self, state: RunState, until: int = 0) -> FillPlan:
        until = until or (self._start if len(self._splits) else sys.maxsize)
        return DefinitionPlan(until, rare_of([0, 0], state.width))

    def _plan_for(self, state: RunState, chosen: Sequence[int], count: Floats, front: int, until: int) -> FillPlan:
        """A plan for the heaps from here on; the heaps that the functionals make rare lie below `front`."""
        n, rare = state.known, rare_of(chosen, state.width)
        complete = front == n
        if state.width <= 64:
            is_few = FEW * float(rare.max(axis=0) @ count) <= n
            if complete and n < DEFINED[not is_few]:
                return self._fill_plan(state, min(until, DEFINED[not is_few]))
            if is_few or not complete:
                from .smallvalues import small_plan

                rares = sparsespace.rare_heaps(state.values, 1, front, rare.max(axis=0), count)
                until = SMALL_LASTS * n if complete else until
                plan = small_plan(state.values, n, until, self._rules(rare), rares, state.width)
                if plan:
                    return plan
        from .largevalues import LargePlan

        return LargePlan.of(state.values, n, until, self._splits, rare, count, front)
