"""Geography on undirected graphs: matchings decide if vertices are used up, linear algebra if edges are."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ...core.game import Outcome, State
from ...core.message import Message
from ...nimbers.loopy import Value
from ...solve.theorem import Theorem, Theorems
from ..sources import GEOGRAPHY
from .matching import Matching
from .rules import EdgeGeography, Geography, Walk

MANY = 40
"""The most vertices that are named in a sentence."""


def _is_undirected(game: Walk) -> bool:
    return game.undirected


# -- vertices ----------------------------------------------------------------------------------------


def _rest(game: Geography, state: State, *without: str) -> dict[str, list[str]]:
    """The graph of the vertices that the token can still visit, without its own and others."""
    left = game.reachable(state) - {state[0], *without}
    return {
        vertex: [other for other in game.ways(vertex).values() if other in left]
        for vertex in game.vertices
        if vertex in left
    }


@lru_cache(maxsize=256)
def _winning(game: Geography, state: State) -> tuple[str, ...]:
    """The vertices to go to: those that some largest matching of the rest leaves out.

    On such a vertex the opponent has no partner to go to; wherever the opponent goes, that vertex has one. From any
    other vertex the opponent moves to its partner.
    """
    near = _rest(game, state)
    beside = [vertex for vertex in dict.fromkeys(game.ways(state[0]).values()) if vertex in near]
    loose = Matching(near).loose if beside else set()
    return tuple(vertex for vertex in beside if vertex in loose)


def vertex_outcome(game: Geography, state: State) -> Outcome:
    """Won if some neighbour is left out by a largest matching of the rest."""
    return "N" if _winning(game, state) else "P"


def vertex_reach(game: Geography, state: State, v: Value) -> Iterable[State] | None:
    """The moves to such neighbours."""
    return [game.after(vertex, state) for vertex in _winning(game, state)] if v == 0 else None


def partners(game: Geography, state: State) -> list[tuple[str, str]]:
    """A largest matching of what is left by which the winner plays; the token is in it if the position is won."""
    winning = _winning(game, state)
    if not winning:
        return Matching(_rest(game, state)).pairs
    return [(state[0], winning[0]), *Matching(_rest(game, state, winning[0])).pairs]


def vertex_method(game: Geography, state: State) -> Message | None:
    """How to play by the matching."""
    if len(game.vertices) > MANY or not any(game.options(state)):
        return None
    pairs = partners(game, state)
    params = {"pairs": " ".join(map("-".join, pairs)), "token": state[0]}
    if not _winning(game, state):
        return Message(
            "As many pairs of neighbours as possible, without {token}: {pairs}. Wherever you go, the opponent goes on "
            "to the partner.",
            params=params,
        )
    return Message(
        "As many pairs of neighbours as possible: {pairs}. Go to {partner}, the partner of {token}; wherever the "
        "opponent goes from there, that vertex has a partner too.",
        params={**params, "partner": pairs[0][1]},
    )


# -- edges -------------------------------------------------------------------------------------------


def even_kernel(game: EdgeGeography, state: State) -> tuple[bool, list[str]]:
    """Is what the token can reach bipartite, and the even kernel with the token, if there is one.

    An even kernel has no edges inside, and every vertex outside has an even number of edges into it. Here it is a set
    of rows of the matrix of edges between the two sides that adds up to 0 modulo 2.
    """
    token, edges = state[0], game.reachable(state)
    near: dict[str, list[str]] = {token: []}
    for a, between, b in game.roads:
        if f"{a}{between}{b}" in edges:
            near.setdefault(a, []).append(b)
            near.setdefault(b, []).append(a)
    side, todo = {token: 0}, [token]
    for vertex in todo:  # the list grows during the loop
        for other in near[vertex]:
            if other not in side:
                side[other] = 1 - side[vertex]
                todo.append(other)
            elif side[other] == side[vertex]:
                return False, []
    own = [vertex for vertex in near if side[vertex] == 0 and vertex != token]
    bit = {vertex: 1 << i for i, vertex in enumerate(vertex for vertex in near if side[vertex])}
    return True, _combine(token, own, {v: sum(bit[w] for w in near[v]) for v in (token, *own)})


def _combine(token: str, others: list[str], rows: dict[str, int]) -> list[str]:
    """The token and the other rows that add up to its row; nothing if there are none."""
    basis: dict[int, tuple[int, int]] = {}
    # The token comes last, when the basis has all other rows.
    for i, vertex in enumerate((*others, token)):
        row, chosen = rows[vertex], 1 << i
        # Gaussian elimination modulo 2; `chosen` has a bit for each row that was added.
        while row and row.bit_length() in basis:
            known, parts = basis[row.bit_length()]
            row, chosen = row ^ known, chosen ^ parts
        if vertex == token:
            return [token, *(others[k] for k in range(i) if chosen >> k & 1)] if not row else []
        if row:
            basis[row.bit_length()] = row, chosen
    raise AssertionError(token)


@lru_cache(maxsize=4096)
def _kernel(game: EdgeGeography, state: State) -> tuple[bool, tuple[str, ...]]:
    bipartite, kernel = even_kernel(game, state)
    return bipartite, tuple(kernel)


def _edge_outcome(game: EdgeGeography, state: State) -> Outcome | None:
    bipartite, kernel = _kernel(game, state)
    return None if not bipartite else "P" if kernel else "N"


def _edge_reach(game: EdgeGeography, state: State, v: Value) -> Iterable[State] | None:
    if v != 0 or not _kernel(game, state)[0]:
        return None
    return [option for option in game.options(state) if _kernel(game, option)[1]]


def _edge_method(game: EdgeGeography, state: State) -> Message | None:
    if len(game.vertices) > MANY or not any(game.options(state)):
        return None
    bipartite, kernel = _kernel(game, state)
    if not bipartite:
        return None
    if kernel:
        return Message(
            "Even kernel: {kernel}. Its edges all lead out of it, and every other vertex has an even number of edges "
            "into it: the opponent can always return.",
            kernel=" ".join(sorted(kernel)),
        )
    option = next(option for option in game.options(state) if _kernel(game, option)[1])
    return Message(
        "Go to {vertex}. Then {kernel} is an even kernel: its edges all lead out of it, and every other vertex has an "
        "even number of edges into it, so that you can always return.",
        vertex=option[0],
        kernel=" ".join(sorted(_kernel(game, option)[1])),
    )


THEOREMS: Theorems = {
    Geography: (
        Theorem(
            "undirected Geography: won if every largest matching has the vertex of the token", GEOGRAPHY,
            None, vertex_outcome, vertex_reach, applies=_is_undirected, method=vertex_method,
        ),
    ),
    EdgeGeography: (
        Theorem(
            "edges of a bipartite graph: lost if the vertex is in an even kernel", GEOGRAPHY,
            None, _edge_outcome, _edge_reach, applies=_is_undirected, method=_edge_method,
        ),
    ),
}  # fmt: skip
