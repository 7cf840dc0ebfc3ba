"""Pupils' programs, good and bad, before the judge: what it answers is the smallest position where they are wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from every_row import every_row
from typer.testing import CliRunner, Result

from nimatron.cli.program import app
from nimatron.play.pupil import PRINTED, Pupil
from nimatron.play.pupil_moves import PupilReply
from nimatron.show.words import languages, speaking
from nimatron.teach.programs.calls import POSITIONS, count_calls, counts
from nimatron.teach.programs.judge import ProgramVerdict, judge
from nimatron.teach.programs.report import verdict_data
from nimatron.teach.programs.tasks import TASKS, Task, program_name, task_of


def judged(source: str, task: str | Task) -> ProgramVerdict:
    """The verdict, without a process of its own."""
    wanted = task_of(task) if isinstance(task, str) else task
    name = program_name(source, wanted)
    pupil = Pupil(source, name or "")
    return judge(wanted, name, lambda *arguments: PupilReply(**pupil.call(list(arguments))))


@every_row("task", TASKS, one_in=4)
def test_the_model_is_right_and_the_starter_is_not(task: Task) -> None:
    assert len({*task.hints}) == 3
    for lang in languages():
        with speaking(lang):
            assert program_name(task.solution, task) == program_name(task.starter, task) == task.name
    assert verdict_data(judged(task.starter, task))["model"] is None
    with speaking("pl"):
        passed = judged(task.solution, task)
        assert passed.passed
        assert verdict_data(passed)["model"] == task.solution


GOOD = [
    ("def ruch(n):\n    return n % 4 if n % 4 else 1", "take-away"),
    ("def lépés(n):\n    return [1, 1, 2, 3][n % 4]", "take-away"),
    ("tah = lambda n: n % 4 or 1", "take-away"),
    ("def move(n):\n    print('I take', n % 4)\n    return str(n % 4 or 1)", "take-away"),
    ("def move(n):\n    return n % 4 or 1\n\nif __name__ == '__main__':\n    print(move(int(input())))", "take-away"),
    (
        "def ruch(heaps):\n    from functools import reduce\n    s = reduce(lambda a, b: a ^ b, heaps)\n"
        "    for i in range(len(heaps)):\n        if heaps[i] ^ s < heaps[i]:\n            heaps[i] ^= s\n"
        "            return tuple(sorted(h for h in heaps if h))\n"
        "    heaps[heaps.index(max(heaps))] -= 1\n    return heaps",
        "nim",
    ),
    ("def przegrywa(x, y):\n    x, y = sorted((x, y))\n    return x == int((y - x) * (1 + 5 ** .5) / 2)", "wythoff"),
    ("def vesztes(heaps):\n    s = 0\n    for h in heaps:\n        s ^= h\n    return s == 0", "is-losing"),
]


@every_row(("source", "task"), GOOD)
def test_good_programs_of_several_styles(source: str, task: str) -> None:
    verdict = judged(source, task)
    assert verdict.passed, verdict.counterexample


BAD = [
    # source, task, fault, position, line, part of what is said
    ("def move(n):\n    return min(n, 3)", "take-away", "wrong", "subtraction{1,2,3}: 5", None, "take 3"),
    ("def move(n):\n    return (n + 1) % 4 or 1", "take-away", "illegal", "subtraction{1,2,3}: 1", None, "2"),
    ("def move(n):\n    return n % 4", "take-away", "illegal", "subtraction{1,2,3}: 4", None, "0"),
    ("def move(n):\n    return n / 4", "take-away", "illegal", "subtraction{1,2,3}: 1", None, "float"),
    ("def move(n):\n    return True", "take-away", "illegal", "subtraction{1,2,3}: 1", None, "bool"),
    ("def move(n):\n    print(n % 4)", "take-away", "illegal", "subtraction{1,2,3}: 1", None, "NoneType"),
    ("def move(n):\n    if n > 6:\n        return x\n    return n % 4 or 1", "take-away", "exception",
     "subtraction{1,2,3}: 7", 3, "NameError"),
    ("def move(n):\n    return move(n)", "take-away", "exception", "subtraction{1,2,3}: 1", None, "RecursionError"),
    ("def move(n):\n    while n > 0:\n        n += 1", "take-away", "steps",
     "subtraction{1,2,3}: 1", None, "1,000,000"),
    ("def move(n):\n    while True:\n        print(n)", "take-away", "output",
     "subtraction{1,2,3}: 1", 3, f"{PRINTED:,}"),
    ("def move(n):\n    return int(input('?'))", "take-away", "input", "subtraction{1,2,3}: 1", 2, "argument"),
    ("def move(n):\n    raise SystemExit", "take-away", "exception", "subtraction{1,2,3}: 1", 2, "SystemExit"),
    ("def move(n:\n    return 1", "take-away", "exception", "subtraction{1,2,3}: 1", 1, "SyntaxError"),
    ("n = int(input())", "take-away", "missing", "subtraction{1,2,3}: 1", None, "move(n)"),
    ("def move():\n    return 1", "take-away", "exception", "subtraction{1,2,3}: 1", None, "TypeError"),
    ("def move(n, moves):\n    return n % (max(moves) + 1) or moves[0]", "any-set", "illegal",
     "subtraction{1,3,4}: 2", None, "2"),
    ("def move(heaps):\n    return 1", "nim", "illegal", "nim: 1", None, "list of heaps"),
    ("def is_losing(x, y):\n    return x == y == 0", "wythoff", "wrong", "wythoff: 1 2", None, "False"),
    ("def is_losing(x, y):\n    return 0", "wythoff", "type", "wythoff: 0 0", None, "True or False"),
    ("def values(n):\n    return list(range(n + 1))", "kayles", "wrong", "kayles: 4", None, "entry 4"),
    ("def values(n):\n    return [0, 1, 2, 3, 1][:n + 1]", "kayles", "wrong", "kayles: 5", None, "ends after 5"),
    ("def values(n):\n    return {}", "kayles", "type", "kayles: 0", None, "list of whole numbers"),
    ("def winning_move(heaps):\n    return None", "winning-move", "wrong", "nim: 1", None, "None"),
    ("def nim_mul(x, y):\n    return x * y", "nim-product", "wrong", "corners: 2,2", None, "returned 4"),
]  # fmt: skip


@every_row(("source", "task", "fault", "position", "line", "said"), BAD, one_in=5)
def test_bad_programs(source: str, task: str, fault: str, position: str, line: int | None, said: str) -> None:
    found = judged(source, task).counterexample
    assert found
    assert (found.fault, str(found.position)) == (fault, position)
    assert said in str(found.did)
    assert line is None or found.line == line


def test_what_it_prints_changes_nothing() -> None:
    lie = '{"type": "int", "text": "1", "value": 1, "calls": 1, "printed": ""}'
    found = judged(f"import sys\ndef move(n):\n    print({lie!r})\n    return 1", "take-away").counterexample
    assert found
    assert (str(found.position), found.fault) == ("subtraction{1,2,3}: 2", "wrong")
    assert str(found.better) == "subtraction{1,2,3}: 0"
    assert "value" in found.printed


@pytest.mark.slow
def test_recursion_without_a_memory_is_too_slow() -> None:
    plain = """\
