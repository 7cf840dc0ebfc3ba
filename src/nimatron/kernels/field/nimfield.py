"""Field operations on arrays of nimbers, in vector instructions.

A block of numbers is cut into planes, the tower of fields computes on these, and the planes are put together again.
The emitted code reads a whole block before it writes it, so the result may overwrite an operand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from ..compile.jit import Instructions, cgutils, ir, jit, types
from .bitslices import Vector, bit_slices, from_bit_slices, load, store, vector_type
from .tower import Bits

Kernel = Callable[[int, int, int, int], None]
"""Takes the addresses of two operands (the second may be ignored) and of the result, and the count of numbers."""

CALLED = 16
"""A product of this many planes is a function of its own: inlining it would double the time to compile for no gain."""


@cache
def kernel(size: int, operation: str, bits: int) -> Kernel:
    """The operation of `FieldTower` on numbers of 8, 16, 32 or 64 bits, in vectors of `size` bytes."""

    def run(a: int, b: int, out: int, count: int) -> None:
        _loop(size, operation, bits, a, b, out, count)  # the first three are constants for the compiler

    run.__qualname__ = f"{operation}{bits}_{size}"  # the name of the compiled code, also in the cache
    return jit(run)


class BitSliced(Bits):
    """Bit planes in vectors of any size."""

    def __init__(self, builder: Any, size: int) -> None:
        self.builder, self.vector = builder, vector_type(size)
        self.buffers: list[Any] = []

    def mul(self, a: list[Vector], b: list[Vector]) -> list[Vector]:
        if len(a) != CALLED:
            return super().mul(a, b)
        product = function(self.builder.module, "nim_product", self.vector, _emit_product)
        self.buffers = self.buffers or [self.builder.alloca(self.vector, CALLED) for _ in range(3)]
        for planes, buffer in zip((a, b), self.buffers, strict=False):
            store(self.builder, planes, buffer)
        self.builder.call(product, self.buffers)
        return load(self.builder, self.buffers[2], CALLED)


def _emit_product(builder: Any, a: Any, b: Any, out: Any) -> None:
    store(builder, Bits().mul(load(builder, a, CALLED), load(builder, b, CALLED)), out)


def function(module: Any, name: str, vector: Any, emit: Callable[..., None]) -> Any:
    """A function of three pointers in the module, emitted at its first use."""
    if name in module.globals:
        return module.globals[name]
    made = ir.Function(module, ir.FunctionType(ir.VoidType(), [vector.as_pointer()] * 3), name)
    made.linkage = "internal"
    made.attributes.add("noinline")  # called from two places, compiled once
    builder = ir.IRBuilder(made.append_basic_block())
    emit(builder, *made.args)
    builder.ret_void()
    return made


def emit_block(builder: Any, size: int, operation: str, bits: int, *pointers: Any) -> None:
    """Emit code that reads one block of each operand, computes, and writes a block to the last pointer.

    A block has a vector for each plane, so as many vectors as a number has bits.
    """
    sliced = [bit_slices(load(builder, pointer, bits)) for pointer in _operands(operation, pointers)]
    result = getattr(BitSliced(builder, size), operation)(*sliced)
    store(builder, from_bit_slices(result), pointers[2])


def _operands(operation: str, pointers: Sequence[Any]) -> Sequence[Any]:
    return pointers[: 2 if operation == "mul" else 1]


def _emit_loop(typing: Any, size: Any, operation: Any, bits: Any, a: Any, b: Any, out: Any, count: Any) -> Any:
    """Emit the loop over blocks; the numbers left at the end go through a block on the stack."""
    constants = size, operation, bits
    signature = types.void(*constants, types.intp, types.intp, types.intp, types.intp)
    values = [constant.literal_value for constant in constants]

    def build(context: Any, builder: Any, signature: Any, args: Sequence[Any]) -> Any:
        _emit_blocks(builder, values, args[3:6], builder.mul(args[6], _word(values[2] // 8)))
        return context.get_dummy_value()

    return signature, build


def _emit_blocks(builder: Any, values: list[Any], addresses: Sequence[Any], total: Any) -> None:
    size, operation, bits = values
    vector, step = vector_type(size), _word(size * bits)
    block = function(builder.module, "nim_block", vector, lambda inner, *p: emit_block(inner, *values, *p))
    rest = builder.urem(total, step)
    whole = builder.sub(total, rest)

    def at(offset: Any) -> list[Any]:
        return [builder.inttoptr(builder.add(address, offset), vector.as_pointer()) for address in addresses]

    with cgutils.for_range_slice(builder, _word(0), whole, step) as (offset, _):
        builder.call(block, at(offset))
    with builder.if_then(builder.icmp_unsigned("!=", rest, _word(0))):
        stack = [cgutils.alloca_once(builder, vector, step.constant // size) for _ in range(3)]
        memory = at(whole)
        for target, source in zip(_operands(operation, stack), memory, strict=False):
            cgutils.raw_memcpy(builder, target, source, rest, 1)
        builder.call(block, stack)
        cgutils.raw_memcpy(builder, memory[2], stack[2], rest, 1)


def _word(value: int) -> Any:
    return ir.Constant(ir.IntType(64), value)


_loop: Callable[..., None] = Instructions(_emit_loop, prefer_literal=True)
