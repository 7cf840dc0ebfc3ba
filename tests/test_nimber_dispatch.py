"""The public names give ints, arrays and ordinals to those who know them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nimatron as nt

BYTES = st.lists(st.integers(1, 255), min_size=1, max_size=9)


@given(BYTES, st.integers(1, 255))
def test_arrays_and_ints_agree(numbers: list[int], factor: int) -> None:
    array = np.array(numbers, np.uint8)
    pairs = [(nt.nim_mul, nt.nim_mul), (nt.nim_div, nt.nim_div), (nt.nim_sum, nt.nim_sum), (nt.nim_pow, nt.nim_pow)]
    for whole, single in pairs:
        found = whole(array, factor)
        assert found.dtype == np.uint8
        assert found.tolist() == [single(number, factor) for number in numbers]
    for operation in (nt.nim_inv, nt.nim_square, nt.nim_sqrt):
        assert operation(array).tolist() == [operation(number) for number in numbers]
    assert nt.nim_log(array).tolist() == [nt.nim_log(number, 18) for number in numbers]
    low = array & 127
    assert nt.nim_solve(low).tolist() == [nt.nim_solve(int(number))[0] for number in low]


SIGNED = [np.int8, np.int16, np.int32, np.int64]


@given(st.sampled_from(SIGNED), st.lists(st.integers(1, 127), min_size=1, max_size=9), st.integers(1, 127))
def test_signed_arrays_are_taken_as_unsigned_ones(kind: type[np.signedinteger], numbers: list[int], other: int) -> None:
    array = np.array(numbers, kind)
    unsigned = np.dtype(kind.__name__.replace("int", "uint"))
    for two in (nt.nim_sum, nt.nim_mul, nt.nim_div, nt.nim_pow):
        found = two(array, other)
        assert found.dtype == unsigned
        assert found.tolist() == [two(number, other) for number in numbers]
    for one in (nt.nim_inv, nt.nim_square, nt.nim_sqrt):
        assert one(array).tolist() == [one(number) for number in numbers]
    assert nt.nim_solve(array >> 1).tolist() == [nt.nim_solve(number >> 1)[0] for number in numbers]
    base = nt.nim_primitive(8 * array.itemsize)
    assert nt.nim_log(array).tolist() == [nt.nim_log(number, base) for number in numbers]


@given(st.lists(st.integers(0, 2**64 - 1), max_size=9), st.integers(1, 2**64 - 1))
def test_lists_are_arrays_of_64_bits(numbers: list[int], other: int) -> None:
    for two in (nt.nim_sum, nt.nim_mul, nt.nim_div):
        found = two(numbers, other)
        assert found.dtype == np.uint64
        assert found.tolist() == two(tuple(numbers), other).tolist() == [two(number, other) for number in numbers]
    assert nt.nim_sum(numbers, numbers).any() == 0


@given(st.integers(1, 2**64 - 1), st.lists(st.integers(-(2**63), 2**63 - 1), max_size=9))
def test_a_number_has_many_powers(number: int, exponents: list[int]) -> None:
    found = nt.nim_pow(number, np.array(exponents, np.int64))
    assert found.tolist() == [nt.nim_pow(number, n) for n in exponents]
    with pytest.raises(nt.UsageError, match="fits uint64"):
        nt.nim_pow(number << 64, np.array([1]))


def test_signed_and_unsigned_arrays_mix() -> None:
    found = nt.nim_sum(np.array([1, 2], np.int64), np.array([3], np.uint8), 4)
    assert found.dtype == np.uint64
    assert found.tolist() == [6, 5]
    with pytest.raises(nt.UsageError, match="from 0 on, got -1"):
        nt.nim_sum(np.array([1, -1]), 4)


def test_the_result_may_be_given_a_place() -> None:
    a, out = np.arange(6, dtype=np.uint64), np.zeros(6, np.uint64)
    assert nt.nim_mul(a, a, out=out) is out
    assert out.tolist() == [nt.nim_square(n) for n in range(6)]
    assert nt.nim_sum(a, a, out=out) is out
    assert not out.any()


def test_a_number_of_numpy_is_a_number() -> None:
    assert nt.nim_mul(np.uint64(24), np.uint8(17)) == 128
    assert isinstance(nt.nim_mul(np.uint8(200), np.uint8(200)), int)


def test_ordinals() -> None:
    w = nt.Ordinal("w")
    assert nt.nim_pow(w, 3) == 2
    assert nt.nim_mul(w, nt.nim_inv(w)) == 1
    assert nt.nim_div(1, w) == nt.Ordinal("w^2*3")
    assert nt.nim_mul(nt.nim_sqrt(w), nt.nim_sqrt(w)) == w
    assert {nt.nim_sum(nt.nim_square(x), x) for x in nt.nim_solve(w)} == {w}


def test_a_place_needs_an_array() -> None:
    with pytest.raises((TypeError, nt.UsageError)):
        nt.nim_mul(2, 3, out=np.zeros(1, np.uint8))  # type: ignore[call-overload]
