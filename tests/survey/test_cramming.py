"""Cram boards by many workers: the values of a search alone, whatever becomes of the workers."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from nimatron import Limit
from nimatron.games.cram import Cram
from nimatron.survey import cramming
from nimatron.survey.cramming import Answer, Asked, Sharing, answer, distinct
from nimatron.values.boards.cram import Cramming, explore
from nimatron.values.boards.cramtable import CramTable
from nimatron.values.keep.cram import CramFolder
from nimatron.values.search.budget import Budget
from nimatron.values.search.limits import Limits


class Here:
    """Workers in this process that answer in any order; some of them lose their table before the next question."""

    def __init__(self, size: int, seed: int = 0, losses: float = 0.0) -> None:
        self.size, self.losses, self.chance = size, losses, random.Random(seed)
        self.waiting: list[Asked] = []
        self.benches = [cramming._Bench(64, 0) for _ in range(size)]
        self.asked = 0

    def submit(self, task: Asked) -> None:
        self.waiting.append(task)
        self.asked += 1

    def done(self) -> list[Answer]:
        task = self.waiting.pop(self.chance.randrange(len(self.waiting)))
        i = self.chance.randrange(self.size)
        if self.chance.random() < self.losses:
            self.benches[i] = cramming._Bench(64, 0)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(cramming, "_bench", lambda *_: self.benches[i])
            return [answer(task)]

    def close(self) -> None:
        self.waiting.clear()


@pytest.mark.parametrize(("size", "losses"), [(1, 0.0), (3, 0.0), (3, 0.3)])
@pytest.mark.parametrize(
    ("board", "value"), [("6x5", 2), ("7x4", 3), ("11x3", 0), ("....../.....#/#..#../......", None)]
)
@pytest.mark.one_in(5)
def test_the_same_values_as_a_search_alone(board: str, value: int | None, size: int, losses: float) -> None:
    state, workers = Cram.parse(board), Here(size, len(board), losses)
    alone = Cramming(CramTable(), Budget()).value(state)
    table = CramTable()
    assert Sharing(table, Budget(), workers, 64).value(state) == alone
    assert value in (alone, None)


def test_first_moves_are_judged() -> None:
    state, table, budget = Cram.parse("6x5"), CramTable(), Budget()
    alone = explore(state, CramTable(), Budget(), moves=True)
    found = explore(state, table, budget, moves=True, by=Sharing(table, budget, Here(2), 64))
    assert found.value == alone.value
    assert [move.wins for move in found.moves or ()] == [move.wins for move in alone.moves or ()]
    assert found.positions == budget.spent > 1000


def test_workers_share_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each task ends at once, and yet together they find the value; no worker had all of it."""
    monkeypatch.setattr(cramming, "LEAST_SECONDS", 0.02)
    monkeypatch.setattr(cramming, "SHARE", 10**9)
    workers = Here(3)
    assert Sharing(CramTable(), budget := Budget(), workers, 64).value(Cram.parse("8x5")) == 1
    assert workers.asked > 6
    assert all(bench.table.nodes < budget.spent for bench in workers.benches)
    assert all(bench.wants for bench in workers.benches)


def test_workers_try_moves_in_different_orders() -> None:
    asked = [Asked(i, f"run {i}", (0, 0, 0), "value", 1.0, 8, 5, 0, ()) for i in range(3)]
    assert [cramming._bench(task).table.seed for task in asked] == [5, 6, 7]
    again = asked[0]._replace(run="run 2")
    assert cramming._bench(again).table.seed == 7  # as long as the run lasts


def test_a_limit_leaves_what_is_known() -> None:
    table, budget = CramTable(), Budget(Limits(positions=3000))
    found = explore(Cram.parse("7x5"), table, budget, by=Sharing(table, budget, Here(2), 64))
    assert isinstance(found.trouble, Limit)
    assert found.value is None
    assert table.entries


def test_what_is_known_goes_to_the_workers() -> None:
    state, table = Cram.parse("6x5"), CramTable()
    assert Cramming(table, alone := Budget()).value(state) == 2
    workers = Here(1)
    assert Sharing(table, budget := Budget(), workers, 64).value(state) == 2
    assert budget.spent < alone.spent / 3
    assert {*Cramming(table, Budget()).excluded(state)} <= {0, 1}


def test_options_of_a_board_are_asked_once() -> None:
    assert len(distinct(Cram.parse("6x6"))) == 9
    assert len(distinct(Cram.parse("4x2"))) == 4


@pytest.mark.slow
def test_dask_workers_that_are_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first workers are killed at some moment, as in surveys; the value is found, and the table is kept."""
    from nimatron.survey import cluster

    state, killed = Cram.parse("7x5"), list[object]()

    class Doomed(cluster.Cluster[Asked, Answer]):
        def done(self) -> list[Answer]:
            found = super().done()
            if found and len(killed) < 2:
                self._workers[0].kill()
                killed.append(1)
            return found

    workers = Doomed(answer, size=2)
    with CramFolder(tmp_path, table := CramTable()):
        try:
            assert Sharing(table, Budget(), workers, 256).value(state) == 1
        finally:
            workers.close()
    assert killed
    with CramFolder(tmp_path, again := CramTable()):
        assert again.entries


@pytest.mark.slow
def test_on_the_command_line(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "nimatron", "cram", "6x5", "--cluster", "2", "--resume", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "N-position, value 2." in done.stdout
    wrong = subprocess.run([*command, "--scheduler", "tcp://x:1"], capture_output=True, text=True, check=False)
    assert wrong.returncode == 2
    assert "--cluster" in wrong.stderr
