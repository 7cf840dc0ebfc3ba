"""explain(position) -> steps with reasons, as data: any language or medium can word them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Literal

from .analysis import Analysis, Part, WinningMoves, analyse
from .errors import Limit
from .game import Game, Option, Position, State
from .games.coins import Tartan
from .games.graphs import Graph
from .games.heaps import AllBut, Heaps
from .games.listed import Pair
from .message import Message
from .nimbers import Value, nim_sum
from .values.because import Because
from .values.sequences.taking import AllButSequence
from .values.solver import Solver
from .values.theorems.misere import as_heaps, is_tame

if TYPE_CHECKING:
    from .values.keep.store import Store

MANY = 50
"""As many options, moves or replies are shown one by one; beyond that a theorem must do."""

MOST_STATES = 5000
"""As many states backward induction marks."""


# -- the steps -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class OptionValue:
    """A move in a part and the value it leads to."""

    move: Message | str
    after: Position
    value: Value


@dataclass(frozen=True)
class PartStep:
    """The value of one part; `options` where it is their mex; of very many one `witness` for each smaller value.

    `factors` are the column and the row of a coin whose value is their nim-product.
    """

    part: Part
    options: tuple[OptionValue, ...] | None = None
    witnesses: tuple[OptionValue, ...] = ()
    factors: tuple[Part, ...] = ()
    kind: Literal["part"] = "part"


@dataclass(frozen=True)
class ColumnsStep:
    """The nim-sum in binary; `column` is the leftmost odd one, counted from the right."""

    values: tuple[Value, ...]
    total: Value
    column: int | None
    kind: Literal["columns"] = "columns"


@dataclass(frozen=True)
class Target:
    """What a part would have to become, and whether a move does it."""

    part: int
    value: Value
    target: Value
    moves: int


@dataclass(frozen=True)
class TargetsStep:
    """For each part the value that would make the nim-sum vanish."""

    total: Value
    targets: tuple[Target, ...]
    kind: Literal["targets"] = "targets"


@dataclass(frozen=True)
class WinningStep:
    """The winning moves, the first many of them."""

    moves: tuple[Option, ...]
    count: int
    kind: Literal["winning"] = "winning"


@dataclass(frozen=True)
class Reply:
    """A move that fails, and the answer that shows it."""

    move: Message | str
    after: Position
    reply: Message | str
    then: Position


@dataclass(frozen=True)
class LosingStep:
    """Why no move helps: an answer to each; None: too many, the theorem answers for all."""

    replies: tuple[Reply, ...] | None
    kind: Literal["losing"] = "losing"


@dataclass(frozen=True)
class MisereStep:
    """What misere play changes: the rule of misere Nim (`tame`), or nothing but search."""

    tame: bool
    large: int
    """How many of the Nim heaps that the position is like have 2 or more."""
    ended: bool
    kind: Literal["misere"] = "misere"


@dataclass(frozen=True)
class OutcomeStep:
    """Who wins, and what that rests on."""

    outcome: str | None
    because: Because
    trouble: Limit | None
    kind: Literal["outcome"] = "outcome"


Step = PartStep | ColumnsStep | TargetsStep | WinningStep | LosingStep | MisereStep | OutcomeStep


@dataclass(frozen=True)
class Explanation:
    """An analysis and the steps that lead to it."""

    analysis: Analysis
    steps: tuple[Step, ...]


def explain(
    position: Position,
    misere: bool = False,
    limit: int | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    store: Store | None = None,
) -> Explanation:
    """Why the position is won or lost, step by step.

    >>> from nimatron import parse
    >>> [step.kind for step in explain(parse("nim: 3 4 5")).steps]
    ['part', 'part', 'part', 'columns', 'targets', 'winning', 'outcome']
    """
    analysis = analyse(position, misere, limit, seconds, memory=memory, store=store)
    asking = partial(Solver, limit, seconds, memory=store.memory if store else None, most_memory=memory)
    solver = asking()
    steps: list[Step] = []
    if misere:
        steps.append(_misere(analysis))
    steps += [_part(part, solver) for part in analysis.parts[:MANY]]
    if len(analysis.parts) > 1 and all(part.value is not None for part in analysis.parts):
        steps += _sum_steps(analysis)
    if analysis.winning_moves is not None:
        steps += _moves(analysis, asking())
    steps.append(OutcomeStep(analysis.outcome, analysis.because, analysis.trouble))
    return Explanation(analysis, tuple(steps))


def _part(part: Part, solver: Solver) -> PartStep:
    if part.because.kind == "theorem" or part.value is None:
        return PartStep(part, factors=_factors(part, solver))
    game, state = part.position.game, part.position.state
    options = list(islice(game.options(state), MANY + 1))
    try:
        if len(options) > MANY:
            return PartStep(part, witnesses=tuple(_witnesses(part, solver)))
        return PartStep(part, tuple(_valued(game, state, option, solver.value(game, option)) for option in options))
    except Limit:
        return PartStep(part)


def _factors(part: Part, solver: Solver) -> tuple[Part, ...]:
    game = part.position.game
    if part.value is None or not isinstance(game, Tartan):
        return ()
    rows = zip((game.columns, game.rows), part.position.state[0], strict=True)
    heads = [(row, (coin,)) for row, coin in rows]
    return tuple(Part(Position(*h), solver.part_value(*h), part.summand, solver.because(*h)) for h in heads)


def _witnesses(part: Part, solver: Solver) -> Iterator[OptionValue]:
    """A move to each value below that of the part: none leads to the value itself, for that is the mex."""
    game, state = part.position.game, part.position.state
    for value in range(part.value if isinstance(part.value, int) and part.value <= MANY else 0):
        yield _valued(game, state, solver.reach(game, state, value)[0], value)


def _valued(game: Game, state: State, option: State, value: Value) -> OptionValue:
    return OptionValue(game.describe(state, option), Position(game, option), value)


def _sum_steps(analysis: Analysis) -> list[Step]:
    values = tuple(part.value for part in analysis.parts if part.value is not None)
    total = nim_sum(*values)
    column = total.bit_length() - 1 if isinstance(total, int) and total else None
    steps: list[Step] = [ColumnsStep(values, total, column)]
    if total and not analysis.misere and analysis.winning_moves is not None:
        steps.append(TargetsStep(total, _targets(values, total, analysis.winning_moves)))
    return steps


def _targets(values: tuple[Value, ...], total: Value, moves: WinningMoves) -> tuple[Target, ...]:
    counts = moves.by_part()
    return tuple(Target(i, value, value ^ total, counts.get(i, 0)) for i, value in enumerate(values[:MANY]))


def _moves(analysis: Analysis, solver: Solver) -> list[Step]:
    moves = analysis.winning_moves
    assert moves is not None
    if moves:
        return [WinningStep(tuple(moves.first(MANY)), moves.total)]
    if analysis.outcome == "P":
        return [LosingStep(_replies(analysis, solver))]
    return []


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
        if not answers:  # the end of a misere game: the player to move has won already
            continue
        then = answers[0]
        replies.append(Reply(game.describe(state, option), after, game.describe(option, then.state), then))
    return tuple(replies)


def _misere(analysis: Analysis) -> MisereStep:
    heaps = [heap for part in analysis.parts for heap in _heaps(part)]
    large = sum(heap > 1 for heap in heaps)
    return MisereStep(is_tame(analysis.position.game), large, analysis.position.ended)


def _heaps(part: Part) -> tuple[Value, ...]:
    """The Nim heaps that a part is like in misere play: a rook is two of them."""
    alike = as_heaps(part.position.game, part.position.state)
    return alike or (() if part.value is None else (part.value,))


# -- backward induction, as the lessons do it ----------------------------------------------------


@dataclass(frozen=True)
class Round:
    """The states that get a mark in one round."""

    mark: Literal["P", "N"]
    states: tuple[State, ...]


@dataclass(frozen=True)
class Induction:
    """All states below a position, marked round by round; `layout` says how to draw them."""

    game: Game
    misere: bool
    layout: Literal["row", "board", "graph", "list"]
    states: tuple[State, ...]
    rounds: tuple[Round, ...]

    @property
    def marks(self) -> dict[State, str]:
        return {state: r.mark for r in self.rounds for state in r.states}


def induction(position: Position, misere: bool = False) -> Induction:
    """Terminal positions P (misere: N), then N what can move to P, P what can only move to N, and so on.

    >>> from nimatron import parse
    >>> [r.states for r in induction(parse("subtraction{1,2}: 4")).rounds]
    [((0,),), ((1,), (2,)), ((3,),), ((4,),)]
    """
    game, layout = position.game, _layout(position)
    options = _states_below(position)
    order = tuple(sorted(options) if layout in ("row", "board") else options)
    return Induction(game, misere, layout, order, tuple(_rounds(order, options, misere)))


def _layout(position: Position) -> Literal["row", "board", "graph", "list"]:
    game, state = position.game, position.state
    if isinstance(game, Heaps) and len(state) == 1:
        return "row"
    if isinstance(game, Pair):
        return "board"
    return "graph" if isinstance(game, Graph) and len(state) == 1 else "list"


def _states_below(position: Position) -> dict[State, tuple[State, ...]]:
    """Every state that play can come to, with its options; Limit when there are too many."""
    game = position.game
    options: dict[State, tuple[State, ...]] = {}
    todo = [position.state]
    while todo:
        state = todo.pop()
        if state in options:
            continue
        if len(options) == MOST_STATES:
            what = Message("more than {most} positions are too many to mark", params={"most": f"{MOST_STATES:,}"})
            raise Limit(what, MOST_STATES, 0.0)
        options[state] = tuple(islice(game.options(state), MOST_STATES))
        todo += options[state]
    return options


def _rounds(order: tuple[State, ...], options: dict[State, tuple[State, ...]], misere: bool) -> Iterable[Round]:
    marks: dict[State, str] = {}
    ends = tuple(state for state in order if not options[state])
    yield Round("N" if misere else "P", ends)
    marks.update(dict.fromkeys(ends, "N" if misere else "P"))
    while len(marks) < len(order):
        before = len(marks)
        for mark in ("P", "N") if misere and before == len(ends) else ("N", "P"):
            found = tuple(s for s in order if s not in marks and _deserves(mark, options[s], marks))
            marks.update(dict.fromkeys(found, mark))
            if found:
                yield Round(mark, found)
        if len(marks) == before:
            return  # only positions that go round in a circle are left


def _deserves(mark: str, options: tuple[State, ...], marks: dict[State, str]) -> bool:
    if mark == "N":
        return any(marks.get(option) == "P" for option in options)
    return all(marks.get(option) == "N" for option in options)


@dataclass(frozen=True)
class Pattern:
    """H_k of an all-but game: * where G < k, @ where not; the boundary is `width` places from `first` on."""

    level: int
    first: int
    marks: str


def boundary_patterns(game: AllBut, upto: int, levels: int = 12) -> tuple[Pattern, ...]:
    """The patterns H_0, H_1, ... of ALLBUT(S) on heaps 0 to `upto`.

    >>> [p.marks for p in boundary_patterns(AllBut({2}), 6, 3)]
    ['@@@@@@@', '*@*@@@@', '****@@@']
    """
    sequence = AllButSequence(game.excluded)
    patterns: list[Pattern] = []
    while sequence.first <= upto and len(patterns) < levels:
        first, pattern = sequence.first, sequence.pattern
        marks = "*" * first + "".join("*@"[pattern >> n & 1] for n in range(upto + 1 - first))
        patterns.append(Pattern(sequence.level, sequence.first, marks))
        sequence.next_level()
    return tuple(patterns)
