"""Green Hackenbush: a picture that stands on the ground, with a handle on each edge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from random import Random

from ...core.game import Game, State
from ...core.message import Message
from ...show.board_text import HEIGHT, Marks
from ...show.face import Face, Faces, PastTense, Piece, in_group, no_table
from ...show.graph_layout import STALK, Place, Places, along, beside, plant_places, room
from ...show.picture import WIDE, Picture, Shape
from ...show.setup import Ids, Setting, fresh, with_vertex_slot
from ...show.words import tr
from .rules import GROUND, Edge, HackenbushGame, plants


def board(game: HackenbushGame, state: State, marks: Marks) -> str:
    """A line for each vertex, with its neighbours; the ground comes last."""
    ends: dict[str, list[str]] = {}
    for a, b in state:
        ends.setdefault(a, []).append(b)
        if a != b:
            ends.setdefault(b, []).append(a)
    if len(ends) >= HEIGHT:
        return ""
    names = [name for name in reversed(ends) if name != GROUND]
    lines = [f"{name} - {' '.join(ends[name])}" for name in names]
    return "\n".join([*lines, f"{tr('ground')} {GROUND} - {' '.join(ends.get(GROUND, ()))}"])


def picture(game: HackenbushGame, state: State, frame: State) -> Picture | None:
    """Joints, a handle on each edge, and the ground wherever something touches it."""
    left: Counter[Edge] = Counter(state)
    if left - Counter(frame):
        # The frame lacks some edges of the state, so the state is its own frame.
        frame = state
    if len(frame) > WIDE:
        return None
    joints = _joints(frame)
    handles = _handles(frame, joints)
    shapes, lines = edge_shapes(handles, left, _ends, lambda name: Message("edge {edge}", edge=name))
    touched = {end for end, _ in lines}
    for name, (x, y) in joints.items():
        if name not in touched and not name.startswith(GROUND_AT):
            continue  # what has fallen leaves nothing behind
        kind = "ground" if name.startswith(GROUND_AT) else "joint"
        label = Message("ground") if kind == "ground" else Message("{vertex}", vertex=name)
        shapes.append(Shape(name, kind, x, y, round(2 * y), round(2 * x), label, "", "" if kind == "ground" else name))
    return Picture("graph", *room({**joints, **handles}), tuple(shapes), arrows=tuple(lines))


Handles = dict[tuple[Edge, int], Place]
"""A spot for each copy of each edge, where it can be clicked; copies are counted from 1."""


def edge_shapes(
    handles: Handles, left: Counter[Edge], ends: Callable[[Edge], Iterable[str]], label: Callable[[str], Message]
) -> tuple[list[Shape], list[tuple[str, str]]]:
    """A shape for each copy that is left, and the lines from its handle to its ends."""
    shapes, lines = [], []
    for (edge, copy), (x, y) in handles.items():
        if copy <= left[edge]:
            text = "-".join(edge)
            # All copies of an edge look different when one of them is cut: it does not matter which one is clicked.
            id, look = copy_id(edge, copy), str(left[edge])
            shapes.append(Shape(id, "edge", x, y, round(2 * y), round(2 * x), label(text), look, text))
            lines += [(end, id) for end in dict.fromkeys(ends(edge))]
    return shapes, lines


def copy_id(edge: Edge, copy: int) -> str:
    """The id of the shape of an edge; copies after the first have a number."""
    return "-".join(edge) + (f".{copy}" if copy > 1 else "")


GROUND_AT = "0:"
"""Begins the ids of the places on the ground: below each vertex that is joined to it, and one for loops."""


def _ends(edge: Edge) -> tuple[str, str]:
    """The ids of the joints at both ends."""
    a, b = edge
    return f"{GROUND_AT}{b}" if a == GROUND else a, f"{GROUND_AT}{b}" if b == GROUND else b


def _joints(frame: State) -> Places:
    joints = plant_places(frame, GROUND)
    bottom = max((y for _, y in joints.values()), default=1 - STALK) + STALK
    below = {f"{GROUND_AT}{b}": (joints[b][0], bottom) for a, b in frame if a == GROUND != b}
    if (GROUND, GROUND) in frame:
        below[f"{GROUND_AT}{GROUND}"] = max((x for x, _ in joints.values()), default=-1) + 2, bottom
    return {**joints, **below}


def _handles(frame: State, joints: Places) -> Handles:
    found: Handles = {}
    for edge, copy in number_copies(frame):
        a, b = _ends(edge)
        inside = [(max(0.0, x), max(0.0, y)) for x, y in along(joints[a], joints[b])]
        found[edge, copy] = beside(inside, [*joints.values(), *found.values()])
    return found


def number_copies(edges: Iterable[Edge]) -> Iterator[tuple[Edge, int]]:
    """Each edge with the number of its copy."""
    copies: Counter[Edge] = Counter()
    for edge in edges:
        copies[edge] += 1
        yield edge, copies[edge]


def parts(game: HackenbushGame, state: State) -> list[Piece]:
    """Each plant, by its first edge."""
    numbered = enumerate(plants(state), 1)
    return [
        Piece(Message("part {number}", number=i), tuple(copy_id(*copy) for copy in number_copies(plant)))
        for i, plant in numbered
    ]


def _roomy(game: HackenbushGame, state: State) -> Picture | None:
    """Joints as vertices, at which something can grow, and a place on the ground for another plant."""
    board = picture(game, state, state)
    if board is None:
        return None
    vertices = (replace(shape, kind="vertex") if shape.kind == "joint" else shape for shape in board.shapes)
    return with_vertex_slot(replace(board, shapes=tuple(vertices)))


def _set(game: HackenbushGame, state: State, ids: Ids) -> tuple[Game, State] | None:
    """An edge cut, with what falls; a new edge from a vertex or from the ground; an edge between two vertices."""
    vertices = {end for edge in state for end in edge} - {GROUND}
    if ids == ("+",):
        return game, (*state, (GROUND, fresh(vertices)))
    if len(ids) == 1 and ids[0] in vertices:
        return game, (*state, (ids[0], fresh(vertices)))
    ends = sorted(ids if len(ids) == 2 else ids[0].partition(".")[0].split("-"))
    edge = next((edge for edge in state if sorted(edge) == ends), None)
    if edge:
        return game, game.cut(state, edge)
    return (game, (*state, ids)) if len(ids) == 2 and {*ids} <= vertices else None


def start(game: HackenbushGame, usual: State, rng: Random) -> State:
    """A few plants, some of them with a circuit."""
    names = [chr(ord("a") + i) for i in range(rng.randint(5, 8))]
    edges = [(rng.choice([GROUND, *names[:i][-3:]]), name) for i, name in enumerate(names)]
    edges += [(rng.choice(names), rng.choice(names)) for _ in range(rng.randint(1, 3))]
    return tuple(edges)


HACKENBUSH = Face(
    board=board,
    picture=picture,
    setting=Setting(_roomy, _set),
    parts=parts,
    start=start,
    card=in_group("graphs", Message("Click an edge: it is cut, and what no longer stands on the ground falls.")),
    numbering=no_table,
    past=(
        PastTense("cut {edge}", "cut {edge}"),
        PastTense("cut {edge}, and {n} more fall", "cut {edge}, and {n} more fell"),
    ),
    which_start=Message("Which edges? The ground is 0."),
)

FACES: Faces = {HackenbushGame: HACKENBUSH}
