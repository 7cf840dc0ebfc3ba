"""The state of a class, and how the actions of teacher and pupils change it.

It knows neither HTTP nor clocks nor rules of games: workers find out before whether a move is legal or an answer right.
"""

from __future__ import annotations

import hmac
import json
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, TypeVar

from ...core.message import Message
from .activities import Idle, Programs, Quiz, Riddle
from .class_limits import LIFE, LONGEST_NAME, MOST_EACH, MOST_GONE, MOST_PUPILS, ClassRefusal, Stranger
from .contest import Bout, Contest

Activity = Idle | Riddle | Quiz | Contest | Programs

KINDS: dict[str, Any] = {"idle": Idle, "riddle": Riddle, "quiz": Quiz, "programs": Programs}

A = TypeVar("A", Riddle, Quiz, Contest)

OTHER_ACTIVITY = Message("the class is doing another activity now")

FORM = 2
"""The version of the stored form."""

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""The letters of codes: no vowels, so that no code is a word."""


@dataclass
class Pupil:
    """A device with a nickname; of its token and its address only digests are known."""

    id: str
    name: str
    digest: str
    address: str = ""


def digest_of(token: str) -> str:
    """The digest of a token; the token itself is not stored."""
    return sha256(token.encode()).hexdigest()


class ClassState:
    """The state of a class. `version` grows with every change; `changed` names the parts that have to be written."""

    def __init__(self, key: str, began: float) -> None:
        self.key, self.began = key, began
        self.version, self.joined, self.made, self.begun = 0, 0, 0, 0
        self.paused = self.hidden = self.closed = self.podium = False
        self.pupils: dict[str, Pupil] = {}
        self.activity: Activity = Idle()
        self.gone: dict[str, str] = {}
        """The ids of those who left during this activity, by digests of their tokens and names."""
        self._by_digest: dict[str, str] = {}
        self.changed = set(self._part_names())

    # -- who is who --

    def is_teacher(self, key: str) -> bool:
        # In constant time, so that nobody can guess the key letter by letter.
        return hmac.compare_digest(key.encode(), self.key.encode())

    def pupil(self, token: str) -> Pupil:
        """The pupil with this token; Stranger if there is none."""
        id = self._by_digest.get(digest_of(token)) if token else None
        if id is None:
            raise Stranger("the class does not know this device: please join")
        return self.pupils[id]

    def is_late(self, moment: float) -> bool:
        """Is the class older than a class may become?"""
        # A negative age means that the clock was set back, so the true age is unknown.
        return not 0 <= moment - self.began < LIFE

    def join(self, name: str, token: str, address: str = "", before: str = "") -> Pupil:
        """Add a pupil; a device that was in the class `before` has the token of that time."""
        seat = self.digest(address) if address else ""
        if self.closed:
            raise ClassRefusal("the door is closed: ask the teacher")
        if len(self.pupils) >= MOST_PUPILS:
            raise ClassRefusal("expected at most {most} pupils", most=MOST_PUPILS)
        if seat and sum(pupil.address == seat for pupil in self.pupils.values()) >= MOST_EACH:
            raise ClassRefusal("expected at most {most} pupils from one address", most=MOST_EACH)
        name = self._free(name)
        pupil = Pupil(self._former_id(name, before) or self._next_id(), name, digest_of(token), seat)
        self.pupils[pupil.id] = pupil
        self._by_digest[pupil.digest] = pupil.id
        bouts = self._bout_names()
        if isinstance(self.activity, Contest):
            self.activity.welcome(pupil.id)
        self._note_change(f"pupil:{pupil.id}", *self._bout_names() ^ bouts)
        return pupil

    def _next_id(self) -> str:
        self.joined += 1
        return f"p{self.joined}"

    def _former_id(self, name: str, token: str) -> str:
        """The id of a pupil who left during this activity, and returns to the same tries and answers; "" for others."""
        ids = (self.gone.get(digest) for digest in (digest_of(token), self.digest(fold_name(name))))
        return next((id for id in ids if id and id not in self.pupils), "")

    @property
    def code(self) -> str:
        """The four letters that a pupil types to join: only the teacher's screen shows them."""
        number = int(self.digest("code"), 16)
        return "".join(LETTERS[number // len(LETTERS) ** i % len(LETTERS)] for i in range(4))

    def check_code(self, code: str) -> None:
        if code.strip().upper() != self.code:
            raise ClassRefusal("expected the code of four letters that the teacher's screen shows")

    def digest(self, text: str) -> str:
        """The digest of a name or an address, which nobody can guess without the key of the class."""
        return digest_of(f"{self.key} {text}")

    def _free(self, text: str, but: str = "") -> str:
        name = nickname(text)
        if is_taken(name, (pupil.name for pupil in self.pupils.values() if pupil.id != but)):
            raise ClassRefusal("somebody has this nickname already")
        return name

    def give_name(self, id: str, name: str) -> None:
        self.find_pupil(id).name = self._free(name, but=id)
        self._note_change(f"pupil:{id}")

    def remove(self, id: str) -> None:
        """Remove a pupil: results stay until the next activity, but not the name."""
        pupil = self.find_pupil(id)
        del self.pupils[id], self._by_digest[pupil.digest]
        if isinstance(self.activity, Contest):
            bouts, bout = self._bout_names(), self.activity.bout_of(id)
            self.activity.leave(id)
            self._note_change(f"pupil:{id}", *([f"bout:{bout.id}"] if bout else []), *self._bout_names() ^ bouts)
            return
        # Otherwise a pupil with a wrong answer could leave, join again and answer once more.
        self.gone |= dict.fromkeys((pupil.digest, self.digest(fold_name(pupil.name))), id)
        self.gone = dict(list(self.gone.items())[-MOST_GONE:])
        self._note_change(f"pupil:{id}", "gone")

    def find_pupil(self, id: str) -> Pupil:
        if id not in self.pupils:
            raise ClassRefusal("there is no such pupil")
        return self.pupils[id]

    # -- the teacher --

    def switch(self, what: str, on: bool) -> None:
        """Turn a switch: the class is paused, values are hidden, the door is closed."""
        if what not in ("paused", "hidden", "closed"):
            raise ClassRefusal("expected paused, hidden or closed")
        setattr(self, what, on)
        self._note_change()

    def begin(self, activity: Activity) -> None:
        """Replace the activity; the one before is forgotten."""
        if isinstance(activity, Contest):
            activity.made = self.made  # no two games of a class have the same name
            activity.next_round()
        bouts = self._bout_names()
        self.activity, self.gone, self.podium = activity, {}, False
        self.begun += 1
        self._note_change("gone", *bouts, *self._bout_names())

    def next_round(self) -> None:
        bouts = self._bout_names()
        self.expect(Contest).next_round()
        self._note_change(*bouts, *self._bout_names())

    def settle(self, id: str, winner: str) -> None:
        """End a game by the teacher's word: one of the players wins, or nobody."""
        contest, bout = self.expect(Contest), self._bout(id)
        if winner and winner not in bout.players:
            raise ClassRefusal("expected one of the two players, or nobody")
        bout.end("settled", winner)
        contest.count()
        self._note_change(f"bout:{id}")

    def show_podium(self) -> None:
        """End the activity: nobody plays or answers any more, and all see who was best."""
        if isinstance(self.activity, Idle):
            raise ClassRefusal(OTHER_ACTIVITY)
        self.podium = True
        self._note_change()

    def show_answer(self) -> None:
        self.expect(Quiz).shown = True
        self._note_change()

    def next_question(self) -> None:
        self.expect(Quiz).next()
        self._note_change()

    def hear(self, notice: dict[str, Any]) -> None:
        """Follow a notice of the process that plays the programs' matches."""
        if isinstance(self.activity, Programs):
            self.activity.hear(notice)
            self._note_change()

    def stop_programs(self, trouble: str = "") -> None:
        if isinstance(self.activity, Programs) and self.activity.running:
            self.activity.stop(trouble)
            self._note_change()

    # -- pupils --

    def ready(self) -> None:
        """Refuse actions of pupils while the class is paused or shows the podium."""
        if self.paused:
            raise ClassRefusal("the teacher has paused the class")
        if self.podium:
            raise ClassRefusal(OTHER_ACTIVITY)

    def bout(self, id: str, pupil: str) -> Bout:
        """A game in which the pupil plays."""
        bout = self._bout(id)
        if pupil not in bout.players:
            raise ClassRefusal("this game belongs to other players")
        return bout

    def move(self, id: str, pupil: str, ply: int, after: str, ended: bool) -> None:
        """Make a legal move; a repeated request changes nothing."""
        bout = self.bout(id, pupil)
        if bout.is_made(pupil, ply, after):
            return
        self.ready()
        bout.move(pupil, ply, after, ended)
        self.expect(Contest).count()
        self._note_change(f"bout:{id}")

    def give_up(self, id: str, pupil: str) -> None:
        self.ready()
        bout = self.bout(id, pupil)
        bout.end("resigned", bout.other(pupil))
        self.expect(Contest).count()
        self._note_change(f"bout:{id}")

    def again(self, id: str, pupil: str) -> None:
        self.ready()
        bouts = self._bout_names()
        self.expect(Contest).again(self.bout(id, pupil), pupil)
        self._note_change(f"bout:{id}", *self._bout_names() ^ bouts)

    def try_riddle(self, riddle: Riddle, pupil: str, right: bool) -> None:
        self._check_open(riddle, pupil)
        riddle.note_try(pupil, right)
        self._note_change()

    def answer(self, quiz: Quiz, pupil: str, number: int, text: str, right: bool) -> None:
        self._check_open(quiz, pupil)
        quiz.note_answer(pupil, number, text, right)
        self._note_change()

    def _check_open(self, activity: Activity, pupil: str) -> None:
        """Refuse an answer if the pupil has left or the activity has changed while it was judged."""
        self.ready()
        self.find_pupil(pupil)
        if self.activity is not activity:
            raise ClassRefusal(OTHER_ACTIVITY)

    # -- the activity --

    def expect(self, kind: type[A]) -> A:
        """The activity, if it is of this kind."""
        if not isinstance(self.activity, kind):
            raise ClassRefusal(OTHER_ACTIVITY)
        return self.activity

    def _bout(self, id: str) -> Bout:
        bout = self.expect(Contest).bouts.get(id)
        if bout is None:
            raise ClassRefusal("this game is over")
        return bout

    @property
    def is_asking(self) -> bool:
        """Is the class looking for an answer that is not shown yet?"""
        if isinstance(self.activity, Quiz):
            return not (self.activity.shown or self.activity.finished)
        return isinstance(self.activity, Riddle)

    def _note_change(self, *names: str) -> None:
        """Note a change of these parts, and of the two small parts that may always change."""
        self.version += 1
        if isinstance(self.activity, Contest):
            self.made = self.activity.made
        self.changed |= {"class", "activity", *names}

    # -- as text, in parts --

    def parts(self) -> dict[str, str]:
        """The whole class as texts by name."""
        return {name: text for name in self._part_names() if (text := self._part(name)) is not None}

    def changes(self) -> dict[str, str | None]:
        """The parts that have changed; None for one that is no longer there."""
        return {name: self._part(name) for name in self.changed}

    def _part_names(self) -> list[str]:
        return ["class", "activity", "gone", *(f"pupil:{id}" for id in self.pupils), *self._bout_names()]

    def _bout_names(self) -> set[str]:
        return {f"bout:{id}" for id in self.activity.bouts} if isinstance(self.activity, Contest) else set()

    def _part(self, name: str) -> str | None:
        kind, _, id = name.partition(":")
        data: Any = None
        match kind:
            case "class":
                plain = ("key", "began", "version", "joined", "made", "begun", "paused", "hidden", "closed", "podium")
                data = {"form": FORM} | {name: getattr(self, name) for name in plain}
            case "activity":
                data = {"kind": self.activity.kind, "data": self.activity.data()}
            case "gone":
                data = self.gone
            case "pupil" if id in self.pupils:
                data = vars(self.pupils[id])
            case "bout" if isinstance(self.activity, Contest) and id in self.activity.bouts:
                data = self.activity.bouts[id].data()
        return None if data is None else json.dumps(data, separators=(",", ":"))

    @classmethod
    def restore(cls, parts: dict[str, str]) -> ClassState:
        """The class from its stored texts; ValueError or KeyError if they are not those of a class."""
        data_of = {name: json.loads(text) for name, text in parts.items()}
        about = data_of["class"]
        if about.pop("form") != FORM:
            raise ValueError("stored by another version")
        room = cls(about.pop("key"), about.pop("began"))
        for name, value in about.items():
            setattr(room, name, value)
        pupils = [Pupil(**data) for name, data in data_of.items() if name.startswith("pupil:")]
        # The parts come in any order, and p10 belongs after p9.
        room.pupils = {pupil.id: pupil for pupil in sorted(pupils, key=lambda pupil: int(pupil.id[1:]))}
        room._by_digest = {pupil.digest: pupil.id for pupil in pupils}
        room.gone = data_of.get("gone", {})
        kind, data = data_of["activity"]["kind"], data_of["activity"]["data"]
        if kind == Contest.kind:
            bouts = [Bout(**one) for name, one in data_of.items() if name.startswith("bout:")]
            room.activity = Contest.restore(data, sorted(bouts, key=lambda bout: int(bout.id[1:])))
        else:
            room.activity = KINDS[kind](**data)
        # These parts have just been read and need not be written again.
        room.changed.clear()
        return room


# -- nicknames ------------------------------------------------------------------------------------

BETWEEN = " -_.'!"
"""The other characters of a nickname, beside letters and digits."""

BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U00016fe4\U000e0100-\U000e01ef]"
)
"""Letters and marks of Unicode that are invisible."""

