"""How errors become status codes, in one place; bodies are problem+json (RFC 9457), in the language of the question."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs

from fastapi.responses import JSONResponse, Response
from starlette.types import Scope

from ..message import Message, either
from ..present.words import languages
from .arguments import LONG_NUMBER, MISSING, NO_FLAG, NO_NUMBER
from .faults import PROBLEM, STATUS, TITLES, WRONG, problem

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
"""What is wrong with an argument, by pydantic's name for the fault."""


def invalid(error: Mapping[str, Any]) -> Message:
    """What is wrong with an argument that a route refuses."""
    known, given = INVALID.get(error["type"]), dict(error.get("ctx", {}))
    if "expected" in given:  # 'product' or 'sum'
        given["expected"] = either(re.findall("'(.*?)'", given["expected"]) or ["..."])
    reason = Message(known.msgid, params=given) if known else error["msg"]
    return Message("{argument}: {reason}", argument=error["loc"][-1], reason=reason)


def fault_response(kind: str, data: Mapping[str, Any], lang: str, after: int = 1) -> Response:
    """The response to a fault that a worker or a route reports; `after` so many seconds it may be gone."""
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
    return JSONResponse(problem(status, title, data, lang), status, headers, media_type=PROBLEM)


def language_of(scope: Scope) -> str:
    """The language that a request asks for, or English if we do not speak it."""
    asked = parse_qs(scope["query_string"].decode("latin-1")).get("lang", ["en"])[-1]
    return asked if asked in languages() else "en"


def wanted_language(scope: Scope) -> str:
    """The language in which a reader wants the page: of the address, else the one that the browser names first."""
    if b"lang=" in scope["query_string"]:
        return language_of(scope)
    said = next((value for name, value in scope["headers"] if name == b"accept-language"), b"")
    first = said[:2].decode("latin-1").lower()
    return first if first in languages() else "en"
