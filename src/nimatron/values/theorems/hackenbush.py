"""Green Hackenbush by the fusion and the colon principle, in time linear in the number of edges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ...game import Game, State
from ...games.hackenbush import GROUND, Edge, HackenbushGame, in_rows, neighbours
from ...message import Message
from ...nimbers import Value
from .theorem import WINNING_WAYS, Solve, Theorem, Theorems

FEW = 60
"""The most edges of a picture whose value is written out."""


@dataclass
class Tangle:
    """Edges that no single cut takes apart, fused into one point at `foot`; a lone vertex is a tangle without edges.

    `edges` are their numbers; `stalks` are the numbers of the edges that lead upwards from it, with what grows there;
    `value` is that of everything from here on.
    """

    foot: str
    edges: list[int] = field(default_factory=list)
    stalks: list[tuple[int, Tangle]] = field(default_factory=list)
    value: int = 0

    def fuse(self, other: Tangle, edge: int) -> None:
        """Take in another tangle with the edge that leads to it: one blade more."""
        if len(other.edges) > len(self.edges):  # the shorter list is copied, so that all copies are short
            self.edges, other.edges = other.edges, self.edges
        self.edges += [*other.edges, edge]
        self.stalks += other.stalks
        self.value ^= other.value ^ 1

    def carry(self, other: Tangle, edge: int) -> None:
        """Let another tangle grow on a stalk: the colon principle."""
        self.stalks.append((edge, other))
        self.value ^= other.value + 1


def fused(edges: Sequence[Edge]) -> Tangle:
    """What stands on the ground, with all circuits fused: a tree of tangles, and their values.

    >>> fused([("0", "a"), ("a", "b"), ("a", "c"), ("b", "c")]).value
    2
    """
    around = neighbours(edges)
    number, low = {GROUND: 0}, {GROUND: 0}
    tangle = {GROUND: Tangle(GROUND)}
    # Tarjan's search for bridges, with a stack of its own: a stalk may have thousands of edges.
    path = [(GROUND, -1, iter(around.get(GROUND, ())))]
    while path:
        vertex, way, rest = path[-1]
        step = next(rest, None)
        if step is None:
            path.pop()
            if path:
                below = path[-1][0]
                low[below] = min(low[below], low[vertex])
                is_bridge = low[vertex] == number[vertex]
                (tangle[below].carry if is_bridge else tangle[below].fuse)(tangle[vertex], way)
        elif step[1] != way:
            other, edge = step
            if other not in number:
                number[other] = low[other] = len(number)
                tangle[other] = Tangle(other)
                path.append((other, edge, iter(around[other])))
            elif number[other] <= number[vertex]:  # a loop, or the last edge of a circuit; seen from above only
                low[vertex] = min(low[vertex], number[other])
                tangle[vertex].edges.append(edge)
                tangle[vertex].value ^= 1
    return tangle[GROUND]


def _value(game: Game, state: State, solve: Solve) -> Value:
    return fused(state).value


# -- the edges to cut for a value --------------------------------------------------------------------


def _reach(game: Game, state: State, v: Value) -> Iterable[State]:
    assert isinstance(game, HackenbushGame)
    if not isinstance(v, int):
        return []
    return [game.cut(state, edge) for edge in in_rows(set(cuts(state, v)))]


def cuts(edges: Sequence[Edge], value: int) -> Iterator[Edge]:
    """The edges after whose cut everything has `value`."""
    todo = [(fused(edges), value)]
    while todo:
        tangle, target = todo.pop()
        change = target ^ tangle.value
        if not change:
            continue  # no move leads to the value that is there already
        for i, growth in tangle.stalks:
            wanted = change ^ (growth.value + 1)
            if wanted:
                todo.append((growth, wanted - 1))
            else:
                yield edges[i]
        if change & 1 and tangle.edges:  # the parity of the value is that of the number of edges
            yield from _circuit_cuts(edges, tangle, target)


def _circuit_cuts(edges: Sequence[Edge], tangle: Tangle, target: int) -> Iterator[Edge]:
    """The edges of a tangle whose cut gives it the value `target`."""
    inside = [edges[i] for i in tangle.edges]
    grown = _grown(edges, tangle, {name for edge in inside for name in edge})
    for same in _rings(inside, tangle.foot):
        if len(same) == 1:  # without it the rest is still one tangle, with a blade less
            if tangle.value ^ 1 == target:
                yield inside[same[0]]
            continue
        around, pieces = _around(inside, same, tangle.foot, grown)
        for k, i in enumerate(around):
            if pieces[0] ^ _arm(pieces[1 : k + 1]) ^ _arm(pieces[:k:-1]) == target:
                yield inside[i]


def _grown(edges: Sequence[Edge], tangle: Tangle, inside: set[str]) -> dict[str, int]:
    """What grows on each vertex of a tangle."""
    grown = dict.fromkeys(inside, 0)
    for i, growth in tangle.stalks:
        a, b = edges[i]
        grown[a if a in inside else b] ^= growth.value + 1
    return grown


def _rings(inside: Sequence[Edge], foot: str) -> Iterable[list[int]]:
    """The edges of a tangle in classes: two of them together cut it apart if and only if they are in one class.

    An edge outside a spanning tree is a bit; an edge of the tree is the set of those whose circuits pass through it.
    Edges with the same set are a class: they lie on a ring, with smaller tangles between them.
    """
    around = neighbours(inside)
    above: dict[str, int] = {foot: -1}
    order = [foot]
    for vertex in order:  # the list grows during the loop
        for other, i in around[vertex]:
            if other not in above:
                above[other] = i
                order.append(other)
    tree = set(above.values())
    passing = dict.fromkeys(order, 0)
    found: dict[int, list[int]] = {}
    for bit, i in enumerate(i for i in range(len(inside)) if i not in tree):
        a, b = inside[i]
        if a == b:
            found[-1 - i] = [i]  # a loop is a ring of its own
            continue
        passing[a] ^= 1 << bit
        passing[b] ^= 1 << bit
        found.setdefault(1 << bit, []).append(i)
    for vertex in reversed(order[1:]):
        i = above[vertex]
        a, b = inside[i]
        passing[b if vertex == a else a] ^= passing[vertex]
        found.setdefault(passing[vertex], []).append(i)
    return found.values()


def _around(
    inside: Sequence[Edge], ring: Sequence[int], foot: str, grown: dict[str, int]
) -> tuple[list[int], list[int]]:
    """The edges of a ring in order, from `foot` round to it, and the values of the pieces between them.

    Piece 0 has the foot, and edge k joins the pieces k and k + 1.
    """
    without = set(ring)
    near = neighbours([edge for i, edge in enumerate(inside) if i not in without])
    piece: dict[str, int] = {}
    values: list[int] = []
    for start in grown:
        todo = [start] if start not in piece else []
        if todo:
            values.append(0)
        while todo:
            vertex = todo.pop()
            if vertex not in piece:
                piece[vertex] = len(values) - 1
                values[-1] ^= grown[vertex]
                todo += [other for other, _ in near.get(vertex, ())]
    for i, (a, _) in enumerate(inside):
        if i not in without:
            values[piece[a]] ^= 1
    ends = {i: [piece[name] for name in inside[i]] for i in ring}
    at: dict[int, list[int]] = {}
    for i in ring:
        for end in ends[i]:
            at.setdefault(end, []).append(i)
    edges: dict[int, int] = {}
    here = piece[foot]
    while len(edges) < len(ring):
        i = next(i for i in at[here] if i not in edges)
        edges[i] = values[here]
        here = sum(ends[i]) - here
    return list(edges), list(edges.values())


def _arm(pieces: Sequence[int]) -> int:
    """The value of pieces that stand on each other, with the edge below the first."""
    value = 0
    for piece in reversed(pieces):
        value = (piece ^ value) + 1
    return value


# -- in words --------------------------------------------------------------------------------------


def _method(game: Game, state: State) -> Message | None:
    if not state or len(state) > FEW:
        return None
    root = fused(state)
    params = {"sum": _sum(root), "value": root.value, "circuits": ", ".join(_circuits(state, root))}
    if not params["circuits"]:
        return Message("Colon principle: with its edge, a growth is worth 1 more: {sum} = {value}.", params=params)
    return Message(
        "Fusion principle: circuits shrink to points, and of their edges only the parity counts: {circuits}. Colon "
        "principle: with its edge, a growth is worth 1 more: {sum} = {value}.",
        params=params,
    )


def _circuits(edges: Sequence[Edge], tangle: Tangle) -> Iterator[str]:
    if tangle.edges:
        names = dict.fromkeys(name for i in sorted(tangle.edges) for name in edges[i])
        yield f"{'-'.join(names)} ({len(tangle.edges)})"
    for _, growth in tangle.stalks:
        yield from _circuits(edges, growth)


def _sum(tangle: Tangle) -> str:
    """The value as a sum, such as 1 ⊕ (1 + 2): stalks without branches are numbers."""
    terms = [str(len(tangle.edges) % 2)] if tangle.edges else []
    for _, growth in tangle.stalks:
        terms.append(str(growth.value + 1) if _is_plain(growth) else f"(1 + {_bracketed(growth)})")
    return " ⊕ ".join(terms) or "0"


def _is_plain(tangle: Tangle) -> bool:
    while not tangle.edges and len(tangle.stalks) == 1:
        tangle = tangle.stalks[0][1]
    return not tangle.edges and not tangle.stalks


def _bracketed(tangle: Tangle) -> str:
    text = _sum(tangle)
    return f"({text})" if " ⊕ " in text else text


THEOREMS: Theorems = {
    HackenbushGame: (
        Theorem(
            "Green Hackenbush: fusion and colon principle", WINNING_WAYS, _value, reach=_reach, method=_method
        ),
    ),
}  # fmt: skip
