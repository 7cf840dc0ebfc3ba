"""Small questions stay quick: they load none of the heavy libraries."""

import subprocess
import sys

import pytest

HEAVY = {"dask", "fastapi", "matplotlib", "numba", "numpy", "polars", "rustworkx", "uvicorn"}
TERMINAL = {"rich", "typer"}


def loaded(*arguments: str) -> set[str]:
    """The libraries that a fresh interpreter imports on the way."""
    command = [sys.executable, "-X", "importtime", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    lines = [line for line in done.stderr.splitlines() if line.startswith("import time:")]
    return {line.rpartition("|")[2].strip().partition(".")[0] for line in lines}


def test_the_package_alone_is_light() -> None:
    modules = loaded("-c", "import nimatron")
    assert "nimatron" in modules
    assert not modules & (HEAVY | TERMINAL)


@pytest.mark.parametrize("arguments", [["--help"], ["solve", "nim: 3 4 5"]])
def test_a_small_command_is_light(arguments: list[str]) -> None:
    modules = loaded("-m", "nimatron", *arguments)
    assert "nimatron" in modules
    assert not modules & HEAVY


def test_a_heavy_import_is_noticed() -> None:
    assert "numpy" in loaded("-c", "def f():\n  import numpy.linalg\nf()")
