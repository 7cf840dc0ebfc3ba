"""The application: the screens of the page, the API, and how errors are told. Every answer comes from a worker."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from hashlib import sha256
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, Response
from fastapi_offline import FastAPIOffline
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from ..message import Message, plain
from ..version import __version__
from . import schema
from .answers.asked import Lessons
from .classroom.routes import PREFIX, add_class
from .classroom.running import Classroom
from .desk import Desk, kept, tags_of, unchanged
from .files import Files
from .guard import Guard
from .hosts import Hosts
from .limits import HEAVY_SECONDS
from .manual import Help
from .own import read_own
from .pages import page_html
from .pool import MEMORY, Pool
from .problems import fault_response, invalid, language_of, problem_response, wanted_language
from .reach import Reach
from .routes import add_routes
from .screens import CLASS_SCREENS, SCREENS, STATIC, Screen, early_link, first_data, first_questions


def create_app(
    own: Sequence[str] = (),
    light: int = 2,
    heavy: int = 2,
    memory: int = MEMORY,
    seconds: float = HEAVY_SECONDS,
    hosts: Hosts | None = None,
    reach: Reach | None = None,
    lessons: Lessons = (),
    open_class: Callable[[Desk], Classroom] | None = None,
) -> FastAPI:
    """The page and the API; `own` has the FILE:NAME of each user's game, from the command line.

    Only requests for a name in `hosts` are answered, by default for one that always means this machine. `reach` knows
    where others find the server. `lessons` are a teacher's own, beside those of the course. With `open_class` it
    runs a class.
    """
    pool = Pool(read_own(own, lessons), light, heavy, memory, seconds)
    desk = Desk(pool)
    classroom = open_class(desk) if open_class else None
    screens, files = SCREENS | CLASS_SCREENS if classroom else SCREENS, Files(STATIC)

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
    app.add_middleware(Guard, hosts=hosts or Hosts(), posts=PREFIX if classroom else "")
    _problems(app)
    add_routes(app, desk, reach or Reach())
    if classroom:
        app.state.classroom, desk.gate = classroom, classroom.gate
        add_class(app, classroom)
    _describe(app)
    for path, screen in screens.items():
        app.add_route(path, _shown(screen, desk, classroom is not None), include_in_schema=False)
    app.state.help = Help()
    app.add_route("/help", app.state.help, include_in_schema=False)
    app.mount("/help", app.state.help, name="help")
    app.mount("/", files, name="page")
    return app


def _get_ready(screens: Mapping[str, Screen], files: Files) -> None:
    """Make now what the first visitor would wait for."""
    for screen in screens.values():
        page_html(screen)
    files.compress()


def _shown(screen: Screen, desk: Desk, has_class: bool) -> Callable[[Request], Awaitable[Response]]:
    async def shown(request: Request) -> Response:
        lang, address = wanted_language(request.scope), request.query_params
        asked = first_questions(screen, address)
        found = [(question, await desk.known(request, lang, *question)) for question in asked]
        first = first_data(lang, [(question, answer) for question, answer in found if answer])
        explorable = next((answer for (ask, _), answer in found if ask == "explorable"), None)
        early = early_link(screen, address, lang, explorable)
        body = page_html(screen, lang, first, has_class, early, address.get("tab", ""))
        tag = f'"{sha256(body).hexdigest()[:32]}"'
        if {tag, "*"} & tags_of(request):
            return unchanged(tag)
        return HTMLResponse(body, headers=kept(tag) | {"Vary": "Accept-Language"})

    return shown


def _describe(app: FastAPI) -> None:
    """Add the shape of problem+json, which is no route's model, when the document is asked for: making it is slow."""
    routes = app.openapi

    def openapi() -> dict[str, Any]:
        document = routes()
        document["components"]["schemas"].setdefault("Problem", schema.Problem.model_json_schema())
        return document

    app.openapi = openapi  # type: ignore[method-assign]


def _problems(app: FastAPI) -> None:
    """Errors as problem+json."""

    @app.exception_handler(RequestValidationError)
    async def refuse_argument(request: Request, fault: RequestValidationError) -> Response:
        first, lang = fault.errors()[0], language_of(request.scope)
        data = {"detail": invalid(first), "argument": str(first["loc"][-1])}
        return fault_response("UsageError", data, lang)

    @app.exception_handler(HTTPException)
    async def refuse(request: Request, fault: HTTPException) -> Response:
        title = plain(str(fault.detail))
        title, detail = _refusals(request).get(fault.status_code, (title, title))
        return problem_response(fault.status_code, title, detail, language_of(request.scope), dict(fault.headers or {}))


def _refusals(request: Request) -> dict[int, tuple[Message, Message]]:
    """What is said about a path or a method that does not exist."""
    path = "there is nothing at {path}: the API is under /api/v1/, and described at /docs"
    method = "expected GET, not {method}: nothing here can be changed"
    return {
        400: (Message("Not JSON"), Message("expected a JSON object")),
        404: (Message("Not Found"), Message(path, path=request.url.path[:100])),
        405: (Message("Method Not Allowed"), Message(method, method=request.method[:20])),
    }
