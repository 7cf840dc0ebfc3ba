"""A survey in a folder: Parquet parts, and a manifest that says what they are.

    manifest.json         families, limits, the version that wrote last, and for each part its members and checksums
    part-00000.parquet    one row per member
    long.jsonl            while it runs: members that took long, so that a crash does not lose them; and all that an
                          earlier survey of the same members found with less time
    times.csv             seconds of work that each part took; these differ from run to run
    lock                  held by the one process that writes

Every part and the manifest are written to a temporary file, forced to disk and then renamed. A part counts if the
manifest has its checksum and the file agrees; all others are made again. A manifest that is lost or damaged is made
again from the parts, which say what they are and carry a checksum of their content. Everything except the times is the
same, bit for bit, however many workers there were and however often they were interrupted.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from io import BytesIO
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.errors import NimatronError, UsageError
from ..core.files import add_line, remove, write_whole
from ..solve.store.work_folder import Folder, Tell
from ..version import __version__
from .family import PERIOD, Names, fact_names, need
from .plan import Part, Plan

if TYPE_CHECKING:
    import polars as pl

    from ..core.array_types import Ints

SCHEMA = "nimatron.survey/1"
MANIFEST, LONG, TIMES, LOCK = "manifest.json", "long.jsonl", "times.csv", "lock"

LABEL = "nimatron.survey"
"""The name of the metadata inside a part."""

EVERY = 1.0
"""Seconds between two writes of the manifest: a crash may cost this much finished work, besides the parts under way."""


def _canonical(data: object) -> bytes:
    return json.dumps(data, sort_keys=True, indent=1).encode() + b"\n"


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a folder; an error if it holds no survey."""
    path = folder / MANIFEST
    if not path.is_file():
        raise UsageError("{folder} does not contain a survey: it has no {manifest}", folder=folder, manifest=MANIFEST)
    found = _whole_manifest(path)
    if found is None:
        raise NimatronError("{path} is damaged: run the survey again to repair it", path=path)
    return found


