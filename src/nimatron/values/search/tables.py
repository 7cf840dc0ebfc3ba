"""What a search has found: tables that are passed in, bounded, and a note of what was costly to find."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from ...errors import UserCodeError
from ...game import Game, State

Table = dict[Any, Any]

MOST_KEPT, MOST_TABLES = 3_000_000, 3_000
"""Entries of all tables, and tables, before everything is forgotten."""


class Costly:
    """The positions of a table that took the longest, `most` of them at most: those worth noting."""

    def __init__(self, least: int = 8, most: int = 200_000) -> None:
        self.least, self.most = least, most
        self.found: dict[Hashable, tuple[int, State]] = {}
        """For each key what it cost, in positions, and the state."""
        self._written = 0

    def note(self, key: Hashable, state: State, cost: int) -> None:
        if cost < self.least:
            return
        self.found[key] = cost, state
        if len(self.found) > self.most:
            dearest = sorted(self.found.items(), key=lambda item: item[1][0])[self.most // 2 :]
            self.found, self.least = dict(dearest), dearest[0][1][0]

    def written(self) -> None:
        """What was found is kept elsewhere now; a long search keeps less and less of what is cheap."""
        self._written += len(self.found)
        self.found = {}
        if self._written > self.most:
            self._written, self.least = 0, 2 * self.least


class Tables:
    """Tables of what is known, one for each game and kind of question; `noting`: also what was costly to find."""

    def __init__(self, noting: bool = False) -> None:
        self._tables: dict[tuple[str, Game], Table] = {}
        self.costly: dict[tuple[str, Game], Costly] | None = {} if noting else None
        self.recalled: set[Game] = set()
        """The games of which the tables hold what a store knows."""

    def known(self) -> list[tuple[str, Game]]:
        """Of which games there are tables, and of which kind."""
        return list(self._tables)

    def costly_of(self, kind: str, game: Game) -> Costly | None:
        return None if self.costly is None else self.costly.setdefault((kind, game), Costly())

    def of(self, kind: str, game: Game) -> Table:
        """What is known of `game`."""
        try:
            return self._tables.setdefault((kind, game), {})
        except TypeError as fault:  # a dataclass, say: its == takes the hash away
            message = "a game must be hashable, such as a dataclass that is frozen: {fault}"
            raise UserCodeError(message, type(game).__name__, fault=fault) from fault

    def trim(self) -> None:
        """Forget everything once it has grown too large: simple, and bounded."""
        if len(self._tables) > MOST_TABLES or sum(map(len, self._tables.values())) > MOST_KEPT:
            self._tables.clear()
            self.recalled.clear()
            if self.costly is not None:
                self.costly.clear()
