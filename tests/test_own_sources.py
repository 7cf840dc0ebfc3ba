"""A game of your own: whatever way it imports, the rules that run are those that were read."""

from __future__ import annotations

import py_compile
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import nimatron as nt
from nimatron.notation.own_file import FINDER, Sources, load, loader_of
from nimatron.solve.store.database import fingerprint

STEPS = """
from nimatron import Game
{top}

class Steps(Game):
    start = 30

    def options(self, n):
        {inside}
        return [n - k for k in {amounts} if k <= n]
"""

WAYS = {
    "a module": ("import consts", "", "consts.AMOUNTS"),
    "another name": ("import consts as c", "", "c.AMOUNTS"),
    "a value": ("from consts import AMOUNTS", "", "AMOUNTS"),
    "a value by another name": ("from consts import AMOUNTS as a", "", "a"),
    "a function": ("from consts import table as t", "", "t()"),
    "all names": ("from consts import *", "", "AMOUNTS"),
    "inside options": ("", "import consts", "consts.AMOUNTS"),
    "a value inside options": ("", "from consts import AMOUNTS", "AMOUNTS"),
    "through another": ("from between import AMOUNTS", "", "AMOUNTS"),
    "through a function of another": ("import between", "", "between.table()"),
    "a module of a package": ("import pack.inner", "", "pack.inner.AMOUNTS"),
    "a value of a package": ("from pack import AMOUNTS", "", "AMOUNTS"),
    "inside a package": ("from pack.outer import table", "", "table()"),
    "a folder": ("from plain.inner import AMOUNTS", "", "AMOUNTS"),
    "a base class": ("from base import Base as Game", "", "self.amounts"),
    "if it is there": ("try:\n    import consts\nexcept ImportError:\n    consts = None", "", "consts.AMOUNTS"),
}
"""Ways to import: at the top, inside `options`, and where the amounts are then."""

AMOUNTS = "AMOUNTS = {amounts}\ndef table():\n    return AMOUNTS\n"
FIRST, SECOND = "(1, 2)", "(1, 3)"  # of the same length: the time of a file and its size may not tell them apart


def written(folder: Path, top: str, inside: str, amounts: str) -> str:
    (folder / "pack").mkdir(parents=True)
    (folder / "plain").mkdir()
    (folder / "between.py").write_text(
        "from consts import AMOUNTS\ndef table():\n    import consts\n    return consts.AMOUNTS\n"
    )
    (folder / "base.py").write_text(
        "import consts, nimatron\nclass Base(nimatron.Game):\n    amounts = consts.AMOUNTS\n"
    )
    (folder / "pack/__init__.py").write_text("from .inner import AMOUNTS\n")
    (folder / "pack/outer.py").write_text("def table():\n    from .inner import AMOUNTS\n    return AMOUNTS\n")
    file = folder / "steps.py"
    file.write_text(STEPS.format(top=top, inside=inside, amounts=amounts))
    return f"{file}:Steps"


def change(folder: Path, amounts: str) -> None:
    for name in ("consts.py", "pack/inner.py", "plain/inner.py"):
        (folder / name).write_text(AMOUNTS.format(amounts=amounts))


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    """Modules of one test are not there in the next."""
    before = set(sys.modules)
    yield
    for name in sys.modules.keys() - before:
        if loader_of(sys.modules[name]) or name.partition(".")[0] in ("consts", "plain"):
            del sys.modules[name]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that Python looks into also while a game is searched."""
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def value(amounts: str) -> int:
    return nt.grundy(nt.Subtraction(eval(amounts))(29))


@pytest.mark.parametrize("way", WAYS)
def test_the_rules_are_those_that_were_read(folder: Path, way: str) -> None:
    place = written(folder, *WAYS[way])
    for amounts, later in ((FIRST, SECOND), (SECOND, FIRST)):
        change(folder, amounts)
        game = load(place)
        change(folder, later)  # perhaps before it is imported
        assert nt.grundy(game(29)) == value(amounts)
        assert fingerprint(game) is None  # so the store keeps nothing of it


def test_a_file_may_import_its_neighbour_later(tmp_path: Path) -> None:
    change_in = written(tmp_path, "", "from later_neighbour import AMOUNTS", "AMOUNTS")
    (tmp_path / "later_neighbour.py").write_text("AMOUNTS = (1, 2)")
    game = load(change_in)
    assert nt.grundy(game(29)) == value("(1, 2)")


def test_the_files_of_an_own_game_are_read_and_not_run(tmp_path: Path) -> None:
    sources = {
        "game.py": "import json, shared\nfrom parts import rules, SIZE\nraise SystemExit",
        "shared.py": "def f():\n    import deep",
        "deep.py": "import shared",
        "parts/__init__.py": "from .size import SIZE",
        "parts/size.py": "SIZE = 3",
        "parts/rules.py": "from . import size\nfrom .. import nothing",
        "other.py": "",
        "broken.py": "def (",
    }
    for name, text in sources.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    found = Sources(tmp_path / "game.py")
    found.follow(FINDER.look)
    assert {Path(path).relative_to(tmp_path).as_posix() for path in found.files} == {*sources} - {
        "other.py",
        "broken.py",
    }


HANDED = """if True:
    import importlib, os, sys, nimatron as nt
    from nimatron.web.own_games import load_own, read_own
    place, file = sys.argv[1:]
    line = read_own([place]).line()
    os.remove(place)
    [game], _ = load_own(line)
    print(nt.grundy(game(4)))
    sys.path.append(os.path.dirname(file))
    importlib.import_module("unseen")
"""


def test_a_file_that_was_not_handed_over_is_refused(tmp_path: Path) -> None:
    (tmp_path / "steps.py").write_text(STEPS.format(top="", inside="", amounts="(1, 2)"))
    (tmp_path / "unseen.py").touch()
    done = subprocess.run(
        [sys.executable, "-c", HANDED, tmp_path / "steps.py", tmp_path / "unseen.py"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "1\n"
    assert "unseen.py did not exist or was not imported when the server started" in done.stderr


def test_compiled_files_load(tmp_path: Path) -> None:
    place = written(tmp_path, "from only_compiled import AMOUNTS", "", "AMOUNTS")
    (tmp_path / "only_compiled.py").write_text("AMOUNTS = (1, 2)")
    py_compile.compile(str(tmp_path / "only_compiled.py"), cfile=str(tmp_path / "only_compiled.pyc"))
    (tmp_path / "only_compiled.py").unlink()
    assert nt.grundy(load(place)(29)) == value("(1, 2)")
    py_compile.compile(str(tmp_path / "steps.py"), cfile=str(tmp_path / "whole.pyc"))
    assert nt.grundy(load(f"{tmp_path}/whole.pyc:Steps")(29)) == value("(1, 2)")
