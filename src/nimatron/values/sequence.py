"""The nim-sequence of a one-heap game as an array, and its period."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import Limit, UsageError
from ..game import Game
from ..games.heaps import AllBut, Subtraction, TakeAway
from ..games.octal import Octal
from .breaking import OctalSequence
from .budget import Budget
from .closed import closed_form
from .growing import NimSequence
from .period import Period, Unresolved, observed_period
from .taking import WIDEST, AllButSequence, SubtractionSequence, TakeAwaySequence

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

OBSERVED = 512
"""Values that a period is read off where none can be proved."""

WITH_SEQUENCE = (Subtraction, AllBut, Octal)
"""By exact class: rules that a user has changed in a subclass have values of their own."""


def sequence_of(game: Game) -> NimSequence | None:
    """The nim-sequence behind a heap game that has one here."""
    if type(game) not in WITH_SEQUENCE:
        return None
    if isinstance(game, Octal):
        return OctalSequence(game.code)
    assert isinstance(game, TakeAway)
    if game.amounts.finite:
        return SubtractionSequence(game.amounts)
    excluded = ~game.amounts
    return AllButSequence(excluded) if (excluded.largest or 0) <= WIDEST else TakeAwaySequence(game.amounts)


def sequence(game: Game, n: int) -> npt.NDArray[np.unsignedinteger]:
    """G(0), ..., G(n-1) of a one-heap game, in the smallest unsigned type that holds them.

    >>> from nimatron import Kayles
    >>> sequence(Kayles, 12).tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
    """
    import numpy as np

    from .runs import reach, run_of  # long runs are rare: what they need is loaded only here

    if n < 0:
        raise UsageError(f"a sequence has 0 or more values, not {n}")
    run = run_of(game)
    reach(run, n)
    values = run.values[:n]
    return values.astype(np.min_scalar_type(int(values.max(initial=0))), copy=False)


def period(game: Game, limit: int | None = None, seconds: float | None = None) -> Period | Unresolved:
    """The period of a one-heap game, with proof, or how far the search came.

    `limit` bounds the work: one for each heap that is computed, in plain Python more for long ones.

    >>> from nimatron import Kayles, Subtraction
    >>> p = period(Subtraction({1, 2, 6, 11}))
    >>> p.preperiod, p.period, p.saltus
    (3, 12, 0)
    >>> p = period(Kayles)
    >>> p.preperiod, p.period
    (71, 12)
    """
    if formula := closed_form(game):
        return formula
    found = sequence_of(game)
    if found is None:
        raise UsageError(f"{game} has no nim-sequence whose period can be proved")
    budget = Budget(limit, seconds, heaps=limit)
    try:
        return found.prove(budget)
    except Limit as reached:
        if isinstance(found, OctalSequence) and not found.provable and (seen := _observed(found, budget)):
            return seen
        computed = max(len(found.values), budget.heaps_spent)
        return Unresolved(str(reached), computed, round(budget.elapsed, 3))


def _observed(found: OctalSequence, budget: Budget) -> Period | None:
    """A period of a code that no theorem covers, as far as its first values show it."""
    try:
        found.value(OBSERVED - 1, budget)
    except Limit:
        return None
    return observed_period(found.plain[:OBSERVED])
