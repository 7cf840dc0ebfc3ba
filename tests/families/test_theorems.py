"""Every theorem and every nim-sequence against plain search by the definition."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from itertools import combinations, combinations_with_replacement, product
from math import isqrt
from pathlib import Path
from typing import Any

import pytest
from every_row import every_row
from hypothesis import given, settings
from hypothesis import strategies as st
from records import check_records
from reference import Reference, all_but, mex, reference, take_away

import nimatron as nt
from nimatron.core.limits import Budget, Limits
from nimatron.families.catalog import joined_tables
from nimatron.families.chomp.rules import transpose
from nimatron.families.coins.rules import CoinGame
from nimatron.families.corner.theorems import Squares
from nimatron.families.octal.rules import Code
from nimatron.solve.experts import sequence_of
from nimatron.solve.misere.tame import as_heaps
from nimatron.solve.solver import Solver
from nimatron.solve.theorem import closed_form, theorems_of

SETS = st.sets(st.integers(1, 14), max_size=6)
SMALL = settings(max_examples=15)


def solver() -> Solver:
    return Solver()


# -- heaps ---------------------------------------------------------------------------------------


def test_a_nim_heap() -> None:
    heaps = [(n,) for n in range(20)]
    check_records(nt.Nim, heaps)
    check_records(nt.Nimble, heaps)


@pytest.mark.parametrize("most", [10, pytest.param(30, marks=pytest.mark.slow)])
def test_subtraction_of_one_or_two_amounts(most: int) -> None:
    for x in range(1, most + 1):
        assert list(nt.sequence(nt.Subtraction({x}), 4 * x)) == take_away({x}, 4 * x)
        for y in range(x + 1, most + 1):
            game, size = nt.Subtraction({x, y}), 3 * (x + y)
            values = take_away({x, y}, size)
            assert [nt.grundy(game(n)) for n in range(size)] == values
            found = nt.period(game)
            assert (found.preperiod, found.period) == (0, 2 * x if y % (2 * x) == x else x + y)


def test_subtraction_of_one_to_m() -> None:
    for m in range(1, 13):
        game = nt.Subtraction(f"1-{m}")
        check_records(game, [(n,) for n in range(30)])
        assert [nt.grundy(game(n)) for n in range(60)] == [n % (m + 1) for n in range(60)]


@given(SETS)
@SMALL
def test_subtraction_sequences(amounts: set[int]) -> None:
    game = nt.Subtraction(amounts)
    values = take_away(amounts, 150)
    assert [nt.grundy(game(n)) for n in range(150)] == values
    assert nt.sequence(game, 150).tolist() == values
    check_period(values, nt.period(game), least=True)


@pytest.mark.slow
@given(SETS)
@SMALL
def test_allbut_sequences(excluded: set[int]) -> None:
    game = nt.AllBut(excluded)
    values = all_but(excluded, 400)
    assert [nt.grundy(game(n)) for n in range(400)] == values
    found = nt.period(game)
    check_period(values, found, least=False)
    sequence = sequence_of(game)
    assert sequence is not None
    sequence.prove(Budget())
    for v in range(0, max(values), 7):
        for below in (0, 1, 50, 399):
            assert sequence.places(v, below) == [n for n in range(below) if values[n] == v]


def check_period(values: list[int], found: nt.Period | nt.Unresolved, least: bool) -> None:
    assert isinstance(found, nt.Period)
    assert found.proved
    start, p, d = found.preperiod, found.period, found.saltus
    assert all(values[n + p] == values[n] + d for n in range(start, len(values) - p))
    if 0 < start <= len(values) - p:
        assert values[start - 1 + p] != values[start - 1] + d
    if least and start + 2 * p < len(values) // 2:  # far enough to see that no smaller one would do
        assert not any(values[start : len(values) - q] == values[start + q :] for q in range(1, p))


@given(st.integers(1, 12), st.integers(0, 90))
def test_excluding_one_amount_or_the_first_few(s: int, n: int) -> None:
    assert nt.grundy(nt.AllBut({s})(n)) == all_but({s}, 91)[n]
    assert nt.grundy(nt.AllBut(range(1, s + 1))(n)) == all_but(range(1, s + 1), 91)[n]


def test_allbut_records() -> None:
    for excluded in ({}, {1}, {3}, {1, 2, 3}, {1, 3}, {1, 4, 6}, {1, 3, 4}, {2, 4}):
        check_records(nt.AllBut(excluded), [(n,) for n in range(25)])


@given(SETS, st.lists(st.integers(0, 30), max_size=3))
@SMALL
def test_allbut_winning_moves(excluded: set[int], heaps: list[int]) -> None:
    values = all_but(excluded, 31)
    position = nt.AllBut(excluded)(heaps)
    expected = {
        (*heaps[:i], left, *heaps[i + 1 :])
        for i, heap in enumerate(heaps)
        for left in range(heap)
        if heap - left not in excluded and nt.nim_sum(*(values[h] for h in heaps), values[heap], values[left]) == 0
    }
    assert {move.state for move in nt.winning_moves(position)} == expected


def test_wide_sets_cost_no_more_than_the_heap() -> None:
    for text, value in (
        ("subtraction{1-3,99999999999}: 7", 3),
        ("subtraction{2,5,1-99999999999999999999999}: 5", 5),
        ("subtraction{3-99999999999999999999999}: 10", 3),
        ("allbut{2,99999999999}: 5", 3),
        ("allbut{3,5-99999999999}: 6", None),
        ("allbut{99999999999}: 12345678901234567890", None),
    ):
        found = nt.grundy(nt.parse(text), limit=10_000)
        assert value is None or found == value
    assert nt.grundy(nt.parse("allbut{3,5-99999999999}: 30"), limit=10_000) == take_away({1, 2, 4}, 31)[30]


def test_lasker() -> None:
    plain = [0]
    for n in range(1, 60):
        takes, splits = plain[:n], [plain[a] ^ plain[n - a] for a in range(1, n)]
        plain.append(mex([*takes, *splits]))
    assert [nt.grundy(nt.Lasker(n)) for n in range(60)] == plain
    assert nt.sequence(nt.Lasker, 60).tolist() == plain
    check_period(plain, nt.period(nt.Lasker), least=False)
    check_records(nt.Lasker, [(n,) for n in range(9)])


@pytest.mark.parametrize("k", [1, 2, 3])
def test_moore(k: int) -> None:
    game = nt.Moore(k)
    plain = Reference(game)
    for heaps in combinations_with_replacement(range(5 if k < 3 else 4), 4):
        check_records(game, [heaps], plain)
        assert nt.grundy(game(heaps)) == plain.value(heaps)
    for heaps in product(range(6), repeat=3):
        position = game(heaps)
        assert (nt.outcome(position) == "P") == plain.is_p(heaps)
        assert sorted(m.state for m in nt.winning_moves(position)) == sorted(plain.winning(heaps))


def test_moore_with_many_heaps_begins_at_once() -> None:
    with pytest.raises(nt.Limit):
        nt.winning_moves(nt.Moore(50)((1,) * 101), limit=2000)
    assert nt.outcome(nt.Moore(50)((7,) * 102)) == "P"
    assert len(nt.winning_moves(nt.Moore(50)((10**30,)))) == 1


# -- coins ---------------------------------------------------------------------------------------

COIN_GAMES = [nt.Turtles, nt.Twins, nt.MockTurtles, nt.Ruler, nt.SubtractionCoins({1, 2, 3})]


@every_row("game", COIN_GAMES)
def test_coins_in_a_row(game: CoinGame) -> None:
    coins = range(game.first, game.first + 8)
    plain = Reference(game)
    check_records(game, [(n,) for n in coins], plain)
    for size in range(5):
        for heads in combinations(coins, size):
            assert nt.grundy(game(heads)) == plain.value(heads)
            assert sorted(m.state for m in nt.winning_moves(game(heads))) == sorted(plain.winning(heads))


def head_values(game: CoinGame, size: int) -> dict[Any, int]:
    """Values of single heads by the definition, where a position is the nim-sum of its heads."""
    values: dict[Any, int] = {}
    for n in range(game.first, game.first + size):
        values[n] = mex(nt.nim_sum(*(values[coin] for coin in others)) for others in game.turns(n))
    return values


def test_heads_far_to_the_right() -> None:
    for game in COIN_GAMES:
        for coin, value in head_values(game, 40).items():
            assert nt.grundy(game((coin,))) == value
    assert nt.grundy(nt.MockTurtles(10**18)) in (2 * 10**18, 2 * 10**18 + 1)
    assert nt.grundy(nt.Ruler(3 * 2**80)) == 2**80


@every_row(("columns", "rows"), list(product(COIN_GAMES, COIN_GAMES)), one_in=5)
def test_the_tartan_theorem(columns: CoinGame, rows: CoinGame) -> None:
    game = nt.Tartan(columns, rows)
    values: dict[Any, int] = {}
    for y in range(rows.first, rows.first + 6):
        for x in range(columns.first, columns.first + 6):
            values[x, y] = mex(nt.nim_sum(*(values[coin] for coin in others)) for others in game.turns((x, y)))
            assert nt.grundy(game((x, y))) == values[x, y]


@pytest.mark.parametrize(("columns", "rows"), [(nt.Twins, nt.Ruler), (nt.Ruler, nt.MockTurtles)], ids=str)
def test_a_board_is_the_sum_of_its_heads(columns: CoinGame, rows: CoinGame) -> None:
    game = nt.Tartan(columns, rows)
    squares = list(product(range(columns.first, columns.first + 3), range(rows.first, rows.first + 3)))
    plain = Reference(game)
    for size in range(4):
        for heads in combinations(squares, size):
            position = game(heads)
            assert nt.grundy(position) == plain.value(position.state)


@given(st.integers(1, 10**6), st.integers(0, 40))
def test_ruler_runs(n: int, v: int) -> None:
    runs = solver().reach(nt.Ruler, (n,), v)
    expected, total = [], 0
    for a in range(n, max(0, n - 200), -1):
        total ^= (a & -a) if a < n else 0
        if total == v:
            expected.append(tuple(range(a, n)))
    assert [run for run in runs if len(run) < 200] == expected


# -- pieces and boards ---------------------------------------------------------------------------


def test_rook_and_chop() -> None:
    check_records(nt.Rook, list(product(range(9), repeat=2)))
    check_records(nt.Chop, list(product(range(1, 10), repeat=2)))


@SMALL
@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), min_size=1, max_size=4))
def test_squares_of_the_queen_in_any_order(asked: list[tuple[int, int]]) -> None:
    squares, plain = Squares(), reference(nt.Wythoff(0, 0))
    for square in asked:
        assert squares.value(square, Budget()) == plain.value(square)
    assert Squares().values(asked, Budget()) == [plain.value(square) for square in asked]


def test_squares_of_the_queen_after_a_limit() -> None:
    squares = Squares()
    with pytest.raises(nt.Limit):
        squares.value((40, 30), Budget(Limits(positions=900)))
    with pytest.raises(nt.Limit):
        squares.value((40, 20), Budget(Limits(positions=700)))
    spent = Budget(Limits(positions=1000))
    spent.spend(500)
    with pytest.raises(nt.Limit):  # half-way: the others were refused before they began
        squares.value((40, 30), spent)
    assert spent.spent == 1000
    for square in (12, 20), (33, 31), (50, 12):
        assert squares.value(square, Budget()) == Squares().value(square, Budget())


def test_wythoff_by_the_definition() -> None:
    plain = Reference(nt.Wythoff)
    lost = {(0, 0)}
    for d in range(1, 61):
        low = mex([n for pair in lost for n in pair])
        lost |= {(low, low + d), (low + d, low)}
    for x, y in product(range(61), repeat=2):
        assert (nt.outcome(nt.Wythoff(x, y)) == "P") == ((x, y) in lost)
    for x, y in product(range(16), repeat=2):
        assert (nt.outcome(nt.Wythoff(x, y)) == "P") == plain.is_p((x, y))
        assert {m.state for m in nt.winning_moves(nt.Wythoff(x, y))} == set(plain.winning((x, y)))
        assert nt.grundy(nt.Wythoff(x, y)) == plain.value((x, y))


@given(st.integers(0, 10**30) | st.integers(0, 10**400))
def test_wythoff_far_out(d: int) -> None:
    """Beatty: floor(d phi) and floor(d phi^2) hit every number exactly once."""
    low = (d + isqrt(5 * d * d)) // 2
    assert nt.outcome(nt.Wythoff(low, low + d)) == "P"
    assert not nt.winning_moves(nt.Wythoff(low + d, low))
    for x, y in ((low + 1, low + d), (low, low + d + 1), (low + 1, low + d + 1)):
        assert nt.outcome(nt.Wythoff(x, y)) == "N"
        moves = nt.winning_moves(nt.Wythoff(x, y))
        assert 1 <= len(moves) <= 3
        assert all(nt.outcome(move) == "P" for move in moves)


@given(st.integers(0, 10**40))
def test_every_number_has_one_partner(n: int) -> None:
    """From (n, far away) there is always a P-position in the row, and it pairs n with one number only."""
    moves = [m.state for m in nt.winning_moves(nt.Wythoff(n, 5 * n + 7)) if m.state[0] == n]
    assert len(moves) == 1
    partner = moves[0][1]
    assert (n,) == tuple(m.state[1] for m in nt.winning_moves(nt.Wythoff(partner, 5 * n + 7)) if m.state[0] == partner)


@pytest.mark.parametrize("width", [1, 3, 5])
def test_two_dimensional_nim_on_a_board(width: int) -> None:
    game = nt.Nim2DGame(width)
    squares = list(product(range(width), range(4)))
    check_records(game, [(stone,) for stone in squares])
    plain = Reference(game)
    for stones in product(squares[:8], repeat=2):
        assert nt.grundy(game(stones)) == plain.value(stones)
        assert {m.state for m in nt.winning_moves(game(stones))} == set(plain.winning(stones))


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 6)), min_size=1, max_size=4))
def test_two_dimensional_nim_without_end(stones: list[tuple[int, int]]) -> None:
    position = nt.Nim2D(stones)
    value = nt.nim_sum(*(nt.Ordinal(f"w*{y}+{x}" if x and y else f"w*{y}" if y else x) for x, y in stones))
    assert nt.grundy(position) == value
    assert nt.outcome(position) == ("N" if value else "P")
    moves = nt.winning_moves(position)
    assert bool(moves) == bool(value)
    for move in moves:
        assert nt.grundy(move) == 0
        (i,) = [i for i, (a, b) in enumerate(zip(stones, move.state, strict=True)) if a != b]
        (x, y), (a, b) = stones[i], move.state[i]
        assert b < y or (b == y and a < x)


def test_ordinal_heaps_beside_finite_games() -> None:
    for other in (
        "kayles: 10000000000000",
        "mock-turtles: 10000000000000",
        "allbut{2,3}: 10000000000000",
        "lasker: 9999999",
        "corners: 9999999,9999999",
        "subtraction{2,3,7}: 999",
        "ruler: 77777777777",
        "chomp: 3x3",
        "cram: 3x3",
    ):
        moves = nt.winning_moves(nt.parse(f"{other} + nim: w"), limit=10_000)
        assert [str(m).endswith(f"nim: {nt.grundy(nt.parse(other))}") for m in moves] == [True]


def partitions(columns: int, rows: int) -> list[tuple[int, ...]]:
    return [
        bar
        for n in range(1, rows + 1)
        for bar in product(range(1, columns + 1), repeat=n)
        if list(bar) == sorted(bar)[::-1]
    ]


def test_chomp_falls_apart() -> None:
    tall = [(row, *(2,) * low, *(1,) * ones) for row in range(2, 9) for low in range(1, 4) for ones in range(3)]
    check_records(nt.Chomp, [*tall, *map(transpose, tall)])
    for n in range(12):  # as in the source: won unless n is 2
        assert nt.outcome(nt.Chomp(n + 2, 2, 2)) == ("P" if n == 2 else "N")
    assert [str(move) for move in nt.winning_moves("chomp: 1000002 2 2")] == ["chomp: 4 2 2"]


@given(st.integers(1, 30), st.integers(1, 30))
def test_the_word_of_two_amounts(x: int, more: int) -> None:
    game = nt.Subtraction({x, x + more})
    *_, told = (theorem.method(game, (0,)) for theorem in theorems_of(game) if theorem.method)
    values = nt.sequence(game, 3 * nt.period(game).period).tolist()
    assert values == 3 * list(map(int, written_out(str(told).rpartition("repeat ")[2].rstrip("."))))


def written_out(word: str) -> str:
    """(000111)^2 2 as 0001110001112."""
    flat = re.sub(r"(\d)\^(\d+)", lambda found: found[1] * int(found[2]), word.replace(")^", ")*"))
    flat = re.sub(r"\(([\d ]+)\)(?:\*(\d+))?", lambda found: found[1] * int(found[2] or 1), flat)
    return flat.replace(" ", "")


def test_chomp() -> None:
    plain = Reference(nt.Chomp)
    bars = partitions(5, 4)
    check_records(nt.Chomp, bars, plain)
    for bar in bars:
        assert nt.grundy(nt.Chomp(bar)) == plain.value(bar)
        assert {m.state for m in nt.winning_moves(nt.Chomp(bar))} == set(plain.winning(bar))
    for n in range(1, 12):
        assert nt.grundy(nt.Chomp((n,))) == nt.grundy(nt.Chomp((1,) * n)) == n - 1
    assert nt.winning_moves(nt.parse("chomp: 99999999999"))[0].state == (1,)
    assert nt.outcome(nt.parse("chomp: 99999999999x5")) == "N"


@every_row(("width", "height"), [(1, 6), (2, 3), (3, 3), (2, 4), (4, 2), (4, 3)])
def test_cram_symmetry_on_all_shapes(width: int, height: int) -> None:
    plain = Reference(nt.Cram)
    for empty in range(1 << width * height):
        state = width, height, empty
        for theorem in theorems_of(nt.Cram):
            if theorem.outcome and (verdict := theorem.outcome(nt.Cram, state)) is not None:
                assert verdict == ("P" if plain.is_p(state) else "N"), state
        if empty % 5 == 0:
            assert nt.grundy(nt.Cram(state)) == plain.value(state)


def tables() -> list[nt.Table]:
    return [nt.Table(w, h, s) for w in range(1, 5) for h in range(1, 5) for s in range(1, 4) if w * h <= 9 or s > 1]


def test_table_symmetry() -> None:
    for game in tables():
        plain, todo, seen = Reference(game), [()], set()
        while todo and len(seen) < 300:
            state = todo.pop()
            seen.add(state)
            check_records(game, [state], plain)
            todo += [option for option in plain.options(state) if option not in seen]
        assert nt.grundy(game(())) == plain.value(())


def test_a_huge_table_is_answered_at_once() -> None:
    assert nt.outcome(nt.Table(10**9 + 1, 10**9, 1)(())) == "P"
    assert nt.outcome(nt.Table(10**9, 10**9, 2)(())) == "N"
    assert nt.grundy(nt.Table(10**9 + 1, 10**9 + 1, 1)(())) == 1
    with pytest.raises(nt.Limit):
        nt.grundy(nt.Table(10**9, 10**9 + 1, 2)(()), limit=50)


# -- take and break ------------------------------------------------------------------------------


def codes(digits: str) -> st.SearchStrategy[str]:
    tail = st.text(digits, min_size=1, max_size=4)
    first = st.sampled_from([d for d in "048C" if d in digits])
    repeat = st.just("") | tail.map(lambda text: f"[{text}]")
    signs = st.sampled_from(["", "!"])
    return st.builds(lambda d, t, r, sign: re.sub(r"(\w)", rf"\1{sign}", f"{d}.{t}{r}"), first, tail, repeat, signs)


def plain_code_values(code: str, size: int) -> list[int]:
    """By the meaning of the digits: leave 0, 1, 2 or 3 heaps, none of them empty."""
    values: list[int] = []
    game = Code(code)
    for n in range(size):
        seen = set()
        for t in range(n + 1):
            m, digit = n - t, game.digit(t)
            for heaps in range(4 if t or n else 0):
                if digit >> heaps & 1 and (heaps or m == 0) and (t or heaps > 1):
                    for left in combinations_with_replacement(range(1, m + 1), heaps):
                        if sum(left) == m and ("!" not in code or len(set(left)) == heaps):
                            seen.add(nt.nim_sum(*(values[a] for a in left)))
        values.append(mex(seen))
    return values


@given(codes("0123456789ABCDEF"))
@SMALL
def test_codes(code: str) -> None:
    values = plain_code_values(code, 15)
    game = nt.Octal(code)
    assert [nt.grundy(game(n)) for n in range(15)] == values
    plain = Reference(game)
    assert [plain.value((n,)) for n in range(8)] == values[:8]
    assert nt.Octal(str(game.code)) == game


@given(codes("01234567"))
@SMALL
def test_rows_have_the_values_of_heaps(code: str) -> None:
    rows = nt.Octal(code, rows=True)
    plain = Reference(rows)
    values = plain_code_values(code, 7)
    assert [plain.value((n,)) for n in range(7)] == values
    assert [nt.grundy(rows(n)) for n in range(7)] == values


def test_a_gap_cannot_leave_three_rows() -> None:
    with pytest.raises(nt.UsageError):
        nt.Octal("0.8", rows=True)


@pytest.mark.slow
@given(codes("01234567"))
@settings(max_examples=10)
def test_periods_of_random_codes_hold_further_on(code: str) -> None:
    game = nt.Octal(code)
    found = nt.period(game, limit=400)
    if found:
        assert isinstance(found, nt.Period)
        size = found.preperiod + 3 * found.period + 150
        values = plain_values_fast(Code(code), size)
        check_period(values, found, least=True)


def plain_values_fast(code: Code, size: int) -> list[int]:
    values: list[int] = []
    for n in range(size):
        seen = set()
        for t in range(n + 1):
            m, digit = n - t, code.digit(t)
            if digit & 1 and m == 0 and t:
                seen.add(0)
            if digit & 2 and m and t:
                seen.add(values[m])
            if digit & 4:
                seen |= {values[a] ^ values[m - a] for a in range(1, m) if not (code.unequal and 2 * a == m)}
        values.append(mex(seen))
    return values


OCTAL: dict[str, Any] = json.loads((Path(__file__).parents[1] / "data" / "octal.json").read_text())
"""Recomputed with an independent program; the file describes its own conventions."""


@every_row("case", [c for c in OCTAL["solved"] if c["n_computed"] <= 2000], one_in=10)
def test_known_periods(case: dict[str, Any]) -> None:
    game = nt.Octal(case["code"])
    found = nt.period(game)
    assert (found.preperiod, found.period, found.proved) == (case["preperiod"], case["period"], True)
    assert nt.sequence(game, len(case["first"])).tolist() == case["first"]
    for n in (10**12, 10**18 + 7):  # by the period, from values that are computed
        m = found.preperiod + (n - found.preperiod) % found.period
        assert nt.grundy(game(n)) == nt.grundy(game(m))


@every_row("case", OCTAL["no_period_found"], one_in=10)
def test_codes_without_a_known_period(case: dict[str, Any]) -> None:
    game = nt.Octal(case["code"])
    assert nt.sequence(game, len(case["first"])).tolist() == case["first"]
    found = nt.period(game, limit=300)
    assert not found
    assert found.computed >= 256


@every_row("code", OCTAL["hexadecimal_observed_to_500"], one_in=20)
def test_hexadecimal_codes(code: str) -> None:
    case = OCTAL["hexadecimal_observed_to_500"][code]
    assert nt.sequence(nt.Octal(code), len(case["first"])).tolist() == case["first"]
    found = nt.period(nt.Octal(code), trust=True)  # what that program observed is proved here
    assert (found.preperiod, found.period, found.saltus, found.proved) == (*_numbers(case), True)


def _numbers(case: dict[str, Any]) -> tuple[int, int, int]:
    return case["preperiod"], case["period"], case["saltus"]


def test_grundys_game() -> None:
    for n, value in OCTAL["grundy"]["first"]["G"].items():
        if int(n) <= 1000:
            assert nt.grundy(nt.Grundy(int(n))) == value


# -- the table itself ----------------------------------------------------------------------------


def test_rules_changed_in_a_subclass_are_not_covered() -> None:
    class Slow(nt.NimGame):
        def heap_options(self, n: int) -> list[int]:
            return [n - 1] if n else []

    class OddKayles(nt.Octal):
        def heap_options(self, n: int) -> list[tuple[int, ...]]:
            return [(n - 1,)] if n else []

    class Limited(nt.Subtraction):
        def heap_options(self, n: int) -> list[int]:
            return [n - 2] if n > 1 else []

    assert nt.grundy(Slow()(7)) == 1
    assert nt.sequence(Slow(), 5).tolist() == [0, 1, 0, 1, 0]
    assert nt.grundy(OddKayles("0.77")(7)) == 1
    assert nt.grundy(Limited({1, 2, 3})(7)) == 1
    assert nt.outcome(Limited({1, 2, 3})(7), misere=True) == "P"
    assert not nt.period(Slow())  # observed: its rules may change with the heap


def test_every_record_names_a_source_and_says_something() -> None:
    for records in joined_tables("theorems", "THEOREMS").values():
        for record in records:
            assert record.name
            assert record.source
            assert record.value or record.outcome or record.misere or record.from_parts


# -- misere --------------------------------------------------------------------------------------


@given(SETS, SETS, st.lists(st.integers(0, 6), max_size=2), st.lists(st.integers(0, 6), max_size=2), st.integers(0, 3))
@settings(max_examples=37)
def test_tame_sums(amounts: set[int], excluded: set[int], some: list[int], others: list[int], heap: int) -> None:
    position = nt.Subtraction(amounts)(some) + nt.AllBut(excluded)(others) + nt.Nim(heap)
    plain = Reference(position.game)
    assert (nt.outcome(position, misere=True) == "P") == plain.is_p(position.state, True)
    assert sorted(m.state for m in nt.winning_moves(position, misere=True)) == sorted(
        plain.winning(position.state, True)
    )


@every_row(
    "text",
    ["nim: 2 2 1", "nim: 1 1 1", "nimble: 0 2 3", "rook: 3 3", "rook: 1 1", "chop: 3x2", "nim2d{3}: 1,1 2,0 0,1"],
)
def test_misere_of_what_is_nim(text: str) -> None:
    position = nt.parse(text)
    plain = reference(position)
    todo = {position.state}
    while todo:
        state = todo.pop()
        here = nt.Position(position.game, state)
        assert (nt.outcome(here, misere=True) == "P") == plain.is_p(state, True)
        assert {m.state for m in nt.winning_moves(here, misere=True)} == set(plain.winning(state, True))
        todo |= set(plain.options(state))


TAME_GAMES = [
    "nim: 5", "nimble: 5", "subtraction{1,3,4}: 12", "subtraction{2,5}: 12", "allbut{2,3}: 11", "allbut{1}: 11",
    "rook: 3 3", "chop: 4x3", "nim2d{3}: 2,2",
]  # fmt: skip


def test_what_theorems_call_tame_is_tame_by_its_forms() -> None:
    """No class is called tame without one of its games here, whose positions the genera prove to be tame."""
    games = [nt.parse(text) for text in TAME_GAMES]
    traits = joined_tables("theorems", "TRAITS")
    assert {type(position.game) for position in games} == {rules for rules in traits if traits[rules].tame}
    for position in games:
        todo, seen = [position], {position}
        while todo:
            here = todo.pop()
            found = nt.genus(here)
            heaps = as_heaps(here.game, here.state) or (nt.grundy(here),)
            assert (found.kind, found.normal) == ("tame", nt.grundy(here))
            assert (found.misere[0] == found.normal) == any(heap > 1 for heap in heaps)
            new = {*here.options()} - seen
            seen |= new
            todo += new


def test_random_positions_by_a_fixed_seed() -> None:
    """A last, wide net: theorem, sequence and search agree on sums of everything."""
    chance = random.Random(1940)
    texts = [
        "nim: 3",
        "kayles: 4",
        "lasker: 4",
        "ruler: 3",
        "wythoff: 2 3",
        "chomp: 2 1",
        "cram: 2x2",
        "twins: 3",
        "subtraction{1,3}: 5",
        "allbut{2}: 4",
        "moore{2}: 1 1 1",
        "grundy: 5",
        "corners: 1,1",
        "rook: 1 2",
    ]
    for _ in range(40):
        position = nt.parse(" + ".join(chance.sample(texts, 2)))
        plain = Reference(position.game)
        assert nt.grundy(position) == plain.value(position.state)
        for misere in (False, True):
            assert (nt.outcome(position, misere=misere) == "P") == plain.is_p(position.state, misere)


# -- closed forms of periods ---------------------------------------------------------------------

SMALL_SETS = [set(c) for size in range(4) for c in combinations(range(1, 9), size)]


@every_row(
    ("game", "same"),
    [
        (nt.Subtraction("2-"), nt.AllBut({1})),
        (nt.Subtraction("1-3,5-"), nt.AllBut({4})),
        (nt.Subtraction("4-"), nt.AllBut({1, 2, 3})),
        (nt.AllBut("4-"), nt.Subtraction({1, 2, 3})),
        (nt.AllBut("1,2,4,5,7-"), nt.Subtraction({3, 6})),
        (nt.AllBut("1-"), nt.Subtraction(())),
    ],
)
def test_theorems_do_not_mind_how_a_set_is_written(game: nt.Game, same: nt.Game) -> None:
    check_records(game, [(n,) for n in range(40)])
    assert theorems_of(game) == theorems_of(same) != ()
    assert closed_form(game) == closed_form(same)


def test_a_period_is_named_after_its_theorem() -> None:
    for game in (nt.Nim, nt.Nimble, nt.Lasker, nt.Subtraction({3}), nt.AllBut({3})):
        found = closed_form(game)
        assert found is not None
        assert found.certificate == {"kind": "theorem", "name": str(nt.analyse(game(7)).parts[0].because.name)}


@pytest.mark.parametrize("make", [nt.Subtraction, nt.AllBut])
def test_closed_forms_are_what_the_general_method_finds(make: Callable[[set[int]], nt.Game]) -> None:
    covered = 0
    for amounts in SMALL_SETS:
        game = make(amounts)
        formula = closed_form(game)
        if formula is None:
            continue
        sequence = sequence_of(game)
        assert sequence is not None
        found = sequence.prove(Budget())
        assert (formula.preperiod, formula.period, formula.saltus) == (found.preperiod, found.period, found.saltus)
        covered += 1
    assert covered >= 20


def test_a_formula_needs_no_run() -> None:
    assert nt.period(nt.Subtraction({10**12})).period == 2 * 10**12
    assert nt.period(nt.Subtraction("1-1000000000000")).period == 10**12 + 1


@pytest.mark.parametrize("code", [".8?", ".[8]"])
def test_growing_values_of_other_codes_are_observed_not_proved(code: str) -> None:
    """Signs and digits without end: no theorem here is about them."""
    found = nt.period(nt.Octal(code))
    assert not found.proved
    assert isinstance(found, nt.Period)
    assert found.certificate is None
    assert (found.period, found.saltus) == (3, 1)
