"""The positions below a position: all states that play can reach, as a graph, with values and in classes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Unpack

from ..core.errors import Limit
from ..core.game import Position, State
from ..core.limits import Budget, LimitOptions, Limits, make_limits
from ..core.message import Message, Number
from ..nimbers.finite import mex
from ..nimbers.loopy import Value
from ..notation.reader import position_of
from ..solve.solver import Solver
from .move_outcomes import distinct


def states_below(position: Position, budget: Budget, most: int | None = None) -> dict[State, tuple[State, ...]]:
    """Each state with its options; the same heaps in another order are the same state. Limit if there are too many."""
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
                # Refused here and not after the loop: the states alone could fill the memory.
                if len(met) == most:
                    raise _too_many(most, budget)
                met[option] = option
                todo.append(option)
            found[met[option]] = None
        options[state] = tuple(found)
    return options


def _too_many(most: int, budget: Budget) -> Limit:
    what = Message("too many positions to mark: the limit is {most}", most=Number(most))
    return Limit(what, budget.spent, budget.elapsed)


def are_numbers(states: Iterable[State]) -> bool:
    """Are all states lists of numbers, which can be put in order?"""
    return all(isinstance(state, tuple) and all(isinstance(n, int) for n in state) for state in states)


def size(state: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
    """By what such states are put in order: first how much there is in all, then in how many heaps, then which."""
    return sum(state), len(state), state


# -- the values of a finite graph, by the definition -----------------------------------------------


@dataclass(frozen=True)
class GraphValue:
    """What the definition says of a state: the longest play from it, and its value in normal play."""

    length: int
    value: int


def graph_values(options: Mapping[State, tuple[State, ...]]) -> dict[State, GraphValue]:
    """The states from which play must end, those without a move first; the others can go round in a circle.

    >>> graph_values({2: (1, 0), 1: (0,), 0: ()})
    {0: GraphValue(length=0, value=0), 1: GraphValue(length=1, value=1), 2: GraphValue(length=2, value=2)}
    """
    known: dict[State, GraphValue] = {}
    # Each state waits for its options. A state on a cycle, or above one, waits for ever and gets no value.
    waiting = {state: len(followers) for state, followers in options.items()}
    above = _above(options)
    ready = [state for state, count in waiting.items() if not count]
    for state in ready:  # grows while it is read: each state comes after all its options
        known[state] = _by_definition(known[option] for option in options[state])
        for other in above[state]:
            waiting[other] -= 1
            if not waiting[other]:
                ready.append(other)
    return known


def _by_definition(followers: Iterator[GraphValue]) -> GraphValue:
    found = list(followers)
    # -1, so that a state without a move has length 0.
    longest = max((one.length for one in found), default=-1)
    return GraphValue(longest + 1, mex(one.value for one in found))


def _above(options: Mapping[State, tuple[State, ...]]) -> dict[State, list[State]]:
    """For each state those that can move to it."""
    above: dict[State, list[State]] = {state: [] for state in options}
    for state, followers in options.items():
        for option in followers:
            above[option].append(state)
    return above


# -- classes of equal value ------------------------------------------------------------------------


@dataclass(frozen=True)
class ValueClass:
    """The positions of one value: the value, and all these positions, the smallest first where they have a size.

    >>> from nimatron import classes
    >>> classes("nim: 2")[0]
    ValueClass(value=0, positions=(parse('nim: 0'),))
    """

    value: Value
    positions: tuple[Position, ...]


def classes(
    position: Position | str, limits: Limits | None = None, **words: Unpack[LimitOptions]
) -> tuple[ValueClass, ...]:
    """All positions that play can reach from a position, itself included, by their values.

    Positions that differ in the order of heaps only count as one.

    >>> for found in classes("chomp: 2x2"):
    ...     print(found.value, *found.positions, sep=", ")
    0, chomp: 1, chomp: 2 1
    1, chomp: 2, chomp: 1 1
    2, chomp: 2 2
    """
    here = position_of(position)
    game = here.game
    found: dict[Value, list[State]] = {}
    with Solver(make_limits(limits, **words)) as solver:
        # Those found last are the smallest: their values help to find the others.
        states = list(reversed(states_below(here, solver.budget)))
        for state in sorted(states, key=size) if are_numbers(states) else states:
            solver.budget.spend()
            found.setdefault(solver.value(game, state), []).append(state)
    return tuple(ValueClass(value, tuple(Position(game, state) for state in found[value])) for value in sorted(found))
