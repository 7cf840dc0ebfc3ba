"""nimatron doctor: the state of an installation."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from nimatron import __version__
from nimatron.check.health import Cache, Health, health
from nimatron.cli.app import app
from nimatron.cli.commands import doctor
from nimatron.games.catalog import CATALOG
from nimatron.nimbers import paths
from nimatron.present.health import health_data, health_lines

runner = CliRunner()


@pytest.fixture(scope="module")
def found() -> Health:
    return health()


def words(state: Health) -> str:
    return "\n".join(line.text for line in health_lines(state))


def test_this_installation_is_healthy(found: Health) -> None:
    assert found.good
    assert found.version == __version__
    assert found.arrays == paths.path()
    assert found.cores >= 1
    assert found.games == len(list(CATALOG))
    assert all(found.libraries.values())


def test_words(found: Health) -> None:
    text = words(found)
    for part in (f"nimatron {__version__}", f"Arrays of nimbers: {found.arrays.name}", str(found.arrays.why)):
        assert part in text
    assert "all samples read back" in text


def test_what_is_wrong_is_said(found: Health) -> None:
    cache = Cache(Path("somewhere"), 1, 5 << 20, False)
    bad = replace(found, libraries={"numba": None}, arrays_work=False, cache=cache, broken={"nim": "no heaps"})
    assert not bad.good
    text = words(bad)
    for part in ("numba is missing", "WRONG", "somewhere (1 file, 5 MB), read-only", "nim: no heaps"):
        assert part in text
    assert "are not kept" in words(replace(found, cache=None))
    assert health_data(replace(found, cache=None))["cache"] is None


def test_command(found: Health, monkeypatch: pytest.MonkeyPatch) -> None:
    result = runner.invoke(app, ["doctor", "--json"])
    assert result.exit_code == 0
    data = json.loads(result.stdout)
    assert data["schema"] == "nimatron.doctor/1"
    assert data["nimbers"]["path"] == paths.path().name
    monkeypatch.setattr(doctor, "health", lambda: replace(found, broken={"nim": "no heaps"}))
    result = runner.invoke(app, ["doctor"])
    assert result.exit_code == 1
    assert "nim: no heaps" in result.stdout
