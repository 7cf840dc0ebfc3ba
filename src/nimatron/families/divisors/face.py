"""How games in a box look: its layers side by side, numbers or cubes in rows."""

from __future__ import annotations

from dataclasses import replace

from ...core.game import State
from ...core.message import Message
from ...show.board_text import HEIGHT, Marks
from ...show.face import Faces, in_group
from ...show.picture import HIGH, WIDE, Picture, Shape
from ..vertices.face import POSET
from ..vertices.face import picture as order_picture
from .rules import BoxOrder, Chomp3D, Divisors


def _spot(game: BoxOrder, name: str) -> tuple[int, int]:
    """Column and row of an element; a gap of one column separates the layers."""
    x, y, z = (*game.places[name], 0, 0)[:3]
    width = 1 + max(place[0] for place in game.places.values())
    return z * (width + 1) + x, y


def picture(game: BoxOrder, state: State, frame: State) -> Picture | None:
    """The layers of the box, with the poison in the corner; the elements that are gone leave empty places."""
    if len(next(iter(game.places.values()))) > 3:
        return order_picture(game, state, frame)
    spots = {name: _spot(game, name) for name in game.vertices}
    wide, high = (1 + max(spot[axis] for spot in spots.values()) for axis in (0, 1))
    if wide > WIDE or high > HIGH:
        return None
    left = {*game.names(state)}
    poison = Shape("poison", "poison", 0.5, 0.5, 0, 0, Message("the poison"))
    return Picture("box", wide, high, (poison, *(_shape(name, *spots[name], name in left) for name in game.vertices)))


def _shape(name: str, column: int, row: int, is_left: bool) -> Shape:
    label = Message("{vertex}", vertex=name) if is_left else Message("{vertex}: taken", vertex=name)
    kind, look = ("vertex", "") if is_left else ("gone", "gone")
    return Shape(name, kind, column + 0.5, row + 0.5, row, column, label, look, name)


def board(game: BoxOrder, state: State, marks: Marks) -> str:
    """The elements that are left in their rows, the layers side by side."""
    if len(next(iter(game.places.values()))) > 3:
        return POSET.board(game, state, marks)
    spots = {_spot(game, name): name for name in game.names(state)}
    wide = max(map(len, game.vertices)) + 1
    rows, columns = (1 + max((spot[axis] for spot in spots), default=0) for axis in (1, 0))
    if rows > HEIGHT:
        return ""
    lines = ("".join(f"{spots.get((x, y), ''):>{wide}}" for x in range(columns)) for y in range(rows))
    return "\n".join(lines)


DIVISORS = replace(
    POSET,
    picture=picture,
    board=board,
    setting=None,
    card=in_group("boards", Message("Click a number: it and all its multiples are gone.")),
    which_parameters=Message("The divisors of which number?"),
)

CHOMP_3D = replace(
    DIVISORS,
    card=in_group("boards", Message("Click a cube: it and all cubes that are not nearer to the corner are eaten.")),
    which_parameters=Message("How wide, high and deep is the box?"),
)

FACES: Faces = {Divisors: DIVISORS, Chomp3D: CHOMP_3D}
