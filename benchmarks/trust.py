"""Kills runs at random moments, damages what they keep, and asks about spoilt texts; prints tries and faults.

    python benchmarks/trust.py              some minutes
    python benchmarks/trust.py --tries 50   as long as you like
    python benchmarks/trust.py chomp store  only these

A fault is: a kept file that counts as damaged after a kill, progress that is lost again, an answer that is not that of
an undisturbed run, a .part file that stays, damage that changes an answer, a text that ends in anything but an answer
or an error of ours.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import nimatron as nt
from nimatron import survey
from nimatron.certificate import Unreadable, verify
from nimatron.errors import NimatronError, Refuted
from nimatron.games.catalog import CATALOG
from nimatron.values.boards.cramtable import CramTable
from nimatron.values.keep.checkpoint import Checkpoint
from nimatron.values.keep.chomp import ChompFolder
from nimatron.values.keep.cram import CramFolder
from nimatron.values.keep.store import Store
from nimatron.values.keep.tail import load_tail

OFTEN = """
import nimatron.survey.dataset as dataset, nimatron.values.keep.folder as folder
import nimatron.values.keep.recorder as recorder, nimatron.values.sequences.runs as runs
import nimatron.values.keep.store as store
runs.EVERY = dataset.EVERY = folder.EVERY = 0.05
runs.SAVING = folder.SHARE = recorder.SHARE = 0
store.Store.__init__.__defaults__ = (None, 1 << 28, store._warn, 0.05, (1, 0.0))
from nimatron.cli.app import app
if __name__ == "__main__":
    app()
