"""nimatron store, doctor: what Nimatron keeps on this machine, and whether it works."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from ...check.installation import forget_kernels, health
from ...core.errors import NimatronError, UsageError
from ...core.game import Game, Sum
from ...core.limits import Limits
from ...discover.rule_store import RuleStore
from ...families.catalog import Catalog
from ...show.check_report import health_data, health_lines
from ...show.record_text import audit_data, audit_lines, store_data, store_lines
from ...show.text import Line
from ...show.words import trn
from ...solve.audit import audit, export, standing
from ...solve.store.database import StoredGame
from ...solve.store.results import Store
from ..screen import show, show_answer, show_json
from ..session import SECONDS, Json, Session


class Action(StrEnum):
    """What to do with the store."""

    list = "list"
    check = "check"
    export = "export"
    clear = "clear"
    path = "path"


What = Annotated[Action, typer.Argument(help="What to do.")]
Name = Annotated[str, typer.Argument(metavar="[GAME|FILE]", help="The game to clear, or the file to export to.")]
Sample = Annotated[int, typer.Option("--sample", min=0, help="check: recompute this many rows.")]
Repair = Annotated[bool, typer.Option("--repair", help="check: drop the rows that are wrong.")]
Positions = Annotated[
    int, typer.Option("--positions", min=1, help="check: search at most this many positions of a row.")
]
Seconds = Annotated[float, typer.Option("--seconds", min=0.0, help="check: search a row for at most this long.")]


def store(
    ctx: typer.Context,
    action: What,
    name: Name = "",
    sample: Sample = 100,
    repair: Repair = False,
    positions: Positions = 100_000,
    seconds: Seconds = SECONDS,
    json: Json = False,
) -> None:
    """What long searches have kept: list, check, export or clear it, or say where it is.

    Example: nimatron store check --sample 50
    """
    session: Session = ctx.obj
    store = session.store()
    if store is None:
        raise UsageError("there is no store: NIMATRON_STORE is off")
    if action in (Action.list, Action.check, Action.path) and name:
        raise UsageError("store {action} does not take an argument, but {name!r} is given", action=action, name=name)
    if action is Action.path:
        _say({"path": str(store.path)}, str(store.path), json)
    elif action is Action.list:
        _list(store, session.catalog, json)
    elif action is Action.check:
        _check(store, session.catalog, sample, Limits(positions=positions, seconds=seconds), repair, json)
    elif action is Action.export:
        _export(store, name, json)
    else:
        count = store.clear(name or None) + (0 if name else RuleStore(store.path).clear())
        _say({"forgotten": count}, trn("{n} position deleted", "{n} positions deleted", count), json)
    if store.off:  # it was said why
        raise typer.Exit(1)


def _say(data: Any, text: str, json: bool) -> None:
    if json:
        show_json(data)
    else:
        show([Line(text)])


def _games(kept: list[StoredGame], catalog: Catalog) -> dict[str, Game]:
    """The games that the store names, without those that are not at hand."""
    found = {}
    for name in {game.name for game in kept}:
        try:
            # A sum is stored under the names of its games.
            parts = [catalog.game(part) for part in name.split(" + ")]
            found[name] = parts[0] if len(parts) == 1 else Sum(*parts)
        except NimatronError:  # a user's own game that is not loaded
            continue
    return found


def _list(store: Store, catalog: Catalog, json: bool) -> None:
    there = store.games()
    games = _games(there, catalog)
    listed = [(game, standing(game, games.get(game.name))) for game in there]
    show_answer(json, store_data, store_lines, store, listed)


def _check(store: Store, catalog: Catalog, sample: int, limits: Limits, repair: bool, json: bool) -> None:
    found = audit(store, _games(store.games(), catalog), sample, limits)
    # Rows beyond the limits stay: nothing shows that they are wrong.
    if repair and found.marks:
        store.drop(found.marks)
    show_answer(json, audit_data, audit_lines, found, repair)
    if found.wrong or found.fault:
        raise typer.Exit(1)


def _export(store: Store, name: str, json: bool) -> None:
    if not name:
        raise UsageError("expected a file: nimatron store export FILE")
    count = export(store, Path(name))
    text = trn("{n} position written to {file}", "{n} positions written to {file}", count, file=name)
    _say({"rows": count, "file": name}, text, json)


Clear = Annotated[bool, typer.Option("--clear", help="Remove all compiled kernels first.")]


def doctor(clear: Clear = False, json: Json = False) -> None:
    """Versions, caches, and which code computes arrays of nimbers on this machine.

    Example: nimatron doctor --json
    """
    if clear:
        forget_kernels()
    found = health()
    show_answer(json, health_data, health_lines, found)
    if not found.good:
        raise typer.Exit(1)
