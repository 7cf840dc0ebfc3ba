"""Nimstring: coins, and a handle on each string; the ground is around them."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

from ...core.game import State
from ...core.message import Message
from ...show.board_text import HEIGHT, Marks
from ...show.face import Face, Faces, PastTense, in_group, no_table
from ...show.graph_layout import Places, along, beside, circle_places, room
from ...show.picture import WIDE, Picture, Shape
from ...show.words import tr
from ..hackenbush.face import Handles, edge_shapes, number_copies
from ..hackenbush.rules import GROUND, Edge
from .rules import NimstringGame, boxes

APART = 2.0
"""The distance of coins on a board of boxes: there is a handle between them."""


def board(game: NimstringGame, state: State, marks: Marks) -> str:
    """A line for each coin, with what it hangs on."""
    ends: dict[str, list[str]] = {}
    for a, b in state:
        ends.setdefault(b, []).append(a)
        if a != GROUND:
            ends.setdefault(a, []).append(b)
    if len(ends) > HEIGHT:
        return ""
    return "\n".join(f"{coin} - {' '.join(others)}" for coin, others in sorted(ends.items())) or tr("(no strings)")


def picture(game: NimstringGame, state: State, frame: State) -> Picture | None:
    """Coins where their boxes are, or in a circle; strings to the ground lead outwards."""
    left: Counter[Edge] = Counter(state)
    if left - Counter(frame):
        # The frame lacks some strings of the state, so the state is its own frame.
        frame = state
    coins = dict.fromkeys(name for edge in frame for name in edge if name != GROUND)
    if len(frame) > WIDE:
        return None
    places = _grid(list(coins)) or circle_places(list(coins))
    handles = _handles(frame, places)
    shapes, lines = edge_shapes(
        handles,
        left,
        lambda edge: (end for end in edge if end != GROUND),
        lambda name: Message("string {edge}", edge=name),
    )
    held = {end for end, _ in lines}
    for name, (x, y) in places.items():
        kind, label = "vertex" if name in held else "gone", Message("coin {coin}", coin=name)
        shapes.append(Shape(name, kind, x, y, round(2 * y), round(2 * x), label, "", name))
    return Picture("graph", *room({**places, **handles}), tuple(shapes), arrows=tuple(lines))


def _grid(coins: list[str]) -> Places:
    """The places of boxes that are called a1, b1, ...; none if some coin is not."""
    found = [re.fullmatch(r"([a-z])([0-9]{1,2})", coin) for coin in coins]
    if not all(found):
        return {}
    return {
        match[0]: ((ord(match[1]) - ord("a")) * APART + 2, (int(match[2]) - 1) * APART + 2) for match in found if match
    }


def _handles(frame: State, places: Places) -> Handles:
    found: Handles = {}
    # The middle between two coins is not for strings to the ground, even if no string joins them.
    middles = [((x + u) / 2, (y + v) / 2) for x, y in places.values() for u, v in places.values()]
    # Strings between coins come first, because strings to the ground can lie anywhere around a coin.
    for (a, b), copy in number_copies(sorted(frame, key=lambda edge: edge[0] == GROUND)):
        taken = [*places.values(), *found.values()]
        if a != GROUND:
            found[(a, b), copy] = beside(along(places[a], places[b]), taken)
        else:
            x, y = places[b]
            around = [(x - 1, y), (x, y - 1), (x + 1, y), (x, y + 1), (x - 0.8, y - 0.8), (x + 0.8, y + 0.8)]
            found[(a, b), copy] = beside([*around, (x + 0.8, y - 0.8), (x - 0.8, y + 0.8)], taken + middles)
    return found


def start(game: NimstringGame, usual: State, rng: Random) -> State:
    """A small board of boxes from which some lines are missing."""
    strings = list(boxes(rng.choice(["2x1", "2x2", "3x1"])))
    for _ in range(rng.randint(0, 2)):
        strings.remove(rng.choice(strings))
    return tuple(strings)


NIMSTRING = Face(
    board=board,
    picture=picture,
    start=start,
    card=in_group("graphs", Message("Click the strings that you cut; after one that frees a coin, cut another.")),
    numbering=no_table,
    past=(PastTense("cut {strings}", "cut {strings}"),),
    which_start=Message("How many boxes, such as 2x2, or which strings?"),
)

FACES: Faces = {NimstringGame: NIMSTRING}
