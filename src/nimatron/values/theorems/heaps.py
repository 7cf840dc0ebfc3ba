"""Theorems on heaps: Nim and its kin, sets of amounts to take, Lasker's and Moore's Nim."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb

from ...game import Game, Outcome, State
from ...games.amounts import Amounts
from ...games.heaps import AllBut, HeapGame, Moore, NimbleGame, NimGame, Subtraction, TakeAway
from ...games.octal import Lasker, Octal
from ...message import Message
from ...nimbers import Value
from ..because import PAIRED, TAME
from ..moves.moore import MooreReplies
from ..sequences.periods import Period
from .theorem import (
    BOUTON,
    BULANT,
    SUBTRACTIONS,
    THE_RULES,
    WINNING_WAYS,
    Columns,
    Solve,
    Theorem,
    Theorems,
    Traits,
    TraitsOf,
    endless,
)

LONGEST_BLOCK = 12
"""A digit that occurs more often is written as a power."""

MOST_SETS = 20_000
"""The most sets of heaps by which the replies in Moore's Nim are counted."""


# -- Nim -----------------------------------------------------------------------------------------


def _heap_value(game: Game, state: State, solve: Solve) -> Value:
    return state[0]  # type: ignore[no-any-return]


def _heap_reach(game: Game, state: State, v: Value) -> Iterable[State]:
    return [(v,)] if v < state[0] else []


def _heap_period(game: Game) -> Period:
    return Period(0, 1, saltus=1)


def _heap_longest(game: Game, state: State) -> int:
    heap: Value = state[0]
    if not isinstance(heap, int):
        raise endless(game, state)
    return heap


# -- a finite set of amounts ---------------------------------------------------------------------


def _amounts(game: Game) -> Amounts:
    assert isinstance(game, TakeAway)
    return game.amounts


