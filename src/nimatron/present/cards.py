"""What the gallery says about a game: its group, and how to make a move on its board."""

from __future__ import annotations

from ..game import Game
from ..games.catalog import is_ours
from ..message import Message
from .families import face_of
from .families.face import LISTED, Card, Group, listed

GROUPS: dict[Group, Message] = {
    "heaps": Message("Heaps"),
    "rows": Message("Rows"),
    "coins": Message("Coins"),
    "boards": Message("Boards"),
    "graphs": Message("Graphs"),
    "own": Message("Your own games"),
}
"""The groups in the order in which they are shown."""

DRAWN = Card("own", Message("Click what your move changes, or choose it from the list of moves."))


def card_of(game: Game) -> Card:
    """The card of a game. What a user's own rules do on a board is not known, even if they are derived from ours."""
    card = face_of(game).card
    if is_ours(game):
        return card(game)
    return LISTED if card is listed and type(game).picture is Game.picture else DRAWN
