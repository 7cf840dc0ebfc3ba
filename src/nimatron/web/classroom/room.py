"""The class as a machine: what teacher and pupils do goes in, the state of the class comes out.

It knows no HTTP, no clock and no rules of games: whether a move is legal or an answer right is found out before.
"""

from __future__ import annotations

import hmac
import json
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from .activities import Idle, Programs, Quiz, Riddle
from .bounds import LIFE, MOST_PUPILS
from .bout import Bout
from .contest import Contest
from .names import is_taken, nickname
from .refusals import Refused, Stranger

Activity = Idle | Riddle | Quiz | Contest | Programs

KINDS: dict[str, Any] = {"idle": Idle, "riddle": Riddle, "quiz": Quiz, "programs": Programs}

FORM = 1
"""The version of what is kept."""


@dataclass
class Pupil:
    """A device with a nickname; of its token only a digest is known."""

    id: str
    name: str
    digest: str


def digest_of(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode()).hexdigest()


class Room:
    """All that a class is. `version` grows with every change."""

    def __init__(self, key: str, began: float) -> None:
        self.key, self.began = key, began
        self.version, self.joined, self.made, self.begun = 0, 0, 0, 0
        self.paused = self.hidden = self.closed = False
        self.pupils: dict[str, Pupil] = {}
        self.activity: Activity = Idle()
        self._by_digest: dict[str, str] = {}

    # -- who is who --

    def is_teacher(self, key: str) -> bool:
        return hmac.compare_digest(key.encode(), self.key.encode())

    def pupil(self, token: str) -> Pupil:
        """The pupil with this token; Stranger if there is none."""
        found = self._by_digest.get(digest_of(token)) if token else None
        if found is None:
            raise Stranger("the class does not know this device: please join")
        return self.pupils[found]

    def is_late(self, moment: float) -> bool:
        """Is it older than a class may become?"""
        return not 0 <= moment - self.began < LIFE

    def join(self, name: str, token: str) -> Pupil:
        if self.closed:
            raise Refused("the door is closed: ask the teacher")
        if len(self.pupils) >= MOST_PUPILS:
            raise Refused("expected at most {most} pupils", most=MOST_PUPILS)
        name = self._free(name)
        self.joined += 1
        pupil = Pupil(f"p{self.joined}", name, digest_of(token))
        self.pupils[pupil.id] = pupil
        self._by_digest[pupil.digest] = pupil.id
        if isinstance(self.activity, Contest):
            self.activity.welcome(pupil.id)
        self._changed()
        return pupil

    def _free(self, text: str, but: str = "") -> str:
        name = nickname(text)
        if is_taken(name, (pupil.name for pupil in self.pupils.values() if pupil.id != but)):
            raise Refused("somebody has this nickname already")
        return name

    def give_name(self, id: str, name: str) -> None:
        self._known(id).name = self._free(name, but=id)
        self._changed()

    def remove(self, id: str) -> None:
        """Somebody leaves, or is sent away: nothing of the pupil stays but results against others."""
        pupil = self._known(id)
        del self.pupils[id], self._by_digest[pupil.digest]
        match self.activity:
            case Contest():
                self.activity.leave(id)
            case Riddle():
                self.activity.tries.pop(id, None)
                self.activity.found = [other for other in self.activity.found if other != id]
            case Quiz():
                self.activity.answers.pop(id, None)
                self.activity.points.pop(id, None)
        self._changed()

    def _known(self, id: str) -> Pupil:
        if id not in self.pupils:
            raise Refused("there is no such pupil")
        return self.pupils[id]

    # -- the teacher --

    def switch(self, what: str, on: bool) -> None:
        """Pause, hide values, close the door; or not."""
        if what not in ("paused", "hidden", "closed"):
            raise Refused("expected paused, hidden or closed")
        setattr(self, what, on)
        self._changed()

    def begin(self, activity: Activity) -> None:
        """Another activity takes the place of the one before, which is forgotten."""
        if isinstance(activity, Contest):
            activity.made = self.made  # no two games of a class have the same name
            activity.next_round()
        self.activity = activity
        self.begun += 1
        self._changed()

    def next_round(self) -> None:
        self._contest().next_round()
        self._changed()

    def settle(self, id: str, winner: str) -> None:
        """The teacher ends a game: somebody wins, or nobody."""
        contest, bout = self._contest(), self._bout(id)
        if winner and winner not in bout.players:
            raise Refused("expected one of the two players, or nobody")
        bout.end("settled", winner)
        contest.count()
        self._changed()

    def show_answer(self) -> None:
        self.quiz().shown = True
        self._changed()

    def next_question(self) -> None:
        self.quiz().next()
        self._changed()

    def hear(self, told: dict[str, Any]) -> None:
        """What the process that plays the programs' matches says."""
        if isinstance(self.activity, Programs):
            self.activity.heard(told)
            self._changed()

    def stop_programs(self, trouble: str = "") -> None:
        if isinstance(self.activity, Programs) and self.activity.running:
            self.activity.stopped(trouble)
            self._changed()

    # -- pupils --

    def ready(self) -> None:
        if self.paused:
            raise Refused("the teacher has paused the class")

    def bout(self, id: str, pupil: str) -> Bout:
        """A game in which the pupil plays."""
        bout = self._bout(id)
        if pupil not in bout.players:
            raise Refused("this is a game of others")
        return bout

    def move(self, id: str, pupil: str, ply: int, after: str, ended: bool) -> None:
        """A legal move; one that was made already is made only once."""
        bout = self.bout(id, pupil)
        if bout.is_made(pupil, ply, after):
            return
        self.ready()
        bout.move(pupil, ply, after, ended)
        self._contest().count()
        self._changed()

    def give_up(self, id: str, pupil: str) -> None:
        self.ready()
        bout = self.bout(id, pupil)
        bout.end("resigned", bout.other(pupil))
        self._contest().count()
        self._changed()

    def again(self, id: str, pupil: str) -> None:
        self.ready()
        self._contest().again(self.bout(id, pupil), pupil)
        self._changed()

    def try_riddle(self, riddle: Riddle, pupil: str, right: bool) -> None:
        self._still(riddle, pupil)
        riddle.tried(pupil, right)
        self._changed()

    def answer(self, quiz: Quiz, pupil: str, number: int, text: str, right: bool) -> None:
        self._still(quiz, pupil)
        quiz.answered(pupil, number, text, right)
        self._changed()

    def _still(self, activity: Activity, pupil: str) -> None:
        """While an answer was judged, the class may have gone on, and the pupil may have left."""
        self.ready()
        self._known(pupil)
        if self.activity is not activity:
            raise Refused("the class does something else now")

    # -- what is done now --

    def riddle(self, position: str = "") -> Riddle:
        if not isinstance(self.activity, Riddle) or (position and position != self.activity.position):
            raise Refused("the class does something else now")
        return self.activity

    def quiz(self) -> Quiz:
        if not isinstance(self.activity, Quiz):
            raise Refused("the class does something else now")
        return self.activity

    def _contest(self) -> Contest:
        if not isinstance(self.activity, Contest):
            raise Refused("the class does something else now")
        return self.activity

    def _bout(self, id: str) -> Bout:
        bout = self._contest().bouts.get(id)
        if bout is None:
            raise Refused("this game is over")
        return bout

    def _changed(self) -> None:
        self.version += 1
        if isinstance(self.activity, Contest):
            self.made = self.activity.made

    # -- as text, in parts --

    def parts(self) -> dict[str, str]:
        """All of it as texts by name: only those that have changed need to be written again."""
        plain = ("key", "began", "version", "joined", "made", "begun", "paused", "hidden", "closed")
        found = {"class": {"form": FORM} | {name: getattr(self, name) for name in plain}}
        found |= {f"pupil:{pupil.id}": vars(pupil) for pupil in self.pupils.values()}
        found["activity"] = {"kind": self.activity.kind, "data": self.activity.data()}
        if isinstance(self.activity, Contest):
            found |= {f"bout:{bout.id}": bout.data() for bout in self.activity.bouts.values()}
        return {name: json.dumps(data, separators=(",", ":")) for name, data in found.items()}

    @classmethod
    def restored(cls, parts: dict[str, str]) -> Room:
        """The class that was kept; ValueError or KeyError if this is none."""
        read = {name: json.loads(text) for name, text in parts.items()}
        about = read["class"]
        if about.pop("form") != FORM:
            raise ValueError("kept by another version")
        room = cls(about.pop("key"), about.pop("began"))
        for name, value in about.items():
            setattr(room, name, value)
        pupils = [Pupil(**data) for name, data in read.items() if name.startswith("pupil:")]
        room.pupils = {pupil.id: pupil for pupil in sorted(pupils, key=lambda pupil: int(pupil.id[1:]))}
        room._by_digest = {pupil.digest: pupil.id for pupil in pupils}
        kind, data = read["activity"]["kind"], read["activity"]["data"]
        if kind == Contest.kind:
            bouts = [Bout(**one) for name, one in read.items() if name.startswith("bout:")]
            room.activity = Contest.restored(data, sorted(bouts, key=lambda bout: int(bout.id[1:])))
        else:
            room.activity = KINDS[kind](**data)
        return room
