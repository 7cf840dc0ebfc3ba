"""Kills runs, damages files, fails writes, spoils inputs, interrupts questions and forges certificates.

It prints a table of tries and faults.

    python benchmarks/trust.py              some minutes
    python benchmarks/trust.py --tries 100  some hours: 200,000 spoilt inputs, 800 kills
    python benchmarks/trust.py cram store   only these

A fault is: a kept file that counts as damaged after a kill, progress that is lost again, an answer that is not that of
an undisturbed run, a .part file that stays, damage that changes an answer, a failed write that is lost silently, an
input that ends in a traceback or a fault of the server, an interrupted question that is then answered differently,
a forged certificate that holds, a class in which moves are slow.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import islice, product
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from spoilt import KINDS, changed

import nimatron as nt
from nimatron import survey
from nimatron.core.errors import NimatronError, Refuted
from nimatron.families.cram.cram_folder import CramFolder
from nimatron.families.cram.table_search import CramTable
from nimatron.proof.checkers import verify
from nimatron.proof.seal import Unreadable, seal
from nimatron.solve.store.checkpoint import Checkpoint, load_tail
from nimatron.solve.store.results import Store
from nimatron.web.classroom.journal import ClassStore
from nimatron.web.classroom.room import ClassState

sys.path.append(str(Path(__file__).parents[1] / "tests"))

OFTEN = """
import nimatron.survey.dataset as dataset, nimatron.families.cram.cram_folder as folder
import nimatron.solve.store.recorder as recorder, nimatron.solve.sequences.long_runs as runs
import nimatron.solve.store.results as store
runs.EVERY = dataset.EVERY = folder.EVERY = 0.05
runs.SAVING = folder.SHARE = recorder.SHARE = 0
store.Store.__init__.__defaults__ = (None, 1 << 28, store._warn, 0.05, (1, 0.0))
from nimatron.cli.program import app
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
    first: tuple[str, ...] = ()
    """A command that makes what this one reads."""

    def command(self, script: Path, folder: Path) -> list[str]:
        return [sys.executable, str(script), *(word.replace("DIR", str(folder)) for word in self.words)]

    def prepare(self, folder: Path) -> Path:
        if not folder.exists():
            folder.mkdir(parents=True)
            if self.first:
                command([word.replace("DIR", str(folder)) for word in self.first])
        return folder


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


def store_known(folder: Path) -> int:
    with Store(folder / "store", warn=_refuse) as store:
        return sum(game.positions for game in store.games())


def _refuse(told: object) -> None:
    raise NimatronError(str(told))


def survey_known(folder: Path) -> int:
    data = survey.DataSet(folder, survey.Plan.of(survey.Sets("subtraction", 3, 80)))
    data.close()
    return whole(data, len(data.parts))


def checked_known(folder: Path) -> int:
    path = folder / "checked" / "checked.txt"
    lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    return sum(len(line) == 65 for line in lines)  # half a line is what a kill may leave


SURVEY = ["survey", "subtraction", "--size", "3", "--max", "80", "--out", "DIR", "--json"]
KILLED = {
    "sequence": Kept(["seq", "0.37", "-n", "500000", "--save", "DIR", "--format", "csv"], run_known("octal{0.37}")),
    "front": Kept(
        ["seq", "0.014", "-n", "1200000", "--front", "300000", "--save", "DIR", "--format", "json"],
        run_known("octal{0.014}"),
    ),
    "cram": Kept(["cram", "8x5", "--resume", "DIR"], cram_known),
    "store": Kept(["solve", f"arc-kayles{{{GRID}}}:"], store_known, store=True),
    "survey": Kept([*SURVEY, "--jobs", "2"], survey_known),
    "survey-dask": Kept([*SURVEY, "--cluster", "2"], survey_known),
    "checked": Kept(
        ["verify", "DIR/it.json", "--save", "DIR/checked"],
        checked_known,
        first=("prove", "0.16", "--front", "60000", "-o", "DIR/it.json"),
    ),
}  # fmt: skip


MOST_STARTS = 4
"""The most starts for each kill: a run may end before it is killed."""


def kill(name: str, tries: int, chance: random.Random, place: Path) -> Row:
    """Kill a run again and again, then let it end."""
    kept, row, folder = KILLED[name], Row(f"kill -9, {name}"), place / name
    script = place / "often.py"
    script.write_text(OFTEN)
    expected, seconds = undisturbed(kept, script, place / f"{name}-whole")
    before = 0
    while row.hits < tries and row.tries < MOST_STARTS * tries:
        row.tries += 1
        killed = ended_early(kept, script, folder, chance.uniform(0.1, 0.9) * seconds)
        row.hits += killed
        with noted(row):
            known = kept.known(folder)
            if known < before:
                row.faults.append(f"{before} were kept, and now {known}")
            before = known
        # A run begins again after its end, and after some kills: the longer it was resumed, the less is left to kill.
        if not killed or chance.random() < 0.4 or row.hits == tries:
            with noted(row):
                if answer(kept, script, folder) != expected:
                    row.faults.append("another answer")
            row.faults += [f"{left} stays" for left in folder.rglob("*.part")]
            shutil.rmtree(folder)
            before = 0
    return row