def _amounts_longest(game: Game, state: State) -> int:
    """The longest play takes the smallest amount again and again."""
    smallest = _amounts(game).smallest
    return int(state[0] // smallest) if smallest else 0


def _is_stuck(game: Game) -> bool:
    return not _amounts(game)


def _stuck_value(game: Game, state: State, solve: Solve) -> Value:
    return 0


def _stuck_period(game: Game) -> Period:
    return Period(0, 1)


def _is_initial_segment(game: Game) -> bool:
    """Are the amounts exactly 1 to m?"""
    runs = _amounts(game).runs
    return len(runs) == 1 and runs[0][0] == 1 and runs[0][1] is not None


def _modulus(game: Game) -> int:
    """m + 1, if the amounts are 1 to m."""
    return (_amounts(game).largest or 0) + 1


def _remainder_value(game: Game, state: State, solve: Solve) -> Value:
    return state[0] % _modulus(game)  # type: ignore[no-any-return]


def _remainder_reach(game: Game, state: State, v: Value) -> Iterable[State]:
    modulus = _modulus(game)
    if v >= modulus:
        return []
    heap = state[0] - 1 - (state[0] - 1 - v) % modulus
    return [(heap,)] if heap >= max(0, state[0] - modulus + 1) else []


def _remainder_period(game: Game) -> Period:
    return Period(0, _modulus(game))


def _is_one_amount(game: Game) -> bool:
    return _amounts(game).count == 1


def _one_amount_value(game: Game, state: State, solve: Solve) -> Value:
    (s,) = _amounts(game)
    return state[0] // s % 2  # type: ignore[no-any-return]


def _one_amount_period(game: Game) -> Period:
    (s,) = _amounts(game)
    return Period(0, 2 * s)


def _is_two_amounts(game: Game) -> bool:
    return _amounts(game).count == 2


def _two_amounts_value(game: Game, state: State, solve: Solve) -> Value:
    """With y = 2xm + r, one period is (0^x 1^x)^m, followed by 0^r 2^(x-r) 1^r if r >= 0, or by 2^(x+r) if r < 0."""
    x, y = _amounts(game)
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


def _two_amounts_method(game: Game, state: State) -> Message:
    x, y = _amounts(game)
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
    """A digit that occurs so many times."""
    return str(digit) * times if times <= LONGEST_BLOCK else f"{digit}^{times}"


def _two_amounts_period(game: Game) -> Period:
    x, y = _amounts(game)
    return Period(0, 2 * x if y % (2 * x) == x else x + y)


# -- all amounts but a few -----------------------------------------------------------------------


def _excluded(game: Game) -> Amounts:
    return ~_amounts(game)


def _is_all_amounts(game: Game) -> bool:
    return not _excluded(game)


def _is_alternating(game: Game) -> bool:
    """Is 1 excluded, and are no two consecutive amounts excluded?"""
    runs = _excluded(game).runs
    return bool(runs) and runs[0][0] == 1 and all(low == high for low, high in runs)


def _alternating_value(game: Game, state: State, solve: Solve) -> Value:
    """0, 0, 1, 1, 2, 2, ..."""
    return state[0] // 2  # type: ignore[no-any-return]


def _alternating_period(game: Game) -> Period:
    return Period(0, 2, saltus=1)


def _is_one_excluded(game: Game) -> bool:
    return _excluded(game).count == 1


def _only_excluded(game: Game) -> int:
    """The only excluded amount, which comes just before the last, endless run of amounts."""
    return _amounts(game).runs[-1][0] - 1


def _one_excluded_value(game: Game, state: State, solve: Solve) -> Value:
    """0..s-1 twice, then the same again plus s, and so on."""
    s, n = _only_excluded(game), state[0]
    return n // (2 * s) * s + n % s  # type: ignore[no-any-return]


def _one_excluded_period(game: Game) -> Period:
    s = _only_excluded(game)
    return Period(0, 2 * s, saltus=s)


def _is_segment_excluded(game: Game) -> bool:
    """Are exactly the amounts 1 to k excluded?"""
    runs = _excluded(game).runs
    return len(runs) == 1 and runs[0][0] == 1 and runs[0][1] is not None


def _segment_excluded_value(game: Game, state: State, solve: Solve) -> Value:
    """Every value occurs k+1 times, where k+1 is the least amount that may be taken."""
    return state[0] // _amounts(game).smallest  # type: ignore[no-any-return]


def _segment_excluded_period(game: Game) -> Period:
    return Period(0, _amounts(game).smallest or 1, saltus=1)


# -- Lasker and Moore ----------------------------------------------------------------------------


def _is_lasker(game: Game) -> bool:
    return game == Lasker


def _lasker_value(game: Game, state: State, solve: Solve) -> Value:
    n: int = state[0]
    return n + 1 if n % 4 == 3 else n - 1 if n and n % 4 == 0 else n


def _lasker_period(game: Game) -> Period:
    return Period(1, 4, saltus=4)


def _moore_outcome(game: Game, state: State) -> Outcome:
    assert isinstance(game, Moore)
    return "P" if all(ones % (game.k + 1) == 0 for ones in _columns(state)) else "N"


def _columns(heaps: Sequence[int]) -> list[int]:
    """How many heaps have a one in each binary column, from the right."""
    width = max(heaps, default=0).bit_length()
    return [sum(heap >> bit & 1 for heap in heaps) for bit in range(width)]


def _moore_columns(game: Game, state: State) -> Columns:
    assert isinstance(game, Moore)
    return Columns(tuple(state), game.k + 1)


def _moore_few_heaps(game: Game, state: State, solve: Solve) -> Value | None:
    """With at most k heaps left any smaller total can be reached, so the value is the total."""
    assert isinstance(game, Moore)
    return sum(state) if sum(map(bool, state)) <= game.k else None


def _moore_reach(game: Game, state: State, v: Value) -> Iterable[State] | None:
    assert isinstance(game, Moore)
    # Sets of up to k heaps are counted one by one; with very many heaps that would be no shortcut.
    if v != 0 or comb(sum(map(bool, state)), game.k) > MOST_SETS:
        return None
    return MooreReplies(state, game.k)


# -- the records ---------------------------------------------------------------------------------

TAKE_AWAY = (
    Theorem(
        "taking 1 to m: the remainder modulo m+1", BULANT,
        _remainder_value, reach=_remainder_reach, period=_remainder_period, applies=_is_initial_segment,
    ),
    Theorem(
        "one amount s: 0 s times, then 1 s times", SUBTRACTIONS,
        _one_amount_value, period=_one_amount_period, applies=_is_one_amount,
    ),
    Theorem(
        "two amounts x < y: period 2x or x+y", SUBTRACTIONS,
        _two_amounts_value, period=_two_amounts_period, applies=_is_two_amounts, method=_two_amounts_method,
    ),
    Theorem("no move at all", THE_RULES, _stuck_value, period=_stuck_period, applies=_is_stuck),
    Theorem(
        "all amounts: a heap of n has value n", BOUTON,
        _heap_value, reach=_heap_reach, period=_heap_period, applies=_is_all_amounts,
    ),
    Theorem(
        "1 but no two neighbours excluded: half the heap", THE_RULES,
        _alternating_value, period=_alternating_period, applies=_is_alternating,
    ),
    Theorem(
        "one amount s excluded: period 2s, each time s more", SUBTRACTIONS,
        _one_excluded_value, period=_one_excluded_period, applies=_is_one_excluded,
    ),
    Theorem(
        "1 to k excluded: the heap divided by k+1", SUBTRACTIONS,
        _segment_excluded_value, period=_segment_excluded_period, applies=_is_segment_excluded,
    ),
)  # fmt: skip
"""Theorems on any set of amounts, whether given by those that may be taken or by those that may not."""

THEOREMS: Theorems = {
    NimGame: (Theorem("a heap of n has value n", BOUTON, _heap_value, reach=_heap_reach, period=_heap_period),),
    NimbleGame: (
        Theorem("a coin on square n is a Nim heap of n", BULANT, _heap_value, reach=_heap_reach, period=_heap_period),
    ),
    Subtraction: TAKE_AWAY,
    AllBut: TAKE_AWAY,
    Octal: (
        Theorem(
            "Lasker's Nim: 4k+3 and 4k+4 change places", WINNING_WAYS,
            _lasker_value, period=_lasker_period, applies=_is_lasker,
        ),
    ),
    Moore: (
        Theorem("at most k heaps: the total", THE_RULES, _moore_few_heaps, reach=_moore_reach),
        Theorem(
            "Moore: every binary column divisible by k+1", "Moore 1910",
            None, _moore_outcome, _moore_reach, columns=_moore_columns,
        ),
    ),
}  # fmt: skip

_AS_NIM = Traits(tame=TAME, plain=AllBut(), longest=_heap_longest)

# Tame by Ferguson's pairing: G(n) = 1 if and only if G(n - a) = 0, where a is the smallest amount.
_TAKING = Traits(tame=PAIRED, longest=_amounts_longest)

TRAITS: TraitsOf = {
    HeapGame: Traits(independent=True),
    NimGame: _AS_NIM,
    NimbleGame: _AS_NIM,
    Subtraction: _TAKING,
    AllBut: _TAKING,
}
