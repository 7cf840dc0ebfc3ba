"""Polynomials of nimbers as lists of coefficients, the constant first: for ordinals and ints of any width.

The polynomial 0 is the empty list. `array_algebra` does the same with arrays.

Roots are found by Berlekamp's trace algorithm (Factoring polynomials over large finite fields, 1970). The product of
all x ⊕ r with r in the field of w bits is x^(2^w) ⊕ x, so the roots in that field are those of its gcd with the
polynomial. The trace of b ⊗ x is 0 or 1 for each root, and for two roots some power of two b tells them apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import xor
from typing import Any, TypeAlias

from ..core.errors import DivisionByZero, OutOfReach, UsageError
from ..core.message import Message
from .field import nim_degree, nim_div, nim_inv, nim_mul, nim_square, number
from .ordinals import Value

Polynomial: TypeAlias = list[Value]

BY_ZERO = Message("division by the polynomial 0")
OF_ZERO = Message("every nimber is a root of 0: expected a coefficient other than 0")

MOST = 10**7
"""The most products of coefficients for the roots in one field; they take some ten seconds."""


def polynomial(coefficients: Sequence[Any]) -> Polynomial:
    """The checked coefficients, without zeros at the end."""
    return _trim(list(map(number, coefficients)))


def mul(a: Polynomial, b: Polynomial) -> Polynomial:
    """The product."""
    product: Polynomial = [0] * (len(a) + len(b) - 1) if a and b else []
    for i, factor in enumerate(a):
        for j, other in enumerate(b):
            product[i + j] ^= nim_mul(factor, other)
    return product


def divide(a: Polynomial, b: Polynomial) -> tuple[Polynomial, Polynomial]:
    """Quotient and remainder."""
    if not b:
        raise DivisionByZero(BY_ZERO)
    rest = list(a)
    quotient: Polynomial = [0] * max(0, len(a) - len(b) + 1)
    scale = nim_inv(b[-1])
    for i in reversed(range(len(quotient))):
        # The leading coefficient cancels, so it is dropped instead of computed.
        factor = quotient[i] = nim_mul(rest.pop(), scale)
        if factor:
            for j, other in enumerate(b[:-1]):
                rest[i + j] ^= nim_mul(factor, other)
    return quotient, _trim(rest)


def gcd(a: Polynomial, b: Polynomial) -> Polynomial:
    """The common divisor of highest degree whose first coefficient is 1, by Euclid's algorithm."""
    while b:
        a, b = b, divide(a, b)[1]
    return [nim_div(c, a[-1]) for c in a]


def at(a: Polynomial, x: Value) -> Value:
    """The value at x, by Horner's rule."""
    value: Value = 0
    for coefficient in reversed(a):
        value = nim_mul(value, x) ^ coefficient
    return value


def roots(a: Polynomial, widest: int | None = None) -> list[int]:
    """All finite roots in order, or those of at most `widest` bits.

    The irreducible factors over the field of the coefficients whose degree is 1, 2, 4 ... have their roots in that
    field, the one above it, and so on. The roots of the others are infinite.
    """
    if not a:
        raise UsageError(OF_ZERO)
    if not all(isinstance(c, int) for c in a):
        raise UsageError("roots are found for finite coefficients: expected integers, got ordinals")
    found: list[int] = []
    width = power = max(map(nim_degree, a))
    while len(a) > 1 and (widest is None or width <= widest):
        split = gcd(a, _frobenius(a, width)[-1])
        found += _split(split, width) if len(split) > 1 else []
        while len(split) > 1:  # roots may be multiple
            a, split = divide(a, split)[0], gcd(divide(a, split)[0], split)
        width *= 2
        # A factor of degree d has its roots in the field of power·d bits, so wider fields have no roots left.
        if width > power * (len(a) - 1):
            break
    return sorted(found)


def _frobenius(a: Polynomial, width: int) -> list[Polynomial]:
    """The powers x, x^2, x^4 ... x^(2^(width - 1)) modulo a, and at last x^(2^width) ⊕ x."""
    if width * len(a) ** 2 > MOST:
        raise OutOfReach("expected a polynomial of lower degree: its roots take too long")
    x: Polynomial = [0, 1]
    powers = [divide(x, a)[1]]
    for _ in range(width):
        square: Polynomial = [0] * (2 * len(powers[-1]))
        # In characteristic 2 squares have no mixed terms: the exponents double, and zeros lie between.
        square[::2] = map(nim_square, powers[-1])
        powers.append(divide(_trim(square), a)[1])
    return [*powers[:-1], _sum(powers[-1], powers[0])]


def _split(a: Polynomial, width: int) -> list[int]:
    """The roots of a product of different x ⊕ r with r in the field of this width."""
    powers, parts = _frobenius(a, width)[:-1], [a]
    for bit in range(width):
        # All parts are linear already.
        if len(parts) == len(a) - 1:
            break
        trace: Polynomial = []
        factor: Value = 1 << bit
        for power in powers:
            trace = _sum(trace, [nim_mul(factor, c) for c in power])
            factor = nim_square(factor)
        parts = [half for part in parts for half in _halves(part, trace)]
    # The root of d ⊗ x ⊕ c is c/d.
    return [nim_div(c, d) for c, d in parts]  # type: ignore[misc]  # quotients of ints are ints


def _halves(a: Polynomial, trace: Polynomial) -> list[Polynomial]:
    """The product of all x ⊕ r whose trace is 0 and the product of the others; only one of them if the other is 1."""
    part = gcd(a, divide(trace, a)[1])
    return [part, divide(a, part)[0]] if 1 < len(part) < len(a) else [a]


def _sum(a: Polynomial, b: Polynomial) -> Polynomial:
    size = max(len(a), len(b))
    padded = ([*c, *[0] * (size - len(c))] for c in (a, b))
    return _trim(list(map(xor, *padded)))


def _trim(a: Polynomial) -> Polynomial:
    while a and not a[-1]:
        a.pop()
    return a
