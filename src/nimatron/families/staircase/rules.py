"""Staircase Nim: coins move down a staircase, from one step to the next."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from math import comb, prod

from ...core.game import Spoken, State
from ...core.message import Message
from ..lists.rules import ListGame
from ..strips.rules import MOST_COINS


class StaircaseGame(ListGame):
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
                yield move_down(state, i, n)

    def canonical(self, state: State) -> Hashable:
        # Empty steps at the top change nothing.
        last = next((i for i in range(len(state), 0, -1) if state[i - 1]), 0)
        return tuple(state[:last])

    def size(self, state: State) -> int:
        # Each coin of step i takes up to i steps down; coins on one step are all alike.
        return prod(comb(n + i, i) for i, n in enumerate(state, 1)) if sum(state) <= MOST_COINS else 0

    def describe(self, before: State, after: State) -> Message | str:
        # The highest step that changed is the step that the coins left.
        i = next(i for i in reversed(range(len(before))) if before[i] != after[i])
        return Message("move {n} down from step {step}", params={"n": before[i] - after[i], "step": i + 1})

    def move(self, state: State, said: Sequence[Spoken]) -> State | None:
        numbers = [int(text) for text, role in said if text.isdecimal() and role != "left"]
        if len(numbers) != 2:
            return None
        n, step = numbers
        return move_down(state, step - 1, n) if 1 <= step <= len(state) and 1 <= n <= state[step - 1] else None


def move_down(state: State, i: int, n: int) -> State:
    """The steps after n coins went down from step i, counted from 0."""
    steps = list(state)
    steps[i] -= n
    if i:
        steps[i - 1] += n
    return tuple(steps)


Staircase = StaircaseGame()
