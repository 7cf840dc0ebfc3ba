"""A survey in a folder: Parquet parts, and a manifest that says what they are.

    manifest.json         families, limits, version, and for each part its members and checksums
    part-00000.parquet    one row per member
    long.jsonl            while it runs: members that took long, so that a crash does not lose them
    times.csv             seconds of work that each part took; these differ from run to run
    lock                  held by the one process that writes

Every part and the manifest are written to a temporary file, forced to disk and then renamed. A part counts if the
manifest has its checksum and the file agrees; all others are made again. Everything except the times is the same,
bit for bit, however many workers there were and however often they were interrupted.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import NimatronError, UsageError
from ..files import write_whole
from ..values.keep.lock import locked
from ..version import __version__
from .extras import need
from .family import FACTS
from .plan import Part, Plan

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import polars as pl

    Ints = npt.NDArray[np.int64]

SCHEMA = "nimatron.survey/1"
MANIFEST, LONG, TIMES, LOCK = "manifest.json", "long.jsonl", "times.csv", "lock"

EVERY = 1.0
"""Seconds between two writes of the manifest: a crash may cost this much finished work, besides the parts under way."""


def _canonical(data: object) -> bytes:
    return json.dumps(data, sort_keys=True, indent=1).encode() + b"\n"


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a folder; an error if it holds no survey."""
    path = folder / MANIFEST
    if not path.is_file():
        raise UsageError("{folder} holds no survey: there is no {manifest} in it", folder=folder, manifest=MANIFEST)
    try:
        raw = path.read_bytes()
        data: dict[str, Any] = json.loads(raw)
        digest = data.pop("sha256")
        good = data["schema"] == SCHEMA and digest == sha256(_canonical(data)).hexdigest()
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        good = False
    if not good:
        raise NimatronError(
            "{path} is damaged: expected a manifest of {schema} with a good checksum", path=path, schema=SCHEMA
        )
    return data


def _agrees(path: Path, digest: object) -> bool:
    try:
        with path.open("rb") as file:
            return sha256(file.read()).hexdigest() == digest
    except OSError:
        return False


