"""End-Nim: heaps in a row, one below the other; only the first and the last can be taken from."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from ...game import State
from ...games.endnim import EndNimGame
from ...message import Message
from ...values.family import Numbering
from . import heaps
from .face import Faces, Told, in_group
from .heaps import HEAPS, TOLD
from .picture import HIGH, Picture, Shape


def picture(game: EndNimGame, state: State, frame: State) -> Picture | None:
    """The heaps with room for all that there were at first."""
    return _drawn(game, state, frame, 0)


def moved(game: EndNimGame, after: State, before: State) -> Picture | None:
    """After a move that emptied the first heap, the others keep their numbers."""
    return _drawn(game, after, before, int(len(after) < len(before) and before[:-1] != after))


def _drawn(game: EndNimGame, state: State, frame: State, first: int) -> Picture | None:
    if len(frame) > HIGH:
        return None
    shapes: list[Shape] = []
    for i, heap in enumerate(state, first):
        shapes += heaps.coins(game, i, heap, len(frame) > 1)
    drawn = heaps.picture(game, frame, frame)
    return drawn and replace(drawn, shapes=tuple(shapes), height=max(len(frame), 1))


def start(game: EndNimGame, usual: State, rng: Random) -> State:
    """A row of a few heaps."""
    return tuple(rng.randint(1, 6) for _ in range(rng.randint(3, 5)))


END_NIM = replace(
    HEAPS,
    picture=picture,
    moved=moved,
    changes=None,
    start=start,
    card=in_group("heaps", Message("Click a coin of the first or the last heap: it and all to its right are taken.")),
    numbering=lambda game: Numbering(lambda x, y: game.accept((x, y))),
    told=(
        TOLD[0],
        Told(
            "take {n} from the left end",
            Message("I took {n} coin from the left end.", "I took {n} coins from the left end."),
            Message("You took {n} coin from the left end.", "You took {n} coins from the left end."),
            Message("{player} took {n} coin from the left end.", "{player} took {n} coins from the left end."),
        ),
        Told(
            "take {n} from the right end",
            Message("I took {n} coin from the right end.", "I took {n} coins from the right end."),
            Message("You took {n} coin from the right end.", "You took {n} coins from the right end."),
            Message("{player} took {n} coin from the right end.", "{player} took {n} coins from the right end."),
        ),
    ),
)

FACES: Faces = {EndNimGame: END_NIM}
