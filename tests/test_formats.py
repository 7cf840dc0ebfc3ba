"""Sequences, tables and periods as OEIS b-files, CSV, LaTeX and Typst; and ints from other libraries as heap sizes."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import nimatron as nt
from nimatron.cli.program import app
from nimatron.core.errors import UsageError
from nimatron.show.export import FORMATS, period_rows, table_rows


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, arguments)


def read_csv(text: str) -> list[list[str]]:
    return list(csv.reader(StringIO(text)))


@given(st.lists(st.integers(0, 300), max_size=45), st.booleans())
def test_no_format_loses_a_value(values: list[int], array: bool) -> None:
    given = np.array(values, np.uint16) if array else values
    lines = [line.split() for line in nt.formatted(given, "bfile").splitlines()]
    assert [[int(n) for n in line] for line in lines] == [[n, value] for n, value in enumerate(values)]
    assert read_csv(nt.formatted(given, "csv")) == [
        ["heap", "value"],
        *([str(a), str(b)] for a, b in enumerate(values)),
    ]
    rows = nt.formatted(given, "latex").splitlines()[3:-1]
    cells = [[cell.strip() for cell in row.removesuffix("\\\\").split("&")] for row in rows]
    assert [int(cell) for row in cells for cell in row[1:] if cell] == values
    assert [int(row[0]) for row in cells] == list(range(0, len(values), 10))
    assert all(len(row) == 11 for row in cells)
    typst = nt.formatted(given, "typst").splitlines()[4:-1]
    found = [cell for row in typst for cell in row.strip().removeprefix("[").removesuffix("],").split("], [")[1:]]
    assert [int(cell) for cell in found if cell] == values


def test_a_b_file_is_as_oeis_wants_it() -> None:
    text = nt.formatted(nt.sequence("kayles", 3), "bfile", title="Kayles\n1 1")
    assert text == "# Kayles 1 1\n0 0\n1 1\n2 2\n"


def test_tables() -> None:
    table = nt.value_table("wythoff", 3, 2)
    assert nt.formatted(table, "csv") == ",0,1,2\n0,0,1,2\n1,1,2,0\n"
    assert "0 & 0 & 1 & 2 \\\\\n1 & 1 & 2 & 0 \\\\\n" in nt.formatted(table, "latex")
    assert "  [1], [1], [2], [0],\n" in nt.formatted(table, "typst")
    with pytest.raises(UsageError, match="expected a sequence"):
        nt.formatted(table, "bfile")
    genera = nt.value_table("kayles", 6, genera=True)
    assert "5 & $4^{146}$ \\\\" in nt.formatted(genera, "latex")
    assert "[5], [$4^(146)$]" in nt.formatted(genera, "typst")
    assert nt.formatted(nt.value_table("kayles", 3, misere=True), "csv") == "heap,value\n0,N\n1,P\n2,N\n"
    with pytest.raises(UsageError, match="expected a sequence"):
        nt.formatted(genera, "bfile")
    assert table_rows(nt.value_table("kayles", 5)).sequence == (0, 1, 2, 3, 1)
    assert table_rows(nt.value_table("turtles", 5)).sequence is None  # begins with coin 1


def test_periods() -> None:
    found = nt.period("kayles")
    assert read_csv(nt.formatted(found, "csv"))[1][1:5] == ["proved", "71", "12", "0"]
    text = "".join(FORMATS["latex"](period_rows(found, nt.Octal("0.77"))))
    assert "octal\\{0.77\\} & proved & 71 & 12 & 0" in text
    unknown = nt.period("0.007", limit=100)
    assert read_csv(nt.formatted(unknown, "csv"))[1][1:5] == ["unresolved", "", "", ""]


def test_text_means_nothing_else_where_it_is_typeset() -> None:
    """Beside what both languages give a meaning anywhere: the start of a row, of a list and of a heading, and fonts."""
    title = "[a] <b>|* - c_d"
    found = nt.period("kayles")
    assert r"{[}a] \textless{}b\textgreater{}\textbar{}{*} - c\_d & proved" in nt.formatted(found, "latex", title)
    assert r"[\[a\] \<b\>|\* \- c\_d], [proved]" in nt.formatted(found, "typst", title)
    assert nt.formatted(found, "csv", title).splitlines()[1] == "[a] <b>|* - c_d,proved,71,12,0,256"


def test_what_has_no_format() -> None:
    with pytest.raises(UsageError, match="not 'xml'"):
        nt.formatted([1, 2], "xml")
    for thing in ("text", 5, np.zeros((2, 2), int)):
        with pytest.raises(TypeError, match="expected a sequence of values"):
            nt.formatted(thing, "csv")


def test_the_commands_write_all_formats(tmp_path: Path) -> None:
    assert run("seq", "0.77", "-n", "3", "--format", "bfile").stdout == "# octal{0.77}\n0 0\n1 1\n2 2\n"
    assert "\\begin{tabular}" in run("table", "wythoff", "-n", "3x3", "--format", "latex").stdout
    assert run("period", "0.77", "--format", "csv").stdout.splitlines()[1].startswith("octal{0.77},proved,71,12,0")
    for command, file in (
        (["seq", "0.77", "-n", "20"], "a.typ"),
        (["table", "nim", "-n", "3x3"], "b.tex"),
        (["period", "kayles"], "c.csv"),
    ):
        assert run(*command, "--out", str(tmp_path / file)).exit_code == 0
        assert (tmp_path / file).stat().st_size > 20
    assert run("table", "nim", "--out", str(tmp_path / "x.doc")).exit_code == 2
    assert run("table", "nim", "--format", "doc").exit_code == 2
    assert run("table", "nim", "--format", "csv", "--json").exit_code == 2
    assert run("period", "kayles", "--out", str(tmp_path / "no" / "x.csv")).exit_code == 2
    assert run("period", "0.007", "--limit", "50", "--format", "csv").exit_code == 5


# -- ints of other libraries ----------------------------------------------------------------------


class OnlyIndex:
    """As the integers of Sage and sympy are: no int, but it can be one."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


