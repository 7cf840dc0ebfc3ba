"""Streams of server-sent events: each device is sent the class as it sees it, whenever that has changed.

There is no queue. A change only wakes a stream, which then sends the current state: a device that reads slowly skips
states and never falls behind, and a device that was away needs only the next state.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from .class_limits import HEARTBEAT, STREAMS, STREAMS_EACH, STREAMS_OF_ADDRESS, ClassRefusal, TooFast

ALIVE = b": alive\n\n"


@dataclass(frozen=True)
class View:
    """The view of a device: texts of JSON by name, and the version of the class to which they belong."""

    version: int
    parts: Mapping[str, str]


Look = Callable[[], View]
"""Gives the current view of a device; ClassRefusal if the class does not know the device any more."""


class Stream:
    """One open stream."""

    def __init__(self, owner: str, address: str, look: Look) -> None:
        self.owner, self.address, self.look = owner, address, look
        self.woken, self.closed = asyncio.Event(), False
        self._sent: dict[str, str] = {}

    def wake(self) -> None:
        self.woken.set()

    def close(self) -> None:
        self.closed = True
        self.woken.set()

    async def events(self) -> AsyncIterator[bytes]:
        """All parts of the view, then each part that changes, and signs of life in between."""
        while not self.closed:
            # Cleared before the look: a change that comes during the look wakes the stream again.
            self.woken.clear()
            try:
                view = self.look()
            except ClassRefusal:
                yield b"event: gone\ndata: {}\n\n"
                return
            # Most changes concern few devices, and a table is longer than a state.
            new = {name: text for name, text in view.parts.items() if self._sent.get(name) != text}
            if new:
                self._sent |= new
                events = (f"id: {view.version}\nevent: {name}\ndata: {text}\n\n" for name, text in new.items())
                yield "".join(events).encode()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.woken.wait(), HEARTBEAT)
                continue
            # Nothing has changed for a while: a sign of life keeps the connection open.
            yield ALIVE


class Streams:
    """All open streams."""

    def __init__(self) -> None:
        self._open: list[Stream] = []
        self._addresses: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._open)

    def open(self, stream: Stream) -> None:
        """Add a stream; only the latest few of one device stay open."""
        mine = [other for other in self._open if other.owner == stream.owner]
        # A page that is loaded again leaves its old stream behind for a while.
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
