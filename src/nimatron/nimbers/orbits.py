"""Logarithms of 64-bit nimbers modulo 2^32 + 1 = 641·6700417.

Only the ratio r = a0/a1 of a = a1·2^32 + a0 counts, and squaring a takes r to r⊗r ⊕ 2^31. That doubles the logarithm,
and 64 doublings modulo p = 6700417 come back to the start, the 32nd with the opposite sign. So the p - 1 logarithms
fall into 104,694 orbits of 64, and the logarithm of one ratio in each tells them all. The table of orbits grows while
it is searched: the first logarithm takes about 20 ms, and after a few thousand every one is a single look-up.
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
"""How many orbits are added for each one that is looked for, until all are there."""


class Orbits:
    """The table for a primitive nimber of 64 bits."""

    def __init__(self, generator: int) -> None:
        self._doublings = [Doubling(k) for k in range(33)]
        self._halvings = [pow_mod(2, -k, FERMAT) for k in range(32)]
        self._rotations = _rotations()
        self._step = ratio(generator)
        powers = accumulate(repeat(pow(generator, P), Q - 1), mul, initial=1)
        self._rest = {ratio(power): exponent for exponent, power in enumerate(powers)}
        # For the name of an orbit: a logarithm that leads to it, and in the lower half the ratio with that logarithm.
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
                # 32 doublings change the sign: this ratio has the opposite of that logarithm, and takes it away from r.
                back = self._doublings[32 - doublings](found & 0xFFFFFFFF) ^ (sign < 0)
                return (exponent + P * self._rest[_product(r, back)]) % FERMAT
            r, steps = _product(r, self._step), steps + 1
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
        """The ratio of the 641st power, whose logarithm counts modulo P only: 641 = 1 + 2^7 + 2^9."""
        return _triple(r, self._doublings[7](r), self._doublings[9](r))

    def _canonical(self, r: int) -> tuple[int, int, int]:
        """The name of the orbit of a ratio, and (sign, doublings) that lead to the ratio with that name."""
        if r < 0:
            return r, 1, 0
        # The norm of r⊗r ⊕ r ⊕ F/2 in 16 bits is squared by each doubling: its logarithm is rotated, so that few
        # places of the orbit have the least one. Among them the least ratio decides; conjugates differ in the last bit.
        r1, r0 = r >> 16, r & 0xFFFF
        high = EXP[2 * LOG[r1]]
        n1, n0 = high ^ r1 ^ 1 << 15, EXP[2 * LOG[r0]] ^ TOP[high] ^ r0
        norm = EXP[LOG[n0] + LOG[n0 ^ n1]] ^ TOP[EXP[2 * LOG[n1]]]
        maps = self._doublings
        least = min([maps[k](r) << 5 | k for k in PLACES[self._rotations[LOG[norm]]]])
        return least >> 6, -1 if least & 32 else 1, least & 31


# -- ratios --------------------------------------------------------------------------------------------


def ratio(a: int) -> int:
    """a0/a1 in 32 bits; -1 where a1 is 0."""
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
    """What k doublings of the logarithm do to a ratio: squaring k times, and a constant is added."""

    __slots__ = ("_constant", "_rows")

    def __init__(self, k: int) -> None:
        images = [pow(1 << i, 1 << k) for i in range(32)]
        self._rows = [array("I", span(images[i : i + 8])) for i in range(0, 32, 8)]
        self._constant = reduce(lambda constant, _: square(constant) ^ HALF, range(k), 0)

    def __call__(self, r: int) -> int:
        a, b, c, d = self._rows
        return a[r & 255] ^ b[r >> 8 & 255] ^ c[r >> 16 & 255] ^ d[r >> 24] ^ self._constant


PERIODS = (1, 2, 4, 8, 16)
PLACES = [range(first, 32, period) for period in PERIODS for first in range(period)]
"""Which doublings may bring a number of 16 bits, rotated by each of them, to its least value."""


def _rotations() -> bytes:
    """For each number of 16 bits but the last its entry in PLACES; those of period p begin at p - 1."""
    entries = bytearray(GROUP)
    for least in range(1, GROUP):
        if not entries[least]:
            circle = [least]
            while (turned := 2 * circle[-1] % GROUP) != least:
                circle.append(turned)
            for i, turned in enumerate(circle):
                entries[turned] = len(circle) - 1 + -i % len(circle)
    return bytes(entries)
