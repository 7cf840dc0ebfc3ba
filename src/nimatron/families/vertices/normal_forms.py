"""Keys for searches of games on graphs, which only isomorphic graphs share."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import lru_cache

MOST_RELABELLED = 64
"""The most vertices of a graph that is given a normal form. Larger ones cannot be searched anyway."""

Masks = tuple[int, ...]
"""For each vertex a set of vertices, as bits."""


def numbers(state: int) -> Iterator[int]:
    """The numbers of the bits that are set."""
    while state:
        bit = state & -state
        yield bit.bit_length() - 1
        state ^= bit


@lru_cache(maxsize=1 << 16)
def normal_form(forth: Masks, back: Masks, state: int) -> Hashable:
    """A key for the graph on the vertices of `state`, which only isomorphic graphs share: all forests, most others.

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
    colours = _refine(dict.fromkeys(chosen, 0), around)
    while (alike := _first_alike(colours)) is not None:
        # The vertex that is singled out becomes the first of its colour.
        colours = {i: 2 * colour + (i != alike) for i, colour in colours.items()}
        colours = _refine(colours, around)
    rows = {colours[i]: sum(1 << colours[j] for j in around[i][0]) for i in chosen}
    return tuple(rows[colour] for colour in range(len(chosen)))


def _refine(colours: dict[int, int], around: dict[int, tuple[list[int], list[int]]]) -> dict[int, int]:
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
