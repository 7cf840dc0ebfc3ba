"""How Brussels Sprouts looks: drawn on paper; in the terminal the regions, each with its pieces."""

from __future__ import annotations

from functools import lru_cache

from ...core.game import State
from ...core.message import Message
from ...show.board_text import HEIGHT, Marks
from ...show.face import Face, Faces, PastTense, Piece, in_group, no_table
from ...show.picture import Picture
from ...show.plane_picture import joined, plane_picture
from ...show.words import tr
from ..sprouts.paper import PaperLine
from .paper import CrossPaper, plane_of
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
    return _sheet(state)


@lru_cache(maxsize=64)
def _sheet(state: State) -> Picture | None:
    ends = sum(map(sum, state))
    return plane_picture(plane_of(state), [1] * ends, "end") if ends <= MOST_ENDS else None


@lru_cache(maxsize=4)
def _lines_to(state: State) -> dict[State, PaperLine]:
    """A line to each option."""
    return {after.state(): line for line, after in reversed([*CrossPaper.of(plane_of(state)).lines()])}


def moved(game: BrusselsSproutsGame, after: State, before: State) -> Picture | None:
    """The drawing before a move, with the free ends that its line joins."""
    line = _lines_to(before).get(after)
    return joined(_sheet(before), [spot + 1 for spot in CrossPaper.of(plane_of(before)).ends_of(line)] if line else [])


def parts(game: BrusselsSproutsGame, state: State) -> list[Piece]:
    """The regions."""
    found, first = [], 1
    for i, region in enumerate(state, 1):
        found.append(Piece(Message("region {region}", region=i), tuple(map(str, range(first, first + sum(region))))))
        first += sum(region)
    return found


SPROUTS = Face(
    board=board,
    picture=picture,
    moved=moved,
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
