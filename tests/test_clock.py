"""Limits do not count the seconds in which kernels are compiled."""

from __future__ import annotations

import time

import pytest
from work import Clock

from nimatron import kernels
from nimatron.core import clock as clocks
from nimatron.core.clock import now
from nimatron.core.errors import Limit
from nimatron.core.limits import Budget, Limits


def test_the_clock_stands_still_while_kernels_are_compiled(clock: Clock) -> None:
    kernels.need()
    from nimatron.kernels.compile.jit import clock as compiling

    budget, before = Budget(Limits(seconds=60)), now()
    clock.wait(2)
    compiling.__enter__()
    clock.wait(3)
    compiling.__enter__()  # one that the first one calls
    clock.wait(5)
    compiling.__exit__()
    compiling.__exit__()
    clock.wait(1)
    assert now() - before == pytest.approx(3)
    assert budget.elapsed == pytest.approx(3)


def test_a_worker_that_counts_only_work_is_not_late_because_others_work(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "_only_work", False)  # so that it is as before when the test ends
    worked = Clock()
    monkeypatch.setattr(time, "process_time", worked)
    clocks.count_only_work()
    budget = Budget(Limits(seconds=1))
    clock.wait(100)
    budget.spend()
    worked.wait(2)
    with pytest.raises(Limit):
        budget.spend(10_000)
