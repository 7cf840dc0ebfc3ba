"""The activities of a class besides playing: look for a winning move, answer a quiz, let programs play."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar

from .class_limits import ClassRefusal


class StoredActivity:
    """An activity whose fields are stored as they are; `kind` names its class."""

    kind: ClassVar[str]

    def data(self) -> dict[str, Any]:
        return asdict(self)  # type: ignore[call-overload, no-any-return]


@dataclass
class Idle(StoredActivity):
    """No activity yet."""

    kind = "idle"


@dataclass
class Riddle(StoredActivity):
    """The same position for all: who has found a winning move, or that there is none, and after how many tries."""

    kind = "riddle"

    position: str
    misere: bool
    tries: dict[str, int] = field(default_factory=dict)
    found: list[str] = field(default_factory=list)
    """The pupils who have found it, in that order."""

    def check(self, pupil: str) -> None:
        if pupil in self.found:
            raise ClassRefusal("you have found it already")

    def note_try(self, pupil: str, right: bool) -> None:
        self.check(pupil)
        self.tries[pupil] = self.tries.get(pupil, 0) + 1
        if right:
            self.found.append(pupil)


@dataclass
class Quiz(StoredActivity):
    """The same questions for all; the teacher shows the answer and begins the next question."""

    kind = "quiz"

    subject: str
    difficulty: str
    seed: int
    count: int
    number: int = 0
    """The number of the current question, from 0 on."""
    answers: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The answer of each pupil to it: its `text`, and whether it is `right`."""
    points: dict[str, int] = field(default_factory=dict)
    shown: bool = False
    """Is the answer shown to all?"""

    @property
    def finished(self) -> bool:
        return self.number >= self.count

    def check(self, pupil: str, number: int) -> None:
        if self.finished or number != self.number or self.shown:
            raise ClassRefusal("this question is over")
        if pupil in self.answers:
            raise ClassRefusal("you have answered already")

    def note_answer(self, pupil: str, number: int, text: str, right: bool) -> None:
        self.check(pupil, number)
        self.answers[pupil] = {"text": text, "right": right}
        if right:
            self.points[pupil] = self.points.get(pupil, 0) + 1

    def next(self) -> None:
        if self.finished:
            raise ClassRefusal("this question is over")
        self.number, self.answers, self.shown = self.number + 1, {}, False


@dataclass
class Programs(StoredActivity):
    """Programs from the folder that the teacher named play each other; one match after the other, seen by all."""

    kind = "programs"

    position: str
    misere: bool
    starts: int
    seed: int
    pace: float
    """Seconds between two moves, so that the class can follow them."""
    names: list[str] = field(default_factory=list)
    matches: int = 0
    """The number of matches in all."""
    played: list[dict[str, Any]] = field(default_factory=list)
    now: dict[str, Any] | None = None
    """The match that is played: its number, the players, the start, the positions so far."""
    running: bool = True
    trouble: str = ""

    def hear(self, notice: dict[str, Any]) -> None:
        """Follow a notice of the process that plays the matches."""
        match notice["say"]:
            case "begin":
                self.names, self.matches = notice["names"], notice["matches"]
            case "match":
                self.now = {
                    "number": notice["number"],
                    "players": notice["players"],
                    "start": notice["start"],
                    "line": [],
                }
            case "move" if self.now is not None:
                # Devices show only the last move; a whole line would grow with every move.
                self.now["line"] = [*self.now["line"], notice["position"]][-2:]
            case "played":
                self.played.append(notice["result"])
            case "end":
                self.running = False

    def stop(self, trouble: str = "") -> None:
        self.running, self.trouble = False, trouble

    def table(self) -> list[dict[str, Any]]:
        """The results of each program, the best first."""
        rows = {name: {"name": name, "won": 0, "lost": 0, "drawn": 0, "faults": 0} for name in self.names}
        for result in self.played:
            for seat, name in enumerate(result["players"]):
                row = rows.get(name)
                if row is None:
                    continue
                key = "drawn" if result["winner"] is None else "won" if result["winner"] == seat else "lost"
                row[key] += 1  # type: ignore[operator]
                row["faults"] += bool(result["fault"]) and key == "lost"  # type: ignore[operator]
        return sorted(rows.values(), key=lambda row: (-int(row["won"]), int(row["lost"])))
