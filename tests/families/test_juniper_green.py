"""Juniper Green: matchings beside plain search on small boards, and the board from 1 to 100."""

from __future__ import annotations

import pytest
from every_row import every_row
from records import check_records
from reference import Reference

import nimatron as nt


@every_row(("n",), [(n,) for n in range(2, 13)])
def test_matchings_decide_as_the_definition_does(n: int) -> None:
    game = nt.JuniperGreen(n)
    plain = Reference(game)
    states = [("0",), *((str(k),) for k in range(1, n + 1))]
    states += [option for state in states[1:] for option in game.options(state)]
    check_records(game, states, plain)


def test_the_options_are_factors_and_multiples() -> None:
    game = nt.JuniperGreen(30)
    assert {option[0] for option in game.options(("6",))} == {"1", "2", "3", "12", "18", "24", "30"}
    assert [option[0] for option in game.options(("0",))] == [str(k) for k in range(2, 31, 2)]
    assert game.accept(("2", "4")) == ("2", "4")


def test_the_usual_board() -> None:
    """From 1 to 100: naming 58 or 62 wins, as is well known, and so do others."""
    position = nt.JuniperGreen(100)("0")
    assert nt.outcome(position) == "N"
    found = [move.state[0] for move in nt.winning_moves(position)]
    assert {"58", "62"} <= {*found}
    assert all(nt.outcome(nt.JuniperGreen(100)(k)) == "P" for k in found)
    others = [str(k) for k in range(2, 101, 2) if str(k) not in found]
    assert all(nt.outcome(nt.JuniperGreen(100)(k)) == "N" for k in others)
    assert "Begin with one of these numbers" in str(nt.explain(position))


@every_row(("text", "says"), [
    ("juniper-green{1}: 0", "from 2 to 2000"), ("juniper-green{x}: 0", "the largest number"),
    ("juniper-green{9}: 12", "is not a vertex"), ("juniper-green{9}: 3 3", "twice"),
])  # fmt: skip
def test_bad_input(text: str, says: str) -> None:
    with pytest.raises(nt.NimatronError, match=says):
        nt.parse(text)
