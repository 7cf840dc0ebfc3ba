"""The compiled nim-sequences are those of the definition, at every size, in every type, from every start."""

import hashlib
import json
import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from every_row import every_row
from hypothesis import given, settings
from hypothesis import strategies as st

from nimatron.core.errors import UsageError
from nimatron.families.octal.rules import Code
from nimatron.kernels.octal.mexloop import by_definition
from nimatron.kernels.octal.octalrun import OctalRun
from nimatron.kernels.octal.periods import octal_period
from nimatron.solve.sequences import periodicity as plain

VECTORS: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "octal.json").read_text())
ROWS = VECTORS["solved"] + VECTORS["no_period_found"]
PROVED_LATE = [row for row in VECTORS["solved"] if row["n_computed"] > 100_000]
HASHED = {**VECTORS["sha256_first_100000"], "4!": VECTORS["grundy"]["first"]}
HASHED.pop("grundy", None)
DENSE = {".007", ".04", ".06"}


def run_of(code: str, upto: int) -> OctalRun:
    read = Code(code)
    run = OctalRun(read.digits, read.unequal)
    run.extend(upto)
    return run


codes = st.tuples(st.sampled_from([0, 4]), st.lists(st.integers(0, 7), max_size=6)).map(lambda x: (x[0], *x[1]))


@given(codes, st.booleans(), st.integers(1, 700))
def test_definition(digits: tuple[int, ...], unequal: bool, upto: int) -> None:
    run = OctalRun(digits, unequal)
    run.extend(upto)
    assert run.values.tolist() == by_definition(digits, unequal, upto)


@every_row("code", [".6", ".007", "4!", ".376", ".16!", "4!.07!", ".0044", ".77", "4.3", ".06", ".35!4!"], one_in=4)
def test_definition_beyond_the_first_blocks(code: str) -> None:
    read = Code(code)
    assert run_of(code, 2500).values.tolist() == by_definition(read.digits, read.unequal, 2500)


@pytest.mark.slow
def test_first_values_of_all_codes() -> None:
    for row in ROWS:
        values = run_of(row["code"], 600).values
        assert values[: len(row["first"])].tolist() == row["first"], row["code"]


@pytest.mark.parametrize("code", [pytest.param(c, marks=[pytest.mark.slow] * (c in DENSE)) for c in HASHED])
@pytest.mark.one_in(4)
def test_hundred_thousand_values(code: str) -> None:
    row = HASHED[code]
    values = run_of(code, row["n"]).values
    assert hashlib.sha256(values.astype("<u2").tobytes()).hexdigest() == row["sha256_u16le"]
    assert values.max() == row["max"]
    assert values.argmax() == row["argmax"]


@pytest.mark.parametrize("code", [".6", ".106", ".376", "4!", ".014", ".77", ".33"])
def test_going_on_from_anywhere(code: str) -> None:
    whole = run_of(code, 9000).values
    read, choose = Code(code), random.Random(code)
    steps = OctalRun(read.digits, read.unequal)
    for cut in sorted(choose.sample(range(1, 9000), 8)):
        steps.extend(cut)
        assert len(steps.values) == cut
        again = OctalRun(read.digits, read.unequal, steps.values)
        again.extend(cut + 700)
        assert np.array_equal(again.values[:9000], whole[: cut + 700])
    assert np.array_equal(steps.values, whole[: len(steps.values)])


@pytest.mark.slow
@pytest.mark.parametrize(("code", "preperiod", "period"), [(".77", 71, 12), (".07", 53, 34), (".156", 3479, 349)])
def test_far_into_a_period(code: str, preperiod: int, period: int) -> None:
    """Where heaps repeat, the pairs that were found once are learned."""
    values = run_of(code, 300_000).values
    assert np.array_equal(values[preperiod + period :], values[preperiod:-period])


def test_growing_through_every_type() -> None:
    """All heaps up to 600 may be taken: G(n) = n mod 601, through 64, 256 and 512."""
    run = OctalRun((0, *[3] * 600), unequal=False)
    types = []
    for upto in (65, 256, 258, 2000):
        run.extend(upto)
        types.append(run.values.dtype)
    assert types == [np.uint8, np.uint8, np.uint16, np.uint16]
    assert np.array_equal(run.values, np.arange(2000) % 601)


def test_splits_beside_large_values() -> None:
    """With splits too the values pass 64, 256 and 512, block by block."""
    digits = (0, *[3] * 530, 7, 4)
    run = OctalRun(digits, unequal=False)
    run.extend(1500)
    assert run.values.max() >= 512
    assert run.values.tolist() == by_definition(digits, False, 1500)


