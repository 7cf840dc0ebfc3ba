"""The graph of a small game against the solver, and tables in pieces against the whole."""

from __future__ import annotations

from itertools import count

import pytest
from every_row import every_row

from nimatron import Wythoff, birthday, grundy, outcome
from nimatron.explain.reachable import graph_values, induction
from nimatron.families.catalog import CATALOG
from nimatron.notation.reader import parse
from nimatron.show.faces import numbering_of
from nimatron.solve.search.memo import Tables
from nimatron.solve.solver import Solver
from nimatron.solve.value_table import ValueTable, family, member
from nimatron.web.answers.position_answers import induction as induction_answer
from nimatron.web.answers.request import AnswerContext
from nimatron.web.answers.value_answers import explorable, table


@every_row("text", ["nim: 2 3", "kayles: 6", "chomp: 3x2", "wythoff: 3 2", "nim: 2 + cram: 2x2", "twins: 1 3"])
@every_row("misere", [False, True])
def test_the_graph_agrees_with_the_solver(text: str, misere: bool) -> None:
    found = induction_answer(AnswerContext(CATALOG, 5, "en"), text, misere)
    states = found["states"]
    assert str(parse(states[found["start"]]["position"])) in {text, str(parse(text))}
    for state in states:
        assert state["outcome"] == outcome(state["position"], misere)
        assert state["length"] == birthday(state["position"])
        assert state["value"] == (None if misere else grundy(state["position"]))
        assert all(states[option]["length"] < state["length"] for option in state["options"])


def test_what_can_go_round_in_a_circle_is_not_decided() -> None:
    known = graph_values({"a": ("b", "c"), "b": ("a",), "c": ()})
    assert set(known) == {"c"}


def test_a_graph_that_is_too_large_has_no_arrows() -> None:
    found = induction_answer(AnswerContext(CATALOG, 5, "en"), "nim: 300")
    assert {state["options"] for state in found["states"]} == {None}
    assert len(induction(parse("nim: 300")).options) == 301


def test_pieces_make_the_whole_table() -> None:
    asked = AnswerContext(CATALOG, 5, "en")
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
    monkeypatch.setattr("nimatron.solve.value_table.now", lambda: 0.0007 * next(times))
    asked, rows, pieces = AnswerContext(CATALOG, 5, "en"), [], 0
    while len(rows) < 9:
        piece = table(asked, "wythoff", 7, 9, row=len(rows), pace=1)
        assert piece["row"] == len(rows)
        assert len(piece["rows"]) == len(piece["cells"]) > 0
        rows, pieces = rows + piece["cells"], pieces + 1
    assert rows == [list(row) for row in family(Wythoff, numbering_of(Wythoff), 7, 9).cells]
    assert pieces == 5
    # A worker with little time does not use up all of it.
    assert len(table(AnswerContext(CATALOG, 0.001, "en"), "wythoff", 7, 9, pace=500)["cells"]) == 1


def test_no_row_is_begun_behind_a_limit_if_there_is_a_pace() -> None:
    asked = AnswerContext(CATALOG, 0, "en")
    piece = table(asked, "chomp", 9, 9, pace=500)
    assert len(piece["cells"]) == 1
    assert piece["trouble"]
    assert asked.limited
    assert len(table(asked, "chomp", 9, 9)["cells"]) == 9


OFFERED = [game["rules"] for game in explorable(AnswerContext(CATALOG, 5, "en"))["games"] if game["table"]]


@every_row("rules", [*OFFERED, "wythoff{2}"])
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
    asked = AnswerContext(CATALOG, 5, "en")
    for game in explorable(asked)["games"]:
        if game["table"]:
            assert table(asked, game["rules"], 2, 2)["cells"][0]
