"""What is known about a fault, as data. Workers use it, so it knows nothing of HTTP, whose libraries load slowly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import BadText, Limit, NimatronError, UnknownGame
from ..message import Message
from ..present.words import speaking, word, word_error

PROBLEM = "application/problem+json"
"""The media type of what is wrong (RFC 9457)."""

STATUS = {"UnknownGame": 404, "TooMany": 429, "Full": 503, "Lost": 503}
"""All other faults lie in the question: 422."""

ILLEGAL = Message("A move that the rules do not allow")
LIMITED = Message("A limit was reached")
WRONG = Message("A wrong argument")

TITLES = {
    "UnknownGame": Message("No game of this name"),
    "BadText": Message("A text that means no position"),
    "IllegalPosition": Message("A position that the rules do not know"),
    "IllegalMove": ILLEGAL,
    "Misread": ILLEGAL,
    "Cycle": Message("A game that can go round in a circle"),
    "Limit": LIMITED,
    "Overdue": LIMITED,
    "Overworked": LIMITED,
    "UserCodeError": Message("The rules of this game fail"),
    "TooMany": Message("Too many questions from one address"),
    "Full": Message("Too many questions at once"),
    "Lost": Message("The question could not be answered"),
}


def fault_data(fault: NimatronError) -> dict[str, Any]:
    """What is known about a fault: a sentence, and where it is or how far the work came."""
    if isinstance(fault, BadText):
        return {"detail": word(fault.message), "text": fault.text[:200], "place": fault.place}
    if isinstance(fault, Limit):
        return {"detail": word(fault.what), "positions": fault.positions, "seconds": round(fault.seconds, 3)}
    if isinstance(fault, UnknownGame):
        return {"detail": word(fault.message), "near": list(fault.near)}
    return {"detail": word_error(fault)}


def problem(status: int, title: Message, data: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """What is wrong, as the asker reads it; the values of `data` may be sentences."""
    told = {"type": "about:blank", "title": title, "status": status, **data}
    with speaking(lang):
        return {name: word(value) if isinstance(value, Message) else value for name, value in told.items()}
