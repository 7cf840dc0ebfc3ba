"""Tokens on a directed graph."""

from __future__ import annotations

from ...game import Game, State
from ...games.graphs import Graph
from ...message import Message
from ...values.family import Numbering
from ..words import tr
from .face import Face, Faces, Layout, Piece, Told, in_group
from .layout import downwards, room
from .nimble import left_and_reached
from .packing import packed
from .picture import WIDE, Picture, Shape
from .setting import Ids, Setting, fresh, grown, toggled
from .terminal import HEIGHT, Marks


def board(game: Graph, state: State, marks: Marks) -> str:
    """The place of each token, and the arrows from each vertex."""
    if len(game.vertices) > HEIGHT:
        return ""
    tokens = [tr("token {token} is on {vertex}", token=i, vertex=vertex) for i, vertex in enumerate(state, 1)]
    arrows = [f"{a} {marks.arrow} {' '.join(game.followers(a))}" for a in sorted(game.vertices) if game.followers(a)]
    return "\n".join([*tokens, *arrows]) or tr("(no tokens)")


def picture(game: Graph, state: State, frame: State) -> Picture | None:
    """The vertices in layers, with the arrows pointing down where that is possible."""
    if len(game.vertices) > WIDE:
        return None
    places = downwards(game.vertices, game.edges) or packed(sorted(game.vertices), game.edges)
    shapes = []
    for order, (vertex, (x, y)) in enumerate(places.items()):
        chips = tuple(str(i) for i, at in enumerate(state, 1) if at == vertex)
        tokens = " ".join(chips)
        params = {"vertex": vertex, "tokens": tokens}
        label = Message("{vertex}: token {tokens}", params=params) if tokens else Message("{vertex}", params=params)
        shapes.append(Shape(vertex, "vertex", x, y, int(y), order, label, tokens, vertex, chips))
    return Picture("graph", *room(places), tuple(shapes), arrows=tuple(sorted(game.edges)), directed=True)


def parts(game: Graph, state: State) -> list[Piece]:
    """Each token, on its vertex."""
    return [Piece(Message("token {number}", params={"number": i}), (vertex,)) for i, vertex in enumerate(state, 1)]


def changes(game: Graph, before: State, after: State) -> list[str]:
    """The vertex that the token leaves and the one it reaches."""
    return [*left_and_reached(before, after)]


def _set(game: Graph, state: State, ids: Ids) -> tuple[Game, State] | None:
    """A token put on a vertex or taken from it; an arrow from one vertex to another; a new vertex."""
    if ids == ("+",):
        return Graph(sorted(game.edges), [*game.written, fresh(game.written)]), state
    if not set(ids) <= game.vertices:
        return None
    if len(ids) == 1:
        return game, toggled(state, ids[0])
    a, b = ids
    return Graph(sorted(game.edges ^ {(a, b)}), game.written), state


def numbering(game: Graph) -> Numbering:
    """A single token on each vertex, in the order in which the vertices are written."""
    names = game.written
    return Numbering(lambda x, y: (names[x],), flat=True, names=names)


def layout(state: State) -> Layout:
    """A single token has the graph itself as its positions."""
    return "graph" if len(state) == 1 else "list"


GRAPH = Face(
    board=board,
    picture=picture,
    changes=changes,
    setting=Setting(lambda game, state: grown(picture(game, state, state)), _set),
    parts=parts,
    card=in_group("graphs", Message("Click a token, then the place where an arrow leads.")),
    numbering=numbering,
    layout=layout,
    told=(
        Told(
            "move from {before} to {after}",
            Message("I moved from {before} to {after}."),
            Message("You moved from {before} to {after}."),
            Message("{player} moved from {before} to {after}."),
        ),
        Told(
            "move token {token} from {before} to {after}",
            Message("I moved token {token} from {before} to {after}."),
            Message("You moved token {token} from {before} to {after}."),
            Message("{player} moved token {token} from {before} to {after}."),
        ),
    ),
)

FACES: Faces = {Graph: GRAPH}
