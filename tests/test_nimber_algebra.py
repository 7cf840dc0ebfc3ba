"""Matrices of nimbers: arrays against lists, lists against their definitions."""

from __future__ import annotations

from itertools import permutations
from math import prod
from typing import Any

import numpy as np
import pytest
from every_row import every_row
from hypothesis import given
from hypothesis import strategies as st

import nimatron as nt
from nimatron.core.errors import UsageError
from nimatron.nimbers.field import Nimber
from nimatron.nimbers.ordinals import Ordinal

TYPES = [np.uint8, np.uint16, np.uint32, np.uint64]
OMEGA = Ordinal("w")


def entries(bits: int) -> st.SearchStrategy[int]:
    return st.sampled_from([0, 0, 1]) | st.integers(0, (1 << bits) - 1)


def matrices(rows: int, columns: int, bits: int) -> st.SearchStrategy[list[list[int]]]:
    row = st.lists(entries(bits), min_size=columns, max_size=columns)
    return st.lists(row, min_size=rows, max_size=rows)


@st.composite
def typed_matrices(draw: Any, square: bool = False) -> tuple[Any, list[list[int]]]:
    dtype = draw(st.sampled_from(TYPES))
    rows = draw(st.integers(1, 4))
    return dtype, draw(matrices(rows, rows if square else draw(st.integers(1, 4)), 8 * np.dtype(dtype).itemsize))


def same(found: Any, dtype: Any, expected: Any) -> None:
    assert found.dtype == dtype
    assert found.tolist() == expected


@given(typed_matrices(), st.data())
def test_products(given: tuple[Any, list[list[int]]], data: Any) -> None:
    dtype, a = given
    bits = 8 * np.dtype(dtype).itemsize
    b = data.draw(matrices(len(a[0]), data.draw(st.integers(1, 3)), bits))
    columns = list(zip(*b, strict=True))
    expected = [[int(sum((Nimber(x) * y for x, y in zip(r, c, strict=True)), Nimber())) for c in columns] for r in a]
    assert nt.nim_matmul(a, b) == expected
    same(nt.nim_matmul(np.array(a, dtype), np.array(b, dtype)), dtype, expected)
    column = [row[0] for row in b]
    assert nt.nim_matmul(a, column) == [row[0] for row in expected]
    same(nt.nim_matmul(np.array(a, dtype), np.array(column, dtype)), dtype, [row[0] for row in expected])
    assert nt.nim_matmul(a[0], b) == expected[0]
    same(nt.nim_matmul(np.array(a[0], dtype), np.array(b, dtype)), dtype, expected[0])
    assert (
        nt.nim_matmul(a[0], column) == nt.nim_matmul(np.array(a[0], dtype), np.array(column, dtype)) == expected[0][0]
    )


@every_row("shape", [(300, 700, 3), (3, 700, 300), (1, 1, 1), (0, 2, 3), (2, 0, 3), (2, 3, 0)])
def test_large_and_empty_products_are_cut_into_tiles(shape: tuple[int, int, int]) -> None:
    random = np.random.default_rng(1)
    rows, middle, columns = shape
    a = random.integers(0, 1 << 64, (rows, middle), np.uint64)
    b = random.integers(0, 1 << 64, (middle, columns), np.uint64)
    expected = np.zeros((rows, columns), np.uint64)
    for k in range(middle):
        expected ^= nt.nim_mul(a[:, k : k + 1], b[k : k + 1])
    found = nt.nim_matmul(a, b)
    assert found.shape == expected.shape
    assert (found == expected).all()


def test_types_and_layouts() -> None:
    a, b = np.array([[1, 2], [3, 4]], np.uint8), np.array([[5, 6], [7, 8]], ">u4")
    same(nt.nim_matmul(a, b), np.uint32, [[12, 10], [5, 6]])
    same(nt.nim_matmul(a.T, b[:, ::-1]), np.uint32, nt.nim_matmul([[1, 3], [2, 4]], [[6, 5], [8, 7]]))
    same(nt.nim_matmul(a.astype(np.int64), [[5, 6], [7, 8]]), np.uint64, [[12, 10], [5, 6]])
    assert nt.nim_matmul([[np.uint8(3)]], [[Nimber(2)]]) == [[1]]


@given(typed_matrices(square=True))
def test_determinants(given: tuple[Any, list[list[int]]]) -> None:
    dtype, a = given
    a = [row[:4] for row in a[:4]]
    size = range(len(a))
    expected = sum((prod((Nimber(a[i][p[i]]) for i in size), start=Nimber(1)) for p in permutations(size)), Nimber())
    assert nt.nim_det(a) == expected
    found = nt.nim_det(np.array(a, dtype))
    assert found == expected
    assert found.dtype == dtype
    assert (nt.nim_rank(a) == len(a)) == bool(expected)


