"""The verdict on a certificate, and the budget of its check.

Checkers share nothing with the solver, so they count their work themselves; the author of the file does not decide how
long a check takes.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from ..core.limits import resident
from ..core.message import Message, Number


@dataclass(frozen=True)
class Verdict:
    """Whether the claim is proved. As a condition it is true only if it is."""

    claim: Message
    """The claim in a sentence."""
    holds: bool | None
    """True if everything it rests on was checked; None if a limit was reached before anything wrong was found."""
    reason: Message
    """What was checked, or the first thing that does not hold, or the limit."""
    checked: int = 0
    """How many heaps, or states and moves, were looked at."""

    def __bool__(self) -> bool:
        return self.holds is True


# -- the cost of a check ---------------------------------------------------------------------------

LOOK = 0.05
"""Seconds between two looks at the memory."""


class CheckLimit(Exception):
    """A signal: the check reached a limit before its end; `limit` names it."""

    def __init__(self, limit: Message) -> None:
        super().__init__(limit)
        self.limit = limit


class CheckBudget:
    """Counts the work of a check, and raises CheckLimit past a limit; None means no limit."""

    def __init__(self, moves: int | None = None, seconds: float | None = None, memory: int | None = None) -> None:
        self.moves, self.seconds, self.memory = moves, seconds, memory
        self.done = 0
        """How many heaps, states or moves were checked."""
        self._started = self._looked = time.monotonic()
        # Memory that the process used before is not charged to the check.
        self._before = resident() if memory is not None else 0

    @property
    def until(self) -> float | None:
        """The end of the time, in seconds since 1970: other processes start later and have no common clock."""
        return None if self.seconds is None else time.time() + self._started + self.seconds - time.monotonic()

    def spend(self, count: int = 1) -> None:
        """Count more states or moves."""
        if self.moves is not None and self.done + count > self.moves:
            most = {"n": Number(self.moves)}
            raise CheckLimit(
                Message("the limit of {n} move is reached", "the limit of {n} moves is reached", self.moves, most)
            )
        self.done += count
        self.look()

    def look(self) -> None:
        """Look at the clock and, less often, at the memory."""
        now = time.monotonic()
        if self.seconds is not None and now - self._started > self.seconds:
            raise CheckLimit(
                Message("the time limit of {seconds} s is reached", params={"seconds": f"{self.seconds:g}"})
            )
        if self.memory is not None and now - self._looked > LOOK:
            self._looked = now
            self.room(0)

    def room(self, size: int) -> None:
        """Raise CheckLimit unless `size` more bytes fit into the memory; ask before allocating them."""
        if self.memory is not None and resident() - self._before + size > self.memory:
            params = {"n": Number(self.memory / (1 << 20), ",.0f")}
            raise CheckLimit(Message("the memory limit of {n} MB is reached", params=params))
