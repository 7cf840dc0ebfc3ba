"""Sprouts: rules, canonical texts, values and outcomes beside a model that knows only half-edges."""

from __future__ import annotations

import random
import re
from itertools import permutations

import pytest
from every_row import every_row
from half_edges import PlaneMap, spots, walk_maps
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import POSITIONS
from reference import Reference

import nimatron as nt
from nimatron.core.errors import BadText, IllegalPosition
from nimatron.families.sprouts.lands import NAMES, weight
from nimatron.play.typed_moves import read_move


def same_options(whole: PlaneMap, options: list[PlaneMap]) -> None:
    position = whole.position()
    found = {nt.Sprouts.canonical(option.state) for option in position.options()}
    assert found == {option.position().state for option in options}, position


@pytest.mark.parametrize("n", [1, 2, pytest.param(3, marks=pytest.mark.long)])
def test_all_maps(n: int) -> None:
    """Every drawing of a game has the options, the value and the outcome in misere play that its text has."""
    maps: list[PlaneMap] = []

    def visit(whole: PlaneMap, options: list[PlaneMap]) -> None:
        same_options(whole, options)
        maps.append(whole)

    known = walk_maps(n, visit)
    plain = Reference(nt.Sprouts)
    for whole in maps:
        value, won = known[whole.code()]
        position = whole.position()
        assert plain.value(position.state) == nt.grundy(position) == value
        assert (nt.outcome(position, misere=True) == "N") == won
    assert len(maps) == {1: 3, 2: 51, 3: 2789}[n]


@pytest.mark.parametrize("games", [3, pytest.param(40, marks=pytest.mark.slow)])
def test_random_games(games: int) -> None:
    rng = random.Random(38)
    for _ in range(games):
        whole = spots(rng.choice([4, 5, 6]) if games > 3 else 4)
        while options := [*whole.moves()]:
            same_options(whole, options)
            whole = rng.choice(options)


def test_few_spots() -> None:
    assert [nt.grundy(nt.Sprouts(n)) for n in range(6)] == [0, 0, 0, 1, 1, 1]
    assert [nt.outcome(nt.Sprouts(n), misere=True) for n in range(1, 6)] == ["N", "P", "P", "P", "N"]


@pytest.mark.slow
def test_published_outcomes() -> None:
    """Lost with 6 spots and won with 7 in misere play; lost for n of remainder 0, 1 or 2 after division by 6."""
    assert nt.outcome("sprouts: 6") == "P"
    assert nt.outcome("sprouts: 6", misere=True) == "N"


@settings(max_examples=15)
@given(POSITIONS["sprouts"])
def test_by_the_definition(position: nt.Position) -> None:
    plain = Reference(nt.Sprouts)
    assert nt.grundy(position) == plain.value(position.state)
    winning = {option for option in position.options() if plain.value(option.state) == 0}
    assert set(nt.winning_moves(position)) == winning


@settings(max_examples=30)
@given(POSITIONS["sprouts"], st.randoms(use_true_random=False))
def test_one_text(position: nt.Position, rng: random.Random) -> None:
    """Other letters, another order, regions seen from behind: the text is the same."""
    letters = sorted({letter for letter in str(position)[8:] if letter.isalpha()})
    table = str.maketrans(dict(zip(letters, rng.sample(letters, len(letters)), strict=True)))
    regions = re.findall(r"\((.*?)\)", str(position).translate(table))
    rng.shuffle(regions)
    turned = []
    for region in regions:
        words = region.split(",")
        rng.shuffle(words)
        sign = rng.choice([1, -1])
        at = [rng.randrange(len(word)) for word in words]
        turned.append(",".join((word[i:] + word[:i])[::sign] for word, i in zip(words, at, strict=True)))
    assert not regions or nt.Sprouts("".join(f"({region})" for region in turned)).state in set(
        permutations(position.state)
    )
    assert all(weight(land) > 0 for land in position.state)


