"""How games on graphs and partial orders look: vertices that players take."""

from __future__ import annotations

from dataclasses import replace

from ...core.game import Game, State
from ...core.message import Message
from ...show.board_text import HEIGHT, Marks
from ...show.face import Face, Faces, PastTense, Piece, in_group, no_table
from ...show.graph_layout import Vertex, dense_places, downward_places, graph_picture, undirected_places
from ...show.picture import WIDE, Picture
from ...show.setup import Ids, Setting, fresh, with_vertex_slot
from ...show.words import tr
from .rules import ArcKayles, NodeKayles, Poset, VertexGame


def board(game: VertexGame, state: State, marks: Marks) -> str:
    """A line for each vertex that is left, with the vertices joined to it or directly below it."""
    names = game.names(state)
    if len(names) > HEIGHT:
        return ""
    ends: dict[str, list[str]] = {name: [] for name in names}
    for a, b in game.lines(state):
        ends[a].append(b)
        if game.signs == "-":
            ends[b].append(a)
    lines = (f"{name} {game.signs} {' '.join(others)}" if others else name for name, others in ends.items())
    return "\n".join(lines) or tr("(no vertices)")


def picture(game: VertexGame, state: State, frame: State) -> Picture | None:
    """A circle of vertices; a partial order is drawn with the larger elements above."""
    if len(game.vertices) > WIDE:
        return None
    lines = game.lines(game.start)
    layers = downward_places(game.vertices, lines) if game.signs == ">" else undirected_places(game.vertices, lines)
    places = layers or dense_places(game.vertices, lines)
    left = set(game.names(state))

    def vertex(name: str) -> Vertex:
        if name in left:
            return "vertex", Message("{vertex}", vertex=name), "", ()
        return "gone", Message("{vertex}: taken", vertex=name), "gone", ()

    # What stands above needs no arrows to say so.
    return graph_picture(places, vertex, lines, directed=layers is None)


def parts(game: VertexGame, state: State) -> list[Piece]:
    """Each piece that hangs together, where the game falls into several."""
    pieces = enumerate((part for _, part in game.components(state)), 1)
    return [Piece(Message("part {number}", number=i), tuple(game.names(part))) for i, part in pieces]


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
    setting=Setting(lambda game, state: with_vertex_slot(picture(game, state, state)), _set),
    parts=parts,
    numbering=no_table,  # a state is a number, a set of bits, but players do not number positions in that way
    past=(
        PastTense("take {first} and {second}", "took {first} and {second}"),
        PastTense("take {vertex}", "took {vertex}"),
        PastTense("take {vertex} and with it {others}", "took {vertex} and with it {others}"),
        PastTense("take {element}", "took {element}"),
        PastTense("take {element} and with it {others}", "took {element} and with it {others}"),
    ),
)


ARC_KAYLES = replace(VERTICES, card=in_group("graphs", Message("Click two vertices that an edge joins.")))
NODE_KAYLES = replace(
    VERTICES, card=in_group("graphs", Message("Click what you take: a vertex and all its neighbours."))
)
POSET = replace(VERTICES, card=in_group("graphs", Message("Click an element: it and all above it are taken.")))

FACES: Faces = {VertexGame: VERTICES, ArcKayles: ARC_KAYLES, NodeKayles: NODE_KAYLES, Poset: POSET}
