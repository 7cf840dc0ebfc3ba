"""Runs a class: asks workers about the rules, changes the room, saves each change and shows it to all devices.

The class continues between a question to a worker and its answer, so the room decides afterwards whether the action is
still possible.
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
from functools import partial
from pathlib import Path
from typing import Any

from fastapi import Request

from ...core.errors import reason_of
from ...core.message import Message
from ..fair_queue import Full, Pace, client_of
from ..hosts import Reach, loopback
from ..responder import Responder, Unanswered
from .activities import Idle, Programs, Quiz, Riddle
from .class_limits import (
    AWAY,
    JOINED_AT_ONCE,
    JOINING,
    SENDING,
    SENT_AT_ONCE,
    ClassRefusal,
    NotTheTeacher,
    TooFast,
)
from .contest import Bout, Contest
from .journal import ClassStore
from .matches import Matches
from .pairing import BOT
from .room import OTHER_ACTIVITY, Activity, ClassState, Pupil, digest_of
from .stream import Stream, Streams, View
from .views import for_pupil, for_teacher, standings

TOKEN, KEY = "nimatron-class", "nimatron-teacher"
"""The headers by which a device identifies itself."""

TEACHER = "teacher"

HARMLESS = {
    "build", "drawing", "edit", "explorable", "gallery", "games", "lesson", "lessons", "move", "position", "qr", "quiz",
    "quizzes",
    "start", "sum", "text",
}  # fmt: skip
"""Questions whose answers show neither values nor good moves. While values are hidden, all others are refused."""

HARMLESS_WITH = {"turn": ("level", "none"), "quiz-answer": ("reveal", False), "judge": ("give_up", False)}
"""Questions that are harmless if an argument has this value."""

BOT_LEVEL = "fair"
"""The level of the bot: a pupil can beat it."""

EVERY = 60.0
"""Seconds between two checks of the age of the class."""

ASKING = 3
"""The most questions of one device that workers may answer at the same time."""

NO_KEY = Message("expected the key of the teacher, which is in the link printed at the start")
TOO_FAST = Message("that was too fast: please try again in a moment")

logger = logging.getLogger(__name__)


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


class Classroom:
    """A class with its store and its streams."""

    def __init__(
        self, responder: Responder, store: ClassStore, reach: Reach, programs: Path | None = None, key: str = ""
    ) -> None:
        self.responder, self.store, self.reach, self.folder = responder, store, reach, programs
        self.streams, self.matches = Streams(), Matches(self._note_result, self._over)
        self.sending, self.joining = Pace(SENDING, SENT_AT_ONCE), Pace(JOINING, JOINED_AT_ONCE)
        self.asking: Counter[str] = Counter()
        self.away: dict[str, float] = {}
        """The moments until which removed pupils have to wait, by the digests of their tokens and addresses."""
        self.unsaved = store.trouble
        """The reason why the class is not saved now; "" if it is saved."""
        self.replies: dict[str, asyncio.Task[None]] = {}
        """The moves of the bot that are under way, by games."""
        self._table = (-1, "")
        self.room = self._resume() or ClassState(key or secrets.token_urlsafe(12), time.time())
        self._keep()

    def _resume(self) -> ClassState | None:
        """The class in the store, if it is not too old."""
        parts = self.store.read()
        if not parts:
            return None
        try:
            room = ClassState.restore(parts)
        except (ValueError, KeyError, TypeError):  # of another version, or damaged
            room = None
        if room is None or room.is_late(time.time()):
            self.store.clear()
            return None
        return room

    async def start(self) -> None:
        """Resume what was under way, and watch the age of the class."""
        self._watch = asyncio.create_task(self._age())
        self._let_bots_move()
        if isinstance(self.room.activity, Programs) and self.room.activity.running:
            await self._play(self.room.activity)

    async def stop(self) -> None:
        self._watch.cancel()
        for task in self.replies.values():
            task.cancel()
        self.streams.close()
        await self.matches.stop()
        if self.room.pupils:
            self._keep()
            self.store.close()
        else:
            # A class without pupils has nothing that is worth keeping.
            self.store.remove()

    async def _age(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            if self.room.is_late(time.time()):
                await self.end()
            elif self.unsaved:
                # Try to save again: the disk may have room by now.
                self._keep_and_show()

    def _keep(self) -> None:
        """Write what has changed. If that fails, the class continues and the teacher sees a warning."""
        try:
            self.store.write(self.room.changes())
        except (OSError, sqlite3.Error) as fault:
            if not self.unsaved:  # one line, not one for every change
                logger.error("this class is not being saved: %s", reason_of(fault))
            self.unsaved = reason_of(fault) or type(fault).__name__
            return
        self.room.changed.clear()
        if self.unsaved and not self.store.trouble:
            logger.warning("this class is saved again")
            self.unsaved = ""

    def _keep_and_show(self) -> None:
        """Save the changes, then show them to all devices."""
        self._keep()
        self.streams.wake()
        self._let_bots_move()

    def change(self, what: str, *arguments: Any) -> None:
        """Apply a method of the room that needs no worker."""
        getattr(self.room, what)(*arguments)
        self._keep_and_show()

    # -- who asks --

    def pupil(self, request: Request) -> Pupil:
        """The pupil who sends a request; TooFast if the pupil sends too many."""
        try:
            pupil = self.room.pupil(request.headers.get(TOKEN, ""))
        except ClassRefusal:
            # A wrong token counts like an attempt to join, so that nobody can try out many of them.
            self._check_joining(request)
            raise
        if self.sending.wait(pupil.id, time.monotonic()):
            raise TooFast(TOO_FAST)
        return pupil

    def _check_joining(self, request: Request) -> str:
        """The address of a stranger, who does not try too often."""
        address = client_of(request.scope)
        if self.joining.wait(address, time.monotonic()):
            raise TooFast(TOO_FAST)
        return address

    def teacher(self, request: Request) -> None:
        """Let only the teacher pass."""
        if not self.is_teacher(request):
            # A wrong key counts like an attempt to join, so that nobody can try out many of them.
            self._check_joining(request)
            raise NotTheTeacher(NO_KEY)

    def is_teacher(self, request: Request) -> bool:
        return self.room.is_teacher(request.headers.get(KEY, ""))

    def gate(self, request: Request, ask: str, arguments: Mapping[str, Any]) -> None:
        """Refuse a question that shows values or good moves while the class looks for an answer.

        While the teacher hides values, this machine may still ask, and exercises are judged.
        """
        if ask in HARMLESS or self.is_teacher(request):
            return
        name, value = HARMLESS_WITH.get(ask, ("", None))
        harmless = bool(name) and arguments.get(name) == value
        # Any position may help with the riddle: an option of its position, or a sum that contains the position.
        if self.room.is_asking and not (harmless and ask == "turn"):
            raise NotTheTeacher("the class is looking for an answer: values and winning moves are hidden until then")
        if self.room.hidden and not harmless and not loopback(client_of(request.scope)):
            raise NotTheTeacher("the teacher has hidden values and winning moves for now")

    def stream(self, request: Request) -> Stream:
        """A new stream for the device that asks."""
        address = client_of(request.scope)
        # A wrong key is refused, and not taken for a pupil's request.
        if KEY in request.headers:
            self.teacher(request)
            key = request.headers[KEY]
            stream = Stream(TEACHER, address, lambda: self._view(self._for_teacher(key)))
        else:
            token = request.headers.get(TOKEN, "")
            owner = self.pupil(request).id
            stream = Stream(owner, address, lambda: self._view(for_pupil(self.room, self.room.pupil(token))))
        self.streams.open(stream)
        self.streams.wake()  # the teacher sees who is there
        return stream

    def _view(self, state: dict[str, Any]) -> View:
        """A state, after the table, which is the same for all devices and written once."""
        version = self.room.version
        if self._table[0] != version:
            self._table = (version, _json(standings(self.room)))
        return View(version, {"table": self._table[1], "state": _json(state)})

    def close_stream(self, stream: Stream) -> None:
        self.streams.leave(stream)
        self.streams.wake()

    def _for_teacher(self, key: str) -> dict[str, Any]:
        if not self.room.is_teacher(key):
            raise NotTheTeacher(NO_KEY)
        more = {
            "addresses": self.reach.addresses(),
            "code": self.room.code,
            "programs": self.folder is not None,
            "unsaved": self.unsaved,
        }
        return for_teacher(self.room, self.streams.owners, more)

    # -- pupils --

    def join(self, request: Request, name: str, code: str) -> dict[str, Any]:
        address, before = self._check_joining(request), request.headers.get(TOKEN, "")
        self.away = {one: until for one, until in self.away.items() if until > time.monotonic()}
        if {self.room.digest(address), digest_of(before)} & self.away.keys():
            raise TooFast("the teacher has removed this device: please try again in a minute")
        self.room.check_code(code)
        # Only the device has the token; the room keeps a digest of it.
        token = secrets.token_urlsafe(16)
        pupil = self.room.join(name, token, address, before)
        self._keep_and_show()
        return {"token": token, "id": pupil.id, "name": pupil.name}

    async def move(self, pupil: Pupil, bout_id: str, ply: int, text: str, lang: str, client: str) -> Any:
        """Make a move; the answer has the shape of the route `turn`."""
        # A bout of others is refused before a worker has any work with it.
        bout = self.room.bout(bout_id, pupil.id)
        is_repeated = ply < len(bout.line) and bout.players[ply % 2] == pupil.id  # the answer may have been lost
        if not is_repeated:
            self.room.ready()
            bout.check(pupil.id, ply)
        before = [bout.start, *bout.line][ply]
        question = {"position": before, "move": text, "level": "none", "seed": 0, "misere": bout.misere}
        turn = await self._ask(pupil, "turn", lang, client, **question, frame=bout.start)
        version = self.room.version
        # The room checks again: the class continued while the worker worked.
        self.room.move(bout_id, pupil.id, ply, turn["board"]["position"], turn["board"]["ended"])
        if self.room.version != version:
            self._keep_and_show()
        return turn

    def _let_bots_move(self) -> None:
        """Start the bot's move in each game in which it is to move; also after a restart or a pause."""
        contest = self.room.activity
        if not isinstance(contest, Contest) or self.room.paused or self.room.podium:
            return
        for bout in contest.replies():
            if bout.id not in self.replies:
                self.replies[bout.id] = asyncio.ensure_future(self._bot_moves(bout))
                self.replies[bout.id].add_done_callback(partial(self._end_reply, bout.id))

    def _end_reply(self, id: str, _: object) -> None:
        del self.replies[id]
        self._let_bots_move()

    async def _bot_moves(self, bout: Bout) -> None:
        ply = len(bout.line)
        question = {"position": bout.position, "level": BOT_LEVEL, "seed": secrets.randbits(32), "misere": bout.misere}
        try:
            board = (await self.responder.data("turn", "en", BOT, **question, move="", frame=bout.start))["board"]
        except Full:
            await asyncio.sleep(1.0)  # the next try is made when this task has ended
            return
        except Unanswered:
            # The game ends as a draw, so that the pupil does not wait for a worker that cannot answer.
            with suppress(ClassRefusal):
                self.change("settle", bout.id, "")
            return
        # Meanwhile the pupil may have left, or plays somebody else, or the class is paused.
        with suppress(ClassRefusal):
            self.change("move", bout.id, BOT, ply, board["position"], board["ended"])

    async def try_riddle(self, pupil: Pupil, position: str, text: str, lang: str, client: str) -> dict[str, Any]:
        """Has the pupil found a winning move?"""
        self.room.ready()
        riddle = self.room.expect(Riddle)
        if riddle.position != position:
            raise ClassRefusal(OTHER_ACTIVITY)
        riddle.check(pupil.id)
        question = {"position": riddle.position, "move": text, "misere": riddle.misere}
        verdict = await self._ask(pupil, "attempt", lang, client, **question)
        self.room.try_riddle(riddle, pupil.id, verdict["right"])
        self._keep_and_show()
        return {"right": verdict["right"]}

    async def question(self, lang: str, client: str) -> dict[str, Any]:
        """The question of the quiz without its seed; once it is shown to all, with its answer."""
        quiz = self.room.expect(Quiz)
        if quiz.finished:
            raise ClassRefusal("this question is over")
        question = {"kind": quiz.subject, "difficulty": quiz.difficulty, "seed": quiz.seed + quiz.number}
        exercise = await self.responder.data("quiz", lang, client, **question)
        answer = {"answer": None, "reason": None}
        if quiz.shown:
            answer = await self.responder.data("quiz-answer", lang, client, **question, reveal=True)
        del exercise["seed"]
        return {**exercise, "answer": answer["answer"], "reason": answer["reason"]}

    async def answer(self, pupil: Pupil, number: int, text: str, lang: str, client: str) -> dict[str, Any]:
        """Has the pupil answered the question of the quiz?"""
        self.room.ready()
        quiz = self.room.expect(Quiz)
        quiz.check(pupil.id, number)
        question = {"kind": quiz.subject, "difficulty": quiz.difficulty, "seed": quiz.seed + number, "text": text}
        verdict = await self._ask(pupil, "quiz-answer", lang, client, **question, reveal=False)
        self.room.answer(quiz, pupil.id, number, text, verdict["right"])
        self._keep_and_show()
        return {"right": verdict["right"]}

    async def _ask(self, pupil: Pupil, ask: str, lang: str, client: str, **arguments: Any) -> Any:
        """Ask a worker for a pupil, who may not have many questions under way."""
        if self.asking[pupil.id] >= ASKING:
            raise TooFast(TOO_FAST)
        self.asking[pupil.id] += 1
        try:
            return await self.responder.data(ask, lang, client, **arguments)
        finally:
            self.asking[pupil.id] -= 1
            if not self.asking[pupil.id]:
                del self.asking[pupil.id]

    # -- the teacher --

    async def riddle(self, position: str, misere: bool | None, lang: str, client: str) -> None:
        start = await self.responder.data("setting", lang, client, position=position, misere=misere, judged=True)
        await self._begin(Riddle(start["position"], start["misere"]))

    async def contest(self, form: str, position: str, misere: bool | None, lang: str, client: str) -> None:
        start = await self.responder.data("setting", lang, client, position=position, misere=misere, judged=False)
        order, seed = list(self.room.pupils), secrets.randbits(32)
        await self._begin(Contest(form, start["position"], start["misere"], order, seed))

    async def quiz(self, subject: str, difficulty: str, count: int, lang: str, client: str) -> None:
        seed = secrets.randbits(52)  # more than anybody can try out
        await self.responder.data("quiz", lang, client, kind=subject, difficulty=difficulty, seed=seed)
        await self._begin(Quiz(subject, difficulty, seed, count))

    async def programs(
        self, position: str, misere: bool | None, starts: int, pace: float, lang: str, client: str
    ) -> None:
        if self.folder is None:
            raise ClassRefusal("expected a folder of programs: nimatron serve --class --programs FOLDER")
        start = await self.responder.data("setting", lang, client, position=position, misere=misere, judged=False)
        activity = Programs(start["position"], start["misere"], starts, secrets.randbits(32), pace)
        await self._begin(activity)
        await self._play(activity)

    async def idle(self) -> None:
        await self._begin(Idle())

    async def _begin(self, activity: Activity) -> None:
        self.room.begin(activity)
        await self.matches.stop()
        self._keep_and_show()

    def remove(self, id: str) -> None:
        self.room.remove(id)
        self._keep_and_show()

    def send_away(self, ids: list[str]) -> None:
        """Remove pupils, all or none; their devices cannot join again at once."""
        pupils = [self.room.find_pupil(id) for id in dict.fromkeys(ids)]
        until = time.monotonic() + AWAY
        for pupil in pupils:
            self.away |= {pupil.digest: until, pupil.address: until}
            self.room.remove(pupil.id)
        self._keep_and_show()

    async def stop_programs(self) -> None:
        await self.matches.stop()
        self.room.stop_programs()
        self._keep_and_show()

    async def end(self) -> None:
        """The class is over, and nothing of it is stored; the next one has the same key."""
        await self.matches.stop()
        # The class ends even if its file cannot be cleared.
        with suppress(OSError, sqlite3.Error):
            self.store.clear()
        version = self.room.version
        self.room = ClassState(self.room.key, time.time())
        self.room.version = version + 1  # devices take no older state
        self.away.clear()
        self._keep_and_show()

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
        await self.matches.start(self.responder.pool.own.line(), order)

    def _note_result(self, notice: dict[str, Any]) -> None:
        self.room.hear(notice)
        self._keep_and_show()

    def _over(self, trouble: str) -> None:
        self.room.stop_programs(trouble)
        self._keep_and_show()
