"""Which values do three heaps with so many coins have? Asked for 64 values at once.

For each number of coins the values of all pairs of different heaps are kept as a set of bits. Three heaps a, b, c have
a value exactly if the value xor G(c) is in the set for a + b. So a value is tried without looking at all triples, and a
word of values, whose bits are first put at all 64 places that xor can give them (`spread`), as quickly as one of them:

1. with heaps c that have nearly these values: two heaps of nearly the same size have a small nim-sum (`by_value`). This
   finds nearly all of them with few heaps, and without a question in between;
2. with what helped before, at a heap that is smaller by 2, and with its neighbours (`by_memory`);
3. with all heaps (`by_search`).

Word w of all sets lies together, for 1, 2, 3, ... coins: one heap more leaves one coin fewer and mostly a value that is
nearly the same, so that what is tried after another is a neighbour in memory.

Heaps that must all be different: pairs with m - c coins have among them the one of c itself and m - 2c, which is wrong.
It has the value G(c) xor G(m - 2c), so only G(m - 2c) is in doubt, and only if no other pair has the same value
(`twice`). Two equal heaps and a third have its value; that is not asked here.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .bitsets import Words, gathered, join, moved, put, spread
from .compiling import inlined, jit
from .sparse import Ints
from .words import trailing_zeros

AROUND = 2
"""How far from a heap that helped before others are tried."""

ROUND = 64
"""This many heaps with nearly the same values are tried before a look at what they brought."""


class Triples(NamedTuple):
    """What is kept of all heaps so far."""

    sets: Words
    """Column m has the values of pairs of different heaps with m coins."""

    twice: Words
    """The values that two of these pairs have, or more; empty if nobody asks for different heaps."""

    lanes: Words
    """Room for two sets while pairs are looked at."""

    heads: Ints
    """For each word the last heap with a value in it; 0 if there is none."""

    nexts: Ints
    """For each heap the one before with a value in the same word."""

    helpers: Ints
    """For each parity of the coins and each value a heap that helped to reach it."""

    table: Words
    """Room for a word that is spread."""


# In the loops that matter indices are unsigned: numba tests signed ones for being negative.


@inlined
def add_pairs(G: Ints, n: int, room: Triples) -> None:
    """Make the set of the values of all pairs of different heaps with n coins; all of them are below n."""
    coins, first, second = np.uint64(n), room.lanes[0], room.lanes[1]
    for w in range(len(first)):
        first[w] = second[w] = 0
    if room.twice.shape[1]:
        for a in range(np.uint64(1), np.uint64((n + 1) // 2)):
            value = np.uint64(G[a] ^ G[coins - a])
            place, bit = value >> np.uint64(6), np.uint64(1) << (value & np.uint64(63))
            second[place] |= first[place] & bit
            first[place] |= bit
        for w in range(len(first)):
            room.twice[w, n] = second[w]
    else:
        # Neighbours often have values in the same word, and one would wait for the other: they take turns.
        half = np.uint64((n - 1) // 4)
        for a in range(np.uint64(1), half + np.uint64(1)):
            put(G[a] ^ G[coins - a], first)
            put(G[a + half] ^ G[coins - a - half], second)
        for a in range(half + half + np.uint64(1), np.uint64((n + 1) // 2)):
            put(G[a] ^ G[coins - a], first)
        join(second, first)
    for w in range(len(first)):
        room.sets[w, n] = first[w]


@inlined
def add_heap(n: int, value: int, room: Triples) -> None:
    """Find heap n by its value from now on."""
    room.nexts[n] = room.heads[value >> 6]
    room.heads[value >> 6] = n


@inlined
def by_value(open: np.uint64, w: int, m: int, G: Ints, pairs: Words, room: Triples) -> np.uint64:
    """What stays open after trying heaps whose values are in word w, with pairs whose values are in word 0."""
    c, table = room.heads[w], room.table
    while c and open:
        for x in range(64):
            table[x] = 0
        for _ in range(ROUND):
            if 0 < c < m:
                table[np.uint64(G[c]) & np.uint64(63)] |= pairs[0, np.uint64(m - c)]
            c = room.nexts[c]
        reached = gathered(table)
        if not open & reached:
            break  # more of them hardly help: this may be the mex
        open &= ~reached
    return open


@inlined
def reached_with(
    c: int | np.uint64, open: np.uint64, w: int, m: int, different: bool, G: Ints, room: Triples
) -> np.uint64:
    """Those of the open values of word w, which are spread, that heap c and two others have."""
    heap, coins = np.uint64(c), np.uint64(m)
    g = np.uint64(G[heap])
    high, low = g >> np.uint64(6), g & np.uint64(63)
    reached: np.uint64 = room.sets[np.uint64(w) ^ high, coins - heap] & room.table[low]
    if not reached:
        return reached
    reached = moved(reached, low) & open
    other = m - 2 * int(c)
    if different and other > 0 and G[other] >> 6 == w and other != c:
        bit = np.uint64(1) << (np.uint64(G[other]) & np.uint64(63))
        if not moved(room.twice[np.uint64(w) ^ high, coins - heap], low) & bit:
            reached &= ~bit
    return reached


@inlined
def remember(c: int | np.uint64, reached: np.uint64, w: int, helpers: Ints) -> None:
    """Write down that a heap helped to reach values of word w."""
    while reached:
        helpers[64 * w + trailing_zeros(reached)] = c
        reached &= reached - np.uint64(1)


@inlined
def by_memory(open: np.uint64, w: int, m: int, different: bool, G: Ints, room: Triples) -> np.uint64:
    """What stays open after trying heaps near those that helped before."""
    spread(open, room.table)
    helpers, untried = room.helpers[m & 1], open
    while untried:
        bit = untried & (~untried + np.uint64(1))
        helper = helpers[64 * w + trailing_zeros(bit)]
        c, end = max(helper - AROUND, 1), min(helper + AROUND + 1, m - 2) if helper else 0
        while c < end and open & bit:
            reached = reached_with(c, open, w, m, different, G, room)
            if reached:
                remember(c, reached, w, helpers)
                open &= ~reached
            c += 1
        untried &= open & ~bit
    return open


@inlined
def by_search(open: np.uint64, w: int, m: int, different: bool, G: Ints, room: Triples) -> np.uint64:
    """What stays open after trying all heaps as the smallest of three."""
    spread(open, room.table)
    for c in range(np.uint64(1), np.uint64(m // 3 + 1)):
        reached = reached_with(c, open, w, m, different, G, room)
        if reached:
            remember(c, reached, w, room.helpers[m & 1])
            open &= ~reached
            if not open:
                break
            spread(open, room.table)
    return open


@jit
def left_open(open: np.uint64, w: int, m: int, different: bool, G: Ints, room: Triples) -> np.uint64:
    """Those of the open values of word w that no three heaps have with m coins in all, at least two of them different.

    With `different` all three must be. Without it two equal heaps and another are not always found: see above.
    """
    if m < 4:
        return open
    open = by_value(open, w, m, G, room.twice if different else room.sets, room)
    if open:
        open = by_memory(open, w, m, different, G, room)
    if open:
        open = by_search(open, w, m, different, G, room)
    return open
