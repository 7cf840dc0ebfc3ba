"""Questions about a position: who wins, which moves win, what its value is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from ...analysis import Analysis, analyse
from ...errors import BadText
from ...explain import explain
from ...game import Position, State
from ...message import Message, row
from ...play import read_move
from ...play.vocabulary import folded
from ...present.explanation import explained
from ...present.text import Line
from ...present.words import letter, word
from .task import LIMITS, LONGEST, Choice, Form, NumberTask, Task, Verdict

MOST_MOVES = 100
"""The most moves that are read in one answer."""

NEXT = Choice("N", Message("the player to move"))
PREVIOUS = Choice("P", Message("the other player"))

NONE = Message("none")
"""The answer where no move wins."""


@dataclass(frozen=True)
class PositionTask(Task):
    """A question about a position, which is shown as a board."""

    position: Position  # here there always is one
    misere: bool = False

    @cached_property
    def analysis(self) -> Analysis:
        """What the solver says about the position."""
        return analyse(self.position, self.misere, LIMITS)

    def reason(self) -> Iterator[Line]:
        return explained(explain(self.position, self.misere, LIMITS))


class WhoWins(PositionTask):
    """Who wins, if both play as well as they can?"""

    form: ClassVar[Form] = "choice"

    @property
    def question(self) -> Message:
        if self.misere:
            return Message("Whoever makes the last move loses. Who wins, if both play as well as they can?")
        return Message("Whoever makes the last move wins. Who wins, if both play as well as they can?")

    @property
    def choices(self) -> tuple[Choice, ...]:
        return NEXT, PREVIOUS

    def judge(self, text: str) -> Verdict:
        chosen = self._read(text)
        return Verdict(True) if chosen == self.analysis.outcome else Verdict(False, self._hint(chosen))

    def _read(self, text: str) -> str:
        """The choice that is meant: by its letter, its number or its words."""
        said = " ".join(text.split()).casefold()
        for number, choice in enumerate(self.choices, 1):
            names = choice.id, letter(choice.id), str(number), word(choice.text), str(choice.text)
            if said in (name.casefold() for name in names):
                return choice.id
        one, two = (choice.text for choice in self.choices)
        raise BadText("expected 1 ({one}) or 2 ({two})", text[:LONGEST], 0, one=one, two=two)

    def _hint(self, chosen: str) -> Message:
        if chosen == "P":
            return Message("Is there a move after which the other player cannot win any more?")
        if len(self.analysis.parts) > 1:
            return Message("Which move wins? Whatever it is, can the other player restore the balance of the parts?")
        return Message("Which move wins? What would you answer if the other player made it against you?")

    def answer(self) -> Message | str:
        return next(choice.text for choice in self.choices if choice.id == self.analysis.outcome)

    def facts(self) -> tuple[object, ...]:
        return (self.analysis.outcome,)


class WinningMoves(PositionTask):
    """Which are all the winning moves? There may be none."""

    form: ClassVar[Form] = "moves"

    @property
    def question(self) -> Message:
        if self.misere:
            return Message("Whoever makes the last move loses. Find all winning moves; there may be none.")
        return Message("Whoever makes the last move wins. Find all winning moves; there may be none.")

    @cached_property
    def winning(self) -> tuple[Position, ...]:
        """All options that are lost for the player who has to move there."""
        moves = self.analysis.winning_moves
        return () if moves is None else tuple(moves)

    def judge(self, text: str) -> Verdict:
        given = self._read(text)
        right = {option.state for option in self.winning}
        losing = next((option for option in given if option.state not in right), None)
        if losing is not None:
            move = self._told(losing.state)
            return Verdict(False, Message("After the move “{move}”: what would you answer in their place?", move=move))
        if len({option.state for option in given}) == len(right):
            return Verdict(True)
        if not given:
            return Verdict(False, Message("Is there a move after which the other player cannot win any more?"))
        return Verdict(False, Message("What you have found wins. Is there another winning move?"))

    def _read(self, text: str) -> list[Position]:
        """The moves, one in each line or with semicolons between them; a word for none."""
        if folded(" ".join(text.split())) in {str(NONE), folded(word(NONE)), "-"}:
            return []
        moves = [move for move in re.split(r"[;\n]", text[:LONGEST]) if move.strip()][:MOST_MOVES]
        if not moves:
            raise BadText("expected a move, or the word {none}", text, 0, none=NONE)
        return [read_move(self.position, move, word) for move in moves]

    def _told(self, state: State) -> Message | str:
        return self.position.game.describe(self.position.state, state)

    def answer(self) -> Message | str:
        return row(self._told(option.state) for option in self.winning) if self.winning else NONE

    def facts(self) -> tuple[object, ...]:
        return self.winning


class ValueOf(PositionTask, NumberTask):
    """What is the value of a position?"""

    @property
    def question(self) -> Message:
        return Message("What is the value of this position: the least number that is not the value of an option?")

    @property
    def hint(self) -> Message:
        return Message("Which values do the moves lead to? Which is the least number that is missing there?")

    def solution(self) -> tuple[int, ...]:
        assert isinstance(self.analysis.value, int)
        return (self.analysis.value,)

    def reason(self) -> Iterator[Line]:
        return explained(explain(self.position, False, LIMITS, mex=1))
