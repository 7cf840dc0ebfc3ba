"""How Antonim looks: heaps of coins."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from ...core.game import Game, State
from ...show.face import Faces
from ..heaps.face import HEAPS
from .rules import AntonimGame


def start(game: Game, usual: State, rng: Random) -> State:
    """As many heaps as usual, all different."""
    return tuple(rng.sample(range(1, 12), len(usual)))


ANTONIM = replace(HEAPS, start=start)

FACES: Faces = {AntonimGame: ANTONIM}
