"""What every answer is given: the limits and the language of a question."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ...errors import Limit
from ...game import Position
from ...games.catalog import Catalog
from ...games.notation import parse
from ...present.text import Line
from ...present.words import use_language
from ...values.search.limits import Limits
from ...values.solver import Solver
from ..limits import POSITIONS

Lessons = tuple[tuple[str, str], ...]
"""A teacher's own lessons: the name and the text of each file."""


@dataclass(frozen=True)
class Leisure:
    """An answer in pieces may take so many `seconds` as long as there is `time`: nobody else waits."""

    seconds: float
    time: Callable[[], bool]


@dataclass
class Asked:
    """The limits and the language of a question, and whether a limit has cut its answer short."""

    catalog: Catalog
    seconds: float
    lang: str
    limited: bool = False
    whole: bool = False  # is it known that more time would make the answer no better?
    lessons: Lessons = ()
    leisure: Leisure | None = None

    def __post_init__(self) -> None:
        use_language(self.lang)

    def position(self, text: str) -> Position:
        return parse(text, self.catalog)

    @property
    def limits(self) -> Limits:
        return Limits(positions=POSITIONS, seconds=self.seconds)

    def solver(self) -> Solver:
        return Solver(self.limits)

    def note(self, trouble: Limit | None) -> None:
        """Remember that a limit left something unknown."""
        self.limited = self.limited or trouble is not None


def lines_data(lines: Iterable[object]) -> list[dict[str, str]]:
    """The lines of a text, each with its style."""
    return [{"text": line.text, "style": line.style} for line in lines if isinstance(line, Line)]
