"""Marking the ranks of splits, 64 heaps at a time, in LLVM's own language: what `rares` is made of.

Ranks are bytes, 64 of them make a group. A plane has a byte for each heap, with a bit for each of eight ranks. A vector
has 64 heaps with AVX-512 VBMI, which looks up 64 bytes at once, and 32 heaps with AVX2, which looks up 16.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .compiling import Instructions, cgutils, ir, types
from .machines import LANES, Halves, Wide, bit_table, call, filled, machine_of, splat, vector
from .sets import Collected, Writer, words_of

GROUP = 64
"""The ranks of a group: so many bytes are looked up at once."""

PART = 16
"""The ranks of a part of a group: two planes."""

TRIED = 4
"""So many ranks of each heap are compared with the splits at once."""


class _Splits(Writer):
    """Writes code that goes through the splits of LANES heaps with some heaps.

    The arguments that it reads: ranks, m, heaps, their ranks, the first and the last of the heaps, and `known`.
    """

    def split(self, k: Any, first: int = 0, lanes: int = LANES) -> tuple[Any, Any]:
        """The ranks of the splits with heap k, and which of them are known; for some lanes, from `first` on."""
        builder, kind = self.builder, vector(lanes)
        here = builder.add(self.args[1], ir.Constant(ir.IntType(64), first))
        place = builder.sub(here, builder.load(builder.gep(self.data(2), [k])))
        there, known = (self.load(self.data(i), place, kind) for i in (0, 6))
        g = splat(builder, builder.load(builder.gep(self.data(3), [k])), lanes // 4)
        return builder.xor(there, builder.bitcast(g, kind)), known

    def each_split(self, first: int, start: Collected, step: Callable[..., Collected]) -> Collected:
        """The values that `step` makes of `start`, given the splits one by one; for one vector, from `first` on."""
        builder = self.builder
        slots = [cgutils.alloca_once_value(builder, value) for value in start]
        one = ir.Constant(ir.IntType(64), 1)
        with cgutils.for_range_slice(builder, self.args[4], self.args[5], one, inc=True) as (k, _):
            found = step(*self.split(k, first, Halves.size), [builder.load(slot) for slot in slots])
            for slot, value in zip(slots, found, strict=True):
                builder.store(value, slot)
        return [builder.load(slot) for slot in slots]

    def each_pair(self, start: Collected, step: Callable[..., Collected]) -> Collected:
        """The values that `step` makes of `start`, given two splits at a time; the last one may come twice."""
        builder, word = self.builder, ir.IntType(64)
        slots = [cgutils.alloca_once_value(builder, value) for value in start]
        first, stop, last = self.args[4], self.args[5], builder.sub(self.args[5], ir.Constant(word, 1))
        with cgutils.for_range_slice(builder, first, stop, ir.Constant(word, 2), inc=True) as (k, _):
            after = builder.add(k, ir.Constant(word, 1))
            after = builder.select(builder.icmp_signed("<", after, last), after, last)
            found = step(self.split(k), self.split(after), [builder.load(slot) for slot in slots])
            for slot, value in zip(slots, found, strict=True):
                builder.store(value, slot)
        return [builder.load(slot) for slot in slots]


def _mark(planes: int) -> Callable[..., Any]:
    def write(
        typing: Any, ranks: Any, m: Any, heaps: Any, codes: Any, start: Any, stop: Any, known: Any, q: Any, sets: Any
    ) -> Any:
        """Add the ranks of the splits r + b = m + j with r in heaps[start:stop] to the sets, if they are in group q.

        Only the first `planes` planes of the group are marked. The set of lane j in group q is sets[q * LANES + j].
        The split counts if known[b] is 255; else it is 0. In plain Python:

            for r, code in zip(heaps[start:stop], codes[start:stop]):
                for j in range(LANES):
                    x = ranks[m - r + j] ^ code & 255
                    if known[m - r + j] and q * GROUP <= x < q * GROUP + 8 * planes:
                        sets[q * LANES + j] |= 1 << x % GROUP
        """
        signature = types.void(ranks, types.int64, heaps, codes, types.int64, types.int64, known, types.int64, sets)

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            writer, machine, word = _Splits(context, builder, signature, args), machine_of(context), ir.IntType(64)
            if isinstance(machine, Halves):
                for first in range(0, LANES, machine.size):
                    _add(writer, first, _half(writer, machine, first, planes))
                return context.get_dummy_value()
            bits, union = (_table_bits, _union) if machine else (_shift_bits, _plain_union)
            base = builder.xor(builder.mul(args[7], ir.Constant(word, GROUP)), ir.Constant(word, 256 - GROUP))
            base = splat(builder, builder.trunc(base, ir.IntType(8)), LANES)

            def put(one: Any, other: Any, before: Collected) -> Collected:
                # The ranks of the group become the last ones, and whatever is not known becomes 0.
                pair = [bits(builder, builder.and_(builder.xor(x, base), known), planes) for x, known in (one, other)]
                return [union(builder, a, b, c) for a, b, c in zip(*pair, before, strict=True)]

            _add(writer, 0, writer.each_pair([filled(vector(LANES), 0)] * planes, put))
            return context.get_dummy_value()

        return signature, build

    return write


def _add(writer: _Splits, first: int, planes: list[Any]) -> None:
    """Add the first planes of group q to the sets of the lanes from `first` on."""
    builder, word, kind = writer.builder, ir.IntType(64), planes[0].type
    row = builder.add(builder.mul(writer.args[7], ir.Constant(word, LANES)), ir.Constant(word, first))
    for i, some in enumerate(words_of(builder, [*planes, *[filled(kind, 0)] * (8 - len(planes))])):
        place = builder.add(row, ir.Constant(word, some.type.count * i))
        before = writer.load(writer.data(8), place, some.type)
        writer.store(builder.or_(before, some), writer.data(8), place)


def _half(writer: _Splits, machine: Halves, first: int, planes: int) -> list[Any]:
    """The first planes of group q, for the lanes of one vector from `first` on."""
    builder, word, kind = writer.builder, ir.IntType(64), vector(machine.size)
    begin = builder.mul(writer.args[7], ir.Constant(word, GROUP))
    # The last rank of each part: others of the part differ from it in the lowest bits only.
    ends = [builder.add(begin, ir.Constant(word, (p + 1) * PART - 1)) for p in range(planes // 2)]
    parts = [splat(builder, builder.trunc(end, ir.IntType(8)), machine.size) for end in ends]
    low = filled(kind, PART - 1)

    def put(x: Any, known: Any, before: Collected) -> Collected:
        part = builder.and_(builder.or_(x, low), known)  # 0, which is no end, if it is not known
        bits = [machine.tables(builder, bit_table(PART, p), builder.and_(x, low)) for p in range(2)]
        inside = [builder.sext(builder.icmp_unsigned("==", part, end), kind) for end in parts]
        found = [builder.and_(mask, plane) for mask in inside for plane in bits]
        return [builder.or_(a, b) for a, b in zip(before, found, strict=True)]

    return writer.each_split(first, [filled(kind, 0)] * planes, put)


def _table_bits(builder: Any, x: Any, planes: int) -> list[Any]:
    """The bits of each plane that ranks of the last group have; all others have none."""
    # Less 64, only ranks of the last group have the sign bit. This way the mask does not take the unit that looks up.
    low = call(builder, "llvm.usub.sat.v64i8", x, filled(x.type, GROUP))
    inside = builder.icmp_signed("<", low, filled(x.type, 0))
    return [builder.select(inside, plane, filled(x.type, 0)) for plane in Wide().bits(builder, low, planes)]


def _union(builder: Any, a: Any, b: Any, c: Any) -> Any:
    """All bits of three planes, in one instruction: the compiler would take four to make use of the masks."""
    number = ir.IntType(32)
    words = [builder.bitcast(x, ir.VectorType(number, LANES // 4)) for x in (a, b, c)]
    either = call(builder, "llvm.x86.avx512.pternlog.d.512", *words, ir.Constant(number, 0b1111_1110))
    return builder.bitcast(either, a.type)


def _plain_union(builder: Any, a: Any, b: Any, c: Any) -> Any:
    """The same on any machine."""
    return builder.or_(builder.or_(a, b), c)


def _shift_bits(builder: Any, x: Any, planes: int) -> list[Any]:
    """The same on any machine."""
    bit = builder.shl(filled(x.type, 1), builder.and_(x, filled(x.type, 7)))
    plane = builder.lshr(x, filled(x.type, 3))
    firsts = (filled(x.type, (256 - GROUP) // 8 + p) for p in range(planes))
    return [builder.select(builder.icmp_unsigned("==", plane, p), bit, filled(x.type, 0)) for p in firsts]


def _compare(
    typing: Any, ranks: Any, m: Any, heaps: Any, codes: Any, start: Any, stop: Any, known: Any, tried: Any, found: Any
) -> Any:
    """Find ranks of the splits r + b = m + j with r in heaps[start:stop] among those that are tried for lane j.

    Both have TRIED rows of LANES bytes. The split counts if known[b] is 255; else it is 0. Rank 255 may be found where
    no split has it. In plain Python:

        for r, code in zip(heaps[start:stop], codes[start:stop]):
            for j in range(LANES):
                for i in range(j, TRIED * LANES, LANES):
                    if known[m - r + j] and ranks[m - r + j] ^ code & 255 == tried[i]:
                        found[i] = 255
    """
    signature = types.void(ranks, types.int64, heaps, codes, types.int64, types.int64, known, tried, found)

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        # Vectors of this size on every machine: where it has none, the compiler takes several.
        writer, kind, word = _Splits(context, builder, signature, args), vector(Halves.size), ir.IntType(64)
        for first in range(0, LANES, Halves.size):
            rows = [ir.Constant(word, q * LANES + first) for q in range(TRIED)]
            # Turned over, for a rank that is turned over can be taken for 0, where it is not known, in one instruction.
            wanted = [builder.not_(writer.load(writer.data(7), row, kind)) for row in rows]

            def put(x: Any, known: Any, before: Collected, wanted: list[Any] = wanted) -> Collected:
                x = builder.and_(builder.not_(x), known)
                same = (builder.sext(builder.icmp_unsigned("==", x, one), kind) for one in wanted)
                return [builder.or_(a, b) for a, b in zip(before, same, strict=True)]

            start = [writer.load(writer.data(8), row, kind) for row in rows]
            for row, value in zip(rows, writer.each_split(first, start, put), strict=True):
                writer.store(value, writer.data(8), row)
        return context.get_dummy_value()

    return signature, build


mark: Callable[..., None] = Instructions(_mark(GROUP // 8))
mark_part: Callable[..., None] = Instructions(_mark(PART // 8))
mark_2_parts: Callable[..., None] = Instructions(_mark(2 * PART // 8))
mark_3_parts: Callable[..., None] = Instructions(_mark(3 * PART // 8))
compare: Callable[..., None] = Instructions(_compare)
