"""The graph of a small game against the solver, and tables in pieces against the whole."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from nimatron import Wythoff, birthday, grundy, outcome
from nimatron.explain import decided, induction
from nimatron.games.catalog import CATALOG
from nimatron.games.notation import parse
from nimatron.present.families import numbering_of
from nimatron.values.family import ValueTable, family, member
from nimatron.values.search.tables import Tables
from nimatron.values.solver import Solver
from nimatron.web.answers.asked import Asked, Leisure
from nimatron.web.answers.positions import backward
from nimatron.web.answers.values import explorable, table


@pytest.mark.parametrize(
    "text", ["nim: 2 3", "kayles: 6", "chomp: 3x2", "wythoff: 3 2", "nim: 2 + cram: 2x2", "twins: 1 3"]
)
@pytest.mark.parametrize("misere", [False, True])
def test_the_graph_agrees_with_the_solver(text: str, misere: bool) -> None:
    found = backward(Asked(CATALOG, 5, "en"), text, misere)
    states = found["states"]
    assert str(parse(states[found["start"]]["position"])) in {text, str(parse(text))}
    for state in states:
        assert state["outcome"] == outcome(state["position"], misere)
        assert state["length"] == birthday(state["position"])
        assert state["value"] == (None if misere else grundy(state["position"]))
        assert all(states[option]["length"] < state["length"] for option in state["options"])


def test_what_can_go_round_in_a_circle_is_not_decided() -> None:
    known = decided({"a": ("b", "c"), "b": ("a",), "c": ()})
    assert set(known) == {"c"}


def test_a_graph_that_is_too_large_has_no_arrows() -> None:
    found = backward(Asked(CATALOG, 5, "en"), "nim: 300")
    assert {state["options"] for state in found["states"]} == {None}
    assert len(induction(parse("nim: 300")).options) == 301


def test_pieces_make_the_whole_table() -> None:
    asked = Asked(CATALOG, 5, "en")
    whole = family(Wythoff, numbering_of(Wythoff), 7, 8)
    pieces = [table(asked, "wythoff", 7, 8, row=row, height=3) for row in (0, 3, 6)]
    assert [tuple(row) for piece in pieces for row in piece["cells"]] == list(whole.cells)
    assert [piece["rows"] for piece in pieces] == [["0", "1", "2"], ["3", "4", "5"], ["6", "7"]]
    assert {tuple(piece["size"]) for piece in pieces} == {(7, 8)}
    assert len({tuple(piece["commands"]) for piece in pieces}) == 1
    assert table(asked, "wythoff", 7, 8, row=9, height=3)["cells"] == []


def test_pieces_at_a_pace_make_the_whole_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look at the clock takes a while: so there are some rows in each piece, and never none."""
    times = count()
    monkeypatch.setattr("nimatron.values.family.now", lambda: 0.0007 * next(times))
    asked, rows, pieces = Asked(CATALOG, 5, "en"), [], 0
    while len(rows) < 9:
        piece = table(asked, "wythoff", 7, 9, row=len(rows), pace=1)
        assert piece["row"] == len(rows)
        assert len(piece["rows"]) == len(piece["cells"]) > 0
        rows, pieces = rows + piece["cells"], pieces + 1
    assert rows == [list(row) for row in family(Wythoff, numbering_of(Wythoff), 7, 9).cells]
    assert pieces == 5
    # A worker with little time does not use up all of it.
    assert len(table(Asked(CATALOG, 0.001, "en"), "wythoff", 7, 9, pace=500)["cells"]) == 1


