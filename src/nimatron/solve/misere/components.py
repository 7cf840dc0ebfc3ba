"""The closed list of positions that a quotient is about: heaps 1, 2, 3, ... of games, or all positions below some.

The list is closed: a move from a position of the list leaves a sum of earlier positions of the list. Positions without
moves are not components, because they add nothing to a sum. Positions with the same options are one component, except
heaps that split: their options are many, and are listed only when they are needed.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeGuard

from ...core.errors import Cycle, OutOfReach, UsageError
from ...core.game import NOTHING, Game, Position, State
from ...core.limits import Budget
from ...families.heaps.rules import HeapGame
from ...families.octal.rules import Code, Octal
from ...nimbers.ordinals import Ordinal
from ..bottom_up import BottomUp
from ..search.frames import sound_options

if TYPE_CHECKING:
    from ...core.array_types import Ints

Component = int
"""The number of a component, from 1 on; 0 is nothing."""

Left = tuple[Component, ...]
"""What a move leaves: a sum of components, the smallest first."""

Key = tuple[Game, Hashable]


class Components:
    """A closed list that grows."""

    def __init__(self) -> None:
        self._tables: list[Ints | None] = [_table([])]
        """For each component what its moves leave; None if it is a heap that splits, and nobody has asked."""
        self.labels: list[tuple[Game, State]] = [(Game(), NOTHING)]
        """The first position that is this component."""
        self.number: dict[Key, Component] = {}
        self.heaps: dict[HeapGame, list[Component]] = {}
        """The components of heaps 0, 1, 2, ... of each game."""
        self._arrays: dict[Game, AppendArray] = {}
        """The same of games whose heaps split."""
        self._same: dict[tuple[int, bytes], Component] = {_key(self.table(0)): 0}

    def __len__(self) -> int:
        """How many components there are, without nothing."""
        return len(self._tables) - 1

    def table(self, component: Component) -> Ints:
        """What the moves of a component leave: a row of components for each move."""
        table = self._tables[component]
        if table is None:
            game, n = self._heap(component)
            pairs = _splits(game.code, self._arrays[game].array, n)
            table = self._tables[component] = _unique(_stack(pairs))
        return table

    def remainders(self, component: Component, elements: Ints) -> list[Ints]:
        """The elements that its moves leave, as columns of factors, given the elements of the components before."""
        table = self._tables[component]
        if table is not None:
            return list(elements[table].T)
        game, n = self._heap(component)
        return _splits(game.code, elements[self._arrays[game].array[:n]], n)

    def _heap(self, component: Component) -> tuple[Octal, int]:
        game, state = self.labels[component]
        assert isinstance(game, Octal)
        return game, state[0]

    def is_last_move(self, component: Component) -> bool:
        """Is it a lone last move?"""
        table = self.table(component)
        return table.shape == (1, 1) and not table.any()

    def add(self, key: Key, state: State, table: Ints) -> Component:
        """The component with these moves, new or not."""
        number = self._same.setdefault(_key(table), len(self._tables))
        if number == len(self._tables):
            self._new(key[0], state, table)
        self.number[key] = number
        return number

    def _new(self, game: Game, state: State, table: Ints | None) -> None:
        self._tables.append(table)
        self.labels.append((game, state))

    # -- heaps ------------------------------------------------------------------------------

    def heap(self, game: HeapGame, n: int) -> Component:
        """Heap `n` of a game whose smaller heaps are in the list."""
        numbers = self.heaps.setdefault(game, [])
        if n == len(numbers):
            if _splits_quickly(game):
                numbers.append(self._split(game, n))
            else:
                numbers.append(self.add((game, n), (n,), self._option_components(game, numbers, n)))
        return numbers[n]

    def line(self, game: HeapGame) -> Ints:
        """The components of heaps 0, 1, 2, ... of a game, as an array."""
        import numpy as np

        found = self._arrays.get(game)
        return np.array(self.heaps[game], np.int64) if found is None else found.array

    @staticmethod
    def _option_components(game: HeapGame, numbers: list[Component], n: int) -> Ints:
        """What the moves of a heap leave, one by one."""
        options = [option if isinstance(option, tuple) else (option,) for option in game.heap_options(n)]
        if any(not 0 <= heap < n for option in options for heap in option):
            raise _not_smaller(game, n, options)
        return _table({tuple(sorted(numbers[heap] for heap in option)) for option in options})

    def _split(self, game: Octal, n: int) -> Component:
        """A heap of a code whose moves leave at most two heaps; its table is made when it is first asked for."""
        # A heap without moves is component 0, nothing.
        number = 0
        if _can_move(game.code, n):
            number = len(self._tables)
            self._new(game, (n,), None)
        self.number[game, n] = number
        self._arrays.setdefault(game, AppendArray()).append(number)
        return number

    # -- positions --------------------------------------------------------------------------

    def position(self, position: Position, budget: Budget) -> None:
        """All positions below this one, and itself, each after its options."""
        _Below(self, budget).walk(position.game, position.state)


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
    """Is it a code that leaves at most two heaps, equal or not? A row has the same moves, listed twice."""
    return type(game) is Octal and game.code.in_two and not game.code.unequal


def _can_move(code: Code, n: int) -> bool:
    """Can some amount be taken, or the heap be split?"""
    return any((t and digit & (2 if n > t else 1)) or (digit & 4 and n - t > 1) for t, digit in code.takes(n))


def _splits(code: Code, known: Ints, n: int) -> list[Ints]:
    """What the moves of heap n leave, all splits at once: two columns, in which heaps are replaced by what is known."""
    import numpy as np

    one, other = [known[:0]], [known[:0]]
    for t, digit in code.takes(n):
        left = n - t
        # Bits of a digit: 1 leaves no heap, 2 one heap, 4 two heaps. With t = 0 only a split is a move.
        if digit & (2 if left else 1) and t:
            one.append(known[:1])  # heap 0 is nothing
            other.append(known[left : left + 1])
        if digit & 4 and left > 1:
            # Each unordered pair once: the smaller heap is at most half.
            half = left // 2
            one.append(known[1 : half + 1])
            other.append(known[left - half : left][::-1])
    return [np.concatenate(one), np.concatenate(other)]


def _stack(columns: Sequence[Ints]) -> Ints:
    """Rows with the smallest component first."""
    import numpy as np

    return np.sort(np.stack(columns, axis=1), axis=1)


class AppendArray:
    """An array of whole numbers that grows at its end."""

    def __init__(self, numbers: Sequence[int] = ()) -> None:
        import numpy as np

        self._size, self._room = len(numbers), np.zeros(2 * len(numbers) + 64, np.int64)
        self._room[: self._size] = numbers

    @property
    def array(self) -> Ints:
        """All of them, as they are now."""
        return self._room[: self._size]

    def append(self, number: int) -> None:
        import numpy as np

        if self._size == len(self._room):
            self._room = np.concatenate([self._room, np.zeros_like(self._room)])
        self._room[self._size] = number
        self._size += 1


def _table(lefts: Collection[Left]) -> Ints:
    """What moves leave: a row for each move, the smallest component first, filled up with nothing before it."""
    import numpy as np

    width = max([1, *map(len, lefts)])
    return _unique(np.array([(*(0,) * (width - len(left)), *left) for left in lefts], np.int64).reshape(-1, width))


def _unique(table: Ints) -> Ints:
    """Each row once and in order, without columns before the others that hold nothing at all."""
    import numpy as np

    while table.shape[1] > 1 and not table[:, 0].any():
        table = table[:, 1:]
    if len(table) > 1:
        # lexsort sorts by its last key first, hence the reversed columns.
        table = table[np.lexsort(table.T[::-1])]
        table = table[np.concatenate([[True], np.any(table[1:] != table[:-1], axis=1)])]
    return np.ascontiguousarray(table)


def _key(table: Ints) -> tuple[int, bytes]:
    # Tables of different widths can have the same bytes.
    return table.shape[1], table.tobytes()


class _Below(BottomUp[Component]):
    """Adds all positions below one to a list."""

    def __init__(self, components: Components, budget: Budget) -> None:
        super().__init__()
        self.components, self.budget = components, budget

    def key(self, game: Game, part: State) -> Hashable:
        return key_of(game, part)[1]

    def lookup(self, game: Game, part: State) -> Component | None:
        return self.components.number.get(key_of(game, part))

    def options(self, game: Game, part: State) -> Iterator[State]:
        refuse_infinite(game, part)
        self.budget.spend()
        return self.budget.meter(sound_options(game, part))

    def add_up(self, parts: Sequence[Component]) -> Left:
        return tuple(sorted(filter(None, parts)))

    def close(self, game: Game, part: State, key: Hashable, options: set[Left]) -> None:
        self.components.add((game, key), part, _table(options))


def refuse_infinite(game: Game, part: State) -> None:
    """OutOfReach if a heap is an infinite ordinal: then the list of positions below it never ends."""
    if isinstance(part, tuple) and any(isinstance(heap, Ordinal) for heap in part):
        raise OutOfReach(
            "{position} has infinitely many moves: who wins in misere play is known only beside games like Nim",
            position=game.write(part),
        )


def key_of(game: Game, part: State) -> Key:
    """How a part is found in the list: a heap by its size."""
    if isinstance(game, HeapGame) and len(part) == 1 and not isinstance(part[0], Ordinal):
        return game, part[0]
    return game, game.canonical(part)
