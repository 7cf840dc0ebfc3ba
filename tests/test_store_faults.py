"""The store on a bad disk: the answer comes, the file stays good, and every row in it is one that was written."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlite_faults import FULL, IO_ERROR, FaultyDisk

from nimatron import Chomp, grundy
from nimatron.message import Message
from nimatron.values.keep.store import Store

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
        assert store.fault() is None
        found = {row.state: int(row.answer) for row in store.rows(Chomp)}
    assert not told
    return found


@pytest.mark.parametrize("for_ever", [False, True])
@pytest.mark.parametrize("code", [FULL, IO_ERROR])
@pytest.mark.parametrize("new", [False, pytest.param(True, marks=pytest.mark.long)])
def test_every_call_of_sqlite_that_can_fail(
    new: bool, code: int, for_ever: bool, disk: FaultyDisk, tmp_path: Path
) -> None:
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
