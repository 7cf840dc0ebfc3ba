"""Backward induction as in the lessons: every state below a position is marked P, N or D, round by round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Unpack

from ..core.game import Game, Outcome, Position, State
from ..core.limits import Budget, LimitOptions, Limits, make_limits
from ..families.heaps.rules import HeapGame
from .reachable import are_numbers, size, states_below

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
