"""The walk from heap to heap: what each heap waits for, written in LLVM's own language for `lanes`.

A heap that is known adds at once to the sets of the heaps behind it. A table has a row for each rank: what a heap of
this rank adds to the heap at distance 4, 5, ... behind it, so a few vectors of a row, read from the right place on, are
added to the sets of the next NEAR heaps, which stay in registers. Sets at distances below PULLED would come too late
that way: they are read from small tables when the next rank is looked for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from .compiling import Instructions, cgutils, ir, types
from .machines import RANKS, filled
from .sets import STEP, Writer
from .sparse import Bytes

NEAR = 32
"""Options nearer than this are added heap by heap."""

PULLED = STEP // 2
"""Those nearer than this are looked up when they are needed."""

ROW = 64
"""From one row of the table to the next, in sets; a power of 2, for the place is computed from heap to heap."""

ZEROS = PULLED - 1
"""So many sets of a row are empty before that for distance 0: those of heaps before it that are in the same vector."""

BEHIND = STEP + NEAR
"""How many sets are kept from one walk to the next."""


def table_of(sets: npt.NDArray[np.uint64], width: int) -> Bytes:
    """The table, as bytes, for sets[d, r]: what a heap of rank r adds to the heap at distance d < NEAR behind it."""
    rows = np.zeros((RANKS + 1, ROW), f"<u{width}")  # the last one is for full sets
    rows[:RANKS, ZEROS + PULLED : ZEROS + NEAR] = sets[PULLED:NEAR].T
    pulled = sets[1:PULLED].astype(f"<u{pulled_width(width)}")
    table: Bytes = ~np.concatenate([part.ravel().view(np.uint8) for part in (pulled, rows)])
    return table


def pulled_width(width: int) -> int:
    """The bytes of a set that is looked up when the next rank is looked for: a bit of it tells that a set is full.

    >>> [pulled_width(width) for width in (2, 4, 8)]
    [4, 4, 8]
    """
    return max(width, 4)


class _Walk:
    """Writes the walk for sets of so many bytes. The first arguments are H and m; it is told where two others are."""

    def __init__(self, writer: Writer, width: int, table: int, ahead: int) -> None:
        self.writer, self.builder, self.width = writer, writer.builder, width
        self.number, self.word = ir.IntType(8 * width), ir.IntType(64)
        self.pulled = ir.IntType(8 * pulled_width(width))
        self.table, self.ahead = writer.data(table), writer.data(ahead)

    def sets(self, count: int) -> Any:
        return ir.VectorType(self.number, count)

    def at(self, array: Any, index: Any, more: int, kind: Any) -> Any:
        """Load from a place in an array that is counted in sets."""
        first = self.builder.bitcast(array, self.number.as_pointer())
        place = self.builder.add(index, ir.Constant(self.word, more))
        return self.writer.load(first, place, kind)

    def lane(self, x: Any, i: int) -> Any:
        return self.builder.extract_element(x, ir.Constant(ir.IntType(32), i))

    def part(self, x: Any, start: int, stop: int) -> Any:
        """Some lanes of a vector; behind it are sets of all numbers."""
        order = ir.Constant(ir.VectorType(ir.IntType(32), stop - start), list(range(start, stop)))
        return self.builder.shuffle_vector(x, filled(x.type, -1), order)

    def slots(self, values: list[Any]) -> list[Any]:
        found = []
        for value in values:
            slot = cgutils.alloca_once(self.builder, value.type)
            self.builder.store(value, slot)
            found.append(slot)
        return found

    def walk(self, least: int) -> None:
        builder, args, word = self.builder, self.writer.args, self.word
        zero, one = ir.Constant(word, 0), ir.Constant(word, 1)
        soon = self.at(self.ahead, zero, 0, self.sets(STEP))
        later = self.at(self.ahead, zero, STEP, self.sets(NEAR))
        before = [self.rank(self.builder.sub(args[1], ir.Constant(word, d))) for d in range(1, PULLED)]
        state = self.slots([later, soon, *(self.lane(soon, i) for i in range(PULLED)), *before])
        with cgutils.for_range_slice(builder, zero, args[2], one, inc=True) as (k, _):
            start = builder.mul(k, ir.Constant(word, STEP))
            values = self.step(start, [builder.load(slot) for slot in state], least)
            for slot, value in zip(state, values, strict=True):
                builder.store(value, slot)
        # Whole vectors are kept: a vector that is read soon after its parts were written has to wait.
        self.keep(builder.load(state[1]), 0)
        self.keep(builder.load(state[0]), STEP)

    def keep(self, value: Any, place: int) -> None:
        first = self.builder.bitcast(self.ahead, self.number.as_pointer())
        self.writer.store(value, first, ir.Constant(self.word, place))

    def rank(self, place: Any) -> Any:
        return self.builder.zext(self.writer.load(self.writer.data(0), place, ir.IntType(8)), self.word)

    def row(self, rank: Any) -> Any:
        """Where the row of a rank begins: that for distance -ZEROS."""
        first = ir.Constant(self.word, RANKS * (PULLED - 1) * pulled_width(self.width) // self.width)
        return self.builder.add(self.builder.mul(rank, ir.Constant(self.word, ROW)), first)

    def free_rank(self, free: Any, before: list[Any], least: int) -> Any:
        """The least rank that is free and that no near heap adds, given the last ranks; for a full set its bits."""
        builder, kind, may_be_0 = self.builder, self.number, True
        if least < PULLED and self.pulled != kind:
            kind, may_be_0 = self.pulled, False
            free = builder.or_(builder.zext(free, kind), ir.Constant(kind, 1 << self.number.width))
        table = builder.bitcast(self.table, kind.as_pointer())
        for d in range(PULLED - 1, least - 1, -1):
            index = builder.add(before[d - 1], ir.Constant(self.word, (d - 1) * RANKS))
            free = builder.and_(free, self.writer.load(table, index, kind))
        rank = builder.cttz(free, ir.Constant(ir.IntType(1), int(not may_be_0)))
        return builder.zext(rank, self.word) if kind.width < 64 else rank

    def look_ahead(self) -> None:
        """What the last NEAR - 1 heaps add to the heaps from a place on."""
        half = NEAR // 2
        for first, stop in (0, NEAR), (half, half):  # for the first heaps and those behind them
            (slot,) = self.slots([filled(self.sets(half), -1)])
            start, end, one = (ir.Constant(self.word, number) for number in (1, stop, 1))
            with cgutils.for_range_slice(self.builder, start, end, one, inc=True) as (distance, _):
                row = self.row(self.rank(self.builder.sub(self.writer.args[1], distance)))
                more = self.at(self.table, self.builder.add(row, distance), ZEROS + first, self.sets(half))
                self.builder.store(self.builder.and_(self.builder.load(slot), more), slot)
            self.keep(self.builder.load(slot), first)
        self.keep(filled(self.sets(STEP), -1), NEAR)

    def step(self, start: Any, state: list[Any], least: int) -> list[Any]:
        """Find the ranks of STEP heaps, and what these add to others.

        The state: the sets of NEAR heaps behind them and their own, the first of these as numbers, and the last ranks.
        """
        builder, args, word = self.builder, self.writer.args, self.word
        later, soon, *rest = state
        known, before, half = rest[:PULLED], rest[PULLED:], self.part(soon, PULLED, STEP)
        place, ranks, first = builder.add(args[4], start), ir.Constant(word, 0), []
        for i in range(STEP):
            free = builder.and_(known[i], self.at(self.writer.data(3), place, i, self.number))
            rank = self.free_rank(free, before, least)
            ranks = builder.or_(ranks, builder.shl(rank, ir.Constant(word, 8 * i)))
            before = [rank, *before[:-1]]
            row = self.row(rank)
            later = builder.and_(later, self.at(self.table, row, ZEROS + STEP - i, later.type))
            # The set of a heap is taken out as soon as it has all that is at least PULLED away: none waits for more.
            if i < PULLED:
                half = builder.and_(half, self.at(self.table, row, ZEROS + PULLED - i, half.type))
                known.append(self.lane(half, i))
            else:
                first.append(self.lane(later, i - PULLED))
        self.writer.store(ranks, self.writer.data(0), builder.add(args[1], start))
        return [self.part(later, STEP, STEP + NEAR), self.part(later, 0, STEP), *first, *before]


def _walk(width: int, least: int) -> Callable[..., Any]:
    def write(typing: Any, H: Any, m: Any, steps: Any, words: Any, first: Any, table: Any, ahead: Any) -> Any:
        """Find the ranks of STEP * `steps` heaps from place m on, each the least number that is not in its set.

        Their sets are the words from `first` on, which are numbers of this width; `ahead` has what the heaps before add
        to them and to those behind, and gets what these add.
        """
        signature = types.void(H, types.int64, types.int64, words, types.int64, table, ahead)

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            _Walk(Writer(context, builder, signature, args), width, 5, 6).walk(least)
            return context.get_dummy_value()

        return signature, build

    return write


def _look_ahead(width: int) -> Callable[..., Any]:
    def write(typing: Any, H: Any, m: Any, table: Any, ahead: Any) -> Any:
        """Find what the heaps before place m add to the heaps from there on: a walk can begin there."""
        signature = types.void(H, types.int64, table, ahead)

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            _Walk(Writer(context, builder, signature, args), width, 2, 3).look_ahead()
            return context.get_dummy_value()

        return signature, build

    return write


walk_2_from_1: Callable[..., None] = Instructions(_walk(2, 1))
walk_2_from_2: Callable[..., None] = Instructions(_walk(2, 2))
walk_2_from_4: Callable[..., None] = Instructions(_walk(2, 4))
walk_4_from_1: Callable[..., None] = Instructions(_walk(4, 1))
walk_4_from_2: Callable[..., None] = Instructions(_walk(4, 2))
walk_8_from_1: Callable[..., None] = Instructions(_walk(8, 1))
walk_8_from_2: Callable[..., None] = Instructions(_walk(8, 2))
look_ahead_2: Callable[..., None] = Instructions(_look_ahead(2))
look_ahead_4: Callable[..., None] = Instructions(_look_ahead(4))
look_ahead_8: Callable[..., None] = Instructions(_look_ahead(8))
