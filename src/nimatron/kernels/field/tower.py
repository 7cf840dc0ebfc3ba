"""The field of nimbers as a tower of quadratic extensions, over anything that can be xored.

A nimber is a list of planes, lowest first. A plane holds the same one or eight binary digits of many nimbers. The two
halves of the list are elements of the half field. With F = 2^(half the width), two rules of Conway give the rest:

    F ⊗ x = F·x  for x < F          F ⊗ F = F ⊕ F/2

So one recursion serves Python ints, numpy arrays and machine registers. Only the ground floor differs: a subclass
says how single planes are multiplied.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, TypeVar


class Xorable(Protocol):
    """Anything whose `^` is the nim-sum."""

    def __xor__(self, other: Any, /) -> Any: ...


P = TypeVar("P", bound=Xorable)


class FieldTower(ABC, Generic[P]):
    """The operations on lists of planes; the names of those on single planes end in 1."""

    @abstractmethod
    def mul1(self, a: P, b: P) -> P:
        """The product."""

    @abstractmethod
    def top1(self, a: P) -> P:
        """The product with the highest power of two in a plane."""

    @abstractmethod
    def square1(self, a: P) -> P:
        """The square."""

    @abstractmethod
    def sqrt1(self, a: P) -> P:
        """The square root."""

    @abstractmethod
    def inv1(self, a: P) -> P:
        """The inverse; 0 stays 0."""

    @abstractmethod
    def solve1(self, a: P) -> P:
        """The even root of x ⊗ x ⊕ x = a, as if the highest digit of a were 0."""

    @abstractmethod
    def trace1(self, a: P) -> P:
        """The highest digit, moved to the lowest place."""

    def mul(self, a: list[P], b: list[P]) -> list[P]:
        """The product, from three products of halves."""
        if len(a) == 1:
            return [self.mul1(a[0], b[0])]
        (a0, a1), (b0, b1) = halves(a), halves(b)
        # Karatsuba: mixed + low = a0·b1 + a1·b0 + a1·b1, and a1·b1 belongs there because F ⊗ F = F ⊕ F/2.
        low, high, mixed = self.mul(a0, b0), self.mul(a1, b1), self.mul(add(a0, a1), add(b0, b1))
        return add(low, self.top(high)) + add(mixed, low)

    def top(self, a: list[P]) -> list[P]:
        """The product with the highest power of two."""
        if len(a) == 1:
            return [self.top1(a[0])]
        a0, a1 = halves(a)
        return self.top(self.top(a1)) + self.top(add(a0, a1))

    def square(self, a: list[P]) -> list[P]:
        """The square."""
        if len(a) == 1:
            return [self.square1(a[0])]
        a0, a1 = halves(a)
        high = self.square(a1)
        return add(self.square(a0), self.top(high)) + high

    def sqrt(self, a: list[P]) -> list[P]:
        """The square root."""
        if len(a) == 1:
            return [self.sqrt1(a[0])]
        a0, a1 = halves(a)
        return self.sqrt(add(a0, self.top(a1))) + self.sqrt(a1)

    def inv(self, a: list[P]) -> list[P]:
        """The inverse, by the norm, which lies in the half field; 0 stays 0."""
        if len(a) == 1:
            return [self.inv1(a[0])]
        a0, a1 = halves(a)
        both = add(a0, a1)
        scale = self.inv(self.norm(a0, a1))
        return self.mul(both, scale) + self.mul(a1, scale)

    def norm(self, a0: list[P], a1: list[P]) -> list[P]:
        """The product of a1·F + a0 and its conjugate a1·F + (a0 ⊕ a1)."""
        return add(self.mul(a0, add(a0, a1)), self.top(self.square(a1)))

    def solve(self, a: list[P]) -> list[P]:
        """The even root of x ⊗ x ⊕ x = a, as if the highest digit of a were 0."""
        if len(a) == 1:
            return [self.solve1(a[0])]
        a0, a1 = halves(a)
        high = self.solve(a1)
        rest = add(a0, self.top(self.square(high)))
        # Only one of the two roots for the high half leaves a low half that has roots itself.
        return [*self.solve(rest), high[0] ^ self.trace1(rest[-1]), *high[1:]]


class Bits(FieldTower[Any]):
    """Planes of single digits: the ground floor is the field of 0 and 1."""

    def mul1(self, a: Any, b: Any) -> Any:
        return a & b

    def solve1(self, a: Any) -> Any:
        return a ^ a

    def _same(self, a: Any) -> Any:
        return a

    top1 = square1 = sqrt1 = inv1 = trace1 = _same


def halves(a: list[P]) -> tuple[list[P], list[P]]:
    """The low and the high half."""
    half = len(a) // 2
    return a[:half], a[half:]


def add(a: Sequence[P], b: Sequence[P]) -> list[P]:
    """The nim-sum."""
    return [x ^ y for x, y in zip(a, b, strict=True)]


def bytewise(operation: Callable[..., list[Any]], *numbers: Any) -> Any:
    """Apply an operation of `Bits` to bytes, which may be ints or arrays.

    >>> bytewise(Bits().mul, 24, 17), bytewise(Bits().inv, 2), bytewise(Bits().sqrt, 3)
    (128, 3, 2)
    """
    planes = operation(*([number >> i & 1 for i in range(8)] for number in numbers))
    return sum((plane << i for i, plane in enumerate(planes[1:], 1)), planes[0])
