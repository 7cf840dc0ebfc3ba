"""Three rounds of tests: quick ones (`-m "not slow"`), all but the long ones (the default), and long ones (`-m long`).

Hypothesis has no deadline, because a first search may be slow, and its examples are the same in every run; to try
others, run `./test --hypothesis-profile=explore`.
No test asserts a time; a test that hangs is stopped.
"""

import gc
import os
import signal
import time
from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import settings
from work import Clock

settings.register_profile("nimatron", deadline=None, max_examples=25, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=100)
settings.load_profile("nimatron")

collect_ignore = ["typing_user.py"]  # it is read by a type checker, and never run

# No test reads or changes what the user has kept. Compiled kernels are kept from one run to the next.
os.environ["NIMATRON_STORE"] = "off"
os.environ.setdefault("NIMATRON_KERNELS", str(Path(__file__).parents[1] / ".pytest_cache" / "kernels"))

# A shell starts what runs in the background deaf to interrupts, and every program of a test would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

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
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark long tests, browsers and pages of examples as slow, and most rows of large tables; slow tests run first.

    So `-m "not slow"` leaves them out, and no core ends alone with a slow one.
    """
    for item in items:
        is_page = item.path.suffix == ".md"  # each page is one test, with all its examples
        if is_page or item.get_closest_marker("long") or "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("slow")
    for item in beyond_the_sample(items):
        item.add_marker("slow")
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def beyond_the_sample(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """The slow cases of tests marked `one_in(n)`: of every n cases, all but the first."""
    places: dict[str, int] = defaultdict(int)
    slow = []
    for item in items:
        mark = item.get_closest_marker("one_in")
        if mark and not item.get_closest_marker("slow"):
            test = item.nodeid.partition("[")[0]
            if places[test] % mark.args[0]:
                slow.append(item)
            places[test] += 1
    return slow


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """All cores; and one more where many tests wait for a browser, a server or a kernel that another one compiles."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores if is_quick(config) else cores + 1


def is_quick(config: pytest.Config) -> bool:
    return "not slow" in config.option.markexpr


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
