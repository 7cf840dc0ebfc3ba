"""A loop in vector instructions that the compiler does not find by itself.

It is written in LLVM's own language so that what it gathers stays in registers. It computes the same on every
machine.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..compile.jit import Instructions, cgutils, ir, types

BLOCK = 32
"""Heaps computed together: one byte each fills a 256-bit register."""

OPEN = 4
"""How many open values of each heap are compared with the splits at once; each takes two registers."""


class _Loop:
    """A loop over r in heaps[start:stop] that gets the values of all splits r + b = m + j, j < BLOCK, as a vector."""

    def __init__(self, context: Any, builder: Any, signature: Any, args: Any) -> None:
        self.context, self.builder, self.signature, self.args = context, builder, signature, args
        self.number = context.get_data_type(signature.args[0].dtype)
        self.vector = ir.VectorType(self.number, BLOCK)

    def data(self, k: int) -> Any:
        return self.context.make_array(self.signature.args[k])(self.context, self.builder, self.args[k]).data

    def place(self, pointer: Any, index: Any, vector: Any) -> Any:
        return self.builder.bitcast(self.builder.gep(pointer, [index]), vector.as_pointer())

    def load(self, pointer: Any, index: Any, vector: Any) -> Any:
        # Places are those of single items, so only the alignment of an item may be promised.
        return self.builder.load(self.place(pointer, index, vector), align=vector.element.width // 8)

    def store(self, value: Any, pointer: Any, index: Any) -> None:
        self.builder.store(value, self.place(pointer, index, value.type), align=value.type.element.width // 8)

    def slot(self, value: Any) -> Any:
        """A variable, which the compiler turns into a register."""
        return cgutils.alloca_once_value(self.builder, value)

    def each(self, step: Callable[[Any], None]) -> None:
        """Emit `step` for the vector of G(r) ^ G(b)."""
        builder, word = self.builder, ir.IntType(64)
        values, heaps = self.data(0), self.data(2)
        undefined = ir.Constant(self.vector, ir.Undefined)
        first = ir.Constant(ir.VectorType(ir.IntType(32), BLOCK), None)
        with cgutils.for_range_slice(builder, self.args[3], self.args[4], ir.Constant(word, 1), inc=True) as (k, _):
            r = builder.load(builder.gep(heaps, [k]))
            one = builder.load(builder.gep(values, [r]))
            g = builder.insert_element(undefined, one, ir.Constant(ir.IntType(32), 0))
            # The partners b = m - r, m - r + 1, ... lie side by side: one load brings them all.
            other = self.load(values, builder.sub(self.args[1], r), self.vector)
            step(builder.xor(other, builder.shuffle_vector(g, undefined, first)))  # G(r) in every lane


def _compare(typing: Any, G: Any, m: Any, heaps: Any, start: Any, stop: Any, near: Any, gap: Any) -> Any:
    """Lower `gap` to the least of G(r) ^ G(b) ^ near over the splits r + b = m + j with r in heaps[start:stop].

    A gap of 0 means that a split has exactly the value in `near`. Both have OPEN rows of BLOCK values; column j
    belongs to m + j. In plain Python:

        for r in heaps[start:stop]:
            gap = minimum(gap, G[r] ^ G[m - r : m - r + BLOCK] ^ near)
    """
    signature = types.void(G, types.int64, heaps, types.int64, types.int64, near, gap)

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        loop = _Loop(context, builder, signature, args)
        near_data, gap_data = loop.data(5), loop.data(6)
        rows = [ir.Constant(ir.IntType(64), q * BLOCK) for q in range(OPEN)]
        nears = [loop.load(near_data, row, loop.vector) for row in rows]
        slots = [loop.slot(loop.load(gap_data, row, loop.vector)) for row in rows]

        def lower(x: Any) -> None:
            for target, slot in zip(nears, slots, strict=True):
                y, z = builder.xor(x, target), builder.load(slot)
                builder.store(builder.select(builder.icmp_unsigned("<", y, z), y, z), slot)

        loop.each(lower)
        for row, slot in zip(rows, slots, strict=True):
            loop.store(builder.load(slot), gap_data, row)
        return context.get_dummy_value()

    return signature, build


compare: Callable[..., None] = Instructions(_compare)
