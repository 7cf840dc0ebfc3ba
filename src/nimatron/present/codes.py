"""Take-and-break codes in words."""

from __future__ import annotations

from collections.abc import Iterator

from ..games.cgsuite import to_cgsuite
from ..games.cousins import standard_form
from ..games.octal import Octal
from .text import Line
from .words import tr


def code_lines(game: Octal) -> Iterator[Line]:
    """The code, its standard form, and the text of CGSuite."""
    yield Line(str(game))
    form, smaller = standard_form(game)
    if smaller:
        text = tr("standard form: {code}, whose heaps are smaller by {smaller}", code=str(form.code), smaller=smaller)
        yield Line(text)
    elif game.code.plain and not game.code.unequal:
        yield Line(tr("this is the standard form"))
    yield Line(f"CGSuite: {to_cgsuite(game)}")
