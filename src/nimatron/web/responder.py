"""Responses to questions: a worker answers, and a cache keeps answers that can be given again."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from typing import Any

from fastapi import Request
from fastapi.responses import Response

from ..core.errors import NimatronError
from ..show.words import speaking, spoken_or_english
from ..version import __version__
from .fair_queue import Full, Pace, client_of
from .pool import WorkerPool
from .problems import fault_data, fault_response
from .worker_process import WorkerAnswer

CACHE_BYTES = 32 << 20
"""The most bytes of complete answers in the cache."""

AT_ONCE = 0.15
"""The most seconds that a page waits for an answer to carry."""

JSON = "application/json"

ENTRY = 400
"""About how many bytes the cache needs for an answer besides its body."""


REFUSALS, REFUSALS_A_SECOND = 30, 10.0
"""The number of refusals that a client gets at once, and the number a second that it gets after them."""

LONGEST_PAUSE = 5.0
"""The most seconds for which the server holds a refusal back."""


class AnswerCache:
    """Complete answers, which stay the same: the most recently used ones, up to a number of bytes."""

    def __init__(self, room: int) -> None:
        self.room, self.used = room, 0
        self._bodies: OrderedDict[str, bytes] = OrderedDict()

    def get(self, key: str) -> bytes | None:
        if key in self._bodies:
            self._bodies.move_to_end(key)
        return self._bodies.get(key)

    def put(self, key: str, body: bytes) -> None:
        # A single huge answer must not push out all others.
        if key in self._bodies or len(body) > self.room // 16:
            return
        self._bodies[key] = body
        self.used += len(body) + ENTRY
        while self.used > self.room:
            self.used -= len(self._bodies.popitem(last=False)[1]) + ENTRY


class Unanswered(Exception):
    """The fault of a worker, for the route to report: its kind and its data."""

    def __init__(self, kind: str, data: dict[str, Any]) -> None:
        super().__init__(kind)
        self.kind, self.data = kind, data


class Responder:
    """Takes a question, passes it to a worker, and turns the answer into a response."""

    def __init__(self, pool: WorkerPool) -> None:
        self.pool, self.cache = pool, AnswerCache(CACHE_BYTES)
        self.refusals = Pace(REFUSALS_A_SECOND, REFUSALS)
        self.rules = f"{__version__}\n{pool.own.digest}"
        self.gate: Callable[[Request, str, Mapping[str, Any]], None] = lambda *_: None
        """Raises an error for a question that is not allowed now: a class may hide values for a while."""

    async def answer(
        self, request: Request, ask: str, lang: str, media: str = JSON, soon: float | None = None, **arguments: Any
    ) -> Response:
        """The response to a question; with `soon`, within about this many seconds."""
        self.gate(request, ask, arguments)
        question, tag = self._question_and_tag(ask, lang, arguments)
        tags = tags_of(request)
        # The same question to the same rules has the same answer, so the tag is known before the answer is.
        if tag in tags:
            return not_modified(tag)
        body = self.cache.get(tag)
        if body is None:
            try:
                answer = await _unless_gone(request, self._ask_pool(question, client_of(request.scope), soon))
            except NimatronError as fault:
                after = fault.after if isinstance(fault, Full) else 1
                with speaking(question["lang"]):
                    return fault_response(type(fault).__name__, fault_data(fault), question["lang"], after)
            if answer.fault:
                return fault_response(answer.fault, json.loads(answer.body), question["lang"])
            if not self._keep(tag, question, answer):
                return Response(answer.body, media_type=media)
            body = answer.body
        # `*` matches any answer that exists, so it is tested only now that there is one.
        if "*" in tags:
            return not_modified(tag)
        return Response(body, media_type=media, headers=cache_headers(tag))

    async def quick_answer(self, request: Request, lang: str, ask: str, arguments: dict[str, Any]) -> bytes | None:
        """An answer from the cache or within a moment; None if there is none: then the page itself asks."""
        question, tag = self._question_and_tag(ask, lang, arguments)
        try:
            self.gate(request, ask, arguments)
        except NimatronError:
            return None
        body = self.cache.get(tag)
        if body is None:
            with suppress(NimatronError, TimeoutError):
                async with asyncio.timeout(AT_ONCE):
                    answer = await self.pool.ask(question, client_of(request.scope))
                if not answer.fault and self._keep(tag, question, answer):
                    body = answer.body
        return body

    async def data(self, ask: str, lang: str, client: str, **arguments: Any) -> Any:
        """The answer as data, for the server itself; Unanswered if the worker has none."""
        question, tag = self._question_and_tag(ask, lang, arguments)
        body = self.cache.get(tag)
        if body is None:
            answer = await self._ask_pool(question, client, None)
            if answer.fault:
                raise Unanswered(answer.fault, json.loads(answer.body))
            self._keep(tag, question, answer)
            body = answer.body
        return json.loads(body)

    def _question_and_tag(self, ask: str, lang: str, arguments: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
        """A question and its tag."""
        question = {"ask": ask, "lang": spoken_or_english(lang), **arguments}
        # Other rules or another version give other answers, so they are part of the tag.
        text = f"{self.rules}{json.dumps(question, sort_keys=True)}"
        return question, f'"{sha256(text.encode()).hexdigest()[:32]}"'

    def _keep(self, tag: str, question: Mapping[str, Any], answer: WorkerAnswer) -> bool:
        """Cache an answer, unless a limit cut it short or it depends on users' own rules, which may change."""
        text = json.dumps(question, ensure_ascii=False)
        if answer.limited or any(name in text for name in self.pool.own.names):
            return False
        self.cache.put(tag, answer.body)
        return True

    async def _ask_pool(self, question: dict[str, Any], client: str, soon: float | None) -> WorkerAnswer:
        try:
            if soon is not None:
                return await self.pool.ask_soon(question, client, soon)
            return await self.pool.ask(question, client)
        except Full:
            # A refusal costs the server as much as an answer, about a millisecond: thirty clients that ask again at
            # once would keep it from answering anybody else.
            wait = self.refusals.wait(client, asyncio.get_running_loop().time(), LONGEST_PAUSE)
            await asyncio.sleep(min(wait, LONGEST_PAUSE))
            raise


def tags_of(request: Request) -> set[str]:
    """The tags of the answers that the client has; `*` stands for any."""
    header = ",".join(request.headers.getlist("if-none-match"))
    return {tag.strip().removeprefix("W/") for tag in header.split(",")}


def cache_headers(tag: str) -> dict[str, str]:
    """Headers of an answer that the client may cache and revalidate by its tag."""
    # no-cache lets a client store the answer, but makes it ask whether the answer is still valid.
    return {"ETag": tag, "Cache-Control": "no-cache"}


def not_modified(tag: str) -> Response:
    """The response to a client that has the answer already."""
    return Response(status_code=304, headers=cache_headers(tag))


async def _unless_gone(request: Request, work: Awaitable[WorkerAnswer]) -> WorkerAnswer:
    """The result of `work`, which is cancelled when the client goes away."""
    job = asyncio.ensure_future(work)
    watch = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({job, watch}, return_when=asyncio.FIRST_COMPLETED)
        if job.done():
            return job.result()
        raise NimatronError("the client has disconnected")
    finally:  # also if the server shuts down and this task itself is cancelled
        watch.cancel()
        job.cancel()


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
