"""Questions about one position: who wins, which moves win, what its value is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import product
from typing import Any

from ...core.errors import BadText, NimatronError, UsageError
from ...core.game import Game, Position, State, is_misere
from ...core.message import Message, either, row
from ...explain.analysis import Analysis, analyse
from ...explain.ask import grundy
from ...explain.explanations import explain
from ...explain.move_outcomes import distinct
from ...play.typed_moves import read_move
from ...play.vocabulary import fold_letters
from ...show.explanation_text import explanation_lines
from ...show.text import Line
from ...show.words import letter, tr, word
from .fields import Fields, flag, number, text
from .number_questions import NumberSet
from .question import (
    LONGEST_ANSWER,
    AnswerVerdict,
    NumberQuestion,
    PracticeQuestion,
    Question,
    number_list,
    read_numbers,
)

MOST_MOVES = 64
"""The most moves that one answer names."""

LARGEST_MISSING = 200
"""The largest number that the solver tries in the place of a question mark."""

NONE = Message("none")
"""The answer if no move wins."""

NO_MOVE = Message("Is there a move after which the other player can no longer win?")
"""The remark to a reader who has missed that some move wins."""


class PositionQuestion(Question):
    """A question about a position."""

    fields = Fields({"position": text}, {"misere": flag})

    @cached_property
    def position(self) -> Position:
        """The position that the question is about."""
        return self.teacher.position(self.given["position"])

    @property
    def game(self) -> Game:
        return self.position.game

    @property
    def misere(self) -> bool:
        return is_misere(self.game, self.given.get("misere"))

    @cached_property
    def analysis(self) -> Analysis:
        """The solver's analysis of the position."""
        return analyse(self.position, self.misere, self.teacher.limits)

    def data(self) -> dict[str, Any]:
        return {"position": str(self.position), "misere": self.misere}

    def reason(self) -> str:
        return self.teacher.reason(self.position, self.misere)

    def _unknown(self) -> UsageError:
        return UsageError("it is not known who wins {position}", position=self.given["position"])


class BoardQuestion(PositionQuestion, PracticeQuestion):
    """A question about a position that exercises and sheets ask: they draw the position as a board."""

    @property
    def board(self) -> Position:
        return self.position

    def explanation(self) -> Iterator[Line]:
        return explanation_lines(explain(self.position, self.misere, self.teacher.limits))


class WhoWins(BoardQuestion):
    """The player who wins: the one to move, the other one, or nobody."""

    name, control = "who wins", "outcome"
    fields = PositionQuestion.fields | Fields({}, {"draws": flag})
    hints = (Message("Does any move lead to a position that you know is lost?"),)

    @property
    def text(self) -> Message:
        if self.misere:
            return Message("Whoever makes the last move loses. Who wins, if both play as well as they can?")
        return Message("Whoever makes the last move wins. Who wins, if both play as well as they can?")

    @property
    def form(self) -> str:
        return "choice"

    @property
    def choices(self) -> Mapping[str, Message]:
        players = {"N": Message("the player to move"), "P": Message("the other player")}
        # The choice of a draw appears only where it is possible or the lesson offers it: elsewhere it would confuse.
        return players | ({"D": Message("nobody: a draw")} if self._draws else {})

    @property
    def _draws(self) -> bool:
        return self.solution() == "D" or bool(self.given.get("draws"))

    def data(self) -> dict[str, Any]:
        return super().data() | {"draws": self._draws}

    def judge(self, answer: str) -> AnswerVerdict:
        choice = self._read(answer)
        if choice == self.solution():
            return AnswerVerdict(True)
        if choice == "P":
            return AnswerVerdict(False, NO_MOVE)
        # The remark must not be the answer: it asks for the winning move, and the reader finds that there is none.
        if len(self.analysis.parts) > 1:
            remark = Message("Which move wins? Whatever it is, can the other player restore the balance of the parts?")
        else:
            remark = Message("Which move wins? What would you answer if the other player made it against you?")
        return AnswerVerdict(False, remark)

    def _read(self, answer: str) -> str:
        """The letter of the choice that the reader means: by its letter, its number or its words."""
        typed = " ".join(answer.split()).casefold()
        for n, (id, name_of) in enumerate(self.choices.items(), 1):
            # In English as well: the page sends N and P, and a class may mix languages.
            if typed in (name.casefold() for name in (id, letter(id), str(n), word(name_of), str(name_of))):
                return id
        names = [f"{n} ({word(name_of)})" for n, name_of in enumerate(self.choices.values(), 1)]
        raise BadText("expected {names}", answer[:LONGEST_ANSWER], 0, names=either(names))

    def solution(self) -> str:
        outcome = self.analysis.outcome
        if outcome is None:
            raise self._unknown()
        return outcome

    def answer(self) -> Message | str:
        return self.choices[self.solution()]

    def mistake(self) -> str:
        return "P" if self.solution() != "P" else "N"

    def facts(self) -> tuple[object, ...]:
        return (self.solution(),)


