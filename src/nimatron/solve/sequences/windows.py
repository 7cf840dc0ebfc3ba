"""Windows of a long run: the values before heaps that lie at equal distances, so that each part can be run again.

A run with a front decides every heap by the front and the window of values before it. So a window that repeats
proves a period (docs/certificates.md has the conditions), and a part between two windows can be checked by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...core.array_types import Values

MOST = 256
"""When there are this many windows, every second one is dropped."""


PARTS = 64
"""Windows in a period that is expected, at most."""


class Windows:
    """Windows by the heap that they lead to, a multiple of `spacing`, which doubles when there are too many.

    If a period is `expected`, they lie so that each has another one exactly so much later: the first that repeats
    is noticed at once. Then `parts`, the number of windows in a period, is halved when there are too many.

    >>> windows = Windows(100)
    >>> windows.spacing, windows.next_place(300)
    (128, 384)
    >>> windows = Windows(100, expected=64_010)
    >>> windows.next_place(3000), windows.next_place(3000 + 64_010)
    (4000, 68010)
    """

    def __init__(self, least: int, expected: int = 0) -> None:
        # A power of two, so that larger powers of two are places too: `anchor` looks for those.
        self.spacing = 1 << (least - 1).bit_length()
        # Runs begin again at even heaps only. Short periods are found soon enough without.
        self.expected = expected if expected >= PARTS * least and expected % 2 == 0 else 0
        self.parts = PARTS
        self.kept: dict[int, Values] = {}

    def next_place(self, known: int) -> int:
        """The next heap before which a window is due."""
        if not self.expected:
            return (known // self.spacing + 1) * self.spacing
        number = known * self.parts // self.expected
        # Rounding down may give a place that is not beyond `known`; three tries are enough.
        places = ((number + k) * self.expected // self.parts & ~1 for k in range(3))
        return next(place for place in places if place > known)

    def is_due(self, known: int) -> bool:
        """Is a window due before this heap?"""
        return self.next_place(known - 1) == known

    def keep(self, known: int, window: Values) -> None:
        """Keep the window before heap `known`, if it is due there."""
        if self.is_due(known):
            self.kept[known] = window
            self.thin_out()

    def thin_out(self) -> None:
        """Drop windows until they are few."""
        while len(self.kept) >= MOST and not (self.expected and self.parts == 1):
            self.spacing, self.parts = 2 * self.spacing, self.parts // 2
            self.kept = {known: window for known, window in self.kept.items() if self.is_due(known)}

    @property
    def anchor(self) -> int:
        """The heap of the window to look for: the last power of two, 0 if there is none.

        A window before the period never repeats, so the anchor moves on (Brent 1980); one that lies in it does.
        """
        return max((known for known in self.kept if known & (known - 1) == 0), default=0)

    def before(self, heap: int) -> int:
        """The last window that leads to a heap up to this one; 0 if there is none."""
        return max((known for known in self.kept if known <= heap), default=0)


def primes_of(n: int) -> Iterator[int]:
    """The primes that divide n.

    >>> list(primes_of(360))
    [2, 3, 5]
    """
    prime = 2
    while prime * prime <= n:
        if n % prime == 0:
            yield prime
            while n % prime == 0:
                n //= prime
        prime += 1
    if n > 1:
        yield n
