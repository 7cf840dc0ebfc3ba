"""Field operations on arrays of nimbers, in vector instructions.

A block of numbers is cut into planes, the tower of fields computes on these, and the planes are put together again.
The emitted code reads a whole block before it writes it, so the result may overwrite an operand.

A plane holds the same binary digit of many nimbers. A nimber is a list of planes, lowest first; the two halves of the
list are elements of the half field. With F = 2^(half the width), two rules of Conway give all operations:

    F ⊗ x = F·x  for x < F          F ⊗ F = F ⊕ F/2
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from ..compile.jit import Instructions, cgutils, ir, jit, types
from .bitslices import Vector, bit_slices, from_bit_slices, load, store, vector_type

Kernel = Callable[[int, int, int, int], None]
"""Takes the addresses of two operands (the second may be ignored) and of the result, and the count of numbers."""

Planes = list[Vector]
"""A block of numbers: a vector for each binary digit, the lowest first."""

CALLED = 16
"""A product of this many planes is a function of its own: inlining it would double the time to compile for no gain."""


@cache
def kernel(size: int, operation: str, bits: int) -> Kernel:
    """The operation of `Tower` on numbers of 8, 16, 32 or 64 bits, in vectors of `size` bytes."""

    def run(a: int, b: int, out: int, count: int) -> None:
        _loop(size, operation, bits, a, b, out, count)  # the first three are constants for the compiler

    run.__qualname__ = f"{operation}{bits}_{size}"  # the name of the compiled code, also in the cache
    return jit(run)


class Tower:
    """The operations on lists of planes. The ground floor is the field of 0 and 1."""

    def mul(self, a: Planes, b: Planes) -> Planes:
        """The product, from three products of halves."""
        if len(a) == 1:
            return [a[0] & b[0]]
        (a0, a1), (b0, b1) = halves(a), halves(b)
        # Karatsuba: mixed + low = a0·b1 + a1·b0 + a1·b1, and a1·b1 belongs there because F ⊗ F = F ⊕ F/2.
        low, high, mixed = self.mul(a0, b0), self.mul(a1, b1), self.mul(add(a0, a1), add(b0, b1))
        return add(low, self.top(high)) + add(mixed, low)

    def top(self, a: Planes) -> Planes:
        """The product with the highest power of two."""
        if len(a) == 1:
            return a
        a0, a1 = halves(a)
        return self.top(self.top(a1)) + self.top(add(a0, a1))

    def square(self, a: Planes) -> Planes:
        """The square."""
        if len(a) == 1:
            return a
        a0, a1 = halves(a)
        high = self.square(a1)
        return add(self.square(a0), self.top(high)) + high

    def sqrt(self, a: Planes) -> Planes:
        """The square root."""
        if len(a) == 1:
            return a
        a0, a1 = halves(a)
        return self.sqrt(add(a0, self.top(a1))) + self.sqrt(a1)

    def inv(self, a: Planes) -> Planes:
        """The inverse, by the norm a ⊗ (a1·F + (a0 ⊕ a1)), which lies in the half field; 0 stays 0."""
        if len(a) == 1:
            return a
        a0, a1 = halves(a)
        both = add(a0, a1)
        scale = self.inv(add(self.mul(a0, both), self.top(self.square(a1))))
        return self.mul(both, scale) + self.mul(a1, scale)

    def solve(self, a: Planes) -> Planes:
        """The even root of x ⊗ x ⊕ x = a, as if the highest digit of a were 0."""
        if len(a) == 1:
            return [a[0] ^ a[0]]
        a0, a1 = halves(a)
        high = self.solve(a1)
        rest = add(a0, self.top(self.square(high)))
        # Only one of the two roots for the high half leaves a low half that has roots itself.
        return [*self.solve(rest), high[0] ^ rest[-1], *high[1:]]


def halves(a: Planes) -> tuple[Planes, Planes]:
    """The low and the high half."""
    half = len(a) // 2
    return a[:half], a[half:]


def add(a: Planes, b: Planes) -> Planes:
    """The nim-sum."""
    return [x ^ y for x, y in zip(a, b, strict=True)]


class BitPlanes(Tower):
    """Bit planes in vectors of any size."""

    def __init__(self, builder: Any, size: int) -> None:
        self.builder, self.vector = builder, vector_type(size)
        self.buffers: list[Any] = []

    def mul(self, a: Planes, b: Planes) -> Planes:
        if len(a) != CALLED:
            return super().mul(a, b)
        product = function(self.builder.module, "nim_product", self.vector, _emit_product)
        self.buffers = self.buffers or [self.builder.alloca(self.vector, CALLED) for _ in range(3)]
        for planes, buffer in zip((a, b), self.buffers, strict=False):
            store(self.builder, planes, buffer)
        self.builder.call(product, self.buffers)
        return load(self.builder, self.buffers[2], CALLED)


def _emit_product(builder: Any, a: Any, b: Any, out: Any) -> None:
    store(builder, Tower().mul(load(builder, a, CALLED), load(builder, b, CALLED)), out)


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
    result = getattr(BitPlanes(builder, size), operation)(*sliced)
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
