"""The same comparisons as in `definition` in much less time, for sequences that are too long for the definition.

*All-but games.* No option has value v exactly when all smaller heaps of value v are an excluded amount away. So it is
enough to count the heaps of each value, and to look at the excluded amounts.

*Take-and-break codes.* Heap n has value g if every v < g is the value of an option and g is not. An option that shows v
is enough for the first; for the second one has to look at all pairs (a, b) with a + b = m, for each m = n - t. But not
at all of them: choose any set of bits, the mask, and call h(a) = parity of G(a) & mask; if one likes, plus the parity
of a. For a + b = m and G(a) xor G(b) = g, h(a) + h(b) is the parity of g & mask (plus that of m): both sides are
linear. If it is odd, one of a and b has h = 0 and the other has h = 1. So all pairs whose value could be g have exactly
one part in R, whether R is the set of heaps with h = 0 or the set with h = 1, and only the heaps in R need to be tried.
If it is even, all pairs are tried.

This is sound for every mask. With a good one R is small (its heaps are *rare*), and the even case is rare as well, so
that a heap takes about |R| steps instead of n. `form` looks for the best mask: one for odd t, another for even t.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ..core.clock import interrupts_later
from .definition import SLICE, Numbers
from .verdict import CheckBudget

if TYPE_CHECKING:
    from ..core.array_types import Ints, Values

Compile = Callable[[Callable[..., Any]], Callable[..., Any]]
"""Makes a function fast; or, for tests, leaves it as it is: then it is plain Python over lists."""

PIECE = 1 << 20
"""How many values are looked at together."""

BITS = 16
"""A mask is looked for among the lowest bits of the values."""

WIDTH = 1024
"""How many pairs are compared together when one value is looked for; the next time twice as many."""

ROWS, TABLE = 32, 1 << 16
"""How many heaps are looked at together, and the size of their table: it should fit into the fastest memory."""


def all_but(values: Numbers, excluded: Numbers, total: Numbers, hidden: Numbers) -> Iterator[int]:
    """`total[v]` counts the smaller heaps of value v; `hidden[v]` those an excluded amount away, 0 between heaps."""
    free = 0  # the least value that no smaller heap has: every value below it occurs, so it is the mex unless hidden
    steps = 0
    for n in range(len(values)):
        g = free
        for amount in excluded:
            if amount <= n:
                hidden[values[n - amount]] += 1
        for amount in excluded:
            if amount <= n:
                v = values[n - amount]
                if v < g and hidden[v] == total[v]:
                    g = v
        # Only the entries in use are cleared: a heap then costs as much as the excluded amounts, not as all values.
        for amount in excluded:
            if amount <= n:
                hidden[values[n - amount]] = 0
        if values[n] != g:
            yield ~n
            return
        total[g] += 1
        free = max(free, g + 1)
        steps += 3 * len(excluded) + 1
        if steps >= SLICE:
            yield n
            steps = 0


def take_and_break(compiled: Compile) -> Callable[..., Iterator[int]]:
    """The loop over all heaps, and what it calls, each of them compiled."""

    @compiled
    def half(m: int, unequal: bool) -> int:
        """The largest smaller part of m."""
        return (m - 1) // 2 if unequal else m // 2

    @compiled
    def is_decided(g: int, m: int, mask: int, turns: int) -> bool:
        """Do all pairs with sum m and value g have exactly one rare part?"""
        bits, parity = g & mask, turns & m & 1
        while bits:
            parity ^= 1
            bits &= bits - 1
        return parity == 1

    @compiled
    def mark(
        values: Numbers, rares: Numbers, theirs: Numbers, start: int, stop: int, t: int, unequal: bool, seen: Numbers
    ) -> int:  # fmt: skip
        """For the heaps from `start` on: mark the values of all pairs with a rare part; returns their number."""
        room, pairs = len(seen) // (stop - start), 0
        for i in range(len(rares)):
            other = start - t - rares[i]  # the other part for heap `start`; for the next heap it is one more
            first = max(0, 1 - other)
            if first >= stop - start:
                # Rare heaps are sorted, so all later ones are too large as well.
                break
            for j in range(first, stop - start):
                if not unequal or other + j != rares[i]:
                    seen[j * room + (theirs[i] ^ values[other + j])] = 1
            pairs += stop - start
        return pairs

    @compiled
    def take(values: Numbers, digits: Numbers, n: int, seen: Numbers) -> None:
        """Mark the values of options that are one heap or none."""
        for t in range(1, min(n, len(digits) - 1) + 1):
            if digits[t] & 1 and t == n:
                seen[0] = 1
            if digits[t] & 2 and t < n:
                seen[values[n - t]] = 1

    @compiled
    def near(values: Numbers, splits: Numbers, unequal: bool, n: int, seen: Numbers) -> int:
        """Mark the values of pairs with a small part until all below that of n are marked; returns the pairs tried."""
        g, missing, pairs = values[n], 0, 0
        for v in range(g):
            missing += 1 - seen[v]
        for a in range(1, min(n, len(seen)) // 2 + 1):
            if missing == 0:
                break
            for t in splits:
                if a <= half(n - t, unequal):
                    v = values[a] ^ values[n - t - a]
                    if v < g and seen[v] == 0:
                        seen[v] = 1
                        missing -= 1
            pairs += len(splits)
        return pairs

    @compiled
    def meets(values: Numbers, back: Numbers, m: int, low: int, high: int, v: int) -> bool:
        """Does a pair (a, m - a) with low <= a < high have the value v?"""
        # `back` is `values` from the end, so that both are read in the same direction: that is ten times as fast.
        shift = len(values) - 1 - m
        small, large = values[low:high], back[shift + low : shift + high]
        found = False
        for i in range(len(small)):
            found |= small[i] ^ large[i] == v
        return found

    @compiled
    def heaps(
        values: Numbers, back: Numbers, digits: Numbers, splits: Numbers, masks: Numbers, turns: Numbers,
        even: Numbers, of_even: Numbers, odd: Numbers, of_odd: Numbers, names: Numbers, table: Numbers, unequal: bool,
    ) -> Iterator[int]:  # fmt: skip
        """Go through all heaps, as the functions in `definition` do; `arrays` makes all arguments but the last."""
        steps, room = 0, len(names)
        width = len(table) // room
        for start in range(0, len(values), width):
            stop = min(start + width, len(values))
            rows = table[: (stop - start) * room]
            for i in range(len(rows)):
                rows[i] = 0
            for t in splits:
                if t & 1:
                    steps += mark(values, odd, of_odd, start, stop, t, unequal, rows)
                else:
                    steps += mark(values, even, of_even, start, stop, t, unequal, rows)
                if steps >= SLICE:
                    yield start
                    steps = 0
            for n in range(start, stop):
                g, seen = values[n], rows[(n - start) * room : (n - start + 1) * room]
                take(values, digits, n, seen)
                for t in splits:
                    most = half(n - t, unequal)
                    if most > 0 and not is_decided(g, n - t, masks[t & 1], turns[t & 1]):
                        steps += most
                        if meets(values, back, n - t, 1, most + 1, g):
                            # A move to the value g itself refutes g.
                            seen[g] = 1
                    if steps >= SLICE:
                        yield n
                        steps = 0
                steps += near(values, splits, unequal, n, seen) + len(digits) + 1
                v = 0
                while v < g and seen[g] == 0:
                    low, wide = 1, WIDTH
                    while seen[v] == 0 and low <= n // 2:
                        for t in splits:
                            high = min(low + wide, half(n - t, unequal) + 1)
                            if low < high and seen[v] == 0:
                                steps += high - low
                                if meets(values, back, n - t, low, high, names[v]):
                                    seen[v] = 1
                            if steps >= SLICE:
                                yield n
                                steps = 0
                        low, wide = low + wide, 2 * wide
                    if seen[v] == 0:
                        break
                    v += 1
                if v < g or seen[g]:
                    yield ~n
                    return

    return heaps


def arrays(values: Values, digits: tuple[int, ...], even: MaskForm, odd: MaskForm) -> tuple[Any, ...]:
    """What the loop over all heaps works on."""
    import numpy as np

    marks = np.array(digits)
    room = 1 << int(values.max()).bit_length()  # the nim-sum of two values is below the next power of two
    return (
        values,
        values[::-1].copy(),
        marks,
        np.flatnonzero(marks & 4),
        np.array([even.mask, odd.mask]),
        np.array([even.turns, odd.turns]),
        even.rares,
        values[even.rares],
        odd.rares,
        values[odd.rares],
        np.arange(room, dtype=values.dtype),  # 0, 1, ... in the type of the values, which compare fastest
        np.zeros(max(1, min(ROWS, TABLE // room)) * room, dtype="u1"),  # a row for each of several heaps
    )


# -- masks ---------------------------------------------------------------------------------------


class MaskForm(NamedTuple):
    """h(a) = parity of G(a) & mask, plus the parity of a if `turns` is 1; and the rare heaps."""

    mask: int
    turns: int
    rares: Ints


def count_values(values: Values, work: CheckBudget) -> Ints:
    """How many heaps from 1 on have each value, even heaps at 2v and odd heaps at 2v + 1."""
    import numpy as np

    size = 2 << min(BITS, int(values.max(initial=0)).bit_length())
    counts = np.zeros(size, dtype="i8")
    for low in range(1, len(values), PIECE):
        piece = values[low : low + PIECE].astype("i8")
        # A mask has at most BITS bits, so higher bits of a value do not count.
        keys = (2 * piece + (np.arange(low, low + len(piece)) & 1)) & (size - 1)
        counts += np.bincount(keys, minlength=size)
        work.look()
    return counts


def form(values: Values, counts: Ints, odd: bool, work: CheckBudget) -> MaskForm:
    """The mask with the fewest rare heaps, for odd or even t."""
    import numpy as np

    sums = _transform(counts)  # at 2 mask + turns: how many more heaps have h = 0 than h = 1
    # Most heaps should have values that are decided. At m = n - t those have h(n) = 1, or h(n) = 0 if t turns it.
    sums[1::2] *= -1 if odd else 1
    best = int(sums.argmin())
    mask, turns = best >> 1, best & 1
    rare = 1 if odd and turns else 0
    work.room(10 * (int(counts.sum()) + int(sums[best])) // 2)
    parities = np.bitwise_count(np.arange(len(counts) // 2) & mask) & 1
    found = [np.zeros(0, dtype="i8")]
    for low in range(1, len(values), PIECE):
        piece = values[low : low + PIECE] & (len(parities) - 1)
        h = parities[piece] ^ (np.arange(low, low + len(piece)) & turns)
        found.append(np.flatnonzero(h == rare) + low)
        work.look()
    return MaskForm(mask, turns, np.concatenate(found))


def _transform(counts: Ints) -> Ints:
    """The Walsh-Hadamard transform: at i, the sum of all counts[j] with the sign of the parity of i & j."""
    import numpy as np

    sums, width = counts.copy(), 1
    while width < len(sums):
        pairs = sums.reshape(-1, 2, width)
        sums = np.stack([pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]], axis=1).reshape(-1)
        width *= 2
    return sums


# -- the compiler of the checkers ----------------------------------------------------------------


@cache
def njit() -> Any:
    """numba's compiler, which has compiled once. Nothing is kept on disk, where it could be changed."""
    with interrupts_later():
        from numba import njit as compiler

        first: Any = compiler(_nothing)
        first()  # loads all that numba loads later; half of it would be of no use
    return compiler


def _nothing() -> None: ...
