"""The theorems of a game beside the definition: every test of a family may ask for the comparison."""

from __future__ import annotations

from typing import Any

from reference import Reference

import nimatron as nt
from nimatron.solve.solver import Solver
from nimatron.solve.theorem import Theorem, theorems_of


def check_records(game: nt.Game, states: list[Any], plain: Reference | None = None) -> None:
    """All that the theorems say about one-part `states` is what the definition says."""
    plain = plain or Reference(game)
    for state in states:
        for theorem in theorems_of(game):
            check_record(theorem, game, state, plain)


def check_record(theorem: Theorem, game: nt.Game, state: Any, plain: Reference) -> None:
    value = plain.value(state)
    if theorem.value and (said := theorem.value(game, state, Solver().value)) is not None:
        assert said == value, (theorem.name, state)
    if theorem.outcome and (verdict := theorem.outcome(game, state)) is not None:
        assert verdict == ("N" if value else "P"), (theorem.name, state)
    if theorem.reach:
        for v in range(value + 3):
            reached = theorem.reach(game, state, v)
            if reached is not None and (v != value or value == 0):
                found = list(reached)
                assert len(found) == len(set(found))
                assert set(found) == {o for o in plain.options(state) if plain.value(o) == v}, (theorem.name, state, v)
