"""Writes certificates of the value of a position: only the lines that the value rests on."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any, Unpack

from ..core.errors import UsageError
from ..core.game import Game, Position, State, Sum
from ..core.limits import LimitOptions, Limits, Progress, make_limits
from ..solve.solver import Solver
from .outcome_check import write_state
from .seal import seal
from .value_check import ValueCheck
from .verdict import CheckBudget

Line = list[Any]


def value_certificate(
    position: Position,
    limits: Limits | None = None,
    progress: Progress | None = None,
    **words: Unpack[LimitOptions],
) -> dict[str, Any]:
    """A certificate of the value of `position`; Limit if it would take too much.

    >>> from nimatron import parse
    >>> certificate = value_certificate(parse("cram: 3x1"))
    >>> certificate["value"], certificate["lines"]
    (1, [['...', 1]])
    """
    game, state = position.game, position.state
    if isinstance(game, Sum) or game.loopy:
        raise UsageError("prove the value of one game that ends; a sum has the nim-sum of the values of its summands")
    proof = ValueProof(Solver(make_limits(limits, **words), progress), game)
    value = 0
    for part in proof.parts(state):
        value ^= proof.prove(part)
    return seal({"claim": "value", "position": str(position), "value": value, "lines": least(position, proof.lines)})


def least(position: Position, lines: list[Line]) -> list[Line]:
    """The lines that are needed, found by checking them all."""
    check = ValueCheck(position, CheckBudget())
    for line in lines:
        check.read(line)
    check.uses.append(set())
    check.total(position.state)
    needed = check.uses.pop()
    for i in reversed(range(len(lines))):
        if i in needed:
            needed |= check.uses[i]
    return [line for i, line in enumerate(lines) if i in needed]


class ValueProof:
    """The lines so far. Every part is proved once, however often it occurs."""

    def __init__(self, solver: Solver, game: Game) -> None:
        self.solver, self.game = solver, game
        self.values: dict[Hashable, int] = {}
        self.others: set[tuple[Hashable, int]] = set()
        self.lines: list[Line] = []

    def parts(self, state: State) -> list[State]:
        """The parts of a state, without pairs of equal ones, the smallest first."""
        odd: dict[Hashable, State] = {}
        for game, part in self.game.components(state):
            if game != self.game:
                raise UsageError("the parts of this position are positions of another game")
            key = game.canonical(part)
            if odd.pop(key, None) is None:
                odd[key] = part
        return sorted(odd.values(), key=self.game.size)

    def options(self, state: State) -> Iterator[tuple[State, list[State]]]:
        """The different options and their parts, those that are proved first."""
        found = {}
        for option in self.game.options(state):
            parts = self.parts(option)
            found[frozenset(map(self.game.canonical, parts))] = option, parts
        yield from (found[keys] for keys in sorted(found, key=lambda keys: not keys <= self.values.keys()))

    def prove(self, state: State) -> int:
        """Prove the value of a part."""
        key = self.game.canonical(state)
        if key not in self.values:
            value = self.solver.value(self.game, state)
            assert isinstance(value, int)
            options = list(self.options(state))
            for smaller in range(value):
                for part in self._with_value(options, smaller):
                    self.prove(part)
            for _, parts in options:
                self.deny(parts, value)
            self.lines.append([write_state(self.game, state), value])
            self.values[key] = value
        return self.values[key]

    def _with_value(self, options: list[tuple[State, list[State]]], value: int) -> list[State]:
        """The parts of an option with this value."""
        return next(parts for option, parts in options if self.solver.has_value(self.game, option, value))

    def deny(self, parts: list[State], value: int) -> None:
        """Prove that the parts together do not have a value."""
        unknown = [part for part in parts if self.game.canonical(part) not in self.values]
        known = [part for part in parts if part not in unknown]
        for part in (*known, *unknown[:-1]):
            value ^= self.prove(part)
        if unknown:
            self.differ(unknown[-1], value)

    def differ(self, state: State, value: int) -> None:
        """Prove that a part does not have a value: an option has it, or the part has another."""
        key = self.game.canonical(state)
        if key in self.values or (key, value) in self.others:
            return
        for option, parts in self.options(state):
            if self.solver.has_value(self.game, option, value):
                for part in parts:
                    self.prove(part)
                self.lines.append([write_state(self.game, state), value, write_state(self.game, option)])
                self.others.add((key, value))
                return
        self.prove(state)
