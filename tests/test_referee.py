"""The referee: programs that play well, badly, not at all, or against the rules."""

import json
import os
import shlex
import subprocess
import sys
import textwrap
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from every_row import every_row
from typer.testing import CliRunner, Result

from nimatron import outcome, parse
from nimatron.cli.program import app
from nimatron.core.errors import UsageError
from nimatron.play.faults import ProgramFault
from nimatron.play.judge import MatchRecord, MatchRules, mistake, random_starts
from nimatron.play.lexicon import Lexicon
from nimatron.play.programs import MOST_BYTES, Program, ProgramLimits, command_of, programs_in
from nimatron.play.referee import NIMATRON, Duel, Entrant, program_entrant
from nimatron.show.words import every_wording
from nimatron.teach.programs.tasks import task_of

EXAMPLES = Path(__file__).parents[1] / "examples"
TAKE_AWAY = "subtraction{1,2,3}: 13"
FOR_EVER = "import threading; threading.Event().wait()"
LOOP = "import sys\nfor line in sys.stdin:\n    n = int(line.split(':')[1])\n"


@pytest.fixture(autouse=True)
def _sources(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs that import nimatron find the one under test."""
    sources = str(Path(__file__).parents[1] / "src")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [sources, os.environ.get("PYTHONPATH", "")])))


def program(folder: Path, name: str, source: str) -> Path:
    file = folder / name
    file.write_text(textwrap.dedent(source), "utf-8")
    return file


def against(tmp_path: Path, source: str, start: str = TAKE_AWAY, rules: MatchRules | None = None) -> MatchRecord:
    """A match of a program, which begins, against Nimatron."""
    file = program(tmp_path, "mine.py", source)
    student = Entrant("mine", (sys.executable, str(file)))
    return Duel((student, Entrant(NIMATRON)), parse(start), rules or MatchRules(bounds=ProgramLimits(100))).play()


def referee(*words: object) -> Result:
    return CliRunner().invoke(app, ["referee", *map(str, words)])


def data(*words: object) -> Any:
    result = referee("--json", *words)
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


# -- a match ---------------------------------------------------------------------------------------


def test_a_perfect_program_wins_a_won_start(tmp_path: Path) -> None:
    source = (EXAMPLES / "student_takeaway.py").read_text("utf-8")
    won = against(tmp_path, source)
    assert (won.winner, won.fault, won.mistakes, won.won_start) == (0, "", (None, None), True)
    lost = against(tmp_path, source, "subtraction{1,2,3}: 12")
    assert (lost.winner, lost.fault, lost.mistakes, lost.won_start) == (1, "", (None, None), False)


@pytest.mark.parametrize(
    "answer",
    [
        "str(n % 4 or 1)",
        "'take ' + str(n % 4 or 1)",
        "'subtraction{1,2,3}: ' + str(n - (n % 4 or 1))",
        "'\\n\\n  ' + str(n % 4 or 1) + '  '",
    ],
)
def test_answers_in_every_form(tmp_path: Path, answer: str) -> None:
    assert against(tmp_path, LOOP + f"    print({answer})").winner == 0


def test_a_program_may_answer_once_each_time_it_is_run(tmp_path: Path) -> None:
    played = against(tmp_path, "n = int(input().split(':')[1])\nprint(n % 4 or 1)")
    assert (played.winner, played.fault) == (0, "")
    assert played.moves > 3


def test_misere_play(tmp_path: Path) -> None:
    source = LOOP + "    print((n - 1) % 4 or 1)"
    played = against(tmp_path, source, "subtraction{1,2,3}: 12", MatchRules(misere=True, bounds=ProgramLimits(100)))
    assert (played.winner, played.fault, played.mistakes) == (0, "", (None, None))


def test_the_first_mistake_is_named(tmp_path: Path) -> None:
    played = against(tmp_path, LOOP + "    print(1 if n == 13 else min(n, 3))")
    assert played.winner == 1
    (found, _) = played.mistakes
    assert found
    assert str(found.position).startswith("subtraction{1,2,3}: ")
    assert outcome(found.position) == "N"
    assert outcome(found.move) == "N"
    assert outcome(found.better) == "P"


def test_only_a_move_that_gives_a_win_away_is_a_mistake() -> None:
    won, good, bad = (parse(f"nim: {heaps}") for heaps in ("3 4 5", "1 4 5", "0 4 5"))
    assert mistake(won, good, misere=False) is None
    assert mistake(good, parse("nim: 1 4 4"), misere=False) is None  # nothing was there to lose
    found = mistake(won, bad, misere=False)
    assert found
    assert str(found.better) == "nim: 1 4 5"


# -- programs that lose by themselves --------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "fault", "reason"),
    [
        (LOOP + "    print(n)", "illegal", "an illegal move in subtraction{1,2,3}: 13"),
        (LOOP + "    print('hello')", "illegal", "hello"),
        ("raise SystemExit", "crash", "without an answer"),
        ("raise SystemExit(3)", "crash", "exit code 3"),
        (LOOP + "    print(1 // (n - 13))", "crash", "ZeroDivisionError"),
        ("import os; os.kill(os.getpid(), 9)", "crash", "exit code -9"),
        (f"import os\nos.close(1)\n{FOR_EVER}", "crash", "exit code -9"),
        ("while True: print('x' * 1000, end='')", "flood", str(MOST_BYTES)),
        ("import sys\nsys.stdout.buffer.write(b'\\xff\\xfe\\n')", "illegal", ""),
    ],
)
def test_faults(tmp_path: Path, source: str, fault: str, reason: str) -> None:
    played = against(tmp_path, source)
    assert (played.winner, played.fault) == (1, fault)
    assert reason in str(played.reason)


@pytest.mark.slow
def test_too_slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nimatron.play.programs.STARTING", 0.3)
    played = against(tmp_path, FOR_EVER, rules=MatchRules(bounds=ProgramLimits(0.1)))
    assert (played.winner, played.fault) == (1, "time")
    assert "0.1 s" in str(played.reason)


@pytest.mark.slow
def test_a_program_that_reads_nothing_cannot_hold_up_a_long_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nimatron.play.programs.STARTING", 0.3)
    running = Program([sys.executable, "-c", FOR_EVER], ProgramLimits(0.1))
    with pytest.raises(ProgramFault, match="no answer"):
        running.ask("nim: " + "1 " * 1_000_000)
    running.close()


def test_a_program_that_does_not_exist(tmp_path: Path) -> None:
    entrants = Entrant("gone", (str(tmp_path / "gone"),)), Entrant(NIMATRON)
    played = Duel(entrants, parse(TAKE_AWAY), MatchRules()).play()
    assert (played.winner, played.fault) == (1, "crash")
    assert "did not start" in str(played.reason)


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at /proc")
def test_nothing_is_left_running(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    source = f"""
        import os, signal, subprocess, sys
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        child = subprocess.Popen([sys.executable, "-c", {FOR_EVER!r}])
        open({str(pids)!r}, "w").write(f"{{os.getpid()}} {{child.pid}}")
        for line in sys.stdin:
            print(1)
        child.wait()
    """
    assert against(tmp_path, source).fault == ""
    mine, child = map(int, pids.read_text().split())
    while alive(mine) or alive(child):  # one that is left running is a test that hangs
        time.sleep(0.02)


# -- programs that take too much -------------------------------------------------------------------

linux = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks at /proc")
CHILD = f"subprocess.Popen([sys.executable, '-c', {FOR_EVER!r}, sys.argv[0]])"
CORE = "raise SystemExit(str(resource.getrlimit(resource.RLIMIT_CORE)))"
SMALL = MatchRules(bounds=ProgramLimits(100, memory=200 << 20, processes=8))


@linux
@pytest.mark.parametrize(
    ("source", "fault", "reason"),
    [
        ("import os\nwhile True:\n    os.fork()", "processes", "more than 8 processes"),
        (f"import subprocess, sys\nfor _ in range(50): {CHILD}\n{FOR_EVER}", "processes", "more than 8 processes"),
        ("kept = []\nwhile True: kept.append(bytes(range(256)) * 4096)", "memory", "more than 200 MB"),
        (f"import os\nfor _ in range(5): os.fork() or exec('kept = bytearray(60 << 20); {FOR_EVER}')\n{FOR_EVER}",
         "memory", "more than 200 MB"),
        ("kept = bytearray(10 << 30)", "crash", "MemoryError"),
        ("import sys\nwhile True: sys.stderr.write('x' * 1000)", "flood", str(MOST_BYTES)),
        ("while True: print()", "flood", str(MOST_BYTES)),
        ("print('x' * 100_000)", "flood", "an answer of more than"),
        (f"import resource\n{CORE}", "crash", "(0, 0)"),
        ("open('large', 'wb').write(bytes(100 << 20))", "crash", "File too large"),
    ],
    ids=["fork bomb", "many children", "memory", "memory of children", "10 GB at once", "errors", "empty lines",
         "a long line", "no core", "a large file"],
)  # fmt: skip
@pytest.mark.one_in(3)
def test_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, fault: str, reason: str) -> None:
    monkeypatch.chdir(tmp_path)
    played = against(tmp_path, source, rules=SMALL)
    assert (played.winner, played.fault) == (1, fault), played.reason
    assert reason in str(played.reason)
    assert not naming(tmp_path)


def naming(folder: Path) -> list[int]:
    """Processes whose command names a file in `folder`."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it may have ended
            if bytes(folder) in (place / "cmdline").read_bytes() and alive(int(place.name)):
                found.append(int(place.name))
    return found


@pytest.mark.slow
@linux
def test_running_programs_are_seen(tmp_path: Path) -> None:
    running = Program([sys.executable, "-c", FOR_EVER, str(tmp_path / "mine.py")], ProgramLimits())
    while not naming(tmp_path):
        time.sleep(0.02)
    running.close()
    assert not naming(tmp_path)


@pytest.mark.slow
def test_a_line_that_never_ends_is_too_slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nimatron.play.programs.STARTING", 0.3)
    source = "import time\nwhile True:\n    print('x', end='', flush=True)\n    time.sleep(0.01)"
    assert against(tmp_path, source, rules=MatchRules(bounds=ProgramLimits(0.1))).fault == "time"


DAEMON = """
import os, signal, subprocess, sys
for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
    signal.signal(number, signal.SIG_IGN)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.setsid()
        for number in range(3):
            os.close(number)
        open(sys.argv[0] + ".pid", "w").write(str(os.getpid()))
        while True:
            signal.pause()
    os._exit(0)
os.wait()
while not os.path.exists(sys.argv[0] + ".pid") or not open(sys.argv[0] + ".pid").read():
    pass
"""


@pytest.mark.slow
@linux
@pytest.mark.parametrize("rest", ["raise SystemExit(3)", LOOP + "    print(1)", FOR_EVER, "os.close(1)\n" + FOR_EVER])
def test_a_daemon_ends_with_its_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rest: str) -> None:
    monkeypatch.setattr("nimatron.play.programs.STARTING", 20.0 if rest is not FOR_EVER else 3.0)
    against(tmp_path, DAEMON + rest, rules=MatchRules(bounds=ProgramLimits(0.1)))
    assert not alive(int((tmp_path / "mine.py.pid").read_text()))


