"""A walk through all parts below a position, each after the parts of its options; with a stack, for deep games.

Longest plays, canonical forms and the list of a misere quotient all need it: what a part is follows from its options,
an option is a sum of parts, and each part is looked at only once.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, Generic, TypeVar, Unpack

from ..core.game import NOTHING, Game, Position, State
from ..core.limits import Budget, LimitOptions, Limits, make_limits, watch
from ..notation.reader import position_of
from .search.frames import named_cycle, options_of
from .theorem import independent_parts, traits_of

T = TypeVar("T")


class _Frame:
    """A part whose options are being looked at."""

    __slots__ = ("found", "game", "key", "option", "options", "state")

    def __init__(self, game: Game, state: State, key: Hashable, options: Iterator[State]) -> None:
        self.game, self.state, self.key, self.options = game, state, key, options
        # NOTHING instead of None, because None may be a state of a user's game.
        self.option: State = NOTHING
        self.found: set[Any] = set()


class BottomUp(Generic[T]):
    """The walk. A subclass says what is known of a part, and what follows from its options."""

    def __init__(self) -> None:
        self._path: set[tuple[Game, Hashable]] = set()
        self._stack: list[_Frame] = []

    def key(self, game: Game, part: State) -> Hashable:
        """Equal parts have the same key."""
        return game.canonical(part)

    def lookup(self, game: Game, part: State) -> T | None:
        """What is known of a part; None if its options must be looked at first."""
        raise NotImplementedError

    def options(self, game: Game, part: State) -> Iterator[State]:
        """The options of a part that is not known yet."""
        raise NotImplementedError

    def add_up(self, parts: Sequence[T]) -> Any:
        """What an option is, from what is known of its parts."""
        raise NotImplementedError

    def close(self, game: Game, part: State, key: Hashable, options: set[Any]) -> None:
        """Note a part, all options of which are known."""
        raise NotImplementedError

    def walk(self, game: Game, state: State) -> Sequence[T]:
        """What is known of each part of a position, after all that is below them."""
        self._path.clear()
        self._stack.clear()
        # Each turn solves one missing part and everything below it; then the position is tried again.
        while (found := self._parts(game, state)) is None:
            while self._stack:
                self._step(self._stack[-1])
        return found

    def _parts(self, game: Game, state: State) -> Sequence[T] | None:
        """What is known of each part; None if one of them was put on the stack."""
        found = []
        for part_game, part in independent_parts(game, state):
            known = self.lookup(part_game, part)
            if known is None:
                self._open(part_game, part)
                return None
            found.append(known)
        return found

    def _open(self, game: Game, part: State) -> None:
        key = self.key(game, part)
        # A part on its own path would need its own answer first.
        if (game, key) in self._path:
            raise named_cycle(self._stack)
        self._path.add((game, key))
        self._stack.append(_Frame(game, part, key, self.options(game, part)))

    def _step(self, frame: _Frame) -> None:
        """Look at the next option, or at the same one again now that a part of it is known."""
        while True:
            if frame.option is NOTHING:
                frame.option = next(frame.options, NOTHING)
                if frame.option is NOTHING:
                    self.close(frame.game, frame.state, frame.key, frame.found)
                    self._path.remove((frame.game, frame.key))
                    self._stack.pop()
                    return
            # A missing part is now on top of the stack; this option is tried again when the part is known.
            parts = self._parts(frame.game, frame.option)
            if parts is None:
                return
            frame.found.add(self.add_up(parts))
            frame.option = NOTHING


# -- the length of the longest play, called the birthday of a game ----------------------------------

Key = tuple[Game, Hashable]


def birthday(position: Position | str, limits: Limits | None = None, **words: Unpack[LimitOptions]) -> int:
    """The length of the longest play: one more than the largest birthday of an option.

    >>> birthday("nim: 3 4 5"), birthday("kayles: 3"), birthday("cram: 3x3")
    (12, 3, 4)
    """
    here = position_of(position)
    with watch("search") as report:
        lengths = _Lengths(Budget(make_limits(limits, **words), report))
        return sum(lengths.walk(here.game, here.state))


class _Lengths(BottomUp[int]):
    """Lengths of longest plays, under one budget."""

    def __init__(self, budget: Budget) -> None:
        super().__init__()
        self.budget = budget
        self.found: dict[Key, int] = {}

    def lookup(self, game: Game, part: State) -> int | None:
        longest = traits_of(game).longest
        known = longest(game, part) if longest else None
        return self.found.get((game, game.canonical(part))) if known is None else known

    def options(self, game: Game, part: State) -> Iterator[State]:
        for option in options_of(game, part):
            self.budget.spend()
            yield option

    def add_up(self, parts: Sequence[int]) -> int:
        # The 1 is the move that leads to the option.
        return 1 + sum(parts)

    def close(self, game: Game, part: State, key: Hashable, options: set[int]) -> None:
        self.budget.spend()
        self.found[game, key] = max(options, default=0)
