"""Nim-sequences of finite take-and-break codes, by the million.

A block of consecutive heaps is computed at once, in steps that only prune and never guess:

1. mark: the splits with the heaps of a short cover reach most of the values below the next one;
2. compare: the first few common values still open in each heap are held against the splits with all
   rare heaps, which decides them (see `sparse`); then open rare ones below against some more splits;
3. heap after heap: the moves inside the block, and for an open rare value a search for a pair.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..errors import UsageError
from . import jit, sparse
from .sparse import Bytes, Ints, Values
from .vector import BLOCK, OPEN, compare

Words = npt.NDArray[np.uint64]

NARROW = 64
"""Width of the rows at first: all values are below it, and it doubles when one is not."""

MARKED = 0.3
"""Marks end when they leave so few open values of a heap, on average,"""

GAIN = 10.0
"""or when one more mark closes fewer than this number divided by that of the rare heaps."""

COMPARED = 0.002
"""Comparisons end when they leave so few open rare values of a heap, on average,"""

LEAST_GAIN = 1e-5
"""or when one more heap closes fewer."""

FEW = 5
"""When fewer rows of a block need further comparisons, each is completed by itself."""

QUICK = 2048
"""Pairs of each split that are tried before all pairs of any."""

ROOM = 4096
"""New rare heaps that fit behind the known ones."""

SLICE = 1 << 22
"""Heaps after which Python looks whether it was interrupted."""


@jit
def direct(G: Values, n: int, stop: int, width: int, ends: Ints, takes: Ints, splits: Ints, unequal: bool) -> int:
    """Fill G[n:stop] by the definition; returns the first heap left out, whose value is at least `width`."""
    seen = np.full(width + 1, -1, np.int64)
    while n < stop:
        for t in ends:
            if t == n:
                seen[0] = n
        for t in takes:
            if t < n:
                seen[G[n - t]] = n
        for t in splits:
            m = n - t
            for a in range(1, (m - unequal) // 2 + 1):
                seen[G[a] ^ G[m - a]] = n
        value = 0
        while seen[value] == n:
            value += 1
        if value >= width:
            return n
        G[n] = value
        n += 1
    return n


@jit
def mark(G: Values, n: int, width: int, seen: Bytes, marks: Ints, splits: Ints) -> None:
    """Set the bytes of all values that splits with `marks` reach, in the rows of a block from n on."""
    w = np.uint64(width)
    for t in splits:
        for a in marks:
            b, g = np.uint64(n - t - a), np.uint64(G[a])
            for j in range(np.uint64(BLOCK)):
                seen[j * w + (g ^ np.uint64(G[b + j]))] = 1


@jit
def list_open(n: int, rows: Words, kind: Words, limit: Ints, near: Values, count: Ints) -> None:
    """The first OPEN values of one kind whose bytes are not set, in each row, below its limit."""
    ones = np.uint64(0x0101010101010101)
    words = kind.shape[1]
    for j in range(BLOCK):
        p = (n + j) & 1
        k = 0
        for i in range((limit[j] + 7) // 8):
            free = ~rows[j * words + i] & kind[p, i]
            while free and k < OPEN:
                below = free - np.uint64(1)
                value = 8 * i + np.int64(((below & ~free & ones) * ones) >> np.uint64(56))
                near[k * BLOCK + j] = value
                k += 1
                free &= below
            if k == OPEN:
                break
        count[j] = k


@jit
def close(near: Values, gap: Values, count: Ints, width: int, seen: Bytes) -> int:
    """Set the bytes of the open values that were reached; in how many rows are those OPEN values?"""
    rows = 0
    for j in range(BLOCK):
        reached = 0
        for q in range(count[j]):
            if gap[q * BLOCK + j] == 0:
                seen[j * width + np.int64(near[q * BLOCK + j])] = 1
                reached += 1
        rows += reached == OPEN
    return rows


@jit
def has_pair(G: Values, m: int, start: int, stop: int, value: int) -> bool:
    """Is G(a) ^ G(m - a) = value for an a from `start` to `stop`?"""
    T = G.dtype.type
    v = T(value)
    a, end, back = np.uint64(start), np.uint64(stop), np.uint64(m - start)
    chunk = np.uint64(128)
    while a + chunk <= end:
        least = T(255)
        for i in range(chunk):
            x = T(T(G[a + i] ^ G[back - i]) ^ v)
            least = x if x < least else least
        if least == T(0):
            return True
        a += chunk
        back -= chunk
    while a < end:
        if T(G[a] ^ G[back]) == v:
            return True
        a += np.uint64(1)
        back -= np.uint64(1)
    return False


@jit
def is_option(G: Values, n: int, value: int, splits: Ints, unequal: bool, rare: Bytes) -> bool:
    """Does a split reach this value, which is rare in some class? First few pairs of every split, then all."""
    index = 2 * value + (n & 1)
    for t in splits:
        m = n - t
        if rare[t & 1, index] and has_pair(G, m, 1, min(QUICK, (m - unequal) // 2 + 1), value):
            return True
    for t in splits:
        m = n - t
        if rare[t & 1, index] and has_pair(G, m, min(QUICK, (m - unequal) // 2 + 1), (m - unequal) // 2 + 1, value):
            return True
    return False


@jit
def limits(n: int, splits: Ints, unequal: bool, rest: Ints, ends: Ints, bounds: Ints) -> None:
    """For each split: which of its rare heaps leave another that is known before the block from n on.

    Those from place 0 to 1 and from 2 to 3. The ones between are half of a heap in the block, which is no
    split where they must be unequal; the ones behind are too large.
    """
    for k in range(len(splits)):
        d, m = splits[k] & 1, n - splits[k]
        first, size = ends[d, 0], ends[d, 1]
        while size > first and rest[size - 1] >= m:
            size -= 1
        low = high = size
        if unequal:
            while high > first and 2 * rest[high - 1] >= m + BLOCK:
                high -= 1
            low = high
            while low > first and 2 * rest[low - 1] >= m:
                low -= 1
        bounds[k, 0], bounds[k, 1], bounds[k, 2], bounds[k, 3] = first, low, high, size


@jit
def collect(G: Values, m: int, heaps: Ints, start: int, stop: int, sets: Words) -> None:
    """Put the values of the splits of m, m + 1, ... with heaps[start:stop] into sets of bits."""
    one, last = np.uint64(1), np.uint64(63)
    for k in range(start, stop):
        r = heaps[k]
        b, g = np.uint64(m - r), np.uint64(G[r])
        for j in range(np.uint64(BLOCK)):
            sets[j] |= one << ((g ^ np.uint64(G[b + j])) & last)


@jit
def place(bit: int) -> int:
    """Which bit is set?"""
    x, k = np.uint64(bit), 0
    for half in (32, 16, 8, 4, 2, 1):
        if x >> np.uint64(half):
            x >>= np.uint64(half)
            k += half
    return k


@jit
def advance_narrow(
    G: Values,
    n: int,
    stop: int,
    takes: Ints,
    splits: Ints,
    unequal: bool,
    rare: Bytes,
    marks: Ints,
    extra: Ints,
    small: Ints,
    rest: Ints,
    ends: Ints,
) -> int:
    """Do the work of `advance` while all values are below NARROW: a set of options is one word."""
    one = np.uint64(1)
    sets = np.zeros(BLOCK, np.uint64)
    unsure = np.zeros(2, np.uint64)
    bounds = np.zeros((len(splits), 4), np.int64)
    for i in range(2 * NARROW):
        if rare[0, i] or rare[1, i]:
            unsure[i & 1] |= one << np.uint64(i // 2)
    while n < stop:
        if ends[0, 1] + BLOCK > ends[0, 2] or ends[1, 1] + BLOCK > ends[1, 2]:
            return n
        n0 = n
        limits(n0, splits, unequal, rest, ends, bounds)
        for j in range(BLOCK):
            sets[j] = 0
        for k in range(len(splits)):
            m = n0 - splits[k]
            collect(G, m, marks, 0, len(marks), sets)
            collect(G, m, extra, 0, len(extra), sets)
            collect(G, m, rest, bounds[k, 0], bounds[k, 1], sets)
            collect(G, m, rest, bounds[k, 2], bounds[k, 3], sets)
        for j in range(min(BLOCK, stop - n0)):
            n = n0 + j
            options = sets[j]
            for t in takes:
                options |= one << np.uint64(G[n - t])
            for k in range(len(splits)):
                d, m = splits[k] & 1, n - splits[k]
                for i in range(d * BLOCK, d * BLOCK + ends[d, 3]):
                    r = small[i]
                    options |= one << np.uint64(G[r] ^ G[m - r])
                for i in range(bounds[k, 1], bounds[k, 2]):
                    r = rest[i]
                    if 2 * r != m:
                        options |= one << np.uint64(G[r] ^ G[m - r])
                for i in range(bounds[k, 3], ends[d, 1]):
                    r = rest[i]
                    if r < m:
                        options |= one << np.uint64(G[r] ^ G[m - r])
            free = ~options
            lowest = free & (~free + one)
            while lowest & unsure[n & 1] and is_option(G, n, place(lowest), splits, unequal, rare):
                free ^= lowest
                lowest = free & (~free + one)
            if not free:
                return n
            value = place(lowest)
            G[n] = value
            for d in range(2):
                if rare[d, 2 * value + (n & 1)]:
                    rest[ends[d, 1]] = n
                    ends[d, 1] += 1
        n += 1
    return n


@jit
def advance(
    G: Values,
    n: int,
    stop: int,
    width: int,
    takes: Ints,
    splits: Ints,
    unequal: bool,
    rare: Bytes,
    marks: Ints,
    extra: Ints,
    small: Ints,
    rest: Ints,
    ends: Ints,
) -> int:
    """Fill G[n:stop] by the plan; returns the first heap left out: its value is too large, or a list is full."""
    rows = np.zeros(BLOCK * width // 8, np.uint64)
    seen = rows.view(np.uint8)
    near = np.zeros(OPEN * BLOCK, G.dtype)
    gap = np.zeros(OPEN * BLOCK, G.dtype)
    count = np.zeros(BLOCK, np.int64)
    bounds = np.zeros((len(splits), 4), np.int64)
    mixed = np.any(rare[0]) and np.any(rare[1])  # a value may be rare in one class and common in the other
    every = np.full(BLOCK, width, np.int64)
    least = np.zeros(BLOCK, np.int64)
    sure = np.zeros(BLOCK, np.int64)
    common = np.zeros((2, width // 8), np.uint64)
    unsure = np.zeros((2, width // 8), np.uint64)
    for i in range(2 * width):
        bit = np.uint64(1) << np.uint64(8 * (i // 2 % 8))
        if rare[0, i] or rare[1, i]:
            unsure[i & 1, i // 16] |= bit
        else:
            common[i & 1, i // 16] |= bit
    while n < stop:
        if ends[0, 1] + BLOCK > ends[0, 2] or ends[1, 1] + BLOCK > ends[1, 2]:
            return n
        n0 = n
        limits(n0, splits, unequal, rest, ends, bounds)
        rows[:] = 0
        mark(G, n0, width, seen, marks, splits)
        while True:
            list_open(n0, rows, common, every, near, count)
            gap[:] = 255
            for k in range(len(splits)):
                m = n0 - splits[k]
                compare(G, m, rest, bounds[k, 0], bounds[k, 1], near, gap)
                compare(G, m, rest, bounds[k, 2], bounds[k, 3], near, gap)
            if close(near, gap, count, width, seen) < FEW:
                break
        for j in range(BLOCK):
            sure[j] = np.int64(near[(OPEN - 1) * BLOCK + j]) if count[j] == OPEN else width
            least[j] = sure[j]
            for q in range(count[j]):
                if gap[q * BLOCK + j]:
                    least[j] = np.int64(near[q * BLOCK + j])
                    break
        list_open(n0, rows, unsure, least, near, count)
        gap[:] = 255
        for k in range(len(splits)):
            m = n0 - splits[k]
            compare(G, m, extra, 0, len(extra), near, gap)
            if mixed:
                compare(G, m, rest, bounds[k, 0], bounds[k, 1], near, gap)
                compare(G, m, rest, bounds[k, 2], bounds[k, 3], near, gap)
        close(near, gap, count, width, seen)
        if mixed:
            for j in range(BLOCK):
                sure[j] = min(sure[j], np.int64(near[(OPEN - 1) * BLOCK + j]) if count[j] == OPEN else least[j])
        for j in range(min(BLOCK, stop - n0)):
            n = n0 + j
            row = j * width
            for t in takes:
                seen[row + np.int64(G[n - t])] = 1
            for k in range(len(splits)):
                m = n - splits[k]
                d = splits[k] & 1
                for i in range(d * BLOCK, d * BLOCK + ends[d, 3]):
                    r = small[i]
                    seen[row + np.int64(G[r] ^ G[m - r])] = 1
                for i in range(bounds[k, 1], bounds[k, 2]):
                    r = rest[i]
                    if 2 * r != m:
                        seen[row + np.int64(G[r] ^ G[m - r])] = 1
                for i in range(bounds[k, 3], ends[d, 1]):
                    r = rest[i]
                    if r < m:
                        seen[row + np.int64(G[r] ^ G[m - r])] = 1
            value = 0
            while True:
                while value < width and seen[row + value]:
                    value += 1
                if value == width:
                    return n
                index = 2 * value + (n & 1)
                doubtful = rare[0, index] or rare[1, index]
                if value <= sure[j] or (doubtful and not mixed):
                    if not doubtful or not is_option(G, n, value, splits, unequal, rare):
                        break
                    value += 1
                else:  # more values were reached than compared
                    for k in range(len(splits)):
                        m = n - splits[k]
                        for i in range(bounds[k, 0], bounds[k, 3]):
                            r = rest[i]
                            if not (unequal and 2 * r == m):
                                seen[row + np.int64(G[r] ^ G[m - r])] = 1
                    sure[j] = width
            G[n] = value
            index = 2 * value + (n & 1)
            for d in range(2):
                if rare[d, index]:
                    rest[ends[d, 1]] = n
                    ends[d, 1] += 1
        n += 1
    return n


@dataclass
class Plan:
    """All that `advance` needs beside the values; made from the values alone."""

    until: int
    """The heap where a new plan is due."""

    rare: Bytes
    """For each class and each index of `sparse`: 1 where it is rare."""

    marks: Ints
    """Heaps whose splits are marked."""

    extra: Ints
    """Further heaps whose splits are compared with open rare values."""

    small: Ints
    """Rare heaps below BLOCK: BLOCK places for each class."""

    rest: Ints
    """The other rare heaps that are not in `marks`, of each class in turn, with room for new ones."""

    ends: Ints
    """For each class: where it begins and ends in `rest`, where its room ends, how many small heaps it has."""

    @classmethod
    def of(cls, G: Values, n: int, width: int, splits: Ints) -> Plan:
        """A plan for the heaps from n on, good until there are half as many more."""
        count = sparse.histogram(G, 1, n, width)
        none = np.zeros(2 * width, np.uint8)
        rare = np.array([sparse.rare_values(count, d) if np.any(splits % 2 == d) else none for d in (0, 1)])
        recent = sparse.histogram(G, max(1, n - sparse.RECENT), n, width)
        left = sparse.wanted(recent)
        chance = np.minimum(2 * recent / recent.sum(), 1.0)
        miss = np.ones(2 * width)
        for t in splits:
            miss *= 1 - (chance.reshape(-1, 2)[:, ::-1].ravel() if t & 1 else chance)
        last = max(BLOCK, min((n - int(splits.max()) - 1) // 2, sparse.NEARBY))
        usable = np.ones(last, np.uint8)
        gain = GAIN / (1 + float(rare.sum(axis=0) @ count))
        marks = sparse.cover(G, BLOCK, last, miss, left, usable, MARKED, gain)
        usable[marks] = 0
        left[~rare.any(axis=0)] = 0
        extra = sparse.cover(G, BLOCK, last, miss, left, usable, COMPARED, LEAST_GAIN)
        small, counts = zip(*(sparse.positions(G, 1, BLOCK, r, none[:0], BLOCK) for r in rare), strict=True)
        rest, sizes = zip(*(sparse.positions(G, BLOCK, n, r, 1 - usable, ROOM) for r in rare), strict=True)
        half = len(rest[0])
        ends = np.array([[0, sizes[0], half, counts[0]], [half, half + sizes[1], half + len(rest[1]), counts[1]]])
        until = 2 * n if n < 500_000 else n + n // 2
        return cls(until, rare, marks, extra, np.concatenate([s[:BLOCK] for s in small]), np.concatenate(rest), ends)


class OctalRun:
    """A nim-sequence that grows: digit t of the code says with its bits 1, 2, 4 what may be left after taking t.

    Its state is the code and the values; to go on from values kept elsewhere, give them.

    >>> kayles = OctalRun((0, 7, 7), unequal=False)
    >>> kayles.extend(12)
    >>> kayles.values.tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
    """

    def __init__(self, digits: Sequence[int], unequal: bool, values: Values | None = None) -> None:
        if bad := [digit for digit in digits if not 0 <= digit <= 7]:
            raise UsageError(f"a digit here is 0 to 7, not {bad[0]}")
        self._ends, self._takes, self._splits = (
            np.array([t for t, digit in enumerate(digits) if digit & bit and (t or bit == 4)], np.int64)
            for bit in (1, 2, 4)
        )
        self._unequal = unequal
        self._known = 1
        self._start = 8 * BLOCK + len(digits)
        self._values: Values = np.zeros(1, np.uint8)
        if values is not None and len(values):
            largest = int(values.max())
            self._values = values.astype(np.min_scalar_type(largest))
            self._known = len(values)
        self._width = NARROW
        while self._width <= int(self._values.max()):
            self._width *= 2
        self._plan: Plan | None = None

    @property
    def values(self) -> Values:
        """G(0), G(1), ...: all that are known, in the smallest unsigned type that holds them."""
        return self._values[: self._known]

    def extend(self, upto: int) -> None:
        """Make sure that G(0), ..., G(upto - 1) are known."""
        if upto > len(self._values):
            room = np.zeros(upto, self._values.dtype)
            room[: self._known] = self.values
            self._values = room
        while self._known < upto:
            self._step(upto)

    def _step(self, upto: int) -> None:
        n, code = self._known, (self._ends, self._takes, self._splits)
        if n < self._start or not len(self._splits):
            stop = min(upto, self._start) if n < self._start else min(upto, n + SLICE)
            self._known = direct(self._values, n, stop, self._width, *code, self._unequal)
            if self._known < stop:
                self._widen()
            return
        if self._plan is None or n >= self._plan.until:
            self._plan = Plan.of(self._values, n, self._width, self._splits)
        plan = self._plan
        stop = min(upto, plan.until, n + SLICE)
        lists = plan.marks, plan.extra, plan.small, plan.rest, plan.ends
        rules = self._takes, self._splits, self._unequal, plan.rare
        if self._width == NARROW:
            self._known = advance_narrow(self._values, n, stop, *rules, *lists)
        else:
            self._known = advance(self._values, n, stop, self._width, *rules, *lists)
        if self._known < stop:
            self._plan = None
            if all(plan.ends[:, 1] + BLOCK <= plan.ends[:, 2]):
                self._widen()

    def _widen(self) -> None:
        self._width *= 2
        self._plan = None
        if self._width - 1 > np.iinfo(self._values.dtype).max:
            self._values = self._values.astype(np.min_scalar_type(self._width - 1))
