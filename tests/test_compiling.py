"""Compiled functions take what Python hands them, and give back what the plain functions give."""

from __future__ import annotations

import threading
from typing import Any, NamedTuple

import numpy as np
import pytest
from every_row import every_row
from hypothesis import given
from hypothesis import strategies as st

from nimatron.kernels.compile.jit import Kernel, _sample, inline_jit, jit, short_loops
from nimatron.kernels.compile.slots import read


class Pair(NamedTuple):
    """An array and numbers, as kernels have them."""

    row: Any
    sizes: tuple[int, int]
    factor: float


@inline_jit
def weighted(pair: Pair, i: int) -> float:
    return pair.row[i] * pair.factor


@jit
def totals(pair: Pair, grid: Any, negative: bool, word: np.uint64) -> tuple[float, int, bool, tuple[np.uint64, int]]:
    total, count = 0.0, 0
    for i in range(pair.row.size):
        total += weighted(pair, i)
    for y in range(grid.shape[0]):
        for x in range(grid.shape[1]):
            count += np.int64(grid[y, x]) * (y + 1)
    return total, -count if negative else count, not negative, (word, pair.sizes[0] - pair.sizes[1])


@jit
def shifted(row: Any) -> None:
    for i in range(row.size - 1):
        row[i] = row[i + 1]


GRID = np.arange(12, dtype=np.uint8).reshape(3, 4)


@given(
    st.lists(st.integers(-(2**31), 2**31), max_size=5),
    st.sampled_from([GRID, GRID.T, GRID[::2, ::-1], np.asfortranarray(GRID)]),
    st.booleans(),
    st.integers(0, 2**64 - 1),
    st.tuples(st.integers(-(2**62), 2**62), st.integers(-(2**62), 2**62)),
    st.floats(-10, 10),
)
@pytest.mark.slow
def test_arguments_and_results(row: Any, grid: Any, negative: bool, word: int, sizes: Any, factor: float) -> None:
    pair = Pair(np.array(row, np.int64), sizes, factor)
    plain: Any = totals
    arguments = pair, grid, negative, np.uint64(word)
    total, *others = totals(*arguments)
    expected, *same = plain.py_func(pair._replace(row=np.array(row, float)), *arguments[1:])
    assert total == pytest.approx(expected)
    assert others == same
    assert [type(one) for one in others] == [int, bool, tuple]


def test_arrays_are_written_in_place() -> None:
    row = np.array([3, 4, 5], np.uint16)
    shifted(row)
    assert row.tolist() == [4, 5, 5]
    whole = np.arange(10)
    shifted(whole[::3])
    assert whole.tolist() == [3, 1, 2, 6, 4, 5, 9, 7, 8, 9]


@jit
def corners(row: Any, grid: Any, cube: Any, i: int, word: np.uint64) -> tuple[int, int, int, int, int, int]:
    grid[-1, i] += 1
    cube[i, word, -2] = grid[-1, i]
    return row[-1], row[i], row[word], grid[i, -1], grid[word, i], cube[i, word, -2]


@every_row("i", [-2, -1, 0, 1])
def test_items_are_counted_from_both_ends(i: int) -> None:
    several: Any = (np.arange(4) * 7, np.arange(6).reshape(2, 3), np.arange(24).reshape(2, 4, 3))
    word = np.uint64(1)
    plain: Any = corners
    expected = plain.py_func(*(one.copy() for one in several), i, word)
    assert corners(*(one.copy() for one in several), i, word) == expected
    assert corners(*(np.asfortranarray(one) for one in several), i, word) == expected


@jit
def alone(single: Any, row: Any) -> tuple[int, int, int]:
    single[()] += 1
    return single[()], row[np.int64(np.uint64(2**64 - 1))], row[(-2,)]


def test_an_array_without_dimensions_and_a_constant_that_is_negative_in_the_end() -> None:
    assert alone(np.array(4), np.array([5, 6, 7])) == (5, 7, 6)


@inline_jit
def every(first: int, end: int, step: int) -> int:
    found = 0
    for i in range(first, end, step):
        found = found * 10 + i
    return found


@jit
def ranges(first: int, end: int) -> tuple[int, int, int, int, int, int]:
    ones, twos, threes, back, by_two = 0, 0, 0, 0, 0
    for i in range(first, end):
        ones = ones * 10 + i
    for i in range(first, end, 2):
        twos = twos * 10 + i
    for i in range(first, end, 1 + 2):
        threes = threes * 10 + i
    for i in range(end, first, -1):
        back = back * 10 + i
        if i == 7:
            break
    for i in range(end, first, -2):
        by_two = by_two * 10 + i
    return ones, twos, threes, back, by_two, every(first, end, 3)


@every_row("first", [0, 1, 2, 5, 8])
def test_ranges(first: int) -> None:
    plain: Any = ranges
    for end in range(10):
        assert ranges(first, end) == plain.py_func(first, end)


@jit
def twice_as_many(n: int) -> range:
    return range(2 * n)


@jit
def unusual_ranges(n: int) -> tuple[int, int, int]:
    several = range(1, n)
    returned, unpacked, pairs = 0, 0, 0
    for i in twice_as_many(n):
        returned += i
    for i in range(*(1, n, 2)):
        unpacked += i
    for i in several:
        for j in several:
            pairs += i * j
    return returned, unpacked, pairs


