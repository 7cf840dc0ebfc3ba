"""Matrices of nimbers in numpy arrays; those of lists are arrays of Python objects meanwhile.

All work is done in products of whole tiles of numbers, small enough for a cache; `arrays` multiplies them. Objects are
multiplied one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..core.errors import UsageError
from .arrays import PIECE, Array, multiply, operands
from .field import nim_inv, nim_mul, number
from .ordinals import Ordinal

_product_of_objects: Any = np.frompyfunc(nim_mul, 2, 1)


def common(*values: Any) -> list[Array]:
    """The operands as arrays of one type, the widest of theirs, in the byte order of this machine; lists as objects."""
    if not any(map(_is_array, values)):
        return [_objects(value) for value in values]
    arrays = operands(*values)
    dtype = np.result_type(*arrays).newbyteorder("=")
    return [array.astype(dtype, copy=False) for array in arrays]


def _is_array(a: object) -> bool:
    """Numpy's arrays, but not its single numbers, which have no length."""
    return hasattr(a, "__array__") and hasattr(a, "__len__")


def _objects(a: Sequence[Any]) -> Array:
    """A list of numbers, or of rows of one length, with checked entries."""
    # An empty list counts as a matrix without rows.
    if a and not isinstance(a[0], (list, tuple)):
        array = np.empty(len(a), object)
        array[:] = [number(entry) for entry in a]
        return array
    width = len(a[0]) if a else 0
    array = np.empty((len(a), width), object)
    for i, row in enumerate(a):
        if not isinstance(row, (list, tuple)):
            raise UsageError("expected a matrix as a list of rows, got {row} as row {place}", row=str(row), place=i)
        if len(row) != width:
            raise UsageError(
                "expected rows of {length} numbers, got {count} in row {place}",
                length=width,
                count=len(row),
                place=i,
            )
        array[i] = [number(entry) for entry in row]
    return array


def _like_input(array: Array, *given: Any) -> Any:
    """The result for what was given: an array, or a list for lists. An array without dimensions becomes a number."""
    return array[()] if any(map(_is_array, given)) else array.tolist()


def matmul(a: Any, b: Any) -> Any:
    """The product of two matrices, of a matrix and a vector, or of two vectors."""
    left, right = common(a, b)
    _need_dimensions(left, 1, 2)
    _need_dimensions(right, 1, 2)
    _need_columns(left.shape[-1], right.shape[0])
    result = product(np.atleast_2d(left), right if right.ndim == 2 else right[:, None])
    return _like_input(result.reshape(left.shape[:-1] + right.shape[1:]), a, b)


def solve(a: Any, b: Any) -> Any:
    """The x with a ⊗ x = b; b is a vector or a matrix, and so is x."""
    left, right = common(a, b)
    _need_dimensions(left, 2)
    _need_dimensions(right, 1, 2)
    _need_square(*left.shape)
    _need_columns(left.shape[1], right.shape[0])
    size, system = len(left), np.hstack([left, right if right.ndim == 2 else right[:, None]])
    pivots, _ = eliminate(system, size, reduced=True)
    if len(pivots) < size:
        raise UsageError("the matrix is singular: expected rank {size}, got {rank}", size=size, rank=len(pivots))
    return _like_input(system[:, size:].reshape(right.shape), a, b)


def det(a: Any) -> Any:
    """The determinant. The permanent is the same: every nimber is its own negative."""
    (matrix,) = common(a)
    _need_dimensions(matrix, 2)
    _need_square(*matrix.shape)
    return eliminate(matrix.copy(), len(matrix))[1]


def rank(a: Any) -> int:
    """The number of independent rows."""
    (matrix,) = common(a)
    _need_dimensions(matrix, 2)
    return len(eliminate(matrix.copy(), matrix.shape[1])[0])


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
            row ^= np.bitwise_xor.reduce(_times(np.broadcast_to(factors[:, None], tile.shape), tile), axis=0)
    return result


def eliminate(matrix: Array, width: int, reduced: bool = False) -> tuple[list[int], Any]:
    """Bring the first `width` columns into echelon form, in place; the pivots' columns, and the determinant.

    If `reduced`, pivots become 1 and all else in their columns 0; otherwise only what is below them becomes 0.
    """
    pivots: list[int] = []
    determinant = np.array([1], matrix.dtype)
    for column in range(width):
        top = len(pivots)
        candidates = np.flatnonzero(matrix[top:, column])
        if not candidates.size:
            determinant[:] = 0
            continue
        pivots.append(column)
        chosen = top + int(candidates[0])
        # A swap of rows does not change the determinant, because -1 = 1.
        matrix[[top, chosen]] = matrix[[chosen, top]]
        pivot = matrix[top, column]
        determinant = _times(determinant, np.array([pivot], matrix.dtype))
        row = _times(matrix[top, column:], np.full(matrix.shape[1] - column, _inverse(pivot), matrix.dtype))
        if reduced:
            matrix[top, column:] = row
        # The swap leaves the other candidates in place: the former top row has 0 in this column, or is the pivot row.
        others = np.flatnonzero(matrix[:, column]) if reduced else top + candidates[1:]
        others = others[others != top]
        _subtract(matrix, others, column, row)
    return pivots, determinant[0]


def _subtract(matrix: Array, others: Array, column: int, row: Array) -> None:
    """Take multiples of a row whose pivot is 1 from the other rows, so that their entries in the column become 0."""
    height = max(1, PIECE // row.nbytes)
    for start in range(0, len(others), height):
        some = others[start : start + height]
        shape = len(some), len(row)
        factors = np.broadcast_to(matrix[some, column][:, None], shape)
        matrix[some, column:] ^= _times(factors, np.broadcast_to(row, shape))


def _times(a: Array, b: Array) -> Array:
    """The products of two arrays of the same shape and type."""
    if a.dtype == object:
        return _product_of_objects(a, b)  # type: ignore[no-any-return]
    return multiply(a, b)


def _inverse(a: Any) -> Any:
    """The inverse of one number, in its type."""
    return nim_inv(a) if isinstance(a, int | Ordinal) else a.dtype.type(nim_inv(int(a)))


def _need_dimensions(array: Array, *allowed: int) -> None:
    if array.ndim not in allowed:
        raise UsageError(
            "expected a matrix or a vector, got an array with {count} dimensions"
            if len(allowed) > 1
            else "expected a matrix, got an array with {count} dimensions",
            count=array.ndim,
        )


def _need_columns(columns: int, rows: int) -> None:
    """Can matrices of these measures be multiplied?"""
    if columns != rows:
        raise UsageError(
            "expected as many rows on the right as columns on the left, got {rows} and {columns}",
            rows=rows,
            columns=columns,
        )


def _need_square(rows: int, columns: int) -> None:
    """Only square matrices have determinants and inverses."""
    if rows != columns:
        raise UsageError(
            "expected a square matrix, got one of {rows} rows and {columns} columns", rows=rows, columns=columns
        )
