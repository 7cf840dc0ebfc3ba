"""A game of one's own: whatever way it imports, what is kept for it is kept for the rules that ran."""

from __future__ import annotations

import os
import py_compile
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import cache_from_source
from pathlib import Path

import pytest

import nimatron as nt
from nimatron.notation.own_file import load
from nimatron.notation.own_sources import FINDER, Sources, loader_of
from nimatron.solve.store.fingerprint import fingerprint, is_own
from nimatron.solve.store.results import Store

STEPS = """
from nimatron import Game
{top}

class Steps(Game):
    start = 30

    def options(self, n):
        {inside}
        return [n - k for k in {amounts} if k <= n]
"""

KEPT = {
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

CONSTS = "__file__[:-8] + 'consts.py'"
PARSED = "tuple(map(int, text.strip()[11:-1].split(b',' if isinstance(text, bytes) else ',')))"

UNKNOWN = {
    "by its name": ("import importlib\nconsts = importlib.import_module('con' + 'sts')", "", "consts.AMOUNTS"),
    "a parser": ("import configparser as c\np = c.ConfigParser()\np.read(__file__[:-8] + 'consts.ini')", "",
                 "eval(p['a']['amounts'])"),
    "lines": ("import linecache", "linecache.clearcache()",
              "eval(linecache.getline(__file__[:-8] + 'consts.py', 1)[9:])"),
    "bytes": ("from io import FileIO as F", f"with F({CONSTS}) as f: text = f.readline()", PARSED),
    "a hidden function": ("", f"with __builtins__['op' + 'en']({CONSTS}) as f: text = f.readline()", PARSED),
    "a module inside another": (
        "import dataclasses as d", f"with d.sys.modules['io'].open({CONSTS}) as f: text = f.readline()", PARSED),
    "a private name": (
        "import collections as c", f"with c._sys.modules['io'].open({CONSTS}) as f: text = f.readline()", PARSED),
    "by its name, inside options": ("import importlib", "c = importlib.import_module('con' + 'sts')", "c.AMOUNTS"),
    "run": ("import consts; exec(__import__('pathlib').Path(consts.__file__).read_text())", "", "AMOUNTS"),
    "read": ("from pathlib import Path\nfolder = Path(__file__).parent", "",
             "eval((folder / 'consts.py').read_text().partition('=')[2].partition('\\n')[0])"),
    "run as a script": ("import runpy, os", "", "runpy.run_path(os.path.dirname(__file__) + '/consts.py')['AMOUNTS']"),
    "by hand": ("from importlib.util import spec_from_file_location, module_from_spec\nimport os\n"
                "spec = spec_from_file_location('c', os.path.dirname(__file__) + '/consts.py')\n"
                "c = module_from_spec(spec)\nspec.loader.exec_module(c)", "", "c.AMOUNTS"),
}  # fmt: skip
"""Ways that nobody can follow."""

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
    (folder / "consts.ini").write_text(f"[a]\namounts = {amounts}\n")


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


def solved(place: str, store: Path) -> tuple[str, ...]:
    """What a process of its own finds with the help of a store, and how many rows it leaves there."""
    script = """if True:
        import sys, nimatron as nt
        from nimatron.solve.store.results import Store
        game = nt.load(sys.argv[1])
        with Store(sys.argv[2], after=(0, 0.0)) as store:
            print(nt.grundy(game(29), store=store), len(store.rows(game)) > 0)
    """
    path = os.pathsep.join([str(Path(place).parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        [sys.executable, "-c", script, place, store],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    return tuple(done.stdout.split())


@pytest.mark.slow
@pytest.mark.parametrize("way", ["a value", "inside options", "by its name", "by its name, inside options"])
def test_processes_keep_no_value_for_other_rules(tmp_path: Path, way: str) -> None:
    place = written(tmp_path, *{**KEPT, **UNKNOWN}[way])
    for amounts in (FIRST, SECOND):
        change(tmp_path, amounts)
        assert solved(place, tmp_path / "store") == (str(value(amounts)), str(way in KEPT))


@pytest.mark.parametrize("way", {**KEPT, **UNKNOWN})
@pytest.mark.one_in(3)
def test_no_value_is_kept_for_other_rules(folder: Path, way: str) -> None:
    place = written(folder, *{**KEPT, **UNKNOWN}[way])
    prints = []
    for amounts in (FIRST, SECOND, FIRST):
        change(folder, amounts)
        if way == "by hand":  # Python itself may take a file of the same second and size for unchanged
            Path(cache_from_source(str(folder / "consts.py"))).unlink(missing_ok=True)
        sys.modules.pop("consts", None)  # as in another process
        game = load(place)
        with Store(folder / "store", warn=pytest.fail, after=(0, 0.0)) as store:
            assert nt.grundy(game(29), store=store) == value(amounts)
        prints.append(fingerprint(game))
    if way in UNKNOWN:
        assert prints == [None] * 3
    else:
        assert prints[0] == prints[2] != prints[1] is not None
        assert None not in prints


def prints(*games: nt.Game) -> set[str | None]:
    return {fingerprint(game) for game in games}


def test_a_file_that_changes_while_its_game_is_searched_changes_nothing(folder: Path) -> None:
    place = written(folder, *KEPT["a value inside options"])
    change(folder, FIRST)
    old = load(place)
    before = fingerprint(old)
    change(folder, SECOND)  # before it is imported
    with Store(folder / "store", warn=pytest.fail, after=(0, 0.0)) as store:
        assert nt.grundy(old(29), store=store) == value(FIRST)
        assert fingerprint(old) == before
        assert store.rows(old)
        new = load(place)
        assert not store.rows(new)
        assert nt.grundy(new(29), store=store) == value(SECOND)
    assert fingerprint(old) is None  # its class is no longer the one in the file
    assert fingerprint(new) not in (before, None)


DOUBTS = {
    "import configparser": "configparser",
    "from os import listdir": "os.listdir",
    "from os.path import expandvars": "os.path.expandvars",
    "import random": "random",
    "import numpy as np; TABLE = np.loadtxt": "loadtxt",
    "import math; NAME = math.__loader__": "__loader__",
    "import collections; NAME = collections._sys": "collections._sys",
    "import collections as c; NAME = c._sys": "collections._sys",
    "from collections import _sys": "collections._sys",
    "import collections; MODULE = collections": "collections",
    "from operator import attrgetter": "attrgetter",
    "NAME = '{0.argv}'.format": "format",
    "from typing import get_type_hints": "get_type_hints",
    "from nimatron.core.files import Path": "nimatron.core.files.Path",
    "import nimatron as nt; NAME = nt.import_module": "nimatron.import_module",
    "import numpy as np; TABLE = np.fromregex": "fromregex",
    "import numpy as np; NAME = np.core.multiarray": "numpy.core.multiarray",
}


@pytest.mark.parametrize("line", DOUBTS)
def test_a_doubt_names_the_line(tmp_path: Path, line: str) -> None:
    folder = tmp_path / "configparser"  # a module of Python goes before a folder of its name
    folder.mkdir()
    (folder / "steps.py").write_text(STEPS.format(top=f"import math\n{line}", inside="", amounts="(1, 2)"))
    found = Sources(folder / "steps.py")
    found.follow(FINDER.look)
    assert str(found.doubt()) == f"steps.py, line 4, uses {DOUBTS[line]}, which may read changing data"


def test_check_names_the_reason(tmp_path: Path) -> None:
    place = written(tmp_path, "import random", "", "(1, 2)")
    note = nt.check(load(place))["states"].note
    assert str(note) == (
        "the store does not save values of this game: steps.py, line 3, uses random, which may read changing data"
    )
    assert nt.check(load(written(tmp_path / "pure", "import math", "", "(1, 2)")))["states"].note is None


def test_pure_rules_leave_no_doubt(tmp_path: Path) -> None:
    top = "from __future__ import annotations\nimport functools, itertools as it, numpy as np\nfrom math import isqrt"
    (tmp_path / "steps.py").write_text(STEPS.format(top=top, inside="self._seen = n", amounts="(1, 2)"))
    found = Sources(tmp_path / "steps.py")
    found.follow(FINDER.look)
    assert found.doubt() is None


def test_a_file_may_import_its_neighbour_later(tmp_path: Path) -> None:
    change_in = written(tmp_path, "", "from later_neighbour import AMOUNTS", "AMOUNTS")
    (tmp_path / "later_neighbour.py").write_text("AMOUNTS = (1, 2)")
    game = load(change_in)
    assert nt.grundy(game(29)) == value("(1, 2)")
    assert fingerprint(game) is not None


def test_texts_that_change_places_are_other_rules(folder: Path) -> None:
    place = written(
        folder, "from consts import AMOUNTS\nfrom more import AMOUNTS as OTHERS", "", "AMOUNTS[:1] + OTHERS[1:]"
    )
    found = []
    for first, second in (("(1, 2)", "(3, 4)"), ("(3, 4)", "(1, 2)")):
        (folder / "consts.py").write_text(f"AMOUNTS = {first}")
        (folder / "more.py").write_text(f"AMOUNTS = {second}")
        found.append(fingerprint(load(place)))
    assert found[0] != found[1]


def test_a_folder_that_moves_keeps_its_rules(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    written(tmp_path / "a", *KEPT["a value"])
    change(tmp_path / "a", FIRST)
    first = fingerprint(load(str(tmp_path / "a/steps.py")))
    (tmp_path / "a").rename(tmp_path / "b")
    assert fingerprint(load(str(tmp_path / "b/steps.py"))) == first is not None


def test_a_module_that_python_had_before_is_unknown(folder: Path) -> None:
    place = written(folder, *KEPT["a value"])
    change(folder, FIRST)
    __import__("consts")
    change(folder, SECOND)
    game = load(place)
    assert nt.grundy(game(29)) == value(FIRST)  # what Python has, and not what the file says now
    assert fingerprint(game) is None


def test_classes_that_no_file_explains_are_unknown(tmp_path: Path) -> None:
    class Typed(nt.Game):
        pass

    text = """
import nimatron
def made(k):
    class Steps(nimatron.Game):
        def options(self, n):
            return range(max(0, n - k), n)
    return Steps
One, Two = made(1)(), made(2)()
for k in (1, 2):
    class Last(nimatron.Game):
        amount = k
    if k == 1:
        First = Last()
"""
    (tmp_path / "making.py").write_text(text)
    made = [load(f"{tmp_path}/making.py:{name}") for name in ("One", "Two", "First")]
    assert prints(Typed(), *made) == {None}
    assert fingerprint(load(f"{tmp_path}/making.py:Last")) is not None


def test_a_game_made_of_own_games_changes_with_them(tmp_path: Path) -> None:
    text = "import nimatron\nclass Turning(nimatron.CoinGame):\n    def turns(self, n):\n        return {turns}\n"
    found = []
    for turns in ("[()]", "[(), (0,)]"):
        (tmp_path / "turning.py").write_text(text.format(turns=turns))
        game = load(f"{tmp_path}/turning.py:Turning")
        assert isinstance(game, nt.CoinGame)
        made: list[nt.Game] = [nt.Tartan(game, nt.Ruler), nt.Tartan(nt.Ruler, game), nt.Sum(nt.Nim, game)]
        assert all(map(is_own, made))
        found.append([fingerprint(thing) for thing in made])
    assert not {*found[0]} & {*found[1]}
    assert None not in found[0] + found[1]
    assert not is_own(nt.Sum(nt.Nim, nt.Kayles))


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


def test_compiled_files_load_and_are_unknown(tmp_path: Path) -> None:
    place = written(tmp_path, "from only_compiled import AMOUNTS", "", "AMOUNTS")
    (tmp_path / "only_compiled.py").write_text("AMOUNTS = (1, 2)")
    py_compile.compile(str(tmp_path / "only_compiled.py"), cfile=str(tmp_path / "only_compiled.pyc"))
    (tmp_path / "only_compiled.py").unlink()
    game = load(place)
    assert nt.grundy(game(29)) == value("(1, 2)")
    assert fingerprint(game) is None
    py_compile.compile(str(tmp_path / "steps.py"), cfile=str(tmp_path / "whole.pyc"))
    whole = load(f"{tmp_path}/whole.pyc:Steps")
    assert nt.grundy(whole(29)) == value("(1, 2)")
    assert fingerprint(whole) is None
