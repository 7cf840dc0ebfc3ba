"""Ranks of a byte give the values that blocks give, also where rare heaps come late, and stop where they end."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nimatron.games.octal import Code
from nimatron.kernels import octal, rareplans, rares
from nimatron.kernels.compiling import jit
from nimatron.kernels.front import FrontRun
from nimatron.kernels.machines import LANES
from nimatron.kernels.octal import OctalRun, RaresPlan
from nimatron.kernels.planes import GROUP, PART, TRIED, compare, mark, mark_2_parts, mark_3_parts, mark_part

NEVER = sys.maxsize

# One class and two, with and without the parity of heaps, equal and unequal splits, many rare heaps and few.
CODES = [
    (".6", 30_000), (".37", 20_000), ("4!", 20_000), (".376", 30_000), (".354", 20_000), (".36", 20_000),
    (".74", 10_000), (".64", 20_000), (".774", 10_000), (".644", 10_000),
]  # fmt: skip


@pytest.fixture(autouse=True)
def _always_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The code that any machine can run gives the same, so it is tested where it would not be used."""
    monkeypatch.setattr(rares, "is_quick", lambda: True)


def run_of(digits: tuple[int, ...], unequal: bool, ranks_from: int) -> OctalRun:
    run = OctalRun(digits, unequal)
    run._ranked = ranks_from
    return run


