"""Nim-sequences of codes that leave up to four heaps, or any number of them, and of codes whose digits repeat for ever.

What a digit allows is split into *rows*: a number of heaps, all equal or not all equal. Most rows are sets of values
that are joined. Three heaps and four have too many values for that: only values that are asked for are tried, and most
need not be tried at all. Two equal heaps cancel, so three heaps reach the values of all smaller heaps of the right
parity, and four heaps those of all smaller pairs: these sets only grow, and are never made anew (`sure`).

Where digits repeat, a heap has the options of the heap one block earlier and a few more: the sets are joined once for
each residue, and never looked at again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from ..errors import Limit
from ..message import Message, Number
from .bitsets import FULL, Words, drop, has, join, moved, put
from .compiling import inlined, jit
from .many import NEVER, add_to_many, put_equal, put_many, put_many_equal
from .sparse import Ints
from .triples import Triples, add_heap, add_pairs, left_open
from .words import trailing_zeros

T = TypeVar("T", bound=np.generic)

NARROW = 64
"""The first width of the sets. All values are below the width, which doubles when one is not."""

MEMORY = 1 << 30
"""The most bytes for the sets of pairs: they are enough for some 100,000 heaps of 0.9."""

ONE, EQUAL, PAIRS, TRIPLES, DIFFERENT, QUADS, MANY, MANY_EQUAL = range(8)
"""What may be left: one heap; so many equal heaps; two different heaps; three or four that are not all equal; three
different heaps; so many heaps or more that are not all equal, or that are."""


class Row(NamedTuple):
    """After taking so many coins, or at this place of the digits that repeat, so many heaps of a form may be left."""

    place: int
    form: int
    heaps: int


class Rows(NamedTuple):
    """What a code allows: rows of the digits, and of those that repeat from `first` on; where a heap may be emptied."""

    rows: Sequence[Row]
    ends: Sequence[int]
    first: int = 0
    size: int = 0
    """How many digits repeat."""
    again: Sequence[Row] = ()
    ends_again: Sequence[int] = ()


class Takes(NamedTuple):
    """The same as arrays."""

    rows: Ints
    ends: Ints
    first: int
    size: int
    kinds: Ints
    """Forms and numbers of heaps of the digits that repeat."""
    again: Ints
    """Places of these digits, and what they allow by its number in `kinds`."""
    ends_again: Ints


class Room(NamedTuple):
    """What is kept between heaps; all values are below the width of the sets."""

    triples: Triples

    sure: Words
    """For each row and each parity of the coins, values that are reached."""

    unions: Words
    """For each kind and each residue of the digits that repeat, the values that they can leave."""

    least: Ints
    """The least numbers of coins of `many`."""

    seen: Words
    """The values of the options of one heap."""


@inlined
def fourth(m: int, value: int, sets: Words) -> bool:
    """Do two pairs of different heaps, with m coins in all, have this value?"""
    high = value >> 6
    for w in range(len(sets)):
        these, those = sets[w], sets[w ^ high]
        for a in range(3, m // 2 + 1):
            if these[a] and moved(these[a], value) & those[m - a]:
                return True
    return False


@inlined
def put_third(G: Ints, m: int, row: int, room: Room, seen: Words) -> None:
    """Add the values that a heap has beside two equal ones, not all of them equal."""
    sure = room.sure[row, m & 1]
    if m < 3:
        return
    put(G[m - 2], sure)
    lone = m % 3 == 0 and not has(G[m // 3], seen)
    join(sure, seen)
    if lone:  # its third is one of three equal heaps: look for another one with the same value
        for heap in range(m - 2, 0, -2):
            lone = lone and (3 * heap == m or G[heap] != G[m // 3])
        if lone:
            drop(G[m // 3], seen)


@inlined
def put_fourth(m: int, row: int, room: Room, seen: Words) -> None:
    """Add the values that two heaps have beside two equal ones, not all of them equal."""
    sure = room.sure[row, m & 1]
    if m > 4:
        join(room.triples.sets[:, m - 2], sure)
        if m % 2 == 0:
            put(0, sure)
        join(sure, seen)


@jit
def put_all(G: Ints, m: int, form: int, heaps: int, row: int, room: Room, seen: Words) -> None:
    """Add the values of what may be left of m coins, but for those of three and four heaps that must be tried."""
    if form == ONE:
        put(G[m], seen)
    elif form == EQUAL:
        put_equal(G, m, heaps, heaps, seen)
    elif form == PAIRS:
        join(room.triples.sets[:, m], seen)
    elif form == TRIPLES:
        put_third(G, m, row, room, seen)
    elif form == QUADS:
        put_fourth(m, row, room, seen)
    elif form == MANY:
        put_many(G, m, heaps, room.least, seen)
    elif form == MANY_EQUAL:
        put_many_equal(G, m, heaps, seen)


@inlined
def unite(G: Ints, m: int, takes: Takes, room: Room) -> None:
    """Add what may be left of m coins, which is new since the last heap, to the unions of the digits that repeat."""
    for kind in range(len(takes.kinds)):
        form, heaps = takes.kinds[kind, 0], takes.kinds[kind, 1]
        union = room.unions[kind, m % takes.size]
        put_all(G, m, form, heaps, len(takes.rows) + kind, room, union)
        if form in (TRIPLES, DIFFERENT):
            for w in range(len(union)):
                if union[w] != FULL:
                    union[w] = ~left_open(~union[w], w, m, form == DIFFERENT, G, room.triples)


@inlined
def known_options(G: Ints, n: int, takes: Takes, room: Room) -> None:
    """Put the values of the options of heap n into `seen`, but for those of three and four heaps."""
    seen, m = room.seen, n - takes.first
    for w in range(len(seen)):
        seen[w] = 0
    for t in takes.ends:
        if t == n:
            put(0, seen)
    for row in range(len(takes.rows)):
        t = takes.rows[row, 0]
        if t < n:
            put_all(G, n - t, takes.rows[row, 1], takes.rows[row, 2], row, room, seen)
    if takes.size and m >= 0:
        if m:
            unite(G, m, takes, room)
        for i in range(len(takes.again)):
            join(room.unions[takes.again[i, 1], (m - takes.again[i, 0]) % takes.size], seen)
        for place in takes.ends_again:
            if m % takes.size == place:
                put(0, seen)


@inlined
def smallest(G: Ints, n: int, takes: Takes, room: Room) -> int:
    """The mex of `seen` and the values of three and four heaps that a move may leave; at most the width."""
    for w in range(len(room.seen)):
        open = ~room.seen[w]
        for row in range(len(takes.rows)):
            t, form = takes.rows[row, 0], takes.rows[row, 1]
            if open and form in (TRIPLES, DIFFERENT):
                open = left_open(open, w, n - t, form == DIFFERENT, G, room.triples)
        while open:
            value: int = 64 * w + trailing_zeros(open)
            found = False
            for row in range(len(takes.rows)):
                if not found and takes.rows[row, 1] == QUADS:
                    found = fourth(n - takes.rows[row, 0], value, room.triples.sets)
            if not found:
                return value
            open &= open - np.uint64(1)
    return 64 * len(room.seen)


@jit
def fill(G: Ints, n: int, stop: int, takes: Takes, room: Room) -> int:
    """Fill G[n:stop]; returns the first heap not filled: `stop`, or one whose value does not fit into the sets."""
    while n < stop:
        add_pairs(G, n, room.triples)
        known_options(G, n, takes, room)
        value = smallest(G, n, takes, room)
        if value == 64 * len(room.seen):
            return n
        G[n] = value
        add_heap(n, value, room.triples)
        if len(room.least):
            add_to_many(n, value, room.least)
        n += 1
    return n


class PartsRun:
    """A nim-sequence that grows.

    >>> run = PartsRun(Rows([Row(1, TRIPLES, 3), Row(1, EQUAL, 3)], ends=[1]))  # 0.9
    >>> run.extend(12)
    >>> run.values.tolist()
    [0, 1, 0, 0, 0, 1, 2, 2, 2, 3, 4, 4]
    """

    def __init__(self, rows: Rows, values: Ints | None = None) -> None:
        kinds = sorted({(row.form, row.heaps) for row in rows.again})
        places = [(row.place, kinds.index((row.form, row.heaps))) for row in rows.again]
        self._takes = Takes(
            _array(rows.rows, 3),
            np.array(rows.ends, np.int64),
            rows.first,
            rows.size,
            _array(kinds, 2),
            _array(places, 2),
            np.array(rows.ends_again, np.int64),
        )
        self._known = 1
        self._values: Ints = np.zeros(1, np.int64)
        self._room = _new_room([*rows.rows, *rows.again], len(rows.rows) + len(kinds), len(kinds), rows.size)
        if values is not None and len(values) > 1:
            self._take_over(values)

    def _take_over(self, values: Ints) -> None:
        """Go on from known values: their sets are made anew."""
        while 64 * len(self._room.seen) <= int(values.max()):
            self._widen()
        self.extend(len(values))

    @property
    def values(self) -> npt.NDArray[np.unsignedinteger]:
        """G(0), G(1), ...: all known values, in the smallest unsigned type that holds them."""
        known = self._values[: self._known]
        return known.astype(np.min_scalar_type(int(known.max())))

    def extend(self, upto: int) -> None:
        """Make sure that G(0), ..., G(upto - 1) are known."""
        if upto > len(self._values):
            more = max(upto, len(self._values) * 5 // 4) - len(self._values)
            triples = self._room.triples
            self._afford(len(self._values) + more, len(self._room.seen))
            self._values = _longer(self._values, more)
            self._room = self._room._replace(
                triples=triples._replace(
                    nexts=_longer(triples.nexts, more),
                    sets=_longer(triples.sets, more),
                    twice=_longer(triples.twice, more if triples.twice.shape[1] else 0),
                )
            )
        while self._known < upto:
            self._known = fill(self._values, self._known, upto, self._takes, self._room)
            if self._known < upto:
                self._widen()

    def _afford(self, heaps: int, words: int) -> None:
        """Refuse sets that take too much memory: there is one for each heap."""
        needed = 8 * heaps * words * (2 if self._room.triples.twice.shape[1] else 1)
        if needed > MEMORY:
            params = {"needed": Number(needed >> 20), "most": Number(MEMORY >> 20)}
            what = Message("the table takes {needed} MB, more than the limit of {most} MB", params=params)
            raise Limit(what, 0, 0.0, heaps=self._known)

    def _widen(self) -> None:
        """Twice as many values fit."""
        room, triples = self._room, self._room.triples
        self._afford(len(self._values), 2 * len(room.seen))
        self._room = Room(
            triples=triples._replace(
                sets=_wider(triples.sets, axis=0),
                twice=_wider(triples.twice, axis=0),
                lanes=_wider(triples.lanes),
                heads=_wider(triples.heads),
                helpers=_wider(triples.helpers),
            ),
            sure=_wider(room.sure),
            unions=_wider(room.unions),
            least=_wider(room.least, NEVER),
            seen=_wider(room.seen),
        )


def _array(rows: Sequence[tuple[int, ...]], columns: int) -> Ints:
    return np.array(rows, np.int64).reshape(-1, columns)


def _new_room(rows: Sequence[Row], sure: int, kinds: int, residues: int) -> Room:
    """Room for the values of heap 0 alone; `sure` and `kinds` say how many sets of each there are."""
    words, different = NARROW // 64, any(row.form == DIFFERENT for row in rows)
    many = max((row.heaps for row in rows if row.form == MANY), default=0)
    triples = Triples(
        sets=np.zeros((words, 1), np.uint64),
        twice=np.zeros((words, int(different)), np.uint64),
        lanes=np.zeros((2, words), np.uint64),
        heads=np.zeros(words, np.int64),
        nexts=np.zeros(1, np.int64),
        helpers=np.zeros((2, NARROW), np.int64),
        table=np.zeros(64, np.uint64),
    )
    least = np.full((many + 1 if many else 0, 2, NARROW), NEVER, np.int64)
    least[:1, 0, 0] = 0  # no heap has no coins
    return Room(
        triples=triples,
        sure=np.zeros((sure, 2, words), np.uint64),
        unions=np.zeros((kinds, max(1, residues), words), np.uint64),
        least=least,
        seen=np.zeros(words, np.uint64),
    )


def _longer(known: npt.NDArray[T], more: int) -> npt.NDArray[T]:
    """The same with zeros for so many heaps more."""
    return np.concatenate([known, np.zeros((*known.shape[:-1], more), known.dtype)], axis=-1)


def _wider(known: npt.NDArray[T], new: int = 0, axis: int = -1) -> npt.NDArray[T]:
    """The same with as many places more, which have something new."""
    return np.concatenate([known, np.full_like(known, new)], axis=axis)
