"""Certificates of misere quotients, and a checker that no false field gets past."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from every_row import every_row
from typer.testing import CliRunner

import nimatron as nt
from nimatron.cli.program import app
from nimatron.core.errors import NotKept
from nimatron.proof.checkers import verify
from nimatron.proof.seal import Unreadable, seal
from nimatron.proof.write_quotient import misere_certificate

Certificate = dict[str, Any]

GOOD: Certificate = misere_certificate(nt.misere_quotient("0.123"))


def table_of(data: Certificate) -> bytearray:
    return bytearray(zlib.decompress(base64.b64decode(data["values"]["zlib"])))


def with_table(data: Certificate, table: bytes) -> Certificate:
    return data | {"values": {"type": "u1", "zlib": base64.b64encode(zlib.compress(table)).decode()}}


@every_row("code", ["0.77", "0.3", "0.2", "4.56", "0.8", "4!", "0.75", "subtraction{1,2,5}"])
def test_what_is_written_holds(code: str) -> None:
    found = nt.misere_quotient(code, heaps=None if code not in ("4!", "0.8") else 12)
    verdict = verify(json.loads(json.dumps(misere_certificate(found))))
    assert verdict, verdict.reason
    assert found or "up to 12" in str(verdict.claim)


def refuted(data: Certificate, why: str) -> None:
    verdict = verify(seal(data))
    assert verdict.holds is False
    assert why in str(verdict.reason)


CHANGES: list[tuple[Callable[[Certificate], Certificate], str]] = [
    (lambda data: data | {"game": "octal{0.321}"}, "leads from a lost sum"),
    (lambda data: data | {"game": "octal{0.77}"}, "a proof needs"),
    (lambda data: data | {"game": "octal{0.121}"}, "element"),
    (lambda data: data | {"preperiod": 4}, "do not have the same element"),
    (
        lambda data: data | {"preperiod": 6, "elements": [*data["elements"], data["elements"][-5]]},
        "not the smallest possible: 5",
    ),
    (lambda data: data | {"period": 4}, "do not have the same element"),
    (lambda data: data | {"period": 10}, "a proof needs"),
    (lambda data: data | {"elements": data["elements"][:-1]}, "a proof needs"),
    (lambda data: data | {"elements": [1, *data["elements"][1:]]}, "has no move"),
    (lambda data: data | {"lost": data["lost"][1:]}, ""),
    (lambda data: data | {"lost": []}, "equivalent"),
    (lambda data: data | {"lost": data["lost"][::-1]}, "not in order"),
]


@every_row(("change", "why"), CHANGES)
def test_a_changed_field_is_found(change: Callable[[Certificate], Certificate], why: str) -> None:
    refuted(change(dict(GOOD)), why)


def test_every_wrong_element_is_found() -> None:
    for heap in range(1, len(GOOD["elements"])):
        elements = list(GOOD["elements"])
        elements[heap] = (elements[heap] + 1) % GOOD["order"]
        refuted(GOOD | {"elements": elements}, "")
        partial = GOOD | {"elements": elements, "period": None, "preperiod": None}
        assert verify(seal(partial)).holds is False


def test_every_missing_or_wrong_lost_element_is_found() -> None:
    for element in range(GOOD["order"]):
        refuted(GOOD | {"lost": sorted({*GOOD["lost"]} ^ {element})}, "")


def test_a_wrong_table_is_found() -> None:
    order, table = GOOD["order"], table_of(GOOD)
    for a, b in ((0, 0), (0, 3), (4, 4), (7, 2), (order - 1, order - 1)):
        changed = bytearray(table)
        changed[a * order + b] = (changed[a * order + b] + 1) % order
        refuted(with_table(GOOD, changed), "the table is not")
        changed[b * order + a] = changed[a * order + b]
        refuted(with_table(GOOD, changed), "")
    changed = bytearray(table)
    changed[5] = order
    refuted(with_table(GOOD, changed), "not an element")


def test_a_monoid_that_is_larger_than_needed_is_found() -> None:
    order, table = GOOD["order"], table_of(GOOD)
    # A second copy of the last element, which no heap has.
    rows = [[table[a * order + b] for b in (*range(order), order - 1)] for a in (*range(order), order - 1)]
    rows[0][order] = rows[order][0] = order
    flat = bytes(number for row in rows for number in row)
    refuted(with_table(GOOD, flat) | {"order": order + 1}, "reach only")


@every_row(
    "change",
    [
        {"claim": "miser"}, {"order": 0}, {"order": "20"}, {"order": 10**6}, {"order": 21}, {"elements": []},
        {"elements": [0, 99]}, {"elements": [True]}, {"lost": [-1]}, {"lost": "1"}, {"preperiod": 0}, {"period": None},
        {"preperiod": None}, {"period": 0}, {"values": {}}, {"values": {"type": "u1", "zlib": "x"}}, {"game": "kayles"},
        {"game": 7},
    ],
)  # fmt: skip
def test_what_cannot_be_read(change: Certificate) -> None:
    with pytest.raises(Unreadable):
        verify(seal(GOOD | change))


def test_limits() -> None:
    assert verify(GOOD, limit=10).holds is None
    assert "the limit of 10 moves is reached" in str(verify(GOOD, limit=10).reason)
    assert "up to 12" in str(verify(seal(GOOD | {"period": None, "preperiod": None})).claim)


def test_no_certificate_of_a_sum() -> None:
    with pytest.raises(nt.UsageError, match="about one game"):
        misere_certificate(nt.misere_quotient(["0.123", "0.3"], heaps=5))


def run(*words: str) -> Any:
    return CliRunner().invoke(app, [*words])


def test_prove_and_verify(tmp_path: Path) -> None:
    file = str(tmp_path / "kayles.json")
    assert "order 40, preperiod 71, period 12" in run("prove", "--misere", "0.77", "-o", file).stdout
    assert "holds: octal{0.77}: the misere quotient has 40 elements" in run("verify", file).stdout
    assert run("prove", "--misere", "0.07", "-o", file, "--force", "--heap", "12").exit_code == 0
    assert "of the heaps up to 12 has 12 elements" in run("verify", file).stdout
    assert run("prove", "--misere", "0.07", "-o", file, "--force", "--seconds", "0.01").exit_code == 5
    assert run("prove", "--misere", "nim", "-o", file, "--force").exit_code == 2


# -- the command misere, and what it keeps -----------------------------------------------------------


def test_the_command_misere() -> None:
    result = run("misere", "0.77")
    assert result.exit_code == 0
    assert "Misere quotient: 40 elements, 9 of them lost." in result.stdout
    assert "Lost single heaps: 1, 4, 9, 12, 20." in result.stdout
    data = json.loads(run("misere", "0.123", "--json", "--table").stdout)
    assert (data["order"], data["period"], len(data["p_elements"]), len(data["table"])) == (20, 5, 5, 20)
    assert "2+2" in run("misere", "0.33", "--table").stdout
    assert run("misere", "0.07", "--heap", "12").exit_code == 0
    unsolved = run("misere", "0.07", "--seconds", "0.05")
    assert unsolved.exit_code == 5
    assert "Exact up to heap" in unsolved.stdout
    stopped = run("misere", "0.77", "--seconds", "0")
    assert stopped.exit_code == 5
    assert "Exact up to heap 0" in stopped.stdout


def test_the_command_misere_of_positions() -> None:
    boards = run("misere", "cram: 2x3", "nim: 2")
    assert boards.exit_code == 0
    assert "It is exact for all sums of these positions." in boards.stdout
    both = run("misere", "0.123", "cram: 2x2").stdout
    assert "octal{0.123}: period 5 from heap 5 on, proved." in both
    data = json.loads(run("misere", "cram: 2x3", "--json").stdout)
    assert (data["order"], data["elements"], data["generators"][0]) == (6, None, "cram: ##/##/..")
    assert run("misere", "graph{a>b b>a}: a").exit_code == 4
    assert run("misere", "kayles", "cram: 2x2", "--save", "x.json").exit_code == 2


def test_a_quotient_is_kept_and_resumed(tmp_path: Path) -> None:
    file = tmp_path / "dawson.json"
    assert run("misere", "0.07", "--heap", "12", "--save", str(file)).exit_code == 0
    resumed = run("misere", "0.07", "--heap", "21", "--save", str(file), "--json")
    expected = json.loads(run("misere", "0.07", "--heap", "21", "--json").stdout)
    assert json.loads(resumed.stdout) == expected
    assert run("misere", "0.77", "--save", str(file)).exit_code == 2
    whole = file.read_text()
    for damaged in (whole[:-40], whole.replace('"order": ', '"order": 1', 1), "[]", whole.replace("growth", "grown")):
        file.write_text(damaged)
        assert run("misere", "0.07", "--save", str(file)).exit_code in (1, 6)
        assert file.read_text() == damaged


def test_a_save_that_says_nonsense_of_its_growth_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "dawson.json"
    run("misere", "0.07", "--heap", "12", "--save", str(file))
    kept = json.loads(file.read_text())
    for growth in ([["x", 1, 2]], [[1, 2]], [[-1, 2, 1]], [[True, 2, 1]], [[1.5, 2, 1]], [7], None):
        file.write_text(json.dumps(kept | {"growth": growth}))
        refused = run("misere", "0.07", "--save", str(file))
        assert refused.exit_code == 1
        assert f"cannot read {file}: the growth of a quotient is a list" in refused.stderr


@pytest.mark.parametrize(("broken", "told", "code"), [({1, 2, 3}, 1, 0), ({*range(99)}, 2, 8)])
def test_only_the_last_save_counts(
    broken: set[int], told: int, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A save that failed is told at once; if a later one succeeds, nothing is lost."""
    command = import_module("nimatron.cli.commands.misere")
    save, calls = command.save_quotient, []

    def failing(quotient: Any, path: Path) -> None:
        calls.append(path)
        if len(calls) in broken:
            raise NotKept("cannot write {path}", path=path)
        save(quotient, path)

    monkeypatch.setattr(command, "save_quotient", failing)
    result = run("misere", "0.77", "--save", str(tmp_path / "kayles.json"))
    assert (result.exit_code, result.stderr.count("cannot write")) == (code, told)
    assert "40 elements" in result.stdout


@every_row("code", ["0.77", "4.56", "4!", "0.37!", "0.13F"])
def test_all_splits_are_checked(code: str) -> None:
    good = misere_certificate(nt.misere_quotient(code, heaps=12)) | {"period": None, "preperiod": None}
    assert verify(seal(good)).holds
    for heap in range(1, len(good["elements"])):
        elements = list(good["elements"])
        elements[heap] = (elements[heap] + 1) % good["order"]
        assert verify(seal(good | {"elements": elements})).holds is False
