"""A proved period is computed twice: a checker of certificates derives it again from the rules, by other code.

The solver and its kernels share nothing with the checker. A fault in either, or values that something has changed in
between, would have to be the same in both to pass. The checker compiles anew in every process, which takes seconds, so
it leaves a seal of the claim and of all values that it has derived. If the solver computes the very same values later,
they need no second derivation; `nimatron verify` always derives them.
"""

from __future__ import annotations

from contextlib import nullcontext, suppress
from hashlib import sha256
from typing import TYPE_CHECKING

from ...core.errors import Limit, Refuted, UsageError, WrongValue
from ...core.files import cache_folder
from ...core.limits import Budget, Limits, watch
from ...core.message import Message, Number
from ...proof import definition, derive, growth_check, heap_rules, period_check, quick
from ...proof.derive import is_short
from ...proof.growth_check import GrowthClaim, check_growth
from ...proof.heap_rules import HeapRules, rules_of
from ...proof.period_check import check_values
from ...proof.sealed_record import SealedRecord
from ...proof.verdict import CheckBudget, CheckLimit
from ..store.results import is_off
from .long_runs import continue_values
from .nim_sequence import NimSequence
from .periodicity import Period

if TYPE_CHECKING:
    from ...core.array_types import Values


CHECKER = (definition, derive, growth_check, heap_rules, period_check, quick)
"""The code that derives a period again."""

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
    size, short = _values_to_prove(rules, period), is_short(rules, _values_to_prove(rules, period))
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
        values = _claimed_values(sequence.values, period, size)
        record = None if is_short(rules, size) else _record()
        # Without a record no digest, which takes numpy: a browser has none.
        claim = _digest(sequence.text, period, values) if record else b""
        if not record or not record.has(claim):
            _check(rules, values, period, CheckBudget(seconds=left))
            if record:
                record.add(claim)
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


def _record() -> SealedRecord | None:
    """The record of derived periods; None if the user keeps nothing. A lost line costs some seconds later."""
    with suppress(UsageError):
        return None if is_off() else SealedRecord(cache_folder() / "periods", CHECKER, lambda _: None)
    return None


def _digest(text: str, period: Period, values: list[int] | Values) -> bytes:
    """A checksum of a claim and of the values that prove it."""
    import numpy as np

    facts = (text, period.preperiod, period.period, period.saltus, _depth(period), len(values))
    return sha256(repr(facts).encode() + np.asarray(values, dtype="<u4").tobytes()).digest()


def _values_to_prove(rules: HeapRules, period: Period) -> int:
    """How many values prove the period; a certificate of growing values names the number itself."""
    computed = (period.certificate or {}).get("computed")
    if _depth(period) is not None and isinstance(computed, int):
        return computed
    return rules.values_to_prove(period.preperiod, period.period)


def _depth(period: Period) -> int | None:
    depth = (period.certificate or {}).get("depth")
    return depth if isinstance(depth, int) else None


def _claimed_values(values: list[int] | Values, period: Period, size: int) -> list[int] | Values:
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
