"""Matrices and polynomials of nimbers: arrays against lists, lists against their definitions."""

from __future__ import annotations

from itertools import permutations, product
from math import prod
from typing import Any

import numpy as np
import pytest
from every_row import every_row
from hypothesis import given
from hypothesis import strategies as st

import nimatron as nt
from nimatron.core.errors import DivisionByZero, OutOfReach, UsageError
from nimatron.nimbers.ordinals import Ordinal
from nimatron.nimbers.scalar import Nimber

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


@st.composite
def typed_polynomials(draw: Any, count: int = 2) -> tuple[Any, list[list[int]]]:
    dtype = draw(st.sampled_from(TYPES))
    return dtype, [draw(st.lists(entries(8 * np.dtype(dtype).itemsize), max_size=5)) for _ in range(count)]


def same(found: Any, dtype: Any, expected: Any) -> None:
    assert found.dtype == dtype
    assert found.tolist() == expected


# -- matrices --------------------------------------------------------------------------------------------


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


# -- polynomials -----------------------------------------------------------------------------------------


def points(bits: int) -> list[int]:
    return [0, 1, 2, 3, 77, (1 << bits) - 1]


@given(typed_polynomials())
def test_products_and_values_of_polynomials(given: tuple[Any, list[list[int]]]) -> None:
    dtype, (a, b) = given
    bits = 8 * np.dtype(dtype).itemsize
    found = nt.nim_poly_mul(a, b)
    assert not found or found[-1]
    for x in points(bits):
        value = sum((Nimber(c) * Nimber(x) ** i for i, c in enumerate(a)), Nimber())
        assert nt.nim_poly_eval(a, x) == value
        assert nt.nim_poly_eval(found, x) == value * nt.nim_poly_eval(b, x)
    same(nt.nim_poly_mul(np.array(a, dtype), np.array(b, dtype)), dtype, found)
    expected = nt.nim_poly_eval(a, points(bits))
    same(nt.nim_poly_eval(np.array(a, dtype), np.array(points(bits), dtype)), dtype, expected)


@given(typed_polynomials())
def test_division_of_polynomials(given: tuple[Any, list[list[int]]]) -> None:
    dtype, (a, b) = given
    if not any(b):
        for kind in (list, lambda c: np.array(c, dtype)):
            with pytest.raises(DivisionByZero, match="polynomial 0"):
                nt.nim_poly_divmod(kind(a), kind(b))
        return
    quotient, rest = nt.nim_poly_divmod(a, b)
    assert len(rest) < len(nt.nim_poly_mul(b, [1]))
    size = max(len(a), len(b))
    padded = [[*c, *[0] * (size - len(c))] for c in (a, nt.nim_poly_mul(quotient, b), rest)]
    assert all(x == y ^ z for x, y, z in zip(*padded, strict=True))
    for found, expected in zip(
        nt.nim_poly_divmod(np.array(a, dtype), np.array(b, dtype)), (quotient, rest), strict=True
    ):
        same(found, dtype, expected)


@given(typed_polynomials(3))
def test_common_divisors(given: tuple[Any, list[list[int]]]) -> None:
    dtype, (a, b, c) = given
    first, second = nt.nim_poly_mul(a, c), nt.nim_poly_mul(b, c)
    found = nt.nim_poly_gcd(first, second)
    same(nt.nim_poly_gcd(np.array(first, dtype), np.array(second, dtype)), dtype, found)
    if not found:
        assert not first
        assert not second
        return
    assert found[-1] == 1
    assert not any(nt.nim_poly_divmod(given, found)[1] for given in (first, second))
    assert not nt.nim_poly_divmod(found, c)[1]


@given(st.lists(st.integers(0, 255), min_size=1, max_size=8).filter(any))
def test_roots_in_a_byte_are_all_there_are(a: list[int]) -> None:
    everything = np.arange(256, dtype=np.uint8)
    expected = everything[nt.nim_poly_eval(np.array(a, np.uint8), everything) == 0].tolist()
    same(nt.nim_poly_roots(np.array(a, np.uint8)), np.uint8, expected)
    assert [root for root in nt.nim_poly_roots(a) if root < 256] == expected


