"""The field of finite nimbers: exact integers of any width.

The nimbers below 2^w, w a power of two, form a field. With F = 2^(w/2) each of them is a1·F + a0, where a1 and a0 lie
in the field of half the width, and two rules of Conway give all the rest:

    F ⊗ x = F·x  for x < F          F ⊗ F = F ⊕ F/2

So every operation here splits its argument into halves, down to the tables for 8 and 16 bits; the depth is log2 of the
width. Below 256 one table has all products. Below 65,536 a product is a sum of logarithms to the base 258, the smallest
primitive nimber of that field. The tables are built when an operation first needs them.

All functions trust their arguments to be non-negative ints; the public functions in `field` check them.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import cache
from threading import Lock

from ..core.errors import DivisionByZero


def mex(values: Iterable[object]) -> int:
    """The least non-negative integer not among the values.

    Any hashable values may occur. Those equal to an integer count (finite ordinals too); all others are ignored.

    >>> mex([0, 1, 3, 4]), mex([]), mex([0, "a", 1.0])
    (2, 0, 2)
    """
    seen = values if isinstance(values, (set, frozenset)) else set(values)
    least = 0
    while least in seen:
        least += 1
    return least


def degree(a: int) -> int:
    """The least power of two w with a < 2^w: the width of the smallest field that contains a."""
    return 1 << ((a | 1).bit_length() - 1).bit_length()


def mul(a: int, b: int) -> int:
    """The product."""
    return _mul(a, b, _width(a if a > b else b))


def square(a: int) -> int:
    """The product of a with itself."""
    return _square(a, _width(a))


def sqrt(a: int) -> int:
    """The only nimber whose square is a."""
    return _sqrt(a, _width(a))


def inv(a: int) -> int:
    """The nimber whose product with a is 1."""
    if a == 0:
        raise DivisionByZero("0 has no nim-inverse")
    return _inv(a, _width(a))


def div(a: int, b: int) -> int:
    """The nimber whose product with b is a."""
    if b == 0:
        raise DivisionByZero("nim-division of {number} by 0", number=a)
    return mul(a, _inv(b, _width(b)))


def pow(a: int, n: int) -> int:
    """The product of n factors a. For negative n the factors are the inverse of a, and n = 0 gives 1."""
    if n < 0:
        a, n = inv(a), -n
    if a == 0:
        return 0 if n else 1
    width = _width(a)
    # The non-zero nimbers below 2^width form a group of 2^width - 1 elements, so huge exponents cost no more.
    n %= (1 << width) - 1
    if width == 16:
        return EXP[LOG[a] * n % GROUP]
    result = 1
    for bit in f"{n:b}":
        result = _square(result, width)
        if bit == "1":
            result = _mul(result, a, width)
    return result


def solve(a: int) -> tuple[int, int]:
    """Both roots of x ⊗ x ⊕ x = a, the even one first."""
    width = _width(a)
    top = 1 << (width - 1)
    # The top bit is the trace. If it is set, no root lies below F = 2^width, but F ⊗ F ⊕ F = F/2 removes that bit.
    root = (1 << width) ^ _solve(a ^ top, width) if a & top else _solve(a, width)
    return root, root ^ 1


# -- inside a field of a given width: 1, 2, 4, 8, ... --------------------------------------------------


def _width(a: int) -> int:
    """The degree of a; also makes sure that the tables for it are built."""
    width = 1 << ((a | 1).bit_length() - 1).bit_length()
    if width > 8 and not LOG:
        build()
    return width


def _mul(a: int, b: int, width: int) -> int:
    if width == 32:
        return _mul32(a, b)
    if width <= 8:
        return products()[a][b]
    if width == 16:
        return EXP[LOG[a] + LOG[b]]
    if not a or not b:
        return 0
    half = width >> 1
    mask = (1 << half) - 1
    a1, a0, b1, b0 = a >> half, a & mask, b >> half, b & mask
    low = _mul(a0, b0, half)
    if not a1:
        return _mul(a0, b1, half) << half | low
    if not b1:
        return _mul(a1, b0, half) << half | low
    # Karatsuba: three products instead of four. The high product would be subtracted from the high half, but
    # F ⊗ F = F ⊕ F/2 adds it again.
    high = _mul(a1, b1, half)
    return (_mul(a0 ^ a1, b0 ^ b1, half) ^ low) << half | low ^ _mul_top(high, half)


def _mul32(a: int, b: int) -> int:
    a1, a0, b1, b0 = a >> 16, a & 0xFFFF, b >> 16, b & 0xFFFF
    low = EXP[LOG[a0] + LOG[b0]]
    return (EXP[LOG[a0 ^ a1] + LOG[b0 ^ b1]] ^ low) << 16 | low ^ TOP[EXP[LOG[a1] + LOG[b1]]]


def _mul_top(a: int, width: int) -> int:
    """The product of a and 2^(width - 1), which is the F/2 in the rule for F ⊗ F of the next field."""
    if width == 32:
        a1 = a >> 16
        return TOP[a & 0xFFFF ^ a1] << 16 | TOP[TOP[a1]]
    if width == 16:
        return TOP[a]
    if width <= 8:
        return products()[a][1 << (width - 1)]
    if not a:
        return 0
    half = width >> 1
    a1, a0 = a >> half, a & ((1 << half) - 1)
    return _mul_top(a0 ^ a1, half) << half | _mul_top(_mul_top(a1, half), half)


def _square(a: int, width: int) -> int:
    if width == 32:
        high = EXP[2 * LOG[a >> 16]]
        return high << 16 | EXP[2 * LOG[a & 0xFFFF]] ^ TOP[high]
    if width <= 8:
        return products()[a][a]
    if width == 16:
        return EXP[2 * LOG[a]]
    half = width >> 1
    high = _square(a >> half, half)
    return high << half | _square(a & ((1 << half) - 1), half) ^ _mul_top(high, half)


def _sqrt(a: int, width: int) -> int:
    if a < 2:
        return a
    if width == 16:
        return EXP[(LOG[a] << 15) % GROUP]  # half the logarithm: 2^16 is 1 modulo the order of the group
    half = width >> 1
    a1, a0 = a >> half, a & ((1 << half) - 1)
    # Squaring adds a1 ⊗ a1 ⊗ F/2 to the low half: take that away, and each half has a root of its own.
    return _sqrt(a1, half) << half | _sqrt(a0 ^ _mul_top(a1, half), half)


def _norm(a: int, width: int) -> int:
    """The product of a and its conjugate a1·F + (a0 ⊕ a1), which lies in the half field."""
    half = width >> 1
    a1, a0 = a >> half, a & ((1 << half) - 1)
    return _mul(a0, a0 ^ a1, half) ^ _mul_top(_square(a1, half), half)


def _inv(a: int, width: int) -> int:
    if width <= 8:
        # The row holds every nimber below 256 once, so its only 1 marks the inverse.
        return products()[a].index(1)
    if width == 16:
        return EXP[GROUP - LOG[a]]
    half = width >> 1
    a1, a0 = a >> half, a & ((1 << half) - 1)
    # The norm is a times its conjugate, so the inverse of a is the conjugate divided by the norm.
    scale = _inv(_norm(a, width), half)
    return _mul(a1, scale, half) << half | _mul(a0 ^ a1, scale, half)


def _solve(a: int, width: int) -> int:
    """The even root of x ⊗ x ⊕ x = a, where the top bit of a is 0."""
    if a == 0:
        return 0
    half = width >> 1
    top = 1 << (half - 1)
    x1 = _solve(a >> half, half)
    rest = a & ((1 << half) - 1) ^ _mul_top(_square(x1, half), half)
    # Only one of the two roots for the high half leaves a low half that has roots itself.
    if rest & top:
        x1, rest = x1 ^ 1, rest ^ top
    return x1 << half | _solve(rest, half)


# -- tables ------------------------------------------------------------------------------------------

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
        # Two copies of the powers: a sum of two logarithms needs no remainder. The last index, 4·GROUP, is 0 ⊗ 0.
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
