"""Runs: the same data set whatever works on it and whatever happens to it."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nimatron import NimatronError, UsageError, survey
from nimatron.core.process_pool import process_pool
from nimatron.solve.store.work_folder import Busy
from nimatron.survey import Progress, Sample, Sets, dataset
from nimatron.survey.plan import SurveyTask, solve
from nimatron.survey.workers import by_dask

pytestmark = pytest.mark.slow

FAMILIES = [Sets("subtraction", 3, 40), Sample(Sets("allbut", 4, 30), 500, 1)]
LIMIT = 1 << 14

LONG = [Sets("subtraction", 5, 40, least=30, symmetric=True)]
"""Members of which some are given back, each to be solved by itself."""


def files(folder: Path) -> dict[str, bytes]:
    """All that must be the same."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name not in ("lock", "report")}


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


class Deadly(Sets):
    """Kills who solves it."""

    def solve(self, members: Any, limit: int) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)


class Wrong(Sets):
    def solve(self, members: Any, limit: int) -> Any:
        return members[0, 10]


def test_a_task_that_kills_its_worker_ends_the_run(tmp_path: Path) -> None:
    with pytest.raises(NimatronError, match=r"a worker .* was lost .*: run the same command again"):
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
    for ask in (survey.load, lambda folder: survey.run(small, folder, jobs=1)):
        with pytest.raises(NimatronError, match="damaged: run the survey again in a new folder"):
            ask(tmp_path / "a")


def test_another_version_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the earlier one has made stays as it is."""
    family = Sets("subtraction", 2, 6)
    with monkeypatch.context() as patch:
        patch.setattr(dataset, "__version__", "0.9")
        survey.run(family, tmp_path, jobs=1)
    before = files(tmp_path)
    assert survey.run(family, tmp_path, jobs=1).found == 0
    assert {**files(tmp_path), "manifest.json": b""} == {**before, "manifest.json": b""}


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
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nowhere at all", "gopher://x:1"])
def test_a_scheduler_that_does_not_answer(address: str) -> None:
    with pytest.raises(NimatronError, match="scheduler"), by_dask([], address, seconds=1.0):
        pass


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
    with process_pool(1) as pool:
        assert signal.SIGINT in pool.submit(signal.pthread_sigmask, signal.SIG_BLOCK, ()).result()
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())
