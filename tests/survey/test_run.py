"""Runs: the same data set whatever works on it and whatever happens to it."""

from __future__ import annotations

import errno
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nimatron import NimatronError, UsageError, survey
from nimatron.solve.store.work_folder import Busy
from nimatron.survey import Progress, Sample, Sets, dataset
from nimatron.survey import processes as pool
from nimatron.survey.plan import SurveyTask, solve

pytestmark = pytest.mark.slow

FAMILIES = [Sets("subtraction", 3, 40), Sample(Sets("allbut", 4, 30), 500, 1)]
LIMIT = 1 << 14

LONG = [Sets("subtraction", 5, 40, least=30, symmetric=True)]
"""Members of which some are given back, each to be solved by itself."""


def files(folder: Path) -> dict[str, bytes]:
    """All that must be the same."""
    return {
        path.name: path.read_bytes() for path in folder.iterdir() if path.name not in ("lock", "times.csv", "report")
    }


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("serial")
    survey.run(FAMILIES, folder, limit=LIMIT, jobs=1)
    return files(folder)


@pytest.fixture(autouse=True)
def _no_waiting_for_disks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: None)


# -- one machine ---------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", [2, 3])
def test_any_number_of_processes(jobs: int, tmp_path: Path, expected: dict[str, bytes]) -> None:
    seen: list[int] = []
    found = survey.run(FAMILIES, tmp_path, limit=LIMIT, jobs=jobs, report=lambda p: seen.append(p.done))
    assert files(tmp_path) == expected
    assert seen == sorted(seen)
    assert seen[-1] == found.done == found.total == sum(map(len, FAMILIES))
    assert set(expected) == {"manifest.json", *(part.file for part in survey.Plan.of(FAMILIES).parts())}


def test_long_members_are_solved_by_themselves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    survey.run(LONG, tmp_path / "a", jobs=1)
    monkeypatch.setattr(Sets, "quick", 3000)
    tasks: list[SurveyTask] = []
    monkeypatch.setattr("nimatron.survey.plan.solve", lambda f, task: tasks.append(task) or solve(f, task))
    survey.run(LONG, tmp_path / "b", jobs=1)
    alone = [task for task in tasks if task.limit == 10**8]
    assert 10 < len(alone) < len(tasks)
    assert all(len(task.places) == 1 for task in alone)
    a, b = (survey.load(tmp_path / name) for name in "ab")
    assert a.drop("computed").equals(b.drop("computed"))
    assert survey.summary(a)["longest"][-1] == 26538


def test_unresolved_members_are_told(tmp_path: Path) -> None:
    found = survey.run(LONG, tmp_path, limit=2000, jobs=1)
    frame = survey.load(tmp_path)
    left = frame.filter(~frame["proved"])
    assert 0 < len(left) == found.unresolved < len(frame)
    for name in ("preperiod", "period", "saltus", "max_value"):
        assert left[name].null_count() == len(left)
        assert frame[name].null_count() == len(left)
    assert left["computed"].to_list() == [2000] * len(left)
    assert survey.summary(frame)["unresolved"].sum() == len(left)


def test_killed_workers_are_replaced(
    tmp_path: Path, expected: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    workers: list[Any] = []
    start = pool._Worker.__init__
    monkeypatch.setattr(pool._Worker, "__init__", lambda self, blob: workers.append(self) or start(self, blob))
    killed = 0

    def kill(progress: Progress) -> None:
        nonlocal killed
        if not killed and progress.done > 1000:
            os.kill(workers[killed].process.pid, signal.SIGKILL)
            killed += 1

    survey.run(FAMILIES, tmp_path, limit=LIMIT, jobs=2, report=kill)
    assert killed == 1
    assert len(workers) == 3
    assert files(tmp_path) == expected


class Deadly(Sets):
    """Kills who solves it."""

    def solve(self, members: Any, limit: int) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)


class Wrong(Sets):
    def solve(self, members: Any, limit: int) -> Any:
        return members[0, 10]


