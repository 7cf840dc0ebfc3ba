"""How Hypergraph Nim looks: heaps of coins, and the sets of heaps in words."""

from __future__ import annotations

from dataclasses import replace

from ...core.game import State
from ...core.message import Message
from ...show.board_text import Marks
from ...show.face import Faces, in_group, no_dials, no_table
from ...show.words import tr
from ..heaps import face as heaps
from ..moore.face import SEVERAL
from .rules import HypergraphNim


def _sets(game: HypergraphNim) -> str:
    return game.parameters.replace(" ", ", ")


def board(game: HypergraphNim, state: State, marks: Marks) -> str:
    """A line of sticks for each heap, and the sets below them."""
    sticks = heaps.board(game, state, marks)
    return sticks and f"{sticks}\n{tr('sets of heaps: {sets}', sets=_sets(game))}"


HYPERGRAPH = replace(
    SEVERAL,
    board=board,
    setting=None,
    dials=no_dials,
    numbering=no_table,
    card=in_group(
        "heaps",
        Message("Click a coin in each heap of a set, the last one twice: it and all to its right are taken."),
    ),
    rules=lambda game: Message(
        "Choose one of these sets of heaps and take at least one coin from each of its heaps: {sets}.", sets=_sets(game)
    ),
    which_parameters=Message("From which sets of heaps may be taken?"),
)

FACES: Faces = {HypergraphNim: HYPERGRAPH}
