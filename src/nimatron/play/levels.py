"""The levels of the computer: their strength, and their words for people."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ..core.message import Message


class Level(StrEnum):
    """A level of the computer. The first four rise from a child's first game to perfect play."""

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
    """The strength of a level. Where it does not err, it plays as well as it can.

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
class LevelText:
    """The title of a level and a sentence about it."""

    title: Message
    about: Message


LEVEL_TEXTS = {
    Level.FIRST_STEPS: LevelText(Message("First steps"), Message("About every second move is a mistake: you can win.")),
    Level.FAIR: LevelText(Message("Fair"), Message("One move in three is made without thinking.")),
    Level.HARD: LevelText(Message("Hard"), Message("Rarely makes a mistake: use it when it happens.")),
    Level.PERFECT: LevelText(Message("Perfect"), Message("Never gives a win away.")),
}
