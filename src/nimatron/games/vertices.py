"""Games that take vertices from a graph: a state says which are left."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, ClassVar

from ..errors import BadText, IllegalPosition, UsageError
from ..game import Game, Part, Position, State
from ..message import Number
from .edges import Edges, Joined, edges_of, is_label, listed, names_of, own_labels, written
from .graphs import NOT_IN_NAMES
from .listed import shortened, words

NOBODY = "-"
"""The text for "no vertex is left". An empty text means that all vertices are left."""

MOST_VERTICES = 10_000
"""The most vertices of a graph."""

MOST_RELABELLED = 40
"""The most vertices of a graph that is given a normal form. Larger ones cannot be searched anyway."""

Pairs = Iterable[tuple[Any, Any]]
"""Edges by the names of their ends."""

Masks = tuple[int, ...]
"""For each vertex a set of vertices, as bits."""


class VertexGame(Game[int]):
    """The state is an int: bit i is set while vertex i, in the order of `vertices`, is left."""

    between: ClassVar[str]
    """What joins two names in the notation."""

    directed: ClassVar[bool]

    def __init__(
        self, edges: str | Pairs | Mapping[Any, Iterable[Any]] | Joined = (), vertices: Iterable[Any] = ()
    ) -> None:
        """`edges` as text, as pairs, as a mapping from a vertex to those it is joined to, or as a graph.

        Graphs of networkx, rustworkx and igraph are accepted; a vertex may be anything hashable.
        """
        if isinstance(edges, str):
            pairs, named = self.read_edges(edges)
            found = Edges(pairs, [*named, *listed(vertices)])
        else:
            found = edges_of(edges, vertices)
        if self.directed and found.directed is False:
            raise UsageError("expected a directed graph: an edge without a direction is no arrow")
        name = names_of([*(end for pair in found.pairs for end in pair), *found.labels], self.named)
        self._labels = own_labels(name)
        edges = {self._edge(name[a], name[b]) for a, b in found.pairs}
        if len(name) > MOST_VERTICES:
            raise UsageError(
                "at most {most} vertices, not {count}", most=Number(MOST_VERTICES), count=Number(len(name))
            )
        # In order of their names, so that the same graph gives the same game however it was written.
        self.vertices: tuple[str, ...] = tuple(sorted(name.values(), key=in_order))
        self.edges: tuple[tuple[str, str], ...] = tuple(sorted(edges, key=lambda edge: [*map(in_order, edge)]))
        self._number = {name: i for i, name in enumerate(self.vertices)}

    def _edge(self, a: str, b: str) -> tuple[str, str]:
        if a == b:
            raise UsageError("{a}{between}{b} joins a vertex to itself", a=a, between=self.between, b=b)
        return (b, a) if not self.directed and in_order(b) < in_order(a) else (a, b)

    def _rules(self) -> dict[str, Any]:
        return {"edges": self.edges, "vertices": self.vertices}

    @property
    def start(self) -> State:
        """All vertices."""
        return (1 << len(self.vertices)) - 1

    def names(self, state: State) -> list[str]:
        """The vertices that are left."""
        return [self.vertices[i] for i in numbers(state)]

    def lines(self, state: State) -> list[tuple[str, str]]:
        """The edges between the vertices that are left."""
        left = set(self.names(state))
        return [(a, b) for a, b in self.edges if a in left and b in left]

    # -- notation ---------------------------------------------------------------------------

    @classmethod
    def named(cls, vertex: Any) -> str:
        """The name of a vertex; UsageError if the notation cannot hold it."""
        name = written(vertex, NOT_IN_NAMES | {cls.between})
        if not cls._is_name(name):
            forbidden = " ".join(sorted(NOT_IN_NAMES | {cls.between}))
            raise UsageError(
                "a vertex name has no spaces and none of {forbidden}, not {name!r}", forbidden=forbidden, name=name
            )
        return name

    @classmethod
    def _is_name(cls, text: str) -> bool:
        return text.split() == [text] and text != NOBODY and not (NOT_IN_NAMES | {cls.between}) & set(text)

    @classmethod
    def read_edges(cls, text: str) -> tuple[list[tuple[str, str]], list[str]]:
        """The edges and all vertices; chains such as a-b-c and lone vertices are read too."""
        edges: list[tuple[str, str]] = []
        vertices: list[str] = []
        for place, word in words(text):
            names = word.split(cls.between)
            if not all(map(cls._is_name, names)):
                message = "expected an edge such as a{between}b or a vertex such as a, not {word!r}"
                raise BadText(message, text, place, between=cls.between, word=shortened(word))
            edges += pairwise(names)
            vertices += names
        return edges, vertices

    @property
    def parameters(self) -> str:
        joined = [f"{a}{self.between}{b}" for a, b in self.edges]
        touched = {end for edge in self.edges for end in edge}
        return " ".join(joined + [name for name in self.vertices if name not in touched])

    @classmethod
    def from_parameters(cls, text: str) -> Game:
        return cls(text)

    def __str__(self) -> str:
        return f"{self.name}{{{self.parameters}}}"

    def __call__(self, *state: State) -> Position[int]:
        # The state of a position is an int, but in a graph of numbers an int is also the name of a vertex.
        if len(state) == 1 and isinstance(state[0], int) and is_label(state[0], self._labels):
            raise UsageError(
                "{vertex!r} is a vertex and could be bits: write [{vertex!r}] for the vertex, or Position(game, bits)",
                vertex=state[0],
            )
        return super().__call__(*state)

    def accept(self, state: State) -> State:
        if is_label(state, self._labels) and not isinstance(state, int):  # an int is a set of bits
            state = [state]
        if isinstance(state, str):
            return self.parse(state)
        if isinstance(state, int) and not isinstance(state, bool):
            if not 0 <= state <= self.start:
                raise IllegalPosition(
                    "expected the bits of {count} vertices, not {state}", count=len(self.vertices), state=state
                )
            return state
        if not isinstance(state, Iterable):
            raise IllegalPosition("expected the vertices that are left, not {state!r}", state=state)
        left = 0
        for at, entry in enumerate(state):
            name = self._labels[entry] if is_label(entry, self._labels) else str(entry)
            left |= 1 << self._accept_vertex(name, left, at)
        return left

    def _accept_vertex(self, name: str, left: int, at: int) -> int:
        number = self._number.get(name)
        if number is None:
            known = ", ".join(self.vertices[:8]) + (", ..." if len(self.vertices) > 8 else "")
            raise IllegalPosition(
                "{name!r} is not a vertex of the graph ({known})", at, name=shortened(name), known=known
            )
        if left >> number & 1:
            raise IllegalPosition("{name!r} is there twice", at, name=shortened(name))
        return number

    def show(self, state: State) -> str:
        return " ".join(self.names(state)) or NOBODY

    def parse(self, text: str) -> State:
        if text.strip() in ("", NOBODY):
            return 0 if text.strip() else self.start
        places, names = zip(*words(text), strict=True)
        return self.accepted(names, text, places)

    # -- parts ------------------------------------------------------------------------------

    def neighbours(self, i: int) -> int:
        """The vertices that must stay in the same part as vertex i, as bits."""
        raise NotImplementedError

    def parts(self, state: State) -> list[int]:
        """The connected parts of what is left, in order of their first vertices."""
        found = []
        while state:
            part, new = 0, state & -state
            while new:
                part |= new
                around = 0
                for i in numbers(new):
                    around |= self.neighbours(i)
                new = around & state & ~part
            found.append(part)
            state &= ~part
        return found

    def components(self, state: State) -> Sequence[Part]:
        return [(self, part) for part in self.parts(state)]

    def put(self, state: State, i: int, option: State) -> State:
        part: int = self.components(state)[i][1]
        return state & ~part | option


def in_order(name: str) -> list[tuple[str, int]]:
    """A sort key that puts v2 before v10."""
    return [(text, int(piece or 0)) for text, piece in re.findall(r"([^0-9]*)([0-9]{0,18})", name)]


def numbers(state: int) -> Iterator[int]:
    """The numbers of the bits that are set."""
    while state:
        bit = state & -state
        yield bit.bit_length() - 1
        state ^= bit


@lru_cache(maxsize=1 << 16)
def forest_form(near: Masks, state: int) -> str:
    """A key for a forest, which exactly the isomorphic forests share; empty if the graph has a circuit.

    Each tree is hung up at its middle, and written as brackets around what hangs on each vertex, in order (Aho,
    Hopcroft, Ullman 1974).
    """
    around = {i: list(numbers(near[i] & state)) for i in numbers(state)}
    left = {i: len(others) for i, others in around.items()}
    hanging: dict[int, list[str]] = {i: [] for i in around}
    trees = []
    ready = [i for i, count in left.items() if count < 2]
    while ready:
        # Leaf by leaf, a whole layer at a time: the last vertex or the last two of a tree are its middle.
        layer, ready = ready, []
        for i in layer:
            if left.pop(i, None) is None:
                continue
            above = next((j for j in around[i] if j in left), None)
            text = f"({''.join(sorted(hanging[i]))})"
            if above is None:
                trees.append(text)
            elif above in layer and left[above] == 1:
                del left[above]
                trees.append("".join(sorted([text, f"({''.join(sorted(hanging[above]))})"])) + "|")
            else:
                hanging[above].append(text)
                left[above] -= 1
                if left[above] == 1:
                    ready.append(above)
    return "" if left or not trees else " ".join(sorted(trees))


@lru_cache(maxsize=1 << 16)
def normal_form(forth: Masks, back: Masks, state: int) -> Hashable:
    """A key for the graph on the vertices of `state`. Only isomorphic graphs share a key, and most of them do.

    `forth[i]` and `back[i]` are the other ends of the arrows that leave and reach vertex i, as bits. Vertices are
    told apart by their neighbours as long as that helps; then the first of those still alike is singled out.
    """
    # Trying every vertex that is alike, not just the first, would always give isomorphic graphs the same key. That
    # takes long, and a missed match only costs the search some repeated work; a false one cannot happen, as the key is
    # the whole graph, renumbered.
    chosen = list(numbers(state))
    if len(chosen) > MOST_RELABELLED:
        return state
    around = {i: (list(numbers(forth[i] & state)), list(numbers(back[i] & state))) for i in chosen}
    colours = _refined(dict.fromkeys(chosen, 0), around)
    while (alike := _first_alike(colours)) is not None:
        colours = {i: 2 * colour + (i != alike) for i, colour in colours.items()}
        colours = _refined(colours, around)
    rows = {colours[i]: sum(1 << colours[j] for j in around[i][0]) for i in chosen}
    return tuple(rows[colour] for colour in range(len(chosen)))


def _refined(colours: dict[int, int], around: dict[int, tuple[list[int], list[int]]]) -> dict[int, int]:
    """Split the colours of vertices whose neighbours differ, until nothing changes."""
    count = 0
    while True:
        seen = {
            i: (colour, sorted([colours[j] for j in around[i][0]]), sorted([colours[j] for j in around[i][1]]))
            for i, colour in colours.items()
        }
        order = sorted(seen, key=seen.__getitem__)
        new, colour = {}, -1
        for at, i in enumerate(order):
            colour += at == 0 or seen[i] != seen[order[at - 1]]
            new[i] = colour
        colours = new
        # No new colour appeared, or every vertex has its own: nothing more can be told apart.
        if colour + 1 in (count, len(new)):
            return colours
        count = colour + 1


def _first_alike(colours: dict[int, int]) -> int | None:
    """A vertex of the first colour that several vertices share."""
    first: dict[int, int] = {}
    again = set()
    for i, colour in colours.items():
        if first.setdefault(colour, i) != i:
            again.add(colour)
    return first[min(again)] if again else None
