"""Why? as data for the page: which picture a position gets, and that it says the same as the solver."""

from __future__ import annotations

from typing import Any

import pytest
from every_row import every_row
from hypothesis import given
from hypothesis import strategies as st

from nimatron import explain, grundy, outcome, parse, winning_moves
from nimatron.core.limits import Limits
from nimatron.families.catalog import CATALOG
from nimatron.show.faces import face_of
from nimatron.show.pictures import changes
from nimatron.show.why.why_answer import why_data
from nimatron.show.words import use_language


def drawn(text: str, misere: bool = False) -> dict[str, Any]:
    use_language("en")
    limits = Limits(positions=100_000)
    return why_data(explain(text, misere, limits), limits)


@given(st.lists(st.integers(0, 40), min_size=2, max_size=5))
def test_columns_are_odd_where_the_nim_sum_has_a_one(heaps: list[int]) -> None:
    text = f"nim: {' '.join(map(str, heaps))}"
    found = drawn(text)
    picture = found["picture"]
    rows = [row["bits"] for row in picture["rows"]]
    assert picture["sums"] == [sum(column) % 2 for column in zip(*rows, strict=True)]
    total = grundy(text)
    assert int("".join(map(str, picture["sums"])), 2) == total
    aims = {row["part"]: int(row["target"]) for row in picture["rows"] if row["target"] is not None}
    assert aims == {i: heap ^ total for i, heap in enumerate(heaps) if heap ^ total < heap}
    assert [move["after"] for move in found["moves"]] == [str(move) for move in winning_moves(text)]


@every_row("entry", list(CATALOG))
def test_every_game_has_a_picture(entry: Any) -> None:
    found = drawn(entry.sample)
    position = parse(entry.sample)
    assert found["picture"] is not None
    assert found["sentence"].endswith(".")
    for move in found["moves"]:
        assert outcome(move["after"]) == "P"
        assert move["changes"] == changes(position, parse(move["after"]).state)


@every_row("entry", list(CATALOG))
def test_parts_are_those_of_the_game(entry: Any) -> None:
    """A part has a name and its shapes on the board, as many parts as there are components."""
    ((game, state),) = parse(entry.sample).summands()
    face = face_of(game)
    if face.parts is None:
        return
    pieces, picture = face.parts(game, state), face.picture(game, state, state)
    assert picture is not None
    assert len(pieces) == len(game.components(state))
    assert {id for piece in pieces for id in piece.shapes} <= {shape.id for shape in picture.shapes}


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("subtraction{1,2,3}: 6", {n: n % 4 for n in range(7)}),
        ("nim: 4", {n: n for n in range(5)}),
    ],
)
def test_a_line_has_the_values_of_all_heaps(text: str, cells: dict[int, int]) -> None:
    picture = drawn(text)["picture"]
    assert dict(enumerate(picture["cells"], picture["first"])) == cells
    assert {option["at"] for option in picture["options"]} == {after.state[0] for after in parse(text).options()}


def test_a_map_has_the_values_of_the_squares() -> None:
    picture = drawn("wythoff: 3 4")["picture"]
    assert all(
        value == grundy(f"wythoff: {x} {y}") for y, row in enumerate(picture["cells"]) for x, value in enumerate(row)
    )
    assert len(picture["options"]) == len(list(parse("wythoff: 3 4").options()))


def test_moves_by_value_leave_out_the_mex() -> None:
    picture = drawn("kayles: 5")["picture"]
    assert picture["mex"] == grundy("kayles: 5")
    for slot in picture["slots"]:
        assert {grundy(move["after"]) for move in slot["moves"]} <= {slot["value"]}
        assert bool(slot["moves"]) or slot["value"] >= picture["mex"]


@every_row(
    ("text", "misere", "kind", "words"),
    [
        ("nim: 1 2 2", True, "columns", "until your move would leave only ones"),
        ("nim: 1 1", True, "columns", "Only ones are left"),
        ("kayles: 5 3", True, "options", "it wins"),
        ("kayles: 5 7", True, "options", "Together they count like 2+5. 2+5 is not a lost element"),
        ("kayles: 1000000000000000000 7", True, None, "counts like kayles: 76, by the period; that is 1+2+2."),
        ("cram: 2x3 + cram: 2x3", True, "options", "it wins"),
        ("wythoff: 3 3", True, "map", "(P)"),
        ("nim: w 5", False, "columns", "from ω to 5"),
        ("staircase: 3 1 2", False, "columns", "Only the odd steps count"),
        ("silver-dollar: 2 5 8", False, "columns", "Every column has an even number of ones"),
        ("graph{a>b b>a}: a", False, None, "a draw"),
        ("nim: 0", False, None, "No move is left."),
        ("nim: 500", False, None, "Bouton"),
        ("nim: 5 4 + chomp: 2x2", False, "columns", "the value of Chomp from 2 to 1"),
        ("chomp: 2x2 + chomp: 2x1", False, "columns", "the value of Chomp, part 1 from 2 to 1"),
    ],
)
def test_the_picture_and_the_sentence(text: str, misere: bool, kind: str | None, words: str) -> None:
    found = drawn(text, misere)
    assert (found["picture"] and found["picture"]["kind"]) == kind
    assert words in found["sentence"]


def test_what_is_not_solved_is_said() -> None:
    limits = Limits(positions=10)
    found = why_data(explain("nim: 3 + table{9,9,2}:", limits=limits), limits)
    assert found["sentence"].startswith("Not solved: ")
    assert [row["value"] for row in found["picture"]["rows"]] == ["3", "?"]
    assert found["picture"]["total"] is None


@every_row(
    ("text", "terms"),
    [
        ("nim: 3 4 5", ["winning position", "nim-sum", "sum of games"]),
        ("nim: 1 2 3", ["losing position", "nim-sum"]),
        ("subtraction{2,3,7,8}: 12", ["winning position", "mex"]),
    ],
)
def test_the_terms_of_an_explanation_are_in_the_glossary(text: str, terms: list[str]) -> None:
    found = [term["term"] for term in drawn(text)["terms"]]
    assert all(any(term in one for one in found) for term in terms), found
    assert len(found) == len(set(found))
