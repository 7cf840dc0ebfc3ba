"""Coins on a strip: Nimble, and with at most one coin on a square Welter's game and the Silver Dollar game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import comb

from ...core.errors import IllegalPosition
from ...core.game import Spoken, State
from ...core.message import Message
from ..heaps.rules import HeapGame, changed_heap
from ..lists.rules import ListGame

MOST_COINS = 64
"""The most coins for which the number of positions is estimated: with more of them no search ends."""


class NimbleGame(HeapGame):
    """Move one coin to a square with a lower number; several coins may share a square.

    >>> from nimatron import Nimble, winning_moves
    >>> print(*winning_moves(Nimble(0, 3, 3, 7)))
    nimble: 0 3 3 0
    """

    name = "nimble"
    entry = Message("the square of a coin, from 0 on")
    start = (0, 3, 3, 7)

    def heap_options(self, n: int) -> Iterable[int]:
        return range(n - 1, -1, -1)

    def describe(self, before: State, after: State) -> Message | str:
        i, (square,) = changed_heap(before, after)
        text = "move coin {coin} from square {before} to square {after}"
        return Message(text, coin=i + 1, before=before[i], after=square)


class StripGame(ListGame):
    """Coins on different squares. The state is their squares from left to right, numbered from 0."""

    entry = Message("the square of a coin, from 0 on")

    def squares(self, state: State, i: int) -> Iterator[int]:
        """The squares that coin i, counted from 0, may move to, the nearest first."""
        raise NotImplementedError

    def options(self, state: State) -> Iterator[State]:
        for i in range(len(state)):
            for square in self.squares(state, i):
                yield moved_coin(state, i, square)

    def accept_all(self, state: tuple[State, ...]) -> tuple[State, ...]:
        seen = set()
        for at, square in enumerate(state):
            if square in seen:
                raise IllegalPosition("two coins are on square {square}", at, square=square)
            seen.add(square)
        return tuple(sorted(state))

    def describe(self, before: State, after: State) -> Message | str:
        (start,), (end,) = set(before) - set(after), set(after) - set(before)
        return Message("move the coin from square {before} to square {after}", before=start, after=end)

    def move(self, state: State, said: Sequence[Spoken]) -> State | None:
        # With squares of 10^18 there are too many options to look through.
        numbers = [int(text) for text, _ in said if text.isdecimal()]
        if len(numbers) != 2 or numbers[0] not in state:
            return None
        i = state.index(numbers[0])
        return moved_coin(state, i, numbers[1]) if self.allows(state, i, numbers[1]) else None

    def allows(self, state: State, i: int, square: int) -> bool:
        """May coin i move to `square`?"""
        raise NotImplementedError

    def size(self, state: State) -> int:
        return comb(state[-1] + 1, len(state)) if 0 < len(state) <= MOST_COINS else 0


def moved_coin(state: State, i: int, square: int) -> State:
    """The coins, in order, after coin i has moved to `square`."""
    return tuple(sorted((*state[:i], square, *state[i + 1 :])))


class WelterGame(StripGame):
    """Move one coin to any empty square with a lower number; no two coins may be on one square.

    >>> from nimatron import Welter, grundy, winning_moves
    >>> grundy(Welter(1, 4, 9)), list(map(str, winning_moves(Welter(1, 4, 9))))
    (3, ['welter: 1 4 6'])
    """

    name = "welter"
    start = (1, 4, 9)

    def squares(self, state: State, i: int) -> Iterator[int]:
        return (square for square in range(state[i] - 1, -1, -1) if square not in state)

    def allows(self, state: State, i: int, square: int) -> bool:
        return square < state[i] and square not in state


class SilverDollarGame(StripGame):
    """Move one coin to the left; it may not jump over another coin, nor share its square.

    >>> from nimatron import SilverDollar, grundy, winning_moves
    >>> grundy(SilverDollar(2, 5, 9)), list(map(str, winning_moves(SilverDollar(2, 5, 9))))
    (1, ['silver-dollar: 2 5 8'])
    """

    name = "silver-dollar"
    start = (2, 5, 9)

    def squares(self, state: State, i: int) -> Iterator[int]:
        return iter(range(state[i] - 1, state[i - 1] if i else -1, -1))

    def allows(self, state: State, i: int, square: int) -> bool:
        return bool((state[i - 1] if i else -1) < square < state[i])

    def gaps(self, state: State) -> tuple[int, ...]:
        """The numbers of empty squares directly to the left of each coin.

        >>> from nimatron import SilverDollar
        >>> SilverDollar.gaps((2, 5, 9))
        (2, 2, 3)
        """
        return tuple(b - a - 1 for a, b in zip((-1, *state), state, strict=False))


Nimble = NimbleGame()
Welter = WelterGame()
SilverDollar = SilverDollarGame()
