"""Nim-values below 64 of long runs whose rare heaps are few: sets of values in machine words, 64 heaps at a time.

Every option of heap n that the kernel tries has the value G(n - away) xor g. A split that takes t and leaves the rare
heap r gives away = t + r and g = G(r); a move that takes t and leaves one heap gives away = t and g = 0. The rare heaps
reach every common value that is an option (see `sparsespace`), so the least common value that is missing is the value
of n, if all rare values below it are options too. Some more splits, with common heaps (`helpers`), show most of these;
the kernel searches for the others afterwards, for a whole block of heaps.

If a rare value turns out not to be an option, it is the value of its heap. The block ends there: the heaps behind it
were computed too early and are computed again.

Plain Python that does the same is `mexloop.by_definition`; tests compare both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..compile.bitops import trailing_zeros
from ..compile.jit import inline_jit, jit
from .mexloop import Rules, has_pair
from .sparsespace import Bytes, Ints, Values

Words = npt.NDArray[np.unsignedinteger]

WIDEST = 64
"""Values are below this: a set of them is a word. If they are below 32, half a word is enough and twice as fast."""

BLOCK = 64
"""The kernel adds an option at least this far away to this many heaps at once."""

UNROLLED = 8
"""This many near options stay in registers."""

SAMPLE, SEARCHED = 512, 1024
"""At most this many of the last heaps, and this many values below theirs, say which helpers to take.

