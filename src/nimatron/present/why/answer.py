"""All that the page shows of an explanation, beside its steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...analysis import Analysis
from ...explain import Explanation, LosingStep
from ...game import Option, Position
from ...values.search.limits import Limits
from ..data import move_data
from ..differences import changes
from ..text import reason
from ..words import word
from .parts import parts_of
from .pictures import picture_of
from .sentences import sentence_of

MOVES = 12
"""The most winning moves that become buttons."""

REPLIES = 12
"""The most moves that are answered one by one."""


def why_data(found: Explanation, limits: Limits) -> dict[str, Any]:
    """What the page shows beside the analysis and the steps; `limits` are those of the picture alone."""
    analysis = found.analysis
    parts = parts_of(analysis)
    picture = picture_of(found, parts, limits)
    return {
        "picture": picture,
        "sentence": sentence_of(found, picture),
        "reason": reason(analysis.because),
        "moves": [_move(analysis.position, move) for move in _winning(analysis)],
        "replies": list(_replies(found)),
    }


def _winning(analysis: Analysis) -> Sequence[Option]:
    if analysis.winning_moves is not None:
        return analysis.winning_moves.first(MOVES)
    return [analysis.known_move] if analysis.known_move is not None else []


def _move(before: Position, move: Option) -> dict[str, Any]:
    return move_data(move) | {"changes": changes(before, move.state)}


def _replies(found: Explanation) -> Iterator[dict[str, Any]]:
    """Moves that fail, each with the answer to it."""
    before = found.analysis.position
    step = next((step for step in found.steps if isinstance(step, LosingStep)), None)
    for reply in (step.replies or ())[:REPLIES] if step else ():
        told = {"text": word(reply.move), "after": str(reply.after), "changes": changes(before, reply.after.state)}
        yield told | {"reply": word(reply.reply)}
