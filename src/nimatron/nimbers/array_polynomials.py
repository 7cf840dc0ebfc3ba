"""Polynomials of nimbers as numpy arrays of coefficients, the constant first.

The polynomial 0 is the empty array. Roots are those in the field of the array's type: up to 16 bits all numbers are
tried, beyond that they are found as in `coefficients`, which does the same number by number.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import DivisionByZero, OutOfReach, UsageError
from . import arrays
from .array_matrices import common, inverse, product
from .arrays import PIECE, Array, Operand, multiply
from .coefficients import BY_ZERO, MOST, OF_ZERO


def polynomials(*values: Operand) -> list[Array]:
    """The operands as arrays of one type and one dimension, without zeros at the end."""
    given = common(*values)
    for array in given:
        if array.ndim != 1:
            raise UsageError(
                "expected the coefficients of a polynomial, got an array with {count} dimensions", count=array.ndim
            )
    return [np.trim_zeros(array, "b") for array in given]


def mul(a: Array, b: Array) -> Array:
    """The product: the rows of the table of all products, each moved one place further, are added."""
    if len(a) > len(b):
        a, b = b, a
    size = len(a) + len(b) - 1 if len(a) else 0
    result = np.zeros(size, a.dtype)
    height = max(1, PIECE // max(1, 2 * b.nbytes))
    for start in range(0, len(a), height):
        some = a[start : start + height]
        shape, length = (len(some), len(b)), len(some) + len(b) - 1
        # Rows that are one longer than they are read again begin one place later each.
        table = np.zeros((len(some), length + 1), a.dtype)
        table[:, : len(b)] = multiply(np.broadcast_to(some[:, None], shape), np.broadcast_to(b, shape))
        moved = table.reshape(-1)[: len(some) * length].reshape(len(some), length)
        result[start : start + length] ^= np.bitwise_xor.reduce(moved, axis=0)
    return result


def divide(a: Array, b: Array) -> tuple[Array, Array]:
    """Quotient and remainder."""
    quotients, rests = divide_all(a[None], b)
    return quotients[0], np.trim_zeros(rests[0], "b")


def divide_all(rows: Array, b: Array) -> tuple[Array, Array]:
    """The quotients and remainders of all rows of a matrix, whose columns are filled up with zeros."""
    if not len(b):
        raise DivisionByZero(BY_ZERO)
    rests, size = rows.copy(), len(b) - 1
    count = max(0, rows.shape[1] - size)
    quotients = np.zeros((len(rows), count), rows.dtype)
    monic = multiply(b, np.full(len(b), inverse(b[-1])))
    shape = len(rows), size
    for i in reversed(range(count)):
        quotients[:, i] = rests[:, i + size]
        factors = np.broadcast_to(quotients[:, i, None], shape)
        rests[:, i : i + size] ^= multiply(factors, np.broadcast_to(monic[:-1], shape))
    scale = np.broadcast_to(inverse(b[-1]), quotients.shape)
    return multiply(quotients, scale), rests[:, :size]


def gcd(a: Array, b: Array) -> Array:
    """The common divisor of highest degree whose first coefficient is 1, by Euclid's algorithm."""
    while len(b):
        a, b = b, divide(a, b)[1]
    return multiply(a, np.full(len(a), inverse(a[-1]))) if len(a) else a


def at(a: Operand, x: Operand) -> Any:
    """The values at x, in the shape of x, by Horner's rule."""
    a, x = common(a, x)
    (a,) = polynomials(a)
    value = np.zeros(x.shape, x.dtype)
    for coefficient in a[::-1]:
        value = multiply(value, x) ^ coefficient
    return value[()]


def roots(a: Array) -> Array:
    """All roots in the field of the type, in order."""
    if not len(a):
        raise UsageError(OF_ZERO)
    return tried(a) if a.itemsize <= 2 else told_apart(a)


def tried(a: Array) -> Array:
    """The roots, by trying all numbers of the type."""
    everything = np.arange(1 << 8 * a.itemsize, dtype=a.dtype)
    zero: Array = at(a, everything) == 0
    return everything[zero]


def told_apart(a: Array) -> Array:
    """The roots, by the traces that tell them apart."""
    width = 8 * a.itemsize
    if width * len(a) ** 2 > 100 * MOST:
        raise OutOfReach("expected a polynomial of lower degree: its roots take too long")
    if len(a) == 1:
        return a[:0]
    powers = _frobenius(a, width)
    part = gcd(a, np.trim_zeros(powers[-1] ^ powers[0], "b"))
    if len(part) == 1:
        return a[:0]
    traces = product(_conjugates(a.dtype, width), divide_all(powers[:-1], part)[1])
    parts = [part]
    for trace in traces:
        if len(parts) == len(part) - 1:
            break
        parts = [half for whole in parts for half in _halves(whole, trace)]
    constants, leading = np.array(parts, a.dtype).T
    return np.sort(arrays.div(constants, leading))


def _frobenius(a: Array, width: int) -> Array:
    """The powers x, x^2, x^4 ... x^(2^width) modulo a, as rows. Squaring is linear, by the even powers of x."""
    size = len(a) - 1
    evens = np.zeros((size, 2 * size), a.dtype)
    evens[range(size), range(0, 2 * size, 2)] = 1
    evens = divide_all(evens, a)[1]
    powers = np.zeros((width + 1, size), a.dtype)
    powers[0] = divide_all(np.array([[0, 1] + [0] * size], a.dtype), a)[1]
    for i in range(width):
        powers[i + 1] = product(arrays.square(powers[i])[None], evens)
    return powers


def _conjugates(dtype: Any, width: int) -> Array:
    """In row i the numbers 1 << i, its square, the square of that, and so on."""
    table = np.empty((width, width), dtype)
    table[:, 0] = [1 << i for i in range(width)]
    for j in range(1, width):
        table[:, j] = arrays.square(table[:, j - 1])
    return table


def _halves(a: Array, trace: Array) -> list[Array]:
    """The product of all x ⊕ r whose trace is 0 and that of the others, or only one if these are all."""
    part = gcd(a, divide(trace, a)[1])
    return [part, divide(a, part)[0]] if 1 < len(part) < len(a) else [a]
