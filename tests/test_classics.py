"""Classic games: positions solved by plain search elsewhere, and formulas against the definition."""

from __future__ import annotations

import json
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_theorems import check_records

import nimatron as nt
from nimatron.games.catalog import CATALOG
from nimatron.values.theorems.endnim import balance, ends
from nimatron.values.theorems.euclid import nivasch
from nimatron.values.theorems.fibonacci import zeckendorf
from nimatron.values.theorems.strips import mates, welter, welter_place

VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "data/more_games.json").read_text("utf-8"))
HUGE = st.integers(0, 10**18)


KNOWN = {entry.id for entry in CATALOG}
GAMES = sorted({row["game"] for row in VECTORS if row["position"].partition(":")[0].partition("{")[0] in KNOWN})


@pytest.mark.parametrize("game", GAMES)
def test_positions_solved_elsewhere(game: str) -> None:
    """Values, outcomes and all winning options, found by a plain search that shares no code with this one."""
    for row in VECTORS:
        if row["game"] == game:
            check_vector(row)


def check_vector(row: dict[str, Any]) -> None:
    text, misere = row["position"], row.get("misere", False)
    assert str(nt.parse(text)) == text.strip()
    assert nt.outcome(text, misere) == row["outcome"], text
    assert sorted(map(str, nt.winning_moves(text, misere))) == sorted(map(str.strip, row["winning"])), text
    if "value" in row:
        assert nt.grundy(text) == row["value"], text


def check_far(position: nt.Position) -> None:
    """The winning moves far out: each is a move, and leads to a lost position."""
    moves = list(nt.winning_moves(position))
    assert bool(moves) == (nt.outcome(position) == "N")
    assert all(nt.outcome(move) == "P" for move in moves)
    for move in moves:
        described = str(move.describe())
        assert described


# -- strips and stairs -----------------------------------------------------------------------------


def test_welter() -> None:
    check_records(nt.Welter, [coins for k in range(5) for coins in combinations(range(9), k)])
    assert [welter(coins) for coins in [(2, 5), (1, 4, 9), (2, 3, 5, 7), (0, 1)]] == [6, 3, 5, 0]


@given(st.sets(HUGE, max_size=8), HUGE)
def test_welter_far_out(coins: set[int], value: int) -> None:
    """There is exactly one place for one more coin, and mated pairs give the same value."""
    others = sorted(coins)
    place = welter_place(others, value)
    assert place not in coins
    assert welter([*others, place]) == value
    paired = 0
    for pair in mates(others):
        paired ^= (pair[0] ^ pair[1]) - 1 if len(pair) == 2 else pair[0]
    assert paired == welter(others)
    check_far(nt.Welter(tuple(coins)))


def test_silver_dollar_and_staircase() -> None:
    check_records(nt.SilverDollar, [coins for k in range(5) for coins in combinations(range(9), k)])
    check_records(nt.Staircase, [steps for k in range(4) for steps in product(range(4), repeat=k)])


@given(st.sets(HUGE, max_size=8), st.lists(HUGE, max_size=8))
def test_strips_and_stairs_far_out(coins: set[int], steps: list[int]) -> None:
    check_far(nt.SilverDollar(tuple(coins)))
    check_far(nt.Staircase(tuple(steps)))


# -- numbers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("least", [0, 1])
def test_euclid(least: int) -> None:
    check_records(nt.EuclidGame(least), list(product(range(least, 25), repeat=2)))


@given(st.integers(1, 10**18), st.integers(1, 10**18))
def test_euclid_far_out(a: int, b: int) -> None:
    assert nt.grundy(nt.Euclid(a, b)) == nivasch(a, b)
    check_far(nt.Euclid(a, b))
    check_far(nt.EuclidGame(0)(a, b))


def test_fibonacci() -> None:
    check_records(nt.Fibonacci, [(n, most) for n in range(30) for most in range(n + 3)])
    assert [n for n in range(1, 100) if nt.outcome(nt.Fibonacci(n)) == "P"] == [1, 2, 3, 5, 8, 13, 21, 34, 55, 89]
    # The row of CGSuite's own test: a heap of 10 after 0, 1, 2, ... were taken.
    assert nt.grundy([nt.Fibonacci(10, 2 * taken) for taken in range(7)]) == [0, 2, 2, 2, 5, 5, 5]


@given(HUGE, HUGE)
def test_fibonacci_far_out(n: int, most: int) -> None:
    parts = zeckendorf(n)
    assert sum(parts) == n
    assert all(a > 1.6 * b for a, b in pairwise(parts))
    check_far(nt.Fibonacci(n, most))


@pytest.mark.parametrize("r", [2, 3, 5])
def test_generalised_wythoff(r: int) -> None:
    check_records(nt.WythoffGame(r), list(product(range(12), repeat=2)))


@given(st.integers(1, 9), HUGE, HUGE)
def test_generalised_wythoff_far_out(r: int, x: int, y: int) -> None:
    check_far(nt.WythoffGame(r)(x, y))
    assert nt.WythoffGame(1) == nt.Wythoff


# -- End-Nim ---------------------------------------------------------------------------------------


def test_end_nim() -> None:
    check_records(nt.EndNim, [row for k in range(4) for row in product(range(1, 5), repeat=k)])
    lost = ["".join(map(str, row)) for row in product(range(1, 4), repeat=3) if nt.outcome(nt.EndNim(row)) == "P"]
    assert lost == ["121", "131", "212", "232", "313", "323"]


@given(st.lists(st.integers(1, 10**18), max_size=9), st.integers(1, 10**18))
def test_end_nim_far_out(row: list[int], heap: int) -> None:
    check_far(nt.EndNim(tuple(row)))
    left, right = ends(tuple(row))
    assert balance(balance(heap, left, right), right, left) == heap
    assert nt.outcome(nt.EndNim((left, *row))) == nt.outcome(nt.EndNim((*row, right))) == "P"
