"""Windows of a long run: the values before heaps that lie at equal distances, so that each part can be run again.

A run with a front decides every heap by the front and the window of values before it. So a window that comes back
proves a period (docs/certificates.md has the conditions), and a part between two windows can be checked by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Values = npt.NDArray[np.unsignedinteger]

MOST = 256
"""When there are this many windows, every second one is dropped."""


class Windows:
    """Windows by the heap that they lead to, a multiple of `spacing`, which doubles when there are too many.

    >>> windows = Windows(100)
    >>> windows.spacing, windows.next_place(300)
    (128, 384)
    """

    def __init__(self, least: int) -> None:
        self.spacing = 1 << (least - 1).bit_length()
        self.kept: dict[int, Values] = {}

    def next_place(self, known: int) -> int:
        """The next heap before which a window is due."""
        return (known // self.spacing + 1) * self.spacing

    def keep(self, known: int, window: Values) -> None:
        """Keep the window before heap `known`, if it is due there."""
        if known % self.spacing == 0:
            self.kept[known] = window
            self.thin_out()

    def thin_out(self) -> None:
        """Drop windows until they are few."""
        while len(self.kept) >= MOST:
            self.spacing *= 2
            self.kept = {known: window for known, window in self.kept.items() if known % self.spacing == 0}

    @property
    def anchor(self) -> int:
        """The heap of the window to look for: the last power of two, 0 if there is none.

        A window before the period never comes back, so the anchor moves on (Brent 1980); one that lies in it does.
        """
        return max((known for known in self.kept if known & (known - 1) == 0), default=0)

    def before(self, heap: int) -> int:
        """The last window that leads to a heap up to this one; 0 if there is none."""
        return max((known for known in self.kept if known <= heap), default=0)