def test_ranges_that_are_not_written_in_the_loop() -> None:
    assert unusual_ranges(5) == (sum(range(10)), 1 + 3, (1 + 2 + 3 + 4) ** 2)


@jit
def after_every(end: int, step: int) -> int:
    return every(0, end, step) + 1


def test_a_call_inside_may_fail() -> None:
    assert after_every(4, 2) == 3
    assert after_every(4, -1) == 1
    with pytest.raises(ArithmeticError):
        after_every(4, 0)


@jit
def later(n: int) -> tuple[int, int]:
    last, found, before = -1, 0, 0
    while n > 0:
        digit = n % 10
        if digit > 4:
            found = digit
        elif digit == 0:
            n //= 10
            continue
        before, last = last, found + digit
        n //= 10
    return last, before


@every_row("n", [0, 7, 30, 1207, 907050, 4443])
def test_variables_that_branches_set(n: int) -> None:
    plain: Any = later
    assert later(n) == plain.py_func(n)


def test_kinds_tell_arrays_apart() -> None:
    row = np.zeros(8, np.int64)
    fixed = row.copy()
    fixed.flags.writeable = False
    shaken = np.zeros(65, np.uint8)[1:].view(np.int64)
    several = row, row[::2], row.astype(np.uint64), row.astype(">i8"), row.reshape(2, 4), fixed, shaken, (row,), Pair
    kinds = [read([one])[0] for one in several[:-1]]
    assert len(set(kinds)) == len(kinds)
    assert read([(1, 2)])[0] != read([Pair(1, (2, 3), 4.0)])[0]


def test_a_row_that_may_not_be_written_is_not() -> None:
    row = np.zeros(3, np.uint8)
    row.flags.writeable = False
    with pytest.raises(Exception, match="Cannot modify readonly array"):
        shifted(row)


@pytest.mark.parametrize(
    ("value", "fault"), [(1 << 64, OverflowError), (-(1 << 63) - 1, OverflowError), ("1", TypeError)]
)
def test_what_does_not_fit(value: Any, fault: type[Exception]) -> None:
    with pytest.raises(fault):
        read([value])


@jit
def is_any_set(row: Any) -> bool:
    return bool(row.any())


def test_functions_of_numba_that_take_arrays() -> None:
    assert is_any_set(np.arange(4))
    assert not is_any_set(np.zeros(4, np.int64))


@jit
def whole_numbers(n: int) -> tuple[int, int, int]:
    quotient, rest = divmod(n, 7)
    return abs(n) ** 2, quotient, rest


def test_functions_of_numba_that_take_numbers() -> None:
    assert whole_numbers(-9) == (81, -2, 5)


@short_loops
def steps(row: Any) -> int:
    total = 0
    for i in range(len(row)):
        total += row[i] * (i + 1)
    return total


def test_short_loops_give_the_same() -> None:
    row = np.arange(37)
    plain: Any = steps
    assert steps(row) == plain.py_func(row)


def test_threads_compile_once(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = Kernel(_sample)
    prepared: list[object] = []
    usual = kernel._load
    monkeypatch.setattr(kernel, "_load", lambda kinds: prepared.append(kinds) or usual(kinds))
    threads = [threading.Thread(target=kernel, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(prepared) == 1
    assert kernel(5) == 26


def test_only_compiled_code_calls_instructions() -> None:
    from nimatron.kernels.compile.bitops import popcount

    with pytest.raises(TypeError, match="only compiled code"):
        popcount(np.uint64(5))


class Rows(NamedTuple):
    """Arrays in a tuple in a tuple."""

    pair: Pair
    other: Any
    step: int


@inline_jit
def at(rows: Rows, i: int) -> float:
    return rows.other[i % rows.other.size] + weighted(rows.pair, i)


@jit
def swapped(rows: Rows, pair: Pair) -> Rows:
    return Rows(pair, rows.pair.row, rows.step + 1)


@jit
def walked(rows: Rows, pair: Pair, n: int) -> tuple[float, int]:
    """Arguments that blocks share, that are assigned again, and tuples that depend on the way taken."""
    total = 0.0
    for i in range(n):
        if i % 3 == 2:
            pair = rows.pair
        chosen = rows if i % 2 else swapped(rows, pair)
        if chosen.step > rows.step:
            total += chosen.pair.factor
        total += at(chosen, i % chosen.pair.row.size)
        n += chosen.step
    return total, n


@given(
    st.lists(st.integers(-9, 9), min_size=1, max_size=4),
    st.lists(st.integers(-9, 9), min_size=1, max_size=4),
    st.integers(0, 7),
)
@pytest.mark.slow
def test_tuples_of_arrays_go_through_functions(one: list[int], two: list[int], n: int) -> None:
    first, second = Pair(np.array(one), (1, 2), 0.5), Pair(np.array(two), (3, 4), 0.25)
    rows = Rows(first, np.array(two), 1)

    def plain() -> tuple[float, int]:
        total, count, pair = 0.0, n, second
        for i in range(n):
            pair = rows.pair if i % 3 == 2 else pair
            chosen = rows if i % 2 else Rows(pair, rows.pair.row, rows.step + 1)
            total += chosen.pair.factor if chosen.step > rows.step else 0.0
            j = i % chosen.pair.row.size
            total += chosen.other[j % chosen.other.size] + chosen.pair.row[j] * chosen.pair.factor
            count += chosen.step
        return total, count

    assert walked(rows, second, n) == plain()
