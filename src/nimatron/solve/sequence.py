"""The nim-sequence of a one-heap game as an array, and its period."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Unpack, overload

from ..core.clock import TimeUp, now
from ..core.errors import Limit, UsageError
from ..core.game import Game, whole
from ..core.limits import Budget, LimitOptions, Limits, make_limits, watch
from ..core.message import Message
from ..notation.reader import game_of, with_heaps
from .experts import sequence_of
from .heap_run import run_of
from .sequences.confirmation import confirm
from .sequences.long_runs import reach
from .sequences.nim_sequence import NimSequence
from .sequences.octal_sequence import OctalSequence
from .sequences.periodicity import Period, Unresolved, observed_period
from .theorem import closed_form

if TYPE_CHECKING:
    from ..core.array_types import Values

OBSERVED = 512
"""From how many values a period is read off if none can be proved."""

PATIENCE = 60.0
"""How many seconds a period is looked for, unless a limit is given: for many codes nobody has found one."""

SHORT = 5000
"""The most values computed again to find the exceptional ones: this many take no time."""


def sequence(game: Game | str, n: int, limits: Limits | None = None, **words: Unpack[LimitOptions]) -> Values:
    """G(0), ..., G(n-1) of a one-heap game, in the smallest unsigned type that holds them.

    `Limit` is raised if they take more than the limits allow; `limit` counts heaps, and also the positions that are
    searched for a game of your own.

    >>> from nimatron import Kayles
    >>> sequence(Kayles, 12).tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
    >>> sequence("0.16", 8, limit=1000).tolist()
    [0, 1, 0, 0, 1, 2, 2, 1]
    """
    import numpy as np

    n = whole(n)  # also the integers of numpy, Sage and sympy
    if type(n) is not int or n < 0:
        raise UsageError("n is the number of values, a whole number from 0 on, not {count}", count=repr(n))
    asked = make_limits(limits, **words)
    run = run_of(game_of(game), limits=asked)
    # Refuse a number of heaps above the limit before any work is done.
    Budget(asked, heaps=asked.positions).spend_heaps(n)
    with watch("run") as report:
        reached = reach(run, n, asked, report=report)
    if reached:
        raise reached
    values = run.values[:n]
    return values.astype(np.min_scalar_type(int(values.max(initial=0))), copy=False)


@overload
def period(
    game: Game | str, limits: Limits | None = None, *, trust: bool = False, **words: Unpack[LimitOptions]
) -> Period | Unresolved: ...
@overload
def period(
    game: Game | str, limit: int | None, seconds: float | None = None, /, *, trust: bool = False
) -> Period | Unresolved: ...
def period(
    game: Game | str,
    limits: Limits | int | None = None,
    seconds: float | None = None,
    *,
    trust: bool = False,
    **words: Any,
) -> Period | Unresolved:
    """The period of a one-heap game, with proof, or how far the search came.

    `limit` bounds the work: each heap counts as one, or as more if it is large and computed in plain Python. The other
    limits are `seconds` and `memory`; a `store` holds positions and is of no use here. Without any limit the search
    ends after a minute; `seconds=None` lets it continue.

    Before a period is called proved, the checker of certificates derives its values again (`checked` counts them). With
    `trust` it skips long proofs.

    >>> from nimatron import Subtraction
    >>> p = period(Subtraction({1, 2, 6, 11}))
    >>> p.preperiod, p.period, p.saltus
    (3, 12, 0)
    >>> p = period("kayles", limit=1000)
    >>> p.preperiod, p.period
    (71, 12)
    """
    if seconds is not None:
        words["seconds"] = seconds
    if limits is None and not words:
        words["seconds"] = PATIENCE
    asked = make_limits(Limits(positions=limits) if isinstance(limits, int) else limits, **words)
    return _proved_period(with_heaps(game_of(game)), asked, trust)


def _proved_period(game: Game, asked: Limits, trust: bool) -> Period | Unresolved:
    if formula := closed_form(game):
        return formula
    found = sequence_of(game)
    if found is None:
        return _first_values_show(game, asked)
    budget = Budget(asked, heaps=asked.positions)
    try:
        seen = _observe(found, budget) if isinstance(found, OctalSequence) and found.may_grow else None
        proved = _watched_proof(found, budget) if seen is None else seen
        return _confirm(proved, found, budget, trust) if proved else proved
    except Limit as reached:
        computed = max(len(found.values), budget.heaps_spent)
        # Only which limit it was: how far the search came is told in values, not in steps of the work.
        return Unresolved(reached.what, computed, round(budget.elapsed, 3))


def _confirm(period: Period, sequence: NimSequence, budget: Budget, trust: bool) -> Period:
    try:
        found = confirm(sequence, budget, trust=trust)
    except TimeUp:  # the alarm rang while the checker was compiled; the period is known
        found = Message("the time is up")
    return replace(period, unchecked=found) if isinstance(found, Message) else replace(period, checked=found)


def _watched_proof(found: NimSequence, budget: Budget) -> Period:
    with watch("period") as report:
        if report:
            budget.progress = lambda _, seconds: report(
                max(len(found.values), budget.heaps_spent), seconds, budget.seconds
            )
        return found.prove(budget)


def _first_values_show(game: Game, asked: Limits) -> Period | Unresolved:
    """A period that the first values of somebody's own game show: its rules may change with the heap, so no proof."""
    began = now()
    try:
        values = sequence(game, OBSERVED, asked)
    except Limit as reached:
        return Unresolved(reached.what, 0, round(now() - began, 3))
    seen = observed_period(values.tolist())
    if seen is not None:
        return seen
    reason = Message("the first {count} values do not show a period", params={"count": OBSERVED})
    return Unresolved(reason, OBSERVED, round(now() - began, 3))


def _observe(found: OctalSequence, budget: Budget) -> Period | None:
    """A period that no theorem covers, if the first values show one."""
    found.value(OBSERVED - 1, budget)
    if found.period:
        return found.period
    seen = observed_period([int(value) for value in found.values[:OBSERVED]])
    # The theorem is about values that come again: where they grow, no run would end.
    return seen if seen is not None and (seen.saltus or not found.provable) else None


def exceptional_heaps(game: Game, found: Period) -> list[int] | None:
    """The heaps whose values are not those that the period would give; None if it begins too far away."""
    known = found.preperiod + found.period
    if known > SHORT:
        return None
    values = sequence(game, known).tolist()
    heaps = []
    for n in range(found.preperiod):
        # Rounded up: this many periods lead from heap n to the preperiod or beyond it.
        times = -((n - found.preperiod) // found.period)
        if values[n] + times * found.saltus != values[n + times * found.period]:
            heaps.append(n)
    return heaps
