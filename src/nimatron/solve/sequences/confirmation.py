"""A proved period is computed twice: a checker of certificates derives it again from the rules, by other code.

The solver and its kernels share nothing with the checker. A fault in either, or values that something has changed in
between, would have to be the same in both to pass.
"""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from ...core.errors import Limit, Refuted, WrongValue
from ...core.limits import Budget, Limits
from ...core.message import Message, Number
from ...core.progress import watch
from ...proof.derive import is_short
from ...proof.growth_check import GrowthClaim, check_growth
from ...proof.heap_rules import HeapRules, rules_of
from ...proof.period_check import check_values
from ...proof.verdict import CheckBudget, CheckLimit
from .long_runs import continue_values
from .nim_sequence import NimSequence
from .periodicity import Period

if TYPE_CHECKING:
    from ...core.array_types import Values


MOST = 1 << 27
"""The most values that are derived again: they must be in memory all at once."""


def confirm(sequence: NimSequence, budget: Budget, *, trust: bool) -> int | Message | None:
    """Derive the proof of the period of a sequence again; returns how many values were derived, or why none were.

    With `trust`, only a proof that takes a moment is derived again. It is None if there is nothing to derive.
    """
    found = _confirm(sequence, budget, trust)
    sequence.confirmed = True
    return found


def _confirm(sequence: NimSequence, budget: Budget, trust: bool) -> int | Message | None:
    period, text = sequence.period, sequence.text
    if period is None or not text:
        return None
    rules = rules_of(text)
    size, short = _needed(rules, period), is_short(rules, _needed(rules, period))
    if size > MOST:
        return Message("the proof has {count} values, the limit is {most}", count=Number(size), most=Number(MOST))
    if trust and not short:
        return Message("long proofs are trusted here")
    with nullcontext() if short else watch("confirmation") as report:
        if report:
            report(size)
        return _derive(sequence, period, rules, size, budget)


def _derive(sequence: NimSequence, period: Period, rules: HeapRules, size: int, budget: Budget) -> int | Message:
    """How many values were derived, or the limit that was reached first."""
    left = None if budget.seconds is None else max(0.0, budget.seconds - budget.elapsed)
    try:
        if len(sequence.values) < period.preperiod + period.period:
            # Only the time counts: the heaps that were asked for are spent, and the period is found already.
            sequence.fill(period.preperiod + period.period, Budget(Limits(seconds=left)))
        _check(rules, _claimed(sequence.values, period, size), period, CheckBudget(seconds=left))
    except CheckLimit as reached:
        return reached.limit
    except Limit as reached:
        return reached.what
    except Refuted as fault:
        raise WrongValue(
            "the period {period} of {game} was computed twice with different results: {reason}",
            period=period.period,
            game=sequence.text,
            reason=fault.message,
        ) from None
    return size


def _needed(rules: HeapRules, period: Period) -> int:
    """How many values prove the period; a certificate of growing values names the number itself."""
    computed = (period.certificate or {}).get("computed")
    if _depth(period) is not None and isinstance(computed, int):
        return computed
    return rules.needed(period.preperiod, period.period)


def _depth(period: Period) -> int | None:
    depth = (period.certificate or {}).get("depth")
    return depth if isinstance(depth, int) else None


def _claimed(values: list[int] | Values, period: Period, size: int) -> list[int] | Values:
    """The first values of the claim: those that are known, and what the period makes of them."""
    if len(values) >= size:
        return values[:size]
    if not isinstance(values, list):
        return continue_values(values, period, size)
    places = (period.index(n) for n in range(len(values), size))
    return [*values, *(values[m] + added for m, added in places)]


def _check(rules: HeapRules, values: list[int] | Values, period: Period, work: CheckBudget) -> None:
    check_values(rules, values, period.preperiod, period.period, period.saltus, work)
    depth = _depth(period)
    if depth is not None:
        listed = [int(value) for value in values]
        claim = GrowthClaim(rules.every_move, listed, period.preperiod, period.period, period.saltus, depth)
        check_growth(claim, work)
