"""Sprouts and Brussels Sprouts as drawings: what is drawn is the position, and the lines of a drawing are its moves."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from every_row import every_row
from hypothesis import given, settings
from positions import POSITIONS

import nimatron as nt
from nimatron.core.errors import BadText
from nimatron.families.brussels_sprouts.paper import CrossPaper
from nimatron.families.brussels_sprouts.paper import plane_of as crosses_of
from nimatron.families.sprouts.circles import Sheet, sheet_of
from nimatron.families.sprouts.gluing import turns_of
from nimatron.families.sprouts.paper import Paper, SproutsPaper, read_regions
from nimatron.families.sprouts.plane import Plane, plane_of
from nimatron.show.drawing.svg import picture_svg
from nimatron.show.pictures import pictures


def plane(position: nt.Position) -> Plane:
    return plane_of(position.state) if position.game == nt.Sprouts else crosses_of(position.state)


def paper(position: nt.Position) -> Paper:
    return (SproutsPaper if position.game == nt.Sprouts else CrossPaper).of(plane(position))


def same(one: Paper, position: nt.Position) -> bool:
    return one.canonical(one.state()) == one.canonical(position.state)


def crossings(sheet: Sheet) -> int:
    """How many pairs of segments cross."""
    segments = [segment for *_, points in sheet.lines for segment in pairwise(points)]

    def turn(a: complex, b: complex, c: complex) -> float:
        return ((b - a).conjugate() * (c - a)).imag

    return sum(
        turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0
        for (a, b), (c, d) in combinations(segments, 2)
    )


@settings(max_examples=30)
@given(POSITIONS["sprouts"])
def test_a_text_is_drawn(position: nt.Position) -> None:
    drawn = plane(position)
    assert same(paper(position), position)
    assert all(len(ends) <= 3 for ends in drawn.ends)
    assert not crossings(sheet_of(drawn))


@settings(max_examples=10)
@given(POSITIONS["brussels-sprouts"])
def test_crosses_are_drawn(position: nt.Position) -> None:
    assert same(paper(position), position)
    assert not crossings(sheet_of(plane(position)))


@pytest.mark.parametrize(
    ("start", "games"),
    [
        ("sprouts: 4", 1), ("brussels-sprouts: 2x3", 2),
        pytest.param("sprouts: 6", 12, marks=pytest.mark.slow),
        pytest.param("brussels-sprouts: 3x4", 3, marks=pytest.mark.slow),
    ],
)  # fmt: skip
def test_the_lines_of_a_drawing(start: str, games: int) -> None:
    """They lead to the options, on the drawing that grew as on the one made anew, and every spot has its number."""
    rng = random.Random(start)
    for _ in range(games):
        position, grown = nt.parse(start), paper(nt.parse(start))
        while options := {grown.canonical(option.state): option for option in position.options()}:
            assert same(grown, position)
            lines = [*grown.lines()]
            assert {after.canonical(after.state()) for _, after in lines} == options.keys()
            assert {after.canonical(after.state()) for _, after in paper(position).lines()} == options.keys()
            _, grown = rng.choice(lines)
            position = options[grown.canonical(grown.state())]
        assert not [*grown.lines()]


def test_words_of_a_line() -> None:
    drawn = SproutsPaper(*read_regions("0-5-1-6,2,3;0-5-1-6,4"))
    said = {str(drawn.words(line)) for line, _ in drawn.lines()}
    assert "draw from spot 3 to spot 3, leaving 4 inside" in said
    assert "in region 1-2-5-6-7, draw from spot 1 to spot 2, leaving 6 inside" in said
    assert "draw from spot 6 to spot 5" in said


@every_row("text", ["", "0-", "a", "0,1;", "9999", "400", "0--1"])
def test_no_drawing(text: str) -> None:
    with pytest.raises(BadText, match="regions of a drawing"):
        read_regions(text)


def test_boundaries_turned_over() -> None:
    assert turns_of([["ABC"], ["ABC"]]) == [1, -1]
    assert turns_of([["0", "AB"], ["AB", "CD"], ["CD"]])[0] == 1


def test_pictures() -> None:
    picture, nim = pictures(nt.parse("sprouts: (0,0,AB)(AB) + nim: 2"))
    assert picture is not None
    assert nim is not None
    assert [shape.look for shape in picture.shapes] == ["3", "3", "1", "1"]
    assert len(picture.curves) == 2
    svg = picture_svg(nt.parse("sprouts: (0,0,AB)(AB)"))
    assert svg.count("<circle") == 4
    assert svg.count("<path") == 2
    for text in ("sprouts: 30", "sprouts: 0", "sprouts: 1", "brussels-sprouts: 1", "brussels-sprouts: 1,2;3"):
        assert pictures(nt.parse(text)) != [None], text
    assert pictures(nt.parse("brussels-sprouts: 500x4")) == [None]


@pytest.mark.long
def test_200_games() -> None:
    """What is drawn is what should be, after every move, before and after it is relaxed."""
    if not (node := shutil.which("node")):
        pytest.skip("no node is here")
    script = Path(__file__).parent.parent / "js" / "sprouts.test.js"
    subprocess.run([node, "--test", str(script)], env={**os.environ, "SPROUTS_GAMES": "67"}, check=True)
