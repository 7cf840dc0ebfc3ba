"""Peg Duotaire: jumps, parts and theorems beside the definition on whole boards."""

from __future__ import annotations

from itertools import product

import pytest
from every_row import every_row
from records import check_records
from reference import Reference

import nimatron as nt
from nimatron.families.catalog import CATALOG
from nimatron.show.starts import level_start

MULTI = nt.PegDuotaireGame(multi=True)
GAMES = (nt.PegDuotaire, MULTI)
PLAIN = {game: Reference(game) for game in GAMES}


def _check(game: nt.Game, state: str) -> None:
    plain = PLAIN[game]
    assert nt.grundy(game(state)) == plain.value(state), state
    assert {move.state for move in nt.winning_moves(game(state))} == {*plain.winning(state)}
    check_records(game, [state], plain)


@pytest.mark.parametrize("game", GAMES, ids=["single", "multi"])
def test_short_rows(game: nt.Game) -> None:
    for long in range(1, 8):
        for row in product("o.", repeat=long):
            _check(game, "".join(row))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=["single", "multi"])
def test_rows_with_walls_and_long_rows(game: nt.Game) -> None:
    for row in product("o.#", repeat=7):
        _check(game, "".join(row))
    groups = ["oo", "ooo", "oo.o", "o.oo", "oo..oo", "ooooo"]
    for left, holes, right in product(groups, range(1, 5), groups):
        _check(game, f".{left}{'.' * holes}{right}.")


@pytest.mark.parametrize("game", GAMES, ids=["single", "multi"])
def test_boards(game: nt.Game) -> None:
    for cells in list(product("o.", repeat=6))[::3]:
        _check(game, f"{''.join(cells[:3])}/{''.join(cells[3:])}")
    for state in ("oo./.oo/o.o", "oo#oo/o.#.o/..#..", "#oo#/o..o/#oo#", "oo./oo./.oo"):
        _check(game, state)


def test_a_jump_by_the_words_of_the_rule() -> None:
    assert [*nt.PegDuotaire.options("oo./o../...")] == ["..o/o../...", ".o./.../o.."]
    assert {*MULTI.options("oo.o./.....")} == {"..oo./.....", "....o/....."}
    assert [*nt.PegDuotaire.options("oo#.")] == []
    round_trip = ".o.o./.o.o."  # nothing to jump into at the edges
    assert all(option.count("o") < 4 for option in MULTI.options(round_trip))


def test_three_holes_keep_pegs_apart() -> None:
    assert [part for _, part in nt.PegDuotaire.components(".oo...oo.#..")] == [".oo.########", "#####.oo.###"]
    assert len(nt.PegDuotaire.components(".oo..oo.")) == 1
    assert nt.PegDuotaire.put(".oo...oo.", 1, "#####o...") == ".oo..o..."


def test_long_rows() -> None:
    assert nt.grundy(nt.PegDuotaire("o" * 50 + ".")) == 1
    assert nt.winning_moves(nt.PegDuotaire("o" * 50 + "."))[0].state == "o" * 48 + "..o"
    assert "50 pegs, so 25 moves" in str(nt.explain(nt.PegDuotaire("o" * 50 + ".")))
    assert nt.grundy(MULTI(".oo" + ".o" * 25 + ".")) == 26


def test_turned_boards_are_alike() -> None:
    key = nt.PegDuotaire.canonical
    assert key("oo./..o") == key("..o/oo.") == key("o./o./.o")
    assert key("oo./..o") != key("oo./.o.")
    assert key("...oo.o...") == key(".o.oo.")


def test_starts_have_moves() -> None:
    assert not level_start("peg-duotaire", CATALOG, "first-steps", 1).ended


@every_row(("text", "says"), [
    ("peg-duotaire: oox", "for neither"), ("peg-duotaire: oo/o", "as long as"), ("peg-duotaire:", "rows of o"),
    ("peg-duotaire{x}: oo.", "several jumps"), (f"peg-duotaire: {'o' * 61}", "at most"),
])  # fmt: skip
def test_bad_input(text: str, says: str) -> None:
    with pytest.raises(nt.NimatronError, match=says):
        nt.parse(text)


def test_a_list_is_no_board() -> None:
    with pytest.raises(nt.IllegalPosition, match="rows of o"):
        nt.PegDuotaire([1, 0])
