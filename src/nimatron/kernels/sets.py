"""Bit sets in the lanes of vectors, written in LLVM's own language: what `lanes` is made of.

All of it computes the same on every machine. Where a machine can look up 64 bytes in a table at once (AVX-512 VBMI), a
set is kept as planes of bytes: lane j of plane p has the bits 8p to 8p + 7 of set j. Elsewhere it is one number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .compiling import Instructions, cgutils, ir, types

LANES = 64
"""The heaps of a block: the lanes of `collect_far`."""

STEP = 8
"""The lanes of `collect_near`."""

SIZE = 64
"""The bits of a set. The last one is never set: whatever is too large is left out."""

TOGETHER = 4
"""So many planes are added in a round of `gather`."""

Collected = list[Any]


class _Writer:
    """Writes code that reads H(m + j - away[k]) ^ code[k] for all lanes j at once.

    The arguments that it reads: H, m, away, code, and the first and the last of the marks.
    """

    def __init__(self, context: Any, builder: Any, signature: Any, args: Any) -> None:
        self.context, self.builder, self.signature, self.args = context, builder, signature, args

    def data(self, k: int) -> Any:
        return self.context.make_array(self.signature.args[k])(self.context, self.builder, self.args[k]).data

    def load(self, pointer: Any, index: Any, kind: Any) -> Any:
        place = self.builder.bitcast(self.builder.gep(pointer, [index]), kind.as_pointer())
        return self.builder.load(place, align=1)

    def store(self, value: Any, pointer: Any, index: Any) -> None:
        self.builder.store(value, self.builder.bitcast(self.builder.gep(pointer, [index]), value.type.as_pointer()), 1)

    def each(
        self, lanes: int, start: Collected, step: Callable[[Any, Collected], Collected], first: int = 0
    ) -> Collected:
        """The values that `step` makes of `start`, going through all marks; for the lanes from `first` on."""
        builder, word = self.builder, ir.IntType(64)
        away, code = self.data(2), self.data(3)
        slots = [cgutils.alloca_once_value(builder, value) for value in start]
        here = builder.add(self.args[1], ir.Constant(word, first))
        with cgutils.for_range_slice(builder, self.args[4], self.args[5], ir.Constant(word, 1), inc=True) as (k, _):
            place = builder.sub(here, builder.load(builder.gep(away, [k])))
            there = self.load(self.data(0), place, ir.VectorType(ir.IntType(8), lanes))
            # Four bytes at a time: so much can be read from memory into all lanes without an instruction of its own.
            g = splat(builder, builder.load(builder.gep(code, [k])), lanes // 4)
            x = builder.xor(there, builder.bitcast(g, there.type))
            for slot, value in zip(slots, step(x, [builder.load(slot) for slot in slots]), strict=True):
                builder.store(value, slot)
        return [builder.load(slot) for slot in slots]


def splat(builder: Any, value: Any, count: int) -> Any:
    """A vector of one number."""
    undefined = ir.Constant(ir.VectorType(value.type, count), ir.Undefined)
    one = builder.insert_element(undefined, value, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(one, undefined, ir.Constant(ir.VectorType(ir.IntType(32), count), None))


def filled(kind: Any, number: int) -> Any:
    """A constant vector of one number."""
    return ir.Constant(kind, [number] * kind.count)


ROWS = 1 + SIZE // 8
"""A row of values and the planes of a set."""


def _has_planes(context: Any) -> bool:
    features = context.codegen()._tm_features.split(",")
    return "+avx512vbmi" in features and "+gfni" in features


def _plane() -> Any:
    return ir.VectorType(ir.IntType(8), LANES)


def _call(builder: Any, name: str, *operands: Any) -> Any:
    """One instruction that makes a plane."""
    module, kinds = builder.module, [operand.type for operand in operands]
    function = module.globals.get(name) or ir.Function(module, ir.FunctionType(_plane(), kinds), name)
    return builder.call(function, operands)


def _look_up(builder: Any, table: Any, x: Any) -> Any:
    """table[x] in all lanes."""
    return _call(builder, "llvm.x86.avx512.permvar.qi.512", table, x)


def _table(builder: Any, p: Any) -> Any:
    """For each number below SIZE its byte in plane p of a set that has just this number."""
    here = builder.icmp_unsigned(
        "==",
        ir.Constant(_plane(), [i // 8 for i in range(SIZE)]),
        splat(builder, builder.trunc(p, ir.IntType(8)), LANES),
    )
    return builder.select(here, ir.Constant(_plane(), [1 << i % 8 for i in range(SIZE)]), filled(_plane(), 0))


def _planes(writer: _Writer, count: int) -> list[Any]:
    """The sets of all marks, as planes."""
    builder, kind = writer.builder, _plane()
    bits = range(8 * count - 1)  # the last one is left out
    tables = [
        ir.Constant(kind, [1 << i % 8 if i // 8 == p and i in bits else 0 for i in range(SIZE)]) for p in range(count)
    ]

    def put(x: Any, planes: Collected) -> Collected:
        return [builder.or_(plane, _look_up(builder, table, x)) for plane, table in zip(planes, tables, strict=True)]

    return writer.each(LANES, [filled(kind, 0)] * count, put)


def _words(builder: Any, planes: list[Any]) -> list[Any]:
    """The words whose bytes are in these planes, in the order of the lanes, as vectors."""
    if len(planes) == 1:
        return planes
    half = len(planes) // 2
    halves = zip(_words(builder, planes[:half]), _words(builder, planes[half:]), strict=True)
    return [vector for pair in halves for vector in _interleaved(builder, *pair)]


def _interleaved(builder: Any, a: Any, b: Any) -> list[Any]:
    """The items of two vectors in turn, as two vectors of items of twice the size."""
    count, size = a.type.count, a.type.element.width
    turns = [i // 2 + i % 2 * count for i in range(2 * count)]
    number, place = ir.IntType(2 * size), ir.VectorType(ir.IntType(32), count)
    return [
        builder.bitcast(builder.shuffle_vector(a, b, ir.Constant(place, part)), ir.VectorType(number, count // 2))
        for part in (turns[:count], turns[count:])
    ]


def _shifts(writer: _Writer, lanes: int, first: int = 0, bits: int = SIZE) -> Any:
    """The sets of all marks, as numbers of SIZE bits, for the lanes from `first` on; of the first `bits` numbers."""
    builder, wide = writer.builder, ir.VectorType(ir.IntType(bits), lanes)
    last = filled(ir.VectorType(ir.IntType(8), lanes), bits - 1)

    def put(x: Any, sets: Collected) -> Collected:
        x = builder.select(builder.icmp_unsigned("<", x, last), x, last)
        return [builder.or_(sets[0], builder.shl(filled(wide, 1), builder.zext(x, wide)))]

    found = writer.each(lanes, [filled(wide, 0)], put, first)[0]
    found = builder.and_(found, filled(wide, (1 << bits - 1) - 1))
    return builder.zext(found, ir.VectorType(ir.IntType(SIZE), lanes)) if bits < SIZE else found


def _collect_far(count: int) -> Callable[..., Any]:
    def write(typing: Any, H: Any, m: Any, away: Any, code: Any, start: Any, stop: Any, words: Any) -> Any:
        """The sets of LANES heaps from m on. Numbers from 8 * `count` - 1 on may be left out."""
        signature = types.void(H, types.int64, away, code, types.int64, types.int64, words)

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            writer = _Writer(context, builder, signature, args)
            data, word = writer.data(6), ir.IntType(64)
            if _has_planes(context):
                none = [filled(_plane(), 0)] * (SIZE // 8 - count)
                for i, vector in enumerate(_words(builder, [*_planes(writer, count), *none])):
                    writer.store(vector, data, ir.Constant(word, STEP * i))
            else:  # few at a time, so that they stay in registers
                for i in range(0, LANES, STEP):
                    writer.store(_shifts(writer, STEP, i), data, ir.Constant(word, i))
            return context.get_dummy_value()

        return signature, build

    return write


def _collect_near(lanes: int, bits: int) -> Callable[..., Any]:
    def write(typing: Any, H: Any, m: Any, away: Any, code: Any, start: Any, stop: Any, words: Any, first: Any) -> Any:
        """The sets of `lanes` heaps from m on, added to the words from `first` on. They have less than `bits` bits."""
        signature = types.void(H, types.int64, away, code, types.int64, types.int64, words, types.int64)

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            writer = _Writer(context, builder, signature, args)
            found, data = _shifts(writer, lanes, bits=bits), writer.data(6)
            before = writer.load(data, args[7], found.type)
            writer.store(builder.or_(before, found), data, args[7])
            return context.get_dummy_value()

        return signature, build

    return write


def _look_up_2(typing: Any, H: Any, m: Any, away: Any, code: Any, start: Any, stop: Any, sets: Any, at: Any) -> Any:
    """The first two planes of the sets of all marks, of LANES heaps from m on, stored from `at` on."""
    signature = types.void(H, types.int64, away, code, types.int64, types.int64, sets, types.int64)

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        if _has_planes(context):  # else nobody asks
            writer = _Writer(context, builder, signature, args)
            for p, plane in enumerate(_planes(writer, 2)):
                place = builder.add(args[7], ir.Constant(ir.IntType(64), p * LANES))
                writer.store(plane, writer.data(6), place)
        return context.get_dummy_value()

    return signature, build


def _unite(typing: Any, H: Any, m: Any, away: Any, sets: Any, place: Any, stride: Any, planes: Any) -> Any:
    """The sets of all H(m + j - away[k]), for LANES places j: plane p of them is stored at place + p * stride."""
    signature = types.void(H, types.int64, away, sets, types.int64, types.int64, types.int64)

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        if not _has_planes(context):
            return context.get_dummy_value()  # nobody asks
        writer, word = _Writer(context, builder, signature, args), ir.IntType(64)
        zero, one = ir.Constant(word, 0), ir.Constant(word, 1)
        count = context.make_array(signature.args[2])(context, builder, args[2]).nitems
        with cgutils.for_range_slice(builder, zero, args[6], one, inc=True) as (p, _):
            table, slot = _table(builder, p), cgutils.alloca_once(builder, _plane())
            builder.store(filled(_plane(), 0), slot)
            with cgutils.for_range_slice(builder, zero, count, one, inc=True) as (k, _):
                there = builder.sub(args[1], builder.load(builder.gep(writer.data(2), [k])))
                x = writer.load(writer.data(0), there, _plane())
                builder.store(builder.or_(builder.load(slot), _look_up(builder, table, x)), slot)
            writer.store(builder.load(slot), writer.data(3), builder.add(args[4], builder.mul(p, args[5])))
        return context.get_dummy_value()

    return signature, build


def _gather(
    typing: Any, unions: Any, m: Any, source: Any, turn: Any, start: Any, stop: Any, keep: Any, sets: Any, place: Any
) -> Any:
    """Add to a plane of sets, which is at `place`, the planes at m + source[k], with bits in another order.

    turn[k] is the order, as `turned` tells. Then only the bits in `keep` are kept. There are a multiple of TOGETHER of
    them. In plain Python:

        for k in range(start, stop):
            plane |= turned(unions[m + source[k] :][:LANES], turn[k])
        plane &= keep
    """
    number = types.int64
    signature = types.void(unions, number, source, turn, number, number, number, sets, number)

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        if not _has_planes(context):
            return context.get_dummy_value()  # nobody asks
        writer, word = _Writer(context, builder, signature, args), ir.IntType(64)
        slots = [cgutils.alloca_once(builder, _plane()) for _ in range(2)]
        builder.store(writer.load(writer.data(7), args[8], _plane()), slots[0])
        builder.store(filled(_plane(), 0), slots[1])
        step = ir.Constant(word, TOGETHER)
        with cgutils.for_range_slice(builder, args[4], args[5], step, inc=True) as (first, _):
            for i in range(TOGETHER):
                k, slot = builder.add(first, ir.Constant(word, i)), slots[i % 2]
                there = builder.add(args[1], builder.load(builder.gep(writer.data(2), [k])))
                order = splat(builder, builder.load(builder.gep(writer.data(3), [k])), LANES // 8)
                x = writer.load(writer.data(0), there, _plane())
                matrix, nothing = builder.bitcast(order, _plane()), ir.Constant(ir.IntType(8), 0)
                x = _call(builder, "llvm.x86.vgf2p8affineqb.512", x, matrix, nothing)
                builder.store(builder.or_(builder.load(slot), x), slot)
        found = builder.or_(*(builder.load(slot) for slot in slots))
        keep = splat(builder, builder.trunc(args[6], ir.IntType(8)), LANES)
        writer.store(builder.and_(found, keep), writer.data(7), args[8])
        return context.get_dummy_value()

    return signature, build


def turn_of(code: int) -> int:
    """The matrix that takes bit i of a byte to bit i ^ code: its rows, that of the highest bit first."""
    return sum(1 << 8 * (7 - i) + (i ^ code) for i in range(8))


def _compare(typing: Any, H: Any, m: Any, need: Any, parity: Any, sets: Any, planes: Any) -> Any:
    """In which of LANES heaps from m on is something in need[r] missing in its set? A bit for each.

    r is the rank of the heap. For heaps of even number, then for those of odd number, `need` has the value of each
    rank and the planes of what it needs; `parity` is that of the first heap. The values of the heaps are stored in
    front of the planes of the sets.
    """
    signature = types.uint64(H, types.int64, need, types.int64, sets, types.int64)

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        if not _has_planes(context):
            return ir.Constant(word, 0)  # nobody asks
        writer, kind, size = _Writer(context, builder, signature, args), _plane(), ir.Constant(word, LANES)
        ranks, data = writer.load(writer.data(0), args[1], kind), writer.data(4)
        turns = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [i + i % 2 * LANES for i in range(LANES)])

        def of_ranks(place: Any) -> Any:
            """What stands in `need` for each heap, by its rank and parity."""
            found = []
            for other in range(2):
                row = builder.mul(builder.xor(args[3], ir.Constant(word, other)), ir.Constant(word, ROWS * LANES))
                table = writer.load(writer.data(2), builder.add(row, place), kind)
                found.append(_look_up(builder, table, ranks))
            return builder.shuffle_vector(*found, turns)

        writer.store(of_ranks(ir.Constant(word, 0)), data, ir.Constant(word, 0))
        missing = cgutils.alloca_once_value(builder, filled(kind, 0))
        stop = builder.add(args[5], ir.Constant(word, 1))
        with cgutils.for_range_slice(builder, ir.Constant(word, 1), stop, ir.Constant(word, 1), inc=True) as (p, _):
            place = builder.mul(p, size)
            absent = builder.and_(of_ranks(place), builder.not_(writer.load(data, place, kind)))
            builder.store(builder.or_(builder.load(missing), absent), missing)
        return builder.bitcast(builder.icmp_unsigned("!=", builder.load(missing), filled(kind, 0)), word)

    return signature, build


def _here(typing: Any) -> Any:
    """Does this machine have the instructions that `compare` needs?"""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return ir.Constant(ir.IntType(1), int(_has_planes(context)))

    return types.boolean(), build


has_planes: Callable[[], bool] = Instructions(_here)
look_up_2: Callable[..., None] = Instructions(_look_up_2)
unite: Callable[..., None] = Instructions(_unite)
gather: Callable[..., None] = Instructions(_gather)
compare: Callable[..., np.uint64] = Instructions(_compare)
collect_far_2: Callable[..., None] = Instructions(_collect_far(2))
collect_far_3: Callable[..., None] = Instructions(_collect_far(3))
collect_far_4: Callable[..., None] = Instructions(_collect_far(4))
collect_far_5: Callable[..., None] = Instructions(_collect_far(5))
collect_far_6: Callable[..., None] = Instructions(_collect_far(6))
collect_8_of_16: Callable[..., None] = Instructions(_collect_near(8, 16))
collect_8_of_32: Callable[..., None] = Instructions(_collect_near(8, 32))
collect_8_of_64: Callable[..., None] = Instructions(_collect_near(8, 64))
collect_16_of_16: Callable[..., None] = Instructions(_collect_near(16, 16))
collect_16_of_32: Callable[..., None] = Instructions(_collect_near(16, 32))
collect_16_of_64: Callable[..., None] = Instructions(_collect_near(16, 64))


def _first_free(typing: Any, options: Any) -> Any:
    """The first of SIZE bits that is not set."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        free = builder.not_(args[0])
        return builder.cttz(free, ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), build


first_free: Callable[..., int] = Instructions(_first_free)
