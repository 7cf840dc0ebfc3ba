"""Nim-values straight from the definition: the mex of the values of the options.

Each function looks at the heaps `start` ... `stop - 1` and returns the first whose value is not the one that follows
from the values of smaller heaps, or -1. They are plain Python over lists; over arrays they compile without change.
`seen[v] == n + 1` means that heap n has an option of value v. Values beyond the end of `seen` do not matter, because it
is longer than the largest claimed value.
"""

# Slow and obvious on purpose. The solver's kernels compute the same values in cleverer ways; a checker that shared
# their tricks would share their faults.

from __future__ import annotations

from typing import Any

Numbers = Any
"""A list of ints, or an array of them."""


def subtraction(values: Numbers, amounts: Numbers, seen: Numbers, start: int, stop: int) -> int:
    """Take an amount that is in the set; `amounts` are sorted."""
    for n in range(start, stop):
        for amount in amounts:
            if amount > n:
                break
            v = values[n - amount]
            if v < len(seen):
                seen[v] = n + 1
        g = 0
        while g < len(seen) and seen[g] == n + 1:
            g += 1
        if values[n] != g:
            return n
    return -1


def all_but(values: Numbers, excluded: Numbers, seen: Numbers, start: int, stop: int) -> int:
    """Take any amount that is not in the set; `excluded` are sorted."""
    for n in range(start, stop):
        i = 0
        for amount in range(1, n + 1):
            if i < len(excluded) and excluded[i] == amount:
                i += 1
                continue
            v = values[n - amount]
            if v < len(seen):
                seen[v] = n + 1
        g = 0
        while g < len(seen) and seen[g] == n + 1:
            g += 1
        if values[n] != g:
            return n
    return -1


def all_but_in_order(values: Numbers, excluded: Numbers, total: Numbers, hidden: Numbers, start: int, stop: int) -> int:
    """The same for all heaps in order, looking only at the excluded amounts instead of all the others.

    `total[v]` counts the smaller heaps of value v. No option has value v exactly when all of those are an excluded
    amount away. `total` is carried over from call to call; `hidden` is all zeros between heaps.
    """
    # The least value that no smaller heap has. Every value below it occurs, so only a hidden one can be the mex.
    free = 0
    while free < len(total) and total[free] > 0:
        free += 1
    for n in range(start, stop):
        g = free
        for amount in excluded:
            if amount <= n:
                hidden[values[n - amount]] += 1
        for amount in excluded:
            if amount <= n:
                v = values[n - amount]
                if v < g and hidden[v] == total[v]:
                    g = v
        for amount in excluded:
            if amount <= n:
                hidden[values[n - amount]] = 0
        if values[n] != g:
            return n
        total[g] += 1
        free = max(free, g + 1)
    return -1


def take_and_break(values: Numbers, digits: Numbers, unequal: bool, seen: Numbers, start: int, stop: int) -> int:
    """Take t and leave no heap, one heap or two heaps if digit t has bit 1, 2 or 4."""
    for n in range(start, stop):
        for t in range(min(n, len(digits) - 1) + 1):
            m, digit = n - t, digits[t]
            if digit & 1 and m == 0 and t > 0:
                seen[0] = n + 1
            if digit & 2 and m > 0 and t > 0 and values[m] < len(seen):
                seen[values[m]] = n + 1
            if digit & 4:
                half = (m - 1) // 2 if unequal else m // 2
                for a in range(1, half + 1):
                    v = values[a] ^ values[m - a]
                    if v < len(seen):
                        seen[v] = n + 1
        g = 0
        while g < len(seen) and seen[g] == n + 1:
            g += 1
        if values[n] != g:
            return n
    return -1