class AllWinningMoves(BoardQuestion):
    """All moves that win, one in each line. Exercises may be about positions without any: `given` then has `none`."""

    name, control = "winning moves", "moves"
    hints = (
        Message("Have you looked at every heap, row or piece?"),
        Message("Which value must the part have after your move, and can it be reached?"),
    )

    @property
    def text(self) -> Message:
        if self.misere:
            return Message("Whoever makes the last move loses. Find all winning moves; there may be none.")
        return Message("Whoever makes the last move wins. Find all winning moves; there may be none.")

    def data(self) -> dict[str, Any]:
        # The example shows how to type a move; a winning move would give the answer away.
        return super().data() | {"example": self.mistake()}

    @cached_property
    def wins(self) -> dict[State, Position]:
        """The positions after the winning moves, by their states."""
        moves, position = self.analysis.winning_moves, self.given["position"]
        if moves is None or moves.total > MOST_MOVES:
            raise UsageError("{position} is too hard for a question about winning moves", position=position)
        if not moves and not self.given.get("none"):
            raise UsageError("{position} has no winning move", position=position)
        return {move.state: Position(self.game, move.state) for move in moves}

    def judge(self, answer: str) -> AnswerVerdict:
        moves = {after.state: after for after in self._read(answer)}
        # Wrong moves are named before missing ones: one of them teaches more than a number would.
        wrong = [after for state, after in moves.items() if state not in self.wins]
        if wrong:
            moves_text = row(self.move_text(after.state) for after in wrong)
            remark = Message("After the move “{move}”: what would you answer in their place?", move=moves_text)
            return AnswerVerdict(False, remark, tuple(map(str, wrong)))
        # No move is wrong here, so equal numbers mean equal sets.
        if len(moves) == len(self.wins):
            return AnswerVerdict(True)
        return AnswerVerdict(False, Message("This move wins. Is there another winning move?") if moves else NO_MOVE)

    def _read(self, answer: str) -> list[Position]:
        """The positions after the moves, one in each line or with semicolons between them; a word for none."""
        if fold_letters(" ".join(answer.split())) in {str(NONE), fold_letters(word(NONE)), "-"}:
            return []
        # One move more than any right answer has: it is enough to see that an answer is wrong.
        moves = [move for move in re.split(r"[;\n]", answer[:LONGEST_ANSWER]) if move.strip()][: MOST_MOVES + 1]
        if not moves:
            raise BadText("expected a move, or the word {none}", answer, 0, none=NONE)
        return [read_move(self.position, move, word) for move in moves]

    def move_text(self, state: State) -> Message | str:
        """The move to a state in words."""
        return self.game.describe(self.position.state, state)

    def solution(self) -> str:
        return "\n".join(map(str, self.wins.values())) or str(NONE)

    def answer(self) -> Message | str:
        return row(map(self.move_text, self.wins)) if self.wins else NONE

    def facts(self) -> tuple[object, ...]:
        return tuple(self.wins.values())

    def mistake(self) -> str:
        """A move that does not win, or "" if all of the first moves do."""
        # A position may have millions of moves, and nearly always one of the first loses.
        states = (state for state, _ in zip(distinct(self.position), range(400), strict=False))
        losing = next((state for state in states if state not in self.wins), None)
        return "" if losing is None else word(self.move_text(losing))


class WinningMove(AllWinningMoves):
    """A move that wins, made on the board or typed; any winning move is right."""

    name, control = "winning move", "move"
    hints = (
        Message("Which positions would you like to leave to the other player?"),
        Message("Would it help to start with a simpler position?"),
    )

    def judge(self, answer: str) -> AnswerVerdict:
        after = read_move(self.position, answer, word)
        if after.state in self.wins:
            return AnswerVerdict(True)
        return AnswerVerdict(
            False, tr("After “{move}” the other player can win.", move=word(self.move_text(after.state)))
        )

    def solution(self) -> str:
        return str(next(iter(self.wins.values())))


class WinCount(NumberQuestion, PositionQuestion):
    """The number of moves that win."""

    name = "how many winning moves"
    hints = (
        Message("Which moves win, and how many are there? Have you looked at every heap, row or piece?"),
        Message("Which positions would you like to leave to the other player?"),
    )

    def numbers(self) -> tuple[int, ...]:
        moves = self.analysis.winning_moves
        if moves is None:
            raise self._unknown()
        return (moves.total,)


class ValueOf(NumberQuestion, BoardQuestion):
    """The value of a position."""

    name = "value"
    fields = Fields({"position": text})
    hints = (
        Message("Which values can one move lead to?"),
        Message("Which is the least number 0, 1, 2, … that no move leads to?"),
    )

    @property
    def text(self) -> Message:
        return Message("What is the value of this position: the least number that is not the value of an option?")

    def numbers(self) -> tuple[int, ...]:
        value = grundy(self.position, self.teacher.limits)
        if not isinstance(value, int):
            raise UsageError("the value of {position} is not a number", position=self.given["position"])
        return (value,)

    def explanation(self) -> Iterator[Line]:
        # By the mex, even where a theorem knows the value: the question asks for the definition.
        return explanation_lines(explain(self.position, False, self.teacher.limits, mex=1))


