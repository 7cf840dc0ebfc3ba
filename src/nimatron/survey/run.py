"""Runs a survey: parts go to workers, results to the data set; members that take long are solved on their own."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ..core.errors import UsageError
from ..core.limits import watch
from .dataset import DataSet
from .family import FACTS, PERIOD, Family, need
from .plan import Done, Part, Plan, Serial, SurveyTask, Workers

if TYPE_CHECKING:
    from ..core.array_types import Ints

AHEAD = 2
"""Tasks in flight for each worker."""


@dataclass
class Progress:
    """How far a survey has come."""

    total: int
    done: int = 0
    found: int = 0
    """Members solved in this run, not found in the folder."""
    unresolved: int = 0
    longest: int = 0
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """Members per second in this run."""
        return self.found / self.seconds if self.seconds else 0.0


Report = Callable[[Progress], None]


def run(
    families: Family | Sequence[Family],
    folder: Path | str,
    *,
    limit: int | None = None,
    jobs: int | None = None,
    scheduler: str = "",
    cluster: int = 0,
    report: Report | None = None,
    damaged: Callable[[list[str]], None] | None = None,
) -> Progress:
    """Survey the families into a folder; continue where an earlier run of the same survey stopped.

    `limit` is the most terms for each member. `jobs` is the number of processes, by default one for each core.
    `scheduler` is the address of a Dask scheduler; `cluster` is a number of Dask workers to start here instead.
    """
    need("polars")
    data = DataSet(folder, Plan.of(families, limit))
    found = fill(data, jobs=jobs, scheduler=scheduler, cluster=cluster, report=report, damaged=damaged)
    if data.trouble:
        raise data.trouble
    return found


def fill(
    data: DataSet,
    *,
    jobs: int | None = None,
    scheduler: str = "",
    cluster: int = 0,
    report: Report | None = None,
    damaged: Callable[[list[str]], None] | None = None,
) -> Progress:
    """The same for a data set that is open, and closed at the end; what could not be written is still in it."""
    with data:
        if data.damage and damaged:
            damaged(data.damage)
        with nullcontext(report) if report else watch("survey") as shown:
            survey = _Survey(data.plan, data, shown)
            if survey.left:
                with _workers(data.plan, jobs, scheduler, cluster) as workers:
                    survey.work(workers)
        data.finish()
        return survey.progress


def _workers(plan: Plan, jobs: int | None, scheduler: str, cluster: int) -> AbstractContextManager[Workers]:
    if scheduler or cluster:
        from .workers import by_dask

        return by_dask(plan.families, scheduler, cluster)
    # The cores that this process may use; a container may have fewer than the machine.
    jobs = jobs or len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else jobs or os.cpu_count() or 1
    if jobs < 1:
        raise UsageError("jobs are 1 or more processes, not {jobs}", jobs=jobs)
    if jobs == 1:
        return nullcontext(Serial(plan.families))
    from .workers import by_processes

    return by_processes(plan.families, jobs)


@dataclass
class _Open:
    """A part under way: its facts so far, and the rows that workers still have."""

    part: Part
    facts: Ints
    begun: bool = False
    waiting: set[int] = field(default_factory=set)


class _Survey:
    def __init__(self, plan: Plan, data: DataSet, report: Report | None) -> None:
        self.plan, self.data, self.report = plan, data, report
        self.progress = Progress(len(plan))
        self.started = time.monotonic()
        self.left = deque(part for part in plan.parts() if part.file not in data.parts)
        self.progress.done = len(plan) - sum(part.stop - part.first for part in self.left)
        self.long: deque[tuple[_Open, SurveyTask]] = deque()
        self.flying: dict[int, tuple[_Open, SurveyTask]] = {}
        self.numbers = iter(range(1 << 62))
        self.together = 1

    def work(self, workers: Workers) -> None:
        """Go through all parts; however it ends, what was written stays."""
        self.together = workers.together
        try:
            while self.left or self.long or self.flying:
                while len(self.flying) < AHEAD * workers.size and (task := self._next()):
                    workers.submit(task)
                for done in workers.done():
                    self._take(done)
                self._tell()
        except BaseException:
            self.data.save()
            raise

    def _next(self) -> SurveyTask | None:
        """The next task. Long members come first: their part waits for them, and none should be left for the end."""
        if self.long:
            opened, task = self.long.popleft()
        elif self.left:
            import numpy as np

            part = self.left.popleft()
            family, limit = self.plan.families[part.family], self.plan.limits[part.family]
            facts = np.zeros((part.stop - part.first, len(FACTS)), np.int64)
            opened = _Open(part, facts)
            task = SurveyTask(next(self.numbers), part.family, range(part.first, part.stop), min(limit, family.quick))
        else:
            return None
        self.flying[task.number] = opened, task
        return task

    def _take(self, done: Done) -> None:
        opened, task = self.flying.pop(done.task.number)
        rows = [place - opened.part.first for place in task.places]
        opened.facts[rows] = done.facts
        # The first result of a part has all rows; later results have its long members.
        if not opened.begun:
            opened.begun = True
            self._put_off(opened, self._rows_to_retry(opened, rows))
        else:
            opened.waiting.difference_update(rows)
        if not opened.waiting:
            self._close(opened)

    def _put_off(self, opened: _Open, rows: list[int]) -> None:
        """Make tasks for the rows that take long."""
        opened.waiting.update(rows)
        part, limit = opened.part, self.plan.limits[opened.part.family]
        for i in range(0, len(rows), self.together):
            places = [part.first + row for row in rows[i : i + self.together]]
            self.long.append((opened, SurveyTask(next(self.numbers), part.family, places, limit)))

    def _rows_to_retry(self, opened: _Open, rows: list[int]) -> list[int]:
        """The rows that came back unsolved and may take more terms."""
        family = opened.part.family
        if self.plan.limits[family] <= self.plan.families[family].quick:
            # The first attempt had as many terms as the limit allows.
            return []
        periods = opened.facts[rows, PERIOD].tolist()
        return [row for row, period in zip(rows, periods, strict=True) if not period]

    def _close(self, opened: _Open) -> None:
        facts = opened.facts
        self.data.write(opened.part, facts)
        periods = facts[:, PERIOD]
        self.progress.done += len(facts)
        self.progress.found += len(facts)
        self.progress.unresolved += int((periods == 0).sum())
        self.progress.longest = max(self.progress.longest, int(periods.max()))

    def _tell(self) -> None:
        self.progress.seconds = time.monotonic() - self.started
        if self.report:
            self.report(self.progress)