As many heaps are candidates. The choice affects speed only.
"""

MOST_HELPERS, LEAST_GAIN = 96, 0.003
"""The most helpers, and how many values for each heap of the sample each must show that no helper before it shows."""


class HeapOption(NamedTuple):
    """An option of every heap n > away except the heap `never`: it has the value G(n - away) xor g."""

    away: int
    g: int
    never: int = 0
    """Here both heaps of the split would be equal, which a code may forbid; 0 stands for no heap."""


class Groups(NamedTuple):
    """Options by the way in which the kernel adds them."""

    far: Ints
    far_g: Bytes
    """At least a block away: added to all heaps of a block at once."""

    near: tuple[tuple[np.uint64, np.uint64], ...]
    """UNROLLED pairs of `away` and `g`. An option may occur twice: that changes nothing."""

    more: Words
    more_g: Words
    """The other options less than a block away."""

    late: Ints
    """Rows of `away`, `g` and `never`: options that only some of the next heaps have."""


@inline_jit
def add_far(G: Values, n: int, far: Ints, far_g: Bytes, words: Words) -> None:
    """Add the far options to the sets of the heaps n, n + 1, ..., n + BLOCK - 1."""
    word = words.dtype.type
    one, k = word(1), 0
    while k + 3 < len(far):  # four at a time, so that each set is read and written once for all of them
        a, b, c, d = word(far_g[k]), word(far_g[k + 1]), word(far_g[k + 2]), word(far_g[k + 3])
        A, B, C, D = G[n - far[k] :], G[n - far[k + 1] :], G[n - far[k + 2] :], G[n - far[k + 3] :]
        for j in range(np.uint64(BLOCK)):  # unsigned: numba tests signed indices for being negative
            two = one << (word(A[j]) ^ a) | one << (word(B[j]) ^ b)
            words[j] |= two | one << (word(C[j]) ^ c) | one << (word(D[j]) ^ d)
        k += 4
    while k < len(far):
        a, A = word(far_g[k]), G[n - far[k] :]
        for j in range(np.uint64(BLOCK)):
            words[j] |= one << (word(A[j]) ^ a)
        k += 1


@inline_jit
def add_late(G: Values, n: int, late: Ints) -> np.uint64:
    """The set of the late options of heap n."""
    options = np.uint64(0)
    for k in range(len(late)):
        away, g, never = late[k, 0], late[k, 1], late[k, 2]
        if away < n and n != never:
            options |= np.uint64(1) << (np.uint64(G[n - away]) ^ np.uint64(g))
    return options


@jit
def fill_words(
    G: Values, n: int, stop: int, rules: Rules, groups: Groups, unsure: Words, words: Words, missing: Words
) -> tuple[int, int]:
    """Fill G[n:stop]; returns the first heap not filled, and its value if it is rare.

    The value is -1 at `stop`, and the width of a set if the value does not fit. `unsure` has, for each parity of heaps,
    the set of the rare values.
    """
    one, width = np.uint64(1), 8 * words.itemsize
    (a0, g0), (a1, g1), (a2, g2), (a3, g3), (a4, g4), (a5, g5), (a6, g6), (a7, g7) = groups.near
    while n < stop:
        for j in range(np.uint64(BLOCK)):
            words[j] = 0
        add_far(G, n, groups.far, groups.far_g, words)
        start, end, large = np.uint64(n), np.uint64(min(n + BLOCK, stop)), False
        for i in range(start, end):
            seen = np.uint64(words[i - start])
            if len(groups.late):
                seen |= add_late(G, np.int64(i), groups.late)  # type: ignore[arg-type]
            for k in range(np.uint64(len(groups.more))):
                seen |= one << (np.uint64(G[i - groups.more[k]]) ^ groups.more_g[k])
            # The nearest come last: the value of the heap before may not be ready yet.
            seen |= one << (np.uint64(G[i - a7]) ^ g7) | one << (np.uint64(G[i - a6]) ^ g6)
            seen |= one << (np.uint64(G[i - a5]) ^ g5) | one << (np.uint64(G[i - a4]) ^ g4)
            seen |= one << (np.uint64(G[i - a3]) ^ g3) | one << (np.uint64(G[i - a2]) ^ g2)
            seen |= one << (np.uint64(G[i - a1]) ^ g1) | one << (np.uint64(G[i - a0]) ^ g0)
            rare = unsure[i & one]
            common = words.dtype.type(~(seen | rare))
            if not common:
                end, large = i, True  # type: ignore[assignment]
                break
            value = np.uint64(trailing_zeros(np.uint64(common)))
            missing[i - start] = rare & ~seen & ((one << value) - one)
            G[i] = value
        for i in range(start, end):
            left = missing[i - start]
            while left:
                value = trailing_zeros(left)
                if not has_pair(G, np.int64(i), value, rules):  # type: ignore[arg-type]
                    return np.int64(i), np.int64(value)  # type: ignore[return-value]
                left &= left - one
        n = np.int64(end)  # type: ignore[assignment]
        if large:
            return n, width
    return n, -1


@dataclass
class SmallPlan:
    """What the kernel needs besides the values: the options to try, and the rare values."""

    until: int
    """The heap at which a new plan is due."""

    rare: Bytes
    """For each class and each index of `sparsespace`: 1 if it is rare."""

    options: list[HeapOption]
    word: type[np.unsignedinteger]
    unsure: Words = field(init=False)

    is_full = False

    def __post_init__(self) -> None:
        rare = self.rare.any(axis=0).reshape(-1, 2)[:WIDEST]
        self.unsure = np.array([sum(1 << int(v) for v in np.flatnonzero(column)) for column in rare.T], np.uint64)

    def fill(self, G: Values, n: int, stop: int, rules: Rules) -> int:
        """Fill G[n:stop]; returns the first heap not filled: `stop`, or a heap whose value does not fit the sets."""
        words, missing = np.zeros(BLOCK, self.word), np.zeros(BLOCK, np.uint64)
        while n < stop:
            groups, calm = group(self.options, n)
            n, value = fill_words(G, n, min(stop, calm), rules, groups, self.unsure, words, missing)
            if value == 8 * words.itemsize:
                return n
            if value >= 0:
                G[n] = value
                self.options += rare_options(G, [n], rules, self.rare)
                n += 1
        return n


def group(options: Sequence[HeapOption], n: int) -> tuple[Groups, int]:
    """The options for the heaps from n on, and the heap at which these groups end."""
    late, ready, calm = list[HeapOption](), list[HeapOption](), 1 << 62
    for option in options:
        if option.away >= n or option.never == n:
            late.append(option)
            calm = min(calm, max(option.away, option.never if option.never == n else 0) + 1)
        else:
            ready.append(option)
            calm = min(calm, option.never) if option.never > n else calm
    ready.sort()
    count = max(sum(option.away < BLOCK for option in ready), 1)
    near, far = ready[:count], ready[count:]  # a far option may be the only one: then it is called near
    registers = (near * UNROLLED)[:UNROLLED]
    groups = Groups(
        far=np.array([option.away for option in far], np.int64),
        far_g=np.array([option.g for option in far], np.uint8),
        near=tuple((np.uint64(option.away), np.uint64(option.g)) for option in registers),
        more=np.array([option.away for option in near[UNROLLED:]], np.uint64),
        more_g=np.array([option.g for option in near[UNROLLED:]], np.uint64),
        late=np.array(late, np.int64).reshape(-1, 3),
    )
    return groups, calm


def rare_options(G: Values, heaps: Sequence[int], rules: Rules, rare: Bytes) -> list[HeapOption]:
    """The options that leave one of these heaps, by the splits in whose class the heap is rare."""
    return [
        HeapOption(int(t) + r, int(G[r]), 2 * r + int(t) if rules.unequal else 0)
        for t in rules.splits
        for r in heaps
        if rare[t & 1, 2 * int(G[r]) + (r & 1)]
    ]


def small_plan(G: Values, n: int, until: int, rules: Rules, rares: Sequence[int], width: int) -> SmallPlan | None:
    """A plan for the heaps from n on, whose rare heaps so far are `rares`; None if no option is sure to exist."""
    options = [HeapOption(int(t), 0) for t in rules.takes] + rare_options(G, rares, rules, rules.rare)
    options += helpers(G, n, options, rules, width)
    word = np.uint32 if width <= 32 else np.uint64
    return (
        SmallPlan(until, rules.rare, options, word)
        if any(option.away < n > option.never for option in options)
        else None
    )


def helpers(G: Values, n: int, options: Sequence[HeapOption], rules: Rules, width: int) -> Iterator[HeapOption]:
    """Splits with common heaps that show most of the rare values below the last values."""
    size = min(SAMPLE, n >> 7)  # short runs get few helpers: choosing takes longer than searching
    last = min(BLOCK + size // len(rules.splits), (n - size - int(rules.splits.max())) // 2, rules.front)
    candidates = [HeapOption(int(t) + a, int(G[a])) for t in rules.splits for a in range(BLOCK, last)]
    heaps = np.arange(n - size, n)
    seen = np.zeros((size, width), bool)
    for away, g, _ in options:
        there = heaps[heaps > away]
        seen[there - heaps[0], G[there - away] ^ g] = True
    rare = rules.rare.any(axis=0).reshape(-1, 2).T[heaps & 1, :width]
    rows, wanted = np.nonzero((np.arange(width) < G[heaps, None]) & ~seen & rare)
    if not len(rows) or not candidates:
        return
    # A row for each candidate and a bit for each value that is wanted: does the candidate show it?
    rows, wanted = rows[:SEARCHED], wanted[:SEARCHED].astype(G.dtype)
    away, g, _ = np.array(candidates).T
    shows = np.packbits(G[heaps[rows] - away[:, None]] ^ wanted == g[:, None], axis=1)
    for _ in range(MOST_HELPERS):
        gains = np.bitwise_count(shows).sum(axis=1, dtype=np.int64)
        best = int(gains.argmax())
        if gains[best] < LEAST_GAIN * size:
            break
        yield candidates[best]
        shows &= ~shows[best]
