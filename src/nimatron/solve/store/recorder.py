"""How a search uses a store: a short search never, a longer one reads it once and writes from time to time.

The recorder writes while the search runs, so a search that was killed resumes almost where it ended.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TypeVar

from ...core.game import Game, State
from ...core.limits import Budget
from ..search.frames import OPEN
from ..search.memo import Costly, Recalled, Tables
from .database import KINDS, StoredRow
from .results import Store

SHARE = 30
"""Writing takes at most about 1/SHARE of the time."""

T = TypeVar("T")


class Recorder:
    """Reads and writes for the searches of one budget."""

    def __init__(self, store: Store, tables: Tables, budget: Budget) -> None:
        self.store, self.tables, self.budget = store, tables, budget
        self._awake = False
        self._depth = self._seen = 0
        self._next = 0.0
        self._news: list[tuple[Game, StoredRow]] = []
        budget.pulse = self.tick

    def answer(self, game: Game, state: State, kind: str, question: Callable[[], T]) -> T:
        """The answer to a `question` about a position, which is asked again after the store has filled the tables."""
        began = self.budget.spent
        self._depth += 1
        try:
            while True:
                try:
                    answer = question()
                    break
                except Recalled:
                    if self._depth > 1:
                        raise
                    self._recall()
        finally:
            self._depth -= 1
        if self._awake:
            self._note(game, state, kind, self.budget.spent - began)
        return answer

    def tick(self, spent: int, elapsed: float) -> None:
        """Called by the budget about a hundred times a second."""
        positions, seconds = self.store.after
        # Short searches never touch the disk: opening the file takes longer than they do.
        if not self._awake:
            if spent < positions and elapsed < seconds:
                return
            self._awake = True
            self._next = monotonic() + self.store.every
        if self._read():
            if self._depth:
                raise Recalled  # end all searches first: positions they have open must not be overwritten
            self._recall()
        if monotonic() >= self._next:
            self.flush()

    def close(self) -> None:
        """After all questions: write what is left, if the search was long enough."""
        self.budget.pulse = None
        if self._awake:
            self.flush()

    def _read(self) -> bool:
        """Read what the store has about games that are new here. Was there something?"""
        known = self.tables.kinds_and_games()
        if len(known) == self._seen:
            return False
        for kind, game in known:
            if kind in KINDS and game not in self.tables.recalled:
                self.tables.recalled.add(game)
                self._news += [(game, row) for row in self.store.rows(game)]
        self._seen = len(known)
        return bool(self._news)

    def _recall(self) -> None:
        """Copy what was read from the store into the tables."""
        for game, row in self._news:
            self.tables.of(row.kind, game)[row.key] = row.answer
        self._news = []

    def _note(self, game: Game, state: State, kind: str, cost: int) -> None:
        """Save the position that was asked about, even if little work was left to do."""
        parts = [(game, state)] if kind == "misere" else game.components(state)
        for part_game, part in parts if len(parts) == 1 else ():
            if costly := self.tables.costly_of(kind, part_game):
                costly.found[part_game.canonical(part)] = cost, part

    def flush(self) -> None:
        """Write what was found since the last time."""
        began = monotonic()
        for (kind, game), costly in list((self.tables.costly or {}).items()):
            if costly.found and self.store.save(game, self._rows(kind, game, costly)):
                costly.note_save()
        now = monotonic()
        self._next = now + max(self.store.every, SHARE * (now - began))

    def _rows(self, kind: str, game: Game, costly: Costly) -> list[StoredRow]:
        table = self.tables.of(kind, game)
        # A position on the path, or one that was labelled as infinite, has OPEN instead of an answer.
        answers = ((key, state, cost, table.get(key)) for key, (cost, state) in costly.found.items())
        return [
            StoredRow(kind, key, state, answer, cost)
            for key, state, cost, answer in answers
            if isinstance(answer, int) and answer is not OPEN and (kind != "value" or answer >= 0)
        ]