def test_a_task_that_kills_every_worker_is_given_up(tmp_path: Path) -> None:
    with pytest.raises(NimatronError, match="3 workers were lost at members"):
        survey.run(Deadly("subtraction", 2, 9), tmp_path, jobs=2)
    with pytest.raises(NimatronError, match=r"test_run.py:\d+: IndexError"):
        survey.run(Wrong("subtraction", 2, 9), tmp_path / "wrong", jobs=2)


def interrupted(folder: Path, jobs: str, after: int, script: str) -> None:
    """A run in a process of its own, killed at once when some parts are there."""
    process = subprocess.Popen([sys.executable, "-c", script, str(folder), jobs], start_new_session=True)
    while process.poll() is None and len([*folder.glob("part-*.parquet")]) < after:
        time.sleep(0.01)
    process.kill()
    assert process.wait() == -signal.SIGKILL


KILLED = """
import sys
from nimatron import survey
from test_run import LIMIT, FAMILIES
if __name__ == "__main__":
    survey.run(FAMILIES, sys.argv[1], limit=LIMIT, jobs=int(sys.argv[2]))
"""


def test_a_killed_run_goes_on(tmp_path: Path, expected: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", f"{os.environ.get('PYTHONPATH', '')}{os.pathsep}{Path(__file__).parent}")
    for jobs, after in (("1", 3), ("2", 40)):
        interrupted(tmp_path, jobs, after, KILLED)
    assert not json.loads((tmp_path / "manifest.json").read_text())["complete"]
    survey.run(FAMILIES, tmp_path, limit=LIMIT, jobs=2)
    assert files(tmp_path) == expected


def test_long_members_are_not_lost_with_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sets, "quick", 3000)
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    survey.run(LONG, whole, jobs=1)

    def stop(self: Any, part: Any, row: int, facts: list[int]) -> None:
        note(self, part, row, facts)
        noted.append((part.number, row))
        if len(noted) == 5:
            raise KeyboardInterrupt

    noted: list[tuple[int, int]] = []
    note = dataset.DataSet.note
    monkeypatch.setattr(dataset.DataSet, "note", stop)
    with pytest.raises(KeyboardInterrupt):
        survey.run(LONG, broken, jobs=1)
    with (broken / "long.jsonl").open("a") as file:
        file.write('{"part": 0, "row"')  # cut off in the middle
    first = list(noted)
    survey.run(LONG, broken, jobs=1)
    assert not set(first[-2:]) & set(noted[5:])
    assert files(whole) == files(broken)


@pytest.mark.slow
def test_random_rules_resume_and_any_number_of_processes(tmp_path: Path) -> None:
    family = survey.RandomRules(40)
    survey.run(family, tmp_path / "one", limit=3000, jobs=1)
    part = tmp_path / "one" / "part-00001.parquet"
    whole = files(tmp_path / "one")
    part.unlink()
    survey.run(family, tmp_path / "one", limit=3000, jobs=1)
    survey.run(family, tmp_path / "two", limit=3000, jobs=2)
    assert files(tmp_path / "one") == files(tmp_path / "two") == whole


def test_damaged_parts_are_made_again(tmp_path: Path, expected: dict[str, bytes]) -> None:
    survey.run(FAMILIES, tmp_path, limit=LIMIT, jobs=1)
    (tmp_path / "part-00002.parquet").write_bytes(b"PAR1")
    content = bytearray((tmp_path / "part-00007.parquet").read_bytes())
    content[100] ^= 1
    (tmp_path / "part-00007.parquet").write_bytes(bytes(content))
    (tmp_path / "part-00009.parquet").unlink()
    with pytest.raises(NimatronError, match=r"part-00002.parquet is damaged"):
        survey.load(tmp_path)
    told: list[str] = []
    found = survey.run(FAMILIES, tmp_path, limit=LIMIT, jobs=1, damaged=told.extend)
    assert told == ["part-00002.parquet", "part-00007.parquet", "part-00009.parquet"]
    assert 0 < found.found < 1000
    assert files(tmp_path) == expected


