"""Answers for players: starts, moves and hints."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from ...core.game import Compound, Option, Position, is_misere
from ...core.limits import Limits
from ...explain.move_outcomes import distinct
from ...families.catalog import is_ours
from ...notation.reader import read_state
from ...play.computer import MoveChoice, any_move, find_idea, think
from ...play.levels import Level
from ...play.match import Match, Player
from ...play.phrases import places
from ...play.typed_moves import read_move
from ...show.face import COMPUTER, NAMED, YOU
from ...show.json_data import move_data
from ...show.pictures import changes, pictures_data
from ...show.starts import level_start, start_like
from ...show.talk import hint_sentence, move_sentence, remark, rest_sentence
from ...show.words import word
from .position_answers import board_data
from .request import HURRIED, MOST_OPTIONS, MOST_TEXT, POSITIONS, THINKING, AnswerContext

NOBODY = "none"
"""The level at which no computer plays."""


def start(context: AnswerContext, game: str, seed: int, level: str = NOBODY) -> Any:
    """A random starting position of the games that are named, as large as a level wants it."""
    if level == NOBODY:
        return _start_document(start_like(game, context.catalog, seed))
    return _start_document(level_start(game, context.catalog, level, seed))


def sum_(context: AnswerContext, summands: list[str], sign: str = "+") -> Any:
    """Several positions played together."""
    return _start_document(Compound.signs[f" {sign} "].of(*map(context.position, summands)))


def text(context: AnswerContext, game: str, state: str = "", parameters: str = "") -> Any:
    """A position put together from the text of its game, parameters and state."""
    rules = context.catalog.game(f"{game}{{{parameters}}}" if parameters else game)
    return _start_document(read_state(rules, state))


def _start_document(position: Position) -> dict[str, Any]:
    return {"schema": "nimatron.start/1", "position": str(position)}


def turn(
    context: AnswerContext,
    position: str,
    move: str = "",
    level: str = NOBODY,
    seed: int = 0,
    misere: bool | None = None,
    frame: str = "",
    hurry: bool = False,
) -> Any:
    """A person's move, if there is one, and the computer's reply, unless the `level` is NOBODY.

    In a `hurry` the computer hardly thinks.
    """
    here = context.position(position)
    misere = is_misere(here.game, misere)
    mine = read_move(here, move, word, context.reading(hurry)) if move.strip() else None
    middle = mine or here
    last = here if mine else None
    choice = None if level == NOBODY or middle.ended else _choice(context, middle, level, seed, misere, hurry, last)
    after = choice.option if choice else middle
    # A long list of moves takes time, so a hurried answer has fewer.
    board = board_data(context, after, frame, MOST_TEXT // 4 if hurry else MOST_TEXT)
    between = pictures_data(mine, context.position(frame) if frame else None) if mine and choice else None
    return {
        "schema": "nimatron.turn/1",
        "you": _change(here, mine) | {"pictures": between} if mine else None,
        "computer": _change(middle, after) | {"how": choice.how, "remark": remark(choice.how)} if choice else None,
        "board": board,
        "idea": word(idea) if mine and (idea := find_idea(mine, level, misere, thinking(context))) else None,
        "winner": _winner(mine is not None, choice is not None, misere) if board["ended"] else None,
    }


def _choice(
    context: AnswerContext, here: Position, level: str, seed: int, misere: bool, hurry: bool, last: Position | None
) -> MoveChoice:
    if context.opponent is not None:
        context.limited = True  # so that nobody keeps the answer: the program may soon be another one
        return MoveChoice(context.opponent(here), "level")
    # Half of the two seconds are left for the ways there and back on a slow network.
    limits = thinking(context)
    if hurry and not is_ours(here.game):
        choice = any_move(here, seed)  # a user's own rules may take any time over a position
    else:
        choice = think(here, level, seed, misere, limits.at_most(HURRIED) if hurry else limits, last)
    context.whole = not hurry and choice.how in ("perfect", "level")
    context.limited = not context.whole
    return choice


def thinking(context: AnswerContext) -> Limits:
    """The limits of the computer for one move."""
    return Limits(positions=POSITIONS, seconds=min(context.seconds, THINKING))


def _winner(moved: bool, replied: bool, misere: bool) -> str | None:
    """The winner of a game that has just ended; None if nobody has moved here."""
    if not (moved or replied):
        return None
    # The last player to move wins in normal play and loses in misere play.
    return "computer" if replied != misere else "you"


def move(context: AnswerContext, position: str, move: str, frame: str = "") -> Any:
    """The move that a player typed, and the board after it."""
    here = context.position(position)
    after = read_move(here, move, word, context.reading())
    return {"schema": "nimatron.move/1", **_change(here, after), "board": board_data(context, after, frame)}


def _change(before: Position, after: Position) -> dict[str, Any]:
    people = (("computer", COMPUTER), ("you", YOU), ("player", NAMED))
    return {
        **move_data(Option(before, None, after.state)),
        # The page fills in {player}: the server does not know who plays.
        "told": {name: move_sentence(before, after.state, who, "{player}") for name, who in people},
        "left": rest_sentence(after),
        "changes": changes(before, after.state),
    }


def hint(context: AnswerContext, position: str, step: int, misere: bool | None = None) -> Any:
    """A hint of one of three strengths."""
    here = context.position(position)
    # A match of one position, so that the page gives the same hints as the terminal.
    match = Match(here, is_misere(here.game, misere), (Player(), Player(Level.PERFECT)), 0, thinking(context))
    hint = match.hint_step(step)
    context.limited = hint.outcome is None
    state = hint.move.state if hint.move is not None else None
    return {
        "schema": "nimatron.hint/1",
        "step": step,
        "outcome": hint.outcome,
        "text": hint_sentence(match, hint),
        "after": str(hint.move) if hint.move is not None else None,
        "changes": changes(here, state) if hint.move is not None else _shapes_at(here, hint.where),
    }


def _shapes_at(here: Position, where: Mapping[str, object]) -> list[str]:
    """The shapes that the moves at a place change: a whole heap or row, but not which move wins."""
    shapes: dict[str, None] = {}
    for state in islice(distinct(here), MOST_OPTIONS) if where else ():
        if places(here, Position(here.game, state)) == where:
            shapes |= dict.fromkeys(changes(here, state))
    return list(shapes)
