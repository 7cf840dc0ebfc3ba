"""Matrices of nimbers in numpy arrays.

All work is done in products of whole tiles of numbers, small enough for a cache; `arrays` multiplies them. `matrices`
does the same number by number, and the tests compare both.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.errors import UsageError
from .arrays import PIECE, Array, Operand, multiply, operands
from .finite import inv
from .matrices import need_columns, need_full_rank, need_square


def common(*values: Operand) -> list[Array]:
    """The operands as arrays of one type, the widest of theirs, in the byte order of this machine."""
    arrays = operands(*values)
    dtype = np.result_type(*arrays).newbyteorder("=")
    return [array.astype(dtype, copy=False) for array in arrays]


def matmul(a: Operand, b: Operand) -> Any:
    """The product of two matrices, of a matrix and a vector, or of two vectors."""
    a, b = common(a, b)
    _need_dimensions(a, 1, 2)
    _need_dimensions(b, 1, 2)
    need_columns(a.shape[-1], b.shape[0])
    result = product(np.atleast_2d(a), b if b.ndim == 2 else b[:, None])
    # The index () turns an array without dimensions, the product of two vectors, into a number.
    return result.reshape(a.shape[:-1] + b.shape[1:])[()]


def solve(a: Operand, b: Operand) -> Array:
    """The x with a ⊗ x = b; b is a vector or a matrix, and so is x."""
    a, b = common(a, b)
    _need_dimensions(a, 2)
    _need_dimensions(b, 1, 2)
    need_square(*a.shape)
    need_columns(a.shape[1], b.shape[0])
    system = np.hstack([a, b if b.ndim == 2 else b[:, None]])
    pivots, _ = eliminate(system, len(a), reduced=True)
    need_full_rank(len(pivots), len(a))
    return system[:, len(a) :].reshape(b.shape)


def det(a: Operand) -> Any:
    """The determinant. The permanent is the same: every nimber is its own negative."""
    (a,) = common(a)
    _need_dimensions(a, 2)
    need_square(*a.shape)
    return a.dtype.type(eliminate(a.copy(), len(a))[1])


def rank(a: Operand) -> int:
    """The number of independent rows."""
    (a,) = common(a)
    _need_dimensions(a, 2)
    return len(eliminate(a.copy(), a.shape[1])[0])


def product(a: Array, b: Array) -> Array:
    """The product of two matrices of one type."""
    # The loop below runs over the rows of a. The field is commutative, so the transposed product may have fewer rows.
    if len(a) > b.shape[1]:
        return np.ascontiguousarray(product(b.T, a.T).T)
    b = np.ascontiguousarray(b)
    result = np.zeros((len(a), b.shape[1]), a.dtype)
    if not result.size:
        return result
    # A tile of b stays in the cache while all rows of a use it.
    height = max(1, PIECE // (b.itemsize * b.shape[1]))
    for top in range(0, len(b), height):
        tile = b[top : top + height]
        for row, factors in zip(result, a[:, top : top + height], strict=True):
            row ^= np.bitwise_xor.reduce(multiply(np.broadcast_to(factors[:, None], tile.shape), tile), axis=0)
    return result


def eliminate(matrix: Array, width: int, reduced: bool = False) -> tuple[list[int], int]:
    """Bring the first `width` columns into echelon form, in place; the pivots' columns, and the determinant.

    If `reduced`, pivots become 1 and all else in their columns 0; otherwise only what is below them becomes 0.
    """
    pivots: list[int] = []
    determinant = 1
    for column in range(width):
        top = len(pivots)
        candidates = np.flatnonzero(matrix[top:, column])
        if not candidates.size:
            determinant = 0
            continue
        pivots.append(column)
        chosen = top + int(candidates[0])
        # A swap of rows does not change the determinant, because -1 = 1.
        matrix[[top, chosen]] = matrix[[chosen, top]]
        pivot = matrix[top, column]
        determinant = int(multiply(np.array([determinant], matrix.dtype), pivot[None])[0])
        row = multiply(matrix[top, column:], np.broadcast_to(inverse(pivot), matrix.shape[1] - column))
        if reduced:
            matrix[top, column:] = row
        # The swap leaves the other candidates in place: the former top row has 0 in this column, or is the pivot row.
        others = np.flatnonzero(matrix[:, column]) if reduced else top + candidates[1:]
        others = others[others != top]
        _subtract(matrix, others, column, row)
    return pivots, determinant


def _subtract(matrix: Array, others: Array, column: int, row: Array) -> None:
    """Take multiples of a row whose pivot is 1 from the other rows, so that their entries in the column become 0."""
    height = max(1, PIECE // row.nbytes)
    for start in range(0, len(others), height):
        some = others[start : start + height]
        shape = len(some), len(row)
        factors = np.broadcast_to(matrix[some, column][:, None], shape)
        matrix[some, column:] ^= multiply(factors, np.broadcast_to(row, shape))


def inverse(a: Any) -> Any:
    """The inverse of one number, in its type."""
    return a.dtype.type(inv(int(a)))


def _need_dimensions(array: Array, *allowed: int) -> None:
    if array.ndim not in allowed:
        raise UsageError(
            "expected a matrix or a vector, got an array with {count} dimensions"
            if len(allowed) > 1
            else "expected a matrix, got an array with {count} dimensions",
            count=array.ndim,
        )
