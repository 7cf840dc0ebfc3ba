"""Three rounds: the quick one (`-m "not slow"`), the usual one with a part of the slow tests, and what is long
(`-m long`).

Hypothesis: no deadline, for a first search may be slow; the same examples every time in continuous integration. No test
asserts a time; one that hangs is ended.
"""

import gc
import os
import signal
import time
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import settings
from rounds import PART, PARTS, beyond_the_sample, of_other_days, part, take_fewer_examples
from work import Clock

settings.register_profile("nimatron", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("nimatron")

collect_ignore = ["typing_user.py"]  # it is read by a type checker, and never run

# No test reads or changes what the user has kept. Compiled kernels are kept from one run to the next.
os.environ["NIMATRON_STORE"] = "off"
os.environ.setdefault("NIMATRON_KERNELS", str(Path(__file__).parents[1] / ".pytest_cache" / "kernels"))

gc.disable()  # until all tests are collected: what is made by then stays to the end

FOR_EVER = 600
"""Seconds after which a test counts as hanging: far beyond what any of them takes."""


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, Any, Any]:
    """Look for examples only where there are some: every process looks at all functions of a module otherwise."""
    found = yield
    if ">>>" in file_path.read_text(encoding="utf-8", errors="replace"):
        return found
    return [one for one in found if not isinstance(one, DoctestModule)]


def pytest_collection_finish() -> None:
    """What is collected is never looked at again for cycles."""
    gc.freeze()
    gc.set_threshold(50_000)  # trees of syntax, tables and answers are made of many small objects, and rarely of cycles
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is long is slow, and so are a browser and most rows of a table.

    Slow ones come first, so that no core is left alone with one.
    """
    if is_quick(config) or is_usual(config):
        take_fewer_examples({getattr(item, "obj", None) for item in items}, 10 if is_quick(config) else 4)
    for item in items:
        if item.get_closest_marker("long") or "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("slow")
    for item in beyond_the_sample(items):
        item.add_marker("slow")
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
    if is_usual(config):
        for item in of_other_days(item for item in items if item.get_closest_marker("slow")):
            item.add_marker("long")


def pytest_report_header(config: pytest.Config) -> str | None:
    if not is_usual(config):
        return None
    return f"slow tests: {PART}={part()} (of 0 to {PARTS - 1}, another one each day, or all)"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """All cores; and one more where many tests wait for a browser, a server or a kernel that another one compiles."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores if is_quick(config) else cores + 1


def is_quick(config: pytest.Config) -> bool:
    return "not slow" in config.option.markexpr


def is_usual(config: pytest.Config) -> bool:
    """Whether nothing was said about what to run. (A worker is given the folders as if they were asked for.)"""
    folders = [str(config.rootpath / name) for name in config.getini("testpaths")]
    named = [str(config.rootpath / name) for name in config.args]
    asked = config.option.markexpr != "not long" or config.option.keyword or set(named) != set(folders)
    return not asked and part() != "all"


@pytest.fixture(autouse=True)
def _not_for_ever() -> Iterator[None]:
    def hang(*_: object) -> None:
        raise TimeoutError(f"the test has not ended within {FOR_EVER} s")

    if not hasattr(signal, "SIGALRM"):  # on Windows it hangs
        yield
        return
    before = signal.signal(signal.SIGALRM, hang)
    signal.alarm(FOR_EVER)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of all that runs in this process, in the hand of the test."""
    clock = Clock()
    monkeypatch.setattr(time, "monotonic", clock)
    return clock