RENAMES = """
import asyncio, sys
from pathlib import Path

import httpx

from nimatron.web.app import create_app
from nimatron.web.classroom.director import Classroom
from nimatron.web.classroom.journal import ClassStore
from nimatron.web.hosts import Reach

app = create_app(open_class=lambda responder: Classroom(responder, ClassStore(Path(sys.argv[1])), Reach(), key="key"))

async def post(client, what, **data):
    (await client.post(f"/api/v1/class/{what}", json=data)).raise_for_status()

async def rename():
    pupils, transport = app.state.classroom.room.pupils, httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        client.headers["nimatron-teacher"] = "key"
        if not pupils:
            await post(client, "join", name="name 0", code=app.state.classroom.room.code)
        for number in range(int(pupils["p1"].name.split()[1]), 10**9):
            await post(client, "rename", id="p1", name=f"name {number}")
            print(number, flush=True)

asyncio.run(rename())
"""
"""A class in which a pupil gets one name after the other; it prints those that were acknowledged."""


def kill_class(name: str, tries: int, chance: random.Random, place: Path) -> Row:
    """Kill a class while names change, and look for the last one that it has acknowledged."""
    row, path = Row(f"kill -9, {name}"), place / "class.sqlite3"
    for _ in range(tries):
        row.tries += 1
        process = subprocess.Popen([sys.executable, "-c", RENAMES, str(path)], stdout=subprocess.PIPE, text=True)
        assert process.stdout
        first = process.stdout.readline()
        sleep(chance.uniform(0, 0.3))
        process.kill()
        row.hits += bool(first)
        last = int([first, *process.communicate()[0].split("\n")[:-1]][-1])
        with noted(row), closing(ClassStore(path)) as store:
            found = ClassState.restore(store.read()).pupils["p1"].name
            if found not in (f"name {last}", f"name {last + 1}"):  # the next one may be kept before it is acknowledged
                row.faults.append(f"name {last} was acknowledged, and {found} is kept")
    return row


def environment(kept: Kept, folder: Path) -> dict[str, str]:
    return {**os.environ, "NIMATRON_STORE": f"{folder}/store" if kept.store else "off"}


def undisturbed(kept: Kept, script: Path, folder: Path) -> tuple[str, float]:
    answer(kept, script, folder / "first")  # kernels are compiled before anything is timed
    started = monotonic()
    return answer(kept, script, folder / "second"), monotonic() - started


def answer(kept: Kept, script: Path, folder: Path) -> str:
    command = kept.command(script, kept.prepare(folder))
    done = subprocess.run(command, env=environment(kept, folder), capture_output=True, text=True, check=False)
    if done.returncode:
        raise NimatronError(f"exit code {done.returncode}: {done.stderr[-300:]}")
    lines = done.stdout.replace(str(folder), "DIR").splitlines()
    return "\n".join(line for line in lines if " s" not in line[-3:] and "table of" not in line)


def ended_early(kept: Kept, script: Path, folder: Path, seconds: float) -> bool:
    """Start it, and kill it and all it has started after so many seconds. Was it still running?"""
    quiet = subprocess.DEVNULL
    command = kept.command(script, kept.prepare(folder))
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
        try:
            survey.run(family, folder, jobs=1, damaged=told.extend)
        except NimatronError as fault:  # without its manifest a folder says nothing
            told.append(str(fault))
            shutil.rmtree(folder)
            survey.run(family, folder, jobs=1)
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
    "run": runs_damaged, "cram-table": cram_damaged, "data-set": survey_damaged,
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


# -- spoilt inputs ----------------------------------------------------------------------------------


def fuzz(name: str, tries: int, chance: random.Random, place: Path) -> Row:
    """Use spoilt inputs of a kind; those that are refused are noticed."""
    row = Row(f"fuzz, {name}")
    for text, attempt in islice(KINDS[name](chance, place), tries):
        row.tries += 1
        try:
            row.hits += attempt()
        except NimatronError:
            row.hits += 1
        except Exception as fault:  # whatever else comes out is what we look for
            row.faults.append(f"{text!r}: {fault!r}")
    return row


# -- interrupts ------------------------------------------------------------------------------------


