"""How Euclid looks: two numbers, drawn as heaps."""

from __future__ import annotations

from ...core.message import Message
from ...show.face import Face, Faces, PastTense, in_group
from ...show.setup import Dial, Panel
from ...solve.value_table import Numbering
from ..heaps import face as heaps
from .rules import EuclidGame


def euclid_rules(game: EuclidGame) -> Message | None:
    """What ends the game."""
    if game.least:
        return None
    return Message("Subtract a multiple of the smaller number from the larger one; whoever reaches 0 has won.")


PANEL = Panel(
    (Dial("numbers", Message("The two numbers"), "list", 1, 60, 2, 2),),
    lambda game, state: {"numbers": state},
    lambda game, values: (game, tuple(values["numbers"])),
)

EUCLID = Face(
    dials=lambda game: PANEL,
    board=heaps.board,
    picture=heaps.picture,
    changes=heaps.changes,
    start=lambda game, usual, rng: (rng.randint(20, 39), rng.randint(3, 19)),
    card=in_group("heaps", Message("Click a coin of the larger heap: the smaller one is subtracted until it is gone.")),
    numbering=lambda game: Numbering(lambda x, y: (x, y), first=(1, 1)),
    layout=lambda state: "board",
    rules=euclid_rules,
    past=(
        PastTense("subtract {times} times {small}: {left} is left", "subtracted {times} times {small}: {left} is left"),
    ),
    which_start=Message("Which two numbers?"),
)


FACES: Faces = {EuclidGame: EUCLID}
