"""Questions about one position: who wins, which moves win, what it is worth."""

from __future__ import annotations

from itertools import product
from typing import Any

from ....analysis import Analysis, analyse, distinct, grundy
from ....errors import NimatronError, UsageError
from ....game import Position
from ....message import Message
from ....play import read_move
from ....present.words import tr, word
from ..form import Shape, flag, number, text
from .base import Ask, Teacher, Verdict, listed, misere_of, read_number, read_numbers

MOST_MOVES = 64
"""The most moves that one answer names."""

LARGEST_MISSING = 200
"""The largest number that is tried in the place of a question mark."""


class AboutPosition(Ask):
    """A question about the position that the file names."""

    shape = Shape({"position": text}, {"misere": flag})

    def position(self, teacher: Teacher) -> Position:
        return teacher.position(self.given["position"])

    def found(self, teacher: Teacher) -> Analysis:
        return analyse(self.position(teacher), self.misere, teacher.limits)

    def shown(self, teacher: Teacher) -> dict[str, Any]:
        here = self.position(teacher)
        return {"position": str(here), "misere": misere_of(here, self.misere)}

    def reason(self, teacher: Teacher) -> str:
        here = self.position(teacher)
        return teacher.reason(here, misere_of(here, self.misere))


class WhoWins(AboutPosition):
    """The player to move, the other one, or nobody."""

    name, control = "who wins", "outcome"
    hints = (
        Message("Try the moves one by one: is there one after which the other player is stuck?"),
        Message("Does any move lead to a position that you know to be lost?"),
    )

    def shown(self, teacher: Teacher) -> dict[str, Any]:
        return super().shown(teacher) | {"draws": self._outcome(teacher) == "D" or self.given.get("draws", False)}

    shape = AboutPosition.shape | Shape({}, {"draws": flag})

    def _outcome(self, teacher: Teacher) -> str:
        outcome = self.found(teacher).outcome
        if outcome is None:
            raise UsageError("it is not known who wins {position}", position=self.given["position"])
        return outcome

    def judge(self, teacher: Teacher, answer: str) -> Verdict:
        if answer not in ("N", "P", "D"):
            raise UsageError("expected N, P or D, not {text!r}", text=answer[:40])
        return Verdict(answer == self._outcome(teacher))

    def solution(self, teacher: Teacher) -> str:
        return self._outcome(teacher)

    def told(self, teacher: Teacher) -> str:
        outcome = self._outcome(teacher)
        return {"N": tr("the player to move"), "P": tr("the other player"), "D": tr("nobody: a draw")}[outcome]

    def mistake(self, teacher: Teacher) -> str:
        return "P" if self._outcome(teacher) != "P" else "N"


class WinningMove(AboutPosition):
    """A move that wins, made on the board or typed; any winning move will do."""

    name, control = "winning move", "move"
    hints = (
        Message("Which positions would you like to leave to the other player?"),
        Message("Would it help to start with a simpler position?"),
    )

    def shown(self, teacher: Teacher) -> dict[str, Any]:
        return super().shown(teacher) | {"example": self._example(teacher)}

    def _example(self, teacher: Teacher) -> str:
        """How a move is typed: one that does not win, lest the example be an answer."""
        here, wins = self.position(teacher), self._wins(teacher)
        states = (state for state, _ in zip(distinct(here), range(400), strict=False))
        losing = next((state for state in states if state not in wins), None)
        return "" if losing is None else word(here.game.describe(here.state, losing))

    def _wins(self, teacher: Teacher) -> dict[Any, Position]:
        """All winning moves."""
        moves = self.found(teacher).winning_moves
        if moves is None or moves.total > MOST_MOVES:
            raise UsageError("{position} is too hard to ask for its winning moves", position=self.given["position"])
        if not moves:
            raise UsageError("{position} has no winning move", position=self.given["position"])
        here = self.position(teacher)
        return {move.state: Position(here.game, move.state) for move in moves}

    def judge(self, teacher: Teacher, answer: str) -> Verdict:
        here, after = self.position(teacher), self._read(teacher, answer)
        if after.state in self._wins(teacher):
            return Verdict(True)
        move = word(here.game.describe(here.state, after.state))
        return Verdict(False, tr("After “{move}” the other player can win.", move=move))

    def _read(self, teacher: Teacher, answer: str) -> Position:
        return read_move(self.position(teacher), answer, word)

    def solution(self, teacher: Teacher) -> str:
        return str(next(iter(self._wins(teacher).values())))

    def told(self, teacher: Teacher) -> str:
        here = self.position(teacher)
        return "; ".join(word(here.game.describe(here.state, after.state)) for after in self._wins(teacher).values())

    def mistake(self, teacher: Teacher) -> str:
        return self._example(teacher)


