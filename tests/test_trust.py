"""The long runs of `benchmarks/trust.py`, some tries of each."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "benchmarks" / "trust.py"
NAMES = (
    "sequence", "front", "cram", "store", "survey", "survey-dask", "checked", "class",
    "run", "cram-table", "data-set", "rows", "certificate",
    "positions", "codes", "commands", "requests", "documents", "questions", "writes", "certificates", "moves",
)  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES[:-1])  # the last asserts a time
def test_nothing_that_is_killed_or_damaged_gives_another_answer(name: str) -> None:
    done = subprocess.run([sys.executable, SCRIPT, "--tries", "3", name], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_the_script_knows_these_names() -> None:
    asked = subprocess.run([sys.executable, SCRIPT, "--help"], capture_output=True, text=True, check=True)
    assert ", ".join(NAMES) in " ".join(asked.stdout.split())