@given(st.sampled_from(TYPES), st.data())
def test_roots_are_found_again(dtype: Any, data: Any) -> None:
    bits = 8 * np.dtype(dtype).itemsize
    chosen = data.draw(st.lists(st.integers(0, (1 << bits) - 1), max_size=3))
    a = [data.draw(st.integers(1, (1 << bits) - 1))]
    for root in chosen:
        a = nt.nim_poly_mul(a, [root, 1])
    same(nt.nim_poly_roots(np.array(a, dtype)), dtype, sorted(set(chosen)))
    assert nt.nim_poly_roots(a) == sorted(set(chosen))


@every_row("a", [[2, 1, 1], [1, 1, 0, 0, 1], [7, 3, 5, 1, 9], [5, 0, 2, 2, 0, 1]])
def test_finite_roots_in_larger_fields(a: list[int]) -> None:
    """All numbers of 16 bits are tried; the roots of a factor of degree d over 4 bits lie in the field of 4d bits."""
    everything = np.arange(1 << 16, dtype=np.uint16)
    expected = everything[nt.nim_poly_eval(np.array(a, np.uint16), everything) == 0].tolist()
    assert nt.nim_poly_roots(a) == expected
    assert nt.nim_poly_roots(np.array(a, np.uint8)).tolist() == [root for root in expected if root < 256]


def test_ordinals_in_polynomials() -> None:
    a, b = [OMEGA, 1], [2**80, 0, Ordinal("w+1")]
    product = nt.nim_poly_mul(a, b)
    assert nt.nim_poly_divmod(product, b) == (a, [])
    assert nt.nim_poly_eval(product, OMEGA) == 0
    assert nt.nim_poly_gcd(product, nt.nim_poly_mul(a, [1, 1])) == a
    assert nt.nim_poly_eval([2, 0, 0, 1], OMEGA) == 0
    assert nt.nim_poly_roots([2, 0, 0, 1]) == []
    with pytest.raises(UsageError, match="finite coefficients"):
        nt.nim_poly_roots([OMEGA, 1])  # type: ignore[list-item]


def test_many_coefficients_are_cut_into_tiles() -> None:
    random = np.random.default_rng(2)
    a, b = (random.integers(1, 1 << 16, size, np.uint16) for size in (400, 500))
    found, x = nt.nim_poly_mul(a, b), np.arange(50, dtype=np.uint16)
    assert len(found) == 899
    assert (nt.nim_poly_eval(found, x) == nt.nim_mul(nt.nim_poly_eval(a, x), nt.nim_poly_eval(b, x))).all()
    assert (nt.nim_poly_divmod(found, b)[0] == a).all()


@pytest.mark.parametrize("kind", [list, lambda c: np.array(c, np.uint8)])
def test_wrong_polynomials(kind: Any) -> None:
    with pytest.raises(UsageError, match="every nimber is a root of 0"):
        nt.nim_poly_roots(kind([0, 0]))
    assert list(nt.nim_poly_roots(kind([3]))) == []
    assert list(nt.nim_poly_mul(kind([]), kind([1, 2]))) == []


def test_limits_of_polynomials() -> None:
    with pytest.raises(UsageError, match="2 dimensions"):
        nt.nim_poly_mul(np.zeros((2, 2), int), np.zeros(2, int))
    with pytest.raises(UsageError, match="fits uint8, got 256"):
        nt.nim_poly_eval(np.array([1], np.uint8), 256)
    with pytest.raises(OutOfReach, match="lower degree"):
        nt.nim_poly_roots([1] * 1000)
    with pytest.raises(OutOfReach, match="lower degree"):
        nt.nim_poly_roots(np.ones(20_000, np.uint64))


def test_the_number_of_roots_of_all_cubics_of_two_bits() -> None:
    """Over a field of q elements there are q choose 3 cubics with three roots, counted without multiplicity."""
    cubics = [nt.nim_poly_roots(np.array([*c, 1], np.uint8)) for c in product(range(4), repeat=3)]
    assert sum(len(roots) == 3 and max(roots) < 4 for roots in cubics) == 4