def is_losing(rows):
    for r in range(len(rows)):
        for c in range(rows[r]):
            if r + c > 0:
                after = rows[:r] + [min(c, length) for length in rows[r:]]
                if is_losing([length for length in after if length]):
                    return False
    return True
"""
    found = judged(plain, "memo").counterexample
    assert found
    assert found.fault == "steps"
    assert sum(found.position.state) >= 20


# -- counts ------------------------------------------------------------------------------------------


def test_calls_are_those_that_the_recursion_makes() -> None:
    calls = 0

    def is_losing(heaps: tuple[int, ...]) -> bool:
        nonlocal calls
        calls += 1
        options = [(*heaps[:i], left, *heaps[i + 1 :]) for i, h in enumerate(heaps) for left in range(h)]
        return not any(map(is_losing, options))

    for heaps in POSITIONS[:4]:
        calls = 0
        is_losing(heaps)
        assert counts(heaps)[0] == calls
        reply = Pupil(task_of("is-losing").solution, "is_losing").call([list(heaps)])
        assert reply["calls"] == calls
    counted = count_calls()
    assert all(row.plain >= row.memo for row in counted)
    assert counted[-1].plain > 1000 * counted[-1].memo


# -- the command -------------------------------------------------------------------------------------


def command(*words: object) -> Result:
    return CliRunner().invoke(app, ["judge", *map(str, words)])


def test_the_command(tmp_path: Path) -> None:
    file = tmp_path / "mój program.py"
    file.write_text("from helper import four\ndef ruch(n):\n    return n % four or 1\n", "utf-8")
    (tmp_path / "helper.py").write_text("four = 4\n", "utf-8")
    right = command(file, "take-away")
    assert (right.exit_code, "return n % 4 or 1" in right.stdout) == (0, True), right.output
    file.write_text("import os\nos.write(1, b'[1]')\ndef move(n):\n    return 1\n", "utf-8")
    wrong = command(file, "take-away")
    assert wrong.exit_code == 1
    assert "move(2)" in wrong.stdout
    assert "take 2" in wrong.stdout
    assert "n % 4" not in wrong.stdout
    data: Any = json.loads(command(file, "take-away", "--json").stdout)
    assert data["counterexample"]["position"] == "subtraction{1,2,3}: 2"
    assert data["model"] is None
    file.write_text("import os\ndef move(n):\n    os._exit(0)\n", "utf-8")
    gone = command(file, "take-away")
    assert (gone.exit_code, "ended without an answer" in gone.stdout) == (1, True)


def test_lists_and_wrong_arguments(tmp_path: Path) -> None:
    assert all(task.id in command().stdout for task in TASKS)
    assert "move(n)" in command("take-away").stdout
    assert "4,315,344" in command("--calls").stdout
    for words in (["take-a-way"], ["gone.py", "take-away"], ["mine.py"], ["a.py", "nim", "b"]):
        assert command(*words).exit_code == 2, words


def test_a_program_that_talks_may_play(tmp_path: Path) -> None:
    file = tmp_path / "talks.py"
    file.write_text("n = int(input('How many coins? '))\n", "utf-8")
    told = command(file, "take-away").output
    assert "There is no function move(n)." in told
    assert f'nimatron referee {file} "subtraction{{1,2,3}}: 13"' in told
    file.write_text("print(1)\n", "utf-8")
    assert "referee" not in command(file, "take-away").output
