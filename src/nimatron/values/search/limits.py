"""How much work a question may cost, as the user says it: one limit for everything the question needs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from numbers import Integral, Real
from typing import Any, Protocol, TypedDict, Unpack

from ...errors import Limit, UsageError
from ...games.listed import whole
from ...message import Message, Number
from .tables import Tables


class Remembering(Protocol):
    """A store of solved positions, as far as limits know it: it has its own tables."""

    @property
    def tables(self) -> Tables: ...


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
    store: Remembering | None = None
    """A `Store` that keeps what a long search finds for the next time."""

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
        """The same, but with at most this many positions.

        >>> Limits(seconds=2.5).at_most(100).positions, Limits(positions=7).at_most(100).positions
        (100, 7)
        """
        return replace(self, positions=positions if self.positions is None else min(positions, self.positions))


def _is_limit(limit: Any, kind: type[Any]) -> bool:
    return limit is None or (isinstance(limit, kind) and not isinstance(limit, bool) and bool(limit >= 0))


class LimitWords(TypedDict, total=False):
    """Limits as single keywords, as in `grundy(position, limit=1000)`; `limit` is short for `positions`."""

    limit: int | None
    positions: int | None
    seconds: float | None
    memory: int | None
    store: Remembering | None


def wished(limits: Limits | None, **words: Unpack[LimitWords]) -> Limits:
    """`limits`, changed by single keywords.

    >>> wished(Limits(positions=1000, seconds=2.5), limit=50)
    Limits(positions=50, seconds=2.5, memory=None, store=None)
    """
    if limits is not None and not isinstance(limits, Limits):
        raise TypeError(f"expected Limits(positions={limits!r}) or limit={limits!r}, not {limits!r}")
    named: dict[str, Any] = dict(words)
    if "limit" in named and "positions" in named:
        raise UsageError("give `limit` or `positions`, not both: they mean the same")
    if "limit" in named:
        named["positions"] = named.pop("limit")
    return replace(limits or Limits(), **named)


def out_of_time(seconds: float, done: int, elapsed: float, heaps: int = 0) -> Limit:
    """The error that says that the time is over, after this much work."""
    what = Message("the limit of {seconds} s is reached", params={"seconds": f"{seconds:g}"})
    return Limit(what, done, elapsed, heaps=heaps)


def out_of_memory(size: int, done: int, elapsed: float, heaps: int = 0) -> Limit:
    """The error that says that the memory, `size` bytes, is full, after this much work."""
    params = {"n": Number(size / (1 << 20), ",.0f")}
    return Limit(Message("the limit of {n} MB of memory is reached", params=params), done, elapsed, heaps=heaps)
