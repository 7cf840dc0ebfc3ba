"""A nim-sequence saved in a folder, so that a run of many days survives a crash at any moment.

The state of a run is its game and G(0), ..., G(n-1). It is saved in chunks that are only ever added:

    values-000000000000.chunk    the values from heap 0 on
    values-000000065536.chunk    those that were added later
    lock                         held by the one process that writes

A run that knows only its beginning and its end saves its end, and values before some heaps on the way, beside them:

    tail-0.chunk                 the last values, with notes on the values between; the last two generations
    tail-1.chunk
    window-000004294967296.chunk    the values before this heap

A chunk is a line of JSON with a checksum of the line and of the rest, and then the raw values. Every file is written to
a temporary one, forced to disk and then renamed, so it is there whole or not at all. On opening, every chunk is
checked. Whatever is lost or damaged, the run continues from the longest good prefix.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...core.errors import NimatronError, UsageError
from ...core.files import remove, write_whole
from .work_folder import LONGEST_HEAD, Folder, Tell

if TYPE_CHECKING:
    from ...core.array_types import Values


CHUNK, TAIL = "nimatron.chunk/1", "nimatron.tail/1"

DTYPES = ("<u1", "<u2", "<u4", "<u8")

OURS = ("lock", "manifest-*", "values-*", "tail-*", "window-*")


# -- files of values -----------------------------------------------------------------------------


def json_line(data: object) -> bytes:
    """One line, always the same for the same data."""
    return json.dumps(data, sort_keys=True).encode() + b"\n"


def seal_line(facts: dict[str, Any], raw: memoryview | bytes = b"") -> bytes:
    """The first line of a file: facts, and a checksum of them and of the rest, so no bit can change unnoticed."""
    checksum = sha256(json_line(facts))
    checksum.update(raw)
    return json_line({**facts, "sha256": checksum.hexdigest()})


def pack(facts: dict[str, Any], values: Values) -> tuple[bytes, memoryview]:
    """The content of a file of values in two pieces."""
    import numpy as np

    data = np.ascontiguousarray(values, dtype=values.dtype.newbyteorder("<"))
    raw = data.data.cast("B")
    return seal_line({**facts, "count": len(data), "dtype": f"<u{data.itemsize}"}, raw), raw


def unpack(path: Path, format: str) -> tuple[dict[str, Any], Values] | None:
    """The facts and the values of a file; None if its checksum does not agree."""
    import numpy as np

    with path.open("rb") as file:
        head, raw = file.readline(LONGEST_HEAD), file.read()
    try:
        facts = json.loads(head)
        checksum = facts.pop("sha256")
        # Compare the line byte by byte: a checksum of its meaning would accept other spellings of the same JSON.
        if facts["format"] != format or facts["dtype"] not in DTYPES or head != seal_line(facts, raw):
            return None
        values: Values = np.frombuffer(raw, facts["dtype"])
        if len(values) != facts["count"]:
            return None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return {**facts, "sha256": checksum}, values.astype(values.dtype.newbyteorder("="), copy=False)


# -- the values from heap 0 on -------------------------------------------------------------------


class Checkpoint(Folder):
    """The run of `game` in `folder`, open for writing; `values` has what was saved there.

    >>> from tempfile import TemporaryDirectory
    >>> import numpy as np
    >>> with TemporaryDirectory() as folder:
    ...     with Checkpoint(folder, "octal{0.77}") as kept:
    ...         kept.save(np.array([0, 1, 2, 3], np.uint8))
    ...     with Checkpoint(folder, "octal{0.77}") as kept:
    ...         kept.values.tolist()
    [0, 1, 2, 3]
    """

    values: Values

    def __init__(self, folder: Path | str, game: str, tell: Tell | None = None) -> None:
        self.game = game
        self.count = 0
        """How many values are saved."""
        super().__init__(folder, tell)

    def save(self, values: Values) -> None:
        """Save those of `values` that are not saved already."""
        import numpy as np

        start = self.count
        if len(values) <= start:
            return
        new = values[start:]
        smallest = new.astype(np.min_scalar_type(int(new.max())), copy=False)
        try:
            pieces = pack({"format": CHUNK, "game": self.game, "start": start}, smallest)
            write_whole(self.folder / _chunk_file(start), pieces)
        except OSError as fault:
            raise self.write_fault(fault) from fault
        self.count = len(values)

    # -- reading ---------------------------------------------------------------------------------

    def read(self) -> None:
        import numpy as np

        good = dict(self._good_chunks())
        parts = list(self._prefix(good))
        # No list says which chunks there were, but a chunk or a tail behind a gap does.
        is_lost = max(good, default=0) > self.count or (not good and any(path.exists() for path in _tail_paths(self)))
        if is_lost and (lost := _chunk_file(self.count)) not in self.damage:
            self.damage.append(lost)
        self.values = np.concatenate(parts) if parts else np.zeros(0, np.uint8)

    def _good_chunks(self) -> Iterator[tuple[int, Values]]:
        """The values of each chunk that is whole, by their first heap; all others are set aside."""
        for path in sorted(self.folder.glob("values-*.chunk")):
            found = self.load(path, CHUNK)
            if found and len(found[1]) and path.name == _chunk_file(found[0]["start"]):
                self._refuse_another(found[0]["game"])
                yield found[0]["start"], found[1]
            else:
                self.set_aside(path)

    def load(self, path: Path, format: str) -> tuple[dict[str, Any], Values] | None:
        """The facts and the values of a file in this folder; None if it is damaged."""
        try:
            return unpack(path, format)
        except OSError as fault:  # the file may be good: do not set it aside
            raise NimatronError("{path} cannot be read: {reason}", path=path, reason=fault.strerror) from fault

    def _refuse_others(self, there: list[Path]) -> None:
        if there and not any(path.match(pattern) for path in there for pattern in OURS):
            raise UsageError(
                "{folder} contains other files but no run: give an empty or new folder", folder=self.folder
            )

    def _refuse_another(self, game: str) -> None:
        if game != self.game:
            raise UsageError(
                "{folder} contains a run of {other}, not of {game}: give another folder",
                folder=self.folder,
                other=game,
                game=self.game,
            )

    def _prefix(self, good: dict[int, Values]) -> Iterator[Values]:
        """The chunks that follow one another without a gap, from heap 0 on."""
        while (values := good.get(self.count)) is not None:
            self.count += len(values)
            yield values


def _chunk_file(start: int) -> str:
    return f"values-{start:012}.chunk"


# -- the end of a run ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Tail:
    """The last of `known` values, and notes on all of them; plain data only."""

    front: int
    known: int
    values: Values
    notes: dict[str, Any]

    def pack(self, game: str) -> tuple[bytes, memoryview]:
        """The content of its file."""
        facts = {"format": TAIL, "game": game, "front": self.front, "known": self.known, "notes": self.notes}
        return pack(facts, self.values)


def save_tail(checkpoint: Checkpoint, tail: Tail) -> None:
    """Write the next generation over the older one; the newer one stays untouched."""
    paths = _tail_paths(checkpoint)
    try:
        found = [_tail(checkpoint.game, unpack(path, TAIL) if path.exists() else None) for path in paths]
        known = [-1 if one is None else one.known for one in found]
        if max(known) != tail.known:
            write_whole(paths[known.index(min(known))], tail.pack(checkpoint.game))
    except OSError as fault:
        raise checkpoint.write_fault(fault) from fault


def load_tail(checkpoint: Checkpoint) -> Tail | None:
    """The newest tail that is whole; a damaged one is set aside."""
    found = [tail for path in _tail_paths(checkpoint) if path.exists() and (tail := _whole(checkpoint, path))]
    return max(found, key=lambda tail: tail.known, default=None)


def save_windows(checkpoint: Checkpoint, windows: dict[int, Tail]) -> None:
    """Let the folder have exactly these windows."""
    there = {_place(path): path for path in _window_paths(checkpoint)}
    try:
        # New windows first: a crash in between leaves too many files, never too few.
        for known in sorted(windows.keys() - there.keys()):
            write_whole(checkpoint.folder / f"window-{known:015}.chunk", windows[known].pack(checkpoint.game))
        for known in there.keys() - windows.keys():
            remove(there[known])
    except OSError as fault:
        raise checkpoint.write_fault(fault) from fault


def load_windows(checkpoint: Checkpoint) -> dict[int, Tail]:
    """All windows that are whole, by the heap that they lead to; a damaged one is set aside."""
    found = {}
    for path in _window_paths(checkpoint):
        tail = _whole(checkpoint, path)
        if tail and tail.known == _place(path):
            found[tail.known] = tail
    return found


def _tail_paths(checkpoint: Checkpoint) -> list[Path]:
    return [checkpoint.folder / f"tail-{number}.chunk" for number in (0, 1)]


def _window_paths(checkpoint: Checkpoint) -> list[Path]:
    return sorted(checkpoint.folder.glob("window-*.chunk"))


def _place(path: Path) -> int:
    digits = path.stem.removeprefix("window-")
    return int(digits) if digits.isdigit() else -1


def _whole(checkpoint: Checkpoint, path: Path) -> Tail | None:
    tail = _tail(checkpoint.game, checkpoint.load(path, TAIL))
    if tail is None:
        checkpoint.set_aside(path)
    return tail


def _tail(game: str, found: tuple[dict[str, Any], Values] | None) -> Tail | None:
    """The tail of a game in the content of a file."""
    if found is None or found[0]["game"] != game:
        return None
    facts, values = found
    return Tail(facts["front"], facts["known"], values, facts["notes"])
