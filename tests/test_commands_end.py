"""Every command ends within the time and memory it is given, whatever the position and the rules are."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from typer.testing import CliRunner

from nimatron import kernels
from nimatron.cli import exit_codes as faults
from nimatron.cli.exit_codes import as_error
from nimatron.cli.program import COMMANDS, app
from nimatron.core.clock import TimeUp, alarm

OWN = """
import sys
import time
from itertools import count

from nimatron import Game, HeapGame


class Sleepy(Game):
    start = 5

    def options(self, n):
        time.sleep(1000)


class Deaf(Game):
    start = 5

    def options(self, n):
        while True:
            try:
                time.sleep(1000)
            except Exception:
                pass


class Endless(Game):
    start = 5

    def options(self, n):
        return count(n + 1)


class Hungry(Game):
    start = 5

    def options(self, n):
        return [0] * 10**12


class SleepyHeap(HeapGame):
    def heap_options(self, n):
        time.sleep(1000)


class Quits(Game):
    start = 5

    def options(self, n):
        sys.exit(0)


class Deep(Game):
    start = 5

    def options(self, n):
        return self.options(n)


class Wrong(Game):
    start = 5

    def options(self, n):
        return [n // 0]
"""

LONG = "0." + "7" * 4000
"""A code so long that each of its values takes a while."""

SECONDS = ["--seconds", "0.3"]

LIMITED, FAULT = 5, 1

ROWS: dict[str, list[tuple[list[str], int]]] = {
    "list": [([], 0)],
    "solve": [
        (["corners: 495684859614594169,1 2,3 4,4", "--misere", *SECONDS], LIMITED),
        (["wythoff: 95 20417", "--misere", *SECONDS], LIMITED),
        (["--birthday", "chomp: 30x30", *SECONDS], LIMITED),
        (["own.py:Sleepy", *SECONDS], LIMITED),
        (["own.py:Deaf", *SECONDS], LIMITED),
        (["own.py:Endless", *SECONDS], LIMITED),
        (["own.py:Hungry", "--memory", "100", *SECONDS], LIMITED),
        (["own.py:Quits"], FAULT),
        (["own.py:Deep"], FAULT),
        (["own.py:Wrong"], FAULT),
        (["x" * 5000 + ".py:Game"], FAULT),
    ],
    "explain": [
        (["--steps", "kayles: 1000000000000000000", *SECONDS], LIMITED),
        (["--steps", "own.py:Endless", *SECONDS], LIMITED),
        (["own.py:Sleepy", *SECONDS], LIMITED),
    ],
    "moves": [
        (["own.py:Endless", "--most", "1000000000", *SECONDS], LIMITED),
        (["moore{2}: 10000000000000000000 10000000000000000000", *SECONDS], 0),
    ],
    "classes": [
        (["kayles: 1000000000000000000", *SECONDS], LIMITED),
        (["own.py:Endless", *SECONDS], LIMITED),
        (["own.py:Sleepy", *SECONDS], LIMITED),
    ],
    "table": [(["own.py:SleepyHeap", *SECONDS], LIMITED)],
    "seq": [(["own.py:SleepyHeap", *SECONDS], LIMITED), ([LONG, "-n", "1000000", *SECONDS], LIMITED)],
    "period": [([LONG, *SECONDS], LIMITED)],
    "misere": [(["0.07", *SECONDS], LIMITED), (["own.py:SleepyHeap", *SECONDS], LIMITED)],
    "judge": [(["gone.py", "take-away"], 2), (["own.py", "no-task"], 2)],
    "discover": [(["x y; x' = x - y, y > 0; symmetric", *SECONDS], LIMITED)],
    "code": [(["0.77"], 0), (["0.7w"], 4)],
    "compare": [([LONG, f"{LONG}7", "-n", "1000000", *SECONDS], LIMITED)],
    "sparse": [([LONG, "-n", "1000000", *SECONDS], LIMITED)],
    "nimber": [([f"log({2**127 - 1})"], LIMITED)],
    "chomp": [(["60x60", "--memory", "100", *SECONDS], LIMITED)],
    "cram": [(["11x9", "--memory", "16", *SECONDS], LIMITED)],
    "prove": [
        (["wythoff: 95 20417", "--misere", "-o", "x.json", *SECONDS], LIMITED),
        (["own.py:Sleepy", "-o", "x.json", *SECONDS], LIMITED),
        ([LONG, "-o", "x.json", *SECONDS], LIMITED),
    ],
    "verify": [(["own.py", *SECONDS], FAULT)],
    "survey": [(["report", "nowhere"], 2)],
    "play": [(["own.py:Sleepy", *SECONDS], LIMITED), (["own.py:Endless", "--second", *SECONDS], 0)],
    "referee": [(["own.py", "own.py:Sleepy", "--time", "0.3"], LIMITED)],
    "check": [
        (["own.py:Sleepy", *SECONDS], FAULT),
        (["own.py:Deaf", *SECONDS], FAULT),
        (["own.py:Hungry", *SECONDS], FAULT),
        (["own.py:Quits", *SECONDS], FAULT),
        (["own.py:Deep", *SECONDS], FAULT),
        (["own.py:Endless", *SECONDS], 0),
    ],
    "store": [(["list"], 0)],
    "oeis": [([], 0), (["A1"], 2)],
    "doctor": [([], 0)],
    "serve": [(["nowhere.py:Game"], 3)],
    "site": [(["own.py"], 2), (["public", "nowhere.py:Game"], 3)],
    "scorm": [(["no-lesson", "x.zip"], 2)],
    "quiz": [(["--kind", "who-wins", "--count", "2", "--seed", "1"], 0), (["--kind", "chess"], 2)],
    "sheet": [(["nim", "-o", "own.py/nim.pdf"], 8), (["own.py:Sleepy", "-o", "x.pdf"], 3)],
    "lessons": [(["check", "nowhere"], 2)],
    "new": [(["own.py"], 2)],
}
"""For each command what it is given, and how it ends."""

RUN = """
import json, resource, sys
from io import StringIO
import numba  # time that is up while it loads would leave it half loaded to the commands that follow
from nimatron.cli import session
from nimatron.cli.program import app
from nimatron.cli.commands import referee

session.GRACE, referee.PATIENCE = 0.2, 0.0  # a test need not wait as long as a user would
resource.setrlimit(resource.RLIMIT_AS, (12 << 30, 12 << 30))
for arguments in json.load(sys.stdin):
    sys.stdout, sys.stderr, sys.stdin = StringIO(), StringIO(), StringIO()
    try:
        app(arguments, prog_name="nimatron")
    except SystemExit as end:
        code = end.code
    said, told = sys.stdout.getvalue(), sys.stderr.getvalue()
    print(json.dumps([arguments, code, said[-2000:], told[-2000:]]), file=sys.__stdout__, flush=True)
"""


def test_every_command_has_a_row() -> None:
    assert ROWS.keys() == COMMANDS.keys()


def ended(folder: Path, rows: list[list[str]]) -> list[tuple[list[str], int, str, str]]:
    """How each of these command lines ends, one after the other in one process."""
    (folder / "own.py").write_text(OWN)
    done = subprocess.run(
        [sys.executable, "-c", RUN], input=json.dumps(rows), capture_output=True, text=True, cwd=folder, timeout=500
    )
    assert done.returncode == 0, done.stderr
    return [tuple(json.loads(line)) for line in done.stdout.splitlines()]


@pytest.mark.slow
def test_every_command_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NIMATRON_STORE", str(tmp_path / "store.sqlite3"))
    rows = [([command, *words], code) for command, lines in ROWS.items() for words, code in lines]
    found = ended(tmp_path, [words for words, _ in rows])
    assert [(words, code) for words, code, _, _ in found] == rows
    assert not any("internal error" in said for _, _, _, said in found)
    blamed = {words[1]: said for words, _, _, said in found if words[0] == "solve"}
    for game, fault in (("Quits", "SystemExit: 0"), ("Deep", "RecursionError: "), ("Wrong", "ZeroDivisionError: ")):
        assert re.match(
            rf"nimatron: own\.py:\d+: the rules of this game raise an error: {fault}", blamed[f"own.py:{game}"]
        )


# -- faults ----------------------------------------------------------------------------------------


def fails(fault: BaseException, files: Sequence[str] = ()) -> tuple[int, str]:
    """The exit code and the words of a fault."""
    try:
        raise fault
    except BaseException as raised:
        error = as_error(raised, files)
    assert error is not None
    return error.exit_code, str(error)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The cache folder of the user."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "nimatron"


@pytest.mark.parametrize(
    ("fault", "code", "words"),
    [
        (MemoryError(), 5, "the memory limit is reached"),
        (TimeUp(), 5, "the time is up"),
        (RecursionError("x"), 4, "the input is nested too deeply"),
        (OverflowError("int too large"), 4, "a number in the input is too large: int too large"),
        (OSError(28, "No space left on device"), 1, "stdout: No space left on device"),
        (OSError(36, "File name too long", "a" * 5000), 1, f"{'a' * 100}...{'a' * 50}: File name too long"),
    ],
)
@pytest.mark.usefixtures("cache")
def test_faults_of_the_system_are_said_in_plain_words(fault: BaseException, code: int, words: str) -> None:
    assert fails(fault) == (code, words)


def test_faults_of_ours_are_logged(cache: Path) -> None:
    log = cache / "faults.log"
    words = f"internal error, AssertionError: no value (details are in {log})"
    assert fails(AssertionError("no value")) == (1, words)
    assert "in fails\n    raise fault" in log.read_text()
    log.write_text("x" * (faults.MOST_LOGGED + 1))
    fails(AssertionError("another"))
    assert "another" in log.read_text()
    assert "x" * 100 not in log.read_text()


def test_a_log_that_cannot_be_written_is_no_fault(cache: Path) -> None:
    cache.parent.write_text("a file where the folder should be")
    assert fails(AssertionError("x")) == (1, "internal error, AssertionError: x (nimatron --debug shows details)")


def test_faults_of_an_own_game_are_its_own(cache: Path) -> None:
    code, words = fails(KeyError("x"), [__file__])
    assert code == 1
    assert re.fullmatch(rf"{re.escape(__file__)}:\d+: the rules of this game raise an error: KeyError: 'x'", words)
    assert not cache.exists()
    assert fails(MemoryError(), [__file__])[0] == 5


def test_regular_ends_are_no_faults() -> None:
    assert as_error(SystemExit(3), ()) is None


def test_a_user_without_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(_: object) -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("NIMATRON_STORE")
    monkeypatch.setattr(Path, "home", classmethod(unknown))
    result = CliRunner().invoke(app, ["solve", "nim: 3"])
    assert result.exit_code == 0
    assert "take 3" in result.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
@pytest.mark.parametrize("words", [["solve", "nim: 3"], ["--help"]])
def test_a_full_disk_is_said(words: list[str]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "nimatron", *words], stdout=full, stderr=subprocess.PIPE, text=True, timeout=500
        )
    assert done.returncode == 1
    assert re.fullmatch(r"nimatron: .*No space left on device\n", done.stderr)


# -- the alarm -------------------------------------------------------------------------------------


def for_ever() -> None:
    while True:
        pass


def stubborn(times: int) -> None:
    """Sleep on after so many alarms."""
    while True:
        try:
            time.sleep(1000)
        except BaseException:
            times -= 1
            if times < 0:
                raise


def interrupted() -> None:
    with alarm(1000):
        pass
    with suppress(TimeUp), alarm(0.01):
        for_ever()
    for_ever()


@pytest.mark.slow
@pytest.mark.parametrize("work", [for_ever, lambda: stubborn(2), interrupted])
def test_an_alarm_ends_what_looks_at_no_clock(work: Callable[[], None]) -> None:
    with pytest.raises(TimeUp), alarm(0.1):
        work()


def test_no_alarm_while_kernels_are_compiled() -> None:
    kernels.need()
    from nimatron.kernels.compile.jit import clock as compiling

    with alarm(0.05):
        compiling.__enter__()
        time.sleep(0.2)
        compiling.__exit__()


@pytest.mark.slow
def test_no_alarm_while_something_is_kept() -> None:
    keeping = {"__name__": "nimatron.solve.store.results", "time": time, "done": []}

    def kept() -> None:
        exec("time.sleep(0.1); done.append(True)", keeping)
        for_ever()

    with pytest.raises(TimeUp), alarm(0.01):
        kept()
    assert keeping["done"] == [True]
