"""Codes whose values grow with a saltus: what proves G(n + p) = G(n) + s for ever.

Guy and Smith's theorem is about values that come again. Where they grow, two things make them continue, and
docs/certificates.md has the proof:

* every smaller value stays within reach: the moves that reach it can be lengthened by whole periods (`depth_of`);
* no move keeps the value: nim-sums have no carries and sums do, and whether the two ever meet is decided digit by digit
  in binary (`some_move_keeps`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, product
from math import comb
from typing import NamedTuple

from ...core.limits import Budget
from ...families.octal.digits import UNBOUNDED, Code
from .periodicity import Period

GROWTH = "growth"
"""The kind of these proofs, as certificates name it."""

MOST_KINDS = 500_000
"""The most combinations of parts, by their remainders, that are looked at."""

Move = tuple[int, int]
"""An amount to take, and the number of heaps to leave."""


class Steps(NamedTuple):
    """Values F(n) that grow: known up to the end of the first period, and from `start` on by `saltus` in each."""

    values: Sequence[int]
    start: int
    period: int
    saltus: int

    @property
    def unit(self) -> int:
        """The largest power of two that divides the saltus: adding the saltus does not change what is below it."""
        return self.saltus & -self.saltus


def can_grow(code: Code) -> bool:
    """Is it a code whose growing values can be proved: finite, and heaps may be as they like?

    >>> can_grow(Code("0.3F")), can_grow(Code("0.77")), can_grow(Code("0.3F!")), can_grow(Code("0.3[F]"))
    (True, False, False, False)
    """
    free = all(not sign for _, sign in code.conditions)
    return free and code.longest is not None and 2 < code.parts < UNBOUNDED


def growing_period(code: Code, values: Sequence[int], seen: Period, budget: Budget) -> Period | None:
    """The period that the values show, with its proof; None if they do not prove it."""
    # Heap 0 is never a part, so no move makes it longer.
    steps = Steps(values, max(seen.preperiod, 1), seen.period, seen.saltus)
    moves = _moves(code)
    found = depth_of(steps, moves, budget)
    # The values must include every heap that a move can take whole.
    if found is None or found[0] <= (code.longest or 0) or some_move_keeps(steps, moves, budget):
        return None
    size, depth = found
    certificate = {"kind": GROWTH, "computed": size, "depth": depth}
    return Period(seen.preperiod, seen.period, seen.saltus, certificate=certificate)


def _moves(code: Code) -> list[Move]:
    """The moves that leave something."""
    return [(t, heaps) for t, digit in code.moves(code.longest or 0) for heaps, _ in digit.counts if heaps]


# -- every smaller value stays within reach ------------------------------------------------------


def depth_of(steps: Steps, moves: Sequence[Move], budget: Budget) -> tuple[int, int] | None:
    """(size, depth): how many values show that all smaller values stay within reach, and how deep moves climb."""
    span, since = 2 * steps.period, dict[int, int]()
    near = _Near(steps, max(heaps for _, heaps in moves) - 1)
    # A code may add coins: then a move of heap n leaves more than n coins.
    added = max(0, -min(t for t, _ in moves))
    near.extend(added)
    for n in range(1, len(steps.values) - added):
        budget.spend(1 + n // 64)
        near.extend(n + added)
        # How long has each depth been right, without a break?
        since = {depth: since.get(depth, n) for depth in _depths(steps, moves, near, n)}
        for depth, first in since.items():
            if n + 1 - first >= span:
                return n + 1, depth
    return None


def _depths(steps: Steps, moves: Sequence[Move], near: _Near, n: int) -> Iterator[int]:
    """The depths d for which heap n has moves to all smaller values.

    They are climbing ones for the d largest values, and lasting ones for all below them and for the lowest two steps of
    those d, where one move must do both.
    """
    value, two = steps.values[n], 2 * steps.saltus
    climbing, lasting, both = _reach_values(steps, moves, near, n)
    high = _first(value, -1, climbing)
    low = _first(-1, 1, lasting)
    # All values above `high` climb and all below `low` last.
    run = 0
    for at in range(high + 1, low):
        run = run + 1 if at in both else 0
        if run >= two:
            yield value - (at + 1 - two)


def _first(value: int, step: int, there: set[int]) -> int:
    """The first value after this one that is not there; -1 if all down to 0 are."""
    value += step
    while value in there:
        value += step
    return value


def _reach_values(steps: Steps, moves: Sequence[Move], near: _Near, n: int) -> tuple[set[int], set[int], set[int]]:
    """The values that moves from heap n reach: those that climb, those that last, and those that do both."""
    climbing, lasting, both = set[int](), set[int](), set[int]()
    for t, heaps in moves:
        if heaps == 2 and n > t:
            lasting |= near.lasting[2][n - t]
        for part in range(1, n - t - heaps + 2):
            rest, value = n - t - part, steps.values[part]
            if part >= steps.start:
                climbing.update(value ^ low for low in near.any[heaps - 1][rest])
                both.update(value ^ low for low in near.lasting[heaps - 1][rest])
            lasting.update(value ^ low for low in near.lasting[heaps - 1][rest])
    return climbing, lasting, both


class _Near:
    """The nim-sums below the unit that some heaps have; for each number of heaps and of coins in all.

    `lasting` are those with two heaps that both can be made longer by a period.
    """

    def __init__(self, steps: Steps, heaps: int) -> None:
        self.steps = steps
        self.any = [[set[int]()] for _ in range(heaps + 1)]
        self.lasting = [[set[int]()] for _ in range(heaps + 1)]
        self.any[0][0].add(0)
        self._small: list[int] = []

    def extend(self, upto: int) -> None:
        """Make sure of all numbers of coins up to this one."""
        for coins in range(len(self.any[0]), upto + 1):
            self._add(coins)

    def _add(self, coins: int) -> None:
        values, unit = self.steps.values, self.steps.unit
        if values[coins] < unit:
            self._small.append(coins)
        for heaps in range(len(self.any)):
            self.any[heaps].append(set())
            self.lasting[heaps].append(set())
            if heaps == 2:
                self._add_pairs(coins)
            elif heaps:  # one heap with a small value more; there are other ways, but these are enough
                for part in self._small:
                    for kind in (self.any, self.lasting):
                        kind[heaps][coins].update(values[part] ^ low for low in kind[heaps - 1][coins - part])

    def _add_pairs(self, coins: int) -> None:
        values, unit, start = self.steps.values, self.steps.unit, self.steps.start
        for part in range(1, coins // 2 + 1):
            low = values[part] ^ values[coins - part]
            if low < unit:
                self.any[2][coins].add(low)
                # Two equal heaps cancel at any length.
                if part >= start or 2 * part == coins:
                    self.lasting[2][coins].add(low)


# -- no move keeps the value ---------------------------------------------------------------------


def some_move_keeps(steps: Steps, moves: Sequence[Move], budget: Budget) -> bool:
    """Could some heap, however large, have a move to its own value? True also if there are too many cases to tell."""
    kinds = range(1, steps.start + steps.period)
    if sum(comb(len(kinds) + heaps - 1, heaps) for _, heaps in moves) > MOST_KINDS:
        return True
    cases = set[_Case]()
    for t, heaps in moves:
        for parts in combinations_with_replacement(kinds, heaps):
            # Spends nothing, but looks at the clock.
            budget.spend(0)
            cases.update(_case(steps, t, parts))
    return any(_meets(case, steps.saltus // steps.unit, budget) for case in cases)


class _Case(NamedTuple):
    """Heaps of certain remainders: can the parts have the value of the heap?

    The parts have the nim-sum of all high + step * x, where x is 0 for fixed ones; the heap has
    mine + step * (carry + sum of all x).
    """

    parts: tuple[tuple[int, bool], ...]
    """The high part of the value of each, and whether it may be longer by x periods."""
    mine: int
    carry: int


def _case(steps: Steps, t: int, parts: tuple[int, ...]) -> Iterator[_Case]:
    """What is to be decided about such parts; nothing if their low parts differ from that of the heap."""
    coins, low = sum(parts) + t, 0
    heap = steps.start + (coins - steps.start) % steps.period
    for part in parts:
        low ^= steps.values[part]
    if (low ^ steps.values[heap]) % steps.unit == 0:
        high = sorted((steps.values[part] // steps.unit, part >= steps.start) for part in parts)
        yield _Case(tuple(high), steps.values[heap] // steps.unit, (coins - heap) // steps.period)


def _meets(case: _Case, step: int, budget: Budget) -> bool:
    """Search all binary digits of the x, from the lowest on; a state is what is carried to the next digit."""
    choices = list(product(*((0, 1) if moving else (0,) for _, moving in case.parts)))
    start = (tuple(high for high, _ in case.parts), case.mine, case.carry)
    seen, todo = {start}, [start]
    while todo:
        highs, mine, carry = todo.pop()
        if not any(highs) and mine == carry == 0:
            # All further digits can be 0.
            return True
        budget.spend(0)
        for digits in choices:
            total = carry + sum(digits)
            sums = [high + step * digit for high, digit in zip(highs, digits, strict=True)]
            own = mine + step * (total & 1)
            if (sum(sums) ^ own) & 1 == 0:
                state = (tuple(each >> 1 for each in sums), own >> 1, total >> 1)
                if state not in seen:
                    seen.add(state)
                    todo.append(state)
    return False
