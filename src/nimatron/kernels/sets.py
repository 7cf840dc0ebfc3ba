"""Bit sets in the lanes of vectors, written in LLVM's own language: what `lanes` is made of.

All of it computes the same on every machine. Where a machine can look up bytes in a table (`machines`), a set is kept
as planes of bytes: lane j of plane p has the bits 8p to 8p + 7 of set j. Elsewhere it is one number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .compiling import Instructions, cgutils, ir, types
from .machines import LANES, Machine, Wide, filled, machine_of, splat, vector

STEP = 8
"""The lanes of a number for all of them: where vectors are written for any machine, and in `walks`."""

SIZE = 64
"""The bits of a set; whatever is too large for the planes that are used is left out."""

ROWS = 1 + SIZE // 8
"""A row of values and the planes of a set."""

CHUNK = 256
"""So many pairs are tried without a decision."""

WINDOW = 32
"""So many of them are in one vector."""

Collected = list[Any]


def width_of(planes: int) -> int:
    """The bytes of a set that has so many planes, where it is one number: a power of 2.

    >>> [width_of(planes) for planes in (2, 3, 4, 5, 6)]
    [2, 4, 4, 8, 8]
    """
    return 1 << (planes - 1).bit_length()


class Writer:
    """Writes code that reads H(m + j - away[k]) ^ code[k] for all lanes j at once.

    The arguments that it reads: H, m, away, code, and the first and the last of the marks.
    """

    def __init__(self, context: Any, builder: Any, signature: Any, args: Any) -> None:
        self.context, self.builder, self.signature, self.args = context, builder, signature, args

    def data(self, k: int) -> Any:
        return self.context.make_array(self.signature.args[k])(self.context, self.builder, self.args[k]).data

    def bytes(self, k: int) -> Any:
        return self.builder.bitcast(self.data(k), ir.IntType(8).as_pointer())

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
            there = self.load(self.data(0), place, vector(lanes))
            # Four bytes at a time: so much can be read from memory into all lanes without an instruction of its own.
            g = splat(builder, builder.load(builder.gep(code, [k])), lanes // 4)
            x = builder.xor(there, builder.bitcast(g, there.type))
            for slot, value in zip(slots, step(x, [builder.load(slot) for slot in slots]), strict=True):
                builder.store(value, slot)
        return [builder.load(slot) for slot in slots]


def _plane() -> Any:
    return vector(LANES)


def _planes(writer: Writer, machine: Machine, known: list[Any], first: int = 0) -> list[Any]:
    """What is known, with the sets of all marks, as planes for the lanes from `first` on."""
    builder, count = writer.builder, len(known)

    def put(x: Any, planes: Collected) -> Collected:
        bits = machine.bits(builder, x, count)
        return [builder.or_(plane, more) for plane, more in zip(planes, bits, strict=True)]

    return writer.each(machine.size, known, put, first)


def words_of(builder: Any, planes: list[Any]) -> list[Any]:
    """The words whose bytes are in these planes, in the order of the lanes, as vectors."""
    if len(planes) == 1:
        return planes
    half = len(planes) // 2
    halves = zip(words_of(builder, planes[:half]), words_of(builder, planes[half:]), strict=True)
    return [vector for pair in halves for vector in _interleaved(builder, *pair)]


def _words(builder: Any, planes: list[Any]) -> list[Any]:
    """Words of the least width for so many planes."""
    none = [filled(planes[0].type, 0)] * (width_of(len(planes)) - len(planes))
    return words_of(builder, [*planes, *none])


def _places(builder: Any, first: Any, words: list[Any]) -> list[Any]:
    """Where these vectors lie in memory, in bytes, if they begin with word `first`."""
    kind = words[0].type
    start = builder.mul(first, ir.Constant(first.type, kind.element.width // 8))
    size = kind.count * kind.element.width // 8
    return [builder.add(start, ir.Constant(first.type, i * size)) for i in range(len(words))]


def _interleaved(builder: Any, a: Any, b: Any) -> list[Any]:
    """The items of two vectors in turn, as two vectors of items of twice the size."""
    count, size = a.type.count, a.type.element.width
    turns = [i // 2 + i % 2 * count for i in range(2 * count)]
    number, place = ir.IntType(2 * size), ir.VectorType(ir.IntType(32), count)
    return [
        builder.bitcast(builder.shuffle_vector(a, b, ir.Constant(place, part)), ir.VectorType(number, count // 2))
        for part in (turns[:count], turns[count:])
    ]


def _shifts(writer: Writer, lanes: int, first: int = 0, bits: int = SIZE) -> Any:
    """The sets of all marks, as numbers of so many bits, for the lanes from `first` on."""
    builder, wide = writer.builder, ir.VectorType(ir.IntType(bits), lanes)
    last = filled(vector(lanes), bits - 1)

    def put(x: Any, sets: Collected) -> Collected:
        fits = builder.icmp_unsigned("<=", x, last)
        x = builder.zext(builder.select(fits, x, last), wide)
        return [builder.or_(sets[0], builder.shl(builder.zext(fits, wide), x))]

    return writer.each(lanes, [filled(wide, 0)], put, first)[0]


def _collect_far(count: int) -> Callable[..., Any]:
    def write(
        typing: Any, H: Any, m: Any, away: Any, code: Any, start: Any, stop: Any, words: Any, first: Any, known: Any
    ) -> Any:
        """What is not in the sets of `far_lanes()` heaps from m on, as words of their width from `first` on.

        Numbers from 8 * `count` on may be left out of the sets. Where a block has several vectors, what is known is
        added to them: the planes of a block.
        """
        signature = types.void(H, types.int64, away, code, types.int64, types.int64, words, types.int64, known)

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            writer, machine, width = Writer(context, builder, signature, args), machine_of(context), width_of(count)
            if machine:
                found = _words(builder, _planes(writer, machine, _known(writer, machine, count)))
            else:  # few at a time, so that they stay in registers
                found = [_shifts(writer, STEP, i, 8 * width) for i in range(0, LANES, STEP)]
            for vectors, place in zip(found, _places(builder, args[7], found), strict=True):
                writer.store(builder.not_(vectors), writer.bytes(6), place)
            return context.get_dummy_value()

        return signature, build

    return write


def _known(writer: Writer, machine: Machine, count: int) -> list[Any]:
    kind = vector(machine.size)
    if machine.size == LANES:
        return [filled(kind, 0)] * count
    places = [writer.builder.add(writer.args[7], ir.Constant(ir.IntType(64), p * LANES)) for p in range(count)]
    return [writer.load(writer.data(8), place, kind) for place in places]


def _collect_near(lanes: int, width: int) -> Callable[..., Any]:
    def write(typing: Any, H: Any, m: Any, away: Any, code: Any, start: Any, stop: Any, words: Any, first: Any) -> Any:
        """Take the sets of `lanes` heaps from m on away from the words from `first` on, which have this width."""
        signature = types.void(H, types.int64, away, code, types.int64, types.int64, words, types.int64)

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            writer = Writer(context, builder, signature, args)
            found = _shifts(writer, lanes, bits=8 * width)
            (place,) = _places(builder, args[7], [found])
            before = writer.load(writer.bytes(6), place, found.type)
            writer.store(builder.and_(before, builder.not_(found)), writer.bytes(6), place)
            return context.get_dummy_value()

        return signature, build

    return write


def _look_up_2(typing: Any, H: Any, m: Any, away: Any, code: Any, start: Any, stop: Any, sets: Any, at: Any) -> Any:
    """The first two planes of the sets of all marks, of LANES heaps from m on, stored from `at` on."""
    signature = types.void(H, types.int64, away, code, types.int64, types.int64, sets, types.int64)

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        machine = machine_of(context)
        if machine and machine.size == LANES:  # else nobody asks
            writer = Writer(context, builder, signature, args)
            for p, plane in enumerate(_planes(writer, machine, [filled(_plane(), 0)] * 2)):
                place = builder.add(args[7], ir.Constant(ir.IntType(64), p * LANES))
                writer.store(plane, writer.data(6), place)
        return context.get_dummy_value()

    return signature, build


def _unite(typing: Any, H: Any, m: Any, away: Any, sets: Any, place: Any, code: Any) -> Any:
    """The sets of all H(m + j - away[k]) ^ code, for LANES places j: the first plane of them is stored at `place`."""
    signature = types.void(H, types.int64, away, sets, types.int64, types.int64)

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        machine = machine_of(context)
        if not machine:
            return context.get_dummy_value()  # nobody asks
        writer, word, size = Writer(context, builder, signature, args), ir.IntType(64), machine.size
        count = context.make_array(signature.args[2])(context, builder, args[2]).nitems
        firsts = range(0, LANES, size)
        slots = [cgutils.alloca_once_value(builder, filled(vector(size), 0)) for _ in firsts]
        added = splat(builder, builder.trunc(args[5], ir.IntType(8)), size)
        zero, one = ir.Constant(word, 0), ir.Constant(word, 1)
        with cgutils.for_range_slice(builder, zero, count, one, inc=True) as (k, _):
            there = builder.sub(args[1], builder.load(builder.gep(writer.data(2), [k])))
            for first, slot in zip(firsts, slots, strict=True):
                x = writer.load(writer.data(0), builder.add(there, ir.Constant(word, first)), vector(size))
                (bits,) = machine.bits(builder, builder.xor(x, added), 1)
                builder.store(builder.or_(builder.load(slot), bits), slot)
        for first, slot in zip(firsts, slots, strict=True):
            writer.store(builder.load(slot), writer.data(3), builder.add(args[4], ir.Constant(word, first)))
        return context.get_dummy_value()

    return signature, build


def _full(typing: Any, H: Any, m: Any, limit: Any) -> Any:
    """Which of LANES ranks from m on are at least `limit`? A bit for each."""
    signature = types.uint64(H, types.int64, types.int64)

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        writer = Writer(context, builder, signature, args)
        ranks = writer.load(writer.data(0), args[1], vector(LANES))
        limit = splat(builder, builder.trunc(args[2], ir.IntType(8)), LANES)
        return builder.bitcast(builder.icmp_unsigned(">=", ranks, limit), ir.IntType(LANES))

    return signature, build


def _compare(below: int) -> Callable[..., Any]:
    def write(typing: Any, H: Any, m: Any, need: Any, parity: Any, sets: Any, planes: Any) -> Any:
        """In which of LANES heaps from m on is something in need[r] missing in its set? A bit for each.

        r is the rank of the heap, less than `below`. For heaps of even number, then for those of odd number, `need` has
        the value of each rank and the planes of what it needs; `parity` is that of the first heap. The values of the
        heaps are stored in front of the planes of the sets.
        """
        signature = types.uint64(H, types.int64, need, types.int64, sets, types.int64)

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word, machine = ir.IntType(64), machine_of(context)
            if not machine:
                return ir.Constant(word, 0)  # nobody asks
            writer, unclear = Writer(context, builder, signature, args), ir.Constant(word, 0)
            for first in range(0, LANES, machine.size):
                missing = _missing(writer, machine, first, below)
                missing = builder.zext(missing, word) if machine.size < LANES else missing
                unclear = builder.or_(unclear, builder.shl(missing, ir.Constant(word, first)))
            return unclear

        return signature, build

    return write


def _missing(writer: Writer, machine: Machine, first: int, below: int) -> Any:
    """The bits of `compare` for the heaps from `first` on."""
    builder, args, word, kind = writer.builder, writer.args, ir.IntType(64), vector(machine.size)
    ranks = writer.load(writer.data(0), builder.add(args[1], ir.Constant(word, first)), kind)
    turns = [i + i % 2 * machine.size for i in range(machine.size)]

    def of_ranks(place: Any) -> Any:
        """What stands in `need` for each heap, by its rank and parity."""
        tables = []
        for other in range(2):
            row = builder.mul(builder.xor(args[3], ir.Constant(word, other)), ir.Constant(word, ROWS * LANES))
            tables.append(writer.load(writer.data(2), builder.add(row, place), _plane()))
        found = machine.look_up(builder, tables, ranks, below)
        return builder.shuffle_vector(*found, ir.Constant(ir.VectorType(ir.IntType(32), machine.size), turns))

    writer.store(of_ranks(ir.Constant(word, 0)), writer.data(4), ir.Constant(word, first))
    missing = cgutils.alloca_once_value(builder, filled(kind, 0))
    one = ir.Constant(word, 1)
    with cgutils.for_range_slice(builder, one, builder.add(args[5], one), one, inc=True) as (p, _):
        place = builder.mul(p, ir.Constant(word, LANES))
        here = writer.load(writer.data(4), builder.add(place, ir.Constant(word, first)), kind)
        absent = builder.and_(of_ranks(place), builder.not_(here))
        builder.store(builder.or_(builder.load(missing), absent), missing)
    lacks = builder.icmp_unsigned("!=", builder.load(missing), filled(kind, 0))
    return builder.bitcast(lacks, ir.IntType(machine.size))


def _has_pair(typing: Any, G: Any, m: Any, value: Any, front: Any, at: Any) -> Any:
    """Is G(m + i) ^ front[at + i] this value for some i below CHUNK?"""
    signature = types.boolean(G, types.int64, types.int64, front, types.int64)

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        writer, kind = Writer(context, builder, signature, args), vector(WINDOW)
        wanted = splat(builder, builder.trunc(args[2], ir.IntType(8)), WINDOW)
        found = filled(kind, 0)
        for first in range(0, CHUNK, WINDOW):
            here, there = (builder.add(args[k], ir.Constant(ir.IntType(64), first)) for k in (1, 4))
            x = builder.xor(writer.load(writer.data(0), here, kind), writer.load(writer.data(3), there, kind))
            found = builder.or_(found, builder.sext(builder.icmp_unsigned("==", x, wanted), kind))
        bits = builder.bitcast(builder.icmp_unsigned("!=", found, filled(kind, 0)), ir.IntType(WINDOW))
        return builder.icmp_unsigned("!=", bits, ir.Constant(bits.type, 0))

    return signature, build


def _here(count: Callable[[Machine | None], bool]) -> Any:
    def write(typing: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return ir.Constant(ir.IntType(1), int(count(machine_of(context))))

        return types.boolean(), build

    return write


def _far_lanes(typing: Any) -> Any:
    """How many heaps `collect_far` looks at together: those of a block, or of one vector."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        machine = machine_of(context)
        return ir.Constant(ir.IntType(64), machine.size if machine else LANES)

    return types.int64(), build


