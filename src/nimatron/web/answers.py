"""The questions that can be asked: each is a function from plain arguments to plain data, run in a worker."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from io import BytesIO
from itertools import islice
from operator import add
from typing import Any

from ..analysis import Analysis, analyse, distinct
from ..errors import Cycle, Limit, UsageError
from ..explain import ColumnsStep, Induction, explain, induction
from ..game import NOTHING, Game, Option, Position
from ..games.catalog import Catalog, Entry
from ..games.coins import CoinGame, Tartan
from ..games.graphs import Graph
from ..games.notation import coded_game, heap_game, parse, with_heaps
from ..nimbers import nim_mul, nim_sum
from ..nimbers.expression import evaluate
from ..play import Match, Player, choose, read_move
from ..play.levels import Level
from ..present.commands import (
    comparison_commands,
    family_commands,
    nimber_commands,
    nimber_table_commands,
    period_commands,
    sequence_commands,
)
from ..present.data import (
    analysis_data,
    entry_data,
    explanation_data,
    family_data,
    induction_data,
    move_data,
    nimber_data,
    nimber_table_data,
)
from ..present.differences import changes
from ..present.explanation import added, arranged, explained, induced
from ..present.families import numbering_of
from ..present.families.face import COMPUTER, NAMED, YOU, Layout
from ..present.nimbers import calculated
from ..present.pictures import pictures
from ..present.sequences import PeriodReport, compared_data, compared_lines, period_data, period_lines, sequence_data
from ..present.shapes import picture_data
from ..present.starts import start_like
from ..present.talk import hinted, left, rules, told, winning_rule
from ..present.text import Line, solved
from ..present.words import tr, use_language, word
from ..values.comparing import compare
from ..values.family import family, member
from ..values.questions import period, run_of
from ..values.search.limits import Limits
from ..values.sequences.periods import Period
from ..values.sequences.runs import reach
from ..values.solver import Solver
from .limits import MOST_COINS, MOST_OPTIONS, POSITIONS
from .problems import fault_data

MEMORY = 1 << 30
"""How many bytes a worker may grow by for one sequence: half of its address space."""


@dataclass
class Asked:
    """The limits and the language of a question, and whether a limit has cut its answer short."""

    catalog: Catalog
    seconds: float
    lang: str
    limited: bool = False

    def __post_init__(self) -> None:
        use_language(self.lang)

    def position(self, text: str) -> Position:
        return parse(text, self.catalog)

    @property
    def limits(self) -> Limits:
        return Limits(positions=POSITIONS, seconds=self.seconds)

    def solver(self) -> Solver:
        return Solver(self.limits)

    def note(self, trouble: Limit | None) -> None:
        """Remember that a limit left something unknown."""
        self.limited = self.limited or trouble is not None


# -- games and positions -------------------------------------------------------------------------


def games(asked: Asked) -> Any:
    """All games that can be played."""
    return {"schema": "nimatron.games/1", "games": [_game(entry) for entry in asked.catalog]}


def _game(entry: Entry) -> dict[str, Any]:
    data = entry_data(entry)
    return data | {"title": tr(entry.title), "rules": tr(entry.rules) if entry.rules else ""}


def position(asked: Asked, position: str, frame: str = "") -> Any:
    """The board, and the legal moves with what to click for each."""
    return _board(asked.position(position), _frame(asked, frame))


def _frame(asked: Asked, text: str) -> Position | None:
    return asked.position(text) if text else None


def _board(here: Position, frame: Position | None) -> dict[str, Any]:
    options = list(islice(distinct(here), MOST_OPTIONS + 1))  # one more tells whether any are left out
    return {
        "schema": "nimatron.position/1",
        "position": str(here),
        "rules": list(rules(here)),
        "winning_rule": {"normal": winning_rule(False), "misere": winning_rule(True)},
        "summands": [_summand(game, state) for game, state in here.summands()],
        "pictures": [picture_data(picture) for picture in pictures(here, frame)],
        "options": [_option(here, option) for option in options[:MOST_OPTIONS]],
        "more": len(options) > MOST_OPTIONS,
        "ended": not options,
    }


def _summand(game: Game, state: Any) -> dict[str, Any]:
    return {"position": game.write(state), "game": str(game), "name": game.name}


def _option(here: Position, state: Any) -> dict[str, Any]:
    return {
        "after": here.game.write(state),
        "text": word(here.game.describe(here.state, state)),
        "changes": changes(here, state),
    }


def start(asked: Asked, game: str, seed: int) -> Any:
    """A random starting position of the games that are named."""
    return _written(start_like(game, asked.catalog, seed))


def added_up(asked: Asked, summands: list[str]) -> Any:
    """Several positions played together."""
    return _written(reduce(add, map(asked.position, summands)))


def text(asked: Asked, game: str, state: str, parameters: str = "") -> Any:
    """A position put together from the text of its game, parameters and state."""
    rules = asked.catalog.game(f"{game}{{{parameters}}}" if parameters else game)
    return _written(Position(rules, rules.parse(state)))


def _written(position: Position) -> dict[str, Any]:
    return {"schema": "nimatron.start/1", "position": str(position)}


# -- answers about a position --------------------------------------------------------------------


def analysis(asked: Asked, position: str, misere: bool = False) -> Any:
    """Who wins, the value and the winning moves."""
    found = analyse(asked.position(position), misere, asked.limits)
    asked.note(_trouble(found))
    return analysis_data(found) | {"lines": _lines(solved(found))}


def _trouble(found: Analysis) -> Limit | None:
    if found.outcome is None and found.trouble:  # nothing to show, not even who wins
        raise found.trouble
    return found.trouble


def explanation(asked: Asked, position: str, misere: bool = False) -> Any:
    """Why a position is won or lost: the steps as data and in words."""
    found = explain(asked.position(position), misere, asked.limits)
    asked.note(_trouble(found.analysis))
    sums = [added(step) for step in found.steps if isinstance(step, ColumnsStep)]
    return explanation_data(found) | {"nim_sum": sums[0] if sums else None, "lines": _lines(explained(found))}


def backward(asked: Asked, position: str, misere: bool = False) -> Any:
    """Backward induction, round by round."""
    here = asked.position(position)
    layout, found = arranged(here, induction(here, misere, asked.limits))
    drawn = {"layout": layout, "states": list(_placed(layout, found))}
    return induction_data(here, found, ()) | drawn | {"lines": _lines(induced(layout, found))}


def _placed(layout: Layout, found: Induction) -> Iterator[dict[str, Any]]:
    """All states in the order in which they are drawn: at their squares on a board, else one after another."""
    for i, state in enumerate(found.states):
        x, y = state if layout == "board" else (i, 0)
        yield {"text": found.game.show(state), "x": x, "y": y}


def _lines(lines: Any) -> list[dict[str, str]]:
    return [{"text": line.text, "style": line.style} for line in lines if isinstance(line, Line)]


# -- play ----------------------------------------------------------------------------------------


def computer(asked: Asked, position: str, level: str, seed: int = 0, misere: bool = False, frame: str = "") -> Any:
    """The computer's move as a player would tell it, and the board after it."""
    here = asked.position(position)
    after = choose(here, level, seed, misere, asked.limits)
    return _told(here, after) | {"board": _board(after, _frame(asked, frame))}


