"""A class that runs: asks workers what the rules say, lets things happen in the room, keeps and shows what came of it.

Between a question to a worker and its answer the class goes on. So the room decides afterwards whether what was asked
for can still be done.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import sqlite3
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from fastapi import Request

from ..clients import client_of
from ..desk import Desk
from ..hosts import loopback
from ..reach import Reach
from .activities import Idle, Programs, Quiz, Riddle
from .bounds import JOINED_AT_ONCE, JOINING, MOST_EACH, SENDING, SENT_AT_ONCE
from .contest import Contest
from .matches import Matches
from .pace import Pace
from .refusals import NotTheTeacher, Refused, TooFast
from .room import Activity, Pupil, Room
from .store import Kept
from .stream import Stream, Streams, View
from .views import for_pupil, for_teacher, standings

TOKEN, KEY = "nimatron-class", "nimatron-teacher"
"""The headers by which a device says who it is."""

TEACHER = "teacher"

TELLING = {
    "analysis", "cell", "comparison", "explanation", "graph", "hint", "induction", "period", "sequence",
    "table", "turn",
}  # fmt: skip
"""Questions whose answers tell values or good moves: hidden values are hidden there too."""

EVERY = 60.0
"""Seconds between two looks at how old the class is."""

ASKING = 3
"""How many questions to workers of one device may be under way."""

logger = logging.getLogger(__name__)


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


class Classroom:
    """The room, where it is kept, and who looks at it."""

    def __init__(self, desk: Desk, kept: Kept, reach: Reach, programs: Path | None = None, key: str = "") -> None:
        self.desk, self.kept, self.reach, self.folder = desk, kept, reach, programs
        self.streams, self.matches = Streams(), Matches(self._told, self._over)
        self.sending, self.joining = Pace(SENDING, SENT_AT_ONCE), Pace(JOINING, JOINED_AT_ONCE)
        self.asking: Counter[str] = Counter()
        self.seats: dict[str, str] = {}
        """From which address each pupil joined; not kept."""
        self._table = (-1, "")
        self.room = self._continued() or Room(key or secrets.token_urlsafe(12), time.time())
        self._keep()

    def _continued(self) -> Room | None:
        """The class that was kept, if it is not too old."""
        parts = self.kept.read()
        if not parts:
            return None
        try:
            room = Room.restored(parts)
        except (ValueError, KeyError, TypeError):  # of another version, or damaged
            room = None
        if room is None or room.is_late(time.time()):
            self.kept.clear()
            return None
        return room

    async def start(self) -> None:
        """Go on with what was under way, and watch the age of the class."""
        self._watch = asyncio.create_task(self._age())
        if isinstance(self.room.activity, Programs) and self.room.activity.running:
            await self._play(self.room.activity)

    async def stop(self) -> None:
        self._watch.cancel()
        self.leave()
        await self.matches.stop()
        if self.room.pupils:
            self.kept.close()
        else:
            self.kept.remove()

    def leave(self) -> None:
        """Close all streams: the server shuts down."""
        self.streams.close()

    async def _age(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            if self.room.is_late(time.time()):
                await self.end()

    def _keep(self) -> None:
        try:
            self.kept.write(self.room.parts())
        except sqlite3.Error:  # a full disk must not end the class
            logger.exception("the class could not be kept")

    def _changed(self) -> None:
        """Keep what has happened, then show it."""
        self._keep()
        self.streams.wake()

    # -- who asks --

    def pupil(self, request: Request) -> Pupil:
        """The pupil who sends something, and does not send too much."""
        try:
            pupil = self.room.pupil(request.headers.get(TOKEN, ""))
        except Refused:
            self.joining.spend(client_of(request.scope), time.monotonic())
            raise
        self.sending.spend(pupil.id, time.monotonic())
        return pupil

    def teacher(self, request: Request) -> None:
        """Let only the teacher pass."""
        if not self.is_teacher(request):
            self.joining.spend(client_of(request.scope), time.monotonic())
            raise NotTheTeacher("expected the key of the teacher, which is in the link printed at the start")

    def is_teacher(self, request: Request) -> bool:
        return self.room.is_teacher(request.headers.get(KEY, ""))

    def gate(self, request: Request, ask: str, arguments: Mapping[str, Any]) -> None:
        """Answers to a quiz are for later; while values are hidden, only the teacher and this machine are told any."""
        if self.is_teacher(request):
            return
        if ask == "quiz-answer" and isinstance(self.room.activity, Quiz) and self.room.activity.asks(arguments):
            raise NotTheTeacher("this question is asked in the class")
        if not self.room.hidden or ask not in TELLING or arguments.get("level") == "none":
            return
        if not loopback(client_of(request.scope)):
            raise NotTheTeacher("the teacher has hidden values and winning moves for now")

    def stream(self, request: Request) -> Stream:
        """A stream for whoever asks, counted as open."""
        address = client_of(request.scope)
        if KEY in request.headers:
            self.teacher(request)
            key = request.headers[KEY]
            stream = Stream(TEACHER, address, lambda: self._seen(self._for_teacher(key)))
        else:
            token = request.headers.get(TOKEN, "")
            owner = self.pupil(request).id
            stream = Stream(owner, address, lambda: self._seen(for_pupil(self.room, self.room.pupil(token))))
        self.streams.open(stream)
        self.streams.wake()  # the teacher sees who is there
        return stream

    def _seen(self, state: dict[str, Any]) -> View:
        """A state, and before it the table, which is the same for all and written once."""
        version = self.room.version
        if self._table[0] != version:
            self._table = (version, _json(standings(self.room)))
        return View(version, {"table": self._table[1], "state": _json(state)})

    def left(self, stream: Stream) -> None:
        self.streams.leave(stream)
        self.streams.wake()

    def _for_teacher(self, key: str) -> dict[str, Any]:
        if not self.room.is_teacher(key):
            raise NotTheTeacher("expected the key of the teacher, which is in the link printed at the start")
        more = {"addresses": self.reach.addresses(), "programs": self.folder is not None}
        return for_teacher(self.room, self.streams.owners, more)

    # -- pupils --

    def join(self, request: Request, name: str) -> dict[str, Any]:
        address = client_of(request.scope)
        self.joining.spend(address, time.monotonic())
        seats = sum(self.seats.get(id) == address for id in self.room.pupils)
        if seats >= MOST_EACH:
            raise Refused("expected at most {most} pupils from one address", most=MOST_EACH)
        token = secrets.token_urlsafe(16)
        pupil = self.room.join(name, token)
        self.seats[pupil.id] = address
        self._changed()
        return {"token": token, "id": pupil.id, "name": pupil.name}

    def leave_class(self, pupil: Pupil) -> None:
        self.remove(pupil.id)

    async def move(self, pupil: Pupil, bout_id: str, ply: int, text: str, lang: str, client: str) -> Any:
        """A move; the answer is the same as that of the route `turn`, which the other device asks."""
        bout = self.room.bout(bout_id, pupil.id)
        made = ply < len(bout.line) and bout.players[ply % 2] == pupil.id  # the answer may have been lost
        if not made:
            self.room.ready()
            bout.check(pupil.id, ply)
        before = [bout.start, *bout.line][ply]
        asked = {"position": before, "move": text, "level": "none", "seed": 0, "misere": bout.misere}
        turn = await self._ask(pupil, "turn", lang, client, **asked, frame=bout.start)
        version = self.room.version
        self.room.move(bout_id, pupil.id, ply, turn["board"]["position"], turn["board"]["ended"])
        if self.room.version != version:
            self._changed()
        return turn

    async def try_riddle(self, pupil: Pupil, position: str, text: str, lang: str, client: str) -> dict[str, Any]:
        """Has the pupil found a winning move?"""
        self.room.ready()
        riddle = self.room.riddle(position)
        riddle.check(pupil.id)
        asked = {"position": riddle.position, "move": text, "misere": riddle.misere}
        judged = await self._ask(pupil, "attempt", lang, client, **asked)
        self.room.try_riddle(riddle, pupil.id, judged["right"])
        self._changed()
        return {"right": judged["right"]}

    async def answer(self, pupil: Pupil, number: int, text: str, lang: str, client: str) -> dict[str, Any]:
        """Has the pupil answered the question of the quiz?"""
        self.room.ready()
        quiz = self.room.quiz()
        quiz.check(pupil.id, number)
        asked = {"kind": quiz.subject, "difficulty": quiz.difficulty, "seed": quiz.seed + number, "text": text}
        judged = await self._ask(pupil, "quiz-answer", lang, client, **asked, reveal=False)
        self.room.answer(quiz, pupil.id, number, text, judged["right"])
        self._changed()
        return {"right": judged["right"]}

    async def _ask(self, pupil: Pupil, ask: str, lang: str, client: str, **arguments: Any) -> Any:
        """Ask a worker for a pupil, who may not have many questions under way."""
        if self.asking[pupil.id] >= ASKING:
            raise TooFast("that was too fast: please try again in a moment")
        self.asking[pupil.id] += 1
        try:
            return await self.desk.data(ask, lang, client, **arguments)
        finally:
            self.asking[pupil.id] -= 1
            if not self.asking[pupil.id]:
                del self.asking[pupil.id]

    def give_up(self, pupil: Pupil, bout: str) -> None:
        self.room.give_up(bout, pupil.id)
        self._changed()

    def again(self, pupil: Pupil, bout: str) -> None:
        self.room.again(bout, pupil.id)
        self._changed()

    # -- the teacher --

    async def riddle(self, position: str, misere: bool | None, lang: str, client: str) -> None:
        found = await self.desk.data("setting", lang, client, position=position, misere=misere, judged=True)
        await self._begin(Riddle(found["position"], found["misere"]))

    async def contest(self, form: str, position: str, misere: bool | None, lang: str, client: str) -> None:
        found = await self.desk.data("setting", lang, client, position=position, misere=misere, judged=False)
        order, seed = list(self.room.pupils), secrets.randbits(32)
        await self._begin(Contest(form, found["position"], found["misere"], order, seed))

    async def quiz(self, subject: str, difficulty: str, count: int, lang: str, client: str) -> None:
        seed = secrets.randbits(32)
        await self.desk.data("quiz", lang, client, kind=subject, difficulty=difficulty, seed=seed)
        await self._begin(Quiz(subject, difficulty, seed, count))

    async def programs(
        self, position: str, misere: bool | None, starts: int, pace: float, lang: str, client: str
    ) -> None:
        if self.folder is None:
            raise Refused("expected a folder of programs: nimatron serve --class --programs FOLDER")
        found = await self.desk.data("setting", lang, client, position=position, misere=misere, judged=False)
        activity = Programs(found["position"], found["misere"], starts, secrets.randbits(32), pace)
        await self._begin(activity)
        await self._play(activity)

    async def idle(self) -> None:
        await self._begin(Idle())

    async def _begin(self, activity: Activity) -> None:
        self.room.begin(activity)
        await self.matches.stop()
        self._changed()

    def switch(self, what: str, on: bool) -> None:
        self.room.switch(what, on)
        self._changed()

    def give_name(self, id: str, name: str) -> None:
        self.room.give_name(id, name)
        self._changed()

    def remove(self, id: str) -> None:
        self.room.remove(id)
        self.seats.pop(id, None)
        self._changed()

    def settle(self, bout: str, winner: str) -> None:
        self.room.settle(bout, winner)
        self._changed()

    def next_round(self) -> None:
        self.room.next_round()
        self._changed()

    def show_answer(self) -> None:
        self.room.show_answer()
        self._changed()

    def next_question(self) -> None:
        self.room.next_question()
        self._changed()

    async def stop_programs(self) -> None:
        await self.matches.stop()
        self.room.stop_programs()
        self._changed()

    async def end(self) -> None:
        """The class is over, and nothing of it is kept; the next one has the same key."""
        await self.matches.stop()
        with suppress(sqlite3.Error):
            self.kept.clear()
        version = self.room.version
        self.room = Room(self.room.key, time.time())
        self.room.version = version + 1  # devices take no older state
        self.seats.clear()
        self._changed()

    # -- programs --

    async def _play(self, activity: Programs) -> None:
        order = {
            "folder": str(self.folder),
            "position": activity.position,
            "misere": activity.misere,
            "starts": activity.starts,
            "seed": activity.seed,
            "pace": activity.pace,
            "seconds": 2.0,
            "skip": len(activity.played),
        }
        await self.matches.start(self.desk.pool.own.line(), order)

    def _told(self, told: dict[str, Any]) -> None:
        self.room.hear(told)
        self._changed()

    def _over(self, trouble: str) -> None:
        self.room.stop_programs(trouble)
        self._changed()
