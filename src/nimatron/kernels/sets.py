"""Bit sets in the lanes of vectors, written in LLVM's own language: what `lanes` is made of.

Both loops compute the same on every machine. Where a machine can look up 64 bytes in a table at once (AVX-512 VBMI), a
set is kept as planes of bytes: lane j of plane p has the bits 8p to 8p + 7 of set j. Elsewhere it is one number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .compiling import Instructions, cgutils, ir, types

LANES = 64
"""The lanes of `collect_far`."""

STEP = 8
"""The lanes of `collect_near`."""

SIZE = 32
"""The bits of a set. The last bit means nothing: whatever is too large is put there."""

Collected = list[Any]


class _Writer:
    """Writes code that reads H(m + j - away[k]) ^ code[k] for all lanes j at once."""

    def __init__(self, context: Any, builder: Any, signature: Any, args: Any) -> None:
        self.context, self.builder, self.signature, self.args = context, builder, signature, args

    def data(self, k: int) -> Any:
        return self.context.make_array(self.signature.args[k])(self.context, self.builder, self.args[k]).data

    def load(self, pointer: Any, index: Any, kind: Any) -> Any:
        place = self.builder.bitcast(self.builder.gep(pointer, [index]), kind.as_pointer())
        return self.builder.load(place, align=1)

    def store(self, value: Any, pointer: Any, index: Any) -> None:
        self.builder.store(value, self.builder.bitcast(self.builder.gep(pointer, [index]), value.type.as_pointer()), 8)

    def each(self, first: int, lanes: int, start: Collected, step: Callable[[Any, Collected], Collected]) -> Collected:
        """The values that `step` makes of `start`, going through marks; `first` is the argument that begins them."""
        builder, word = self.builder, ir.IntType(64)
        away, code = self.data(first), self.data(first + 1)
        slots = [cgutils.alloca_once_value(builder, value) for value in start]
        ends = self.args[first + 2], self.args[first + 3]
        with cgutils.for_range_slice(builder, *ends, ir.Constant(word, 1), inc=True) as (k, _):
            place = builder.sub(self.args[1], builder.load(builder.gep(away, [k])))
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


def _shifts(writer: _Writer, first: int, lanes: int, bits: Any) -> Any:
    """The sets of the marks from argument `first` on, as numbers of SIZE bits."""
    builder, wide = writer.builder, ir.VectorType(ir.IntType(SIZE), lanes)
    last = filled(ir.VectorType(ir.IntType(8), lanes), SIZE - 1)

    def put(x: Any, sets: Collected) -> Collected:
        x = builder.select(builder.icmp_unsigned("<", x, last), x, last)
        return [builder.or_(sets[0], builder.shl(filled(wide, 1), builder.zext(x, wide)))]

    return writer.each(first, lanes, [bits], put)[0]


def _planes(writer: _Writer, first: int, count: int) -> list[Any]:
    """The same as planes of bytes, of which `count` may have bits."""
    builder, kind = writer.builder, ir.VectorType(ir.IntType(8), LANES)
    name = "llvm.x86.avx512.permvar.qi.512"
    module = builder.module
    look_up = module.globals.get(name) or ir.Function(module, ir.FunctionType(kind, [kind, kind]), name)
    tables = [ir.Constant(kind, [1 << i - 8 * p if i >> 3 == p else 0 for i in range(64)]) for p in range(count)]

    def put(x: Any, planes: Collected) -> Collected:
        pairs = zip(planes, tables, strict=True)
        return [builder.or_(plane, builder.call(look_up, [table, x])) for plane, table in pairs]

    none = filled(kind, 0)
    found = writer.each(first, LANES, [none] * count, put)
    return [*found, *[none] * (SIZE // 8 - count)]


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


def _collect_far(planes: int) -> Callable[..., Any]:
    def write(
        typing: Any, H: Any, m: Any, away: Any, code: Any, start: Any, stop: Any,
        others: Any, codes: Any, begin: Any, end: Any, words: Any,
    ) -> Any:  # fmt: skip
        """Sets of LANES heaps from m on: the marks away, code, start, stop of one kind, then those of the other.

        The first SIZE bits of a word are for the first kind. Numbers from 8 * `planes` on may be left out.
        """
        marks = (away, code, types.int64, types.int64)
        signature = types.void(H, types.int64, *marks, *marks, words)

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            writer = _Writer(context, builder, signature, args)
            data, zero = writer.data(10), ir.Constant(ir.IntType(64), 0)
            if "+avx512vbmi" in context.codegen()._tm_features:
                vectors = _words(builder, [*_planes(writer, 2, planes), *_planes(writer, 6, planes)])
                for i, vector in enumerate(vectors):
                    writer.store(vector, data, ir.Constant(ir.IntType(64), 8 * i))
            else:
                none = filled(ir.VectorType(ir.IntType(SIZE), LANES), 0)
                writer.store(_joined(builder, *(_shifts(writer, k, LANES, none) for k in (2, 6))), data, zero)
            return context.get_dummy_value()

        return signature, build

    return write


def _joined(builder: Any, low: Any, high: Any) -> Any:
    """Words with two sets."""
    words = ir.VectorType(ir.IntType(64), low.type.count)
    return builder.or_(builder.zext(low, words), builder.shl(builder.zext(high, words), filled(words, SIZE)))


def _collect_near(
    typing: Any, H: Any, m: Any, away: Any, code: Any, start: Any, stop: Any,
    others: Any, codes: Any, begin: Any, end: Any, words: Any, first: Any,
) -> Any:  # fmt: skip
    """The same for STEP heaps, added to the words from j on."""
    marks = (away, code, types.int64, types.int64)
    signature = types.void(H, types.int64, *marks, *marks, words, types.int64)

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        writer = _Writer(context, builder, signature, args)
        none = filled(ir.VectorType(ir.IntType(SIZE), STEP), 0)
        found = _joined(builder, *(_shifts(writer, k, STEP, none) for k in (2, 6)))
        data = writer.data(10)
        before = writer.load(data, args[11], found.type)
        writer.store(builder.or_(before, found), data, args[11])
        return context.get_dummy_value()

    return signature, build


collect_far: dict[int, Any] = {16: Instructions(_collect_far(2)), 32: Instructions(_collect_far(4))}
collect_16: Callable[..., None] = collect_far[16]
collect_32: Callable[..., None] = collect_far[32]
collect_near: Callable[..., None] = Instructions(_collect_near)


def _first_free(typing: Any, options: Any) -> Any:
    """The first of SIZE bits that is not set; SIZE if all are."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        free = builder.not_(builder.trunc(args[0], ir.IntType(SIZE)))
        return builder.zext(builder.cttz(free, ir.Constant(ir.IntType(1), 0)), ir.IntType(64))

    return types.int64(types.uint64), build


first_free: Callable[..., int] = Instructions(_first_free)
