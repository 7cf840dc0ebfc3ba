"""Certificates in parts on real Dask workers."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from nimatron import Octal
from nimatron.proof.checkers import verify
from nimatron.proof.front_part import check_part
from nimatron.proof.front_schedule import Result
from nimatron.proof.seal import pack_values, seal, unpack_values
from nimatron.proof.sealed_record import NAME
from nimatron.proof.verdict import CheckBudget
from nimatron.proof.write_file import write
from nimatron.proof.write_period import front_certificate
from nimatron.solve.sequences.front_run import FrontSearch
from nimatron.solve.sequences.long_runs import reach
from nimatron.survey.cluster import Packed, by_cluster, check


@pytest.fixture(scope="module")
def kayles() -> dict[str, Any]:
    run = FrontSearch(Octal("0.77"), 270, theorem=False)
    reach(run, 5000)
    return front_certificate(run)


class Here:
    """Like a cluster, but nothing is sent; results come late and in another order."""

    size = 2

    def __init__(self) -> None:
        self.waiting, self.most, self.quiet = list[Packed](), 0, False

    def submit(self, task: Packed) -> None:
        self.waiting.append(task)
        self.most = max(self.most, len(self.waiting))

    def done(self) -> list[Result]:
        self.quiet = not self.quiet
        return [] if self.quiet else [check(self.waiting.pop())]


def test_parts_are_given_out_as_workers_have_time(kayles: dict[str, Any]) -> None:
    workers: Any = Here()
    assert verify(kayles, each=by_cluster(workers))
    assert workers.most == min(4, len(kayles["places"]))


def test_a_part_arrives_as_it_was_sent(kayles: dict[str, Any]) -> None:
    seen: list[Any] = []
    verify(kayles, each=lambda parts: iter(seen.extend(parts) or []))
    assert check(Packed(7, pickle.dumps(seen[0]))) == (7, *check_part(seen[0]))


@pytest.mark.slow
def test_on_a_local_cluster(kayles: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    values = unpack_values(kayles, kayles["computed"], None, CheckBudget()).copy()
    size = (len(values) - 2 * 272) // len(kayles["places"])
    values[-size - 1] ^= 1  # the last value of the window before the last one
    good = write(kayles, tmp_path / "good.json")
    bad = write(seal({**kayles, "values": pack_values(values)}), tmp_path / "bad.json")
    command = [sys.executable, "-m", "nimatron", "verify", "--cluster", "2", "--save", str(tmp_path / "kept")]
    ended = subprocess.run([*command, str(good)], capture_output=True, text=True, timeout=300)
    assert ended.returncode == 0, ended.stderr
    assert len((tmp_path / "kept" / NAME).read_bytes().split()) == len(kayles["places"])
    ended = subprocess.run([*command, str(bad), str(good)], capture_output=True, text=True, timeout=300)
    assert ended.returncode == 6, ended.stderr
    assert "is not what follows" in ended.stdout
    wrong = subprocess.run([*command, "--scheduler", "x", str(good)], capture_output=True, text=True, timeout=300)
    assert wrong.returncode == 2
    assert "not both" in wrong.stderr
