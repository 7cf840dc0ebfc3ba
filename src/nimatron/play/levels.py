"""How well the computer plays: the levels, in words for beginners and by what they do for programs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ..message import Message


class Level(StrEnum):
    """How well the computer plays. The first four rise from a child's first game on."""

    FIRST_STEPS = "first-steps"
    FAIR = "fair"
    HARD = "hard"
    PERFECT = "perfect"
    RANDOM = "random"
    ONE_AHEAD = "one-ahead"
    HALF = "half"


LEVELS = tuple(level.value for level in Level)
"""The names of all levels."""

LADDER = (Level.FIRST_STEPS, Level.FAIR, Level.HARD, Level.PERFECT)
"""The levels for people, from weak to strong."""


@dataclass(frozen=True)
class Strength:
    """What a level does. Where it does not err, it plays as well as it can.

    In a share of all positions it `errs`: it makes any move or, if it `gives` the win away, one that lets the other
    player win. If it `sees` a win at once, it takes it even then.
    """

    errs: float
    gives: bool = False
    sees: bool = False


STRENGTHS = {
    Level.FIRST_STEPS: Strength(1 / 2, gives=True),
    Level.FAIR: Strength(1 / 3, sees=True),
    Level.HARD: Strength(1 / 8, sees=True),
    Level.PERFECT: Strength(0),
    Level.RANDOM: Strength(1),
    Level.ONE_AHEAD: Strength(1, sees=True),
    Level.HALF: Strength(1 / 2),
}


@dataclass(frozen=True)
class Described:
    """A level for people to choose."""

    title: Message
    about: Message


DESCRIBED = {
    Level.FIRST_STEPS: Described(
        Message("First steps"), Message("Every second move or so is a mistake: the win is yours to take.")
    ),
    Level.FAIR: Described(Message("Fair"), Message("One move in three is made without thinking.")),
    Level.HARD: Described(Message("Hard"), Message("Seldom makes a mistake: use it when it comes.")),
    Level.PERFECT: Described(Message("Perfect"), Message("Never gives a win away.")),
}
