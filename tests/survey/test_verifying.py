"""Certificates in parts on real Dask workers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from nimatron import Octal
from nimatron.proof.seal import pack_values, seal, unpack_values
from nimatron.proof.verdict import CheckBudget
from nimatron.proof.write_file import write
from nimatron.proof.write_period import front_certificate
from nimatron.solve.sequences.front_run import FrontSearch
from nimatron.solve.sequences.long_runs import reach


@pytest.mark.slow
def test_on_a_local_cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    run = FrontSearch(Octal("0.77"), 270, theorem=False)
    reach(run, 5000)
    kayles = front_certificate(run)
    values = unpack_values(kayles, kayles["computed"], None, CheckBudget()).copy()
    size = (len(values) - 2 * 272) // len(kayles["places"])
    values[-size - 1] ^= 1  # the last value of the window before the last one
    good = write(kayles, tmp_path / "good.json")
    bad = write(seal({**kayles, "values": pack_values(values)}), tmp_path / "bad.json")
    command = [sys.executable, "-m", "nimatron", "verify", "--cluster", "2"]
    ended = subprocess.run([*command, str(bad), str(good)], capture_output=True, text=True, timeout=300)
    assert ended.returncode == 6, ended.stderr
    assert f"{bad}: does not hold" in ended.stdout
    assert f"{good}: holds" in ended.stdout
    wrong = subprocess.run([*command, "--scheduler", "x", str(good)], capture_output=True, text=True, timeout=300)
    assert wrong.returncode == 2
    assert "not both" in wrong.stderr
