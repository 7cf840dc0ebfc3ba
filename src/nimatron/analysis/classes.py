"""The positions below a position, in classes of equal value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Unpack

from ..game import Position, State
from ..games.notation import position_of
from ..nimbers import Value
from ..values.search.limits import Limits, LimitWords, wished
from ..values.solver import Solver
from .below import are_numbers, size, states_below


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
    position: Position | str, limits: Limits | None = None, **words: Unpack[LimitWords]
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
    with Solver(wished(limits, **words)) as solver:
        # Those found last are the smallest: their values help to find the others.
        states = list(reversed(states_below(here, solver.budget)))
        for state in sorted(states, key=size) if are_numbers(states) else states:
            solver.budget.spend()
            found.setdefault(solver.value(game, state), []).append(state)
    return tuple(ValueClass(value, tuple(Position(game, state) for state in found[value])) for value in sorted(found))
