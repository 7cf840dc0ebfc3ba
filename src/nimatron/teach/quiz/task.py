"""A task is a question that the solver can judge; each kind of question is a class of its own."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple

from ...errors import BadText
from ...game import Game, Position
from ...message import Message
from ...present.text import Line
from ...values.search.limits import Limits

Difficulty = Literal["easy", "medium", "hard"]

Form = Literal["choice", "number", "numbers", "moves"]
"""How a question is answered: one of its choices, a number, several in their order, or all moves of some sort."""

LIMITS = Limits(positions=200_000, seconds=10.0)
"""What one answer may cost. Exercises are drawn small, so this is only ever reached by a position from outside."""

LONGEST = 4000
"""The most characters of an answer."""

DIGITS = 18
"""The most digits of a number in an answer."""


class Choice(NamedTuple):
    """One of the answers that a question offers: `id` is what to send, `text` what to read."""

    id: str
    text: Message


@dataclass(frozen=True)
class Verdict:
    """Is an answer right? If it is not, `hint` asks a question that leads further."""

    right: bool
    hint: Message | None = None


class Task(ABC):
    """A question, without its answer until it is asked for.

    `judge` raises BadText for a text that cannot be an answer, such as a word where a number is expected.
    """

    form: ClassVar[Form]
    position: Position | None = None
    """The board that the question is about."""

    misere: bool = False

    @property
    def game(self) -> Game | None:
        """The game whose rules have to be known."""
        return None if self.position is None else self.position.game

    @property
    @abstractmethod
    def question(self) -> Message:
        """What is asked."""

    @property
    def about(self) -> Message | None:
        """What is given besides the rules and the board, such as the values so far."""
        return None

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What may be chosen, for the form `choice`."""
        return ()

    @abstractmethod
    def judge(self, text: str) -> Verdict:
        """Is this the right answer?"""

    @abstractmethod
    def answer(self) -> Message | str:
        """The right answer, in words."""

    @abstractmethod
    def facts(self) -> tuple[object, ...]:
        """The right answer for programs: numbers, the letter of a choice, or the positions after the moves."""

    @abstractmethod
    def reason(self) -> Iterator[Line]:
        """Why the answer is right, in the reader's language."""


class NumberTask(Task):
    """A question whose answer is one number, or several in their order."""

    form: ClassVar[Form] = "number"

    @abstractmethod
    def solution(self) -> tuple[int, ...]:
        """The right numbers."""

    @property
    @abstractmethod
    def hint(self) -> Message:
        """A question that leads further."""

    def judge(self, text: str) -> Verdict:
        solution = self.solution()
        given = read_numbers(text, len(solution))
        return Verdict(True) if given == solution else Verdict(False, self.hint)

    def answer(self) -> Message | str:
        return ", ".join(map(str, self.solution()))

    def facts(self) -> tuple[object, ...]:
        return self.solution()


def read_numbers(text: str, wanted: int) -> tuple[int, ...]:
    """So many numbers, with spaces or commas between them.

    >>> read_numbers("3, 1 4", 3)
    (3, 1, 4)
    """
    found = list(re.finditer(r"[^\s,;]+", text[:LONGEST]))
    for match in found:
        if not re.fullmatch(f"[0-9]{{1,{DIGITS}}}", match[0]):
            raise BadText("expected a number from 0 on, not {word!r}", text, match.start(), word=match[0][:40])
    if len(found) != wanted:
        expected = Message(
            "expected {n} number, got {count}", "expected {n} numbers, got {count}", wanted, count=len(found)
        )
        raise BadText(expected, text, len(text))
    return tuple(int(match[0]) for match in found)
