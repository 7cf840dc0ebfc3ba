"""Writes certificates to files, each of them whole or not at all."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..core.errors import NimatronError
from ..core.files import remove, write_file
from ..core.message import Number
from .seal import LARGEST_FILE, LARGEST_INSIDE, MOST_ITEMS, TYPES, integer, is_small, seal, unzip

INSIDE = 5 << 20
"""Values that take more bytes than this when compressed go to a file of their own."""


def write(certificate: Mapping[str, Any], path: str | os.PathLike[str]) -> Path:
    """Write a certificate whole or not at all; values too large for it go to a file `NAME....values` beside it."""
    path = Path(path)
    data = dict(certificate)
    raw = _outside(data)
    if raw is None:
        write_file(path, [text(data).encode()])
        return path
    digest = hashlib.sha256(raw).hexdigest()
    # Named by its content, so that an old certificate keeps its own values until it is itself replaced.
    beside = path.with_name(f"{path.name}.{digest[:12]}.values")
    data["values"] = {"type": data["values"]["type"], "file": beside.name, "sha256": digest}
    # A file that was there before belongs to another certificate, and must survive a failure.
    was_there = beside.exists()
    try:
        write_file(beside, [raw])
        write_file(path, [text(data).encode()])
    except BaseException:
        with suppress(OSError):
            if not was_there and not _names(path, beside.name):
                remove(beside)
        raise
    return path


def _names(path: Path, file: str) -> bool:
    """Is there a certificate that names this file? It may be in its place although something failed after that."""
    return path.exists() and file.encode() in path.read_bytes()


def text(certificate: Mapping[str, Any]) -> str:
    """A certificate as it is written."""
    data = seal({key: value for key, value in certificate.items() if key != "sha256"})
    # One field per line: neither one endless line nor a line for every number.
    lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in data.items())
    content = f"{{\n{lines}\n}}\n"
    if not is_small(content.encode()):
        raise NimatronError(
            "the certificate would be larger than {most} MB or {items} values, the limit for checking",
            most=LARGEST_FILE >> 20,
            items=Number(MOST_ITEMS),
        )
    return content


def _outside(data: Mapping[str, Any]) -> bytes | None:
    """The values that are too large to stand inside the certificate."""
    field = data.get("values", {})
    if data.get("claim") != "period" or "zlib" not in field:
        return None
    size = integer(data, "computed") * TYPES[field["type"]]
    # Base64 writes 3 bytes as 4 characters.
    if len(field["zlib"]) <= INSIDE * 4 // 3 and size <= LARGEST_INSIDE:
        return None
    return unzip(field["zlib"], size)
