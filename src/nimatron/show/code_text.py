"""Take-and-break codes in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..families.octal.cousins import first_cousin, standard_form
from ..families.octal.digits import UNBOUNDED
from ..families.octal.rules import Octal
from .text import Line
from .words import tr


def code_lines(game: Octal) -> Iterator[Line]:
    """The code and its standard form."""
    yield Line(str(game))
    form, smaller = standard_form(game)
    if smaller:
        text = tr("standard form: {code}, whose heaps are smaller by {smaller}", code=str(form.code), smaller=smaller)
        yield Line(text)
    elif game.code.plain and not game.code.unequal:
        yield Line(tr("this is the standard form"))


def code_data(game: Octal) -> dict[str, Any]:
    """The shape `nimatron.code/1`."""
    code = game.code
    form, smaller = standard_form(game)
    free = code.plain and not code.unequal  # others have neither cousins nor a standard form
    cousin = first_cousin(game) if free else None
    return {
        "schema": "nimatron.code/1",
        "game": str(game),
        "code": str(code),
        "longest_move": code.longest,
        # JSON has no infinity.
        "most_heaps": None if code.parts >= UNBOUNDED else code.parts,
        "first_cousin": None if cousin is None else str(cousin.code),
        "standard_form": str(form.code) if free else None,
        "smaller_by": smaller if free else None,
    }