@pytest.mark.parametrize("number", ["KILL", "STOP"])
def test_a_program_that_turns_on_its_warden_loses(tmp_path: Path, number: str) -> None:
    source = f"import os, signal\nos.kill(os.getppid(), signal.SIG{number})\nraise SystemExit(3)"
    assert against(tmp_path, source).fault == "crash"


@pytest.mark.slow
@linux
def test_programs_end_with_the_referee(tmp_path: Path) -> None:
    file = program(tmp_path, "mine.py", DAEMON + FOR_EVER)
    command = [sys.executable, "-m", "nimatron", "referee", str(file), TAKE_AWAY, "--time", "1000"]
    referee = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    pid = tmp_path / "mine.py.pid"
    while not (pid.exists() and pid.read_text()):
        time.sleep(0.02)
    referee.kill()
    referee.wait()
    while alive(int(pid.read_text())):  # one that is left running is a test that hangs
        time.sleep(0.02)


# -- what is shown ---------------------------------------------------------------------------------

DRAWN = "\\x1b[2J\\x1b[Hmine.py won 12\\r\\x9b31m\\u202e\\u2028\\u200b" + "e" + "\\u0301" * 50


@pytest.mark.parametrize(
    "source",
    [
        f"print('{DRAWN}' + 'x' * 3000)",
        f"import sys\nsys.exit('first\\n{DRAWN}' + 'x' * 100_000)",
        f"raise ValueError('{DRAWN}')",
    ],
)
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_nobody_draws_on_the_screen_of_the_teacher(tmp_path: Path, source: str, form: list[str]) -> None:
    name = "a\x1b[1A\u202eb\nmine.py won.py"
    result = referee(program(tmp_path, name, source), TAKE_AWAY, "--starts", "1", *form)
    assert result.exit_code == 0
    assert all(line.isprintable() for line in result.stdout.removesuffix("\n").split("\n"))
    assert not any(line.startswith("mine.py won") for line in result.stdout.split("\n"))
    assert "\u0301" * 3 not in result.stdout
    assert max(map(len, result.stdout.split("\n"))) < (600 if not form else 10_000)
    assert "x1b[1A" in result.stdout


