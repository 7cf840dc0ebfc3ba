"""How a finite commutative monoid is built: blocks, each with one idempotent, in the order of the idempotents.

Some power of each element x is an idempotent e = ee. The elements with the same one are a block (an archimedean
component); products of two blocks lie in one block, that of the product of their idempotents. So the blocks are ordered
like their idempotents: e is below f if ef = e. The block of 1 is at the top, and at the bottom is the one that products
never leave again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .monoid import Element, Monoid


class Block(NamedTuple):
    """Elements whose powers lead to one idempotent."""

    idempotent: Element
    elements: tuple[Element, ...]
    group: int
    """How many of them are multiples of the idempotent: these are a group."""
    lost: int
    """How many of them are lost."""
    below: tuple[int, ...]
    """The places of the blocks directly below."""
    level: int
    """How many blocks are above it on the longest way from the top."""


def blocks(monoid: Monoid) -> list[Block]:
    """All blocks, each after those above it.

    >>> from nimatron import misere_quotient
    >>> monoid = misere_quotient("nim: 3").building.monoid
    >>> [(block.idempotent, len(block.elements), block.below) for block in blocks(monoid)]
    [(0, 2, (1,)), (4, 4, ())]
    """
    members: dict[Element, list[Element]] = {}
    for element in range(len(monoid)):
        members.setdefault(_idempotent(monoid, element), []).append(element)
    above = {e: [f for f in members if f != e and monoid.mul[e, f] == e] for e in members}
    level = dict.fromkeys(members, 0)
    order = sorted(members, key=lambda e: (len(above[e]), e))  # whatever is above has fewer above it
    for e in order:
        level[e] = max((level[f] + 1 for f in above[e]), default=0)
    place = {e: i for i, e in enumerate(order)}
    return [
        Block(
            e,
            tuple(members[e]),
            len({int(monoid.mul[e, x]) for x in members[e]}),
            sum(bool(monoid.lost[x]) for x in members[e]),
            tuple(place[f] for f in order if e in _covers(above, f)),
            level[e],
        )
        for e in order
    ]


def _idempotent(monoid: Monoid, element: Element) -> Element:
    power = element
    while monoid.mul[power, power] != power:
        power = int(monoid.mul[power, element])
    return power


def _covers(above: dict[Element, list[Element]], e: Element) -> Sequence[Element]:
    """Those directly above an idempotent: nothing lies between."""
    return [f for f in above[e] if not any(f in above[between] for between in above[e])]
