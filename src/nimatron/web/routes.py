"""The routes of the API: what may be asked, within which bounds, and what shape the answer has."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import FastAPI, Query, Request
from fastapi.responses import JSONResponse, Response

from ..message import either
from ..present.words import languages, speaking, word
from ..version import __version__
from . import schema
from .desk import Desk
from .limits import MOST_NIMBERS, MOST_VALUES, MOVING
from .reach import Reach

SPOKEN = f"Language of the words: {either(languages())}."

Lang = Annotated[str, Query(max_length=10, pattern=r"^[a-z]{2}$", description=SPOKEN)]
Text = Annotated[
    str, Query(min_length=1, max_length=4000, description="In the notation.", examples=["nim: 3 4 5 + chomp: 2x2"])
]
Frame = Annotated[str, Query(max_length=4000, description="Draw boards as large as those of this position.")]
Misere = Annotated[
    bool | None,
    Query(description="Misere play: whoever makes the last move loses; without it, as the game is usually played."),
]
Code = Annotated[
    str, Query(min_length=1, max_length=1000, description="A code, a name or a set.", examples=["0.77", "{1,2,6}"])
]
Rules = Annotated[str, Query(min_length=1, max_length=4000, description="A game.", examples=["wythoff"])]
Strength = Literal["first-steps", "fair", "hard", "perfect", "random", "one-ahead", "half"]
Seed = Annotated[int, Query(ge=0, le=2**53, description="The same seed gives the same answer.")]

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


def _told(model: type[schema.Model]) -> dict[int | str, dict[str, Any]]:
    return {200: {"model": model}, 304: {"description": "As you have it."}, **ERRORS}


def add_routes(app: FastAPI, desk: Desk, reach: Reach) -> None:
    """Give an application all routes of the API."""
    for add in (_about_positions, _about_play, _about_values, _about_nimbers, _about_itself):
        add(app, desk)
    _about_the_way_here(app, reach)


def _about_positions(app: FastAPI, desk: Desk) -> None:
    @app.get("/api/v1/games", responses=_told(schema.Games), response_class=Response, tags=["positions"])
    async def games(request: Request, lang: Lang = "en") -> Response:
        """All games, with their rules and a position to begin with."""
        return await desk.answer(request, "games", lang)

    @app.get("/api/v1/gallery", responses=_told(schema.Gallery), response_class=Response, tags=["positions"])
    async def gallery(request: Request, lang: Lang = "en") -> Response:
        """The board of each game's sample, to look at."""
        return await desk.answer(request, "gallery", lang)

    @app.get("/api/v1/position", responses=_told(schema.Board), response_class=Response, tags=["positions"])
    async def position(
        request: Request,
        position: Text,
        frame: Frame = "",
        lang: Lang = "en",
    ) -> Response:
        """The board of a position, and its legal moves with what to click for each."""
        return await desk.answer(request, "position", lang, position=position, frame=frame)

    @app.get("/api/v1/analysis", responses=_told(schema.Analysis), response_class=Response, tags=["positions"])
    async def analysis(request: Request, position: Text, misere: Misere = None, lang: Lang = "en") -> Response:
        """Who wins, the value, and all winning moves."""
        return await desk.answer(request, "analysis", lang, position=position, misere=misere)

    @app.get("/api/v1/explanation", responses=_told(schema.Explanation), response_class=Response, tags=["positions"])
    async def explanation(
        request: Request,
        position: Text,
        misere: Misere = None,
        mex: Annotated[int, Query(ge=0, le=20, description="Derive values from the moves, so many moves deep.")] = 0,
        lang: Lang = "en",
    ) -> Response:
        """Why a position is won or lost, step by step."""
        return await desk.answer(request, "explanation", lang, position=position, misere=misere, mex=mex)

    @app.get("/api/v1/induction", responses=_told(schema.Induction), response_class=Response, tags=["positions"])
    async def induction(request: Request, position: Text, misere: Misere = None, lang: Lang = "en") -> Response:
        """Backward induction: all positions below this one, marked round by round."""
        return await desk.answer(request, "induction", lang, position=position, misere=misere)


