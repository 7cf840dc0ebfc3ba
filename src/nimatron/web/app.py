"""The application: the screens of the page, the routes of the API, and how errors are reported. Workers answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from hashlib import sha256
from typing import Annotated, Any

from fastapi import FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from fastapi_offline import FastAPIOffline
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from ..core.message import Message, plain
from ..show.words import speaking, spoken_or_english, word
from ..version import __version__
from . import schema
from .answers.request import HEAVY_SECONDS, Lessons
from .classroom.class_routes import PREFIX, add_class
from .classroom.director import Classroom
from .guard import Guard
from .hosts import Hosts, Reach
from .own_games import read_own
from .pages import (
    BACK,
    CLASS_SCREENS,
    NOWHERE,
    SCREENS,
    STATIC,
    Screen,
    first_data,
    first_questions,
    missing_page,
    page_html,
    static_data,
)
from .pool import WorkerPool
from .problems import PROBLEM, fault_response, invalid, language_of, problem_response, wanted_language
from .questions import LANG, QUESTIONS, QuestionRoute, WrongArgument
from .responder import Responder, cache_headers, not_modified, tags_of
from .static_files import Files, Help, MoreFiles


def create_app(
    own: Sequence[str] = (),
    light: int = 2,
    heavy: int = 2,
    seconds: float = HEAVY_SECONDS,
    hosts: Hosts | None = None,
    reach: Reach | None = None,
    lessons: Lessons = (),
    open_class: Callable[[Responder], Classroom] | None = None,
    python: MoreFiles | None = None,
    frames: Sequence[str] = (),
) -> FastAPI:
    """The page and the API; `own` has the FILE:NAME of each user's game, from the command line.

    The server answers only requests for a name in `hosts`, by default for names that always mean this machine. `reach`
    has its addresses for other devices. `lessons` are a teacher's own lessons, beside those of the course. With
    `open_class` the server runs a class. `python` has the files by which a visitor's browser runs the visitor's own
    code. The sites in `frames` may show the page inside their pages.
    """
    pool = WorkerPool(read_own(own, lessons), light, heavy, seconds=seconds)
    responder = Responder(pool)
    classroom = open_class(responder) if open_class else None
    screens, files = SCREENS | CLASS_SCREENS if classroom else SCREENS, Files(STATIC, python, static_data)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        pool.start()
        asyncio.get_running_loop().call_soon(_get_ready, screens, files)  # while the workers start
        if classroom:
            await classroom.start()
        yield
        if classroom:
            await classroom.stop()
        await pool.stop()

    app = FastAPIOffline(
        title="Nimatron",
        version=__version__,
        summary="Solves, explains and plays impartial games.",
        lifespan=lifespan,
        docs_url="/docs",
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
        static_url="/docs-static",
    )
    app.add_middleware(GZipMiddleware, minimum_size=600, compresslevel=3)  # boards become twenty times smaller
    # Added last, the Guard is asked first.
    policies = python.policies if python else {}
    posts = PREFIX if classroom else ""
    app.add_middleware(Guard, hosts=hosts or Hosts(), posts=posts, policies=policies, ancestors=frames)
    _problems(app)
    _add_questions(app, responder)
    _add_server_routes(app, responder, reach or Reach())
    if classroom:
        app.state.classroom, responder.gate = classroom, classroom.gate
        add_class(app, classroom)
    _describe(app)
    for path, screen in screens.items():
        app.add_route(path, _screen_route(screen, responder, classroom is not None), include_in_schema=False)
    app.state.help = Help()
    # A mount answers only below its path, so the path itself needs a route.
    app.add_route("/help", app.state.help, include_in_schema=False)
    app.mount("/help", app.state.help, name="help")
    # Last, because it answers every path that is left.
    app.mount("/", files, name="page")
    return app


def _get_ready(screens: Mapping[str, Screen], files: Files) -> None:
    """Make the pages and compress the files now: the first visitor would wait for them."""
    for screen in screens.values():
        page_html(screen)
    files.compress()


def _screen_route(screen: Screen, responder: Responder, has_class: bool) -> Callable[[Request], Awaitable[Response]]:
    async def show(request: Request) -> Response:
        lang, address = wanted_language(request.scope), request.query_params
        questions = first_questions(screen, address)
        answers = [(question, await responder.quick_answer(request, lang, *question)) for question in questions]
        first = first_data(lang, [(question, answer) for question, answer in answers if answer])
        body = page_html(screen, lang, first, has_class, address.get("tab", ""))
        tag = f'"{sha256(body).hexdigest()[:32]}"'
        if {tag, "*"} & tags_of(request):
            return not_modified(tag)
        # One address has a page for each language.
        return HTMLResponse(body, headers=cache_headers(tag) | {"Vary": "Accept-Language"})

    return show


def _describe(app: FastAPI) -> None:
    """Add the shape of problem+json to the OpenAPI document. It is made only for the document, because that is slow."""
    routes = app.openapi

    def openapi() -> dict[str, Any]:
        document = routes()
        document["components"]["schemas"].setdefault("Problem", schema.Problem.model_json_schema())
        return document

    app.openapi = openapi  # type: ignore[method-assign]


def _problems(app: FastAPI) -> None:
    """Report errors as problem+json."""

    @app.exception_handler(RequestValidationError)
    async def refuse_argument(request: Request, fault: RequestValidationError) -> Response:
        first, lang = fault.errors()[0], language_of(request.scope)
        data = {"detail": invalid(first), "argument": str(first["loc"][-1])}
        return fault_response("UsageError", data, lang)

    @app.exception_handler(HTTPException)
    async def refuse(request: Request, fault: HTTPException) -> Response:
        if fault.status_code == 404 and "text/html" in request.headers.get("accept", ""):  # a person, not a program
            return HTMLResponse(missing_page(wanted_language(request.scope), NOWHERE, BACK), 404)
        title = plain(str(fault.detail))
        title, detail = _refusals(request).get(fault.status_code, (title, title))
        return problem_response(fault.status_code, title, detail, language_of(request.scope), dict(fault.headers or {}))


def _refusals(request: Request) -> dict[int, tuple[Message, Message]]:
    """The title and the detail of each refusal, by its status."""
    path = "there is nothing at {path}: the API is under /api/v1/, and described at /docs"
    method = "expected GET, not {method}: this address is read-only"
    return {
        400: (Message("Not JSON"), Message("expected a JSON object")),
        404: (Message("Not Found"), Message(path, path=request.url.path[:100])),
        405: (Message("Method Not Allowed"), Message(method, method=request.method[:20])),
    }


# -- the API -------------------------------------------------------------------------------------

Lang = Annotated[str, Query(max_length=LANG.most, pattern=LANG.pattern, description=LANG.about)]

PROBLEM_SHAPE = {PROBLEM: {"schema": {"$ref": "#/components/schemas/Problem"}}}

ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"description": text, "content": PROBLEM_SHAPE}
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


def _add_questions(app: FastAPI, responder: Responder) -> None:
    """Add a route for each question of the table."""
    for name, question in QUESTIONS.items():
        app.add_api_route(
            f"/api/v1/{name}",
            _answer(responder, name, question),
            name=name,
            summary=name.capitalize(),
            description=question.about,
            responses=_responses(question),
            response_class=Response,
            tags=[question.tag],
            openapi_extra={"parameters": question.parameters()},
        )


def _answer(responder: Responder, name: str, question: QuestionRoute) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        try:
            lang, arguments = question.read(request.query_params.multi_items())
        except WrongArgument as fault:
            return fault_response("UsageError", fault.data, language_of(request.scope))
        return await responder.answer(request, name, lang, question.media, question.soon, **arguments)

    return answer


def _responses(question: QuestionRoute) -> dict[int | str, dict[str, Any]]:
    """The possible responses to a question, for the OpenAPI document."""
    model = getattr(schema, f"{question.shape}Data", None)
    return {
        200: {"model": model} if model else {"content": {question.media: {}}},
        304: {"description": "As you have it."},
        **ERRORS,
    }


def _add_server_routes(app: FastAPI, responder: Responder, reach: Reach) -> None:
    """Add the questions that only a server can answer: how busy it is, and its addresses for other devices."""

    @app.get("/api/v1/health", responses={200: {"model": schema.HealthData}}, response_class=Response, tags=["server"])
    async def health() -> Response:
        """Is the server well, and how busy is it?"""
        return JSONResponse({"status": "ok", "version": __version__, "workers": responder.pool.health()})

    responses: dict[int | str, dict[str, Any]] = {200: {"model": schema.AddressData}, **ERRORS}

    @app.get("/api/v1/address", responses=responses, response_class=Response, tags=["server"])
    async def address(lang: Lang = "en") -> Response:
        """The addresses of this server for other devices, the most likely one first."""
        with speaking(spoken_or_english(lang)):
            text = word(reach.sentence())
        data = {"schema": "nimatron.address/1", "addresses": reach.addresses(), "open": reach.open, "text": text}
        return JSONResponse(data, headers={"Cache-Control": "no-store"})  # the machine may go to another network