@pytest.mark.slow
def test_names_that_look_alike_stay_apart(tmp_path: Path) -> None:
    for name in ("a\n.py", "a\\n.py", "n" * 100 + ".py", "n" * 101 + ".py"):
        program(tmp_path, name, "raise SystemExit")
    names = [player["name"] for player in data(tmp_path, TAKE_AWAY, "--starts", "1")["players"]]
    assert len({*names}) == len(names) == 5


# -- starts ----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_starts_are_won_and_lost_ones() -> None:
    starts = random_starts(parse(TAKE_AWAY), 6, 1, misere=False)
    assert starts[0] == parse(TAKE_AWAY)
    assert sorted(map(outcome, starts)) == ["N"] * 3 + ["P"] * 3
    assert len(set(starts)) == 6
    assert starts == random_starts(parse(TAKE_AWAY), 6, 1, misere=False)


def test_no_start_is_an_end() -> None:
    assert random_starts(parse("nim: 0 0"), 3, 1, misere=False) == []
    assert {str(start) for start in random_starts(parse("nim: 2"), 9, 1, misere=False)} == {"nim: 2", "nim: 1"}


# -- which program ---------------------------------------------------------------------------------


def test_commands(tmp_path: Path) -> None:
    file = program(tmp_path, "my program.py", "")
    assert command_of(str(file)) == [sys.executable, str(file)]
    assert command_of(f"python '{file}' 'b c'") == [sys.executable, str(file), "b c"]
    for text in ("no-such-program-here", "", "python 'a", "python gone.py", "gone.py"):
        with pytest.raises(UsageError):
            command_of(text)
    other = program(tmp_path, "data.txt", "")
    with pytest.raises(UsageError, match="nor executable"):
        command_of(str(other))


