"""Matches at the command line: through a pseudo-terminal as a person plays, and through pipes."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pexpect = pytest.importorskip("pexpect", reason="there is no pseudo-terminal here")
if sys.platform == "win32":
    pytest.skip("there is no pseudo-terminal here", allow_module_level=True)

COMMAND = [sys.executable, "-m", "nimatron", "play"]
STAIRS = '''
from nimatron import Game

class Stairs(Game):
    """Go down one step or two."""
    start = 5

    def options(self, step):
        return [step - k for k in (1, 2) if k <= step]
'''


def piped(*arguments: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env=os.environ | {"PYTHONIOENCODING": "utf-8", "LANGUAGE": "en"} | environment,
    )


@contextmanager
def terminal(*arguments: str, **environment: str) -> Iterator[Any]:
    env = {**os.environ, "LANGUAGE": "en", "TERM": "xterm", **environment}
    child = pexpect.spawn(
        COMMAND[0], [*COMMAND[1:], *arguments], encoding="utf-8", timeout=None, env=env, dimensions=(50, 100)
    )
    try:
        yield child
    finally:
        child.close(force=True)


def left_with(child: Any) -> int | None:
    child.expect(pexpect.EOF)
    child.wait()
    code: int | None = child.exitstatus
    return code


# -- at a terminal -------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_match_by_questions() -> None:
    with terminal("--seed", "1", "--level", "perfect") as child:
        child.expect("Which game")
        child.sendline("subtration")
        child.expect("Did you mean subtraction")
        child.expect("Which game")
        child.sendline("take-away")
        child.expect("Which numbers may be taken")
        child.sendline("2 3 7 8")
        child.expect("How many coins")
        child.sendline("20")
        child.expect("last move wins")
        child.expect("Your move:")
        child.sendline("4")
        child.expect("may not be taken")
        child.expect("Your move:")
        child.sendline("take 3")
        child.expect("You took 3 coins. 17 coins are left.")
        child.expect("I took 7 coins. 10 coins are left.")
        child.expect("Your move:")
        child.sendline("quit")
        child.expect("Good-bye")
        assert left_with(child) == 0


@pytest.mark.slow
def test_hints_undo_redo_and_the_list() -> None:
    with terminal("nim: 3 4 5", NO_COLOR="1") as child:
        child.expect("Your move:")
        for step in ("there is a winning move", "Look at heap 1", "Winning: take 2 from heap 1"):
            child.sendline("hint")
            child.expect(step)
        child.sendline("moves")
        child.expect("#12  take 5 from heap 3")
        child.sendline("#12")
        child.expect("You took 5 coins from heap 3")
        child.expect("I took")
        child.expect("Your move:")
        child.sendline("undo")
        child.expect(r"heap 3  \| \| \| \| \|  5")
        child.expect("Your move:")
        child.sendline("redo")
        child.expect("heap 3  0")
        child.expect("Your move:")
        child.sendeof()
        child.expect("Good-bye")
        assert left_with(child) == 0


@pytest.mark.slow
def test_ctrl_c_leaves_cleanly() -> None:
    with terminal("nim: 3 4 5") as child:
        child.expect("Your move:")
        child.sendintr()
        child.expect("Good-bye")
        assert left_with(child) == 130


@pytest.mark.slow
def test_ctrl_c_at_a_question() -> None:
    with terminal() as child:
        child.expect(r"\[Enter: nim\] ")
        child.delaybeforesend = 0.5  # nobody interrupts in the instant between the prompt and the reading
        child.sendintr()
        assert left_with(child) == 130


@pytest.mark.slow
def test_colour_only_where_it_is_wanted() -> None:
    with terminal("nim: 1") as child:
        child.expect("Your move:")
        assert "\x1b[1m" in child.before
    with terminal("nim: 1", NO_COLOR="1") as child:
        child.expect("Your move:")
        assert "\x1b[1m" not in child.before


@pytest.mark.slow
def test_a_lost_match_can_be_taken_back_or_begun_again() -> None:
    with terminal("nim: 2", "--misere") as child:
        child.expect("last move loses")
        child.expect("Your move:")
        child.sendline("2")
        child.expect("You made the last move, so I win.")
        child.expect("Type new, undo")
        child.sendline("undo")
        child.expect("Your move:")
        child.sendline("1")
        child.expect("I took 1 coin. No coin is left.")
        child.expect("I made the last move, so you win.")
        child.sendline("new")
        child.expect("Your move:")
        child.sendline("undo")  # back to the match before
        child.sendline("undo")
        child.expect("Your move:")
        child.sendline("q")
        assert left_with(child) == 0


# -- through pipes -------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_whole_match_through_a_pipe() -> None:
    done = piped("nim: 1 2", typed="1 from 2\n1 from 1\n")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    assert "Your move: 1 from 2" in done.stdout
    assert "I took 1 coin from heap" in done.stdout


@pytest.mark.slow
def test_the_end_of_the_input_leaves_cleanly() -> None:
    for typed in ("", "2 from 3\n"):
        done = piped("nim: 3 4 5", typed=typed)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.endswith("Good-bye.\n")
    assert piped(typed="").returncode == 0


@pytest.mark.slow
def test_enter_takes_the_usual_start() -> None:
    done = piped("nim", typed="\nquit\n")
    assert "heap 3  | | | | |  5" in done.stdout
    done = piped("subtraction", typed="\n\n")
    assert "Which numbers may be taken?" in done.stdout
    assert "13" in done.stdout
    assert "heap" in piped(typed="\n\n").stdout
    assert "kayles" in piped(typed="list\n").stdout


def test_every_prompt_reads_the_notation_as_printed() -> None:
    asked = piped("subtraction", "--seed", "1", typed="{2, 3, 7, 8}\n(30)\nquit\n")
    assert "Take one of these numbers from one heap: 2, 3, 7, 8." in asked.stdout
    named = piped("--seed", "1", typed="dvojčata\n(1,3)\n\nquit\n")
    assert "Twins" in named.stdout
    whole = piped("--seed", "1", typed="{2,3,7,8} 30\nquit\n")
    assert "2, 3, 7, 8." in whole.stdout
    square = piped("wythoff", "--seed", "1", typed="h8\nd8\nquit\n")
    assert "You moved to column 3, row 7." in square.stdout


def test_commands_in_the_words_of_every_language() -> None:
    polish = piped("nim: 1 2", typed="wskazówka\nruchy\nkoniec\n", LANGUAGE="pl").stdout
    assert "Możesz wygrać" in polish
    assert "#3  weź 2 ze stosu 2" in polish
    assert polish.endswith("Do widzenia.\n")
    assert piped("nim: 1 2", typed="konec\n").stdout.endswith("Good-bye.\n")


def test_a_bad_answer_is_asked_again() -> None:
    done = piped("nim", typed="3 x\n1 2\n")
    assert "expected a heap size" in done.stdout.lower()
    assert "heap 2  | |  2" in done.stdout


def test_a_sum_is_played_part_by_part() -> None:
    done = piped("nim: 3 4 + chomp: 2x2", "--seed", "1", typed="eat 2 2\n")
    assert "Part 2: You ate from column 2, row 2." in done.stdout
    assert "I " in done.stdout


def test_two_people() -> None:
    done = piped("nim: 1 1", "--two", typed="1 from 1\n1 from 2\n")
    assert "Player 1 took 1 coin from heap 1." in done.stdout
    assert "Player 2 made the last move and wins." in done.stdout


def test_the_computer_begins() -> None:
    done = piped("subtraction{1,2,3}: 13", "--second", "--level", "perfect")
    assert "I took 1 coin. 12 coins are left." in done.stdout


@pytest.mark.slow
def test_the_same_seed_plays_the_same_match() -> None:
    matches = {
        piped("nim: 9 9 9", "--level", "random", "--seed", "7", typed="1 from 1\n1 from 2\n").stdout for _ in "ab"
    }
    assert len(matches) == 1


def test_changing_sides_and_asking_why() -> None:
    done = piped("nim: 3 4 5", "--level", "perfect", typed="why\nswap\n")
    assert "nim-sum" in done.stdout
    assert "I took 2 coins from heap 1." in done.stdout


def test_a_terminal_without_unicode() -> None:
    done = piped("chomp: 2x2", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "1  X #" in done.stdout


@pytest.mark.slow
def test_an_own_game(tmp_path: Path) -> None:
    file = tmp_path / "stairs.py"
    file.write_text(STAIRS)
    done = piped(f"{file}:Stairs", "--level", "perfect", typed="4\n")
    assert "Go down one step or two." in done.stdout
    assert "You moved to 4." in done.stdout
    assert "I moved to 3." in done.stdout
    done = piped(f"{file}:Stairs", "7", typed="moves\n")
    assert "#2  move to 5" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["nim: x"], 4),
        (["kales: 3"], 3),
        (["nosuchfile.py:Game"], 3),
        (["nim: 3", "--level", "godlike"], 2),
        (["nim: 3", "--two", "--second"], 2),
    ],
)
@pytest.mark.one_in(5)
def test_wrong_arguments(arguments: list[str], code: int) -> None:
    done = piped(*arguments)
    assert done.returncode == code
    assert done.stderr
