"""How Sprouts looks: drawn on paper; in the terminal the regions, and in each the spots with their lives."""

from __future__ import annotations

from functools import lru_cache

from ...core.game import State
from ...core.message import Message
from ...show.board_text import HEIGHT, Marks
from ...show.face import Face, Faces, PastTense, Piece, in_group, no_table
from ...show.picture import Picture
from ...show.plane_picture import joined, plane_picture
from ...show.words import tr
from .lands import lives, regions_of
from .plane import plane_of
from .rules import SproutsGame, lines_to, numbers


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


@lru_cache(maxsize=256)
def _sheet(state: State) -> Picture | None:
    left: dict[int, int] = {}
    for land, names in zip(state, numbers(state), strict=True):
        regions = regions_of(land)
        left |= {spot: lives([regions[r][p][i]]) for (r, p, i), spot in names.items()}
    return plane_picture(plane_of(state), [left[spot] for spot in sorted(left)])


def picture(game: SproutsGame, state: State, frame: State) -> Picture | None:
    """The drawing on paper."""
    return _sheet(state)


def moved(game: SproutsGame, after: State, before: State) -> Picture | None:
    """The drawing before a move, with the two spots that its line joins."""
    found = lines_to(before).get(after)
    return joined(_sheet(before), [found[1][place] for place in (found[0].first, found[0].last)] if found else [])


def parts(game: SproutsGame, state: State) -> list[Piece]:
    """The lands."""
    return [
        Piece(Message("land {land}", land=i), tuple(map(str, dict.fromkeys(names.values()))))
        for i, names in enumerate(numbers(state), 1)
    ]


SPROUTS = Face(
    board=board,
    picture=picture,
    moved=moved,
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
