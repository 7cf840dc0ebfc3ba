"""The field of finite nimbers: exact integers of any width.

The nimbers below 2^w, w a power of two, form a field. With F = 2^(w/2) each of them is a1·F + a0, where a1 and a0 lie
in the field of half the width, and two rules of Conway give all the rest:

    F ⊗ x = F·x  for x < F          F ⊗ F = F ⊕ F/2

So every operation here splits its argument into halves, down to the tables for 8 and 16 bits; the depth is log2 of the
width. All functions trust their arguments to be non-negative ints; the public functions in `field` check them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from ..errors import DivisionByZero
from .tables import EXP, GROUP, LOG, TOP, Linear, build, products

TABLED = 256
"""Up to this width squares, roots and solutions come from a table for each byte; beyond it they go by halves."""

WIDE = (1 << 15, 1 << 16, 1 << 17, 1 << 18)
"""Widths at which numpy takes over unless most bits are 0. At larger widths its arrays would take too much memory."""


def mex(values: Iterable[object]) -> int:
    """The least non-negative integer not among the values.

    Any hashable values may occur. Those equal to an integer count (finite ordinals too); all others are ignored.

    >>> mex([0, 1, 3, 4]), mex([]), mex([0, "a", 1.0])
    (2, 0, 2)
    """
    seen = values if isinstance(values, (set, frozenset)) else set(values)
    least = 0
    while least in seen:
        least += 1
    return least


def degree(a: int) -> int:
    """The least power of two w with a < 2^w: the width of the smallest field that contains a."""
    return 1 << ((a | 1).bit_length() - 1).bit_length()


def mul(a: int, b: int) -> int:
    """The product."""
    return _mul(a, b, _width(a if a > b else b))


def square(a: int) -> int:
    """The product of a with itself."""
    return _square(a, _width(a))


def sqrt(a: int) -> int:
    """The only nimber whose square is a."""
    return _sqrt(a, _width(a))


def inv(a: int) -> int:
    """The nimber whose product with a is 1."""
    if a == 0:
        raise DivisionByZero("0 has no nim-inverse")
    return _inv(a, _width(a))


def div(a: int, b: int) -> int:
    """The nimber whose product with b is a."""
    if b == 0:
        raise DivisionByZero("nim-division of {number} by 0", number=a)
    return mul(a, _inv(b, _width(b)))


def pow(a: int, n: int) -> int:
    """The product of n factors a. For negative n the factors are the inverse of a, and n = 0 gives 1."""
    if n < 0:
        a, n = inv(a), -n
    if a == 0:
        return 0 if n else 1
    width = _width(a)
    # The non-zero nimbers below 2^width form a group of 2^width - 1 elements, so huge exponents cost no more.
    n %= (1 << width) - 1
    if width == 16:
        return EXP[LOG[a] * n % GROUP]
    result = 1
    for bit in f"{n:b}":
        result = _square(result, width)
        if bit == "1":
            result = _mul(result, a, width)
    return result


def solve(a: int) -> tuple[int, int]:
    """Both roots of x ⊗ x ⊕ x = a, the even one first."""
    width = _width(a)
    top = 1 << (width - 1)
    # The top bit is the trace. If it is set, no root lies below F = 2^width, but F ⊗ F ⊕ F = F/2 removes that bit.
    root = (1 << width) ^ _solve(a ^ top, width) if a & top else _solve(a, width)
    return root, root ^ 1


# -- inside a field of a given width: 1, 2, 4, 8, ... --------------------------------------------------


def _width(a: int) -> int:
    """The degree of a; also makes sure that the tables for it are built."""
    width = 1 << ((a | 1).bit_length() - 1).bit_length()
    if width > 8 and not LOG:
        build()
    return width


def _mul(a: int, b: int, width: int) -> int:
    if width == 64:
        return _mul64(a, b)
    if width == 32:
        return _mul32(a, b)
    if width <= 8:
        return products()[a][b]
    if width == 16:
        return EXP[LOG[a] + LOG[b]]
    if not a or not b:
        return 0
    half = width >> 1
    mask = (1 << half) - 1
    a1, a0, b1, b0 = a >> half, a & mask, b >> half, b & mask
    low = _mul(a0, b0, half)
    if not a1:
        return _mul(a0, b1, half) << half | low
    if not b1:
        return _mul(a1, b0, half) << half | low
    if width in WIDE and a.bit_count() * b.bit_count() > width:
        from .wide import product

        return product(a, b, width)
    # Karatsuba: three products instead of four. The high product would be subtracted from the high half, but
    # F ⊗ F = F ⊕ F/2 adds it again.
    high = _mul(a1, b1, half)
    return (_mul(a0 ^ a1, b0 ^ b1, half) ^ low) << half | low ^ _mul_top(high, half)


def _mul32(a: int, b: int) -> int:
    a1, a0, b1, b0 = a >> 16, a & 0xFFFF, b >> 16, b & 0xFFFF
    low = EXP[LOG[a0] + LOG[b0]]
    return (EXP[LOG[a0 ^ a1] + LOG[b0 ^ b1]] ^ low) << 16 | low ^ TOP[EXP[LOG[a1] + LOG[b1]]]


def _mul64(a: int, b: int) -> int:
    """`_mul32` three times, written out: wide products spend most of their time here."""
    a3, a2, a1, a0 = a >> 48, a >> 32 & 0xFFFF, a >> 16 & 0xFFFF, a & 0xFFFF
    b3, b2, b1, b0 = b >> 48, b >> 32 & 0xFFFF, b >> 16 & 0xFFFF, b & 0xFFFF
    low0 = EXP[LOG[a0] + LOG[b0]]
    low1 = EXP[LOG[a0 ^ a1] + LOG[b0 ^ b1]] ^ low0
    low0 ^= TOP[EXP[LOG[a1] + LOG[b1]]]
    high0 = EXP[LOG[a2] + LOG[b2]]
    high1 = EXP[LOG[a2 ^ a3] + LOG[b2 ^ b3]] ^ high0
    high0 ^= TOP[EXP[LOG[a3] + LOG[b3]]]
    a2, a3, b2, b3 = a2 ^ a0, a3 ^ a1, b2 ^ b0, b3 ^ b1
    mixed0 = EXP[LOG[a2] + LOG[b2]]
    mixed1 = EXP[LOG[a2 ^ a3] + LOG[b2 ^ b3]] ^ mixed0
    mixed0 ^= TOP[EXP[LOG[a3] + LOG[b3]]]
    high = (mixed1 ^ low1) << 16 | mixed0 ^ low0
    return high << 32 | (low1 ^ TOP[high0 ^ high1]) << 16 | low0 ^ TOP[TOP[high1]]


def _mul_top(a: int, width: int) -> int:
    """The product of a and 2^(width - 1), which is the F/2 in the rule for F ⊗ F of the next field."""
    if width == 32:
        a1 = a >> 16
        return TOP[a & 0xFFFF ^ a1] << 16 | TOP[TOP[a1]]
    if width == 16:
        return TOP[a]
    if width <= 8:
        return products()[a][1 << (width - 1)]
    return _top_map(width)(a) if 64 < width <= TABLED else _top_by_halves(a, width)


def _top_by_halves(a: int, width: int) -> int:
    if not a:
        return 0
    half = width >> 1
    a1, a0 = a >> half, a & ((1 << half) - 1)
    return _mul_top(a0 ^ a1, half) << half | _mul_top(_mul_top(a1, half), half)


def _square(a: int, width: int) -> int:
    if width == 32:
        high = EXP[2 * LOG[a >> 16]]
        return high << 16 | EXP[2 * LOG[a & 0xFFFF]] ^ TOP[high]
    if width <= 8:
        return products()[a][a]
    if width == 16:
        return EXP[2 * LOG[a]]
    return _square_map(width)(a) if width <= TABLED else _square_by_halves(a, width)


def _square_by_halves(a: int, width: int) -> int:
    half = width >> 1
    high = _square(a >> half, half)
    return high << half | _square(a & ((1 << half) - 1), half) ^ _mul_top(high, half)


def _sqrt(a: int, width: int) -> int:
    return _sqrt_map(width)(a) if 8 <= width <= TABLED else _sqrt_by_halves(a, width)


def _sqrt_by_halves(a: int, width: int) -> int:
    if a < 2:
        return a
    half = width >> 1
    a1, a0 = a >> half, a & ((1 << half) - 1)
    return _sqrt(a1, half) << half | _sqrt(a0 ^ _mul_top(a1, half), half)


def _norm(a: int, width: int) -> int:
    """The product of a and its conjugate a1·F + (a0 ⊕ a1), which lies in the half field."""
    half = width >> 1
    a1, a0 = a >> half, a & ((1 << half) - 1)
    return _mul(a0, a0 ^ a1, half) ^ _mul_top(_square(a1, half), half)


def _inv(a: int, width: int) -> int:
    if width <= 8:
        return products()[a].index(1)
    if width == 16:
        return EXP[GROUP - LOG[a]]
    if width == 32:
        return _inv32(a)
    half = width >> 1
    a1, a0 = a >> half, a & ((1 << half) - 1)
    scale = _inv(_norm(a, width), half)
    return _mul(a1, scale, half) << half | _mul(a0 ^ a1, scale, half)


def _inv32(a: int) -> int:
    a1, a0 = a >> 16, a & 0xFFFF
    conjugate = LOG[a0 ^ a1]
    scale = GROUP - LOG[EXP[LOG[a0] + conjugate] ^ TOP[EXP[2 * LOG[a1]]]]
    return EXP[LOG[a1] + scale] << 16 | EXP[conjugate + scale]


def _solve(a: int, width: int) -> int:
    """The even root of x ⊗ x ⊕ x = a, where the top bit of a is 0."""
    return _solve_map(width)(a) if 8 <= width <= TABLED else _solve_by_halves(a, width)


def _solve_by_halves(a: int, width: int) -> int:
    if a == 0:
        return 0
    half = width >> 1
    top = 1 << (half - 1)
    x1 = _solve(a >> half, half)
    rest = a & ((1 << half) - 1) ^ _mul_top(_square(x1, half), half)
    # Only one of the two roots for the high half leaves a low half that has roots itself.
    if rest & top:
        x1, rest = x1 ^ 1, rest ^ top
    return x1 << half | _solve(rest, half)


# -- linear maps by tables -----------------------------------------------------------------------------


def _by_bytes(by_halves: Callable[[int, int], int]) -> Callable[[int], Linear]:
    """A function from widths to tables, for a linear map given by halves."""
    return cache(lambda width: Linear(lambda a: by_halves(a, width), width))


_top_map = _by_bytes(_top_by_halves)
_square_map = _by_bytes(_square_by_halves)
_sqrt_map = _by_bytes(_sqrt_by_halves)
# The top bit never occurs: a number that has it has no root in the field. Any image will do for it.
_solve_map = _by_bytes(lambda a, width: 0 if a >> (width - 1) else _solve_by_halves(a, width))
