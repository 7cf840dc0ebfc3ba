"""The table of a board of Chomp, saved in a folder while it is filled.

chomp.table      a line of JSON (format, bytes, sha256), a line that says which board it is and how far it has
                 come, then the entries as they are
lock             held by the one process that writes
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ... import kernels
from ...core.errors import UsageError
from ...solve.store.work_folder import TableFolder, Tell

if TYPE_CHECKING:
    from ...kernels.chomp.chompoutcomes import Stage

FORMAT = "nimatron.chomp-table/1"

NAME = "chomp.table"

PIECE = 1 << 24
"""Entries that are written at a time."""


class ChompFolder(TableFolder):
    """A folder that holds the table of one board, of its outcomes or of its values."""

    names = (NAME,)

    def __init__(self, folder: Path | str, columns: int, rows: int, outcomes: bool, tell: Tell | None = None) -> None:
        # A board and its mirror image share one table.
        self.board = {"columns": max(columns, rows), "rows": min(columns, rows), "outcomes": outcomes}
        self.begun: Stage | None = None
        self.stage: Stage | None = None
        super().__init__(folder, tell)

    def note(self, stage: Stage) -> None:
        self.stage = stage
        self.save_sometimes()

    def read(self) -> None:
        raw = self.read_table(NAME, _facts)
        if raw is None:
            return
        end = raw.index(b"\n") + 1
        said = json.loads(raw[:end])
        board = {name: said[name] for name in self.board}
        if board != self.board:
            raise UsageError(
                "{folder} contains a table of {other}, not of {board}: give another folder",
                folder=self.folder,
                other=_name(board),
                board=_name(self.board),
            )
        self.begun = _stage(raw, end, said)

    def save(self) -> None:
        stage = self.stage
        if stage is None:  # nothing new
            return
        dtype = stage.array.dtype.newbyteorder("<")
        said = {**self.board, "done": stage.done, "notes": stage.notes, "dtype": dtype.str}

        def raw() -> Iterator[bytes]:
            yield json.dumps(said).encode() + b"\n"
            for start in range(0, len(stage.array), PIECE):
                yield stage.array[start : start + PIECE].astype(dtype, copy=False).tobytes()

        self.write_table(NAME, _facts, raw)


def _facts(size: int) -> dict[str, object]:
    return {"format": FORMAT, "bytes": size}


def _stage(raw: bytes, start: int, said: dict[str, Any]) -> Stage:
    import numpy as np

    kernels.need()
    from ...kernels.chomp.chompoutcomes import Stage

    array = np.frombuffer(raw, said["dtype"], offset=start)
    own = array.astype(array.dtype.newbyteorder("="))  # a copy, which may be written to
    return Stage(own, said["done"], tuple(said["notes"]))


def _name(board: dict[str, Any]) -> str:
    return f"{board['columns']}x{board['rows']}" + (" --outcomes" if board["outcomes"] else "")
