"""Coins on a strip of squares, no two on one square: Welter's game and the silver dollar game; Staircase Nim."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from math import comb, prod

from ..errors import IllegalPosition
from ..game import Spoken, State
from ..message import Message
from .listed import Listed

MOST_COINS = 64
"""The most coins for which the number of positions is estimated: with more of them no search ends."""


class StripGame(Listed):
    """The state is the squares of the coins, from left to right; squares are numbered from 0."""

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
        return Message("move the coin from square {before} to square {after}", params={"before": start, "after": end})

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


class StaircaseGame(Listed):
    """Move any number of coins from one step to the step below it; from step 1 they leave the stairs.

    >>> from nimatron import Staircase, grundy, winning_moves
    >>> grundy(Staircase(3, 1, 2)), list(map(str, winning_moves(Staircase(3, 1, 2))))
    (1, ['staircase: 2 1 2'])
    """

    name = "staircase"
    entry = Message("the number of coins on a step, from 0 on")
    start = (3, 1, 2)

    def options(self, state: State) -> Iterator[State]:
        for i, coins in enumerate(state):
            for n in range(1, coins + 1):
                yield moved_down(state, i, n)

    def canonical(self, state: State) -> Hashable:
        last = next((i for i in range(len(state), 0, -1) if state[i - 1]), 0)
        return tuple(state[:last])

    def size(self, state: State) -> int:
        # Each coin of step i takes up to i steps down; coins on one step are all alike.
        return prod(comb(n + i, i) for i, n in enumerate(state, 1)) if sum(state) <= MOST_COINS else 0

    def describe(self, before: State, after: State) -> Message | str:
        i = next(i for i in reversed(range(len(before))) if before[i] != after[i])
        return Message("move {n} down from step {step}", params={"n": before[i] - after[i], "step": i + 1})

    def move(self, state: State, said: Sequence[Spoken]) -> State | None:
        numbers = [int(text) for text, role in said if text.isdecimal() and role != "left"]
        if len(numbers) != 2:
            return None
        n, step = numbers
        return moved_down(state, step - 1, n) if 1 <= step <= len(state) and 1 <= n <= state[step - 1] else None


def moved_down(state: State, i: int, n: int) -> State:
    """The steps after n coins went down from step i, counted from 0."""
    steps = list(state)
    steps[i] -= n
    if i:
        steps[i - 1] += n
    return tuple(steps)


Welter = WelterGame()
SilverDollar = SilverDollarGame()
Staircase = StaircaseGame()
