"""Which planes of unions `lanes` adds, in which order.

The union of heap n has the ranks of G(n - t) for all splits t, so the options that splits with a heap a make are the
union of n - a, each rank added to that of G(a). In planes (see `sets`), that sum takes a whole plane to another one and
changes the order of the bits in its bytes: see `adding`.
"""

from __future__ import annotations

import numpy as np

from .lanes import Planes, room
from .sparse import Bytes, Ints


def heaps_of(heaps: Ints, codes: Bytes, planes: int, reach: int) -> Planes:
    """What heaps of these ranks add to all planes of a set: those of one order together, the farthest first."""
    groups = [np.flatnonzero(codes & 7 == order)[::-1] for order in range(8)]
    places = [
        room(reach) * (p ^ int(codes[k]) >> 3) - int(heaps[k]) for group in groups for k in group for p in range(planes)
    ]
    return Planes(np.array(places, np.int64), np.cumsum([0, *map(len, groups)]))


def planes_of(heaps: Ints, codes: Bytes, useful: Bytes, reach: int) -> Planes:
    """What heaps of these ranks add to each plane of a set where that is useful, those farthest away first."""
    places: list[int] = []
    ends = [0]
    for p, row in enumerate(useful):
        for order in range(8):
            some = np.flatnonzero(row * (codes & 7 == order))[::-1]  # what comes late is waited for last
            places += [room(reach) * (p ^ int(codes[k]) >> 3) - int(heaps[k]) for k in some]
            ends.append(len(places))
    return Planes(np.array(places, np.int64), np.array(ends))


def in_planes(codes: Bytes, planes: int) -> Bytes:
    """For each plane of a set and each of these ranks: does it come from a plane of the union that a set has too?"""
    found: Bytes = ((np.arange(planes)[:, None] ^ codes >> 3) < planes).astype(np.uint8)
    return found
