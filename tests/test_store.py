"""The store of solved positions: right or silent, whatever happens to its file, its neighbours and the rules."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from every_row import every_row
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

import nimatron as nt
from nimatron.cli.program import app
from nimatron.core.message import Message
from nimatron.solve.search.memo import Costly, Tables
from nimatron.solve.solver import Solver
from nimatron.solve.store import database
from nimatron.solve.store.database import NotPlain, StoredRow, decode, encode, fingerprint
from nimatron.solve.store.results import IN_USE, Store, default_path, default_store

HERE = Path(__file__).parent
ALWAYS = (0, 0.0)
"""Every search uses the store, however short."""

BOARD = nt.Chomp((7, 6, 6, 5, 4, 4))


class Said(list[str]):
    """Warnings, collected."""

    def __call__(self, trouble: Message) -> None:
        self.append(str(trouble))


def opened(path: Path, **settings: Any) -> Store:
    return Store(path, warn=settings.pop("warn", pytest.fail), after=settings.pop("after", ALWAYS), **settings)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "store.sqlite3"


def filled(path: Path) -> nt.Analysis:
    """A store that has solved `BOARD`."""
    with opened(path) as store:
        return nt.analyse(BOARD, store=store)


def effort(position: nt.Position, store: Store | None, misere: bool = False) -> tuple[int, str, Any]:
    """Positions that it takes to find the outcome, and the value in normal play."""
    with Solver(nt.Limits(store=store), tables=None if store else Tables()) as solver:
        outcome = solver.outcome(position.game, position.state, misere)
        value = None if misere else solver.value(position.game, position.state)
        return solver.budget.spent, outcome, value


# -- what is kept ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "position",
    [BOARD, nt.parse("cram: 5x4"), nt.parse("chomp: 5 4 4 + cram: 3x3"), nt.parse("cram: ...../...../....#")],
    ids=str,
)
@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.one_in(3)
def test_the_second_time_is_cheaper(path: Path, position: nt.Position, misere: bool) -> None:
    if misere and "+" in str(position):
        position = nt.parse("chomp: 3 3 2 + cram: 2x2")
    with opened(path) as store:
        first = effort(position, store, misere)
    with opened(path) as store:
        second = effort(position, store, misere)
    assert first[1:] == second[1:] == effort(position, None, misere)[1:]
    assert second[0] < first[0] or first[0] < 100


def test_a_short_search_opens_no_store(path: Path) -> None:
    with Store(path, warn=pytest.fail) as store:
        nt.analyse(nt.parse("chomp: 4x4"), store=store)
    assert not path.exists()


def test_only_its_owner_reads_it(path: Path) -> None:
    with Store(path, after=ALWAYS) as store:
        nt.grundy(BOARD, store=store)
    assert {file.stat().st_mode & 0o077 for file in path.parent.glob(f"{path.name}*")} == {0}


def test_library_calls_use_none_unless_asked(path: Path) -> None:
    with opened(path) as store:
        store.put(nt.Chomp, (3, 2), 17)
        assert nt.grundy(nt.Chomp((3, 2))) != 17
        assert nt.grundy(nt.Chomp((4, 3, 2)), store=store) != nt.grundy(nt.Chomp((4, 3, 2)))


def test_one_position(path: Path) -> None:
    with opened(path) as store:
        assert store.get(nt.Cram, nt.Cram("3x3").state) is None
        store.put(nt.Cram, nt.Cram("...").state, 1, cost=9)
        assert store.get(nt.Cram, nt.Cram("./././#").state) == 1  # by its canonical form
        store.put(nt.Chomp, (2, 1), True, "misere")
        assert store.get(nt.Chomp, (2, 1), "misere") is True
        assert store.get(nt.Chomp, (2, 1), "outcome") is None


def test_a_state_that_is_not_plain_is_not_kept(path: Path) -> None:
    with opened(path) as store:
        assert store.get(nt.Chomp, object()) is None
        store.put(nt.Chomp, (2, 2), 2)
        store.save(nt.Chomp, [StoredRow("value", object(), (1,), 0, 1), StoredRow("value", (1,), 1.5j, 0, 1)])
        assert len(store.rows(nt.Chomp)) == 1


KEYS = st.recursive(
    st.one_of(st.integers(), st.text(), st.none(), st.booleans()),
    lambda inner: st.one_of(st.lists(inner, max_size=3).map(tuple), st.frozensets(inner, max_size=3)),
    max_leaves=8,
)


@given(KEYS)
def test_text_and_back(key: Any) -> None:
    assert decode(encode(key), {}) == key


@every_row("text", ["[1", "{}", '{"game": "nim"}', "[" * 100_000, '{"set": 1}'])
def test_bad_text(text: str) -> None:
    with pytest.raises(NotPlain):
        decode(text, {})


def test_only_the_costly_ones() -> None:
    costly = Costly(least=2, most=10)
    for i in range(100):
        costly.note(i, i, i)
    assert len(costly.found) <= 10
    assert 99 in costly.found


# -- rules that change -------------------------------------------------------------------------------


def test_a_fingerprint_names_our_rules_only() -> None:
    class Own(nt.Game):
        pass

    assert fingerprint(nt.Subtraction({1, 2})) != fingerprint(nt.Subtraction({1, 3}))
    assert fingerprint(nt.Sum(nt.Nim, nt.Kayles)) != fingerprint(nt.Sum(nt.Kayles, nt.Nim))
    assert {fingerprint(game) for game in (Own(), nt.Sum(nt.Nim, Own()))} == {None}


def test_a_fingerprint_covers_the_sources_of_rules_and_solver() -> None:
    covered = {path.name for room in database.ROOMS for path in (database.PACKAGE / room).rglob("*.py")}
    assert covered >= {"game.py", "rules.py", "theorems.py", "finite.py", "reader.py", "solver.py"}
    assert all((database.PACKAGE / room).is_dir() for room in database.ROOMS)


def test_a_wrong_fingerprint_is_not_trusted(path: Path) -> None:
    filled(path)
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE game SET fingerprint = 'other'")
    raw.close()
    with opened(path) as store:
        assert store.rows(nt.Chomp) == []
    # Even rows moved under the right rules carry the sum of the wrong ones.
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE found SET answer = answer + 1")
        raw.execute("UPDATE game SET fingerprint = ?", (fingerprint(nt.Chomp),))
    raw.close()
    said = Said()
    with opened(path, warn=said) as store:
        assert nt.analyse(BOARD, store=store).value == nt.grundy(BOARD)
    assert len(said) == 1
    assert "damaged rows" in said[0]


# -- files that are damaged --------------------------------------------------------------------------


def answer_with(path: Path) -> list[str]:
    """The answer is right, with one warning at most."""
    said = Said()
    with opened(path, warn=said) as store:
        found = nt.analyse(BOARD, store=store)
    assert (found.value, found.outcome) == (nt.grundy(BOARD), "N")
    assert len(said) <= 1
    return said


@pytest.mark.parametrize("share", [0.0, 0.01, 0.3, 0.9])
@pytest.mark.one_in(4)
def test_a_truncated_file(path: Path, share: float) -> None:
    filled(path)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(share * len(whole))])
    answer_with(path)
    answer_with(path)
    assert not answer_with(path)  # by now there is a good one


def test_not_a_database(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("nothing of ours " * 1000)
    assert "set aside" in answer_with(path)[0]
    assert not answer_with(path)
    assert path.with_name("store.sqlite3.damaged").read_text().startswith("nothing of ours")


def test_a_database_of_another_program_is_left_alone(path: Path) -> None:
    path.parent.mkdir()
    with sqlite3.connect(path) as raw:
        raw.execute("CREATE TABLE theirs (x)")
    raw.close()
    before = path.read_bytes()
    assert "another program" in answer_with(path)[0]
    assert path.read_bytes() == before


@pytest.mark.parametrize("count", [8, pytest.param(33, marks=pytest.mark.slow)])
def test_flipped_bits(path: Path, count: int) -> None:
    """Values, keys, the index pages, the header: never a wrong answer, never an exception."""
    filled(path)
    whole, rng = path.read_bytes(), random.Random(7)
    places = [rng.randrange(100) for _ in range(8)] + [rng.randrange(len(whole)) for _ in range(25)]
    for place in places[-count:]:
        damaged = bytearray(whole)
        damaged[place] ^= 1 << rng.randrange(8)
        for file in path.parent.iterdir():
            file.unlink()
        path.write_bytes(damaged)
        answer_with(path)


def test_every_flip_inside_a_row_is_seen(path: Path) -> None:
    filled(path)
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE found SET answer = '3' WHERE answer = '2'")
        changed = raw.total_changes
    raw.close()
    assert changed
    said = Said()
    with opened(path, warn=said) as store:
        before = sum(game.positions for game in store.games())
        rows = store.rows(nt.Chomp)
        assert len(rows) == before - changed
        assert store.rows(nt.Chomp) == rows  # they are gone
    assert str(changed) in said[0]


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "continuing without it" in answer_with(tmp_path / "file" / "store")[0]
    assert answer_with(tmp_path)  # a folder in its place


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_read_only_folder(path: Path) -> None:
    filled(path)
    path.chmod(0o400)
    path.parent.chmod(0o500)
    try:
        answer_with(path)
    finally:
        path.parent.chmod(0o700)


def test_a_read_only_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(path)
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda file, **_: connect(f"file:{file}?mode=ro", uri=True))
    assert "readonly" in answer_with(path)[0]


# -- neighbours --------------------------------------------------------------------------------------


def test_another_process_holds_the_lock(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nimatron.solve.store.database.WAIT", 0.05)
    filled(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert "another process" in answer_with(path)[0]
    other.execute("ROLLBACK")
    other.close()
    assert not answer_with(path)


WRITER = """
import sys
import nimatron as nt
from nimatron.solve.store.database import StoredRow
from nimatron.solve.store.results import Store
store = Store(sys.argv[1], warn=lambda text: sys.exit(text))
first = int(sys.argv[2])
for block in range(20):
    rows = [StoredRow("value", n, n, n % 7, n) for n in range(first + 100 * block, first + 100 * block + 100)]
    assert store.save(nt.Chomp, rows)
    assert all(row.answer == row.state % 7 for row in store.rows(nt.Chomp))
