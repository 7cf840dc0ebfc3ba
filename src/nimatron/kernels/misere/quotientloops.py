"""Loops of misère quotients: marking the lost elements of a candidate, checking all sums.

`solve/misere/quotient_guess.py` and `solve/misere/exact_check.py` make the arrays, and say what they mean.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..compile.jit import jit

Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]
Flags = npt.NDArray[np.bool_]


@jit
def mark(
    factor: Longs, scale: Longs, radix: Longs, step: Ints, without: Ints, starts: Longs,
    move_base: Longs, move_powers: Longs, mul: Ints, lost: Flags, order: Longs, parent: Longs, last: Longs,
    seen: Flags, powers: Longs,
) -> None:  # fmt: skip
    """Visit all elements by their least words; an element is lost if no option of its word is."""
    seen[0] = True
    count = 1
    for g in range(factor.size):
        begin, end = 0, count
        while begin < end:
            for i in range(begin, end):
                element, f = order[i], factor[g]
                if f < 0:
                    first = element % mul.shape[0]
                    times = element - first + step[g, first]
                elif element // scale[f] % radix[f] + 1 < radix[f]:
                    times = element + scale[f]
                else:
                    continue  # a power that was seen before
                if not seen[times]:
                    seen[times] = True
                    lost[times] = _is_lost(
                        times, factor, scale, radix, without, starts, move_base, move_powers, mul, lost, powers
                    )
                    order[count], parent[count], last[count] = times, i, g
                    count += 1
            begin, end = end, count


@jit
def _is_lost(
    element: int, factor: Longs, scale: Longs, radix: Longs, without: Ints, starts: Longs,
    move_base: Longs, move_powers: Longs, mul: Ints, lost: Flags, powers: Longs,
) -> bool:  # fmt: skip
    first = element % mul.shape[0]
    for f in range(radix.size):
        powers[f] = element // scale[f] % radix[f]
    for g in range(factor.size):
        f = factor[g]
        if f >= 0:
            if not powers[f]:
                continue
            less = first
            powers[f] -= 1
        else:
            less = without[g, first]
            if less < 0:
                continue
        for t in range(starts[g], starts[g + 1]):
            moved = np.int64(mul[less, move_base[t]])
            for k in range(radix.size):
                power = powers[k] + move_powers[t, k]
                while power >= radix[k]:
                    power -= 2
                moved += scale[k] * power
            if lost[moved]:
                return False
        if f >= 0:
            powers[f] += 1
    return True


@jit
def advance(
    mul: Ints, lost: Flags, steps: Ints, shifted: Words, elements: Ints, wins: Words, before: Ints, via: Ints,
    following: Ints, alive: Flags, newest: Ints, state: Longs, flags: Flags, part: Words, new: Words, most: int,
) -> int:  # fmt: skip
    """Continue the check for at most `most` pairs: 0 when it is done, 1 if there is more to do, 2 if it fails."""
    size, width = mul.shape[0], wins.shape[1]
    one = np.uint64(1)
    done = 0
    while state[1] < state[0]:
        if done == most or state[0] + steps.size > elements.size:
            return 1
        pair = state[1]
        state[1] += 1
        if not alive[pair]:
            continue
        done += 1
        element = elements[pair]
        for z in range(size):
            flags[z] = wins[pair, z >> 6] >> np.uint64(z & 63) & one
        row = -1
        for k in range(steps.size):
            times = mul[element, steps[k]]
            if lost[times] == (flags[steps[k]] or shifted[k, element, 0] & one == one):
                state[2], state[3] = pair, k
                return 2
            if row != steps[k]:  # steps with the same element follow each other
                row = steps[k]
                for w in range(width):
                    part[w] = 0
                for z in range(size):
                    if flags[mul[row, z]]:
                        part[z >> 6] |= one << np.uint64(z & 63)
            for w in range(width):
                new[w] = part[w] | shifted[k, element, w]
            if _is_least(new, times, wins, following, alive, newest):
                added = state[0]
                elements[added], before[added], via[added], alive[added] = times, pair, k, True
                for w in range(width):
                    wins[added, w] = new[w]
                following[added] = newest[times]
                newest[times] = added
                state[0] += 1
    return 0


@jit
def _is_least(new: Words, element: int, wins: Words, following: Ints, alive: Flags, newest: Ints) -> bool:
    """Is no pair with this element smaller? Drops the pairs that are larger."""
    pair = newest[element]
    while pair >= 0:
        if alive[pair]:
            smaller = larger = True
            for w in range(new.size):
                smaller = smaller and not wins[pair, w] & ~new[w]
                larger = larger and not new[w] & ~wins[pair, w]
            if smaller:
                return False
            if larger:
                alive[pair] = False
        pair = following[pair]
    return True
