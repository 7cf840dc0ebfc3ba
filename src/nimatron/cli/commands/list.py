"""nimatron list"""

from __future__ import annotations

import typer

from ...present.data import entry_data
from ...present.text import listed
from ..common import Json, Session, show_json
from ..screen import show


def list_games(ctx: typer.Context, json: Json = False) -> None:
    """List the games: name, title and an example of the notation.

    Example: nimatron list
    """
    session: Session = ctx.obj
    if json:
        show_json([entry_data(entry) for entry in session.catalog])
    else:
        show(listed(session.catalog))
