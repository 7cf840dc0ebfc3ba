"""nimatron doctor: the state of an installation."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from nimatron import __version__
from nimatron.check.installation import CacheHealth, InstallationHealth, health
from nimatron.cli.commands import upkeep
from nimatron.cli.program import app
from nimatron.core.message import Message
from nimatron.families.catalog import CATALOG
from nimatron.kernels.compile.cache import KernelCache
from nimatron.nimbers import arrays as paths
from nimatron.show.check_report import health_data, health_lines

runner = CliRunner()


@pytest.fixture(scope="module")
def found() -> InstallationHealth:
    return health()


def words(state: InstallationHealth) -> str:
    return "\n".join(line.text for line in health_lines(state))


def test_this_installation_is_healthy(found: InstallationHealth) -> None:
    assert found.good
    assert found.version == __version__
    assert found.arrays == paths.path()
    assert found.cores >= 1
    assert found.games == len(list(CATALOG))
    assert all(found.libraries.values())


def test_words(found: InstallationHealth) -> None:
    text = words(found)
    for part in (f"nimatron {__version__}", f"Arrays of nimbers: {found.arrays.name}", str(found.arrays.why)):
        assert part in text
    assert "all samples read back" in text


def test_what_is_wrong_is_said(found: InstallationHealth) -> None:
    cache = CacheHealth(Path("somewhere"), 1, 5_000_000, Message("there is no room"), 2, False)
    bad = replace(found, libraries={"numba": None}, arrays_work=False, cache=cache, broken={"nim": "no heaps"})
    assert not bad.good
    text = words(bad)
    for part in (
        "numba is missing",
        "WRONG",
        "somewhere (1 file, 5.0 MB)",
        "does NOT give the same results",
        "nim: no heaps",
    ):
        assert part in text
    assert "not saved: there is no room" in text
    assert "2 damaged files were removed" in text
    assert not replace(found, cache=cache).good
    assert "This system cannot limit" not in text
    assert "This system cannot limit:\n  the memory" in words(replace(found, unkept=(Message("the memory"),)))
    assert "ompiled kernels" not in words(replace(found, cache=None))
    assert health_data(replace(found, cache=None))["cache"] is None


def test_kept_kernels_are_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from nimatron.kernels.compile import loader

    def look(*arguments: str) -> dict[str, object]:
        stored = KernelCache(tmp_path, "0" * 32)  # as in a new process
        monkeypatch.setattr(loader, "kernel_cache", lambda: stored)
        result = runner.invoke(app, ["doctor", "--json", *arguments])
        assert result.exit_code == 0
        cache: dict[str, object] = json.loads(result.stdout)["cache"]
        return cache

    fresh = look()
    assert fresh == {**fresh, "folder": str(tmp_path), "files": 1, "repaired": 0, "works": True, "fault": None}
    (file,) = tmp_path.rglob("*.kernel")
    file.write_bytes(file.read_bytes()[:-1])
    assert look() == {**fresh, "repaired": 1}
    file.with_name("left.kernel.part").write_bytes(b"a process that writes now")
    file.with_name("other.kernel").write_bytes(b"")
    (tmp_path / ("1" * 32)).mkdir()
    (tmp_path / ("1" * 32) / "old.kernel").write_bytes(b"of another state")
    assert look() == {**fresh, "repaired": 1, "files": 2, "bytes": file.stat().st_size + 16}
    assert look("--clear") == fresh
    assert not (tmp_path / ("1" * 32)).exists()


def test_command(found: InstallationHealth, monkeypatch: pytest.MonkeyPatch) -> None:
    result = runner.invoke(app, ["doctor", "--json"])
    assert result.exit_code == 0
    data = json.loads(result.stdout)
    assert data["schema"] == "nimatron.doctor/1"
    assert data["nimbers"]["path"] == paths.path().name
    monkeypatch.setattr(upkeep, "health", lambda: replace(found, broken={"nim": "no heaps"}))
    result = runner.invoke(app, ["doctor"])
    assert result.exit_code == 1
    assert "nim: no heaps" in result.stdout
