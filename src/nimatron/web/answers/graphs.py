"""Answers about graphs that a user has drawn."""

from __future__ import annotations

from typing import Any

from ...errors import Cycle, UsageError
from ...game import NOTHING
from ...games.graphs import Graph
from ...present.commands import family_commands
from ...present.data import family_data
from ...present.families import numbering_of
from ...values.family import family
from ..faults import fault_data
from .asked import Asked


def graph(asked: Asked, text: str = "", arrows: str = "", vertices: str = "") -> Any:
    """A graph as text and as data, with the value of every vertex."""
    names = arrows.split()
    if len(names) % 2:
        raise UsageError("arrows: expected names in pairs, from and to, not {count} names", count=len(names))
    game = Graph(text) if text else Graph(zip(names[::2], names[1::2], strict=True), vertices.split())
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
    """The value of each vertex; None for all of them if the graph has a cycle, because it can still be drawn."""
    try:
        found = family(game, numbering_of(game), solver=asked.solver())
    except Cycle as fault:
        return {"values": [None] * len(game.written), "trouble": fault_data(fault)["detail"], "commands": []}
    asked.note(found.trouble)
    data = family_data(found)
    commands = family_commands(found) if found.columns else []
    return {"values": data["cells"][0], "trouble": data["trouble"], "commands": commands}
