"""A split with a given value, where there are too many splits to list: looked for where it is likely.

Two equal heaps cancel. So a heap of the wanted value beside two equal ones is what mostly exists, and is quickly found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from math import comb, exp, factorial, log, pi, sqrt

from ...games.codes import Code, Condition, Digit
from ...nimbers import nim_sum

TRIED = 2000
"""How many heaps are tried at each end."""

FEW = 8
"""How many small heaps are tried beside two that are not equal, and how many numbers of heaps."""

MOVES = 100
"""How many amounts are tried."""


def about(code: Code, n: int) -> int:
    """About how many options a heap of `n` has.

    >>> about(Code("0.77"), 1000), about(Code("0.9"), 1000), about(Code("0.{2+}"), 100)
    (999, 82917, 177006903)
    """
    if code.longest is not None:
        return sum(_about(n - t, digit) for t, digit in code.moves(n))
    # Of digits that repeat, as if each took half of what there is.
    often = n // len(code.again) + 1
    return sum(_about(n - t, digit) for t, digit in enumerate(code.places) if t <= n) + often * sum(
        _about(n // 2, digit) for digit in code.again
    )


def _about(m: int, digit: Digit) -> int:
    found = sum(1 if condition == "=" else _partitions(m, heaps) for heaps, condition in digit.counts)
    # All partitions of a number: the first term of the formula of Hardy and Ramanujan.
    unbounded = digit.more and digit.counts[-1][1] != "="
    return found + (round(exp(min(pi * sqrt(2 * m / 3) - log(4 * sqrt(3) * m), 500))) if unbounded and m else 0)


def _partitions(m: int, heaps: int) -> int:
    return comb(m - 1, heaps - 1) // factorial(heaps) if 0 < heaps <= m else 0


def likely_split(code: Code, n: int, value: int, grundy: Callable[[int], int]) -> tuple[int, ...] | None:
    """A way to move from a heap of `n` to heaps with this nim-sum; None if none was found, though there may be one.

    >>> likely_split(Code("0.8"), 10**12, 0, lambda n: max(n - 1, 0) // 3)
    (1, 499999999999, 499999999999)
    """
    if n and value == 0 and code.place(n).condition(0) is not None:
        return (0,)
    for t, digit in islice(code.moves(n), MOVES):
        if n == t:
            continue
        for heaps, condition in islice(digit.numbers(n - t), FEW):
            for left in _likely(n - t, heaps):
                if _fits(left, condition) and nim_sum(*map(grundy, left)) == value:
                    return tuple(sorted(left))
    return None


def beside_twins(code: Code, n: int, grundy: Callable[[int], int]) -> tuple[int, ...] | None:
    """A split of a heap of `n` into two equal heaps, alone or beside a small one of value 0; None if there is none.

    Only the values of a few small heaps are asked for: the player who can move there wins, however large the heap is.

    >>> beside_twins(Code("0.9"), 10**12, [0, 1, 0, 0, 0, 1, 2, 2, 2].__getitem__)
    (3, 499999999998, 499999999998)
    """
    for t, digit in islice(code.moves(n), MOVES):
        for heaps in (2, 3):
            condition, smallest = digit.condition(heaps), range(1 if heaps == 3 else 0, FEW if heaps == 3 else 1)
            for c in smallest if condition is not None else ():
                twin = (n - t - c) // 2
                left = (c, twin, twin) if c else (twin, twin)
                if c < twin and sum(left) == n - t and _fits(left, condition or "") and grundy(c) == 0:
                    return left
    return None


def _likely(m: int, heaps: int) -> Iterator[tuple[int, ...]]:
    """Some ways to make so many heaps of m coins."""
    if heaps == 1:
        yield (m,)
    elif heaps == 2:
        yield from ((a, m - a) for a in range(m // 2, max(m // 2 - TRIED, 0), -1))
        yield from ((a, m - a) for a in range(1, min(m // 2, TRIED) + 1))
    elif heaps == 3:
        for c in range(1, min(m - 1, TRIED)):
            if (m - c) % 2 == 0:
                yield c, (m - c) // 2, (m - c) // 2
        for a in range(1, min((m + 1) // 2, TRIED)):
            yield m - 2 * a, a, a
        for c in range(1, min(m - 1, FEW)):
            yield from ((c, *pair) for pair in _likely(m - c, 2))
    elif heaps > 3 and m > heaps:
        yield from ((1, 1, *others) for others in _likely(m - 2, heaps - 2))


def _fits(left: tuple[int, ...], condition: Condition) -> bool:
    kinds = len(set(left))
    if condition == "!":
        return kinds == len(left)
    return kinds > 1 if condition == "?" else condition == "" or kinds == 1