class WinningMoves(WinningMove):
    """All moves that win, one in each line."""

    name, control = "winning moves", "moves"
    hints = (
        Message("Have you looked at every heap, row or piece?"),
        Message("Which value must the part have after your move, and can it be reached?"),
    )

    def judge(self, teacher: Teacher, answer: str) -> Verdict:
        here, wins = self.position(teacher), self._wins(teacher)
        named = {}
        for line in answer.splitlines()[: MOST_MOVES + 1]:
            if line.strip():
                after = self._read(teacher, line)
                named[after.state] = after
        wrong = [after for state, after in named.items() if state not in wins]
        if wrong:
            moves = "; ".join(word(here.game.describe(here.state, after.state)) for after in wrong)
            return Verdict(False, tr("After “{move}” the other player can win.", move=moves), tuple(map(str, wrong)))
        if len(named) < len(wins):
            return Verdict(False, tr("What you have found wins, but there is more.") if named else "")
        return Verdict(True)

    def solution(self, teacher: Teacher) -> str:
        return "\n".join(map(str, self._wins(teacher).values()))


class HowMany(AboutPosition):
    """How many moves win."""

    name, control = "how many winning moves", "number"
    hints = (
        Message("Which moves win, and how many are there? Have you looked at every heap, row or piece?"),
        Message("Which positions would you like to leave to the other player?"),
    )

    def judge(self, teacher: Teacher, answer: str) -> Verdict:
        return Verdict(read_number(answer) == int(self.solution(teacher)))

    def solution(self, teacher: Teacher) -> str:
        moves = self.found(teacher).winning_moves
        if moves is None:
            raise UsageError("it is not known who wins {position}", position=self.given["position"])
        return str(moves.total)


class ValueOf(AboutPosition):
    """The value of a position."""

    name, control = "value", "number"
    shape = Shape({"position": text})
    hints = (
        Message("Which values can one move lead to?"),
        Message("Which is the least number 0, 1, 2, … that no move leads to?"),
    )

    def judge(self, teacher: Teacher, answer: str) -> Verdict:
        return Verdict(read_number(answer) == int(self.solution(teacher)))

    def solution(self, teacher: Teacher) -> str:
        value = grundy(self.position(teacher), teacher.limits)
        if not isinstance(value, int):
            raise UsageError("the value of {position} is not a number", position=self.given["position"])
        return str(value)


class OptionValues(AboutPosition):
    """The set of the values to which one move can lead."""

    name, control = "option values", "numbers"
    shape = Shape({"position": text})
    hints = (
        Message("Which positions can one move lead to? What is the value of each?"),
        Message("Has every move been counted, also those that lead to the same value?"),
    )

    def _values(self, teacher: Teacher) -> list[int]:
        here = self.position(teacher)
        found = {grundy(Position(here.game, state), teacher.limits) for state in distinct(here)}
        return sorted(value for value in found if isinstance(value, int))

    def judge(self, teacher: Teacher, answer: str) -> Verdict:
        given, right = set(read_numbers(answer)), set(self._values(teacher))
        if given == right:
            return Verdict(True)
        if beyond := sorted(given - right):
            return Verdict(False, tr("No move leads to {values}.", values=listed(beyond)))
        return Verdict(False, tr("These are right, but there is more.") if given else "")

    def solution(self, teacher: Teacher) -> str:
        return " ".join(map(str, self._values(teacher)))

    def told(self, teacher: Teacher) -> str:
        return listed(self._values(teacher))


