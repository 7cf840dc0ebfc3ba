"""How Nim looks: heaps of coins."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...core.game import State
from ...core.message import Message
from ...show.face import Faces
from ...show.setup import list_panel
from ..heaps.face import COINS, ONE_BY_ONE, one_heap, two_heaps
from .rules import NimGame


def remainder(game: Any, state: State) -> Message | None:
    """How much is left of a single heap."""
    if len(state) != 1 or not isinstance(state[0], int):
        return None
    (heap,) = state
    return Message("{n} coin is left.", "{n} coins are left.", heap) if heap else Message("No coin is left.")


NIM = replace(
    ONE_BY_ONE,
    left=remainder,
    numbering=lambda game: replace(one_heap(game), grid=two_heaps(game)),
    dials=lambda game: list_panel(COINS),
)


FACES: Faces = {NimGame: NIM}
