"""The record of a theorem, and the sources that several theorems share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from ...game import Game, Outcome, Part, State
from ...message import Message
from ...nimbers import Value
from ..because import Because
from ..sequences.periods import Period

Solve = Callable[[Game, State], Value]
"""Gives the values of other positions, for theorems that reduce to them."""


def always(game: Game) -> bool:
    """It applies to all rules of a class."""
    return True


@dataclass(frozen=True)
class Theorem:
    """A statement about the parts of one kind of game. If a function returns None, it says nothing about that part."""

    name: str
    """What it says, in English."""
    source: str | Message
    value: Callable[[Game, State, Solve], Value | None] | None = None
    """The Grundy value of a part."""
    outcome: Callable[[Game, State], Outcome | None] | None = None
    """Who wins a part in normal play."""
    reach: Callable[[Game, State, Value], Iterable[State] | None] | None = None
    """The options of a part that have a value."""
    factors: Callable[[Game, State], Sequence[Part]] | None = None
    """The positions whose values, multiplied, are the value of a part."""
    period: Callable[[Game], Period] | None = None
    """The period of the values of one heap."""
    applies: Callable[[Game], bool] = always
    """Does it apply to these rules at all?"""
    whole: bool = False
    """Does it also apply to positions of several parts?"""

    @cached_property
    def because(self) -> Because:
        """The theorem as the reason of an answer."""
        return Because("theorem", Message(self.name), self.source)


Theorems = dict[type[Game], tuple[Theorem, ...]]
"""The theorems of a family, by exact class: a user's subclass may have other rules."""

BOUTON = "Bouton 1901"
BULANT = "Bulant 2008"
BELING = "Beling 2021"
SUBTRACTIONS = "Sobociński, Tłaczała, Szewczak 2025"
SUMS = "Nim-addition, Hungarian slides"
WINNING_WAYS = "Berlekamp, Conway, Guy, Winning Ways"
THE_RULES = Message("the rules")
