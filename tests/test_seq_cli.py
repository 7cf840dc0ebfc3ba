"""seq, period, compare and sparse on the command line: formats, limits, kept runs, exit codes."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from logging import getLogger
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from every_row import every_row
from typer.testing import CliRunner, Result
from work import Clock

import nimatron as nt
from nimatron import Grundy, Octal, Subtraction, sequence
from nimatron.cli.program import COMMANDS, app
from nimatron.cli.progress_line import CLEAR, LOGGER, ProgressLine, run_progress
from nimatron.notation.reader import game_of
from nimatron.show.figures import figure_file, sequence_figure
from nimatron.show.sequence_text import equal_windows, progress_text
from nimatron.solve.comparison import compare
from nimatron.solve.sequences.rare_values import best_functional, sparse

NEW = {"seq": "seq.seq", "period": "period.period", "compare": "compare.compare", "sparse": "sparse.sparse"}
KAYLES = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]


@pytest.fixture(autouse=True)
def _commands(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, place in NEW.items():
        monkeypatch.setitem(COMMANDS, name, COMMANDS.get(name, (place, name)))


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments), env={"LANGUAGE": "en", "COLUMNS": "100"})


def data(*arguments: str, code: int = 0) -> Any:
    result = run(*arguments)
    assert result.exit_code == code, result.output
    return json.loads(result.stdout)


# -- seq -----------------------------------------------------------------------------------------


@every_row("code", ["0.77", ".77", "kayles", "octal{0.77}", "Kayles", "0.770"])
def test_ways_to_name_a_game(code: str) -> None:
    assert data("seq", code, "-n", "12", "--format", "json")["values"] == KAYLES


@every_row(
    ("code", "values"),
    [
        ("subtraction{1,2,6}", [0, 1, 2, 0, 1, 2, 3, 0]),
        ("{1,2,6}", [0, 1, 2, 0, 1, 2, 3, 0]),
        ("allbut{2,4}", [0, 1, 0, 1, 0, 1, 2, 3]),
        ("nim", [0, 1, 2, 3, 4, 5, 6, 7]),
        ("nimble", [0, 1, 2, 3, 4, 5, 6, 7]),
        ("lasker", [0, 1, 2, 4, 3, 5, 6, 8]),
        ("4.[3]", [0, 1, 2, 4, 3, 5, 6, 8]),
        ("4!", [0, 0, 0, 1, 0, 2, 1, 0]),
        ("0.8", [0, 0, 0, 0, 1, 1, 1, 2]),
    ],
)
def test_games_of_every_kind(code: str, values: list[int]) -> None:
    found = data("seq", code, "-n", "8", "--format", "json")
    assert found["schema"] == "nimatron.sequence/1"
    assert found["values"] == values
    assert (found["wanted"], found["computed"], found["largest"], found["trouble"]) == (8, 8, max(values), None)


def test_an_own_game(tmp_path: Path) -> None:
    file = tmp_path / "halving.py"
    rules = (
        "from nimatron.families.heaps.rules import HeapGame\nclass Halving(HeapGame):\n    def heap_options(self, n):\n"
    )
    file.write_text(rules + "        return [n // 2] if n else []\n")
    assert data("seq", f"{file}:Halving", "-n", "8", "--format", "json")["values"] == [0, 1, 0, 0, 1, 1, 1, 1]
    assert run("seq", f"{file}:Halving", "--save", str(tmp_path / "run")).exit_code == 2


def test_table() -> None:
    lines = run("seq", "kayles", "-n", "72").stdout.splitlines()
    assert lines[0] == "kayles"
    assert lines[1].startswith(" 0  0 1 2 3 1 4 3 2")
    assert lines[-1].startswith("40  1 4 7 2")


def test_csv() -> None:
    assert run("seq", "kayles", "-n", "3", "--format", "csv").stdout == "heap,value\n0,0\n1,1\n2,2\n"


def test_npy() -> None:
    result = run("seq", "nim", "-n", "300", "--format", "npy")
    values = np.load(io.BytesIO(result.stdout_bytes))
    assert values.tolist() == list(range(300))


@pytest.mark.parametrize("ending", ["csv", "json", "npy", "txt"])
def test_out(ending: str, tmp_path: Path) -> None:
    file = tmp_path / f"values.{ending}"
    result = run("seq", "kayles", "-n", "12", "--out", str(file))
    assert (result.exit_code, result.stdout) == (0, "")
    text = file.read_bytes()
    if ending == "csv":
        assert text.decode().splitlines()[-1] == "11,6"
    elif ending == "json":
        assert json.loads(text)["values"] == KAYLES
    elif ending == "npy":
        assert np.load(file).tolist() == KAYLES
    else:
        assert text.decode().splitlines()[1].split() == ["0", *map(str, KAYLES)]


@pytest.mark.parametrize("format", ["csv", "json", "npy"])
def test_files_are_written_piece_by_piece(format: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, pieces = tmp_path / "whole", tmp_path / "pieces"
    run("seq", "nim", "-n", "300", "--format", format, "--out", str(whole))
    monkeypatch.setattr("nimatron.core.files.PIECE", 7)
    monkeypatch.setattr("nimatron.show.sequence_text.BLOCK", 7)
    run("seq", "nim", "-n", "300", "--format", format, "--out", str(pieces))
    assert pieces.read_bytes() == whole.read_bytes()
    if format == "npy":
        assert np.load(pieces).tolist() == list(range(300))
    if format == "json":
        assert json.loads(pieces.read_text())["values"] == list(range(300))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["pieces", "whole"]


def test_a_device_is_written_to() -> None:
    assert run("seq", "nim", "-n", "3", "--format", "csv", "--out", os.devnull).exit_code == 0
    assert not Path(os.devnull).is_file()


@every_row(
    ("arguments", "code", "message"),
    [
        (["0.7x"], 4, "a digit of a code is 0-9 or A-V"),
        (["1.7"], 4, "taking nothing must split the heap"),
        (["subtraction{0}"], 4, "an amount to take is at least 1"),
        (["nosuch"], 3, "no game is called 'nosuch'"),
        (["chomp"], 2, "chomp is not a sum of single heaps"),
        (["0.77", "--format", "xls"], 2, "a format is one of table, json, npy, bfile, csv, latex, typst, not 'xls'"),
        (["0.77", "--json", "--format", "csv"], 2, "expected --json or --format, not both"),
        (["0.77", "--out", "/no/such/folder/x.csv"], 2, "there is no folder /no/such/folder"),
        (["0.77", "--plot", "x.pdf"], 2, "a picture is FILE.svg or FILE.png"),
        (["0.77", "-n", "0"], 2, ""),
        (["0.77", "-n", "many"], 2, ""),
    ],
)
def test_bad_input(arguments: list[str], code: int, message: str) -> None:
    result = run("seq", *arguments)
    assert result.exit_code == code
    assert message in result.stderr
    assert result.stdout == ""


def test_limits(clock: Clock) -> None:
    clock.step = 0.02
    result = run("seq", "0.8", "-n", "100000", "--seconds", "0.3", "--format", "json")
    assert result.exit_code == 5
    assert "nimatron: Stopped early: the time limit of 0.3 s is reached (after" in result.stderr
    found = json.loads(result.stdout)
    assert found["wanted"] == 100_000
    assert 0 < found["computed"] == len(found["values"]) < 100_000
    assert found["values"][:8] == [0, 0, 0, 0, 1, 1, 1, 2]
    assert found["trouble"]
    found = data("seq", "nim", "-n", "10000000", "--memory", "1", "--format", "json", code=5)
    assert "1 MB" in found["trouble"]


def test_kept_and_continued(tmp_path: Path) -> None:
    folder = str(tmp_path / "run")
    assert data("seq", "0.6", "-n", "500", "--save", folder, "--format", "json")["computed"] == 500
    found = data("seq", "0.6", "-n", "900", "--save", folder, "--format", "json")
    assert found["values"] == sequence(Octal("0.6"), 900).tolist()
    assert (tmp_path / "run" / "values-000000000500.chunk").exists()
    # Fewer than are kept: as many as were asked for.
    assert data("seq", "0.6", "-n", "7", "--save", folder, "--format", "json")["values"] == [0, 0, 1, 2, 0, 1, 2]
    result = run("seq", "kayles", "--save", folder)
    assert result.exit_code == 2
    assert "contains a run of octal{0.6}, not of octal{0.77}" in result.stderr


def test_limits_are_kept(tmp_path: Path, clock: Clock) -> None:
    clock.step = 0.02
    folder = str(tmp_path / "run")
    first = data("seq", "0.8", "-n", "100000", "--save", folder, "--seconds", "0.2", "--format", "json", code=5)
    again = data("seq", "0.8", "-n", "100000", "--save", folder, "--seconds", "0", "--format", "json", code=5)
    assert again["values"] == first["values"]
    assert len(first["values"]) > 8


def test_damage_is_told(tmp_path: Path) -> None:
    run("seq", "0.6", "-n", "100", "--save", str(tmp_path / "run"))
    run("seq", "0.6", "-n", "200", "--save", str(tmp_path / "run"))
    (tmp_path / "run" / "values-000000000100.chunk").write_bytes(b"")
    result = run("seq", "0.6", "-n", "200", "--save", str(tmp_path / "run"), "--format", "json")
    assert "damaged or missing: values-000000000100.chunk; the run resumes from heap 100" in result.stderr
    assert json.loads(result.stdout)["values"] == sequence(Octal("0.6"), 200).tolist()


@pytest.mark.slow
def test_interrupted(tmp_path: Path) -> None:
    often = "from nimatron.solve.sequences import long_runs as runs; runs.EVERY = runs.SAVING = 0.0"
    command = [
        sys.executable,
        "-c",
        f"{often}\nfrom nimatron.cli.program import main; main()",
        "seq",
        "0.8",
        "-n",
        "1000000",
        "--save",
        str(tmp_path / "run"),
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while not [*(tmp_path / "run").glob("*.chunk")]:
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert process.returncode == 130, err
    assert out == ""
    assert "values are saved in" in err
    assert data("seq", "0.8", "-n", "20", "--save", str(tmp_path / "run"), "--format", "json")["computed"] == 20


# -- pictures ------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("ending", "begins"), [("svg", b"<?xml"), ("png", b"\x89PNG")])
def test_a_picture_of_a_sequence(tmp_path: Path, ending: str, begins: bytes) -> None:
    file = tmp_path / f"kayles.{ending}"
    assert run("seq", "kayles", "-n", "200", "--plot", str(file)).exit_code == 0
    assert file.read_bytes().startswith(begins)


@pytest.mark.slow
def test_an_svg_of_many_points_stays_small() -> None:
    values = (np.arange(10**6) % 9).astype(np.uint8)
    assert len(figure_file(sequence_figure(values, "many"), "svg")) < 200_000


def test_a_picture_needs_matplotlib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nimatron.show.figures.find_spec", lambda name: None)
    result = run("seq", "kayles", "--plot", str(tmp_path / "kayles.svg"))
    assert result.exit_code == 2
    assert "needs matplotlib" in result.stderr
    assert result.stdout == ""


# -- progress ------------------------------------------------------------------------------------


def test_progress(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    with run_progress() as report:
        assert report is None  # nobody watches
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with run_progress() as report:
        assert report is not None
        report(1000, 10_000, 1.0)
        report(2000, 10_000, 2.0)
    assert "2,000 of 10,000 heaps, 1,000 a second, 0:08 left" in capsys.readouterr().err
    assert progress_text(5, 10, 0.0).endswith("0:00 left")


def test_a_line_of_progress_is_cut_and_leaves_no_trace(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with ProgressLine(lambda text: str(text)) as report:
        assert report is not None
        report("")
        report("x" * 500)
    assert capsys.readouterr().err == f"\r\033[K{'x' * 79}\r\033[K"
    with ProgressLine(lambda text: "") as report:
        assert report is not None
        report("not yet")
    assert capsys.readouterr().err == ""


def test_what_is_logged_does_not_stand_behind_the_progress(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with ProgressLine(lambda n: f"{n} heaps") as report:
        assert report is not None
        report(3)
        getLogger(LOGGER).warning("compiling")
        assert capsys.readouterr().err.startswith(f"{CLEAR}3 heaps{CLEAR}")
        report(4)
    assert not getLogger(LOGGER).filters


# -- period --------------------------------------------------------------------------------------


def test_period() -> None:
    lines = run("period", "0.77").stdout.splitlines()
    assert lines[:2] == ["octal{0.77}", "Period 12 from heap 71 on."]
    assert lines[2].startswith("Proved: theorem of Guy-Smith")
    assert lines[3] == "Checked: other code derived 167 values again."
    assert lines[4] == "Exceptional heaps: 0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70"


@every_row(
    ("code", "preperiod", "period", "saltus", "kind", "exceptions"),
    [
        ("kayles", 71, 12, 0, "theorem", [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]),
        ("0.07", 53, 34, 0, "theorem", [0, 1, 15, 17, 18, 32, 35, 52]),
        ("dawson-chess", 52, 34, 0, "theorem", [0, 14, 16, 17, 31, 34, 51]),
        ("0.15", 1, 10, 0, "theorem", [0]),
        ("subtraction{1,2,6,11}", 3, 12, 0, "window", [0, 1, 2]),
        ("allbut{2,4}", 0, 6, 2, "pattern", []),
        ("lasker", 1, 4, 4, "theorem", [0]),
        ("nim", 0, 1, 1, "theorem", []),
    ],
)
def test_periods(code: str, preperiod: int, period: int, saltus: int, kind: str, exceptions: list[int]) -> None:
    found = data("period", code, "--json")
    assert found["schema"] == "nimatron.period/1"
    assert (found["preperiod"], found["period"], found["saltus"]) == (preperiod, period, saltus)
    assert found["status"] == "proved"
    assert found["certificate"]["kind"] == kind
    assert found["exceptions"] == exceptions
    assert found["last_exception"] == (preperiod - 1 if preperiod else None)


@pytest.mark.slow
def test_period_unresolved() -> None:
    result = run("period", "0.6", "--limit", "500")
    assert result.exit_code == 5
    assert "Unresolved: " in result.stdout
    found = data("period", "0.6", "--limit", "500", "--json", code=5)
    assert found["status"] == "unresolved"
    assert found["period"] is None
    assert found["computed"] > 0
    assert run("period", "0.[7]", "--limit", "100").exit_code == 5
    assert "Observed, not proved." in run("period", "0.8?").stdout


# -- compare -------------------------------------------------------------------------------------


def test_compare() -> None:
    assert "They differ first at heap 519: 2 and 4." in run("compare", "0.161", "0.36", "-n", "1000").stdout
    found = data("compare", "0.161", "0.36", "-n", "1000", "--json")
    assert found["schema"] == "nimatron.compare/1"
    assert (found["result"], found["first_difference"], found["values"]) == ("different", 519, [2, 4])


def test_equal_so_far(clock: Clock) -> None:
    clock.step = 0.01
    result = run("compare", "0.3[F]", "0.3F[F]", "-n", "50", "--seconds", "2")
    assert result.exit_code == 0
    assert "Equal so far: all 50 values." in result.stdout


def test_equal_for_ever() -> None:
    assert "Equal for ever: both have period 12 from heap 71 on" in run("compare", "kayles", "0.77").stdout
    found = data("compare", "nim", "allbut{}", "-n", "5", "--json")
    assert (found["result"], found["first_difference"]) == ("equal", None)


def test_periods_find_a_later_difference() -> None:
    found = compare(Subtraction({1, 2}), Subtraction({1, 2, 12}), 10)
    assert (found.heap, found.values) == (12, (0, 3))


def test_compare_limits(clock: Clock) -> None:
    clock.step = 0.02
    result = run("compare", "0.8", "0.80", "-n", "100000", "--seconds", "0.2")
    assert result.exit_code == 5
    assert "Stopped early: the time limit of" in result.stdout


# -- sparse --------------------------------------------------------------------------------------


def test_sparse() -> None:
    found = data("sparse", "0.106", "-n", "2500", "--json")
    assert found["schema"] == "nimatron.sparse/1"
    (rare,) = found["classes"]
    assert (rare["split_parity"], rare["mask"], rare["heap_parity"]) == (1, 13, True)
    assert (rare["count"], rare["last"], rare["complement"]) == (15, 1103, 18)
    assert (found["largest"], found["largest_first_at"]) == (23, 1516)
    told = run("sparse", "0.106", "-n", "2500").stdout
    assert "rare mask 1101 (all bits but 10010), with the parity of the heap" in told
    assert "15 rare heaps (0.6 %), the last is 1,103" in told


def test_sparse_as_flammenkamp_lists_it() -> None:
    # The beginning of his list of the sparse values of Grundy's game, wwwhomes.uni-bielefeld.de/achim/grundy.html
    listed = [0, 1, 2, 3, 4, 6, 7, 9, 10, 12, 15, 20, 23, 26, 28, 31, 34, 37, 40, 43, 46, 49, 50, 52, 53, 55, 58, 61]
    listed += [87, 90, 93, 146, 149, 152, 158, 161, 164, 167, 176, 179, 181, 182, 185, 188, 190, 193, 196, 231]
    (rare,) = data("sparse", "grundy", "-n", "2000", "--json")["classes"]
    assert rare["complement"] == 1  # his m = 01111...: all bits but the lowest
    assert rare["heaps"][: len(listed)] == listed


def test_sparse_has_a_class_for_each_parity() -> None:
    assert [rare["split_parity"] for rare in data("sparse", "kayles", "-n", "300", "--json")["classes"]] == [0, 1]


@every_row("game", [Octal("0.6"), Octal("0.106"), Octal("0.77"), Grundy])
def test_rare_and_common_behave_like_a_sum(game: Octal) -> None:
    n = 300
    values = sequence(game, n)
    for found in sparse(game, values).classes:
        rare = {*found.heaps.tolist()}

        def is_rare(value: int, heap: int, found: Any = found) -> bool:
            flag = found.flag and (heap ^ found.parity) & 1
            return ((value & found.mask).bit_count() + flag) % 2 == 0

        assert rare == {heap for heap in range(n) if is_rare(int(values[heap]), heap)}
        for t, digit in game.code.takes(n):
            if digit & 4 and t % 2 == found.parity:
                for a in range(1, n - t - 1):
                    # What is left of the largest heap: a and b.
                    b = n - 1 - t - a
                    made = is_rare(int(values[a] ^ values[b]), n - 1)
                    if b > 0:
                        assert made == ((a in rare) == (b in rare))


def test_the_best_functional() -> None:
    counts = np.random.default_rng(3).integers(0, 100, 27)

    def even(mask: int) -> int:
        return sum(int(count) for i, count in enumerate(counts) if (i & mask).bit_count() % 2 == 0)

    assert even(best_functional(counts)) == min(even(mask) for mask in range(2, 32))


@every_row("code", ["nim", "subtraction{1,2}", "0.3", "0.8"])
def test_no_rare_values(code: str) -> None:
    assert run("sparse", code).exit_code == 2


def test_sparse_limits() -> None:
    result = run("sparse", "lasker", "-n", "100000000", "--memory", "1")
    assert result.exit_code == 5
    assert "Stopped early" in result.stdout


@every_row("command", ["seq", "period", "compare", "sparse"])
def test_help_has_an_example(command: str) -> None:
    assert f"Example: nimatron {command}" in run(command, "--help").stdout


@every_row("text", ["ruler", "mock-turtles", "turtles", "twins", "subtraction-coins{2,3,7}"])
def test_coins_in_a_row_have_a_sequence(text: str) -> None:
    game = game_of(text)
    first = game.first
    values = nt.sequence(game, 20).tolist()
    assert values == [0] * first + [nt.grundy(game(n)) for n in range(first, 20)]


def test_periods_of_coins() -> None:
    found = nt.period("subtraction-coins{2,3,7,8}")
    assert (bool(found), found.preperiod, found.period) == (True, 0, 5)
    assert nt.period("turtles").saltus == 1
    assert "differ first at heap 3" in run("compare", "ruler", "twins").stdout


def test_several_games_are_a_table_with_their_periods_underlined() -> None:
    words = ["seq", "{1,2,6,11}", "{2,3}", "{}", "-n", "18"]
    result = CliRunner().invoke(app, words, env={"LANGUAGE": "en", "COLUMNS": "80"})
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines() == [
        "{1,2,6,11}   0 1 2 0 1 2 3 0 1 2 0 1 2 3 4 0 1 2",
        "                   -----------------------  period 12 from 3 on",
        "{2,3}        0 0 1 1 2 0 0 1 1 2 0 0 1 1 2 0 0 1",
        "             ---------  period 5",
        "{}           0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
        "             -  period 1",
    ]


def test_the_two_equal_windows_that_prove_a_period() -> None:
    result = CliRunner().invoke(app, ["period", "{1,2,6,11}"], env={"LANGUAGE": "en"})
    assert "Two equal windows: heaps 3 to 13 and heaps 15 to 25." in result.stdout
    for amounts in ({1, 3, 4}, {2, 3, 7, 8}, {1, 5, 9, 12}):
        game = nt.Subtraction(amounts)
        found = nt.period(game)
        assert isinstance(found, nt.Period)
        (first, last), (again, end) = equal_windows(game, found) or ((0, 0), (0, 0))
        values = nt.sequence(game, end + 1).tolist()
        assert values[first : last + 1] == values[again : end + 1]
        assert last - first + 1 == max(amounts)
