"""Ways to write numbers: base b, and the quadratic numerations of Fraenkel, of which Zeckendorf's is one.

Their units obey u(n) = c u(n-1) + s u(n-2). In base b, c = b and s = 0. The digits read so far stand for the value
A u(n) + B u(n-1), where n digits are still to come. So every linear equation and inequality is an automaton that can be
written down: its state is the pair (A, B) until the digits to come cannot change the sign any more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ..core.message import Message

LONGEST = 4000
"""The most digits of a number."""


@dataclass(frozen=True)
class Numeration:
    """Units u(n) = c u(n-1) + s u(n-2); in a word, a digit behind the largest digit must be less than s, if s > 0."""

    c: int
    s: int

    @property
    def digits(self) -> int:
        """How many digits there are."""
        return self.c + (self.s > 0)

    @property
    def base(self) -> int:
        """The base; 0 if the units are not powers."""
        return 0 if self.s else self.c

    @property
    def id(self) -> str:
        """A short name: `2`, `3`, `fib`, or the numbers s and t of Fraenkel."""
        if self.base:
            return str(self.base)
        return "fib" if (self.c, self.s) == (1, 1) else f"{self.s},{self.c - self.s + 1}"

    @property
    def title(self) -> Message:
        """What people call it."""
        if self.base == 2:
            return Message("binary")
        if self.base:
            return Message("base {base}", base=self.base)
        if (self.c, self.s) == (1, 1):
            return Message("Zeckendorf (Fibonacci numbers)")
        return Message("units u(n) = {c} u(n-1) + {s} u(n-2)", c=self.c, s=self.s)

    def units(self) -> Iterator[int]:
        """The units, the smallest first."""
        unit, after = 1, self.c + (self.s > 0)
        while True:
            yield unit
            unit, after = after, self.c * after + self.s * unit

    @cached_property
    def _table(self) -> list[int]:
        units = self.units()
        return [next(units) for _ in range(64)]

    def unit(self, n: int) -> int:
        """The unit with n digits behind it."""
        while len(self._table) <= n:
            two, one = self._table[-2:]
            self._table.append(self.c * one + self.s * two)
        return self._table[n]

    def length(self, numbers: Sequence[int]) -> int:
        """How many digits the largest of these numbers has."""
        largest, n = max(numbers, default=0), 0
        while self.unit(n) <= largest:
            n += 1
        return n

    def write(self, number: int, length: int) -> list[int]:
        """The digits of a number."""
        found = []
        for n in reversed(range(length)):
            digit, number = divmod(number, self.unit(n))
            found.append(digit)
        return found

    def word(self, numbers: Sequence[int], length: int | None = None) -> list[int]:
        """Several numbers as one word."""
        length = self.length(numbers) if length is None else length
        rows = [self.write(number, length) for number in numbers]
        return [sum(row[j] * self.digits**i for i, row in enumerate(rows)) for j in range(length)]

    def read(self, word: Sequence[int], count: int) -> tuple[int, ...]:
        """The numbers that a word means."""
        places = [self.unit(n) for n in reversed(range(len(word)))]
        return tuple(
            sum(letter // self.digits**i % self.digits * unit for letter, unit in zip(word, places, strict=True))
            for i in range(count)
        )

    def follow(self, full: int, digit: int) -> int | None:
        """Was the last digit the largest? None if this digit may not stand behind it."""
        if not self.s:
            return 0
        return None if full and digit >= self.s else int(digit == self.digits - 1)


BINARY, TERNARY, ZECKENDORF, PELL = Numeration(2, 0), Numeration(3, 0), Numeration(1, 1), Numeration(2, 1)


def fraenkel(s: int, t: int) -> Numeration:
    """The numeration for the pairs of (s,t)-Wythoff; (1, t) is Ostrowski's for [1; t, t, ...]."""
    return Numeration(s + t - 1, s)
