"""Logarithms of 64-bit nimbers modulo 2^32 + 1 = 641·6700417.

Only the ratio r = a0/a1 of a = a1·2^32 + a0 counts, and squaring a takes r to r⊗r ⊕ 2^31. That doubles the logarithm,
and 64 doublings modulo p = 6700417 come back to the start, the 32nd with the opposite sign. So the p - 1 logarithms
fall into 104,694 orbits of 64, and the logarithm of one ratio in each tells them all. The table of orbits grows while
it is searched: the first logarithm takes about 20 ms, and after a few thousand every one is a single look-up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import accumulate, repeat
from threading import Lock

from .finite import _inv32, _mul32, _mul_top, mul, pow, square
from .tables import EXP, GROUP, LOG, TOP, span

P, Q = 6700417, 641

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
        self._step = ratio(pow(generator, Q))
        self._doublings = [Doubling(k) for k in range(32)]
        # Powers that take the part of order P away, the exponent in two digits of 12 bits; the 0th would have no ratio.
        back = pow(generator, -1)
        self._low = [ratio(power) for power in _powers(back, back, 4096)]
        self._high = [ratio(power) for power in _powers(generator, pow(back, 4096), P // 4096 + 1)]
        self._rest = {ratio(power): exponent for exponent, power in enumerate(_powers(1, pow(generator, P), Q))}
        self._rotations, self._halvings = _rotations(), _halvings()
        self._found: dict[int, int] = {}
        self._next, self._exponent = self._step, 1
        self._lock = Lock()

    def log(self, a: int) -> int:
        """The logarithm of a, modulo 2^32 + 1."""
        r = ratio(a)
        if r < 0:
            return 0
        # a^641, as 641 = 1 + 2^7 + 2^9, has a logarithm to the base generator^641 that counts modulo P only.
        exponent = self._search(_triple(r, self._doublings[7](r), self._doublings[9](r)))
        return exponent + P * self._rest[_triple(r, self._low[exponent & 4095], self._high[exponent >> 12])]

    def _search(self, r: int) -> int:
        """The logarithm modulo P, by steps until an orbit is known."""
        steps = 0
        while r >= 0:
            if len(self._found) < ORBITS:
                self._grow()
            name, sign, doublings = self._canonical(r)
            if (found := self._found.get(name)) is not None:
                return (sign * found * self._halvings[doublings] - steps) % P
            r, steps = _product(r, self._step), steps + 1
        return -steps % P

    def _grow(self) -> None:
        with self._lock:
            for _ in range(min(GROWTH, ORBITS - len(self._found))):
                name, sign, doublings = self._canonical(self._next)
                self._found[name] = sign * (self._exponent << doublings) % P
                self._next = _product(self._next, self._doublings[2](self._next))
                self._exponent = self._exponent * SEED % P

    def _canonical(self, r: int) -> tuple[int, int, int]:
        """The name of the orbit of a ratio, and (sign, doublings) that lead to the ratio with that name."""
        # The norm of r⊗r ⊕ r ⊕ F/2 in 16 bits is squared by each doubling: its logarithm is rotated, so that few
        # places of the orbit have the least one. Among them the least ratio decides; conjugates differ in the last bit.
        r1, r0 = r >> 16, r & 0xFFFF
        high = EXP[2 * LOG[r1]]
        n1, n0 = high ^ r1 ^ 1 << 15, EXP[2 * LOG[r0]] ^ TOP[high] ^ r0
        norm = EXP[LOG[n0] + LOG[n0 ^ n1]] ^ TOP[EXP[2 * LOG[n1]]]
        maps = self._doublings
        least, doublings = min([(maps[k](r), k) for k in PLACES[self._rotations[LOG[norm]]]])
        return least >> 1, -1 if least & 1 else 1, doublings


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
        self._rows = [span(images[i : i + 8]) for i in range(0, 32, 8)]
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


def _halvings() -> Sequence[int]:
    """The powers of 1/2 modulo P."""
    return list(accumulate(repeat((P + 1) // 2, 31), lambda a, b: a * b % P, initial=1))


def _powers(first: int, a: int, count: int) -> Iterator[int]:
    """first, first ⊗ a, first ⊗ a ⊗ a ..."""
    return accumulate(repeat(a, count - 1), mul, initial=first)
