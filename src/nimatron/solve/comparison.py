"""Where two nim-sequences first differ, or why they never do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import Any

from ..core.clock import now
from ..core.errors import Limit, UsageError
from ..core.game import Game
from ..core.limits import Limits
from .heap_run import run_of
from .sequence import period
from .sequences.long_runs import Report, Run, reach
from .sequences.periodicity import Period

FARTHEST = 10**7
"""Two periods are compared only if this many heaps suffice."""

SOON = 5.0
"""Seconds within which a period must be proved."""


@dataclass(frozen=True)
class SequenceComparison:
    """The first heap where two sequences differ, and the values there; or how far they agree."""

    games: tuple[Game, Game]
    computed: int
    heap: int | None = None
    values: tuple[int, int] | None = None
    period: Period | None = None
    """The common period, which makes them equal for ever."""
    trouble: Limit | None = None


def compare(
    one: Game,
    two: Game,
    n: int,
    limits: Limits | None = None,
    report: Report | None = None,
) -> SequenceComparison:
    """Compare n values; if all agree, the periods may settle the rest.

    >>> from nimatron import Kayles, Octal, Subtraction
    >>> compare(Octal("0.161"), Octal("0.36"), 1000).heap
    519
    >>> compare(Kayles, Octal("0.77"), 100).period.preperiod
    71
    """
    work = _Work((one, two), limits or Limits(), report)
    found = work.upto(n)
    if found.values is not None or found.trouble:
        return found
    periods = work.periods()
    return found if periods is None else work.settle(found, *periods)


class _Work:
    """Both runs, and the time left for them."""

    def __init__(self, games: tuple[Game, Game], limits: Limits, report: Report | None) -> None:
        self.games, self.limits, self.report = games, limits, report
        self.until = inf if limits.seconds is None else now() + limits.seconds
        self.runs: tuple[Run, Run] = run_of(games[0], limits=limits), run_of(games[1], limits=limits)

    def remaining_seconds(self) -> float:
        return max(0.0, self.until - now())

    def upto(self, n: int) -> SequenceComparison:
        """Compare n values, in growing steps: an early difference needs few."""
        trouble: Limit | None = None
        known = size = 0
        while size < n and not trouble:
            size = min(n, max(1024, 2 * size))
            for run in self.runs:
                trouble = trouble or reach(
                    run, size, replace(self.limits, seconds=self.remaining_seconds()), report=self.report
                )
            a, b = (run.values for run in self.runs)
            start, known = known, min(len(a), len(b), n)
            if (heap := _first_difference(a, b, start, known)) is not None:
                return SequenceComparison(self.games, heap + 1, heap, (int(a[heap]), int(b[heap])))
        return SequenceComparison(self.games, known, trouble=trouble)

    def periods(self) -> tuple[Period, Period] | None:
        """Both periods, if they are proved soon."""
        found = []
        for game in self.games:
            try:
                one = period(game, FARTHEST, min(SOON, self.remaining_seconds()))
            except (Limit, UsageError):
                return None
            if not isinstance(one, Period) or not one.proved:
                return None
            found.append(one)
        return found[0], found[1]

    def settle(self, found: SequenceComparison, one: Period, two: Period) -> SequenceComparison:
        """Settle it by least periods: equal sequences have equal ones; others differ before both have gone round."""
        # Periodic sequences that agree on p + q heaps after both preperiods agree for ever (Fine and Wilf).
        enough = max(one.preperiod, two.preperiod) + one.period + two.period
        if enough > FARTHEST:
            return found
        found = self.upto(max(enough, found.computed))
        alike = (one.preperiod, one.period, one.saltus) == (two.preperiod, two.period, two.saltus)
        return replace(found, period=one) if alike and found.values is None and not found.trouble else found


def _first_difference(a: Any, b: Any, start: int, stop: int) -> int | None:
    """The first place from `start` on at which two lists or arrays differ."""
    # Only a `PlainRun` has lists: then neither kernels nor arrays are available.
    if isinstance(a, list):
        return next((n for n in range(start, stop) if a[n] != b[n]), None)
    import numpy as np

    different = np.flatnonzero(a[start:stop] != b[start:stop])
    return start + int(different[0]) if len(different) else None
