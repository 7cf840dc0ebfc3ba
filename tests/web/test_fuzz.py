"""Schemathesis asks everything that the OpenAPI document allows, and what it forbids."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

SETTINGS = Path(__file__).with_name("schemathesis.toml")


def fuzz(server: str, folder: Path, *arguments: str) -> None:
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(SETTINGS), "run"]
    command += [f"{server}/api/v1/openapi.json", "--seed", "1", "--no-color", "--request-timeout", "100", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    assert "unresolvable reference" not in done.stdout


def test_a_sample_of_what_may_be_asked(server: str, tmp_path: Path) -> None:
    fuzz(server, tmp_path, "--phases", "examples,fuzzing", "--max-examples", "3")


@pytest.mark.long
def test_what_may_be_asked(server: str, tmp_path: Path) -> None:
    fuzz(server, tmp_path, "--phases", "examples,coverage,fuzzing", "--max-examples", "15", "--workers", "2")
