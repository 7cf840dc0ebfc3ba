"""How tokens on a directed graph look."""

from __future__ import annotations

from ...core.game import Game, State
from ...core.message import Message
from ...show.board_text import HEIGHT, Marks
from ...show.face import Face, Faces, PastTense, Piece, in_group
from ...show.graph_layout import Vertex, dense_places, downward_places, graph_picture
from ...show.picture import WIDE, Picture
from ...show.setup import Ids, Setting, fresh, toggle, with_vertex_slot
from ...show.words import tr
from ...solve.value_table import Numbering
from ..strips.face import places_of_move
from .rules import Graph


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
    places = downward_places(game.vertices, game.edges) or dense_places(sorted(game.vertices), game.edges)

    def vertex(name: str) -> Vertex:
        chips = tuple(str(i) for i, at in enumerate(state, 1) if at == name)
        tokens = " ".join(chips)
        label = Message("{vertex}: token {tokens}", vertex=name, tokens=tokens)
        return "vertex", label if chips else Message("{vertex}", vertex=name), tokens, chips

    return graph_picture(places, vertex, sorted(game.edges), directed=True)


def parts(game: Graph, state: State) -> list[Piece]:
    """Each token, on its vertex."""
    return [Piece(Message("token {number}", number=i), (vertex,)) for i, vertex in enumerate(state, 1)]


def _set(game: Graph, state: State, ids: Ids) -> tuple[Game, State] | None:
    """A token put on a vertex or taken from it; an arrow from one vertex to another; a new vertex."""
    if ids == ("+",):
        return Graph(sorted(game.edges), [*game.print_order, fresh(game.print_order)]), state
    if not set(ids) <= game.vertices:
        return None
    if len(ids) == 1:
        return game, toggle(state, ids[0])
    a, b = ids
    return Graph(sorted(game.edges ^ {(a, b)}), game.print_order), state


def changes(game: Graph, before: State, after: State) -> list[str]:
    """The vertex that the token leaves, then the vertex that it reaches."""
    return [*places_of_move(before, after)]


def numbering(game: Graph) -> Numbering:
    """A single token on each vertex, in the order in which the vertices are written."""
    names = game.print_order
    return Numbering(lambda x, y: (names[x],), flat=True, names=names)


GRAPH = Face(
    board=board,
    picture=picture,
    changes=changes,
    setting=Setting(lambda game, state: with_vertex_slot(picture(game, state, state)), _set),
    parts=parts,
    card=in_group("graphs", Message("Click a token, then the place where an arrow leads.")),
    numbering=numbering,
    layout=lambda state: "graph" if len(state) == 1 else "list",
    past=(
        PastTense("move from {before} to {after}", "moved from {before} to {after}"),
        PastTense("move token {token} from {before} to {after}", "moved token {token} from {before} to {after}"),
    ),
)

FACES: Faces = {Graph: GRAPH}
