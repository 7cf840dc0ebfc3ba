"""Writes certificates of periods that a run with a front has found."""

from __future__ import annotations

from typing import Any

from ..errors import UsageError
from ..games.octal import Octal
from ..values.sequences.front import FrontedRun
from ..values.sequences.windows import primes_of
from . import seal
from .files import packed


def front_certificate(run: FrontedRun) -> dict[str, Any]:
    """A certificate of the period that `run` has proved: its front, and windows on the way.

    >>> from nimatron import Kayles
    >>> run = FrontedRun(Kayles, 300, theorem=False)
    >>> run.extend(3000)
    >>> certificate = front_certificate(run)
    >>> certificate["kind"], certificate["period"], certificate["preperiod"], certificate["front"]
    ('front', 12, 71, 300)
    """
    import numpy as np

    found, code = run.found().period, run.game.code
    if found is None or not (found.proved and found.least):
        raise UsageError("no period is proved")
    front, longest = run.front, code.longest or 0
    needed = front + longest
    begin = 2 * needed
    first = max(found.since + needed, begin + 1)
    size = first - max(found.since - 1, 0)
    places = _places(run, begin, first, found.period)
    values = np.concatenate([run.before(begin, begin), *(run.before(place, size) for place in places)])
    return seal(
        {
            "claim": "period",
            "game": str(Octal(code)),
            "preperiod": found.since,
            "period": found.period,
            "saltus": 0,
            "kind": "front",
            "front": front,
            "masks": [[f >> 1, f & 1] for f in run.functionals],
            "places": places,
            "computed": len(values),
            "values": packed(values),
        }
    )


def _places(run: FrontedRun, begin: int, first: int, period: int) -> list[int]:
    """Where windows are due: the one that comes back, those that show that the period is the least, and all kept."""
    twice = period % 2 and any(f & 1 for f in run.functionals)
    last = first + (2 if twice else 1) * period
    due = {first, first + period, last} | {first + period // prime for prime in primes_of(period)}
    return sorted(due | {place for place in run.windows.kept if begin < place < last})
