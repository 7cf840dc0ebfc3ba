"""What decides a position in misere play: the rule of misere Nim, elements of a quotient, or genera and a search."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from ..analysis import Analysis, Part
from ..errors import Limit
from ..game import Game, Position, State
from ..nimbers import Value
from ..values.misere.quotient import MisereQuotient
from ..values.solver import Solver
from ..values.theorems.misere import as_heaps, is_tame
from ..values.theorems.parts import independent_parts
from .steps import GenusStep, MisereStep, PartElement, PartGenus, QuotientStep, Step

MANY = 50
"""The most parts or lost elements that are shown one by one."""


def misere_steps(analysis: Analysis, solver: Solver) -> Iterator[Step]:
    """The rule, and what it rests on if the game is not tame."""
    game, state = analysis.position.game, analysis.position.state
    large = sum(heap > 1 for part in analysis.parts for heap in _heaps(part))
    tame, ended = is_tame(game), analysis.position.ended
    quotient = None if tame or ended else _whole_quotient(solver, game, state)
    yield MisereStep(tame, large, ended, quotient is not None)
    if quotient is not None:
        yield _quotient(quotient, game, state)
    elif not tame and not ended and analysis.outcome is not None:
        genera = solver.misere.genera(game, state) or ()
        if genera:
            yield GenusStep(tuple(PartGenus(position, str(genus), genus.kind) for position, genus in genera[:MANY]))


def _whole_quotient(solver: Solver, game: Game, state: State) -> MisereQuotient | None:
    with suppress(Limit):  # the outcome may be known all the same
        return solver.misere.whole_quotient(game, state)
    return None


def _heaps(part: Part) -> tuple[Value, ...]:
    """The Nim heaps that a part is equivalent to in misere play: a rook is two of them."""
    alike = as_heaps(part.position.game, part.position.state)
    return alike or (() if part.value is None else (part.value,))


def _quotient(quotient: MisereQuotient, game: Game, state: State) -> QuotientStep:
    parts = independent_parts(game, state)
    product, lost = quotient.number(Position(game, state)), quotient.p_elements
    return QuotientStep(
        quotient.order,
        None if quotient.proved else quotient.heaps,
        tuple(_part(quotient, *part) for part in parts[:MANY]),
        max(0, len(parts) - MANY),
        quotient.text(product),
        bool(quotient.building.monoid.lost[product]),
        tuple(map(quotient.written, lost)) if len(lost) <= MANY else (),
        len(lost),
    )


def _part(quotient: MisereQuotient, game: Game, part: State) -> PartElement:
    like, period = None, quotient.periods.get(game)
    if period and period.reduced(part[0]) != part[0]:
        like = Position(game, (period.reduced(part[0]),))
    return PartElement(Position(game, part), like, quotient.text(quotient.part_number(game, part)))
