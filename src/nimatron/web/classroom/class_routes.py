"""The routes of a class. All that is sent is a small JSON object, and all that happens is seen in the stream."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from inspect import isawaitable
from typing import Annotated, Any, Literal, NamedTuple

from fastapi import Depends, FastAPI, Query, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse
from pydantic import BaseModel, ConfigDict, Field

from ...core.message import Message
from ..fair_queue import client_of
from ..problems import fault_response, language_of, problem_response
from ..responder import Unanswered
from .class_limits import LONGEST_POSITION, LONGEST_TEXT, MOST_MOVES, MOST_PUPILS, MOST_QUESTIONS, ClassRefusal
from .director import Classroom
from .stream import Stream

PREFIX = "/api/v1/class/"

Lang = Annotated[str, Query(max_length=10, pattern=r"^[a-z]{2}$")]
DONE: dict[str, Any] = {"done": True}

# -- requests -------------------------------------------------------------------------------------

Id = Annotated[str, Field(max_length=12, pattern=r"^[bp][0-9]{1,8}$")]
Name = Annotated[str, Field(min_length=1, max_length=200)]
Position = Annotated[str, Field(min_length=1, max_length=LONGEST_POSITION)]
Word = Annotated[str, Field(min_length=1, max_length=40)]


class Sent(BaseModel):
    """What a device sends."""

    # Only our own page sends this, so unknown fields and other types are faults.
    model_config = ConfigDict(extra="forbid", strict=True)


class Nothing(Sent):
    """A request without data."""


class Joins(Sent):
    """Somebody wants to join, and has read the code of the class."""

    name: Name
    code: Annotated[str, Field(max_length=20)] = ""


class Moves(Sent):
    """A move in a game; `ply` is the number of moves before it."""

    bout: Id
    ply: Annotated[int, Field(ge=0, le=MOST_MOVES)]
    move: Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]


class Tries(Sent):
    """A move that may win; an empty one says that none does."""

    position: Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]
    move: Annotated[str, Field(max_length=LONGEST_TEXT)]


class Answers(Sent):
    """The answer to a question of the quiz."""

    number: Annotated[int, Field(ge=0, le=MOST_QUESTIONS)]
    text: Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]


class OfBout(Sent):
    """Something about a game."""

    bout: Id


class Riddles(Sent):
    """The same position for all."""

    position: Position
    misere: bool | None = None


class Contests(Riddles):
    """Pupils play each other."""

    form: Literal["pairs", "robin", "ladder"]


class Quizzes(Sent):
    """A quiz of `count` questions."""

    subject: Word
    difficulty: Word
    count: Annotated[int, Field(ge=1, le=MOST_QUESTIONS)] = 10


class PlaysPrograms(Riddles):
    """Programs play each other."""

    starts: Annotated[int, Field(ge=1, le=20)] = 2
    pace: Annotated[float, Field(ge=0, le=5, strict=False)] = 0.5


class Switches(Sent):
    """The class is paused, values are hidden, the door is closed; or not."""

    what: Literal["paused", "hidden", "closed"]
    on: bool


class Renames(Sent):
    """A pupil gets another nickname."""

    id: Id
    name: Name


class Removes(Sent):
    """A pupil is removed, or several at once."""

    id: Id | Annotated[list[Id], Field(min_length=1, max_length=MOST_PUPILS)]


class Settles(Sent):
    """The teacher ends a game."""

    bout: Id
    winner: Id | Literal[""] = ""


# -- routes ---------------------------------------------------------------------------------------


class Sender(NamedTuple):
    """Who sends a request: the pupil (None for the teacher), the language, and the client as the server knows it."""

    pupil: Any
    lang: str
    client: str


Action = Callable[[Classroom, Any, Sender], Any]
"""What a request does to a class; it may return data for the device, or something to wait for."""

PUPIL: dict[str, tuple[type[Sent], Action]] = {
    "leave": (Nothing, lambda room, sent, by: room.remove(by.pupil.id)),
    "question": (Nothing, lambda room, sent, by: room.question(by.lang, by.client)),
    "move": (Moves, lambda room, sent, by: room.move(by.pupil, sent.bout, sent.ply, sent.move, by.lang, by.client)),
    "try": (Tries, lambda room, sent, by: room.try_riddle(by.pupil, sent.position, sent.move, by.lang, by.client)),
    "answer": (Answers, lambda room, sent, by: room.answer(by.pupil, sent.number, sent.text, by.lang, by.client)),
    "resign": (OfBout, lambda room, sent, by: room.change("give_up", sent.bout, by.pupil.id)),
    "again": (OfBout, lambda room, sent, by: room.change("again", sent.bout, by.pupil.id)),
}

TEACHER: dict[str, tuple[type[Sent], Action]] = {
    "switch": (Switches, lambda room, sent, by: room.change("switch", sent.what, sent.on)),
    "rename": (Renames, lambda room, sent, by: room.change("give_name", sent.id, sent.name)),
    "remove": (Removes, lambda room, sent, by: room.send_away([sent.id] if isinstance(sent.id, str) else sent.id)),
    "settle": (Settles, lambda room, sent, by: room.change("settle", sent.bout, sent.winner)),
    "round": (Nothing, lambda room, sent, by: room.change("next_round")),
    "podium": (Nothing, lambda room, sent, by: room.change("show_podium")),
    "show": (Nothing, lambda room, sent, by: room.change("show_answer")),
    "next": (Nothing, lambda room, sent, by: room.change("next_question")),
    "stop": (Nothing, lambda room, sent, by: room.stop_programs()),
    "end": (Nothing, lambda room, sent, by: room.end()),
    "begin/idle": (Nothing, lambda room, sent, by: room.idle()),
    "begin/riddle": (Riddles, lambda room, sent, by: room.riddle(sent.position, sent.misere, by.lang, by.client)),
    "begin/contest": (
        Contests,
        lambda room, sent, by: room.contest(sent.form, sent.position, sent.misere, by.lang, by.client),
    ),
    "begin/quiz": (
        Quizzes,
        lambda room, sent, by: room.quiz(sent.subject, sent.difficulty, sent.count, by.lang, by.client),
    ),
    "begin/programs": (
        PlaysPrograms,
        lambda room, sent, by: room.programs(sent.position, sent.misere, sent.starts, sent.pace, by.lang, by.client),
    ),
}


def _add(app: FastAPI, classroom: Classroom, name: str, model: type[Sent], action: Action, teacher: bool) -> None:
    """Add one route; FastAPI first asks who sends it, then looks at the body."""

    async def sender(request: Request, lang: Lang = "en") -> Sender:
        # The teacher may do what pupils do if nothing comes of it, as looking at the question of a quiz.
        if teacher or (name == "question" and classroom.is_teacher(request)):
            classroom.teacher(request)
            return Sender(None, lang, client_of(request.scope))
        pupil = classroom.pupil(request)
        return Sender(pupil, lang, client_of(request.scope))

    async def route(sent: Any, by: Any) -> Response:
        done = action(classroom, sent, by)
        told = await done if isawaitable(done) else done
        return _response(classroom, DONE if told is None else told)

    # FastAPI reads the shape of the body and the sender from here.
    route.__annotations__ = {"sent": model, "by": Annotated[Sender, Depends(sender)], "return": Response}
    app.post(PREFIX + name, include_in_schema=False)(route)


def add_class(app: FastAPI, classroom: Classroom) -> None:
    """Give an application the routes of a class."""

    @app.exception_handler(ClassRefusal)
    async def refuse(request: Request, fault: ClassRefusal) -> Response:
        after = {"Retry-After": "1"} if fault.status == 429 else None
        return problem_response(fault.status, Message("Not now"), fault.message, language_of(request.scope), after)

    @app.exception_handler(Unanswered)
    async def no_answer(request: Request, fault: Unanswered) -> Response:
        return fault_response(fault.kind, fault.data, language_of(request.scope))

    @app.get(PREFIX + "stream", include_in_schema=False)
    async def stream(request: Request) -> Response:
        """What this device sees of the class, from now on."""
        return StreamingResponse(
            _events(classroom, classroom.stream(request)),
            media_type="text/event-stream",
            # X-Accel-Buffering tells a proxy such as nginx not to hold events back.
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )

    @app.post(PREFIX + "join", include_in_schema=False)
    async def join(request: Request, sent: Joins) -> Response:
        return _response(classroom, classroom.join(request, sent.name, sent.code))

    for actions, teacher in ((PUPIL, False), (TEACHER, True)):
        for name, (model, action) in actions.items():
            _add(app, classroom, name, model, action, teacher)


async def _events(classroom: Classroom, stream: Stream) -> AsyncIterator[bytes]:
    try:
        async for event in stream.events():
            yield event
    finally:  # also when the device has gone away
        classroom.left(stream)


def _response(classroom: Classroom, data: dict[str, Any]) -> Response:
    # What is not on the disk is done all the same, because the lesson goes on. But nobody is told that it will last.
    data = {**data, "saved": False} if classroom.unsaved else data
    return JSONResponse(data, headers={"Cache-Control": "no-store"})
