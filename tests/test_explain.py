"""Explanations as data: parts, columns, targets, replies; backward induction."""

from __future__ import annotations

import re
from typing import Any, TypeVar

import pytest
from every_row import every_row
from hypothesis import given
from hypothesis import strategies as st

import nimatron as nt
from nimatron.explain.derivation import MexTree
from nimatron.explain.explanations import explain
from nimatron.explain.move_outcomes import move_outcomes
from nimatron.explain.reachable import induction
from nimatron.explain.steps import ColumnsStep, LosingStep, MisereStep, PartStep, ResiduesStep, TargetsStep, WinningStep
from nimatron.families.catalog import CATALOG, Entry
from nimatron.show.explanation_text import explanation_lines, induction_layout, induction_lines

S = TypeVar("S")


def step(text: str, kind: type[S], misere: bool = False) -> S:
    found = [s for s in explain(nt.parse(text), misere).steps if isinstance(s, kind)]
    assert len(found) == 1
    return found[0]


def test_bouton_example() -> None:
    columns = step("nim: 3 4 5", ColumnsStep)
    assert (columns.values, columns.total, columns.column) == ((3, 4, 5), 2, 1)
    targets = step("nim: 3 4 5", TargetsStep).targets
    assert [(t.value, t.target, t.moves) for t in targets] == [(3, 1, 1), (4, 6, 0), (5, 7, 0)]


def test_lemma_2_example() -> None:
    targets = step("nim: 11 20 25", TargetsStep)
    assert targets.total == 0b00110
    assert targets.targets[1].target == 0b10010


def test_four_heaps() -> None:
    targets = step("nim: 13 42 30 43", TargetsStep)
    assert targets.total == 18
    assert [t.target for t in targets.targets] == [31, 56, 12, 57]
    assert [t.moves for t in targets.targets] == [0, 0, 1, 0]


def test_values_may_go_up() -> None:
    text = "subtraction{1-3}: 9 + subtraction{1-5}: 10 + subtraction{1-7}: 14"
    targets = step(text, TargetsStep)
    assert [(t.value, t.target, t.moves) for t in targets.targets] == [(1, 2, 1), (4, 7, 0), (6, 5, 1)]


def test_options_and_mex() -> None:
    part = step("chomp: 2x2", PartStep)
    assert part.options is not None
    assert sorted(option.value for option in part.options) == [0, 1, 1]


def derived(text: str, depth: int = 1) -> MexTree:
    (part,) = [s for s in explain(nt.parse(text), mex=depth).steps if isinstance(s, PartStep)]
    assert part.mex is not None
    return part.mex


@every_row(
    ("text", "values", "value"),
    [
        ("nim: 2", (0, 1), 2),
        ("chomp: 2 1", (1,), 0),
        ("subtraction{1,2,3}: 4", (1, 2, 3), 0),
        ("ruler: 4", (0, 1, 2, 3), 4),
        ("corners: 4,4", (0, 1, 2, 3, 4, 5, 8, 11, 12, 14), 6),
        ("nim: 100", tuple(range(100)), 100),
        ("nim: 0", (), 0),
    ],
)
def test_the_definition_is_shown_where_a_theorem_answers(text: str, values: tuple[int, ...], value: int) -> None:
    found = derived(text)
    assert (found.values, found.value) == (values, value)


@pytest.mark.parametrize("mex", [0, 1])
def test_moves_of_a_part_are_called_as_in_the_whole(mex: int) -> None:
    text = str(explain("kayles: 1 11", mex=mex))
    assert "knock down pin 4 of row 2" in text
    assert "knock down pin 4 of row 1" not in text


def test_too_many_options_are_not_derived_from() -> None:
    assert derived("nim: 5000").values is None
    assert derived("nim: w").values is None


def test_a_derivation_tells_each_position_once() -> None:
    def all_of(mex: MexTree) -> list[MexTree]:
        return [mex, *(deeper for move in mex.moves for deeper in all_of(move.to))]

    told = [str(mex.position) for mex in all_of(derived("kayles: 6", 9)) if mex.values is not None]
    assert len(set(told)) == len(told)
    assert "kayles: 1 2" in told
    assert "kayles: 2 1" not in told


@pytest.mark.parametrize("entry", list(CATALOG), ids=lambda entry: entry.id)
def test_a_derivation_follows_from_the_definition(entry: Entry) -> None:
    def check(mex: MexTree) -> None:
        if mex.values is not None:
            assert nt.mex(mex.values) == mex.value
        for move in mex.moves:
            check(move.to)

    for found in explain(nt.parse(entry.sample), mex=2).steps:
        if isinstance(found, PartStep) and found.mex is not None:
            check(found.mex)


@given(st.lists(st.integers(0, 9), min_size=1, max_size=3), st.integers(0, 15))
def test_reach(heaps: list[int], value: int) -> None:
    position = nt.parse(f"kayles: {' '.join(map(str, heaps))} + nim: 3")
    found = [option.state for option in nt.reach(position, value)]
    assert sorted(set(found)) == sorted({o.state for o in position.options() if nt.grundy(o) == value})
    assert value >= nt.grundy(position) or found  # every smaller value can be reached


def test_moves_lead_to_values() -> None:
    judged = move_outcomes(nt.parse("kayles: 4"))
    assert [j.value for j in judged] == [nt.grundy(j.option) for j in judged]
    assert {j.value for j in move_outcomes(nt.parse("nim: 3"), misere=True)} == {None}


