"""The table of a Cram search: it grows as it fills, and the search runs in slices that a limit can end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import product
from random import Random
from typing import TYPE_CHECKING

from ..errors import Limit
from ..game import Message
from .budget import Budget

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ..kernels.cram import Work

    Words = npt.NDArray[np.uint64]
    Ints = npt.NDArray[np.int64]

SIDE, WORD = 8, 64
"""Pieces in a box of 8x8 squares have stride 8, wider ones their width, and none has more than 64 squares."""

FIRST_BITS = 12
"""A small table is quick, for it stays near the processor; it doubles when it is full."""

FULL = 0.6
SLICE = 1 << 16
"""Positions after which Python looks at the limits, some tenths of a second."""

MEMORY = 4096
"""Megabytes that a table may take unless told otherwise."""

LONGEST_CHAIN = 128
MOST_DEPTH, MOST_MOVES = 33, 128
"""Dominoes in a game on 64 squares, and moves in one of its positions, at most."""

ACROSS, DOWN, STANDING = 40, 20, -50
"""How late a domino is tried for its distance from the middle in columns and rows, or earlier as it stands."""

CHANCE = 40
"""How far a seed changes the order."""


class CramTable:
    """What is known of the pieces of all boards, for as many searches at once as there are `jobs`."""

    def __init__(self, memory: int = MEMORY, jobs: int = 1, seed: int = 0) -> None:
        import numpy as np

        from ..kernels.boards import first_columns

        self.memory, self.jobs, self.seed = memory << 20, jobs, seed
        self.large: dict[tuple[int, ...], tuple[int | None, int]] = {}
        """The same of pieces that fit into no word."""
        self._boxes = np.zeros(3 << 20, np.uint8)
        self._chains = np.array(dawsons_kayles(LONGEST_CHAIN), np.int64)
        self._columns = first_columns()
        self.after_slice: Callable[[], None] | None = None
        """Called now and then while it fills: to save it, say."""
        self.works: list[Work] = []
        self._set(np.zeros(2 << FIRST_BITS, np.uint64))

    # -- size --------------------------------------------------------------------------------------

    @property
    def slots(self) -> Words:
        return self.works[0].slots

    @property
    def entries(self) -> int:
        return self._count(0)

    @property
    def nodes(self) -> int:
        """Positions that were searched."""
        return self._count(1)

    @property
    def fill(self) -> float:
        return self.entries / (len(self.slots) // 2)

    def _count(self, which: int) -> int:
        return sum(int(work.counts[which]) for work in self.works)

    def _set(self, slots: Words) -> None:
        """Let all searches use these slots."""
        import numpy as np

        shift = np.uint64(66 - len(slots).bit_length())
        if self.works:
            self.works = [work._replace(slots=slots, shift=shift) for work in self.works]
        else:
            self.works = [self._work(slots, shift, job) for job in range(self.jobs)]
        most = int(FULL * len(slots) / 2)
        for work in self.works:
            # Each search sees only its own entries: together they stay below what is full.
            work.counts[2] = int(work.counts[0]) + max(1, (most - self.entries) // self.jobs)

    def _work(self, slots: Words, shift: np.uint64, job: int) -> Work:
        import numpy as np

        from ..kernels.cram import ROOM, Work

        moves, starts = ordered_moves(self.seed + job)
        most = MOST_DEPTH * MOST_MOVES
        return Work(
            slots, shift, self._boxes, self._chains, self._columns,
            counts=np.zeros(4, np.int64),
            moves=moves,
            starts=starts,
            parts=np.zeros((4 * most + 4 * ROOM, 2), np.uint64),
            options=np.zeros((most, 8), np.int64),
        )  # fmt: skip

    def grow(self, budget: Budget) -> None:
        """Twice the size; a Limit where that is too much memory."""
        import numpy as np

        from ..kernels.cram import moved

        old = self.slots
        if 3 * old.nbytes > self.memory:  # both are there while one is filled from the other
            params = {"n": f"{self.memory >> 20:,}"}
            what = Message("the limit of {n} MB of memory is reached", params=params)
            raise Limit(what, budget.spent, budget.elapsed)
        self._set(np.zeros(2 * len(old), np.uint64))
        moved(self.works[0], old)

    def pairs(self) -> Words:
        """All entries, without the empty slots between them."""
        found: Words = self.slots.reshape(-1, 2)[self.slots[1::2] != 0]
        return found

    def fill_from(self, pairs: Words) -> None:
        """Take the entries of another table, in place of those here."""
        import numpy as np

        from ..kernels.cram import moved

        bits = max(FIRST_BITS, int(len(pairs) / 2 / FULL).bit_length())
        self.works[0].counts[0] = len(pairs) // 2
        self._set(np.zeros(2 << bits, np.uint64))
        moved(self.works[0], pairs.reshape(-1))

    # -- search ------------------------------------------------------------------------------------

    def split(self, shape: int, stride: int) -> tuple[int, list[tuple[int, int]]]:
        """The nim-sum of the known parts of a position, and the others as (key, stride), the smallest first."""
        import numpy as np

        from ..kernels.cram import KNOWN, split

        work = self.works[0]
        count = split(work, np.uint64(shape), stride)
        return int(work.options[0, KNOWN]), [(int(key), int(its)) for key, its in work.parts[:count]]

    def info(self, key: int, stride: int) -> tuple[int | None, int]:
        """The value of a part if it is known, and the set of values that it does not have."""
        import numpy as np

        from ..kernels.cram import told

        info = int(told(self.works[0], np.uint64(key), stride))
        return (info & 0xFF) - 1 if info & 0xFF else None, info >> 16

    def test(self, key: int, stride: int, n: int, budget: Budget) -> None:
        """Find the value of a part, or that it is not n."""
        answered = False
        while not answered:
            if any(work.counts[0] >= work.counts[2] for work in self.works):
                self.grow(budget)
            before = self.nodes
            answered = self._slice(key, stride, n, budget)
            if self.after_slice:
                self.after_slice()
            budget.spend(self.nodes - before)

    def _slice(self, key: int, stride: int, n: int, budget: Budget) -> bool:
        import numpy as np

        from ..kernels.cram import STOPPED, tested

        most = SLICE if budget.positions is None else max(1, min(SLICE, budget.positions + 1 - budget.spent))
        for work in self.works:
            work.counts[3] = int(work.counts[1]) + -(-most // self.jobs)

        def search(work: Work) -> bool:
            answered = bool(tested(work, np.uint64(key), stride, n, 0, 0) != STOPPED)
            if answered:
                for other in self.works:  # they need not go on
                    other.counts[3] = 0
            return answered

        if self.jobs == 1:
            return search(self.works[0])
        with ThreadPoolExecutor(self.jobs) as pool:
            return any(list(pool.map(search, self.works)))


@cache
def ordered_moves(seed: int = 0) -> tuple[Ints, Ints]:
    """The dominoes of every box that fits into a word, in the order in which they are tried, and where each box begins.

    Near the middle first: not that such moves are better, but a search that always plays there meets
    the same pieces again and again.
    """
    import numpy as np

    chance = Random(seed)
    moves: list[tuple[int, int, int]] = []
    starts = np.zeros((WORD // 2 + 1, SIDE + 1, 2), np.int64)
    for width in range(2, WORD // 2 + 1):
        for height in range(1, min(width, SIDE if width <= SIDE else WORD // width) + 1):
            dominoes = sorted(_ranked(width, height, chance if seed else None))
            starts[width, height] = len(moves), len(moves) + len(dominoes)
            moves += [(place, standing, rank) for rank, place, standing in dominoes]
    return np.array(moves, np.int64), starts


def _ranked(width: int, height: int, chance: Random | None) -> Iterator[tuple[int, int, int]]:
    """Rank, place and direction of each domino in a box."""
    for y, x, standing in product(range(height), range(width), (0, 1)):
        if y + standing < height and x + 1 - standing < width:
            across, down = abs(2 * x + 2 - standing - width), abs(2 * y + 1 + standing - height)
            luck = chance.randrange(CHANCE) if chance else 0
            yield ACROSS * across + DOWN * down + STANDING * standing + luck, max(SIDE, width) * y + x, standing


def dawsons_kayles(most: int) -> list[int]:
    """The values of rows of 0, 1, ..., `most` squares.

    >>> dawsons_kayles(10)
    [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3]
    """
    from ..nimbers import mex

    values = [0, 0]
    for n in range(2, most + 1):
        values.append(mex({values[a] ^ values[n - 2 - a] for a in range(n // 2)}))
    return values
