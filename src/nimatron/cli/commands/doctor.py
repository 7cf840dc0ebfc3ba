"""nimatron doctor"""

from __future__ import annotations

import typer

from ...check.health import health
from ...present.health import health_data, health_lines
from ..common import Json, show_json
from ..screen import show


def doctor(json: Json = False) -> None:
    """Versions, caches, and which code computes arrays of nimbers on this machine.

    Example: nimatron doctor --json
    """
    found = health()
    if json:
        show_json(health_data(found))
    else:
        show(health_lines(found))
    if not found.good:
        raise typer.Exit(1)
