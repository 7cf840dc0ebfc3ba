"""Hypergraph Nim: heights and formulas beside the definition: all sets of three heaps, some of more."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from every_row import every_row
from records import check_records
from reference import Reference

import nimatron as nt
from nimatron.families.hypergraph_nim.theorems import height

SETS = [edge for k in (1, 2, 3) for edge in combinations((1, 2, 3), k)]


def _check(game: nt.HypergraphNim, most: int) -> None:
    plain = Reference(game)
    for state in product(range(most + 1), repeat=game.count):
        parts = game.components(state)
        assert nt.grundy(game(state)) == plain.value(state)
        for i, (_, part) in enumerate(parts):
            check_records(game, [part], plain)
            for option in game.options(part):
                whole = game.put(state, i, option)
                assert whole in plain.options(state)
        assert {move.state for move in nt.winning_moves(game(state))} == {*plain.winning(state)}


@every_row("chosen", [c for r in (1, 2, 3, 7) for c in combinations(SETS, r)], one_in=8)
def test_all_hypergraphs_of_three_heaps(chosen: tuple[tuple[int, ...], ...]) -> None:
    _check(nt.HypergraphNim(chosen), 2)


@every_row(("count", "sizes", "most"), [
    (3, (2,), 4), (4, (3,), 1), (4, (2,), 1), (3, (1, 2), 4), (4, (1, 2, 3), 2), (3, (1, 2, 3), 3), (3, (1,), 4),
])  # fmt: skip
def test_symmetric_sets(count: int, sizes: tuple[int, ...], most: int) -> None:
    _check(nt.HypergraphNim([edge for k in sizes for edge in combinations(range(1, count + 1), k)]), most)


@pytest.mark.slow
def test_larger_heaps() -> None:
    for count, k in ((4, 3), (4, 2)):
        _check(nt.HypergraphNim(combinations(range(1, count + 1), k)), 3)
    for text in ("1-2 2-3 3-4", "1-2 1-3 1-4 2-3-4"):
        _check(nt.HypergraphNim(text), 3)


@pytest.mark.slow
def test_half_of_six_heaps() -> None:
    game = nt.HypergraphNim(combinations(range(1, 7), 3))
    plain = Reference(game)
    check_records(game, list(product(range(3), repeat=6))[::7], plain)


@every_row(("text", "most"), [
    ("1-2 2-3 3-4", 2), ("1-2 1-3 1-4 2-3-4", 1), ("1 2-3 4", 2), ("1-2-3 3-4-5 1-5", 1), ("1-2 2-3 2-4", 2),
])  # fmt: skip
def test_other_sets(text: str, most: int) -> None:
    _check(nt.HypergraphNim(text), most)


def test_heights_are_longest_lines() -> None:
    game = nt.HypergraphNim("1-2 1-3 1-4 2-3-4")
    for state in product(range(3), repeat=4):
        assert height(game.live(state), state) == nt.birthday(game(state))


def test_large_heaps() -> None:
    large = nt.parse("hypergraph{1-2 1-3 2-3}: 1000000000000 700000000 1000000000 + nim: 5")
    assert nt.grundy(large) == 1700000005
    moves = str(nt.analyse("hypergraph{1-2 1-3 2-3}: 1000000000000 700000000 1000000000", limit=1000))
    assert "hypergraph{1-2 1-3 2-3}: 0 0 1000000000" in moves
    assert nt.outcome("hypergraph{1 2 3 1-2 1-3 2-3}: 5 10000000 6") == "N"
    assert nt.outcome("hypergraph{1 2 3 4 1-2 1-3 1-4 2-3 2-4 3-4}: 7 7 7 1000000000") == "N"
    assert nt.grundy("hypergraph{1 2}: 1000000000000 7") == 10**12 ^ 7


def test_sets_in_any_form() -> None:
    assert nt.HypergraphNim([{2, 1}, (2, 3)]) == nt.HypergraphNim("2-3, 1-2 1-2")
    assert str(nt.HypergraphNim("3-1 2")) == "hypergraph{2 1-3}"


@every_row(("text", "says"), [
    ("hypergraph{}: 3", "sets of heaps"), ("hypergraph{1-x}: 3", "such as 1-2"), ("hypergraph{0-1}: 3", "such as 1-2"),
    ("hypergraph{1-25}: 3", "from 1 to 24"), ("hypergraph{1-2}: 3", "expected 2 heaps"),
    ("hypergraph{1-2}: 3 4 5", "expected 2 heaps"), ("hypergraph{1-2}: 3 x", "heap size"),
])  # fmt: skip
def test_bad_input(text: str, says: str) -> None:
    with pytest.raises(nt.NimatronError, match=says):
        nt.parse(text)


def test_sets_that_are_none() -> None:
    for sets in ([], [()], [(0, 1)], ["ab"], 5, [[1, "x"]], [(1.5, 2)]):
        with pytest.raises(nt.UsageError):
            nt.HypergraphNim(sets)  # type: ignore[arg-type]
