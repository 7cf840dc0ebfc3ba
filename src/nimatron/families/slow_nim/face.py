"""How Slow Nim looks: heaps of coins, and a move takes the last coin of several of them."""

from __future__ import annotations

from dataclasses import replace

from ...core.message import Message
from ...show.face import Card, Faces, PastTense
from ..moore.face import SEVERAL
from .rules import ExactSlowNim, SlowNim

FROM_EACH = PastTense("take one from each of the heaps {heaps}", "took one from each of the heaps {heaps}")


def _card(game: SlowNim) -> Card:
    if game.n == 1:
        return Card("heaps", Message("Click the last coin of a heap."))
    return Card("heaps", Message("Click the last coin of up to {most} heaps, the last one twice.", most=game.n))


SLOW_NIM = replace(
    SEVERAL,
    card=_card,
    past=(*SEVERAL.past, FROM_EACH),
    rules=lambda game: Message("Take one coin from one heap.", "Take one coin from each of up to {n} heaps.", game.n),
)


def _exact_card(game: ExactSlowNim) -> Card:
    if game.n == 1:
        return _card(game)
    return Card("heaps", Message("Click the last coin of {most} heaps.", most=game.n))


def _exact_rules(game: ExactSlowNim) -> Message | None:
    if game.n == 1:
        return SLOW_NIM.rules(game)
    return Message("Take one coin from each of {n} heaps, neither more nor fewer.", params={"n": game.n})


EXACT_SLOW_NIM = replace(
    SLOW_NIM,
    card=_exact_card,
    rules=_exact_rules,
    which_parameters=Message("From how many heaps must be taken in one move?"),
)

FACES: Faces = {SlowNim: SLOW_NIM, ExactSlowNim: EXACT_SLOW_NIM}
