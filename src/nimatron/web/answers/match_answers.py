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
from ...show.pictures import changes, picture_data, pictures
from ...show.starts import level_start, start_like
from ...show.talk import hint_sentence, move_sentence, remark, rest_sentence
from ...show.words import word
from .position_answers import board_data
from .request import HURRIED, MOST_OPTIONS, MOST_TEXT, POSITIONS, THINKING, AnswerContext

NOBODY = "none"
"""The level at which no computer plays."""


def start(asked: AnswerContext, game: str, seed: int, level: str = NOBODY) -> Any:
    """A random starting position of the games that are named, as large as a level wants it."""
    if level == NOBODY:
        return _start_document(start_like(game, asked.catalog, seed))
    return _start_document(level_start(game, asked.catalog, level, seed))


def sum_(asked: AnswerContext, summands: list[str], sign: str = "+") -> Any:
    """Several positions played together."""
    return _start_document(Compound.signs[f" {sign} "].of(*map(asked.position, summands)))


def text(asked: AnswerContext, game: str, state: str = "", parameters: str = "") -> Any:
    """A position put together from the text of its game, parameters and state."""
    rules = asked.catalog.game(f"{game}{{{parameters}}}" if parameters else game)
    return _start_document(read_state(rules, state))


def _start_document(position: Position) -> dict[str, Any]:
    return {"schema": "nimatron.start/1", "position": str(position)}


def turn(
    asked: AnswerContext,
    position: str,
    move: str = "",
    level: str = NOBODY,
    seed: int = 0,
    misere: bool | None = None,
    frame: str = "",
    hurry: bool = False,
) -> Any:
    """A person's move, if there is one, and the computer's reply, unless `level` says that nobody replies.

    In a `hurry` the computer hardly thinks.
    """
    here = asked.position(position)
    misere = is_misere(here.game, misere)
    mine = read_move(here, move, word, asked.reading(hurry)) if move.strip() else None
    middle = mine or here
    last = here if mine else None
    choice = None if level == NOBODY or middle.ended else _choice(asked, middle, level, seed, misere, hurry, last)
    after = choice.option if choice else middle
    # A long list of moves takes time, so a hurried answer has fewer.
    board = board_data(asked, after, frame, MOST_TEXT // 4 if hurry else MOST_TEXT)
    return {
        "schema": "nimatron.turn/1",
        "you": _change(here, mine) | {"pictures": _draw(asked, mine, frame) if choice else None} if mine else None,
        "computer": _change(middle, after) | {"how": choice.how, "remark": remark(choice.how)} if choice else None,
        "board": board,
        "idea": word(idea) if mine and (idea := find_idea(mine, level, misere, thinking(asked))) else None,
        "winner": _winner(mine is not None, choice is not None, misere) if board["ended"] else None,
    }


def _choice(
    asked: AnswerContext, here: Position, level: str, seed: int, misere: bool, hurry: bool, last: Position | None
) -> MoveChoice:
    if asked.opponent is not None:
        asked.limited = True  # so that nobody keeps the answer: the program may soon be another one
        return MoveChoice(asked.opponent(here), "level")
    # Half of the two seconds are left for the ways there and back on a slow network.
    limits = thinking(asked)
    if hurry and not is_ours(here.game):
        choice = any_move(here, seed)  # a user's own rules may take any time over a position
    else:
        choice = think(here, level, seed, misere, limits.at_most(HURRIED) if hurry else limits, last)
    asked.whole = not hurry and choice.how in ("perfect", "level")
    asked.limited = not asked.whole
    return choice


def thinking(asked: AnswerContext) -> Limits:
    """How long a move may be thought about."""
    return Limits(positions=POSITIONS, seconds=min(asked.seconds, THINKING))


def _winner(moved: bool, replied: bool, misere: bool) -> str | None:
    """Who has won a game that has just ended; None if nobody has moved here."""
    if not (moved or replied):
        return None
    # Whoever moved last wins in normal play and loses in misere play.
    return "computer" if replied != misere else "you"


def _draw(asked: AnswerContext, here: Position, frame: str) -> list[Any]:
    return [picture_data(picture) for picture in pictures(here, asked.position(frame) if frame else None)]


def move(asked: AnswerContext, position: str, move: str, frame: str = "") -> Any:
    """The move that a player typed, and the board after it."""
    here = asked.position(position)
    after = read_move(here, move, word, asked.reading())
    return _move_document(here, after) | {"board": board_data(asked, after, frame)}


def _move_document(before: Position, after: Position) -> dict[str, Any]:
    return {"schema": "nimatron.move/1", **_change(before, after)}


def _change(before: Position, after: Position) -> dict[str, Any]:
    people = (("computer", COMPUTER), ("you", YOU), ("player", NAMED))
    return {
        **move_data(Option(before, None, after.state)),
        # The page fills in {player}: the server does not know who plays.
        "told": {name: move_sentence(before, after.state, who, "{player}") for name, who in people},
        "left": rest_sentence(after),
        "changes": changes(before, after.state),
    }


def hint(asked: AnswerContext, position: str, step: int, misere: bool | None = None, seed: int = 0) -> Any:
    """A hint of one of three strengths."""
    here = asked.position(position)
    # A match of one position: the words of a hint are those of the terminal.
    match = Match(here, is_misere(here.game, misere), (Player(), Player(Level.PERFECT)), seed, thinking(asked))
    found = match.hint_step(step)
    asked.limited = found.outcome is None
    state = found.move.state if found.move is not None else None
    return {
        "schema": "nimatron.hint/1",
        "step": step,
        "outcome": found.outcome,
        "text": hint_sentence(match, found),
        "after": str(found.move) if found.move is not None else None,
        "changes": changes(here, state) if found.move is not None else _shapes_at(here, found.where),
    }


def _shapes_at(here: Position, where: Mapping[str, object]) -> list[str]:
    """The shapes that any move at a place changes: the whole heap or row, and nothing about which move wins."""
    found: dict[str, None] = {}
    for state in islice(distinct(here), MOST_OPTIONS) if where else ():
        if places(here, Position(here.game, state)) == where:
            found |= dict.fromkeys(changes(here, state))
    return list(found)
