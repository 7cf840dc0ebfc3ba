"""A survey in a folder: Parquet parts, and a manifest that says what they are.

    manifest.json         families, limits, the version that wrote last, and for each part its members and checksums
    part-00000.parquet    one row per member
    lock                  held by the one process that writes

Every part and the manifest are written to a temporary file, forced to disk and then renamed. A part counts if the
manifest has its checksum and the file agrees; all others are made again. Everything is the same, bit for
bit, however many workers there were and however often they were interrupted.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from io import BytesIO
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.errors import NimatronError, UsageError
from ..core.files import write_whole
from ..solve.store.work_folder import Folder, Tell
from ..version import __version__
from .family import PERIOD, Names, fact_names, need
from .plan import Part, Plan

if TYPE_CHECKING:
    import polars as pl

    from ..core.array_types import Ints

SCHEMA = "nimatron.survey/1"
MANIFEST, LOCK = "manifest.json", "lock"

EVERY = 1.0
"""Seconds between two writes of the manifest: a crash may cost this much finished work, besides the parts under way."""


def _canonical(data: object) -> bytes:
    return json.dumps(data, sort_keys=True, indent=1).encode() + b"\n"


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a folder; an error if it holds no survey, or if its checksum does not agree."""
    path = folder / MANIFEST
    if not path.is_file():
        raise UsageError("{folder} does not contain a survey: it has no {manifest}", folder=folder, manifest=MANIFEST)
    try:
        data: dict[str, Any] = json.loads(path.read_bytes())
        digest = data.pop("sha256")
        if data["schema"] == SCHEMA and digest == sha256(_canonical(data)).hexdigest():
            return data
    except OSError as fault:  # it may be good
        raise NimatronError("{path} cannot be read: {reason}", path=path, reason=fault.strerror) from fault
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        pass
    raise NimatronError("{path} is damaged: run the survey again in a new folder", path=path)


def _agrees(path: Path, digest: object) -> bool:
    try:
        with path.open("rb") as file:
            return sha256(file.read()).hexdigest() == digest
    except OSError:
        return False


