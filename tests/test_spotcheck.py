"""Every run computes some of its heaps again, and ends with an error if a value differs."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

import numpy as np
import pytest
from every_row import every_row
from hypothesis import given, settings
from hypothesis import strategies as st

from nimatron.core.errors import WrongValue
from nimatron.families.octal.rules import Code
from nimatron.kernels.octal import largevalues, smallvalues, spotcheck
from nimatron.kernels.octal import manyheaps as parts
from nimatron.kernels.octal import octalrun as octal
from nimatron.kernels.octal.front import FrontRun
from nimatron.kernels.octal.manyheaps import PartsRun
from nimatron.kernels.octal.mexloop import by_definition
from nimatron.kernels.octal.octalrun import OctalRun, rare_of
from nimatron.kernels.octal.spotcheck import PartsCheck, is_right
from nimatron.solve.sequences.octal_sequence import rows_of

CODES = [(".77", 900), (".106", 3000), (".6", 900), ("4!", 900), (".33", 900), (".354", 900)]


def run_of(text: str) -> OctalRun:
    read = Code(text)
    return OctalRun(read.digits, read.unequal)


@every_row(("text", "size"), CODES)
def test_right_values_and_wrong_ones(text: str, size: int) -> None:
    run = run_of(text)
    run.extend(size)
    values, rules = run.values.copy(), run._rules(rare_of([0, 0], 64))
    for n in range(size - 60, size):
        assert is_right(values, n, rules)
        for wrong in {0, int(values[n]) + 1, int(values[n]) ^ 1} - {int(values[n])}:
            other = values.copy()
            other[n] = wrong
            assert not is_right(other, n, rules), (n, wrong)


def spoiled(fill: Callable[..., Any], heap: int, bits: int = 1) -> Callable[..., Any]:
    """A kernel that gives one heap a wrong value, as a fault in it would."""

    def wrong(G: Any, n: int, stop: int, *others: Any) -> Any:
        result = fill(G, n, stop, *others)
        if n <= heap < stop:
            G[heap] ^= bits
        return result

    return wrong


RUNS = [
    (octal, "fill_by_definition", ".6", 100, 200),
    (smallvalues, "fill_words", ".106", 5000, 5100),
    (largevalues, "fill_blocks", ".6", 5000, 5100),
]


@pytest.mark.parametrize(("module", "kernel", "text", "start", "stop"), RUNS)
def test_a_wrong_value_ends_the_run(
    module: Any, kernel: str, text: str, start: int, stop: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = run_of(text)
    run.extend(start)
    before = run.values.copy()
    monkeypatch.setattr(spotcheck, "SHARE", 1e9)  # there is time for many heaps, so the wrong one is among them
    monkeypatch.setattr(spotcheck, "MOST", 10_000)
    with monkeypatch.context() as patch:
        patch.setattr(module, kernel, spoiled(getattr(module, kernel), stop - 3))
        with pytest.raises(WrongValue, match="heap") as error:
            run.extend(stop)
        assert start <= error.value.message.params["heap"].value < stop
        assert np.array_equal(run.values, before)  # nothing of the piece is handed over
    run.extend(stop)
    read = Code(text)
    assert run.values.tolist() == by_definition(read.digits, read.unequal, stop)


def test_a_wrong_value_behind_a_front(monkeypatch: pytest.MonkeyPatch) -> None:
    run = FrontRun((0, 7, 7), False, 400)
    run.extend(20_000)
    assert not run.complete
    known, place = run.value_count, run._state.known
    monkeypatch.setattr(spotcheck, "SHARE", 1e9)
    monkeypatch.setattr(spotcheck, "MOST", 10_000)
    monkeypatch.setattr(smallvalues, "fill_words", spoiled(smallvalues.fill_words, place + 90, 3))  # 3: it stays common
    with pytest.raises(WrongValue) as error:
        run.extend(known + 100)
    assert known <= error.value.message.params["heap"].value < known + 100
    assert run.value_count == known
    assert int(run.tally.count.sum()) == known - 1


class Interrupted(Exception):
    pass


@pytest.mark.parametrize(("module", "kernel", "text", "start", "stop"), RUNS)
@pytest.mark.parametrize("front", [False, True])
def test_an_interrupt_leaves_the_state_as_it_was(
    module: Any, kernel: str, text: str, start: int, stop: int, front: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kernel has filled its piece, and Ctrl-C comes before anybody knows."""
    read = Code(text)
    run = FrontRun(read.digits, read.unequal, 30_000) if front else OctalRun(read.digits, read.unequal)
    run.extend(start)

    def fill(*arguments: Any) -> Any:
        real(*arguments)
        raise Interrupted

    real = getattr(module, kernel)
    with monkeypatch.context() as patch:
        patch.setattr(module, kernel, fill)
        with pytest.raises(Interrupted):
            run.extend(stop)
    assert run.value_count == start
    run.extend(stop + 500)
    expected = run_of(text)
    expected.extend(stop + 500)
    assert np.array_equal(run.values, expected.values)
    if isinstance(run, FrontRun):
        assert int(run.tally.count.sum()) == stop + 499


PARTS = ["0.9", "0.8", "0.33F", "8?.3", "K?.3", "0.3[7]", "0.3[F]", "4.[767]", "0.F1", "0.{0,3?}{2,5=}", "80.3"]


@settings(max_examples=40)
@given(st.sampled_from(PARTS), st.integers(3, 90))
def test_codes_that_leave_more_heaps(text: str, n: int) -> None:
    rows = rows_of(Code(text))
    run = PartsRun(rows)
    run.extend(100)
    check = PartsCheck(rows)
    values = run.values.astype(np.int64)
    assert check.value(values, n) == values[n]
    assert not check._meets(values, n, inf)


@pytest.mark.parametrize(("text", "size"), [("0.9", 300), ("0.{2+}", 300), ("0.[{1,3+}]", 200), ("K?.3", 100)])
def test_options_drawn_by_chance(text: str, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no time for all options, some are drawn: they meet a value that is too small."""
    rows = rows_of(Code(text))
    run = PartsRun(rows)
    run.extend(size)
    values = run.values.astype(np.int64)
    values[size - 1] = values[size - 2] if values[size - 1] == 0 else 0
    monkeypatch.setattr(spotcheck, "STEP", inf)
    monkeypatch.setattr(spotcheck, "SHARE", inf)
    with pytest.raises(WrongValue):
        PartsCheck(rows).check_some(values, size - 1, size, 1.0)


def test_a_wrong_value_ends_a_run_of_more_heaps(monkeypatch: pytest.MonkeyPatch) -> None:
    run = PartsRun(rows_of(Code("0.9")))
    run.extend(100)
    before = run.values
    monkeypatch.setattr(spotcheck, "SHARE", 1e9)
    with monkeypatch.context() as patch:
        patch.setattr(parts, "fill", spoiled(parts.fill, 100))
        with pytest.raises(WrongValue):
            run.extend(101)
    assert np.array_equal(run.values, before)
    run.extend(200)
    whole = PartsRun(rows_of(Code("0.9")))
    whole.extend(200)
    assert np.array_equal(run.values, whole.values)
