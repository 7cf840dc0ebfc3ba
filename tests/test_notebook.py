"""What notebooks show: well-formed, complete, and escaped."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any
from xml.etree import ElementTree

import pytest
from every_row import every_row

import nimatron as nt
from nimatron.core.limits import watch
from nimatron.nimbers.field import Nimber
from nimatron.nimbers.loopy import Loopy
from nimatron.notebook.progress_bar import ProgressBar
from nimatron.show.drawing.svg import picture_svg
from nimatron.show.export import period_latex, value_latex
from nimatron.show.progress_text import WORK


def shown(thing: Any) -> ElementTree.Element:
    return ElementTree.fromstring(thing._repr_html_().replace("&nbsp;", " "))


def words(element: ElementTree.Element) -> str:
    return " ".join("".join(element.itertext()).split())


def test_every_way_leads_to_a_function() -> None:
    shown = [
        nt.Nim(3)._repr_svg_(),
        nt.analyse("nim: 3")._repr_html_(),
        nt.explain("nim: 3")._repr_html_(),
        nt.period("kayles")._repr_latex_(),  # type: ignore[union-attr]
        nt.period("0.007", limit=100)._repr_html_(),  # type: ignore[union-attr]
        Nimber(3)._repr_latex_(),
        nt.Ordinal("w")._repr_latex_(),
        Loopy({1})._repr_latex_(),
        nt.genus("kayles: 5")._repr_latex_(),
        nt.check("nim").text(),
    ]
    assert min(map(len, shown)) > 2


def test_an_explanation_has_board_steps_and_digits() -> None:
    element = shown(nt.explain("nim: 3 4 6"))
    assert element.find(".//{http://www.w3.org/2000/svg}svg") is not None
    rows = [[words(cell) for cell in row] for row in element.iter("tr")]
    assert rows == [["3", "0", "1", "1"], ["4", "1", "0", "0"], ["6", "1", "1", "0"], ["1", "0", "0", "1"]]
    marked = [i for i, cell in enumerate(next(element.iter("tr"))) if "background" in cell.get("style", "")]
    assert marked == [3]
    text = words(element)
    assert "the leftmost column with an odd number of ones" in text
    assert "^" not in text
    assert "take 1 from heap 1" in text


@every_row("position", ["nim: w 3", "chomp: 3x2", "kayles: 5 + nim: 1 1", "graph{a>b b>a}: a"])
def test_all_kinds_of_steps_are_well_formed(position: str) -> None:
    for answer in (nt.explain(position), nt.analyse(position)):
        text = words(shown(answer))
        for line in filter(str.strip, str(answer).splitlines()[-2:]):
            assert line.split()[-1] in text


def test_a_table_is_a_heat_map() -> None:
    element = shown(nt.value_table("wythoff", 4, 3))
    cells = [(words(cell), cell.get("style", "")) for cell in element.iter("td")]
    assert [text for text, _ in cells] == ["0", "1", "2", "3", "1", "2", "0", "4", "2", "0", "1", "5"]
    assert [("outline" in style) for text, style in cells] == [text == "0" for text, _ in cells]
    dark = {text: style.partition("rgb")[2].partition(";")[0] for text, style in cells}
    assert len(set(dark.values())) == 6


def test_tables_of_all_kinds() -> None:
    assert nt.value_table("kayles", 6).cells == ((0, 1, 2, 3, 1, 4),)
    assert nt.value_table("nim", 2, 2).cells == ((0, 1), (1, 0))
    assert nt.value_table("kayles", 3, misere=True).cells == (("N", "P", "N"),)
    assert nt.value_table("kayles", 6, genera=True).cells[0][5] == "4^146"
    assert words(shown(nt.value_table("kayles", 70))).endswith("The rest is not shown.")
    for table in (nt.value_table("kayles", 6, genera=True), nt.value_table("kayles", 3, misere=True)):
        assert "P-positions are framed." in words(shown(table))


@every_row(
    ("value", "latex"),
    [
        (7, "7"),
        (nt.Ordinal("w^2*3+w+5"), r"\omega^{2} \cdot 3 + \omega + 5"),
        (nt.Ordinal("w^w"), r"\omega^{\omega}"),
        (nt.Ordinal(4), "4"),
        (nt.Ordinal(0), "0"),
        (Nimber("w+1"), r"{\ast}(\omega + 1)"),
        (Loopy(), r"\infty()"),
        (nt.genus("kayles: 5"), "4^{146}"),
        (nt.genus("nim: 3"), "3"),
        (None, "?"),
    ],
)
def test_values_in_latex(value: Any, latex: str) -> None:
    assert value_latex(value) == latex


def test_periods_in_latex() -> None:
    assert period_latex(nt.Period(3, 4, 2)) == r"G(n + 4) = G(n) + 2 \quad (n \ge 3)"
    assert "Guy" in nt.period("kayles")._repr_latex_()  # type: ignore[union-attr]
    assert "not proved" in nt.Period(1, 2, proved=False)._repr_latex_()  # type: ignore[attr-defined]


def test_text_is_escaped() -> None:
    class Less(nt.Game[str]):
        start = "<b>&"

        def options(self, text: str) -> list[str]:
            return [text[1:]] if text else []

    assert "<b>" not in nt.analyse(Less()())._repr_html_()  # type: ignore[attr-defined]
    ElementTree.fromstring(picture_svg(Less()()))


# -- progress --------------------------------------------------------------------------------------


class Display:
    """Stands for IPython: remembers what was shown."""

    def __init__(self) -> None:
        self.shown: list[str] = []

    def display(self, data: dict[str, str], raw: bool, display_id: bool) -> Display:
        assert raw
        assert display_id
        self.update(data, raw)
        return self

    def update(self, data: dict[str, str], raw: bool) -> None:
        self.shown.append(data["text/html"])


def test_a_bar_is_filled_and_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Display()
    monkeypatch.setitem(sys.modules, "IPython.display", screen)  # type: ignore[arg-type]
    with ProgressBar("period") as report:
        report(10, 0.1, 60.0)
        assert screen.shown == []  # quick work shows nothing
        report(1000, 15.0, 60.0)
        report(2000, 30.0, 60.0)
    first, second, last = screen.shown
    assert 'value="0.250"' in first
    assert 'value="0.500"' in second
    assert "no period up to heap 2,000 yet, 67 a second, 0:30 of 1:00" in second
    assert last == ""


def test_nothing_is_shown_to_scripts() -> None:
    for kind in WORK:
        with watch(kind) as report:
            assert report is None


ASKED = """
import os
import subprocess
import sys
from nimatron.show import progress_text as progress
progress.EVERY = 0.0
sys.ps1 = ">>> "
import nimatron as nt
class Deep(nt.Game):
    def options(self, n):
        return range(max(0, n - 3), n)
