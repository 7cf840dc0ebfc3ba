"""All states that play can reach from a position."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import Limit
from ..game import Position, State
from ..message import Message, Number
from ..values.search.budget import Budget
from .listing import distinct


def states_below(position: Position, budget: Budget, most: int | None = None) -> dict[State, tuple[State, ...]]:
    """Each state with its options, those that differ in the order of heaps only once; Limit if there are too many."""
    game = position.game
    options: dict[State, tuple[State, ...]] = {}
    start = game.tidy(position.state)
    met = {start: start}  # each state is kept once, however many moves lead to it
    todo = [start]
    while todo:
        state = todo.pop()
        budget.spend()
        found: dict[State, None] = {}
        for option in map(game.tidy, distinct(Position(game, state), budget)):
            if option not in met:
                if len(met) == most:
                    raise _too_many(most, budget)
                met[option] = option
                todo.append(option)
            found[met[option]] = None
        options[state] = tuple(found)
    return options


def _too_many(most: int, budget: Budget) -> Limit:
    what = Message("more than {most} positions are too many to mark", params={"most": Number(most)})
    return Limit(what, budget.spent, budget.elapsed)


def are_numbers(states: Iterable[State]) -> bool:
    """Are all states lists of numbers, which can be put in order?"""
    return all(isinstance(state, tuple) and all(isinstance(n, int) for n in state) for state in states)


def size(state: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
    """By what such states are put in order: first how much there is in all, then in how many heaps, then which."""
    return sum(state), len(state), state
