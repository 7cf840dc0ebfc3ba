"""Small questions stay quick: they load none of the heavy libraries."""

import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = {"dask", "fastapi", "matplotlib", "numba", "numpy", "polars", "rustworkx", "uvicorn"}
TERMINAL = {"rich", "typer"}


AT_EXIT = """
import atexit, sys
atexit.register(lambda: print("modules:", *sys.modules, file=sys.stderr))
"""

ENTERED = """
import atexit, inspect, sys
entered = set()

def enter(frame, event, argument):
    code = frame.f_code
    if event == "call" and "/nimatron/" in code.co_filename and code.co_flags & inspect.CO_OPTIMIZED:
        entered.add(code.co_filename)

atexit.register(lambda: print("modules:", *entered, file=sys.stderr))
sys.setprofile(enter)
"""

PROGRAM = """
import runpy
sys.argv = ["nimatron", *{arguments}]
runpy.run_module("nimatron", run_name="__main__")
"""


def modules(script: str, noted: str = AT_EXIT) -> set[str]:
    """All modules that a fresh interpreter has at the end, however they were imported; or what else is `noted`."""
    command = [sys.executable, "-c", noted + script]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return {*done.stderr.rpartition("modules:")[2].split()}


def called(*arguments: str) -> set[str]:
    """All modules that a call of the program needs."""
    return modules(PROGRAM.format(arguments=arguments))


def libraries(found: set[str]) -> set[str]:
    return {name.partition(".")[0] for name in found}


def test_the_package_alone_is_light() -> None:
    found = libraries(modules("import nimatron"))
    assert "nimatron" in found
    assert not found & (HEAVY | TERMINAL)


@pytest.mark.parametrize("arguments", [["--help"], ["solve", "nim: 3 4 5"]])
def test_a_small_command_is_light(arguments: list[str]) -> None:
    found = libraries(called(*arguments))
    assert "nimatron" in found
    assert not found & (HEAVY | {"rich", "sqlite3"})


def test_a_sum_is_solved_in_few_files() -> None:
    """Whoever reads how a sum is solved opens the files in which a function runs, and no more are loaded in vain."""
    command = ["solve", "nim: 3 4 5 + kayles: 7"]
    assert len(modules(PROGRAM.format(arguments=command), ENTERED)) <= 35
    assert sum(name.startswith("nimatron") for name in called(*command)) <= 100


COLLECTED = """
import gc, sys
import nimatron as nt

class Own(nt.Game):
    start = 1

    def options(self, n):
        print("enabled" if gc.isenabled() else "disabled", file=sys.stderr)
        return range(n)
"""


def test_garbage_is_collected_while_a_command_works(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(COLLECTED)
    command = [sys.executable, "-m", "nimatron", "solve", f"{tmp_path / 'own.py'}:Own", "2"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert {*done.stderr.split()} == {"enabled"}


def test_a_heavy_import_is_noticed() -> None:
    assert "numpy" in libraries(modules("def f():\n  import numpy.linalg\nf()"))
    assert "numpy.linalg" in modules("from importlib import import_module\nimport_module('numpy.linalg')")


PUBLIC = """
import nimatron, sys
assert "nimatron.public" not in sys.modules
{first}
from nimatron import explain, check, kernels
assert nimatron.explain is explain and explain("nim: 3").analysis.value == 3
assert nimatron.check is check and callable(check) and "{name}" in dir(nimatron)
assert sys.modules["nimatron.explain"].explanations.explain is explain and kernels is sys.modules["nimatron.kernels"]
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


def test_a_public_name_loads_only_its_own_family() -> None:
    found = modules("import nimatron; nimatron.Nim(3, 4, 5)")
    assert "nimatron.families.nim.rules" in found
    assert not found & {"nimatron.families.cram.rules", "nimatron.solve.solver", "nimatron.public"}


def test_answers_word_themselves_whoever_made_them() -> None:
    script = """
import sys
from nimatron.explain.analysis import analyse
from nimatron.families.nim.rules import Nim
print(analyse(Nim(3)), Nim(3)._repr_svg_()[:4])
assert "nimatron.public" not in sys.modules
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1].endswith("<svg")
