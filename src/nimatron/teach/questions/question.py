"""The base of all questions: data, a way to show it, and a verdict on an answer.

A question is data (`given`): a position, a game or a few numbers. Lessons read that data from a file, exercises and
sheets draw it at random. The right answer is never part of the data that a page receives; the solver finds it.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from ...core.errors import BadText
from ...core.game import Game, Position
from ...core.limits import Limits
from ...core.message import Message
from ...explain.explanations import explain
from ...families.catalog import CATALOG, Catalog
from ...notation.reader import parse
from ...show.text import Line
from ...show.why.why_answer import why_data
from ...show.words import tr
from .fields import Fields, Given

LIMITS = Limits(positions=200_000, seconds=10.0)
"""The limits of one answer. Exercises are small: only a position from a file reaches them."""

LONGEST_ANSWER = 4000
"""The most characters of an answer."""

DIGITS = 18
"""The most digits of a number in an answer."""

REPLIES = 4
"""The most replies that a reason lists."""


@dataclass(frozen=True)
class Teacher:
    """The judge of answers: the games it knows, its limits, and whether its readers know about values."""

    catalog: Catalog = CATALOG
    limits: Limits = LIMITS
    plain: bool = False
    """True for readers who know nothing about values yet: reasons then use moves alone."""

    def position(self, text: str) -> Position:
        """The position that a text means."""
        return parse(text, self.catalog)

    def reason(self, position: Position, misere: bool = False) -> str:
        """The reason why a position is won or lost."""
        # The page explains positions with the same function, so a lesson and the page never disagree.
        why = why_data(explain(position, misere, self.limits), self.limits)
        # A position that has ended has no moves to reason by.
        return (self.plain and _reason_by_moves(why)) or str(why["sentence"])


def _reason_by_moves(why: dict[str, Any]) -> str:
    """A winning move, or a reply to each losing move; "" if there is neither."""
    if why["moves"]:
        return tr("After “{move}” the other player has only losing moves.", move=why["moves"][0]["text"])
    replies = why["replies"][:REPLIES]
    return " ".join(tr("“{move}” is answered by “{reply}”.", move=r["text"], reply=r["reply"]) for r in replies)


@dataclass(frozen=True)
class AnswerVerdict:
    """The verdict on an answer. `remark` is about this very answer, `wrong` names its wrong cells or moves."""

    right: bool
    remark: Message | str = ""
    wrong: tuple[str, ...] = ()


@dataclass(frozen=True)
class Question(ABC):
    """A question. An answer is text: a number, a list, a move, names of cells.

    `judge` raises BadText, or another error for the reader, if a text cannot be an answer at all.
    """

    # These belong to the kind of question, not to one question:
    name: ClassVar[str]
    """The `ask` of a lesson's file."""
    control: ClassVar[str]
    """The control with which the page takes the answer."""
    fields: ClassVar[Fields]
    hints: ClassVar[tuple[Message, ...]]
    """Questions that help a reader, if a lesson has no hints of its own."""

    given: Given
    # Two sheets with the same questions are equal, whoever judges them.
    teacher: Teacher = field(default=Teacher(), compare=False)

    @property
    def misere(self) -> bool:
        """Does the player who moves last lose?"""
        return bool(self.given.get("misere"))

    def data(self) -> dict[str, Any]:
        """The data that the page of a lesson needs to ask the question."""
        return {}

    @abstractmethod
    def judge(self, answer: str) -> AnswerVerdict:
        """The verdict on an answer."""

    @abstractmethod
    def solution(self) -> str:
        """A right answer, as a reader would type it."""

    def answer(self) -> Message | str:
        """The right answer in words."""
        return self.solution()

    def reason(self) -> str:
        """The reason for the right answer, in a sentence or two."""
        return ""

    def mistake(self) -> str:
        """A wrong answer: the check of lessons tries each question with it."""
        # A number that hardly any question has as its answer.
        return f"{10**12 - 1}"


class PracticeQuestion(Question):
    """A question that can also be asked without a lesson: it has words, rules and a longer explanation of its own."""

    @property
    @abstractmethod
    def text(self) -> Message:
        """The question in words."""

    @property
    def game(self) -> Game | None:
        """The game whose rules the reader needs; None for a question about numbers."""
        return None

    @property
    def board(self) -> Position | None:
        """The position to draw beside the question."""
        return None

    @property
    def about(self) -> Message | None:
        """Facts that the reader needs beside the rules and the board."""
        return None

    @property
    def form(self) -> str:
        """The kind of answer: `choice`, `number`, `numbers` or `moves`."""
        return self.control

    @property
    def choices(self) -> Mapping[str, Message]:
        """The answers to choose from, each with the letter that stands for it."""
        return {}

    @abstractmethod
    def facts(self) -> tuple[object, ...]:
        """The right answer for programs: numbers, a letter, or the positions after the moves."""

    def explanation(self) -> Iterator[Line]:
        """The reason for the right answer, line by line."""
        yield Line(self.reason())


class NumberQuestion(Question):
    """A question whose answer is one number, or several numbers in order."""

    control = "number"

    @abstractmethod
    def numbers(self) -> tuple[int, ...]:
        """The right numbers."""

    def facts(self) -> tuple[object, ...]:
        return self.numbers()

    def judge(self, answer: str) -> AnswerVerdict:
        right = self.numbers()
        return AnswerVerdict(read_numbers(answer, len(right)) == right)

    def solution(self) -> str:
        return " ".join(map(str, self.numbers()))

    def answer(self) -> Message | str:
        return number_list(self.numbers())


def read_numbers(text: str, count: int | None = None) -> tuple[int, ...]:
    """The numbers that somebody typed, with spaces or commas between them; `count` numbers unless it is None.

    >>> read_numbers("3, 1 4", 3)
    (3, 1, 4)
    """
    # Braces count as spaces, because a set may be typed as {0, 1, 3}.
    words = list(re.finditer(r"[^\s,;{}]+", text[:LONGEST_ANSWER]))
    for match in words:
        if not re.fullmatch(f"[0-9]{{1,{DIGITS}}}", match[0]):
            raise BadText("expected a number from 0 on, not {word!r}", text, match.start(), word=match[0][:40])
    if count is not None and len(words) != count:
        expected = Message(
            "expected {n} number, got {count}", "expected {n} numbers, got {count}", count, count=len(words)
        )
        raise BadText(expected, text, len(text))
    return tuple(int(match[0]) for match in words)


def number_list(numbers: Iterable[object]) -> str:
    """Numbers for a reader, with commas between them."""
    return ", ".join(map(str, numbers)) or tr("nothing")
