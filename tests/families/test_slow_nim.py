"""Slow Nim: the number of odd heaps decides, as the definition says."""

from __future__ import annotations

from itertools import product

import pytest
from every_row import every_row
from records import check_records
from reference import Reference

import nimatron as nt
from nimatron.show.dials import dials_of, set_dials


@every_row(("k", "heaps", "most"), [(1, 3, 4), (2, 3, 5), (3, 4, 3), (2, 4, 4)])
def test_theorems_are_what_the_definition_says(k: int, heaps: int, most: int) -> None:
    check_records(nt.SlowNim(k), list(product(range(most + 1), repeat=heaps)))


@pytest.mark.parametrize("k", [1, 2, 3])
def test_few_odd_heaps_are_decided_without_search(k: int) -> None:
    """A billion coins in each heap: only a theorem can tell."""
    even, odd = 10**9, 10**9 + 1
    for odd_heaps in range(k + 1):
        position = nt.SlowNim(k)([odd] * odd_heaps + [even] * 3)
        assert nt.outcome(position) == ("N" if odd_heaps else "P")
    assert nt.outcome(nt.SlowNim(k)([odd] * (k + 1))) == "P"


def test_with_more_odd_heaps_parities_are_not_enough() -> None:
    """Three odd heaps and an even one: won or lost, whatever their parities are."""
    plain = Reference(nt.SlowNim(2))
    states = [(*odd, even) for odd in product((1, 3), repeat=3) for even in (2, 4)]
    assert {plain.is_p(state) for state in states} == {True, False}


def test_a_move_and_a_hint_in_words() -> None:
    position = nt.parse("slow-nim{2}: 3 5 4")
    assert position.game.describe((3, 5, 4), (2, 4, 4)) == nt.Message(
        "take one from each of the heaps {heaps}", heaps="1, 2"
    )
    assert [str(move) for move in nt.winning_moves(position)] == ["slow-nim{2}: 3 5 3", "slow-nim{2}: 2 4 4"]
    assert "Take one from each odd heap (1, 2)" in str(nt.explain(position))


def test_dials_make_slow_nim() -> None:
    position = nt.parse("slow-nim{2}: 3 4 5")
    assert [(dial.name, list(values)) for dial, values in dials_of(position)] == [("k", [2]), ("heaps", [3, 4, 5])]
    assert set_dials(position, ["k:3", "heaps:1,2"]) == nt.parse("slow-nim{3}: 1 2")


def test_wrong_parameters() -> None:
    with pytest.raises(nt.BadText, match="such as slow-nim"):
        nt.parse("slow-nim{two}: 1")
    with pytest.raises(nt.UsageError, match="from 1 on"):
        nt.SlowNim(0)
