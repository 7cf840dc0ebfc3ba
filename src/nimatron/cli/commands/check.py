"""nimatron check"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

import typer

from ...check import POSITIONS, SECONDS, Report, check
from ...errors import UsageError
from ...game import Game, Position
from ...games.catalog import top_level
from ...present.report import checked, checked_all, report_data
from ...values.search.limits import Limits
from ..common import Json, Positions, Seconds, Session, show_json
from ..screen import show

Words = Annotated[
    list[str] | None,
    typer.Argument(metavar="GAME", help="FILE.py:NAME and states, names of games, or a position.", show_default=False),
]
Task = tuple[Game, list[Position]]

All = Annotated[bool, typer.Option("--all", help="Check every game of the catalog.")]


def check_game(
    ctx: typer.Context,
    words: Words = None,
    all_games: All = False,
    json: Json = False,
    positions: Positions = POSITIONS,
    seconds: Seconds = SECONDS,
) -> None:
    """Check that a game is impartial and finite and keeps the promises of its methods.

    Names the first state that breaks a promise, with what was expected and what came instead.

    Example: nimatron check chocolate.py:Chocolate "(4, 6)"
    """
    session: Session = ctx.obj
    if bool(words) == all_games:
        raise UsageError("expected a game to check, or --all")
    session.seconds = seconds
    games = _catalog(session) if all_games else _asked(session, words or [])
    limits = Limits(positions=positions, seconds=seconds)
    reports = (check(game, starts, limits) for game, starts in games)
    if not _shown(reports, json, all_games):
        raise typer.Exit(1)


def _shown(reports: Iterator[Report], json: bool, many: bool) -> bool:
    """Show each report as soon as it is there; did all games pass?"""
    seen: list[Report] = []
    for report in reports:
        seen.append(report)
        if not json:
            show(checked_all([report]) if many else checked(report))
    if json:
        data = [report_data(report) for report in seen]
        show_json(data if many else data[0] if len(data) == 1 else data)
    return all(report.passed for report in seen)


def _catalog(session: Session) -> Iterator[Task]:
    return (_from(session.beginning(entry.id)) for entry in session.catalog)


def _from(position: Position) -> Task:
    return position.game, [position]


def _asked(session: Session, words: Sequence[str]) -> Iterator[Task]:
    """The games that the words name, each with its starting positions."""
    own = session.own_game(words[0])
    if own is not None:
        yield own, [Position(own, own.parse(text)) for text in words[1:]]
    elif top_level(" ".join(words), ":"):
        yield _from(session.position(words))
    else:
        yield from (_from(session.beginning(name)) for name in words)
