"""One question answered, whatever happens: data, or what is known about the fault. Workers and browsers share it."""

from __future__ import annotations

import json
from typing import Any

from ..errors import Limit, NimatronError
from ..present.words import tr
from .answers import ANSWERS, Asked
from .faults import fault_data


def answered(ask: str, arguments: dict[str, Any], asked: Asked) -> tuple[str, bytes]:
    """(kind of fault, the data or what is known about the fault, as JSON)."""
    try:
        return "", as_json(ANSWERS[ask](asked, **arguments))
    except Limit as fault:
        asked.limited = True
        return "Limit", as_json(fault_data(fault))
    except NimatronError as fault:
        return type(fault).__name__, as_json(fault_data(fault))
    except (MemoryError, RecursionError) as fault:
        asked.limited = True
        detail = tr("the limit of memory is reached ({kind})", kind=type(fault).__name__)
        return "Limit", as_json({"detail": detail})
    except Exception as fault:  # a user's own game may raise anything
        return "UserCodeError", as_json({"detail": f"{type(fault).__name__}: {fault}"})


def as_json(data: Any) -> bytes:
    """Data as JSON; bytes, such as an image, stay as they are."""
    if isinstance(data, bytes):
        return data
    # A user's own game may write half a surrogate pair, which UTF-8 cannot hold.
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")
