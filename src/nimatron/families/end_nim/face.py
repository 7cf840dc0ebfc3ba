"""End-Nim: heaps in a row, one below the other; only the first and the last can be taken from."""

from __future__ import annotations

from dataclasses import replace

from ...core.game import State
from ...core.message import Message
from ...show.face import Faces, PastTense, in_group
from ...show.picture import HIGH, Picture, Shape
from ...show.setup import list_panel
from ...solve.value_table import Numbering
from ..heaps import face as heaps
from ..heaps.face import COINS, HEAPS, PAST
from .rules import EndNimGame


def picture_after_move(game: EndNimGame, after: State, before: State) -> Picture | None:
    """After a move that emptied the first heap, the others keep their numbers."""
    return _draw(game, after, before, int(len(after) < len(before) and before[:-1] != after))


def _draw(game: EndNimGame, state: State, frame: State, first: int) -> Picture | None:
    if len(frame) > HIGH:
        return None
    shapes: list[Shape] = []
    for i, heap in enumerate(state, first):
        shapes += heaps.coins(game, i, heap, len(frame) > 1)
    drawn = heaps.picture(game, frame, frame)
    return drawn and replace(drawn, shapes=tuple(shapes), height=max(len(frame), 1))


END_NIM = replace(
    HEAPS,
    dials=lambda game: list_panel(COINS),
    picture=lambda game, state, frame: _draw(game, state, frame, 0),
    after_move=picture_after_move,
    changes=None,
    start=lambda game, usual, rng: tuple(rng.randint(1, 6) for _ in range(rng.randint(3, 5))),
    card=in_group("heaps", Message("Click a coin of the first or the last heap: it and all to its right are taken.")),
    numbering=lambda game: Numbering(lambda x, y: game.accept((x, y))),
    past=(
        PAST[0],
        PastTense("take {n} from the left end", "took {n} coin from the left end", "took {n} coins from the left end"),
        PastTense(
            "take {n} from the right end", "took {n} coin from the right end", "took {n} coins from the right end"
        ),
    ),
)

FACES: Faces = {EndNimGame: END_NIM}