@pytest.mark.parametrize(("looks", "rows"), [(0, 1), (3, 4), (99, 8)])
def test_a_piece_is_large_while_nobody_waits(monkeypatch: pytest.MonkeyPatch, looks: int, rows: int) -> None:
    """Each row takes four seconds, longer than a piece may take otherwise; after some of them somebody waits."""
    times, left = count(), iter([True] * looks)
    monkeypatch.setattr("nimatron.values.family.now", lambda: 4.0 * next(times))
    asked = Asked(CATALOG, 5, "en", leisure=Leisure(30.0, lambda: next(left, False)))
    piece = table(asked, "wythoff", 7, 20, row=1, pace=100_000)
    assert len(piece["cells"]) == rows
    assert not asked.limited


@pytest.mark.parametrize(("seconds", "rows"), [(0.01, 20), (0.02, 2)])
def test_the_first_piece_is_small_if_all_would_take_long(
    monkeypatch: pytest.MonkeyPatch, seconds: float, rows: int
) -> None:
    """A row takes so many seconds, and a piece more than 0.03 as long as there is time."""
    times = count()
    monkeypatch.setattr("nimatron.values.family.now", lambda: seconds * next(times))
    asked = Asked(CATALOG, 0.05, "en", leisure=Leisure(0.5, lambda: True))
    assert len(table(asked, "wythoff", 7, 20, pace=500)["cells"]) == rows
    assert len(table(asked, "wythoff", 7, 21, row=1, pace=500)["cells"]) == 20


def test_each_row_of_a_large_piece_has_the_time_of_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row takes two of five seconds; only one that takes more than all of them is too hard, and not its piece."""
    seconds = 0.0
    monkeypatch.setattr(Asked, "solver", lambda self: Solver(self.limits, tables=Tables()))

    def accept(self: Any, state: Any) -> Any:
        nonlocal seconds
        seconds += 2 / 7 if state[1] < 12 else 1
        return state

    monkeypatch.setattr(type(Wythoff), "accept", accept)
    monkeypatch.setattr("nimatron.values.family.now", lambda: seconds)
    monkeypatch.setattr("nimatron.values.search.budget.now", lambda: seconds)
    asked = Asked(CATALOG, 5, "en", leisure=Leisure(100.0, lambda: True))
    piece = table(asked, "wythoff", 7, 20, row=1, pace=100_000)
    assert piece["cells"] == [list(row) for row in family(Wythoff, numbering_of(Wythoff), 7, 12).cells[1:]]
    assert not asked.limited
    hard = table(asked, "wythoff", 7, 20, row=12, pace=100_000)
    assert len(hard["cells"]) == 1
    assert "5 s" in hard["trouble"]
    assert asked.limited


def test_no_row_is_begun_behind_a_limit_if_there_is_a_pace() -> None:
    asked = Asked(CATALOG, 0, "en")
    piece = table(asked, "chomp", 9, 9, pace=500)
    assert len(piece["cells"]) == 1
    assert piece["trouble"]
    assert asked.limited
    assert len(table(asked, "chomp", 9, 9)["cells"]) == 9


OFFERED = [game["rules"] for game in explorable(Asked(CATALOG, 5, "en"))["games"] if game["table"]]


@pytest.mark.parametrize("rules", [*OFFERED, "wythoff{2}"])
def test_a_row_has_the_values_of_its_positions(rules: str) -> None:
    """Many values at once are those that each position has by itself."""
    game = CATALOG.game(rules)
    found, alone = family(game, numbering_of(game), 5, 4, solver=Solver(tables=Tables())), Solver(tables=Tables())
    assert found.trouble is None
    states = [[member(game, numbering_of(game), x, y) for x in places(found, 0)] for y in places(found, 1)]
    assert [[alone.value(game, state) for state in row] for row in states] == [list(row) for row in found.cells]


def places(table: ValueTable, axis: int) -> range:
    """The numbers of the columns or of the rows."""
    return range(table.first[axis], table.first[axis] + len((table.columns, table.rows)[axis]))


def test_what_is_offered_can_be_asked() -> None:
    asked = Asked(CATALOG, 5, "en")
    for game in explorable(asked)["games"]:
        if game["table"]:
            assert table(asked, game["rules"], 2, 2)["cells"][0]
