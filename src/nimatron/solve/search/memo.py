"""The tables of a search: bounded, passed in by the caller, with notes on the positions that cost most."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from ...core.errors import NimatronError, UserCodeError, WrongValue
from ...core.game import Game, State

Table = dict[Any, Any]

MOST_KEPT = 3_000_000
"""With more entries in all tables together than this, all tables are emptied."""

MOST_TABLES = 3_000
"""With more tables than this, all of them are emptied."""


class Recalled(Exception):
    """A signal: the store has filled the tables, so the search starts again with them."""


# -- what outlives a question ----------------------------------------------------------------------

P = ParamSpec("P")
R = TypeVar("R")

FORGETTING: list[Callable[[], object]] = []
"""Functions that drop what the questions of this thread share outside the tables. Its owners add them."""


def forget_shared() -> None:
    """Drop all that questions share outside the tables."""
    for forget in FORGETTING:
        forget()


def may_be_half_changed(fault: BaseException) -> bool:
    """Did a question end at an unknown moment? Errors of Nimatron come only while everything is whole.

    An interrupt may come between any two lines. A wrong value means that nothing can be trusted.
    """
    return isinstance(fault, WrongValue) or not isinstance(fault, NimatronError | Recalled)


def forgetful(ask: Callable[P, R]) -> Callable[P, R]:
    """A question without a solver, after which nothing is half changed."""

    @wraps(ask)
    def whole(*words: P.args, **named: P.kwargs) -> R:
        try:
            return ask(*words, **named)
        except BaseException as fault:
            if may_be_half_changed(fault):
                forget_shared()
            raise

    return whole


# -- tables ----------------------------------------------------------------------------------------


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

    def note_save(self) -> None:
        """Note that a store has saved these positions. A long search notes fewer and fewer cheap positions."""
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

    def kinds_and_games(self) -> list[tuple[str, Game]]:
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
        """Empty all tables once they have grown too large: crude, but simple and bounded."""
        if len(self._tables) > MOST_TABLES or sum(map(len, self._tables.values())) > MOST_KEPT:
            self.empty()

    def empty(self) -> None:
        """Forget everything."""
        self._tables.clear()
        self.loopy = False
        self.recalled.clear()
        if self.costly is not None:
            self.costly.clear()
