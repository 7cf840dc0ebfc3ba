"""nimatron referee"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from ..catalog import top_level
from ..errors import UsageError
from ..game import Game, Position
from ..notation import parse
from ..play import Level
from ..present.text import Line
from ..present.words import tr, trn, word
from .common import Json, Misere, Session, show_json
from .matches import NIMATRON, Entrant, Mistake, Played, Rules, Score, is_won, play_all, random_starts, scores
from .programs import command_of, programs_in
from .screen import show

Words = Annotated[
    list[str],
    typer.Argument(
        metavar="PROGRAM... GAME", help="Commands, Python files or a folder of programs; then a game or a position."
    ),
]
Starts = Annotated[
    int, typer.Option("--starts", min=1, max=1000, help="So many starts, won and lost ones, found at random.")
]
Start = Annotated[list[str], typer.Option("--start", metavar="POSITION", help="Begin here; may be repeated.")]
Seed = Annotated[int, typer.Option("--seed", help="The same starts and moves for the same number.")]
Time = Annotated[float, typer.Option("--time", min=0.01, help="Seconds that a program has for a move.")]
Strength = Annotated[Level, typer.Option("--level", help="How well Nimatron plays.")]


def referee(
    ctx: typer.Context,
    words: Words,
    starts: Starts = 6,
    start: Start = [],  # noqa: B006
    seed: Seed = 1940,
    seconds: Time = 2.0,
    level: Strength = Level.PERFECT,
    misere: Misere = False,
    json: Json = False,
) -> None:
    """Let programs play each other or Nimatron, from won and lost starts; both begin.

    One program plays Nimatron, two play each other, a folder plays everybody against everybody
    and Nimatron. For each turn a program reads a line, the position in the notation, and answers
    with a line, its move: the position after it, or words such as 2 or "take 2 from heap 3". It
    runs until its input ends, or is run again for each turn. A program that fails, is too slow,
    writes without end or moves against the rules loses the match. Programs run with your rights:
    look at them first.

    Example: nimatron referee "python mine.py" "subtraction{1,2,3}: 13"
    """
    session: Session = ctx.obj
    if len(words) < 2:
        raise UsageError('expected a program and a game, such as "python mine.py" "nim: 3 4 5"')
    base = session.beginning(words[-1])
    entrants = _entrants(words[:-1], level)
    chosen = [_start(session, base, text) for text in start] or random_starts(base, starts, seed, misere)
    if not chosen:
        raise UsageError(f"there is no move in {base}: give another start")
    rules = Rules(misere, seconds, seed)
    played = list(play_all(entrants, chosen, rules, _watch))
    _clear()
    table = scores(entrants, played)
    if json:
        show_json(_data(base.game, chosen, rules, table, played))
    else:
        show(_lines(base.game, chosen, rules, table, played))


# -- arguments -----------------------------------------------------------------------------------


def _start(session: Session, base: Position, text: str) -> Position:
    """A start, as a whole position or as the state alone."""
    whole = parse(text, session.catalog) if top_level(text, ":") else Position(base.game, base.game.parse(text))
    if whole.game != base.game:
        raise UsageError(f"{text} is not a position of {base.game}")
    return whole


def _entrants(words: Sequence[str], level: str) -> list[Entrant]:
    texts: list[str] = []
    for text in words:
        texts += map(str, programs_in(Path(text))) if Path(text).is_dir() else [text]
    entrants: list[Entrant] = []
    for text in texts:
        command = command_of(text)
        entrants.append(Entrant(_name(text, command, [e.name for e in entrants]), tuple(command)))
    if len(entrants) == 1 or any(Path(text).is_dir() for text in words):
        entrants.append(Entrant(NIMATRON, level=level))
    return entrants


def _name(text: str, command: Sequence[str], taken: Sequence[str]) -> str:
    """The file that is run; the whole command where that name is taken, then with a number."""
    files = [Path(part).name for part in reversed(command) if Path(part).is_file() and part != sys.executable]
    names = [*files[:1], text, *(f"{text} #{n}" for n in range(2, len(taken) + 3))]
    return next(name for name in names if name not in taken and name != NIMATRON)


def _watch(number: int, count: int, names: tuple[str, str]) -> None:
    if sys.stderr.isatty():
        told = tr(
            "match {number} of {count}: {first} - {second}", number=number, count=count, first=names[0], second=names[1]
        )
        print(f"\r\x1b[K{told[:100]}", end="", file=sys.stderr, flush=True)


def _clear() -> None:
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


# -- words ---------------------------------------------------------------------------------------


def _lines(
    game: Game, starts: Sequence[Position], rules: Rules, table: Sequence[Score], played: Sequence[Played]
) -> Iterator[Line]:
    yield Line(_title(game, starts, rules), "title")
    yield from _table(table)
    if len(table) > 2:
        yield Line("")
        yield from _cross_table(table)
    for score in table:
        yield from _remarks(score, rules.misere)


def _title(game: Game, starts: Sequence[Position], rules: Rules) -> str:
    won = sum(bool(is_won(start, rules.misere)) for start in starts)
    count = trn("{n} start", "{n} starts", len(starts))
    rule = tr("misere play") if rules.misere else tr("normal play")
    return tr("{game}, {rule}: {count} ({won} won for the player who begins), both begin",
              game=game, rule=rule, count=count, won=won)  # fmt: skip


def _table(table: Sequence[Score]) -> Iterator[Line]:
    headings = [tr("won"), tr("lost"), tr("by a fault"), tr("wins given away")]
    rows = [[score.won, score.lost, score.faults.total(), score.missed] for score in table]
    names = max(len(score.name) for score in table)
    widths = [max(len(heading), 4) for heading in headings]
    cells = "  ".join(f"{heading:>{width}}" for heading, width in zip(headings, widths, strict=True))
    yield Line(f"  {'':{names}}  {cells}", "dim")
    for score, row in zip(table, rows, strict=True):
        cells = "  ".join(f"{number:>{width}}" for number, width in zip(row, widths, strict=True))
        yield Line(f"  {score.name:{names}}  {cells}")


def _cross_table(table: Sequence[Score]) -> Iterator[Line]:
    """Rows beat columns, so many times."""
    yield Line(tr("Wins of each (row) against each (column):"))
    names = max(len(score.name) for score in table) + 5
    numbered = [f"{i:>2}. {score.name}" for i, score in enumerate(table, 1)]
    yield Line("  " + " " * names + " ".join(f"{i:>3}" for i in range(1, len(table) + 1)), "dim")
    for name, score in zip(numbered, table, strict=True):
        wins = ["  ·" if other is score else f"{score.beaten[other.name]:>3}" for other in table]
        yield Line(f"  {name:{names}}{' '.join(wins)}")


def _remarks(score: Score, misere: bool) -> Iterator[Line]:
    if score.reason:
        yield Line(tr("{name} lost by a fault: {reason}", name=score.name, reason=word(score.reason)), "bad")
    if score.mistake:
        yield Line(tr("{name}, first mistake: {mistake}", name=score.name, mistake=_told(score.mistake)), "bad")
    if score.stopped:
        yield Line(
            trn("{name}: {n} match was too long", "{name}: {n} matches were too long", score.stopped, name=score.name)
        )


def _told(mistake: Mistake) -> str:
    describe = mistake.position.game.describe
    before = mistake.position.state
    return tr("in {position} it chose: {move}; this would have won: {better}",
              position=mistake.position,
              move=word(describe(before, mistake.move.state)),
              better=word(describe(before, mistake.better.state)))  # fmt: skip


# -- JSON ----------------------------------------------------------------------------------------


def _data(
    game: Game, starts: Sequence[Position], rules: Rules, table: Sequence[Score], played: Sequence[Played]
) -> dict[str, Any]:
    """The shape `nimatron.referee/1`."""
    return {
        "schema": "nimatron.referee/1",
        "game": str(game),
        "misere": rules.misere,
        "starts": [str(start) for start in starts],
        "players": [_score_data(score) for score in table],
        "matches": [_match_data(match) for match in played],
    }


def _score_data(score: Score) -> dict[str, Any]:
    return {
        "name": score.name,
        "won": score.won,
        "lost": score.lost,
        "stopped": score.stopped,
        "faults": dict(score.faults),
        "wins_given_away": score.missed,
        "first_fault": word(score.reason) if score.reason else None,
        "first_mistake": _mistake_data(score.mistake),
    }


def _match_data(match: Played) -> dict[str, Any]:
    return {
        "players": list(match.players),
        "start": str(match.start),
        "won_start": match.won_start,
        "winner": None if match.winner is None else match.players[match.winner],
        "moves": match.moves,
        "fault": match.fault or None,
        "reason": word(match.reason) if match.reason else None,
        "mistakes": [_mistake_data(mistake) for mistake in match.mistakes],
    }


def _mistake_data(mistake: Mistake | None) -> dict[str, str] | None:
    if mistake is None:
        return None
    return {"position": str(mistake.position), "move": str(mistake.move), "better": str(mistake.better)}
