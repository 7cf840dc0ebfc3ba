"""Answers for players: starts, moves and hints."""

from __future__ import annotations

from functools import reduce
from operator import add
from typing import Any

from ...game import Option, Position
from ...play import Match, Player, choose, read_move
from ...play.levels import Level
from ...present.data import move_data
from ...present.differences import changes
from ...present.families.face import COMPUTER, NAMED, YOU
from ...present.starts import start_like
from ...present.talk import hinted, left, told
from ...present.words import word
from .asked import Asked
from .positions import board_data


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


def computer(asked: Asked, position: str, level: str, seed: int = 0, misere: bool = False, frame: str = "") -> Any:
    """The computer's move as a player would tell it, and the board after it."""
    here = asked.position(position)
    after = choose(here, level, seed, misere, asked.limits)
    return _told(here, after) | {"board": board_data(asked, after, frame)}


def move(asked: Asked, position: str, text: str, frame: str = "") -> Any:
    """The move that a player typed, and the board after it."""
    here = asked.position(position)
    after = read_move(here, text, word)
    return _told(here, after) | {"board": board_data(asked, after, frame)}


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
