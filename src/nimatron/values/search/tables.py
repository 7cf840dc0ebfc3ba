"""What a search has found: bounded tables, passed in by the caller, and notes on what was costly to find."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from ...errors import UserCodeError
from ...game import Game, State

Table = dict[Any, Any]

MOST_KEPT = 3_000_000
"""With more entries in all tables together than this, everything is forgotten."""

MOST_TABLES = 3_000
"""With more tables than this, everything is forgotten."""


class Costly:
    """The positions of a table that cost the most, at most `most` of them: those worth saving."""

    def __init__(self, least: int = 8, most: int = 200_000) -> None:
        self.least, self.most = least, most
        self.found: dict[Hashable, tuple[int, State]] = {}
        """For each key its cost in positions, and the state."""
        self._written = 0

    def note(self, key: Hashable, state: State, cost: int) -> None:
        if cost < self.least:
            return
        self.found[key] = cost, state
        if len(self.found) > self.most:
            # Keep the dearer half and raise the bar: so sorting is rare, and the memory bounded.
            dearest = sorted(self.found.items(), key=lambda item: item[1][0])[self.most // 2 :]
            self.found, self.least = dict(dearest), dearest[0][1][0]

    def written(self) -> None:
        """Note that everything found is saved elsewhere now. A long search notes fewer and fewer cheap positions."""
        self._written += len(self.found)
        self.found = {}
        if self._written > self.most:
            self._written, self.least = 0, 2 * self.least


class Tables:
    """Tables of what is known, one for each game and kind of question; `noting` also notes what was costly to find."""

    def __init__(self, noting: bool = False) -> None:
        self._tables: dict[tuple[str, Game], Table] = {}
        self.costly: dict[tuple[str, Game], Costly] | None = {} if noting else None
        self.recalled: set[Game] = set()
        """The games for which the tables already hold what a store knows."""
        self.loopy = False
        """Is there a position from which play need not end?"""

    def holds(self, kind: str, game: Game) -> bool:
        """Is there something in the table of this kind?"""
        return bool(self._tables.get((kind, game)))

    def known(self) -> list[tuple[str, Game]]:
        """The kinds and games that have tables."""
        return list(self._tables)

    def costly_of(self, kind: str, game: Game) -> Costly | None:
        return None if self.costly is None else self.costly.setdefault((kind, game), Costly())

    def of(self, kind: str, game: Game) -> Table:
        """The table of this kind for `game`."""
        try:
            return self._tables.setdefault((kind, game), {})
        except TypeError as fault:  # for example a dataclass: its == removes the hash
            message = "a game must be hashable, such as a dataclass that is frozen: {fault}"
            raise UserCodeError(message, type(game).__name__, fault=fault) from fault

    def trim(self) -> None:
        """Forget everything once it has grown too large: crude, but simple and bounded."""
        if len(self._tables) > MOST_TABLES or sum(map(len, self._tables.values())) > MOST_KEPT:
            self._tables.clear()
            self.loopy = False
            self.recalled.clear()
            if self.costly is not None:
                self.costly.clear()