@pytest.mark.parametrize("harm", ["one bit", "cut", "empty", "removed"])
def test_a_damaged_manifest_is_made_again_from_the_parts(harm: str, tmp_path: Path, expected: dict[str, bytes]) -> None:
    survey.run(FAMILIES, tmp_path, limit=LIMIT, jobs=1)
    path = tmp_path / "manifest.json"
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 2] ^= 1
    {
        "one bit": lambda: path.write_bytes(raw),
        "cut": lambda: path.write_bytes(raw[:1000]),
        "empty": lambda: path.write_bytes(b""),
        "removed": path.unlink,
    }[harm]()
    told: list[str] = []
    found = survey.run(FAMILIES, tmp_path, limit=LIMIT, jobs=1, damaged=told.extend)
    assert found.found == 0  # nothing is solved again
    assert told == ([] if harm == "removed" else ["manifest.json"])
    assert files(tmp_path) == expected


def test_parts_that_do_not_prove_themselves_are_made_again(tmp_path: Path, expected: dict[str, bytes]) -> None:
    survey.run(FAMILIES, tmp_path, limit=LIMIT, jobs=1)
    (tmp_path / "manifest.json").write_bytes(b"{}")
    for number, harm in ((2, b"PAR1"), (3, b""), (5, None), (9, bytes(5000))):
        path = tmp_path / f"part-{number:05}.parquet"
        if harm is None:  # every byte is guarded, those between the columns as well
            content = bytearray(path.read_bytes())
            content[100] ^= 1
            harm = bytes(content)
        path.write_bytes(harm)
    shutil.copy(tmp_path / "part-00000.parquet", tmp_path / "part-00001.parquet")
    with pytest.raises(UsageError, match=r"contains another survey: part-00001.parquet is .*\"first\": 0"):
        survey.run(FAMILIES, tmp_path, limit=LIMIT, jobs=1)
    (tmp_path / "part-00001.parquet").unlink()
    told: list[str] = []
    survey.run(FAMILIES, tmp_path, limit=LIMIT, jobs=1, damaged=told.extend)
    assert told == ["manifest.json", *(f"part-{number:05}.parquet" for number in (2, 3, 5, 9))]
    assert files(tmp_path) == expected


def test_unresolved_members_prove_themselves_too(tmp_path: Path) -> None:
    survey.run(LONG, tmp_path, limit=2000, jobs=1)
    before = files(tmp_path)
    (tmp_path / "manifest.json").unlink()
    assert survey.run(LONG, tmp_path, limit=2000, jobs=1).found == 0
    assert files(tmp_path) == before


def test_a_full_disk(tmp_path: Path, expected: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    forced = 0

    def full(_: int) -> None:
        nonlocal forced
        forced += 1
        if forced > 40:  # a file and its folder each time: the disk is full with a file half written
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(NimatronError, match="No space left on device"):
            survey.run(FAMILIES, tmp_path, limit=LIMIT, jobs=1)
    assert not [*tmp_path.glob("*.part")]
    survey.run(FAMILIES, tmp_path, limit=LIMIT, jobs=1)
    assert files(tmp_path) == expected


def test_folders_that_are_refused(tmp_path: Path) -> None:
    small = Sets("subtraction", 2, 6)
    survey.run(small, tmp_path / "a", jobs=1)
    for other, limit in ((Sets("subtraction", 2, 7), None), (Sets("allbut", 2, 6), None), (small, 5)):
        with pytest.raises(UsageError, match="contains another survey: families is"):
            survey.run(other, tmp_path / "a", limit=limit, jobs=1)
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "thesis.txt").write_text("words")
    with pytest.raises(UsageError, match="contains other files"):
        survey.run(small, tmp_path / "b", jobs=1)
    with pytest.raises(UsageError, match="nothing can be saved"):
        survey.run(small, tmp_path / "b" / "thesis.txt", jobs=1)
    with pytest.raises(UsageError, match="does not contain a survey"):
        survey.load(tmp_path / "b")
    manifest = tmp_path / "a" / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"limit": 100000000', '"limit": 5'))
    with pytest.raises(NimatronError, match="damaged: run the survey again to repair it"):
        survey.load(tmp_path / "a")
    for other, limit in ((small, 5), (Sets("subtraction", 2, 7), None)):  # the parts say whose they are
        with pytest.raises(UsageError, match=r"contains another survey: part-00000.parquet is"):
            survey.run(other, tmp_path / "a", limit=limit, jobs=1)