class Missing(AboutPosition):
    """A number in the place of the ? that makes the position lost for the player to move."""

    name, control = "missing", "number"
    shape = AboutPosition.shape | Shape({}, {"least": number(0, LARGEST_MISSING), "most": number(0, LARGEST_MISSING)})
    hints = (
        Message("From which of these positions can the other player win at once? So which are left?"),
        Message("What would make everything balance?"),
    )

    @property
    def bounds(self) -> tuple[int, int]:
        return self.given.get("least", 0), self.given.get("most", LARGEST_MISSING)

    def shown(self, teacher: Teacher) -> dict[str, Any]:
        return {"position": None, "misere": bool(self.misere)}

    def _at(self, teacher: Teacher, n: int) -> Position:
        return teacher.position(self.given["position"].replace("?", str(n)))

    def _is_lost(self, teacher: Teacher, n: int) -> bool:
        return analyse(self._at(teacher, n), self.misere, teacher.limits).outcome == "P"

    def judge(self, teacher: Teacher, answer: str) -> Verdict:
        n, (least, most) = read_number(answer), self.bounds
        if not least <= n <= most:
            raise UsageError("expected a number from {least} to {most}, not {n}", least=least, most=most, n=n)
        if self._is_lost(teacher, n):
            return Verdict(True, self._because(teacher, n))
        return Verdict(False, tr("With {n} there the player to move wins.", n=n))

    def _because(self, teacher: Teacher, n: int) -> str:
        here = self._at(teacher, n)
        return teacher.reason(here, misere_of(here, self.misere))

    def reason(self, teacher: Teacher) -> str:
        return ""  # the verdict has that of the number that was given

    def _first(self, teacher: Teacher, lost: bool) -> int:
        """The first number within the bounds that makes the position lost, or won."""
        least, most = self.bounds
        fits = (n for n in range(least, most + 1) if self._is_lost(teacher, n) == lost)
        if (found := next(fits, None)) is None:
            where = {"least": least, "most": most, "position": self.given["position"]}
            raise UsageError("no number from {least} to {most} fits {position}", **where)
        return found

    def solution(self, teacher: Teacher) -> str:
        return str(self._first(teacher, True))

    def mistake(self, teacher: Teacher) -> str:
        return str(self._first(teacher, False))


class MakePosition(Ask):
    """A position of the reader's own that is won, lost, or has a certain value."""

    name, control = "position", "position"
    shape = Shape(
        {"game": text},
        {"lost": flag, "value": number(0, 10**6), "entries": number(1, 12), "misere": flag},
    )
    hints = (
        Message("Would it help to start with a small position and change it?"),
        Message("What could the other player do in your position?"),
    )

    def shown(self, teacher: Teacher) -> dict[str, Any]:
        return {"game": str(teacher.catalog.game(self.given["game"]))}

    def judge(self, teacher: Teacher, answer: str) -> Verdict:
        rules = teacher.catalog.game(self.given["game"])
        _, _, state = answer.rpartition(":")
        here = Position(rules, rules.parse(state))
        wanted = self.given.get("entries")
        size = sum(1 for entry in here.state if entry) if isinstance(here.state, tuple) else 1
        if wanted is not None and size != wanted:
            raise UsageError("expected {wanted} numbers other than 0, not {size}", wanted=wanted, size=size)
        found = analyse(here, self.misere, teacher.limits)
        value, lost = self.given.get("value"), self.given.get("lost")
        right = (value is None or found.value == value) and (lost is None or (found.outcome == "P") == lost)
        return Verdict(right, teacher.reason(here, misere_of(here, self.misere)) if right else "")

    def solution(self, teacher: Teacher) -> str:
        return self._first(teacher, True)

    def mistake(self, teacher: Teacher) -> str:
        return self._first(teacher, False)

    def _first(self, teacher: Teacher, right: bool) -> str:
        """The first list of small numbers that is right or wrong."""
        for state in product(range(1, 8), repeat=self.given.get("entries", 1)):
            answer = " ".join(map(str, state))
            try:
                if self.judge(teacher, answer).right == right:
                    return answer
            except NimatronError:
                continue
        raise UsageError("no small position of {game} is an answer", game=self.given["game"])
