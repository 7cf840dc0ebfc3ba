"""How Kotzig's Nim looks: a circle of places, with arrows to where the token may go."""

from __future__ import annotations

from dataclasses import replace

from ...core.game import State
from ...core.message import Message
from ...show.board_text import Marks, span, strip
from ...show.face import Faces, in_group
from ...show.picture import Picture
from ...show.words import tr
from ..geography.face import WALK
from .rules import KotzigNim


def board(game: KotzigNim, state: State, marks: Marks) -> str:
    """The places with their numbers: the token, those visited, and the others."""
    places = span(0, game.n - 1)
    if len(places) < game.n:
        return tr("the token is on {vertex}", vertex=state[0])
    marked = {int(place): marks.full for place in state[1:]} | {int(state[0]): marks.coin}
    return "\n".join(strip("", {place: marked.get(place, marks.empty) for place in places}, places))


def picture(game: KotzigNim, state: State, frame: State) -> Picture | None:
    """The circle, with arrows from the token alone."""
    drawn = WALK.picture(game, state, frame)
    arrows = tuple((state[0], option[0]) for option in game.options(state))
    return drawn and replace(drawn, arrows=arrows, directed=True)


KOTZIG = replace(
    WALK,
    board=board,
    picture=picture,
    setting=None,
    strategy=lambda game, state, frame: WALK.strategy(game, state, frame) if WALK.strategy and game.symmetric else None,
    start=lambda game, usual, rng: game.start,
    card=in_group("graphs", Message("Click one of the places to which an arrow leads.")),
    rules=lambda game: Message(
        "Move the token around the circle by one of these steps, to a place that it has not visited: {steps}.",
        steps=", ".join(map(str, game.steps)),
    ),
    which_parameters=Message("Which steps, and how many places?"),
    which_start=Message("Where is the token, and which places has it visited?"),
)

FACES: Faces = {KotzigNim: KOTZIG}
