"""How Brussels Sprouts looks: drawn on paper; in the terminal the regions, each with its pieces."""

from __future__ import annotations

from ...core.game import State
from ...core.message import Message
from ...show.board_text import HEIGHT, Marks
from ...show.face import Face, Faces, PastTense, Piece, in_group, no_table
from ...show.picture import Picture
from ...show.plane_picture import in_a_row, move_picture, paper_picture
from ...show.words import tr
from .paper import CrossPaper
from .rules import BrusselsSproutsGame

MOST_ENDS = 60
"""The most free ends that are drawn."""


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
    """The drawing on paper."""
    return paper_picture(CrossPaper, state, "end") if sum(map(sum, state)) <= MOST_ENDS else None


def picture_after_move(game: BrusselsSproutsGame, after: State, before: State) -> Picture | None:
    """The drawing before a move, with the free ends that its line joins."""
    return move_picture(CrossPaper, after, before, "end") if sum(map(sum, before)) <= MOST_ENDS else None


def parts(game: BrusselsSproutsGame, state: State) -> list[Piece]:
    """The regions."""
    return [Piece(Message("region {region}", region=i), ends) for i, ends in enumerate(in_a_row(map(sum, state)), 1)]


SPROUTS = Face(
    board=board,
    picture=picture,
    after_move=picture_after_move,
    parts=parts,
    start=lambda game, usual, rng: (tuple(rng.randint(3, 5) for _ in range(rng.randint(2, 3))),),
    card=in_group("graphs", Message("Draw from one free end to another.")),
    numbering=no_table,
    past=(
        PastTense("turn region {before} into {after}", "turned region {before} into {after}"),
        PastTense("draw from end {first} to end {last}", "drew from end {first} to end {last}"),
        PastTense(
            "draw from end {first} to end {last}, leaving {inside} inside",
            "drew from end {first} to end {last}, leaving {inside} inside",
        ),
    ),
    which_start=Message("Which regions? 2x4 is two crosses with four ends."),
)

FACES: Faces = {BrusselsSproutsGame: SPROUTS}
