"""Pictures that stand alone: well-formed, complete, and made of the outlines and colours of the page."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

from every_row import every_row

import nimatron as nt
from nimatron.families.catalog import CATALOG, Entry
from nimatron.show.drawing import pieces
from nimatron.show.drawing.marks import outline, oval

STATIC = Path(nt.__file__).parent / "web" / "static"
SVG = "{http://www.w3.org/2000/svg}"


def elements(position: nt.Position | str) -> list[ElementTree.Element]:
    root = ElementTree.fromstring(nt.parse(position).picture() if isinstance(position, str) else position.picture())
    assert root.tag == f"{SVG}svg"
    return list(root.iter())


@every_row("entry", list(CATALOG))
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
    assert set(pieces.PIECES) == names


def test_the_page_draws_all_outlines_and_no_others() -> None:
    page = (STATIC / "js" / "pieces.js").read_text("utf-8")
    used = set(re.findall(r'OUTLINES(?:\.(\w+)|\["([\w-]+)"\])', page))
    assert {one or two for one, two in used} == set(pieces.outlines())


def test_colours_are_those_of_the_page() -> None:
    sheets = "".join((STATIC / name).read_text("utf-8") for name in ("board.css", "style.css"))
    colours = {str(paint)[:7] for ink in pieces.PAINTED.inks.values() for paint in ink[:2] if paint is not None}
    assert len(colours) > 25
    mixed = {"#eebf53", "#000000", "#ffffff"}  # 60 % of --gold2 in --gold; the others are written short there
    assert {colour for colour in colours - mixed if colour not in sheets} == set()


def test_outlines_have_only_commands_that_python_reads() -> None:
    drawn = {name: d for name, d in pieces.outlines().items() if name != "balls"}
    assert all(re.fullmatch(r"(?:M[^A-Za-z]+(?:[LC][^A-Za-z]+)*Z?)+", d) for d in drawn.values())
    # Every number belongs to a point.
    counts = {name: len(re.findall(r"-?[\d.]+", d)) for name, d in drawn.items()}
    assert counts == {name: sum(len(p) for path in outline(d) for p in path.points) for name, d in drawn.items()}


def test_ovals() -> None:
    shape = oval(2, 1, "#000000")
    assert shape.closed
    assert [point[-2:] for point in shape.points] == [(2, 0), (0, 1), (-2, 0), (0, -1), (2, 0)]
