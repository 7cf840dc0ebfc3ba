"""Orders, primitive elements and discrete logarithms of finite nimbers.

The non-zero nimbers below 2^w, w = 2h, form a cyclic group of (2^h - 1)·(2^h + 1) elements, and the two factors are
coprime. The norm maps the group onto that of the half field, which keeps everything about the first factor. What
remains about the second is what factors from the half field do not change: of a1·2^h + a0 this is the *ratio* a0/a1,
one of the 2^h nimbers below 2^h; elements of the half field itself have no ratio. So a logarithm is found level by
level: its remainder modulo the Fermat number 2^h + 1 from the ratio, the rest from the norm.
"""

from __future__ import annotations

import builtins
from array import array
from collections.abc import Sequence
from functools import cache
from itertools import count
from math import gcd, isqrt, prod

from ..errors import OutOfReach, UsageError
from .finite import _inv, _mul, _norm, _width, degree, pow
from .orbits import Orbits
from .tables import EXP, GROUP, LOG, products

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
            "the prime factors of 2^{exponent} + 1 are not all known, and orders rest on them", exponent=half
        )
    known = FACTORS[half]
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
        result *= prod(p for p in fermat_factors(width // 2) if _has_ratio(pow(a, fermat // p), width))
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
        return _log(a, _width(a))
    if base == 0:
        raise UsageError("expected a base other than 0")
    none = UsageError("{a} has no nim-logarithm to the base {base}: it is none of its powers", a=a, base=base)
    width = _width(base)
    # In wide fields logarithms may be out of reach, but orders tell beforehand whether there is one.
    if degree(a) > width or (width > 64 and order(base) % order(a)):
        raise none
    wanted, step, group = _log(a, width), _log(base, width), (1 << width) - 1
    common = gcd(step, group)
    if wanted % common:
        raise none
    return _divide(wanted // common, step // common, group // common)


def _log(a: int, width: int) -> int:
    """The logarithm to the base primitive(width) in the field of that width."""
    if width == 16:
        return LOG[a]
    if width < 16:
        return _small_logs(width)[a]
    half = width >> 1
    remainder = _remainder(a, width)
    rest = _log(_norm(a, width), half) * _scale(width) - remainder
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
    return _divide(1, _log(_norm(primitive(width), width), half), (1 << half) - 1)


def _divide(a: int, b: int, modulus: int) -> int:
    """a/b modulo a number that is coprime to b."""
    return a * builtins.pow(b, -1, modulus) % modulus


# -- the remainder modulo 2^half + 1 -------------------------------------------------------------------


def _has_ratio(a: int, width: int) -> bool:
    return a >> (width >> 1) > 0


def _ratio(a: int, width: int) -> int:
    """a0/a1; -1 if a1 is 0."""
    half = width >> 1
    a1 = a >> half
    return _mul(a & ((1 << half) - 1), _inv(a1, half), half) if a1 else -1


def _remainder(a: int, width: int) -> int:
    """The logarithm of a to the base primitive(width), modulo 2^(width/2) + 1."""
    if width == 32:
        return _by_ratio(a)
    if width == 64:
        return _orbits().log(a)
    return _by_factors(a, width)


def _by_ratio(a: int) -> int:
    """With 32 bits there are few ratios: a table has them all."""
    a1 = a >> 16
    return _ratio_logs()[EXP[LOG[a & 0xFFFF] + GROUP - LOG[a1]]] if a1 else 0


@cache
def _ratio_logs() -> Sequence[int]:
    """The logarithm of each ratio modulo 65537. Multiplying by 2^16 + p takes r to (p⊗r ⊕ 2^15) / (r ⊕ p ⊕ 1)."""
    logs, p = array("I", bytes(4 * (GROUP + 1))), primitive(32) & 0xFFFF
    factor, ratio = LOG[p], p
    for exponent in range(1, GROUP + 1):
        logs[ratio] = exponent
        ratio = EXP[LOG[EXP[LOG[ratio] + factor] ^ 1 << 15] + GROUP - LOG[ratio ^ p ^ 1]]
    logs[ratio] = GROUP + 1
    return logs


def _by_factors(a: int, width: int) -> int:
    """One prime factor of 2^half + 1 after another; those that do not divide the order of a give remainder 0."""
    fermat = (1 << (width >> 1)) + 1
    remainder = 0
    for p in reversed(fermat_factors(width >> 1)):
        part = pow(a, fermat // p)
        if not _has_ratio(part, width):
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
    """The n < p for which a has the same ratio as the n-th power of the generator of order p (Shanks)."""
    babies, step = _baby_steps(width, p)
    for giant in range(0, p, len(babies)):
        baby = babies.get(_ratio(a, width))
        if baby is not None:
            return giant + baby
        a = _mul(a, step, width)
    raise AssertionError("every element of the subgroup has a logarithm")


@cache
def _baby_steps(width: int, p: int) -> tuple[dict[int, int], int]:
    """The ratios of the first powers of that generator, and the power of it that steps back over all of them."""
    generator = pow(primitive(width), ((1 << (width >> 1)) + 1) // p)
    size, power = isqrt(p) + 1, 1
    ratios: dict[int, int] = {}
    for exponent in range(size):
        ratios[_ratio(power, width)] = exponent
        power = _mul(power, generator, width)
    return ratios, pow(power, -1)


@cache
def _orbits() -> Orbits:
    return Orbits(primitive(64))
