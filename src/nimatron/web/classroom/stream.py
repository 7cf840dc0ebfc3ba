"""Streams of server-sent events: each device is sent the class as it sees it, whenever that has changed.

There is no queue. A stream is only woken, and sends what there is to see by then: a device that reads slowly skips
states and never falls behind, and one that was away needs nothing but the next state.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Any

from .bounds import HEARTBEAT, STREAMS, STREAMS_EACH, STREAMS_OF_ADDRESS
from .refusals import Refused, TooFast

ALIVE = b": alive\n\n"

View = Callable[[], dict[str, Any]]
"""What a device is to see now; Refused if the class does not know it any more."""


class Stream:
    """One open stream."""

    def __init__(self, owner: str, address: str, view: View) -> None:
        self.owner, self.address, self.view = owner, address, view
        self.woken, self.closed = asyncio.Event(), False
        self._sent = ""

    def wake(self) -> None:
        self.woken.set()

    def close(self) -> None:
        self.closed = True
        self.woken.set()

    async def events(self) -> AsyncIterator[bytes]:
        """The first state, then each that differs from the last, and a sign of life in between."""
        while not self.closed:
            self.woken.clear()
            try:
                text = json.dumps(self.view(), ensure_ascii=False, separators=(",", ":"))
            except Refused:
                yield b"event: gone\ndata: {}\n\n"
                return
            if text != self._sent:
                self._sent = text
                yield f"data: {text}\n\n".encode()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.woken.wait(), HEARTBEAT)
                continue
            yield ALIVE


class Streams:
    """All open streams."""

    def __init__(self) -> None:
        self._open: list[Stream] = []
        self._addresses: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._open)

    def open(self, stream: Stream) -> None:
        """Another stream; of one device only the latest few stay open."""
        mine = [other for other in self._open if other.owner == stream.owner]
        for old in mine[: max(0, len(mine) - STREAMS_EACH + 1)]:
            self.leave(old)
            old.close()
        if len(self._open) >= STREAMS or self._addresses[stream.address] >= STREAMS_OF_ADDRESS:
            raise TooFast("too many devices are connected: please try again in a moment")
        self._open.append(stream)
        self._addresses[stream.address] += 1

    def leave(self, stream: Stream) -> None:
        if stream in self._open:
            self._open.remove(stream)
            self._addresses[stream.address] -= 1
            if not self._addresses[stream.address]:
                del self._addresses[stream.address]

    @property
    def owners(self) -> set[str]:
        return {stream.owner for stream in self._open}

    def wake(self) -> None:
        for stream in self._open:
            stream.wake()

    def close(self) -> None:
        for stream in self._open:
            stream.close()
