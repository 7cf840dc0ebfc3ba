"""The walk from heap to heap: what each heap waits for, written in LLVM's own language for `lanes`.

A heap that is known adds at once to the sets of the heaps behind it. A table has a row for each rank: what a heap of
this rank adds to the heap at distance 4, 5, ... behind it, so a few vectors of a row, read from the right place on, are
added to the sets of the next NEAR heaps, which stay in registers. Sets at distances below PULLED would come too late
that way: they are read from small tables when the next rank is looked for. What the last heap adds, at most two ranks,
is not even read: a shift takes less time.
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

LAST = 2
"""The last heap adds at most so many ranks: by a move that takes one, and by a split with heap 1 that takes none."""

ZEROS = PULLED - 1
"""So many sets of a row are empty before that for distance 0: those of heaps before it that are in the same vector."""

BEHIND = STEP + NEAR
"""How many sets are kept from one walk to the next."""


def table_of(sets: npt.NDArray[np.uint64], width: int) -> Bytes:
    """The table, as bytes, for sets[d, r]: what a heap of rank r adds to the heap at distance d < NEAR behind it."""
    rows = np.zeros((RANKS + 1, ROW), f"<u{width}")  # the last one is for full sets
    rows[:RANKS, ZEROS + PULLED : ZEROS + NEAR] = sets[PULLED:NEAR].T
    pulled = sets[2:PULLED].astype(f"<u{pulled_width(width)}")
    codes = np.flatnonzero(sets[1] & np.uint64(1))
    first = np.zeros((LAST, 2), "<u8")
    first[: len(codes), 0], first[: len(codes), 1] = 1, codes
    table: Bytes = np.concatenate([part.ravel().view(np.uint8) for part in (first, ~pulled, ~rows)])
    return table


def room_for(planes: int, soon: int) -> int:
    """How many ranks the walk finds; a heap has a higher one if all of these are taken.

    Sets of 16 bits lack one rank where nothing nearer than PULLED is added: to ask whether all 16 are taken would take
    time there.

    >>> room_for(2, PULLED), room_for(2, 1), room_for(3, PULLED)
    (15, 16, 24)
    """
    return 15 if (planes, soon) == (2, PULLED) else 8 * planes


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
        first = ir.Constant(self.word, self.place_of(PULLED) // self.width)
        return self.builder.add(self.builder.mul(rank, ir.Constant(self.word, ROW)), first)

    def place_of(self, distance: int) -> int:
        """Where the table of a distance begins, or behind those the rows, in bytes."""
        return 16 * LAST + (distance - 2) * RANKS * pulled_width(self.width)

    def free_rank(self, free: Any, before: list[Any], least: int) -> Any:
        """The least rank that is free and that no near heap adds, given the last ranks; else a higher one."""
        builder, kind, may_be_0 = self.builder, self.number, not self.lacks_one(least)
        if least < PULLED and self.pulled != kind:
            kind, may_be_0 = self.pulled, False
            # More bits than the last heap can take away, which may have any rank.
            more = ir.Constant(kind, (1 << kind.width) - (1 << self.number.width))
            free = builder.or_(builder.zext(free, kind), more)
        for d in range(PULLED - 1, max(least, 2) - 1, -1):
            first = builder.gep(self.table, [ir.Constant(self.word, self.place_of(d))])
            table = builder.bitcast(first, kind.as_pointer())
            free = builder.and_(free, self.writer.load(table, before[d - 1], kind))
        if least == 1:
            free = builder.and_(free, builder.not_(self.last_adds(before[0], kind)))
        rank = builder.cttz(free, ir.Constant(ir.IntType(1), int(not may_be_0)))
        return builder.zext(rank, self.word) if kind.width < 64 else rank

    def lacks_one(self, least: int) -> bool:
        """Is the last bit of a number never taken? See `room_for`."""
        return self.width == 2 and least == PULLED

    def last_adds(self, rank: Any, kind: Any) -> Any:
        """What the last heap adds, if it has this rank."""
        builder, found = self.builder, ir.Constant(self.word, 0)
        for i in range(LAST):
            is_there, code = (
                self.writer.load(self.table, ir.Constant(self.word, place), self.word) for place in (16 * i, 16 * i + 8)
            )
            by = builder.and_(builder.xor(rank, code), ir.Constant(self.word, 63))
            found = builder.or_(found, builder.shl(is_there, by))
        return builder.trunc(found, kind) if kind.width < 64 else found

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
            word_i = self.at(self.writer.data(3), place, i, self.number)
            if self.lacks_one(least):
                word_i = builder.or_(word_i, ir.Constant(self.number, 1 << 15))
            rank = self.free_rank(builder.and_(known[i], word_i), before, least)
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
