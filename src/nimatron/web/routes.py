"""The routes of the API: every question of the table, and what only a server knows."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from fastapi import FastAPI, Query, Request
from fastapi.responses import JSONResponse, Response

from ..present.words import languages, speaking, word
from ..version import __version__
from . import schema
from .desk import Desk
from .problems import fault_response, language_of
from .questions import JSON, LANG, QUESTIONS, Question, WrongArgument
from .reach import Reach

Lang = Annotated[str, Query(max_length=LANG.most, pattern=LANG.pattern, description=LANG.about)]

PROBLEM = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}

ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"description": text, "content": PROBLEM}
    for status, text in {
        403: "The request comes from the page of another site.",
        404: "No game of this name.",
        413: "The request is too long.",
        421: "The server is asked by a name that may mean another machine.",
        422: "A text that means nothing here, or a limit was reached: the detail says which and how far the work came.",
        429: "Too many questions from one address; `Retry-After` says when to ask again.",
        503: "Too many questions at once; `Retry-After` says when to ask again.",
    }.items()
}


def add_routes(app: FastAPI, desk: Desk, reach: Reach) -> None:
    """Give an application all routes of the API."""
    for name, question in QUESTIONS.items():
        app.add_api_route(
            f"/api/v1/{name}",
            _answer(desk, name, question),
            name=name,
            summary=name.capitalize(),
            description=question.about,
            responses=_told(question),
            response_class=Response,
            tags=[question.tag],
            openapi_extra={"parameters": question.parameters()},
        )
    _about_itself(app, desk)
    _about_the_way_here(app, reach)


def _answer(desk: Desk, name: str, question: Question) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        try:
            lang, arguments = question.read(request.query_params.multi_items())
        except WrongArgument as fault:
            return fault_response("UsageError", fault.data, language_of(request.scope))
        return await desk.answer(request, name, lang, question.media, question.soon, **arguments)

    return answer


def _told(question: Question) -> dict[int | str, dict[str, Any]]:
    """What may come back."""
    found = {"model": getattr(schema, question.shape)} if question.media == JSON else {"content": {question.media: {}}}
    return {200: found, 304: {"description": "As you have it."}, **ERRORS}


def _about_itself(app: FastAPI, desk: Desk) -> None:
    @app.get("/api/v1/health", responses={200: {"model": schema.Health}}, response_class=Response, tags=["server"])
    async def health() -> Response:
        """Is the server well, and how busy is it?"""
        return JSONResponse({"status": "ok", "version": __version__, "workers": desk.pool.health()})


def _about_the_way_here(app: FastAPI, reach: Reach) -> None:
    @app.get(
        "/api/v1/address",
        responses={200: {"model": schema.Address}, **ERRORS},
        response_class=Response,
        tags=["server"],
    )
    async def address(lang: Lang = "en") -> Response:
        """Where other devices find this server, the most likely address first."""
        with speaking(lang if lang in languages() else "en"):
            said = word(reach.said())
        data = {"schema": "nimatron.address/1", "addresses": reach.addresses(), "open": reach.open, "text": said}
        return JSONResponse(data, headers={"Cache-Control": "no-store"})  # the machine may go to another network