def interrupt(name: str, tries: int, chance: random.Random, place: Path) -> Row:
    """Interrupt questions of every kind between two lines, or behind a compiled call, and ask them again."""
    from interrupts import WAYS
    from test_interrupts import WORK, interrupted

    row = Row(f"interrupt, {name}")
    each = max(2, tries // (len(WORK) * len(WAYS)))
    for work in WORK:
        for how in WAYS:
            row.tries += each
            try:
                row.hits += interrupted(work, how, each)
            except AssertionError as fault:
                row.faults.append(str(fault).partition("\n")[0])
    return row


# -- writes that fail -------------------------------------------------------------------------------


def fail(name: str, tries: int, chance: random.Random, place: Path) -> Row:
    """Fail every call that writes, of every writer, in each of five ways; the number of tries is what it is."""
    row, number = Row(f"fail, {name}"), 0
    for subject, attempt in every_writer():
        folder = place / str(number := number + 1)
        folder.mkdir()
        try:
            with pytest.MonkeyPatch.context() as patch:
                calls = attempt(folder, patch)
            row.tries, row.hits = row.tries + calls, row.hits + calls
        except AssertionError as fault:
            row.faults.append(f"{subject}: {fault}"[:500])
    return row


def every_writer() -> Iterator[tuple[str, Callable[[Path, pytest.MonkeyPatch], int]]]:
    """Commands with files, sites, stores and classes, each with a kind of fault."""
    import test_nothing_lost as files
    import test_store_faults as stores
    from faults import FAULTS
    from sqlite_faults import FULL, IO_ERROR, FaultyDisk

    disk = FaultyDisk()
    for kind in FAULTS:
        yield f"site {kind.__name__}", partial(files.fail_every_call_of_a_site, kind)
        for scene in files.SCENES:
            yield f"{scene} {kind.__name__}", partial(files.fail_every_call, scene, kind)
    for code, for_ever in product((FULL, IO_ERROR), (False, True)):
        yield f"class {code}", lambda at, _, how=(code, for_ever): stores.fail_every_call_of_a_class(*how, disk, at)
        yield (
            f"store {code}",
            lambda at, _, how=(code, for_ever): stores.fail_every_call_of_a_store(True, *how, disk, at),
        )


# -- a class under attack ---------------------------------------------------------------------------

QUICK = 500
"""Milliseconds within which 95 of 100 moves are to be seen."""


def crowd(name: str, tries: int, chance: random.Random, place: Path) -> Row:
    """A class of 40 beside 30 hostile devices: moves that are seen, and those of the quickest 95 of 100."""
    row = Row(f"{name}, 40 pupils and 30 hostile devices")
    script = Path(__file__).with_name("classroom.py")
    said = subprocess.run([sys.executable, script, "40", "hostile"], capture_output=True, text=True, check=True).stdout
    row.tries, half, most, worst = map(int, re.findall(r"(\d+) (?:moves|ms)", said))
    row.name += f": half of all moves seen after {half} ms, 95 % after {most} ms"
    row.hits = row.tries
    if most > QUICK:
        row.faults.append(f"95 % after {most} ms, all after {worst} ms")
    return row


# -- forged certificates ---------------------------------------------------------------------------

PROVED = {
    "window": ["{2,3,7,8}"], "pattern": ["allbut{1,2,7}"], "theorem": ["0.77"], "growth": ["0.8"],
    "front": ["0.156", "--front", "4000"], "quotient": ["--misere", "0.123"],
    "kernel": ["nim: 3 4 5"], "draw": ["graph{a>b b>a b>c c>d}: a"],
}  # fmt: skip
"""A certificate of every kind."""


def forge(name: str, tries: int, chance: random.Random, place: Path) -> Row:
    """Change certificates of every kind and seal them again, as a liar would; those that are refused are noticed."""
    row, genuine = Row(f"forge, {name}"), []
    for kind, words in PROVED.items():
        command(["prove", *words, "-o", str(place / f"{kind}.json")])
        data = json.loads((place / f"{kind}.json").read_text())
        genuine.append((data, str(verify(data).claim)))
    for _ in range(tries):
        data, claim = chance.choice(genuine)
        forged = seal(changed(data, chance))
        row.tries += 1
        try:
            verdict = verify(forged, seconds=5)
            if verdict.holds and str(verdict.claim) != claim and not is_true(forged):
                row.faults.append(f"{verdict.claim} instead of {claim}")
            row.hits += not verdict.holds
        except NimatronError:
            row.hits += 1
        except Exception as fault:  # a checker never fails in another way
            row.faults.append(f"{fault!r}: {forged}"[:300])
    return row


def is_true(claim: Any) -> bool:
    """Is a changed claim true by chance? The solver decides."""
    if claim["claim"] in ("kernel", "draw"):
        return bool(nt.outcome(claim["position"], claim["misere"]) == claim["outcome"])
    if claim["claim"] != "period":
        return False
    found = nt.period(claim["game"])
    return (found.preperiod, found.period, found.saltus) == (claim["preperiod"], claim["period"], claim["saltus"])


ACTS = {
    **dict.fromkeys(KILLED, (kill, 1)),
    "class": (kill_class, 1),
    **dict.fromkeys(DAMAGED, (damage, 20)),
    "positions": (fuzz, 600),
    "codes": (fuzz, 500),
    "commands": (fuzz, 200),
    "requests": (fuzz, 400),
    "documents": (fuzz, 300),
    "questions": (interrupt, 200),
    "writes": (fail, 1),
    "certificates": (forge, 500),
    "moves": (crowd, 1),
}
"""What is done, and how many tries it has for one kill; `writes` and `moves` always have the same."""


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("which", nargs="*", metavar="WHICH", help=", ".join(ACTS))
    words.add_argument("--tries", type=int, default=10, help="kills of each run; others have more tries, see ACTS")
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
