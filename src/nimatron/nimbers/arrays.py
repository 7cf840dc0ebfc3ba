"""Nimbers in numpy arrays: the field operations on arrays of uint8, uint16, uint32 and uint64.

They broadcast like numpy's own functions and keep the type of their operands (the wider one if they differ), because
the nimbers of each of these types form a field. A Python int combined with an array must fit its type. An array of
signed integers counts as unsigned integers of the same size, so int64 gives uint64; a list counts as an array of
uint64. A negative number is not a nimber. `out` may be an operand or overlap with one.
"""

from __future__ import annotations

import builtins
import platform
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from functools import cache, partial, reduce
from math import gcd
from operator import index
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from .. import kernels
from ..core.errors import DivisionByZero, UsageError
from ..core.message import Message
from . import finite
from .logs import field_log

Array: TypeAlias = npt.NDArray[Any]
Operand: TypeAlias = "Array | np.integer[Any] | Sequence[Any] | int"

PIECE = 1 << 17
"""Bytes of an operand computed at once if it is not contiguous: small enough for all operands to fit in a cache."""

NO_INVERSE = Message("0 has no nim-inverse")


def sum(*values: Operand, out: Array | None = None) -> Any:
    """The nim-sums.

    >>> sum(np.array([24, 8], np.uint8), np.array([17, 8], np.uint8), 1)
    array([8, 1], dtype=uint8)
    """
    total = reduce(np.bitwise_xor, operands(*values))
    # XOR with 0 copies the total into `out`, with numpy's own checks of shape and type.
    return total if out is None else np.bitwise_xor(total, total.dtype.type(0), out=out)


def mul(a: Operand, b: Operand, out: Array | None = None) -> Any:
    """The nim-products.

    >>> mul(np.array([24, 8], np.uint8), np.array([17, 8], np.uint8))
    array([128,  13], dtype=uint8)
    """
    return _run("mul", out, *operands(a, b))


def div(a: Operand, b: Operand, out: Array | None = None) -> Any:
    """The nimbers whose product with b is a; a 0 in b raises a ZeroDivisionError that names its place."""
    a, b = operands(a, b)
    # An empty dividend broadcasts to an empty result: then nothing is divided, not even by 0.
    if a.size:
        _no_zero(b, Message("nim-division by 0"))
    return _map(_divide, out, a, b, piecewise=True)


def inv(a: Operand, out: Array | None = None) -> Any:
    """The nimbers whose product with a is 1; a 0 raises a ZeroDivisionError that names its place."""
    (a,) = operands(a)
    _no_zero(a, NO_INVERSE)
    return _run("inv", out, a)


def square(a: Operand, out: Array | None = None) -> Any:
    """The nim-product of each number with itself."""
    return _run("square", out, *operands(a))


def sqrt(a: Operand, out: Array | None = None) -> Any:
    """The nimbers whose squares are given."""
    return _run("sqrt", out, *operands(a))


def solve(a: Operand, out: Array | None = None) -> Any:
    """The even roots of x ⊗ x ⊕ x = a; the odd ones are larger by 1. The highest bit of a must be 0.

    >>> solve(np.array([0, 1, 2], np.uint16))
    array([0, 2, 4], dtype=uint16)
    """
    (a,) = operands(a)
    top = 1 << (_bits(a) - 1)
    if a.size and a.max() >= top:
        place, value = first(a >= top), a[a >= top].flat[0]
        raise UsageError(
            "the root for {value}{place} does not fit {dtype}: expected numbers below {top}",
            value=value,
            place=place,
            dtype=a.dtype,
            top=top,
        )
    return _run("solve", out, a)


