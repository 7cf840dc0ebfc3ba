"""Codes that leave three heaps, and codes whose digits repeat: the kernel and the theorem beside the definition."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from any_codes import CODES as ANY_CODES
from every_row import every_row
from hypothesis import given, settings
from hypothesis import strategies as st

import nimatron as nt
from nimatron.core.errors import Refuted
from nimatron.core.limits import Budget
from nimatron.families.octal.digits import DIGITS, HEX, Code
from nimatron.kernels.octal.manyheaps import PartsRun
from nimatron.kernels.octal.periods import proved_period
from nimatron.nimbers.finite import mex
from nimatron.proof.checkers import verify
from nimatron.proof.derive import derive
from nimatron.proof.heap_rules import rules_of
from nimatron.proof.verdict import CheckBudget
from nimatron.proof.write_period import period_certificate
from nimatron.solve.sequences.octal_sequence import OctalSequence, has_rows, rows_of
from nimatron.solve.sequences.periodicity import bound_of, octal_period, proof_size


def by_definition(code: str, size: int) -> list[int]:
    """Options of one heap after another, and their mex."""
    game, values = nt.Octal(code), list[int]()
    for n in range(size):
        options = set()
        for option in game.heap_options(n):
            value = 0
            for heap in option:
                value ^= values[heap]
            options.add(value)
        values.append(mex(options))
    return values


def by_kernel(code: str, size: int) -> list[int]:
    read = Code(code)
    run = PartsRun(rows_of(read))
    run.extend(size // 2)
    run.extend(size)
    return [int(value) for value in run.values[:size]]


def code_of(first: int, digits: list[int], repeat: list[int], unequal: bool) -> str:
    sign = "!" if unequal else ""
    again = f"[{''.join(DIGITS[d] + sign for d in repeat)}]" if repeat else ""
    return f"{DIGITS[first]}{sign}.{''.join(DIGITS[d] + sign for d in digits)}{again}"


CODES = st.one_of(
    st.builds(
        code_of,
        st.sampled_from([0, 4, 8, 12, 16]),
        st.lists(st.integers(0, 31), max_size=4),
        st.just([]),
        st.just(False),
    ),
    st.builds(
        code_of,
        st.sampled_from([0, 4]),
        st.lists(st.integers(0, 7), max_size=3),
        st.lists(st.integers(0, 7), min_size=1, max_size=3),
        st.booleans(),
    ),
)


@given(CODES)
def test_the_kernel_follows_the_definition(code: str) -> None:
    assert by_kernel(code, 40) == by_definition(code, 40)


def by_sums(code: str, size: int) -> list[int]:
    """The plain twin: sets of sums, one heap after another."""
    plain = OctalSequence(Code(code))
    plain.grow_plain(size, Budget())
    return list(plain.plain)


@pytest.mark.slow
@given(ANY_CODES.filter(lambda code: has_rows(Code(code))))
@settings(max_examples=37, deadline=None)
def test_the_kernel_follows_any_code(code: str) -> None:
    assert by_kernel(code, 60) == by_sums(code, 60)


SLOWEST = "0.7[{2+}?]"
"""The plain twin tries all ways to split a heap: a minute and more for 300 heaps of this code."""


@pytest.mark.parametrize("size", [60, pytest.param(300, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "code",
    [
        *("8?.3", "C?.3", "0.9?", "0.D", "0.D?8", "0.{0,3?}F", "K?.3", "0.H?3", "80.0", "80.3!F", "G00.3"),
        *("0.{2+}", "{3+}.3", "0.9{2+}?", "0.{0,4?+}3", "{2+}=", "0.{1,5+}", "0.{0,3?}{2,5=}", "0.{7+}3"),
        *("0.3[F]", "0.[9]", "0.[1C]", "4.[8?]", "0.3[B?]", "0.[{1,3+}]", SLOWEST, "0.[08=]"),
    ],
)
def test_the_kernel_goes_on(code: str, size: int) -> None:
    size = min(size, 150) if code == SLOWEST else size
    assert by_kernel(code, size) == by_sums(code, size)


@pytest.mark.long
def test_the_kernel_goes_on_where_the_plain_twin_is_slowest() -> None:
    assert by_kernel(SLOWEST, 300) == by_sums(SLOWEST, 300)


@pytest.mark.parametrize("code", ["0.8", "0.9", "C.17C", "0.3[7]"])
@pytest.mark.one_in(4)
def test_sets_grow_with_the_values(code: str) -> None:
    """Values far beyond the first width of the sets."""
    read = Code(code)
    run = PartsRun(rows_of(read))
    run.extend(250)
    assert run.values.max() >= 64
    assert run.values.tolist() == by_definition(code, 250)


def test_a_run_goes_on_from_known_values() -> None:
    known = np.array(by_kernel("0.9", 300), np.int64)
    again = PartsRun(rows_of(Code("0.9")), known)
    again.extend(400)
    assert again.values.tolist() == by_kernel("0.9", 400)


@every_row(("code", "preperiod", "period"), [("0.B", 0, 2), ("0.33F", 0, 4), ("0.A2", 1, 4), ("0.F1", 3, 2)])
def test_the_theorem_proves_periods_of_three_parts(code: str, preperiod: int, period: int) -> None:
    game = nt.Octal(code)
    found = nt.period(game, limit=10_000)
    assert found
    assert (found.preperiod, found.period) == (preperiod, period)
    far = by_kernel(code, 800)
    assert all(far[n] == far[n + period] for n in range(preperiod, 800 - period))
    certificate = json.loads(json.dumps(period_certificate(game, found, nt.sequence(game, 200))))
    assert verify(certificate)


@given(
    st.sampled_from(["0.77", "0.6=7", "0.{4=}7", "0.8!3", "0.B?", "0.9", "C!.{2,6=}3"]),
    st.lists(st.integers(0, 2), max_size=6),
    st.lists(st.integers(0, 1), min_size=1, max_size=9),
    st.integers(1, 200),
)
def test_the_kernel_proves_what_plain_code_proves(code: str, head: list[int], body: list[int], size: int) -> None:
    bound, values = bound_of(Code(code)), (head + body * 200)[:size]
    assert bound is not None
    assert proved_period(np.array(values, np.uint8), *bound) == octal_period(values, Code(code))


UP_TO_F = st.lists(st.integers(0, 15), max_size=2)
IN_THREE = st.builds(
    lambda first, before, eight, after: code_of(first, [*before, eight, *after], [], False),
    st.sampled_from([0, 4, 8, 12]),
    UP_TO_F,
    st.integers(8, 15),
    UP_TO_F,
)
"""Finite codes that leave three heaps, and never four."""


@given(IN_THREE)
def test_what_the_theorem_proves_goes_on(code: str) -> None:
    assert Code(code).parts == 3
    values = by_kernel(code, 240)
    for size in (20, 40, 80):
        found = octal_period(values[:size], Code(code))
        if found:
            preperiod, period = found
            assert size >= proof_size(preperiod, period, Code(code))
            assert all(values[n] == values[n + period] for n in range(preperiod, 240 - period))
            return


def test_two_thirds_of_the_bound_would_not_do() -> None:
    """The bound for two parts would let a period of three parts pass that does not last."""
    traps = 0
    for first in range(16):
        for second in range(16):
            code = Code(f"0.{HEX[first]}{HEX[second]}")
            if code.parts < 3:
                continue
            values = by_kernel(str(code), 60)
            for p in (1, 2, 3):
                for n0 in range(1, 6):
                    short = 2 * n0 + 2 * p + code.longest - 1
                    lasts = all(values[n] == values[n + p] for n in range(n0, 60 - p))
                    traps += not lasts and all(values[n] == values[n + p] for n in range(n0, short - p))
    assert traps


@pytest.mark.parametrize("code", ["0.9", "8.08", "0.33F", "C.3"])
def test_the_checker_derives_long_sequences_of_three_parts(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nimatron.proof.derive.PLAIN_STEPS", 0)
    monkeypatch.setattr("nimatron.proof.derive._compile", lambda function: function)
    values: Any = np.array(by_definition(code, 40), np.uint8)
    derive(rules_of(f"octal{{{code}}}"), values, CheckBudget())
    for wrong in (0, 7, 39):
        changed = values.copy()
        changed[wrong] += 1
        with pytest.raises(Refuted):
            derive(rules_of(f"octal{{{code}}}"), changed, CheckBudget())


def test_growing_values_are_proved_at_once() -> None:
    found = nt.period("0.8", limit=10_000)
    assert isinstance(found, nt.Period)
    assert found
    assert (found.period, found.saltus) == (3, 1)


def test_a_search_for_a_period_ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nimatron.solve.sequence.PATIENCE", 0.0)
    found = nt.period("0.142")
    assert isinstance(found, nt.Unresolved)
    assert "0 s" in str(found.reason)
