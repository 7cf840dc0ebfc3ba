"""Mark: take one coin, or halve a heap."""

from __future__ import annotations

from collections.abc import Iterable

from ..heaps.rules import HeapGame


class MarkGame(HeapGame):
    """Take one coin from a heap, or leave half of it, rounded down.

    >>> from nimatron import Mark
    >>> print(*Mark(9), sep="; ")
    mark: 8; mark: 4
    """

    name = "mark"
    start = (18,)

    def heap_options(self, n: int) -> Iterable[int]:
        return dict.fromkeys((n - 1, n // 2)) if n else ()


Mark = MarkGame()
