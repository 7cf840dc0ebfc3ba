"""The moves of one coin in a row, by the value they lead to: how many there are, and each of them.

A move turns coin n and some coins to its left. From the single head n only these coins remain, so an option is
the tuple of them, and its value is the nim-sum of their values.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

from ...core.errors import Limit
from ...core.game import Game, State
from ...core.message import Message, Number
from ...nimbers.field import nim_sum
from ...solve.experts import Expert, ExpertSolver
from ...solve.search.frames import sound_options
from ...solve.theorem import Made, count
from ..taking.amounts import Amounts
from ..taking.rules import Subtraction
from .rules import CoinGame, MockTurtlesGame, RulerGame, SubtractionCoins, TurtlesGame, TwinsGame

Coins = tuple[int, ...]

MOST_COINS = 1_000_000
"""A move that turns more coins is counted but not made."""


MANY_AMOUNTS = 100_000
"""If a coin has more moves than this, only those asked for are looked up, in the heap that it equals."""


class CoinMoves(ABC):
    """The moves of a head at `n`."""

    breadth: int
    """The moves lead to at most this many different values."""

    def __init__(self, n: int) -> None:
        self.n = self.breadth = n

    def values(self) -> Iterable[int]:
        """The values that moves lead to, each once."""
        return range(self.n)

    @abstractmethod
    def to(self, value: int) -> Sequence[Coins]:
        """The options that have `value`."""

    def count(self, value: int) -> int:
        """How many options have `value`."""
        return count(self.to(value))

    def widest(self, value: int) -> int:
        """The most coins that a move to `value` turns."""
        return 3


class TurtlesTurning(CoinMoves):
    """Turning Turtles: to the left of n there is one coin of each value from 1 on; turning no other coin gives 0."""

    def to(self, value: int) -> Sequence[Coins]:
        return [] if value >= self.n else [(value,)] if value else [()]


class TwinsTurning(CoinMoves):
    """Twins: to the left of n there is one coin of each value, including 0."""

    def to(self, value: int) -> Sequence[Coins]:
        return [(value,)] if value < self.n else []


class MockTurning(CoinMoves):
    """Mock Turtles: no other coin for value 0, one for an odious value, and two for an evil one.

    The xor of these two is value // 2.
    """

    def __init__(self, n: int) -> None:
        self.n = n
        # The coins to the left have values below this power of two, and so have nim-sums of them.
        self.breadth = 2 << (n - 1).bit_length() if n else 1

    def values(self) -> Iterable[int]:
        return filter(self.count, range(self.breadth))

    def count(self, value: int) -> int:
        other = value >> 1
        if is_odious(value):
            return int(other < self.n)
        if value == 0:
            return 1
        # The right one of two such coins is the one that has the leading bit of their xor.
        bit = other.bit_length() - 1
        return (self.n >> bit + 1 << bit) + max(0, (self.n & (2 << bit) - 1) - (1 << bit))

    def to(self, value: int) -> Sequence[Coins]:
        other = value >> 1
        if is_odious(value):
            return [(other,)] if other < self.n else []
        bit = other.bit_length() - 1

        def pair(i: int) -> Coins:
            # The i-th coin that has this bit: i with a one inserted there.
            right = i >> bit << bit + 1 | 1 << bit | i & (1 << bit) - 1
            return right ^ other, right

        return Made(self.count(value), pair) if value else [()]


class TripletsTurning(CoinMoves):
    """Triplets: two of the coins 0 and 1, of value 0, and of the others, which are those of Mock Turtles."""

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.mock = MockTurning(max(0, n - 2))

    def to(self, value: int) -> Sequence[Coins]:
        if value == 0:
            return [(0, 1)] if self.n > 1 else []
        others = self.mock.to(value)
        if is_odious(value):  # one coin of Mock Turtles, and one that is worth nothing
            return [(zero, coin + 2) for (coin,) in others for zero in (0, 1)]
        return Made(count(others), lambda i: (others[i][0] + 2, others[i][1] + 2))


class RulerTurning(CoinMoves):
    """Ruler: the nim-sum of the values of coins 1..m is m xor m // 2, the Gray code of m."""

    def values(self) -> Iterable[int]:
        last = _gray(self.n - 1)
        return (last ^ _gray(m) for m in range(self.n))

    def to(self, value: int) -> Sequence[Coins]:
        first = self._first(value)
        # Made only when it is read, because the run may have millions of coins.
        return Made(1, lambda _: self._run(first)) if first <= self.n else []

    def _run(self, first: int) -> Coins:
        check_length(self.n - first + 1)
        return tuple(range(first, self.n))

    def widest(self, value: int) -> int:
        return self.n - self._first(value) + 1

    def _first(self, value: int) -> int:
        """Where the run of coins that leads to `value` begins; beyond n where there is none."""
        return _from_gray(_gray(self.n - 1) ^ value) + 1


