"""Winning moves of large take-and-break heaps by the period, compared with looking at every option."""

from __future__ import annotations

import pytest
from every_row import every_row
from hypothesis import given
from hypothesis import strategies as st
from work import calls

import nimatron as nt
from nimatron.core.limits import Budget, Limits
from nimatron.families.octal.digits import Code
from nimatron.families.octal.splits import Splits, about, beside_twins, likely_split
from nimatron.kernels.octal.manyheaps import PartsRun
from nimatron.solve.sequences.octal_sequence import OctalSequence, rows_of

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


MANY = ["0.8", "0.9", "0.B", "0.33F", "0.F!1", "0.8?3", "0.G3", "0.3[F]", "0.{2+}3", "80.3", "0.[{1,3+}]"]


@given(st.sampled_from(MANY), st.integers(1, 18), st.integers(0, 9))
def test_likely_splits_are_options_of_that_value(code: str, n: int, value: int) -> None:
    game, values = nt.Octal(code), nt.sequence(nt.Octal(code), n).tolist()
    options = {tuple(sorted(left)): nt.nim_sum(*(values[heap] for heap in left)) for left in game.heap_options(n)}
    found = likely_split(game.code, n, value, values.__getitem__)
    assert options[found] == value if found else value not in options.values() or n > 8
    twins = beside_twins(game.code, n, values.__getitem__)
    assert twins is None or options[twins] == 0


@every_row("text", ["0.B: 1000000000001", "0.33F: 1000000000001 3", "0.8: 1000000000000", "0.{2+}: 100"])
def test_a_huge_heap_that_splits_in_many_has_a_winning_move(text: str) -> None:
    nt.grundy(text)
    known = nt.analyse(text)  # no limits
    assert calls(lambda: nt.analyse(text)) < 400_000
    assert known.outcome == "N"
    assert known.winning_moves is None
    assert "too many to list" in str(known.trouble)
    assert known.known_move is not None
    assert nt.outcome(known.known_move) == "P"


def test_who_wins_at_a_huge_heap_whose_value_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nimatron.kernels.octal.manyheaps.MEMORY", 1 << 17)
    known = nt.analyse("0.9: 1000000000000")  # no limits
    assert (known.outcome, known.value) == ("N", None)
    assert str(known.known_move) == "octal{0.9}: 3 499999999998 499999999998"
    assert "heaps" in str(known.trouble)


@every_row("code", MANY)
def test_about_so_many_options(code: str) -> None:
    number = len(list(nt.Octal(code).heap_options(20)))
    assert number / 8 <= about(Code(code), 20) <= 8 * number


def test_sets_that_take_too_much_memory_are_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nimatron.kernels.octal.manyheaps.MEMORY", 1 << 16)
    with pytest.raises(nt.Limit, match="MB"):
        PartsRun(rows_of(Code("0.9"))).extend(2000)
