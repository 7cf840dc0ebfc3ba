"""Faults of requests as problem+json (RFC 9457), in the language of the question, each with its status code.

Workers use the data as well, so the libraries of HTTP, which load slowly, are imported only where they are needed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from ..core.errors import BadText, Limit, NimatronError, UnknownGame
from ..core.message import Message, either
from ..show.words import speaking, spoken_or_english, word, word_error
from .arguments import LONG_NUMBER, MISSING, NO_FLAG, NO_NUMBER

if TYPE_CHECKING:
    from fastapi.responses import Response
    from starlette.types import Scope

PROBLEM = "application/problem+json"
"""The media type of an error (RFC 9457)."""

STATUS = {"UnknownGame": 404, "TooMany": 429, "Full": 503, "WorkerLost": 503}
"""All other faults lie in the question: 422."""

ILLEGAL = Message("A move that the rules do not allow")
LIMITED = Message("A limit was reached")
WRONG = Message("A wrong argument")

TITLES = {
    "UnknownGame": Message("No game of this name"),
    "BadText": Message("A text that is not a position"),
    "IllegalPosition": Message("A position that is not part of the game"),
    "IllegalMove": ILLEGAL,
    "Misread": ILLEGAL,
    "Cycle": Message("A game whose positions can repeat"),
    "Limit": LIMITED,
    "Overdue": LIMITED,
    "Overworked": LIMITED,
    "UserCodeError": Message("The rules of this game fail"),
    "TooMany": Message("Too many questions from one address"),
    "Full": Message("Too many questions at once"),
    "WorkerLost": Message("The question could not be answered"),
}


def fault_data(fault: NimatronError) -> dict[str, Any]:
    """The facts about a fault: a sentence, and its place or how far the work came."""
    if isinstance(fault, BadText):
        return {"detail": word(fault.message), "text": fault.text[:200], "place": fault.place}
    if isinstance(fault, Limit):
        return {"detail": word(fault.what), "positions": fault.positions, "seconds": round(fault.seconds, 3)}
    if isinstance(fault, UnknownGame):
        return {"detail": word(fault.message), "near": list(fault.near)}
    return {"detail": word_error(fault)}


def problem(status: int, title: Message, data: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """The body of an error in a language; the values of `data` may be sentences."""
    fields = {"type": "about:blank", "title": title, "status": status, **data}
    with speaking(lang):
        return {name: word(value) if isinstance(value, Message) else value for name, value in fields.items()}


# -- responses of the server -------------------------------------------------------------------------

INVALID = {
    "missing": MISSING,
    "json_invalid": Message("expected a JSON object"),
    "int_parsing": NO_NUMBER,
    "int_parsing_size": LONG_NUMBER,
    "bool_parsing": NO_FLAG,
    "greater_than_equal": Message("expected at least {ge}"),
    "less_than_equal": Message("expected at most {le}"),
    "string_too_short": Message("expected at least {min_length} characters"),
    "string_too_long": Message("expected at most {max_length} characters"),
    "string_pattern_mismatch": Message("expected a text of the form {pattern}"),
    "literal_error": Message("expected {expected}"),
}
"""The sentence about a wrong argument, by pydantic's name for the fault."""


def invalid(error: Mapping[str, Any]) -> Message:
    """The sentence about an argument that a route refuses."""
    sentence, bounds = INVALID.get(error["type"]), dict(error.get("ctx", {}))
    if "expected" in bounds:  # 'product' or 'sum'
        bounds["expected"] = either(re.findall("'(.*?)'", bounds["expected"]) or ["..."])
    reason = Message(sentence.msgid, params=bounds) if sentence else error["msg"]
    return Message("{argument}: {reason}", argument=error["loc"][-1], reason=reason)


def fault_response(kind: str, data: Mapping[str, Any], lang: str, after: int = 1) -> Response:
    """The response to a fault of a worker or a route; the client may ask again `after` this many seconds."""
    status = STATUS.get(kind, 422)
    headers = {"Retry-After": str(after)} if status in (429, 503) else None
    return _response(status, TITLES.get(kind, WRONG), data, lang, headers)


def problem_response(
    status: int, title: Message, detail: Message, lang: str = "en", headers: Mapping[str, str] | None = None
) -> Response:
    """The response to a request that is refused."""
    return _response(status, title, {"detail": detail}, lang, headers)


def _response(
    status: int, title: Message, data: Mapping[str, Any], lang: str, headers: Mapping[str, str] | None
) -> Response:
    from fastapi.responses import JSONResponse

    return JSONResponse(problem(status, title, data, lang), status, headers, media_type=PROBLEM)


def language_of(scope: Scope) -> str:
    """The language that a request asks for, or English if we do not speak it."""
    return spoken_or_english(parse_qs(scope["query_string"].decode("latin-1")).get("lang", ["en"])[-1])


def wanted_language(scope: Scope) -> str:
    """The language of the page for a reader: from the address, else the first one that the browser names."""
    if b"lang=" in scope["query_string"]:
        return language_of(scope)
    header = next((value for name, value in scope["headers"] if name == b"accept-language"), b"")
    # Browsers list languages in order of preference, so the header begins with the first choice.
    return spoken_or_english(header[:2].decode("latin-1").lower())