def test_programs_of_a_folder(tmp_path: Path) -> None:
    for name in ("b.py", "a.py", "_c.py", ".d.py", "notes.txt", "run"):
        program(tmp_path, name, "")
    (tmp_path / "run").chmod(0o755)
    (tmp_path / "folder.py").mkdir()
    assert [file.name for file in programs_in(tmp_path)] == ["a.py", "b.py", "run"]
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match="there is no program"):
        programs_in(tmp_path / "empty")


# -- on the command line ---------------------------------------------------------------------------


@pytest.mark.slow
def test_one_program_plays_nimatron() -> None:
    result = referee(EXAMPLES / "student_takeaway.py", "subtraction{1,2,3}", "--starts", "2")
    assert result.exit_code == 0
    assert "2 starts (1 won for the player who begins), both begin" in result.stdout
    answer = data(EXAMPLES / "student_takeaway.py", "take-away", "--starts", "2")
    mine, theirs = answer["players"]
    assert (mine["name"], theirs["name"]) == ("student_takeaway.py", "nimatron")
    assert (mine["won"], mine["lost"], mine["faults"], mine["wins_given_away"]) == (2, 2, {}, 0)
    assert len(answer["matches"]) == 4
    assert all((match["winner"] == match["players"][0]) == match["won_start"] for match in answer["matches"])


@pytest.mark.slow
def test_two_programs_play_each_other() -> None:
    command = shlex.join([sys.executable, str(EXAMPLES / "student_random.py")])
    answer = data(
        command, EXAMPLES / "student_takeaway.py", TAKE_AWAY, "--start", "20", "--start", "subtraction{1-3}: 8"
    )
    assert answer["starts"] == ["subtraction{1,2,3}: 20", "subtraction{1,2,3}: 8"]
    first, second = answer["players"]
    assert (first["name"], second["name"]) == ("student_random.py", "student_takeaway.py")
    assert first["won"] + second["won"] == 4
    assert second["wins_given_away"] == 0
    assert {tuple(match["players"]) for match in answer["matches"]} == {
        ("student_random.py", "student_takeaway.py"),
        ("student_takeaway.py", "student_random.py"),
    }


