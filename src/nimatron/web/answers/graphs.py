"""Answers about graphs that a user has drawn."""

from __future__ import annotations

from typing import Any

from ...errors import UsageError
from ...game import NOTHING
from ...games.graphs import Graph
from ...games.kayles import ArcKayles, NodeKayles
from ...games.poset import Poset
from ...nimbers import Loopy
from ...present.commands import family_commands
from ...present.data import family_data
from ...present.families import numbering_of
from ...present.words import tr
from ...values.family import ValueTable, family
from .asked import Asked

ON_VERTICES: tuple[Any, ...] = (Graph, ArcKayles, NodeKayles, Poset)
"""The rules for which a graph can be drawn."""


def graph(asked: Asked, text: str = "", arrows: str = "", vertices: str = "", game: str = Graph.name) -> Any:
    """A graph as text and as data, with the value of every vertex; for another `game`, with all vertices to play on."""
    names = arrows.split()
    if len(names) % 2:
        raise UsageError("arrows: expected names in pairs, from and to, not {count} names", count=len(names))
    pairs = list(zip(names[::2], names[1::2], strict=True))
    rules = {kind.name: kind for kind in ON_VERTICES}.get(game, Graph)
    drawn = rules(text) if text else rules(pairs, vertices.split())
    return _tokens(asked, drawn) if isinstance(drawn, Graph) else _vertices(drawn)


def _vertices(game: Any) -> dict[str, Any]:
    """The rules are those of a game that takes vertices: one of them alone has no value."""
    names = list(game.vertices)
    return {
        "schema": "nimatron.graph/1",
        "text": game.parameters,
        "vertices": names,
        "edges": [list(pair) for pair in game.edges],
        "position": game.write(game.parse(" ".join(names))) if names else None,
        "values": [None] * len(names),
        "trouble": None,
        "commands": [],
    }


def _tokens(asked: Asked, game: Graph) -> dict[str, Any]:
    first = game.written[:1] if game.start is NOTHING else game.start
    return {
        "schema": "nimatron.graph/1",
        "text": game.parameters,
        "vertices": list(game.written),
        "edges": [[vertex, target] for vertex in game.written for target in game.followers(vertex)],
        "position": game.write(first) if first else None,
        **_vertex_values(asked, game),
    }


def _vertex_values(asked: Asked, game: Graph) -> dict[str, Any]:
    """The value of each vertex; where play can go on for ever, it may be infinite."""
    found = family(game, numbering_of(game), solver=asked.solver())
    asked.note(found.trouble)
    data = family_data(found)
    commands = family_commands(found) if found.columns else []
    return {"values": data["cells"][0], "trouble": data["trouble"] or _endless(found), "commands": commands}


def _endless(found: ValueTable) -> str | None:
    """What an infinite value means, if there is one."""
    if not any(isinstance(value, Loopy) for value in found.cells[0]):
        return None
    return tr("play can go round in a circle: from a vertex with ∞ it need not end")