class DataSet:
    """The survey of a plan in a folder, open for writing."""

    def __init__(self, folder: Path | str, plan: Plan) -> None:
        self.folder, self.plan = Path(folder), plan
        self.facts: dict[str, Any] = {"schema": SCHEMA, "version": __version__, **plan.data()}
        self.parts: dict[str, dict[str, Any]] = {}
        self.damage: list[str] = []
        """Parts found lost or damaged on opening; they are made again."""
        self.long: dict[tuple[int, int], list[int]] = {}
        """Facts of members that took long, by part and row, for parts that are not written yet."""
        self._saved = time.monotonic()
        self._refuse_others()
        self._lock = locked(self.folder / LOCK)
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> DataSet:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Release the lock, so that others may write."""
        self._lock.close()

    # -- what is there ---------------------------------------------------------------------------

    def _refuse_others(self) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            there = {path.name for path in self.folder.iterdir()} - {LOCK, TIMES, LONG}
        except OSError as fault:
            raise UsageError(
                "no survey can be kept in {folder}: {reason}", folder=self.folder, reason=fault.strerror
            ) from fault
        if MANIFEST not in there:
            if any(not name.endswith(".part") for name in there):  # a killed process leaves .part files
                raise UsageError(
                    "{folder} holds other files and no survey: give a folder that is empty or new", folder=self.folder
                )
            return
        found = read_manifest(self.folder)
        for key, value in self.facts.items():
            if found.get(key) != value:
                raise UsageError(
                    "{folder} holds another survey: {key} is {found}, not {value}",
                    folder=self.folder,
                    key=key,
                    found=_brief(found.get(key)),
                    value=_brief(value),
                )

    def _open(self) -> None:
        for left in self.folder.glob("*.part"):
            with suppress(OSError):
                left.unlink()
        if (self.folder / MANIFEST).exists():
            self._check()
        else:
            self.save()
        self._read_long()

    def _check(self) -> None:
        """Accept the parts whose checksums agree."""
        for name, entry in read_manifest(self.folder)["parts"].items():
            if _agrees(self.folder / name, entry["sha256"]):
                self.parts[name] = entry
            else:
                self.damage.append(name)

    def _read_long(self) -> None:
        path = self.folder / LONG
        for line in path.read_bytes().splitlines() if path.exists() else []:
            with suppress(ValueError, KeyError, TypeError):  # the last line may be cut off
                entry = json.loads(line)
                digest = entry.pop("sha256")
                if digest == sha256(_canonical(entry)).hexdigest():
                    self.long[entry["part"], entry["row"]] = entry["facts"]

    @property
    def complete(self) -> bool:
        return len(self.parts) == sum(1 for _ in self.plan.parts())

    # -- writing ---------------------------------------------------------------------------------

    def write(self, part: Part, facts: Ints, seconds: float) -> None:
        """Add a part."""
        import numpy as np

        family = self.plan.families[part.family]
        names = family.columns(family.members(np.arange(part.first, part.stop)))
        raw = _parquet(table(names, facts), self._label(part))
        entry = {
            "family": part.family,
            "first": part.first,
            "count": part.stop - part.first,
            "sha256": sha256(raw).hexdigest(),
            "content": _content(names, facts),
        }
        self._whole(part.file, raw)
        self.parts[part.file] = entry
        self._append(TIMES, f"{part.number},{seconds:.3f}\n".encode())
        if time.monotonic() - self._saved >= EVERY:
            self.save()

    def note(self, part: Part, row: int, facts: list[int]) -> None:
        """Store the facts of a member that took long, until its part is written."""
        entry = {"part": part.number, "row": row, "facts": facts}
        entry["sha256"] = sha256(_canonical(entry)).hexdigest()
        self._append(LONG, json.dumps(entry).encode() + b"\n")

    def save(self) -> None:
        """Write the manifest."""
        parts = dict(sorted(self.parts.items()))
        data = {**self.facts, "complete": self.complete, "parts": parts}
        if self.complete:
            data["content"] = sha256("".join(entry["content"] for entry in parts.values()).encode()).hexdigest()
        self._whole(MANIFEST, _canonical({**data, "sha256": sha256(_canonical(data)).hexdigest()}))
        self._saved = time.monotonic()

    def finish(self) -> None:
        """Write the last manifest, and remove what only a run needs."""
        self.save()
        if self.complete:
            (self.folder / LONG).unlink(missing_ok=True)

    def _label(self, part: Part) -> dict[str, str]:
        """Metadata inside a part, for readers who have that file alone."""
        family = self.facts["families"][part.family]
        return {"nimatron.survey": json.dumps({**family, "version": self.facts["version"], "first": part.first})}

    def _whole(self, name: str, raw: bytes) -> None:
        try:
            write_whole(self.folder / name, (raw,))
        except OSError as fault:
            raise NimatronError(
                "the survey cannot be kept in {folder}: {reason}", folder=self.folder, reason=fault.strerror
            ) from fault

    def _append(self, name: str, line: bytes) -> None:
        try:
            with (self.folder / name).open("ab") as file:
                file.write(line)
        except OSError as fault:
            raise NimatronError(
                "the survey cannot be kept in {folder}: {reason}", folder=self.folder, reason=fault.strerror
            ) from fault


def _brief(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) < 200 else text[:197] + "..."


def table(names: Mapping[str, Any], facts: Ints) -> pl.DataFrame:
    """Members and facts as a table; null where a period was not proved or there is no largest value."""
    import numpy as np
    import polars as pl

    columns: list[pl.Series] = []
    for name, values in names.items():
        series = pl.Series(name, values)
        columns.append(
            series.cast(pl.List(pl.UInt32)) if isinstance(values, np.ndarray) and values.ndim == 2 else series
        )
    columns += [pl.Series(name, facts[:, i]) for i, name in enumerate(FACTS)]
    proved = pl.col("period") > 0
    return pl.DataFrame(columns).select(
        *names,
        *(pl.when(proved).then(pl.col(name)).alias(name) for name in FACTS[:3]),
        proved.alias("proved"),
        pl.when(pl.col("max_value") >= 0).then(pl.col("max_value")).alias("max_value"),
        "computed",
    )


def _parquet(frame: pl.DataFrame, label: dict[str, str]) -> bytes:
    out = BytesIO()
    # Every setting that could differ between two machines is explicit: files must be the same bit for bit.
    frame.write_parquet(
        out, compression="zstd", compression_level=3, statistics=True, row_group_size=1 << 16, metadata=label
    )
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
            raise NimatronError(
                "{path} is damaged: the command that made the survey makes it again", path=folder / name
            )
    if not entries:
        raise NimatronError("the survey in {folder} has no part yet", folder=folder)
    return pl.concat([pl.read_parquet(folder / name) for name in entries], how="diagonal_relaxed")


def seconds(folder: Path | str) -> float:
    """Seconds of processor time that a survey took."""
    lines = (Path(folder) / TIMES).read_text("ascii").splitlines()
    return sum(float(line.split(",")[1]) for line in lines)