@pytest.mark.slow
def test_a_class_plays_everybody_against_everybody(tmp_path: Path) -> None:
    program(tmp_path, "good.py", LOOP + "    print(n % 4 or 1)")
    program(tmp_path, "greedy.py", LOOP + "    print(min(3, n))")
    program(tmp_path, "broken.py", "print(1 / 0)")
    result = referee(tmp_path, TAKE_AWAY, "--starts", "1")
    assert result.exit_code == 0, result.output
    assert "Wins of each (row) against each (column):" in result.stdout
    assert "broken.py lost by a fault: it ended with: ZeroDivisionError" in result.stdout
    assert (
        "greedy.py, first mistake: in subtraction{1,2,3}: 13 it chose: take 3; this would have won: take 1"
        in result.stdout
    )
    answer = data(tmp_path, TAKE_AWAY, "--starts", "1")
    assert [player["name"] for player in answer["players"]] == ["broken.py", "good.py", "greedy.py", "nimatron"]
    assert answer["players"][0]["won"] == 0
    assert len(answer["matches"]) == 12


@pytest.mark.slow
def test_a_program_against_itself_and_an_own_game() -> None:
    random, chocolate = EXAMPLES / "student_random.py", EXAMPLES / "chocolate.py"
    answer = data(random, random, "nim: 1 2", "--starts", "1")
    assert [player["name"] for player in answer["players"]] == ["student_random.py", str(random)]
    # The program does not know the game: it fails, and that is its loss.
    answer = data(random, chocolate, "--starts", "1")
    assert answer["players"][0]["faults"] == {"crash": 2}


@every_row(
    ("words", "code"),
    [
        (["nim: 3"], 2),
        (["no-such-program-here", "nim: 3"], 2),
        ([EXAMPLES / "student_random.py", "no-such-game: 3"], 3),
        ([EXAMPLES / "student_random.py", "nim: 0"], 2),
        ([EXAMPLES / "student_random.py", "nim: x"], 4),
        ([EXAMPLES / "student_random.py", "nim: 3", "--start", "chomp: 2x2"], 2),
        ([EXAMPLES / "student_random.py", "nim: 3", "--level", "clever"], 2),
    ],
)
def test_wrong_arguments(words: list[object], code: int) -> None:
    assert referee(*words).exit_code == code


# -- programs as pupils write them -------------------------------------------------------------------

TALK = """\
n = int(input("{coins}"))
while n > 0:
    taken = n % 4 or 1
    n -= taken
    print(f"{told}")
    if n > 0:
        n -= int(input("{prompt}"))
"""
POLISH = {"coins": "Podaj liczbę monet: ", "prompt": "Podaj swój ruch: "}

NIM_LIST = """
heaps = list(map(int, input("Podaj stosy: ").split()))
while any(heaps):
    s = 0
    for h in heaps:
        s ^= h
    i = next((i for i, h in enumerate(heaps) if h ^ s < h), heaps.index(max(heaps)))
    k = heaps[i] - (heaps[i] ^ s) if s else 1
    heaps[i] -= k
    print(f"Biorę {k} ze stosu {i + 1}. Stosy: {heaps}")
    if any(heaps):
        i, k = map(int, input("Podaj numer stosu i liczbę: ").split())
        heaps[i - 1] -= k
"""
"""A list after the sentence: its numbers beside those of the sentence look like other heaps."""

YOU_BEGIN = """\
print("Let us play! 1, 2 or 3 coins.")
n = int(input("How many coins? "))
while n > 0:
    n -= int(input("Your move (1-3): "))
    if n > 0:
        taken = n % 4 or 1
        n -= taken
        print("I take", taken)
"""

ASKS_FOR_THE_SET = """\
moves = [int(word) for word in input("Podaj dozwolone ruchy: ").split()]
n = int(input("Ile monet? "))
while n >= min(moves):
    losing = []
    for k in range(n + 1):
        losing.append(not any(losing[k - m] for m in moves if m <= k))
    taken = next((m for m in moves if m <= n and losing[n - m]), moves[0])
    n -= taken
    n -= int(input(f"Zabrałem {taken}. Zostało {n} monet. Twój ruch: "))
"""

NIM_TALK = """\
heaps = list(map(int, input("Podaj stosy: ").split()))
while any(heaps):
    s = 0
    for h in heaps:
        s ^= h
    i = next((i for i, h in enumerate(heaps) if h ^ s < h), heaps.index(max(heaps)))
    taken = heaps[i] - (heaps[i] ^ s) if s else 1
    heaps[i] -= taken
    print(f"Zabieram {taken} ze stosu {i + 1}. Zostało: {' '.join(map(str, heaps))}")
    if any(heaps):
        i = int(input("Z którego stosu bierzesz? "))
        heaps[i - 1] -= int(input("Ile monet? "))
"""


