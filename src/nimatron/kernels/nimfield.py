"""Field operations on arrays of nimbers, in vector instructions.

A block of numbers is cut into planes, the tower of fields computes on these, and the planes are put together again.
The emitted code reads a whole block before it writes it, so the result may overwrite an operand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from .compiling import Instructions, cgutils, ir, jit, types
from .gfni import Gfni
from .slices import Vector, bit_slices, from_bit_slices, load, store, vector_type
from .tower import Bits

Kernel = Callable[[int, int, int, int], None]
"""Takes the addresses of two operands (the second may be ignored) and of the result, and the count of numbers."""

CALLED = 16
"""A product of this many planes is a function of its own: inlined, it would double the time to compile for no gain."""


@cache
def kernel(kind: str, size: int, operation: str, bits: int) -> Kernel:
    """The operation of `Tower` on numbers of 8, 16, 32 or 64 bits, compiled at its first call.

    Kind is "gfni" or "bitsliced", size that of a vector in bytes.
    """

    def run(a: int, b: int, out: int, count: int) -> None:
        _loop(kind, size, operation, bits, a, b, out, count)  # the first four are constants for the compiler

    run.__qualname__ = f"{operation}{bits}_{kind}{size}"  # the name of the compiled code, also where it is kept
    return jit(run)


class BitSliced(Bits):
    """Bit planes in vectors of any size."""

    def __init__(self, builder: Any, size: int) -> None:
        self.builder, self.vector = builder, vector_type(size)
        self.buffers: list[Any] = []

    def slices(self, vectors: list[Vector]) -> list[Vector]:
        """The planes of the nimbers in these vectors; there are as many vectors as a number has binary digits."""
        return bit_slices(vectors)

    def together(self, planes: list[Vector]) -> list[Vector]:
        """The inverse of `slices`."""
        return from_bit_slices(planes)

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
    """A function of three pointers in the module, emitted when it is first wanted."""
    if name in module.globals:
        return module.globals[name]
    made = ir.Function(module, ir.FunctionType(ir.VoidType(), [vector.as_pointer()] * 3), name)
    made.linkage = "internal"
    made.attributes.add("noinline")  # called from two places, compiled once
    builder = ir.IRBuilder(made.append_basic_block())
    emit(builder, *made.args)
    builder.ret_void()
    return made


def emit_block(builder: Any, kind: str, size: int, operation: str, bits: int, *pointers: Any) -> None:
    """Emit code that reads one block of each operand, computes, and writes a block to the last pointer."""
    field: Any = BitSliced(builder, size) if kind == "bitsliced" else Gfni()
    vectors = block_bytes(kind, size, bits) // size
    sliced = [field.slices(load(builder, pointer, vectors)) for pointer in _operands(operation, pointers)]
    store(builder, field.together(getattr(field, operation)(*sliced)), pointers[2])


def block_bytes(kind: str, size: int, bits: int) -> int:
    """The size of a block in bytes: a vector for each plane."""
    return size * (bits if kind == "bitsliced" else bits // 8)


def _operands(operation: str, pointers: Sequence[Any]) -> Sequence[Any]:
    return pointers[: 2 if operation == "mul" else 1]


def _emit_loop(
    typing: Any, kind: Any, size: Any, operation: Any, bits: Any, a: Any, b: Any, out: Any, count: Any
) -> Any:
    """Emit the loop over blocks; what is left at the end goes through a block on the stack."""
    constants = kind, size, operation, bits
    signature = types.void(*constants, types.intp, types.intp, types.intp, types.intp)
    values = [constant.literal_value for constant in constants]

    def build(context: Any, builder: Any, signature: Any, args: Sequence[Any]) -> Any:
        _emit_blocks(builder, values, args[4:7], builder.mul(args[7], _word(values[3] // 8)))
        return context.get_dummy_value()

    return signature, build


def _emit_blocks(builder: Any, values: list[Any], addresses: Sequence[Any], total: Any) -> None:
    kind, size, operation, bits = values
    vector, step = vector_type(size), _word(block_bytes(kind, size, bits))
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