def compared(digits: tuple[int, ...], unequal: bool, upto: int) -> int:
    """Compare ranks with blocks; how many heaps did ranks fill?"""
    plain, quick = (run_of(digits, unequal, start) for start in (NEVER, 0))
    plain.extend(upto)
    filled, random = 0, Random(upto)
    while quick.known < upto:
        before = quick.known
        quick.extend(min(upto, before + random.choice([1, 63, 64, 65, before // 3])))
        filled += isinstance(quick._plan, RaresPlan) and quick.known - before
    assert np.array_equal(quick.values, plain.values)
    return filled


@pytest.mark.parametrize(("code", "upto"), CODES)
@pytest.mark.one_in(4)
def test_the_same_values(code: str, upto: int) -> None:
    read = Code(code)
    assert compared(read.digits, read.unequal, upto) > 0


digits = st.tuples(st.sampled_from([0, 4]), st.lists(st.integers(0, 7), min_size=1, max_size=4)).map(
    lambda x: (x[0], *x[1])
)


@contextmanager
def marking(everything: bool) -> Iterator[None]:
    """Whether all heaps are marked, or some are compared, as on a machine where marking is slower."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rareplans, "marks_all", lambda: everything)
        yield


@given(digits, st.booleans(), st.booleans())
@settings(max_examples=30)
def test_random_codes(digits: tuple[int, ...], unequal: bool, everything: bool) -> None:
    with marking(everything):
        compared(digits, unequal, 3000)


@given(st.integers(0, 2**32 - 1), digits, st.booleans(), st.sampled_from([100, 200, 400]), st.booleans())
@settings(max_examples=30)
def test_from_any_values_on(seed: int, digits: tuple[int, ...], unequal: bool, limit: int, everything: bool) -> None:
    """The next values after any others: rare heaps everywhere, partners that are rare, values that become too large."""
    values = np.random.default_rng(seed).integers(0, limit, 2000).astype(np.uint16)
    found = []
    for start in (NEVER, 0):
        run = OctalRun(digits, unequal, values)
        run._ranked = start
        with marking(everything):
            run.extend(2300)
        found.append(run.values)
    assert np.array_equal(*found)


@pytest.mark.parametrize("marked", [0, 20, 1000])
@pytest.mark.parametrize("code", [".6", "4!", ".644"])
def test_any_number_of_marks(code: str, marked: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not marked is compared: with few marks all ranks that are compared may be options."""
    monkeypatch.setattr(rareplans._Sample, "_best", lambda *_: marked)
    read = Code(code)
    with marking(False):
        assert compared(read.digits, read.unequal, 6000) > 0


def test_marks_are_chosen() -> None:
    """The rare heaps that are compared are the others, and there are some of both kinds."""
    plans = []
    for everything in (True, False):
        run = run_of((0, 6), False, 0)
        with marking(everything):
            run.extend(30_000)
        assert isinstance(run._plan, RaresPlan)
        plans.append(run._plan.lists)
    whole, chosen = plans
    rares_of, size = chosen.rares[: chosen.sizes[0]], whole.sizes[0]
    assert not len(whole.rest)
    assert not len(whole.more)
    assert 0 < len(chosen.rest) < size
    assert 0 < len(chosen.more) < len(whole.others)
    assert np.array_equal(np.sort(np.concatenate([rares_of, chosen.rest])), whole.rares[:size])
    assert np.array_equal(np.sort(np.concatenate([chosen.others, chosen.more])), whole.others)
    assert (np.diff(rares_of) > 0).all()


@pytest.mark.parametrize("upto", [4000, pytest.param(22_000, marks=pytest.mark.slow)])
def test_rare_heaps_that_come_late(upto: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """0.6 has 1,583 rare heaps, the last of them heap 20,627: with room for few, new plans are made often."""
    monkeypatch.setattr(rareplans, "ROOM", LANES)
    plain, quick = (run_of((0, 6), False, start) for start in (NEVER, 0))
    for run in (plain, quick):
        run.extend(upto)
    assert np.array_equal(quick.values, plain.values)


@pytest.mark.parametrize("by_one", [False, True])
def test_a_rare_heap_whose_partners_are_not_kept(by_one: bool) -> None:
    """Heap 20,627 of 0.6 is the last rare one; the one before is heap 18,833."""
    plain = run_of((0, 6), False, NEVER)
    plain.extend(21_000)
    run = OctalRun((0, 6), False, plain.values[:20_000])
    run._ranked = 0
    run.extend(20_100)
    plan = run._plan
    assert isinstance(plan, RaresPlan)
    assert plan.space
    assert plan.space.first > 0
    if by_one:
        while run.known < 20_700:
            run.extend(run.known + 1)
    run.extend(21_000)
    assert run._plan is plan
    assert plan.space.first == 0  # so near to 0 are partners of the new one
    assert np.array_equal(run.values, plain.values)


@pytest.mark.slow
def test_where_ranks_end() -> None:
    """Values of 512 and more have no rank: blocks go on."""
    run = run_of((0, 0, 0, 7), False, 0)
    plain = run_of((0, 0, 0, 7), False, NEVER)
    for one in (run, plain):
        one.extend(40_000)
    assert run.values.max() >= 2 * rares.RANKS
    assert isinstance(run._plan, octal.Plan)
    assert np.array_equal(run.values, plain.values)


@pytest.mark.parametrize(("code", "front", "upto"), [(".354", 5000, 40_000), (".6", 21_000, 90_000)])
def test_with_a_front(code: str, front: int, upto: int) -> None:
    digits = Code(code).digits
    plain = run_of(digits, False, NEVER)
    plain.extend(upto)
    run = FrontRun(digits, False, front)
    run._ranked = 0
    run.extend(upto)
    assert not run.complete
    assert isinstance(run._plan, RaresPlan)
    assert np.array_equal(run.end(front), plain.values[-front:])


def test_when_they_are_used() -> None:
    """From a fixed heap on, and not for small values."""
    run = run_of((0, 6), False, 6000)
    run.extend(5999)
    assert isinstance(run._plan, octal.Plan)
    run.extend(6100)
    assert isinstance(run._plan, RaresPlan)
    small = run_of((0, 7, 7), False, 0)
    small.extend(6100)
    assert isinstance(small._plan, octal.Plan)


def caller(instructions: Any) -> Any:
    """Only compiled code can call instructions."""

    @jit
    def marked(ranks: Any, m: int, heaps: Any, codes: Any, known: Any, q: int, sets: Any) -> None:
        instructions(ranks, m, heaps, codes, 0, len(heaps), known, q, sets)

    return marked


MARKS = [
    (caller(mark_part), PART),
    (caller(mark_2_parts), 2 * PART),
    (caller(mark_3_parts), 3 * PART),
    (caller(mark), GROUP),
]


@given(st.integers(0, 2**32 - 1).map(Random), st.integers(0, 5), st.integers(0, 3))
def test_marks(random: Random, count: int, q: int) -> None:
    ranks = np.array([random.randrange(256) for _ in range(300)], np.uint8)
    known = np.array([random.choice([0, 255, 255]) for _ in range(300)], np.uint8)
    heaps = np.array([random.randrange(1, 200) for _ in range(count)], np.int64)
    codes = ranks[heaps] * rares.REPEATED
    for marked, size in MARKS:
        sets = np.full(4 * LANES, 8, np.uint64)
        marked(ranks, 200, heaps, codes, known, q, sets)
        expected = [8] * (4 * LANES)
        for r in heaps.tolist():
            for j in range(LANES):
                x = int(ranks[r] ^ ranks[200 - r + j])
                if known[200 - r + j] and q * GROUP <= x < q * GROUP + size:
                    expected[q * LANES + j] |= 1 << x % GROUP
        assert sets.tolist() == expected


@jit
def all_compared(ranks: Any, m: int, heaps: Any, codes: Any, known: Any, tried: Any, found: Any) -> None:
    compare(ranks, m, heaps, codes, 0, len(heaps), known, tried, found)


@given(st.integers(0, 2**32 - 1).map(Random), st.integers(0, 5), st.sampled_from([3, 256]))
def test_comparing(random: Random, count: int, limit: int) -> None:
    ranks = np.array([random.randrange(limit) for _ in range(300)], np.uint8)
    known = np.array([random.choice([0, 255, 255]) for _ in range(300)], np.uint8)
    heaps = np.array([random.randrange(1, 200) for _ in range(count)], np.int64)
    tried = np.array([random.randrange(min(limit, 255)) for _ in range(TRIED * LANES)], np.uint8)
    found = np.array([random.choice([0, 0, 255]) for _ in tried], np.uint8)
    expected = found.tolist()
    for r in heaps.tolist():
        for j in range(LANES):
            for i in range(j, TRIED * LANES, LANES):
                if known[200 - r + j] and ranks[200 - r + j] ^ ranks[r] == tried[i]:
                    expected[i] = 255
    all_compared(ranks, 200, heaps, ranks[heaps] * rares.REPEATED, known, tried, found)
    assert found.tolist() == expected


PLAIN_MACHINE = """
import hashlib
from nimatron.kernels import rares
from nimatron.kernels.machines import LANES
from nimatron.kernels.octal import OctalRun, RaresPlan
is_quick, rares.is_quick = rares.is_quick, lambda: True
run = OctalRun((0, 6), False)
run._ranked = 0
run.extend(12_000)
assert isinstance(run._plan, RaresPlan)
print(hashlib.sha256(run.values).hexdigest(), is_quick())
"""


@pytest.mark.slow
def test_any_processor() -> None:
    """Without special instructions the values are the same, and blocks are used instead."""
    plain = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
    printed = [
        subprocess.run(
            [sys.executable, "-c", PLAIN_MACHINE], env=os.environ | more, capture_output=True, text=True, check=True
        ).stdout.split()
        for more in ({}, plain)
    ]
    assert printed[0][0] == printed[1][0]
    assert printed[1][1] == "False"
