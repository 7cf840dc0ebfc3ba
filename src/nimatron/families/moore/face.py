"""How Moore's Nim looks: heaps of coins, and a move takes from several of them."""

from __future__ import annotations

from dataclasses import replace

from ...core.message import Message
from ...show.face import Card, Faces, PastTense
from ...show.setup import Dial, rules_panel
from ..heaps.face import COINS, HEAPS, PAST, TAKE, two_heaps
from .rules import Moore, SeveralHeaps

FROM_SEVERAL = PastTense("take from {k} heaps (amount/heap): {taken}", "took from {k} heaps (amount/heap): {taken}")

DIAL = Dial("k", Message("From how many heaps one may take"), "number", 1, 8, of="rules")

SEVERAL = replace(
    HEAPS,
    dials=lambda game: rules_panel(DIAL, COINS, lambda game: [game.n], lambda values: type(game)(values[0])),
    numbering=two_heaps,
    past=(*PAST, FROM_SEVERAL),
    which_parameters=Message("From how many heaps at most may be taken in one move?"),
)


def _moore_card(game: Moore) -> Card:
    """A move in several heaps ends with a second click on its last coin."""
    several = "Click a coin in up to {most} heaps, the last one twice: it and all to its right are taken."
    return Card("heaps", TAKE if game.n == 1 else Message(several, most=game.n))


MOORE = replace(
    SEVERAL,
    card=_moore_card,
    rules=lambda game: Message("Take any numbers from one heap.", "Take any numbers from up to {n} heaps.", game.n),
)

FACES: Faces = {SeveralHeaps: SEVERAL, Moore: MOORE}
