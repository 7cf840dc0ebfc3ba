"""Nim-values straight from the definition: the mex of the values of the options.

Each function goes through the heaps in order and compares their values with those that follow from the values of
smaller heaps. It is a generator, so that a check can be interrupted: now and then it yields how many heaps are right so
far, and ~n (which is negative) if the value of heap n is wrong. If it ends without that, all values are right.

They are plain Python over lists; over arrays they compile without change. `seen[v] == n + 1` means that heap n has an
option of value v; `seen` has room for one value more than the largest claimed.
"""

# Slow and obvious on purpose. The solver's kernels compute the same values in cleverer ways; a checker that shared
# their tricks would share their faults.

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .heap_rules import CodeMove, remainders

Numbers = Any
"""A list of ints, or an array of them."""

SLICE = 1 << 22
"""After about this many steps a loop yields: a hundredth of a second of compiled code, which Ctrl-C cannot end."""


def subtraction(values: Numbers, amounts: Numbers, seen: Numbers) -> Iterator[int]:
    """Take an amount that is in the set; `amounts` are sorted."""
    steps = 0
    for n in range(len(values)):
        for amount in amounts:
            if amount > n:
                break
            seen[values[n - amount]] = n + 1
        g = 0
        while g < len(seen) and seen[g] == n + 1:
            g += 1
        if values[n] != g:
            yield ~n
            return
        steps += len(amounts) + 1
        if steps >= SLICE:
            yield n
            steps = 0


def all_but(values: Numbers, excluded: Numbers, seen: Numbers) -> Iterator[int]:
    """Take any amount that is not in the set; `excluded` are sorted."""
    steps = 0
    for n in range(len(values)):
        i = 0
        for amount in range(1, n + 1):
            if i < len(excluded) and excluded[i] == amount:
                i += 1
            else:
                seen[values[n - amount]] = n + 1
        g = 0
        while g < len(seen) and seen[g] == n + 1:
            g += 1
        if values[n] != g:
            yield ~n
            return
        steps += n + 1
        if steps >= SLICE:
            yield n
            steps = 0


def take_and_break(values: Numbers, digits: Numbers, unequal: bool, seen: Numbers) -> Iterator[int]:
    """Take t and leave no heap, one heap, two or three heaps if digit t has bit 1, 2, 4 or 8."""
    steps = 0
    for n in range(len(values)):
        for t in range(min(n, len(digits) - 1) + 1):
            m, digit = n - t, digits[t]
            if digit & 1 and m == 0 and t > 0:
                seen[0] = n + 1
            if digit & 2 and m > 0 and t > 0:
                seen[values[m]] = n + 1
            if digit & 4:
                half = (m - 1) // 2 if unequal else m // 2
                for a in range(1, half + 1):
                    v = values[a] ^ values[m - a]
                    # Values above the largest claimed value do not change the mex.
                    if v < len(seen):
                        seen[v] = n + 1
                steps += m
            if digit & 8:  # three heaps are never asked to be unequal
                for a in range(1, m // 3 + 1):
                    for b in range(a, (m - a) // 2 + 1):
                        v = values[a] ^ values[b] ^ values[m - a - b]
                        if v < len(seen):
                            seen[v] = n + 1
                    steps += m
        g = 0
        while g < len(seen) and seen[g] == n + 1:
            g += 1
        if values[n] != g:
            yield ~n
            return
        steps += len(digits)
        if steps >= SLICE:
            yield n
            steps = 0


def any_code(values: Numbers, moves: tuple[CodeMove, ...]) -> Iterator[int]:
    """Any finite code, every move of every heap: never compiled."""
    steps = 0
    for n in range(len(values)):
        options = set()
        for parts in remainders(moves, n):
            v = 0
            for part in parts:
                v ^= values[part]
            options.add(v)
            steps += 1
            if steps % 4096 == 0:
                yield n
        g = 0
        while g in options:
            g += 1
        if values[n] != g:
            yield ~n
            return
