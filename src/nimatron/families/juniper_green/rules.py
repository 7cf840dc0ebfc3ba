"""Juniper Green: name factors and multiples, each number once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...core.game import State
from ...core.message import Message
from ..geography.rules import Geography
from ..lists.rules import OneNumber

BEGIN = "0"
"""Stands for the number named last as long as there is none."""


class JuniperGreen(OneNumber, Geography):
    """The first player names an even number up to n, then each player a factor or a multiple of the last one.

    No number is named twice. In the notation the numbers named before follow the last one; 0 is the beginning.

    >>> print(*JuniperGreen(6)("0"), sep="; ")
    juniper-green{6}: 2; juniper-green{6}: 4; juniper-green{6}: 6
    >>> print(*JuniperGreen(6)("4"), sep="; ")
    juniper-green{6}: 1 4; juniper-green{6}: 2 4
    """

    name = "juniper-green"
    on_graph = False
    number = Message("the largest number")
    least, most, usual = 2, 2000, 40

    def __init__(self, n: int) -> None:
        super().__init__(n)
        n = self.n
        factors = (f"{a}-{b}" for a in range(1, n + 1) for b in range(2 * a, n + 1, a))
        Geography.__init__(self, " ".join([*factors, *(f"{BEGIN}>{even}" for even in range(2, n + 1, 2))]))

    def _rules(self) -> dict[str, Any]:
        return {"n": self.n}

    @property
    def start(self) -> State:
        return (BEGIN,)

    def after(self, token: str, used: Iterable[str]) -> State:
        return super().after(token, (number for number in used if number != BEGIN))

    def size(self, state: State) -> int:
        # Each set of numbers may be left: without the theorem more than 30 numbers are hopeless.
        return 1 << len(self.reachable(state))

    def describe(self, before: State, after: State) -> Message | str:
        return Message("name {number}", number=after[0])
