"""Plans for `lanes`: which options of all heaps are marked, and what is looked up.

Splits with rare heaps make all common values, so all of them are marked. Of the splits with common heaps only some are,
which reach most of the rare values.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from . import sparse
from .compiling import jit
from .lanes import FRONT, NONE, REACH, WIDTH, Lanes, Marks, Sources, Space, below, new_space, room
from .machines import LANES
from .pairs import Rules
from .reaching import choose, list_open
from .sets import CHUNK, ROWS, far_lanes, width_of
from .sparse import Bytes, Floats, Ints, Values
from .unions import in_planes, sources_of, useful_planes
from .walks import NEAR, PULLED, table_of

MOST_MARKS = 400
"""With more rare heaps than this, times the number of splits, the lanes are not worth it."""

LARGE = 0.02
"""The most heaps, in part of all, whose values may be too large for the sets."""

OPEN, GAIN = 0.05, 2e-3
"""Common heaps are marked until so few rare values stay open per heap, or one more closes so few: an estimate."""

SAMPLE, LEAST = 1 << 13, 3
"""Then more of them, each of which closes at least LEAST values in so many heaps: these are counted."""

LISTED = 2048
"""At most so many open values are listed for that."""

PLANES = 2, 3, 4, 5, 6
"""A set has so many bytes. More take longer, and fewer leave out more values."""

UNITED = 20
"""Making unions takes as long as looking up so many marks in two planes."""

RESTART = 1000
"""A value that is left out takes as long as so many look-ups of a mark in all lanes."""


def lanes_of(
    G: Values, n: int, rules: Rules, functionals: Sequence[int], count: Floats, front: int
) -> tuple[Lanes, Space] | None:
    """What `fill` needs for the heaps from n on; None if the code is not of that kind, or not yet.

    `count` is the histogram of all heaps so far; those that the functionals make rare lie below `front`.
    """
    classes = [d for d, f in enumerate(functionals) if f]
    masks = {functionals[d] for d in classes}
    if G.dtype != np.uint8 or len(masks) != 1:
        return None
    functional = masks.pop()
    if functional & 1 and len(classes) > 1:
        return None  # what is common in one class is rare in the other
    return _lanes(G, n, rules, functional, classes[0], count, front)


def _lanes(
    G: Values, n: int, rules: Rules, functional: int, parity: int, count: Floats, front: int
) -> tuple[Lanes, Space] | None:
    rare, most = rules.rare[parity], len(count) // 2
    rares = int(rare @ count)
    recent = sparse.histogram(G, n - min(n // 4, sparse.RECENT), n, most)
    if recent[4 * WIDTH :].any() or rares * len(rules.splits) > MOST_MARKS:
        return None
    heaps, found = sparse.positions(G, 1, front, rare, np.zeros(0, np.uint8), rares + 1)
    heaps = heaps[:found]
    mask, turns = functional >> 1, functional & 1
    low = (mask & -mask).bit_length() - 1
    value = np.arange(2 * WIDTH)
    rank = (value & ((1 << low) - 1) | value >> low + 1 << low).astype(np.uint8)
    more = _more_heaps(G, n, rules, rare, recent)
    far = vector_lanes()
    united = heaps[heaps >= LANES] if far < LANES else heaps[:0]
    alone = np.setdiff1d(heaps, united)
    first, common, other = (
        [(int(t + a), int(G[a])) for t in rules.splits for a in some] for some in (united, alone, more)
    )
    if any(g >= 2 * WIDTH for _, g in (*first, *common, *other)):
        return None  # the first heaps have larger values than the last
    for t in rules.takes:  # what is left is common, and so is its value at n, unless the parity of n turns it
        (other if turns and t & 1 else common).append((int(t), 0))
    planes = _planes(recent.reshape(-1, 2).sum(axis=1) / recent.sum(), len(first) + len(common) + len(other))
    marks = [_marks(first, common, rank, far), _marks([], other, rank, LANES)]
    reach = max(int(m.away.max(initial=LANES)) for m in marks)
    reach += -reach % LANES  # so that blocks begin where a line of the cache does
    behind = front if front < n else int(heaps.max(initial=0)) + 1
    if reach > REACH or n - reach < behind or not planes:
        return None  # a partner of a mark may be rare, or many values too large
    values = _values(rare, rank, planes)
    turned = rules.takes[(rules.takes & turns) > 0]
    useful = useful_planes(G, n, rules.splits, turned, more, rank, values.ravel(), planes)
    codes, nothing = rank[G[united]], rules.takes[:0]
    here = in_planes(codes, planes)
    known, every = (sources_of(united, codes, some, nothing, reach) for some in (here, np.ones_like(here)))
    shown = sources_of(more, rank[G[more]], useful & in_planes(rank[G[more]], planes), turned, reach)
    need = _need(values, planes)
    kept = min(FRONT, rules.front - 1, n // 4) // CHUNK * CHUNK
    lanes = Lanes(
        common=marks[0],
        rare=marks[1],
        far=known,
        every=every,
        shown=shown,
        splits=rules.splits,
        unions=_unions(planes, len(other), every, shown, reach),
        near=_near(marks[0], planes),
        soon=_soon(int(marks[0].away.min(initial=NEAR))),
        rank=rank,
        values=values.ravel(),
        front=G[kept:0:-1].copy(),
        need=need.ravel(),
        least=_least(need, planes),
        planes=planes,
        reach=reach,
        first=int(rules.splits.max()),
        most=min(most, 2 * WIDTH),
    )
    return lanes, new_space(lanes)


def _planes(share: Floats, marks: int) -> int:
    """How many planes are best for so many marks, if each value has this share of the heaps; 0: none."""
    cost = {planes: planes * marks / LANES + RESTART * share[16 * planes - 2 :].sum() for planes in PLANES}
    best = min(cost, key=cost.__getitem__)
    return best if share[16 * best - 2 :].sum() < LARGE else 0


def _unions(planes: int, marks: int, far: Sources, shown: Sources, reach: int) -> int:
    """How many planes of unions are needed; 0 if large vectors are quicker that look up two planes for each mark."""
    if planes == 2 and marks < len(shown.place) + UNITED and vector_lanes() == LANES:
        return 0
    return 1 + int((np.concatenate([far.place, shown.place]) + reach).max(initial=0)) // room(reach)


@jit
def vector_lanes() -> int:
    """Heaps at least so far away are added by vectors. Where these have few lanes, unions are quicker than marks."""
    return far_lanes()


def _values(rare: Bytes, rank: Bytes, planes: int) -> Bytes:
    values = np.full((2, 2, WIDTH), NONE, np.uint8)
    for parity in (0, 1):
        for v, kind in enumerate(rare[parity::2][: 2 * WIDTH]):
            if rank[v] < 8 * planes - 1:
                values[parity, kind, rank[v]] = v
    return values


def _need(values: Bytes, planes: int) -> Bytes:
    """See `Lanes`."""
    need = np.zeros((2, ROWS, WIDTH), np.uint8)
    for parity, (common, rare) in enumerate(values):
        need[parity, 0] = common
        for place, value in enumerate(common.tolist()):
            smaller = (
                sum(1 << r for r, v in enumerate(rare.tolist()) if v < value) if value != NONE else 1 << 8 * planes - 1
            )
            need[parity, 1:, place] = list(smaller.to_bytes(WIDTH // 8, "little"))
    return need


def _least(need: Bytes, planes: int) -> Bytes:
    """See `Lanes`."""
    asked = [need[:, 1 + p : 1 + planes].max(axis=(0, 1)) for p in range(planes)]
    return np.array([np.append(row, 1).nonzero()[0][0] for row in asked], np.uint8)


def _soon(least: int) -> int:
    """See `Lanes`."""
    return 1 if least == 1 else 2 if least < PULLED else PULLED


def _near(marks: Marks, planes: int) -> Bytes:
    """See `Lanes`."""
    sets = np.zeros((NEAR, WIDTH), np.uint64)
    for k in range(marks.ends[-1], len(marks.away)):
        for rank in range(below(planes) - 1):
            sets[marks.away[k], rank ^ int(marks.code[k] & 255)] |= np.uint64(1 << rank)
    return table_of(sets, width_of(planes))


def _more_heaps(G: Values, n: int, rules: Rules, rare: Bytes, recent: Floats) -> Ints:
    """Common heaps whose splits reach most of the rare values."""
    left = sparse.wanted(recent)
    left[rare == 0] = 0
    chance = np.minimum(2 * recent / recent.sum(), 1.0)
    miss = np.ones(len(left))
    for t in rules.splits:
        miss *= 1 - (chance.reshape(-1, 2)[:, ::-1].ravel() if t & 1 else chance)
    # Choosing takes time: more heaps to choose from only where a plan lasts long.
    last = max(LANES, min(max(1024, n >> 15), REACH // 2, rules.front, n // 2))
    index = 2 * G[:last].astype(np.int64) + (np.arange(last) & 1)
    usable = (1 - rare[index]).astype(np.uint8)
    chosen = sparse.cover(G, 1, last, miss, left, usable, OPEN, GAIN)
    usable[0] = usable[chosen] = 0
    # The estimate takes heaps for independent, which they are not: what is still open in the last heaps is counted.
    start = max(n - SAMPLE, n // 2 + last)
    heaps, values = np.zeros((2, LISTED), np.int64)
    found = list_open(G, start, n, rules, rare, chosen, heaps, values, np.zeros(2 * WIDTH, np.uint8))
    more = np.zeros(last, np.int64)
    count = choose(G, rules.splits, heaps[:found], values[:found], usable, np.zeros(last, np.int64), more, LEAST)
    return np.sort(np.concatenate([chosen, more[:count]]))


def _marks(first: list[tuple[int, int]], others: list[tuple[int, int]], rank: Bytes, far: int) -> Marks:
    """Some marks that come from unions, then the others."""
    pairs = first + sorted(others, reverse=True)
    away = np.array([a for a, _ in pairs], np.int64)
    g = np.array([g for _, g in pairs], np.uint8)
    begin = [int((away[len(first) :] >= least).sum()) for least in (far, NEAR)]
    ends = np.array([0, *begin], np.int64) + len(first)
    return Marks(away, g, rank[g] * np.uint32(0x01010101), ends)
