"""A Cram board by many workers: all search for the same answer, each in its own way, and share what was hard to find.

A worker has a table of its own and tries moves in an order of its own, so the workers soon look at different pieces.
Each searches for a while; then what took it many positions comes to the table here, and from there goes to all workers
with their next tasks: a hard piece is searched once. The first answer ends the question. If a worker is lost, only its
last task is done again.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

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

HARD = 4
"""What took at least 2^(this - 1) positions is shared: a tenth of the entries."""

LEAST_SECONDS, MOST_SECONDS = 0.25, 300.0
"""How long a worker searches before it shares, at first and at most."""

SHARE = 16
"""A worker searches for this part of the time so far: the longer a search, the more there is to look through."""


class Asked(NamedTuple):
    """A question about a position: its value, or whether that is 0. A worker gives it `seconds`."""

    number: int
    run: str
    state: State
    what: Literal["value", "is_p"]
    seconds: float
    memory: int
    seed: int
    first: int
    """The number of the first of the `shared` batches."""
    shared: tuple[Entries, ...]


class Answer(NamedTuple):
    """The answer, or None if it is not known yet; what was found on the way, and which batch the worker wants next."""

    number: int
    found: int | None
    positions: int
    entries: Entries
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
    """What a worker keeps from one task to the next: its table, and what it need not send again."""

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


_benches: dict[str, _Bench] = {}
"""That of the last run."""


def _bench(asked: Asked) -> _Bench:
    if asked.run not in _benches:
        _benches.clear()
        # No two tasks have the same number: each worker has an order of its own, and one that of a search alone.
        _benches[asked.run] = _Bench(asked.memory, asked.seed + asked.number)
    return _benches[asked.run]


def answer(asked: Asked) -> Answer:
    """Search for a while, in a worker."""
    bench = _bench(asked)
    bench.take_in(asked.first, asked.shared)
    before, found = bench.table.nodes, None
    search = Cramming(bench.table, Budget(Limits(seconds=asked.seconds)))
    with suppress(Limit):
        found = int(search.value(asked.state) if asked.what == "value" else search.is_p(asked.state))
    return Answer(asked.number, found, bench.table.nodes - before, bench.found(), bench.name, bench.wants)


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
    _open: set[int] = field(default_factory=set)
    """The tasks that workers have, also those of an earlier question."""
    _asked: int = 0
    _answered: int = 0

    def __post_init__(self) -> None:
        kept = {halves: _raw(table.costly(HARD)) for halves, table in self.table.tables.items()}
        if any(kept.values()):
            self._batches.append(kept)

    def value(self, state: State) -> int:
        """The value of a board."""
        return self._ask(state, "value")

    def judge(self, state: State) -> None:
        """Find out which first moves win."""
        search = Cramming(self.table, self.budget)
        for option in distinct(state):
            if search.judgement(state, option).wins is None:
                self._ask(option, "is_p")
        search.judge(state)  # what was easy was not shared: it is soon found here too

    def _ask(self, state: State, what: Literal["value", "is_p"]) -> int:
        """Let all workers search until one has the answer."""
        asked, found = set[int](), None
        while found is None:
            while len(self._open) < self.workers.size:
                asked.add(self._submit(state, what))
            for done in self.workers.done():
                self._note(done)
                if done.number in asked and done.found is not None:
                    found = done.found
            self.budget.look()
        return found

    def _submit(self, state: State, what: Literal["value", "is_p"]) -> int:
        number, self._asked = self._asked, self._asked + 1
        self._open.add(number)
        first = min((wants for wants, _ in self._wants.values()), default=0)
        seconds = min(max(LEAST_SECONDS, self.budget.elapsed / SHARE), MOST_SECONDS)
        shared = tuple(self._batches[first:])
        self.workers.submit(Asked(number, self.run, state, what, seconds, self.memory, self.table.seed, first, shared))
        return number

    def _note(self, done: Answer) -> None:
        """Keep what a worker has found."""
        self._open.discard(done.number)
        self._answered += 1
        self._wants[done.worker] = done.wants, self._answered
        # A worker that has not answered for long is lost: nobody waits for what it wants.
        lately = self._answered - 4 * self.workers.size
        self._wants = {name: said for name, said in self._wants.items() if said[1] > lately}
        take_in(self.table, done.entries)
        if any(done.entries.values()):
            self._batches.append(done.entries)
        if self.table.after_slice:
            self.table.after_slice()
        self.budget.spend(done.positions)


def distinct(state: State) -> list[State]:
    """The options of a board, one of each set of images."""
    return [*{smallest_image(*option): option for option in first_options(state)}.values()]
