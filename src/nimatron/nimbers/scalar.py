"""Nimbers as Python numbers, for writing algebra."""

from __future__ import annotations

from typing import Any, TypeGuard

from .field import nim_degree, nim_div, nim_inv, nim_log, nim_mul, nim_order, nim_pow, nim_solve, nim_sqrt, nim_sum
from .ordinals import Ordinal, Value, ordinal


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
