"""How Sprouts looks: drawn on paper; in the terminal the regions, and in each the spots with their lives."""

from __future__ import annotations

from ...core.game import State
from ...core.message import Message
from ...show.board_text import HEIGHT, Marks
from ...show.face import Face, Faces, PastTense, Piece, in_group, no_table
from ...show.picture import Picture
from ...show.plane_picture import in_a_row, move_picture, paper_picture
from ...show.words import tr
from .lands import DIGITS, regions_of
from .paper import SproutsPaper
from .rules import SproutsGame


def board(game: SproutsGame, state: State, marks: Marks) -> str:
    """A line for each region: each boundary with the numbers of its spots, each with a point for each life."""
    count = sum(len(regions_of(land)) for land in state)
    if count > HEIGHT:
        return ""
    paper = SproutsPaper.draw(state)
    rows = [
        "  ".join(
            "-".join(f"{spot + 1}{'.' * paper.lives(spot)}" for spot in walk if paper.lives(spot)) for walk in region
        )
        for region in paper.regions[:count]
    ]
    lines = (f"{tr('region {region}', region=i)}  {row}" for i, row in enumerate(rows, 1))
    return "\n".join(lines) or tr("(no spots to join)")


def picture(game: SproutsGame, state: State, frame: State) -> Picture | None:
    """The drawing on paper."""
    return paper_picture(SproutsPaper, state)


def picture_after_move(game: SproutsGame, after: State, before: State) -> Picture | None:
    """The drawing before a move, with the two spots that its line joins."""
    return move_picture(SproutsPaper, after, before)


def parts(game: SproutsGame, state: State) -> list[Piece]:
    """The lands."""
    sizes = (sum(spot in DIGITS for spot in land) + len({*filter(str.isalpha, land)}) for land in state)
    return [Piece(Message("land {land}", land=i), spots) for i, spots in enumerate(in_a_row(sizes), 1)]


SPROUTS = Face(
    board=board,
    picture=picture,
    after_move=picture_after_move,
    parts=parts,
    start=lambda game, usual, rng: game.accept(rng.randint(2, 5)),
    card=in_group("graphs", Message("Draw from spot to spot.")),
    numbering=no_table,
    past=(
        PastTense("draw from spot {first} to spot {last}", "drew from spot {first} to spot {last}"),
        PastTense(
            "draw from spot {first} to spot {last}, leaving {inside} inside",
            "drew from spot {first} to spot {last}, leaving {inside} inside",
        ),
        PastTense(
            "in region {region}, draw from spot {first} to spot {last}",
            "drew from spot {first} to spot {last} in region {region}",
        ),
        PastTense(
            "in region {region}, draw from spot {first} to spot {last}, leaving {inside} inside",
            "drew from spot {first} to spot {last}, leaving {inside} inside in region {region}",
        ),
    ),
    which_start=Message("How many spots? 3 is usual."),
)

FACES: Faces = {SproutsGame: SPROUTS}
