"""Runs that keep only their first and last values find what a run that keeps all finds, or say that they cannot."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from every_row import every_row
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from nimatron import Grundy, Kayles, Octal, Period, Subtraction
from nimatron import period as find_period
from nimatron.cli.program import app
from nimatron.core.errors import Limit, UsageError
from nimatron.core.limits import Limits
from nimatron.families.octal.rules import Code
from nimatron.kernels.octal.front import FrontRun, Tally, Undecided
from nimatron.kernels.octal.octalrun import OctalRun
from nimatron.solve.heap_run import checkpoint_of
from nimatron.solve.sequences import front_run
from nimatron.solve.sequences.front_run import MOST as MOST_WINDOWS
from nimatron.solve.sequences.front_run import FrontPeriod, FrontSearch, resume_front
from nimatron.solve.sequences.long_runs import reach

# A front that is too small, one that is long enough, both parity classes, unequal splits, no splits.
CODES = [
    (".6", 25_000, 110_000),
    (".106", 1200, 40_000),
    (".106", 60_000, 400_000),
    (".16", 16_000, 150_000),
    (".77", 400, 20_000),
    (".354", 5000, 60_000),
    (".376", 400, 20_000),
    (".4567", 400, 5000),
    ("4!", 400, 20_000),
    (".33", 400, 5000),
    (".156", 4000, 60_000),
]


def full(code: str, upto: int) -> OctalRun:
    read = Code(code)
    run = OctalRun(read.digits, read.unequal)
    run.extend(upto)
    return run


def fronted(code: str, front: int, steps: list[int]) -> tuple[FrontRun, int | None]:
    """The run, and the heap at which it could not go on."""
    read = Code(code)
    run = FrontRun(read.digits, read.unequal, front)
    try:
        for upto in steps:
            run.extend(upto)
    except Undecided as fault:
        return run, fault.heap
    return run, None


def check(run: FrontRun, values: Any) -> None:
    """All that `run` knows is true of these values."""
    n = run.value_count
    assert np.array_equal(run.beginning, values[: len(run.beginning)])
    assert len(run.beginning) >= min(run.front, n)
    end = run.end(n)
    assert len(end) >= min(run.tail, n)
    assert np.array_equal(end, values[n - len(end) : n])
    index = 2 * values[1:n].astype(np.int64) + (np.arange(1, n) & 1)
    counted = np.bincount(index, minlength=len(run.tally.count))
    assert np.array_equal(run.tally.count, counted)
    for i in np.flatnonzero(counted):
        heaps = np.flatnonzero(index == i) + 1
        assert (run.tally.first[i], run.tally.last[i]) == (heaps[0], heaps[-1])
    assert run.tally.largest == (values[:n].max(), values[:n].argmax())


@every_row(("code", "front", "upto"), CODES, one_in=4)
def test_the_same_values(code: str, front: int, upto: int) -> None:
    values = full(code, upto).values
    whole, stopped = fronted(code, front, [upto])
    check(whole, values)
    # In uneven steps it comes to the same.
    steps, again = fronted(code, front, [*range(777, upto, 3333), upto])
    check(steps, values)
    assert (steps.value_count, again) == (whole.value_count, stopped)
    assert (whole.value_count == upto) == (stopped is None)


def test_some_of_these_go_on_and_some_do_not() -> None:
    fates = {(code, front): fronted(code, front, [upto])[1] for code, front, upto in CODES}
    assert fates[".77", 400] is fates[".106", 60_000] is fates[".354", 5000] is None
    assert fates[".106", 1200] == 18_002
    assert fates["4!", 400] is not None


codes = st.tuples(st.sampled_from([0, 4]), st.lists(st.integers(0, 7), max_size=5)).map(lambda x: (x[0], *x[1]))


@given(codes, st.booleans(), st.integers(0, 40))
def test_any_code(digits: tuple[int, ...], unequal: bool, more: int) -> None:
    whole = OctalRun(digits, unequal)
    whole.extend(3000)
    run = FrontRun(digits, unequal, 8 * 32 + len(digits) + more)
    with suppress(Undecided):
        run.extend(3000)
    check(run, whole.values)


def test_a_front_up_to_the_heap_decides_it() -> None:
    _, heap = fronted(".106", 1200, [40_000])
    assert heap is not None
    run, later = fronted(".106", heap + 1, [40_000])
    assert run.value_count > heap
    assert later is None or later > heap


def test_begun_with_more_values_than_are_kept() -> None:
    values = full(".77", 50_000).values
    run = FrontRun((0, 7, 7), False, 400, values)
    run.extend(60_000)
    assert len(run._state.values) < 20_000
    check(run, full(".77", 60_000).values)


def test_the_least_front() -> None:
    with pytest.raises(UsageError, match="at least 259 heaps, not 10"):
        FrontRun((0, 7, 7), False, 10)


# -- periods -------------------------------------------------------------------------------------


def test_periods() -> None:
    run = FrontSearch(Octal("0.16"), 200_000)
    reach(run, 3_000_000)
    assert run.report().period == FrontPeriod(149_459, 105_351, least=True, proved=True)
    run = FrontSearch(Octal("0.156"), 4000)
    reach(run, 100_000)
    found = run.report().period
    assert found is not None
    assert (found.period, found.since, found.proved, found.least) == (349, 3479, True, True)
    assert run.value_count < 20_000


@pytest.mark.slow
@every_row("text", [".77", ".35!", ".33", ".156", ".16", "4.7"])
def test_a_window_that_comes_back_proves_the_period_of_guy_and_smith(text: str) -> None:
    code = Code(text)
    known = find_period(Octal(code))
    run = FrontSearch(Octal(code), max(400, min(known.preperiod + 100, 60_000)))
    run._look = sys.maxsize  # not by the theorem
    assert reach(run, 1_000_000) is None
    found = run.report().period
    assert found == FrontPeriod(known.period, known.preperiod, least=True, proved=True)


short = st.tuples(st.sampled_from([0, 4]), st.lists(st.integers(0, 7), min_size=1, max_size=3)).map(
    lambda x: (x[0], *x[1])
)


@given(short, st.booleans(), st.integers(0, 200))
def test_windows_and_guy_and_smith_agree_on_every_code(digits: tuple[int, ...], unequal: bool, more: int) -> None:
    first, *others = (f"{digit}{'!' * unequal}" for digit in digits)
    text = f"{first}.{''.join(others)}"
    known = find_period(Octal(text), Limits(positions=3000))
    run = FrontSearch(Octal(text), 8 * 32 + 4 + more)
    run._look = sys.maxsize
    reach(run, 4000)
    found = run.report().period
    if isinstance(known, Period) and found:
        assert found == FrontPeriod(known.period, known.preperiod, least=True, proved=True)
    elif found:
        values = full(text, 20_000).values
        assert np.array_equal(values[found.since + found.period :], values[found.since : -found.period])


def test_an_odd_period_where_parities_matter_is_gone_through_twice() -> None:
    run = FrontSearch(Octal("0.106"), 1200)
    assert any(f & 1 for f in fronted(".106", 1200, [17_000])[0].functionals)
    run._run._state = replace(run._run._state, functionals=[0, 27])
    assert (run._proving(10), run._proving(11)) == (10, 22)
    run._run._state = replace(run._run._state, functionals=[0, 26])
    assert run._proving(11) == 11


@every_row("code", ["0.72", "4.37", "0.5062", "4.3411", "0.7"])
def test_parts_keep_the_parity_of_heaps(code: str) -> None:
    """Here it matters, and codes have an odd number of digits (with that before the point) as well as an even one."""
    run, values = FrontSearch(Octal(code), 2000, theorem=False), full(code, 20_000).values
    reach(run, 20_000)
    assert any(f & 1 for f in run.functionals)
    known = find_period(Octal(code))
    assert isinstance(known, Period)
    assert run.report().period == FrontPeriod(known.period, known.preperiod, least=True, proved=True)
    for place in run.windows.kept:
        again = run.at(place + 777)
        assert np.array_equal(again.end(2000), values[again.value_count - 2000 : again.value_count])


@pytest.mark.slow
def test_windows_are_thinned_out_and_their_parts_run_again() -> None:
    run = FrontSearch(Octal("0.354"), 5000)
    reach(run, 3_000_000)
    places = sorted(run.windows.kept)
    assert MOST_WINDOWS // 2 <= len(places) + 2 <= MOST_WINDOWS + 2
    assert {b - a for a, b in pairwise(places)} == {run.windows.spacing}
    values = full(".354", 3_000_000).values
    for place in (places[0], places[len(places) // 2]):
        window = run.windows.kept[place]
        assert np.array_equal(window, values[place - len(window) : place])
        again = run.at(place + 777)
        assert np.array_equal(again.end(900), values[place - 123 : place + 777])


# -- kept in a folder ----------------------------------------------------------------------------


def told(run: FrontSearch) -> Any:
    found = run.report()
    return found.sparse.computed, found.sparse.largest, found.sparse.first, found.end.tolist(), found.period


@pytest.mark.parametrize(("code", "front"), [("0.106", 60_000), ("0.77", 400), ("4!.7!", 400)])
def test_resume_at_any_place(code: str, front: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: None)
    game, size = Octal(code), 400_000 if front > 1000 else 5000
    whole = FrontSearch(game, front)
    trouble = reach(whole, size)
    for cut in (1, front - 1, front, front + 1, 3 * front - 9, 4 * front + 3, size):
        with checkpoint_of(str(tmp_path), game) as keep:
            run = resume_front(game, front, keep)
            reach(run, cut, checkpoint=keep)
            assert keep.damage == []
            assert keep.count <= front
    assert told(run) == told(whole)
    assert [rare.last for rare in run.report().sparse.classes] == [rare.last for rare in whole.report().sparse.classes]
    if trouble is None:
        assert run.value_count == whole.value_count


def test_windows_of_another_length_are_not_used(tmp_path: Path) -> None:
    game = Octal("0.72")
    with checkpoint_of(str(tmp_path), game) as keep:
        run = resume_front(game, 2000, keep, theorem=False)
        reach(run, 9000, checkpoint=keep)
        first, *others = sorted(run.windows.kept)
        run.windows.kept[first] = run.windows.kept[first][1:]
        (tmp_path / f"window-{first:015}.chunk").unlink()
        run.save(keep)
    with checkpoint_of(str(tmp_path), game) as keep:
        assert sorted(resume_front(game, 2000, keep, theorem=False).windows.kept) == others


def tails(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("tail-*"))


def run_in(folder: Path, upto: int, front: int = 5000) -> tuple[FrontSearch, int, list[str]]:
    """The run, how many values it began with, and what was damaged."""
    game = Octal("0.354")
    with checkpoint_of(str(folder), game) as keep:
        run = resume_front(game, front, keep)
        before = run.value_count
        reach(run, upto, checkpoint=keep)
        return run, before, keep.damage


def test_two_generations(tmp_path: Path) -> None:
    for upto in (20_000, 30_000, 40_000):
        run_in(tmp_path, upto)
    assert tails(tmp_path) == ["tail-0.chunk", "tail-1.chunk"]
    run, before, damage = run_in(tmp_path, 40_000)
    assert (before, damage) == (40_000, [])
    expected = told(run)
    newest = tmp_path / "tail-0.chunk"  # 20,000 and then 40,000
    newest.write_bytes(newest.read_bytes()[:-1] + b"\0")
    again, before, damage = run_in(tmp_path, 40_000)
    assert (before, damage) == (30_000, ["tail-0.chunk"])
    assert told(again) == expected
    for name in tails(tmp_path):
        (tmp_path / name).write_bytes(b"?")
    again, before, damage = run_in(tmp_path, 40_000)
    assert (before, len(damage)) == (5000, 2)
    assert told(again) == expected


def test_every_byte_of_a_tail_is_guarded(tmp_path: Path) -> None:
    run_in(tmp_path, 1200, 300)
    path = tmp_path / "tail-0.chunk"
    data = path.read_bytes()
    for i in range(0, len(data), 31):
        path.write_bytes(data[:i] + bytes([data[i] ^ 32]) + data[i + 1 :])
        with checkpoint_of(str(tmp_path), Octal("0.354")) as keep:
            assert resume_front(Octal("0.354"), 300, keep).value_count == 300


def test_a_lost_front_begins_again(tmp_path: Path) -> None:
    run_in(tmp_path, 20_000)
    for path in tmp_path.glob("values-*"):
        path.unlink()
    _, before, damage = run_in(tmp_path, 20_000)
    assert before == 1
    assert damage


def test_another_front_is_refused(tmp_path: Path) -> None:
    run_in(tmp_path, 20_000)
    with pytest.raises(UsageError, match="has a front of 5000, not 6000"):
        run_in(tmp_path, 20_000, 6000)


def test_a_whole_run_becomes_one_with_a_front(tmp_path: Path) -> None:
    with checkpoint_of(str(tmp_path), Kayles) as keep:
        keep.save(full(".77", 9000).values)
    with checkpoint_of(str(tmp_path), Kayles) as keep:
        run = resume_front(Octal("0.77"), 400, keep)
        assert run.value_count == 9000
        run.extend(9500)
        assert (
            run.report().end[-3:].tolist() == full(".77", 9500).values[run.value_count - 3 : run.value_count].tolist()
        )


KILLED = """
import sys
from nimatron import Octal
from nimatron.solve.heap_run import checkpoint_of
from nimatron.solve.sequences import long_runs as runs
from nimatron.solve.sequences.front_run import resume_front
runs.EVERY = runs.SAVING = 0.0
game = Octal("0.106")
with checkpoint_of(sys.argv[1], game) as keep:
    run = resume_front(game, 60_000, keep)
    while run.value_count < 4_000_000:
        runs.reach(run, run.value_count + 5000, checkpoint=keep)
        print(run.value_count, flush=True)
