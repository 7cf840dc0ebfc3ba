"""What is known about a fault, as data. Workers use it, so it knows nothing of HTTP, whose libraries load slowly."""

from __future__ import annotations

from typing import Any

from ..errors import BadText, Limit, NimatronError, UnknownGame
from ..present.words import word, word_error


def fault_data(fault: NimatronError) -> dict[str, Any]:
    """What is known about a fault: a sentence, and where it is or how far the work came."""
    if isinstance(fault, BadText):
        return {"detail": word(fault.message), "text": fault.text[:200], "place": fault.place}
    if isinstance(fault, Limit):
        return {"detail": word(fault.what), "positions": fault.positions, "seconds": round(fault.seconds, 3)}
    if isinstance(fault, UnknownGame):
        return {"detail": word(fault.message), "near": list(fault.near)}
    return {"detail": word_error(fault)}
