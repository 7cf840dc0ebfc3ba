"""Guards of the server: deadlines for each connection, rules for each request, the headers of every answer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Any

from fastapi.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as Event
from uvicorn.protocols.http.h11_impl import H11Protocol

from ..core.message import Message
from .hosts import Hosts
from .problems import language_of, problem_response

REQUEST_SECONDS = 10.0
"""Seconds after which a connection without a whole request is closed: it would keep others out."""

ANSWER_SECONDS = 60.0
"""Seconds after which a client that has not read its answer is cut off: the answer stays in memory until then."""

CONNECTIONS = 2000
"""The most clients connected at once; further ones have to try again later."""


class Connection(H11Protocol):
    """The connection of uvicorn, with deadlines for requests and answers. Errors are problem+json.

    uvicorn alone has no such deadlines, so slow clients could hold all connections.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._deadline: asyncio.TimerHandle | None = None
        self._untaken: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.set_write_buffer_limits(0)  # so that `pause_writing` is called for every answer not taken at once
        if len(self.connections) > CONNECTIONS:
            text = "expected at most {most} connections at once: please try again in a moment"
            headers = {"Retry-After": "10", "Connection": "close"}
            detail = Message(text, most=CONNECTIONS)
            self.app = problem_response(503, Message("Too many connections"), detail, headers=headers)
        self._await_request()

    def data_received(self, data: bytes) -> None:
        before = self.cycle
        super().data_received(data)
        # A new cycle means that the headers are complete: the deadline is for them alone.
        if self.cycle is not before:
            self._cancel()
        elif self._deadline is None:
            self._await_request()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._untaken = self.loop.call_later(ANSWER_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        self._cancel_timer()
        super().resume_writing()

    def _cancel_timer(self) -> None:
        if self._untaken is not None:
            self._untaken.cancel()
            self._untaken = None

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel()
        self._cancel_timer()
        super().connection_lost(exc)

    def _await_request(self) -> None:
        self._deadline = self.loop.call_later(REQUEST_SECONDS, self._late)

    def _cancel(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _late(self) -> None:
        self._deadline = None
        if not self._answering():
            self.transport.close()

    def _answering(self) -> bool:
        cycle: Any = self.cycle  # None before the first request
        return cycle is not None and not cycle.response_complete

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP."""
        if not self._answering():  # otherwise it would land in the middle of an answer
            expected = Message("expected an HTTP/1.1 request, such as GET /api/v1/games")
            fault = problem_response(400, Message("Not a request"), expected)
            head = ["HTTP/1.1 400 Bad Request", "connection: close"]
            head += [f"{name.decode()}: {value.decode()}" for name, value in fault.raw_headers]
            self.transport.write("\r\n".join([*head, "", ""]).encode() + bytes(fault.body))
        self.transport.close()


# -- requests -------------------------------------------------------------------------------------

LONGEST_URL = 8000
"""The most bytes in the address of a request; a longer one is refused before it is parsed."""

LONGEST_HEAD = 32 << 10
"""The most bytes in all headers of a request together."""

NO_FRAME = "frame-ancestors 'none'"

# The page loads nothing from elsewhere, sends no forms and may not be put into a frame, so all of that is forbidden.
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data: blob:; base-uri 'none'; object-src 'none'; "
    f"{NO_FRAME}; form-action 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}

POLICY = HEADERS["Content-Security-Policy"]

POLICIES = {"/docs": POLICY + "; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'"}
"""The interactive docs come from a library, whose page contains a script."""

EMBED = "/embed.js"
"""The script by which the page of another site shows a board."""

OUR_SITE = ("same-origin", "none")
"""Sec-Fetch-Site of a request from this page, or from somebody who typed the address."""

LONGEST_BODY = 8 << 10
"""The most bytes of a body that is posted to a class."""

BODY_SECONDS = 10.0
"""Seconds after which a device that has not sent the whole body is cut off."""

TOO_LONG = Message("The request is too long")

SLOW = Message("expected the whole request within {seconds} s", seconds=f"{BODY_SECONDS:g}")

logger = logging.getLogger(__name__)


class Guard:
    """Checks each request before the application: it must name a host in `hosts` and come from the server's own page.

    A request has no body, except that the devices of a class post small ones to paths that begin with `posts`.
    `policies` has the paths whose documents may load other things than the page. Pages of the sites in `ancestors` may
    show this page in a frame.
    """

    def __init__(
        self,
        app: ASGIApp,
        hosts: Hosts,
        posts: str = "",
        policies: Mapping[str, str] | None = None,
        ancestors: Sequence[str] = (),
    ) -> None:
        self.app, self.hosts, self.posts, self.policies = app, hosts, posts, POLICIES | dict(policies or {})
        self.frames = f"frame-ancestors {' '.join(ancestors)}" if ancestors else NO_FRAME

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        policy = self.policies.get(scope["path"], POLICY)
        headers = HEADERS | {"Content-Security-Policy": policy.replace(NO_FRAME, self.frames)}
        if scope["path"] == EMBED and self.frames != NO_FRAME:
            headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        extra = _encode(headers)
        begun = False

        async def send_with_headers(message: Event) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                message["headers"] = [*message.get("headers", ()), *extra]
            await send(message)

        try:
            app = self.refusal(scope) or self.app
            if app is self.app and self._is_post(scope):
                try:
                    receive = await _whole_body(receive)
                except TimeoutError:
                    app = problem_response(408, Message("Too slow"), SLOW, language_of(scope))
            # HEAD is answered like GET: uvicorn leaves the body out.
            await app({**scope, "method": "GET"} if scope["method"] == "HEAD" else scope, receive, send_with_headers)
        except Exception:
            logger.exception("no answer to %s", scope["path"])
            if begun:  # too late for an error response: uvicorn closes the connection
                raise
            fault = problem_response(
                500,
                Message("Server error"),
                Message("the server failed; its log on stderr gives the reason"),
                language_of(scope),
            )
            await fault(scope, receive, send_with_headers)

    def refusal(self, scope: Scope) -> Response | None:
        """The answer to a request that is refused before the application sees it; None if it may pass."""
        headers: list[tuple[bytes, bytes]] = scope["headers"]
        fields = {name: value.decode("latin-1") for name, value in headers}
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > LONGEST_URL:
            detail = Message("expected an address of at most {most} characters", most=LONGEST_URL)
            return problem_response(413, TOO_LONG, detail)  # it is not read, not even for its language
        lang, host = language_of(scope), fields.get(b"host", "")
        if host and not self.hosts.know(host, (scope.get("server") or ("", 0))[0]):
            return problem_response(421, Message("Not the name of this server"), _expected_names(host), lang)
        # Browsers say which site a request comes from. Pages may be linked to, but another site's page must not keep
        # the workers busy.
        if scope["path"].startswith("/api/") and not _is_our_page(fields, host):
            detail = Message("expected a request from this server's own page, not from another site")
            return problem_response(403, Message("Asked by another site"), detail, lang)
        if sum(len(name) + len(value) for name, value in headers) > LONGEST_HEAD:
            detail = Message("expected at most {most} bytes of headers", most=LONGEST_HEAD)
            return problem_response(431, Message("The headers are too long"), detail, lang)
        if self._is_post(scope):
            return _unfit(fields, lang)
        # Every other request is a GET: a body would only be read and thrown away.
        if fields.get(b"content-length", "0") != "0" or b"transfer-encoding" in fields:
            return problem_response(413, TOO_LONG, Message("expected a request without a body"), lang)
        return None

    def _is_post(self, scope: Scope) -> bool:
        return bool(self.posts) and scope["method"] == "POST" and scope["path"].startswith(self.posts)


def _is_our_page(fields: dict[bytes, str], host: str) -> bool:
    """Does a request come from a page of this server, or from no page at all?"""
    # Over plain HTTP browsers leave the first header out, except on this machine; the second one they always send with
    # a body.
    origin = fields.get(b"origin")
    ours = origin is None or origin.partition("://")[2].lower() == host.lower()
    return ours and fields.get(b"sec-fetch-site", "none") in OUR_SITE


def _unfit(fields: dict[bytes, str], lang: str) -> Response | None:
    """The answer to a posted body that is too long or no JSON; None if it may pass."""
    length = fields.get(b"content-length", "")
    # A long number is refused by its length, because int() of it would take long.
    if not (length.isascii() and length.isdecimal()) or len(length) > 9 or int(length) > LONGEST_BODY:
        detail = Message("expected a body of at most {most} bytes", most=LONGEST_BODY)
        return problem_response(413, TOO_LONG, detail, lang)
    # A form on another site cannot send this type without a preflight request, which the server does not allow.
    if fields.get(b"content-type", "").partition(";")[0].strip().lower() != "application/json":
        return problem_response(415, Message("Not JSON"), Message("expected a body of the type application/json"), lang)
    return None


async def _whole_body(receive: Receive) -> Receive:
    """A receiver of the whole body in one piece; TimeoutError if the body comes too slowly."""
    body, more = b"", True
    async with asyncio.timeout(BODY_SECONDS):
        while more:
            event = await receive()
            if event["type"] == "http.disconnect":
                # The application notices by itself that the client has gone.
                return receive
            body, more = body + event.get("body", b""), event.get("more_body", False)
    pieces = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Event:
        return pieces.pop() if pieces else await receive()

    return again


def _expected_names(host: str) -> Message:
    # A client with a wrong name must not learn the right ones.
    text = (
        "the request names the host {host!r}: expected localhost, or an address or name of this server; "
        "`nimatron serve --name` adds a name"
    )
    return Message(text, host=host[:100])


def _encode(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]
