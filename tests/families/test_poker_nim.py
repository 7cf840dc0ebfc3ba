"""Poker Nim: Nim beside the plain labelling of all positions, and moves that lead to an end."""

from __future__ import annotations

from functools import reduce
from itertools import product
from operator import xor
from typing import Any

import pytest
from every_row import every_row

import nimatron as nt


class Plain(nt.PokerNimGame):
    """The same rules, for which no theorem is known: their positions are labelled."""


PLAIN = Plain()
STATES = [state for heaps in (1, 2) for state in product(range(3), repeat=heaps + 2)]


def test_heaps_are_what_labels_say() -> None:
    for state in STATES:
        value = reduce(xor, state[:-2])
        assert nt.grundy(PLAIN(state)) == nt.grundy(nt.PokerNim(state)) == value
        won = [move.state for move in nt.winning_moves(nt.PokerNim(state))]
        assert bool(won) == bool(value)
        assert all(nt.outcome(PLAIN(option)) == "P" for option in won)


def test_winning_moves_lead_to_an_end() -> None:
    """Whatever the loser does, the winner meets no position twice."""
    done: set[Any] = set()

    def follow(state: Any, path: tuple[Any, ...] = ()) -> None:
        assert state not in path
        if state not in done:
            for option in nt.PokerNim.options(state):
                for answer in nt.winning_moves(nt.PokerNim(option)):
                    follow(answer.state, (*path, state))
            done.add(state)

    for state in STATES:
        if not reduce(xor, state[:-2]):
            follow(state)


def test_sums() -> None:
    for heap, bag, other in product(range(3), repeat=3):
        for game in (PLAIN, nt.PokerNim):
            assert nt.outcome(game(2, bag, other) + nt.Nim(heap)) == ("P" if heap == 2 else "N")


def test_coins_are_never_lost() -> None:
    for state in STATES:
        for option in nt.PokerNim.options(state):
            assert sum(option) == sum(state)
            assert option[-2] == state[-1]
            assert option[-1] >= 0


def test_large_heaps() -> None:
    large = nt.parse("poker-nim: 1000000000000 7 / 5 2")
    assert [str(move) for move in nt.winning_moves(large)] == ["poker-nim: 7 7 / 2 999999999998"]


def test_moves_in_words() -> None:
    assert str(nt.PokerNim.describe((3, 2, 1, 0), (4, 2, 0, 0))) == "add 1 to heap 1"
    assert str(nt.PokerNim.describe((3, 2, 1, 0), (3, 0, 0, 3))) == "take 2 from heap 2"


@every_row(("text", "printed"), [
    ("poker-nim: 3 4", "poker-nim: 3 4 / 0 0"), ("poker-nim: 3 / 2", "poker-nim: 3 / 2 0"),
    ("poker-nim:", "poker-nim: / 0 0"), ("poker-nim: 0 / 0 3", "poker-nim: 0 / 0 3"),
])  # fmt: skip
def test_notation(text: str, printed: str) -> None:
    assert str(nt.parse(text)) == str(nt.parse(printed)) == printed


@every_row(("text", "says"), [
    ("poker-nim: 3 / 1 2 3", "two players"), ("poker-nim: 3 / x", "heap size"), ("poker-nim: 3 / 1 / 2", "two players"),
])  # fmt: skip
def test_bad_input(text: str, says: str) -> None:
    with pytest.raises(nt.NimatronError, match=says):
        nt.parse(text)


def test_bags_are_needed() -> None:
    with pytest.raises(nt.IllegalPosition, match="bags"):
        nt.PokerNim((3,))
