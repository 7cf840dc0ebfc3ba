"""Nimstring: coins, and a handle on each string; the ground is around them."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

from ...game import State
from ...games.hackenbush import GROUND, Edge
from ...games.nimstring import NimstringGame, boxes
from ...message import Message
from ..words import tr
from .face import Face, Faces, Told, in_group, no_table
from .layout import Places, along, beside, circular
from .picture import WIDE, Picture, Shape
from .terminal import HEIGHT, Marks

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
        frame = state
    coins = dict.fromkeys(name for edge in frame for name in edge if name != GROUND)
    if len(frame) > WIDE:
        return None
    places = _grid(list(coins)) or circular(list(coins))
    handles = _handles(frame, places)
    shapes, lines = list[Shape](), list[tuple[str, str]]()
    for (edge, copy), (x, y) in handles.items():
        if copy > left[edge]:
            continue
        id, name = "-".join(edge) + (f".{copy}" if copy > 1 else ""), "-".join(edge)
        label = Message("string {edge}", params={"edge": name})
        shapes.append(Shape(id, "edge", x, y, round(2 * y), round(2 * x), label, str(left[edge]), name))
        lines += [(end, id) for end in edge if end != GROUND]
    held = {end for end, _ in lines}
    for name, (x, y) in places.items():
        kind = "vertex" if name in held else "gone"
        label = Message("coin {coin}", params={"coin": name})
        shapes.append(Shape(name, kind, x, y, round(2 * y), round(2 * x), label, "", name))
    spots = [*places.values(), *handles.values()]
    wide, high = (max((spot[k] for spot in spots), default=0) + 1 for k in (0, 1))
    return Picture("graph", wide, high, tuple(shapes), arrows=tuple(lines))


def _grid(coins: list[str]) -> Places:
    """The places of boxes that are called a1, b1, ...; none if some coin is not."""
    found = [re.fullmatch(r"([a-z])([0-9]{1,2})", coin) for coin in coins]
    if not all(found):
        return {}
    return {
        match[0]: ((ord(match[1]) - ord("a")) * APART + 2, (int(match[2]) - 1) * APART + 2) for match in found if match
    }


def _handles(frame: State, places: Places) -> dict[tuple[Edge, int], tuple[float, float]]:
    found: dict[tuple[Edge, int], tuple[float, float]] = {}
    copies: Counter[Edge] = Counter()
    for a, b in sorted(frame, key=lambda edge: edge[0] == GROUND):
        copies[a, b] += 1
        taken = [*places.values(), *found.values()]
        # The middle between two coins is not for strings to the ground, even if no string joins them.
        taken += [((x + u) / 2, (y + v) / 2) for x, y in places.values() for u, v in places.values()]
        if a != GROUND:
            found[(a, b), copies[a, b]] = beside(along(places[a], places[b]), [*places.values(), *found.values()])
        else:
            x, y = places[b]
            around = [(x - 1, y), (x, y - 1), (x + 1, y), (x, y + 1), (x - 0.8, y - 0.8), (x + 0.8, y + 0.8)]
            found[(a, b), copies[a, b]] = beside([*around, (x + 0.8, y - 0.8), (x - 0.8, y + 0.8)], taken)
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
    told=(
        Told(
            "cut {strings}",
            Message("I cut {strings}."),
            Message("You cut {strings}."),
            Message("{player} cut {strings}."),
        ),
    ),
    which_start=Message("How many boxes, such as 2x2, or which strings?"),
)

FACES: Faces = {NimstringGame: NIMSTRING}
