"""How Sprouts looks: the regions of the paper, and in each the spots with their lives."""

from __future__ import annotations

from ...core.game import State
from ...core.message import Message
from ...show.board_text import HEIGHT, Marks
from ...show.face import Face, Faces, PastTense, Piece, in_group, no_table
from ...show.picture import HIGH, WIDE, Picture, Shape
from ...show.words import tr
from .lands import lives, regions_of
from .rules import SproutsGame, numbers


def board(game: SproutsGame, state: State, marks: Marks) -> str:
    """A line for each region: each boundary with the numbers of its spots, each with a point for each life."""
    rows = [
        "  ".join(
            "-".join(f"{names[r, p, i]}{_points(spot)}" for i, spot in enumerate(word)) for p, word in enumerate(region)
        )
        for land, names in zip(state, numbers(state), strict=True)
        for r, region in enumerate(regions_of(land))
    ]
    if len(rows) > HEIGHT:
        return ""
    lines = (f"{tr('region {region}', region=i)}  {row}" for i, row in enumerate(rows, 1))
    return "\n".join(lines) or tr("(no spots to join)")


def _points(spot: str) -> str:
    return "." * lives([spot])


def picture(game: SproutsGame, state: State, frame: State) -> Picture | None:
    """A row for each region, and in it each spot with an end for each of its lives; a spot may be in two rows."""
    rows = _rows(state)
    sizes = [len(places) for places in (*rows, *_rows(frame))]
    wide, high = max(sizes, default=1), max(1, len(rows), len(_rows(frame)))
    if wide > WIDE or high > HIGH:
        return None
    shapes = []
    for y, places in enumerate(rows):
        for x, (name, spot) in enumerate(places):
            left = lives([spot])
            label = Message("region {region}: spot {spot}, lives: {lives}", region=y + 1, spot=name, lives=left)
            id = f"{y + 1}.{x + 1}"
            shapes.append(
                Shape(id, "cross", x + 0.5, y + 0.5, y, x, label, f"{name}:{left}", str(left), caption=str(name))
            )
    return Picture("regions", wide, high, tuple(shapes))


def _rows(state: State) -> list[list[tuple[int, str]]]:
    """The spots of each region, with their numbers."""
    return [
        [(names[r, p, i], spot) for p, word in enumerate(region) for i, spot in enumerate(word)]
        for land, names in zip(state, numbers(state), strict=True)
        for r, region in enumerate(regions_of(land))
    ]


def parts(game: SproutsGame, state: State) -> list[Piece]:
    """The lands."""
    found, row = [], 0
    for i, land in enumerate(state, 1):
        shapes = []
        for region in regions_of(land):
            row += 1
            shapes += [f"{row}.{x + 1}" for x in range(sum(map(len, region)))]
        found.append(Piece(Message("land {land}", land=i), tuple(shapes)))
    return found


SPROUTS = Face(
    board=board,
    picture=picture,
    parts=parts,
    start=lambda game, usual, rng: game.accept(rng.randint(2, 5)),
    card=in_group("graphs", Message("Click the spots that you join, then choose.")),
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
