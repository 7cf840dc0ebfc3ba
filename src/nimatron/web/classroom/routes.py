"""The routes of a class. All that is sent is a small JSON object, and all that happens is seen in the stream."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Query, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse

from ...message import Message
from ..clients import client_of
from ..desk import Unanswered
from ..problems import fault_response, language_of, problem_response
from .refusals import Refused
from .running import Classroom
from .sent import (
    Answers,
    Contests,
    Joins,
    Moves,
    Nothing,
    OfBout,
    OfPupil,
    PlaysPrograms,
    Quizzes,
    Renames,
    Riddles,
    Settles,
    Switches,
    Tries,
)
from .stream import Stream

PREFIX = "/api/v1/class/"

Lang = Annotated[str, Query(max_length=10, pattern=r"^[a-z]{2}$")]
DONE: dict[str, Any] = {"done": True}

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def add_class(app: FastAPI, classroom: Classroom) -> None:
    """Give an application the routes of a class."""

    @app.exception_handler(Refused)
    async def refuse(request: Request, fault: Refused) -> Response:
        after = {"Retry-After": "1"} if fault.status == 429 else None
        return problem_response(fault.status, Message("Not now"), fault.message, language_of(request.scope), after)

    @app.exception_handler(Unanswered)
    async def no_answer(request: Request, fault: Unanswered) -> Response:
        return fault_response(fault.kind, fault.data, language_of(request.scope))

    @app.get(PREFIX + "stream", include_in_schema=False)
    async def stream(request: Request) -> Response:
        """What this device sees of the class, from now on."""
        return StreamingResponse(
            _followed(classroom, classroom.stream(request)),
            media_type="text/event-stream",
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )

    _for_pupils(app, classroom)
    _for_the_teacher(app, classroom)
    _beginning(app, classroom)


async def _followed(classroom: Classroom, stream: Stream) -> AsyncIterator[bytes]:
    try:
        async for event in stream.events():
            yield event
    finally:  # also when the device has gone away
        classroom.left(stream)


def _told(data: Any) -> Response:
    return JSONResponse(data, headers={"Cache-Control": "no-store"})


def _for_pupils(app: FastAPI, classroom: Classroom) -> None:
    @app.post(PREFIX + "join", include_in_schema=False)
    async def join(request: Request, sent: Joins) -> Response:
        return _told(classroom.join(request, sent.name))

    @app.post(PREFIX + "leave", include_in_schema=False)
    async def leave(request: Request, sent: Nothing) -> Response:
        classroom.leave_class(classroom.pupil(request))
        return _told(DONE)

    @app.post(PREFIX + "move", include_in_schema=False)
    async def move(request: Request, sent: Moves, lang: Lang = "en") -> Response:
        pupil, client = classroom.pupil(request), client_of(request.scope)
        return _told(await classroom.move(pupil, sent.bout, sent.ply, sent.move, lang, client))

    @app.post(PREFIX + "try", include_in_schema=False)
    async def try_riddle(request: Request, sent: Tries, lang: Lang = "en") -> Response:
        pupil, client = classroom.pupil(request), client_of(request.scope)
        return _told(await classroom.try_riddle(pupil, sent.position, sent.move, lang, client))

    @app.post(PREFIX + "answer", include_in_schema=False)
    async def answer(request: Request, sent: Answers, lang: Lang = "en") -> Response:
        pupil, client = classroom.pupil(request), client_of(request.scope)
        return _told(await classroom.answer(pupil, sent.number, sent.text, lang, client))

    @app.post(PREFIX + "resign", include_in_schema=False)
    async def resign(request: Request, sent: OfBout) -> Response:
        classroom.give_up(classroom.pupil(request), sent.bout)
        return _told(DONE)

    @app.post(PREFIX + "again", include_in_schema=False)
    async def again(request: Request, sent: OfBout) -> Response:
        classroom.again(classroom.pupil(request), sent.bout)
        return _told(DONE)


def _teaching(app: FastAPI, classroom: Classroom) -> Callable[[str], Decorator]:
    """Makes routes that only the teacher may use: one check stands before all of them."""

    async def teacher(request: Request) -> None:
        classroom.teacher(request)

    return lambda name: app.post(PREFIX + name, include_in_schema=False, dependencies=[Depends(teacher)])


def _for_the_teacher(app: FastAPI, classroom: Classroom) -> None:
    teaching = _teaching(app, classroom)

    @teaching("switch")
    async def switch(sent: Switches) -> Response:
        classroom.switch(sent.what, sent.on)
        return _told(DONE)

    @teaching("rename")
    async def rename(sent: Renames) -> Response:
        classroom.give_name(sent.id, sent.name)
        return _told(DONE)

    @teaching("remove")
    async def remove(sent: OfPupil) -> Response:
        classroom.remove(sent.id)
        return _told(DONE)

    @teaching("settle")
    async def settle(sent: Settles) -> Response:
        classroom.settle(sent.bout, sent.winner)
        return _told(DONE)

    @teaching("round")
    async def next_round(sent: Nothing) -> Response:
        classroom.next_round()
        return _told(DONE)

    @teaching("show")
    async def show(sent: Nothing) -> Response:
        classroom.show_answer()
        return _told(DONE)

    @teaching("next")
    async def next_question(sent: Nothing) -> Response:
        classroom.next_question()
        return _told(DONE)

    @teaching("stop")
    async def stop(sent: Nothing) -> Response:
        await classroom.stop_programs()
        return _told(DONE)

    @teaching("end")
    async def end(sent: Nothing) -> Response:
        await classroom.end()
        return _told(DONE)


def _beginning(app: FastAPI, classroom: Classroom) -> None:
    """What the teacher lets the class do."""
    teaching = _teaching(app, classroom)

    @teaching("begin/idle")
    async def idle(sent: Nothing) -> Response:
        await classroom.idle()
        return _told(DONE)

    @teaching("begin/riddle")
    async def riddle(request: Request, sent: Riddles, lang: Lang = "en") -> Response:
        await classroom.riddle(sent.position, sent.misere, lang, client_of(request.scope))
        return _told(DONE)

    @teaching("begin/contest")
    async def contest(request: Request, sent: Contests, lang: Lang = "en") -> Response:
        await classroom.contest(sent.form, sent.position, sent.misere, lang, client_of(request.scope))
        return _told(DONE)

    @teaching("begin/quiz")
    async def quiz(request: Request, sent: Quizzes, lang: Lang = "en") -> Response:
        await classroom.quiz(sent.subject, sent.difficulty, sent.count, lang, client_of(request.scope))
        return _told(DONE)

    @teaching("begin/programs")
    async def programs(request: Request, sent: PlaysPrograms, lang: Lang = "en") -> Response:
        client = client_of(request.scope)
        await classroom.programs(sent.position, sent.misere, sent.starts, sent.pace, lang, client)
        return _told(DONE)
