"""Backward induction as in the lessons: every state below a position is marked P or N, round by round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Unpack

from ..analysis import distinct
from ..errors import Limit
from ..game import Game, Outcome, Position, State
from ..message import Message
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

    def in_order(self) -> Induction:
        """The same, with smaller states first, if they are made of numbers."""
        if not all(_is_numbers(state) for state in self.states):
            return self
        rounds = tuple(Round(r.mark, tuple(sorted(r.states, key=_size))) for r in self.rounds)
        return Induction(self.game, self.misere, tuple(sorted(self.states, key=_size)), rounds)

    @property
    def marks(self) -> dict[State, Outcome]:
        return {state: r.mark for r in self.rounds for state in r.states}


def _is_numbers(state: State) -> bool:
    return isinstance(state, tuple) and all(isinstance(n, int) for n in state)


def _size(state: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
    """First how much there is in all, then in how many heaps, then which."""
    return sum(state), len(state), state


def induction(
    position: Position, misere: bool = False, limits: Limits | None = None, **words: Unpack[LimitWords]
) -> Induction:
    """Mark terminal positions P (misere: N); then N all that can move to P, P all that can only move to N, and so on.

    >>> from nimatron import parse
    >>> [r.states for r in induction(parse("subtraction{1,2}: 4")).rounds]
    [((0,),), ((2,), (1,)), ((3,),), ((4,),)]
    >>> [r.states for r in induction(parse("kayles: 3")).in_order().rounds]
    [((0,),), ((1,), (2,)), ((1, 1),), ((3,),)]
    """
    budget = Budget(wished(limits, **words))
    options = _states_below(position, budget)
    return Induction(position.game, misere, tuple(options), tuple(_rounds(options, misere, budget)))


def _states_below(position: Position, budget: Budget) -> dict[State, tuple[State, ...]]:
    """Every state that play can reach, with its options; Limit if there are too many."""
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
                if len(met) == MOST_STATES:
                    raise _too_many(budget)
                met[option] = option
                todo.append(option)
            found[met[option]] = None
        options[state] = tuple(found)
    return options


def _too_many(budget: Budget) -> Limit:
    what = Message("more than {most} positions are too many to mark", params={"most": f"{MOST_STATES:,}"})
    return Limit(what, budget.spent, budget.elapsed)


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
        if len(marks) == before:
            return  # the rest can go round in a circle: nobody can force a win there


def _deserves(mark: Outcome, options: tuple[State, ...], marks: dict[State, Outcome]) -> bool:
    if mark == "N":
        return any(marks.get(option) == "P" for option in options)
    return all(marks.get(option) == "N" for option in options)
