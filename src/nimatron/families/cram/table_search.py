"""The table of a search on boards, and the search itself, in slices that a limit can end.

The table grows as it fills, until it has all the memory it may take. From then on it forgets (`cramentries`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from ... import kernels
from ...core.errors import Limit
from ...core.limits import Budget
from ...core.message import Message

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ...kernels.cram.cramentries import CramWork
    from ...kernels.cram.placements import PlacingRules

    Words = npt.NDArray[np.uint64]
    Ints = npt.NDArray[np.int64]
    Bytes = npt.NDArray[np.uint8]

HALF = 64
"""Bits of half a wide word."""

HALF_BOX = HALF
"""The most squares of a box whose pieces half a wide word holds."""

# Pieces that fit a box of 8 rows of 8 squares, or of 16 in a word of two halves, have that stride; others their width.
SIDE, ROWS = 8, 8

FIRST_ROOM = 1 << 18
"""The table starts with this many entries, unless memory is short. It doubles when full: all are moved then."""

LEAST_ROOM = 1 << 12
"""So many entries it has without any memory."""

PER_ENTRY = 128
"""Memory is short if there are fewer bytes than this for each of the first entries, which take 16 or 24."""

MOST_ROOM = (1 << 32) - 1
"""The most entries that the kernel can place."""

LARGE = 1 << 27
"""From that many bytes on, a table is stored in large pages. Smaller ones gain nothing."""

FULL = 0.6
"""How much of the table may be filled before it grows."""

ENDLESS = 1 << 62
"""More entries than there will ever be: the table does not grow any more."""

FOR_WIDE = 8
"""The part of the memory that only pieces in words of two halves may take, if there are any."""

CHEAP = 4
"""What took fewer than 2^(this - 1) positions is not written to disk: it is most of the table, and soon found again."""

SLICE = 1 << 16
"""How many positions are searched between two checks of the limits: a few tenths of a second."""

PAIRS = 10**8
"""How many pairs of placements are compared, about, between two checks of the limits."""

SOME = 1 << 20
"""How many entries are written to disk at a time."""

MEMORY = 4096
"""The most megabytes of a table, unless told otherwise."""

LISTS, PLACES = 1 << 19, 1 << 14
"""How many words of lists of options are stored, and by how many hashes they are found. More made no board faster."""

LONGEST_CHAIN = 128
"""The most squares of a chain."""

MOST_PARTS = 1 << 22
"""The most parts of open questions of other games than Cram; a search that needs more gives up."""

LEAST_PART = 9
"""The least number of squares of a part whose value is not known at once."""

# The rank of a domino grows with its distance from the middle, across and down, and is less if it stands. Low ranks are
# tried first.
ACROSS, DOWN, STANDING = 40, 15, -50

CHANCE = 40
"""How much a seed may change the ranks."""


class CramPiece(NamedTuple):
    """A piece for the kernel: the number of halves of its word, its squares, and their stride."""

    halves: int
    cells: int
    stride: int


class Spread(NamedTuple):
    """A piece too large for a word."""

    width: int
    height: int
    cells: int


def word_for(width: int, height: int) -> int:
    """How many halves of a word a box needs, which is at least as wide as high; 0 if it fits no word."""
    for halves in (1, 2):
        if width * height <= HALF * halves or (width <= SIDE * halves and height <= ROWS):
            return halves
    return 0


def stride_of(halves: int, width: int, height: int) -> int:
    """The stride of a box in such a word."""
    return SIDE * halves if width <= SIDE * halves and height <= ROWS else width


class CramTable:
    """What is known about the pieces of all boards, shared by `jobs` searches at once."""

    def __init__(
        self, memory: int = MEMORY, jobs: int = 1, seed: int = 0, rules: PlacingRules | None = None, least: int = 2
    ) -> None:
        self.memory, self.jobs, self.seed = memory << 20, jobs, seed
        self.rules, self.least = rules, least
        """The ways to place a shape on a board, if it is not Cram; and how many squares a move takes at least."""
        self.spread: dict[Spread, tuple[int | None, int]] = {}
        """For pieces too large for a word: the value, or else the set of values they do not have."""
        self.after_slice: Callable[[], None] | None = None
        """Called now and then while the table fills, for example to save it."""
        self.tables: dict[int, PieceTable] = {}

    def of_words(self, halves: int) -> PieceTable:
        """The table of the pieces in words of one or two halves; made when it is first needed."""
        if halves not in self.tables:
            half = self.of_words(1) if halves == 2 and not self.rules else None
            self.tables[halves] = PieceTable(
                halves, self.jobs, self.seed, self.first_room, half, self.rules, self.least
            )  # fmt: skip
        return self.tables[halves]

    @property
    def first_room(self) -> int:
        """How many entries a new table has."""
        return min(FIRST_ROOM, self.memory // PER_ENTRY or LEAST_ROOM)

    def room(self, table: PieceTable, wanted: int) -> int:
        """How many entries a table may have, at most as many as are `wanted`, beside the other table.

        Pieces in two halves are few but cost most: some of the memory is for them alone.
        """
        others = self.bytes - table.slots.nbytes
        if table.halves == 1 and others:
            others = max(others, self.memory // FOR_WIDE)
        left = self.memory - others
        return min(wanted, MOST_ROOM, max(self.first_room, left // table.entry_bytes))

    @property
    def entries(self) -> int:
        return sum(table.entries for table in self.tables.values())

    @property
    def nodes(self) -> int:
        """Positions that were searched."""
        return sum(table.nodes for table in self.tables.values())

    @property
    def bytes(self) -> int:
        return sum(table.slots.nbytes for table in self.tables.values())

    @property
    def fill(self) -> float:
        """How full the larger table is."""
        tables = sorted(self.tables.values(), key=lambda table: table.slots.nbytes)
        return tables[-1].fill if tables else 0.0

    def split(self, halves: int, shape: int, stride: int) -> tuple[int, list[CramPiece]]:
        """The nim-sum of the known parts of a position, and the others, the smallest first."""
        total, parts = self.of_words(halves).split(shape, stride)
        return total, [self._piece(halves, *part) for part in parts]

    def _piece(self, halves: int, cells: int, stride: int) -> CramPiece:
        """A part, in the word in which it is stored."""
        in_half = self.of_words(halves).in_half
        return CramPiece(1, cells, stride ^ in_half) if stride & in_half else CramPiece(halves, cells, stride)

    def info(self, part: CramPiece | Spread) -> tuple[int | None, int]:
        """The value of a part if it is known, and the set of values that it does not have."""
        if isinstance(part, Spread):
            return self.spread.get(part, (None, 0))
        return self.of_words(part.halves).info(part.cells, part.stride)

    def test(self, part: CramPiece, n: int, budget: Budget) -> None:
        """Find the value of a part, or that it is not n."""
        budget.look()  # a slice takes long, so none is begun when the time is up
        table, answered = self.of_words(part.halves), False
        table.ask(part.cells, part.stride, n)
        while not answered:
            for full in (one for one in self.tables.values() if one.is_full):
                full.grow(self.room(full, 2 * full.room))
            before = self.nodes
            answered = table.search(budget)
            # Before the budget is charged, which may end the search.
            if self.after_slice:
                self.after_slice()
            budget.spend(self.nodes - before)

    def take_in(self, halves: int, entries: Words) -> None:
        """Add the entries of another table, given as one row of numbers; what was hardest to find comes first."""
        table = self.of_words(halves)
        count = table.entries + len(entries) // (halves + 1)
        if count > FULL * table.room:
            table.grow(self.room(table, int(count / FULL)))
        table.take_in(entries)


class PieceTable:
    """Pieces in words of one size, and the searches that fill it."""

    def __init__(
        self, halves: int, jobs: int, seed: int, room: int, half: PieceTable | None = None,
        rules: PlacingRules | None = None, least: int = 2,
    ) -> None:  # fmt: skip
        import numpy as np

        kernels.need()
        from ...kernels.cram import cramentries, proofnumbers
        from ...kernels.cram.crampieces import SEVENS
        from ...kernels.cram.cramshapes import first_columns

        self._kernel, self._proof = cramentries, proofnumbers
        """The modules, imported only here because loading them takes half a second."""
        self.halves, self.jobs, self.seed = halves, jobs, seed
        self.rules, self.least = rules, least
        self.half = half
        """For words of two halves: the table of the pieces that one half holds."""
        self.in_half = cramentries.IN_HALF
        self._boxes: Bytes = half._boxes if half else np.zeros(2 * SEVENS, np.uint8)
        self._chains = np.array(dawsons_kayles(LONGEST_CHAIN), np.int64)
        self._columns = first_columns()
        slots = np.zeros((room + cramentries.WINDOW) * (halves + 1), np.uint64)
        self._works = [self._work(slots, job) for job in range(jobs)]
        self._set_room(room)

    @property
    def works(self) -> list[CramWork]:
        """What each search reads and writes."""
        if not self.half:
            return self._works
        return [work._replace(half=its) for work, its in zip(self._works, self.half.works, strict=True)]

    # -- size --------------------------------------------------------------------------------------

    @property
    def slots(self) -> Words:
        return self._works[0].slots

    @property
    def entries(self) -> int:
        return self._count(self._kernel.ENTRIES)

    @property
    def nodes(self) -> int:
        return self._count(self._kernel.NODES)

    @property
    def room(self) -> int:
        """How many entries the table may have."""
        return int(self._works[0].room)

    @property
    def entry_bytes(self) -> int:
        return 8 * (self.halves + 1)

    @property
    def fill(self) -> float:
        return min(1.0, self.entries / self.room)

    @property
    def is_full(self) -> bool:
        """Should the table grow?"""
        kernel = self._kernel
        return any(work.counts[kernel.ENTRIES] >= work.counts[kernel.MOST_ENTRIES] for work in self._works)

    def _count(self, which: int) -> int:
        return sum(int(work.counts[which]) for work in self._works)

    def _set_room(self, room: int, grows: bool = True) -> None:
        """Tell all searches how large the table is, and when it is full."""
        import numpy as np

        self._works = [work._replace(room=np.uint64(room)) for work in self._works]
        most = int(FULL * room) if grows else ENDLESS
        for work in self._works:
            # Each search counts only its own entries, so each gets a share of the room.
            share = max(1, (most - self.entries) // self.jobs)
            work.counts[self._kernel.MOST_ENTRIES] = int(work.counts[self._kernel.ENTRIES]) + share

    def _work(self, slots: Words, job: int) -> CramWork:
        import numpy as np

        kernels.need()
        from ...kernels.cram.crampieces import PART_FIELDS, ROOM

        highest = self._kernel.HIGHEST
        # Each job tries moves in another order, so they work on different pieces and share what they find.
        rules, ways = self.rules, 0
        if rules:
            ways = len(rules.ranks)
            rules = rules._replace(live=np.empty(ways, np.int64))
            moves, starts = np.zeros((1, 3), np.int64), np.zeros((1, 1, 2), np.int64)
        else:
            moves, starts = ordered_moves(self.halves, self.seed + job)
        sizes = range(0, HALF * self.halves + 1, self.least)
        # On the way down pieces shrink, and each size may be asked about every value. In Cram a piece has fewer than
        # two moves per square.
        options = (highest + 1) * sum((ways or 2 * size) + highest for size in sizes)
        parts = (highest + 1) * sum((ways or 2 * size) * (size // LEAST_PART + 1) for size in sizes)
        parts = min(parts, MOST_PARTS + rules.most_parts) if rules else parts
        counts = np.zeros(self._kernel.COUNTS, np.int64)
        # Of these megabytes few are ever used, and all are written before they are read: none has to be cleared.
        counts[self._kernel.HALF_BOX] = HALF_BOX if self.half else 0
        return self._kernel.CramWork(
            (0,) * self.halves, slots, np.uint64(0), self._boxes, self._chains, self._columns,
            counts=counts,
            moves=moves,
            starts=starts,
            parts=np.empty((parts + 4 * ROOM, PART_FIELDS), np.uint64),
            options=np.empty((options, self._proof.FIELDS), np.int64),
            frames=np.empty(((highest + 1) * len(sizes) + 1, self._proof.FRAME), np.int64),
            lists=np.empty(LISTS, np.uint64),
            places=np.full(PLACES, -2 * LISTS, np.int64),
            least=self.least,
            rules=rules or (),
            half=(),
        )  # fmt: skip

    def grow(self, room: int) -> None:
        """Make the table larger; if it already is as large, it forgets from now on."""
        if room > self.room:
            size = (room + self._kernel.WINDOW) * (self.halves + 1)
            # In place: old and new together might take more memory than there is. All searches hold this one array.
            self.slots.resize(size, refcheck=False)
            if self.slots.nbytes >= LARGE:
                prefer_large_pages(self.slots.ctypes.data, self.slots.nbytes)
            self._set_room(room)
            self._kernel.spread_entries(self.works[0])
        else:
            self._set_room(self.room, grows=False)

    def costly(self) -> Iterator[Words]:
        """The entries that took 2^(CHEAP - 1) positions or more, SOME at a time: all may take most of the memory."""
        rows = self.slots.reshape(-1, self.halves + 1)
        for start in range(0, len(rows), SOME):
            some = rows[start : start + SOME]
            yield some[self._kernel.efforts(some[:, -1]) >= CHEAP]

    def take_in(self, entries: Words) -> None:
        """Add the entries of another table, given as one row of numbers."""
        self._kernel.take_in_entries(self.works[0], entries)

    # -- search ------------------------------------------------------------------------------------

    def split(self, shape: int, stride: int) -> tuple[int, list[tuple[int, int]]]:
        """The nim-sum of the known parts of a position, and the others as (key, stride), the smallest first."""
        work = self.works[0]
        self._proof.ask(work, *_halves(shape), stride, self._proof.SPLIT)
        self._search(work)
        total, found = self._proof.parts_of(work)
        parts = [(lower | upper << HALF, its_stride) for lower, upper, its_stride in found]
        return total, sorted(parts, key=lambda part: (part[0].bit_count(), part[0]))

    def info(self, key: int, stride: int) -> tuple[int | None, int]:
        """The value of a part if it is known, and the set of values that it does not have."""
        kernel = self._kernel
        info = int(kernel.read_info(self.works[0], *_halves(key), stride))
        return (info >> int(kernel.VALUE), 0) if info & int(kernel.SOLVED) else (None, info >> int(kernel.EXCLUDED))

    def ask(self, key: int, stride: int, n: int) -> None:
        """Ask all searches whether a part has value n."""
        for work in self.works:
            self._proof.ask(work, *_halves(key), stride, n)

    def search(self, budget: Budget) -> bool:
        """Search for a while. Is the question answered?"""
        done = self._proof.DONE
        # One position more than allowed, so that the budget notices that its limit is reached.
        size = max(1, min(SLICE, PAIRS // len(self.rules.ranks) ** 2)) if self.rules else SLICE
        most = size if budget.positions is None else max(1, min(size, budget.positions + 1 - budget.spent))
        self._allow(-(-most // self.jobs))

        def search(work: CramWork) -> int:
            ended = self._search(work)
            if ended == done:
                self._stop()  # the others can stop
            return ended

        if self.jobs == 1:
            ends = [search(self.works[0])]
        else:
            # All jobs ask the same question; the first to answer it stops the others.
            from concurrent.futures import ThreadPoolExecutor  # one thread alone needs none

            with ThreadPoolExecutor(self.jobs) as pool:
                ends = list(pool.map(search, self.works))
        if self._proof.TOO_HIGH in ends and done not in ends:
            what = Message("the value of a piece may be too high for the table", params={})
            raise Limit(what, budget.spent, budget.elapsed)
        return done in ends

    def _search(self, work: CramWork) -> int:
        """Continue with the questions on the stack; returns how the search ended."""
        return int((self._proof.search_wide if self.half else self._proof.search)(work))

    def _allow(self, nodes: int) -> None:
        """Let each search continue for this many positions."""
        for work in self._works:
            work.counts[self._kernel.MOST_NODES] = int(work.counts[self._kernel.NODES]) + nodes
        if self.half:
            self.half._allow(nodes)

    def _stop(self) -> None:
        """Stop every search at its next check."""
        for work in self._works:
            work.counts[self._kernel.MOST_NODES] = 0
        if self.half:
            self.half._stop()


def _halves(word: int) -> tuple[np.uint64, np.uint64]:
    import numpy as np

    return np.uint64(word & (1 << HALF) - 1), np.uint64(word >> HALF)


@cache
def ordered_moves(halves: int, seed: int = 0) -> tuple[Ints, Ints]:
    """The dominoes of every box that fits a word, in the order in which they are tried, and where each box starts.

    Those near the middle come first. They are not better moves, but a search that always plays there meets the
    same pieces again and again.
    """
    import numpy as np

    chance = Random(seed)
    moves: list[tuple[int, int, int]] = []
    longest = HALF * halves // 2
    starts = np.zeros((longest + 1, longest + 1, 2), np.int64)
    for width in range(2, longest + 1):
        for height in range(1, width + 1):
            if 0 < word_for(width, height) <= halves:
                stride = stride_of(halves, width, height)
                # Seed 0 means the plain order, without chance.
                dominoes = sorted(_ranked_dominoes(width, height, stride, chance if seed else None))
                starts[width, height] = len(moves), len(moves) + len(dominoes)
                moves += [(place, standing, rank) for rank, place, standing in dominoes]
    return np.array(moves, np.int64), starts


def _ranked_dominoes(width: int, height: int, stride: int, chance: Random | None) -> Iterator[tuple[int, int, int]]:
    """Rank, place and direction of each domino in a box."""
    for y, x, standing in product(range(height), range(width), (0, 1)):
        if y + standing < height and x + 1 - standing < width:
            across, down = abs(2 * x + 2 - standing - width), abs(2 * y + 1 + standing - height)
            luck = chance.randrange(CHANCE) if chance else 0
            yield ACROSS * across + DOWN * down + STANDING * standing + luck, stride * y + x, standing


@cache
def dawsons_kayles(most: int) -> tuple[int, ...]:
    """The values of rows of 0, 1, ..., `most` squares.

    >>> dawsons_kayles(10)
    (0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3)
    """
    from ...nimbers.finite import mex

    values = [0, 0]
    for n in range(2, most + 1):
        # A domino covers two squares and leaves two rows.
        values.append(mex({values[a] ^ values[n - 2 - a] for a in range(n // 2)}))
    return tuple(values)


# -- large pages ---------------------------------------------------------------------------------

LARGE_PAGE = 1 << 21
"""Bytes of a large page."""

_HUGEPAGE, _COLLAPSE = 14, 25
"""What Linux is asked for: large pages for memory that is not used yet, and for what is used already (from 6.1 on)."""


def prefer_large_pages(start: int, size: int) -> bool:
    """Ask for large pages of memory: a processor finds places all over a huge table more quickly in few pages.

    Returns whether the system has put the memory there; its content stays the same anyhow.
    """
    if not sys.platform.startswith("linux"):
        return False
    import ctypes

    first, end = -(-start // LARGE_PAGE) * LARGE_PAGE, (start + size) // LARGE_PAGE * LARGE_PAGE
    if end <= first:
        return False
    try:
        advise = ctypes.CDLL(None).madvise
    except (OSError, AttributeError):
        return False
    where = ctypes.c_void_p(first), ctypes.c_size_t(end - first)
    return all(advise(*where, advice) == 0 for advice in (_HUGEPAGE, _COLLAPSE))
