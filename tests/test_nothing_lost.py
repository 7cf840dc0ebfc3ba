"""Whatever call of the system fails: the answer is given, and what is on disk is the old state or the new one."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pytest
from faults import FAULTS, Crash, Faulty, Killed, each
from typer.testing import CliRunner, Result

from nimatron import Octal, sequence, survey
from nimatron.cli.program import app
from nimatron.core.errors import NotKept
from nimatron.families.cram.cram_folder import CramFolder
from nimatron.families.cram.table_search import CramTable
from nimatron.proof import write_file
from nimatron.proof.checkers import verify
from nimatron.site import build
from nimatron.solve.heap_run import checkpoint_of
from nimatron.solve.sequences.front_run import resume_front


@pytest.fixture(autouse=True)
def _no_waiting_for_disks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: None)


def nimatron(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


@dataclass(frozen=True)
class Scene:
    """A command that writes, what it finds in the folder, and how to read the state that it leaves there."""

    words: Callable[[Path], list[str]]
    state: Callable[[Path], Any]
    before: Callable[[Path], list[str]] | None = None
    reads: Callable[[str], Any] = str
    """The answer in what was printed."""
    opening: int = 2
    """How many calls come before any work is done."""
    several: bool = False
    """Each file by itself is old or new: the parts of a survey."""


def run_kept(folder: Path) -> Any:
    with checkpoint_of(str(folder / "run"), Octal("0.77")) as kept:
        assert kept.damage == []
        assert kept.values.tolist() == sequence("kayles", len(kept.values)).tolist()
        return len(kept.values)


def front_kept(folder: Path) -> Any:
    with checkpoint_of(str(folder / "run"), Octal("0.156")) as kept:
        run = resume_front(Octal("0.156"), 500, kept)
        assert kept.damage == []
        return run.value_count


def cram_kept(folder: Path) -> Any:
    with CramFolder(folder / "run", table := CramTable()) as kept:
        assert kept.damage == []
        return table.entries


def file_there(folder: Path) -> Any:
    path = folder / "out.csv"
    return path.read_bytes() if path.exists() else None


def certificate_there(folder: Path) -> Any:
    """The certificate, which is good."""
    path = folder / "it.json"
    if not path.exists():
        return None
    assert verify(path).holds
    data = json.loads(path.read_bytes())
    values = data.get("values", {}).get("file", "it.json")
    assert (folder / values).exists()
    return data["sha256"]


def claim(printed: str) -> Any:
    """`prove` prints the claim, or the certificate itself if it cannot be written."""
    if printed.startswith("{"):
        certificate = json.loads(printed)
        return certificate["game"], certificate["period"]
    return printed.partition(": ")[2].partition(" ")[0], int(
        printed.partition("period ")[2].partition("period ")[2][:2]
    )


def survey_kept(folder: Path) -> Any:
    """All parts that are there are those of a run without faults."""
    data = survey.DataSet(folder / "run", survey.Plan.of(survey.Sets("subtraction", 2, 9)))
    data.close()
    assert data.damage in ([], ["manifest.json"])
    return {(name, entry["content"]) for name, entry in data.parts.items()}


def new_there(folder: Path) -> Any:
    return {path.name for path in folder.glob("*.py")}


def parts_kept(folder: Path) -> Any:
    """How many lines are in the record of checked parts; all are whole, except one that a kill has cut off."""
    path = folder / "run" / "checked.txt"
    lines = path.read_bytes().splitlines() if path.exists() else []
    return {line for line in lines if len(line) == 64}


def quotient_kept(folder: Path) -> Any:
    """The heaps of a quotient, which is saved whenever it grows; it is good."""
    path = folder / "it.json"
    if not path.exists():
        return set()
    certificate = json.loads(path.read_bytes())["certificate"]
    assert verify(certificate).holds is not False
    return set(range(len(certificate["elements"])))


def written(name: str) -> Callable[[Path], Any]:
    """The content of a file, if it is there; the random parts of a PDF are left out."""

    def there(folder: Path) -> Any:
        path = folder / name
        return re.sub(rb"/(ID|CreationDate|ModDate) ?[(\[].*?[)\]]", b"", path.read_bytes()) if path.exists() else None

    return there


QUICK = ("a run", "a file of values", "a new game")

KAYLES = ["heap,value", *(f"{n},{value}" for n, value in enumerate(sequence("kayles", 60)))]

SCENES = {
    "a run": Scene(
        lambda f: ["seq", "0.77", "-n", "60", "--save", f"{f}/run"],
        run_kept,
        lambda f: ["seq", "0.77", "-n", "20", "--save", f"{f}/run"],
    ),
    "a new run": Scene(lambda f: ["seq", "0.77", "-n", "60", "--save", f"{f}/run"], run_kept),
    "a front": Scene(
        lambda f: ["seq", "0.156", "-n", "3000", "--front", "500", "--save", f"{f}/run"],
        front_kept,
        lambda f: ["seq", "0.156", "-n", "1200", "--front", "500", "--save", f"{f}/run"],
    ),
    "cram": Scene(
        lambda f: ["cram", "9x3", "--resume", f"{f}/run"],
        cram_kept,
        lambda f: ["cram", "5x5", "--resume", f"{f}/run"],
        lambda printed: re.sub(r"[\d.]+ s", "", printed),
    ),
    "a file of values": Scene(
        lambda f: ["seq", "0.77", "-n", "60", "-o", f"{f}/out.csv"],
        file_there,
        lambda f: ["seq", "0.77", "-n", "20", "-o", f"{f}/out.csv"],
        lambda printed: printed.splitlines() in ([], KAYLES),
    ),
    "a certificate": Scene(
        lambda f: ["prove", "0.77", "-o", f"{f}/it.json", "--force"],
        certificate_there,
        lambda f: ["prove", "0.137", "-o", f"{f}/it.json"],
        claim,
    ),
    "a certificate and its values": Scene(
        lambda f: ["prove", "0.77", "-o", f"{f}/it.json"], certificate_there, None, claim
    ),
    "a survey": Scene(
        lambda f: ["survey", "subtraction", "--size", "2", "--max", "9", "-j", "1", "-o", f"{f}/run"],
        survey_kept,
        opening=9,
        several=True,
    ),
    "a new game": Scene(lambda f: ["new", f"{f}/coins.py"], new_there, None, lambda printed: None),
    "a sheet": Scene(
        lambda f: ["sheet", "nim", "--seed", "1", "--out", f"{f}/sheet.pdf"],
        written("sheet.pdf"),
        reads=lambda printed: None,
    ),
    "a table": Scene(
        lambda f: ["table", "nim", "-n", "4x4", "--out", f"{f}/table.csv"],
        written("table.csv"),
        reads=lambda printed: printed.count("\n") in (0, 5),
    ),
    "a picture": Scene(
        lambda f: ["seq", "0.77", "-n", "9", "--plot", f"{f}/it.svg"],
        lambda f: (f / "it.svg").exists(),
    ),
    "a quotient": Scene(lambda f: ["misere", "0.123", "--save", f"{f}/it.json"], quotient_kept, several=True),
    "all bites": Scene(
        lambda f: ["chomp", "5x4", "--all", f"{f}/all.npy"],
        written("all.npy"),
        reads=lambda printed: [line for line in printed.splitlines() if "sha256" not in line and "all.npy" not in line],
    ),
    "checked parts": Scene(
        lambda f: ["verify", f"{f}/it.json", "--save", f"{f}/run"],
        parts_kept,
        lambda f: ["prove", "0.156", "--front", "4000", "-o", f"{f}/it.json"],
        opening=5,
        several=True,
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    "kind", [*FAULTS[:4], pytest.param(FAULTS[4], marks=pytest.mark.slow)], ids=lambda kind: kind.__name__
)
@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in SCENES]
)
@pytest.mark.one_in(3)
def test_every_call_that_can_fail(
    name: str, kind: type[Faulty], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail_every_call(name, kind, tmp_path, monkeypatch)


def fail_every_call(name: str, kind: type[Faulty], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """Run a command once for each call of the system, which fails; returns how many calls there are."""
    if name.endswith("its values"):
        monkeypatch.setattr(write_file, "INSIDE", 0)
        monkeypatch.setattr(write_file, "LARGEST_INSIDE", 0)
    monkeypatch.chdir(tmp_path)
    scene, before, folder = SCENES[name], Path("before"), Path("folder")
    before.mkdir()
    if scene.before:
        assert nimatron(*scene.before(before)).exit_code == 0
    old = scene.state(copied(before, folder))
    told = nimatron(*scene.words(copied(before, folder)))
    new, answer = scene.state(folder), scene.reads(told.stdout)
    assert told.exit_code == 0
    assert new != old
    hit = set()
    for fault in each(kind):
        result = faced(fault, scene, copied(before, folder))
        hit.add(fault.failed)
        at = f"{fault.failed} at call {fault.at}"
        after = scene.state(copied(folder, Path("look")))
        assert after in (old, new) or is_between(old, after, new, scene.several or kind is Crash), at
        if fault.failed != "unlink" and kind is not Crash:
            assert not [*folder.rglob("*.part")], at
            assert after != old or names(folder) == names(before), at
        if result.exit_code == 2:  # refused before any work was done
            assert fault.at <= scene.opening, at
        elif kind is not Crash or not fault.failed:
            assert result.exit_code in (0, NotKept.exit_code), (at, result.stderr)
            assert scene.reads(result.stdout) == answer, at
            assert after == new or result.exit_code, at
            assert "cannot" in result.stderr or not result.exit_code, at
    assert {"open", "write"} <= hit
    return fault.at - 1


def faced(fault: Faulty, scene: Scene, folder: Path) -> Result:
    with fault:
        try:
            return nimatron(*scene.words(folder))
        except Killed:
            return Result(CliRunner(), b"", b"", b"", None, 137, None)


def copied(folder: Path, copy: Path) -> Path:
    shutil.rmtree(copy, ignore_errors=True)
    return Path(shutil.copytree(folder, copy))


def names(folder: Path) -> set[str]:
    """The files in a folder; what the folders in it hold is asked elsewhere."""
    return {path.name for path in folder.iterdir() if path.is_file()}


def is_between(old: Any, after: Any, new: Any, several: bool) -> bool:
    """Several files, each of which is written or not?"""
    return several and isinstance(after, set) and old <= after <= new


@pytest.mark.slow
@pytest.mark.parametrize("kind", FAULTS, ids=lambda kind: kind.__name__)
def test_a_site_is_the_old_one_or_the_new_one(
    kind: type[Faulty], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail_every_call_of_a_site(kind, tmp_path, monkeypatch)


def fail_every_call_of_a_site(kind: type[Faulty], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """Replace a site once for each call of the system, which fails; returns how many calls there are."""
    folder, runtime = tmp_path / "site", cast("Any", None)
    new = {"index.html": b"new", "more/it.json": b"{}", build.MARK: b"{}"}

    def files_there() -> dict[str, bytes]:
        return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    for fault in each(kind):
        monkeypatch.setattr(build, "site_files", lambda *_: {build.MARK: b"{}", "index.html": b"old"})
        build.write_site(folder, (), (), runtime)
        old = files_there()
        monkeypatch.setattr(build, "site_files", lambda *_: new)
        with fault, suppress(NotKept, Killed):
            build.write_site(folder, (), (), runtime)
            assert files_there() == new, fault.at
        # Only a kill between two renamings leaves no site; the next one writes it, and removes what was left.
        assert files_there() in (old, new, {} if kind is Crash else old), fault.at
    return fault.at - 1