def _whole_manifest(path: Path) -> dict[str, Any] | None:
    """A manifest whose checksum agrees; None if it is damaged."""
    try:
        data: dict[str, Any] = json.loads(path.read_bytes())
        digest = data.pop("sha256")
        return data if data["schema"] == SCHEMA and digest == sha256(_canonical(data)).hexdigest() else None
    except OSError as fault:  # it may be good
        raise NimatronError("{path} cannot be read: {reason}", path=path, reason=fault.strerror) from fault
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


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
        self.long: dict[tuple[int, int], list[int]] = {}
        """Facts of members that took long, by part and row, for parts that are not written yet."""
        self.again: dict[tuple[int, int], list[int]] = {}
        """Facts of members that less time did not solve."""
        self._lines: list[tuple[str, bytes]] = []
        self._saved = time.monotonic()
        super().__init__(folder, tell)

    # -- what is there ---------------------------------------------------------------------------

    def _refuse_others(self, there: list[Path]) -> None:
        """Refuse a folder of other files or of another survey; without a good manifest, ask the parts."""
        names = {path.name for path in there} - {LOCK, TIMES, LONG}
        if MANIFEST not in names and any(not name.endswith((".part", ".parquet")) for name in names):
            raise UsageError(
                "{folder} contains other files but no survey: give an empty or new folder", folder=self.folder
            )
        if found := self._manifest():
            for key, value in self.facts.items():
                # Any version goes on where another has ended, for each part names its own; and so does more time.
                continued = key == "version" or (key == "families" and self.plan.continues(found.get(key)))
                if not continued:
                    self._refuse_another(key, found.get(key), value)
            return
        ours = {part.file: self._label(part) for part in self.plan.parts()}
        for name in sorted(name for name in names if name.endswith(".parquet")):
            if label := read_label(self.folder / name):
                label.pop("content", None)
                # Any version may have written the parts, so versions are not compared.
                self._refuse_another(name, {**label, "version": __version__}, ours.get(name))

    def _refuse_another(self, key: str, found: object, expected: object) -> None:
        if found != expected:
            raise UsageError(
                "{folder} contains another survey: {key} is {found}, not {value}",
                folder=self.folder,
                key=key,
                found=_brief(found),
                value=_brief(expected),
            )

    def _manifest(self) -> dict[str, Any] | None:
        path = self.folder / MANIFEST
        return _whole_manifest(path) if path.exists() else None

    def read(self) -> None:
        self._read_long()
        if manifest := self._manifest():
            self._check(manifest)
            if manifest["families"] != self.facts["families"]:
                self._take_over()
        else:
            self._rebuild()

    def _check(self, manifest: dict[str, Any]) -> None:
        """Accept the parts whose checksums agree."""
        for name, entry in manifest["parts"].items():
            if _agrees(self.folder / name, entry["sha256"]):
                self.parts[name] = entry
            else:
                self.damage.append(name)

    def _rebuild(self) -> None:
        """Make the manifest from the parts, each of which proves itself; it is written at once."""
        if (self.folder / MANIFEST).exists():
            self.damage.append(MANIFEST)
        for part in self.plan.parts():
            if (self.folder / part.file).exists():
                if entry := self._proved(part):
                    self.parts[part.file] = entry
                else:
                    self.damage.append(part.file)
        try:
            self._write_manifest()
        except OSError as fault:  # told before any work is done
            raise self._nothing_kept(fault) from fault

    def _nothing_kept(self, fault: OSError) -> UsageError:
        return UsageError("nothing can be saved in {folder}: {reason}", folder=self.folder, reason=fault.strerror)

    def _proved(self, part: Part) -> dict[str, Any] | None:
        """What the manifest says of a part, if the facts in the file make the same file again, bit for bit."""
        raw = (self.folder / part.file).read_bytes()
        label, facts = read_label(BytesIO(raw)), _facts_in(raw, fact_names(self.plan.families[part.family]))
        if label is None or facts is None or len(facts) != part.stop - part.first:
            return None
        made, entry = self._made(part, facts, label.get("version"))
        return entry if made == raw else None

    def _read_long(self) -> None:
        path = self.folder / LONG
        for line in path.read_bytes().splitlines() if path.exists() else []:
            with suppress(ValueError, KeyError, TypeError):  # the last line may be cut off
                entry = json.loads(line)
                digest = entry.pop("sha256")
                if digest == sha256(_canonical(entry)).hexdigest():
                    known = self.again if entry.get("again") else self.long
                    known[entry["part"], entry["row"]] = entry["facts"]

    def _take_over(self) -> None:
        """Continue a survey that had less time: solved members stay, all others will be tried again.

        First one file stores everything it found, then the manifest names the longer survey.
        """
        found = {**self.again, **self.long}
        for part in self.plan.parts():
            if part.file in self.parts:
                facts = _facts_in((self.folder / part.file).read_bytes(), fact_names(self.plan.families[part.family]))
                assert facts is not None  # its checksum agrees
                found |= {(part.number, row): values for row, values in enumerate(facts.tolist())}
        self.long = {place: facts for place, facts in found.items() if facts[PERIOD]}
        self.again = {place: facts for place, facts in found.items() if not facts[PERIOD]}
        old, self.parts = self.parts, {}
        try:
            write_whole(
                self.folder / LONG, [_long_line(*place, facts, not facts[PERIOD]) for place, facts in found.items()]
            )
            self._write_manifest()
        except OSError as fault:  # told before any work is done
            raise self._nothing_kept(fault) from fault
        # Only now: until the new manifest is written, the old parts are the survey.
        for name in old:
            with suppress(OSError):
                remove(self.folder / name)

    @property
    def complete(self) -> bool:
        """Is every part written?"""
        return len(self.parts) == sum(1 for _ in self.plan.parts())

    # -- writing ---------------------------------------------------------------------------------

    def write(self, part: Part, facts: Ints, seconds: float) -> None:
        """Add a part."""
        self.waiting[part.file] = self._made(part, facts, __version__)
        self._lines.append((TIMES, f"{part.number},{seconds:.3f}\n".encode()))
        self.attempt(self._flush)

    def note(self, part: Part, row: int, facts: list[int]) -> None:
        """Store the facts of a member that took long, until its part is written."""
        self._lines.append((LONG, _long_line(part.number, row, facts)))
        self.attempt(self._flush)

    def save(self, last: bool = False) -> None:
        """Write all that is waiting, and the manifest."""
        # The manifest is due at once.
        self._saved = -inf
        self.attempt(self._flush, last)

    def finish(self) -> None:
        """Write the last manifest, and remove what only a run needs."""
        self.save(last=True)
        if self.complete:
            with suppress(OSError):
                remove(self.folder / LONG)

    def _flush(self) -> None:
        """Write whatever can be written; the rest waits for the next flush."""
        faults: list[OSError] = []
        for name, (raw, entry) in list(self.waiting.items()):
            with _noted(faults):
                write_whole(self.folder / name, [raw])
                self.parts[name] = entry
                del self.waiting[name]
        for name, line in list(self._lines):
            with _noted(faults):
                add_line(self.folder / name, line)
                self._lines.remove((name, line))
        if time.monotonic() - self._saved >= EVERY:
            with _noted(faults):
                self._write_manifest()
        if faults:
            raise self.not_kept(faults[0])

    def _write_manifest(self) -> None:
        data = self._told(self.parts)
        raw = _canonical({**data, "sha256": sha256(_canonical(data)).hexdigest()})
        write_whole(self.folder / MANIFEST, [raw])
        self._saved = time.monotonic()

    def _told(self, entries: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
        parts = dict(sorted(entries.items()))
        complete = len(parts) == sum(1 for _ in self.plan.parts())
        data = {**self.facts, "complete": complete, "parts": parts}
        if complete:
            data["content"] = sha256("".join(entry["content"] for entry in parts.values()).encode()).hexdigest()
        return data

    def _made(self, part: Part, facts: Ints, version: object) -> tuple[bytes, dict[str, Any]]:
        """The file of a part as a version makes it, and what the manifest says of it."""
        import numpy as np

        family = self.plan.families[part.family]
        names = family.columns(family.members(np.arange(part.first, part.stop)))
        content = _content(names, facts)
        label = json.dumps({**self._label(part), "version": version, "content": content})
        raw = _parquet(table(names, facts, fact_names(family)), {LABEL: label})
        entry = {
            "family": part.family,
            "first": part.first,
            "count": part.stop - part.first,
            "sha256": sha256(raw).hexdigest(),
            "content": content,
        }
        return raw, entry

    def _label(self, part: Part) -> dict[str, Any]:
        """Metadata inside a part, for readers who have that file alone; a checksum of its content is added."""
        return {**self.facts["families"][part.family], "version": __version__, "first": part.first}

    # -- the answer ------------------------------------------------------------------------------

    def manifest(self) -> dict[str, Any]:
        """The manifest, with the parts that could not be written."""
        return self._told({**self.parts, **{name: entry for name, (_, entry) in self.waiting.items()}})

    def frame(self) -> pl.DataFrame:
        """The survey as a table, with the parts that could not be written."""
        import polars as pl

        files = [
            BytesIO(self.waiting[name][0]) if name in self.waiting else self.folder / name
            for name in self.manifest()["parts"]
        ]
        return pl.concat([pl.read_parquet(file) for file in files], how="diagonal_relaxed")


def _long_line(part: int, row: int, facts: list[int], again: bool = False) -> bytes:
    """A line about one member; with `again` it is to be solved with more time."""
    entry: dict[str, Any] = {"part": part, "row": row, "facts": facts}
    if again:
        entry["again"] = True
    entry["sha256"] = sha256(_canonical(entry)).hexdigest()
    return json.dumps(entry).encode() + b"\n"


@contextmanager
def _noted(faults: list[OSError]) -> Iterator[None]:
    try:
        yield
    except OSError as fault:
        faults.append(fault)


def read_label(source: Path | BytesIO) -> dict[str, Any] | None:
    """The metadata of a part; None if it cannot be read."""
    need("polars")
    import polars as pl

    label: dict[str, Any] | None = None
    with _even_if_damaged():
        label = json.loads(pl.read_parquet_metadata(source)[LABEL])
    return label


def _facts_in(raw: bytes, names: Names) -> Ints | None:
    """The facts in a part, as a family gave them; None if it cannot be read."""
    import polars as pl

    facts: Ints | None = None
    with _even_if_damaged():
        frame = pl.read_parquet(BytesIO(raw)).select(names)
        # The inverse of `table`: a null stands for -1 in the column of the largest value, elsewhere for 0.
        facts = frame.with_columns(pl.col(names[3]).fill_null(-1)).fill_null(0).to_numpy()
    return facts


@contextmanager
def _even_if_damaged() -> Iterator[None]:
    """Ignore whatever goes wrong inside Polars when it reads a damaged file."""
    try:
        yield
    except Exception:
        pass
    except BaseException as fault:
        if type(fault).__name__ != "PanicException":  # a fault inside its compiled code, which is no Exception
            raise


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
            raise NimatronError("{path} is damaged: run the survey again to repair it", path=folder / name)
    if not entries:
        raise NimatronError("the survey in {folder} does not have any results yet", folder=folder)
    return pl.concat([pl.read_parquet(folder / name) for name in entries], how="diagonal_relaxed")


def seconds(folder: Path | str) -> float:
    """Seconds of processor time that a survey took."""
    path, total = Path(folder) / TIMES, 0.0
    for line in path.read_text("ascii", "replace").splitlines() if path.exists() else []:
        with suppress(ValueError, IndexError):  # a line may be cut off
            total += float(line.split(",")[1])
    return total