"""
"""Saves follow each other so closely that a kill often meets one."""

GRID = " ".join(
    f"{x}{y}-{x + dx}{y + dy}"
    for x in range(5)
    for y in range(4)
    for dx, dy in ((1, 0), (0, 1))
    if x + dx < 5 and y + dy < 4
)


@dataclass
class Row:
    """A line of the table."""

    name: str
    tries: int = 0
    hits: int = 0
    """Runs that were killed before their end, or damage that was noticed."""
    faults: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Kept:
    """A command that keeps what it finds in a folder."""

    words: list[str]
    known: Callable[[Path], int]
    """How much of it is kept; raises if something is damaged."""
    store: bool = False

    def command(self, script: Path, folder: Path) -> list[str]:
        return [sys.executable, str(script), *(word.replace("DIR", str(folder)) for word in self.words)]


def whole(kept: object, count: int) -> int:
    if damage := getattr(kept, "damage", None):
        raise NimatronError(f"damaged: {damage}")
    return count


def run_known(game: str) -> Callable[[Path], int]:
    def known(folder: Path) -> int:
        with Checkpoint(folder, game) as kept:
            tail = load_tail(kept)
            return whole(kept, max(kept.count, tail.known if tail else 0))

    return known


def cram_known(folder: Path) -> int:
    with CramFolder(folder, table := CramTable()) as kept:
        return whole(kept, table.entries)


def chomp_known(folder: Path) -> int:
    with ChompFolder(folder, 14, 13, False) as kept:
        return whole(kept, kept.begun.done if kept.begun else 0)


def store_known(folder: Path) -> int:
    with Store(folder / "store", warn=_refuse) as store:
        if fault := store.fault():
            raise NimatronError(fault)
        return sum(game.positions for game in store.games())


def _refuse(told: object) -> None:
    raise NimatronError(str(told))


def survey_known(folder: Path) -> int:
    data = survey.DataSet(folder, survey.Plan.of(survey.Sets("subtraction", 3, 80)))
    data.close()
    return whole(data, len(data.parts))


SURVEY = ["survey", "subtraction", "--size", "3", "--max", "80", "--out", "DIR", "--json"]
KILLED = {
    "sequence": Kept(["seq", "0.37", "-n", "500000", "--save", "DIR", "--format", "csv"], run_known("octal{0.37}")),
    "front": Kept(
        ["seq", "0.014", "-n", "1200000", "--front", "300000", "--save", "DIR", "--format", "json"],
        run_known("octal{0.014}"),
    ),
    "cram": Kept(["cram", "8x5", "--resume", "DIR"], cram_known),
    "chomp": Kept(["chomp", "14x13", "--resume", "DIR"], chomp_known),
    "store": Kept(["solve", f"arc-kayles{{{GRID}}}:"], store_known, store=True),
    "survey": Kept([*SURVEY, "--jobs", "2"], survey_known),
    "survey-dask": Kept([*SURVEY, "--cluster", "2"], survey_known),
}  # fmt: skip


def kill(name: str, tries: int, chance: random.Random, place: Path) -> Row:
    """Kill a run again and again, then let it end."""
    kept, row, folder = KILLED[name], Row(f"kill -9, {name}"), place / name
    script = place / "often.py"
    script.write_text(OFTEN)
    expected, seconds = undisturbed(kept, script, place / f"{name}-whole")
    before = 0
    for _ in range(tries):
        row.tries += 1
        killed = ended_early(kept, script, folder, chance.uniform(0.1, 0.9) * seconds)
        row.hits += killed
        with noted(row):
            known = kept.known(folder)
            if known < before:
                row.faults.append(f"{before} were kept, and now {known}")
            before = known
        if not killed:  # it has come to its end: from the beginning again
            shutil.rmtree(folder)
            before = 0
    with noted(row):
        if answer(kept, script, folder) != expected:
            row.faults.append("another answer")
    row.faults += [f"{left} stays" for left in folder.rglob("*.part")]
    return row


def environment(kept: Kept, folder: Path) -> dict[str, str]:
    return {**os.environ, "NIMATRON_STORE": f"{folder}/store" if kept.store else "off"}


def undisturbed(kept: Kept, script: Path, folder: Path) -> tuple[str, float]:
    from time import monotonic

    answer(kept, script, folder / "first")  # kernels are compiled before anything is timed
    started = monotonic()
    return answer(kept, script, folder / "second"), monotonic() - started


def answer(kept: Kept, script: Path, folder: Path) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    command = kept.command(script, folder)
    done = subprocess.run(command, env=environment(kept, folder), capture_output=True, text=True, check=False)
    if done.returncode:
        raise NimatronError(f"exit code {done.returncode}: {done.stderr[-300:]}")
    lines = done.stdout.replace(str(folder), "DIR").splitlines()
    return "\n".join(line for line in lines if " s" not in line[-3:] and "table of" not in line)


def ended_early(kept: Kept, script: Path, folder: Path, seconds: float) -> bool:
    """Start it, and kill it and all it has started after so many seconds. Was it still running?"""
    folder.mkdir(parents=True, exist_ok=True)
    quiet = subprocess.DEVNULL
    command = kept.command(script, folder)
    process = subprocess.Popen(
        command, env=environment(kept, folder), stdout=quiet, stderr=quiet, start_new_session=True
    )
    try:
        process.wait(seconds)
        return False
    except subprocess.TimeoutExpired:
        return True
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


class noted:  # noqa: N801
    """Whatever is raised is a fault."""

    def __init__(self, row: Row) -> None:
        self.row = row

    def __enter__(self) -> None: ...

    def __exit__(self, _: object, fault: object, __: object) -> bool:
        if isinstance(fault, Exception):
            self.row.faults.append(f"{type(fault).__name__}: {fault}")
            return True
        return False


# -- damage --------------------------------------------------------------------------------------


def harmed(raw: bytes, chance: random.Random) -> bytes:
    """A changed bit, a piece cut off, zeros, or a piece of it twice."""
    at, size = chance.randrange(len(raw)), chance.randrange(1, 600)
    return chance.choice(
        [
            raw[:at] + bytes([raw[at] ^ 1 << chance.randrange(8)]) + raw[at + 1 :],
            raw[:at],
            raw[:at] + bytes(min(size, len(raw) - at)) + raw[at + size :],
            raw[:at] + raw[at : at + size] + raw[at:],
        ]
    )


def command(words: list[str]) -> None:
    subprocess.run([sys.executable, "-m", "nimatron", *words], check=True, capture_output=True)


def runs_damaged(folder: Path) -> Iterator[bool]:
    command(["seq", "0.77", "-n", "3000", "--save", str(folder)])
    expected = nt.sequence("kayles", 3000).tolist()
    while True:
        yield False
        with Checkpoint(folder, "octal{0.77}") as kept:
            if kept.values.tolist() != expected[: len(kept.values)]:
                raise NimatronError("other values")
            yield bool(kept.damage)


def chomp_damaged(folder: Path) -> Iterator[bool]:
    command(["chomp", "9x8", "--resume", str(folder)])
    with ChompFolder(folder, 9, 8, False) as kept:
        assert kept.begun
        expected = kept.begun.array.tolist()
    while True:
        yield False
        with ChompFolder(folder, 9, 8, False) as kept:
            if kept.begun and kept.begun.array.tolist() != expected:
                raise NimatronError("other values")
            yield bool(kept.damage)


def cram_damaged(folder: Path) -> Iterator[bool]:
    command(["cram", "6x5", "--resume", str(folder)])
    with CramFolder(folder, table := CramTable()) as kept:
        entries = table.entries
    while True:
        yield False
        with CramFolder(folder, table := CramTable()) as kept:
            if table.entries not in (0, entries):
                raise NimatronError("other entries")
            yield bool(kept.damage)


def survey_damaged(folder: Path) -> Iterator[bool]:
    family = survey.Sets("subtraction", 3, 12)
    survey.run(family, folder, jobs=1)
    expected = survey.load(folder)
    while True:
        yield False
        told: list[str] = []
        survey.run(family, folder, jobs=1, damaged=told.extend)
        if not survey.load(folder).equals(expected):
            raise NimatronError("another table")
        yield bool(told)


def store_damaged(folder: Path) -> Iterator[bool]:
    truth = {(a, b): nt.grundy(nt.Chomp(a, b)) for a in range(2, 20) for b in range(1, 3)}
    folder.mkdir()
    with Store(folder / "store") as store:
        for state, value in truth.items():
            store.put(nt.Chomp, state, int(value))
    while True:
        yield False
        told: list[object] = []
        with Store(folder / "store", warn=told.append) as store:
            found = {row.state: row.answer for row in store.rows(nt.Chomp)}
        if any(truth.get(state) != value for state, value in found.items()):
            raise NimatronError("another value")
        yield bool(told) or len(found) < len(truth)


def certificate_damaged(folder: Path) -> Iterator[bool]:
    folder.mkdir()
    command(["prove", "0.77", "-o", str(folder / "it.json")])
    said = verify(folder / "it.json").claim
    while True:
        yield False
        try:
            verdict = verify(folder / "it.json")
            if verdict.holds and verdict.claim != said:
                raise NimatronError("another claim holds")
            yield not verdict.holds
        except (Unreadable, Refuted):
            yield True


DAMAGED = {
    "run": runs_damaged, "cram-table": cram_damaged, "chomp-table": chomp_damaged, "data-set": survey_damaged,
    "rows": store_damaged, "certificate": certificate_damaged,
}  # fmt: skip


def damage(name: str, tries: int, chance: random.Random, place: Path) -> Row:
    """Damage one of the files of a folder, again and again, and look at what is made of it."""
    row, folder, good = Row(f"damage, {name}"), place / name, place / f"{name}-good"
    looks = DAMAGED[name](folder)
    next(looks)
    shutil.copytree(folder, good)
    for _ in range(tries):
        shutil.rmtree(folder)
        shutil.copytree(good, folder)
        path = chance.choice([path for path in sorted(folder.iterdir()) if path.stat().st_size and path.name != "lock"])
        path.write_bytes(harmed(path.read_bytes(), chance))
        row.tries += 1
        try:
            row.hits += next(looks)
            next(looks)
        except NimatronError as fault:
            row.faults.append(f"{path.name}: {fault}")
            looks = DAMAGED[name](place / f"{name}-{row.tries}")
            next(looks)
    return row


# -- texts -----------------------------------------------------------------------------------------

LETTERS = "0123456789 ,;:.+-x/{}[]()<>#@!'\"wωHTLRabcP\0é" + chr(0x202E)


def spoilt(text: str, chance: random.Random) -> str:
    """The text of a position with some letters changed, left out, put in or doubled."""
    letters = list(text)
    for _ in range(chance.randint(1, 3)):
        i = chance.randrange(len(letters) + 1)
        among = chance.choice((LETTERS, "0123456789 "))  # numbers in place of numbers can often be read
        letters[i : i + chance.randint(0, 1)] = chance.choices(among, k=chance.randint(0, 2))
    return "".join(letters)


def ask(name: str, tries: int, chance: random.Random, place: Path) -> Row:
    """Ask who wins spoilt positions of the catalog; those that cannot be read are noticed."""
    row, samples = Row(f"fuzz, {name}"), [entry.sample for entry in CATALOG]
    for _ in range(tries):
        text = spoilt(chance.choice(samples), chance)
        row.tries += 1
        try:
            nt.analyse(text, misere=chance.random() < 0.2, limit=300, seconds=0.2, store=None).text()
        except NimatronError:
            row.hits += 1
        except Exception as fault:  # whatever else comes out is what we look for
            row.faults.append(f"{text!r}: {fault!r}")
    return row


ACTS = {**dict.fromkeys(KILLED, (kill, 1)), **dict.fromkeys(DAMAGED, (damage, 20)), "texts": (ask, 1000)}
"""What is done, and how many tries it has for one kill."""


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("which", nargs="*", metavar="WHICH", help=", ".join(ACTS))
    words.add_argument(
        "--tries", type=int, default=10, help="kills of each run; 20 times as many damages, 1000 times as many texts"
    )
    words.add_argument("--seed", type=int, default=1)
    asked = words.parse_args()
    chance, faults = random.Random(asked.seed), 0
    print("| what | tries | killed in the middle, or noticed | faults |\n|---|---|---|---|")
    for name in asked.which or ACTS:
        act, times = ACTS[name]
        with tempfile.TemporaryDirectory() as place:
            row = act(name, times * asked.tries, chance, Path(place))
        print(f"| {row.name} | {row.tries} | {row.hits} | {len(row.faults)} |", flush=True)
        for fault in row.faults:
            print(f"  {fault}", file=sys.stderr)
        faults += len(row.faults)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
