"""The store on a bad disk: the answer comes, the file stays good, and every row in it is one that was written."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, cast

import pytest
from sqlite_faults import FULL, IO_ERROR, FaultyDisk

from nimatron import Chomp, grundy
from nimatron.core.message import Message
from nimatron.solve.store.results import Store
from nimatron.web.classroom.director import Classroom
from nimatron.web.classroom.journal import ClassStore
from nimatron.web.classroom.room import ClassState
from nimatron.web.hosts import Reach

pytestmark = pytest.mark.slow

FIRST = {(n, 1): int(grundy(Chomp(n, 1))) for n in range(2, 12)}
SECOND = {(n, 2): int(grundy(Chomp(n, 2))) for n in range(2, 12)}


@pytest.fixture(scope="module")
def disk() -> FaultyDisk:
    try:
        return FaultyDisk()
    except (OSError, AttributeError) as fault:
        pytest.skip(f"SQLite cannot be reached from here: {fault}")


def put(store: Store, rows: dict[tuple[int, int], int]) -> None:
    for state, answer in rows.items():
        store.put(Chomp, state, answer)


def rows(path: Path) -> dict[tuple[int, ...], int]:
    """What a process that comes later finds in the file; it finds nothing wrong."""
    told: list[Message] = []
    with Store(path, warn=told.append) as store:
        assert [row[0] for row in store._connection().execute("PRAGMA quick_check(1)")] == ["ok"]
        found = {row.state: int(row.answer) for row in store.rows(Chomp)}
    assert not told
    return found


@pytest.mark.parametrize("for_ever", [False, True])
@pytest.mark.parametrize("code", [FULL, IO_ERROR])
@pytest.mark.parametrize("new", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_every_call_of_sqlite_that_can_fail(
    new: bool, code: int, for_ever: bool, disk: FaultyDisk, tmp_path: Path
) -> None:
    fail_every_call_of_a_store(new, code, for_ever, disk, tmp_path)


def fail_every_call_of_a_store(new: bool, code: int, for_ever: bool, disk: FaultyDisk, tmp_path: Path) -> int:
    """Returns how many calls there are."""
    at, hit = 1, set()
    while True:
        path = tmp_path / f"{at}.sqlite3"
        if not new:
            with Store(path) as store:
                put(store, FIRST)
        before = rows(path) if path.exists() else {}
        told: list[Message] = []
        with disk.failing(at, code, for_ever), Store(path, warn=told.append, after=(1, 0.0), every=0.0) as store:
            put(store, SECOND)
            assert grundy("chomp: 4 4 3", store=store) == 8
        hit.update(disk.failed)
        assert len(told) <= 1
        assert "rollback" not in "".join(map(str, told))  # the reason is told, not what came after it
        after = rows(path)
        assert before.items() <= after.items()
        assert all(answer == grundy(Chomp(state)) for state, answer in after.items())
        if not disk.failed:
            break
        at += 1
    assert {"write", "sync"} <= hit
    return at - 1


NAMES = ("Ann", "Bob", "Cleo")


@pytest.mark.parametrize("for_ever", [False, True])
@pytest.mark.parametrize("code", [FULL, IO_ERROR])
def test_a_class_loses_nothing_that_it_calls_saved(code: int, for_ever: bool, disk: FaultyDisk, tmp_path: Path) -> None:
    fail_every_call_of_a_class(code, for_ever, disk, tmp_path)


def fail_every_call_of_a_class(code: int, for_ever: bool, disk: FaultyDisk, tmp_path: Path) -> int:
    """Returns how many calls there are."""
    at = 1
    while True:
        path, saved = tmp_path / f"class-{at}.sqlite3", list[str]()
        # Where the file cannot be opened, the class is in memory, and the teacher sees why.
        with disk.failing(at, code, for_ever), suppress(OSError, sqlite3.Error), closing(ClassStore(path)) as store:
            classroom = Classroom(cast("Any", None), store, Reach(), key="key")
            for name in NAMES:
                classroom.change("join", name, name)
                saved += [] if classroom.unsaved else NAMES[: NAMES.index(name) + 1]
        with closing(ClassStore(path)) as store:
            parts = store.read()
        names = {pupil.name for pupil in ClassState.restore(parts).pupils.values()} if parts else set()
        assert {*saved} <= names, at
        if not disk.failed:
            assert names == {*NAMES}
            return at - 1
        at += 1