def move(asked: Asked, position: str, text: str, frame: str = "") -> Any:
    """The move that a player typed, and the board after it."""
    here = asked.position(position)
    after = read_move(here, text, word)
    return _told(here, after) | {"board": _board(after, _frame(asked, frame))}


def _told(before: Position, after: Position) -> dict[str, Any]:
    people = (("computer", COMPUTER), ("you", YOU), ("player", NAMED))
    return {
        "schema": "nimatron.move/1",
        **move_data(Option(before, None, after.state)),
        # The page fills in {player}: the server does not know who plays.
        "told": {name: told(before, after.state, who, "{player}") for name, who in people},
        "left": left(after),
        "changes": changes(before, after.state),
    }


def hint(asked: Asked, position: str, step: int, misere: bool = False, seed: int = 0) -> Any:
    """A hint of one of three strengths."""
    match = Match(asked.position(position), misere, (Player(), Player(Level.PERFECT)), seed, asked.limits)
    found = match.hint_step(step)
    state = found.move.state if found.move is not None else None
    return {
        "schema": "nimatron.hint/1",
        "step": step,
        "outcome": found.outcome,
        "text": hinted(match, found),
        "after": str(found.move) if found.move is not None else None,
        "changes": changes(match.position, state) if found.move is not None else [],
    }


# -- sequences and tables ------------------------------------------------------------------------


def sequence(asked: Asked, game: str, n: int) -> Any:
    """The first values of a one-heap game, or of a single coin of a coin game."""
    rules = coded_game(game, asked.catalog)
    if isinstance(rules, CoinGame) and not isinstance(rules, Tartan):
        return _coins(asked, rules, n)
    # With its own limit of memory a long run ends with the values so far, not with a MemoryError.
    limits = replace(asked.limits, memory=MEMORY)
    run = run_of(with_heaps(rules), limits=limits)
    trouble = reach(run, n, limits)
    asked.note(trouble)
    about = {"counts": "heap", "first": 0, "commands": sequence_commands(rules, n)}
    return sequence_data(rules, run.values[:n], n, trouble) | about


def _coins(asked: Asked, game: CoinGame, n: int) -> dict[str, Any]:
    found = family(game, numbering_of(game), min(n, MOST_COINS), solver=asked.solver())
    asked.note(found.trouble)
    data = family_data(found)
    values = [value for value in data["cells"][0] if value is not None]
    return {
        "schema": "nimatron.sequence/1",
        "game": str(game),
        "wanted": n,
        "computed": len(values),
        "largest": max(values, default=None),
        "trouble": data["trouble"],
        "values": values,
        "counts": "coin",
        "first": game.first,
        "commands": family_commands(found),
    }


