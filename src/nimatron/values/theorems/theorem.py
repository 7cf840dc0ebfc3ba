"""The record of a theorem, and the sources that several theorems share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ...errors import OutOfReach
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


class Columns(NamedTuple):
    """Numbers under each other in binary: lost if the ones in every column are divisible by `modulus`."""

    values: tuple[int, ...]
    modulus: int


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
    misere: Callable[[Game, State], Outcome | None] | None = None
    """Who wins a whole position in misere play; its state is a list of boards, so that sums can be joined."""
    misere_method: Callable[[Game, State], Message | None] | None = None
    """How to play by it in misere play, in words for one position."""
    whole: bool = False
    """Does it also apply to positions of several parts?"""
    method: Callable[[Game, State], Message | None] | None = None
    """How to play by it, or why it holds, in words for one position."""
    columns: Callable[[Game, State], Columns | None] | None = None
    """The binary columns that decide a position."""

    @cached_property
    def because(self) -> Because:
        """The theorem as the reason of an answer."""
        return Because("theorem", Message(self.name), self.source)


Theorems = dict[type[Game], tuple[Theorem, ...]]
"""The theorems of a family, by exact class: a user's subclass may have other rules."""


@dataclass(frozen=True)
class Traits:
    """What holds for a class of games beside its values: in misere play, of its longest plays, of its other names.

    Games are tame position by position too, where their genera prove it: see values/misere.
    """

    tame: Because | None = None
    """Why the rule of misere Nim holds for every position; None if no theorem says so for the whole class."""
    heaps: Callable[[State], tuple[int, ...]] | None = None
    """The Nim heaps that a part is; None if a part behaves like one heap of its value."""
    of_heaps: Callable[[tuple[int, ...]], State] | None = None
    """The part that such heaps are."""
    plain: Game | None = None
    """The take-away game that has the same moves on every heap."""
    independent: bool = False
    """Does a move never touch two parts, so that the longest plays of the parts add up? With these options only."""
    longest: Callable[[Game, State], int | None] | None = None
    """The length of the longest play of a part, without search; raises OutOfReach if there is none."""


TraitsOf = dict[type[Game], Traits]
"""The traits of a family, by exact class."""


def endless(game: Game, state: State) -> OutOfReach:
    """A part has no longest play, though every play ends."""
    return OutOfReach("{position} has no longest play: it lasts as long as you like", position=game.write(state))


BOUTON = "Bouton 1901"
BULANT = "Bulant 2008"
BELING = "Beling 2021"
SUBTRACTIONS = "Sobociński, Tłaczała, Szewczak 2025"
SUMS = "Nim-addition, Hungarian slides"
WINNING_WAYS = "Berlekamp, Conway, Guy, Winning Ways"
THE_RULES = Message("the rules")
