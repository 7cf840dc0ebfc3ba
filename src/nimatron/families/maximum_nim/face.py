"""How Maximum Nim looks: heaps of coins."""

from __future__ import annotations

from dataclasses import replace

from ...core.message import Message
from ...show.face import Faces
from ...show.setup import Dial, rules_panel
from ..heaps.face import COINS, ONE_BY_ONE
from .rules import MaximumNim

DIAL = Dial("k", Message("The part that may be taken at most: 2 is the half"), "number", 1, 8, of="rules")

MAXIMUM_NIM = replace(
    ONE_BY_ONE,
    dials=lambda game: rules_panel(DIAL, COINS, lambda game: [game.n], lambda values: MaximumNim(values[0])),
    rules=lambda game: (
        Message("Take any number from one heap, at most a {k}th part of it.", k=game.n)
        if game.n > 2
        else Message("Take any number from one heap, at most half of it.")
        if game.n == 2
        else None
    ),
    which_parameters=Message("Which part of a heap may be taken at most?"),
)

FACES: Faces = {MaximumNim: MAXIMUM_NIM}
