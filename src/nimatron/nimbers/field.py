"""The operations on nimbers under their public names: for ints of any width, for arrays and lists, and for ordinals.

Each function looks at its arguments and passes them on: ints to `finite`, arrays to `arrays`, infinite ordinals to
`transfinite`. The last two are loaded only when they are first needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeAlias, TypeGuard, overload

from ..core.errors import UsageError, WrongType
from . import finite, logs
from .loopy import Loopy
from .ordinals import Ordinal, Value, natural, ordinal

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Array: TypeAlias = npt.NDArray[np.unsignedinteger[Any]]
    Numbers: TypeAlias = npt.NDArray[np.integer[Any]] | Sequence[int]
    Single: TypeAlias = int | np.integer[Any]


# -- field operations ----------------------------------------------------------------------------------


def mex(values: Iterable[Value]) -> int:
    """The least natural number, 0 included, that is not among the values; these are natural numbers or ordinals.

    >>> mex([0, 1, 3, 4]), mex([1, 2, 5]), mex([])
    (2, 0, 0)
    """
    return finite.mex({value if isinstance(value, Ordinal) else natural(value) for value in values})


@overload
def nim_sum(*values: int) -> int: ...
@overload
def nim_sum(*values: Value) -> Value: ...
@overload
def nim_sum(*values: Value | Loopy) -> Value | Loopy: ...
@overload
def nim_sum(first: Numbers, /, *values: Numbers | Single, out: Array | None = None) -> Array: ...
def nim_sum(*values: Value | Loopy | Single | Numbers, out: Array | None = None) -> Any:
    """The nim-sum: addition in binary without carrying, power of ω by power of ω.

    >>> nim_sum(13, 42, 30, 43), nim_sum()
    (18, 0)
    >>> print(nim_sum(Ordinal("w*3+5"), Ordinal("w"), 4))
    ω·2 + 1
    >>> nim_sum([1, 2, 3], 5)
    array([4, 7, 6], dtype=uint64)

    Values of positions that can continue for ever add up by rules of their own:

    >>> print(nim_sum(Loopy({0, 2}), 3, 4))
    ∞(5, 7)
    """
    if out is not None or any(map(_is_array, values)):
        return _arrays().sum(*values, out=out)
    total: Value | Loopy = 0
    for value in values:
        total = total ^ (value if isinstance(value, Loopy) else number(value))
    return total


@overload
def nim_mul(a: int, b: int) -> int: ...
@overload
def nim_mul(a: Value, b: Value) -> Value: ...
@overload
def nim_mul(a: Numbers, b: Numbers | Single, out: Array | None = None) -> Array: ...
@overload
def nim_mul(a: Single, b: Numbers, out: Array | None = None) -> Array: ...
def nim_mul(a: Value | Single | Numbers, b: Value | Single | Numbers, out: Array | None = None) -> Any:
    """The nim-product a ⊗ b, the value of Turning Corners with one coin at (a, b).

    >>> nim_mul(24, 17), nim_mul(8, 8)
    (128, 13)
    """
    # The common case first: the checks below take longer than a small product.
    if type(a) is int and type(b) is int and a >= 0 and b >= 0 and out is None:
        return finite.mul(a, b)
    return _two("mul", a, b, out)


@overload
def nim_div(a: int, b: int) -> int: ...
@overload
def nim_div(a: Value, b: Value) -> Value: ...
@overload
def nim_div(a: Numbers, b: Numbers | Single, out: Array | None = None) -> Array: ...
@overload
def nim_div(a: Single, b: Numbers, out: Array | None = None) -> Array: ...
def nim_div(a: Value | Single | Numbers, b: Value | Single | Numbers, out: Array | None = None) -> Any:
    """The nimber whose product with b is a.

    >>> nim_div(6, 5), nim_mul(9, 5)
    (9, 6)
    """
    return _two("div", a, b, out)


@overload
def nim_inv(a: int) -> int: ...
@overload
def nim_inv(a: Value) -> Value: ...
@overload
def nim_inv(a: Numbers, out: Array | None = None) -> Array: ...
def nim_inv(a: Value | Numbers, out: Array | None = None) -> Any:
    """The nimber whose product with a is 1.

    >>> nim_inv(2), nim_mul(2, 3)
    (3, 1)
    """
    return _one("inv", a, out)


@overload
def nim_square(a: int) -> int: ...
@overload
def nim_square(a: Value) -> Value: ...
@overload
def nim_square(a: Numbers, out: Array | None = None) -> Array: ...
def nim_square(a: Value | Numbers, out: Array | None = None) -> Any:
    """The nim-product of a with itself.

    >>> [nim_square(a) for a in range(8)]
    [0, 1, 3, 2, 6, 7, 5, 4]
    """
    return _one("square", a, out)


@overload
def nim_sqrt(a: int) -> int: ...
@overload
def nim_sqrt(a: Value) -> Value: ...
@overload
def nim_sqrt(a: Numbers, out: Array | None = None) -> Array: ...
def nim_sqrt(a: Value | Numbers, out: Array | None = None) -> Any:
    """The only nimber whose square is a.

    >>> nim_sqrt(123456789), nim_square(98433322)
    (98433322, 123456789)
    """
    return _one("sqrt", a, out)


@overload
def nim_pow(a: int, n: int) -> int: ...
@overload
def nim_pow(a: Value, n: int) -> Value: ...
@overload
def nim_pow(a: Numbers, n: Numbers | Single, out: Array | None = None) -> Array: ...
@overload
def nim_pow(a: Single, n: Numbers, out: Array | None = None) -> Array: ...
def nim_pow(a: Value | Single | Numbers, n: Single | Numbers, out: Array | None = None) -> Any:
    """The nim-product of n factors a. For negative n the factors are the inverse of a, and n = 0 gives 1.

    >>> nim_pow(2, 2), nim_pow(2, -1), nim_pow(4, 15)
    (3, 3, 1)
    """
    if out is not None or _is_array(a) or _is_array(n):
        return _arrays().pow(a, n, out)
    value, exponent = number(a), _exponent(n)
    return finite.pow(value, exponent) if isinstance(value, int) else _transfinite().pow(value, exponent)


# -- equations -----------------------------------------------------------------------------------------


@overload
def nim_solve(a: int) -> tuple[int, int]: ...
@overload
def nim_solve(a: Value) -> tuple[Value, Value]: ...
@overload
def nim_solve(a: Numbers, out: Array | None = None) -> Array: ...
def nim_solve(a: Value | Numbers, out: Array | None = None) -> Any:
    """Both roots of x ⊗ x ⊕ x = a, the even one first; they differ by 1. For an array, only the even roots.

    If the smallest field that contains a has no root, the next larger one has.

    >>> nim_solve(0), nim_solve(1), nim_solve(2)
    ((0, 1), (2, 3), (4, 5))
    """
    return _one("solve", a, out)


@overload
def nim_quadratic(a: int, b: int, c: int) -> tuple[int, ...]: ...
@overload
def nim_quadratic(a: Value, b: Value, c: Value) -> tuple[Value, ...]: ...
def nim_quadratic(a: Value, b: Value, c: Value) -> tuple[Value, ...]:
    """All roots of a⊗x⊗x ⊕ b⊗x ⊕ c = 0, the smaller first.

    There are two roots, only one if a or b is 0, and none if both are. If all three are 0, every nimber is a root,
    which is an error.

    >>> nim_quadratic(1, 1, 2), nim_quadratic(7, 0, 5), nim_quadratic(0, 2, 1), nim_quadratic(0, 0, 9)
    ((4, 5), (9,), (3,), ())
    """
    a, b, c = number(a), number(b), number(c)
    if not (a or b or c):
        raise UsageError("every nimber is a root of 0: expected a coefficient other than 0")
    if not a:
        # c = -c, so b ⊗ x ⊕ c = 0 has the root c/b.
        return (nim_div(c, b),) if b else ()
    if not b:
        return (nim_sqrt(nim_div(c, a)),)
    # With x = (b/a) ⊗ y it becomes y ⊗ y ⊕ y = a⊗c / b⊗b.
    scale = nim_div(b, a)
    roots = nim_solve(nim_div(nim_mul(a, c), nim_square(b)))
    return tuple(sorted(nim_mul(scale, root) for root in roots))


# -- the group of non-zero nimbers ---------------------------------------------------------------------


@overload
def nim_log(a: int, base: int | None = None) -> int: ...
@overload
def nim_log(a: Numbers, base: int | None = None) -> Array: ...
def nim_log(a: int | Numbers, base: int | None = None) -> Any:
    """The least n >= 0 with nim_pow(base, n) == a; the default base is `nim_primitive(nim_degree(a))`.

    For an array the default base is the primitive nimber of its type: `nim_primitive(8)` for bytes, and so on. Up to 64
    bits it takes milliseconds. For wider numbers it is out of reach if the order of a has a prime factor above ten
    million.

    >>> nim_log(5), nim_pow(4, 4), nim_log(13, base=8)
    (4, 5, 2)
    """
    # The common case first, as in `nim_mul`.
    if type(a) is int and a > 0 and base is None:
        return logs.log(a)
    if _is_array(a) or _is_array(base):
        return _arrays().log(a, base)
    return logs.log(natural(a), None if base is None else natural(base))  # type: ignore[arg-type]


def nim_order(a: int) -> int:
    """The least n >= 1 with nim_pow(a, n) == 1.

    >>> [nim_order(a) for a in range(1, 8)]
    [1, 3, 3, 15, 15, 15, 15]
    """
    return logs.order(natural(a))


def nim_degree(a: Value) -> int:
    """The number of bits of the smallest field that contains a; the nimbers below 2^1, 2^2, 2^4, 2^8 ... are fields.

    >>> [nim_degree(a) for a in (0, 1, 2, 3, 4, 15, 16, 256, 2**64)]
    [1, 1, 2, 2, 4, 4, 8, 16, 128]
    """
    value = number(a)
    return finite.degree(value) if isinstance(value, int) else _transfinite().degree(value)


def nim_primitive(width: int) -> int:
    """The smallest nimber whose powers are all non-zero nimbers below 2^width; width is 1, 2, 4, 8 ...

    >>> [nim_primitive(width) for width in (1, 2, 4, 8, 16, 32, 64)]
    [1, 2, 4, 18, 258, 65540, 4294967302]
    """
    width = natural(width)
    if width.bit_count() != 1:
        raise UsageError("expected the width of a field of nimbers (1, 2, 4, 8, 16 ...), got {width}", width=width)
    return logs.primitive(width)


# -- passing on ----------------------------------------------------------------------------------------


def _one(operation: str, a: Value | Numbers, out: Array | None) -> Any:
    if out is not None or _is_array(a):
        return getattr(_arrays(), operation)(a, out)
    value = number(a)
    return getattr(finite if isinstance(value, int) else _transfinite(), operation)(value)


def _two(operation: str, a: Value | Single | Numbers, b: Value | Single | Numbers, out: Array | None) -> Any:
    if out is not None or _is_array(a) or _is_array(b):
        return getattr(_arrays(), operation)(a, b, out)
    first, second = number(a), number(b)
    finitely = isinstance(first, int) and isinstance(second, int)
    return getattr(finite if finitely else _transfinite(), operation)(first, second)


def _exponent(n: object) -> int:
    try:
        return index(n)  # type: ignore[arg-type]
    except TypeError:
        raise WrongType("the exponent n is a whole number, not {came}", came=repr(n)) from None


def number(a: object) -> Value:
    """The value as an int if it is finite; numpy's integers become ints too."""
    return ordinal(a) if isinstance(a, Ordinal) else natural(a)  # type: ignore[arg-type]


