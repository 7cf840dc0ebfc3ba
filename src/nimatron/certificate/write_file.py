"""Writes certificates to files, each of them whole or not at all."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..errors import NimatronError
from ..files import write_file
from .files import LARGEST_FILE, LARGEST_INSIDE, TYPES, integer, seal, unzipped

INSIDE = 5 << 20
"""Values that take more bytes than this when compressed go to a file of their own."""


def write(certificate: Mapping[str, Any], path: str | os.PathLike[str]) -> Path:
    """Write a certificate whole or not at all; values too large for it go to a file `NAME....values` beside it."""
    path = Path(path)
    data = {key: value for key, value in certificate.items() if key != "sha256"}
    if data.get("claim") == "period":
        data["values"] = _placed(data["values"], integer(data, "computed"), path)
    data = seal(data)
    # One field per line: neither one endless line nor a line for every number.
    lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in data.items())
    content = f"{{\n{lines}\n}}\n".encode()
    if len(content) > LARGEST_FILE:
        raise NimatronError(
            "the certificate would be larger than {largest} MB, which nobody reads", largest=LARGEST_FILE >> 20
        )
    write_file(path, [content])
    return path


def _placed(field: Mapping[str, str], count: int, path: Path) -> Mapping[str, str]:
    """The values inside the certificate, or in a file of their own."""
    size = count * TYPES[field["type"]]
    if "zlib" not in field or (len(field["zlib"]) <= INSIDE * 4 // 3 and size <= LARGEST_INSIDE):
        return field
    raw = unzipped(field["zlib"], size)
    digest = hashlib.sha256(raw).hexdigest()
    # Named by its content, so that an old certificate keeps its own values until it is itself replaced.
    beside = path.with_name(f"{path.name}.{digest[:12]}.values")
    write_file(beside, [raw])
    return {"type": field["type"], "file": beside.name, "sha256": digest}