"""


@pytest.mark.slow
def test_killed_again_and_again(tmp_path: Path) -> None:
    counts = []
    for enough in (30_000, 100_000, 250_000):
        with subprocess.Popen([sys.executable, "-c", KILLED, str(tmp_path)], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            while int(process.stdout.readline()) < enough:
                pass
            time.sleep(0.003)  # somewhere in the next steps
            process.send_signal(signal.SIGKILL)
        with checkpoint_of(str(tmp_path), Octal("0.106")) as keep:
            run = resume_front(Octal("0.106"), 60_000, keep)
            assert keep.damage == []
            counts.append(run.value_count)
    assert counts == sorted(counts)
    assert counts[-1] >= 250_000
    upto = counts[-1] + 100_000
    reach(run, upto)
    whole = FrontSearch(Octal("0.106"), 60_000)
    reach(whole, upto)
    assert told(run) == told(whole)


# -- the command line ----------------------------------------------------------------------------


def seq(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["seq", *arguments], env={"LANGUAGE": "en", "COLUMNS": "100"})


def test_in_words() -> None:
    result = seq("0.354", "-n", "100000", "--front", "5000")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[:3] == ["octal{0.354}", "heaps 0 to 99,999", "Largest value: 113, first at heap 1,152."]
    assert "The stored values do not show a period." in lines
    assert lines[-1].split()[-3:] == ["26", "38", "4"]
    assert "Period 12 from heap 71 on, proved." in seq("kayles", "-n", "1000000", "--front", "1000").stdout


def test_as_json(tmp_path: Path) -> None:
    arguments = ("0.106", "--front", "1200", "--format", "json", "--save", str(tmp_path / "run"))
    result = seq(*arguments, "-n", "40000")
    assert result.exit_code == 5
    assert "heap 18,002 cannot be decided with a front of 1,200 heaps; one of 18,003 would decide it" in result.stderr
    found = json.loads(result.stdout)
    assert (found["schema"], found["front"], found["computed"]) == ("nimatron.front/1", 1200, 18_002)
    assert (found["largest"], found["largest_first_at"], found["classes"][0]["last"]) == (23, 1516, 1103)
    assert found["end"]["start"] + len(found["end"]["values"]) == 18_002
    again = json.loads(seq(*arguments, "-n", "40000").stdout)
    assert {**again, "trouble": ""} == {**found, "trouble": ""}


@every_row(
    ("arguments", "message"),
    [
        (["0.77", "--front", "1000", "--out", "x.npy"], "only some values are stored"),
        (["0.77", "--front", "1000", "--format", "csv"], "only some values are stored"),
        (["lasker", "--front", "1000"], "a finite code of digits 0 to 7"),
        (["nim", "--front", "1000"], "a finite code of digits 0 to 7"),
        (["0.77", "--front", "100"], "at least 259 heaps, not 100"),
        (["0.77", "--front", "1000000", "--memory", "1"], "more memory than is allowed: at most 131,072"),
    ],
)
def test_bad_input(arguments: list[str], message: str) -> None:
    result = seq(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr


def test_games_without_a_front() -> None:
    with pytest.raises(UsageError, match="not subtraction"):
        FrontSearch(Subtraction({1, 2}), 1000)
    trouble = reach(FrontSearch(Grundy, 400), 20_000)
    assert isinstance(trouble, Limit)
    assert "cannot be decided" in str(trouble)


@given(st.integers(1, 20_000), st.integers(0, 2**32 - 1))
def test_a_tally_in_pieces_is_that_of_all_heaps(size: int, seed: int) -> None:
    """Long pieces with values that are found only far back, and values that are new."""
    G = np.random.default_rng(seed).choice(8, size, p=[0.4, 0.3, 0.2, 0.0985, 0.001, 0.0003, 0.0001, 0.0001])
    G = G.astype(np.uint8)
    nothing_rare, found = np.zeros((2, 16), np.uint8), Tally(8)
    for start in range(1, size, 6000):
        assert found.add(G, start, min(start + 6000, size), 1000, nothing_rare) == min(start + 6000, size)
    for i in range(16):
        heaps = [n for n in range(1, size) if 2 * G[n] + n % 2 == i]
        assert found.count[i] == len(heaps)
        if heaps:
            assert (found.first[i], found.last[i]) == (heaps[0] + 1000, heaps[-1] + 1000)


@pytest.mark.parametrize("expected", [2 * 149_459, 6 * 149_459])
def test_an_expected_period_is_looked_for_and_made_the_least(expected: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front_run, "PARTS", 4)
    run = FrontSearch(Octal("0.16"), 60_000, theorem=False, expected=expected)
    assert run.windows.expected == expected
    run.extend(2_000_000)
    assert run.report().period == FrontPeriod(149_459, 105_351, least=True, proved=True)


def test_another_period_than_the_expected_one_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front_run, "PARTS", 4)
    run = FrontSearch(Octal("0.16"), 60_000, theorem=False, expected=2 * 149_460)
    run.extend(1_200_000)
    assert run.report().period is None


def test_windows_of_an_expected_period_thin_out() -> None:
    some = front_run.Windows(10, expected=6400)
    known = 0
    while known < 100_000:
        known = some.next_place(known)
        some.keep(known, np.zeros(1, np.uint8))
    assert len(some.kept) < MOST_WINDOWS
    assert all(place + 6400 in some.kept for place in some.kept if place + 6400 <= known)
