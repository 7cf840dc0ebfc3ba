"""The sparse space of a take-and-break game: which values are rare, and which heaps have them.

For a mask of bits and a flag, f(v, n) is the parity of v & mask, flipped for every other heap n if the flag is
set. If a move takes t from n and splits the rest, f of the option's value is the sum of f over the two heaps. So
a common value (f = 1) comes from one rare heap (f = 0) and one common heap. If rare heaps are few, values are
found fast. Splits with even t and with odd t are two classes, each with its own mask.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...core.errors import UsageError
from ...core.game import Game
from ...families.octal.rules import Octal

if TYPE_CHECKING:
    from ...core.array_types import Ints, Values

BLOCK = 1 << 20
"""Heaps looked at together, which bounds the memory."""


@dataclass(frozen=True)
class Rare:
    """The rare heaps of a class of splits: the splits that take an amount of this `parity`."""

    parity: int
    mask: int
    complement: int
    """The bits of values that are not in the mask, as published tables print it."""
    flag: bool
    """Does the parity of the heap count too?"""
    heaps: Ints

    @property
    def count(self) -> int:
        return len(self.heaps)

    @property
    def last(self) -> int | None:
        """The largest rare heap."""
        return int(self.heaps[-1]) if self.count else None


@dataclass(frozen=True)
class Sparse:
    """What the heaps 0, ..., computed - 1 show."""

    game: Game
    computed: int
    classes: tuple[Rare, ...]
    largest: int
    first: int
    """The first heap that has the largest value."""


def sparse(game: Game, values: Values) -> Sparse:
    """The best masks for the values of `game`, and the heaps that they make rare.

    >>> from nimatron import Grundy, sequence
    >>> found = sparse(Grundy, sequence(Grundy, 500))
    >>> found.largest, found.first
    (16, 321)
    """
    octal = check_splits(game)
    if len(values) < 2:
        raise UsageError("rare values need at least 2 heaps")
    classes = tuple(_rare(values, parity) for parity in _parities(octal, len(values)))
    return Sparse(game, len(values), classes, int(values.max()), int(values.argmax()))


def check_splits(game: Game) -> Octal:
    """`game`, if it splits heaps in two and never in three: other games have no sparse space."""
    if not isinstance(game, Octal) or not game.code.splits:
        raise UsageError("{game} never splits a heap in two, so it has no rare values", game=game)
    if not game.code.in_two:
        raise UsageError("{game} splits a heap in three: rare values are known only for splits in two", game=game)
    return game


def _parities(game: Octal, n: int) -> list[int]:
    """The parities of the amounts that a split takes."""
    return sorted({t & 1 for t, digit in game.code.takes(n) if digit & 4})


def _rare(values: Values, parity: int) -> Rare:
    import numpy as np

    every = (1 << int(values.max()).bit_length()) - 1
    counts = np.zeros(2 * every + 2, np.int64)
    for _, index in _indices(values, parity):
        counts += np.bincount(index, minlength=len(counts))
    counts[parity] -= 1  # the empty heap is never a part of a split
    return rare_class(values, parity, best_functional(counts), every)


def rare_class(values: Values, parity: int, functional: int, every: int) -> Rare:
    """The rare heaps of a class, by the bits of an index whose parity says which heaps are rare.

    `every` has all bits that values may have.
    """
    import numpy as np

    found = [
        start + np.flatnonzero(np.bitwise_count(index & functional) & 1 == 0)
        for start, index in _indices(values, parity)
    ]
    mask = functional >> 1 & every
    return Rare(parity, mask, every & ~mask, bool(functional & 1), np.concatenate(found))


def _indices(values: Values, parity: int) -> Iterator[tuple[int, Ints]]:
    """For each heap its value and, in the lowest bit, its parity; in blocks, to save memory."""
    import numpy as np

    for start in range(0, len(values), BLOCK):
        block = values[start : start + BLOCK].astype(np.int64)
        yield start, 2 * block + ((np.arange(start, start + len(block)) ^ parity) & 1)


def best_functional(counts: Ints) -> int:
    """The bits whose parity is even for as few indices as possible, if index i occurs counts[i] times.

    The Walsh-Hadamard transform tries all choices at once. Choices below 2 contain no bit of a value.

    >>> import numpy as np
    >>> best_functional(np.array([1, 0, 0, 0, 5, 7, 0, 0]))
    4
    """
    import numpy as np

    # At least 4, so that there are choices from 2 on.
    size = max(4, 1 << (len(counts) - 1).bit_length())
    found = np.zeros(size, np.int64)
    found[: len(counts)] = counts
    step = 1
    while step < size:
        pairs = found.reshape(-1, 2, step)
        found = np.stack([pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]], axis=1).ravel()
        step *= 2
    return int(found[2:].argmin()) + 2
