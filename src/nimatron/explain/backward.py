"""Backward induction as in the lessons: every state below a position is marked P, N or D, round by round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Unpack

from ..analysis.below import are_numbers, size, states_below
from ..game import Game, Outcome, Position, State
from ..values.search.budget import Budget
from ..values.search.limits import Limits, LimitWords, wished

MOST_STATES = 5000
"""The most states that are marked. Nobody follows more rounds on a screen."""


@dataclass(frozen=True)
class Round:
    """The states that get their mark in one round."""

    mark: Outcome
    states: tuple[State, ...]


@dataclass(frozen=True)
class Induction:
    """All states below a position, marked round by round; those that differ in the order of heaps only are one."""

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
    position: Position, misere: bool = False, limits: Limits | None = None, **words: Unpack[LimitWords]
) -> Induction:
    """Mark terminal positions P (misere: N); then N all that can move to P, P all that can only move to N, and so on.

    What is left can go round in circles: a last round marks it D.

    >>> from nimatron import parse
    >>> [r.states for r in induction(parse("subtraction{1,2}: 4")).rounds]
    [((0,),), ((2,), (1,)), ((3,),), ((4,),)]
    >>> [r.states for r in induction(parse("kayles: 3")).in_order().rounds]
    [((0,),), ((1,), (2,)), ((1, 1),), ((3,),)]
    """
    budget = Budget(wished(limits, **words))
    options = states_below(position, budget, MOST_STATES)
    return Induction(position.game, misere, tuple(options), tuple(_rounds(options, misere, budget)), options)


def _rounds(options: dict[State, tuple[State, ...]], misere: bool, budget: Budget) -> Iterable[Round]:
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
            left = budget.charged(s for s in order if s not in marks)
            found = tuple(s for s in left if _deserves(mark, options[s], marks))
            marks.update(dict.fromkeys(found, mark))
            if found:
                yield Round(mark, found)
        if len(marks) == before:  # the rest can go round in a circle: nobody can force a win there
            yield Round("D", tuple(s for s in order if s not in marks))
            return


def _deserves(mark: Outcome, options: tuple[State, ...], marks: dict[State, Outcome]) -> bool:
    if mark == "N":
        return any(marks.get(option) == "P" for option in options)
    return all(marks.get(option) == "N" for option in options)
