"""Sets in vector lanes give the values that blocks give, on every processor, and stop where they are not exact."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nimatron.games.octal import Code
from nimatron.kernels import lanes, octal
from nimatron.kernels.compiling import jit
from nimatron.kernels.front import FrontRun, Undecided
from nimatron.kernels.octal import LanesPlan, OctalRun
from nimatron.kernels.sets import LANES, SIZE, STEP, collect_16, collect_32, collect_near, first_free

NEVER = sys.maxsize

# Small and large values, one class and two, with and without the parity of heaps, rare heaps that come late, takes.
CODES = [
    (".106", 60_000), (".104", 40_000), (".054", 40_000), (".16", 60_000), (".77", 20_000), (".156", 30_000),
    ("4.344", 30_000), ("4.406", 40_000), (".167", 60_000), (".174", 60_000), (".205", 60_000), (".354!", 20_000),
]  # fmt: skip


def run_of(code: str, lanes_from: int) -> OctalRun:
    read = Code(code)
    run = OctalRun(read.digits, read.unequal)
    run._plain = lanes_from
    return run


def compared(code: str, upto: int) -> int:
    """Compare lanes with blocks; how many heaps did lanes fill?"""
    plain, quick = run_of(code, NEVER), run_of(code, 0)
    plain.extend(upto)
    filled = 0
    while quick.known < upto:
        before = quick.known
        quick.extend(min(upto, before + 5000))
        filled += isinstance(quick._plan, LanesPlan) and quick.known - before
    assert np.array_equal(quick.values, plain.values)
    return filled


@pytest.mark.parametrize(("code", "upto"), CODES)
@pytest.mark.one_in(4)
def test_the_same_values(code: str, upto: int) -> None:
    filled = compared(code, upto)
    assert filled > 0 or code in (".205", ".354!")


digits = st.tuples(st.sampled_from([0, 4]), st.lists(st.integers(0, 7), min_size=1, max_size=4)).map(
    lambda x: (x[0], *x[1])
)


@given(digits, st.booleans())
def test_any_code(code: tuple[int, ...], unequal: bool) -> None:
    compared(f"{code[0]}.{''.join(map(str, code[1:]))}{'!' * unequal}", 9000)


@pytest.mark.parametrize("code", [".106", ".167", "4.406"])
def test_with_a_front(code: str) -> None:
    read = Code(code)
    plain, run = run_of(code, NEVER), FrontRun(read.digits, read.unequal, 20_000)
    plain.extend(200_000)
    run._plain = 0
    try:
        run.extend(200_000)
    except Undecided:
        assert run.known > 40_000
    assert isinstance(run._plan, LanesPlan)
    end = run.end(30_000)
    assert np.array_equal(end, plain.values[run.known - len(end) : run.known])


def test_too_large_a_value_and_a_rare_heap_end_it() -> None:
    """Values are changed so that the next heap is not of the usual kind: then blocks go on."""
    run = run_of(".106", 0)
    run.extend(30_000)
    plan = run._plan
    assert isinstance(plan, LanesPlan)
    values = np.concatenate([run.values, np.zeros(1000, np.uint8)])
    rules = run._rules(plan.rare)
    assert lanes.fill(values, 30_000, 31_000, rules, plan.given, plan.space) == 31_000
    # With no pair to be found, a rare value that was not marked makes the heap rare.
    blind = rules._replace(front=1)
    stopped = lanes.fill(values, 30_000, 31_000, blind, plan.given, plan.space)
    assert stopped < 31_000
    assert lanes.is_rare(stopped - 1, int(values[stopped - 1]), plan.rare)
    # All values below 3 are taken by every heap: no room for a fourth.
    small = plan.given._replace(values=np.full_like(plan.given.values, lanes.NONE), most=3)
    assert lanes.fill(values, 30_000, 31_000, rules, small, plan.space) < 31_000


def test_long_runs_use_it_and_short_ones_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(octal, "LONG", 50_000)
    read = Code(".106")
    run = OctalRun(read.digits, read.unequal)
    run.extend(49_000)
    assert not isinstance(run._plan, LanesPlan)
    run.extend(60_000)
    assert isinstance(run._plan, LanesPlan)


def test_codes_that_are_not_of_that_kind() -> None:
    for code in (".6", ".007", ".37"):  # too many rare heaps
        run = run_of(code, 0)
        run.extend(20_000)
        assert not isinstance(run._plan, LanesPlan)


# -- sets ----------------------------------------------------------------------------------------


@jit
def far_16(H: Any, m: int, a: Any, c: Any, b: Any, d: Any, words: Any) -> None:
    collect_16(H, m, a, c, 0, len(a), b, d, 0, len(b), words)


@jit
def far_32(H: Any, m: int, a: Any, c: Any, b: Any, d: Any, words: Any) -> None:
    collect_32(H, m, a, c, 0, len(a), b, d, 0, len(b), words)


@jit
def near(H: Any, m: int, a: Any, c: Any, b: Any, d: Any, words: Any, j: int) -> None:
    collect_near(H, m, a, c, 0, len(a), b, d, 0, len(b), words, j)


@jit
def free(word: int) -> int:
    return first_free(np.uint64(word))


def by_definition(ranks: list[int], m: int, marks: list[Any], count: int) -> list[int]:
    words = [0] * count
    for kind, (away, code) in enumerate(marks):
        for a, c in zip(away.tolist(), code.tolist(), strict=True):
            for j in range(count):
                words[j] |= 1 << min(ranks[m + j - a] ^ c & 255, SIZE - 1) + kind * SIZE
    return words


def same(words: Any, expected: list[int], size: int) -> bool:
    """The last bit of a set means nothing, nor do those from `size` on."""
    bits = (1 << min(size, SIZE - 1)) - 1
    both = np.uint64(bits | bits << SIZE)
    return bool(((words & both) == (np.array(expected, np.uint64) & both)).all())


@given(st.randoms(use_true_random=False), st.integers(0, 9), st.integers(0, 9), st.sampled_from([16, 32, 64]))
def test_sets(random: Any, first: int, second: int, most: int) -> None:
    ranks = np.array([random.randrange(most) for _ in range(400)], np.uint8)
    marks = []
    for count in (first, second):
        away = np.array([random.randrange(LANES, 200) for _ in range(count)], np.int64)
        code = np.array([random.randrange(most) for _ in range(count)], np.uint32) * np.uint32(0x01010101)
        marks.append((away, code))
    words = np.zeros(LANES, np.uint64)
    expected = by_definition(ranks.tolist(), 220, marks, LANES)
    for collect, size in ((far_16, 16), (far_32, 32)):
        collect(ranks, 220, *marks[0], *marks[1], words)
        assert same(words, expected, size)
    words[:] = 5
    near(ranks, 220, *marks[0], *marks[1], words, 16)
    assert same(words[16 : 16 + STEP], [word | 5 for word in expected[:STEP]], SIZE)
    assert (words[:16] == 5).all()
    assert (words[16 + STEP :] == 5).all()


def test_first_free() -> None:
    assert [free(word) for word in (0, 1, 0b1011, (1 << SIZE) - 1, (1 << 40) - 1)] == [0, 1, 2, SIZE, SIZE]


PLAIN_MACHINE = """
import hashlib
from tests.test_lanes import run_of
from nimatron.kernels.octal import LanesPlan
for code in (".106", ".167"):
    run = run_of(code, 0)
    run.extend(30_000)
    assert isinstance(run._plan, LanesPlan)
    print(hashlib.sha256(run.values).hexdigest())
"""


@pytest.mark.slow
def test_a_processor_without_such_instructions() -> None:
    """The portable code, compiled for a processor that has no vectors beyond the oldest ones."""
    setting = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "NIMATRON_KERNELS": "off"}
    found = [
        subprocess.run(
            [sys.executable, "-c", PLAIN_MACHINE],
            env={**os.environ, **more},
            check=True,
            capture_output=True,
            text=True,
            cwd=os.path.dirname(os.path.dirname(__file__)),
        ).stdout
        for more in (setting, {})
    ]
    assert found[0] == found[1]
    assert len(found[0].split()) == 2
