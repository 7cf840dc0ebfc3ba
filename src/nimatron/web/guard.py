"""What holds for every request: who may ask and how much, the headers of every answer, errors as problem+json."""

from __future__ import annotations

import logging

from fastapi.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .hosts import host_name, loopback

LONGEST_URL = 8000
"""Bytes of a request's address; a longer one is refused before it is read."""

LONGEST_HEAD = 32 << 10
"""Bytes of all headers of a request."""

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data: blob:; base-uri 'none'; object-src 'none'; "
    "frame-ancestors 'none'; form-action 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}

DOCS_POLICY = (
    HEADERS["Content-Security-Policy"] + "; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'"
)
"""The interactive docs come from a library, with a script inside its page."""

logger = logging.getLogger(__name__)


def problem_response(status: int, title: str, detail: str, headers: dict[str, str] | None = None) -> Response:
    """problem+json (RFC 9457)."""
    body = {"type": "about:blank", "title": title, "status": status, "detail": detail}
    return JSONResponse(body, status, headers, media_type="application/problem+json")


class Guard:
    """Stands before the application. `local`: only names of this machine are answered.

    A page of another site can give its own name the address of this machine; its scripts could then read answers that
    are not meant for them. The Host header tells that name.
    """

    def __init__(self, app: ASGIApp, local: bool) -> None:
        self.app, self.local = app, local

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        policy = DOCS_POLICY if scope["path"] == "/docs" else HEADERS["Content-Security-Policy"]
        extra = _encoded({**HEADERS, "Content-Security-Policy": policy})
        begun = False

        async def dressed(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                message["headers"] = [*message.get("headers", ()), *extra]
            await send(message)

        try:
            app = self.refusal(scope) or self.app
            # What is asked with HEAD is answered as with GET; the server leaves the body out.
            await app({**scope, "method": "GET"} if scope["method"] == "HEAD" else scope, receive, dressed)
        except Exception:
            logger.exception("no answer to %s", scope["path"])
            if begun:
                raise
            fault = problem_response(500, "A fault of the server", "the server failed; its log on stderr tells why")
            await fault(scope, receive, dressed)

    def refusal(self, scope: Scope) -> Response | None:
        """The answer to a request that is not looked at any further."""
        headers: list[tuple[bytes, bytes]] = scope["headers"]
        sent = {name: value.decode("latin-1") for name, value in headers}
        host = sent.get(b"host", "")
        if self.local and host and not loopback(host_name(host)):
            names = "localhost, 127.0.0.1 or [::1]"
            detail = f"asked for {host[:100]!r}: expected {names}; `nimatron serve --host` lets others in"
            return problem_response(421, "Not the name of this server", detail)
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > LONGEST_URL:
            detail = f"expected an address of at most {LONGEST_URL} characters"
            return problem_response(413, "The request is too long", detail)
        if sum(len(name) + len(value) for name, value in headers) > LONGEST_HEAD:
            return problem_response(
                431, "The headers are too long", f"expected at most {LONGEST_HEAD} bytes of headers"
            )
        if sent.get(b"content-length", "0") != "0" or b"transfer-encoding" in sent:
            return problem_response(413, "The request is too long", "expected a request without a body")
        return None


def _encoded(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]