def pow(a: Operand, n: int | Array, out: Array | None = None) -> Any:
    """The products of n factors a, or of the inverse for negative n; n is an int of any size or an array of ints.

    >>> pow(np.array([2, 3, 0], np.uint8), np.array([2, -1, 0]))
    array([3, 2, 1], dtype=uint8)
    """
    # One number with many exponents is taken in 64 bits.
    a = operands(np.uint64(0), a)[1] if isinstance(a, int) and np.ndim(n) else operands(a)[0]
    order = (1 << _bits(a)) - 1
    if np.ndim(n) == 0:
        exponent = index(n)
        if exponent < 0:
            _no_zero(a, NO_INVERSE)
        # Modulo the order of the group, but only exponent 0 becomes 0: the nimber 0 has 0^0 = 1, all other powers 0.
        return _map(partial(_power, exponent=exponent and (exponent - 1) % order + 1), out, a, piecewise=True)
    exponents = _exponents(n)
    if np.any(exponents < 0):
        # Only a base with a negative exponent must not be 0.
        _no_zero(np.where(exponents < 0, a, a.dtype.type(1)), NO_INVERSE)
    return _map(_powers, out, a, _reduce(exponents, order).astype(a.dtype), piecewise=True)


def log(a: Operand, base: int | None = None) -> Any:
    """The least n ≥ 0 with pow(base, n) = a.

    The default base is the least primitive nimber of the type: 18, 258, 65540 and 4294967302 for 8, 16, 32, 64 bits.

    >>> log(np.array([1, 18, 3], np.uint8)), log(np.array([1, 2, 3], np.uint8), 2)
    (array([  0,   1, 170], dtype=uint8), array([0, 1, 2], dtype=uint8))
    """
    (a,) = operands(a)
    if not np.all(a):
        raise UsageError("0 has no nim-logarithm{place}", place=first(a == 0))
    step = 1
    if base is not None:
        if not operands(a, base)[1]:
            raise UsageError("0 cannot be the base of a logarithm")
        step = field_log(base, _bits(a))
    order = (1 << _bits(a)) - 1
    common = gcd(step, order)
    # A logarithm is slow, so equal numbers share one.
    different, places = np.unique(a, return_inverse=True)
    logs = [field_log(number, _bits(a)) for number in different.tolist()]
    bad = np.array([bool(n % common) for n in logs], bool)[places].reshape(a.shape)
    if bad.any():
        raise UsageError("the number{place} is not a power of {base}", base=base, place=first(bad))
    # n · step = log of a, modulo the order of the group; ints, because the products have up to 128 bits.
    factor, part = builtins.pow(step // common, -1, order // common), order // common
    exact = np.array([n // common * factor % part for n in logs], a.dtype)
    return exact[places].reshape(a.shape)[()]


def operands(*values: Operand) -> list[Array]:
    """The operands as arrays, with their types checked; at least one must be an array already."""
    numbers = [value if isinstance(value, int) else _unsigned_array(value) for value in values]
    arrays = [value for value in numbers if not isinstance(value, int)]
    if not arrays:
        raise TypeError("a place for the result is for arrays: expected an array of integers, got ints")
    dtype = np.result_type(*arrays)
    for value in numbers:
        if isinstance(value, int) and not 0 <= value < 1 << 8 * dtype.itemsize:
            raise UsageError("expected a nimber that fits {dtype}, got {value}", dtype=dtype, value=value)
    return [np.asarray(value, dtype) if isinstance(value, int) else value for value in numbers]


def _unsigned_array(value: Any) -> Array:
    """The same numbers as an array of unsigned integers."""
    if isinstance(value, (list, tuple)):
        return _array_of(value)
    kind = getattr(value, "dtype", type(value))
    if not isinstance(kind, np.dtype) or kind.kind not in "iu":
        raise TypeError(f"expected an array of integers from 0 on, got {getattr(kind, '__name__', kind)}")
    array = np.asarray(value)
    if kind.kind == "u":
        return array
    if array.min(initial=0) < 0:
        params = {"value": array[array < 0].flat[0], "place": first(array < 0)}
        raise UsageError("expected numbers from 0 on, got {value}{place}", **params)
    # No number is negative, so the same bytes serve and nothing is copied.
    return array.view(kind.str.replace("i", "u"))


def _array_of(values: Sequence[Any]) -> Array:
    """A list as 64-bit numbers, checked one by one: numpy would turn the largest into floats."""
    array = np.asarray(values, object)
    for number in array.flat:
        if not 0 <= index(number) < 1 << 64:
            raise UsageError("expected numbers from 0 on and below 2^64 in a list, got {value}", value=number)
    return array.astype(np.uint64)


def _exponents(n: Any) -> Array:
    exponents = np.asarray(n)
    if exponents.dtype.kind not in "iu":
        raise TypeError(f"expected integers as exponents, got {exponents.dtype}")
    return exponents.astype(f"{exponents.dtype.kind}8", copy=False)


def _reduce(exponents: Array, order: int) -> Array:
    """Exponents modulo the order of the group, as 1 ... order instead of 0 ... order - 1; only 0 stays 0."""
    if order >= 1 << 63:  # the order 2^64 - 1 is too large for int64; there -1 stands for 2^64 - 2, and so on
        return exponents.astype(np.uint64) - (exponents < 0)
    rest = exponents % exponents.dtype.type(order)
    return np.where((rest == 0) & (exponents != 0), order, rest)


def _bits(a: Array) -> int:
    return 8 * a.dtype.itemsize


def _no_zero(a: Array, message: Message) -> None:
    if np.count_nonzero(a) < a.size:
        raise DivisionByZero("{message}{place}", message=message, place=first(a == 0))


def first(mask: Array) -> Message | str:
    """The place of the first True, in words."""
    place = tuple(map(int, np.unravel_index(int(np.argmax(mask)), mask.shape)))
    return Message(" (index {place})", place=place[0] if len(place) == 1 else place) if place else ""


def _run(operation: str, out: Array | None, *operands: Array) -> Any:
    return _map(partial(_compute, operation), out, *operands)


def _map(function: Callable[..., None], out: Array | None, *operands: Array, piecewise: bool = False) -> Any:
    """Call the function with contiguous pieces of the result and of all operands, until all is done.

    `nditer` broadcasts, allocates, and copies block by block what overlaps, is strided, byte-swapped or of a narrower
    type. What is contiguous comes as a whole, or in pieces of at most PIECE bytes if `piecewise`.
    """
    # The kernels read little-endian memory.
    dtype = np.result_type(*operands).newbyteorder("<")
    if out is not None:
        _check_out(out, dtype.name)
    # "growinner" passes contiguous operands whole; without it, a function that allocates needs little memory.
    flags: Any = ["external_loop", "buffered", "zerosize_ok", "copy_if_overlap", *([] if piecewise else ["growinner"])]
    read: Any = ["readonly", "contig", "overlap_assume_elementwise"]
    write: Any = ["writeonly", "contig", "overlap_assume_elementwise", "allocate", "no_broadcast"]
    count = 1 + len(operands)
    iterator = np.nditer(
        [out, *operands],
        flags,
        [write, *[read] * (count - 1)],
        [dtype] * count,
        casting="safe",
        buffersize=PIECE // dtype.itemsize,
    )
    with iterator:
        result = iterator.operands[0]
        for pieces in iterator:
            function(*pieces)
    return result[()] if out is None else out


def _check_out(out: object, name: str) -> None:
    if not isinstance(out, np.ndarray) or out.dtype.name != name:
        raise TypeError(f"expected an array of {name} as out, got {getattr(out, 'dtype', type(out).__name__)}")


def _compute(operation: str, out: Array, *operands: Array) -> None:
    """One operation on contiguous arrays of the same type and length."""
    _program(operation, out.itemsize)(out, *operands)


@cache
def _program(operation: str, itemsize: int) -> Callable[..., None]:
    """The function that computes an operation on numbers of `itemsize` bytes, on the path of this process."""
    chosen = path()
    if chosen.name == "numpy":
        return partial(
            _one_by_one, (lambda a: finite.solve(a)[0]) if operation == "solve" else getattr(finite, operation)
        )
    kernels.need()
    from ..kernels.field.nimfield import kernel

    run = kernel(chosen.size, operation, 8 * itemsize)
    # A kernel with one operand ignores the second address.
    return lambda out, *operands: run(operands[0].ctypes.data, operands[-1].ctypes.data, out.ctypes.data, out.size)


def _one_by_one(operation: Callable[..., int], out: Array, *operands: Array) -> None:
    """An operation on each number by itself."""
    numbers = zip(*(operand.tolist() for operand in operands), strict=True)
    out[:] = np.array([operation(*some) for some in numbers], out.dtype)


def multiply(a: Array, b: Array) -> Array:
    """The products of two arrays of the same shape and native type, without the checks and copies of `mul`."""
    out = np.empty(a.shape, a.dtype)
    _compute("mul", out.ravel(), np.ascontiguousarray(a).ravel(), np.ascontiguousarray(b).ravel())
    return out


def _divide(out: Array, a: Array, b: Array) -> None:
    inverse = np.empty_like(b)
    _compute("inv", inverse, b)
    _compute("mul", out, a, inverse)


def _power(out: Array, base: Array, exponent: int) -> None:
    """One exponent for all: square for each binary digit, and multiply where it is 1."""
    base = base.copy()  # `out` may be the same array
    out[:] = 1
    for digit in f"{exponent:b}":
        _compute("square", out, out)
        if digit == "1":
            _compute("mul", out, out, base)


def _powers(out: Array, base: Array, exponents: Array) -> None:
    """A different exponent for each number: multiply all, and keep the product where the digit is 1."""
    power, product = np.ones_like(base), np.empty_like(base)
    for digit in reversed(range(int(exponents.max(initial=0)).bit_length())):
        _compute("square", power, power)
        _compute("mul", product, power, base)
        np.copyto(power, product, where=(exponents >> np.asarray(digit, exponents.dtype) & 1).astype(bool))
    out[:] = power


# -- which code computes arrays on this machine; chosen at first use -------------------------------
#
# bitsliced   planes of binary digits in vectors, on any machine that numba compiles for
# numpy       one number after the other, without numba


WIDTHS = (("avx512bw", 64), ("avx2", 32))
"""Processor features and the size of their vectors in bytes; without any of them it is 16."""


@dataclass(frozen=True)
class ArrayPath:
    """The choice: the size of its vectors in bytes, and why it was made."""

    name: str
    size: int
    why: Message


@cache
def path() -> ArrayPath:
    """The choice for this process."""
    missing = without_compiler()
    return ArrayPath("numpy", 0, missing) if missing else choose(features())


def choose(found: Set[str]) -> ArrayPath:
    """The compiled path, with the largest vectors for which the processor features suffice.

    >>> choose({"avx2"}).size, choose(set()).size
    (32, 16)
    """
    feature, size = next((width for width in WIDTHS if width[0] in found), ("", 16))
    why = Message("the machine has {features}", features=feature or platform.machine())
    return ArrayPath("bitsliced", size, Message("{why}; vectors of {size} bytes", why=why, size=size))


def without_compiler() -> Message | None:
    """Why nothing can be compiled; None if it can."""
    try:
        config = _settings()
    except ImportError as fault:
        return Message("numba cannot be imported: {fault}", fault=fault)
    return Message("NUMBA_DISABLE_JIT turns compilation off") if config.DISABLE_JIT else None


def _settings() -> Any:
    """numba's settings, with its environment variables already read."""
    from numba.core import config

    return config


def features() -> frozenset[str]:
    """The features that compiled code may use: the processor has them, and no setting of numba names another one."""
    from llvmlite import binding  # type: ignore[import-untyped]

    config = _settings()
    try:
        host = frozenset(name for name, has in binding.get_host_cpu_features().items() if has)
    except RuntimeError:  # LLVM does not know this processor
        return frozenset()
    # numba compiles for the processor that its settings name, which may lack the features of this one.
    named = config.CPU_NAME not in (None, binding.get_host_cpu_name())
    return frozenset() if named or config.CPU_FEATURES is not None else host
