"""A check of long runs: some heaps of every piece are computed again by the definition, from the values alone.

No loop of the kernels that filled the piece is used here. A heap has the value v if v is not the value of an option and
every smaller number is. Most smaller numbers are found at once, so one check looks at each pair of heaps about once.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from random import Random
from time import perf_counter

import numpy as np

from ...core.errors import WrongValue
from ...core.message import Number
from ..compile.jit import jit
from .mexloop import EQUAL, MANY, MANY_EQUAL, ONE, Row, Rows, Rules
from .sparsespace import Ints, Values

SHARE = 0.02
"""The checks take about this share of the time of the piece; each piece has at least one."""

MOST = 256
"""The most heaps of a piece that are computed again, and the most moves of a heap that are looked at by chance."""

CHUNK = 1024
"""This many pairs of each split are compared at a time."""

STEP = 1e-9
"""About how many seconds one sum of heaps takes."""

_random = Random()


def wrong_value(heap: int) -> WrongValue:
    """The error that names a heap."""
    return WrongValue(
        "heap {heap} was computed twice with different results: the run ends and stores nothing of this piece",
        heap=Number(heap),
    )


@jit
def is_value_of_option(G: Values, n: int, value: int, rules: Rules) -> bool:
    """Has heap n an option of this value? Of each pair the smaller heap is below the front."""
    for t in rules.ends:
        if t == n and value == 0:
            return True
    for t in rules.takes:
        if t < n and G[n - t] == value:
            return True
    wanted, longest = G.dtype.type(value), 0
    for t in rules.splits:
        longest = max(longest, min((n - t - rules.unequal) // 2, rules.front - 1))
    for first in range(1, longest + 1, CHUNK):  # all splits take turns: one may reach at once what another never does
        for t in rules.splits:
            m, found = np.uint64(n - t), False
            last = min((n - t - rules.unequal) // 2, rules.front - 1, first + CHUNK - 1)
            for a in range(
                np.uint64(first), np.uint64(max(last, first - 1) + 1)
            ):  # no branch: the compiler uses vectors
                found |= G[a] ^ G[m - a] == wanted
            if found:
                return True
    return False


def is_right(G: Values, n: int, rules: Rules) -> bool:
    """Is G[n] the least number that is not the value of an option?"""
    value = int(G[n])
    return all(is_value_of_option(G, n, number, rules) == (number < value) for number in range(value, -1, -1))


def check_some(G: Values, start: int, stop: int, seconds: float, rules: Rules, shift: int = 0) -> None:
    """Compute random heaps of G[start:stop] again, which took `seconds`; raises WrongValue.

    `shift` is the number of heaps that were forgotten, see `front`: the error names the heap, not its place.
    """
    until = perf_counter() + SHARE * seconds
    for n in _random.sample(range(start, stop), min(MOST, stop - start)):
        if not is_right(G, n, rules):
            raise wrong_value(n + shift)
        if perf_counter() > until:
            return


# -- codes that leave more than two heaps --------------------------------------------------------


@jit
def add_pairs(G: Ints, m: int, beside: int, never: int, seen: Ints) -> None:
    """Mark the values of all pairs of heaps with m coins beside other heaps; without the pair of twice `never`."""
    for a in range(1, m // 2 + 1):
        if a != never:
            seen[beside ^ G[a] ^ G[m - a]] = 1


class PartsCheck:
    """The check of a run of such a code.

    One heap may take longer than its whole piece, and any number of heaps can be left in too many ways. Then moves are
    drawn by chance: none of them may have the value of the heap. If there is time for all moves, every smaller number
    must be the value of one.
    """

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._bounded = all(row.form != MANY for row in (*rows.rows, *rows.again))
        self._left = 0.0
        """Seconds that earlier pieces have left for checks; below 0 if their checks took more than their share."""

    def check_some(self, G: Ints, start: int, stop: int, seconds: float) -> None:
        """Compute random heaps of G[start:stop] again, which took `seconds`; raises WrongValue."""
        until = perf_counter() + self._left + SHARE * seconds
        for n in _random.sample(range(start, stop), min(MOST, stop - start)):
            is_short = self._bounded and self._work(n) * STEP < until - perf_counter()
            if (self.value(G, n) != G[n]) if is_short else self._meets(G, n, until):
                raise wrong_value(n)
            if perf_counter() > until:
                break
        self._left = until - perf_counter()

    def _work(self, n: int) -> float:
        """About how many sums of heaps a heap has; a move itself counts as 500."""
        rows, turns = self._rows, n / max(self._rows.size, 1)
        once, again = (sum(500 + float(n) ** (row.heaps - 1) for row in some) for some in (rows.rows, rows.again))
        return 1000 + once + turns * again

    def value(self, G: Ints, n: int) -> int:
        """The value of heap n by the definition: all moves, and their mex."""
        rows, seen = self._rows, _room(G, n)
        seen[0] = n in rows.ends or (rows.size and n >= rows.first and (n - rows.first) % rows.size in rows.ends_again)
        for row, repeats in self._all_rows():
            for m in self._coins(row, n, repeats):
                for beside in _smaller(row, m):
                    _add(G, m, row, beside, seen)
        return int(seen.argmin())

    def _meets(self, G: Ints, n: int, until: float) -> bool:
        """Has one of some moves, drawn by chance, the value of heap n?"""
        seen, choices = _room(G, n), self._all_rows()
        for _ in range(MOST if choices else 0):
            row, repeats = _random.choice(choices)
            if coins := self._coins(row, n, repeats):
                m = _random.choice(coins)
                _add(G, m, row, _draw(row, m), seen)
            if seen[G[n]] or perf_counter() > until:
                break
        return bool(seen[G[n]])

    def _all_rows(self) -> list[tuple[Row, bool]]:
        """All rows, each with whether its digit repeats: a row that does not may be equal to one that does."""
        return [*((row, False) for row in self._rows.rows), *((row, True) for row in self._rows.again)]

    def _coins(self, row: Row, n: int, repeats: bool) -> range:
        """How many coins are left of heap n by the moves of a row: one number, or many where digits repeat."""
        rows = self._rows
        if repeats:
            return range(n - rows.first - row.place, 0, -rows.size)
        return range(n - row.place, max(0, n - row.place - 1), -1)


def _room(G: Ints, n: int) -> Ints:
    return np.zeros(4 * int(G[:n].max()) + 4, np.int64)


def _smaller(row: Row, m: int) -> Iterator[tuple[int, ...]]:
    """All heaps that may stand beside the two largest ones of a split."""
    if row.form in (ONE, EQUAL, MANY_EQUAL) or row.heaps == 2:
        yield ()
    elif row.heaps == 3:
        yield from ((a,) for a in range(1, m // 3 + 1))
    else:
        yield from ((a, b) for a in range(1, m // 4 + 1) for b in range(a, (m - a) // 3 + 1))


def _draw(row: Row, m: int) -> tuple[int, ...]:
    """The same by chance; where any number of heaps may be left, there may be more of them."""
    heaps: list[int] = []
    wanted = row.heaps - 2 + (_random.randrange(4) if row.form == MANY else 0)
    for left in range(wanted, 0, -1):
        coins = m - sum(heaps)
        if coins < left + 2 or row.form in (ONE, EQUAL, MANY_EQUAL):
            break
        heaps.append(_random.randint(1, coins // (left + 2)))
    return tuple(heaps)


def _add(G: Ints, m: int, row: Row, beside: tuple[int, ...], seen: Ints) -> None:
    """Mark what a row can leave of m coins: in heaps that are not all equal, some of them are given."""
    if row.form == ONE:
        seen[G[m]] = 1
    elif row.form in (EQUAL, MANY_EQUAL):
        counts = [row.heaps] if row.form == EQUAL else [c for d in range(1, isqrt(m) + 1) for c in (d, m // d)]
        for count in counts:
            if m % count == 0 and count >= row.heaps:
                seen[G[m // count] if count % 2 else 0] = 1
    elif len(beside) + 2 >= row.heaps:
        left, value = m - sum(beside), 0
        for heap in beside:
            value ^= int(G[heap])
        equal = left // 2 if left % 2 == 0 and all(2 * heap == left for heap in beside) else 0
        add_pairs(G, left, value, equal, seen)