def periods(asked: Asked, game: str) -> Any:
    """The period of a one-heap game with its proof, or how far the search came."""
    rules = heap_game(game, asked.catalog)
    # Values of a sequence cost far less than positions of a search, hence the larger limit; time is what ends it.
    found = period(rules, POSITIONS * 100, asked.seconds)
    asked.limited = not isinstance(found, Period)
    report = PeriodReport(rules, found, None)
    return period_data(report) | {"lines": _lines(period_lines(report)), "commands": period_commands(rules)}


def table(asked: Asked, game: str, columns: int, rows: int, misere: bool = False) -> Any:
    """The values of a family of positions: a row or a grid."""
    rules = asked.catalog.game(game)
    found = family(rules, numbering_of(rules), columns, rows, misere, asked.solver())
    asked.note(found.trouble)
    return family_data(found) | {"commands": family_commands(found)}


def graph(asked: Asked, text: str = "", arrows: str = "", vertices: str = "") -> Any:
    """A graph as text and as data, with the value of every vertex."""
    names = arrows.split()
    if len(names) % 2:
        raise UsageError("arrows: expected names in pairs, from and to, not {count} names", count=len(names))
    game = Graph(text) if text else Graph(zip(names[::2], names[1::2], strict=True), vertices.split())
    first = game.written[:1] if game.start is NOTHING else game.start
    return {
        "schema": "nimatron.graph/1",
        "text": game.parameters,
        "vertices": list(game.written),
        "edges": [[vertex, target] for vertex in game.written for target in game.followers(vertex)],
        "position": game.write(first) if first else None,
        **_vertex_values(asked, game),
    }


def _vertex_values(asked: Asked, game: Graph) -> dict[str, Any]:
    """The value of each vertex; None for all of them if the graph has a cycle, because it can still be drawn."""
    try:
        found = family(game, numbering_of(game), solver=asked.solver())
    except Cycle as fault:
        return {"values": [None] * len(game.written), "trouble": fault_data(fault)["detail"], "commands": []}
    asked.note(found.trouble)
    data = family_data(found)
    commands = family_commands(found) if found.columns else []
    return {"values": data["cells"][0], "trouble": data["trouble"], "commands": commands}


def cell(asked: Asked, game: str, column: int, row: int, misere: bool = False) -> Any:
    """The position behind a cell of a table, analysed."""
    rules = asked.catalog.game(game)
    return analysis(asked, str(Position(rules, member(rules, numbering_of(rules), column, row))), misere)


def comparison(asked: Asked, one: str, two: str, n: int) -> Any:
    """The first heap at which two one-heap games differ."""
    games = heap_game(one, asked.catalog), heap_game(two, asked.catalog)
    found = compare(*games, n, replace(asked.limits, memory=MEMORY))
    asked.note(found.trouble)
    return compared_data(found) | {"lines": _lines(compared_lines(found)), "commands": comparison_commands(*games, n)}


# -- nimbers -------------------------------------------------------------------------------------


def nimber(asked: Asked, expression: str) -> Any:
    """The value of an expression of nimbers, and the steps that lead to it."""
    found = evaluate(expression, steps=True)
    [result] = calculated(found)
    steps = [line.text for line in calculated(found, steps=True)]
    return nimber_data(found) | {"text": result.text, "steps": steps, "commands": nimber_commands(expression)}


def nimbers(asked: Asked, operation: str, size: int) -> Any:
    """The table of an operation on all pairs of numbers below `size`."""
    combine: Callable[[int, int], int] = nim_mul if operation == "product" else nim_sum
    cells = [[combine(a, b) for b in range(size)] for a in range(size)]
    return nimber_table_data(operation, cells) | {"commands": nimber_table_commands(operation, size)}


# -- links ---------------------------------------------------------------------------------------


def qr(asked: Asked, text: str) -> bytes:
    """A QR code as SVG."""
    import segno

    image = BytesIO()
    try:
        code = segno.make(text, error="l", micro=False)
    except segno.DataOverflowError:
        raise UsageError("text: expected at most 2953 bytes, for a QR code holds no more") from None
    code.save(image, kind="svg", border=2, dark="#000", light="#fff", omitsize=True, xmldecl=False)
    return image.getvalue()


ANSWERS: dict[str, Callable[..., Any]] = {
    "games": games,
    "position": position,
    "start": start,
    "sum": added_up,
    "text": text,
    "analysis": analysis,
    "explanation": explanation,
    "induction": backward,
    "computer": computer,
    "move": move,
    "hint": hint,
    "sequence": sequence,
    "period": periods,
    "table": table,
    "graph": graph,
    "cell": cell,
    "comparison": comparison,
    "nimber": nimber,
    "nimbers": nimbers,
    "qr": qr,
}
