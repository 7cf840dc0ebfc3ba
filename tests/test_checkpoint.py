"""Runs kept in a folder: what is saved survives a crash at any moment and damage to any file."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from work import Clock

from nimatron import AllBut, Game, Grundy, Kayles, Lasker, Nim, Octal, Subtraction, sequence
from nimatron.core.errors import NimatronError, UsageError
from nimatron.core.limits import Limits
from nimatron.solve.heap_run import checkpoint_of, resume_run, run_of
from nimatron.solve.sequences import long_runs as runs
from nimatron.solve.sequences.long_runs import reach
from nimatron.solve.store.checkpoint import Checkpoint
from nimatron.solve.store.work_folder import Busy

EXPECTED = (np.arange(5000, dtype=np.uint64) ** 2 * 2654435761 >> 7) % 300
GAME = "octal{0.6}"


@pytest.fixture(autouse=True)
def _no_waiting_for_disks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other processes see what is written at once; only a loss of power would tell the difference."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


class Steady(runs.Run):
    """A run that knows its values and takes its time."""

    def __init__(self, known: int, wait: Callable[[], None] = lambda: None, size: int = 50) -> None:
        self.done, self.wait, self.size = known, wait, size

    @property
    def values(self) -> Any:  # type: ignore[override]
        return EXPECTED[: self.done].astype(np.uint16)

    def extend(self, upto: int) -> None:
        self.wait()
        self.done = min(upto, self.done + self.size)


def saved(folder: Path, *counts: int) -> None:
    with Checkpoint(folder, GAME) as keep:
        for count in counts:
            keep.save(EXPECTED[:count])


def opened(folder: Path) -> tuple[list[int], list[str]]:
    with Checkpoint(folder, GAME) as keep:
        return keep.values.tolist(), keep.damage


def chunks(folder: Path) -> list[dict[str, Any]]:
    """The first lines of all chunks."""
    return [json.loads(path.read_bytes().partition(b"\n")[0]) for path in sorted(folder.glob("values-*.chunk"))]


# -- what is saved is there again ----------------------------------------------------------------


def test_round_trip(tmp_path: Path) -> None:
    values = np.array([3, 200, 7, 300, 70_000, 5, 1 << 40], np.uint64)
    with Checkpoint(tmp_path, GAME) as keep:
        assert keep.count == len(keep.values) == 0
        for count in (2, 2, 4, 6, 7):
            keep.save(values[:count])
        assert [facts["dtype"] for facts in chunks(tmp_path)] == ["<u1", "<u2", "<u4", "<u8"]
    with Checkpoint(tmp_path, GAME) as keep:
        assert keep.values.tolist() == values.tolist()
        assert keep.count == 7
        assert keep.damage == []


def test_a_chunk_is_a_line_and_raw_values(tmp_path: Path) -> None:
    with Checkpoint(tmp_path, GAME) as keep:
        keep.save(np.array([1, 2, 258], np.uint16))
    head, _, raw = (tmp_path / "values-000000000000.chunk").read_bytes().partition(b"\n")
    assert b'"dtype": "<u2"' in head
    assert b'"game": "octal{0.6}"' in head
    assert raw == b"\1\0\2\0\2\1"


GAMES = [Octal("0.6"), Kayles, Grundy, Octal("0.8"), Lasker, Nim, Subtraction({1, 2, 6}), AllBut({2, 4, 7})]


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.one_in(3)
def test_resume_at_any_place(game: Game, tmp_path: Path) -> None:
    size = 120 if game == Octal("0.8") else 1200
    expected = sequence(game, size).tolist()
    chance = random.Random(str(game))
    for i, cuts in enumerate([[1], [size - 1], *(sorted(chance.sample(range(1, size), 3)) for _ in range(4))]):
        for cut in [*cuts, size]:
            with checkpoint_of(str(tmp_path / str(i)), game) as keep:
                run = resume_run(game, keep)
                assert reach(run, cut, checkpoint=keep) is None
                assert keep.count == cut
                assert run.values.tolist() == expected[:cut]
        with checkpoint_of(str(tmp_path / str(i)), game) as keep:
            assert keep.values.tolist() == expected


@pytest.mark.slow
def test_resume_with_the_kernel(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    game = Octal("0.6")
    whole = run_of(game)
    reach(whole, 20_000)
    assert whole.values[:4000].tolist() == sequence(game, 4000).tolist()
    for cut in (2999, 3000, 3001, 10_007, 20_000):
        with checkpoint_of(str(tmp_path), game) as keep:
            run = resume_run(game, keep)
            reach(run, cut, checkpoint=keep)
            assert np.array_equal(run.values, whole.values[:cut])
    with checkpoint_of(str(tmp_path), game) as keep:
        assert np.array_equal(keep.values, whole.values)


def test_a_period_ends_the_work() -> None:
    run = run_of(Kayles)
    assert reach(run, 10**7) is None
    assert len(run.values) == 10**7
    assert len(run.sequence.values) < 1000, "the rest is copied"
    assert run.values[10**7 - 12 :].tolist() == run.values[84 + 4 : 96 + 4].tolist()  # 10^7 = 4 mod 12


def test_names_share_a_run(tmp_path: Path) -> None:
    with checkpoint_of(str(tmp_path), Kayles) as keep:
        reach(resume_run(Kayles, keep), 50, checkpoint=keep)
    with checkpoint_of(str(tmp_path), Octal(".770")) as keep:
        assert keep.count == 50


def test_values_of_another_game_are_noticed(tmp_path: Path) -> None:
    with checkpoint_of(str(tmp_path), AllBut({2, 4})) as keep:
        keep.save(np.array([0, 1, 2, 3], np.uint8))
    with (
        checkpoint_of(str(tmp_path), AllBut({2, 4})) as keep,
        pytest.raises(NimatronError, match="belong to another game"),
    ):
        resume_run(AllBut({2, 4}), keep)


# -- limits --------------------------------------------------------------------------------------


def test_saved_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    monkeypatch.setattr(runs, "SMALLEST", 100)
    with Checkpoint(tmp_path, GAME) as keep:
        reach(Steady(0), 5000, checkpoint=keep)
        assert [facts["start"] + facts["count"] for facts in chunks(tmp_path)] == [100, 200, 400, 800, 1600, 3200, 5000]
    monkeypatch.setattr(runs, "EVERY", 0.05)
    with Checkpoint(tmp_path / "b", GAME) as keep:
        reach(Steady(0, wait=lambda: clock.wait(0.02), size=1), 20, checkpoint=keep)
        assert [facts["start"] + facts["count"] for facts in chunks(tmp_path / "b")] == [3, 6, 9, 12, 15, 18, 20]


def test_limits_keep_what_is_known(tmp_path: Path, clock: Clock) -> None:
    with Checkpoint(tmp_path, GAME) as keep:
        trouble = reach(Steady(0, wait=lambda: clock.wait(0.015)), 5000, Limits(seconds=0.1), checkpoint=keep)
        assert str(trouble).startswith("the time limit of 0.1 s is reached (after ")
        assert keep.count == 350
    trouble = reach(run_of(Nim), 10**9, Limits(memory=1 << 20))
    assert str(trouble).startswith("the memory limit of 1 MB is reached (after ")


def test_an_interrupt_saves(tmp_path: Path) -> None:
    class Interrupted(Steady):
        def extend(self, upto: int) -> None:
            if self.done >= 300:
                raise KeyboardInterrupt
            super().extend(upto)

    with Checkpoint(tmp_path, GAME) as keep:
        with pytest.raises(KeyboardInterrupt):
            reach(Interrupted(0), 5000, checkpoint=keep)
        assert keep.count == 300


# -- a crash -------------------------------------------------------------------------------------


class Crash(BaseException):
    """The process ends here."""


def crashing(place: int, function: Callable[..., Any], count: Iterator[int]) -> Callable[..., Any]:
    def crash(*arguments: Any) -> Any:
        if next(count) == place:
            raise Crash
        return function(*arguments)

    return crash


@pytest.mark.parametrize("place", range(6))
def test_a_crash_at_every_step(place: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved(tmp_path, 100, 200, 300)
    count = iter(range(100))
    with Checkpoint(tmp_path, GAME) as keep, monkeypatch.context() as patch:
        # Force the file to disk, rename it, force the folder to disk.
        patch.setattr(os, "fsync", crashing(place, os.fsync, count))
        patch.setattr(os, "replace", crashing(place, os.replace, count))
        patch.setattr(os, "unlink", lambda *_: None)  # a process that has ended removes nothing
        if place < 3:
            with pytest.raises(Crash):
                keep.save(EXPECTED[:400])
        else:
            keep.save(EXPECTED[:400])
    values, damage = opened(tmp_path)
    assert values == EXPECTED[: 300 if place < 2 else 400].tolist()
    assert damage == []
    assert not list(tmp_path.glob("*.part"))
    saved(tmp_path, 500)
    assert opened(tmp_path) == (EXPECTED[:500].tolist(), [])


KILLED = """
import sys, time
sys.path.insert(0, sys.argv[1])
from test_checkpoint import GAME, Steady
from nimatron.solve.sequences import long_runs as runs
from nimatron.solve.store.checkpoint import Checkpoint
runs.EVERY = 0.0
with Checkpoint(sys.argv[2], GAME) as keep:
    run = Steady(keep.count, wait=lambda: time.sleep(0.0005), size=7)
    runs.reach(run, 5000, checkpoint=keep, report=lambda *_: print("step", flush=True))
