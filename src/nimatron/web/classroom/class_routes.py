"""The routes of a class: a device posts small JSON objects, and sees all that happens in its stream."""

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


class RequestBody(BaseModel):
    """The JSON object that a device posts."""

    # Only our own page sends this, so unknown fields and other types are faults.
    model_config = ConfigDict(extra="forbid", strict=True)


class EmptyBody(RequestBody):
    """A request without data."""


class JoinBody(RequestBody):
    """A nickname, and the code of the class that the teacher's screen shows."""

    name: Name
    code: Annotated[str, Field(max_length=20)] = ""


class MoveBody(RequestBody):
    """A move in a game; `ply` is the number of moves before it."""

    bout: Id
    ply: Annotated[int, Field(ge=0, le=MOST_MOVES)]
    move: Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]


class TryBody(RequestBody):
    """A move that may win; an empty one claims that no move wins."""

    position: Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]
    move: Annotated[str, Field(max_length=LONGEST_TEXT)]


class AnswerBody(RequestBody):
    """The answer to a question of the quiz."""

    number: Annotated[int, Field(ge=0, le=MOST_QUESTIONS)]
    text: Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]


class BoutBody(RequestBody):
    """A game between pupils."""

    bout: Id


class RiddleBody(RequestBody):
    """The same position for all."""

    position: Position
    misere: bool | None = None


class ContestBody(RiddleBody):
    """The start and the form of a contest between pupils."""

    form: Literal["pairs", "robin", "ladder"]


class QuizBody(RequestBody):
    """A quiz of `count` questions."""

    subject: Word
    difficulty: Word
    count: Annotated[int, Field(ge=1, le=MOST_QUESTIONS)] = 10


class ProgramsBody(RiddleBody):
    """The start of a contest between programs, the number of starts and the pace of the moves."""

    starts: Annotated[int, Field(ge=1, le=20)] = 2
    pace: Annotated[float, Field(ge=0, le=5, strict=False)] = 0.5


class SwitchBody(RequestBody):
    """A switch of the teacher: the class is paused, values are hidden, the door is closed."""

    what: Literal["paused", "hidden", "closed"]
    on: bool


class RenameBody(RequestBody):
    """Another nickname for a pupil."""

    id: Id
    name: Name


class RemoveBody(RequestBody):
    """One pupil or several to remove."""

    id: Id | Annotated[list[Id], Field(min_length=1, max_length=MOST_PUPILS)]


class SettleBody(RequestBody):
    """The result that the teacher gives to a game."""

    bout: Id
    winner: Id | Literal[""] = ""


# -- routes ---------------------------------------------------------------------------------------


class Sender(NamedTuple):
    """Who sends a request: the pupil (None for the teacher), the language, and the client as the server knows it."""

    pupil: Any
    lang: str
    client: str


Action = Callable[[Classroom, Any, Sender], Any]
"""The effect of a request on a class; it may return data for the device, or an awaitable of them."""

PUPIL: dict[str, tuple[type[RequestBody], Action]] = {
    "leave": (EmptyBody, lambda room, body, by: room.remove(by.pupil.id)),
    "question": (EmptyBody, lambda room, body, by: room.question(by.lang, by.client)),
    "move": (MoveBody, lambda room, body, by: room.move(by.pupil, body.bout, body.ply, body.move, by.lang, by.client)),
    "try": (TryBody, lambda room, body, by: room.try_riddle(by.pupil, body.position, body.move, by.lang, by.client)),
    "answer": (AnswerBody, lambda room, body, by: room.answer(by.pupil, body.number, body.text, by.lang, by.client)),
    "resign": (BoutBody, lambda room, body, by: room.change("give_up", body.bout, by.pupil.id)),
    "again": (BoutBody, lambda room, body, by: room.change("again", body.bout, by.pupil.id)),
}

TEACHER: dict[str, tuple[type[RequestBody], Action]] = {
    "switch": (SwitchBody, lambda room, body, by: room.change("switch", body.what, body.on)),
    "rename": (RenameBody, lambda room, body, by: room.change("give_name", body.id, body.name)),
    "remove": (RemoveBody, lambda room, body, by: room.send_away([body.id] if isinstance(body.id, str) else body.id)),
    "settle": (SettleBody, lambda room, body, by: room.change("settle", body.bout, body.winner)),
    "round": (EmptyBody, lambda room, body, by: room.change("next_round")),
    "podium": (EmptyBody, lambda room, body, by: room.change("show_podium")),
    "show": (EmptyBody, lambda room, body, by: room.change("show_answer")),
    "next": (EmptyBody, lambda room, body, by: room.change("next_question")),
    "stop": (EmptyBody, lambda room, body, by: room.stop_programs()),
    "end": (EmptyBody, lambda room, body, by: room.end()),
    "begin/idle": (EmptyBody, lambda room, body, by: room.idle()),
    "begin/riddle": (RiddleBody, lambda room, body, by: room.riddle(body.position, body.misere, by.lang, by.client)),
    "begin/contest": (
        ContestBody,
        lambda room, body, by: room.contest(body.form, body.position, body.misere, by.lang, by.client),
    ),
    "begin/quiz": (
        QuizBody,
        lambda room, body, by: room.quiz(body.subject, body.difficulty, body.count, by.lang, by.client),
    ),
    "begin/programs": (
        ProgramsBody,
        lambda room, body, by: room.programs(body.position, body.misere, body.starts, body.pace, by.lang, by.client),
    ),
}


def _add(
    app: FastAPI, classroom: Classroom, name: str, model: type[RequestBody], action: Action, teacher: bool
) -> None:
    """Add one route; FastAPI first finds the sender, then reads the body."""

    async def sender(request: Request, lang: Lang = "en") -> Sender:
        # The teacher may look at the question of a quiz as pupils do: it changes nothing.
        if teacher or (name == "question" and classroom.is_teacher(request)):
            classroom.teacher(request)
            return Sender(None, lang, client_of(request.scope))
        pupil = classroom.pupil(request)
        return Sender(pupil, lang, client_of(request.scope))

    async def route(body: Any, by: Any) -> Response:
        result = action(classroom, body, by)
        data = await result if isawaitable(result) else result
        return _response(classroom, DONE if data is None else data)

    # FastAPI reads the shape of the body and the sender from here.
    route.__annotations__ = {"body": model, "by": Annotated[Sender, Depends(sender)], "return": Response}
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
        """The events of the class for this device, from now on."""
        return StreamingResponse(
            _events(classroom, classroom.stream(request)),
            media_type="text/event-stream",
            # X-Accel-Buffering tells a proxy such as nginx not to hold events back.
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )

    @app.post(PREFIX + "join", include_in_schema=False)
    async def join(request: Request, body: JoinBody) -> Response:
        return _response(classroom, classroom.join(request, body.name, body.code))

    for actions, teacher in ((PUPIL, False), (TEACHER, True)):
        for name, (model, action) in actions.items():
            _add(app, classroom, name, model, action, teacher)


async def _events(classroom: Classroom, stream: Stream) -> AsyncIterator[bytes]:
    try:
        async for event in stream.events():
            yield event
    finally:  # also when the device has gone away
        classroom.close_stream(stream)


def _response(classroom: Classroom, data: dict[str, Any]) -> Response:
    # The lesson continues even if the disk is full, but the device learns that the change is not saved.
    data = {**data, "saved": False} if classroom.unsaved else data
    return JSONResponse(data, headers={"Cache-Control": "no-store"})
