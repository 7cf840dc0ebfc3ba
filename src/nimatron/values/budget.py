"""How much work a question may cost, and how much it has cost so far."""

from __future__ import annotations

import time
from collections.abc import Callable

from ..errors import Limit

Progress = Callable[[int, float], None]


class Budget:
    """Counts positions; raises Limit past `positions` or `seconds`.

    `progress(positions, seconds)` is called now and then, for those who wait.
    """

    __slots__ = ("_next", "_started", "positions", "progress", "seconds", "spent")

    def __init__(
        self, positions: int | None = None, seconds: float | None = None, progress: Progress | None = None
    ) -> None:
        self.positions, self.seconds, self.progress = positions, seconds, progress
        self.spent = 0
        self._started = time.monotonic()
        self._next = 0

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self._started

    def spend(self, count: int = 1) -> None:
        self.spent += count
        if self.spent >= self._next:
            self._check()

    def _check(self) -> None:
        elapsed = self.elapsed
        if self.positions is not None and self.spent > self.positions:
            raise Limit(f"the limit of {self.positions:,} positions is reached", self.positions, elapsed)
        if self.seconds is not None and elapsed > self.seconds:
            raise Limit(f"the limit of {self.seconds:g} seconds is reached", self.spent, elapsed)
        if self.progress is not None:
            self.progress(self.spent, elapsed)
        self._next = self.spent + 64
        if self.positions is not None:
            self._next = min(self._next, self.positions + 1)