ALIKE = str.maketrans(
    "авекмнорстухіјѕһԁԛԝѵзёїαβεζηικμνορτυχάέίόύոօսհցɑɡı",
    "abekmhopctyxijshdqwv3ëïabezhikmnoptyxáéíóýnouhgagi",
)
"""Small Cyrillic, Greek and Armenian letters, and rare Latin ones, that look like common ones or whose capitals do."""

MARKS = re.compile("M{3}")
"""More marks on one letter than any language writes would cover the lines above and below."""


def nickname(text: str) -> str:
    """A nickname in its normal form; ClassRefusal if it is too long or has characters that are not letters.

    >>> nickname("  Zoë   2 "), nickname("Łucja")
    ('Zoë 2', 'Łucja')
    """
    # Cut first, because a very long text would take long to normalize.
    name = " ".join(unicodedata.normalize("NFC", text[: 10 * LONGEST_NAME]).split())
    if not 0 < len(name) <= LONGEST_NAME:
        raise ClassRefusal("expected a nickname of 1 to {most} characters", most=LONGEST_NAME)
    kinds = "".join(unicodedata.category(character)[0] for character in name)
    odd = any(kind not in "LMN" and character not in BETWEEN for kind, character in zip(kinds, name, strict=True))
    if odd or BLANK.search(name) or kinds[0] == "M" or MARKS.search(kinds) or not set(kinds) & set("LN"):
        raise ClassRefusal("expected a nickname of letters and digits")
    return name


def fold_name(name: str) -> str:
    """The form of a name by which names that look alike are equal.

    >>> fold_name("Anna-Maria") == fold_name("anna maria"), fold_name("Anna") == fold_name("Hanna")
    (True, False)
    >>> fold_name("\N{CYRILLIC CAPITAL LETTER A}nna") == fold_name("Anna")
    True
    """
    plain = unicodedata.normalize("NFKC", name).casefold().translate(ALIKE)
    return "".join(character for character in plain if character.isalnum())


def is_taken(name: str, others: Iterable[str]) -> bool:
    """Does this name look like the name of somebody else?"""
    return fold_name(name) in {fold_name(other) for other in others}
