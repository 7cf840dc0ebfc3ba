"""Logarithms of 64-bit nimbers modulo 2^32 + 1 = 641·6700417.

Only the ratio r = a0/a1 of a = a1·2^32 + a0 matters, and squaring a takes r to r⊗r ⊕ 2^31. Squaring doubles the
logarithm. Modulo p = 6700417, 64 doublings lead back to the start, and 32 of them change the sign. So the p - 1
logarithms fall into 104,694 orbits of 64, and one logarithm in each orbit gives them all. The table of orbits grows as
it is searched: the first logarithm takes about 20 ms, and after a few thousand each is a single look-up.
"""

from __future__ import annotations

from array import array
from builtins import pow as pow_mod
from functools import reduce
from itertools import accumulate, repeat
from threading import Lock

from .finite import _inv32, _mul32, _mul_top, mul, pow, square
from .tables import EXP, GROUP, LOG, TOP, span

P, Q = 6700417, 641
FERMAT = P * Q

HALF = 1 << 31
"""F/2 for F = 2^32."""

ORBITS = (P - 1) // 64

SEED = 5
"""A primitive root modulo P: its powers name every orbit once."""

GROWTH = 16
"""How many orbits are added at each search, until all are known."""


class Orbits:
    """The table for a primitive 64-bit nimber."""

    def __init__(self, generator: int) -> None:
        self._doublings = [Doubling(k) for k in range(33)]
        self._halvings = [pow_mod(2, -k, FERMAT) for k in range(32)]
        self._rotations = _rotations()
        self._step = ratio(generator)
        powers = accumulate(repeat(pow(generator, P), Q - 1), mul, initial=1)
        self._rest = {ratio(power): exponent for exponent, power in enumerate(powers)}
        # Maps the name of an orbit to a logarithm that leads to it (upper bits) and the ratio with that logarithm
        # (lower 32 bits).
        self._found: dict[int, int] = {}
        self._next, self._exponent = self._step, 1
        self._lock = Lock()

    def log(self, a: int) -> int:
        """The logarithm of a, modulo 2^32 + 1."""
        r, steps = ratio(a), 0
        while r >= 0:
            if len(self._found) < ORBITS:
                self._grow()
            name, sign, doublings = self._canonical(self._power(r))
            if (found := self._found.get(name)) is not None:
                exponent = sign * (found >> 32) * self._halvings[doublings] - steps
                # 32 doublings change the sign, so this ratio has the opposite logarithm: the product removes it from r.
                back = self._doublings[32 - doublings](found & 0xFFFFFFFF) ^ (sign < 0)
                return (exponent + P * self._rest[_product(r, back)]) % FERMAT
            r, steps = _product(r, self._step), steps + 1  # the next ratio, whose logarithm is larger by 1
        return -steps % FERMAT

    def _grow(self) -> None:
        with self._lock:
            for _ in range(min(GROWTH, ORBITS - len(self._found))):
                r = self._next
                name, sign, doublings = self._canonical(self._power(r))
                exponent = sign * (self._exponent << doublings) % FERMAT
                self._found[name] = exponent << 32 | self._doublings[doublings](r) ^ (sign < 0)
                self._next = _product(r, self._doublings[2](r))
                self._exponent = self._exponent * SEED % FERMAT

    def _power(self, r: int) -> int:
        """The ratio of the 641st power, whose logarithm matters only modulo P; 641 = 1 + 2^7 + 2^9."""
        return _triple(r, self._doublings[7](r), self._doublings[9](r))

    def _canonical(self, r: int) -> tuple[int, int, int]:
        """The name of the orbit of a ratio, and the (sign, doublings) that lead to the ratio that names it."""
        if r < 0:
            return r, 1, 0
        # Each doubling squares the 16-bit norm of r⊗r ⊕ r ⊕ F/2, which rotates the bits of its logarithm. So the least
        # logarithm occurs at few places of the orbit. Among these the least ratio decides. Conjugates, which have
        # opposite logarithms, differ in the last bit.
        r1, r0 = r >> 16, r & 0xFFFF
        high = EXP[2 * LOG[r1]]
        n1, n0 = high ^ r1 ^ 1 << 15, EXP[2 * LOG[r0]] ^ TOP[high] ^ r0
        norm = EXP[LOG[n0] + LOG[n0 ^ n1]] ^ TOP[EXP[2 * LOG[n1]]]
        maps = self._doublings
        least = min([maps[k](r) << 5 | k for k in PLACES[self._rotations[LOG[norm]]]])
        return least >> 6, -1 if least & 32 else 1, least & 31


# -- ratios --------------------------------------------------------------------------------------------


def ratio(a: int) -> int:
    """a0/a1 in 32 bits; -1 if a1 is 0."""
    return _quotient(a & 0xFFFFFFFF, a >> 32)


def _quotient(a: int, b: int) -> int:
    return _mul32(a, _inv32(b)) if b else -1


def _product(r: int, s: int) -> int:
    """The ratio of the product: (F ⊕ r) ⊗ (F ⊕ s) = (r ⊕ s ⊕ 1)⊗F ⊕ r⊗s ⊕ F/2."""
    return _quotient(_mul32(r, s) ^ HALF, r ^ s ^ 1)


def _triple(r: int, s: int, t: int) -> int:
    """The ratio of the product of three, with one division."""
    a1, a0 = r ^ s ^ 1, _mul32(r, s) ^ HALF
    return _quotient(_mul32(a0, t) ^ _mul_top(a1, 32), _mul32(a1, t) ^ a1 ^ a0)


class Doubling:
    """What k doublings of the logarithm do to a ratio: square it k times and add a constant."""

    __slots__ = ("_constant", "_rows")

    def __init__(self, k: int) -> None:
        images = [pow(1 << i, 1 << k) for i in range(32)]
        self._rows = [array("I", span(images[i : i + 8])) for i in range(0, 32, 8)]
        self._constant = reduce(lambda constant, _: square(constant) ^ HALF, range(k), 0)

    def __call__(self, r: int) -> int:
        a, b, c, d = self._rows
        return a[r & 255] ^ b[r >> 8 & 255] ^ c[r >> 16 & 255] ^ d[r >> 24] ^ self._constant


PERIODS = (1, 2, 4, 8, 16)
"""The possible periods of a 16-bit number under rotation."""

PLACES = [range(first, 32, period) for period in PERIODS for first in range(period)]
"""The sets of doublings that may bring a 16-bit number, which each of them rotates, to its least value."""


def _rotations() -> bytes:
    """For each 16-bit number except the last, its index in PLACES; those of period p start at p - 1."""
    entries = bytearray(GROUP)
    for least in range(1, GROUP):
        if not entries[least]:
            circle = [least]
            while (turned := 2 * circle[-1] % GROUP) != least:
                circle.append(turned)
            for i, turned in enumerate(circle):
                entries[turned] = len(circle) - 1 + -i % len(circle)
    return bytes(entries)
