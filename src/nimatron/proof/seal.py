"""Certificates as files: sealed with a checksum, and read with suspicion."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import os
import stat
import zlib
from collections.abc import Mapping, Sequence
from io import BufferedReader
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.errors import NimatronError, reason_of
from ..core.message import Number
from .verdict import CheckBudget

if TYPE_CHECKING:
    from ..core.array_types import Values

SCHEMA = "nimatron.certificate/1"

LARGEST_FILE = 64 << 20
"""The most bytes of JSON that are read."""

MOST_ITEMS = 4_000_000
"""The most values in the JSON. Python takes about a second to read them, and half a gigabyte to hold them."""

LARGEST_INSIDE = 64 << 20
"""The most bytes that the values inside a certificate may unpack to. A short text can promise gigabytes."""

LARGEST_BESIDE = 1 << 34
"""The most bytes of values in a file beside a certificate."""

CHUNK = 1 << 20
"""How many bytes of a file beside a certificate are read at a time."""

LARGEST_NUMBER = 1 << 40
"""The largest number in a field, small enough that 64-bit sums of values and saltus cannot overflow."""

TYPES = {"u1": 1, "u2": 2, "u4": 4}
"""The types of stored values, with the bytes that each takes."""


class Unreadable(NimatronError):
    """Not a certificate, or a damaged one: nothing can be said about its claim."""


# -- checksum ----------------------------------------------------------------------------------


def checksum(data: Mapping[str, Any]) -> str:
    """SHA-256 of all fields but the checksum itself, as canonical JSON."""
    rest = {key: value for key, value in data.items() if key != "sha256"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def seal(data: Mapping[str, Any]) -> dict[str, Any]:
    """`data` with the schema first and the checksum last."""
    whole = {"schema": SCHEMA, **{key: value for key, value in data.items() if key not in ("schema", "sha256")}}
    return {**whole, "sha256": checksum(whole)}


def check_seal(data: object) -> Mapping[str, Any]:
    """`data` itself, if it is a certificate whose checksum is right; otherwise Unreadable."""
    # The checksum finds damage, not lies: whoever writes a false claim can seal it too. The checkers find those.
    if not isinstance(data, Mapping) or not all(isinstance(key, str) for key in data):
        raise Unreadable("not a certificate: expected a JSON object")
    if data.get("schema") != SCHEMA:
        raise Unreadable(
            "not a certificate: expected the schema {expected}, not {found}",
            expected=SCHEMA,
            found=brief(data.get("schema")),
        )
    try:
        good = data.get("sha256") == checksum(data)
    except (TypeError, ValueError, RecursionError) as fault:
        raise Unreadable("not a certificate: {fault}", fault=brief(fault)) from None
    if not good:
        raise Unreadable("the certificate is damaged: its checksum does not match")
    return data


# -- fields ------------------------------------------------------------------------------------


def printable(thing: str) -> str:
    """A text from a file, cut short and made printable: it may hold control codes meant for the terminal."""
    plain = thing[:200].encode("ascii", "backslashreplace").decode()
    plain = "".join(letter if letter.isprintable() else "?" for letter in plain)
    return plain if len(thing) == len(plain) <= 80 else plain[:77] + "..."


def brief(thing: object) -> str:
    """Anything from a file, in a form fit for a message."""
    return printable(str(thing) if isinstance(thing, BaseException) else repr(thing))


def integer(data: Mapping[str, Any], key: str, low: int = 0) -> int:
    """The field `key`, a whole number of reasonable size."""
    value = data.get(key)
    # Not isinstance: True is an int to Python, but not a number in JSON.
    if type(value) is not int or not low <= value <= LARGEST_NUMBER:
        raise Unreadable(
            "the field {key} must be a whole number from {low} to 2^40, not {value}",
            key=key,
            low=low,
            value=brief(value),
        )
    return value


def text(data: Mapping[str, Any], key: str) -> str:
    """The field `key`, a text."""
    value = data.get(key)
    if not isinstance(value, str):
        raise Unreadable("the field {key} must be text, not {value}", key=key, value=brief(value))
    return value


def items(data: Mapping[str, Any], key: str) -> Sequence[Any]:
    """The field `key`, a list."""
    value = data.get(key)
    if not isinstance(value, list):
        raise Unreadable("the field {key} must be a list, not {value}", key=key, value=brief(value))
    return value


# -- reading -----------------------------------------------------------------------------------


def read(path: str | os.PathLike[str]) -> Mapping[str, Any]:
    """The certificate in a file; Unreadable if there is none."""
    content = _bytes(Path(path))
    if not is_small(content):
        raise Unreadable(
            "{path} is larger than {most} MB or {items} values",
            path=path,
            most=LARGEST_FILE >> 20,
            items=Number(MOST_ITEMS),
        )
    try:
        data = json.loads(content, object_pairs_hook=_fields, parse_float=_no_float, parse_constant=_no_float)
    except json.JSONDecodeError as fault:
        raise Unreadable(
            "not a certificate: line {line}, column {column} is not JSON", line=fault.lineno, column=fault.colno
        ) from None
    except (ValueError, RecursionError) as fault:  # bad UTF-8 and numbers of thousands of digits are ValueErrors too
        raise Unreadable("not a certificate: {fault}", fault=brief(fault)) from None
    return check_seal(data)


def is_small(content: bytes) -> bool:
    """Can this JSON be read in little time and memory?"""
    # An upper bound: every value but one stands behind one of these, though not every one of these is before a value.
    return len(content) <= LARGEST_FILE and sum(map(content.count, (b"[", b"{", b",", b":"))) <= MOST_ITEMS


def _bytes(path: Path) -> bytes:
    try:
        with _open_file(path) as file:
            content = file.read(LARGEST_FILE + 1)  # one byte more tells a file that is too large
    except (OSError, ValueError) as fault:
        raise Unreadable("cannot read {path}: {reason}", path=path, reason=reason_of(fault)) from None
    return content


def _open_file(path: Path, *flags: str) -> BufferedReader:
    """A regular file, opened: a pipe or a device could keep us waiting, or never end."""
    wanted = (
        "O_NONBLOCK",
        "O_CLOEXEC",
        "O_NOCTTY",
        "O_BINARY",
        *flags,
    )  # which of them there are depends on the system
    handle = os.open(path, os.O_RDONLY | sum({getattr(os, flag, 0) for flag in wanted}))
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise Unreadable("{path} is not an ordinary file", path=path)
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def _fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    # When two fields have the same name, another program may read the other one.
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a field occurs twice")
    return dict(pairs)


def _no_float(number: str) -> float:
    raise ValueError(f"a certificate has whole numbers only, not {number[:20]}")


# -- values ------------------------------------------------------------------------------------


def pack_values(values: Values) -> dict[str, str]:
    """The field `values`: of the smallest type that holds them, little-endian, compressed."""
    import numpy as np

    size = np.min_scalar_type(int(values.max(initial=0))).itemsize
    kind = f"u{size}"
    if kind not in TYPES:
        raise NimatronError("values beyond 2^32 cannot be written")
    raw = np.ascontiguousarray(values, dtype=f"<{kind}").tobytes()
    return {"type": kind, "zlib": base64.b64encode(zlib.compress(raw)).decode()}


def unpack_values(data: Mapping[str, Any], count: int, folder: Path | None, work: CheckBudget) -> Values:
    """The `count` values of a certificate that lies in `folder`."""
    import numpy as np

    field = data.get("values")
    if not isinstance(field, Mapping) or field.get("type") not in (*TYPES,):  # a list has no hash
        raise Unreadable("the field values must name a type, u1, u2 or u4, not {field}", field=brief(field))
    size = count * TYPES[field["type"]]
    kind = np.dtype(f"<{field['type']}")
    if size > (LARGEST_BESIDE if "file" in field else LARGEST_INSIDE):
        raise Unreadable("{size} bytes of values are too many", size=Number(size))
    work.room(size)
    if "file" not in field:
        return np.frombuffer(unzip(text(field, "zlib"), size), kind)
    name, content = text(field, "file"), np.zeros(size, dtype="u1")
    if _read_beside(name, folder, content.data, work) != field.get("sha256"):
        raise Unreadable("{name} is damaged: its checksum does not match", name=brief(name))
    return content.view(kind)


def unzip(encoded: str, size: int) -> bytes:
    """Exactly `size` bytes. Never more are unpacked, whatever the text promises."""
    try:
        unzip = zlib.decompressobj()
        # One byte more than expected is enough to detect a text that unpacks to more.
        raw = unzip.decompress(base64.b64decode(encoded, validate=True), size + 1)
    except (binascii.Error, zlib.error, ValueError) as fault:
        raise Unreadable("the values cannot be unpacked: {fault}", fault=brief(fault)) from None
    if len(raw) != size or not unzip.eof or unzip.unused_data:
        raise Unreadable("the values do not fill {size} bytes exactly", size=Number(size))
    return raw


def _read_beside(name: str, folder: Path | None, content: memoryview, work: CheckBudget) -> str:
    """Read the file `name` beside the certificate, which must fill `content` exactly; returns its checksum."""
    # Read, not mapped: a mapped file could be changed, or cut short, while it is checked.
    path, size, digest, place = _beside(name, folder), len(content), hashlib.sha256(), 0
    fault = Unreadable(
        "expected a file {name} of {size} bytes beside the certificate", name=brief(name), size=Number(size)
    )
    try:
        # A symbolic link could lead to a file outside of the folder.
        with _open_file(path, "O_NOFOLLOW") as file:
            if os.fstat(file.fileno()).st_size != size:
                raise fault
            while place < size:
                work.look()
                count = file.readinto(content[place : place + CHUNK])
                if not count:
                    raise fault
                digest.update(content[place : place + count])
                place += count
    except (OSError, ValueError):
        raise fault from None
    return digest.hexdigest()


def _beside(name: str, folder: Path | None) -> Path:
    """Only a plain name is accepted, which leads to no other folder."""
    plain = name.isprintable() and not name.startswith(".") and not set(name) & set('/\\:*?"<>|')
    if not plain or not name or len(name) > 200:
        raise Unreadable("the values must be in a file beside the certificate, not {name}", name=brief(name))
    if folder is None:
        raise Unreadable("the values are in another file: verify the file of the certificate")
    return folder / name
