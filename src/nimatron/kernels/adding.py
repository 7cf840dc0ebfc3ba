"""Adding planes of unions, written in LLVM's own language: most of what `lanes` does.

A union has the ranks of G(n - t) for all splits t as a set, in planes (see `sets`). The options that splits with a heap
a make are the union of n - a, each rank added to that of G(a): that takes a plane to another one, by the higher bits of
the rank of G(a), and changes the order of the bits in its bytes, by the lowest three.

No instruction of AVX2 brings bits into another order. So planes of one order are added, the sum is brought to the next
order by swapping bits, planes of that order are added, and so on.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from .compiling import Instructions, cgutils, ir, types
from .machines import LANES, Halves, filled, machine_of, vector
from .sets import Writer

ORDERS = 4, 5, 7, 6, 2, 3, 1, 0
"""The orders of bits in a byte: in order c, bit i is at place i ^ c. From one to the next only one bit of c changes."""


def _gather(typing: Any, unions: Any, m: Any, place: Any, ends: Any, first: Any, sets: Any, at: Any) -> Any:
    """Add to a plane of sets, which is at `at`, the planes at m + place[k], with bits in another order.

    From ends[first + c] on are those of order c. In plain Python:

        for c in range(8):
            for k in range(ends[first + c], ends[first + c + 1]):
                plane |= turned(unions[m + place[k] :][:LANES], c)
    """
    signature = types.void(unions, types.int64, place, ends, types.int64, sets, types.int64)

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        if not machine_of(context):
            return context.get_dummy_value()  # nobody asks
        writer, kind, one = Writer(context, builder, signature, args), vector(LANES), ir.Constant(ir.IntType(64), 1)
        slot = _slot(builder, filled(kind, 0))
        begin = builder.gep(writer.data(0), [args[1]])
        ends = [builder.gep(writer.data(3), [builder.add(args[4], ir.Constant(one.type, c))]) for c in range(9)]
        for order, following in pairwise([*ORDERS, 0]):
            start, stop = (builder.load(end) for end in ends[order : order + 2])
            with cgutils.for_range_slice(builder, start, stop, one, inc=True) as (k, _):
                _add(builder, slot, writer.load(begin, builder.load(builder.gep(writer.data(2), [k])), kind))
            _swap(builder, slot, order ^ following)
        found = builder.or_(builder.load(slot), writer.load(writer.data(5), args[6], kind))
        writer.store(found, writer.data(5), args[6])
        return context.get_dummy_value()

    return signature, build


def _slot(builder: Any, value: Any) -> Any:
    """A variable that gets this value each time, also within a loop."""
    slot = cgutils.alloca_once(builder, value.type)
    builder.store(value, slot)
    return slot


def _add(builder: Any, slot: Any, plane: Any) -> None:
    builder.store(builder.or_(builder.load(slot), plane), slot)


def _swap(builder: Any, slot: Any, distance: int) -> None:
    if distance:
        builder.store(Halves().swapped(builder, builder.load(slot), distance), slot)


def _add_heaps(planes: int) -> Callable[..., Any]:
    def write(typing: Any, unions: Any, m: Any, place: Any, ends: Any, sets: Any) -> Any:
        """The sets of all options that splits with some heaps make.

        Each heap has a place for each plane of a set; from ends[c] on are those of order c. In plain Python:

            for c in range(8):
                for k in range(ends[c], ends[c + 1]):
                    for p in range(planes):
                        sets[p] |= turned(unions[m + place[k * planes + p] :][:LANES], c)
        """
        signature = types.void(unions, types.int64, place, ends, sets)

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            if not machine_of(context):
                return context.get_dummy_value()  # nobody asks
            writer, word, kind = Writer(context, builder, signature, args), ir.IntType(64), vector(LANES)
            slots = [_slot(builder, filled(kind, 0)) for _ in range(planes)]
            begin, step = builder.gep(writer.data(0), [args[1]]), ir.Constant(word, planes)
            ends = [builder.load(builder.gep(writer.data(3), [ir.Constant(word, c)])) for c in range(9)]
            for order, following in pairwise([*ORDERS, 0]):
                first, last = (builder.mul(end, step) for end in ends[order : order + 2])
                with cgutils.for_range_slice(builder, first, last, step, inc=True) as (k, _):
                    for p, slot in enumerate(slots):
                        there = builder.load(builder.gep(writer.data(2), [builder.add(k, ir.Constant(word, p))]))
                        _add(builder, slot, writer.load(begin, there, kind))
                for slot in slots:
                    _swap(builder, slot, order ^ following)
            for p, slot in enumerate(slots):
                writer.store(builder.load(slot), writer.data(4), ir.Constant(word, p * LANES))
            return context.get_dummy_value()

        return signature, build

    return write


gather: Callable[..., None] = Instructions(_gather)
add_heaps_2: Callable[..., None] = Instructions(_add_heaps(2))
add_heaps_3: Callable[..., None] = Instructions(_add_heaps(3))
add_heaps_4: Callable[..., None] = Instructions(_add_heaps(4))
add_heaps_5: Callable[..., None] = Instructions(_add_heaps(5))
add_heaps_6: Callable[..., None] = Instructions(_add_heaps(6))
