"""nimatron doctor"""

from __future__ import annotations

from typing import Annotated

import typer

from ...check.health import forget_kernels, health
from ...present.health import health_data, health_lines
from ..common import Json, show_json
from ..screen import show

Clear = Annotated[bool, typer.Option("--clear", help="Remove all compiled kernels first.")]


def doctor(clear: Clear = False, json: Json = False) -> None:
    """Versions, caches, and which code computes arrays of nimbers on this machine.

    Example: nimatron doctor --json
    """
    if clear:
        forget_kernels()
    found = health()
    if json:
        show_json(health_data(found))
    else:
        show(health_lines(found))
    if not found.good:
        raise typer.Exit(1)
