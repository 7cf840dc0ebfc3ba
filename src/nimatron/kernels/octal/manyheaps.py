"""Nim-sequences of codes that leave up to four heaps, or any number of them, and of codes whose digits repeat for ever.

What a digit allows is split into *rows*: a number of heaps, all equal or not all equal. The values of most rows are
sets of bits that are joined. Three heaps and four have too many values for that: only values that could be the mex are
tried. For each number of coins the values of all pairs of different heaps are kept as a set of bits. Three heaps a, b
and c have a value exactly if the value xor G(c) is in the set for a + b; the kernel tries a word of 64 values at once
(`still_open`).

Two equal heaps cancel, so three heaps reach the values of all smaller heaps of the right parity, and four heaps the
values of all smaller pairs: these sets only grow, and are never made anew (`sure`). Where digits repeat, a heap has the
options of the heap one block earlier and a few more: the sets are joined once for each residue (`unions`).

Any number of heaps: pairs of heaps of 1 cancel and need two coins each. So a value is reached with all coins of the
right parity from the least number on: the kernel keeps only that number, for each number of different heaps (`least`).

Plain Python that does the same is `OctalSequence.grow_plain` in `solve/sequences`; tests compare both.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from ...core.errors import Limit
from ...core.message import Message, Number
from ..compile.bitops import trailing_zeros
from ..compile.jit import inline_jit, jit
from . import spotcheck
from .mexloop import EQUAL, MANY, MANY_EQUAL, ONE, PAIRS, QUADS, TRIPLES, Row, Rows
from .sparsespace import Ints

T = TypeVar("T", bound=np.generic)
Words = npt.NDArray[np.uint64]

NARROW = 64
"""The first width of the sets. All values are below the width, which doubles when one is not."""

MEMORY = 1 << 30
"""The most bytes for the sets of pairs: they are enough for some 100,000 heaps of 0.9."""

NEVER = np.iinfo(np.int64).max // 2
"""More coins than there are."""

LOW = tuple(np.uint64(sum(1 << i for i in range(64) if not i >> k & 1)) for k in range(6))
"""For each k, the bits of a word whose number has no bit k."""

FULL = np.uint64(2**64 - 1)
"""A word of a set that has everything."""


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

    sets: Words
    """Column m has the values of pairs of different heaps with m coins.

    Word w of all sets lies together: one heap more leaves one coin fewer and mostly a value that is nearly the same.
    """

    sure: Words
    """For each row and each parity of the coins, values that are reached."""

    unions: Words
    """For each kind and each residue of the digits that repeat, the values that they can leave."""

    least: Ints
    """`least[heaps, parity, value]`: the fewest coins; the last row is for that many different heaps and more."""

    seen: Words
    """The values of the options of one heap."""

    table: Words
    """Working space for a word whose bits are at all places that xor can give them."""

    def copy(self) -> Room:
        """The same for a piece, which may change it. The columns of known heaps never change: they are shared."""
        return self._replace(sure=self.sure.copy(), unions=self.unions.copy(), least=self.least.copy())


# -- sets of bits --------------------------------------------------------------------------------
# In the loops that matter indices are unsigned: numba tests signed ones for being negative.


@inline_jit
def put(value: int, seen: Words) -> None:
    """Add a value to a set."""
    place = np.uint64(value)
    seen[place >> np.uint64(6)] |= np.uint64(1) << (place & np.uint64(63))


@inline_jit
def has(value: int, seen: Words) -> bool:
    """Is a value in a set?"""
    place = np.uint64(value)
    return bool(seen[place >> np.uint64(6)] >> (place & np.uint64(63)) & np.uint64(1))


@inline_jit
def drop(value: int, seen: Words) -> None:
    """Take a value out of a set."""
    place = np.uint64(value)
    seen[place >> np.uint64(6)] &= ~(np.uint64(1) << (place & np.uint64(63)))


@inline_jit
def join(more: Words, seen: Words) -> None:
    """Add all values of one set to another."""
    for w in range(len(seen)):
        seen[w] |= more[w]


@inline_jit
def swap(word: np.uint64, k: int) -> np.uint64:
    """The bits of a word at their places xor 2^k."""
    low, shift = LOW[k], np.uint64(1 << k)
    return (word & low) << shift | word >> shift & low


@inline_jit
def xor_places(word: np.uint64, value: int | np.uint64) -> np.uint64:
    """The bits of a word at their places xor the low bits of a value."""
    places = np.uint64(value)
    for k in range(6):
        if places >> np.uint64(k) & np.uint64(1):
            word = swap(word, k)
    return word


@inline_jit
def spread(word: np.uint64, table: Words) -> None:
    """Make table[x] the bits of a word at their places xor x, for all x below 64."""
    table[0] = word
    for k in range(6):
        for x in range(1 << k):
            table[(1 << k) + x] = swap(table[x], k)


# -- three heaps ---------------------------------------------------------------------------------


@inline_jit
def add_pairs(G: Ints, n: int, room: Room) -> None:
    """Make the set of the values of all pairs of different heaps with n coins; all of them are below n."""
    coins, seen = np.uint64(n), room.seen
    for w in range(len(seen)):
        seen[w] = 0
    for a in range(np.uint64(1), np.uint64((n + 1) // 2)):
        put(G[a] ^ G[coins - a], seen)
    for w in range(len(seen)):
        room.sets[w, n] = seen[w]


@jit
def still_open(open: np.uint64, w: int, m: int, G: Ints, room: Room) -> np.uint64:
    """Those of the open values of word w that no three heaps have with m coins in all, at least two of them different.

    Each heap is tried as the smallest of three. Two equal heaps and another are not always found: see above.
    """
    if m < 4:  # also where the heap is smaller than what the row takes
        return open
    spread(open, room.table)
    coins = np.uint64(m)
    for c in range(np.uint64(1), np.uint64(m // 3 + 1)):
        g = np.uint64(G[c])
        high, low = g >> np.uint64(6), g & np.uint64(63)
        reached = room.sets[np.uint64(w) ^ high, coins - c] & room.table[low]
        if reached:
            open &= ~xor_places(reached, low)
            if not open:
                break
            spread(open, room.table)
    return open


# -- any number of heaps -------------------------------------------------------------------------


@inline_jit
def add_to_many(n: int, value: int, least: Ints) -> None:
    """Let the new heap n, with this value, be one of the different heaps."""
    last = len(least) - 1
    for heaps in range(last, -1, -1):  # a row is read before the new heap comes into it
        for parity in range(2):
            before, after = least[heaps, parity], least[min(heaps + 1, last), parity ^ n & 1]
            for v in range(np.uint64(len(before))):
                other = v ^ np.uint64(value)
                after[other] = min(after[other], before[v] + n)


@inline_jit
def put_many(G: Ints, m: int, heaps: int, least: Ints, seen: Words) -> None:
    """Add the values of so many heaps or more, not all equal, with m coins in all; `heaps` is at least 2."""
    for different in range(2, len(least)):
        most, row = m - max(heaps - different, 0), least[different, m & 1]
        for v in range(len(row)):
            if row[v] <= most:
                put(v, seen)
    # One heap beside pairs of equal ones: those can be ones.
    for heap in range(2 + m % 2, min(m - 1, m + 1 - heaps) + 1, 2):
        put(G[heap], seen)
    # With a one as that heap, or with pairs only, they must not all be ones: there is one pair less than could be.
    pairs = m // 2 - 1
    if m % 2 and pairs >= max(1, heaps // 2):
        put(G[1], seen)
    if m % 2 == 0 and pairs >= max(2, (heaps + 1) // 2):
        put(0, seen)


@inline_jit
def put_many_equal(G: Ints, m: int, heaps: int, seen: Words) -> None:
    """Add the values of so many equal heaps or more with m coins in all."""
    for divisor in range(1, m + 1):
        if divisor * divisor > m:
            break
        if m % divisor == 0:
            put_equal(G, m, max(divisor, m // divisor), heaps, seen)
            put_equal(G, m, min(divisor, m // divisor), heaps, seen)


@inline_jit
def put_equal(G: Ints, m: int, count: int, least: int, seen: Words) -> None:
    """Add the value of `count` equal heaps with m coins in all, if they are at least so many."""
    if count >= least and m % count == 0:
        put(G[m // count] if count % 2 else 0, seen)


# -- all moves -----------------------------------------------------------------------------------


@inline_jit
def fourth(m: int, value: int, sets: Words) -> bool:
    """Do two pairs of different heaps, with m coins in all, have this value?"""
    high = value >> 6
    for w in range(len(sets)):
        these, those = sets[w], sets[w ^ high]
        for a in range(3, m // 2 + 1):
            if these[a] and xor_places(these[a], value) & those[m - a]:
                return True
    return False


@inline_jit
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


@inline_jit
def put_fourth(m: int, row: int, room: Room, seen: Words) -> None:
    """Add the values that two heaps have beside two equal ones, not all of them equal."""
    sure = room.sure[row, m & 1]
    if m > 4:
        join(room.sets[:, m - 2], sure)
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
        join(room.sets[:, m], seen)
    elif form == TRIPLES:
        put_third(G, m, row, room, seen)
    elif form == QUADS:
        put_fourth(m, row, room, seen)
    elif form == MANY:
        put_many(G, m, heaps, room.least, seen)
    elif form == MANY_EQUAL:
        put_many_equal(G, m, heaps, seen)


@inline_jit
def unite(G: Ints, m: int, takes: Takes, room: Room) -> None:
    """Add what may be left of m coins, which is new since the last heap, to the unions of the digits that repeat."""
    for kind in range(len(takes.kinds)):
        form, heaps = takes.kinds[kind, 0], takes.kinds[kind, 1]
        union = room.unions[kind, m % takes.size]
        put_all(G, m, form, heaps, len(takes.rows) + kind, room, union)
        if form == TRIPLES:
            for w in range(len(union)):
                if union[w] != FULL:
                    union[w] = ~still_open(~union[w], w, m, G, room)


@inline_jit
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


@inline_jit
def smallest(G: Ints, n: int, takes: Takes, room: Room) -> int:
    """The mex of `seen` and the values of three and four heaps that a move may leave; at most the width."""
    for w in range(len(room.seen)):
        open = ~room.seen[w]
        for row in range(len(takes.rows)):
            if open and takes.rows[row, 1] == TRIPLES:
                open = still_open(open, w, n - takes.rows[row, 0], G, room)
        while open:
            value: int = 64 * w + trailing_zeros(open)
            found = False
            for row in range(len(takes.rows)):
                if not found and takes.rows[row, 1] == QUADS:
                    found = fourth(n - takes.rows[row, 0], value, room.sets)
            if not found:
                return value
            open &= open - np.uint64(1)
    return 64 * len(room.seen)


@jit
def fill(G: Ints, n: int, stop: int, takes: Takes, room: Room) -> int:
    """Fill G[n:stop]; returns the first heap not filled: `stop`, or one whose value does not fit into the sets."""
    while n < stop:
        add_pairs(G, n, room)
        known_options(G, n, takes, room)
        value = smallest(G, n, takes, room)
        if value == 64 * len(room.seen):
            return n
        G[n] = value
        if len(room.least):
            add_to_many(n, value, room.least)
        n += 1
    return n


class PartsState(NamedTuple):
    """All that a run knows. A piece makes a new state of it, which takes its place in one step."""

    values: Ints
    """The known values, and room behind them that belongs to the piece."""
    known: int
    room: Room


class PartsRun:
    """A nim-sequence that grows.

    >>> from nimatron.kernels.octal.mexloop import Row
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
        room = _new_room([*rows.rows, *rows.again], len(rows.rows) + len(kinds), len(kinds), rows.size)
        self._state = PartsState(np.zeros(1, np.int64), 1, room)
        self._check = spotcheck.PartsCheck(rows)
        if values is not None and len(values) > 1:  # their sets are made anew
            while 64 * len(self._state.room.seen) <= int(values.max()):
                self._state = self._widen(self._state)
            self.extend(len(values))

    @property
    def values(self) -> npt.NDArray[np.unsignedinteger]:
        """G(0), G(1), ...: all known values, in the smallest unsigned type that holds them."""
        known = self._state.values[: self._state.known]
        return known.astype(np.min_scalar_type(int(known.max())))

    def extend(self, upto: int) -> None:
        """Make sure that G(0), ..., G(upto - 1) are known."""
        while self._state.known < upto:
            state, began = self._longer(self._state, upto), perf_counter()
            state = state._replace(room=state.room.copy())
            end = fill(state.values, state.known, upto, self._takes, state.room)
            self._check.check_some(state.values, state.known, end, perf_counter() - began)
            state = state._replace(known=end)
            self._state = state if end == upto else self._widen(state)

    def _longer(self, state: PartsState, upto: int) -> PartsState:
        """The same with room for `upto` heaps."""
        size = len(state.values)
        if upto <= size:
            return state
        more = max(upto, size * 5 // 4) - size
        room = state.room
        self._afford(state, size + more, len(room.seen))
        room = room._replace(sets=_longer(room.sets, more))
        return state._replace(values=_longer(state.values, more), room=room)

    def _widen(self, state: PartsState) -> PartsState:
        """The same with sets for twice as many values."""
        room = state.room
        self._afford(state, len(state.values), 2 * len(room.seen))
        return state._replace(
            room=room._replace(
                sets=_wider(room.sets, axis=0),
                sure=_wider(room.sure),
                unions=_wider(room.unions),
                least=_wider(room.least, NEVER),
                seen=_wider(room.seen),
            )
        )

    def _afford(self, state: PartsState, heaps: int, words: int) -> None:
        """Refuse sets that take too much memory: there is one for each heap."""
        needed = 8 * heaps * words
        if needed > MEMORY:
            params = {"needed": Number(needed >> 20), "most": Number(MEMORY >> 20)}
            what = Message("the table takes {needed} MB, more than the limit of {most} MB", params=params)
            raise Limit(what, 0, 0.0, heaps=state.known)


def _array(rows: Sequence[tuple[int, ...]], columns: int) -> Ints:
    return np.array(rows, np.int64).reshape(-1, columns)


def _new_room(rows: Sequence[Row], sure: int, kinds: int, residues: int) -> Room:
    """Room for the values of heap 0 alone; `sure` and `kinds` say how many sets of each there are."""
    words = NARROW // 64
    many = max((row.heaps for row in rows if row.form == MANY), default=0)
    least = np.full((many + 1 if many else 0, 2, NARROW), NEVER, np.int64)
    least[:1, 0, 0] = 0  # no heap has no coins
    return Room(
        sets=np.zeros((words, 1), np.uint64),
        sure=np.zeros((sure, 2, words), np.uint64),
        unions=np.zeros((kinds, max(1, residues), words), np.uint64),
        least=least,
        seen=np.zeros(words, np.uint64),
        table=np.zeros(64, np.uint64),
    )


def _longer(known: npt.NDArray[T], more: int) -> npt.NDArray[T]:
    """The same with zeros for so many heaps more."""
    return np.concatenate([known, np.zeros((*known.shape[:-1], more), known.dtype)], axis=-1)


def _wider(known: npt.NDArray[T], new: int = 0, axis: int = -1) -> npt.NDArray[T]:
    """The same with as many places more, which have something new."""
    return np.concatenate([known, np.full_like(known, new)], axis=axis)
