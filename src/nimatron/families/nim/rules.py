"""Nim: take any number of coins from one heap."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...core.game import Spoken, State
from ...core.message import Message
from ...nimbers.ordinals import Ordinal, Value, below, ordinal
from ..heaps.rules import HeapGame, said_take
from ..lists.rules import natural, read_size


class NimGame(HeapGame):
    """Take any number from one heap.

    >>> from nimatron import Nim, grundy, winning_moves
    >>> grundy(Nim(3, 4, 5)), list(map(str, winning_moves(Nim(3, 4, 5))))
    (2, ['nim: 1 4 5'])
    """

    name = "nim"
    entry = Message("a heap size from 0 on, or an ordinal such as w*2+1")
    start = (3, 4, 5)

    def heap_options(self, n: Value) -> Iterable[int]:
        # In order of the amount taken: 1, 2, 3, ... That works only for finite heaps: none is the next below ω.
        return range(n - 1, -1, -1) if isinstance(n, int) else below(n)

    def accept_entry(self, entry: State, at: int) -> State:
        return entry if isinstance(entry, Ordinal) and not entry.is_finite else natural(entry, at, self.entry)

    def read_entry(self, text: str) -> State:
        return ordinal(text) if "w" in text or "ω" in text else read_size(text)

    def show_entry(self, entry: State) -> str:
        return entry.ascii() if isinstance(entry, Ordinal) else str(entry)

    def move(self, state: State, said: Sequence[Spoken]) -> State | None:
        return said_take(self, state, said)


Nim = NimGame()
