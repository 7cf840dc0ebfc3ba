"""One loop in the vector instructions of the machine, which the compiler does not find by itself.

`compare` is written in the compiler's own language so that its minima stay in registers. On any
machine it computes the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

BLOCK = 32
"""Heaps computed together: one byte for each fills a register of 256 bits."""

OPEN = 4
"""Open values of each heap that are compared with the splits at once."""


def _compare(typing: Any, G: Any, m: Any, heaps: Any, start: Any, stop: Any, near: Any, gap: Any) -> Any:
    """Lower `gap` to the least of G(r) ^ G(b) ^ near over the splits r + b = m + j with r in heaps[start:stop].

    `near` and `gap` have OPEN rows of BLOCK values; column j belongs to m + j. In plain Python:

        for r in heaps[start:stop]:
            gap = minimum(gap, G[r] ^ G[m - r : m - r + BLOCK] ^ near)
    """
    signature = types.void(G, types.int64, heaps, types.int64, types.int64, near, gap)

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        number = context.get_data_type(G.dtype)
        vector = ir.VectorType(number, BLOCK)
        undefined = ir.Constant(vector, ir.Undefined)
        first = ir.Constant(ir.VectorType(ir.IntType(32), BLOCK), None)

        def data(k: int) -> Any:
            return context.make_array(signature.args[k])(context, builder, args[k]).data

        def place(pointer: Any, index: Any) -> Any:
            return builder.bitcast(builder.gep(pointer, [index]), vector.as_pointer())

        def load(pointer: Any, index: Any) -> Any:
            return builder.load(place(pointer, index), align=number.width // 8)

        values, rare, near_data, gap_data = data(0), data(2), data(5), data(6)
        rows = [ir.Constant(word, q * BLOCK) for q in range(OPEN)]
        nears = [load(near_data, row) for row in rows]
        slots = [cgutils.alloca_once_value(builder, load(gap_data, row)) for row in rows]  # type: ignore[no-untyped-call]
        with cgutils.for_range_slice(builder, args[3], args[4], ir.Constant(word, 1), inc=True) as (k, _):
            r = builder.load(builder.gep(rare, [k]))
            g = builder.insert_element(
                undefined, builder.load(builder.gep(values, [r])), ir.Constant(ir.IntType(32), 0)
            )
            x = builder.xor(load(values, builder.sub(args[1], r)), builder.shuffle_vector(g, undefined, first))
            for target, slot in zip(nears, slots, strict=True):
                y, z = builder.xor(x, target), builder.load(slot)
                builder.store(builder.select(builder.icmp_unsigned("<", y, z), y, z), slot)
        for row, slot in zip(rows, slots, strict=True):
            builder.store(builder.load(slot), place(gap_data, row), align=number.width // 8)
        return context.get_dummy_value()

    return signature, build


compare: Callable[..., None] = intrinsic(_compare)


def _lowest_bit(typing: Any, x: Any) -> Any:
    """The place of the lowest bit that is set in a word, which is not 0."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), build


lowest_bit: Callable[..., int] = intrinsic(_lowest_bit)
