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
from . import allbut, subtraction

SLICE = 1 << 24
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


def _sorted_amounts(amounts: Iterable[int]) -> list[int]:
    listed = sorted(set(amounts))
    if listed and listed[0] < 1:
        raise UsageError("amounts are 1 or more, not {amount}", amount=listed[0])
    return listed


def _without_factor(amounts: Iterable[int]) -> tuple[Ints, int]:
    """The amounts in order, divided by their greatest common divisor, and that divisor."""
    listed = _sorted_amounts(amounts)
    factor = gcd(*listed) or 1
    return np.array([a // factor for a in listed], np.int64), factor


def subtraction_values(amounts: Iterable[int], known: npt.ArrayLike, upto: int) -> Values:
    """G(0), ..., G(upto - 1), continuing from the known values.

    >>> subtraction_values({1, 2}, [0, 1, 2], 8).tolist()
    [0, 1, 2, 0, 1, 2, 0, 1]
    """
    every = _sorted_amounts(amounts)
    values = np.zeros(upto, np.min_scalar_type(len(every)))
    given = np.asarray(known)[:upto]
    values[: given.size] = given
    listed = np.array([a for a in every if a < upto], np.int64)  # no heap is large enough for the others
    subtraction.fill(values, listed, np.empty(listed.size + 2, np.int64), given.size, upto)
    return values


def subtraction_period(amounts: Iterable[int], limit: int | None = None, tick: Tick | None = None) -> Recurrence:
    """The period of SUBTRACTION(S), from at most `limit` values; it takes a few times max(S) bytes of memory.

    >>> subtraction_period({1, 2, 6, 11})[:3]
    (3, 12, 0)
    """
    reduced, factor = _without_factor(amounts)
    if reduced.size == 0:
        return Recurrence(0, 1, 0, 0, 0)
    limit = NEVER if limit is None else limit
    if limit <= reduced[-1]:  # too few values for any proof
        return Recurrence(0, 0, 0, 0)
    lead, tail, window, seen, state = _rows(reduced.size, int(reduced[-1]))
    subtraction.begin(lead, tail, reduced, state)
    while not state[subtraction.DONE]:
        # More amounts take longer for each value, so fewer values make a slice.
        subtraction.search(lead, tail, window, reduced, seen, state, SLICE // (1 + reduced.size // 8), limit)
        if tick:
            tick(int(state[subtraction.BASE]))
    computed, period = int(state[subtraction.BASE]), int(state[subtraction.PERIOD])
    if not period:
        return Recurrence(0, 0, 0, computed)
    return Recurrence(int(state[subtraction.LAST]) + 1, period, 0, computed, int(state[subtraction.LARGEST])).times(
        factor
    )


def _rows(count: int, width: int) -> tuple[Values, Values, Values, Ints, Ints]:
    """Three rows, a table of values and the state for the loops of `subtraction`."""
    lead, tail, window = np.zeros((3, width + max(width, subtraction.CHUNK)), np.min_scalar_type(count + 1))
    return lead, tail, window, np.empty(count + 2, np.int64), np.empty(subtraction.STATE, np.int64)


def subtraction_facts(sets: npt.ArrayLike, limit: int = 1 << 32) -> Ints:
    """Rows of preperiod, period, saltus, largest value, number of computed values; if not found: period 0, largest -1.

    >>> subtraction_facts([[1, 2, 3], [1, 4, 10]])[:, :4].tolist()
    [[0, 4, 0, 3], [16, 11, 0, 3]]
    """
    table = _rising(sets)
    lead, tail, window, seen, state = _rows(table.shape[1], int(table.max(initial=1)))
    found = np.empty((table.shape[0], 5), np.int64)
    subtraction.survey(table, seen, lead, tail, window, state, limit, found)
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
    reduced, factor = _without_factor(excluded)
    count = -(-upto // factor)
    if reduced.size == 0:
        values = np.arange(count)
    else:
        values, room = np.full(count, -1, np.int64), allbut.make_room(int(reduced[-1]), reduced.size)
        room.excluded[reduced] = True
        allbut.fill(values, -1, reduced, room.excluded, room.chosen)
    if factor > 1:  # amounts that are not multiples of the factor are all allowed: G(f * n + r) = f * G(n) + r
        values = (factor * values[:, np.newaxis] + np.arange(factor)).ravel()[:upto]
    return values.astype(np.min_scalar_type(max(upto - 1, 0)))


def allbut_period(excluded: Collection[int], limit: int | None = None, tick: Tick | None = None) -> Recurrence:
    """The arithmetic period of ALLBUT(S), from at most `limit` levels.

    >>> allbut_period({1, 3, 4})[:3]
    (0, 12, 4)
    """
    reduced, factor = _without_factor(excluded)
    if reduced.size == 0:
        return Recurrence(0, 1, 1, 0)
    limit, some = NEVER if limit is None else limit, SLICE // (1 + reduced.size // 8)
    room = allbut.make_room(int(reduced[-1]), reduced.size)
    allbut.begin(reduced, room)
    while not room.state[allbut.SALTUS]:
        level = int(room.state[allbut.LEVEL])
        if level >= limit:
            return Recurrence(0, 0, 0, level)
        allbut.search(reduced, room, min(level + some, limit))
        if tick:
            tick(int(room.state[allbut.LEVEL]))
    numbers = (int(room.state[i]) for i in (allbut.PERIOD, allbut.SALTUS, allbut.LEVEL))
    return Recurrence(allbut.preperiod(reduced, room), *numbers).times(factor)


def allbut_facts(sets: npt.ArrayLike, limit: int = 1 << 32) -> Ints:
    """Rows of preperiod, period, saltus, -1 (there is no largest value) and the number of computed levels.

    If no period is found, the first three are 0.

    >>> allbut_facts([[1, 3, 4], [1, 2, 3]])[:, :3].tolist()
    [[0, 12, 4], [0, 4, 1]]
    """
    table = _rising(sets)
    found = np.empty((table.shape[0], 5), np.int64)
    allbut.survey(table, allbut.make_room(int(table.max(initial=1)), table.shape[1]), limit, found)
    return found
