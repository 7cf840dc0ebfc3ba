"""Chomp by rank: the compiled tables are those of the definition, on every board, and every way to them agrees."""

import json
from functools import cache
from itertools import pairwise
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from every_row import every_row
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import mex
from typer.testing import CliRunner, Result

import nimatron as nt
from nimatron.cli.program import app
from nimatron.core.errors import IllegalPosition, Limit
from nimatron.core.limits import Budget
from nimatron.families.chomp.bars import Outcomes, Values, chomp_rank, count, solve_board, table_array, whole_table
from nimatron.families.chomp.rules import transpose
from nimatron.kernels.chomp import chompnimbers, chompoutcomes
from nimatron.kernels.chomp.chompnimbers import nimbers
from nimatron.kernels.chomp.chompoutcomes import outcomes
from nimatron.solve.search.memo import Tables
from nimatron.solve.solver import Solver

DATA: dict[str, Any] = json.loads((Path(__file__).parents[1] / "data" / "chomp.json").read_text())
SIZES = [(int(r), int(c)) for r, c in (key.split("x") for key in DATA["nimbers"])]
BOARDS = [(1, 1), (1, 7), (7, 1), (2, 2), (9, 2), (2, 9), (3, 6), (6, 3), (5, 4), (4, 5), (6, 6), (40, 2)]


@cache
def plain(columns: int, rows: int) -> tuple[list[tuple[int, ...]], list[int]]:
    """All bars in lexicographic order with their values, by the rules and mex alone."""
    bars = [()]
    for _ in range(rows):
        bars = [(*bar, row) for bar in bars for row in range((bar[-1] if bar else columns) + 1)]
    kept = [tuple(row for row in bar if row) for bar in sorted(bars)]
    value = {(): 0}
    for bar in kept[1:]:
        value[bar] = mex(value[option] for option in nt.Chomp.options(bar))
    return kept, [value[bar] for bar in kept]


