"""The table of a Cram search, saved in a folder: after a crash a search continues with all that was saved.

    cram.table       a line of JSON (format, entries, sha256), then two 64-bit numbers for each entry
    cram-wide.table  the same for pieces that need two words: three numbers for each entry
    lock             held by the one process that writes

A file is written to a temporary one, forced to disk and renamed: it is there whole or not at all. Its content is
true for Cram on any board, so one folder serves all of them.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import NimatronError, UsageError
from ...files import write_whole
from ..boards.cramtable import CramTable, PieceTable
from .checkpoint import LONGEST_HEAD
from .lock import locked

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Words = npt.NDArray[np.uint64]

FORMAT = "nimatron.cram/2"

EVERY = 30.0
"""Seconds between two saves: as much work as a crash may cost."""

SHARE = 20
"""The time between two saves is at least this many times as long as a save takes."""

NAMES = {1: "cram.table", 2: "cram-wide.table"}
"""The files, by the number of halves in a word."""

OURS = {"lock"} | {f"{Path(name).stem}.{end}" for name in NAMES.values() for end in ("table", "damaged")}


class CramFolder:
    """A folder that holds a table; `damage` names a file that could not be used.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with CramFolder(folder, CramTable()) as there:
    ...         there.damage
    ''
    """

    def __init__(self, folder: Path | str, table: CramTable) -> None:
        self.folder, self.table, self.damage = Path(folder), table, ""
        self._refuse_others()
        self._lock = locked(self.folder / "lock")
        self._saved, self._pause = time.monotonic(), EVERY
        try:
            for halves, name in NAMES.items():
                self._read(self.folder / name, halves)
        except BaseException:
            self.close()
            raise
        table.after_slice = self.save_sometimes

    def _refuse_others(self) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            there = {path.name for path in self.folder.iterdir()}
        except OSError as fault:
            raise UsageError(
                "no table can be kept in {folder}: {reason}", folder=self.folder, reason=fault.strerror
            ) from fault
        if any(not name.endswith(".part") for name in there - OURS):
            raise UsageError("{folder} holds other files: give a folder that is empty or new", folder=self.folder)

    def _read(self, path: Path, halves: int) -> None:
        import numpy as np

        if not path.exists():
            return
        try:
            with path.open("rb") as file:
                head = file.readline(LONGEST_HEAD)
                raw = file.read()
        except OSError as fault:
            raise UsageError("{path} cannot be read: {reason}", path=path, reason=fault.strerror) from fault
        if head != _head([raw], halves):
            self.damage = path.name
            path.replace(path.with_suffix(".damaged"))
            return
        if len(raw) > self.table.memory:
            raise UsageError("{path} has {size:,} MB: give --memory more than that", path=path, size=len(raw) >> 20)
        self.table.of_words(halves).fill_from(np.frombuffer(raw, "<u8").astype(np.uint64, copy=False))

    def save_sometimes(self) -> None:
        """Save if the last save was long ago."""
        if time.monotonic() - self._saved > self._pause:
            self.save()

    def save(self) -> None:
        """Write all entries."""
        started = time.monotonic()
        try:
            for halves, table in self.table.tables.items():
                write_whole(self.folder / NAMES[halves], chain([_head(_raw(table), halves)], _raw(table)))
        except OSError as fault:
            raise NimatronError(
                "the table cannot be kept in {folder}: {reason}", folder=self.folder, reason=fault.strerror
            ) from fault
        self._saved = time.monotonic()
        self._pause = max(EVERY, SHARE * (self._saved - started))

    def close(self) -> None:
        """Release the lock, so that others may write."""
        self._lock.close()

    def __enter__(self) -> CramFolder:
        return self

    def __exit__(self, *_: object) -> None:
        """Save even if the search was interrupted."""
        try:
            self.save()
        finally:
            self.close()


def _raw(table: PieceTable) -> Iterator[bytes]:
    return (some.astype("<u8", copy=False).tobytes() for some in table.filled())


def _head(parts: Iterable[bytes], halves: int) -> bytes:
    """The first line of a file with these entries."""
    size, digest = 0, sha256()
    for part in parts:
        size += len(part)
        digest.update(part)
    entries = size // (8 * (halves + 1))
    data = {"format": FORMAT, "entries": entries, "bytes": size, "sha256": digest.hexdigest()}
    return json.dumps(data, sort_keys=True).encode() + b"\n"