def _about_play(app: FastAPI, desk: Desk) -> None:
    @app.get("/api/v1/start", responses=_told(schema.Start), response_class=Response, tags=["play"])
    async def start(
        request: Request,
        game: Annotated[
            str,
            Query(
                min_length=1,
                max_length=4000,
                description="A game, or a position: the start is of the same games.",
                examples=["nim", "subtraction{2,3}: 10 + cram: 4x4"],
            ),
        ],
        seed: Seed = 0,
        lang: Lang = "en",
    ) -> Response:
        """A random starting position of the same games."""
        return await desk.answer(request, "start", lang, game=game, seed=seed)

    @app.get("/api/v1/sum", responses=_told(schema.Start), response_class=Response, tags=["play"])
    async def sum(
        request: Request,
        summand: Annotated[list[Text], Query(min_length=1, max_length=20, examples=[["nim: 3 5", "kayles: 6"]])],
        lang: Lang = "en",
    ) -> Response:
        """Several positions played together."""
        return await desk.answer(request, "sum", lang, summands=summand)

    @app.get("/api/v1/edit", responses=_told(schema.Edit), response_class=Response, tags=["play"])
    async def edit(
        request: Request,
        position: Text,
        shape: Annotated[
            list[Annotated[str, Query(max_length=200)]] | None,
            Query(max_length=2, description="What is clicked: board:shape, or two to join.", examples=[["0:1.4"]]),
        ] = None,
        lang: Lang = "en",
    ) -> Response:
        """The position after a click of somebody who sets it up, with the places where something can be added."""
        return await desk.answer(request, "edit", lang, position=position, shapes=shape or [])

    @app.get("/api/v1/text", responses=_told(schema.Start), response_class=Response, tags=["play"])
    async def text(
        request: Request,
        game: Annotated[str, Query(min_length=1, max_length=60, examples=["subtraction"])],
        state: Annotated[str, Query(max_length=4000, examples=["19"])] = "",
        parameters: Annotated[str, Query(max_length=4000, examples=["2,3,7,8"])] = "",
        lang: Lang = "en",
    ) -> Response:
        """A position in the notation, from its pieces."""
        return await desk.answer(request, "text", lang, game=game, state=state, parameters=parameters)

    @app.get("/api/v1/build", responses=_told(schema.Built), response_class=Response, tags=["play"])
    async def build(
        request: Request,
        game: Annotated[str, Query(max_length=60, examples=["subtraction"])] = "",
        position: Annotated[str, Query(max_length=4000, description="Instead of a game.")] = "",
        dial: Annotated[
            list[Annotated[str, Query(max_length=400)]],
            Query(max_length=8, description="name:values; others stay.", examples=[["set:1,2,4", "heaps:13,7"]]),
        ] = [],  # noqa: B006 - FastAPI copies it
        lang: Lang = "en",
    ) -> Response:
        """A position from a game and numbers, or the numbers of a position, as dials to be shown."""
        return await desk.answer(request, "build", lang, game=game, position=position, dials=dial)

    @app.get("/api/v1/turn", responses=_told(schema.Turn), response_class=Response, tags=["play"])
    async def turn(
        request: Request,
        position: Text,
        move: Annotated[
            str,
            Query(
                max_length=4000,
                description="In words, by number or as the position after it; empty: the computer begins.",
                examples=["nim: 3 4 4", "2 from heap 1"],
            ),
        ] = "",
        level: Annotated[Strength | Literal["none"], Query(description="none: nobody replies.")] = "perfect",
        seed: Seed = 0,
        misere: Misere = None,
        frame: Frame = "",
        lang: Lang = "en",
    ) -> Response:
        """A move and the computer's reply, which comes within two seconds: it says whether it is the best one."""
        arguments: dict[str, Any] = {"level": level, "seed": seed, "misere": misere, "frame": frame}
        return await desk.answer(request, "turn", lang, soon=MOVING, position=position, move=move, **arguments)

    @app.get("/api/v1/computer", responses=_told(schema.Moved), response_class=Response, tags=["play"])
    async def computer(
        request: Request,
        position: Text,
        level: Strength = "perfect",
        seed: Seed = 0,
        misere: Misere = None,
        frame: Frame = "",
        lang: Lang = "en",
    ) -> Response:
        """The computer's move, and the board after it."""
        arguments: dict[str, Any] = {"level": level, "seed": seed, "misere": misere, "frame": frame}
        return await desk.answer(request, "computer", lang, position=position, **arguments)

    @app.get("/api/v1/move", responses=_told(schema.Moved), response_class=Response, tags=["play"])
    async def move(
        request: Request,
        position: Text,
        text: Annotated[str, Query(min_length=1, max_length=4000, examples=["2 from heap 1"])],
        frame: Frame = "",
        lang: Lang = "en",
    ) -> Response:
        """The move that a player typed, in words, by number or as the position after it; and the board after it."""
        return await desk.answer(request, "move", lang, position=position, text=text, frame=frame)

    @app.get("/api/v1/hint", responses=_told(schema.Hint), response_class=Response, tags=["play"])
    async def hint(
        request: Request,
        position: Text,
        step: Annotated[int, Query(ge=1, le=3, description="1: can I win; 2: where; 3: how.")] = 1,
        misere: Misere = None,
        lang: Lang = "en",
    ) -> Response:
        """A hint of one of three strengths."""
        return await desk.answer(request, "hint", lang, position=position, step=step, misere=misere)


