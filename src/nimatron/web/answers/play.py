"""Answers for players: starts, moves and hints."""

from __future__ import annotations

from functools import reduce
from operator import add
from typing import Any

from ...game import Option, Position, is_misere
from ...games.catalog import is_ours
from ...play import Choice, Level, Match, Player, any_move, read_move, think
from ...present.data import move_data
from ...present.differences import changes
from ...present.families.face import COMPUTER, NAMED, YOU
from ...present.pictures import pictures
from ...present.shapes import picture_data
from ...present.starts import start_like
from ...present.talk import hinted, left, remark, told
from ...present.words import word
from ...values.search.limits import Limits
from ..limits import HURRIED, MOST_TEXT, POSITIONS, THINKING
from .asked import Asked
from .positions import board_data

NOBODY = "none"
"""The level at which no computer plays."""


def start(asked: Asked, game: str, seed: int) -> Any:
    """A random starting position of the games that are named."""
    return _written(start_like(game, asked.catalog, seed))


def added_up(asked: Asked, summands: list[str]) -> Any:
    """Several positions played together."""
    return _written(reduce(add, map(asked.position, summands)))


def text(asked: Asked, game: str, state: str = "", parameters: str = "") -> Any:
    """A position put together from the text of its game, parameters and state."""
    rules = asked.catalog.game(f"{game}{{{parameters}}}" if parameters else game)
    return _written(Position(rules, rules.parse(state)))


def _written(position: Position) -> dict[str, Any]:
    return {"schema": "nimatron.start/1", "position": str(position)}


def turn(
    asked: Asked,
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
    mine = read_move(here, move, word) if move.strip() else None
    middle = mine or here
    choice = None if level == NOBODY or middle.ended else _choice(asked, middle, level, seed, misere, hurry)
    after = choice.option if choice else middle
    board = board_data(asked, after, frame, MOST_TEXT // 4 if hurry else MOST_TEXT)
    return {
        "schema": "nimatron.turn/1",
        "you": _told(here, mine) | {"pictures": _drawn(asked, mine, frame) if choice else None} if mine else None,
        "computer": _told(middle, after) | {"how": choice.how, "remark": remark(choice.how)} if choice else None,
        "board": board,
        "winner": _winner(mine is not None, choice is not None, misere) if board["ended"] else None,
    }


def _choice(asked: Asked, here: Position, level: str, seed: int, misere: bool, hurry: bool) -> Choice:
    limits = thinking(asked)
    if hurry and not is_ours(here.game):
        choice = any_move(here, seed)  # there is no telling what rules of one's own do with a position
    else:
        choice = think(here, level, seed, misere, limits.at_most(HURRIED) if hurry else limits)
    asked.whole = not hurry and choice.how in ("perfect", "level")
    asked.limited = not asked.whole
    return choice


def thinking(asked: Asked) -> Limits:
    """How long a move may be thought about."""
    return Limits(positions=POSITIONS, seconds=min(asked.seconds, THINKING))


def _winner(moved: bool, replied: bool, misere: bool) -> str | None:
    """Who has won a game that has just ended; None if nobody has moved here."""
    if not (moved or replied):
        return None
    return "computer" if replied != misere else "you"


def _drawn(asked: Asked, here: Position, frame: str) -> list[Any]:
    return [picture_data(picture) for picture in pictures(here, asked.position(frame) if frame else None)]


def move(asked: Asked, position: str, text: str, frame: str = "") -> Any:
    """The move that a player typed, and the board after it."""
    here = asked.position(position)
    after = read_move(here, text, word)
    return _made(here, after) | {"board": board_data(asked, after, frame)}


def _made(before: Position, after: Position) -> dict[str, Any]:
    return {"schema": "nimatron.move/1", **_told(before, after)}


def _told(before: Position, after: Position) -> dict[str, Any]:
    people = (("computer", COMPUTER), ("you", YOU), ("player", NAMED))
    return {
        **move_data(Option(before, None, after.state)),
        # The page fills in {player}: the server does not know who plays.
        "told": {name: told(before, after.state, who, "{player}") for name, who in people},
        "left": left(after),
        "changes": changes(before, after.state),
    }


def hint(asked: Asked, position: str, step: int, misere: bool | None = None, seed: int = 0) -> Any:
    """A hint of one of three strengths."""
    here = asked.position(position)
    match = Match(here, is_misere(here.game, misere), (Player(), Player(Level.PERFECT)), seed, thinking(asked))
    found = match.hint_step(step)
    asked.limited = found.outcome is None
    state = found.move.state if found.move is not None else None
    return {
        "schema": "nimatron.hint/1",
        "step": step,
        "outcome": found.outcome,
        "text": hinted(match, found),
        "after": str(found.move) if found.move is not None else None,
        "changes": changes(match.position, state) if found.move is not None else [],
    }
