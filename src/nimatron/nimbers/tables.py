"""Tables for the finite nimbers, each built when it is first needed.

Below 256 there is one table of products. Below 65,536 products are sums of logarithms to the base 258, the smallest
primitive nimber of that field. Maps that are linear over {0, 1}, such as squaring, take one look-up for each byte.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import cache, reduce
from operator import getitem, xor
from threading import Lock

GROUP = 65535
"""How many non-zero nimbers there are below 65,536: logarithms count modulo this."""

# For a, b < 65,536: EXP[LOG[a] + LOG[b]] is their product, and TOP[a] that of a and 2^15. Empty before `build`.
LOG = array("I")
EXP = array("H")
TOP = array("H")

_lock = Lock()


def build() -> None:
    """Fill the 16-bit tables, in about 20 ms."""
    with _lock:
        if LOG:
            return
        powers = _powers()
        logs = array("I", bytes(4 * (GROUP + 1)))
        for exponent, power in enumerate(powers):
            logs[power] = exponent
        # 0 gets a logarithm so large that every sum with it lands among zeros: no product has to test for a factor 0.
        logs[0] = 2 * GROUP
        EXP.extend(powers * 2 + array("H", bytes(2 * (2 * GROUP + 1))))
        TOP.extend([EXP[logs[a] + logs[1 << 15]] for a in range(GROUP + 1)])
        LOG.extend(logs)  # filled last: a thread that finds it filled may use all three


def _powers() -> array[int]:
    """The powers of 258. Multiplying by it is linear, so each byte contributes on its own."""
    two, three, half = (products()[factor] for factor in (2, 3, 128))
    # (a1·256 ⊕ a0) ⊗ (256 ⊕ 2) = (3⊗a1 ⊕ a0)·256 ⊕ 128⊗a1 ⊕ 2⊗a0, because 256 ⊗ 256 = 256 ⊕ 128.
    high = [three[a] << 8 | half[a] for a in range(256)]
    low = [a << 8 | two[a] for a in range(256)]
    powers = array("H")
    power = 1
    for _ in range(GROUP):
        powers.append(power)
        power = high[power >> 8] ^ low[power & 255]
    return powers


@cache
def products() -> Sequence[bytes]:
    """The products of all pairs of bytes: row a, place b. Built in about a millisecond."""
    rows = (bytes(span([product_of_powers(i, j) for j in range(8)])) for i in range(8))
    # Rows add up like the numbers they belong to. A whole row is one long integer, added at once.
    sums = span([int.from_bytes(row, "little") for row in rows])
    return [row.to_bytes(256, "little") for row in sums]


def product_of_powers(i: int, j: int) -> int:
    """2^i ⊗ 2^j straight from Conway's two rules; the binary digits of i and j name the Fermat powers in them."""
    shared = i & j
    if not shared:
        return 1 << (i | j)
    fermat = 1 << (shared.bit_length() - 1)
    rest = product_of_powers(i ^ fermat, j ^ fermat)
    # The largest Fermat power F that both have is squared: F ⊗ F = F ⊕ F/2.
    product = 0
    for k in range(rest.bit_length()):
        if rest >> k & 1:
            product ^= product_of_powers(k, fermat) ^ product_of_powers(k, fermat - 1)
    return product


def span(images: Sequence[int]) -> list[int]:
    """The values of a linear map at 0, 1, 2, ... from its values at 1, 2, 4, ..."""
    values = [0]
    for image in images:
        values += [value ^ image for value in values]  # the images of numbers with the next bit set
    return values


class Linear:
    """A linear map of nimbers below 2^width, made from its values at the powers of two."""

    __slots__ = ("_rows", "_size")

    def __init__(self, image: Callable[[int], int], width: int) -> None:
        images = [image(1 << i) for i in range(width)]
        self._size = width // 8
        self._rows = [span(images[i : i + 8]) for i in range(0, width, 8)]

    def __call__(self, a: int) -> int:
        return reduce(xor, map(getitem, self._rows, a.to_bytes(self._size, "little")))
