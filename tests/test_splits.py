"""Winning moves of large take-and-break heaps by the period, compared with looking at every option."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nimatron as nt
from nimatron.values.moves.splits import Splits
from nimatron.values.search.budget import Budget
from nimatron.values.search.limits import Limits
from nimatron.values.sequences.breaking import OctalSequence

GAMES = [nt.Kayles, nt.DawsonKayles, nt.DawsonChess]
GAMES += [nt.Octal(code) for code in ("0.77", "0.17", "4.7", "0.7!", "0.24!")]


def proved(game: nt.Octal) -> OctalSequence:
    sequence = OctalSequence(game.code)
    sequence.prove(Budget(Limits(positions=100_000)))
    return sequence


SEQUENCES = {game: proved(game) for game in GAMES}


@given(st.sampled_from(GAMES), st.integers(0, 400), st.integers(0, 9))
def test_splits_are_the_options_of_that_value(game: nt.Octal, n: int, value: int) -> None:
    sequence = SEQUENCES[game]
    period = sequence.period
    assert period is not None
    grundy = lambda m: sequence.value(m, Budget())  # noqa: E731
    found = Splits(game, n, lambda a, b: grundy(a) ^ grundy(b) == value, period.preperiod, period.period)
    values = [sequence.value(m, Budget()) for m in range(n + 1)]
    expected = [o for o in game.heap_options(n) if nt.nim_sum(*(values[m] for m in o)) == value]
    assert sorted(found) == sorted(expected)
    assert [found[i] for i in range(len(found))] == list(found)


def test_a_row_of_ten_to_the_eighteen() -> None:
    moves = nt.winning_moves(nt.Kayles(10**18))
    assert moves.total == len(moves) > 10**15
    for move in (moves[0], moves[len(moves) // 2], moves[-1]):
        assert nt.outcome(move) == "P"


def test_more_moves_than_a_machine_word_counts() -> None:
    moves = nt.winning_moves(nt.Kayles(10**30))
    assert moves.total > 10**27
    assert nt.outcome(moves[moves.total - 1]) == "P"
    with pytest.raises(OverflowError):
        len(moves)