@given(typed_matrices())
def test_ranks(given: tuple[Any, list[list[int]]]) -> None:
    dtype, a = given
    minors = [
        size
        for size in range(1, min(len(a), len(a[0]), 3) + 1)
        for rows in permutations(range(len(a)), size)
        for columns in permutations(range(len(a[0])), size)
        if list(rows) == sorted(rows) and list(columns) == sorted(columns)
        if nt.nim_det([[a[i][j] for j in columns] for i in rows])
    ]
    assert min(nt.nim_rank(a), 3) == max(minors, default=0)
    assert nt.nim_rank(np.array(a, dtype)) == nt.nim_rank(a)
    doubled = np.array([*a, *a], dtype)
    assert nt.nim_rank(doubled) == nt.nim_rank(a)


@given(typed_matrices(square=True), st.data())
def test_systems_of_equations(given: tuple[Any, list[list[int]]], data: Any) -> None:
    dtype, a = given
    x = data.draw(matrices(len(a), 2, 8 * np.dtype(dtype).itemsize))
    b = nt.nim_matmul(a, x)
    if not nt.nim_det(a):
        for matrix, right in ((a, b), (np.array(a, dtype), np.array(b, dtype))):
            with pytest.raises(UsageError, match="singular"):
                nt.nim_solve_linear(matrix, right)
        return
    assert nt.nim_solve_linear(a, b) == x
    same(nt.nim_solve_linear(np.array(a, dtype), np.array(b, dtype)), dtype, x)
    right = [row[0] for row in b]
    assert nt.nim_solve_linear(a, right) == [row[0] for row in x]
    same(nt.nim_solve_linear(np.array(a, dtype), np.array(right, dtype)), dtype, [row[0] for row in x])


@every_row("dtype", TYPES)
def test_a_large_inverse(dtype: Any) -> None:
    a = np.random.default_rng(5).integers(0, np.iinfo(dtype).max, (30, 30), dtype)
    one = np.eye(30, dtype=dtype)
    assert nt.nim_rank(a) == 30
    assert (nt.nim_matmul(a, nt.nim_solve_linear(a, one)) == one).all()
    assert nt.nim_det(a) == nt.nim_det(a.T) == nt.nim_det(a.tolist())


def test_ordinals_and_wide_numbers_in_matrices() -> None:
    a = [[OMEGA, 1], [2**100, Ordinal("w^2")]]
    x = [Ordinal("w+3"), 2**70]
    assert nt.nim_solve_linear(a, nt.nim_matmul(a, x)) == x
    assert nt.nim_det(a) == nt.nim_sum(nt.nim_mul(OMEGA, Ordinal("w^2")), 2**100)
    assert nt.nim_rank([[OMEGA, OMEGA], [1, 1]]) == 1


@every_row(
    ("ask", "words"),
    [
        (lambda kind: nt.nim_matmul(kind([[1, 2]]), kind([[1, 2]])), "got 1 and 2"),
        (lambda kind: nt.nim_det(kind([[1, 2]])), "square matrix, got one of 1 rows and 2 columns"),
        (lambda kind: nt.nim_solve_linear(kind([[1, 2]]), kind([1])), "square matrix"),
        (lambda kind: nt.nim_solve_linear(kind([[1]]), kind([1, 2])), "got 2 and 1"),
        (lambda kind: nt.nim_solve_linear(kind([[0]]), kind([1])), "expected rank 1, got 0"),
        (lambda kind: nt.nim_det(kind([1, 2])), "expected a matrix"),
        (lambda kind: nt.nim_rank(kind([1, 2])), "expected a matrix"),
    ],
)
@every_row("kind", [list, np.array])
def test_wrong_shapes(ask: Any, words: str, kind: Any) -> None:
    with pytest.raises(UsageError, match=words):
        ask(kind)


def test_other_wrong_matrices() -> None:
    with pytest.raises(UsageError, match="matrix or a vector, got an array with 3 dimensions"):
        nt.nim_matmul(np.zeros((1, 1, 1), int), np.zeros((1, 1), int))
    with pytest.raises(UsageError, match="rows of 2 numbers, got 1 in row 1"):
        nt.nim_rank([[1, 2], [3]])
    with pytest.raises(UsageError, match="got -1"):
        nt.nim_det([[-1]])
    with pytest.raises(TypeError, match="integer"):
        nt.nim_det([[0.5]])  # type: ignore[list-item, type-var]
    with pytest.raises(TypeError, match="float64"):
        nt.nim_det(np.array([[0.5]]))  # type: ignore[type-var]