class OptionValues(NumberSet, PositionQuestion):
    """The set of the values that one move can lead to."""

    name = "option values"
    fields = Fields({"position": text})
    hints = (
        Message("Which positions can one move lead to? What is the value of each?"),
        Message("Have you counted every move, even moves that lead to the same value?"),
    )

    def numbers(self) -> tuple[int, ...]:
        values = {grundy(Position(self.game, state), self.teacher.limits) for state in distinct(self.position)}
        return tuple(sorted(value for value in values if isinstance(value, int)))

    def surplus_remark(self, surplus: list[int]) -> str:
        return tr("No move leads to {values}.", values=number_list(surplus))


class MissingNumber(Question):
    """A number in the place of the ? that makes the position lost for the player to move."""

    name, control = "missing", "number"
    fields = PositionQuestion.fields | Fields(
        {}, {"least": number(0, LARGEST_MISSING), "most": number(0, LARGEST_MISSING)}
    )
    hints = (
        Message("From which of these positions can the other player win at once? So which positions are left for you?"),
        Message("What would make everything balance?"),
    )

    @property
    def _bounds(self) -> tuple[int, int]:
        return self.given.get("least", 0), self.given.get("most", LARGEST_MISSING)

    def data(self) -> dict[str, Any]:
        # The position with a question mark cannot be read or drawn.
        return {"position": None, "misere": self.misere}

    def _with(self, n: int) -> WhoWins:
        """The question who wins with `n` in the place of the ?."""
        return WhoWins({**self.given, "position": self.given["position"].replace("?", str(n))}, self.teacher)

    def judge(self, answer: str) -> AnswerVerdict:
        (n,), (least, most) = read_numbers(answer, 1), self._bounds
        if not least <= n <= most:
            raise UsageError("expected a number from {least} to {most}, not {n}", least=least, most=most, n=n)
        if self._with(n).analysis.outcome == "P":
            return AnswerVerdict(True, self._with(n).reason())
        return AnswerVerdict(False, tr("With {n} there the player to move wins.", n=n))

    def _first(self, lost: bool) -> str:
        """The first number within the bounds that makes the position lost, or won."""
        least, most = self._bounds
        # By search and not by a formula: the position may belong to any game.
        for n in range(least, most + 1):
            if (self._with(n).analysis.outcome == "P") == lost:
                return str(n)
        where = {"least": least, "most": most, "position": self.given["position"]}
        raise UsageError("no number from {least} to {most} fits {position}", **where)

    def solution(self) -> str:
        return self._first(True)

    def mistake(self) -> str:
        return self._first(False)


class OwnPosition(Question):
    """A position that the reader invents: won, lost, or with a certain value."""

    name, control = "position", "position"
    fields = Fields(
        {"game": text},
        {"lost": flag, "value": number(0, 10**6), "entries": number(1, 12), "misere": flag},
    )
    hints = (
        Message("Would it help to start with a small position and change it?"),
        Message("What could the other player do in your position?"),
    )

    def data(self) -> dict[str, Any]:
        return {"game": str(self._rules)}

    @property
    def _rules(self) -> Game:
        return self.teacher.catalog.game(self.given["game"])

    def judge(self, answer: str) -> AnswerVerdict:
        # Readers may type the name of the game as well.
        _, _, state = answer.rpartition(":")
        here = Position(self._rules, self._rules.parse(state))
        wanted = self.given.get("entries")
        size = sum(1 for entry in here.state if entry) if isinstance(here.state, tuple) else 1
        if wanted is not None and size != wanted:
            raise UsageError("expected {wanted} numbers other than 0, not {size}", wanted=wanted, size=size)
        misere = is_misere(self._rules, self.given.get("misere"))
        analysis = analyse(here, misere, self.teacher.limits)
        value, lost = self.given.get("value"), self.given.get("lost")
        right = (value is None or analysis.value == value) and (lost is None or (analysis.outcome == "P") == lost)
        return AnswerVerdict(right, self.teacher.reason(here, misere) if right else "")

    def solution(self) -> str:
        return self._first(True)

    def mistake(self) -> str:
        return self._first(False)

    def _first(self, right: bool) -> str:
        """The first list of small numbers that is right, or wrong."""
        # Zeros are left out: a heap of 0 is no answer that a reader would give.
        for state in product(range(1, 8), repeat=self.given.get("entries", 1)):
            answer = " ".join(map(str, state))
            try:
                if self.judge(answer).right == right:
                    return answer
            # Not every list of numbers is a position of the game.
            except NimatronError:
                continue
        raise UsageError("no small position of {game} is an answer", game=self.given["game"])
