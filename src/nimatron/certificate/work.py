"""How much a check may cost: whoever wrote the file does not decide that."""

from __future__ import annotations

import time

from ..memory import resident
from ..message import Message, Number

LOOK = 0.05
"""Seconds between two looks at the memory."""


class Enough(Exception):
    """A limit was reached before the end of a check; `limit` says which."""

    def __init__(self, limit: Message) -> None:
        super().__init__(limit)
        self.limit = limit


class Work:
    """Counts what a check has done, and raises Enough past a limit; None means no limit."""

    def __init__(self, moves: int | None = None, seconds: float | None = None, memory: int | None = None) -> None:
        self.moves, self.seconds, self.memory = moves, seconds, memory
        self.done = 0
        """How many heaps, states or moves were looked at."""
        self._started = self._looked = time.monotonic()
        self._before = resident() if memory is not None else 0

    @property
    def until(self) -> float | None:
        """When the time is over, in seconds since 1970: for other processes, which have begun to count later."""
        return None if self.seconds is None else time.time() + self._started + self.seconds - time.monotonic()

    def spend(self) -> None:
        """Count one more state or move."""
        if self.moves is not None and self.done >= self.moves:
            count = {"n": Number(self.moves)}
            raise Enough(
                Message("the limit of {n} move is reached", "the limit of {n} moves is reached", self.moves, count)
            )
        self.done += 1
        self.look()

    def look(self) -> None:
        """Look at the clock and, less often, at the memory."""
        now = time.monotonic()
        if self.seconds is not None and now - self._started > self.seconds:
            raise Enough(Message("the limit of {seconds} s is reached", params={"seconds": f"{self.seconds:g}"}))
        if self.memory is not None and now - self._looked > LOOK:
            self._looked = now
            self.room(0)

    def room(self, size: int) -> None:
        """Is there room for `size` bytes more? Ask before they are made."""
        if self.memory is not None and resident() - self._before + size > self.memory:
            params = {"n": Number(self.memory / (1 << 20), ",.0f")}
            raise Enough(Message("the limit of {n} MB of memory is reached", params=params))
