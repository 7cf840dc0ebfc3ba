"""Graphs and partial orders from which vertices are taken."""

from __future__ import annotations

from dataclasses import replace

from ...game import Game, State
from ...games.kayles import ArcKayles, NodeKayles
from ...games.poset import Poset
from ...games.vertices import VertexGame
from ...message import Message
from ..words import tr
from .face import Face, Faces, Piece, Told, in_group, no_table
from .layout import downwards, room
from .packing import packed, undirected
from .picture import WIDE, Picture, Shape
from .setting import Ids, Setting, fresh, grown
from .terminal import HEIGHT, Marks


def board(game: VertexGame, state: State, marks: Marks) -> str:
    """A line for each vertex that is left, with the vertices joined to it or directly below it."""
    names = game.names(state)
    if len(names) > HEIGHT:
        return ""
    ends: dict[str, list[str]] = {name: [] for name in names}
    for a, b in game.lines(state):
        ends[a].append(b)
        if not game.directed:
            ends[b].append(a)
    lines = (f"{name} {game.between} {' '.join(others)}" if others else name for name, others in ends.items())
    return "\n".join(lines) or tr("(no vertices)")


def picture(game: VertexGame, state: State, frame: State) -> Picture | None:
    """A circle of vertices; a partial order is drawn with the larger elements above."""
    if len(game.vertices) > WIDE:
        return None
    lines = game.lines(game.start)
    layers = downwards(game.vertices, lines) if game.directed else undirected(game.vertices, lines)
    places = layers or packed(game.vertices, lines)
    left = set(game.names(state))
    shapes = []
    for order, (vertex, (x, y)) in enumerate(places.items()):
        params = {"vertex": vertex}
        label = Message("{vertex}", params=params) if vertex in left else Message("{vertex}: taken", params=params)
        kind, look = ("vertex", "") if vertex in left else ("gone", "gone")
        shapes.append(Shape(vertex, kind, x, y, int(y), order, label, look, vertex))
    # What stands above needs no arrows to say so.
    return Picture("graph", *room(places), tuple(shapes), arrows=tuple(lines), directed=layers is None)


def parts(game: VertexGame, state: State) -> list[Piece]:
    """Each piece that hangs together, where the game falls into several."""
    pieces = enumerate((part for _, part in game.components(state)), 1)
    return [Piece(Message("part {number}", params={"number": i}), tuple(game.names(part))) for i, part in pieces]


def _set(game: VertexGame, state: State, ids: Ids) -> tuple[Game, State] | None:
    """A vertex taken or put back; an edge between two vertices; a new vertex."""
    rules = type(game)
    if ids == ("+",):
        name = fresh(game.vertices)
        larger = rules(game.edges, (*game.vertices, name))
        return larger, larger.accept([*game.names(state), name])
    if not set(ids) <= set(game.vertices):
        return None
    if len(ids) == 1:
        return game, state ^ 1 << game.vertices.index(ids[0])
    a, b = ids
    edge = next((pair for pair in ((a, b), (b, a)) if pair in game.edges), (a, b))
    joined = rules(sorted({*game.edges} ^ {edge}), game.vertices)
    return joined, joined.accept(game.names(state))


VERTICES = Face(
    board=board,
    picture=picture,
    setting=Setting(lambda game, state: grown(picture(game, state, state)), _set),
    parts=parts,
    numbering=no_table,  # a state is a number, a set of bits, but players do not number positions in that way
    told=(
        Told(
            "take {first} and {second}",
            Message("I took {first} and {second}."),
            Message("You took {first} and {second}."),
            Message("{player} took {first} and {second}."),
        ),
        Told(
            "take {vertex}",
            Message("I took {vertex}."),
            Message("You took {vertex}."),
            Message("{player} took {vertex}."),
        ),
        Told(
            "take {vertex} and with it {others}",
            Message("I took {vertex} and with it {others}."),
            Message("You took {vertex} and with it {others}."),
            Message("{player} took {vertex} and with it {others}."),
        ),
        Told(
            "take {element}",
            Message("I took {element}."),
            Message("You took {element}."),
            Message("{player} took {element}."),
        ),
        Told(
            "take {element} and with it {others}",
            Message("I took {element} and with it {others}."),
            Message("You took {element} and with it {others}."),
            Message("{player} took {element} and with it {others}."),
        ),
    ),
)

ARC_KAYLES = replace(VERTICES, card=in_group("graphs", Message("Click two vertices that an edge joins.")))

NODE_KAYLES = replace(
    VERTICES, card=in_group("graphs", Message("Click what you take: a vertex and all its neighbours."))
)

POSET = replace(VERTICES, card=in_group("graphs", Message("Click an element: it and all above it are taken.")))

FACES: Faces = {VertexGame: VERTICES, ArcKayles: ARC_KAYLES, NodeKayles: NODE_KAYLES, Poset: POSET}
