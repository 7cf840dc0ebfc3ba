"""Discrete logarithms of arrays of nimbers, by the method of Pohlig and Hellman along the tower of fields.

Let a' = a^(2^h) be the conjugate of a over the half field of h bits. Then a ⊗ a' lies in that field and gives the
logarithm modulo 2^h - 1, and a' / a lies in a group of 2^h + 1 elements and gives the rest. Each takes one operation.
These groups have 257, 65537 and 641 · 6700417 elements; a table for 16 bits covers the first.
"""

from __future__ import annotations

from functools import cache
from math import gcd
from typing import Any

import numpy as np

from ..errors import UsageError
from . import arrays
from .arrays import Array

PRIMITIVE = {8: 18, 16: 258, 32: 65540, 64: 4294967302}
"""For each width, the least nimber whose powers are all non-zero numbers of that width."""

BLOCK = 1 << 16
"""How many logarithms are found together."""

# The prime factors of 2^32 + 1.
SMALL, LARGE = 641, 6700417

BABY = 1 << 18
"""How many powers of an element are kept; larger groups are searched in giant steps of this size."""

FILTER = 1 << 22
"""Size of a filter by low digits, which shows at once for most numbers that they are not among those powers."""


def log(a: arrays.Operand, base: int | Array | None = None) -> Any:
    """The least n ≥ 0 with pow(base, n) = a.

    The default base is the least primitive nimber of the type: 18, 258, 65540 and 4294967302 for 8, 16, 32, 64 bits.

    >>> log(np.array([1, 18, 3], np.uint8)), log(np.array([1, 2, 3], np.uint8), 2)
    (array([  0,   1, 170], dtype=uint8), array([0, 1, 2], dtype=uint8))
    """
    (a,) = arrays.operands(a)
    if not np.all(a):
        raise UsageError("0 has no nim-logarithm{place}", place=arrays.first(a == 0))
    logs = logarithms(a)
    if base is not None:
        _, number = arrays.operands(a, base)
        if not number:
            raise UsageError("0 is no base of logarithms")
        logs = to_base(logs, int(logarithms(number)), int(base))
    return logs


def logarithms(a: Array) -> Array:
    """The logarithms of non-zero numbers to the base PRIMITIVE, in the same type and shape."""
    flat = np.ascontiguousarray(a, a.dtype.newbyteorder("=")).ravel()
    logs = np.empty_like(flat)
    for start in range(0, flat.size, BLOCK):
        logs[start : start + BLOCK] = _block(flat[start : start + BLOCK])
    result: Array = logs.reshape(a.shape)[()]
    return result


def to_base(logs: Array, of_base: int, base: int) -> Array:
    """The least solutions n of n · of_base = logs, modulo the order of the group."""
    order = (1 << 8 * logs.dtype.itemsize) - 1
    common = gcd(of_base, order)
    if np.any(logs % logs.dtype.type(common)):
        raise UsageError(
            "no power of {base} is the number{place}",
            base=base,
            place=arrays.first(logs % logs.dtype.type(common) != 0),
        )
    part = order // common
    factor = pow(of_base // common, -1, part)
    # Products of two logarithms need up to 128 bits, which only Python's own ints have.
    exact = (np.asarray(logs, object) // common) * factor % part
    return np.asarray(exact, logs.dtype)[()]


def _block(a: Array) -> Array:
    bits = 8 * a.dtype.itemsize
    if bits <= 16:
        return _table(bits).take(a)
    half = bits // 2
    order = (1 << half) - 1
    norm = _log_of_norm(a, half) * _norm_factor(bits) % order
    rest = _log_of_unit(a, half)
    # x = norm modulo 2^h - 1, and x = rest modulo 2^h + 1, where 2^h - 1 counts as -2. So x = norm + steps · (2^h - 1)
    # with steps half the difference of norm and rest, modulo 2^h + 1.
    difference = (norm + (order + 2) - rest) % (order + 2)
    steps = (difference + (difference & 1) * (order + 2)) >> 1
    result: Array = norm + steps * order
    return result.astype(a.dtype)


def _log_of_norm(a: Array, half: int) -> Array:
    norm = arrays.mul(a, _conjugate(a, half))
    return _block(norm.astype(f"u{half // 8}")).astype(np.uint64)


def _log_of_unit(a: Array, half: int) -> Array:
    """The logarithm of a' / a in the group of 2^half + 1 elements."""
    unit = arrays.div(_conjugate(a, half), a)
    order, size = (1 << half) - 1, (1 << half) + 1
    if half == 16:
        return _search(unit, order, size)
    small = _search(arrays.pow(unit, LARGE), order * LARGE, SMALL)
    large = _search(arrays.pow(unit, SMALL), order * SMALL, LARGE)
    total: Array = small * (LARGE * pow(LARGE, -1, SMALL)) + large * (SMALL * pow(SMALL, -1, LARGE))
    return total % size


def _conjugate(a: Array, half: int) -> Array:
    result: Array = a ^ a >> a.dtype.type(half)
    return result


def _search(units: Array, exponent: int, size: int) -> Array:
    """The logarithms of units to the base PRIMITIVE^exponent, an element of order `size`: baby steps, giant steps."""
    bits = 8 * units.dtype.itemsize
    powers, logs, hints = _baby_steps(bits, exponent, min(size, BABY))
    giant = _power(bits, -exponent * BABY)
    found, left = np.empty(units.shape, np.uint64), np.arange(units.size)
    for start in range(0, size, BABY):
        # A binary search only for the few that may be there.
        maybe = np.flatnonzero(hints[units & units.dtype.type(FILTER - 1)])
        places = powers.searchsorted(units[maybe]) % powers.size
        hit = powers[places] == units[maybe]
        found[left[maybe[hit]]] = logs[places[hit]] + start
        other = np.ones(units.shape, bool)
        other[maybe[hit]] = False
        left, units = left[other], arrays.mul(units[other], giant)
        if not left.size:
            break
    return found


@cache
def _baby_steps(bits: int, exponent: int, count: int) -> tuple[Array, Array, Array]:
    """The first powers of PRIMITIVE^exponent, sorted; their logarithms; and which low digits occur among them."""
    powers = _powers(bits, _power(bits, exponent), count)
    order = powers.argsort()
    hints = np.zeros(FILTER, bool)
    hints[powers & powers.dtype.type(FILTER - 1)] = True
    return powers[order], order.astype(np.uint64), hints


@cache
def _table(bits: int) -> Array:
    """The logarithm of each number; the entry of 0 has no meaning."""
    powers = _powers(bits, PRIMITIVE[bits], (1 << bits) - 1)
    logs = np.zeros(1 << bits, powers.dtype)
    logs[powers] = np.arange(powers.size)
    return logs


@cache
def _norm_factor(bits: int) -> int:
    """The factor that turns the logarithm of a norm into that of the number, modulo the order of the half field."""
    generator = np.array([PRIMITIVE[bits]], f"u{bits // 8}")
    return pow(int(_log_of_norm(generator, bits // 2)[0]), -1, (1 << bits // 2) - 1)


def _power(bits: int, exponent: int) -> int:
    return int(arrays.pow(np.array(PRIMITIVE[bits], f"u{bits // 8}"), exponent))


def _powers(bits: int, element: int, count: int) -> Array:
    """The powers 0, 1, 2, ... of the element; each step doubles their number."""
    powers = np.ones(1, f"u{bits // 8}")
    while powers.size < count:
        powers = np.concatenate([powers, arrays.mul(powers, element)])
        element = int(arrays.square(powers.dtype.type(element)))
    return powers[:count]
