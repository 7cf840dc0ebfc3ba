"""The nimbers of all positions of Chomp inside a rectangle, by rank (see `chomp`), a byte for a position.

A bite in row r of a bar (.., a, ..) takes all but c < a squares of it. For c < a-1 the same bars are reached
from the bar with the last square of row r bitten off. So the set of values that bites in row r reach is known
from that bar, with one value more; and when the row above is as long, from the bar that has a square less in
the last of these equal rows. A set is 256 bits; one is kept for each row and all that can stand on it, and
renewed while bars are walked through in the order of their ranks.

The sets of the lowest rows would take most of the memory. Those few rows are fixed in a *block* of bars, and
the values that bites in them reach are looked up one by one. Blocks whose fixed rows have as many squares in
all do not need each other: threads share them.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .chomp import ONE, ZERO, Tick, Words, free, inlined, ranks
from .words import trailing_zeros

Values = npt.NDArray[np.unsignedinteger]
Ints = npt.NDArray[np.int64]
Set = tuple[np.uint64, np.uint64, np.uint64, np.uint64]

TWO, THREE, FOUR = np.uint64(2), np.uint64(3), np.uint64(4)

SMALL = 256
"""A bar of so many squares has at most 255 bites: its values fit into a byte and into a set."""

LARGE = 65536
"""The same for two bytes."""

NOTHING = np.uint64(256)
"""The entry of `Board.bits` that is the empty set."""

ROOM = 1 << 26
"""Bytes that the sets may take in any case, and twice those of the values."""

WORTH = 1_000_000
"""Fewer positions are not worth the threads."""


class Board(NamedTuple):
    """What all threads read."""

    ranks: Words
    steps: Words
    """How much the last square of a row adds to the rank."""

    clipped: Words
    """What row k adds to the rank when it has v squares, of which c stay: entry [k, v, c]."""

    bits: Words
    """The set of one value, four words for each; and the empty set behind them."""

    places: Words
    """Where the sets of each row begin."""


class Work(NamedTuple):
    """What each thread has for itself."""

    bar: Words
    starts: Words
    """For each row: add the number of the bar in the block to find its set."""

    clips: Words
    """For each row k: what the rows of the block before k add to the rank when c squares of each stay."""

    lower: Words
    """For each bite in the fixed rows: what these add to the rank afterwards."""

    sets: Words


@inlined
def next_bar(bar: Words, fixed: np.uint64) -> np.uint64:
    """Make it the next bar in order; the row that has grown, which is the highest now."""
    k = np.uint64(bar.size) - ONE
    while k > fixed and bar[k] == bar[k - ONE]:
        bar[k] = ZERO
        k -= ONE
    bar[k] += ONE
    return k


@inlined
def bite_fixed_rows(board: Board, work: Work, fixed: np.uint64) -> None:
    """Fill `lower` for the fixed rows of the bar."""
    for r in range(fixed):
        for c in range(work.bar[r]):
            place = ZERO
            for k in range(fixed):
                place += board.ranks[k, work.bar[k]] if k < r else board.clipped[k, work.bar[k], c]
            work.lower[r, c] = place


@inlined
def from_upper_rows(
    board: Board, work: Work, G: Values, place: np.uint64, number: np.uint64, fixed: np.uint64, top: np.uint64
) -> Set:
    """The values that bites in rows from `fixed` to below `top` reach; the sets of these rows are renewed."""
    x0, x1, x2, x3 = ZERO, ZERO, ZERO, ZERO
    bits, sets = board.bits, work.sets
    above, step, r = ZERO, ZERO, top
    while r > fixed:
        r -= ONE
        length = work.bar[r]
        # No branch for the two cases: it would be as unpredictable as the bars are.
        corner = np.uint64(length != above)
        same = ONE - corner
        own = board.steps[r, length]
        step = own if corner else step
        v = (corner * np.uint64(G[place - own]) + same * NOTHING) * FOUR
        here = (work.starts[r] + number) * FOUR
        source = here - same * step * FOUR
        keep = ZERO - np.uint64(((length - ONE) | same) != ZERO)  # a row of one square had no bites before
        y0 = (sets[source] & keep) | bits[v]
        y1 = (sets[source + ONE] & keep) | bits[v + ONE]
        y2 = (sets[source + TWO] & keep) | bits[v + TWO]
        y3 = (sets[source + THREE] & keep) | bits[v + THREE]
        sets[here], sets[here + ONE], sets[here + TWO], sets[here + THREE] = y0, y1, y2, y3
        x0, x1, x2, x3 = x0 | y0, x1 | y1, x2 | y2, x3 | y3
        above = length
    return x0, x1, x2, x3


@inlined
def from_fixed_rows(board: Board, work: Work, G: Values, fixed: np.uint64, top: np.uint64) -> Set:
    """The values that bites in the fixed rows reach; not the one in the poisoned square."""
    x0, x1, x2, x3 = ZERO, ZERO, ZERO, ZERO
    bits = board.bits
    for r in range(fixed):
        for c in range(np.uint64(r == 0), work.bar[r]):
            v = np.uint64(G[work.lower[r, c] + work.clips[top, c]]) * FOUR
            x0, x1, x2, x3 = x0 | bits[v], x1 | bits[v + ONE], x2 | bits[v + TWO], x3 | bits[v + THREE]
    return x0, x1, x2, x3


@inlined
def least_missing(x: Set, y: Set) -> int:
    """The mex of two sets together."""
    value = trailing_zeros(~(x[0] | y[0]))
    if value == 64:
        value = 64 + trailing_zeros(~(x[1] | y[1]))
    if value == 128:
        value = 128 + trailing_zeros(~(x[2] | y[2]))
    if value == 192:
        value = 192 + trailing_zeros(~(x[3] | y[3]))
    return int(value)


@free
def fill_block(board: Board, work: Work, G: Values, fixed: np.uint64, first: np.uint64, count: np.uint64) -> None:
    """The values of the first `count` bars with these fixed rows; `first` is the rank of the first one."""
    bar, rows = work.bar, np.uint64(work.bar.size)
    columns = np.uint64(work.lower.shape[1])
    bite_fixed_rows(board, work, fixed)
    bar[fixed:] = ZERO
    work.clips[fixed] = ZERO
    top = fixed
    number = ZERO
    while number < count:
        if number:
            k = next_bar(bar, fixed)
            for q in range(k, rows):
                work.starts[q] = board.places[q] - number
            top = k + ONE
            for c in range(columns):
                work.clips[top, c] = work.clips[k, c] + board.clipped[k, bar[k], c]
        x = from_upper_rows(board, work, G, first + number, number, fixed, top)
        y = from_fixed_rows(board, work, G, fixed, top)
        G[first + number] = least_missing(x, y)
        number += ONE


@free
def fill_long(G: Values, start: np.uint64, stop: np.uint64, table: Words, bar: Words, below: Words, seen: Ints) -> None:
    """The values of the bars of ranks start..stop-1, each by all its bites; `bar` is the one before them."""
    for place in range(start, stop):
        height = next_bar(bar, ZERO) + ONE
        sum_below = ZERO
        for k in range(height):
            below[k] = sum_below
            sum_below += table[k, bar[k]]
        whole, above = height, ZERO  # rows from `whole` on are too short to be bitten in column c
        for c in range(bar[0]):
            while bar[whole - ONE] <= c:
                whole -= ONE
                above += table[whole, bar[whole]]
            rank, r = above, whole
            while r > ZERO:
                r -= ONE
                rank += table[r, c]
                if r or c:
                    seen[G[below[r] + rank]] = place
        value = 0
        while seen[value] == place:
            value += 1
        G[place] = value


# -- from Python ---------------------------------------------------------------------------------


class Block(NamedTuple):
    """The bars with the same lowest rows."""

    fixed: tuple[int, ...]
    first: int
    size: int


def nimbers(columns: int, rows: int, size: int | None = None, jobs: int = 1, tick: Tick | None = None) -> Values:
    """The value of each rank below `size` (default: all); entry 0, the empty bar, is 0 and no position.

    Bytes, or pairs of bytes for more than 256 squares. `tick` hears now and then how many are done.

    >>> nimbers(2, 2).tolist()
    [0, 0, 1, 1, 0, 2]
    """
    size = comb(columns + rows, rows) if size is None else size
    if columns * rows <= SMALL:
        return _in_blocks(columns, rows, size, jobs if size >= WORTH else 1, tick)
    return _one_by_one(columns, rows, size, tick)


def _one_by_one(columns: int, rows: int, size: int, tick: Tick | None) -> Values:
    G = np.zeros(size, np.uint16)
    table, seen = ranks(columns, rows), np.full(columns * rows + 1, -1, np.int64)
    bar, below = np.zeros((2, rows), np.uint64)
    step = max(1, (1 << 28) // (columns * rows))
    for start in range(1, size, step):
        stop = min(size, start + step)
        fill_long(G, np.uint64(start), np.uint64(stop), table, bar, below, seen)
        if tick:
            tick(stop)
    return G


def _in_blocks(columns: int, rows: int, size: int, jobs: int, tick: Tick | None) -> Values:
    G = np.zeros(size, np.uint8)
    fixed = _fixed_rows(columns, rows, size, jobs)
    board = _board(columns, rows, fixed)
    work = [_work(columns, rows, fixed) for _ in range(jobs)]
    done = 0
    with ThreadPoolExecutor(jobs) as threads:
        for group in _groups(board.ranks, columns, fixed, size):
            todo = sorted(group, key=lambda block: block.size)
            count = sum(block.size for block in todo)
            some = work if count > WORTH // 100 else work[:1]
            _share(threads, board, some, G, todo)
            done += count
            if tick:
                tick(done)
    return G


def _share(threads: ThreadPoolExecutor, board: Board, work: list[Work], G: Values, todo: list[Block]) -> None:
    """Fill the blocks, by this thread alone or by several."""
    if len(work) == 1:
        _fill(board, work[0], G, todo)
        return
    shares = [threads.submit(_fill, board, own, G, todo) for own in work]
    try:
        for share in shares:
            share.result()
    finally:  # after Ctrl-C no thread begins another block
        todo.clear()


def _fill(board: Board, work: Work, G: Values, todo: list[Block]) -> None:
    """Take blocks from the end of the list, where the large ones are, until none is left."""
    while todo:
        try:
            block = todo.pop()
        except IndexError:  # another thread was faster
            return
        fixed = len(block.fixed)
        work.bar[:fixed] = block.fixed
        fill_block(board, work, G, np.uint64(fixed), np.uint64(block.first), np.uint64(block.size))


def _fixed_rows(columns: int, rows: int, size: int, jobs: int) -> int:
    """How many rows are fixed in a block: few are fast, more take less memory and give threads more to share."""
    fixed = 1 if jobs == 1 else min(3, rows)
    while fixed < min(rows, 6) and 32 * jobs * comb(columns + rows - fixed, columns + 1) > max(ROOM, 2 * size):
        fixed += 1
    return fixed


def _groups(table: Words, columns: int, fixed: int, size: int) -> Iterator[Iterator[Block]]:
    """The blocks of bars of ranks below `size`, those that need no other of the group together, in order."""
    blocks = (_block(table, lowest, size) for lowest in _lowest_rows(columns, fixed) if lowest[0])
    ordered = sorted((block for block in blocks if block.size > 0), key=_squares)
    return (group for _, group in groupby(ordered, key=_squares))


def _squares(block: Block) -> int:
    return sum(block.fixed)


def _lowest_rows(longest: int, count: int) -> Iterator[tuple[int, ...]]:
    if count == 0:
        yield ()
        return
    for length in range(longest + 1):
        yield from ((length, *rest) for rest in _lowest_rows(length, count - 1))


def _block(table: Words, fixed: tuple[int, ...], size: int) -> Block:
    first = sum(int(table[k, length]) for k, length in enumerate(fixed))
    above = len(table) - len(fixed)
    return Block(fixed, first, min(comb(fixed[-1] + above, above), size - first))


def _board(columns: int, rows: int, fixed: int) -> Board:
    table = ranks(columns, rows)
    steps = np.diff(table, axis=1, prepend=np.uint64(0))
    lengths = np.arange(columns + 1)
    clipped = table[:, np.minimum.outer(lengths, lengths)]
    bits = np.zeros((257, 4), np.uint64)
    for value in range(256):
        bits[value, value // 64] = 1 << value % 64
    sizes = [comb(columns + rows - 1 - k, columns) if k >= fixed else 0 for k in range(rows)]
    places = np.cumsum([0, *sizes])[:-1].astype(np.uint64)
    return Board(table, steps, clipped, bits.ravel(), places)


def _work(columns: int, rows: int, fixed: int) -> Work:
    bar, starts = np.zeros((2, rows), np.uint64)
    clips, lower = np.zeros((2, rows + 1, columns), np.uint64)
    sets = np.empty(4 * comb(columns + rows - fixed, columns + 1) + 4, np.uint64)
    return Work(bar, starts, clips, lower, sets)