def kinds() -> list[Any]:
    found = [OnlyIndex, np.int64, np.uint8]
    try:
        import sympy
    except ImportError:
        return found
    return [*found, sympy.Integer]


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.__name__)
def test_ints_of_other_libraries(kind: Any) -> None:
    position = nt.Nim(kind(3), kind(5))
    assert position == nt.Nim(3, 5)
    assert all(type(heap) is int for heap in position.state)
    assert type(nt.grundy(position)) is int
    assert nt.grundy(nt.Kayles(kind(5))) == 4
    assert nt.Chomp(kind(3), kind(2)) == nt.Chomp(3, 2)
    assert nt.grundy(nt.Cram(kind(2), kind(3))) == nt.grundy(nt.Cram(2, 3))
    assert nt.Wythoff(kind(3), kind(5)) == nt.Wythoff(3, 5)
    assert nt.Turtles(kind(2), kind(4)) == nt.Turtles(2, 4)
    assert nt.Subtraction({kind(1), kind(2)}) == nt.Subtraction({1, 2})
    assert nt.sequence("kayles", kind(5)).tolist() == [0, 1, 2, 3, 1]
    assert nt.nim_mul(kind(24), kind(17)) == 128
    assert type(nt.nim_mul(kind(24), kind(17))) is int
    assert nt.nim_matmul([[kind(2)]], [[kind(3)]]) == [[1]]
    assert nt.mex([kind(0), kind(1)]) in (0, 2)  # equal to an integer, or not


def test_values_are_plain_ints() -> None:
    found = nt.period("kayles")
    assert isinstance(found, nt.Period)
    assert {type(n) for n in (found.period, found.preperiod, found.saltus)} == {int}
    for position in ("nim: 3 4", "kayles: 70", "cram: 4x4", "octal{0.16}: 20000", "wythoff: 100 200"):
        assert type(nt.grundy(position)) is int
    assert {type(value) for row in nt.value_table("wythoff", 3, 3).cells for value in row} == {int}
