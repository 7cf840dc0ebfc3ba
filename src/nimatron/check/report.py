"""The report of a check as data; `show/check_report.py` puts it into words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..core.message import Message

Verdict = Literal["passed", "failed", "partial", "unused", "loopy"]
"""partial: nothing wrong was seen, but not every position was; unused: the game does not override the safe default;
loopy: positions can repeat, so that play need not end: such games are solved, but may be drawn."""

Text = Message | str


@dataclass(frozen=True)
class Failure:
    """The first state that breaks a promise: what was expected and what came instead."""

    state: str
    expected: Text
    came: Text
    place: str = ""
    """`file:line`, if an exception was the cause."""


@dataclass(frozen=True)
class Condition:
    """One of the five conditions of an impartial game (`lesson`), or a promise of an optional method."""

    id: str
    title: Message
    verdict: Verdict
    checked: int
    """The number of positions that were tested."""
    failure: Failure | None = None
    note: Message | None = None
    lesson: bool = False


@dataclass(frozen=True)
class Report:
    """All conditions, and how far the check came. `str` gives it in words, like the command line.

    >>> from nimatron import check
    >>> report = check("nim")
    >>> report.passed, report["finite"].verdict
    (True, 'passed')
    >>> print(str(report).splitlines()[-1])
    Every promise is kept.
    """

    game: str
    starts: tuple[str, ...]
    conditions: tuple[Condition, ...]
    positions: int
    complete: bool
    """True if the check has seen every reachable position."""
    longest: int | None
    """The number of moves of the longest line of play, if all lines are known."""
    stopped: Message | None
    """The reason why the check has seen only some positions."""
    warnings: tuple[Failure, ...]
    seconds: float

    def text(self, language: str | None = None) -> str:
        """The report in words, in a language such as "pl"; by default in the reader's."""
        from ..show.check_report import report_text

        return report_text(self, language)

    def __str__(self) -> str:
        return self.text()

    @property
    def passed(self) -> bool:
        """Was no promise seen broken?"""
        return not any(condition.verdict == "failed" for condition in self.conditions)

    @property
    def failures(self) -> tuple[Failure, ...]:
        """The failures of all broken promises."""
        return tuple(condition.failure for condition in self.conditions if condition.failure)

    def __getitem__(self, id: str) -> Condition:
        for condition in self.conditions:
            if condition.id == id:
                return condition
        raise KeyError(id)


TITLES: dict[str, tuple[Message, bool]] = {
    "turns": (Message("two players in turn: every move changes the position"), True),
    "finite": (Message("finite: every line of play ends"), True),
    "information": (Message("full information: no chance, nothing hidden"), True),
    "common": (Message("common moves: they depend on the position alone"), True),
    "draws": (Message("no draws: the player who cannot move loses"), True),
    "options": (Message("options gives the positions after each move"), False),
    "states": (Message("states can be stored in a table and never change"), False),
    "start": (Message("the start is a position of the game"), False),
    "accept": (Message("accept takes every position that a move leads to"), False),
    "parts": (Message("components and put: the parts make up the whole"), False),
    "canonical": (Message("canonical gives the same key only to equivalent positions"), False),
    "notation": (Message("show and parse undo each other"), False),
    "describe": (Message("describe puts every move into words"), False),
    "picture": (Message("picture draws every position"), False),
    "identity": (Message("two instances of the same rules are equal"), False),
    "code": (Message("longest_move and most_heaps: one code gives all moves"), False),
}
"""In the order of the report: the five conditions of the lesson come first."""


class Findings:
    """Collects, for each condition, the first failure and how many positions were looked at."""

    def __init__(self) -> None:
        self.failures: dict[str, Failure] = {}
        self.checked = dict.fromkeys(TITLES, 0)
        self.partial: set[str] = set()
        self.unused: set[str] = set()
        self.loopy: set[str] = set()
        self.notes: dict[str, Message] = {}
        self.warnings: dict[str, Failure] = {}

    def saw(self, id: str, count: int = 1) -> None:
        self.checked[id] += count

    def fail(self, id: str, failure: Failure) -> None:
        # The first failure is at the smallest position, and says most.
        self.failures.setdefault(id, failure)

    def warn(self, kind: str, failure: Failure) -> None:
        self.warnings.setdefault(kind, failure)

    def conditions(self) -> tuple[Condition, ...]:
        return tuple(self._condition(id, *title) for id, title in TITLES.items())

    def _condition(self, id: str, title: Message, lesson: bool) -> Condition:
        failure = self.failures.get(id)
        verdict: Verdict = "passed"
        # From the worst to the best: a promise may be loopy, and yet broken.
        if failure:
            verdict = "failed"
        elif id in self.loopy:
            verdict = "loopy"
        elif id in self.unused:
            verdict = "unused"
        elif id in self.partial:
            verdict = "partial"
        return Condition(id, title, verdict, self.checked[id], failure, self.notes.get(id), lesson)
