"""Subtraction and all-but games: a set of amounts says how many coins a player may take."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...core.game import Game, Spoken, State
from ..heaps.rules import HeapGame, said_take
from .amounts import Amounts, amounts_of


class TakeAway(HeapGame):
    """Take one of the allowed amounts from one heap."""

    amounts: Amounts
    start = (13,)

    @property
    def rule_amounts(self) -> Amounts:
        """The set that the rules name: the amounts, unless they name those that may not be taken."""
        return self.amounts

    def heap_options(self, n: int) -> Iterable[int]:
        return (n - amount for amount in self.amounts.upto(n))

    def move(self, state: State, said: Sequence[Spoken]) -> State | None:
        return said_take(self, state, said, lambda heap: self.amounts)

    @property
    def parameters(self) -> str:
        return str(self.rule_amounts)

    def __str__(self) -> str:
        return f"{self.name}{{{self.parameters}}}"  # braces even for the empty set


class Subtraction(TakeAway):
    """SUBTRACTION(S): take an amount that is in S, such as 1,3 or 2-5, or the name of a set: squares, primes.

    >>> [p.state for p in Subtraction({1, 3})(4).options()]
    [(3,), (1,)]
    """

    name = "subtraction"

    def __init__(self, amounts: str | Iterable[int] | Amounts = ()) -> None:
        self.amounts = amounts_of(amounts)

    @classmethod
    def from_parameters(cls, text: str) -> Game:
        return cls(text)


class AllBut(TakeAway):
    """ALLBUT(S): take any positive amount that is not in S.

    >>> [p.state for p in AllBut({2})(3).options()]
    [(2,), (0,)]
    """

    name = "allbut"

    def __init__(self, excluded: str | Iterable[int] | Amounts = ()) -> None:
        self.excluded = amounts_of(excluded)
        self.amounts = ~self.excluded

    @property
    def rule_amounts(self) -> Amounts:
        return self.excluded

    @classmethod
    def from_parameters(cls, text: str) -> Game:
        return cls(text)
