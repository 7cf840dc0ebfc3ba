"""Schuh's game of divisors, and Chomp in three dimensions: partial orders on a board."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import Any

from ...core.errors import BadText, UsageError
from ...core.game import is_count, whole
from ...core.message import Message
from ..lists.rules import OneNumber, read_natural, shorten
from ..vertices.rules import Poset

MOST_DIVISORS = 1000
"""The most divisors of a number on the board."""

Place = tuple[int, ...]
"""Column, row and layer, and so on, from 0 on."""


class BoxOrder(Poset):
    """Elements in a box, each above those nearer to the corner, which itself is the poison and not an element."""

    on_graph = False
    places: dict[str, Place]
    """Where each element is."""

    def fill_box(self, sides: Place, called: dict[Place, str]) -> None:
        """Make the order of a box with these sides and names."""
        self.places = {name: place for place, name in called.items()}
        roads = []
        for place, name in called.items():
            for axis in range(len(sides)):
                below = (*place[:axis], place[axis] - 1, *place[axis + 1 :])
                if below in called:
                    roads.append(f"{name}>{called[below]}")
        Poset.__init__(self, " ".join([*roads, *called.values()]))


def _places(sides: Place) -> list[Place]:
    """All places of a box except its corner."""
    return list(product(*map(range, sides)))[1:]


class Divisors(OneNumber, BoxOrder):
    """Name a divisor of n except 1 that is not a multiple of a divisor named before.

    In the notation the divisors that may be named follow; without any, all of them.

    >>> print(*Divisors(12)([2, 3, 4, 6]).options(), sep="; ")
    divisors{12}: 3; divisors{12}: 2 4; divisors{12}: 2 3 6; divisors{12}: 2 3 4
    """

    name = "divisors"
    number = Message("a number")
    least, most, usual = 2, 10**12, 360  # it is factored by trying all divisors

    def __init__(self, n: int) -> None:
        super().__init__(n)
        powers = factors(self.n)
        sides = tuple(k + 1 for k in powers.values())
        if prod(sides) > MOST_DIVISORS:
            raise UsageError("{n} has more than {most} divisors", n=n, most=MOST_DIVISORS)
        named = {place: prod(p**k for p, k in zip(powers, place, strict=True)) for place in _places(sides)}
        self.fill_box(sides, {place: str(divisor) for place, divisor in named.items()})

    def _rules(self) -> dict[str, Any]:
        return {"n": self.n}


def factors(n: int) -> dict[int, int]:
    """The primes that divide a number, with their exponents.

    >>> factors(360)
    {2: 3, 3: 2, 5: 1}
    """
    found: dict[int, int] = {}
    p = 2
    while p * p <= n:
        while n % p == 0:
            found[p] = found.get(p, 0) + 1
            n //= p
        p += 1
    if n > 1:
        found[n] = found.get(n, 0) + 1
    return found


class Chomp3D(BoxOrder):
    """Eat a cube of chocolate and all cubes that are not nearer to the corner in any direction; 111 is poisoned.

    In the notation the cubes that are left follow, each by its column, row and layer; without any, all of them.

    >>> print(*Chomp3D(2, 2, 1)([211, 121, 221]).options(), sep="; ")
    box-chomp{2x2x1}: 211; box-chomp{2x2x1}: 121; box-chomp{2x2x1}: 121 211
    """

    name = "box-chomp"

    def __init__(self, width: int, height: int, depth: int) -> None:
        self.sides = tuple(map(whole, (width, height, depth)))
        if not all(is_count(side) and side <= 9 for side in self.sides):
            sides = "x".join(map(str, self.sides))
            raise UsageError("each side of the box is from 1 to 9, not {sides}", sides=shorten(sides))
        self.fill_box(self.sides, {p: "".join(str(at + 1) for at in p) for p in _places(self.sides)})

    def _rules(self) -> dict[str, Any]:
        return {"sides": self.sides}

    @property
    def parameters(self) -> str:
        return "x".join(map(str, self.sides))

    @classmethod
    def from_parameters(cls, text: str) -> Chomp3D:
        try:
            width, height, depth = map(read_natural, text.replace(" ", "").split("x"))
        except ValueError:
            raise BadText("expected three sides, such as {sample}", text, 0, sample="box-chomp{3x2x2}") from None
        return cls(width, height, depth)
