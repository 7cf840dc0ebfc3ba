"""The nimbers of all positions of Chomp inside a rectangle, by rank (see `chompoutcomes`), one byte per position.

A bite in row r of a bar (.., a, ..) leaves c < a squares of that row. For c < a-1 it leads to the same bar as
from the bar with the last square of row r bitten off. So bites in row r reach the values that they reach from
that bar, and one more. If the row above is as long, they reach the same values as from the bar with one square
less in the last of these equal rows. A set of values has 128 or 256 bits. The memory holds one set for each row
and each choice of the rows above it, and renews the sets as it visits the bars in the order of their ranks.

The sets of the lowest rows would take most of the memory. These few rows are fixed in a *block* of bars, and
the values that bites in them reach are looked up one by one. Blocks whose fixed rows have the same number of
squares in all do not depend on each other, so threads share them.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..compile.bitops import trailing_zeros
from ..compile.jit import inline_jit, jit
from .chompoutcomes import ONE, ZERO, Tick, Words, ranks

Values = npt.NDArray[np.unsignedinteger]
Ints = npt.NDArray[np.int64]
Set = tuple[np.uint64, ...]

TWO, THREE, FOUR = np.uint64(2), np.uint64(3), np.uint64(4)

SMALL = 256
"""A bar of at most this many squares has at most 255 bites besides the poison: its value fits a byte and a set."""

LARGE = 65536
"""The value of a bar of at most this many squares fits two bytes."""

NARROW = 200
"""Boards of at most this many squares have values below 128, as far as anyone knows: try half a set first."""

NO_VALUE = np.uint64(255)
"""Stored for the empty bar, which has no value. Only a whole board of 256 squares could have it as its value."""

ROOM = 1 << 28
"""The sets may always take this many bytes, and on large boards three times the bytes of the values."""

WORTH = 20_000_000
"""With fewer positions threads do not pay: a single one may keep the sets of all rows."""

LOOKS = 1 << 28
"""Bites looked at between two calls of `tick`, if they are looked at one by one: about a second."""

MOST_JOBS = 8
"""More threads would wait for each other, and each needs its own sets."""


class ChompTables(NamedTuple):
    """The tables that all threads read and no thread writes."""

    ranks: Words
    steps: Words
    """How much the last square of a row adds to the rank."""

    clipped: Words
    """Entry [k, v, c]: what row k adds to the rank if it had v squares and at most c of them stay."""

    bits: Words
    """The set that holds just one value, for each value; the empty set for NO_VALUE."""

    nothing: Set
    """The empty set, of two words or four."""

    places: Words
    """Where the sets of each row start."""


class ChompWork(NamedTuple):
    """The arrays of one thread."""

    bar: Words
    starts: Words
    """For each row: add the number of the bar in the block to get the place of its set."""

    clips: Words
    """For each row k: what the rows of the block before k add to the rank if at most c squares of each stay."""

    lower: Words
    """For each bite in the fixed rows: what the fixed rows add to the rank afterwards."""

    sets: Words


@inline_jit
def next_bar(bar: Words, fixed: np.uint64) -> np.uint64:
    """Turn it into the next bar in order; returns the row that has grown, which is now the highest."""
    k = np.uint64(bar.size) - ONE
    while k > fixed and bar[k] == bar[k - ONE]:
        bar[k] = ZERO
        k -= ONE
    bar[k] += ONE
    return k


@inline_jit
def bite_fixed_rows(board: ChompTables, work: ChompWork, fixed: np.uint64) -> None:
    """Fill `lower` for the fixed rows of the bar."""
    for r in range(fixed):
        for c in range(work.bar[r]):
            place = ZERO
            for k in range(fixed):
                place += board.ranks[k, work.bar[k]] if k < r else board.clipped[k, work.bar[k], c]
            work.lower[r, c] = place


# A set is a tuple of words. The compiler knows how many there are and drops the other branch.


@inline_jit
def union(x: Set, y: Set) -> Set:
    """The union of two sets."""
    if len(x) == 2:
        return x[0] | y[0], x[1] | y[1]
    return x[0] | y[0], x[1] | y[1], x[2] | y[2], x[3] | y[3]


@inline_jit
def select(x: Set, mask: np.uint64) -> Set:
    """The set if the mask is all ones, the empty set if it is 0."""
    if len(x) == 2:
        return x[0] & mask, x[1] & mask
    return x[0] & mask, x[1] & mask, x[2] & mask, x[3] & mask


@inline_jit
def read_set(sets: Words, place: np.uint64, x: Set) -> Set:
    """A set of the size of x."""
    if len(x) == 2:
        place *= TWO
        return sets[place], sets[place + ONE]
    place *= FOUR
    return sets[place], sets[place + ONE], sets[place + TWO], sets[place + THREE]


@inline_jit
def write_set(sets: Words, place: np.uint64, x: Set) -> None:
    """Store a set."""
    if len(x) == 2:
        place *= TWO
        sets[place], sets[place + ONE] = x[0], x[1]
        return
    place *= FOUR
    sets[place], sets[place + ONE], sets[place + TWO], sets[place + THREE] = x[0], x[1], x[2], x[3]


@inline_jit
def least_missing(x: Set) -> int:
    """The mex of a set; 64 times its number of words if no value is missing."""
    value: int = trailing_zeros(~x[0])
    if value == 64:
        value = 64 + trailing_zeros(~x[1])
    if len(x) == 4:
        if value == 128:
            value = 128 + trailing_zeros(~x[2])
        if value == 192:
            value = 192 + trailing_zeros(~x[3])
    return value


@inline_jit
def from_upper_rows(
    board: ChompTables,
    work: ChompWork,
    G: Values,
    place: np.uint64,
    number: np.uint64,
    fixed: np.uint64,
    top: np.uint64,
) -> Set:
    """The values that bites in rows `fixed` to `top` - 1 reach; renews the sets of these rows."""
    found, above, step, r = board.nothing, ZERO, ZERO, top
    while r > fixed:
        r -= ONE
        length = work.bar[r]
        # No branch for the two cases: it would be as hard to predict as the bars themselves.
        corner = np.uint64(length != above)
        same = ONE - corner
        # A corner: the row is longer than the one above, so its last square can be bitten off alone.
        own = board.steps[r, length]
        step = own if corner else step
        value = corner * np.uint64(G[place - own]) + same * NO_VALUE
        here = work.starts[r] + number
        keep = ZERO - np.uint64(((length - ONE) | same) != ZERO)  # a row of one square has no set to build on
        old = select(read_set(work.sets, here - same * step, found), keep)
        new = union(old, read_set(board.bits, value, found))
        write_set(work.sets, here, new)
        found = union(found, new)
        above = length
    return found


@inline_jit
def from_fixed_rows(board: ChompTables, work: ChompWork, G: Values, fixed: np.uint64, top: np.uint64) -> Set:
    """The values that bites in the fixed rows reach, except for the bite that takes the poison."""
    found = board.nothing
    for r in range(fixed):
        for c in range(np.uint64(r == 0), work.bar[r]):  # row 0 keeps at least its poisoned square
            value = np.uint64(G[work.lower[r, c] + work.clips[top, c]])
            found = union(found, read_set(board.bits, value, found))
    return found


@jit
def fill_block(
    board: ChompTables, work: ChompWork, G: Values, fixed: np.uint64, first: np.uint64, count: np.uint64
) -> bool:
    """Fill in the values of the first `count` bars with these fixed rows; `first` is the rank of the first one.

    Returns False if a value is too large for a set.
    """
    bar, rows = work.bar, np.uint64(work.bar.size)
    columns = np.uint64(work.lower.shape[1])
    bite_fixed_rows(board, work, fixed)
    bar[fixed:] = ZERO
    work.clips[fixed] = ZERO
    top = fixed
    number = np.uint64(fixed == ZERO)  # without fixed rows, bar 0 is the empty one: skip it
    while number < count:
        if number:
            k = next_bar(bar, fixed)
            for q in range(k, rows):
                work.starts[q] = board.places[q] - number  # the sets of the rows that start anew are overwritten
            top = k + ONE
            for c in range(columns if fixed else ZERO):
                work.clips[top, c] = work.clips[k, c] + board.clipped[k, bar[k], c]
        x = from_upper_rows(board, work, G, first + number, number, fixed, top)
        y = from_fixed_rows(board, work, G, fixed, top)
        value = least_missing(union(x, y))
        if value == 64 * len(x):
            return False
        G[first + number] = value
        number += ONE
    return True


@jit
def fill_long(G: Values, start: np.uint64, stop: np.uint64, table: Words, bar: Words, below: Words, seen: Ints) -> None:
    """Fill in the values of ranks start..stop-1, each from all its bites; `bar` is the bar before them."""
    for place in range(start, stop):
        height = next_bar(bar, ZERO) + ONE
        sum_below = ZERO
        for k in range(height):
            below[k] = sum_below
            sum_below += table[k, bar[k]]
        whole, above = height, ZERO  # rows from `whole` on are too short for a bite in column c
        for c in range(bar[0]):
            while bar[whole - ONE] <= c:
                whole -= ONE
                above += table[whole, bar[whole]]
            rank, r = above, whole
            while r > ZERO:
                r -= ONE
                rank += table[r, c]
                if r or c:  # not the poison
                    seen[G[below[r] + rank]] = place
        value = 0
        while seen[value] == place:
            value += 1
        G[place] = value


# -- from Python ---------------------------------------------------------------------------------


class ChompBlock(NamedTuple):
    """The bars with the same lowest rows."""

    fixed: tuple[int, ...]
    first: int
    size: int


def nimbers(columns: int, rows: int, size: int | None = None, jobs: int = 1, tick: Tick | None = None) -> Values:
    """The value of each rank below `size` (default: all). Entry 0, the empty bar, is 0; it is no position.

    The values are bytes, or 16-bit numbers beyond 256 squares.

    >>> nimbers(2, 2).tolist()
    [0, 0, 1, 1, 0, 2]
    """
    size = comb(columns + rows, rows) if size is None else size
    if columns * rows > SMALL:
        return _one_by_one(columns, rows, size, tick)
    jobs = min(jobs, MOST_JOBS) if size >= WORTH else 1
    words = 2 if columns * rows <= NARROW else 4
    values = _in_blocks(columns, rows, size, words, jobs, tick)
    if values is None:
        values = _in_blocks(columns, rows, size, 4, jobs, tick)
    assert values is not None
    return values


def _one_by_one(columns: int, rows: int, size: int, tick: Tick | None) -> Values:
    G, table, seen = np.zeros(size, np.uint16), ranks(columns, rows), np.full(columns * rows + 1, -1, np.int64)
    bar, below = np.zeros((2, rows), np.uint64)
    step = max(1, LOOKS // (columns * rows))
    for start in range(1, size, step):
        stop = min(size, start + step)
        fill_long(G, np.uint64(start), np.uint64(stop), table, bar, below, seen)
        if tick:
            tick(stop)
    return G


def _in_blocks(columns: int, rows: int, size: int, words: int, jobs: int, tick: Tick | None) -> Values | None:
    """All values, or None if sets of this many words are too small."""
    fixed = _fixed_rows(columns, rows, size, 8 * words * jobs)
    if jobs > 1:  # more fixed rows make more blocks for the threads to share
        fixed = max(fixed, min(3, rows))
    G, done = np.zeros(size, np.uint8), 0
    G[0] = NO_VALUE
    board = _board(columns, rows, fixed, words)
    work = [_work(columns, rows, fixed, words) for _ in range(jobs)]
    with ThreadPoolExecutor(jobs) as threads:
        for group in _groups(board.ranks, columns, fixed, size):
            todo = sorted(group, key=lambda block: block.size)
            count = sum(block.size for block in todo)
            if not _share(threads, board, work if count > WORTH // 1000 else work[:1], G, todo):
                return None
            done += count
            if tick:
                tick(done)
    G[0] = 0
    return G


def _share(
    threads: ThreadPoolExecutor, board: ChompTables, work: list[ChompWork], G: Values, todo: list[ChompBlock]
) -> bool:
    """Fill the blocks, in this thread alone or in several; False if a value is too large."""
    if len(work) == 1:
        return _fill(board, work[0], G, todo)
    shares = [threads.submit(_fill, board, own, G, todo) for own in work]
    try:
        return all(share.result() for share in shares)
    finally:  # after Ctrl-C no thread begins another block
        todo.clear()


def _fill(board: ChompTables, work: ChompWork, G: Values, todo: list[ChompBlock]) -> bool:
    """Take blocks from the end of the list, where the largest are, until none is left."""
    while todo:
        try:
            block = todo.pop()
        except IndexError:  # another thread was faster
            break
        fixed = len(block.fixed)
        work.bar[:fixed] = block.fixed
        if not fill_block(board, work, G, np.uint64(fixed), np.uint64(block.first), np.uint64(block.size)):
            return False
    return True


def _fixed_rows(columns: int, rows: int, size: int, width: int) -> int:
    """How many rows to fix in a block, if a set has `width` bytes: few are faster, more take less memory."""
    fixed = 0
    while fixed < min(rows, 6) and width * comb(columns + rows - fixed, columns + 1) > max(ROOM, 3 * size):
        fixed += 1
    return fixed


def _groups(table: Words, columns: int, fixed: int, size: int) -> Iterator[Iterator[ChompBlock]]:
    """The blocks of bars of ranks below `size`, in groups whose blocks are independent, in the order to fill them."""
    blocks = (
        _block(table, columns, lowest, size) for lowest in _lowest_rows(columns, fixed) if any(lowest) or not fixed
    )
    ordered = sorted((block for block in blocks if block.size > 0), key=_squares)
    return (group for _, group in groupby(ordered, key=_squares))


def _squares(block: ChompBlock) -> int:
    return sum(block.fixed)


def _lowest_rows(longest: int, count: int) -> Iterator[tuple[int, ...]]:
    if count == 0:
        yield ()
        return
    for length in range(longest + 1):
        yield from ((length, *rest) for rest in _lowest_rows(length, count - 1))


def _block(table: Words, columns: int, fixed: tuple[int, ...], size: int) -> ChompBlock:
    first = sum(int(table[k, length]) for k, length in enumerate(fixed))
    above = len(table) - len(fixed)
    longest = fixed[-1] if fixed else columns
    return ChompBlock(fixed, first, min(comb(longest + above, above), size - first))


def _board(columns: int, rows: int, fixed: int, words: int) -> ChompTables:
    table = ranks(columns, rows)
    steps = np.diff(table, axis=1, prepend=np.uint64(0))
    lengths = np.arange(columns + 1)
    clipped = table[:, np.minimum.outer(lengths, lengths)]
    bits = np.zeros((256, words), np.uint64)
    for value in range(min(64 * words, 255)):
        bits[value, value // 64] = 1 << value % 64
    sizes = [comb(columns + rows - 1 - k, columns) if k >= fixed else 0 for k in range(rows)]
    places = np.cumsum([0, *sizes])[:-1].astype(np.uint64)
    return ChompTables(table, steps, clipped, bits.ravel(), (ZERO,) * words, places)


def _work(columns: int, rows: int, fixed: int, words: int) -> ChompWork:
    bar, starts = np.zeros((2, rows), np.uint64)
    clips, lower = np.zeros((2, rows + 1, columns), np.uint64)
    sets = np.empty(words * (comb(columns + rows - fixed, columns + 1) + 1), np.uint64)
    return ChompWork(bar, starts, clips, lower, sets)
