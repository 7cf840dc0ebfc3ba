"""Certificates of values: written, checked, and refused if any line is false."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
from every_row import every_row
from typer.testing import CliRunner

import nimatron as nt
from nimatron.cli.program import app
from nimatron.proof.checkers import verify
from nimatron.proof.seal import Unreadable, seal
from nimatron.proof.write_value import value_certificate


@every_row("text", [
    "cram: 4x3", "placing{queen}: 5x5", "placing{knight}: 4x4", "placing{#x turns}: 3x2", "kayles: 7 5", "nim: 4",
    "placing{.x./x#x/.x.}: 6x3", "chomp: 3x3", "node-kayles{a-b b-c c-d}: a b c d", "placing{## torus}: 4x2",
    "nim: 3 3", "placing{queen}: ..#/###/#..",
])  # fmt: skip
def test_values_are_proved(text: str) -> None:
    certificate = value_certificate(nt.parse(text))
    verdict = verify(certificate)
    assert verdict, str(verdict.reason)
    assert certificate["value"] == nt.grundy(text)


def changed(certificate: dict[str, Any], **fields: Any) -> dict[str, Any]:
    data = copy.deepcopy(certificate) | fields
    del data["sha256"]
    return seal(data)


def test_every_line_counts() -> None:
    """A certificate without one of its lines, with a line before its reasons, or with another value, does not hold."""
    certificate = value_certificate(nt.parse("placing{queen}: 5x5"))
    lines = certificate["lines"]
    for i, line in enumerate(lines):
        assert verify(changed(certificate, lines=lines[:i] + lines[i + 1 :])).holds is False
        wrong = [line[0], line[1] + 1, *line[2:]]
        assert verify(changed(certificate, lines=[*lines[:i], wrong, *lines[i + 1 :]])).holds is False
    assert verify(changed(certificate, lines=lines[::-1])).holds is False
    assert verify(changed(certificate, value=2)).holds is False
    assert verify(changed(certificate, position="placing{queen}: 4x4")).holds is False
    assert verify(certificate, limit=5).holds is None


@every_row("line", [["nim", 1], [1, 1], ["....", -1], ["....", 1, 2, 3], "....", ["....", "1"]])
def test_bad_lines(line: Any) -> None:
    certificate = value_certificate(nt.parse("cram: 4x1"))
    with pytest.raises(Unreadable):
        verify(changed(certificate, lines=[line]))


def test_a_sum_is_refused() -> None:
    with pytest.raises(nt.UsageError, match="one game that ends"):
        value_certificate(nt.parse("nim: 3 + nim: 4"))
    data = {"claim": "value", "position": "nim: 3 + nim: 4", "value": 7, "lines": []}
    with pytest.raises(Unreadable, match="one game"):
        verify(seal(data))


def test_the_commands(tmp_path: Path) -> None:
    file = str(tmp_path / "queens.json")
    written = CliRunner().invoke(app, ["prove", "placing{queen}: 4x4", "--value", "-o", file])
    assert "has value 1" in written.stdout
    checked = CliRunner().invoke(app, ["verify", file])
    assert checked.exit_code == 0
    assert "holds" in checked.stdout
