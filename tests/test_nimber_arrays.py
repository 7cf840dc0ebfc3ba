"""Nimbers in numpy arrays: equal to the scalar functions, on every path, for every kind of array."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import array_paths
import llvmlite.binding as llvm
import numpy as np
import pytest
from every_row import every_row
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays_of

from nimatron.core.errors import UsageError
from nimatron.nimbers import arrays
from nimatron.nimbers import arrays as paths
from nimatron.nimbers.field import nim_div, nim_inv, nim_mul, nim_pow, nim_solve, nim_sqrt, nim_square

TYPES = [np.uint8, np.uint16, np.uint32, np.uint64]
HERE = Path(__file__).parent

SCALAR: dict[str, Callable[..., int]] = {
    "mul": nim_mul,
    "div": nim_div,
    "inv": nim_inv,
    "square": nim_square,
    "sqrt": nim_sqrt,
    "solve": lambda a: nim_solve(a)[0],
}
BINARY = ("mul", "div")


def numbers(dtype: Any, size: int = 200, seed: int = 0) -> np.ndarray[Any, Any]:
    """The least and the greatest, all powers of two, and random numbers; no 0."""
    bits = 8 * np.dtype(dtype).itemsize
    edges = [1, (1 << bits) - 1, *(1 << i for i in range(bits))]
    random = np.random.default_rng(seed).integers(1, 1 << bits, size, dtype)
    return np.random.default_rng(seed).permutation(np.concatenate([np.array(edges, dtype), random]))


def expected(operation: str, *operands: Any) -> np.ndarray[Any, Any]:
    """Number by number, through the scalar functions."""
    wide = np.broadcast_arrays(*operands)
    values = [SCALAR[operation](*map(int, each)) for each in zip(*(array.flat for array in wide), strict=True)]
    return np.array(values, np.result_type(*operands)).reshape(wide[0].shape)


def run(operation: str, a: Any, b: Any, **options: Any) -> Any:
    operands = (a, b) if operation in BINARY else (a,)
    return getattr(arrays, operation)(*operands, **options)


def check(operation: str, a: Any, b: Any) -> None:
    if operation == "solve":
        a = a & (1 << (8 * a.dtype.itemsize - 1)) - 1
    result = run(operation, a, b)
    want = expected(operation, *((a, b) if operation in BINARY else (a,)))
    assert result.dtype == want.dtype
    np.testing.assert_array_equal(result, want)


@every_row("dtype", TYPES)
@every_row("operation", SCALAR)
def test_equal_to_the_scalar_functions(operation: str, dtype: Any) -> None:
    check(operation, numbers(dtype), numbers(dtype, seed=1))


def test_all_products_of_bytes() -> None:
    a = np.arange(256, dtype=np.uint8)
    np.testing.assert_array_equal(arrays.mul(a[:, None], a), expected("mul", a[:, None], a))


@given(arrays_of.arrays(np.uint64, st.tuples(st.just(3), st.integers(0, 70)), elements=st.integers(0, 2**64 - 1)))
def test_laws_of_a_field(abc: Any) -> None:
    a, b, c = abc
    same = np.testing.assert_array_equal
    same(arrays.mul(a, b), arrays.mul(b, a))
    same(arrays.mul(arrays.mul(a, b), c), arrays.mul(a, arrays.mul(b, c)))
    same(arrays.mul(a, b ^ c), arrays.mul(a, b) ^ arrays.mul(a, c))
    same(arrays.square(a), arrays.mul(a, a))
    same(arrays.sqrt(arrays.square(a)), a)
    unit = a | np.uint64(1)
    same(arrays.mul(unit, arrays.inv(unit)), np.ones_like(a))
    same(arrays.mul(arrays.div(b, unit), unit), b)
    half = a >> np.uint64(1)
    root = arrays.solve(half)
    same(arrays.square(root) ^ root, half)
    assert not np.any(root & np.uint64(1))


# Views


def misaligned(a: Any) -> Any:
    return np.frombuffer(b"\0" + a.tobytes(), a.dtype, offset=1)


def read_only(a: Any) -> Any:
    copy = a.copy()
    copy.flags.writeable = False
    return copy


VIEWS: dict[str, Callable[[Any], Any]] = {
    "every third": lambda a: np.repeat(a, 3)[::3],
    "reversed": lambda a: a[::-1],
    "misaligned": misaligned,
    "swapped bytes": lambda a: a.astype(a.dtype.newbyteorder(">")),
    "read-only": read_only,
    "column of a table": lambda a: np.stack([a, a, a], axis=1)[:, 1],
    "transposed": lambda a: a[:200].reshape(10, 20).T,
    "in the order of Fortran": lambda a: np.asfortranarray(a[:210].reshape(5, 6, 7)),
    "one number": lambda a: a[7:8],
    "no dimension": lambda a: a[7:8].reshape(()),
    "empty": lambda a: a[:0],
    "empty with dimensions": lambda a: a[:0].reshape(3, 0, 2),
}


@pytest.mark.parametrize("operation", SCALAR)
@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.one_in(5)
def test_views(view: str, operation: str) -> None:
    check(operation, VIEWS[view](numbers(np.uint64)), VIEWS[view](numbers(np.uint64, seed=1)))


def test_a_large_array_in_pieces() -> None:
    a = numbers(np.uint64, 70_000)
    whole = arrays.inv(a)
    np.testing.assert_array_equal(arrays.inv(np.repeat(a, 2)[::2]), whole)
    np.testing.assert_array_equal(arrays.inv(a[::-1])[::-1], whole)
    np.testing.assert_array_equal(arrays.div(np.ones_like(a), a), whole)
    np.testing.assert_array_equal(arrays.div(1, a.astype(">u8")), whole)


def test_broadcasting_and_mixed_types() -> None:
    a, b = numbers(np.uint16)[:30].reshape(1, 5, 6), numbers(np.uint32)[:4].reshape(4, 1, 1)
    for operation in BINARY:
        check(operation, a, b)
        check(operation, b, a)
        check(operation, a, np.uint8(3))
    assert arrays.mul(a, np.uint8(3)).dtype == np.uint16
    np.testing.assert_array_equal(arrays.mul(a, 7), expected("mul", a, np.uint16(7)))
    np.testing.assert_array_equal(arrays.div(7, a), expected("div", np.uint16(7), a))
    assert isinstance(arrays.mul(np.uint64(2), np.uint64(2)), np.uint64)


@every_row("operation", SCALAR)
def test_out(operation: str) -> None:
    a, b = numbers(np.uint32) >> np.uint32(1) | np.uint32(1), numbers(np.uint32, seed=1)
    want = run(operation, a, b)
    out = np.zeros_like(a)
    assert run(operation, a, b, out=out) is out
    np.testing.assert_array_equal(out, want)
    for place in range(2):
        operands = [a.copy(), b.copy()]
        run(operation, *operands, out=operands[place])
        np.testing.assert_array_equal(operands[place], want)
    swapped = np.zeros(2 * a.size, ">u4")[::2]
    run(operation, a, b, out=swapped)
    np.testing.assert_array_equal(swapped, want)


@pytest.mark.parametrize("shift", [1, 5, 300])
def test_out_that_overlaps(shift: int) -> None:
    for forward in (True, False):
        a = numbers(np.uint64, 20_000)
        source, target = (a[:-shift], a[shift:]) if forward else (a[shift:], a[:-shift])
        other = source[::-1].copy()
        want = arrays.mul(source.copy(), other)
        arrays.mul(source, other, out=target)
        np.testing.assert_array_equal(target, want)
    a = numbers(np.uint64)
    want = arrays.div(a.copy(), a[::-1].copy())
    np.testing.assert_array_equal(arrays.div(a, a[::-1], out=a), want)


def test_out_of_a_wrong_kind() -> None:
    a = np.ones((2, 3), np.uint16)
    with pytest.raises(ValueError, match="broadcast"):
        arrays.mul(a, a, out=np.ones((3, 2), np.uint16))
    with pytest.raises(ValueError, match="broadcast"):
        arrays.mul(a, a, out=np.ones(3, np.uint16))
    with pytest.raises(TypeError, match="expected an array of uint16 as out, got uint32"):
        arrays.mul(a, a, out=np.ones((2, 3), np.uint32))
    with pytest.raises(TypeError, match="expected an array of uint16 as out, got list"):
        arrays.mul(a, a, out=[0])  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"read-?only|writeable"):
        arrays.mul(a, a, out=read_only(a))
    with pytest.raises(ValueError, match="broadcast"):
        arrays.mul(a, np.ones(4, np.uint16))


# What is refused


@every_row("dtype", [np.float64, bool, object, complex])
def test_other_types(dtype: Any) -> None:
    with pytest.raises(TypeError, match=rf"expected an array of integers from 0 on, got {np.dtype(dtype)}"):
        arrays.mul(np.ones(3, np.uint8), np.ones(3, dtype))


@every_row("dtype", [np.int8, np.int16, np.int32, np.int64, ">i4"])
def test_negative_numbers(dtype: Any) -> None:
    numbers = np.array([[3, 0], [-2, 7]], dtype)
    for operation in (arrays.mul, arrays.sum, arrays.div):
        with pytest.raises(UsageError, match=r"expected numbers from 0 on, got -2 \(index \(1, 0\)\)"):
            operation(numbers, np.ones(2, np.uint8))


@pytest.mark.parametrize("wrong", [[1, -1], [2**64], (3, [4, -5])])
def test_lists_of_what_is_no_nimber(wrong: Any) -> None:
    with pytest.raises((UsageError, ValueError, TypeError)):
        arrays.square(wrong)
    with pytest.raises(TypeError):
        arrays.square([1, 2.5])


def test_python_ints_beside_an_array() -> None:
    a = np.ones(3, np.uint8)
    for value in (256, -1, 10**30):
        with pytest.raises(UsageError, match=f"expected a nimber that fits uint8, got {value}"):
            arrays.mul(a, value)
    with pytest.raises(TypeError, match="got float"):
        arrays.div(1.5, a)  # type: ignore[arg-type]


def test_zero_has_no_inverse() -> None:
    a = np.ones((2, 3), np.uint32)
    a[1, 1:] = 0
    before = a.copy()
    for call in (lambda: arrays.inv(a, out=a), lambda: arrays.pow(a, -3, out=a), lambda: arrays.div(a, a, out=a)):
        with pytest.raises(ZeroDivisionError, match=r"\(index \(1, 1\)\)"):
            call()
        np.testing.assert_array_equal(a, before)
    with pytest.raises(ZeroDivisionError, match=r"\(index 2\)"):
        arrays.inv(np.array([3, 2, 0], np.uint8))
    with pytest.raises(ZeroDivisionError, match=r"^0 has no nim-inverse$"):
        arrays.inv(np.uint8(0))
    assert arrays.div(a[:0], np.zeros(3, np.uint32)).shape == (0, 3)


def test_roots_that_do_not_fit() -> None:
    with pytest.raises(
        UsageError, match=r"the root for 200 \(index 1\) does not fit uint8: expected numbers below 128"
    ):
        arrays.solve(np.array([1, 200, 255], np.uint8))
    assert arrays.solve(np.array([200], np.uint16)) == nim_solve(200)[0]


# Powers and logarithms


@every_row("dtype", TYPES)
def test_one_exponent(dtype: Any) -> None:
    a = numbers(dtype, 20)
    bits = 8 * a.dtype.itemsize
    for n in (0, 1, 2, 5, -1, -7, 2**bits - 2, 2**bits - 1, 2**bits, 10**30, -(10**30)):
        want = [nim_pow(int(x), n) for x in a]
        np.testing.assert_array_equal(arrays.pow(a, n), np.array(want, dtype))
    zeros = np.zeros(2, dtype)
    assert [arrays.pow(zeros, n)[0] for n in (0, 1, 2**bits - 1, 10**30)] == [1, 0, 0, 0]


@every_row("exponents", [np.int64, np.uint64, np.int8, np.uint16])
@every_row("dtype", TYPES)
def test_an_exponent_for_each(dtype: Any, exponents: Any) -> None:
    bits, limits = 8 * np.dtype(dtype).itemsize, np.iinfo(exponents)
    few = [0, 1, 2, 3, 255, 65535, 2**bits - 1, 2 * (2**bits - 1), -1, -255, int(limits.min), int(limits.max)]
    n = np.array([k for k in few if limits.min <= k <= limits.max], exponents)
    a = numbers(dtype, 10)[:15, None]
    want = [[nim_pow(int(x), int(k)) for k in n] for x in a[:, 0]]
    np.testing.assert_array_equal(arrays.pow(a, n), np.array(want, dtype))
    positive = n[n > 0]
    assert not np.any(arrays.pow(np.zeros_like(positive, dtype), positive))
    assert arrays.pow(np.zeros(1, dtype), n[:1]) == 1


def test_bad_exponents() -> None:
    a = np.array([2, 0], np.uint8)
    with pytest.raises(TypeError, match="expected integers as exponents, got float64"):
        arrays.pow(a, np.array([0.5, 1]))
    with pytest.raises(TypeError):
        arrays.pow(a, 0.5)  # type: ignore[arg-type]
    with pytest.raises(ZeroDivisionError, match=r"\(index 1\)"):
        arrays.pow(a, np.array([-1, -1]))
    np.testing.assert_array_equal(arrays.pow(a, np.array([-1, 1])), [3, 0])


@every_row(("dtype", "base"), list(zip(TYPES, [18, 258, 65540, 4294967302], strict=True)))
def test_logarithms(dtype: Any, base: int) -> None:
    a = numbers(dtype)
    logs = arrays.log(a)
    assert logs.dtype == dtype
    assert int(logs.max()) < 2 ** (8 * a.dtype.itemsize) - 1
    np.testing.assert_array_equal(arrays.pow(np.full_like(a, base), logs), a)
    np.testing.assert_array_equal(arrays.log(a.reshape(2, -1)[::-1])[1], logs.reshape(2, -1)[0])


def test_known_logarithms() -> None:
    # Source: vectors computed by square-and-multiply from the logarithms, in another program.
    a = np.array([467495045294173606, 12956105438424145487], np.uint64)
    np.testing.assert_array_equal(arrays.log(a), np.array([4669581344308803066, 7248490320119935193], np.uint64))


@every_row("dtype", TYPES)
def test_logarithms_to_another_base(dtype: Any) -> None:
    order = 2 ** (8 * np.dtype(dtype).itemsize) - 1
    for base in (int(numbers(dtype)[5]), 2, 16, 1):
        n = np.array([0, 1, 2, 77, order - 1], np.uint64)
        a = arrays.pow(np.full(5, base, dtype), n)
        logs = arrays.log(a, base)
        np.testing.assert_array_equal(arrays.pow(np.full(5, base, dtype), logs), a)
        np.testing.assert_array_equal(arrays.log(a, base), np.minimum(logs, n))
    assert arrays.log(np.array([1, 2, 3], dtype), 2).tolist() == [0, 1, 2]


def test_logarithms_that_do_not_exist() -> None:
    with pytest.raises(UsageError, match=r"0 has no nim-logarithm \(index 1\)"):
        arrays.log(np.array([1, 0], np.uint8))
    with pytest.raises(UsageError, match=r"the number \(index 3\) is not a power of 2"):
        arrays.log(np.array([1, 2, 3, 4], np.uint16), 2)
    with pytest.raises(UsageError, match="0 cannot be the base"):
        arrays.log(np.array([1], np.uint16), 0)
    assert arrays.log(np.zeros(0, np.uint64)).shape == (0,)


# Every path


def other_path(mode: str, operations: str, types: str, **environment: str) -> list[str]:
    """The path that another process takes, and its digest."""
    command = [sys.executable, str(HERE / "array_paths.py"), mode, operations, types]
    setting = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_CPU")}
    source = str(HERE.parent / "src")
    done = subprocess.run(
        command,
        env={**setting, "PYTHONPATH": source, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


ALL = ",".join(array_paths.OPERATIONS)


@pytest.mark.parametrize(
    ("name", "mode", "operations", "types", "environment"),
    [
        ("numpy", "no-numba", ALL, "u1,u2,u4,u8", {}),
        ("numpy", "as-is", ALL, "u1", {"NUMBA_DISABLE_JIT": "1"}),
        ("bitsliced", "as-is", "inv", "u8", {"NUMBA_CPU_NAME": "haswell"}),
        ("bitsliced", "as-is", "solve", "u4", {"NUMBA_CPU_NAME": "generic"}),
        ("bitsliced", "as-is", "mul", "u1", {"NUMBA_CPU_NAME": "x86-64", "NUMBA_CPU_FEATURES": "+sse2"}),
        *(
            pytest.param("bitsliced", "as-is", ALL, "u1,u2,u4,u8", environment, marks=pytest.mark.long)
            for environment in (
                {"NUMBA_CPU_NAME": "haswell"},
                {"NUMBA_CPU_NAME": "generic"},
            )
        ),
    ],
)
@pytest.mark.slow
def test_every_path_gives_the_same(name: str, mode: str, operations: str, types: str, environment: Any) -> None:
    if "NUMBA_CPU_NAME" in environment and not llvm.get_process_triple().startswith("x86_64"):
        pytest.skip("a processor of another kind")
    taken, _, digest = other_path(mode, operations, types, **environment)
    assert taken == name
    assert digest == array_paths.digest(tuple(operations.split(",")), tuple(types.split(",")))


@pytest.mark.slow
def test_kept_code_belongs_to_one_processor(tmp_path: Path) -> None:
    """A second process compiles nothing; one for another processor does not take the code of the first."""

    def kept(**environment: str) -> set[str]:
        other_path("as-is", "mul", "u1", NIMATRON_KERNELS=str(tmp_path), **environment)
        return set(tmp_path.rglob("*.kernel"))

    first = kept()
    assert len(first) == 1
    assert kept() == first
    assert len(kept(NUMBA_CPU_NAME="generic")) == 2


def test_the_choice() -> None:
    assert [paths.choose(found).size for found in ({"avx512bw", "avx2"}, {"avx2"}, {"sse2"}, set())] == [64, 32, 16, 16]
