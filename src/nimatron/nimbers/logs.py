"""Orders, primitive elements and discrete logarithms of finite nimbers.

The non-zero nimbers below 2^w, w = 2h, form a cyclic group of (2^h - 1)·(2^h + 1) elements, and the two factors are
coprime. The norm maps the group onto that of the half field, which keeps everything about the first factor. What
remains about the second is what factors from the half field do not change: the *unit*, an element's conjugate divided
by the element. Elements of the half field have the unit 1. So a logarithm is found level by level: its remainder modulo
the Fermat number 2^h + 1 from the unit, the rest from the norm.
"""

from __future__ import annotations

import builtins
from functools import cache, reduce
from itertools import count
from math import gcd, isqrt, prod
from operator import getitem, xor

from ..core.errors import OutOfReach, UsageError
from .finite import LOG, _inv, _mul, _norm, _width, build, degree, pow, products, span

FACTORS: dict[int, tuple[int, ...]] = {
    1: (),
    2: (),
    4: (),
    8: (),
    16: (),
    32: (641,),
    64: (274177,),
    128: (59649589127497217,),
    256: (1238926361552897,),
    512: (2424833, 7455602825647884208337395736200454918783366342657),
    1024: (45592577, 6487031809, 4659775785220018543264560743076778192897),
    2048: (319489, 974849, 167988556341760475137, 3560841906445833920513),
}
"""The Fermat numbers 2^h + 1 that are factored completely: all their prime factors except the largest."""

REACH = 10_000_000
"""In wide fields, the largest prime factor p of an order for which a logarithm is tried: it takes about √p steps."""


def fermat_factors(half: int) -> tuple[int, ...]:
    """The prime factors of 2^half + 1, which are all different, with the largest last."""
    if half not in FACTORS:
        raise OutOfReach(
            "the order depends on the prime factors of 2^{exponent} + 1, which are not all known", exponent=half
        )
    known = FACTORS[half]
    # The last factor is what remains, so the table does not repeat the longest number.
    return *known, ((1 << half) + 1) // prod(known)