def test_another_version_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the earlier one has made stays as it is, whether the manifest is there or must be made again."""
    family = Sets("subtraction", 2, 6)
    with monkeypatch.context() as patch:
        patch.setattr(dataset, "__version__", "0.9")
        survey.run(family, tmp_path, jobs=1)
    before = files(tmp_path)
    for lost in ((), ("manifest.json",)):
        for name in lost:
            (tmp_path / name).unlink()
        survey.run(family, tmp_path, jobs=1)
        assert {**files(tmp_path), "manifest.json": b""} == {**before, "manifest.json": b""}
    label = dataset.read_label(tmp_path / "part-00000.parquet")
    assert label is not None
    assert label["version"] == "0.9"


def test_only_one_writes(tmp_path: Path) -> None:
    plan = survey.Plan.of(Sets("subtraction", 2, 6))
    with survey.DataSet(tmp_path, plan), pytest.raises(Busy):
        survey.run(plan.families, tmp_path, jobs=1)


@pytest.mark.parametrize(
    ("families", "limit", "words"),
    [([], None, "needs a family"),
     (Sets("subtraction", 2, 3, symmetric=True, additive=True), None, "does not contain any games"),
     (Sets("subtraction", 2, 6), 0, "1 term or more, not 0")],
)  # fmt: skip
def test_nothing_to_survey(families: Any, limit: int | None, words: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=words):
        survey.run(families, tmp_path, limit=limit)
    assert not [*tmp_path.iterdir()]


# -- Dask ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def scheduler() -> Iterator[Any]:
    """A scheduler in a process of its own with two workers, one of which has a nanny to bring it back."""
    import socket

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    dask = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    host, port = address.split(":")
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    main = subprocess.Popen([*dask, "--host", host, "--port", port, "--no-dashboard"], **quiet)  # type: ignore[call-overload]
    worker = [
        sys.executable,
        "-m",
        "distributed.cli.dask_worker",
        f"tcp://{address}",
        "--nthreads",
        "1",
        "--no-dashboard",
    ]
    workers = [subprocess.Popen([*worker, "--no-nanny", "--name", str(i)], **quiet) for i in range(2)]  # type: ignore[call-overload]
    yield f"tcp://{address}", main, workers
    for process in (main, *workers):
        process.kill()
        process.wait()


@pytest.mark.filterwarnings("ignore")
def test_dask(scheduler: Any, tmp_path: Path, expected: dict[str, bytes]) -> None:
    """The same data; then with a worker killed; then with the scheduler killed, and the run gone on without it."""
    address, main, workers = scheduler
    survey.run(FAMILIES, tmp_path / "whole", limit=LIMIT, scheduler=address)
    assert files(tmp_path / "whole") == expected

    def kill(process: Any, after: int) -> Any:
        def report(progress: Progress) -> None:
            if progress.done > after and process.poll() is None:
                process.kill()
                process.wait()

        return report

    survey.run(FAMILIES, tmp_path / "worker", limit=LIMIT, scheduler=address, report=kill(workers[0], 1000))
    assert workers[0].poll() is not None
    assert files(tmp_path / "worker") == expected

    with pytest.raises(NimatronError, match="scheduler"):
        survey.run(FAMILIES, tmp_path / "main", limit=LIMIT, scheduler=address, report=kill(main, 1000))
    assert main.poll() is not None
    survey.run(FAMILIES, tmp_path / "main", limit=LIMIT, jobs=1)
    assert files(tmp_path / "main") == expected


@pytest.mark.filterwarnings("ignore")
def test_a_local_cluster(tmp_path: Path, expected: dict[str, bytes]) -> None:
    survey.run(FAMILIES, tmp_path, limit=LIMIT, cluster=2)
    assert files(tmp_path) == expected


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 12))])
def test_dask_workers_killed_at_any_moment(
    seed: int, tmp_path: Path, expected: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One at once, before it is a worker at all, and others later; the last ones are left alone."""
    from nimatron.survey import cluster

    started: list[Any] = []
    start, chance = cluster.start_process, random.Random(seed)

    def doomed(target: Any, scheduler: str) -> Any:
        worker = start(target, scheduler)
        moments = [0.0, *(chance.uniform(0, 4) for _ in range(3))]
        if len(started) < len(moments):
            threading.Timer(moments[len(started)], worker.kill).start()
        started.append(worker)
        return worker

    monkeypatch.setattr(cluster, "start_process", doomed)
    survey.run(FAMILIES, tmp_path, limit=LIMIT, cluster=2)
    assert started[0].exitcode == -signal.SIGKILL
    assert len(started) > 2
    assert files(tmp_path) == expected


