"""A question that is interrupted and asked again in the same process gives the answer of an undisturbed one."""

from __future__ import annotations

import subprocess
import sys
import threading
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest
from interrupts import WAYS, count_steps, interrupt, moments, send_sigint

import nimatron as nt
from nimatron import survey
from nimatron.cli import send_again
from nimatron.kernels.octal.front import FrontRun


def values(name: str, *heaps: int) -> Callable[[], Any]:
    """The values of some heaps, one after the other: each question grows what the one before has left."""
    return lambda: [nt.grundy(f"{name}: {n}") for n in heaps]


def period(game: Any, limit: int) -> Callable[[], Any]:
    def ask() -> Any:
        found = nt.period(game, limit=limit)
        return bool(found), str(found)

    return ask


WORK: dict[str, Callable[[], Any]] = {
    "octal": values("octal{0.007}", 100, 1500, 3000),
    "octal, small values": values("octal{0.165}", 2500, 9000),
    "octal, plain": values("octal{0.3122}", 40, 300),
    "parts": values("octal{0.9}", 30, 300, 900),
    "parts, any number": values("octal{0.F}", 20, 100),
    "saltus": values("octal{8.}", 20, 100),
    "all-but": values("allbut{1,2,7}", 30, 200, 10**6),
    "subtraction": values("subtraction{2,3,7,8}", 20, 300, 10**12),
    "subtraction, long": values("subtraction{3,5,110,241}", 6000, 10**15),
    "declared": lambda: nt.grundy("guiles: 200"),
    "wythoff": lambda: [nt.grundy(f"wythoff: {n} {n + 9}") for n in (3, 12, 20)],
    "chomp": lambda: [nt.grundy("chomp: 5x4"), nt.outcome("chomp: 9 7 6 3"), len(nt.winning_moves("chomp: 7 6 4"))],
    "cram": lambda: [nt.grundy("cram: 4x4"), nt.grundy("cram: 5x4"), nt.outcome("cram: 5x3 + nim: 1")],
    "search": lambda: [nt.grundy("node-kayles{a-b b-c c-d d-e e-a a-f}: a b c d e f"), nt.grundy("end-nim: 3 2 4 1")],
    "loopy": lambda: [str(nt.grundy("graph{a>b b>a b>c c>d a>d}: a")), nt.outcome("graph{a>b b>a}: a + nim: 2")],
    "tartan": lambda: nt.grundy("tartan{ruler,mock-turtles}: 3,2 5,5"),
    "misere": lambda: [nt.outcome("kayles: 5 7 + nim: 2", misere=True), nt.genus("kayles: 6")],
    "misere search": lambda: nt.outcome("cram: 3x3 + chomp: 3x2", misere=True),
    "quotient": lambda: str(nt.misere_quotient(nt.Octal("0.123"), limit=10_000)),
    "period": period(nt.Octal("0.07"), 100_000),
    "period of a set": period(nt.AllBut({1, 2, 7}), 10_000),
    "nimbers": lambda: [nt.nim_div(2**40 + 5, 77), nt.nim_log(2**20 + 3), str(nt.nim_mul(nt.Ordinal("w"), 5))],
}


def alone(work: Callable[[], Any]) -> Any:
    """The answer of a thread that knows nothing yet: solvers of different threads share nothing."""
    with ThreadPoolExecutor(1) as fresh:
        return fresh.submit(work).result()


def steps_alone(way: Any, work: Callable[[], Any]) -> int:
    steps: list[int] = []
    thread = threading.Thread(target=lambda: steps.append(count_steps(way, work)))
    thread.start()
    thread.join()
    return steps[0]


def interrupted(name: str, how: str, tries: int) -> int:
    """Interrupt a question again and again, each time in a fresh thread, and ask once more; returns the interrupts."""
    way, work, right = WAYS[how], WORK[name], alone(WORK[name])
    hits = 0

    def ask_thrice(*at: int) -> Any:
        nonlocal hits
        hits += sum(interrupt(way, work, moment) for moment in at)
        return work()

    times = moments(steps_alone(way, work), tries, f"{name} {how}")
    for first, second in zip(times[::2], times[1::2], strict=False):
        assert alone(partial(ask_thrice, first, second)) == right, (name, how, first, second)
    return hits


LONG = ("octal", "octal, small values", "parts", "cram", "misere", "chomp", "quotient")


@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name in LONG)) for name in WORK])
def test_a_question_that_is_interrupted_and_asked_again(name: str, how: str) -> None:
    interrupted(name, how, 4)


@pytest.mark.long
def test_two_thousand_interrupts() -> None:
    assert sum(interrupted(name, how, 80) for name in WORK for how in WAYS) >= 2000


@pytest.mark.parametrize("how", WAYS)
def test_a_run_with_a_front_that_is_interrupted_and_goes_on(how: str) -> None:
    def run(*at: int) -> tuple[Any, ...]:
        found = FrontRun((0, 1, 5, 6), unequal=False, front=4000)
        for moment in at:
            interrupt(WAYS[how], lambda: found.extend(40_000), moment)
        found.extend(40_000)
        return found.value_count, found.tally.rows(), found.end(100).tolist()

    right, steps = run(), count_steps(WAYS[how], run)
    for first, second in pairwise(moments(steps, 8, how)):
        assert run(first, second) == right, (first, second)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # a file that was just opened
def test_a_survey_that_is_interrupted_and_goes_on(tmp_path: Path) -> None:
    def ask(folder: Path) -> list[tuple[Any, ...]]:
        survey.run(survey.Codes(2), folder, limit=300, jobs=1)
        return survey.load(folder).rows()  # type: ignore[no-any-return]

    right = ask(tmp_path / "right")
    steps = count_steps(WAYS["line"], lambda: ask(tmp_path / "steps"))
    for first, second in pairwise(moments(steps, 5, "survey")):
        folder = tmp_path / f"{first}-{second}"
        for moment in (first, second):
            interrupt(WAYS["line"], partial(ask, folder), moment)
        assert ask(folder) == right, (first, second)


@pytest.mark.parametrize("name", ["octal", "parts", "all-but", "cram", "quotient"])
def test_a_real_sigint(name: str) -> None:
    """Signals reach the main thread only, whose tables other tests use too: what is wrong there stays wrong."""
    work, right, rng = WORK[name], alone(WORK[name]), Random(name)
    for _ in range(4):
        send_sigint(work, rng.uniform(0.0, 0.05))
        assert work() == right


class Something:
    """An object with weak references."""


def test_an_interrupt_that_a_callback_swallows_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt_now(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sys, "unraisablehook", send_again)
    thing = Something()
    reference = weakref.ref(thing, interrupt_now)
    del thing
    assert reference() is None
    with pytest.raises(KeyboardInterrupt):
        Event().wait(60)


HALF_LOADED = """
import os, signal, sys
import nimatron as nt

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[1] and self in sys.meta_path:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)

def ask():
    return nt.grundy("octal{0.007}: 3000"), nt.period(nt.Octal("0.165")).period

sys.meta_path.insert(0, Interrupting())
try:
    ask()
except KeyboardInterrupt:
    print(*ask())
"""


@pytest.mark.slow
@pytest.mark.parametrize("module", ["numpy.linalg", "numba.core.dispatcher"])
def test_an_interrupt_leaves_no_library_half_loaded(module: str) -> None:
    done = subprocess.run([sys.executable, "-c", HALF_LOADED, module], capture_output=True, text=True, check=False)
    assert done.stdout == "33 1550\n", done.stderr