def styled(tmp_path: Path, source: str, start: str = TAKE_AWAY, first: bool = True) -> MatchRecord:
    """A match of a pupil's program, asked in its own style, against Nimatron."""
    file = program(tmp_path, "mine.py", source)
    student = program_entrant("mine", [sys.executable, str(file)], Lexicon(every_wording()))
    pair = (student, Entrant(NIMATRON)) if first else (Entrant(NIMATRON), student)
    return Duel(pair, parse(start), MatchRules(bounds=ProgramLimits(100))).play()


@pytest.mark.parametrize(
    ("source", "start"),
    [
        ("def ruch(n):\n    return n % 4 or 1", TAKE_AWAY),
        ("def move(position: int) -> int:\n    return position % 4 or 1\n\nprint(move(13))", TAKE_AWAY),
        (task_of("nim").solution.replace("def move", "def tah"), "nim: 3 4 5"),
        (TALK.format(**POLISH, told="Zabrałem {taken} monet. Zostało {n} monet."), TAKE_AWAY),
        (TALK.format(**POLISH, told="Zostało {n}."), TAKE_AWAY),
        (TALK.format(coins="", prompt="", told="{taken}"), TAKE_AWAY),
        (TALK.format(coins="Kolik mincí? ", prompt="Tah: ", told="Vzal jsem {taken}, zbývá {n}."), TAKE_AWAY),
        (YOU_BEGIN, TAKE_AWAY),
        (ASKS_FOR_THE_SET, "subtraction{2,3,7,8}: 19"),
        (NIM_TALK, "nim: 3 4 5"),
        (NIM_LIST, "nim: 3 4 5"),
    ],
)
@pytest.mark.slow
def test_programs_as_pupils_write_them(tmp_path: Path, source: str, start: str) -> None:
    for first in (True, False):
        played = styled(tmp_path, source, start, first)
        assert (played.fault, str(played.reason or "")) == ("", "")
        assert played.mistakes == (None, None)
        assert played.winner == (0 if played.won_start else 1)


@pytest.mark.parametrize(
    ("source", "fault", "reason"),
    [
        (TALK.format(**POLISH, told="Zabrałem {taken} monet. Zostało {n + 2} monet."), "illegal", "line 7: it says"),
        (TALK.format(**POLISH, told="Już! 1 2 3"), "illegal", "12 coins are left"),
        ("n = int(input('Kto zaczyna? '))", "illegal", "line 1"),
        ("n = int(input('Ile? '))\nprint(n // 0)", "crash", "line 2: ZeroDivisionError"),
        ("def move(n):\n    return 4", "illegal", "4"),
        ("def move(n):\n    return [n]", "illegal", "the number taken"),
        ("def move(n):\n    return 1 // 0", "crash", "line 2: ZeroDivisionError"),
        pytest.param("def move(n):\n    while n:\n        n += 1", "time", "1,000,000 steps", marks=pytest.mark.slow),
        ("def move(n):\n    while n:\n        print(n)", "flood", "20,000"),
        ("def move(n):\n    while True: pass", "time", "line 2: still running"),
    ],
)
def test_programs_that_are_not_clear(tmp_path: Path, source: str, fault: str, reason: str) -> None:
    played = styled(tmp_path, source)
    assert (played.winner, played.fault) == (1, fault)
    assert reason in str(played.reason)


def test_a_person_against_a_program(tmp_path: Path) -> None:
    file = program(tmp_path, "mine.py", "def ruch(n):\n    return n % 4 or 1 // (n - 8)")
    words = ["play", TAKE_AWAY, "--against", str(file)]
    played = CliRunner().invoke(app, words, input="3\n2\n")
    assert played.exit_code == 0
    assert "I took 2 coins. 8 coins are left." in played.stdout
    lost = CliRunner().invoke(app, [*words[:1], "subtraction{1,2,3}: 9", *words[2:]], input="1\n")
    assert "mine.py lost by a fault: line 2: ZeroDivisionError" in lost.stdout
    assert CliRunner().invoke(app, [*words[:3], "gone.py"]).exit_code == 2
