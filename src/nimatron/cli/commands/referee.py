"""nimatron referee"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from ...check.installation import unkept_of_programs
from ...core.errors import BadText, UsageError
from ...core.game import Position, is_misere
from ...notation.reader import parse, read_state
from ...play.faults import printable
from ...play.judge import MatchRules, random_starts, scores
from ...play.levels import Level
from ...play.lexicon import Lexicon
from ...play.programs import ProgramLimits, command_of, programs_in
from ...play.referee import NIMATRON, Entrant, play_all, program_entrant
from ...show.match_table import referee_data, referee_lines
from ...show.words import every_wording, tr, word
from ..progress_line import ProgressLine
from ..screen import show, show_json
from ..session import Json, Misere, Session, over, within

PATIENCE, TURNS = 5.0, 10
"""Finding starts takes at most PATIENCE seconds and TURNS moves: else something is wrong with the rules."""

Words = Annotated[
    list[str],
    typer.Argument(
        metavar="PROGRAM... GAME", help="Commands, Python files or a folder of programs; then a game or a position."
    ),
]
Starts = Annotated[int, typer.Option("--starts", min=1, max=1000, help="Number of random starts, won and lost.")]
Start = Annotated[
    list[str], typer.Option("--start", metavar="POSITION", help="Start from this position; may be repeated.")
]
Seed = Annotated[int, typer.Option("--seed", help="The same seed gives the same starts and moves.")]
Time = Annotated[float, typer.Option("--time", min=0.01, help="Time limit of a program for each move, in seconds.")]
Memory = Annotated[int, typer.Option("--memory", min=1, metavar="MB", help="Memory limit of a program.")]
Processes = Annotated[
    int, typer.Option("--processes", min=1, help="Number of processes that a program may run at once.")
]
Strength = Annotated[Level, typer.Option("--level", help="How well Nimatron plays, from first-steps to perfect.")]


NAME = 60
"""About how many characters of a program's name are shown."""


def referee(
    ctx: typer.Context,
    words: Words,
    starts: Starts = 6,
    start: Start = [],  # noqa: B006
    seed: Seed = 1940,
    seconds: Time = 2.0,
    memory: Memory = 1024,
    processes: Processes = 32,
    level: Strength = Level.PERFECT,
    misere: Misere = None,
    json: Json = False,
) -> None:
    """Let programs play each other or Nimatron, from won and lost starts; each side begins in turn.

    One program plays Nimatron, two play each other; in a folder everybody plays everybody and
    Nimatron. A file in Python may have a function move(n) or move(heaps), which returns the number
    taken or the heaps after the move, or ask for numbers and print its moves, as it would for a person. Any
    other program reads a line with the position in the notation for each turn, and answers with a
    line: the position after its move, or words such as 2 or "take 2 from heap 3". It runs until
    its input ends, or is run again for each turn. A program that fails, is too slow
    or too large, writes without end or breaks the rules loses the match, and all processes it started end with it.
    Programs run with your permissions: read them first.

    Example: nimatron referee "python mine.py" "subtraction{1,2,3}: 13"
    """
    session: Session = ctx.obj
    if len(words) < 2:
        raise UsageError('expected a program and a game, such as "python mine.py" "nim: 3 4 5"')
    base = session.beginning(words[-1])
    entrants = _entrants(words[:-1], level)
    # Programs have limits of their own; until they start, the rules may hang.
    within(PATIENCE + TURNS * seconds)
    misere = is_misere(base.game, misere)
    positions = [_start(session, base, text) for text in start] or random_starts(base, starts, seed, misere)
    over()
    if not positions:
        raise UsageError("there is no move in {position}: give another start", position=base)
    rules = MatchRules(misere, ProgramLimits(seconds, memory << 20, processes), seed)
    for limit in unkept_of_programs():
        print(f"nimatron: {tr('this system cannot limit {what}', what=word(limit))}", file=sys.stderr)
    with ProgressLine(_match) as watch:
        records = list(play_all(entrants, positions, rules, watch))
    table = scores([entrant.name for entrant in entrants], records)
    if json:
        show_json(referee_data(base.game, positions, rules, table, records))
    else:
        show(referee_lines(base.game, positions, rules, table))


# -- arguments -----------------------------------------------------------------------------------


def _start(session: Session, base: Position, text: str) -> Position:
    """A start, written as a whole position or as the state alone."""
    try:
        whole = read_state(base.game, text)
    except BadText:
        whole = parse(text, session.catalog)
    if whole.game != base.game:
        raise UsageError("{position} is not a position of {game}", position=text, game=base.game)
    return whole


def _entrants(words: Sequence[str], level: str) -> list[Entrant]:
    texts: list[str] = []
    for text in words:
        texts += map(str, programs_in(Path(text))) if Path(text).is_dir() else [text]
    entrants: list[Entrant] = []
    lexicon = Lexicon(every_wording())
    for text in texts:
        command = command_of(text)
        entrants.append(program_entrant(_name(text, command, [e.name for e in entrants]), command, lexicon))
    # A lone program needs an opponent, and a class wants to compare itself with perfect play.
    if len(entrants) == 1 or any(Path(text).is_dir() for text in words):
        entrants.append(Entrant(NIMATRON, level=level))
    return entrants


def _name(text: str, command: Sequence[str], taken: Sequence[str]) -> str:
    """The file that is run; if that name is taken, the whole command, and then that with a number."""
    # From the end: in `python mine.py` the last file is the program, and the interpreter is not a name.
    files = [Path(part).name for part in reversed(command) if Path(part).is_file() and part != sys.executable]
    names = [*files[:1], text, *(f"{text[:NAME]} #{n}" for n in range(2, len(taken) + 3))]
    return next(
        name for name in (printable(name, NAME + 8) for name in names) if name not in taken and name != NIMATRON
    )


def _match(number: int, count: int, names: tuple[str, str]) -> str:
    return tr(
        "match {number} of {count}: {first} - {second}", number=number, count=count, first=names[0], second=names[1]
    )
