"""The table of a Cram search, saved in a folder: after a crash a search continues with all that was saved.

    cram.table       a line of JSON (format, entries, sha256), then two 64-bit numbers for each entry
    cram-wide.table  the same for pieces that need two words: three numbers for each entry
    lock             held by the one process that writes

Its content is true for Cram on any board, so one folder serves all of them. What was found quickly is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ...core.errors import UsageError
from ...core.message import Number
from ...solve.store.work_folder import Facts, TableFolder, Tell
from .table_search import CramTable, PieceTable

FORMAT = "nimatron.cram/3"

NAMES = {1: "cram.table", 2: "cram-wide.table"}
"""The files, by the number of halves in a word."""


class CramFolder(TableFolder):
    """A folder that holds a table.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with CramFolder(folder, CramTable()) as there:
    ...         there.damage
    []
    """

    names = tuple(NAMES.values())

    def __init__(self, folder: Path | str, table: CramTable, tell: Tell | None = None) -> None:
        self.table = table
        super().__init__(folder, tell)
        table.after_slice = self.save_sometimes

    def read(self) -> None:
        import numpy as np

        for halves, name in NAMES.items():
            raw = self.read_table(name, _facts(halves))
            if raw is None:
                continue
            if len(raw) > self.table.memory:
                raise UsageError(
                    "{path} has {size} MB: raise --memory above that",
                    path=self.folder / name,
                    size=Number(len(raw) >> 20),
                )
            self.table.take_in(halves, np.frombuffer(raw, "<u8").astype(np.uint64, copy=False))

    def save(self) -> None:
        for halves, table in self.table.tables.items():
            self._write(halves, table)

    def _write(self, halves: int, table: PieceTable) -> None:
        def raw() -> Iterator[bytes]:
            return (some.astype("<u8", copy=False).tobytes() for some in table.costly())

        self.write_table(NAMES[halves], _facts(halves), raw)


def _facts(halves: int) -> Facts:
    return lambda size: {"format": FORMAT, "entries": size // (8 * (halves + 1)), "bytes": size}
