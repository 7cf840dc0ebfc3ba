"""The list of positions that a quotient is about: heaps 1, 2, 3, ... of games, or all positions below some.

The list is closed: what a move leaves is a sum of earlier positions of the list. Positions with the same options are
one component of the list; those without moves are none, they are nothing in a sum.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeGuard

from ...errors import Cycle, UsageError
from ...game import NOTHING, Game, Position, State
from ...games.heaps import HeapGame
from ...games.octal import Code, Octal
from ...nimbers import Ordinal
from ..search.budget import Budget
from ..search.frames import named_cycle, sound_options
from ..theorems.parts import independent_parts

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Table = npt.NDArray[np.int64]

Component = int
"""The number of a component, from 1 on; 0 is nothing."""

Left = tuple[Component, ...]
"""What a move leaves: a sum of components, the smallest first."""

Key = tuple[Game, Hashable]


class Components:
    """A closed list that grows."""

    def __init__(self) -> None:
        self.tables: list[Table] = [_table([])]
        """For each component what its moves leave."""
        self.labels: list[tuple[Game, State]] = [(Game(), NOTHING)]
        """The first position that is this component."""
        self.number: dict[Key, Component] = {}
        self.heaps: dict[HeapGame, list[Component]] = {}
        """The components of heaps 0, 1, 2, ... of each game."""
        self._same: dict[tuple[int, bytes], Component] = {_key(self.tables[0]): 0}

    def __len__(self) -> int:
        """How many components there are, without nothing."""
        return len(self.tables) - 1

    def is_last_move(self, component: Component) -> bool:
        """Is it a lone last move?"""
        table = self.tables[component]
        return table.shape == (1, 1) and not table.any()

    def _add(self, key: Key, state: State, table: Table) -> Component:
        number = self._same.setdefault(_key(table), len(self.tables))
        if number == len(self.tables):
            self.tables.append(table)
            self.labels.append((key[0], state))
        self.number[key] = number
        return number

    # -- heaps ------------------------------------------------------------------------------

    def heap(self, game: HeapGame, n: int) -> Component:
        """Heap `n` of a game whose smaller heaps are in the list."""
        numbers = self.heaps.setdefault(game, [])
        if n == len(numbers):
            table = self._split(game.code, numbers, n) if _splits_quickly(game) else self._listed(game, numbers, n)
            numbers.append(self._add((game, n), (n,), table))
        return numbers[n]

    @staticmethod
    def _listed(game: HeapGame, numbers: list[Component], n: int) -> Table:
        """What the moves of a heap leave, one by one."""
        options = [option if isinstance(option, tuple) else (option,) for option in game.heap_options(n)]
        if any(not 0 <= heap < n for option in options for heap in option):
            raise _not_smaller(game, n, options)
        return _table({tuple(sorted(numbers[heap] for heap in option)) for option in options})

    @staticmethod
    def _split(code: Code, numbers: list[Component], n: int) -> Table:
        """The same for a code whose moves leave at most two heaps, all splits at once."""
        import numpy as np

        known = np.array([0, *numbers[1:]], np.int64)
        found = [np.zeros((0, 2), np.int64)]
        for t, digit in code.takes(n):
            left = n - t
            if digit & (2 if left else 1) and t:
                found.append(np.array([[0, known[left]]]))
            if digit & 4 and left > 1:
                one = known[1 : left // 2 + 1]
                other = known[left - 1 : left - len(one) - 1 : -1]
                found.append(np.stack([np.minimum(one, other), np.maximum(one, other)], axis=1))
        return _unique(np.concatenate(found))

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
                self._add((frame.game, frame.key), frame.state, _table(frame.found))
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


def _splits_quickly(game: HeapGame) -> TypeGuard[Octal]:
    """Is it a code that leaves at most two heaps, equal or not? Rows have the same moves, told twice."""
    return type(game) is Octal and not game.code.unequal and game.code.parts <= 2


def _table(lefts: Collection[Left]) -> Table:
    """What moves leave: a row for each move, the smallest component first, filled up with nothing before it."""
    import numpy as np

    width = max([1, *map(len, lefts)])
    return _unique(np.array([(*(0,) * (width - len(left)), *left) for left in lefts], np.int64).reshape(-1, width))


def _unique(table: Table) -> Table:
    """Each row once and in order, without columns before the others that hold nothing at all."""
    import numpy as np

    while table.shape[1] > 1 and not table[:, 0].any():
        table = table[:, 1:]
    if len(table) > 1:
        table = table[np.lexsort(table.T[::-1])]
        table = table[np.concatenate([[True], np.any(table[1:] != table[:-1], axis=1)])]
    return np.ascontiguousarray(table)


def _key(table: Table) -> tuple[int, bytes]:
    return table.shape[1], table.tobytes()


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
