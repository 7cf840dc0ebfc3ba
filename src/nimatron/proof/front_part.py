"""One part of the proof by a front: the values from one window to the next, as docs/certificates.md has it.

Each value is decided by the front and the window of values before it, so a part needs nothing but plain data, and any
process can check it. Here is the plain loop; `front_blocks` does the same faster where all values are below 64.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from .front_blocks import BLOCK, follower, plan, width_of
from .quick import njit

if TYPE_CHECKING:
    from ..core.array_types import Values

PLAIN = 3000
"""Parts of fewer heaps in all are checked in plain Python: compiling takes longer."""

SLICE = 1 << 20
"""Heaps between two looks at the clock."""

TRIED = 48
"""How many common heaps are tried with every heap, besides the rare ones."""

WIDEST = 1 << 12
"""The values are below this."""


class RareForm(NamedTuple):
    """Heap a is rare for takes of one parity if the ones of G(a) & mask, and if `turns` those of a + t, are even."""

    mask: int
    turns: int


class FrontPart(NamedTuple):
    """All that the check of one part needs: plain data, so that it can be sent to another process."""

    digits: tuple[int, ...]
    forms: tuple[RareForm, RareForm]
    front: Values
    start: int
    stop: int
    window: Values
    expected: Values
    plain: bool
    until: float | None
    """The time, in seconds since 1970, when it is to be given up."""


def classes(digits: Sequence[int]) -> list[int]:
    """The parities of takes that leave two heaps."""
    return sorted({t & 1 for t, digit in enumerate(digits) if digit & 4})


def is_rare(value: int, heap: int, digits: Sequence[int], forms: Sequence[RareForm]) -> bool:
    """Is a heap of this value rare for takes of any parity?"""
    ones = ((value & forms[d].mask).bit_count() + forms[d].turns * (heap + d) for d in classes(digits))
    return any(count % 2 == 0 for count in ones)


def check_part(part: FrontPart) -> tuple[int, str]:
    """Follow the values from one window to the next: how far it came, and what was wrong, if anything.

    Any process can do this, in any order: a pool, or a cluster (`client.map(check_part, parts)`).
    """
    run = _Run(part)
    while run.heap < part.stop:
        if part.until is not None and time.time() > part.until:
            return run.heap, "late"
        if not run.go_on(part.stop - run.heap):
            return run.heap, "rare"
    if (run.last(len(part.expected)) != part.expected).any():
        return part.stop, "window"
    return part.stop, ""


class _Run:
    """The values before `heap`, as many as are needed, and how to continue from them."""

    def __init__(self, part: FrontPart) -> None:
        import numpy as np

        self.heap, self._part = part.start, part
        self._size = max(len(part.window), len(part.expected))
        room = PLAIN if part.plain else SLICE
        self._values = np.zeros(self._size + room + BLOCK, "u2")
        self._values[self._size - len(part.window) : self._size] = part.window
        self._splits = np.array([t for t, digit in enumerate(part.digits) if digit & 4])
        self._takes = np.array([t for t, digit in enumerate(part.digits) if digit & 2 and t], dtype="i8")
        self._rares, self._unsure = _rare(part)
        few = np.arange(1, min(TRIED, len(part.front)))
        seen = np.full(2 * WIDEST, -1, "i8")
        even, odd = (np.union1d(heaps, few) for heaps in self._rares)
        self._rest = (part.front.astype("i8"), self._takes, self._splits, even, odd, self._unsure, seen)
        self._choose_width()

    def _choose_width(self) -> None:
        """Plan to continue with sets in words, if the values so far have a bit in one."""
        part, window = self._part, self.last(len(self._part.window))
        self._plan, self._width = None, 0 if part.plain else width_of(part.front, window)
        if self._width:
            self._plan = plan(part.front, window, self.heap, self._takes, self._splits, self._rares, self._unsure)
        self._values = self._values.astype("u1" if self._plan else "u2")

    def go_on(self, most: int) -> int:
        """Find the values of the next heaps, as many as there is room for; 0 if not even one can be decided."""
        count, done = min(most, len(self._values) - BLOCK - self._size), 0
        if self._plan:
            done = _by_blocks()(self._values, self._size, count, self.heap, self._plan)
            # A heap that the blocks leave open is undecided, or its value is too large for them.
            done += done < count and self._follow(done, 1)
        else:
            done = self._follow(0, count)
        self.heap += done
        # A copy, because source and target may overlap.
        self._values[: self._size] = self.last(self._size, done).copy()
        if self._plan and self._values[self._size - 1] >= self._width:
            self._choose_width()
        return done

    def last(self, count: int, behind: int = 0) -> Any:
        """The last values, or those before a place `behind` them."""
        end = self._size + behind
        return self._values[end - count : end]

    def _follow(self, done: int, count: int) -> int:
        follow = _follow if self._part.plain else _compile_follow()
        found: int = follow(self._values, self._size + done, count, self.heap + done, *self._rest)
        return found


def _rare(part: FrontPart) -> tuple[list[Any], Any]:
    """The rare heaps of the front for even and for odd takes; for each parity of a heap, 1 at the values rare there."""
    import numpy as np

    heaps, unsure, found = np.arange(len(part.front)), np.zeros((2, WIDEST), "u1"), [np.zeros(0, "i8")] * 2
    for d in classes(part.digits):
        table = _rare_table(part.forms[d], d)
        # Heap 0 is never a part of a split.
        found[d] = heaps[1:][table[heaps & 1, part.front][1:] == 1]
        unsure |= table
    return found, unsure


def _rare_table(form: RareForm, parity: int) -> Any:
    """For each parity of a heap and each value: 1 if such a heap is rare."""
    import numpy as np

    ones = np.bitwise_count(np.arange(WIDEST) & form.mask)
    return np.array([(ones + form.turns * (p + parity) + 1) % 2 for p in (0, 1)]).astype("u1")


def _follow(
    G: Any, size: int, count: int, heap: int, front: Any, takes: Any, splits: Any, even: Any, odd: Any, unsure: Any,
    seen: Any,
) -> int:  # fmt: skip
    """Fill G[size : size + count], the values from `heap` on; stops before one that the front does not decide."""
    for j in range(count):
        n, i = heap + j, size + j
        for t in takes:
            seen[G[i - t]] = n
        for t in splits:
            for a in odd if t & 1 else even:
                seen[front[a] ^ G[i - t - a]] = n
        value = 0
        while True:
            while seen[value] == n:
                value += 1
            if value >= len(unsure[0]):
                return j
            if unsure[n & 1, value] == 0:
                break
            # A rare value may also come from two heaps behind the front, so only a split that shows it excludes it.
            found = False
            for t in splits:
                a = 1
                while not found and a < len(front):
                    found = front[a] ^ G[i - t - a] == value
                    a += 1
            if not found:
                return j
            value += 1
        G[i] = value
    return count


@cache
def _compile_follow() -> Any:
    """`_follow`, compiled; nothing is stored on disk, where it could be changed."""
    return njit()(_follow)


@cache
def _by_blocks() -> Any:
    """The same for sets in words."""
    return follower(njit())
