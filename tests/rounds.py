"""What the rounds of the tests leave out.

The quick one takes no slow tests and a tenth of the random examples, the usual one a sixth of the slow tests and a
quarter of the examples. Of a test with many cases one in some is quick, and the others are slow.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from zlib import crc32

import pytest
from hypothesis import settings

PARTS = 6
"""The usual round takes one of so many parts of the slow tests, and tomorrow the next one."""

PART = "NIMATRON_TEST_PART"
"""The variable that says which part: a number to have the same one again, or "all" parts."""

WISH = "_hypothesis_internal_use_settings"
"""Where a test has its settings. The name is private to Hypothesis: `test_rounds.py` says when it changes."""


def take_fewer_examples(tests: Iterable[object], one_of: int) -> None:
    """A part of the random examples that each test asks for, and at least five."""
    for test in {getattr(test, "__func__", test) for test in tests}:
        if wish := getattr(test, WISH, None):
            setattr(test, WISH, settings(wish, max_examples=max(5, wish.max_examples // one_of)))


def part() -> str:
    """Today's part, from 0. It is in the environment, so that all processes of a run have the same one at midnight."""
    return os.environ.setdefault(PART, str(date.today().toordinal() % PARTS))


def beyond_the_sample(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """The cases of tests marked `one_in(n)` that are not quick: all but the first of every n that could be."""
    places: dict[str, int] = defaultdict(int)
    left = []
    for item in items:
        mark = item.get_closest_marker("one_in")
        if mark and not item.get_closest_marker("slow"):
            test = item.nodeid.partition("[")[0]
            if places[test] % mark.args[0]:
                left.append(item)
            places[test] += 1
    return left


def of_other_days(slow: Iterable[pytest.Item]) -> list[pytest.Item]:
    """The slow tests of the other parts. Each file deals out its own, so that a part has some of everything."""
    files: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in slow:
        files[item.nodeid.partition("::")[0]].append(item)
    return [
        item
        for name, items in files.items()
        for place, item in enumerate(items, crc32(name.encode()))
        if place % PARTS != int(part())
    ]
