"""A Cram board by many workers: each asks about another first move, and all share what was hard to find.

The value of the board is n if no first move leads to n, and for each smaller number one does. So for n = 0, 1, ... the
workers ask of all first moves whether they lead to n. A question that takes too long is put back and asked again later,
for longer. A worker has a table of its own. What took many positions goes with the answer to the table here, and from
there with the next questions to all workers: a hard piece is searched once. If a worker is lost, only its last question
is asked again.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, Protocol

from ..errors import Limit
from ..game import State
from ..games.cram import smallest_image
from ..values.boards.cram import Cramming, first_options
from ..values.boards.cramtable import CramTable
from ..values.search.budget import Budget
from ..values.search.limits import Limits

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Words = npt.NDArray[np.uint64]

Entries = dict[int, bytes]
"""Entries of a table, by the number of halves in a word."""

HARD = 8
"""What took at least 2^(this - 1) positions is shared: two entries in a hundred."""

FIRST_SECONDS, MOST_SECONDS = 0.5, 30.0
"""How long a question is asked the first time, and at most; each time it is twice as long."""


class Asked(NamedTuple):
    """Does a position have value n? To be answered within `seconds`."""

    number: int
    run: str
    state: State
    n: int
    seconds: float
    memory: int
    seed: int
    first: int
    """The number of the first of the `shared` batches."""
    shared: tuple[Entries, ...]


class Answer(NamedTuple):
    """Yes, no, or not known yet; what was found on the way, and which batch the worker wants next."""

    number: int
    has: bool | None
    positions: int
    found: Entries
    worker: str
    wants: int


class Asking(Protocol):
    """Whatever answers questions: other processes, other machines."""

    size: int

    def submit(self, task: Asked) -> None: ...
    def done(self) -> list[Answer]: ...
    def close(self) -> None: ...


# -- in a worker ---------------------------------------------------------------------------------


class _Bench:
    """What a worker keeps from one question to the next: its table, and what it need not send again."""

    def __init__(self, memory: int, seed: int) -> None:
        self.table = CramTable(memory, 1, seed)
        self.name = uuid.uuid4().hex
        self.wants = 0
        self._sent: dict[int, Words] = {}

    def take_in(self, first: int, shared: tuple[Entries, ...]) -> None:
        """Add what others have found; a batch that is missing is asked for again."""
        for entries in shared[max(0, self.wants - first) :] if first <= self.wants else ():
            self.wants += 1
            take_in(self.table, entries)

    def found(self) -> Entries:
        """What was hard to find since the last time."""
        import numpy as np

        fresh: Entries = {}
        for halves, table in self.table.tables.items():
            rows = np.concatenate([*table.costly(HARD)])
            marks = np.bitwise_xor.reduce(rows * np.array([1, 3, 5][: halves + 1], np.uint64), axis=1)
            new = ~np.isin(marks, self._sent.get(halves, marks[:0]))
            self._sent[halves] = marks
            fresh[halves] = _raw([rows[new]])
        return fresh


@lru_cache(maxsize=1)
def _bench(run: str, memory: int, seed: int) -> _Bench:
    return _Bench(memory, seed)


def answer(asked: Asked) -> Answer:
    """Answer a question, in a worker."""
    bench = _bench(asked.run, asked.memory, asked.seed)
    bench.take_in(asked.first, asked.shared)
    before, has = bench.table.nodes, None
    with suppress(Limit):
        has = Cramming(bench.table, Budget(Limits(seconds=asked.seconds))).has_value(asked.state, asked.n)
    return Answer(asked.number, has, bench.table.nodes - before, bench.found(), bench.name, bench.wants)


def _raw(entries: Iterable[Words]) -> bytes:
    return b"".join(rows.astype("<u8", copy=False).tobytes() for rows in entries)


def take_in(table: CramTable, entries: Entries) -> None:
    """Add entries to a table."""
    import numpy as np

    for halves, raw in entries.items():
        if raw:
            table.take_in(halves, np.frombuffer(raw, "<u8").astype(np.uint64, copy=False))


# -- here ----------------------------------------------------------------------------------------


@dataclass
class Sharing:
    """The questions about a board, the workers that answer them, and the table of what they found."""

    table: CramTable
    budget: Budget
    workers: Asking
    memory: int
    """Megabytes for the table of each worker."""
    run: str = field(default_factory=lambda: uuid.uuid4().hex)
    _batches: list[Entries] = field(default_factory=list)
    _wants: dict[str, tuple[int, int]] = field(default_factory=dict)
    """For each worker the batch it wants next, and the number of its last answer."""
    _asked: int = 0
    _answered: int = 0

    def __post_init__(self) -> None:
        kept = {halves: _raw(table.costly(HARD)) for halves, table in self.table.tables.items()}
        if any(kept.values()):
            self._batches.append(kept)

    def value(self, state: State) -> int:
        """The value of a board."""
        options, search = distinct(state), Cramming(self.table, self.budget)
        n = 0
        while n in search.excluded(state) or self._leads_to(state, options, n):
            search.exclude(state, n)
            n += 1
        return n

    def judge(self, state: State) -> None:
        """Find out which first moves win."""
        search = Cramming(self.table, self.budget)
        self._ask([option for option in distinct(state) if search.judgement(state, option).wins is None], 0, False)
        search.judge(state)  # what was easy was not shared: it is soon found here too

    def _leads_to(self, state: State, options: list[State], n: int) -> bool:
        """Does any option have value n?"""
        search = Cramming(self.table, self.budget)
        known = [search.judgement(state, option).value for option in options]
        open_ = [option for option, value in zip(options, known, strict=True) if value is None]
        return n in known or self._ask(open_, n, True)

    def _ask(self, options: list[State], n: int, any_will_do: bool) -> bool:
        """Ask of all options whether they have value n; stops at the first yes if that is enough."""
        waiting, found = [(option, FIRST_SECONDS) for option in options], False
        asked: dict[int, tuple[State, float]] = {}
        while (waiting or asked) and not (found and any_will_do):
            while waiting and len(asked) < self.workers.size:
                option, seconds = waiting.pop(0)
                asked[self._submit(option, n, seconds)] = option, seconds
            for done in self.workers.done():
                self._note(done)
                option, seconds = asked.pop(done.number, (None, 0.0))  # None: a question that no longer matters
                if option is not None and done.has is None:
                    waiting.append((option, min(2 * seconds, MOST_SECONDS)))
                found |= bool(option is not None and done.has)
            self.budget.look()
        return found

    def _submit(self, state: State, n: int, seconds: float) -> int:
        self._asked += 1
        first = min((wants for wants, _ in self._wants.values()), default=0)
        shared = tuple(self._batches[first:])
        self.workers.submit(
            Asked(self._asked, self.run, state, n, seconds, self.memory, self.table.seed, first, shared)
        )
        return self._asked

    def _note(self, done: Answer) -> None:
        """Keep what a worker has found."""
        self._answered += 1
        self._wants[done.worker] = done.wants, self._answered
        # A worker that has not answered for long is lost: nobody waits for what it wants.
        lately = self._answered - 4 * self.workers.size
        self._wants = {name: said for name, said in self._wants.items() if said[1] > lately}
        take_in(self.table, done.found)
        if any(done.found.values()):
            self._batches.append(done.found)
        if self.table.after_slice:
            self.table.after_slice()
        self.budget.spend(done.positions)


def distinct(state: State) -> list[State]:
    """The options of a board, one of each set of images, those near the middle first."""
    width, height, _ = state
    images = {smallest_image(*option): option for option in first_options(state)}
    return sorted(images.values(), key=lambda option: _distance(width, height, state[2] ^ option[2]))


def _distance(width: int, height: int, domino: int) -> int:
    """How far a domino is from the middle of a board."""
    cells = domino.bit_length() - 1, (domino & -domino).bit_length() - 1
    return sum(abs(2 * (cell % width) - width + 1) + abs(2 * (cell // width) - height + 1) for cell in cells)
