"""What every kind of question has: a shape in the file, a way to be answered, and a verdict by the solver."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from ....errors import UsageError
from ....explain import explain
from ....game import Position, is_misere
from ....games.catalog import CATALOG, Catalog
from ....games.notation import parse
from ....message import Message
from ....present.why import why_data
from ....present.words import tr
from ....values.search.limits import Limits
from ..form import Given, Shape

LARGEST = 10**12
"""The largest number that is taken for an answer."""


LIMITS = Limits(positions=200_000, seconds=5.0)


@dataclass(frozen=True)
class Teacher:
    """Whoever judges answers: the games that are known, and how long one may think."""

    catalog: Catalog = CATALOG
    limits: Limits = LIMITS
    plain: bool = False
    """Do readers know nothing of values yet?"""

    def position(self, text: str) -> Position:
        return parse(text, self.catalog)

    def reason(self, position: Position, misere: bool = False) -> str:
        """Why a position is won or lost: by its value, or for beginners by the moves alone."""
        why = why_data(explain(position, misere, self.limits), self.limits)
        return (self.plain and _by_moves(why)) or str(why["sentence"])


REPLIES = 4
"""The most moves that are answered in a reason."""


def _by_moves(why: dict[str, Any]) -> str:
    """A move that wins, or the answer to each move that loses; "" if there is neither."""
    if why["moves"]:
        return tr("After “{move}” the other player has only losing moves.", move=why["moves"][0]["text"])
    replies = why["replies"][:REPLIES]
    return " ".join(tr("“{move}” is answered by “{reply}”.", move=r["text"], reply=r["reply"]) for r in replies)


@dataclass(frozen=True)
class Verdict:
    """Is an answer right, and what is there to say about it? `wrong` has the cells that are not right yet."""

    right: bool
    said: str = ""
    wrong: tuple[str, ...] = ()


class Ask(ABC):
    """A kind of question. An answer is text: a number, a list, a move, names of cells."""

    name: ClassVar[str]
    control: ClassVar[str]
    """By what it is answered on the page."""
    shape: ClassVar[Shape]
    hints: ClassVar[tuple[Message, ...]]
    """Questions that help where the file has no hints of its own."""

    def __init__(self, given: Given) -> None:
        self.given = given

    @property
    def misere(self) -> bool | None:
        misere: bool | None = self.given.get("misere")
        return misere

    def shown(self, teacher: Teacher) -> dict[str, Any]:
        """What the page needs to ask the question; never the answer."""
        return {}

    @abstractmethod
    def judge(self, teacher: Teacher, answer: str) -> Verdict:
        """Is this right?"""

    @abstractmethod
    def solution(self, teacher: Teacher) -> str:
        """An answer that is right, as it would be given."""

    def told(self, teacher: Teacher) -> str:
        """The solution as it is told to the reader."""
        return self.solution(teacher)

    def reason(self, teacher: Teacher) -> str:
        """Why the right answer is right."""
        return ""

    def mistake(self, teacher: Teacher) -> str:
        """An answer that is wrong, to try the question with."""
        return f"{LARGEST - 1}"


def misere_of(position: Position, misere: bool | None) -> bool:
    """The rule that is played by."""
    return is_misere(position.game, misere)


def read_number(answer: str) -> int:
    """A number that somebody typed."""
    text = answer.strip()
    if not text.isdecimal() or len(text) > 13:
        raise UsageError("expected a whole number, not {text!r}", text=text[:40])
    return int(text)


def read_numbers(answer: str, most: int = 1000) -> list[int]:
    """Numbers that somebody typed, with commas or spaces between them."""
    words = answer.replace(",", " ").replace(";", " ").strip("{} ").split()
    if len(words) > most:
        raise UsageError("expected at most {most} numbers", most=most)
    return [read_number(word) for word in words]


def listed(numbers: Sequence[object]) -> str:
    """Numbers as a reader sees them."""
    return ", ".join(map(str, numbers)) or tr("nothing")
