"""Northcott's game: the gaps beside the plain labelling of all positions, and moves that lead to an end."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations, product
from typing import Any

import pytest
from every_row import every_row

import nimatron as nt


class Plain(nt.Northcott):
    """The same rules, for which no theorem is known: their positions are labelled."""


def _states(columns: int, rows: int) -> Iterable[Any]:
    pairs = list(permutations(range(columns), 2))
    return [(*pieces, turn) for pieces in product(pairs, repeat=rows) for turn in ("white", "black")]


@pytest.mark.parametrize(("columns", "rows"), [(2, 2), (3, 2), (5, 1), pytest.param(4, 2, marks=pytest.mark.slow)])
def test_gaps_are_what_labels_say(columns: int, rows: int) -> None:
    game, plain = nt.Northcott(columns), Plain(columns)
    for state in _states(columns, rows):
        value = nt.grundy(plain(state))
        assert nt.grundy(game(state)) == value
        assert nt.outcome(game(state)) == nt.outcome(plain(state)) == ("N" if value else "P")
        won = [move.state for move in nt.winning_moves(game(state))]
        assert bool(won) == bool(value)
        assert all(nt.grundy(plain(option)) == 0 for option in won)


@every_row(("columns", "rows"), [(3, 2), (4, 2), (6, 1)])
def test_winning_moves_lead_to_an_end(columns: int, rows: int) -> None:
    """Whatever the loser does, the winner meets no position twice."""
    game = nt.Northcott(columns)
    done: set[Any] = set()

    def follow(state: Any, path: tuple[Any, ...] = ()) -> None:
        assert state not in path
        if state not in done:
            for option in game.options(state):
                for answer in nt.winning_moves(game(option)):
                    follow(answer.state, (*path, state))
            done.add(state)

    for state in _states(columns, rows):
        if nt.outcome(game(state)) == "P":
            follow(state)


def test_sums() -> None:
    """The colours alternate on the board alone, whoever moves there."""
    for pair, heap in product(permutations(range(4), 2), range(4)):
        values = [nt.outcome(game(pair) + nt.Nim(heap)) for game in (nt.Northcott(4), Plain(4))]
        assert values == ["P" if abs(pair[0] - pair[1]) - 1 == heap else "N"] * 2


def test_a_wide_board() -> None:
    far = nt.parse("northcott{1000000000}: 5,999999999 7,1000 black")
    assert nt.grundy(far) == 999999993 ^ 992
    assert [str(move) for move in nt.winning_moves(far)] == ["northcott{1000000000}: 5,998 7,1000"]
    said = [nt.core.game.Spoken(text) for text in ("1", "999999999", "998")]
    assert far.game.move(far.state, said) == nt.winning_moves(far)[0].state
    assert far.game.move(far.state, said[:2]) is None


def test_misere_play_can_be_drawn() -> None:
    assert nt.outcome("northcott{4}: 0,3 1,3", misere=True) == "D"


@every_row(("text", "says"), [
    ("northcott{1}: 0,1", "from 2 to"), ("northcott{x}: 0,1", "number of columns"),
    ("northcott{8}: 3,3", "both pieces are in column 3"), ("northcott{8}: 3,8", "from 0 to 7"),
    ("northcott{8}: black 3,4", "the last one"), ("northcott{8}: 3", "such as 0,5"),
])  # fmt: skip
def test_bad_input(text: str, says: str) -> None:
    with pytest.raises(nt.NimatronError, match=says):
        nt.parse(text)
