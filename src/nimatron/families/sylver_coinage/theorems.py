"""Sylver Coinage: a quiet end, Hutchings' theorem, and the answers to small first moves.

The largest number left is a *quiet end* t if every other number, once named, makes t a sum. Then the player to move
wins. If naming t does not win, some answer n does; but n takes t away too, so n wins at once. Two numbers without a
common divisor have a quiet end, because t - n is a sum whenever n is none. So a prime from 5 on is lost: it has no
common divisor with any answer. Which move wins is known for small numbers only, by search. Numbers such as 16, which
have no prime divisors except 2 and 3, may win or lose as first moves: from 16 on nobody knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from math import gcd

from ...core.game import Game, Outcome, State
from ...core.message import Message
from ...nimbers.loopy import Value
from ...nimbers.ordinals import omega_times_plus
from ...solve.experts import Expert, Experts
from ...solve.theorem import THE_RULES, Solve, Theorem, Theorems, Traits, TraitsOf, endless
from ..divisors.rules import factors
from ..sources import Source
from .rules import LONGEST, SylverCoinageGame, generators, is_finite, is_sum, least_sums, legal_numbers

FARTHEST = 20_000
"""The largest number left for which a quiet end is looked for."""

LOST_PAIRS = ((2, 3), (4, 6), (6, 9), (8, 12))
"""Pairs that are lost for the player to move."""

HUTCHINGS = Source("Hutchings; Berlekamp, Conway, Guy, Winning Ways; Sicherman 2002", "WinningWays", "Sicherman2002")


def _after_naming(state: State, n: int) -> State:
    return tuple(sorted((*state, n)))


# -- 2 is named ------------------------------------------------------------------------------------


def _with_two(game: Game, state: State, solve: Solve) -> Value | None:
    """Only odd numbers are left, and each takes away all larger ones: a heap without 1, perhaps an infinite one."""
    if not state or state[0] != 2:
        return None
    odd = next((n for n in state if n % 2), None)
    return omega_times_plus(1, 0) if odd is None else (odd - 3) // 2


def _with_two_reach(game: Game, state: State, v: Value) -> Sequence[State] | None:
    value = _with_two(game, state, lambda *part: 0)
    if value is None:
        return None
    return [_after_naming(state, 2 * v + 3)] if isinstance(v, int) and v < value else []


# -- a quiet end -----------------------------------------------------------------------------------


def quiet_end(state: State) -> int | None:
    """The largest number left above 1, if all others take it away.

    >>> quiet_end((5, 7)), quiet_end((4, 5, 7)), quiet_end((4, 5, 6, 7)), quiet_end((2, 3))
    (23, 6, None, None)
    """
    if not is_finite(state):
        return None
    if len(state) == 2 or (state[0] <= LONGEST and len(generators(state)) == 2):
        a, b = generators(state)
        return a * b - a - b if a * b - a - b > 1 else None
    if state[0] > FARTHEST:
        return None
    end = max(least_sums(state)) - state[0]
    if not 1 < end <= FARTHEST:
        return None
    quiet = all(any(is_sum(state, end - k) for k in range(n, end + 1, n)) for n in legal_numbers(state))
    return end if quiet else None


def _quiet(game: Game, state: State) -> Outcome | None:
    return None if quiet_end(state) is None else "N"


def _stealing(game: Game, state: State) -> Message | None:
    if (end := quiet_end(state)) is None:
        return None
    return Message(
        "Strategy stealing: think of naming {end}, the largest number left, which takes nothing else away. If that "
        "wins, you have a winning move. If not, the opponent has an answer that wins; but every number left makes "
        "{end} a sum, so you can name the answer at once. Either way you win, though the argument does not show how.",
        end=end,
    )


# -- answers ---------------------------------------------------------------------------------------


@lru_cache(10_000)
def _is_lost(state: State) -> bool:
    """Is it a prime from 5 on, or one of the lost pairs?"""
    named = generators(state)
    return named in LOST_PAIRS or (len(named) == 1 and named[0] > 3 and factors(named[0]) == {named[0]: 1})


def answer(state: State) -> int | None:
    """A number that leaves a prime from 5 on, or one of the lost pairs.

    >>> answer(()), answer((10,)), answer((4,)), answer((8, 20)), answer((16,))
    (5, 5, 6, 12, None)
    """
    if not state:
        return 5
    small = (n for n in dict.fromkeys(chain(*LOST_PAIRS)) if not is_sum(state, n)) if state[0] <= LONGEST else ()
    return next((n for n in (*factors(gcd(*state)), *small) if n > 1 and _is_answer(state, n)), None)


def _is_answer(state: State, n: int) -> bool:
    return n not in state and _is_lost(_after_naming(state, n))


def _outcome_by_answer(game: Game, state: State) -> Outcome | None:
    return "P" if _is_lost(state) else "N" if answer(state) else None


def _answer_method(game: Game, state: State) -> Message | None:
    if _is_lost(state):
        return Message("No number wins: each leaves a position that is known to be won.")
    return Message("Name {number}, for example.", number=n) if (n := answer(state)) else None


class SylverExpert(Expert):
    """One winning move where infinitely many numbers are left."""

    def one(self, part: State, value: int) -> State | None:
        n = answer(part) if value == 0 else None
        return None if n is None else _after_naming(part, n)


def _longest(game: Game, state: State) -> int | None:
    if not is_finite(state):
        raise endless(game, state)
    return None


THEOREMS: Theorems = {
    SylverCoinageGame: (
        Theorem("2 is named: the odd numbers left are a Nim heap", THE_RULES, _with_two, reach=_with_two_reach),
        Theorem(
            "lost: a prime from 5 on, and 2 3, 4 6, 6 9, 8 12; won: whatever can lead to them", HUTCHINGS,
            outcome=_outcome_by_answer, method=_answer_method,
        ),
        Theorem("a quiet end: won by strategy stealing", HUTCHINGS, outcome=_quiet, method=_stealing),
    ),
}  # fmt: skip

TRAITS: TraitsOf = {SylverCoinageGame: Traits(longest=_longest)}

EXPERTS: Experts = {SylverCoinageGame: SylverExpert}