"""


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(HERE.parent / "src"), str(HERE)])}


@pytest.mark.slow
def test_two_processes_write_at_the_same_time(path: Path) -> None:
    command = [sys.executable, "-c", WRITER, str(path)]
    both = [
        subprocess.Popen([*command, str(first)], env=environment(), stderr=subprocess.PIPE, text=True)
        for first in (0, 1000, 50_000)
    ]
    for process in both:
        _, trouble = process.communicate()
        assert process.returncode == 0, trouble
    with opened(path) as store:
        rows = store.rows(nt.Chomp)
    assert {row.state for row in rows} == {*range(3000), *range(50_000, 52_000)}


@pytest.mark.slow
def test_many_create_the_file_at_the_same_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "WAIT", 300.0)  # on a busy machine the others may take long

    def opens(number: int, start: threading.Barrier, told: list[Message]) -> None:
        with Store(tmp_path / str(number), warn=told.append) as store:
            start.wait()
            store.put(nt.Chomp, (2, 2), 2)

    for number in range(50):
        start, told = threading.Barrier(4), list[Message]()
        threads = [threading.Thread(target=opens, args=(number, start, told)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert told == []


@pytest.mark.slow
def test_full(path: Path) -> None:
    rows = [StoredRow("value", ("x" * 50, n), ("x" * 50, n), n % 5, n) for n in range(20_000)]
    with opened(path, most=1 << 20) as store:
        for start in range(0, len(rows), 4000):
            store.save(nt.Chomp, rows[start : start + 4000])
            assert store.size() <= 1 << 20
        kept = {row.cost for row in store.rows(nt.Chomp)}
    assert path.stat().st_size < 3 << 20
    assert 19_999 in kept
    assert 1 not in kept


def test_rules_that_have_changed_go_first(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "x" * 100
    with opened(path, most=1 << 18) as store:
        with monkeypatch.context() as patch:
            patch.setattr(database, "_ours", lambda: "other sources")
            store.save(nt.Chomp, [StoredRow("value", (text, n), (text, n), 0, 10**6) for n in range(500)])
        store.save(nt.Chomp, [StoredRow("value", (text, n), (text, n), 0, 1) for n in range(1500)])
        assert [game.fingerprint for game in store.games()] == [fingerprint(nt.Chomp)]
        assert len(store.rows(nt.Chomp)) > 500


# -- a search that is killed -------------------------------------------------------------------------


SLOW = "table{7,7,2}:"

KILLED = """
import sys
import nimatron as nt
from nimatron.solve.store.results import Store
options = nt.Table.options
nt.Table.options = lambda game, state: sum(range(20_000)) and options(game, state)
nt.grundy(sys.argv[1], store=Store(sys.argv[2], every=0.1, after=(0, 0.0)))
"""


@pytest.mark.slow
def test_a_killed_search_goes_on(path: Path) -> None:
    process = subprocess.Popen([sys.executable, "-c", KILLED, SLOW, str(path)], env=environment())
    try:
        _wait_for_rows(path, 300)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    game, state = nt.parse(SLOW).game, nt.parse(SLOW).state
    with Solver() as fresh:
        value = fresh.value(game, state)
    with opened(path) as store, Solver(nt.Limits(store=store)) as resumed:
        assert len(store.rows(game)) >= 300
        assert resumed.value(game, state) == value
    assert resumed.budget.spent < fresh.budget.spent - 200  # a few positions above the stored ones are opened again


def _wait_for_rows(path: Path, rows: int) -> None:
    known = 0
    while known < rows:
        time.sleep(0.05)
        if path.exists():
            with Store(path, warn=lambda _: None) as store:
                known = sum(game.positions for game in store.games())


# -- the command line --------------------------------------------------------------------------------

HARD = "cram: ..../..../..../..../.#.."


def run(path: Path | str, *arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments), env={"LANGUAGE": "en", "NIMATRON_STORE": str(path)})


@pytest.mark.slow
def test_solve_keeps(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nimatron.solve.store.results.AFTER", ALWAYS)
    assert run(path, "store", "list").output.endswith("Nothing is kept yet.\n")
    solved = run(path, "solve", HARD)
    assert solved.exit_code == 0
    listed = json.loads(run(path, "store", "list", "--json").stdout)
    assert [(game["game"], game["rules"]) for game in listed["games"]] == [("cram", "current")]
    assert "current rules" in run(path, "store", "list").stdout
    assert run(path, "solve", HARD).output == solved.output
    listed = json.loads(run(path, "store", "list", "--json").stdout)
    assert run(path, "store", "path").stdout.strip() == str(path)
    assert run(path, "store", "clear", "nim").stdout == "0 positions deleted\n"
    assert "positions deleted" in run(path, "store", "clear").stdout
    assert json.loads(run(path, "store", "list", "--json").stdout)["games"] == []


@pytest.mark.parametrize("off", ["off", "", "OFF"])
def test_off(off: str) -> None:
    assert run(off, "solve", "chomp: 4x4").exit_code == 0
    result = run(off, "store", "list")
    assert result.exit_code == 2
    assert "NIMATRON_STORE" in result.output


def test_trouble_is_said_once_on_stderr(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nimatron.solve.store.results.AFTER", ALWAYS)
    (tmp_path / "file").write_text("")
    result = run(tmp_path / "file" / "store", "solve", HARD)
    assert result.exit_code == 0
    assert result.stderr.count("the store") == 1
    assert "the store" not in result.stdout


def test_where_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NIMATRON_STORE", str(tmp_path))
    assert default_path() == tmp_path / "store.sqlite3"
    monkeypatch.setenv("NIMATRON_STORE_MIB", "3")
    store = default_store()
    assert store is not None
    assert store.most == 3 << 20
    monkeypatch.setenv("NIMATRON_STORE_MIB", "much")
    with pytest.raises(nt.UsageError):
        default_store()
    monkeypatch.delenv("NIMATRON_STORE")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_path() == tmp_path / "nimatron" / "store.sqlite3"
    for platform in ("darwin", "win32"):
        monkeypatch.setattr(sys, "platform", platform)
        assert default_path().name == "store.sqlite3"


LIMITED = "cram: ....../....../....../....../....../...##."


@pytest.mark.parametrize("limit", [("--positions", "700"), ("--seconds", "0.01")])
@pytest.mark.parametrize("command", ["solve", "explain"])
def test_limits_end_with_what_is_known(command: str, limit: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nimatron.solve.solver._shared.tables", Tables())
    monkeypatch.setattr("nimatron.families.cram.regions.FEW_CELLS", 1000)  # no kernel
    result = run("off", command, LIMITED, "--positions", "200000", *limit)
    assert result.exit_code == 5
    assert "limit" in result.stdout


LONG = """
from nimatron import Game

