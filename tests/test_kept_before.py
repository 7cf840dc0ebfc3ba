"""Files that version 1.0.0 kept, made by its own commands, are continued by this version, or computed anew.

nimatron seq 0.77 -n 3000 --save run              nimatron survey subtraction --size 2 --max 8 --out survey
nimatron cram 4x4 --resume cram                   nimatron misere 0.123 --save quotient
nimatron prove "nim: 3 4 5" -o kernel.json        nimatron prove 0.77 -o period.json
and a store with one position of Chomp
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

import nimatron as nt
from nimatron import survey
from nimatron.cli.program import app
from nimatron.proof.checkers import verify

KEPT = Path(__file__).parent / "data" / "kept-1.0.0"


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return Path(shutil.copytree(KEPT, tmp_path / "kept"))


def run(*words: str) -> str:
    found = CliRunner().invoke(app, list(words), catch_exceptions=False)
    assert found.exit_code == 0, found.output
    assert "damage" not in found.output.lower()
    return found.stdout


@pytest.mark.parametrize(
    ("command", "folder"),
    [
        (["seq", "0.77", "-n", "4000", "--format", "csv", "--save"], "run"),
        (["misere", "0.123", "--json", "--save"], "quotient"),
    ],
)
def test_a_run_goes_on(kept: Path, tmp_path: Path, command: list[str], folder: str) -> None:
    again, anew = (run(*command, str(place / folder)) for place in (kept, tmp_path))
    without_time = [[line for line in text.splitlines() if "seconds" not in line] for text in (again, anew)]
    assert without_time[0] == without_time[1]


def test_cram_goes_on(kept: Path) -> None:
    assert "value 0" in run("cram", "4x4", "--resume", str(kept / "cram"))


def test_a_survey_goes_on(kept: Path, tmp_path: Path) -> None:
    family = survey.Sets("subtraction", 2, 8)
    for folder in (kept / "survey", tmp_path / "anew"):
        survey.run(family, folder, jobs=1)
    # How many values a proof takes depends on the version; what it proves does not.
    before, now = (survey.load(folder).drop("computed") for folder in (kept / "survey", tmp_path / "anew"))
    assert before.equals(now)


@pytest.mark.parametrize("name", ["period", "kernel"])
def test_a_certificate_holds(kept: Path, name: str) -> None:
    assert verify(kept / f"{name}.json")


def test_a_store_of_other_sources_is_not_believed(kept: Path) -> None:
    """The row there is false on purpose: a new version has other sources, and so other fingerprints."""
    with nt.Store(kept / "store.sqlite3", after=(0, 0.0)) as store:
        assert nt.grundy("chomp: 4 3 2", store=store) == nt.grundy("chomp: 4 3 2")