def order(a: int) -> int:
    """The least n >= 1 with a^n = 1."""
    if a == 0:
        raise UsageError("0 has no order: none of its powers is 1")
    result = 1
    while a != 1:
        width = _width(a)
        # p divides the order if a^(fermat / p) leaves the half field; the rest is the order of the norm.
        fermat = (1 << width // 2) + 1
        result *= prod(p for p in fermat_factors(width // 2) if _is_beyond(pow(a, fermat // p), width))
        a = _norm(a, width)
    return result


@cache
def primitive(width: int) -> int:
    """The smallest nimber whose powers are all non-zero nimbers below 2^width."""
    group = (1 << width) - 1
    # Numbers below 2^(width / 2) lie in the half field and cannot generate this one.
    return next(a for a in count(1 << width // 2) if order(a) == group) if width > 1 else 1


def log(a: int, base: int | None = None) -> int:
    """The least n >= 0 with base^n = a; the default base is primitive(degree(a))."""
    if a == 0:
        raise UsageError("0 has no nim-logarithm: no power is 0")
    if base is None:
        return field_log(a, _width(a))
    if base == 0:
        raise UsageError("expected a base other than 0")
    # Two tests below find that there is no logarithm; both raise this error.
    none = UsageError("{a} has no nim-logarithm to the base {base}, because it is not a power of it", a=a, base=base)
    width = _width(base)
    # In wide fields logarithms may be out of reach, but orders tell beforehand whether there is one.
    if degree(a) > width or (width > 64 and order(base) % order(a)):
        raise none
    # n · step = wanted modulo the order of the group; it has a solution only if the common factor divides `wanted`.
    wanted, step, group = field_log(a, width), field_log(base, width), (1 << width) - 1
    common = gcd(step, group)
    if wanted % common:
        raise none
    return _divide(wanted // common, step // common, group // common)


def field_log(a: int, width: int) -> int:
    """The logarithm to the base primitive(width) in the field of that width."""
    if width == 16:
        build()
        return LOG[a]
    if width < 16:
        return _small_logs(width)[a]
    half = width >> 1
    remainder = _remainder(a, width)
    rest = field_log(_norm(a, width), half) * _scale(width) - remainder
    # The Chinese remainder theorem: modulo 2^half - 1 the factor 2^half + 1 is 2, and its inverse is 2^(half - 1).
    return remainder + ((1 << half) + 1) * ((rest << (half - 1)) % ((1 << half) - 1))


@cache
def _small_logs(width: int) -> bytes:
    logs, power, row = bytearray(1 << width), 1, products()[primitive(width)]
    for exponent in range((1 << width) - 1):
        logs[power] = exponent
        power = row[power]
    return bytes(logs)


@cache
def _scale(width: int) -> int:
    """The factor that turns a norm's logarithm to the base of the half field into one to the norm of our base."""
    half = width >> 1
    return _divide(1, field_log(_norm(primitive(width), width), half), (1 << half) - 1)


def _divide(a: int, b: int, modulus: int) -> int:
    """a/b modulo a number that is coprime to b."""
    return a * builtins.pow(b, -1, modulus) % modulus


# -- the remainder modulo 2^half + 1 -------------------------------------------------------------------


def _is_beyond(a: int, width: int) -> bool:
    """Is it outside the half field?"""
    return a >> (width >> 1) > 0


def _remainder(a: int, width: int) -> int:
    """The logarithm of a to the base primitive(width), modulo 2^half + 1, where half is width/2.

    One prime factor of 2^half + 1 after another; those that do not divide the order of a give remainder 0.
    """
    fermat = (1 << (width >> 1)) + 1
    remainder = 0
    # The largest factor first: if it is out of reach, no work is done for the others.
    for p in reversed(fermat_factors(width >> 1)):
        part = pow(a, fermat // p)
        if not _is_beyond(part, width):
            continue
        if p > REACH:
            raise OutOfReach(
                "this logarithm of {width} bits is out of reach: the order has the prime factor {prime}",
                width=width,
                prime=p,
            )
        cofactor = fermat // p
        remainder += _giant_steps(part, width, p) * cofactor * _divide(1, cofactor, p)
    return remainder % fermat


def _giant_steps(a: int, width: int, p: int) -> int:
    """The n < p for which a is the n-th power of the generator of order p, except for a factor from the half field.

    Baby and giant steps (Shanks), on units: an element's conjugate divided by the element, which no such factor
    changes. A unit and its inverse have the same high half, so a table of m powers finds 2m - 1 exponents.
    """
    babies, back = _baby_steps(width, p)
    a, stride = _unit(a, width), 2 * len(babies) - 1
    for giant in range(0, p + stride, stride):
        if found := babies.get(a >> (width >> 1)):
            exponent, power = found
            return (giant + exponent if power == a else giant - exponent) % p
        a = _times(back, a)
    raise AssertionError("every element of the subgroup has a logarithm")


@cache
def _baby_steps(width: int, p: int) -> tuple[dict[int, tuple[int, int]], list[list[int]]]:
    """The first powers of that generator by their high halves, and the factor that steps back over all of them."""
    half = width >> 1
    generator = _unit(pow(primitive(width), ((1 << half) + 1) // p), width)
    rows, power = _rows(generator, width), 1
    babies: dict[int, tuple[int, int]] = {}
    for exponent in range(8 * isqrt(p)):  # built once, so it may be longer than the giant steps
        babies[power >> half] = exponent, power
        power = _times(rows, power)
    return babies, _rows(pow(generator, 1 - 2 * len(babies)), width)


def _unit(a: int, width: int) -> int:
    """The conjugate of a, divided by a."""
    return _mul(a ^ a >> (width >> 1), _inv(a, width), width)


def _rows(factor: int, width: int) -> list[list[int]]:
    """The products of a factor and all bytes, for each place of a byte: a fixed factor is a linear map."""
    return [span([_mul(factor, 1 << (place + bit), width) for bit in range(8)]) for place in range(0, width, 8)]


def _times(rows: list[list[int]], a: int) -> int:
    """The product of a and the factor of these rows."""
    return reduce(xor, map(getitem, rows, a.to_bytes(len(rows), "little")))
