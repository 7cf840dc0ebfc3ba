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


PUBLIC = """
import nimatron, sys
assert "nimatron.public" not in sys.modules
{first}
from nimatron import explain, check, kernels
assert nimatron.explain is explain and explain("nim: 3").analysis.value == 3
assert nimatron.check is check and callable(check) and "{name}" in dir(nimatron)
assert sys.modules["nimatron.explain"].explain is explain and kernels is sys.modules["nimatron.kernels"]
assert not hasattr(nimatron, "nothing")
"""


@pytest.mark.parametrize(
    ("first", "name"),
    [
        ("pass", "Nim"),
        ("import nimatron.explain, nimatron.check, nimatron.cli", "Nim"),
        ("from nimatron import *; Nim(3)", "Nim"),
        ("dir(nimatron)", "analyse"),
    ],
)
def test_public_names_come_when_they_are_used(first: str, name: str) -> None:
    subprocess.run([sys.executable, "-c", PUBLIC.format(first=first, name=name)], check=True)


def test_answers_word_themselves_whoever_made_them() -> None:
    script = """
import sys
from nimatron.analysis import analyse
from nimatron.games.heaps import Nim
print(analyse(Nim(3)), Nim(3)._repr_svg_()[:4])
assert "nimatron.public" not in sys.modules
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1].endswith("<svg")
