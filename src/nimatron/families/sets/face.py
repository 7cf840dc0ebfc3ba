"""How a game as a set looks: the sets that can be reached, with a token on the one that is played."""

from __future__ import annotations

from ...core.game import State
from ...core.message import Message
from ...show.board_text import Marks
from ...show.face import Face, Faces, PastTense, in_group
from ...show.graph_layout import Vertex, dense_places, downward_places, graph_picture
from ...show.picture import Picture
from .rules import SetGame

MOST = 12
"""The most sets that are drawn: the names of more would overlap."""


def _arrows(game: SetGame, state: str) -> dict[str, list[str]]:
    """Every set that can be reached, with its elements."""
    found: dict[str, list[str]] = {}
    todo = [state]
    while todo and len(found) <= MOST:
        if (one := todo.pop()) not in found:
            todo += found.setdefault(one, list(game.options(one)))
    return found


def picture(game: SetGame, state: State, frame: State) -> Picture | None:
    """A graph with an arrow from each set to its elements."""
    found = _arrows(game, frame)
    if len(found) > MOST:
        return None
    edges = [(one, option) for one, options in found.items() for option in options]

    def vertex(name: str) -> Vertex:
        chips = ("1",) if name == state else ()
        return "vertex", Message("{vertex}", vertex=name), "".join(chips), chips

    return graph_picture(
        downward_places(found, edges) or dense_places(sorted(found), edges), vertex, sorted(edges), directed=True
    )


def board(game: SetGame, state: State, marks: Marks) -> str:
    """The elements of the set, each on a line: they are the moves."""
    return "\n".join(f"{marks.arrow} {option}" for option in game.options(state)) or state


SET = Face(
    board=board,
    picture=picture,
    card=in_group("graphs", Message("Click a token, then the place where an arrow leads.")),
    past=(PastTense("move to {position}", "moved to {position}"),),
)

FACES: Faces = {SetGame: SET}
