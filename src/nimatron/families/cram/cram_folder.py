"""The table of a Cram search, saved in a folder: after a crash a search continues with all that was saved.

    cram.table       a line of JSON (format, entries, sha256 of the rest), then two 64-bit numbers for each entry
    cram-wide.table  the same for pieces that need two words: three numbers for each entry
    lock             held by the one process that writes

Its content is true for Cram on any board, so one folder serves all of them. What was found quickly is left out.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from hashlib import sha256
from itertools import chain
from pathlib import Path

from ...core.errors import NimatronError, UsageError
from ...core.files import write_whole
from ...core.message import Number
from ...solve.store.work_folder import LONGEST_HEAD, Folder, Tell
from .table_search import CramTable, PieceTable

FORMAT = "nimatron.cram/3"

NAMES = {1: "cram.table", 2: "cram-wide.table"}
"""The files, by the number of halves in a word."""

EVERY = 30.0
"""Seconds between two saves of a table: as much work as a crash may cost."""

SHARE = 20
"""The time between two saves is at least this many times as long as a save takes."""


class CramFolder(Folder):
    """A folder that holds a table.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with CramFolder(folder, CramTable()) as there:
    ...         there.damage
    []
    """

    def __init__(self, folder: Path | str, table: CramTable, tell: Tell | None = None) -> None:
        self.table = table
        self._saved, self._pause = time.monotonic(), EVERY
        super().__init__(folder, tell)
        table.after_slice = self._save_sometimes

    def _refuse_others(self, there: list[Path]) -> None:
        ours = {"lock", *NAMES.values(), *(Path(name).with_suffix(".damaged").name for name in NAMES.values())}
        if any(path.name not in ours and path.suffix != ".part" for path in there):
            raise UsageError("{folder} contains other files: give an empty or new folder", folder=self.folder)

    def read(self) -> None:
        import numpy as np

        for halves, name in NAMES.items():
            raw = self._content(halves, self.folder / name)
            if raw is None:
                continue
            if len(raw) > self.table.memory:
                raise UsageError(
                    "{path} has {size} MB: raise --memory above that",
                    path=self.folder / name,
                    size=Number(len(raw) >> 20),
                )
            self.table.take_in(halves, np.frombuffer(raw, "<u8").astype(np.uint64, copy=False))

    def _content(self, halves: int, path: Path) -> bytes | None:
        """The content of a file; None if there is none, or if it is damaged and was set aside."""
        try:
            if not path.exists():
                return None
            with path.open("rb") as file:
                head, raw = file.readline(LONGEST_HEAD), file.read()
        except OSError as fault:
            raise NimatronError("{path} cannot be read: {reason}", path=path, reason=fault.strerror) from fault
        if head == _head(halves, [raw]):
            return raw
        self.set_aside(path)
        return None

    def save(self) -> None:
        """Write all tables."""
        for halves, table in self.table.tables.items():
            try:
                # The first line has a checksum of the whole table, so the table is read twice.
                write_whole(self.folder / NAMES[halves], chain([_head(halves, _raw(table))], _raw(table)))
            except OSError as fault:
                raise self.write_fault(fault) from fault

    def _save_sometimes(self) -> None:
        """Save if the last save was long ago."""
        started = time.monotonic()
        if started - self._saved > self._pause:
            self.attempt(self.save)
            self._saved = time.monotonic()
            self._pause = max(EVERY, SHARE * (self._saved - started))

    def __exit__(self, fault: object = None, *_: object) -> None:
        """Save even if the search was interrupted; then nobody asks for `trouble` later."""
        try:
            self.attempt(self.save, last=fault is None)
        finally:
            self.close()


def _raw(table: PieceTable) -> Iterable[bytes]:
    return (some.astype("<u8", copy=False).tobytes() for some in table.costly())


def _head(halves: int, raw: Iterable[bytes]) -> bytes:
    """The first line of a file with this content."""
    size, digest = 0, sha256()
    for piece in raw:
        size += len(piece)
        digest.update(piece)
    facts = {"format": FORMAT, "entries": size // (8 * (halves + 1)), "bytes": size, "sha256": digest.hexdigest()}
    return json.dumps(facts, sort_keys=True).encode() + b"\n"
