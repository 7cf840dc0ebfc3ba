"""Errors to status codes, in one place; bodies are problem+json (RFC 9457)."""

from __future__ import annotations

from typing import Any

from ..errors import BadText, Limit, NimatronError, UnknownGame
from ..present.words import word, word_error

STATUS = {"UnknownGame": 404, "Full": 503, "Lost": 503}
"""All other faults are the asker's: 422."""

TITLES = {
    "UnknownGame": "No game of this name",
    "BadText": "A text that means no position",
    "IllegalPosition": "A position that the rules do not know",
    "IllegalMove": "A move that the rules do not allow",
    "Misread": "A move that the rules do not allow",
    "Cycle": "A game that can go round in a circle",
    "Limit": "A limit was reached",
    "Overdue": "A limit was reached",
    "UserCodeError": "The rules of this game fail",
    "Full": "Too many questions at once",
    "Lost": "The question could not be answered",
}


def fault_data(fault: NimatronError) -> dict[str, Any]:
    """What is known of a fault: the sentence, and where or how far."""
    if isinstance(fault, BadText):
        return {"detail": word(fault.message), "text": fault.text[:200], "place": fault.place}
    if isinstance(fault, Limit):
        return {"detail": word(fault.what), "positions": fault.positions, "seconds": round(fault.seconds, 3)}
    if isinstance(fault, UnknownGame):
        return {"detail": word(fault.message), "near": list(fault.near)}
    return {"detail": word_error(fault)}


def problem(kind: str, data: dict[str, Any]) -> dict[str, Any]:
    """The body of an answer that is no success."""
    status = STATUS.get(kind, 422)
    return {"type": "about:blank", "title": TITLES.get(kind, "A wrong argument"), "status": status, **data}
