"""Closed forms of subtraction and all-but games, by the set of amounts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...core.game import State
from ...core.message import Message
from ...nimbers.loopy import Value
from ...solve.experts import Experts, SequenceExpert, Sequences
from ...solve.sequences.nim_sequence import NimSequence
from ...solve.sequences.periodicity import Period
from ...solve.sequences.take_away import (
    WIDEST,
    AllButSequence,
    FormulaSequence,
    SubtractionSequence,
    TakeAwaySequence,
)
from ...solve.theorem import PAIRED, THE_RULES, Solve, Theorem, Theorems, Traits, TraitsOf
from ..nim.theorems import heap_period, heap_reach, heap_value
from ..sources import BOUTON, BULANT, SUBTRACTIONS
from .amounts import Amounts, FormulaAmounts
from .rules import AllBut, Subtraction, TakeAway

LONGEST_BLOCK = 12
"""A digit that occurs more often is written as a power."""


# -- a finite set of amounts ---------------------------------------------------------------------


def _amounts_longest(game: TakeAway, state: State) -> int:
    """The longest play takes the smallest amount again and again."""
    smallest = game.amounts.smallest
    return int(state[0] // smallest) if smallest else 0


def _is_initial_segment(game: TakeAway) -> bool:
    """Are the amounts exactly 1 to m?"""
    runs = game.amounts.runs
    return len(runs) == 1 and runs[0][0] == 1 and runs[0][1] is not None


def _modulus(game: TakeAway) -> int:
    """m + 1, if the amounts are 1 to m."""
    return (game.amounts.largest or 0) + 1


def _remainder_method(game: TakeAway, state: State) -> Message | None:
    if len(state) != 1:
        return None
    modulus = _modulus(game)
    times, rest = divmod(state[0], modulus)
    about = {"n": state[0], "times": times, "modulus": modulus, "rest": rest}
    if rest:
        return Message(
            "{n} = {times}·{modulus} + {rest}. To leave value 0, leave a multiple of {modulus}: take {rest}.",
            params=about,
        )
    return Message("{n} is a multiple of {modulus}. After any move, leave a multiple of {modulus} again.", params=about)


def _remainder_reach(game: TakeAway, state: State, v: Value) -> Iterable[State]:
    modulus = _modulus(game)
    if v >= modulus:
        return []
    # The largest smaller heap with remainder v.
    heap = state[0] - 1 - (state[0] - 1 - v) % modulus
    return [(heap,)] if heap >= max(0, state[0] - modulus + 1) else []


def _one_amount_value(game: TakeAway, state: State, solve: Solve) -> Value:
    (s,) = game.amounts
    return state[0] // s % 2  # type: ignore[no-any-return]


def _one_amount_period(game: TakeAway) -> Period:
    (s,) = game.amounts
    return Period(0, 2 * s)


def _two_amounts_value(game: TakeAway, state: State, solve: Solve) -> Value:
    """With y = 2xm + r, one period is (0^x 1^x)^m, followed by 0^r 2^(x-r) 1^r if r >= 0, or by 2^(x+r) if r < 0."""
    x, y = game.amounts
    n: int = state[0]
    rest = y % (2 * x)
    if rest == x:  # y is an odd multiple of x: taking y changes nothing
        return n // x % 2
    r = rest if rest < x else rest - 2 * x
    n = n % (x + y) - (y - r)
    if n < 0:
        return (n + y - r) // x % 2
    if r < 0:
        return 2
    return 0 if n < r else 2 if n < x else 1


def _two_amounts_method(game: TakeAway, state: State) -> Message:
    x, y = game.amounts
    space, rest = " " if x > LONGEST_BLOCK else "", y % (2 * x)
    block = f"({_power(0, x)}{space}{_power(1, x)})"
    if rest == x:
        params = {"x": x, "y": y, "times": y // x, "word": block}
        return Message("{y} is {times} times {x}, an odd number of times: the values repeat {word}.", params=params)
    r = rest if rest < x else rest - 2 * x
    m = (y - r) // (2 * x)
    tail = (_power(0, r), _power(2, x - r), _power(1, r)) if r >= 0 else (_power(2, x + r),)
    word = " ".join([block if m == 1 else f"{block}^{m}", *filter(None, tail)])
    params = {"x": x, "y": y, "m": m, "r": abs(r), "word": word}
    if r < 0:
        return Message("{y} = 2·{x}·{m} - {r}: the values repeat {word}.", params=params)
    return Message("{y} = 2·{x}·{m} + {r}: the values repeat {word}.", params=params)


def _power(digit: int, times: int) -> str:
    """A digit that occurs that many times."""
    return str(digit) * times if times <= LONGEST_BLOCK else f"{digit}^{times}"


def _two_amounts_period(game: TakeAway) -> Period:
    x, y = game.amounts
    return Period(0, 2 * x if y % (2 * x) == x else x + y)


# -- all amounts but a few -----------------------------------------------------------------------


def _exclusions(game: TakeAway) -> Amounts:
    return ~game.amounts


def _is_alternating(game: TakeAway) -> bool:
    """Is 1 excluded, and are no two consecutive amounts excluded?"""
    runs = _exclusions(game).runs
    return bool(runs) and runs[0][0] == 1 and all(low == high for low, high in runs)


def _alternating_value(game: TakeAway, state: State, solve: Solve) -> Value:
    """0, 0, 1, 1, 2, 2, ..."""
    return state[0] // 2  # type: ignore[no-any-return]


def _only_exclusion(game: TakeAway) -> int:
    """The only excluded amount, which comes just before the last, endless run of amounts."""
    return game.amounts.runs[-1][0] - 1


def _one_excluded_value(game: TakeAway, state: State, solve: Solve) -> Value:
    """0..s-1 twice, then the same again plus s, and so on."""
    s, n = _only_exclusion(game), state[0]
    return n // (2 * s) * s + n % s  # type: ignore[no-any-return]


def _one_excluded_period(game: TakeAway) -> Period:
    s = _only_exclusion(game)
    return Period(0, 2 * s, saltus=s)


def _is_segment_excluded(game: TakeAway) -> bool:
    """Are exactly the amounts 1 to k excluded?"""
    runs = _exclusions(game).runs
    return len(runs) == 1 and runs[0][0] == 1 and runs[0][1] is not None


def _segment_excluded_value(game: TakeAway, state: State, solve: Solve) -> Value:
    """Every value occurs k+1 times, where k+1 is the least amount that may be taken."""
    return state[0] // game.amounts.smallest  # type: ignore[no-any-return]


# -- powers of a number ----------------------------------------------------------------------------
#
# All powers of an odd b are odd, so every move changes the parity. For even b, b is -1 modulo b+1, so each power is 1
# or -1: a move goes to a neighbour on a circle of b+1 places, as it does if only 1 and b may be taken.


def _base(game: TakeAway) -> int:
    """The base, if the powers of a number may be taken; else 0."""
    amounts = game.amounts
    return amounts.base if isinstance(amounts, FormulaAmounts) and not amounts.inverse else 0


def _powers_value(game: TakeAway, state: State, solve: Solve) -> Value:
    b = _base(game)
    rest = state[0] % _powers_period(game).period
    return 2 if b % 2 == 0 and rest == b else rest % 2


def _powers_period(game: TakeAway) -> Period:
    return Period(0, 2 if _base(game) % 2 else _base(game) + 1)


# -- the nim-sequence, and moves to a value --------------------------------------------------------


class TakingExpert(SequenceExpert):
    """If all large amounts may be taken, only few heaps have a given value: look where they are."""

    game: TakeAway

    def is_p(self, part: State) -> bool | None:
        if not isinstance(self.game.amounts, FormulaAmounts) or len(part) != 1 or _base(self.game):
            return None
        sequence = self.sequence
        assert isinstance(sequence, FormulaSequence)
        return sequence.is_lost(part[0], self.budget)

    def reach(self, part: State, value: int) -> Sequence[State] | None:
        if self.game.amounts.finite:
            return None
        sequence, n = self.sequence, part[0]
        assert sequence is not None
        if value == 0 and isinstance(sequence, FormulaSequence):
            return [(n - a,) for a in self.game.amounts.upto(n) if sequence.is_lost(n - a, self.budget)]
        # The values up to n must be known before their places are looked up.
        sequence.value(n, self.budget)
        return [(m,) for m in reversed(sequence.places(value, n)) if n - m in self.game.amounts]


def taking_sequence(game: TakeAway) -> NimSequence:
    """The nim-sequence of a set of amounts: the kind depends on whether all large amounts may be taken."""
    if isinstance(game.amounts, FormulaAmounts):
        return FormulaSequence(game.amounts)
    if game.amounts.finite:
        return SubtractionSequence(game.amounts)
    excluded = ~game.amounts
    return AllButSequence(excluded) if (excluded.largest or 0) <= WIDEST else TakeAwaySequence(game.amounts)


# -- the records ---------------------------------------------------------------------------------

TAKE_AWAY = (
    Theorem(
        "taking 1 to m: the remainder modulo m+1", BULANT,
        lambda game, state, solve: state[0] % _modulus(game), reach=_remainder_reach, applies=_is_initial_segment,
        period=lambda game: Period(0, _modulus(game)), method=_remainder_method, formal="Subtraction.remainder_decides",
    ),
    Theorem(
        "one amount s: 0 s times, then 1 s times", SUBTRACTIONS,
        _one_amount_value, period=_one_amount_period, applies=lambda game: game.amounts.count == 1,
        formal="Subtraction.one_amount",
    ),
    Theorem(
        "two amounts x < y: period 2x or x+y", SUBTRACTIONS,
        _two_amounts_value, period=_two_amounts_period, method=_two_amounts_method,
        applies=lambda game: game.amounts.count == 2, formal="TwoAmounts.two_amounts",
    ),
    Theorem(
        "no move at all", THE_RULES,
        lambda game, state, solve: 0, period=lambda game: Period(0, 1), applies=lambda game: not game.amounts,
    ),
    Theorem(
        "all amounts: a heap of n has value n", BOUTON,
        heap_value, reach=heap_reach, period=heap_period, applies=lambda game: not _exclusions(game),
        formal="Nim.bouton",
    ),
    Theorem(
        "1 but no two neighbours excluded: half the heap", THE_RULES,
        _alternating_value, period=lambda game: Period(0, 2, saltus=1), applies=_is_alternating,
        formal="Errata.half_exactly",
    ),
    Theorem(
        "one amount s excluded: period 2s, each time s more", SUBTRACTIONS,
        _one_excluded_value, period=_one_excluded_period, applies=lambda game: _exclusions(game).count == 1,
    ),
    Theorem(
        "powers of b: the parity if b is odd, else as for 1 and b", THE_RULES,
        _powers_value, period=_powers_period, applies=lambda game: _base(game) > 0,
    ),
    Theorem(
        "1 to k excluded: the heap divided by k+1", SUBTRACTIONS,
        _segment_excluded_value, applies=_is_segment_excluded,
        period=lambda game: Period(0, game.amounts.smallest or 1, saltus=1), formal="AllBut.quotient_by_least",
    ),
)  # fmt: skip
"""Theorems on any set of amounts, whether given by those that may be taken or by those that may not."""


THEOREMS: Theorems = {
    Subtraction: TAKE_AWAY,
    AllBut: TAKE_AWAY,
}  # fmt: skip

# Tame by Ferguson's pairing: G(n) = 1 if and only if G(n - a) = 0, where a is the smallest amount.
_TAKING = Traits(tame=PAIRED, longest=_amounts_longest)


TRAITS: TraitsOf = {Subtraction: _TAKING, AllBut: _TAKING}

EXPERTS: Experts = dict.fromkeys((Subtraction, AllBut), TakingExpert)

SEQUENCES: Sequences = dict.fromkeys((Subtraction, AllBut), taking_sequence)