def _is_array(a: object) -> TypeGuard[Numbers]:
    if not hasattr(a, "__array__"):
        return isinstance(a, (list, tuple))
    import numpy as np  # loaded already: only numpy's objects have `__array__`

    return not isinstance(a, np.generic)


def _arrays() -> ModuleType:
    from . import arrays

    return arrays


def _transfinite() -> ModuleType:
    from . import transfinite

    return transfinite


# -- nimbers as Python numbers, for writing algebra ------------------------------------------------


class Nimber:
    """An element of the field of nimbers; immutable. Other operands that are ints count as nimbers, exponents as ints.

    >>> x = Nimber(24)
    >>> print(x * 17 + Nimber(8) / 5, x - x, x**-1, x.sqrt(), 1 / Nimber(2))
    *134 *0 *228 *16 *3
    >>> x * 17 == 128, x.order(), x.solve(), Nimber("w") + 1
    (True, 85, (Nimber(58), Nimber(59)), Nimber('w+1'))
    """

    __slots__ = ("_value",)
    _value: Value

    def __init__(self, value: Value | str | Nimber = 0) -> None:
        # Through `object`, because __setattr__ refuses everything.
        object.__setattr__(self, "_value", value.value if isinstance(value, Nimber) else ordinal(value))

    @property
    def value(self) -> Value:
        """The size of the heap: an int, or an `Ordinal` if it is infinite."""
        return self._value

    def sqrt(self) -> Nimber:
        """The only nimber whose square is this one."""
        return Nimber(nim_sqrt(self._value))

    def inverse(self) -> Nimber:
        """The nimber whose product with this one is 1."""
        return Nimber(nim_inv(self._value))

    def solve(self) -> tuple[Nimber, Nimber]:
        """Both x with x*x + x equal to this."""
        even, odd = nim_solve(self._value)
        return Nimber(even), Nimber(odd)

    def log(self, base: int | Nimber | None = None) -> int:
        """The least n >= 0 with base**n equal to this; see `nim_log`."""
        return nim_log(int(self), None if base is None else int(base))

    def order(self) -> int:
        """The least n >= 1 with self**n equal to 1."""
        return nim_order(int(self))

    def degree(self) -> int:
        """The number of bits of the smallest field that contains this."""
        return nim_degree(self._value)

    def __add__(self, other: Value | Nimber) -> Nimber:
        return Nimber(nim_sum(self._value, _value(other))) if _counts(other) else NotImplemented

    __radd__ = __sub__ = __rsub__ = __add__  # every nimber is its own negative

    def __mul__(self, other: Value | Nimber) -> Nimber:
        return Nimber(nim_mul(self._value, _value(other))) if _counts(other) else NotImplemented

    __rmul__ = __mul__

    def __truediv__(self, other: Value | Nimber) -> Nimber:
        return Nimber(nim_div(self._value, _value(other))) if _counts(other) else NotImplemented

    def __rtruediv__(self, other: Value) -> Nimber:
        return Nimber(nim_div(_value(other), self._value)) if _counts(other) else NotImplemented

    def __pow__(self, exponent: int) -> Nimber:
        return Nimber(nim_pow(self._value, exponent)) if hasattr(exponent, "__index__") else NotImplemented

    def __neg__(self) -> Nimber:
        return self

    __pos__ = __neg__

    def __eq__(self, other: object) -> bool:
        return self._value == _value(other) if _counts(other) else NotImplemented

    def __hash__(self) -> int:
        # A nimber equals an int, so it hashes alike.
        return hash(self._value)

    def __bool__(self) -> bool:
        return bool(self._value)

    def __index__(self) -> int:
        return self._value.__index__()

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a nimber never changes: {name} cannot be set")

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickle would otherwise set the slot, which __setattr__ refuses.
        return Nimber, (self._value,)

    def __str__(self) -> str:
        return f"*{self._value}" if isinstance(self._value, int) else f"*({self._value})"

    def __repr__(self) -> str:
        shown = self._value.ascii() if isinstance(self._value, Ordinal) else self._value
        return f"Nimber({shown!r})"

    def _repr_latex_(self) -> str:
        from ..show.export import value_dollars

        return value_dollars(self)


def _counts(other: object) -> TypeGuard[Value | Nimber]:
    """Is it a nimber, or does it count as one? Numpy's integers do, arrays do not."""
    # numpy's arrays have __index__ too; only their length tells them from numpy's integers.
    return isinstance(other, (int, Ordinal, Nimber)) or (hasattr(other, "__index__") and not hasattr(other, "__len__"))


def _value(other: Value | Nimber) -> Value:
    return other._value if isinstance(other, Nimber) else other
