"""nimatron code"""

from __future__ import annotations

from typing import Annotated

import typer

from ...errors import UsageError
from ...game import Game
from ...games.cgsuite import from_cgsuite
from ...games.codes import Code
from ...games.octal import Octal
from ...present.codes import code_data, code_lines
from ..common import Json, show_json
from ..screen import show


def code(
    text: Annotated[
        str, typer.Argument(metavar="CODE", help='A code such as 0.07, or game.heap.TakeAndBreak("0.07") of CGSuite.')
    ],
    json: Json = False,
) -> None:
    """What a take-and-break code is: its one spelling, its standard form, and how CGSuite writes it.

    Example: nimatron code 0.07
    """
    game = _octal(text)
    if json:
        show_json(code_data(game))
    else:
        show(code_lines(game))


def _octal(text: str) -> Octal:
    """The game that a code means, or the text of CGSuite."""
    if "(" not in text:
        return Octal(Code(text))
    read = from_cgsuite(text)
    game = read if isinstance(read, Game) else read.game
    if not isinstance(game, Octal):
        raise UsageError("{game} has no code", game=game)
    return Octal(game.code)