def next_value(values: Any, digits: tuple[int, ...], unequal: bool) -> int:
    """The value of the next heap, which is larger than all moves, by the definition."""
    n = len(values)
    seen = np.zeros(4 * int(values.max()) + 4, bool)
    seen[values[[n - t for t, digit in enumerate(digits) if digit & 2 and t]]] = True
    for m in (n - t for t, digit in enumerate(digits) if digit & 4):
        half = (m - unequal) // 2
        seen[values[1 : half + 1] ^ values[m - half : m][::-1]] = True
    return int(seen.argmin())


def check_going_on(values: Any, digits: tuple[int, ...], unequal: bool, more: int) -> OctalRun:
    """From any values on, of a game or not, the next ones are those of the definition."""
    run = OctalRun(digits, unequal, values)
    run.extend(len(values) + more)
    for n in range(len(values), len(values) + more):
        assert run.values[n] == next_value(run.values[:n], digits, unequal), n
    return run


@settings(max_examples=25)
@given(
    st.sampled_from([16, 63, 64, 65, 128, 255, 256, 257, 512]),
    st.sampled_from([(0, 4), (0, 6, 5), (4, 0, 7), (0, 0, 4, 0, 6), (0, 5, 4, 4, 4)]),
    st.booleans(),
    st.integers(0, 99),
)
def test_from_any_values_on(limit: int, digits: tuple[int, ...], unequal: bool, seed: int) -> None:
    """All values below the limit are options: the next ones pass it, and with it the width of a row or a type."""
    values = np.random.default_rng(seed).integers(0, limit, 30 * limit + 900, np.uint16)
    run = check_going_on(values, digits, unequal, 70)
    assert run.values.max() >= limit - 1


@pytest.mark.slow
def test_beyond_sixteen_bits() -> None:
    """No short code is known that comes so far; after such values the kernel goes on like the definition.

    It is compiled for a type that nothing else needs.
    """
    values = np.random.default_rng(0).integers(0, 1 << 16, 600_000, np.uint32)
    run = check_going_on(values, (0, 4, 6, 4, 5, 4), False, 40)
    assert run.values.dtype == np.uint32
    assert run.values[600_000:].max() >= 1 << 16


def test_nothing_is_computed_twice() -> None:
    run = run_of(".6", 3000)
    before = run.values
    run.extend(2000)
    assert len(run.values) == 3000
    assert np.shares_memory(run.values, before)


def test_smallest_type_after_large_input() -> None:
    values = run_of(".77", 500).values.astype(np.int64)
    assert OctalRun((0, 7, 7), False, values).values.dtype == np.uint8


def test_no_digit_above_seven() -> None:
    with pytest.raises(UsageError, match="not 8"):
        OctalRun((0, 8), unequal=False)


def proved(code: str, values: Any) -> tuple[int, int] | None:
    read = Code(code)
    return octal_period(values, read.longest or 0, max(read.parts, 1), read.unequal)


def test_proved_periods() -> None:
    for row in VECTORS["solved"]:
        if row["n_computed"] <= 100_000:
            values = run_of(row["code"], row["n_computed"]).values
            assert proved(row["code"], values) == (row["preperiod"], row["period"]), row["code"]


@given(st.sampled_from(ROWS), st.booleans(), st.integers(1, 400))
def test_the_plain_period(row: dict[str, Any], unequal: bool, size: int) -> None:
    code = Code(re.sub(r"(\d)", r"\1!", row["code"]) if unequal else row["code"])
    values = run_of(str(code), size).values[:size]
    assert proved(str(code), values) == plain.octal_period(values.tolist(), code)


@given(st.lists(st.integers(0, 2), max_size=6), st.lists(st.integers(0, 1), min_size=1, max_size=9), st.integers(0, 80))
def test_the_plain_period_of_any_list(head: list[int], body: list[int], size: int) -> None:
    values = (head + body * 80)[:size]
    for code in (".77", ".33", ".7!7!"):
        array = np.array(values, np.uint8)
        assert proved(code, array) == plain.octal_period(values, Code(code))


@pytest.mark.slow
@pytest.mark.parametrize("row", [row for row in PROVED_LATE if row["n_computed"] < 10**7], ids=lambda row: row["code"])
def test_late_periods(row: dict[str, Any]) -> None:
    values = run_of(row["code"], row["n_computed"]).values
    assert proved(row["code"], values) == (row["preperiod"], row["period"])
