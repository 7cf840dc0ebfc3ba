"""Matrices of nimbers under their public names, for arrays and for lists.

Arrays give arrays, with the types of `arrays`: 8 to 64 bits. Lists give lists, of ints of any width and of ordinals.
If only one of two operands is an array, the other counts as one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, overload

from .ordinals import Value

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Array: TypeAlias = npt.NDArray[np.unsignedinteger[Any]]
    Given: TypeAlias = npt.NDArray[np.integer[Any]]

V = TypeVar("V", int, Value)
Vector: TypeAlias = Sequence[V]
Matrix: TypeAlias = Sequence[Sequence[V]]


@overload
def nim_matmul(a: Given, b: Given | Matrix[int] | Vector[int]) -> Array: ...
@overload
def nim_matmul(a: Matrix[int] | Vector[int], b: Given) -> Array: ...
@overload
def nim_matmul(a: Matrix[V], b: Matrix[V]) -> list[list[V]]: ...
@overload
def nim_matmul(a: Matrix[V], b: Vector[V]) -> list[V]: ...
@overload
def nim_matmul(a: Vector[V], b: Matrix[V]) -> list[V]: ...
@overload
def nim_matmul(a: Vector[V], b: Vector[V]) -> V: ...
def nim_matmul(a: Any, b: Any) -> Any:
    """The product of two matrices, of a matrix and a vector, or of two vectors.

    >>> nim_matmul([[1, 2], [3, 4]], [[5, 6], [7, 8]])
    [[12, 10], [5, 6]]
    >>> nim_matmul([[1, 2], [3, 4]], [5, 7]), nim_matmul([1, 2], [5, 7])
    ([12, 5], 12)
    >>> import numpy as np
    >>> nim_matmul(np.array([[1, 2], [3, 4]], np.uint8), np.array([5, 7], np.uint8))
    array([12,  5], dtype=uint8)
    """
    from .array_algebra import matmul

    return matmul(a, b)


@overload
def nim_solve_linear(a: Given, b: Given | Matrix[int] | Vector[int]) -> Array: ...
@overload
def nim_solve_linear(a: Matrix[int], b: Given) -> Array: ...
@overload
def nim_solve_linear(a: Matrix[V], b: Matrix[V]) -> list[list[V]]: ...
@overload
def nim_solve_linear(a: Matrix[V], b: Vector[V]) -> list[V]: ...
def nim_solve_linear(a: Any, b: Any) -> Any:
    """The only x whose product a ⊗ x is b, for a square matrix a and a vector or a matrix b.

    >>> nim_solve_linear([[1, 2], [3, 4]], [12, 5])
    [5, 7]

    With the identity as b it is the inverse of the matrix. (`nim_inv` of an array inverts each number.)

    >>> nim_solve_linear([[1, 2], [3, 4]], [[1, 0], [0, 1]])
    [[13, 4], [8, 12]]
    >>> nim_solve_linear([[1, 2], [2, 3]], [1, 0])
    Traceback (most recent call last):
    nimatron.core.errors.UsageError: the matrix is singular: expected rank 2, got 1
    """
    from .array_algebra import solve

    return solve(a, b)


@overload
def nim_det(a: Given) -> np.unsignedinteger[Any]: ...
@overload
def nim_det(a: Matrix[int]) -> int: ...
@overload
def nim_det(a: Matrix[Value]) -> Value: ...
def nim_det(a: Any) -> Any:
    """The determinant of a square matrix, which is also its permanent: every nimber is its own negative.

    >>> nim_det([[1, 2], [3, 4]]), nim_det([[1, 2], [2, 3]])
    (5, 0)
    """
    from .array_algebra import det

    return det(a)


def nim_rank(a: Given | Matrix[Value]) -> int:
    """The rank of a matrix.

    >>> nim_rank([[1, 2], [2, 3]]), nim_rank([[1, 2, 3], [4, 8, 12]])
    (1, 1)
    """
    from .array_algebra import rank

    return rank(a)
