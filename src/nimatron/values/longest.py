"""How long a game can last: the length of its longest play, called its birthday."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Unpack

from ..game import NOTHING, Game, Position, State
from ..games.notation import position_of
from ..watching import watched
from .search.budget import Budget
from .search.frames import named_cycle, options_of
from .search.limits import Limits, LimitWords, wished
from .theorems import traits_of
from .theorems.parts import independent_parts

Key = tuple[Game, Hashable]


def birthday(position: Position | str, limits: Limits | None = None, **words: Unpack[LimitWords]) -> int:
    """The length of the longest play: one more than the largest birthday of an option.

    >>> birthday("nim: 3 4 5"), birthday("kayles: 3"), birthday("cram: 3x3")
    (12, 3, 4)
    """
    here = position_of(position)
    with watched("search") as report:
        lengths = _Lengths(Budget(wished(limits, **words), report))
        return sum(lengths.of(*part) for part in independent_parts(here.game, here.state))


class _Frame:
    """A position whose options are being looked at, one after another."""

    __slots__ = ("game", "key", "longest", "option", "options", "state")

    def __init__(self, game: Game, state: State, key: Hashable) -> None:
        self.game, self.state, self.key = game, state, key
        self.options = iter(options_of(game, state))
        self.option: State = NOTHING
        self.longest = 0


class _Lengths:
    """Lengths of longest plays, under one budget; with an explicit stack, for deep games."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.found: dict[Key, int] = {}
        self.stack: list[_Frame] = []
        self.path: set[Key] = set()

    def of(self, game: Game, part: State) -> int:
        while (length := self._length(game, part)) is None:
            self._open(game, part)
            while self.stack:
                self._step(self.stack[-1])
        return length

    def _length(self, game: Game, part: State) -> int | None:
        longest = traits_of(game).longest
        known = longest(game, part) if longest else None
        return self.found.get((game, game.canonical(part))) if known is None else known

    def _open(self, game: Game, part: State) -> None:
        key = game, game.canonical(part)
        if key in self.path:  # the position comes back: there is no longest play
            raise named_cycle(self.stack)
        self.path.add(key)
        self.stack.append(_Frame(game, part, key[1]))

    def _step(self, frame: _Frame) -> None:
        """Look at the next option, or at the same one again after a part of it was measured."""
        if frame.option is NOTHING:
            self.budget.spend()
            frame.option = next(frame.options, NOTHING)
            if frame.option is NOTHING:
                self._close(frame)
                return
        length = 1
        for part in independent_parts(frame.game, frame.option):
            measured = self._length(*part)
            if measured is None:
                self._open(*part)
                return
            length += measured
        frame.longest, frame.option = max(frame.longest, length), NOTHING

    def _close(self, frame: _Frame) -> None:
        self.found[frame.game, frame.key] = frame.longest
        self.path.remove((frame.game, frame.key))
        self.stack.pop()
