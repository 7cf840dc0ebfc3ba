"""How much work a question may cost, the account of what it has cost so far, and who sees it grow.

`Limits` is what the user allows: positions, seconds, memory. A `Budget` belongs to one question: whoever works on the
question charges it for each position or heap, and past a limit it raises `Limit`. `clock` says what a second is, and
has an alarm for code that never asks its budget. The cap on memory is for libraries, which ask no budget either.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from itertools import chain, islice
from math import log10
from numbers import Integral, Real
from typing import Any, Literal, Protocol, TypedDict, TypeVar, Unpack

from .clock import Clock, now
from .errors import Limit, UsageError
from .game import NOTHING, whole
from .message import Message, Number, either

# -- what the user allows ------------------------------------------------------------------------


class StoreTables(Protocol):
    """A store of solved positions, as far as this module knows it: it owns tables, which solvers then share."""

    @property
    def tables(self) -> Any: ...


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What the work on one question may cost; None means no limit.

    >>> Limits(positions=1000, seconds=2.5)
    Limits(positions=1000, seconds=2.5, memory=None, store=None)
    >>> from nimatron import analyse, parse
    >>> analyse(parse("chomp: 20x20"), limits=Limits(positions=100)).solution
    'weak'
    """

    positions: int | None = None
    """The most positions that a search may look at."""
    seconds: float | None = None
    """The most seconds of work. Compiling a kernel, which happens once on a machine, does not count."""
    memory: int | None = None
    """The most bytes by which the process may grow."""
    store: StoreTables | None = None
    """A `Store` that saves the positions of a long search for the next time."""

    def __post_init__(self) -> None:
        for name, limit in (("positions", self.positions), ("memory", self.memory)):
            number = whole(limit)
            if not _is_limit(number, Integral):
                raise UsageError(
                    "the limit `{name}` is a whole number from 0 on, not {came}", name=name, came=repr(limit)
                )
            object.__setattr__(self, name, number)  # an int, which never overflows
        if not _is_limit(self.seconds, Real):
            raise UsageError("the limit `seconds` is a number from 0 on, not {came}", came=repr(self.seconds))

    def at_most(self, positions: int) -> Limits:
        """The same limits, with at most this many positions.

        >>> Limits(seconds=2.5).at_most(100).positions, Limits(positions=7).at_most(100).positions
        (100, 7)
        """
        return replace(self, positions=positions if self.positions is None else min(positions, self.positions))


def _is_limit(limit: Any, kind: type[Any]) -> bool:
    return limit is None or (isinstance(limit, kind) and not isinstance(limit, bool) and bool(limit >= 0))


class LimitOptions(TypedDict, total=False):
    """Limits as single keywords, as in `grundy(position, limit=1000)`; `limit` is short for `positions`."""

    limit: int | None
    positions: int | None
    seconds: float | None
    memory: int | None
    store: StoreTables | None


def make_limits(limits: Limits | None, **words: Unpack[LimitOptions]) -> Limits:
    """`limits`, changed by single keywords.

    >>> make_limits(Limits(positions=1000, seconds=2.5), limit=50)
    Limits(positions=50, seconds=2.5, memory=None, store=None)
    """
    if limits is not None and not isinstance(limits, Limits):
        raise TypeError(f"expected Limits(positions={limits!r}) or limit={limits!r}, not {limits!r}")
    named: dict[str, Any] = dict(words)
    if "limit" in named and "positions" in named:
        raise UsageError("give `limit` or `positions`, not both: they mean the same")
    if unknown := named.keys() - LimitOptions.__annotations__.keys():
        raise UsageError(
            "there is no argument {name!r}: expected {names}",
            name=min(unknown),
            names=either(["misere", *LimitOptions.__annotations__]),
        )
    if "limit" in named:
        named["positions"] = named.pop("limit")
    return replace(limits or Limits(), **named)


def out_of_time(seconds: float, done: int, elapsed: float, heaps: int = 0) -> Limit:
    """The error of a question that has used up its seconds, after this much work."""
    what = Message("the time limit of {seconds} s is reached", params={"seconds": f"{seconds:g}"})
    return Limit(what, done, elapsed, heaps=heaps)


def out_of_memory(size: int, done: int, elapsed: float, heaps: int = 0) -> Limit:
    """The error of a question that has used up its memory of `size` bytes, after this much work."""
    params = {"n": Number(size / (1 << 20), ",.0f")}
    return Limit(Message("the memory limit of {n} MB is reached", params=params), done, elapsed, heaps=heaps)


# -- memory: how much the process has, and a cap on how much more the system gives it -------------------

PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
"""Bytes of a page of memory."""


