"""A nim-sequence saved in a folder, so that a run of many days survives a crash at any moment.

The state of a run is its game and G(0), ..., G(n-1). It is saved in chunks that are only ever added:

    values-000000000000.chunk    a line of JSON (game, start, count, dtype, sha256), then the raw values
    values-000000065536.chunk
    manifest-0.json              which chunks there are, with their sizes and sha256; the last two
    manifest-1.json              generations are kept, written in turn
    lock                         held by the one process that writes

Every file is written to a temporary one, forced to disk and then renamed, so it is there whole or not at all. On
opening, every chunk is checked. A chunk carries its own checksum, and the manifests tell what should be there.
Whatever is lost or damaged, the run continues from the longest good prefix.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import NimatronError, UsageError
from ...files import write_whole
from .folder import LONGEST_HEAD, Folder, Tell
from .lock import Busy

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Values = npt.NDArray[np.unsignedinteger]

__all__ = ["Busy", "Checkpoint", "Chunk"]

CHUNK, RUN = "nimatron.chunk/1", "nimatron.run/1"

DTYPES = ("<u1", "<u2", "<u4", "<u8")

OURS = ("lock", "manifest-*", "values-*", "tail-*", "window-*")


@dataclass(frozen=True)
class Chunk:
    """The first line of a chunk, which holds the values from heap `start` on."""

    game: str
    start: int
    count: int
    dtype: str
    sha256: str
    """The checksum of this line (without the checksum itself) and of the values: no bit can change unnoticed."""

    @property
    def stop(self) -> int:
        return self.start + self.count

    @property
    def file(self) -> str:
        return f"values-{self.start:012}.chunk"


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
        self.chunks: list[Chunk] = []
        self.generation = 0
        super().__init__(folder, tell)

    @property
    def count(self) -> int:
        """How many values are saved."""
        return self.chunks[-1].stop if self.chunks else 0

    def save(self, values: Values) -> None:
        """Save those of `values` that are not saved already."""
        start = self.count
        if len(values) <= start:
            return
        chunk, data = _packed(self.game, start, values[start:])
        try:
            write_whole(self.folder / chunk.file, (_head(chunk), data))
            self.chunks.append(chunk)
            self._write_manifest()
        except OSError as fault:
            raise self.not_kept(fault) from fault

    # -- reading ---------------------------------------------------------------------------------

    def read(self) -> None:
        import numpy as np

        manifests = [m for i in (0, 1) if (m := self._manifest(self.folder / f"manifest-{i}.json"))]
        good = {chunk.start: (chunk, data) for chunk, data in self._good_chunks()}
        self._refuse_other_games([str(m["game"]) for m in manifests] + [chunk.game for chunk, _ in good.values()])
        self.generation = max((int(m["generation"]) for m in manifests), default=0)
        parts = list(self._prefix(good))
        self._miss([name for m in manifests for name in m["chunks"]], good)
        self.values = np.concatenate(parts) if parts else np.zeros(0, np.uint8)

    def _manifest(self, path: Path) -> dict[str, Any] | None:
        """A manifest if it is whole; a damaged one counts as missing."""
        if not path.exists():
            return None
        try:
            raw = path.read_bytes()
            data: dict[str, Any] = json.loads(raw)
            del data["sha256"]
            if data["format"] == RUN and raw == _summed(data):
                return data
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            pass
        self.damage.append(path.name)
        return None

    def _good_chunks(self) -> Iterator[tuple[Chunk, Values]]:
        for path in sorted(self.folder.glob("values-*.chunk")):
            found = _read_chunk(path)
            if found is None or found[0].file != path.name:
                self.set_aside(path)
            else:
                yield found

    def _refuse_others(self, there: list[Path]) -> None:
        if there and not any(path.match(pattern) for path in there for pattern in OURS):
            raise UsageError(
                "{folder} holds other files and no run: give a folder that is empty or new", folder=self.folder
            )

    def _refuse_other_games(self, games: list[str]) -> None:
        for game in games:
            if game != self.game:
                raise UsageError(
                    "{folder} keeps a run of {other}, not of {game}: give another folder",
                    folder=self.folder,
                    other=game,
                    game=self.game,
                )

    def _prefix(self, good: dict[int, tuple[Chunk, Values]]) -> Iterator[Values]:
        """The chunks that follow one another without a gap, from heap 0 on."""
        while self.count in good:
            chunk, data = good[self.count]
            self.chunks.append(chunk)
            yield data

    def _miss(self, names: list[str], good: dict[int, tuple[Chunk, Values]]) -> None:
        here = {chunk.file for chunk, _ in good.values()}
        missing = {*names} - here - {*self.damage}
        # A chunk written again may be longer and replace those behind it: these are not missing.
        self.damage += [name for name in sorted(missing) if _start(name) >= self.count]

    # -- writing ---------------------------------------------------------------------------------

    def _write_manifest(self) -> None:
        self.generation += 1
        chunks = {chunk.file: {**asdict(chunk), "bytes": _size(chunk)} for chunk in self.chunks}
        data = {
            "format": RUN, "game": self.game, "count": self.count, "generation": self.generation, "chunks": chunks,
        }  # fmt: skip
        # The other generation stays untouched, so one of the two is good at any moment.
        write_whole(self.folder / f"manifest-{self.generation % 2}.json", (_summed(data),))


def json_line(data: object) -> bytes:
    """One line, always the same for the same data."""
    return json.dumps(data, sort_keys=True).encode() + b"\n"


def _summed(data: dict[str, Any]) -> bytes:
    """The text of a manifest, including a checksum of the rest."""
    return json_line({**data, "sha256": sha256(json_line(data)).hexdigest()})


def _start(name: str) -> int:
    digits = name.removeprefix("values-").removesuffix(".chunk")
    return int(digits) if digits.isdigit() else 0


# -- chunks --------------------------------------------------------------------------------------


def _packed(game: str, start: int, values: Values) -> tuple[Chunk, memoryview]:
    import numpy as np

    dtype = np.min_scalar_type(int(values.max())).newbyteorder("<")
    data = np.ascontiguousarray(values, dtype=dtype)
    raw = data.data.cast("B")
    chunk = Chunk(game, start, len(data), f"<u{data.itemsize}", "")
    return Chunk(chunk.game, chunk.start, chunk.count, chunk.dtype, _sum(chunk, raw)), raw


def _facts(chunk: Chunk) -> dict[str, object]:
    return {"format": CHUNK, "game": chunk.game, "start": chunk.start, "count": chunk.count, "dtype": chunk.dtype}


def _sum(chunk: Chunk, raw: memoryview | bytes) -> str:
    found = sha256(json_line(_facts(chunk)))
    found.update(raw)
    return found.hexdigest()


def _head(chunk: Chunk) -> bytes:
    return json_line({**_facts(chunk), "sha256": chunk.sha256})


def _size(chunk: Chunk) -> int:
    return len(_head(chunk)) + chunk.count * int(chunk.dtype[2:])


def _read_chunk(path: Path) -> tuple[Chunk, Values] | None:
    """A chunk and its values, if its checksum agrees; else None."""
    try:
        with path.open("rb") as file:
            head = file.readline(LONGEST_HEAD)
            raw = file.read()
        data = json.loads(head)
        chunk = Chunk(data["game"], data["start"], data["count"], data["dtype"], data["sha256"])
    except OSError as fault:  # it may be good: do not set it aside
        raise NimatronError("{path} cannot be read: {reason}", path=path, reason=fault.strerror) from fault
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    # Compare the line byte by byte: a checksum of its meaning would accept other spellings of the same JSON.
    if head != _head(chunk) or chunk.dtype not in DTYPES or _sum(chunk, raw) != chunk.sha256:
        return None
    return (chunk, unpacked(raw, chunk.dtype)) if chunk.count and len(head) + len(raw) == _size(chunk) else None


def unpacked(raw: bytes, dtype: str) -> Values:
    """Values as they were written."""
    import numpy as np

    values: Values = np.frombuffer(raw, dtype)
    return values.astype(values.dtype.newbyteorder("="), copy=False)
