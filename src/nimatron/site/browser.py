"""The functions that the page's worker calls in its Python: `start` once, then `answer` for each address.

The browser stores the memory of the started engine, so `start` does as much as it can: it loads the modules that
answers need and asks the first questions itself.
"""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..check import check
from ..core.errors import NimatronError, UnknownGame, UsageError
from ..core.game import NOTHING, Game, Position
from ..core.limits import Limits
from ..families.catalog import CATALOG
from ..notation.own_file import hand_over, load
from ..play.faults import ProgramFault
from ..play.lexicon import MOVE, Lexicon
from ..play.pupil import Pupil
from ..play.pupil_moves import PupilReply, function_in, move_by
from ..show.check_report import check_lines
from ..show.words import every_wording, languages, speaking
from ..teach.programs.judge import Ask, ProgramVerdict, judge
from ..teach.programs.report import verdict_data
from ..teach.programs.tasks import Task, program_name, task_of
from ..web.answers.request import lines_data
from ..web.own_games import load_own
from ..web.problems import fault_data
from .engine import Engine

GIVEN = Path("/own.json")
"""The file in which the worker puts the games and lessons of the site."""

FIRST = ("games", "position?position=nim:+3+4+5", "turn?position=nim:+3+4+5&move=nim:+3+4+4&level=fair")
"""Questions that load most modules that answers need."""

_engine: list[Engine] = []


def start() -> None:
    """Make the engine, with the games of the site, and let it answer a few questions."""
    games, lessons = load_own(GIVEN.read_bytes())
    _engine[:] = [Engine(CATALOG.with_games(*games), lessons)]
    for lang in languages():
        for question in FIRST:
            mark = "&" if "?" in question else "?"
            answer(f"api/v1/{question}{mark}lang={lang}")
    # The browser stores the memory as it is now, so garbage would be stored too.
    gc.collect()
    gc.freeze()


def take(code: str, lang: str) -> str:
    """From now on answer about the game in a visitor's text; the report about it, as JSON."""
    engine, reply = engine_of(code, lang)
    _engine[:] = [engine] if engine else _engine
    return reply


def judge_code(code: str, task: str, lang: str) -> str:
    """The verdict on a visitor's program, as JSON; from now on the program plays instead of the computer."""
    with speaking(lang):
        try:
            exercise = task_of(task)
            verdict, _engine[0].opponent = judge_program(code, exercise)
            return json.dumps(verdict_data(verdict))
        except NimatronError as fault:
            return json.dumps({"fault": fault_data(fault)["detail"]})


def seat_code(code: str, lang: str) -> str:
    """From now on a visitor's program plays instead of the computer; its fault as JSON, or {}."""
    with speaking(lang):
        try:
            _engine[0].opponent = player(code)
            return "{}"
        except NimatronError as fault:
            return json.dumps({"fault": fault_data(fault)["detail"]})


def answer(address: str, hurry: bool = False) -> str:
    """The answer to an address: a line with the status, the media type and whether it may be stored, then the body."""
    return _engine[0].answer(address, hurry).text()


# -- a visitor's own program -------------------------------------------------------------------


def judge_program(code: str, task: Task) -> tuple[ProgramVerdict, Callable[[Position], Position]]:
    """The verdict on the text of a program, and the program as a player."""
    name = program_name(code, task)
    call = _caller(code, name or "")
    return judge(task, name, call), _mover(call)


def player(code: str) -> Callable[[Position], Position]:
    """A program that has a function for moves, as a player of any game."""
    name = function_in(code, Lexicon(every_wording()).words(MOVE))
    return _mover(_caller(code, name or "move"))


def _caller(code: str, name: str) -> Ask:
    if len(code) > LONGEST:
        raise UsageError("expected at most {max_length} characters", max_length=LONGEST)
    pupil = Pupil(code, name)
    return lambda *arguments: PupilReply(**pupil.call(list(arguments)))


def _mover(call: Ask) -> Callable[[Position], Position]:
    def move(position: Position) -> Position:
        try:
            return move_by(call, position)
        except ProgramFault as fault:
            raise UsageError("{reason}", reason=fault.reason) from None

    return move


# -- a visitor's own game ----------------------------------------------------------------------

FILE = "/own/game.py"
"""The path that the text gets in tracebacks."""

PLACE = re.compile(re.escape(FILE) + r":(\d+)(?:: )?")

LONGEST = 50_000
"""The longest text of a game, in characters."""

CHECKING = Limits(positions=2000, seconds=2.0)


def engine_of(code: str, lang: str) -> tuple[Engine | None, str]:
    """An engine with the game in a text, and the report about the game as JSON; None and the fault if it has one."""
    with speaking(lang):
        try:
            game = _load_game(code)
            start = _start(game)
            report = check(game, [start], CHECKING)
            facts = {"start": str(start), "passed": report.passed, "lines": lines_data(check_lines(report))}
            return Engine(CATALOG.with_games(game)), json.dumps(facts)
        except NimatronError as fault:
            return None, json.dumps(_problem(fault_data(fault)["detail"]))


def _load_game(code: str) -> Game:
    if len(code) > LONGEST:
        raise UsageError("expected at most {max_length} characters", max_length=LONGEST)
    # No file is written: the text is handed over as if it had been read.
    hand_over({FILE: code.encode(errors="replace")})
    try:
        return load(FILE)
    except UnknownGame:
        raise UsageError("expected one class made from Game, with the rules in its method options") from None


def _start(game: Game) -> Position:
    if game.start is NOTHING:
        raise UsageError("expected a position to begin with: start = ..., in the class")
    return Position(game, game.accept(game.start))


def _problem(detail: str) -> dict[str, Any]:
    """A fault, and the line of the text in which it is."""
    line = PLACE.search(detail)
    return {"fault": PLACE.sub("", detail).replace(FILE, "game.py"), "line": int(line[1]) if line else None}
