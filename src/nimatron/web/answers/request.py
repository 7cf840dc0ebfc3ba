"""The context of every answer: the games, the limits and the language of a question."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ...core.errors import Limit
from ...core.game import Position
from ...core.limits import Limits
from ...families.catalog import Catalog
from ...notation.reader import parse
from ...show.text import Line
from ...show.words import use_language
from ...solve.solver import Solver

Lessons = tuple[tuple[str, str], ...]
"""A teacher's own lessons: the name and the text of each file."""


@dataclass
class AnswerContext:
    """The limits and the language of a question, and whether a limit has cut its answer short."""

    catalog: Catalog
    seconds: float
    lang: str
    limited: bool = False
    whole: bool = False
    """Is it known that more time would not make the answer better?"""
    lessons: Lessons = ()
    opponent: Callable[[Position], Position] | None = None
    """A visitor's own program, which plays instead of the computer, in the visitor's browser only."""

    def __post_init__(self) -> None:
        use_language(self.lang)

    def position(self, text: str) -> Position:
        return parse(text, self.catalog)

    @property
    def limits(self) -> Limits:
        return Limits(positions=POSITIONS, seconds=self.seconds)

    def reading(self, hurry: bool = False) -> Limits:
        """The limits for reading a typed move: a light worker soon passes on one that is hard to read."""
        return Limits(positions=POSITIONS, seconds=(HURRIED_READING if hurry else READING) * self.seconds)

    def solver(self) -> Solver:
        return Solver(self.limits)

    def note(self, trouble: Limit | None) -> None:
        """Remember that a limit left something unknown."""
        self.limited = self.limited or trouble is not None


def lines_data(lines: Iterable[object]) -> list[dict[str, str]]:
    """The lines of a text, each with its style."""
    return [{"text": line.text, "style": line.style} for line in lines if isinstance(line, Line)]


# -- limits of an answer --------------------------------------------------------------------------

POSITIONS = 1_000_000
"""The most positions searched for one answer."""

HEAVY_SECONDS = 6.0
"""The default limit of a question, in seconds of work."""

HELPLESS = {"Limit", "UserCodeError", "Cycle"}
"""Faults of thinking ahead: a computer that makes any move can still answer."""

READING, HURRIED_READING = 0.4, 0.1
"""The share of its time in which an answer may read a typed move, and the share in a hurry."""

THINKING = 0.9
"""How many seconds the computer works at a move."""

MOVING = 2.0
"""The seconds of real time in which a player gets the computer's move."""

HURRIED = 200
"""The most positions searched for a move that is late."""

LONGEST_TEXT = 4000
"""The longest position that is read, in characters."""

MOST_OPTIONS = 1000
"""The most options listed with what to click for each."""

MOST_TEXT = 500_000
"""The most characters in the texts of these options: each may have thousands of coins."""

MOST_VALUES = 100_000
"""The longest sequence in one answer."""

MOST_COINS = 200
"""The most single coins whose values are computed for one answer: each of them is a position to search."""

MOST_NIMBERS = 64
"""The longest side of a table of nimbers."""
