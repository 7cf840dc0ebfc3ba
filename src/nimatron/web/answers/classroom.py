"""Answers for a class: what a position is fit for, and whether a pupil has found a winning move."""

from __future__ import annotations

from typing import Any

from ...analysis import outcome
from ...errors import UsageError
from ...game import Position, is_misere
from ...play import read_move
from ...present.words import word
from .asked import Asked


def setting(asked: Asked, position: str, misere: bool | None = None, judged: bool = False) -> Any:
    """A position that a class can begin with; one that is to be `judged` must be within reach of the solver."""
    here = asked.position(position)
    misere = is_misere(here.game, misere)
    if here.ended:
        raise UsageError("there is no move in {position}: give another start", position=here)
    if judged:
        outcome(here, misere, asked.limits)
    return {"position": str(here), "misere": misere}


def attempt(asked: Asked, position: str, move: str, misere: bool) -> Any:
    """Is this a winning move? An empty one claims that there is none."""
    here = asked.position(position)
    if not move.strip():
        return {"after": "", "right": outcome(here, misere, asked.limits) != "N"}
    after = read_move(here, move, word)
    return {"after": str(after), "right": _is_won_by(after, misere, asked)}


def _is_won_by(after: Position, misere: bool, asked: Asked) -> bool:
    return outcome(after, misere, asked.limits) == "P"
