"""The command line, in process: answers, JSON shapes, exit codes, bad input."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from every_row import every_row
from typer.testing import CliRunner, Result

from nimatron.cli.program import COMMANDS, app
from nimatron.show.words import speaking

runner = CliRunner()

CHOCOLATE = Path(__file__).parent.parent / "examples" / "chocolate.py"


def run(*arguments: str, stdin: str = "") -> Result:
    return runner.invoke(app, list(arguments), input=stdin, env={"LANGUAGE": "en"})


def data(*arguments: str) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_solve() -> None:
    result = run("solve", "nim: 3 4 5")
    assert result.exit_code == 0
    assert "The player to move wins (N-position, value 2)." in result.stdout
    assert "take 2 from heap 1  ->  nim: 1 4 5" in result.stdout


def test_solve_json() -> None:
    found = data("solve", "nim: 3 4 5 + chomp: 2x1")
    assert found["schema"] == "nimatron.analysis/1"
    assert found["position"] == "nim: 3 4 5 + chomp: 2"
    assert (found["value"], found["outcome"], found["solution"]) == (3, "N", "strong")
    assert found["winning_count"] == len(found["winning_moves"]) == 1
    assert found["winning_moves"][0] == {
        "text": "take 3 from heap 1 in part 1 (nim)",
        "after": "nim: 0 4 5 + chomp: 2",
        "part": 0,
    }
    assert [part["summand"] for part in found["parts"]] == [0, 0, 0, 1]
    assert found["parts"][0]["because"] == {
        "kind": "theorem", "name": "a heap of n has value n", "source": "Bouton 1901", "status": "proved",
        "formal": "Nim.bouton",
    }  # fmt: skip


def test_numbers_that_json_would_round_are_text() -> None:
    found = data("solve", "nim: 10000000000000000000")
    assert found["value"] == "10000000000000000000"
    assert data("solve", "nim: w*2+3")["value"] == "w*2+3"
    assert data("solve", "kayles: 1000000000000000000")["winning_count"] == "166666666666666675"


@pytest.mark.slow
def test_at_most_a_thousand_moves_are_listed() -> None:
    found = data("solve", "nim: " + "1 " * 2001)
    assert found["winning_count"] == 2001
    assert len(found["winning_moves"]) == 1000


def test_weak_solution_comes_at_once() -> None:
    found = data("solve", "chomp: 100x100")
    assert (found["outcome"], found["solution"]) == ("N", "weak")
    assert found["value"] is None
    assert found["winning_moves"] is None


def test_a_move_that_symmetry_knows() -> None:
    found = data("solve", "--positions", "1000", "cram: 8x9")
    assert found["solution"] == "weak"
    assert found["known_move"]["text"] == "cover column 4, row 5 and column 5, row 5"


@pytest.mark.parametrize("words", [["nim", "3", "4", "5"], ["nim: 3", "4 5"], ["-"]])
def test_other_ways_to_say_it(words: list[str]) -> None:
    assert "value 2" in run("solve", *words, stdin="nim: 3 4 5\n").stdout


def test_misere() -> None:
    result = run("solve", "--misere", "nim: 1 1 3")
    assert "nim: 1 1 1" in result.stdout
    assert run("solve", "--misere", "nim:").stdout.count("has won") == 1


def test_explain() -> None:
    result = run("explain", "chomp: 2x2 + nim: 5 4")
    for text in ("mex {0, 1} = 2", "2 ⊕ 3 = 1: 2 moves do it", "leftmost column", "2 winning moves"):
        assert text in result.stdout


def test_explain_steps() -> None:
    result = run("explain", "--steps", "subtraction{1,2,3}: 13")
    assert result.stdout.splitlines()[-1].split()[2:16] == list("PNNNPNNNPNNNPN")


def test_explain_json() -> None:
    steps = data("explain", "nim: 1 2 3")["steps"]
    assert [step["kind"] for step in steps] == ["part", "part", "part", "columns", "losing", "outcome"]


def test_moves() -> None:
    found = data("moves", "kayles: 4")["moves"]
    assert [move["wins"] for move in found] == [False] * 5 + [True, False]


def test_table() -> None:
    assert data("table", "kayles", "-n", "12")["cells"] == [[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]]
    assert data("table", "corners", "-n", "3x3")["cells"] == [[0, 0, 0], [0, 1, 2], [0, 2, 3]]
    assert "[0]" in run("table", "wythoff", "-n", "3x3").stdout


def test_a_table_of_two_heaps() -> None:
    assert data("table", "nim", "-n", "4x4")["cells"] == [[a ^ b for a in range(4)] for b in range(4)]
    misere = data("table", "nim", "--misere", "-n", "3x3")["cells"]
    assert misere == [["N", "P", "N"], ["P", "N", "N"], ["N", "N", "P"]]


def test_a_sequence_in_rows_with_its_exceptions_marked() -> None:
    result = run("table", "kayles", "-n", "12x7")
    rows = [line.split() for line in result.stdout.splitlines()[4::2]]
    assert len(rows) == 7
    assert rows[0] == ["[0]*", "1", "2", "3*", "1", "4", "3*", "2", "1", "4*", "2", "6*"]
    assert rows[6] == ["4", "1", "2", "8", "1", "4", "7", "2", "1", "8", "2", "7"]


def test_a_size_that_does_not_fit_is_refused() -> None:
    result = run("table", "graph{a>b b>c}", "-n", "8x8")
    assert result.exit_code == 2
    assert "has 3 columns" in result.output


def test_list_names_every_game() -> None:
    entries = data("list")
    text = run("list").stdout
    assert len(entries) >= 29
    for entry in entries:
        assert entry["id"] in text
        assert entry["rules"], entry["id"]
        assert run("solve", entry["sample"]).exit_code == 0


def test_own_game() -> None:
    assert "(4, 4)" in run("solve", f"{CHOCOLATE}:Chocolate", "(4, 6)").stdout
    assert "value 5" in run("--load", f"{CHOCOLATE}:Chocolate", "solve", "chocolate: (4, 6) + nim: 3").stdout


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["solve", "chmop: 3x3"], 3, "Did you mean chop or chomp?"),
        (["solve", "nim: 3 -4"], 4, "         ^"),
        (["solve", "chomp: 3 4"], 4, "rows never grow upwards"),
        (["solve", "turtles: 2 2"], 4, "named twice"),
        (["solve", "cram: ../."], 4, "as long as the first"),
        (["solve", "graph{a>b}: c"], 4, "not a vertex"),
        (["solve", "subtraction{0,1}: 3"], 4, "at least 1"),
        (["verify", "nowhere.json"], 1, "nowhere.json"),
        pytest.param(["solve", "cram: 7x7"], 5, "limit", marks=pytest.mark.slow),
        (["solve", "cram: 5x5", "--positions", "100"], 5, "limit"),
        (["solve"], 2, "Missing argument"),
        (["solve", "nim: 1", "--nonsense"], 2, "No such option"),
        (["explode"], 2, "No such command"),
        (["slove"], 2, "Did you mean solve"),
        (["solve", "cram: 5x5", "--positions", "100"], 5, "raise --positions, --seconds or --memory"),
        (["solve", "nowhere.py:Game", "3"], 3, "no file"),
        (["--lang", "xx", "list"], 2, "no language"),
        (["solve", "graph: a"], 4, "braces"),
        (["table", "kayles", "-n", "many"], 2, "expected a size"),
        (["solve", "graph{@nowhere.dot}: a"], 4, "nowhere.dot"),
    ],
)
def test_exit_codes(arguments: list[str], code: int, message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == code, result.output
    assert message in result.output
    assert "Traceback" not in result.output


def test_errors_go_to_stderr() -> None:
    result = run("solve", "nim: x")
    assert result.stdout == ""
    assert "heap size" in result.stderr


BROKEN = """
from nimatron import Game

