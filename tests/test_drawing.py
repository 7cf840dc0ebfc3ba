"""Pictures that stand alone: well-formed, complete, and made of the outlines and colours of the page."""

from __future__ import annotations

import ast
import inspect
import re
from itertools import pairwise
from math import hypot, sqrt
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nimatron as nt
from nimatron.games.catalog import CATALOG, Entry
from nimatron.present.drawing import painted, paper
from nimatron.present.drawing.outline import outline, oval

STATIC = Path(nt.__file__).parent / "web" / "static"
SVG = "{http://www.w3.org/2000/svg}"


def elements(position: nt.Position | str) -> list[ElementTree.Element]:
    root = ElementTree.fromstring(nt.parse(position).picture() if isinstance(position, str) else position.picture())
    assert root.tag == f"{SVG}svg"
    return list(root.iter())


@pytest.mark.parametrize("entry", list(CATALOG), ids=lambda entry: entry.id)
def test_every_game_has_a_picture(entry: Entry) -> None:
    text = nt.parse(entry.sample).picture()
    root = ElementTree.fromstring(text)
    assert root.findtext(f"{SVG}title") == str(nt.parse(entry.sample))
    assert len(list(root)) > 3
    # Nothing outside is asked for, and nothing that only browsers know.
    assert not re.search(r"<style|<script|href|url\(|class=|var\(|\bnan\b|\binf\b", text)


def test_all_that_is_there_is_drawn() -> None:
    faces = [e for e in elements("nim: 3 4") if e.tag == f"{SVG}circle" and e.get("fill") == "#e3a72f"]
    assert len(faces) == 7
    words = [e.text for e in elements("nim: 3 12345678901234567890") if e.tag == f"{SVG}text"]
    assert "12345678901234567890" in words


def test_a_picture_keeps_within_the_width_of_a_page() -> None:
    for position in ("nim: 3", "euclid: 33 7", "cram: 30x4"):
        root = ElementTree.fromstring(nt.parse(position).picture())
        assert float(root.attrib["width"]) <= 640
        assert float(root.attrib["height"]) > 20


def test_what_cannot_be_drawn_is_written() -> None:
    class Less(nt.Game[int]):
        start = 2

        def options(self, n: int) -> list[int]:
            return [n - 1] if n else []

    assert [e.text for e in elements(Less()(2)) if e.tag == f"{SVG}text"] == ["2"]
    lines = [e for e in elements(nt.Nim(*[10**30] * 2000)) if e.tag == f"{SVG}text"]
    assert len(lines) <= 40


def test_a_notebook_shows_the_picture() -> None:
    assert nt.Nim(2)._repr_svg_() == nt.Nim(2).picture()
    assert next(nt.Nim(2).options())._repr_svg_() == nt.Nim(1).picture()
    assert not hasattr(nt.Nim(2), "_repr_html_")


def test_both_looks_know_all_kinds_of_the_page() -> None:
    kinds = re.search(r"const KINDS = \{(.*?)\n\};", (STATIC / "js" / "pieces.js").read_text("utf-8"), re.S)
    assert kinds is not None
    names = set(re.findall(r"^  (\w+)[:,]", kinds[1], re.M))
    assert set(painted.PIECES) == set(paper.PIECES) == names


def strings(module: object) -> set[str]:
    """The texts in a module; parts that stand side by side are one."""
    tree = ast.parse(inspect.getsource(module))  # type: ignore[arg-type]
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def test_outlines_are_those_of_the_page() -> None:
    page = re.sub(r'" \+\n\s*"', "", (STATIC / "js" / "pieces.js").read_text("utf-8"))
    drawn = {text for text in strings(painted) if re.fullmatch(r"M[-.\d MLHVCQAZ]+", text)}
    assert len(drawn) > 15
    # The light on a coin is calculated there.
    assert {text for text in drawn if text not in page} == {"M-.75-.42A.86.86 0 0 1 .75-.42"}
    assert "`M${-r * k} ${-r * 0.42}A${r * 0.86} ${r * 0.86} 0 0 1 ${r * k} ${-r * 0.42}`" in page
    assert "arc(0.75)" in page


def test_colours_are_those_of_the_page() -> None:
    sheets = "".join((STATIC / name).read_text("utf-8") for name in ("board.css", "style.css"))
    colours = {text[:7] for text in strings(painted) if re.fullmatch(r"#[\da-f]{6}(?:[\da-f]{2})?", text)}
    assert len(colours) > 25
    mixed = {"#eebf53", "#000000", "#ffffff"}  # 60 % of --gold2 in --gold; the others are written short there
    assert {colour for colour in colours - mixed if colour not in sheets} == set()


@given(st.floats(0.1, 3), st.floats(-3, 3), st.floats(-3, 3), st.booleans(), st.booleans())
def test_arcs_lie_on_a_circle_and_end_where_they_should(r: float, u: float, v: float, large: bool, way: bool) -> None:
    far = hypot(u, v)
    if far < 0.05:
        return
    (path,) = outline(f"M0 0A{r:.6f} {r:.6f} 0 {int(large)} {int(way)} {u:.6f} {v:.6f}")
    assert path.points[-1][-2:] == pytest.approx((u, v), abs=1e-4)
    radius = max(r, far / 2)
    away = sqrt(max(0.0, radius**2 - far**2 / 4)) / far
    centres = [(u / 2 - k * away * v, v / 2 + k * away * u) for k in (1, -1)]
    middles = [halfway(start[-2:], curve) for start, curve in pairwise(path.points)]
    errors = [max(abs(hypot(x - a, y - b) - radius) for x, y in middles) for a, b in centres]
    assert min(errors) < 2e-3 * radius + 1e-4


def halfway(start: tuple[float, ...], curve: tuple[float, ...]) -> tuple[float, float]:
    """The point in the middle of a cubic curve."""
    xs, ys = (start[0], *curve[::2]), (start[1], *curve[1::2])
    x, y = ((n[0] + 3 * n[1] + 3 * n[2] + n[3]) / 8 for n in (xs, ys))
    return x, y


@pytest.mark.parametrize(
    ("flags", "passes"), [("0 1", (0.4, -0.2)), ("0 0", (0.4, 0.2)), ("1 1", (0.4, -0.8)), ("1 0", (0.4, 0.8))]
)
def test_arcs_take_the_way_that_the_flags_say(flags: str, passes: tuple[float, float]) -> None:
    """Circles of radius 0.5 through (0, 0) and (0.8, 0); their highest and lowest points are at x = 0.4."""
    (path,) = outline(f"M0 0A.5 .5 0 {flags} .8 0")
    heights = [y for point in path.points for y in point[1::2]]
    reached = min(heights) if passes[1] < 0 else max(heights)
    assert abs(reached - passes[1]) < 0.1
    assert (min(heights) < -0.1) != (max(heights) > 0.1)


def test_ovals() -> None:
    shape = oval(2, 1, "#000000")
    assert shape.closed
    assert [point[-2:] for point in shape.points] == [(2, 0), (0, 1), (-2, 0), (0, -1), (2, 0)]
