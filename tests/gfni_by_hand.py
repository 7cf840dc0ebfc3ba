"""The instructions of GFNI from their definition, one digit at a time, for machines that have none of them."""

from collections.abc import Callable
from typing import Any

from llvmlite import ir

from nimatron.kernels.slices import Vector


def instruction(name: str, a: Vector, b: Vector, *constant: int) -> Vector:
    """In place of `nimatron.kernels.gfni.instruction`."""
    if name == "vgf2p8mulb":
        return call(product, a, b)
    assert constant == (0,)
    return call(affine, call(inverse, a, a) if name == "vgf2p8affineinvqb" else a, b)


def call(operation: Callable[[Vector, Vector], Vector], a: Vector, b: Vector) -> Vector:
    """A function in the code, so that it is compiled once and not at every place where it is used."""
    module, kind = a.builder.module, a.value.type
    function = module.globals.get(operation.__name__)
    if function is None:
        function = ir.Function(module, ir.FunctionType(kind, [kind, kind]), operation.__name__)
        function.linkage = "internal"
        function.attributes.add("noinline")
        builder = ir.IRBuilder(function.append_basic_block())
        builder.ret(operation(*(Vector(builder, argument) for argument in function.args)).value)
    return Vector(a.builder, a.builder.call(function, [a.value, b.value]))


def product(a: Vector, b: Vector) -> Vector:
    """The product of bytes as polynomials, reduced by x^8 + x^4 + x^3 + x + 1."""
    total = a ^ a
    for i in range(8):
        total ^= a & spread(b, i)
        a = bytewise("shl", a, 1) ^ (spread(a, 7) & a.filled(b"\x1b"))
    return total


def inverse(a: Vector, _: Vector) -> Vector:
    """a^254, which is 0 for 0."""
    result = a
    for _ in range(6):
        result = call(product, call(product, result, result), a)
    return call(product, result, result)


def affine(a: Vector, matrix: Vector) -> Vector:
    """Digit i of the result is the parity of a & row i; row i is byte 7 - i of each word of the matrix."""
    total = a ^ a
    for i in range(8):
        row = matrix.mixed(matrix, [place // 8 * 8 + 7 - i for place in range(a.size)])
        parity = a & row
        for shift in (4, 2, 1):
            parity ^= bytewise("lshr", parity, shift)
        total ^= bytewise("shl", parity & a.filled(b"\x01"), i)
    return total


def spread(a: Vector, i: int) -> Vector:
    """Bytes of eight ones where digit i is set, else 0."""
    return bytewise("ashr", bytewise("shl", a, 7 - i), 7)


def bytewise(operation: str, a: Vector, places: int) -> Vector:
    shift: Any = getattr(a.builder, operation)
    return Vector(a.builder, shift(a.value, ir.Constant(a.value.type, [places] * a.size)))
