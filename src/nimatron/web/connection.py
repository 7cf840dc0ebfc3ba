"""One connection to a client, which has some seconds to send its request and to take the answer.

uvicorn alone has no such deadlines, so slow clients could hold all connections. Errors are problem+json.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from ..message import Message
from .problems import problem_response

REQUEST_SECONDS = 10.0
"""A connection that has not sent a whole request by then is closed: it would keep others out."""

ANSWER_SECONDS = 60.0
"""A client that has not taken its answer by then is cut off: the rest of the answer stays in memory until then."""

CONNECTIONS = 2000
"""The most clients connected at once; any more are told to try again later."""


class Connection(H11Protocol):
    """The connection of uvicorn, with deadlines for requests and answers."""

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
        self._taken()
        super().resume_writing()

    def _taken(self) -> None:
        if self._untaken is not None:
            self._untaken.cancel()
            self._untaken = None

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel()
        self._taken()
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