def _about_values(app: FastAPI, desk: Desk) -> None:
    @app.get("/api/v1/sequence", responses=_told(schema.Sequence), response_class=Response, tags=["values"])
    async def sequence(
        request: Request,
        game: Code,
        n: Annotated[int, Query(ge=1, le=MOST_VALUES, description="How many values.")] = 100,
        lang: Lang = "en",
    ) -> Response:
        """The first values of a one-heap game."""
        return await desk.answer(request, "sequence", lang, game=game, n=n)

    @app.get("/api/v1/period", responses=_told(schema.Period), response_class=Response, tags=["values"])
    async def period(request: Request, game: Code, lang: Lang = "en") -> Response:
        """The period of a one-heap game with its proof, or how far the search came."""
        return await desk.answer(request, "period", lang, game=game)

    @app.get("/api/v1/explorable", responses=_told(schema.Explorables), response_class=Response, tags=["values"])
    async def explorable(request: Request, lang: Lang = "en") -> Response:
        """For each game, what can be looked at: a table of its values, a sequence."""
        return await desk.answer(request, "explorable", lang)

    @app.get("/api/v1/table", responses=_told(schema.Table), response_class=Response, tags=["values"])
    async def table(
        request: Request,
        game: Rules,
        columns: Annotated[int, Query(ge=1, le=200)] = 16,
        rows: Annotated[int, Query(ge=1, le=200)] = 16,
        misere: Misere = None,
        row: Annotated[int, Query(ge=0, le=199, description="The first row of a piece, counted from 0.")] = 0,
        height: Annotated[int | None, Query(ge=1, le=200, description="How many rows; without it, all.")] = None,
        lang: Lang = "en",
    ) -> Response:
        """The values of a family of positions: a row of heaps, a grid of squares, the vertices of a graph."""
        arguments: dict[str, Any] = {"game": game, "columns": columns, "rows": rows, "misere": misere}
        if height is not None:
            arguments |= {"row": row, "height": height}
        return await desk.answer(request, "table", lang, **arguments)

    @app.get("/api/v1/graph", responses=_told(schema.Graph), response_class=Response, tags=["values"])
    async def graph(
        request: Request,
        text: Annotated[str, Query(max_length=4000, description="In the notation; or:", examples=["a>b b>c"])] = "",
        arrows: Annotated[str, Query(max_length=4000, description="Names in pairs: from, to, from, to.")] = "",
        vertices: Annotated[str, Query(max_length=4000, description="Names, including vertices without arrows.")] = "",
        game: Literal["graph", "arc-kayles", "node-kayles", "poset"] = "graph",
        lang: Lang = "en",
    ) -> Response:
        """A graph as text and as data, with the value of every vertex; for other games, a position on it."""
        return await desk.answer(request, "graph", lang, text=text, arrows=arrows, vertices=vertices, game=game)

    @app.get("/api/v1/cell", responses=_told(schema.Analysis), response_class=Response, tags=["values"])
    async def cell(
        request: Request,
        game: Rules,
        column: Annotated[int, Query(ge=0, le=10_000)],
        row: Annotated[int, Query(ge=0, le=10_000)] = 0,
        misere: Misere = None,
        lang: Lang = "en",
    ) -> Response:
        """The position behind one cell of a table, analysed."""
        arguments: dict[str, Any] = {"game": game, "column": column, "row": row, "misere": misere}
        return await desk.answer(request, "cell", lang, **arguments)

    @app.get("/api/v1/comparison", responses=_told(schema.Comparison), response_class=Response, tags=["values"])
    async def comparison(
        request: Request,
        one: Code,
        two: Code,
        n: Annotated[int, Query(ge=1, le=MOST_VALUES)] = 10_000,
        lang: Lang = "en",
    ) -> Response:
        """The first heap at which the values of two one-heap games differ."""
        return await desk.answer(request, "comparison", lang, one=one, two=two, n=n)


def _about_nimbers(app: FastAPI, desk: Desk) -> None:
    @app.get("/api/v1/nimber", responses=_told(schema.Nimber), response_class=Response, tags=["nimbers"])
    async def nimber(
        request: Request,
        expression: Annotated[str, Query(min_length=1, max_length=1000, examples=["24*17 + 8/5"])],
        lang: Lang = "en",
    ) -> Response:
        """The value of an expression of nimbers, with all steps."""
        return await desk.answer(request, "nimber", lang, expression=expression)

    @app.get("/api/v1/nimbers", responses=_told(schema.NimberTable), response_class=Response, tags=["nimbers"])
    async def nimbers(
        request: Request,
        operation: Literal["product", "sum"] = "product",
        size: Annotated[int, Query(ge=1, le=MOST_NIMBERS, description="All pairs of numbers below this one.")] = 16,
        lang: Lang = "en",
    ) -> Response:
        """The table of nim-sums or nim-products."""
        return await desk.answer(request, "nimbers", lang, operation=operation, size=size)


def _about_itself(app: FastAPI, desk: Desk) -> None:
    @app.get(
        "/api/v1/qr",
        responses={200: {"content": {"image/svg+xml": {}}}, 304: {"description": "As you have it."}, **ERRORS},
        response_class=Response,
        tags=["server"],
    )
    async def qr(
        request: Request, text: Annotated[str, Query(min_length=1, max_length=1500)], lang: Lang = "en"
    ) -> Response:
        """A QR code, for example of a link to open on a phone."""
        return await desk.answer(request, "qr", lang, "image/svg+xml", text=text)

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
