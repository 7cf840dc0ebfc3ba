"""Nim-sequences of SUBTRACTION(S) and ALLBUT(S) at machine speed, with proved periods.

S is any collection of positive ints. A common factor is divided out first; limits count the values after that.
`Recurrence.period` is 0 if the search reached its limit first. The search calls `tick` now and then with the number of
values or levels so far; `tick` may raise to end the search.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from math import gcd
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...core.errors import UsageError
from ..compile.bitops import VECTOR
from . import allbut, subtraction

SLICE = 1 << 26
"""Values or levels between two calls of `tick`, if there are few amounts: a few tenths of a second."""

NEVER = 1 << 62
"""The limit where none is set."""

Values = npt.NDArray[np.unsignedinteger]
Ints = npt.NDArray[np.int64]
Tick = Callable[[int], object]


class Recurrence(NamedTuple):
    """G(n + period) = G(n) + saltus for all n >= preperiod, each as small as possible; period 0: not found yet."""

    preperiod: int
    period: int
    saltus: int
    computed: int
    """How many values or levels were computed."""
    largest: int = -1
    """The largest value of all heaps; -1 if there is none or it is unknown."""

    def times(self, factor: int) -> Recurrence:
        """The same for all amounts multiplied by a factor."""
        return Recurrence(
            self.preperiod * factor, self.period * factor, self.saltus * factor, self.computed, self.largest
        )


def _listed(amounts: Iterable[int]) -> list[int]:
    listed = sorted(set(amounts))
    if listed and listed[0] < 1:
        raise UsageError("amounts are 1 or more, not {amount}", amount=listed[0])
    return listed


def _reduced(amounts: Iterable[int]) -> tuple[Ints, int]:
    """The amounts in order, divided by their greatest common divisor, and that divisor."""
    listed = _listed(amounts)
    factor = gcd(*listed) or 1
    return np.array([a // factor for a in listed], np.int64), factor


class _Rows:
    """Makes rows for the loops of `subtraction`: of powers of two, or of values if there are many amounts."""

    def __init__(self, count: int, largest: int) -> None:
        # A value is at most the number of amounts, and 2^value must fit. uint32 is left for plain values: the loops
        # tell the two kinds of rows apart by their type.
        kinds = (8, np.uint8), (16, np.uint16), (64, np.uint64)
        self.type = next((kind for bits, kind in kinds if count < bits), np.uint32)
        self.seen: Ints = np.empty(0 if count < 64 else count + 2, np.int64)
        self.width = max(largest, VECTOR)

    def row(self, room: int) -> Values:
        return np.zeros(self.width + max(room, self.width) + VECTOR, self.type)


def subtraction_values(amounts: Iterable[int], known: npt.ArrayLike, upto: int) -> Values:
    """G(0), ..., G(upto - 1), continuing from the known values.

    >>> subtraction_values({1, 2}, [0, 1, 2], 8).tolist()
    [0, 1, 2, 0, 1, 2, 0, 1]
    """
    every = _listed(amounts)
    values = np.zeros(upto, np.min_scalar_type(len(every)))
    given = np.asarray(known)[:upto]
    values[: given.size] = given
    listed = np.array([a for a in every if a < upto], np.int64)  # no heap is large enough for the others
    if listed.size:
        rows = _Rows(listed.size, listed[-1])
        subtraction.extend(values, given.size, listed, rows.seen, rows.row(min(upto, subtraction.CHUNK)))
    return values


def subtraction_period(amounts: Iterable[int], limit: int | None = None, tick: Tick | None = None) -> Recurrence:
    """The period of SUBTRACTION(S), from at most `limit` values; it takes a few times max(S) bytes of memory.

    >>> subtraction_period({1, 2, 6, 11})[:3]
    (3, 12, 0)
    """
    reduced, factor = _reduced(amounts)
    if reduced.size == 0:
        return Recurrence(0, 1, 0, 0, 0)
    limit = NEVER if limit is None else limit
    if limit <= reduced[-1]:  # too few values for any proof
        return Recurrence(0, 0, 0, 0)
    rows = _Rows(reduced.size, reduced[-1])
    row = rows.row(subtraction.SHORT)
    preperiod, period, computed = subtraction.short_period(row, reduced, rows.seen, limit)
    if period:
        met = subtraction.met(row, reduced[-1], reduced[-1] + computed)
        return Recurrence(preperiod, period, 0, computed, int(subtraction.largest(row, np.uint64(met)))).times(factor)
    lead, tail, window = (rows.row(subtraction.CHUNK) for _ in range(3))
    state = np.empty(subtraction.STATE, np.int64)
    subtraction.begin(lead, tail, reduced, state)
    while not state[subtraction.DONE]:
        # More amounts take longer for each value, so fewer values make a slice.
        subtraction.search(lead, tail, window, reduced, rows.seen, state, SLICE // (1 + reduced.size // 8), limit)
        if tick:
            tick(int(state[subtraction.BASE]))
    computed = int(state[subtraction.BASE])
    if not state[subtraction.PERIOD]:
        return Recurrence(0, 0, 0, computed)
    largest = int(subtraction.largest(row, state[subtraction.MET : subtraction.MET + 1].view(np.uint64)[0]))
    preperiod, period = int(state[subtraction.LAST]) + 1, int(state[subtraction.PERIOD])
    return Recurrence(preperiod, period, 0, computed, largest).times(factor)


def subtraction_facts(sets: npt.ArrayLike, limit: int = 1 << 32) -> Ints:
    """Rows of preperiod, period, saltus, largest value, number of computed values; if not found: period 0, largest -1.

    >>> subtraction_facts([[1, 2, 3], [1, 4, 10]])[:, :4].tolist()
    [[0, 4, 0, 3], [16, 11, 0, 3]]
    """
    table = _rising(sets)
    rows = _Rows(table.shape[1], int(table.max(initial=1)))
    short, lead, tail, window = (rows.row(r) for r in (subtraction.SHORT, *(subtraction.CHUNK,) * 3))
    found = np.empty((table.shape[0], 5), np.int64)
    state = np.empty(subtraction.STATE, np.int64)
    subtraction.survey(table, short, rows.seen, lead, tail, window, state, limit, found)
    return found


def _rising(sets: npt.ArrayLike) -> Ints:
    table = np.ascontiguousarray(sets, np.int64)
    if table.ndim != 2 or table.shape[1] == 0 or (table[:, 0] < 1).any() or (np.diff(table) < 1).any():
        raise UsageError("a survey needs rows of amounts that rise from 1 or more")
    return table


def allbut_values(excluded: Iterable[int], upto: int) -> Values:
    """G(0), ..., G(upto - 1) of ALLBUT(S).

    >>> allbut_values({2, 4}, 12).tolist()
    [0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3]
    """
    reduced, factor = _reduced(excluded)
    count = -(-upto // factor)
    if reduced.size == 0:
        values = np.arange(count)
    elif reduced[-1] <= allbut.WORDS:
        values = np.empty(count, np.int64)
        allbut.find_levels(allbut.FULL, allbut.FULL, _choices(reduced), values, 0)
    else:
        values = np.full(count, -1, np.int64)
        allbut.fill(values, -1, reduced, _flags(reduced), np.empty(reduced.size + 1, np.int64))
    if factor > 1:  # amounts that are not multiples of the factor are all allowed: G(f * n + r) = f * G(n) + r
        values = (factor * values[:, np.newaxis] + np.arange(factor)).ravel()[:upto]
    return values.astype(np.min_scalar_type(max(upto - 1, 0)))


def _flags(amounts: Ints) -> npt.NDArray[np.bool_]:
    flags = np.zeros(amounts[-1] + 1, np.bool_)
    flags[amounts] = True
    return flags


def allbut_period(excluded: Collection[int], limit: int | None = None, tick: Tick | None = None) -> Recurrence:
    """The arithmetic period of ALLBUT(S), from at most `limit` levels.

    >>> allbut_period({1, 3, 4})[:3]
    (0, 12, 4)
    """
    reduced, factor = _reduced(excluded)
    if reduced.size == 0:
        return Recurrence(0, 1, 1, 0)
    find = _two_words if reduced[-1] <= allbut.WORDS else _wide
    return find(reduced, NEVER if limit is None else limit, tick).times(factor)


def _choices(amounts: Ints) -> allbut.Choices:
    bits = sum(1 << int(a) for a in amounts)
    low, high = np.uint64(bits & (2**64 - 1)), np.uint64(bits >> 64)
    table = allbut.room_for_table(amounts.size)
    allbut.fill_table(amounts, low, high, table)
    return allbut.Choices(low, high, np.uint64((amounts < 64).sum()), table)


def _two_words(amounts: Ints, limit: int, tick: Tick | None) -> Recurrence:
    how = _choices(amounts)
    pattern, state = np.empty(4, np.uint64), np.empty(allbut.STATE, np.int64)
    memory = _memory()
    allbut.begin(pattern, state)
    some = SLICE // (1 + amounts.size // 8)
    while not state[allbut.SALTUS]:
        level = int(state[allbut.LEVEL])
        if level >= limit:
            return Recurrence(0, 0, 0, level)
        allbut.search(how, pattern, memory, state, min(level + some, limit))
        if tick:
            tick(int(state[allbut.LEVEL]))
    width = int(amounts[-1])
    preperiod = allbut.preperiod(how, memory, state, width, allbut.room_for_levels(width))
    return Recurrence(preperiod, *(int(state[i]) for i in (allbut.PERIOD, allbut.SALTUS, allbut.LEVEL)))


def _memory() -> allbut.Memory:
    size = allbut.STORED
    return allbut.Memory(np.empty((size, 2), np.uint64), np.empty((size, 2), np.int64), np.full(2 * size, -1, np.int32))


def allbut_facts(sets: npt.ArrayLike, limit: int = 1 << 32) -> Ints:
    """Rows of preperiod, period, saltus, -1 (there is no largest value) and the number of computed levels.

    The amounts are at most 126; if no period is found, the first three are 0.

    >>> allbut_facts([[1, 3, 4], [1, 2, 3]])[:, :3].tolist()
    [[0, 12, 4], [0, 4, 1]]
    """
    table = _rising(sets)
    if table.max(initial=1) > allbut.WORDS:
        raise UsageError(
            "a survey of all-but games has amounts up to {most}, not {largest}", most=allbut.WORDS, largest=table.max()
        )
    found = np.empty((table.shape[0], 5), np.int64)
    choices, pattern, state = allbut.room_for_table(table.shape[1]), np.empty(4, np.uint64), np.empty(allbut.STATE, int)
    levels = allbut.room_for_levels(int(table.max(initial=1)))
    allbut.survey(table, choices, pattern, _memory(), state, levels, limit, found)
    return found


def _wide(amounts: Ints, limit: int, tick: Tick | None) -> Recurrence:
    width = int(amounts[-1])
    size = 8 * width + 1024
    row, anchor, flags = np.zeros(size, np.uint8), np.zeros(width, np.uint8), _flags(amounts)
    chosen, state = np.empty(amounts.size + 1, np.int64), np.zeros(allbut.STATE, np.int64)
    state[allbut.NEXT_ANCHOR] = 64
    some = SLICE // (16 * amounts.size) + 1
    while not state[allbut.SALTUS]:
        level = int(state[allbut.LEVEL])
        if level >= limit:
            return Recurrence(0, 0, 0, level)
        allbut.wide_search(row, anchor, amounts, flags, chosen, state, min(level + some, limit))
        if tick:
            tick(int(state[allbut.LEVEL]))
    period, saltus = int(state[allbut.PERIOD]), int(state[allbut.SALTUS])
    preperiod = allbut.wide_preperiod(amounts, flags, saltus, period, size)
    return Recurrence(preperiod, period, saltus, int(state[allbut.LEVEL]))
