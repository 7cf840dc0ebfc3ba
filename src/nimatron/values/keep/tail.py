"""The end of a run that keeps only its beginning and its end, saved beside the chunks of a checkpoint.

    tail-0.chunk    a line of JSON (game, notes on the values between, sha256), then the raw values;
    tail-1.chunk    the last two generations are kept, written in turn
    window-000004294967296.chunk    the same for windows: the values before some heaps on the way

The beginning is in the chunks themselves (see `checkpoint`).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from ...errors import NimatronError
from ...files import remove, write_whole
from .checkpoint import DTYPES, Checkpoint, json_line, unpacked

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    import numpy.typing as npt

    Values = npt.NDArray[np.unsignedinteger]

TAIL = "nimatron.tail/1"


@dataclass(frozen=True)
class Tail:
    """The last of `known` values, and notes on all of them; plain data only."""

    front: int
    known: int
    values: Values
    notes: dict[str, Any]


def save_tail(checkpoint: Checkpoint, tail: Tail) -> None:
    """Write the next generation over the older one; the newer one stays untouched."""
    try:
        known = [_known(_facts(_path(checkpoint, number), checkpoint.game)) for number in (0, 1)]
        if max(known) != tail.known:
            older = known.index(min(known))
            write_whole(_path(checkpoint, older), _packed(checkpoint.game, tail))
    except OSError as fault:
        raise checkpoint.not_kept(fault) from fault


def save_windows(checkpoint: Checkpoint, windows: dict[int, Tail]) -> None:
    """Let the folder have exactly these windows."""
    there = {_place(path): path for path in _window_paths(checkpoint)}
    try:
        for known in sorted(windows.keys() - there.keys()):
            path = checkpoint.folder / f"window-{known:015}.chunk"
            write_whole(path, _packed(checkpoint.game, windows[known]))
        for known in there.keys() - windows.keys():
            remove(there[known])
    except OSError as fault:
        raise checkpoint.not_kept(fault) from fault


def load_windows(checkpoint: Checkpoint) -> dict[int, Tail]:
    """All windows that are whole, by the heap that they lead to; a damaged one is noted and set aside."""
    found = {}
    for path in _window_paths(checkpoint):
        tail = _whole(checkpoint, path)
        if tail and tail.known == _place(path):
            found[tail.known] = tail
    return found


def _window_paths(checkpoint: Checkpoint) -> list[Path]:
    return sorted(checkpoint.folder.glob("window-*.chunk"))


def _place(path: Path) -> int:
    digits = path.stem.removeprefix("window-")
    return int(digits) if digits.isdigit() else -1


def load_tail(checkpoint: Checkpoint) -> Tail | None:
    """The newest tail that is whole; a damaged one is noted and set aside."""
    paths = [path for number in (0, 1) if (path := _path(checkpoint, number)).exists()]
    found = [tail for path in paths if (tail := _whole(checkpoint, path))]
    return max(found, key=lambda tail: tail.known, default=None)


def _whole(checkpoint: Checkpoint, path: Path) -> Tail | None:
    try:
        facts = _facts(path, checkpoint.game)
        tail = facts and _read(path, facts)
    except OSError as fault:  # it may be good: do not set it aside
        raise NimatronError("{path} cannot be read: {reason}", path=path, reason=fault.strerror) from fault
    if not tail:
        checkpoint.set_aside(path)
        return None
    return tail


def _packed(game: str, tail: Tail) -> tuple[bytes, memoryview]:
    import numpy as np

    raw = np.ascontiguousarray(tail.values, dtype=tail.values.dtype.newbyteorder("<")).data.cast("B")
    facts = {
        "format": TAIL, "game": game, "front": tail.front, "known": tail.known,
        "count": len(tail.values), "dtype": f"<u{tail.values.itemsize}", "notes": tail.notes,
    }  # fmt: skip
    return _summed(facts, raw), raw


def _known(facts: dict[str, Any] | None) -> int:
    return -1 if facts is None else int(facts["known"])


def _path(checkpoint: Checkpoint, number: int) -> Path:
    return checkpoint.folder / f"tail-{number}.chunk"


def _summed(facts: dict[str, Any], raw: memoryview | bytes) -> bytes:
    found = sha256(json_line(facts))
    found.update(raw)
    return json_line({**facts, "sha256": found.hexdigest()})


def _facts(path: Path, game: str) -> dict[str, Any] | None:
    try:
        with path.open("rb") as file:
            facts: dict[str, Any] = json.loads(file.readline())
        return facts if facts["format"] == TAIL and facts["game"] == game and int(facts["known"]) >= 0 else None
    except (FileNotFoundError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _read(path: Path, facts: dict[str, Any]) -> Tail | None:
    """The values after the first line, if nothing has changed since they were written."""
    with path.open("rb") as file:
        head = file.readline()
        raw = file.read()
    plain = {key: value for key, value in facts.items() if key != "sha256"}
    if head != _summed(plain, raw) or plain["dtype"] not in DTYPES:
        return None
    return Tail(plain["front"], plain["known"], unpacked(raw, plain["dtype"]), plain["notes"])
