"""Sets of values as bits of words, and what xor with a value does to them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .compiling import inlined

Words = npt.NDArray[np.uint64]

LOW = tuple(np.uint64(sum(1 << i for i in range(64) if not i >> k & 1)) for k in range(6))
"""For each k, the bits of a word whose number has no bit k."""

FULL = np.uint64(2**64 - 1)
"""A word of a set that has everything."""


@inlined
def put(value: int, seen: Words) -> None:
    """Add a value to a set."""
    place = np.uint64(value)
    seen[place >> np.uint64(6)] |= np.uint64(1) << (place & np.uint64(63))


@inlined
def has(value: int, seen: Words) -> bool:
    """Is a value in a set?"""
    place = np.uint64(value)
    return bool(seen[place >> np.uint64(6)] >> (place & np.uint64(63)) & np.uint64(1))


@inlined
def drop(value: int, seen: Words) -> None:
    """Take a value out of a set."""
    place = np.uint64(value)
    seen[place >> np.uint64(6)] &= ~(np.uint64(1) << (place & np.uint64(63)))


@inlined
def join(more: Words, seen: Words) -> None:
    """Add all values of one set to another."""
    for w in range(len(seen)):
        seen[w] |= more[w]


@inlined
def swapped(word: np.uint64, k: int) -> np.uint64:
    """The bits of a word at their places xor 2^k."""
    low, shift = LOW[k], np.uint64(1 << k)
    return (word & low) << shift | word >> shift & low


@inlined
def moved(word: np.uint64, value: int | np.uint64) -> np.uint64:
    """The bits of a word at their places xor the low bits of a value."""
    places = np.uint64(value)
    for k in range(6):
        if places >> np.uint64(k) & np.uint64(1):
            word = swapped(word, k)
    return word


@inlined
def spread(word: np.uint64, table: Words) -> None:
    """Make table[x] the bits of a word at their places xor x, for all x below 64."""
    table[0] = word
    for k in range(6):
        for x in range(1 << k):
            table[(1 << k) + x] = swapped(table[x], k)


@inlined
def gathered(table: Words) -> np.uint64:
    """For all x below 64 the bits of table[x] at their places xor x, joined; the table is used up."""
    for k in range(5, -1, -1):
        for x in range(1 << k):
            table[x] |= swapped(table[(1 << k) + x], k)
    joined: np.uint64 = table[0]
    return joined
