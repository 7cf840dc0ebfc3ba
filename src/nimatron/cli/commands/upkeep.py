"""nimatron store, doctor: the results that Nimatron stores on this machine, and whether it works here."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import typer

from ...check.installation import forget_kernels, health
from ...core.brackets import cut, top_level, unwrap
from ...core.errors import NimatronError, UsageError
from ...core.game import Compound, Game
from ...discover.rule_store import RuleStore
from ...families.catalog import Catalog
from ...show.check_report import health_data, health_lines
from ...show.record_text import store_data, store_lines
from ...show.text import Line
from ...show.words import trn
from ...solve.store.database import StoredGame, fingerprint
from ..screen import show, show_answer, show_json
from ..session import Json, Session


class Action(StrEnum):
    """What to do with the store."""

    list = "list"
    clear = "clear"
    path = "path"


What = Annotated[Action, typer.Argument(help="What to do.")]
Name = Annotated[str, typer.Argument(metavar="[GAME]", help="The game to clear.")]


def store(ctx: typer.Context, action: What, name: Name = "", json: Json = False) -> None:
    """The results of long searches: list or clear them, or print where they are.

    Example: nimatron store clear cram
    """
    session: Session = ctx.obj
    store = session.store()
    if store is None:
        raise UsageError("there is no store: NIMATRON_STORE is off")
    if action is not Action.clear and name:
        raise UsageError("store {action} does not take an argument, but {name!r} is given", action=action, name=name)
    if action is Action.path:
        _show_text({"path": str(store.path)}, str(store.path), json)
    elif action is Action.list:
        rows = [(game, _is_current(game, session.catalog)) for game in store.games()]
        show_answer(json, store_data, store_lines, store, rows)
    else:
        count = store.clear(name or None) + (0 if name else RuleStore(store.path).clear())
        _show_text({"forgotten": count}, trn("{n} position deleted", "{n} positions deleted", count), json)
    if store.off:  # the reason is already on stderr
        raise typer.Exit(1)


def _show_text(data: Any, text: str, json: bool) -> None:
    if json:
        show_json(data)
    else:
        show([Line(text)])


def _is_current(stored: StoredGame, catalog: Catalog) -> bool:
    """Are the rules of a stored game still the current rules?"""
    try:
        return fingerprint(_stored_rules(stored.name, catalog)) == stored.fingerprint
    except NimatronError:  # an earlier version knew it
        return False


def _stored_rules(name: str, catalog: Catalog) -> Game:
    """The game that is stored under a name; a compound is stored under the names of its games."""
    name = unwrap(name) or name
    kind = next((kind for sign, kind in Compound.signs.items() if top_level(name, sign)), None)
    return kind(*(_stored_rules(part, catalog) for part in cut(name, kind.sign))) if kind else catalog.game(name)


Clear = Annotated[bool, typer.Option("--clear", help="Remove all compiled kernels first.")]


def doctor(clear: Clear = False, json: Json = False) -> None:
    """Versions, caches, and which code computes arrays of nimbers on this machine.

    Example: nimatron doctor --json
    """
    if clear:
        forget_kernels()
    result = health()
    show_answer(json, health_data, health_lines, result)
    if not result.good:
        raise typer.Exit(1)
