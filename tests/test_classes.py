"""Positions below a position in classes of equal value, and the longest play on the command line."""

from __future__ import annotations

import json
from typing import Any

import pytest
from every_row import every_row
from hypothesis import given
from hypothesis import strategies as st
from reference import reference
from typer.testing import CliRunner

import nimatron as nt
from nimatron.cli.program import app

SMALL = ["chomp: 3x2", "kayles: 5", "nim: 2 3", "graph{a>b b>c a>c}: a", "nim: 2 + kayles: 3", "turtles: 1 3", "nim: 0"]


def told(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, list(arguments))
    assert result.exit_code == code, result.output
    return result.output


def below(position: nt.Position) -> set[Any]:
    """Every state that play can reach, by plain search."""
    met, todo = {position.state}, [position.state]
    while todo:
        new = set(position.game.options(todo.pop())) - met
        met |= new
        todo += new
    return met


@every_row("text", SMALL)
def test_classes_have_every_position_once_with_its_value(text: str) -> None:
    position = nt.parse(text)
    found = nt.classes(position)
    game, plain = position.game, reference(position)
    states = [member.state for one in found for member in one.positions]
    assert len(states) == len(set(states))
    assert set(states) == {game.tidy(state) for state in below(position)}
    assert [one.value for one in found] == sorted({plain.value(state) for state in states})
    for one in found:
        assert {plain.value(member.state) for member in one.positions} == {one.value}


@given(st.integers(0, 60), st.sets(st.integers(1, 8), max_size=4))
def test_classes_of_a_heap(heap: int, amounts: set[int]) -> None:
    values = nt.sequence(nt.Subtraction(amounts), heap + 1).tolist()
    found = nt.classes(nt.Subtraction(amounts)(heap))
    for one in found:
        assert all(values[member.state[0]] == one.value for member in one.positions)
        assert [member.state for member in one.positions] == sorted(member.state for member in one.positions)


def test_a_table_of_classes() -> None:
    lines = told("classes", "chomp: 3x3").splitlines()
    assert lines[:2] == ["chomp: 3 3 3", "19 positions can be reached, by value:"]
    assert lines[2].split() == ["value", "how", "many", "positions"]
    rows = [line.split(maxsplit=2) for line in lines[3:]]
    assert sum(int(count) for _, count, _ in rows) == 19
    assert rows[0][2] == "1, 2 1, 3 2, 2 2 1, 3 1 1"
    assert "(+" in told("classes", "chomp: 3x3", "--most", "1")


def test_classes_as_data() -> None:
    data = json.loads(told("classes", "kayles: 3", "--json", "--most", "2"))
    assert (data["schema"], data["position"], data["count"]) == ("nimatron.classes/1", "kayles: 3", 5)
    assert data["classes"][0] == {"value": 0, "count": 2, "positions": ["kayles: 0", "kayles: 1 1"]}


def test_too_many_positions() -> None:
    with pytest.raises(nt.Limit):
        nt.classes("chomp: 12x12", limit=1000)


def test_solve_tells_the_longest_play() -> None:
    assert "The longest play has 4 moves.\n" in told("solve", "--birthday", "cram: 3x3")
    assert "longest play" not in told("solve", "cram: 3x3")
    assert json.loads(told("solve", "--birthday", "cram: 3x3", "--json"))["birthday"] == 4
    assert "birthday" not in json.loads(told("solve", "cram: 3x3", "--json"))


def test_a_longest_play_that_is_not_known() -> None:
    assert "The longest play is not known: " in told("solve", "--birthday", "nim: w")
    assert json.loads(told("solve", "--birthday", "nim: w", "--json"))["birthday"] is None
    assert "not known" in told("solve", "--birthday", "cram: 6x6", "--positions", "1000", code=nt.Limit.exit_code)