class DataSet(Folder):
    """The survey of a plan in a folder, open for writing.

    What cannot be written waits in memory, and is tried again with every part.
    """

    def __init__(self, folder: Path | str, plan: Plan, tell: Tell | None = None) -> None:
        self.plan = plan
        self.facts: dict[str, Any] = {"schema": SCHEMA, "version": __version__, **plan.data()}
        self.parts: dict[str, dict[str, Any]] = {}
        """What the manifest says of each part that is written."""
        self.waiting: dict[str, tuple[bytes, dict[str, Any]]] = {}
        """Parts that are not written yet, and what the manifest will say of them."""
        self._saved = time.monotonic()
        super().__init__(folder, tell)

    # -- what is there ---------------------------------------------------------------------------

    def _refuse_others(self, there: list[Path]) -> None:
        """Refuse a folder of other files or of another survey."""
        names = {path.name for path in there} - {LOCK}
        if MANIFEST not in names:
            if any(not name.endswith(".part") for name in names):
                raise UsageError(
                    "{folder} contains other files but no survey: give an empty or new folder", folder=self.folder
                )
            return
        found = read_manifest(self.folder)
        for key, value in self.facts.items():
            # Any version continues where another has ended.
            if key != "version" and found.get(key) != value:
                raise UsageError(
                    "{folder} contains another survey: {key} is {found}, not {value}",
                    folder=self.folder,
                    key=key,
                    found=_brief(found.get(key)),
                    value=_brief(value),
                )

    def read(self) -> None:
        """Accept the parts whose checksums agree."""
        if (self.folder / MANIFEST).exists():
            for name, entry in read_manifest(self.folder)["parts"].items():
                if _agrees(self.folder / name, entry["sha256"]):
                    self.parts[name] = entry
                else:
                    self.damage.append(name)
            return
        try:
            self._write_manifest()
        except OSError as fault:  # told before any work is done
            raise UsageError(
                "nothing can be saved in {folder}: {reason}", folder=self.folder, reason=fault.strerror
            ) from fault

    @property
    def complete(self) -> bool:
        """Is every part written?"""
        return len(self.parts) == sum(1 for _ in self.plan.parts())

    # -- writing ---------------------------------------------------------------------------------

    def write(self, part: Part, facts: Ints) -> None:
        """Add a part."""
        self.waiting[part.file] = self._make(part, facts)
        self.attempt(self._flush)

    def save(self, last: bool = False) -> None:
        """Write all that is waiting, and the manifest."""
        # The manifest is due at once.
        self._saved = -inf
        self.attempt(self._flush, last)

    def finish(self) -> None:
        """Write the last manifest."""
        self.save(last=True)

    def _flush(self) -> None:
        """Write whatever can be written; the rest waits for the next flush."""
        faults: list[OSError] = []
        for name, (raw, entry) in list(self.waiting.items()):
            with _note(faults):
                write_whole(self.folder / name, [raw])
                self.parts[name] = entry
                del self.waiting[name]
        if time.monotonic() - self._saved >= EVERY:
            with _note(faults):
                self._write_manifest()
        if faults:
            raise self.write_fault(faults[0])

    def _write_manifest(self) -> None:
        data = self._manifest(self.parts)
        raw = _canonical({**data, "sha256": sha256(_canonical(data)).hexdigest()})
        write_whole(self.folder / MANIFEST, [raw])
        self._saved = time.monotonic()

    def _manifest(self, entries: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
        parts = dict(sorted(entries.items()))
        complete = len(parts) == sum(1 for _ in self.plan.parts())
        data = {**self.facts, "complete": complete, "parts": parts}
        if complete:
            data["content"] = sha256("".join(entry["content"] for entry in parts.values()).encode()).hexdigest()
        return data

    def _make(self, part: Part, facts: Ints) -> tuple[bytes, dict[str, Any]]:
        """The file of a part, and what the manifest says of it."""
        import numpy as np

        family = self.plan.families[part.family]
        names = family.columns(family.members(np.arange(part.first, part.stop)))
        raw = _parquet(table(names, facts, fact_names(family)))
        entry = {
            "family": part.family,
            "first": part.first,
            "count": part.stop - part.first,
            "sha256": sha256(raw).hexdigest(),
            "content": _content(names, facts),
        }
        return raw, entry

    # -- the answer ------------------------------------------------------------------------------

    def manifest(self) -> dict[str, Any]:
        """The manifest, with the parts that could not be written."""
        return self._manifest({**self.parts, **{name: entry for name, (_, entry) in self.waiting.items()}})

    def frame(self) -> pl.DataFrame:
        """The survey as a table, with the parts that could not be written."""
        import polars as pl

        files = [
            BytesIO(self.waiting[name][0]) if name in self.waiting else self.folder / name
            for name in self.manifest()["parts"]
        ]
        return pl.concat([pl.read_parquet(file) for file in files], how="diagonal_relaxed")


@contextmanager
def _note(faults: list[OSError]) -> Iterator[None]:
    try:
        yield
    except OSError as fault:
        faults.append(fault)


def _brief(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) < 200 else text[:197] + "..."


def table(members: Mapping[str, Any], facts: Ints, names: Names) -> pl.DataFrame:
    """Members and facts as a table; null where a period was not proved or there is no largest value."""
    import numpy as np
    import polars as pl

    columns: list[pl.Series] = []
    for name, values in members.items():
        series = pl.Series(name, values)
        columns.append(
            series.cast(pl.List(pl.UInt32)) if isinstance(values, np.ndarray) and values.ndim == 2 else series
        )
    columns += [pl.Series(name, facts[:, i]) for i, name in enumerate(names)]
    *periodic, largest, computed = names
    proved = pl.col(names[PERIOD]) > 0
    return pl.DataFrame(columns).select(
        *members,
        *(pl.when(proved).then(pl.col(name)).alias(name) for name in periodic),
        proved.alias("proved"),
        pl.when(pl.col(largest) >= 0).then(pl.col(largest)).alias(largest),
        computed,
    )


def _parquet(frame: pl.DataFrame) -> bytes:
    out = BytesIO()
    # Every setting that could differ between two machines is explicit: files must be the same bit for bit.
    frame.write_parquet(out, compression="zstd", compression_level=3, statistics=True, row_group_size=1 << 16)
    return out.getvalue()


def _content(names: Mapping[str, Any], facts: Ints) -> str:
    """A checksum of the content of a part, whatever its file format."""
    import numpy as np

    found = sha256()
    for name, values in names.items():
        found.update(f"{name} {len(values)}\n".encode())
        array = isinstance(values, np.ndarray)
        found.update(np.ascontiguousarray(values, "<i8").tobytes() if array else json.dumps(values).encode())
    found.update(np.ascontiguousarray(facts, "<i8").tobytes())
    return found.hexdigest()


# -- reading -------------------------------------------------------------------------------------


def load(folder: Path | str, check: bool = True) -> pl.DataFrame:
    """A survey as a Polars table, one row per member; if it is incomplete, only the finished parts.

    `check` compares each part with its checksum.
    """
    need("polars")
    import polars as pl

    folder = Path(folder)
    entries = read_manifest(folder)["parts"]
    for name, entry in entries.items():
        if check and not _agrees(folder / name, entry["sha256"]):
            raise NimatronError("{path} is damaged: run the survey again to repair it", path=folder / name)
    if not entries:
        raise NimatronError("the survey in {folder} does not have any results yet", folder=folder)
    return pl.concat([pl.read_parquet(folder / name) for name in entries], how="diagonal_relaxed")
