"""Brussels Sprouts: the regions of the plane, each with its pieces and their free ends."""

from __future__ import annotations

from ...core.game import State
from ...core.message import Message
from ...show.board_text import HEIGHT, Marks
from ...show.face import Face, Faces, PastTense, Piece, in_group, no_table
from ...show.picture import HIGH, WIDE, Picture, Shape
from ...show.words import tr
from .rules import BrusselsSproutsGame


def board(game: BrusselsSproutsGame, state: State, marks: Marks) -> str:
    """A line for each region, with the free ends of each piece."""
    if len(state) > HEIGHT:
        return ""
    lines = (
        f"{tr('region {region}', region=i)}  {'  '.join('+' * ends for ends in region)}"
        for i, region in enumerate(state, 1)
    )
    return "\n".join(lines) or tr("(no free ends to join)")


def picture(game: BrusselsSproutsGame, state: State, frame: State) -> Picture | None:
    """A row for each region, and in it a cross for each piece with its free ends."""
    # A move adds a row at most: crosses are as large as the regions of today allow, not those of the last move.
    wide, high = max(map(len, (*frame, *state)), default=1), max(len(frame), len(state), 1)
    # A region with a move has at least two free ends, and moves keep their number.
    if wide > WIDE or sum(map(sum, frame)) // 2 > HIGH:
        return None
    shapes = []
    for i, region in enumerate(state):
        for k, ends in enumerate(region):
            label = Message("region {region}: a piece with {ends} free ends", region=i + 1, ends=ends)
            shapes.append(Shape(f"{i + 1}.{k + 1}", "cross", k + 0.5, i + 0.5, i, k, label, str(ends), str(ends)))
    return Picture("regions", wide, high, tuple(shapes))


def parts(game: BrusselsSproutsGame, state: State) -> list[Piece]:
    """The regions."""
    return [
        Piece(Message("region {region}", region=i), tuple(f"{i}.{k + 1}" for k in range(len(region))))
        for i, region in enumerate(state, 1)
    ]


SPROUTS = Face(
    board=board,
    picture=picture,
    parts=parts,
    start=lambda game, usual, rng: (tuple(rng.randint(3, 5) for _ in range(rng.randint(2, 3))),),
    card=in_group("graphs", Message("Click the pieces that you join, then choose.")),
    numbering=no_table,
    past=(PastTense("turn region {before} into {after}", "turned region {before} into {after}"),),
    which_start=Message("Which regions? 2x4 is two crosses with four ends."),
)

FACES: Faces = {BrusselsSproutsGame: SPROUTS}
