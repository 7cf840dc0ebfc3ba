"""The field of finite nimbers: exact integers of any width.

Nimbers below 2^w, w a power of two, form a field. With F = 2^(w/2) each of them is a1·F + a0, where a1 and a0 lie in
the field of half the width, and two rules by Conway give all the rest:

    F ⊗ x = F·x  for x < F          F ⊗ F = F ⊕ F/2

So every operation here splits its argument in halves and goes down to one byte; the depth is log2 of the width.
Functions with a leading underscore trust their arguments: ints below 2^width.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from operator import index
from typing import overload

from .ordinals import Ordinal, Value, natural


def mex(values: Iterable[object]) -> int:
    """The least non-negative integer not among the values.

    Any hashable value may occur: what equals an integer counts (finite ordinals too), all else is ignored.

    >>> mex([0, 1, 3, 4]), mex([]), mex([0, Ordinal(1), Ordinal("w")])
    (2, 0, 2)
    """
    seen = values if isinstance(values, (set, frozenset)) else set(values)
    least = 0
    while least in seen:
        least += 1
    return least


@overload
def nim_sum(*values: int) -> int: ...
@overload
def nim_sum(*values: Value) -> Value: ...
def nim_sum(*values: Value) -> Value:
    """The nim-sum: addition in binary without carrying, power of ω by power of ω.

    >>> nim_sum(13, 42, 30, 43), nim_sum()
    (18, 0)
    >>> print(nim_sum(Ordinal("w*3+5"), Ordinal("w"), 4))
    ω·2 + 1
    """
    total: Value = 0
    for value in values:
        total = total ^ (value if isinstance(value, Ordinal) else natural(value))
    return total


def nim_mul(a: int, b: int) -> int:
    """The nim-product a ⊗ b, the value of Turning Corners with one coin at (a, b).

    >>> nim_mul(24, 17), nim_mul(8, 8)
    (128, 13)
    """
    a, b = natural(a), natural(b)
    return _mul(a, b, _width(max(a, b)))


def nim_square(a: int) -> int:
    """The nim-product of a with itself.

    >>> [nim_square(a) for a in range(8)]
    [0, 1, 3, 2, 6, 7, 5, 4]
    """
    a = natural(a)
    return _square(a, _width(a))


def nim_sqrt(a: int) -> int:
    """The one nimber whose square is a.

    >>> nim_sqrt(123456789), nim_square(98433322)
    (98433322, 123456789)
    """
    a = natural(a)
    return _sqrt(a, _width(a))


def nim_inv(a: int) -> int:
    """The nimber whose product with a is 1.

    >>> nim_inv(2), nim_mul(2, 3)
    (3, 1)
    """
    a = natural(a)
    if a == 0:
        raise ZeroDivisionError("0 has no nim-inverse")
    return _inv(a, _width(a))


def nim_div(a: int, b: int) -> int:
    """The nimber whose product with b is a.

    >>> nim_div(6, 5), nim_mul(9, 5)
    (9, 6)
    """
    a, b = natural(a), natural(b)
    if b == 0:
        raise ZeroDivisionError(f"nim-division of {a} by 0")
    return nim_mul(a, _inv(b, _width(b)))


def nim_pow(a: int, n: int) -> int:
    """The product of n factors a; negative n takes those of the inverse, and n = 0 gives 1.

    >>> nim_pow(2, 2), nim_pow(2, -1), nim_pow(4, 15)
    (3, 3, 1)
    """
    a, n = natural(a), index(n)
    if n < 0:
        a, n = nim_inv(a), -n
    if a == 0:
        return 0 if n else 1
    width = _width(a)
    result = 1
    # The non-zero nimbers below 2^width form a group of 2^width - 1 elements, so huge exponents cost no more.
    for bit in f"{n % ((1 << width) - 1):b}":
        result = _square(result, width)
        if bit == "1":
            result = _mul(result, a, width)
    return result


def nim_solve(a: int) -> tuple[int, int]:
    """Both roots of x ⊗ x ⊕ x = a, the even one first; they differ by 1.

    >>> nim_solve(0), nim_solve(1), nim_solve(2)
    ((0, 1), (2, 3), (4, 5))
    """
    a = natural(a)
    width = _width(a)
    top = 1 << (width - 1)
    # The top bit is the trace: with it set no root lies below F = 2^width, but F ⊗ F ⊕ F = F/2 takes that bit away.
    root = (1 << width) ^ _solve(a ^ top, width) if a & top else _solve(a, width)
    return root, root ^ 1


def _width(a: int) -> int:
    """The least power of two w with a < 2^w."""
    return 1 << max(a.bit_length() - 1, 0).bit_length()


def _mul(a: int, b: int, width: int) -> int:
    if not a or not b:
        return 0
    if width <= 8:
        return _products()[a][b]
    half = width >> 1
    mask = (1 << half) - 1
    a1, a0, b1, b0 = a >> half, a & mask, b >> half, b & mask
    low = _mul(a0, b0, half)
    if not a1:
        return _mul(a0, b1, half) << half | low
    if not b1:
        return _mul(a1, b0, half) << half | low
    # Karatsuba's three products instead of four; F ⊗ F = F ⊕ F/2 cancels the high product from the high half.
    high = _mul(a1, b1, half)
    return (_mul(a0 ^ a1, b0 ^ b1, half) ^ low) << half | low ^ _mul_top(high, half)


def _mul_top(a: int, width: int) -> int:
    """The product of a and 2^(width - 1), the F/2 of the rule for F ⊗ F, seen from the half field."""
    if width <= 8:
        return _products()[a][1 << (width - 1)]
    half = width >> 1
    a1, a0 = a >> half, a & ((1 << half) - 1)
    return _mul_top(a0 ^ a1, half) << half | _mul_top(_mul_top(a1, half), half)


def _square(a: int, width: int) -> int:
    if width <= 8:
        return _products()[a][a]
    half = width >> 1
    high = _square(a >> half, half)
    return high << half | _square(a & ((1 << half) - 1), half) ^ _mul_top(high, half)


def _sqrt(a: int, width: int) -> int:
    if a < 2:
        return a
    half = width >> 1
    a1, a0 = a >> half, a & ((1 << half) - 1)
    return _sqrt(a1, half) << half | _sqrt(a0 ^ _mul_top(a1, half), half)


def _inv(a: int, width: int) -> int:
    if width <= 8:
        return _products()[a].index(1)
    half = width >> 1
    a1, a0 = a >> half, a & ((1 << half) - 1)
    # a times its conjugate a1·F + (a0 ⊕ a1) is the norm, which lies in the half field.
    norm = _mul(a0, a0 ^ a1, half) ^ _mul_top(_square(a1, half), half)
    scale = _inv(norm, half)
    return _mul(a1, scale, half) << half | _mul(a0 ^ a1, scale, half)


def _solve(a: int, width: int) -> int:
    """The even root of x ⊗ x ⊕ x = a for a without the top bit."""
    if a == 0:
        return 0
    half = width >> 1
    top = 1 << (half - 1)
    x1 = _solve(a >> half, half)
    rest = a & ((1 << half) - 1) ^ _mul_top(_square(x1, half), half)
    # Of the two roots for the high half just one leaves a low half that has roots.
    if rest & top:
        x1, rest = x1 ^ 1, rest ^ top
    return x1 << half | _solve(rest, half)


@cache
def _products() -> Sequence[bytes]:
    """The products of all pairs of bytes: row a, place b. Built at first use, in about a millisecond."""
    rows = (bytes(_span([_product_of_powers(i, j) for j in range(8)])) for i in range(8))
    # Rows add up like the numbers they belong to, and a whole row is added at once as one long integer.
    sums = _span([int.from_bytes(row, "little") for row in rows])
    return [row.to_bytes(256, "little") for row in sums]


def _span(images: Sequence[int]) -> list[int]:
    """The values of a linear map at 0, 1, 2, ... from its values at 1, 2, 4, ..."""
    values = [0]
    for image in images:
        values += [value ^ image for value in values]
    return values


def _product_of_powers(i: int, j: int) -> int:
    """2^i ⊗ 2^j straight from the two rules; binary digits of i and j name the Fermat powers in the factors."""
    shared = i & j
    if not shared:
        return 1 << (i | j)
    fermat = 1 << (shared.bit_length() - 1)
    rest = _product_of_powers(i ^ fermat, j ^ fermat)
    product = 0
    for k in range(rest.bit_length()):
        if rest >> k & 1:
            product ^= _product_of_powers(k, fermat) ^ _product_of_powers(k, fermat - 1)
    return product