@every_row(
    ("text", "told"),
    [
        ("nim: 7 7", "Copy the move"),
        ("chomp: 3 1 + chomp: 2 1 1", "Copy the move"),  # mirror images
        ("nim: 7 5", "Make the two heaps equal"),
        ("chomp: 3x3", "Strategy stealing"),
        ("chomp: 5 1 1", "two heaps of Nim"),
        ("chomp: 7 2 2", "a heap of 5 and chomp: 2 2 of value 2"),
        ("chomp: 1000002 2 2", "a heap of 1000000 and chomp: 2 2 of value 2"),
        ("cram: 4x4", "Copy the move"),
        ("cram: 4x3", "Cover the two middle squares"),
        ("table{4,4,2}:", "Put a coin in the middle"),
        ("mock-turtles: 5", "an odd number of ones: 11"),
        ("subtraction{3,10}: 4", "the values repeat (000111)^2 2."),
    ],
)
def test_the_method_is_told_in_words(text: str, told: str) -> None:
    assert told in " ".join(str(explain(text, limit=100_000)).split())


def test_the_end_leaves_no_gap() -> None:
    assert "\n\n\n" not in str(explain("chomp: 1"))


def test_each_coin_is_told_once() -> None:
    told = " ".join(line.text.strip() for line in explanation_lines(explain("mock-turtles: 1 2 3")))
    assert told.count("odd number of ones: 2.") == 1


def test_methods_belong_to_normal_play() -> None:
    assert "Copy the move" not in str(explain("nim: 1 1", misere=True))


def test_columns_of_moores_nim() -> None:
    columns = step("moore{2}: 3 4 5", ResiduesStep)
    assert (columns.values, columns.modulus, columns.residues) == ((3, 4, 5), 3, (2, 1, 2))
    assert "every column is divisible by 3" in str(explain("moore{2}: 3 3 3"))


def test_every_move_of_a_lost_position_is_answered() -> None:
    replies = step("nim: 1 2 3", LosingStep).replies
    assert replies is not None
    assert len(replies) == 6
    for reply in replies:
        assert nt.outcome(reply.then) == "P"
        assert reply.then in list(reply.after.options())


def test_too_many_moves_are_not_answered_one_by_one() -> None:
    assert step("nim: 100 100", LosingStep).replies is None


def test_misere() -> None:
    tame = step("nim: 1 1 3", MisereStep, misere=True)
    assert (tame.tame, tame.large, tame.ended) == (True, 1, False)
    assert not step("kayles: 4", MisereStep, misere=True).tame
    assert step("nim: 0", MisereStep, misere=True).ended


def test_first_many_winning_moves() -> None:
    winning = step("nim: " + "1 " * 99, WinningStep)
    assert (len(winning.moves), winning.count) == (50, 99)


@pytest.mark.parametrize("entry", list(CATALOG), ids=lambda entry: entry.id)
@pytest.mark.parametrize("limit", [2_000, pytest.param(20_000, marks=pytest.mark.slow)])
def test_every_game_is_explained_in_words(entry: Any, limit: int) -> None:
    for misere in (False, True):
        lines = list(explanation_lines(explain(nt.parse(entry.sample), misere, limit=limit if misere else 20_000)))
        text = "\n".join(line.text for line in lines)
        assert "None" not in text
        assert not re.search(r"\{[a-z_]\w*\}", text.replace(entry.sample.partition(":")[0], ""))


@given(st.sets(st.integers(1, 6), min_size=1), st.integers(0, 25), st.booleans())
def test_induction_marks_are_outcomes(amounts: set[int], heap: int, misere: bool) -> None:
    game = nt.Subtraction(amounts)
    for state, mark in induction(game(heap), misere).marks.items():
        assert nt.outcome(game(state), misere) == mark


def test_induction_on_a_board_and_a_graph() -> None:
    start = nt.parse("wythoff: 7 7")
    layout, board = induction_layout(start, induction(start))
    assert (layout, board.states[:2]) == ("board", ((0, 0), (0, 1)))
    assert {s for s, mark in board.marks.items() if mark == "P"} == {
        (0, 0), (1, 2), (2, 1), (3, 5), (5, 3), (4, 7), (7, 4),
    }  # fmt: skip
    assert any("P · · ·" in line.text for line in induction_lines(layout, board))
    graph = induction(nt.parse("graph{a>b a>c b>c}: a"))
    assert graph.marks == {("c",): "P", ("b",): "N", ("a",): "N"}


@every_row(
    ("text", "layout"),
    [
        ("kayles: 5", "list"), ("octal{0.33}: 5", "row"), ("nimble: 4", "row"), ("moore{2}: 3", "row"),
        ("kayles: 5 1", "list"), ("chop: 3x2", "board"),
        ("graph{a>b}: a", "graph"), ("graph{a>b}: a a", "list"), ("chomp: 2x2", "list"),
    ],
)  # fmt: skip
def test_how_an_induction_is_drawn(text: str, layout: str) -> None:
    assert induction_layout(nt.parse(text), induction(nt.parse(text)))[0] == layout


def test_too_many_states_to_mark() -> None:
    with pytest.raises(nt.Limit):
        induction(nt.parse("chomp: 12x12"))


def test_steps_mark_every_heap() -> None:
    lines = [line.text for line in induction_lines("row", induction(nt.parse("{2,3,7,8}: 12")).in_order())]
    assert lines[1].split() == [str(n) for n in range(13)]
    assert "P  P  N  N  N  P  P  N  N  N  P  P  N" in lines[-1]


def test_a_remainder_is_a_strategy() -> None:
    text = "\n".join(line.text for line in explanation_lines(explain(nt.parse("{1,2,3}: 13"))))
    assert "13 = 3·4 + 1. To leave value 0, leave a multiple of 4: take 1." in text
    assert "leave a multiple" not in "\n".join(map(str, explain(nt.parse("{2,3}: 13")).steps))
