"""The list of positions that a quotient is about: heaps 1, 2, 3, ... of games, or all positions below some.

The list is closed: what a move leaves is a sum of earlier positions of the list. Positions with the same options are
one component of the list; those without moves are none, they are nothing in a sum.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from ...errors import Cycle, UsageError
from ...game import NOTHING, Game, Position, State
from ...games.heaps import HeapGame
from ...nimbers import Ordinal
from ..search.budget import Budget
from ..search.frames import named_cycle, sound_options
from ..theorems.parts import independent_parts

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Component = int
"""The number of a component, from 1 on; 0 is nothing."""

Left = tuple[Component, ...]
"""What a move leaves: a sum of components, the smallest first."""

Key = tuple[Game, Hashable]


class Components:
    """A closed list that grows."""

    def __init__(self) -> None:
        self.options: list[tuple[Left, ...]] = [()]
        """For each component what its moves leave."""
        self.labels: list[tuple[Game, State]] = [(Game(), NOTHING)]
        """The first position that is this component."""
        self.number: dict[Key, Component] = {}
        self.heaps: dict[HeapGame, list[Component]] = {}
        """The components of heaps 0, 1, 2, ... of each game."""
        self._same: dict[frozenset[Left], Component] = {frozenset(): 0}
        self._tables: dict[Component, npt.NDArray[np.int64]] = {}

    def __len__(self) -> int:
        """How many components there are, without nothing."""
        return len(self.options) - 1

    def table(self, component: Component) -> npt.NDArray[np.int64]:
        """What the moves of a component leave: a row for each move, filled up with nothing."""
        if component not in self._tables:
            import numpy as np

            options = self.options[component]
            width = max([1, *map(len, options)])
            rows = [(*left, *(0,) * (width - len(left))) for left in options]
            self._tables[component] = np.array(rows, np.int64)
        return self._tables[component]

    def _add(self, key: Key, state: State, options: Iterable[Left]) -> Component:
        found = frozenset(options)
        number = self._same.setdefault(found, len(self.options))
        if number == len(self.options):
            self.options.append(tuple(sorted(found)))
            self.labels.append((key[0], state))
        self.number[key] = number
        return number

    # -- heaps ------------------------------------------------------------------------------

    def heap(self, game: HeapGame, n: int) -> Component:
        """Heap `n` of a game whose smaller heaps are in the list."""
        numbers = self.heaps.setdefault(game, [])
        if n == len(numbers):
            options = list(game.heap_options(n))
            try:
                found = {self._left(numbers, option if isinstance(option, tuple) else (option,)) for option in options}
            except IndexError:
                raise _not_smaller(game, n, options) from None
            numbers.append(self._add((game, n), (n,), found))
        return numbers[n]

    @staticmethod
    def _left(numbers: list[Component], heaps: tuple[int, ...]) -> Left:
        if heaps and min(heaps) < 0:
            raise IndexError
        return tuple(sorted(number for heap in heaps if (number := numbers[heap])))

    # -- positions --------------------------------------------------------------------------

    def position(self, position: Position, budget: Budget) -> None:
        """All positions below this one, and itself, each after its options."""
        for game, part in independent_parts(position.game, position.state):
            self._all_below(game, part, budget)

    def _all_below(self, game: Game, part: State, budget: Budget) -> None:
        stack: list[_Frame] = []
        path: set[Key] = set()
        missing: tuple[Game, State] | None = (game, part)
        while stack or missing:
            if missing and (key := key_of(*missing)) not in self.number:
                if key in path:
                    raise named_cycle(stack)
                path.add(key)
                budget.spend()
                stack.append(_Frame(*missing, key[1]))
            elif not stack:
                break
            frame = stack[-1]
            missing = self._next(frame)
            if missing is None:
                self._add((frame.game, frame.key), frame.state, frame.found)
                path.remove((frame.game, frame.key))
                stack.pop()

    def _next(self, frame: _Frame) -> tuple[Game, State] | None:
        """A part of an option that is not in the list yet; None when all options are known."""
        while True:
            if frame.option is NOTHING:
                frame.option = next(frame.options, NOTHING)
                if frame.option is NOTHING:
                    return None
            parts = independent_parts(frame.game, frame.option)
            missing = next((part for part in parts if key_of(*part) not in self.number), None)
            if missing:
                return missing
            frame.found.add(tuple(sorted(number for part in parts if (number := self.number[key_of(*part)]))))
            frame.option = NOTHING


def _not_smaller(game: HeapGame, n: int, options: Sequence[int | tuple[int, ...]]) -> Cycle | UsageError:
    """The error that names the move to a heap that is not smaller."""
    for option in options:
        heaps = option if isinstance(option, tuple) else (option,)
        if n in heaps:
            return Cycle([game.show((n,)), game.show(heaps)])
        for heap in heaps:
            if not 0 <= heap < n:
                text = "a heap of {n} in {game} leads to a heap of {heap}: in a closed list heaps get smaller"
                return UsageError(text, n=n, game=game, heap=heap)
    raise AssertionError(n)


class _Frame:
    """A position whose options are being looked at."""

    __slots__ = ("found", "game", "key", "option", "options", "state")

    def __init__(self, game: Game, state: State, key: Hashable) -> None:
        self.game, self.state, self.key = game, state, key
        self.options: Iterator[State] = sound_options(game, state)
        self.option: State = NOTHING
        self.found: set[Left] = set()


def key_of(game: Game, part: State) -> Key:
    """How a part is found in the list: a heap by its size."""
    if isinstance(game, HeapGame) and len(part) == 1 and not isinstance(part[0], Ordinal):
        return game, part[0]
    return game, game.canonical(part)
