"""Coins in a row and on a board: the moves to each value, and winning moves by nim-division, against all options."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations, islice, product
from math import comb
from pathlib import Path
from typing import Any

import pytest
from every_row import every_row
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import Reference, mex
from typer.testing import CliRunner

import nimatron as nt
from nimatron.cli.program import app
from nimatron.explain.explanations import explain
from nimatron.explain.steps import PartStep
from nimatron.families.catalog import CATALOG
from nimatron.families.coins.rules import Coin, CoinGame, TurtlesGame
from nimatron.notation.own_file import load
from nimatron.notation.reader import parse
from nimatron.play.computer import choose
from nimatron.show.explanation_text import explanation_lines
from nimatron.show.json_data import analysis_data
from nimatron.show.text import analysis_lines
from nimatron.solve.solver import Solver
from nimatron.solve.theorem import count

ROWS = [nt.Turtles, nt.Twins, nt.MockTurtles, nt.Ruler, nt.SubtractionCoins({1, 2, 3}), nt.SubtractionCoins("2-")]


class Triplets(CoinGame):
    """Turn exactly three coins at equal distances, or the two leftmost of all."""

    def turns(self, n: int) -> Iterable[tuple[Coin, ...]]:
        yield from ((n - 2 * d, n - d) for d in range(1, n // 2 + 1))
        if n == 1:
            yield (0,)


class Doubled(CoinGame):
    """Twins, written carelessly: moves named twice, a coin named twice, the head among the others."""

    def turns(self, n: int) -> Iterable[tuple[Coin, ...]]:
        for a in range(n):
            yield from [(a,), (a, a), (n, a), (a, n)]


class FewTurtles(TurtlesGame):
    """Turtles that look at most three coins back: no theorem covers a subclass."""

    def turns(self, n: int) -> Iterable[tuple[Coin, ...]]:
        return ((a,) for a in range(max(1, n - 3), n))


OWN = [Triplets(), Doubled(), FewTurtles()]
ALL = ROWS + OWN


@cache
def values(game: CoinGame, size: int) -> dict[Any, int]:
    """Values of single heads by the definition, where a position is the nim-sum of its heads."""
    found: dict[Any, int] = {}
    for coin in squares(game, size):
        found[coin] = mex(nt.nim_sum(*(found[c] for c in option)) for option in game.options((coin,)))
    return found


def squares(game: CoinGame, size: int) -> list[Any]:
    if isinstance(game, nt.Tartan):
        return [(x, y) for y in squares(game.rows, size) for x in squares(game.columns, size)]
    return list(range(game.first, game.first + size))


def winning(position: nt.Position, size: int) -> set[Any]:
    """The options of value 0, one by one."""
    assert isinstance(position.game, CoinGame)
    grundy = values(position.game, size)
    return {option for option in position.game.options(position.state) if not nt.nim_sum(*map(grundy.get, option))}


# -- one row -------------------------------------------------------------------------------------


@every_row("game", ALL)
def test_the_moves_of_a_coin_by_value(game: CoinGame) -> None:
    grundy = values(game, 40)
    for n in squares(game, 40):
        turning = Solver().expert(game).turning(n)
        by_value: dict[int, set[Any]] = {}
        for option in game.options((n,)):
            by_value.setdefault(nt.nim_sum(*map(grundy.get, option)), set()).add(option)
        assert sorted(turning.values()) == sorted(by_value)
        assert turning.breadth >= len(by_value)
        for v in range(130):
            options = turning.to(v)
            assert count(options) == len(list(options)) == len(by_value.get(v, ()))
            assert set(options) == by_value.get(v, set())
            assert [options[i] for i in range(count(options))] == list(options)
            if options:
                assert turning.widest(v) > max(map(len, options))


@every_row("game", ALL)
def test_all_small_rows(game: CoinGame) -> None:
    plain = Reference(game)
    for size in range(4):
        for heads in combinations(squares(game, 7), size):
            position = game(heads)
            assert nt.grundy(position) == plain.value(heads)
            assert sorted(m.state for m in nt.winning_moves(position)) == sorted(plain.winning(heads))


@given(st.integers(0, 10**18), st.integers(0, 10**18), st.integers(0, 10**18))
def test_mock_turtles_far_to_the_right(n: int, v: int, i: int) -> None:
    options = Solver().expert(nt.MockTurtles).turning(n).to(v)
    for option in [options[i % count(options)], options[0], options[-1]] if count(options) else []:
        assert nt.grundy(nt.MockTurtles(option)) == v
        assert option == tuple(sorted(set(option)))
        assert all(0 <= coin < n for coin in option)
    assert count(options) <= max(1, n // 2)


def test_mock_turtles_with_more_moves_than_a_list_holds() -> None:
    moves = nt.winning_moves(nt.MockTurtles(0, 1, 10**18))
    assert moves.total == len(moves) > 10**17
    assert all(nt.outcome(moves[i]) == "P" for i in (0, 10**17, -1))
    assert len({move.state for move in moves[:1000]}) == 1000


def test_every_move_of_a_coin_has_one_value() -> None:
    for n in (1, 2, 3, 64, 1000, 1023):
        turning = Solver().expert(nt.MockTurtles).turning(n)
        assert sum(count(turning.to(v)) for v in turning.values()) == 1 + n + comb(n, 2)


# -- boards --------------------------------------------------------------------------------------


@every_row(("columns", "rows"), list(product(ROWS, ROWS)), one_in=4)
def test_all_small_boards(columns: CoinGame, rows: CoinGame) -> None:
    """Whole positions by plain search: nothing is known of heads, values or products."""
    game = nt.Tartan(columns, rows)
    plain = Reference(game)
    board = [(x, y) for x, y in squares(game, 3) if x < columns.first + 3 and y < rows.first + 2]
    for size in range(len(board) + 1):
        for heads in combinations(board, size):
            position = game(heads)
            assert nt.grundy(position) == plain.value(position.state)
            assert sorted(m.state for m in nt.winning_moves(position)) == sorted(plain.winning(position.state))


@every_row(("columns", "rows"), list(product(ALL, ALL)), one_in=5)
def test_a_head_to_every_value(columns: CoinGame, rows: CoinGame) -> None:
    game = nt.Tartan(columns, rows)
    grundy, solver = values(game, 6), Solver()
    for head in squares(game, 6):
        assert solver.value(game, (head,)) == grundy[head]
        by_value: dict[int, set[Any]] = {}
        for option in game.options((head,)):
            by_value.setdefault(nt.nim_sum(*map(grundy.get, option)), set()).add(option)
        for v in {*by_value, grundy[head], 0, 1, 255, 2**40}:
            options = solver.reach(game, (head,), v)
            assert count(options) == len(by_value.get(v, ()))
            assert set(options) == by_value.get(v, set())
            assert [options[i] for i in range(count(options))] == list(options)


@st.composite
def boards(draw: st.DrawFn, size: int = 10) -> nt.Position:
    game = nt.Tartan(draw(st.sampled_from(ALL)), draw(st.sampled_from(ALL)))
    return game(tuple(draw(st.sets(st.sampled_from(squares(game, size)), max_size=5))))


@pytest.mark.slow
@given(boards())
@settings(max_examples=15)
def test_random_boards(position: nt.Position) -> None:
    assert isinstance(position.game, nt.Tartan)
    grundy = values(position.game, 10)
    assert nt.grundy(position) == nt.nim_sum(*(grundy[head] for head in position.state))
    moves = nt.winning_moves(position)
    states = [move.state for move in moves]
    assert len(states) == moves.total == len(set(states))
    assert set(states) == winning(position, 10)


@given(boards(4), st.sampled_from(["nim: 3 6", "ruler: 5", "kayles: 7", "nim: w+2 1", "corners: 3,3 2,1"]))
@settings(max_examples=10)
def test_boards_in_sums(board: nt.Position, text: str) -> None:
    position = board + nt.parse(text)
    moves = nt.winning_moves(position)
    assert bool(moves) == (nt.outcome(position) == "N")
    assert len({move.state for move in moves}) == moves.total
    if "w" not in text:
        expected = {option.state for option in position.options() if nt.grundy(option) == 0}
        assert {move.state for move in moves} == expected


@pytest.mark.parametrize(("columns", "rows"), [(nt.Ruler, nt.Twins), (nt.MockTurtles, nt.Turtles)], ids=str)
def test_misere_boards_are_searched(columns: CoinGame, rows: CoinGame) -> None:
    game = nt.Tartan(columns, rows)
    plain = Reference(game)
    for size in range(3):
        for heads in combinations(squares(game, 2), size):
            position = game(heads)
            answer = nt.analyse(position, misere=True)
            assert (answer.outcome == "P") == plain.is_p(position.state, True)
            assert answer.because.kind == "search"
            assert answer.winning_moves is not None
            assert {m.state for m in answer.winning_moves} == set(plain.winning(position.state, True))


# -- large boards --------------------------------------------------------------------------------

MOCKS = nt.Tartan(nt.MockTurtles, nt.MockTurtles)


def changes(n: int) -> Any:
    """How many moves of coin n of Mock Turtles change its value by 0, 1, 2, ...: by looking at all of them."""
    import numpy as np

    grundy = np.array([2 * x + (x.bit_count() + 1) % 2 for x in range(n + 1)])
    left, own = grundy[:n], grundy[n]
    pairs = (left[:, None] ^ left)[np.triu_indices(n, 1)]
    return np.bincount(np.concatenate([[own], left ^ own, pairs ^ own]), minlength=4 * n)


def counted(x: int, y: int, change: int) -> int:
    columns, rows = changes(x), changes(y)
    quotients = ((int(columns[a]), nt.nim_div(change, a)) for a in range(1, len(columns)) if columns[a])
    return sum(a * int(rows[b]) for a, b in quotients if b < len(rows))


def test_the_number_of_winning_moves_of_a_medium_board() -> None:
    columns, rows = changes(60), changes(61)
    totals: dict[int, int] = {}
    for (a, m), (b, n) in product(enumerate(map(int, columns)), enumerate(map(int, rows))):
        if m and n:
            change = nt.nim_mul(a, b)
            totals[change] = totals.get(change, 0) + m * n
    value = nt.grundy(MOCKS((60, 61)))
    found = {change: count(Solver().reach(MOCKS, ((60, 61),), value ^ change)) for change in range(1, 256)}
    assert {change: n for change, n in found.items() if n} == totals
    assert sum(found.values()) == (1 + 60 + comb(60, 2)) * (1 + 61 + comb(61, 2))


def is_move(position: nt.Position, after: nt.Position) -> bool:
    """At most three columns and three rows, all their crossings, the last of them a head."""
    turned = set(position.state) ^ set(after.state)
    columns, rows = {x for x, _ in turned}, {y for _, y in turned}
    last = max(columns), max(rows)
    return len(columns) <= 3 and len(rows) <= 3 and turned == set(product(columns, rows)) and last in position.state


@pytest.mark.parametrize(
    "heads", [((1000, 1000),), ((1000, 1000), (999, 1000), (500, 700), (1000, 17)), ((1, 2), (700, 900))]
)
def test_a_large_board(heads: tuple[tuple[int, int], ...]) -> None:
    position = MOCKS(heads)
    answer = nt.analyse(position)
    assert answer.winning_moves is not None
    assert isinstance(answer.value, int)
    assert answer.winning_moves.total == sum(counted(x, y, answer.value) for x, y in heads)
    assert answer.solution == "strong"
    assert {str(part.because.name) for part in answer.parts} == {"tartan theorem: the nim-product of the two values"}
    moves = answer.winning_moves
    step = max(1, moves.total // 50)
    for i in range(0, moves.total, step):
        assert nt.outcome(moves[i]) == "P"
        assert is_move(position, moves[i])
    assert [m.state for m in moves[:100]] == [m.state for m in islice(moves, 100)]
    assert len({move.state for move in moves[:5000]}) == min(5000, moves.total)


def test_a_hundred_billion_winning_moves() -> None:
    position = MOCKS((20000, 20000))
    answer = nt.analyse(position, limit=100_000)
    moves = answer.winning_moves
    assert moves is not None
    assert moves.total > 10**11
    for move in (moves[0], moves[10**11], moves[-1]):
        assert nt.grundy(move) == 0
        assert is_move(position, move)
    with pytest.raises(IndexError):
        moves[moves.total]
    data = analysis_data(answer)
    assert data["winning_count"] == moves.total
    assert len(data["winning_moves"]) == 1000
    assert any(line.text.startswith(f"{moves.total:,} winning moves") for line in analysis_lines(answer))


@given(st.sampled_from(ROWS), st.sampled_from(ROWS), st.integers(2, 200), st.integers(10**6, 10**9))
@settings(max_examples=10)
def test_one_side_may_be_very_long(columns: CoinGame, rows: CoinGame, x: int, y: int) -> None:
    """The shorter side is looked through, the longer one only looked up."""
    position = nt.Tartan(columns, rows)((x, y))
    moves = nt.winning_moves(position, limit=100_000)
    assert bool(moves) == (nt.outcome(position) == "N")
    for move in moves.first(3):
        assert nt.outcome(move) == "P"


@pytest.mark.parametrize(
    "heads",
    [((2_000, 3), (5, 5)),
     *(pytest.param(heads, marks=pytest.mark.slow)
       for heads in (((200_000, 50),), ((30, 150_000), (7, 9)), ((120_000, 3), (5, 5))))],
)  # fmt: skip
def test_long_sets_of_amounts_are_looked_up(heads: tuple[tuple[int, int], ...]) -> None:
    """Subtraction with all amounts is Turning Turtles."""
    every = nt.SubtractionCoins("1-")
    expected = {m.state for m in nt.winning_moves(nt.Tartan(nt.Turtles, nt.Turtles)(heads))}
    for columns, rows in ((every, nt.Turtles), (nt.Turtles, every), (every, every)):
        found = nt.winning_moves(nt.Tartan(columns, rows)(heads))
        assert {m.state for m in found} == expected


@pytest.mark.parametrize("count", [2_001, pytest.param(100_001, marks=pytest.mark.slow)])
def test_all_amounts_have_all_values(count: int) -> None:
    every = nt.SubtractionCoins("1-")
    assert sorted(Solver().expert(every).turning(count).values()) == list(range(count))


# -- limits --------------------------------------------------------------------------------------


def test_a_limit_leaves_value_and_outcome() -> None:
    position = MOCKS((1000, 1000))
    with pytest.raises(nt.Limit):
        nt.winning_moves(position, limit=100)
    answer = nt.analyse(position, limit=100)
    assert (answer.solution, answer.outcome, answer.value) == ("weak", "N", 1040)
    assert answer.trouble is not None
    with pytest.raises(nt.Limit):
        nt.winning_moves(nt.Tartan(Triplets(), Triplets())((5000, 5000)), limit=1000)


@pytest.mark.slow
def test_moves_too_long_to_be_made_are_counted() -> None:
    moves = nt.winning_moves(nt.Rugs((10_000, 10_000)))
    shown = moves.first(1000)
    assert 0 < len(shown) < moves.total
    assert all(nt.outcome(move) == "P" for move in shown[:10])
    assert sum(len(move.move) for move in shown) <= 100_000
    assert sorted(len(move.move) for move in shown) == [len(move.move) for move in shown]
    with pytest.raises(nt.Limit, match="coins is too long"):
        moves[-1]
    position = nt.Ruler(3, 2**22, 5_000_000)
    answer = nt.analyse(position)
    assert answer.winning_moves is not None
    assert answer.winning_moves.total == 2
    told = [line.text for line in analysis_lines(answer)]
    assert "2 winning moves:" in told
    assert "  and 1 more" in told


@pytest.mark.parametrize("heads", [((10_000, 10_000),), ((10**9, 10**9),)])
def test_the_computer_plays_a_move_that_can_be_made(heads: Any) -> None:
    after = choose(nt.Rugs(heads), seconds=60)
    assert nt.outcome(after) == "P"


# -- own games -----------------------------------------------------------------------------------


def test_an_own_game_in_a_product(tmp_path: Path) -> None:
    file = tmp_path / "hops.py"
    file.write_text(
        "from nimatron import CoinGame\n\n\n"
        "class Hops(CoinGame):\n"
        "    start = (3,)\n\n"
        "    def turns(self, n):\n"
        "        return [(a, n - 1) for a in range(n - 1)] + [()]\n"
    )
    game = load(str(file))
    assert isinstance(game, CoinGame)
    catalog = CATALOG.with_games(game)
    for text in ("tartan{hops,mock-turtles}: 4,5 3,2", "tartan{ruler,hops}: 6,7", "tartan{hops,hops}: 5,3 2,4 3,0"):
        position = parse(text, catalog)
        assert {m.state for m in nt.winning_moves(position)} == winning(position, 8)
    run = CliRunner().invoke(app, ["--load", f"{file}:Hops", "solve", "tartan{hops,twins}: 300,1000", "--json"])
    assert run.exit_code == 0
    assert '"solution": "strong"' in run.stdout


class Crowded(CoinGame):
    """Not told by `turns` alone: a coin may also be turned when it is the only one left."""

    def turns(self, n: int) -> Iterable[tuple[Coin, ...]]:
        return ((a,) for a in range(n))

    def options(self, state: Any) -> Any:
        yield from super().options(state)
        if len(state) == 1:
            yield ()

    def components(self, state: Any) -> Any:
        return ((self, state),)


def test_a_row_with_options_of_its_own_has_no_product_theorem() -> None:
    game = nt.Tartan(Crowded(), nt.Twins)
    plain = Reference(game)
    for heads in combinations(squares(game, 3), 2):
        position = game(heads)
        assert nt.grundy(position) == plain.value(position.state)
        assert {m.state for m in nt.winning_moves(position)} == set(plain.winning(position.state))
        assert {part.because.kind for part in nt.analyse(position).parts} == {"search"}


# -- explanations --------------------------------------------------------------------------------


def test_the_factors_of_a_value() -> None:
    explanation = explain(nt.parse("corners: 3,1 2,3 4,4"))
    steps = [step for step in explanation.steps if isinstance(step, PartStep)]
    assert [tuple(factor.value for factor in step.factors) for step in steps] == [(3, 1), (2, 3), (4, 4)]
    told = [line.text for line in explanation_lines(explanation)]
    assert "    4 ⊗ 4 = 6: the values of twins: 4 and twins: 4" in told


def test_the_factors_of_a_lone_coin() -> None:
    told = [line.text for line in explanation_lines(explain(nt.parse("tartan{ruler,mock-turtles}: 4,5")))]
    assert "  4 ⊗ 11 = 7: the values of ruler: 4 and mock-turtles: 5" in told
    assert (
        "  ruler: 4 has value 4: Ruler: the largest power of 2 that divides x [Berlekamp, Conway, Guy, Winning Ways]."
        in told
    )