has_planes: Callable[[], bool] = Instructions(_here(lambda machine: isinstance(machine, Wide)))
has_bytes: Callable[[], bool] = Instructions(_here(lambda machine: machine is not None))
far_lanes: Callable[[], int] = Instructions(_far_lanes)
look_up_2: Callable[..., None] = Instructions(_look_up_2)
has_pair: Callable[..., bool] = Instructions(_has_pair)
unite: Callable[..., None] = Instructions(_unite)
full: Callable[..., np.uint64] = Instructions(_full)
compare_16: Callable[..., np.uint64] = Instructions(_compare(16))
compare_32: Callable[..., np.uint64] = Instructions(_compare(32))
compare_48: Callable[..., np.uint64] = Instructions(_compare(48))
collect_far_2: Callable[..., None] = Instructions(_collect_far(2))
collect_far_3: Callable[..., None] = Instructions(_collect_far(3))
collect_far_4: Callable[..., None] = Instructions(_collect_far(4))
collect_far_5: Callable[..., None] = Instructions(_collect_far(5))
collect_far_6: Callable[..., None] = Instructions(_collect_far(6))
collect_16_of_2: Callable[..., None] = Instructions(_collect_near(16, 2))
collect_16_of_4: Callable[..., None] = Instructions(_collect_near(16, 4))
collect_16_of_8: Callable[..., None] = Instructions(_collect_near(16, 8))
