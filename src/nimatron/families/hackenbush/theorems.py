"""Green Hackenbush by the fusion and the colon principle: a value takes time linear in the number of edges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ...core.game import Game, State
from ...core.message import Message
from ...nimbers.loopy import Value
from ...solve.theorem import Solve, Theorem, Theorems
from ..sources import WINNING_WAYS
from .rules import GROUND, Edge, HackenbushGame, in_rows, neighbours

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


def fuse(edges: Sequence[Edge]) -> Tangle:
    """What stands on the ground, with all circuits fused: a tree of tangles, and their values.

    >>> fuse([("0", "a"), ("a", "b"), ("a", "c"), ("b", "c")]).value
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
                # Nothing above the edge leads below it by another way.
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
    return fuse(state).value


# -- the edges to cut for a value --------------------------------------------------------------------


def _reach(game: HackenbushGame, state: State, v: Value) -> Iterable[State]:
    if not isinstance(v, int):
        return []
    return [game.cut(state, edge) for edge in in_rows(set(cuts(state, v)))]


def cuts(edges: Sequence[Edge], value: int) -> Iterator[Edge]:
    """The edges after whose cut everything has `value`."""
    todo = [(fuse(edges), value)]
    while todo:
        tangle, target = todo.pop()
        change = target ^ tangle.value
        if not change:
            continue  # no move leads to the value that is there already
        for i, growth in tangle.stalks:
            wanted = change ^ (growth.value + 1)
            if wanted:
                # A stalk adds 1 to the value of its growth, so the growth needs 1 less.
                todo.append((growth, wanted - 1))
            else:
                yield edges[i]
        # The parity of the value is that of the number of edges. Without an edge of a circuit others may become
        # bridges, so each is tried: nothing falls, and fusing again takes linear time.
        for i in tangle.edges if change & 1 else ():
            if fuse([*edges[:i], *edges[i + 1 :]]).value == value:
                yield edges[i]


# -- in words --------------------------------------------------------------------------------------


def _method(game: Game, state: State) -> Message | None:
    if not state or len(state) > FEW:
        return None
    root = fuse(state)
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
        terms.append(str(growth.value + 1) if _is_plain(growth) else f"(1 + {_in_brackets(growth)})")
    return " ⊕ ".join(terms) or "0"


def _is_plain(tangle: Tangle) -> bool:
    while not tangle.edges and len(tangle.stalks) == 1:
        tangle = tangle.stalks[0][1]
    return not tangle.edges and not tangle.stalks


def _in_brackets(tangle: Tangle) -> str:
    text = _sum(tangle)
    return f"({text})" if " ⊕ " in text else text


THEOREMS: Theorems = {
    HackenbushGame: (
        Theorem(
            "Green Hackenbush: fusion and colon principle", WINNING_WAYS, _value, reach=_reach, method=_method
        ),
    ),
}  # fmt: skip