@pytest.mark.filterwarnings("ignore")
def test_dask_workers_that_never_start_are_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from nimatron.survey import cluster

    monkeypatch.setattr(cluster, "work", print)  # ends at once
    monkeypatch.setattr(cluster, "LOSSES", 1)
    with pytest.raises(NimatronError, match="Dask workers were lost one after another"):
        survey.run(FAMILIES, tmp_path, limit=LIMIT, cluster=1)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nowhere at all", "gopher://x:1"])
def test_a_scheduler_that_does_not_answer(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from nimatron.survey import cluster

    monkeypatch.setattr(cluster, "ANSWER", 1.0)
    with pytest.raises(NimatronError, match="scheduler"):
        cluster.Cluster(print, address, seconds=1.0)


def test_solve_checks_what_a_family_says() -> None:
    class Short(Sets):
        def solve(self, members: Any, limit: int) -> Any:
            return np.zeros((len(members), 3))

    with pytest.raises(NimatronError, match=r"must give 15 rows .* not an array of shape \(15, 3\)"):
        solve([Short("subtraction", 2, 6)], SurveyTask(0, 0, range(15), 10))


def test_long_members_may_go_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sets, "quick", 3000)
    survey.run(LONG, tmp_path / "a", jobs=1)
    monkeypatch.setattr("nimatron.survey.plan.Serial.together", 8)
    survey.run(LONG, tmp_path / "b", jobs=1)
    assert files(tmp_path / "a") == files(tmp_path / "b")


@pytest.mark.parametrize("workers", ["jobs=2", "cluster=1"])
def test_a_script_needs_no_guard(tmp_path: Path, workers: str) -> None:
    """A worker does not run the script that started it, and a family of the script reaches it all the same."""
    script = tmp_path / "script.py"
    script.write_text(
        "import sys\n"
        "from nimatron import survey\n"
        "class Mine(survey.Sets):\n"
        "    pass\n"
        "print('begun', flush=True)\n"
        f"survey.run(Mine('subtraction', size=1, largest=9), sys.argv[1], {workers})\n"
        "print(survey.load(sys.argv[1]).height)\n"
    )
    done = subprocess.run([sys.executable, script, tmp_path / "set"], capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["begun", "9"], done.stderr


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="Windows has no masks of signals")
def test_a_worker_that_still_imports_hears_no_interrupt() -> None:
    process = pool.start_process(
        exec, "import signal; raise SystemExit(signal.SIGINT in signal.pthread_sigmask(0, ()))"
    )
    process.join()
    assert process.exitcode == 1
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())
