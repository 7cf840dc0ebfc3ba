"""How much work a question may cost, and how much it has cost so far."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice
from math import log10
from typing import Any, TypeVar

from ...errors import Limit
from ...game import NOTHING
from ...memory import resident
from ...message import Message, Number
from .clock import Clock, now
from .limits import Limits, out_of_memory, out_of_time

T = TypeVar("T")

Progress = Callable[[int, float], None]

HOPELESS = 10**10
"""A search of more positions than this is not started even if no limit is set."""

LISTED = 5_000_000
"""The most moves of one position that are looked at one by one to list those that are wanted."""

LOOK = 0.05
"""Seconds between two looks at the memory."""

MOST_UNSEEN = 256
"""The most positions, or options of one position, between two looks at the clock. A look costs as much as a few of
them, and a search may come to slow ones at any moment."""

OPTIONS_A_POSITION = 1000
"""This many options that are looked at are charged like one position."""

HEAPS_A_POSITION = 100
"""A kernel computes at least this many heaps in the time a search takes for one position."""


class Budget:
    """Counts positions, their options, and heaps that a kernel computes; raises Limit past any of its limits.

    A loop over options looks at `batch` of them and then asks for `more`.

    `heaps` is the limit for kernels; by default it follows from that of positions. `progress(positions, seconds)` is
    called now and then to show progress, and `pulse` to save what was found. `clock` says what a second is.
    """

    __slots__ = (
        "_checked", "_clock", "_memory_before", "_memory_looked", "_next", "_options", "_started",
        "batch", "heaps", "heaps_spent", "memory", "positions", "progress", "pulse", "seconds", "spent",
    )  # fmt: skip

    def __init__(
        self,
        limits: Limits | None = None,
        progress: Progress | None = None,
        *,
        heaps: int | None = None,
        clock: Clock | None = None,
    ) -> None:
        limits = limits or Limits()
        self.positions, self.seconds, self.memory = limits.positions, limits.seconds, limits.memory
        self.heaps = limits.positions * HEAPS_A_POSITION if heaps is None and limits.positions is not None else heaps
        self.progress = progress
        self.pulse: Progress | None = None
        self.spent = self.heaps_spent = 0
        self._clock = clock or now
        self._started = self._clock()
        self._next, self._options, self._checked = 0, 0, 0.0
        self.batch = 1
        # Only growth counts: libraries may be loaded.
        self._memory_before = resident() if limits.memory is not None else 0
        self._memory_looked = 0.0

    def restart(self) -> None:
        """From now on the time counts anew: what comes next is another question."""
        self._started, self._checked, self._memory_looked = self._clock(), 0.0, 0.0

    @property
    def elapsed(self) -> float:
        return self._clock() - self._started

    def spend(self, count: int = 1) -> None:
        self.spent += count
        if self.spent >= self._next:
            self.look()

    def more(self, options: Iterator[T]) -> Iterator[T] | None:
        """The next batch of options, None if there are no more; charges for the batch before."""
        option: Any = next(options, NOTHING)
        if option is NOTHING:
            return None
        charged, self._options = divmod(self._options + self.batch, OPTIONS_A_POSITION)
        self.spent += charged
        self.look()
        return chain((option,), islice(options, self.batch))

    def charged(self, options: Iterator[T]) -> Iterator[T]:
        """The same options, charged as they pass: for loops that need not be quick."""
        batch: Iterator[T] | None = islice(options, self.batch)
        while batch is not None:
            yield from batch
            batch = self.more(options)

    def spend_heaps(self, count: int) -> None:
        """Charge for `count` heaps, before or after a kernel computes them."""
        self.heaps_spent += count
        if self.heaps is not None and self.heaps_spent > self.heaps:
            params = {"n": Number(self.heaps)}
            what = Message("the limit of {n} heap is reached", "the limit of {n} heaps is reached", self.heaps, params)
            self.heaps_spent = self.heaps  # as with positions
            raise self._limit(what)
        self.look()

    @property
    def heaps_left(self) -> int | None:
        return None if self.heaps is None else max(0, self.heaps - self.heaps_spent)

    def afford(self, count: int) -> None:
        """Refuse at once a search that needs about `count` positions and is certainly out of reach."""
        most = HOPELESS if self.positions is None else self.positions
        if count > most:
            params = {"about": _about(count), "most": Number(most)}
            what = Message("about {about} positions are more than the limit of {most}", params=params)
            raise self._limit(what)

    def afford_list(self, count: int) -> None:
        """Refuse at once to list about `count` moves, if they are too many."""
        if count > LISTED:
            what = Message("about {about} moves are too many to list", params={"about": _about(count)})
            raise self._limit(what)

    def look(self) -> None:
        """Look at all limits now, whatever was spent."""
        elapsed = self.elapsed
        if self.positions is not None and self.spent > self.positions:
            params = {"n": Number(self.positions)}
            what = Message(
                "the limit of {n} position is reached", "the limit of {n} positions is reached", self.positions, params
            )
            self.spent = self.positions  # the refused positions are not searched
            raise self._limit(what)
        if self.seconds is not None and elapsed > self.seconds:
            raise out_of_time(self.seconds, self.spent, elapsed, self.heaps_spent)
        if self.memory is not None and elapsed - self._memory_looked > LOOK:
            self._memory_looked = elapsed
            self._check_memory(self.memory)
        if self.progress is not None:
            self.progress(self.spent, elapsed)
        # Look at the clock about a hundred times a second, however long a position takes.
        quick = elapsed - self._checked < 0.01
        self.batch = min(2 * self.batch, MOST_UNSEEN) if quick else max(1, self.batch // 4)
        self._checked = elapsed
        self._next = self.spent + self.batch
        if self.positions is not None:
            self._next = min(self._next, self.positions + 1)
        if self.pulse is not None:  # comes last, since it may end this search to start it again
            self.pulse(self.spent, elapsed)

    def _limit(self, what: Message) -> Limit:
        return Limit(what, self.spent, self.elapsed, heaps=self.heaps_spent)

    def _check_memory(self, most: int) -> None:
        if resident() - self._memory_before > most:
            raise out_of_memory(most, self.spent, self.elapsed, self.heaps_spent)


def _about(count: int) -> Number | str:
    if count < 10**6:
        return Number(count)
    # A number of more than 4,300 digits has no text, so its bits must tell.
    return f"10^{len(str(count)) - 1 if count < 10**4000 else int((count.bit_length() - 1) * log10(2))}"