def _pages(field: int) -> int | None:
    """Bytes by a field of Linux's /proc/self/statm; None on other systems."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[field]) * PAGE
    except (OSError, ValueError, IndexError):
        return None


def resident() -> int:
    """Bytes of memory that this process uses; if the system does not report it, the most it ever used, or 0."""
    if (size := _pages(1)) is not None:
        return size
    try:
        import resource
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


AROUND = 1 << 30
"""Bytes beyond the cap until the system refuses: libraries, stacks of threads, memory that is never touched."""


@contextmanager
def memory_cap(most: int) -> Iterator[None]:
    """Cap the memory of this process while the block runs; `cap_memory` may move the cap meanwhile."""
    try:
        import resource
    except ImportError:  # not on Windows
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_DATA)
    cap_memory(most)
    try:
        yield
    finally:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_DATA, before)


def cap_memory(most: int) -> None:
    """Let the process take about `most` more bytes: beyond that it gets a MemoryError, and the machine stays usable."""
    try:
        import resource
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    used = _pages(5)  # what the process has asked for, whether it uses it or not
    wanted = min((resident() if used is None else used) + most + AROUND, sys.maxsize)
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (wanted, hard))


# -- the account of one question -----------------------------------------------------------------

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

    A loop over options takes `batch` of them and then asks for `more`; `meter` does that for loops that need not be
    quick. `heaps` is the limit for kernels; by default it follows from the limit of positions. The budget calls
    `progress(positions, seconds)` about a hundred times a second, and `pulse` likewise: a store saves there.
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

    @property
    def elapsed(self) -> float:
        return self._clock() - self._started

    def spend(self, count: int = 1) -> None:
        self.spent += count
        if self.spent >= self._next:
            self.look()

    def more(self, options: Iterator[T]) -> Iterator[T] | None:
        """The next batch of options, None if there are no more. Charges for the batch before."""
        option: Any = next(options, NOTHING)
        if option is NOTHING:
            return None
        charged, self._options = divmod(self._options + self.batch, OPTIONS_A_POSITION)
        self.spent += charged
        self.look()
        return chain((option,), islice(options, self.batch))

    def meter(self, options: Iterator[T]) -> Iterator[T]:
        """The same options; charges for them as they pass."""
        batch: Iterator[T] | None = islice(options, self.batch)
        while batch is not None:
            yield from batch
            batch = self.more(options)

    def spend_heaps(self, count: int) -> None:
        """Charge for `count` heaps that a kernel computes."""
        self.heaps_spent += count
        if self.heaps is not None and self.heaps_spent > self.heaps:
            params = {"n": Number(self.heaps)}
            what = Message("the limit of {n} heap is reached", "the limit of {n} heaps is reached", self.heaps, params)
            self.heaps_spent = self.heaps  # as with positions
            raise self._limit(what)
        self.look()

    @property
    def spare_heaps(self) -> int | None:
        return None if self.heaps is None else max(0, self.heaps - self.heaps_spent)

    def afford(self, count: int) -> None:
        """Refuse at once a search that needs about `count` positions and is certainly out of reach."""
        most = HOPELESS if self.positions is None else self.positions
        if count > most:
            params = {"about": _about(count), "most": Number(most)}
            what = Message("about {about} positions, limit {most}", params=params)
            raise self._limit(what)

    def afford_list(self, count: int) -> None:
        """Refuse at once to list about `count` moves, if they are too many."""
        if count > LISTED:
            what = Message("about {about} moves are too many to list", params={"about": _about(count)})
            raise self._limit(what)

    def look(self) -> None:
        """Compare what was spent with all limits, now."""
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
        if self.pulse is not None:  # last, because a store may end this search to start it again
            self.pulse(self.spent, elapsed)

    def _limit(self, what: Message) -> Limit:
        return Limit(what, self.spent, self.elapsed, heaps=self.heaps_spent)

    def _check_memory(self, most: int) -> None:
        if resident() - self._memory_before > most:
            raise out_of_memory(most, self.spent, self.elapsed, self.heaps_spent)


def _about(count: int) -> Number | str:
    if count < 10**6:
        return Number(count)
    # Python refuses to write more than 4,300 digits, so the number of bits gives the power of ten.
    return f"10^{len(str(count)) - 1 if count < 10**4000 else int((count.bit_length() - 1) * log10(2))}"


# -- progress: whoever works reports it, and a person at a prompt, a terminal or a notebook sees it


Kind = Literal["search", "run", "period", "quotient", "survey", "confirmation"]
"""Work that reports its progress; `show/progress_text.py` lists the arguments of each kind."""

Display = AbstractContextManager[Callable[..., None] | None]
"""A line or a bar on the screen while work continues; it gives a function to report to, or None."""


def watch(kind: Kind) -> Display:
    """Show the work to whoever types Python; scripts and servers see nothing.

    >>> with watch("period") as report:
    ...     print(report)
    None
    """
    return display(kind)


def at_a_prompt(kind: Kind) -> Display:
    """The display for a person who types Python; scripts and servers have none."""
    return _Late(kind) if hasattr(sys, "ps1") else nullcontext()  # only prompts set ps1, also those of notebooks


display: Callable[[Kind], Display] = at_a_prompt
"""How work is shown. The command line sets its own."""


class _Late:
    """A display that opens with the first report: small work ends before it and never loads what draws a bar."""

    def __init__(self, kind: Kind) -> None:
        self._kind, self._stack = kind, ExitStack()
        self._report: Callable[..., None] | None = None

    def __enter__(self) -> Callable[..., None]:
        return self._first

    def _first(self, *progress: Any) -> None:
        if self._report is None:
            self._report = self._stack.enter_context(_open(self._kind)) or _ignore
        self._report(*progress)

    def __exit__(self, *_: object) -> None:
        self._stack.close()


def _ignore(*_: object) -> None:
    """Nobody watches after all."""


def _open(kind: Kind) -> Display:
    """A bar in a notebook, a line in a terminal."""
    if "IPython" in sys.modules:
        from ..notebook.progress_bar import ProgressBar, in_notebook

        if in_notebook():
            return ProgressBar(kind)
    from ..cli.progress_line import work_progress

    return work_progress(kind)