"""


@pytest.mark.slow
def test_killed_again_and_again(tmp_path: Path) -> None:
    chance, known = random.Random(5), 0
    for _ in range(8):
        command = [sys.executable, "-c", KILLED, str(Path(__file__).parent), str(tmp_path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            for _ in range(chance.randint(1, 40)):
                assert process.stdout.readline() == b"step\n"
            process.send_signal(signal.SIGKILL)
        values, damage = opened(tmp_path)
        assert len(values) >= known
        assert values == EXPECTED[: len(values)].tolist()
        assert damage == []
        known = len(values)
    assert known > 0
    with Checkpoint(tmp_path, GAME) as keep:
        reach(Steady(keep.count), 5000, checkpoint=keep)
    assert opened(tmp_path) == (EXPECTED.tolist(), [])


# -- damage --------------------------------------------------------------------------------------


def flipped(at: float) -> Callable[[Path], None]:
    def flip(path: Path) -> None:
        data = bytearray(path.read_bytes())
        data[int(at * (len(data) - 1))] ^= 4
        path.write_bytes(data)

    return flip


DAMAGE: dict[str, Callable[[Path], None]] = {
    "truncated": lambda path: os.truncate(path, path.stat().st_size // 2),
    "a byte short": lambda path: os.truncate(path, path.stat().st_size - 1),
    "longer": lambda path: path.write_bytes(path.read_bytes() + b"\0") and None,
    "flipped at the start": flipped(0.0),
    "flipped in the middle": flipped(0.5),
    "flipped at the end": flipped(1.0),
    "emptied": lambda path: os.truncate(path, 0),
    "zeros": lambda path: path.write_bytes(bytes(path.stat().st_size)) and None,
    "removed": lambda path: path.unlink(),
}
FILES = {
    "values-000000000000.chunk": 0,
    "values-000000000100.chunk": 100,
    "values-000000000250.chunk": 250,
    "values-000000000600.chunk": 600,
    "lock": 700,
}


@pytest.mark.parametrize("how", DAMAGE)
@pytest.mark.parametrize("name", FILES)
@pytest.mark.one_in(5)
def test_damage_is_seen(name: str, how: str, tmp_path: Path) -> None:
    saved(tmp_path, 100, 250, 600, 700)
    assert {path.name for path in tmp_path.iterdir()} == {*FILES}
    DAMAGE[how](tmp_path / name)
    with Checkpoint(tmp_path, GAME) as keep:
        assert keep.values.tolist() == EXPECTED[: FILES[name]].tolist()
        harmless = name == "lock" or (name == max(FILES) and how == "removed")  # nobody knows of a last chunk
        assert keep.damage == ([] if harmless else [name])
        # From there on as if nothing had happened, with chunks of other sizes.
        for count in (300, 650, 900):
            keep.save(EXPECTED[:count])
    assert opened(tmp_path)[0] == EXPECTED[:900].tolist()
    assert opened(tmp_path) == (EXPECTED[:900].tolist(), [])


@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.slow)])
def test_every_byte_is_guarded(tmp_path: Path, step: int) -> None:
    saved(tmp_path, 40)
    path = tmp_path / "values-000000000000.chunk"
    data = path.read_bytes()
    for i in range(0, len(data), step):
        for bit in (1, 32):  # 32: a letter of the other case, which JSON may read as the same
            path.write_bytes(data[:i] + bytes([data[i] ^ bit]) + data[i + 1 :])
            assert opened(tmp_path) == ([], [path.name])


def test_all_lost(tmp_path: Path) -> None:
    saved(tmp_path, 100, 250)
    for path in tmp_path.iterdir():
        os.truncate(path, 0)
    values, damage = opened(tmp_path)
    assert values == []
    assert len(damage) == 2


def test_a_chunk_in_the_wrong_place_is_not_read(tmp_path: Path) -> None:
    saved(tmp_path, 100, 200)
    (tmp_path / "values-000000000100.chunk").replace(tmp_path / "values-000000000200.chunk")
    values, damage = opened(tmp_path)
    assert values == EXPECTED[:100].tolist()
    assert "values-000000000200.chunk" in damage


# -- who may write -------------------------------------------------------------------------------


def test_another_game_is_refused(tmp_path: Path) -> None:
    saved(tmp_path, 10)
    with pytest.raises(UsageError, match=r"contains a run of octal\{0.6\}, not of kayles"):
        Checkpoint(tmp_path, "kayles")
    assert opened(tmp_path) == (EXPECTED[:10].tolist(), [])


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("...")
    with pytest.raises(UsageError, match="contains other files but no run"):
        Checkpoint(tmp_path, GAME)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]
    with pytest.raises(UsageError, match="nothing can be saved in"):
        Checkpoint(tmp_path / "thesis.tex", GAME)


def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    saved(tmp_path, 10)
    with Checkpoint(tmp_path, GAME) as keep:
        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(NimatronError, match="No space left on device"):
            keep.save(EXPECTED[:20])
    assert opened(tmp_path) == (EXPECTED[:10].tolist(), [])


def test_own_rules_are_not_kept(tmp_path: Path) -> None:
    class Halving(Subtraction):
        name = "halving"

    with pytest.raises(UsageError, match="can be saved, not of"):
        checkpoint_of(str(tmp_path), Halving({1}))


@pytest.mark.slow
def test_two_writers(tmp_path: Path) -> None:
    with Checkpoint(tmp_path, GAME) as keep:
        keep.save(EXPECTED[:10])
        with pytest.raises(Busy, match=f"another process \\({os.getpid()}\\) is writing to the run"):
            Checkpoint(tmp_path, GAME)
        command = [sys.executable, "-c", KILLED, str(Path(__file__).parent), str(tmp_path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert "Busy: another process" in done.stderr
        keep.save(EXPECTED[:20])
    assert opened(tmp_path) == (EXPECTED[:20].tolist(), [])
