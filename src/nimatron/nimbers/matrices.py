"""Matrices of nimbers as lists of rows, number by number: for ordinals and ints of any width.

These are the definitions that the arrays of `array_algebra` are compared with: a product is a sum of products, and
elimination takes a multiple of one row from another.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import xor
from typing import Any, TypeAlias

from ..core.errors import UsageError
from .field import nim_inv, nim_mul, number
from .ordinals import Value

Row: TypeAlias = list[Value]
Matrix: TypeAlias = list[Row]


def matmul(a: Sequence[Any], b: Sequence[Any]) -> Matrix | Row | Value:
    """The product of two matrices, of a matrix and a vector, or of two vectors."""
    left, right = _matrix(a if _is_nested(a) else [a]), _matrix(b if _is_nested(b) else [[entry] for entry in b])
    need_columns(len(left[0]) if left else len(right), len(right))
    columns = list(zip(*right, strict=True))
    result = [[dot(row, column) for column in columns] for row in left]
    if not _is_nested(b):
        return [row[0] for row in result] if _is_nested(a) else result[0][0]
    return result if _is_nested(a) else result[0]


def solve(a: Sequence[Any], b: Sequence[Any]) -> Matrix | Row:
    """The x with a ⊗ x = b; b is a vector or a matrix, and so is x."""
    matrix, right = _matrix(a), _matrix(b if _is_nested(b) else [[entry] for entry in b])
    size = len(matrix)
    need_square(size, len(matrix[0]) if matrix else 0)
    need_columns(size, len(right))
    system = [row + rest for row, rest in zip(matrix, right, strict=True)]
    need_full_rank(len(eliminate(system, size)[0]), size)
    found = [row[size:] for row in system]
    return found if _is_nested(b) else [row[0] for row in found]


def det(a: Sequence[Any]) -> Value:
    """The determinant."""
    matrix = _matrix(a)
    need_square(len(matrix), len(matrix[0]) if matrix else 0)
    return eliminate(matrix, len(matrix))[1]


def rank(a: Sequence[Any]) -> int:
    """The number of independent rows."""
    matrix = _matrix(a)
    return len(eliminate(matrix, len(matrix[0]))[0]) if matrix else 0


def dot(a: Sequence[Value], b: Sequence[Value]) -> Value:
    """The sum of the products of two vectors."""
    return reduce(xor, (nim_mul(x, y) for x, y in zip(a, b, strict=True)), 0)


def eliminate(matrix: Matrix, width: int) -> tuple[list[int], Value]:
    """Bring the first `width` columns into reduced echelon form, in place; the pivots' columns, and the determinant."""
    pivots: list[int] = []
    determinant: Value = 1
    for column in range(width):
        top = len(pivots)
        chosen = next((i for i in range(top, len(matrix)) if matrix[i][column]), None)
        if chosen is None:
            determinant = 0
            continue
        pivots.append(column)
        # A swap of rows does not change the determinant, because -1 = 1.
        matrix[top], matrix[chosen] = matrix[chosen], matrix[top]
        pivot = matrix[top][column]
        determinant = nim_mul(determinant, pivot)
        matrix[top] = _times(matrix[top], nim_inv(pivot))
        for i, row in enumerate(matrix):
            if i != top and row[column]:
                matrix[i] = list(map(xor, row, _times(matrix[top], row[column])))
    return pivots, determinant


def need_columns(columns: int, rows: int) -> None:
    """Can matrices of these measures be multiplied?"""
    if columns != rows:
        raise UsageError(
            "expected as many rows on the right as columns on the left, got {rows} and {columns}",
            rows=rows,
            columns=columns,
        )


def need_square(rows: int, columns: int) -> None:
    """Only square matrices have determinants and inverses."""
    if rows != columns:
        raise UsageError(
            "expected a square matrix, got one of {rows} rows and {columns} columns", rows=rows, columns=columns
        )


def need_full_rank(rank: int, size: int) -> None:
    """A singular matrix leaves no solution, or many."""
    if rank < size:
        raise UsageError("the matrix is singular: expected rank {size}, got {rank}", size=size, rank=rank)


def _times(row: Sequence[Value], factor: Value) -> Row:
    return [nim_mul(factor, entry) for entry in row]


def _is_nested(a: Sequence[Any]) -> bool:
    # An empty list counts as a matrix without rows.
    return not a or isinstance(a[0], (list, tuple))


def _matrix(a: Sequence[Any]) -> Matrix:
    """A copy with checked entries, in rows of one length."""
    rows: Matrix = []
    for i, row in enumerate(a):
        if not isinstance(row, (list, tuple)):
            raise UsageError("expected a matrix as a list of rows, got {row} as row {place}", row=str(row), place=i)
        if rows and len(row) != len(rows[0]):
            raise UsageError(
                "expected rows of {length} numbers, got {count} in row {place}",
                length=len(rows[0]),
                count=len(row),
                place=i,
            )
        rows.append(list(map(number, row)))
    return rows