nt.grundy(Deep()(9000)), nt.birthday("cram: 4x4"), nt.sequence("0.33F", 3000), nt.value_table("cram", 4, 4)
print("presented" if "nimatron.show" in sys.modules else "silent")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no terminal to stand for")
def test_whoever_types_python_in_a_terminal_sees_long_work() -> None:
    import pty

    master, slave = pty.openpty()
    try:
        ended = subprocess.run(
            [sys.executable, "-c", ASKED], stderr=slave, stdout=subprocess.PIPE, text=True, check=True
        )
        shown = os.read(master, 1 << 16).decode()
    finally:
        os.close(master)
        os.close(slave)
    assert ended.stdout == "presented\n"
    assert " positions, " in shown
    assert shown.endswith("\r\x1b[K")  # gone at the end


CELL = """
from tempfile import TemporaryDirectory
import nimatron as nt
from nimatron import survey
from nimatron.show import progress_text as progress
progress.EVERY = 0.0
with TemporaryDirectory() as folder:
    print(nt.grundy("nimstring: 2x2"), bool(nt.period("0.007", limit=3000)), nt.misere_quotient("0.123").order,
          survey.run(survey.Sets("subtraction", 2, 6), folder, jobs=1).done)
"""


@pytest.mark.slow
def test_long_work_shows_itself_in_a_notebook() -> None:
    manager = pytest.importorskip("jupyter_client.manager")
    pytest.importorskip("ipykernel")
    said: list[dict[str, Any]] = []
    kernel, client = manager.start_new_kernel(kernel_name="python3")
    try:
        client.execute_interactive(CELL, timeout=120, output_hook=said.append)
    finally:
        client.stop_channels()
        kernel.shutdown_kernel(now=True)
    printed = "".join(message["content"]["text"] for message in said if message["msg_type"] == "stream")
    assert printed == "0 False 20 15\n"
    bars: dict[str, list[str]] = {}
    for message in said:
        if message["msg_type"] in ("display_data", "update_display_data"):
            content = message["content"]
            bars.setdefault(content["transient"]["display_id"], []).append(content["data"]["text/plain"])
    searched, period, quotient, surveyed = bars.values()
    assert " positions, " in searched[0]
    assert period[0].startswith("no period up to heap ")
    assert quotient[0].startswith("heap 1, order 1, ")
    assert surveyed[0].startswith("15 of 15, ")
    assert [shown[-1] for shown in (searched, period, quotient, surveyed)] == [""] * 4