def p_ranks(marks: Any, size: int) -> list[int]:
    return [k for k in range(size) if not int(marks[k // 64]) >> k % 64 & 1]


# -- kernels -------------------------------------------------------------------------------------


@every_row(("columns", "rows"), BOARDS)
def test_tables_by_the_definition(columns: int, rows: int) -> None:
    bars, values = plain(columns, rows)
    assert len(bars) == comb(columns + rows, rows)
    assert nimbers(columns, rows).tolist() == values
    marks, found = outcomes(columns, rows)
    expected = [k for k, value in enumerate(values) if value == 0][1:]
    assert p_ranks(marks, len(bars)) == expected
    assert found == len(expected)


@pytest.mark.parametrize(("columns", "rows"), [(9, 2), (5, 4), (4, 5), (6, 6)])
@pytest.mark.one_in(4)
def test_every_number_of_fixed_rows_and_every_loop_agree(
    columns: int, rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    size, expected = count(columns, rows), plain(columns, rows)[1]
    for fixed in range(rows + 1):
        monkeypatch.setattr(chompnimbers, "_fixed_rows", lambda *_, fixed=fixed: fixed)
        for words, jobs in ((2, 1), (4, 1), (2, 3), (4, 2)):
            found = chompnimbers._in_blocks(columns, rows, size, words, jobs, None)
            assert found is not None
            assert found.tolist() == expected
    assert chompnimbers._one_by_one(columns, rows, size, None).tolist() == expected


def test_threads_share_the_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chompnimbers, "WORTH", 100)
    told: list[int] = []
    shared = nimbers(9, 8, jobs=2, tick=told.append)
    assert told[-1] in (comb(17, 8) - 1, comb(17, 8))
    assert all(a < b for a, b in pairwise(told))
    assert (shared == chompnimbers._one_by_one(9, 8, comb(17, 8), None)).all()


def test_slices_make_the_same_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, size = outcomes(10, 8), comb(18, 8)
    monkeypatch.setattr(chompoutcomes, "SLICE", 1000)
    monkeypatch.setattr(chompnimbers, "LOOKS", 100_000)
    marks, found = outcomes(10, 8)
    assert (found, marks.tolist()) == (whole[1], whole[0].tolist())
    assert p_ranks(marks, size) == [k for k, v in enumerate(chompnimbers._one_by_one(10, 8, size, None)) if k and not v]


@given(st.integers(1, 6), st.integers(1, 6), st.data())
@settings(max_examples=15, deadline=None)
def test_a_part_of_a_table_is_its_beginning(columns: int, rows: int, data: st.DataObject) -> None:
    size = data.draw(st.integers(1, comb(columns + rows, rows)))
    values = nimbers(columns, rows, size)
    assert values.tolist() == plain(columns, rows)[1][:size]
    marks, found = outcomes(columns, rows, size)
    expected = [k for k in range(1, size) if values[k] == 0]
    assert p_ranks(marks, size) == expected
    assert found == len(expected)


def test_values_beyond_a_byte() -> None:
    for columns, rows in ((300, 1), (150, 2), (2, 150)):
        values = nimbers(max(columns, rows), min(columns, rows))
        assert values.dtype == np.uint16
        marks, _ = outcomes(max(columns, rows), min(columns, rows))
        assert p_ranks(marks, values.size) == [k for k in range(1, values.size) if values[k] == 0]
    assert nimbers(300, 1)[1:].tolist() == list(range(300))
    # 2 x n: by the definition, with the values of two rows only.
    value: dict[tuple[int, ...], int] = {}
    for a in range(1, 61):
        for b in range(a + 1):
            bar = (a, b) if b else (a,)
            value[bar] = mex(value[option] for option in nt.Chomp.options(bar))
    found = nimbers(150, 2)
    assert all(found[chomp_rank(bar, 150, 2)] == v for bar, v in value.items())
    assert int(found.max()) > 200


@every_row("size", ["12x12", "10x12", "9x11", "7x10"])
def test_all_values_and_outcomes_agree(size: str) -> None:
    rows, columns = map(int, size.split("x"))
    stats = DATA["stats"][size]
    values = nimbers(columns, rows)
    marks, found = outcomes(columns, rows)
    zeros = np.flatnonzero(values[1:] == 0) + 1
    unmarked = np.flatnonzero(np.unpackbits((~marks).view(np.uint8), bitorder="little")[: values.size])
    assert (zeros == unmarked).all()
    assert values.size == stats["positions_incl_empty"]
    assert found == stats["p_positions"] == zeros.size
    assert values.max() == stats["max_nimber"]


# -- ranks ---------------------------------------------------------------------------------------


@every_row(("columns", "rows"), BOARDS)
def test_ranks_count_bars(columns: int, rows: int) -> None:
    wide, tall = max(columns, rows), min(columns, rows)
    bars = plain(wide, tall)[0]
    assert [chomp_rank(bar, wide, tall) for bar in bars] == list(range(len(bars)))
    if wide > tall:  # the board that stands up has the table of the one that lies
        assert [chomp_rank(transpose(bar), tall, wide) for bar in bars] == list(range(len(bars)))


def test_bars_that_do_not_fit() -> None:
    assert chomp_rank((), 3, 3) == chomp_rank((0, 0), 3, 3) == 0
    for bar in ((4,), (1, 1, 1)):
        with pytest.raises(IllegalPosition, match="does not fit into 3x2"):
            chomp_rank(bar, 3, 2)
    with pytest.raises(IllegalPosition, match="rows never grow"):
        chomp_rank((1, 2), 3, 2)


# -- whole boards --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def largest() -> Values:
    table = whole_table(Values, 12, 12)
    assert isinstance(table, Values)
    return table


@pytest.mark.parametrize(("rows", "columns"), SIZES)
@pytest.mark.one_in(5)
def test_known_boards(rows: int, columns: int, largest: Values) -> None:
    """One table has all smaller boards too."""
    board = (columns,) * rows
    assert largest.of(board) == largest.of((rows,) * columns) == DATA["nimbers"][f"{rows}x{columns}"]
    bites = [(r, c) for r in range(rows) for c in range(columns) if r or c]
    left = {(r, c): nt.Chomp.accept((columns,) * r + (min(c, columns),) * (rows - r)) for r, c in bites}
    winning = [list(bite) for bite in bites if largest.of(left[bite]) == 0]
    assert winning == DATA["winning"][f"{rows}x{columns}"]


@every_row(("rows", "columns"), [size for size in SIZES if size[1] <= 8] + [(8, 10), (9, 10)])
def test_the_map_of_a_board(rows: int, columns: int) -> None:
    key = f"{rows}x{columns}"
    values, table = solve_board(columns, rows, False, 2, Budget())
    assert values.value == DATA["nimbers"][key]
    assert values.positions == table.size - 1
    assert [[y, x] for x, y in values.winning()] == DATA["winning"][key]
    turned, _ = solve_board(rows, columns, False, 1, Budget())
    assert list(zip(*turned.after, strict=True)) == list(values.after)
    outcomes_only, _ = solve_board(columns, rows, True, 1, Budget())
    assert outcomes_only.value is None
    assert outcomes_only.outcome == values.outcome == ("N" if rows * columns > 1 else "P")
    assert [*outcomes_only.winning()] == [*values.winning()]


def test_known_bars() -> None:
    for text, value in DATA["bars"].items():
        assert nt.grundy(nt.Chomp(tuple(json.loads(text)))) == value


# -- the solver ----------------------------------------------------------------------------------


@given(st.lists(st.integers(1, 7), min_size=1, max_size=7).map(lambda rows: tuple(sorted(rows, reverse=True))))
@settings(max_examples=6, deadline=None)
def test_kernel_and_search_agree(bar: tuple[int, ...]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("nimatron.families.chomp.bars.PLAIN", 10**9)
        searched = Solver(tables=Tables())
        value = searched.value(nt.Chomp, bar)
        moves = searched.winning_moves(nt.Chomp, bar)
        reached = {v: searched.reach(nt.Chomp, bar, v) for v in (1, 2, 7)}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("nimatron.families.chomp.bars.PLAIN", 0)
        solver = Solver(tables=Tables())
        assert solver.outcome(nt.Chomp, bar) == ("N" if value else "P")
        assert solver.value(nt.Chomp, bar) == value
        assert [(i, list(options)) for i, options in solver.winning_moves(nt.Chomp, bar)] == [
            (i, list(options)) for i, options in moves
        ]
        assert {v: solver.reach(nt.Chomp, bar, v) for v in reached} == reached


def test_large_boards_need_no_search() -> None:
    position = nt.parse("chomp: 10x12")
    assert nt.grundy(position, limit=10_000) == 75
    assert [str(move.describe()) for move in nt.winning_moves(position, limit=10_000)] == ["eat from column 2, row 5"]
    analysis = nt.analyse(position, limit=10_000)
    assert analysis.solution == "strong"
    assert analysis.parts[0].because.kind == "kernel"
    bar = nt.parse("chomp: 12 11 11 10 9 8 8 7 6 5 5 1")
    assert nt.outcome(bar) == ("N" if nt.grundy(bar) else "P")
    assert nt.grundy(position + nt.parse("nim: 75")) == 0
    assert nt.outcome(position + nt.parse("nim: 75")) == "P"
    assert nt.analyse(nt.parse("chomp: 5x5")).parts[0].because.kind == "search"


def test_a_bar_beyond_the_limits() -> None:
    bar = nt.parse("chomp: 40 " + "39 " * 38)
    with pytest.raises(Limit):
        nt.grundy(bar, limit=10**6)
    with pytest.raises(Limit):
        nt.outcome(bar, limit=10**6)
    with pytest.raises(Limit):
        nt.grundy(nt.parse("chomp: 12x12"), limit=1000)
    with pytest.raises(Limit, match="limit of 0 s"):
        Solver(nt.Limits(seconds=0), tables=Tables()).value(nt.Chomp, (11,) * 11)


def test_tables_grow_and_are_kept() -> None:
    solver = Solver(tables=Tables())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("nimatron.families.chomp.bars.PLAIN", 0)
        for columns, rows in ((4, 4), (3, 7), (7, 3), (2, 2), (7, 7), (6, 5)):
            key = f"{min(columns, rows)}x{max(columns, rows)}"
            assert solver.value(nt.Chomp, (columns,) * rows) == DATA["nimbers"][key]
            assert len(solver.reach(nt.Chomp, (columns,) * rows, 0)) == len(DATA["winning"][key])


# -- the command ---------------------------------------------------------------------------------


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["chomp", *arguments], env={"LANGUAGE": "en"})


def test_the_command() -> None:
    result = run("5x3")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "chomp: 5x3",
        "The player to move wins (N-position, value 11).",
        "1 winning move:",
        "  eat from column 4, row 3",
        "After each first bite; winning ones in brackets, X is the poisoned square:",
        "3   7   8   5  [0] 10",
        "2   4   6   1   3   8",
        "1   X   2   4   5   9",
        "    1   2   3   4   5",
        "55 positions searched",
    ]
    assert "[P]" in run("5x3", "--outcomes").stdout
    assert run("1x1").stdout.splitlines() == [
        "chomp: 1x1",
        "The player to move loses against best play (P-position, value 0).",
        "1 position searched",
    ]


def test_json_and_files(tmp_path: Path) -> None:
    file = tmp_path / "values.npy"
    found = json.loads(run("4x6", "--json", "--jobs", "1", "--all", str(file)).stdout)
    assert (found["schema"], found["columns"], found["rows"]) == ("nimatron.chomp/1", 4, 6)
    assert found["value"] == DATA["nimbers"]["4x6"]
    values = np.load(file)
    assert values[nt.chomp_rank((4,) * 6, 4, 6)] == found["value"]
    for bar in plain(4, 4)[0][1:]:
        assert values[nt.chomp_rank(bar, 4, 6)] == nt.grundy(nt.Chomp(bar))
    again = json.loads(run("4x6", "--json", "--outcomes", "--all", str(file)).stdout)
    assert again["value"] is None
    assert again["winning_moves"] == found["winning_moves"]
    bits = np.unpackbits(np.load(file), bitorder="little")
    assert bits[: values.size].tolist() == [0, *(values[1:] == 0)]
    assert not bits[values.size :].any()
    assert [path.name for path in tmp_path.iterdir()] == ["values.npy"]


@every_row("size", range(1, 18))
def test_packed_bits_end_where_the_bars_do(size: int) -> None:
    table = Outcomes(20, 1, size)
    bits = np.unpackbits(table_array(table), bitorder="little")
    assert bits.tolist() == [k == 1 and size > 1 for k in range(-(-size // 8) * 8)]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["3y4"], 4, "expected a size"),
        (["0x4"], 4, "at least 1 column"),
        (["30x30"], 5, "MB, more than the limit of 4,096 MB"),
        (["99999999999x9999"], 5, "more squares than the limit"),
        (["14x14", "--memory", "1"], 5, "more than the limit of 1 MB"),
        (["13x13", "--seconds", "0"], 5, "limit of 0 s"),
        (["3x3", "--all", "values.csv"], 2, "expected FILE.npy"),
        (["3x3", "--all", "nowhere/values.npy"], 2, "expected FILE.npy"),
    ],
)
def test_what_is_refused(arguments: list[str], code: int, message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == code
    assert message in result.stderr
