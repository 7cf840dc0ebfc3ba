"""What can be asked: each answer is a function from plain arguments to plain data, run in a worker."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import islice
from typing import Any

from ..analysis import Analysis, analyse, distinct
from ..errors import Limit, UsageError
from ..explain import explain, induction
from ..game import Game, Option, Position
from ..games.catalog import Catalog, Entry
from ..games.notation import heap_game, parse
from ..nimbers import nim_mul, nim_sum
from ..nimbers.expression import evaluate
from ..play import Match, Player, choose, read_move
from ..play.levels import Level
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
from ..present.explanation import explained, induced
from ..present.families import numbering_of
from ..present.families.face import COMPUTER, NAMED, YOU
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
from .limits import MOST_OPTIONS, POSITIONS

MEMORY = 1 << 30
"""Bytes by which a worker may grow for a sequence."""


@dataclass
class Asked:
    """Under which limits and in which language a question is answered, and whether a limit cut the answer short."""

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
        """A limit that left something unknown."""
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
    here = asked.position(position)
    options = list(islice(distinct(here), MOST_OPTIONS + 1))
    about = asked.position(frame) if frame else None
    return {
        "schema": "nimatron.position/1",
        "position": str(here),
        "rules": list(rules(here)),
        "winning_rule": {"normal": winning_rule(False), "misere": winning_rule(True)},
        "summands": [_summand(game, state) for game, state in here.summands()],
        "pictures": [picture_data(picture) for picture in pictures(here, about)],
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
    """A random position to begin with, of the games that are named."""
    return {"schema": "nimatron.start/1", "position": str(start_like(game, asked.catalog, seed))}


# -- answers about a position --------------------------------------------------------------------


def analysis(asked: Asked, position: str, misere: bool = False) -> Any:
    """Who wins, the value and the winning moves."""
    found = analyse(asked.position(position), misere, asked.limits)
    asked.note(_trouble(found))
    return analysis_data(found) | {"lines": _lines(solved(found))}


def _trouble(found: Analysis) -> Limit | None:
    if found.outcome is None and found.trouble:
        raise found.trouble
    return found.trouble


def explanation(asked: Asked, position: str, misere: bool = False) -> Any:
    """Why: the steps as data and in words."""
    found = explain(asked.position(position), misere, asked.limits)
    asked.note(_trouble(found.analysis))
    return explanation_data(found) | {"lines": _lines(explained(found))}


def backward(asked: Asked, position: str, misere: bool = False) -> Any:
    """Backward induction, round by round."""
    here = asked.position(position)
    found = induction(here, misere)
    return induction_data(here, found, ()) | {"layout": found.layout, "lines": _lines(induced(found))}


def _lines(lines: Any) -> list[dict[str, str]]:
    return [{"text": line.text, "style": line.style} for line in lines if isinstance(line, Line)]


# -- play ----------------------------------------------------------------------------------------


def computer(asked: Asked, position: str, level: str, seed: int = 0, misere: bool = False) -> Any:
    """The computer's move, in the words of a player."""
    here = asked.position(position)
    after = choose(here, level, seed, misere, asked.limits)
    return _told(here, after)


def move(asked: Asked, position: str, text: str) -> Any:
    """The move that a player has typed."""
    here = asked.position(position)
    return _told(here, read_move(here, text, word))


def _told(before: Position, after: Position) -> dict[str, Any]:
    people = (("computer", COMPUTER), ("you", YOU), ("player", NAMED))
    return {
        "schema": "nimatron.move/1",
        **move_data(Option(before, None, after.state)),
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
    """The first values of a one-heap game."""
    rules = heap_game(game, asked.catalog)
    limits = replace(asked.limits, memory=MEMORY)
    run = run_of(rules, limits=limits)
    trouble = reach(run, n, limits)
    asked.note(trouble)
    return sequence_data(rules, run.values[:n], n, trouble)


def periods(asked: Asked, game: str) -> Any:
    """The period of a one-heap game, with proof, or how far the search came."""
    rules = heap_game(game, asked.catalog)
    found = period(rules, POSITIONS * 100, asked.seconds)
    asked.limited = not isinstance(found, Period)
    report = PeriodReport(rules, found, None)
    return period_data(report) | {"lines": _lines(period_lines(report))}


def table(asked: Asked, game: str, columns: int, rows: int, misere: bool = False) -> Any:
    """Values of a family of positions: a row or a grid."""
    rules = asked.catalog.game(game)
    found = family(rules, numbering_of(rules), columns, rows, misere, asked.solver())
    asked.note(found.trouble)
    return family_data(found)


def cell(asked: Asked, game: str, column: int, row: int, misere: bool = False) -> Any:
    """The position behind a cell of a table, analysed."""
    rules = asked.catalog.game(game)
    return analysis(asked, str(Position(rules, member(rules, numbering_of(rules), column, row))), misere)


def comparison(asked: Asked, one: str, two: str, n: int) -> Any:
    """Where two one-heap games differ first."""
    games = heap_game(one, asked.catalog), heap_game(two, asked.catalog)
    found = compare(*games, n, replace(asked.limits, memory=MEMORY))
    asked.note(found.trouble)
    return compared_data(found) | {"lines": _lines(compared_lines(found))}


# -- nimbers -------------------------------------------------------------------------------------


def nimber(asked: Asked, expression: str) -> Any:
    """What an expression of nimbers is worth, and the steps that lead there."""
    found = evaluate(expression, steps=True)
    [result] = calculated(found)
    steps = [line.text for line in calculated(found, steps=True)]
    return nimber_data(found) | {"text": result.text, "steps": steps}


def nimbers(asked: Asked, operation: str, size: int) -> Any:
    """The table of an operation on all pairs of numbers below `size`."""
    combine: Callable[[int, int], int] = nim_mul if operation == "product" else nim_sum
    cells = [[combine(a, b) for b in range(size)] for a in range(size)]
    return nimber_table_data(operation, cells)


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
    "analysis": analysis,
    "explanation": explanation,
    "induction": backward,
    "computer": computer,
    "move": move,
    "hint": hint,
    "sequence": sequence,
    "period": periods,
    "table": table,
    "cell": cell,
    "comparison": comparison,
    "nimber": nimber,
    "nimbers": nimbers,
    "qr": qr,
}
