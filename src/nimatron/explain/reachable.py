"""The positions below a position: all states that play can reach, as a graph, by values, and marked round by round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Unpack

from ..core.errors import Limit
from ..core.game import Game, Outcome, Position, State
from ..core.limits import Budget, LimitOptions, Limits, make_limits
from ..core.message import Message, Number
from ..families.heaps.rules import HeapGame
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


# -- backward induction as in the lessons: every state is marked P, N or D, round by round ---------


MOST_STATES = 5000
"""The most states that are marked. Nobody follows more rounds on a screen."""

LONGEST_ROW = 100
"""The largest heap below which every heap is marked."""

Options = dict[State, tuple[State, ...]]
"""Each state with its options."""


@dataclass(frozen=True)
class Round:
    """The states that get their mark in one round."""

    mark: Outcome
    states: tuple[State, ...]


@dataclass(frozen=True)
class Induction:
    """All states below a position, marked round by round; states with the same heaps in another order are one state."""

    game: Game
    misere: bool
    states: tuple[State, ...]
    rounds: tuple[Round, ...]
    options: Mapping[State, tuple[State, ...]] = field(default_factory=dict, repr=False)
    """Where a move from each state leads."""

    def in_order(self) -> Induction:
        """The same, with smaller states first, if they are made of numbers."""
        if not are_numbers(self.states):
            return self
        rounds = tuple(Round(r.mark, tuple(sorted(r.states, key=size))) for r in self.rounds)
        return replace(self, states=tuple(sorted(self.states, key=size)), rounds=rounds)

    @property
    def marks(self) -> dict[State, Outcome]:
        return {state: r.mark for r in self.rounds for state in r.states}


def induction(
    position: Position, misere: bool = False, limits: Limits | None = None, **words: Unpack[LimitOptions]
) -> Induction:
    """Mark terminal positions P (misere: N); then N all that can move to P, P all that can only move to N, and so on.

    What is left can go round in circles: a last round marks it D.

    >>> from nimatron import parse
    >>> [r.states for r in induction(parse("subtraction{1,2}: 4")).rounds]
    [((0,),), ((2,), (1,)), ((3,),), ((4,),)]
    >>> [r.states for r in induction(parse("kayles: 3")).in_order().rounds]
    [((0,),), ((1,), (2,)), ((1, 1),), ((3,),)]
    """
    budget = Budget(make_limits(limits, **words))
    options = _all_heaps(position, states_below(position, budget, MOST_STATES), budget)
    return Induction(position.game, misere, tuple(options), tuple(_rounds(options, misere, budget)), options)


def _all_heaps(position: Position, options: Options, budget: Budget) -> Options:
    """If a lone heap stays one, the smaller heaps that no play from here reaches as well: a row has no gaps.

    >>> from nimatron import Subtraction
    >>> sorted(induction(Subtraction({2, 3})(4)).states)
    [(0,), (1,), (2,), (3,), (4,)]
    """
    lone = isinstance(position.game, HeapGame) and all(len(state) == 1 for state in options)
    if not lone or not isinstance(position.state[0], int) or position.state[0] > LONGEST_ROW:
        return options
    for heap in range(position.state[0]):
        if (heap,) not in options:
            options |= states_below(Position(position.game, (heap,)), budget, MOST_STATES)
    return options


def _rounds(options: Options, misere: bool, budget: Budget) -> Iterable[Round]:
    order = tuple(options)
    marks: dict[State, Outcome] = {}
    ends = tuple(state for state in order if not options[state])
    yield Round("N" if misere else "P", ends)
    marks.update(dict.fromkeys(ends, "N" if misere else "P"))
    while len(marks) < len(order):
        before = len(marks)
        budget.spend()
        # Misere play starts with N at the ends, so its first round looks for P: those that must end the game.
        for mark in ("P", "N") if misere and before == len(ends) else ("N", "P"):
            left = budget.meter(s for s in order if s not in marks)
            found = tuple(s for s in left if _deserves(mark, options[s], marks))
            marks.update(dict.fromkeys(found, mark))
            # A round without states is not a step that a reader could follow.
            if found:
                yield Round(mark, found)
        if len(marks) == before:  # the rest can go round in a circle: nobody can force a win there
            yield Round("D", tuple(s for s in order if s not in marks))
            return


def _deserves(mark: Outcome, options: tuple[State, ...], marks: dict[State, Outcome]) -> bool:
    if mark == "N":
        return any(marks.get(option) == "P" for option in options)
    return all(marks.get(option) == "N" for option in options)
