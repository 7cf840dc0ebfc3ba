"""Questions to the engine as a browser has it: without all that the Python of a browser lacks."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any
from urllib.parse import urlencode

from nimatron.families.catalog import CATALOG
from nimatron.web.answers.request import HEAVY_SECONDS

LACKING = (
    *("numba", "llvmlite", "numpy", "scipy", "fastapi", "starlette", "pydantic", "uvicorn", "rich", "typer"),
    *(
        "sqlite3",
        "_sqlite3",
        "multiprocessing",
        "_multiprocessing",
        "subprocess",
        "resource",
        "fcntl",
        "mmap",
        "curses",
    ),
)
"""What the Python of a browser does not have, or must not be given."""

AS_IN_A_BROWSER = """
import sys, json
from importlib.machinery import PathFinder
LACKING = {lacking!r}
find = PathFinder.find_spec.__func__
def find_spec(cls, name, path=None, target=None):
    return None if name.partition(".")[0] in LACKING else find(cls, name, path, target)
PathFinder.find_spec = classmethod(find_spec)
import threading
def start(self):
    raise RuntimeError("can't start new thread")
threading.Thread.start = start
import signal
del signal.setitimer
from nimatron.site.engine import Engine
engine = Engine(seconds={seconds})
for line in sys.stdin:
    reply = engine.answer(line.strip())
    print(json.dumps(reply), flush=True)
loaded = sorted(set(LACKING) & {{name.partition(".")[0] for name in sys.modules}})
assert not loaded, loaded
"""


def engine_answers(addresses: list[str], seconds: float = HEAVY_SECONDS) -> list[list[Any]]:
    """Status, media type, whether it may be kept, and the body of each answer, without all that a browser lacks."""
    script = AS_IN_A_BROWSER.format(lacking=LACKING, seconds=seconds)
    command = [sys.executable, "-c", script]
    done = subprocess.run(
        command, input="\n".join(addresses), capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


def address(name: str, **values: Any) -> str:
    return f"api/v1/{name}?{urlencode(values, doseq=True)}"


def questions() -> list[str]:
    """A hundred questions of all kinds, with right and wrong arguments, in two languages.

    All positions are so small that a busy browser reaches no limit of time: there it would give another answer.
    """
    samples = [entry.sample for entry in CATALOG if entry.sample]
    about = [address("position", position=sample, lang="pl") for sample in samples]
    small = ["nim: 3 4 5", "nim: 1 2 3 + chomp: 2x2", "kayles: 7", "wythoff: 3 5", "cram: 2x2", "chomp: 3x2"]
    about += [address("turn", position=position, seed=7) for position in small]
    about += [address("analysis", position=position) for position in small]
    about += [address("analysis", position=position, misere="true", lang="pl") for position in small[:2]]
    about += [address("explanation", position=position) for position in small]
    about += [address("hint", position=position, step=3) for position in small]
    return [*about, *VALUES, *OTHERS, *WRONG]


VALUES = [
    *(address("sequence", game=game, n=200) for game in ("0.77", "grundy", "{1,2,6}", "allbut{1,2}", "turtles")),
    *(address("period", game=game) for game in ("0.77", "{1,2,6}", "allbut{1,2,7}")),
    address("comparison", one="0.77", two="0.7", n=100),
    address("discovery", rules="x y; x' < x; y' < y"),
    address("discovery", rules="x y; x' < x y"),
    address("comparison", one="kayles", two="0.77", n=3000),
    address("table", game="wythoff", columns=9, rows=9),
    address("table", game="chomp", columns=5, rows=5, row=1, height=2, lang="pl"),
    address("cell", game="wythoff", column=3, row=5),
    address("graph", text="a>b b>c c>a c>d"),
    address("nimber", expression="24*17 + 8/5"),
    address("nimbers", operation="product", size=8),
]

OTHERS = [
    address("games", lang="pl"),
    address("gallery"),
    address("explorable"),
    address("start", game="nim", seed=7),
    address("sum", summand=["nim: 3 5", "kayles: 6"]),
    address("text", game="subtraction", state="19", parameters="2,3,7,8"),
    address("build", game="subtraction"),
    address("edit", position="nim: 3 4"),
    address("move", position="nim: 3 4 5", text="2 from heap 1"),
    address("turn", position="nim: 3 4 5", level="perfect"),
    address("induction", position="nim: 1 2"),
    address("qr", text="http://localhost/"),
]

WRONG = [
    address("position"),
    address("position", position=""),
    address("position", position="nim: 3 4 x"),
    address("position", position="nim: 3", lang="x!"),
    address("position", position="wytof: 3 4", lang="pl"),
    address("position", position="x" * 4001),
    address("sequence", game="0.77", n="many"),
    address("sequence", game="0.77", n=0),
    address("sequence", game="0.77", n=10**9, lang="pl"),
    address("analysis", position="nim: 3", misere="perhaps"),
    address("turn", position="nim: 3", level="strong"),
    address("turn", position="nim: 3", move="4 from heap 1"),
    address("sum", summand=["nim: 3"] * 21),
    address("edit", position="nim: 3", shape=["0:1", "0:2", "0:3"]),
]
