"""Sets of values in words give what the definition gives, also where rare heaps come late, and stop where they end."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nimatron.families.octal.rules import Code
from nimatron.kernels.octal import octalrun as octal
from nimatron.kernels.octal.front import FrontRun, Undecided
from nimatron.kernels.octal.largevalues import LargePlan
from nimatron.kernels.octal.octalrun import OctalRun
from nimatron.kernels.octal.smallvalues import SmallPlan

DIGITS = st.tuples(st.sampled_from([0, 4]), st.lists(st.integers(0, 7), min_size=1, max_size=6)).map(
    lambda x: (x[0], *x[1], 4)
)


def next_value(values: Any, digits: tuple[int, ...], unequal: bool) -> int:
    """The value of the next heap, which is larger than all moves, by the definition."""
    n, seen = len(values), np.zeros(4 * int(values.max()) + 4, bool)
    seen[values[[n - t for t, digit in enumerate(digits) if digit & 2 and t]]] = True
    for m in (n - t for t, digit in enumerate(digits) if digit & 4):
        half = (m - unequal) // 2
        seen[values[1 : half + 1] ^ values[m - half : m][::-1]] = True
    return int(seen.argmin())


def made_up(seed: int, size: int, width: int, rares: int, flag: bool) -> Any:
    """Values that no game has: all of them odious, or of the parity of their heaps, except at a few heaps."""
    random = np.random.default_rng(seed)
    values = random.integers(0, width, size).astype(np.uint8)
    wanted = (np.arange(size) & 1) if flag else np.ones(size, int)
    values ^= (np.bitwise_count(values) % 2 != wanted).astype(np.uint8)
    values[random.integers(1, size, rares)] ^= 1
    values[0] = 0
    return values


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 2**32 - 1),
    DIGITS,
    st.booleans(),
    st.sampled_from([4, 16, 31, 32, 62, 64]),
    st.integers(0, 200),
    st.booleans(),
)
def test_made_up_values(seed: int, digits: tuple[int, ...], unequal: bool, width: int, rares: int, flag: bool) -> None:
    """Rare heaps everywhere, also just before the first new heap, and values that become too large for a word."""
    values = made_up(seed, 3000, width, rares, flag)
    run = OctalRun(digits, unequal, values)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(octal, "FEW", 1)  # many rare heaps are slow, but no reason for other values
        for upto in (3001, 3064, 3200):
            run.extend(upto)
    for n in range(3000, 3200):
        assert run.values[n] == next_value(run.values[:n], digits, unequal), n


def test_made_up_values_use_the_kernel() -> None:
    for seed in range(5):
        run = OctalRun((0, 2, 4), False, made_up(seed, 3000, 16, 20, False))
        run.extend(3010)
        assert isinstance(run._plan, SmallPlan)
        for n in range(3000, 3010):
            assert run.values[n] == next_value(run.values[:n], (0, 2, 4), False), n


CODES = [(".106", 40_000), (".16", 40_000), (".77", 20_000), (".054", 20_000), ("4.344", 20_000)]


@pytest.mark.parametrize(("code", "upto"), CODES)
def test_the_same_as_blocks(code: str, upto: int, monkeypatch: pytest.MonkeyPatch) -> None:
    read = Code(code)
    runs = []
    for few in (octal.FEW, 10**9):
        monkeypatch.setattr(octal, "FEW", few)
        monkeypatch.setattr(octal, "DEFINED", (1 << 11, 1 << 11))
        run = OctalRun(read.digits, read.unequal)
        for step in (*range(500, upto, upto // 7), upto):
            run.extend(step)
        runs.append(run)
    assert isinstance(runs[0]._plan, SmallPlan)
    assert isinstance(runs[1]._plan, LargePlan)
    assert np.array_equal(runs[0].values, runs[1].values)


@settings(max_examples=8, deadline=None)
@given(DIGITS, st.booleans())
def test_random_codes(digits: tuple[int, ...], unequal: bool) -> None:
    run = OctalRun(digits, unequal)
    run.extend(6000)
    for n in (2048, 2049, 2111, 2112, 2113, 3000, 4095, 4096, 5000, *range(5990, 6000)):
        assert run.values[n] == next_value(run.values[:n], digits, unequal)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(DIGITS, st.booleans(), st.integers(0, 60))
def test_with_a_front(digits: tuple[int, ...], unequal: bool, more: int) -> None:
    whole = OctalRun(digits, unequal)
    whole.extend(6000)
    run = FrontRun(digits, unequal, 8 * 32 + len(digits) + more)
    with suppress(Undecided):
        run.extend(6000)
    end = run.end(run.value_count)
    assert np.array_equal(end, whole.values[run.value_count - len(end) : run.value_count])
