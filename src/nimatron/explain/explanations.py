"""explain(position) -> Explanation: the steps that lead to an analysis, each with its reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Unpack

from ..core.errors import Limit
from ..core.game import Game, Position, State, is_misere
from ..core.limits import LimitOptions, Limits, make_limits
from ..core.message import Message
from ..nimbers.field import nim_sum
from ..nimbers.loopy import Loopy, Value
from ..nimbers.ordinals import Ordinal
from ..notation.reader import position_of
from ..solve.misere.quotient import MisereQuotient
from ..solve.misere.tame import as_heaps, is_tame, misere_method
from ..solve.solver import Solver
from ..solve.theorem import LABELLING, independent_parts, theorems_of
from .analysis import Analysis, PartValue, run_analysis
from .boundary_patterns import patterns_of, value_by_patterns
from .derivation import Describe, from_definition
from .move_list import WinningMoves
from .steps import (
    ColumnsStep,
    DrawingStep,
    Explanation,
    GenusStep,
    LosingStep,
    MethodStep,
    MisereStep,
    OptionValue,
    OutcomeStep,
    PartElement,
    PartGenus,
    PartStep,
    PatternsStep,
    QuotientStep,
    ResiduesStep,
    Step,
    Target,
    TargetsStep,
    WinningReply,
    WinningStep,
)

MANY = 50
"""The most options, moves or replies that are shown one by one. Beyond that a theorem must do."""


def explain(
    position: Position | str,
    misere: bool | None = None,
    limits: Limits | None = None,
    mex: int = 0,
    **words: Unpack[LimitOptions],
) -> Explanation:
    """Why the position is won or lost, step by step.

    `mex` asks for the value of each part by the definition, from its options and their values: with 1 from those alone,
    with 2 from the options of the options as well, and so on.

    >>> [step.kind for step in explain("nim: 3 4 5").steps]
    ['part', 'part', 'part', 'columns', 'targets', 'winning', 'outcome']
    """
    # One solver for the analysis and for its reasons: nothing is searched twice, and the limits hold for both together.
    with Solver(make_limits(limits, **words)) as solver:
        position = position_of(position)
        analysis = run_analysis(position, is_misere(position.game, misere), solver)
        return Explanation(analysis, tuple(_steps(analysis, solver, mex)))


def _steps(analysis: Analysis, solver: Solver, mex: int) -> Iterator[Step]:
    if analysis.misere:
        known = misere_method(analysis.position.game, analysis.position.state)
        if known:
            yield MethodStep(known)
        else:
            yield from misere_steps(analysis, solver)
    # In misere play of a game that is not tame there are no parts, and the loop is empty.
    for part, describe in zip(analysis.parts[:MANY], _describing(analysis.position), strict=False):
        step = _derive(part, solver, describe, mex) if mex and part.value is not None else _part(part, solver, describe)
        yield step if analysis.misere else replace(step, method=_method(part.position))
    if not analysis.misere:
        # Patterns and methods explain normal play alone.
        yield from _patterns(analysis)
        yield from whole_methods(analysis)
    if len(analysis.parts) > 1 and all(part.value is not None for part in analysis.parts):
        yield from _sum_steps(analysis)
    if analysis.winning_moves is not None:
        yield from _moves(analysis, solver)
    yield OutcomeStep(analysis.outcome, analysis.because, analysis.trouble)


def _describing(position: Position) -> Iterator[Describe]:
    """For each part, how a move in it is called in the whole: pin 4 of row 2, though the part alone has one row."""
    for game, state in position.summands():
        for i in range(len(game.components(state))):
            yield partial(_describe, game, state, i)


def _describe(game: Game, state: State, i: int, option: State) -> Message | str:
    return game.describe(state, game.put(state, i, option))


def _method(position: Position) -> Message | None:
    """What the first theorem that has a method says about a part, or what boundary patterns do."""
    return next(methods_of(position), None) or value_by_patterns(position)


def _patterns(analysis: Analysis) -> Iterator[PatternsStep]:
    """The patterns of each all-but game whose heaps are explained; with nothing excluded they would show nothing."""
    for game in dict.fromkeys(part.position.game for part in analysis.parts[:MANY]):
        patterns = patterns_of(game)
        if patterns is not None and patterns.width:
            yield PatternsStep(patterns)


def _derive(part: PartValue, solver: Solver, describe: Describe, depth: int) -> PartStep:
    game, state = part.position.game, part.position.state
    return PartStep(part, factors=_factors(part, solver), mex=from_definition(game, state, depth, solver, describe))


def _part(part: PartValue, solver: Solver, describe: Describe) -> PartStep:
    if part.because.kind == "theorem" or part.value is None:
        # A theorem is reason enough; its options would only distract. A tartan product is shown by its two factors.
        return PartStep(part, factors=_factors(part, solver))
    game, state = part.position.game, part.position.state
    options = list(islice(game.options(state), MANY + 1))
    try:
        if len(options) > MANY:
            return PartStep(part, witnesses=tuple(_witnesses(part, solver, describe)))
        valued = (OptionValue(describe(o), Position(game, o), solver.value(game, o)) for o in options)
        return PartStep(part, tuple(valued))
    except Limit:
        # The value is known; only the values of its options would take too long.
        return PartStep(part)


def _factors(part: PartValue, solver: Solver) -> tuple[PartValue, ...]:
    """The positions whose values, multiplied, are the value of the part, if a theorem knows some."""
    game, state = part.position.game, part.position.state
    split = next((theorem.factors for theorem in theorems_of(game) if theorem.factors), None)
    if part.value is None or split is None:
        return ()
    return tuple(PartValue.of(*factor, part.summand, solver.part(*factor)) for factor in split(game, state))


def _witnesses(part: PartValue, solver: Solver, describe: Describe) -> Iterator[OptionValue]:
    """A move to each value below that of the part. No move leads to the value itself, because it is the mex."""
    game, state = part.position.game, part.position.state
    for value in range(part.value if isinstance(part.value, int) and part.value <= MANY else 0):
        # The value is a mex, so every smaller value has a move.
        option = solver.reach(game, state, value)[0]
        yield OptionValue(describe(option), Position(game, option), value)


def _sum_steps(analysis: Analysis) -> list[Step]:
    values = tuple(part.value for part in analysis.parts if part.value is not None)
    total = nim_sum(*values)
    # Bouton's proof begins here: a heap with a 1 in the leftmost odd column can be reduced so that all become even.
    column = total.bit_length() - 1 if isinstance(total, int) and total else None
    steps: list[Step] = [ColumnsStep(values, total, column)]
    # In misere play the aim is not always nim-sum 0: `MisereStep` tells.
    if total and not isinstance(total, Loopy) and not analysis.misere and analysis.winning_moves is not None:
        steps.append(TargetsStep(total, _targets(values, total, analysis.winning_moves)))
    return steps


def _targets(values: tuple[Value, ...], total: int | Ordinal, moves: WinningMoves) -> tuple[Target, ...]:
    counts = moves.by_part()
    return tuple(Target(i, value, value ^ total, counts.get(i, 0)) for i, value in enumerate(values[:MANY]))


def _moves(analysis: Analysis, solver: Solver) -> list[Step]:
    moves = analysis.winning_moves
    assert moves is not None
    if moves:
        return [WinningStep(tuple(moves.first(MANY)), moves.total)]
    if analysis.outcome == "P":
        return [LosingStep(_replies(analysis, solver))]
    draws = analysis.drawing_moves
    return [DrawingStep(tuple(draws.first(MANY)), draws.total, _replies(analysis, solver))] if draws else []


def _replies(analysis: Analysis, solver: Solver) -> tuple[WinningReply, ...] | None:
    game, state = analysis.position.game, analysis.position.state
    options = list(islice(game.options(state), MANY + 1))
    if len(options) > MANY:
        return None
    replies = []
    # Two moves may lead to the same position: one answer is enough.
    for option in dict.fromkeys(options):
        after = Position(game, option)
        try:
            answers = WinningMoves(after, solver.winning_moves(game, option, analysis.misere))
        except Limit:
            return None
        if not answers:  # the end of a misere game, which the player to move has won; or a draw
            continue
        then = answers[0]
        replies.append(WinningReply(game.describe(state, option), after, game.describe(option, then.state), then))
    return tuple(replies)


# -- misere play: the rule of misere Nim, elements of a quotient, or genera and a search ----------------


def misere_steps(analysis: Analysis, solver: Solver) -> Iterator[Step]:
    """The rule, and what it rests on if the game is not tame."""
    game, state = analysis.position.game, analysis.position.state
    # The rule of misere Nim differs from normal play only when no heap is larger than 1.
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


def _heaps(part: PartValue) -> tuple[Value, ...]:
    """The Nim heaps that a part is equivalent to in misere play: a rook is two of them."""
    alike = as_heaps(part.position.game, part.position.state)
    return alike or (() if part.value is None else (part.value,))


def _quotient(quotient: MisereQuotient, game: Game, state: State) -> QuotientStep:
    parts = independent_parts(game, state)
    product, lost = quotient.number(Position(game, state)), quotient.p_elements
    return QuotientStep(
        quotient.order,
        None if quotient.proved else quotient.heaps,
        tuple(_part_element(quotient, *part) for part in parts[:MANY]),
        max(0, len(parts) - MANY),
        quotient.text(product),
        bool(quotient.builder.monoid.lost[product]),
        tuple(map(quotient.word_text, lost)) if len(lost) <= MANY else (),
        len(lost),
    )


def _part_element(quotient: MisereQuotient, game: Game, part: State) -> PartElement:
    like, period = None, quotient.periods.get(game)
    # A heap within the preperiod is its own representative and needs no mention.
    if period and period.reduce_heap(part[0]) != part[0]:
        like = Position(game, (period.reduce_heap(part[0]),))
    return PartElement(Position(game, part), like, quotient.text(quotient.part_number(game, part)))


# -- how to play, in words: by a theorem on the whole position, or by copying the opponent's moves --------

WIDEST = 64
"""The most binary columns that are drawn."""


def methods_of(position: Position) -> Iterator[Message]:
    """What the theorems on a game say about playing a position."""
    for theorem in theorems_of(position.game):
        if theorem.method and (method := theorem.method(position.game, position.state)):
            yield method


def whole_methods(analysis: Analysis) -> Iterator[MethodStep | ResiduesStep]:
    """What is to be said about a position as a whole, beyond its parts."""
    yield from _residues(analysis.position)
    if len(analysis.parts) > 1:
        method = _copying(analysis) or next(methods_of(analysis.position), None)
        if method:
            yield MethodStep(method)


def _residues(position: Position) -> Iterator[ResiduesStep]:
    for theorem in theorems_of(position.game):
        if theorem.columns and (columns := theorem.columns(position.game, position.state)):
            values, modulus = columns
            width = max(values, default=0).bit_length()
            # If all numbers are 0 there are no columns.
            if 0 < width <= WIDEST:
                ones = [sum(value >> bit & 1 for value in values) for bit in reversed(range(width))]
                yield ResiduesStep(values, modulus, tuple(count % modulus for count in ones))


def _copying(analysis: Analysis) -> Message | None:
    """Equal parts in pairs: every move in one can be made in the other as well."""
    # Copying is a strategy only where play ends.
    if any(part.because == LABELLING for part in analysis.parts):
        return None  # where play can go on for ever, copying loses nothing but may never win
    # By canonical form: a bar of Chomp and its mirror image are a pair too.
    keys = Counter((part.position.game, part.position.game.canonical(part.position.state)) for part in analysis.parts)
    alone = [key for key, count in keys.items() if count % 2]
    if not alone and not analysis.position.ended:
        return Message("Copy the move: the parts are equal in pairs, so every move in one is answered in the other.")
    if len(analysis.parts) == 2 and analysis.outcome == "N" and _are_heaps(analysis):
        return Message("Make the two heaps equal; then copy every move of the opponent in the other heap.")
    return None


def _are_heaps(analysis: Analysis) -> bool:
    """Are both parts heaps of the same game in which any number may be taken?"""
    games = {part.position.game for part in analysis.parts}
    return len(games) == 1 and all(part.position.state == (part.value,) for part in analysis.parts)