@every_row(
    ("text", "after"),
    [
        ("3", "3"), ("(0,0,0)", "3"), ("0,0,0", "3"), ("0,AB AB", "(0,AB)(AB)"), ("03", "3"), ("0", "0"),
        (" (AB, 0 )(AB)", "(0,AB)(AB)"),
        ("(2)", "0"), ("(1)", "(1)"), ("(A)(A)", "0"), ("(A,0)(A,0)", "(0,A)(0,A)"), ("(A2)(A,0)", "(0,A)(2A)"),
        ("(AA,0)", "(0,2)"), ("(AB)(BA)", "(22)"), ("(q2q)(0)", "(22) (0)"),
        ("(0,A)(0,A)(1,B)(B,2)", "(0,A)(0,A) (1B)(2B)"), ("(0,A)(0,A) (0,B)(0,B)", "(0,A)(0,A) (0,B)(0,B)"),
    ],
)  # fmt: skip
def test_texts(text: str, after: str) -> None:
    assert str(nt.Sprouts(text)) == f"sprouts: {after}"
    assert nt.Sprouts(after) == nt.Sprouts(text)


@every_row(
    ("text", "place", "reason"),
    [
        ("(A,0)", 1, "stand twice"), ("(A,A)", 1, "cross"), ("(AAA)", 3, "stand twice"), ("(0,AB)(A", 6, "no partner"),
        ("200", 0, "at most 30"), ("9999999999", 0, "at most 30"), ("(01)", 1, "alone"), ("(A0)(A)", 2, "alone"),
        ("(3)", 1, "0, 1, 2 or a letter"), ("()", 1, "expected spots"), ("(0,,1)", 3, "expected spots"),
        ("(0,0) 3", 6, "expected regions"), ("abc", 0, "stand twice"), ("", 0, "expected a number of spots"),
        ("(ABAB)", 1, "cross"), ("(ABCD,0)(ACBD,0)", 1, "cross"), ("(A,B,0)(AB,0)", 1, "cross"),
        ("(0)(A,C,0)(A,B,0)(B,C,0)", 4, "cross"), ("(0" + 40 * ",0" + ")", 0, "lives"),
        ("-1", 0, "a letter"),
    ],
)  # fmt: skip
def test_no_position(text: str, place: int, reason: str) -> None:
    with pytest.raises(BadText, match=reason) as fault:
        nt.Sprouts(text)
    assert fault.value.place == place, (text, fault.value.place)


def test_most_lives() -> None:
    """A letter counts once: whatever play from 30 spots leads to may be written."""
    names = "".join(NAMES[:60])
    assert sum(map(weight, nt.Sprouts(f"(0,{names})({names})").state)) == 63


def test_no_drawing_of_utilities() -> None:
    """Three boundaries that each touch three others cannot be drawn; a cube can."""
    rows = "ABC", "DEF", "GHI"
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    with pytest.raises(BadText, match="cross"):
        nt.Sprouts("".join(f"({word},0)" for word in (*rows, *columns)))
    cube = ["ABCD", "AEFG", "BHIE", "CJKH", "DGLJ", "FIKL"]
    assert len(nt.Sprouts("".join(f"({word},0)" for word in cube)).state) == 1


def test_no_state() -> None:
    for state in (31, -1, ("0A",), (0, 1), None):
        with pytest.raises((IllegalPosition, BadText)):
            nt.Sprouts.accept(state)


def test_typed_moves() -> None:
    position = nt.Sprouts(4)
    for text, after in (
        ("1 2", "(0,0,1A1A)"), ("4 to 1", "(0,0,1A1A)"), ("spot 3 to spot 3, leaving 1 inside", "(0,0,AB)(0,AB)"),
        ("2 2 1 3 4", "(0,0,0,AB)(AB)"), ("2 2", "(0,0,0,AB)(AB)"),
    ):  # fmt: skip
        assert str(read_move(position, text)) == f"sprouts: {after}"
    for text in ("1 5", "1 2 3", "7 7"):
        with pytest.raises(nt.IllegalMove):
            read_move(position, text)


def test_words_of_equal_lands() -> None:
    """A move is told by the spots of the land that it changes."""
    told = {str(nt.Sprouts.describe(("12", "12"), after)) for after in nt.Sprouts.options(("12", "12"))}
    assert told == {"draw from spot 1 to spot 1", "draw from spot 3 to spot 3"}
