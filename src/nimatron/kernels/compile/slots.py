"""How Python hands arguments to compiled code, and reads its result.

Compiled code takes its arguments from a row of 64-bit *slots*: a number has one slot, a tuple the slots of its items,
an array the slots of `_array`. The *kinds* of the arguments are the types for which the code was compiled.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

Kind = Any
"""A number: the name of its type. An array: its type, dimensions, layout, and whether it may be written and is aligned.
A tuple: its class, None for a plain one, and the kinds of its items."""

INT, UNSIGNED, FLOAT, BOOL, NOTHING = "int64", "uint64", "float64", "bool", "none"

_LEAST, _MOST = -(1 << 63), 1 << 63
_FLOAT, _WORD = struct.Struct("=d"), struct.Struct("=q")


def read(values: Iterable[Any]) -> tuple[tuple[Kind, ...], list[int]]:
    """The kinds of the arguments, and their slots.

    >>> read((3, (True, np.uint64(7))))
    (('int64', (None, ('bool', 'uint64'))), [3, True, 7])
    """
    slots: list[int] = []
    return _read(values, slots), slots


def _read(values: Iterable[Any], slots: list[int]) -> tuple[Kind, ...]:
    kinds: list[Kind] = []
    for value in values:
        if type(value) is int:
            kinds.append(INT if _LEAST <= value < _MOST else _wide(value))
            slots.append(value)
        elif isinstance(value, np.ndarray):
            kinds.append(_array(value, slots))
        elif isinstance(value, tuple):
            kinds.append((type(value) if hasattr(value, "_fields") else None, _read(value, slots)))
        else:
            kinds.append(_number(value, slots))
    return tuple(kinds)


def _wide(value: int) -> Kind:
    if not 0 <= value < 1 << 64:
        raise OverflowError(f"{value} does not fit 64 bits")
    return UNSIGNED


def _array(array: Any, slots: list[int]) -> Kind:
    flags = array.flags
    layout = "C" if flags.c_contiguous else "F" if flags.f_contiguous else "A"
    # The order in which numba hands on the fields of an array; the first two are the owner, which nobody asks for.
    slots += (0, 0, array.size, array.itemsize, array.__array_interface__["data"][0], *array.shape, *array.strides)
    return array.dtype.str, array.ndim, layout, flags.writeable, flags.aligned


def _number(value: Any, slots: list[int]) -> Kind:
    if isinstance(value, bool | np.bool_):
        slots.append(bool(value))
        return BOOL
    if isinstance(value, float):  # float64 is one, too
        slots += _WORD.unpack(_FLOAT.pack(value))
        return FLOAT
    if isinstance(value, np.integer):
        slots.append(int(value))
        return value.dtype.name
    raise TypeError(f"compiled code takes numbers, arrays and tuples of these, not {type(value).__name__}")


def size_of(returns: Kind) -> int:
    """How many slots a result takes."""
    if isinstance(returns, str):
        return returns != NOTHING
    return sum(map(size_of, returns))


def result(returns: Kind, slots: Sequence[int]) -> Any:
    """What compiled code has written into the slots; a list of kinds is a tuple.

    >>> result(["uint64", ["bool", "int64"]], [-1, 1, -1])
    (18446744073709551615, (True, -1))
    """
    if isinstance(returns, str):
        return None if returns == NOTHING else _value(returns, slots[0])
    items, start = [], 0
    for kind in returns:
        stop = start + size_of(kind)
        items.append(result(kind, slots[start:stop]))
        start = stop
    return tuple(items)


def _value(kind: str, slot: int) -> Any:
    if kind == INT:
        return slot
    if kind == BOOL:
        return bool(slot)
    return slot & (1 << 64) - 1 if kind == UNSIGNED else _FLOAT.unpack(_WORD.pack(slot))[0]
