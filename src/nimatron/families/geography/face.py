"""How Geography looks: a token on a graph, and the parts of the graph that are used up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from ...core.game import Game, State
from ...core.message import Message
from ...show.board_text import HEIGHT, Marks
from ...show.face import Face, Faces, in_group, no_table
from ...show.graph_layout import Vertex, circle_places, graph_picture
from ...show.picture import WIDE, Picture
from ...show.setup import Ids, Setting, fresh, with_vertex_slot
from ...show.words import tr
from ..graph.face import GRAPH
from .rules import EdgeGeography, Geography, Walk
from .theorems import even_kernel, partners


def roads(game: Walk, state: State) -> list[tuple[str, str, str]]:
    """The edges that may still be walked: in Geography those without visited ends."""
    used = state[1:]
    if isinstance(game, EdgeGeography):
        return [road for road in game.roads if "".join(road) not in used]
    return [road for road in game.roads if not {road[0], road[2]} & {*used}]


def board(game: Walk, state: State, marks: Marks) -> str:
    """The place of the token, and the edges that are left at each vertex."""
    ends: dict[str, list[str]] = {vertex: [] for vertex in game.vertices}
    for a, between, b in roads(game, state):
        ends[a].append(f"{between}{b}")
        if between == "-":
            ends[b].append(f"-{a}")
    if len(ends) >= HEIGHT:
        return ""
    lines = [f"{vertex}  {' '.join(others)}" for vertex, others in ends.items() if others]
    return "\n".join([tr("the token is on {vertex}", vertex=state[0]), *lines])


def picture(game: Walk, state: State, frame: State) -> Picture | None:
    """A circle of vertices with the edges that are left; visited vertices are gone, if they may not be visited."""
    if len(game.vertices) > WIDE:
        return None
    gone = {*state[1:]} if isinstance(game, Geography) else set()

    def vertex(name: str) -> Vertex:
        if name in gone:
            return "gone", Message("{vertex}: visited", vertex=name), "gone", ()
        if name == state[0]:
            return "vertex", Message("{vertex}: the token", vertex=name), "token", ("",)
        return "vertex", Message("{vertex}", vertex=name), "", ()

    left = roads(game, state)
    arrows = [(a, b) for a, _, b in left]
    if not game.undirected:  # an edge both ways is drawn as two arrows
        arrows += [(b, a) for a, between, b in left if between == "-"]
    return graph_picture(circle_places(game.vertices), vertex, arrows, directed=not game.undirected)


def strategy(game: Walk, state: State, frame: State) -> Picture | None:
    """The vertices in pairs along which the winner walks; or the even kernel to which the winner returns."""
    drawn = picture(game, state, frame)
    if drawn is None or not game.undirected or next(iter(game.options(state)), None) is None:
        return None
    if isinstance(game, Geography):
        return replace(drawn, arrows=tuple(partners(game, state)))
    assert isinstance(game, EdgeGeography)
    bipartite, kernel = even_kernel(game, state)
    for option in game.options(state) if bipartite and not kernel else ():
        kernel = even_kernel(game, option)[1]
        if kernel:
            break
    shapes = (replace(shape, chips=("",) if shape.id in kernel else ()) for shape in drawn.shapes)
    return replace(drawn, shapes=tuple(shapes)) if kernel else None


def _set(game: Walk, state: State, ids: Ids) -> tuple[Game, State] | None:
    """The token put on a vertex, with nothing used yet; an edge between two vertices; a new vertex."""
    if ids == ("+",):
        return _draw(game, game.roads, (*game.vertices, fresh(game.vertices))), state
    if not set(ids) <= {*game.vertices}:
        return None
    if len(ids) == 1:
        return game, ids
    joined = [road for road in game.roads if {road[0], road[2]} != {*ids}]
    if len(joined) == len(game.roads):
        joined.append((ids[0], "-", ids[1]))
    return _draw(game, joined, game.vertices), state[:1]


def _draw(game: Walk, roads: Iterable[tuple[str, str, str]], vertices: Iterable[str]) -> Walk:
    return type(game)(" ".join([*map("".join, roads), *vertices]))


def start(game: Walk, usual: State, rng: Random) -> State:
    """The token on any vertex from which it can move."""
    return (rng.choice([vertex for vertex in game.vertices if game.ways(vertex)] or list(game.vertices)),)


WALK = Face(
    board=board,
    picture=picture,
    setting=Setting(lambda game, state: with_vertex_slot(picture(game, state, state)), _set),
    start=start,
    strategy=strategy,
    card=in_group("graphs", Message("Click the vertex to go to.")),
    numbering=no_table,
    past=GRAPH.past[:1],
    which_start=Message("Where is the token, and what has been used?"),
)

FACES: Faces = {Walk: WALK}