class HeapTurning(CoinMoves):
    """Subtraction as coins, with too many amounts to list: asks the heap of n."""

    def __init__(
        self, n: int, amounts: Amounts, grundy: Callable[[int], int], reach: Callable[[int], Sequence[Coins]]
    ) -> None:
        self.n, self.amounts, self.grundy, self.reach = n, amounts, grundy, reach
        self.breadth = upto(amounts, n)

    def values(self) -> Iterable[int]:
        return dict.fromkeys(self.grundy(self.n - amount) for amount in self.amounts.upto(self.n))

    def to(self, value: int) -> Sequence[Coins]:
        return self.reach(value)


class ListedTurning(CoinMoves):
    """Any game: all moves are listed once and stored by value."""

    def __init__(self, options: Iterable[Coins], grundy: Callable[[int], int]) -> None:
        self.listed: dict[int, list[Coins]] = {}
        for option in dict.fromkeys(options):
            self.listed.setdefault(nim_sum(*map(grundy, option)), []).append(option)
        self.breadth = len(self.listed)
        self._widest = {value: 1 + max(map(len, options)) for value, options in self.listed.items()}

    def values(self) -> Iterable[int]:
        return self.listed

    def to(self, value: int) -> Sequence[Coins]:
        return self.listed.get(value, [])

    def widest(self, value: int) -> int:
        return self._widest[value]


TURNINGS: dict[type[Game], Callable[[int], CoinMoves]] = {
    TurtlesGame: TurtlesTurning,
    TwinsGame: TwinsTurning,
    MockTurtlesGame: MockTurning,
    RulerGame: RulerTurning,
}
"""By exact class: a user's subclass may have other rules, so its moves are listed."""


def is_row(game: CoinGame) -> bool:
    """Is every position the sum of its heads, with moves given by `turns`? A user may have overridden `options`."""
    told = ("options", "components", "turn")
    return all(getattr(type(game), name) is getattr(CoinGame, name) for name in told)


def check_length(coins: int) -> None:
    """Refuse to make a move that turns too many coins."""
    if coins > MOST_COINS:
        raise Limit(Message("a move that turns {n} coins is too long", params={"n": Number(coins)}), 0, 0.0)


def is_odious(n: int) -> bool:
    """Does n have an odd number of binary ones?"""
    return n.bit_count() % 2 == 1


def upto(amounts: Amounts, n: int) -> int:
    """How many of the amounts are at most `n`."""
    return sum((n if high is None else min(n, high)) - low + 1 for low, high in amounts.runs if low <= n)


def _gray(number: int) -> int:
    return number ^ number >> 1


def _from_gray(code: int) -> int:
    number = 0
    while code:
        number ^= code
        code >>= 1
    return number


# -- experts ---------------------------------------------------------------------------------------


class CoinExpert(Expert):
    """Coins in a row: their moves by the value they lead to."""

    game: CoinGame

    def __init__(self, game: Any, solver: ExpertSolver) -> None:
        super().__init__(game, solver)
        self.turning = cache(self._turning)  # many coins of a board share a column or row

    def _turning(self, n: int) -> CoinMoves:
        """The moves of coin n."""
        if type(self.game) in TURNINGS:
            return TURNINGS[type(self.game)](n)
        return ListedTurning(self._turnings(n), cache(self.head_value))

    def _turnings(self, n: int) -> Sequence[State]:
        options = []
        for option in sound_options(self.game, (n,)):
            self.budget.spend()
            options.append(option)
        return options

    def head_value(self, coin: int) -> int:
        value = self.solver.part(self.game, (coin,)).value
        assert isinstance(value, int)
        return value


class SubtractionCoinExpert(CoinExpert):
    """Subtraction as coins: a head on coin n is a heap of n, and an empty heap is not a head."""

    game: SubtractionCoins

    def _turning(self, n: int) -> CoinMoves:
        if upto(self.game.amounts, n) <= MANY_AMOUNTS:
            return super()._turning(n)
        return HeapTurning(n, self.game.amounts, cache(self.head_value), lambda value: self.reach((n,), value))

    def reach(self, part: State, value: int) -> Sequence[Coins]:
        heaps = self.solver.reach(Subtraction(self.game.amounts), part, value)
        return [heap if heap[0] else () for heap in heaps]