class Broken(Game):
    start = 5

    def options(self, n):
        return [1 // (n - 3)] if n > 3 else [n - 1 // 0]
"""


def test_an_exception_in_an_own_game_is_placed(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text(BROKEN)
    result = run("solve", f"{file}:Broken")
    assert result.exit_code == 1
    assert f"{file}:8: the rules of this game raise an error: ZeroDivisionError" in result.output
    assert "Traceback" not in result.output
    assert "Traceback" in run("--debug", "solve", f"{file}:Broken").output
    file.write_text(BROKEN.replace("self, n", "self"))
    assert (
        f"{file}:7: the rules of this game raise an error: TypeError: Broken.options() takes 1"
        in run("solve", f"{file}").output
    )


def test_an_own_file_that_does_not_load(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text("import nimatron\nx = (\n")
    result = run("solve", f"{file}:Broken", "3")
    assert result.exit_code == 1
    assert "broken.py:2" in result.output


@every_row("command", COMMANDS)
def test_help_has_an_example(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert f"Example: nimatron {command}" in " ".join(result.stdout.split())


def test_help_lists_the_commands() -> None:
    shown = " ".join(run("--help").stdout.split())
    for command, (_, text) in COMMANDS.items():
        assert f"{command} {text}" in shown
        assert text in " ".join(run(command, "--help").stdout.split())


def test_misere_play_has_no_value_where_nim_sums_say_nothing() -> None:
    found = data("solve", "kayles: 3", "--misere")
    assert (found["outcome"], found["value"], found["parts"]) == ("N", None, [])
    assert data("solve", "nim: 3 4 5", "--misere")["value"] == 2


def test_a_weak_solution_is_called_so() -> None:
    assert "Weakly solved" in run("solve", "chomp: 40x30").stdout
    assert "Weakly solved" not in run("solve", "chomp: 3x3").stdout


def test_what_is_not_known_has_no_reason() -> None:
    assert "Why:" not in run("solve", "cram: 9x9").stdout
    assert "Why:" not in run("explain", "cram: 9x9 + nim: 3", "--misere").stdout


@every_row("size", ["0", "3x0", "0x3", "3x", "x", "-1", "٣"])
def test_a_table_needs_a_size(size: str) -> None:
    result = run("table", "wythoff", f"--size={size}")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "expected a size such as 40 or 8x8" in result.stderr


def test_a_game_without_a_position_is_shown_one() -> None:
    assert "such as kayles: 1 11" in run("solve", "kayles").stderr
    assert "such as subtraction{1,2,3}: 13" in run("solve", "subtraction{1,2}").stderr


def test_ordinals_that_are_sums_stand_in_brackets() -> None:
    assert "ω ⊕ (ω + 3) = 3" in run("explain", "nim: w 3").stdout


# -- whatever one command reads, all read ---------------------------------------------------------

PRINTED = ["{2,3,7,8} 30", "SUBTRACTION({2,3,7,8}): 30", "zabieranie[2,3,7,8] 30"]
"""One position as it is printed in several places."""

RULES = ["{2,3,7,8}", "SUBTRACTION({2, 3, 7, 8})", "Zabieranie[2,3,7,8]"]
"""Its rules."""

OF_POSITIONS = {"solve": [], "explain": [], "moves": [], "classes": [], "play": [], "prove": [], "check": [],
                "misere": [], "referee": [], "sheet": []}  # fmt: skip
OF_RULES = {"table": [], "seq": ["-n", "20"], "period": [], "compare": [], "sparse": ["-n", "20"], "play": [],
            "prove": [], "check": [], "misere": ["--heap", "9"], "referee": [], "sheet": []}  # fmt: skip
OF_OTHERS = {"list", "code", "nimber", "chomp", "cram", "verify", "survey", "quiz", "store", "doctor", "serve",
             "lessons", "scorm", "site", "new", "judge", "discover", "oeis"}  # fmt: skip
"""Commands that take neither a position nor rules."""


def _asked(command: str, text: str, folder: Path) -> list[str]:
    """The whole command, with whatever else it needs."""
    program = folder / "program.py"
    program.write_text("import sys\nfor line in sys.stdin:\n    print('#1', flush=True)\n")
    out = ["-o", str(folder / f"out{len(list(folder.iterdir()))}.json")]
    before = {"referee": [f"{sys.executable} {program}"], "compare": ["subtraction{2,3,7,8}"]}
    after = {"prove": out, "referee": ["--starts", "1", "--seed", "1"], "sheet": ["--json", "--exercises", "0"]}
    options = {**OF_POSITIONS, **OF_RULES}[command]
    return [command, *before.get(command, []), text, *options, *after.get(command, [])]


@pytest.mark.slow
@pytest.mark.parametrize("command", sorted({*OF_POSITIONS, *OF_RULES}))
def test_every_command_reads_what_solve_reads(command: str, tmp_path: Path) -> None:
    assert {*COMMANDS} == {*OF_POSITIONS, *OF_RULES, *OF_OTHERS}
    texts = [*(PRINTED if command in OF_POSITIONS else []), *(RULES if command in OF_RULES else [])]
    for text in texts:
        result = run(*_asked(command, text, tmp_path), stdin="30\nquit\n")
        # `sparse` reads it and refuses it: no value of a game that splits no heap is rare.
        assert result.exit_code == (2 if command == "sparse" else 0), (text, result.output)
        if command != "prove":  # whose line names the file
            assert "2,3,7,8" in result.output.replace(", ", ","), (text, result.output)


@pytest.mark.parametrize(
    ("lang", "usage", "first"),
    [("pl", "Użycie: ", "Kto wygrywa"), ("cs", "Použití: ", "Kdo vyhrává"), ("hu", "Használat: ", "Ki nyer")],
)
def test_help_in_the_language_of_the_reader(lang: str, usage: str, first: str) -> None:
    with speaking("en"):  # and again afterwards
        whole, one = run("--lang", lang, "--help").stdout, run("--lang", lang, "solve", "--help").stdout
    assert all(text.startswith(usage) and first in text for text in (whole, one))
    assert not any(english in one for english in ("[default", "Show this message", "Options:"))


def test_formal_shows_theorems_in_words_and_in_coq() -> None:
    shown = run("explain", "nim: 3 4 5", "--formal").stdout
    assert "Machine-checked in Coq [Values.sum_value, Nim.bouton]" in shown
    assert "Bouton's theorem: a position of Nim is lost exactly if" in shown
    assert "Theorem bouton s : (lost nim s <-> nimsum s = 0)" in shown
    assert "Theorem" not in run("explain", "nim: 3 4 5").stdout