class Long(Game):
    start = "0" * 40

    def options(self, text):
        return [text + letter for letter in "ab"] if len(text) < 2000 else []
"""


@pytest.mark.parametrize("command", ["solve", "explain"])
def test_the_limit_of_memory(tmp_path: Path, command: str) -> None:
    file = tmp_path / "long.py"
    file.write_text(LONG)
    result = run("off", command, str(file), "--memory", "8")
    assert result.exit_code == 5
    assert "memory limit of 8 MB" in result.stdout


def test_a_bound_of_the_value_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nimatron.families.cram.regions.FEW_CELLS", 1000)  # no kernel
    monkeypatch.setattr("nimatron.solve.solver._shared.tables", Tables())
    board = "cram: ..../..../..../..../..../##.."
    assert "at least" in run("off", "solve", board, "--positions", "7000").stdout
    monkeypatch.setattr("nimatron.solve.solver._shared.tables", Tables())
    found = json.loads(run("off", "solve", board, "--positions", "7000", "--json").stdout)
    assert found["value"] is None
    assert found["value_at_least"] >= 1
    assert 0 in found["value_not"]


def test_a_command_leaves_no_store_in_use(path: Path) -> None:
    assert run(path, "solve", "cram: 3x3").exit_code == 0
    assert IN_USE == []
