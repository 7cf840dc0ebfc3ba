"""Boundary patterns of all-but games: against values by the definition, in words, as data, and at their limits."""

from __future__ import annotations

import json

import pytest
from every_row import every_row
from hypothesis import given
from hypothesis import strategies as st
from reference import all_but
from typer.testing import CliRunner

import nimatron as nt
from nimatron.cli.program import app
from nimatron.explain import boundary_patterns as patterns_module
from nimatron.explain.boundary_patterns import WIDEST, Patterns, patterns_of, value_by_patterns

sets = st.sets(st.integers(1, 9))


def found(excluded: set[int]) -> Patterns:
    patterns = patterns_of(nt.AllBut(excluded))
    assert patterns is not None
    return patterns


def said(*arguments: str) -> str:
    result = CliRunner().invoke(app, list(arguments))
    assert result.exit_code == 0, result.output
    return result.output


@given(sets)
def test_marks_are_what_they_say(excluded: set[int]) -> None:
    patterns = found(excluded)
    heaps = patterns.heaps + 5
    values = all_but(excluded, heaps)
    for k, pattern in enumerate(patterns.levels):
        assert pattern.level == k
        assert pattern.marks(heaps) == "".join("@" if value >= k else "*" for value in values)
        assert pattern.first == next(n for n, value in enumerate(values) if value >= k)
        assert len(pattern.boundary) == patterns.width == max(excluded, default=0)


@given(sets)
def test_the_first_return_is_the_period(excluded: set[int]) -> None:
    patterns = found(excluded)
    boundaries = [pattern.boundary for pattern in patterns.levels]
    assert len(set(boundaries)) == len(boundaries) - 1
    assert patterns.returns == boundaries.index(boundaries[-1])
    period = nt.period(nt.AllBut(excluded))
    assert isinstance(period, nt.Period)
    assert (patterns.period, patterns.saltus) == (period.period, period.saltus)


@given(sets, st.integers(0, 150))
def test_a_value_follows_from_the_patterns(excluded: set[int], heap: int) -> None:
    patterns = found(excluded)
    value = all_but(excluded, heap + 1)[heap]
    assert patterns.value(heap) == value
    low, times = patterns.lower(heap)
    told = str(value_by_patterns(nt.AllBut(excluded)(heap)))
    assert low + times * (patterns.period or 0) == heap
    assert not excluded or (f"G({heap}) = " in told and told.rstrip(".").split(", the")[0].endswith(f" {value}"))


def test_a_large_heap_costs_nothing() -> None:
    assert found({2, 4}).value(6 * 10**18 + 1) == 2 * 10**18 + 1


@every_row(
    ("game", "lines"),
    [
        ("allbut{2,4}", ["repeats within 4 levels", "H_1   *[@*@*]@@@@@", "H_2   ******[@@@@]",
                         "period 6 - 0 = 6, saltus 2 - 0 = 2",
                         "Heaps up to 4 are those of subtraction{1,3}.", "G = 0,1,0,1,0,1 | 2,3,2,3,2,3 | ..."]),
        ("allbut{1,2,3}", ["H_1   ****[@@@]", "subtraction{}", "G = 0,0,0,0 | 1,1,1,1 | ..."]),
        ("allbut{3}", ["H_3   ******[@@@]", "G = 0,1,2,0,1,2 | 3,4,5,3,4,5 | ..."]),
        ("allbut{2,3,5,7}", ["H_5 begins at heap 14 as H_2 does at heap 4", "G = 0,1 | 0,1,2,0,1,0,1,2,3,2 | "]),
        ("allbut{1,35,60,61}", ["  ...", "H_60", "] from heap 180"]),
        ("allbut{}", ["H_1   *[]", "saltus 1 - 0 = 1"]),
    ],
)  # fmt: skip
def test_period_shows_the_patterns(game: str, lines: list[str]) -> None:
    text = said("period", game, "--pattern")
    for line in lines:
        assert line in text


def test_patterns_as_data() -> None:
    data = json.loads(said("period", "allbut{2,4}", "--pattern", "--json"))["patterns"]
    assert data["levels"][1] == {"level": 1, "first": 1, "boundary": "@*@*"}
    assert (data["returns"], data["period"], data["saltus"]) == (0, 6, 2)
    assert json.loads(said("period", "allbut{2,4}", "--json"))["patterns"] is None
    steps = json.loads(said("explain", "allbut{2,4}: 12", "--json"))["steps"]
    assert [step["patterns"]["period"] for step in steps if step["kind"] == "patterns"] == [6]


def test_explain_tells_the_value_by_patterns() -> None:
    text = " ".join(said("explain", "allbut{2,4}: 12 9").split())  # lines are folded
    assert "12 = 0 + 2·6; the largest k with H_k(0) = @ is 0; so G(12) = 0 + 2·2 = 4." in text
    assert text.count("Boundary patterns:") == 1
    assert "H_k" not in said("explain", "allbut{}: 12")
    assert "H_k" not in said("explain", "--misere", "allbut{2,4}: 12")
    assert "H_1   *[@*]@@@" in said("explain", "--steps", "allbut{2}: 6")


@pytest.mark.parametrize("game", ["kayles", "allbut{2-}", f"allbut{{{WIDEST + 1}}}"])
def test_games_without_patterns_are_refused(game: str) -> None:
    assert patterns_of(nt.parse(f"{game}: 3").game) is None
    result = CliRunner().invoke(app, ["period", game, "--pattern"])
    assert result.exit_code == nt.UsageError.exit_code
    assert "boundary patterns" in result.output


def test_a_pattern_that_does_not_come_back_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns_module, "MOST_LEVELS", 4)
    patterns = found({2, 3, 5, 7})
    assert (patterns.returns, patterns.period, patterns.saltus) == (None, None, None)
    assert "No pattern repeats up to H_3." in said("period", "allbut{2,3,5,7}", "--pattern")
    assert patterns.value(4) == 2
    assert patterns.value(40) is None
    assert value_by_patterns(nt.parse("allbut{2,3,5,7}: 40")) is None
