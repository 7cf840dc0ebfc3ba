"""Kotzig's Nim: circles beside plain search, symmetric steps by matching."""

from __future__ import annotations

from itertools import combinations

import pytest
from every_row import every_row
from records import check_records
from reference import Reference

import nimatron as nt


@every_row(("n",), [(n,) for n in range(2, 7)])
def test_all_steps_on_small_circles(n: int) -> None:
    for steps in [steps for k in (1, 2, 3) for steps in combinations(range(1, n), k)]:
        game = nt.KotzigNim(steps, n)
        plain = Reference(game)
        states = [game.start, *game.options(game.start)]
        states += [option for state in states[1:] for option in game.options(state)]
        check_records(game, states, plain)
        for state in states:
            assert nt.grundy(game(state)) == plain.value(state)
            assert {move.state for move in nt.winning_moves(game(state))} == {*plain.winning(state)}
            assert nt.outcome(game(state), misere=True) == ("P" if plain.is_p(state, True) else "N")


def test_steps_go_around() -> None:
    assert [option[0] for option in nt.KotzigNim({2, 3}, 7).options(("5", "0"))] == ["1"]
    assert {option[0] for option in nt.KotzigNim({1, 6}, 7).options(("0",))} == {"1", "6"}


def test_two_steps() -> None:
    """With steps 1 and 2 only circles of 3 and 7 places are lost, as far as was searched."""
    lost = [n for n in range(3, 24) if nt.outcome(nt.KotzigNim({1, 2}, n)()) == "P"]
    assert lost == [3, 7]


def test_large_circles() -> None:
    for n in (199, 200):
        assert nt.outcome(nt.KotzigNim({1, n - 1}, n)()) == ("P" if n % 2 else "N")
    assert nt.grundy(nt.KotzigNim({4}, 200)()) == 1
    with pytest.raises(nt.Limit):
        nt.outcome(nt.KotzigNim({1, 2, 3}, 120)())


def test_turned_circles_are_alike() -> None:
    game = nt.KotzigNim({1, 2}, 9)
    assert game.canonical(("3", "1", "2")) == game.canonical(("5", "3", "4"))
    assert game.canonical(("3", "2")) != game.canonical(("3", "4"))


@every_row(("text", "says"), [
    ("kotzig{1,2}: 0", "number of places"), ("kotzig{x;9}: 0", "number of places"), ("kotzig{1;1}: 0", "from 2 to 200"),
    ("kotzig{9;9}: 0", "from 1 to 8"), ("kotzig{1,2;9}: 9", "not a vertex"), ("kotzig{1,2;9}: 1 1", "twice"),
])  # fmt: skip
def test_bad_input(text: str, says: str) -> None:
    with pytest.raises(nt.NimatronError, match=says):
        nt.parse(text)
