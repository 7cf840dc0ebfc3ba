"""The values that come with the program: proofs of who wins up to eleven spots, and all lands of play from five."""

from __future__ import annotations

import zlib
from functools import cache
from pathlib import Path

from ...core.errors import NimatronError

TABLE = Path(__file__).with_name("values.zlib")
"""Lands of the proofs, then the others: a line of lands for each value. `scripts/sprouts_table.py` makes it."""

Values = dict[str, int]


def pack(proofs: Values, others: Values) -> bytes:
    """A table as it is written."""
    return zlib.compress("\n\n".join(map(_lines, (proofs, others))).encode(), 9)


def _lines(values: Values) -> str:
    of_value = ([land for land in values if values[land] == n] for n in range(max(values.values()) + 1))
    return "\n".join(";".join(sorted(lands)) for lands in of_value)


def unpack(data: bytes) -> tuple[Values, Values]:
    """The table that was written; an error if it is damaged."""
    try:
        proofs, others = zlib.decompress(data).decode().split("\n\n")
    except (zlib.error, ValueError):
        raise NimatronError("the table of Sprouts is damaged: install Nimatron again") from None
    return _values(proofs), _values(others)


def _values(lines: str) -> Values:
    return {land: value for value, lands in enumerate(lines.split("\n")) for land in lands.split(";") if land}


@cache
def _tables() -> tuple[Values, Values]:
    return unpack(TABLE.read_bytes())


def known_values() -> Values:
    """The values of all these lands."""
    proofs, others = _tables()
    return proofs | others


def proof_values() -> Values:
    """The values of few lands, which show who wins up to eleven spots."""
    return dict(_tables()[0])
