"""Positions by numbers, without the notation."""

from __future__ import annotations

import pytest
from every_row import every_row
from hypothesis import given
from hypothesis import strategies as st

from nimatron import NimatronError, Subtraction, UsageError, parse
from nimatron.families.catalog import CATALOG, Entry
from nimatron.show.dials import dials_of, set_dials

BY_NUMBERS = {"nim", "moore", "subtraction", "kayles", "octal", "nimble", "turtles", "rook", "chomp", "cram", "table"}
"""Games that must have dials; others may."""


@every_row("entry", CATALOG.entries)
def test_dials_tell_the_position(entry: Entry) -> None:
    for text in (entry.sample, *entry.easy):
        position = parse(text)
        dials = dials_of(position)
        assert dials or entry.id not in BY_NUMBERS
        settings = [f"{dial.name}:{','.join(map(str, values))}" for dial, values in dials]
        assert set_dials(position, settings) == position
        for dial, values in dials:
            assert dial.kind == "text" or all(dial.low <= value <= dial.high for value in values)


@every_row(
    ("text", "settings", "after"),
    [
        ("nim: 3 4 5", ["heaps:1,2"], "nim: 1 2"),
        ("subtraction{1,2,3}: 13", ["set:2,1"], "subtraction{1,2}: 13"),
        ("moore{2}: 3 4 5", ["k:3"], "moore{3}: 3 4 5"),
        ("allbut{2,4}: 12", ["set:", "heaps:5"], "allbut{}: 5"),
        ("octal{0.77}: 4", ["code:0.07"], "octal{0.07}: 4"),
        ("kayles: 3 4", ["heaps:7"], "kayles: 7"),
        ("cram: 4x4", ["columns:3", "rows:2"], "cram: .../..."),
        ("chomp: 4x3", ["rows:1"], "chomp: 4"),
        ("table{4,4,2}:", ["side:1"], "table{4,4,1}:"),
        ("wythoff: 5 7", ["columns:0"], "wythoff: 0 7"),
        ("turtles: 2 4", ["heads:1,3,3"], "turtles: 1 3"),
        ("fibonacci: 20", ["coins:13"], str(parse("fibonacci: 13"))),
    ],
)
def test_dials_make_positions(text: str, settings: list[str], after: str) -> None:
    assert str(set_dials(parse(text), settings)) == after


@every_row("text", ["nim: w 3", "nim: 99999999999999999999", "chomp: 3 1", "cram: .#", "table{4,4,2}: 0,0"])
def test_what_numbers_do_not_tell_has_no_dials(text: str) -> None:
    assert dials_of(parse(text)) == []
    with pytest.raises(UsageError):
        set_dials(parse(text), ["heaps:3"])


def test_own_rules_have_no_dials() -> None:
    class Mine(type(parse("nim: 3").game)):  # type: ignore[misc]
        pass

    assert dials_of(Mine()(3)) == []


def test_an_inherited_panel_makes_no_other_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The face of a subtraction game, and its panel, belongs to a subclass too; the panel would make the plain game."""

    class Slow(Subtraction):
        pass

    monkeypatch.setattr("nimatron.show.dials.is_ours", lambda game: True)
    assert dials_of(Subtraction({1, 2})(3, 4)) != []
    assert dials_of(Slow({1, 2})(3, 4)) == []


TEXTS = st.text(st.sampled_from("0123456789.,:+|ab -"), max_size=12)


@given(st.sampled_from(CATALOG.entries), st.lists(TEXTS, max_size=2))
def test_nonsense_is_refused_or_means_a_position(entry: Entry, settings: list[str]) -> None:
    try:
        made = set_dials(parse(entry.sample), settings)
    except NimatronError:
        return
    assert parse(str(made)) == made
