"""explain(position) -> Explanation: the steps that lead to an analysis, each with its reason."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Unpack

from ..analysis import Analysis, Part, WinningMoves, analysed
from ..errors import Limit
from ..game import Game, Position, State, is_misere
from ..games.notation import position_of
from ..message import Message
from ..nimbers import Loopy, Ordinal, Value, nim_sum
from ..values.search.limits import Limits, LimitWords, wished
from ..values.solver import Solver
from ..values.theorems import theorems_of
from ..values.theorems.misere import misere_method
from .methods import methods_of, whole_methods
from .mexes import Describe, from_definition
from .misere import misere_steps
from .patterns import patterns_of, value_by_patterns
from .steps import (
    ColumnsStep,
    DrawingStep,
    Explanation,
    LosingStep,
    MethodStep,
    OptionValue,
    OutcomeStep,
    PartStep,
    PatternsStep,
    Reply,
    Step,
    Target,
    TargetsStep,
    WinningStep,
)

MANY = 50
"""The most options, moves or replies that are shown one by one. Beyond that a theorem must do."""


def explain(
    position: Position | str,
    misere: bool | None = None,
    limits: Limits | None = None,
    mex: int = 0,
    **words: Unpack[LimitWords],
) -> Explanation:
    """Why the position is won or lost, step by step.

    `mex` asks for the value of each part by the definition, from its options and their values: with 1 from those alone,
    with 2 from the options of the options as well, and so on.

    >>> [step.kind for step in explain("nim: 3 4 5").steps]
    ['part', 'part', 'part', 'columns', 'targets', 'winning', 'outcome']
    """
    # One solver for the analysis and for its reasons: nothing is searched twice, and the limits hold for both together.
    with Solver(wished(limits, **words)) as solver:
        position = position_of(position)
        analysis = analysed(position, is_misere(position.game, misere), solver)
        return Explanation(analysis, tuple(_steps(analysis, solver, mex)))


def _steps(analysis: Analysis, solver: Solver, mex: int) -> Iterator[Step]:
    if analysis.misere:
        known = misere_method(analysis.position.game, analysis.position.state)
        if known:
            yield MethodStep(known)
        else:
            yield from misere_steps(analysis, solver)
    for part, describe in zip(analysis.parts[:MANY], _describing(analysis.position), strict=False):
        step = (
            _derived(part, solver, describe, mex) if mex and part.value is not None else _part(part, solver, describe)
        )
        yield step if analysis.misere else replace(step, method=_method(part.position))
    if not analysis.misere:
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
            yield partial(_described, game, state, i)


def _described(game: Game, state: State, i: int, option: State) -> Message | str:
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


def _derived(part: Part, solver: Solver, describe: Describe, depth: int) -> PartStep:
    game, state = part.position.game, part.position.state
    return PartStep(part, factors=_factors(part, solver), mex=from_definition(game, state, depth, solver, describe))


def _part(part: Part, solver: Solver, describe: Describe) -> PartStep:
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


def _factors(part: Part, solver: Solver) -> tuple[Part, ...]:
    """The positions whose values, multiplied, are the value of the part, if a theorem knows some."""
    game, state = part.position.game, part.position.state
    told = next((theorem.factors for theorem in theorems_of(game) if theorem.factors), None)
    if part.value is None or told is None:
        return ()
    return tuple(Part.of(*factor, part.summand, solver.part(*factor)) for factor in told(game, state))


def _witnesses(part: Part, solver: Solver, describe: Describe) -> Iterator[OptionValue]:
    """A move to each value below that of the part. No move leads to the value itself, because it is the mex."""
    game, state = part.position.game, part.position.state
    for value in range(part.value if isinstance(part.value, int) and part.value <= MANY else 0):
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


def _replies(analysis: Analysis, solver: Solver) -> tuple[Reply, ...] | None:
    game, state = analysis.position.game, analysis.position.state
    options = list(islice(game.options(state), MANY + 1))
    if len(options) > MANY:
        return None
    replies = []
    for option in dict.fromkeys(options):
        after = Position(game, option)
        try:
            answers = WinningMoves(after, solver.winning_moves(game, option, analysis.misere))
        except Limit:
            return None
        if not answers:  # the end of a misere game, which the player to move has won; or a draw
            continue
        then = answers[0]
        replies.append(Reply(game.describe(state, option), after, game.describe(option, then.state), then))
    return tuple(replies)
