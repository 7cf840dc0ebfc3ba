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
    return "+avx512vbmi" in context.codegen()._tm_features


def _plane() -> Any:
    return ir.VectorType(ir.IntType(8), LANES)


def _look_up(builder: Any, table: Any, x: Any) -> Any:
    """table[x] in all lanes."""
    name, kind = "llvm.x86.avx512.permvar.qi.512", _plane()
    module = builder.module
    look_up = module.globals.get(name) or ir.Function(module, ir.FunctionType(kind, [kind, kind]), name)
    return builder.call(look_up, [table, x])


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


def _shifts(writer: _Writer, lanes: int, first: int = 0) -> Any:
    """The sets of all marks, as numbers of SIZE bits, for the lanes from `first` on."""
    builder, wide = writer.builder, ir.VectorType(ir.IntType(SIZE), lanes)
    last = filled(ir.VectorType(ir.IntType(8), lanes), SIZE - 1)

    def put(x: Any, sets: Collected) -> Collected:
        x = builder.select(builder.icmp_unsigned("<", x, last), x, last)
        return [builder.or_(sets[0], builder.shl(filled(wide, 1), builder.zext(x, wide)))]

    found = writer.each(lanes, [filled(wide, 0)], put, first)[0]
    return builder.and_(found, filled(wide, (1 << SIZE - 1) - 1))


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


def _collect_near(lanes: int) -> Callable[..., Any]:
    def write(typing: Any, H: Any, m: Any, away: Any, code: Any, start: Any, stop: Any, words: Any, first: Any) -> Any:
        """The sets of `lanes` heaps from m on, added to the words from `first` on."""
        signature = types.void(H, types.int64, away, code, types.int64, types.int64, words, types.int64)

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            writer = _Writer(context, builder, signature, args)
            found, data = _shifts(writer, lanes), writer.data(6)
            before = writer.load(data, args[7], found.type)
            writer.store(builder.or_(before, found), data, args[7])
            return context.get_dummy_value()

        return signature, build

    return write


def _compare(count: int) -> Callable[..., Any]:
    def write(
        typing: Any, H: Any, m: Any, away: Any, code: Any, start: Any, stop: Any, need: Any, parity: Any, sets: Any
    ) -> Any:
        """In which of LANES heaps from m on is something in need[r] missing in the set of all marks? A bit for each.

        r is the rank of the heap. For heaps of even number, then for those of odd number, `need` has the value of each
        rank and the planes of what it needs; `parity` is that of the first heap. The values of the heaps are stored,
        and the planes of the sets.
        """
        signature = types.uint64(H, types.int64, away, code, types.int64, types.int64, need, types.int64, sets)

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word = ir.IntType(64)
            if not _has_planes(context):
                return ir.Constant(word, 0)  # nobody asks
            writer, kind = _Writer(context, builder, signature, args), _plane()
            ranks, data = writer.load(writer.data(0), args[1], kind), writer.data(8)
            turns = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [i + i % 2 * LANES for i in range(LANES)])

            def of_ranks(k: int) -> Any:
                """Plane k of `need` for each heap, by its rank and parity."""
                found = []
                for other in range(2):
                    row = builder.mul(builder.xor(args[7], ir.Constant(word, other)), ir.Constant(word, ROWS * LANES))
                    place = builder.add(row, ir.Constant(word, k * LANES))
                    found.append(_look_up(builder, writer.load(writer.data(6), place, kind), ranks))
                return builder.shuffle_vector(*found, turns)

            writer.store(of_ranks(0), data, ir.Constant(word, 0))
            missing = filled(kind, 0)
            for p, plane in enumerate(_planes(writer, count), 1):
                writer.store(plane, data, ir.Constant(word, p * LANES))
                missing = builder.or_(missing, builder.and_(of_ranks(p), builder.not_(plane)))
            return builder.bitcast(builder.icmp_unsigned("!=", missing, filled(kind, 0)), word)

        return signature, build

    return write


def _here(typing: Any) -> Any:
    """Does this machine have the instructions that `compare` needs?"""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return ir.Constant(ir.IntType(1), int(_has_planes(context)))

    return types.boolean(), build


has_planes: Callable[[], bool] = Instructions(_here)
collect_far_2: Callable[..., None] = Instructions(_collect_far(2))
collect_far_3: Callable[..., None] = Instructions(_collect_far(3))
collect_far_4: Callable[..., None] = Instructions(_collect_far(4))
collect_far_6: Callable[..., None] = Instructions(_collect_far(6))
compare_2: Callable[..., np.uint64] = Instructions(_compare(2))
compare_3: Callable[..., np.uint64] = Instructions(_compare(3))
compare_4: Callable[..., np.uint64] = Instructions(_compare(4))
compare_6: Callable[..., np.uint64] = Instructions(_compare(6))
collect_8: Callable[..., None] = Instructions(_collect_near(8))
collect_16: Callable[..., None] = Instructions(_collect_near(16))


def _first_free(typing: Any, options: Any) -> Any:
    """The first of SIZE bits that is not set."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        free = builder.not_(args[0])
        return builder.cttz(free, ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), build


first_free: Callable[..., int] = Instructions(_first_free)
