"""Games with transfinite values: Nim with ordinal heaps and two-dimensional Nim, alone and in sums.

In both a part has exactly one option of each smaller value. So a part of value g has a winning move just when
g xor s is smaller than g, s the nim-sum of all, and then one.
"""

from __future__ import annotations

from typing import Any

from every_row import every_row
from hypothesis import given
from hypothesis import strategies as st
from reference import mex_of_intervals

import nimatron as nt
from nimatron.nimbers.loopy import Value
from nimatron.nimbers.ordinals import omega_times_plus, ordinal, sum_of_powers

heaps = st.dictionaries(st.integers(0, 3), st.integers(1, 9), max_size=3).map(sum_of_powers)
stones = st.tuples(st.integers(0, 9), st.integers(0, 3))


def written(value: Value) -> str:
    return str(value) if isinstance(value, int) else value.ascii()


def mixed(some: list[Value], others: list[tuple[int, int]], finite: int) -> nt.Position:
    heaps = " ".join(map(written, some))
    places = " ".join(f"{x},{y}" for x, y in others)
    return nt.parse(f"nim: {heaps} + nim2d: {places} + kayles: {finite}")


@given(st.lists(heaps, max_size=3), st.lists(stones, max_size=3), st.integers(0, 12))
def test_all_winning_moves_of_mixed_sums(some: list[Value], others: list[tuple[int, int]], finite: int) -> None:
    position, row = mixed(some, others, finite), nt.parse(f"kayles: {finite}")
    total = nt.nim_sum(*some, *(omega_times_plus(y, x) for x, y in others), nt.grundy(row))
    expected = []
    for i, heap in enumerate(some):
        if (left := heap ^ total) < heap:
            expected.append((replaced(some, i, left), tuple(others), (finite,)))
    for i, (x, y) in enumerate(others):
        if (left := omega_times_plus(y, x) ^ total) < omega_times_plus(y, x):
            expected.append((tuple(some), replaced(others, i, place(left)), (finite,)))
    for option in row.options():
        if nt.grundy(option) == nt.grundy(row) ^ total:
            expected.append((tuple(some), tuple(others), option.state))
    assert nt.grundy(position) == total
    assert [move.state for move in nt.winning_moves(position)] == (expected if total else [])


def replaced(entries: list[Any], i: int, entry: Any) -> tuple[Any, ...]:
    return (*entries[:i], entry, *entries[i + 1 :])


def place(value: Value) -> tuple[int, int]:
    """The square of two-dimensional Nim that has a value below ω²."""
    coefficients = dict(nt.Ordinal(value).terms)
    return coefficients.get(0, 0), coefficients.get(1, 0)


@every_row(
    ("text", "value", "moves"),
    [
        ("nim: w w^2+3 w^2", "w+3", ["nim: 3 w^2+3 w^2"]),
        ("nim: w*2+1 + nim2d: 1,2", "0", []),
        ("nim: w^w + nim2d: 7,3 0,1", "w^w+w*2+7", ["nim: w*2+7 + nim2d: 7,3 0,1"]),
        ("nim2d: 0,3 5,0 + nim: w", "w*2+5", ["nim2d: 5,1 5,0 + nim: w"]),
        ("nim: w*2+4 w+4 6", "w*3+6", ["nim: w+2 w+4 6"]),
        (
            "nim: 6 + nim2d: 4,1 4,1",
            "6",
            ["nim: 0 + nim2d: 4,1 4,1", "nim: 6 + nim2d: 2,1 4,1", "nim: 6 + nim2d: 4,1 2,1"],
        ),
        ("nim: w^w^w w^w^w+w", "w", ["nim: w^w^w w^w^w"]),
    ],
)
def test_known_sums(text: str, value: str, moves: list[str]) -> None:
    position = nt.parse(text)
    assert nt.grundy(position) == ordinal(value)
    assert [str(move) for move in nt.winning_moves(position)] == moves


@every_row(
    ("text", "outcome", "moves"),
    [
        ("nim: w", "N", ["nim: 1"]),
        ("nim: w 1", "N", ["nim: 0 1"]),
        ("nim: w w", "P", []),
        ("nim2d: 0,1 + nim: 1 1", "N", ["nim2d: 1,0 + nim: 1 1"]),
        ("nim2d: 3,1 + nim: w+3", "P", []),
    ],
)
def test_misere(text: str, outcome: str, moves: list[str]) -> None:
    position = nt.parse(text)
    assert nt.outcome(position, misere=True) == outcome
    assert [str(move) for move in nt.winning_moves(position, misere=True)] == moves


@given(st.lists(st.tuples(heaps, heaps), max_size=6))
def test_mex_of_intervals_is_the_first_gap(intervals: list[tuple[Value, Value]]) -> None:
    least = mex_of_intervals(intervals)
    ends = [0, *(end for interval in intervals for end in interval)]
    covered = [any(low <= end < high for low, high in intervals) for end in ends]
    # A gap begins at 0 or where an interval ends, so these are the only candidates.
    assert least in ends
    assert not any(low <= least < high for low, high in intervals)
    assert all(inside for end, inside in zip(ends, covered, strict=True) if end < least)
