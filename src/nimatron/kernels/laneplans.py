"""Plans for `lanes`: which options of all heaps are marked, and what is looked up.

Splits with rare heaps make all common values, so all of them are marked. Of the splits with common heaps only some are,
which reach most of the rare values: see `showing`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from . import sparse
from .compiling import jit
from .lanes import KEPT, NONE, REACH, WIDTH, Lanes, Marks, Planes, Space, new_space, room
from .machines import LANES
from .pairs import Rules
from .sets import CHUNK, ROWS, far_lanes, width_of
from .showing import showing
from .sparse import Bytes, Floats, Ints, Values
from .unions import heaps_of, in_planes, planes_of
from .walks import NEAR, PULLED, room_for, table_of

MOST_MARKS = 400
"""With more rare heaps than this, times the number of splits, the lanes are not worth it."""

LARGE, LARGE_ALONE = 0.02, 0.04
"""The most heaps, in part of all, whose values may be too large for the sets; the latter if these change no others."""

PLANES = 2, 3, 4, 5, 6
"""A set has so many bytes. More take longer, and fewer leave out more values."""

SHOWING = 2
"""Showing rare values takes about so many times as long as marking the common ones."""

UNITED = 20
"""Making unions takes as long as looking up so many marks in two planes."""

RESTART, ALONE = 1000, 300
"""A value that is left out takes as long as so many look-ups of a mark in all lanes; the latter if a block goes on."""

FIRST = 2048
"""At least so many of the first heaps are looked at for some that show rare values."""


class Code(NamedTuple):
    """What is known of a code before a plan is made."""

    G: Values

    n: int
    """The plan is for the heaps from this one on."""

    rules: Rules

    rare: Bytes
    """For each index of `sparse`: 1 if it is rare."""

    rank: Bytes
    """The rank of each value."""

    heaps: Ints
    """All rare heaps."""

    recent: Floats
    """The histogram of the last heaps."""

    turned: Ints
    """Those of the takes that leave a value which is rare at n: the parity of a heap counts, and they change it."""

    @property
    def united(self) -> Ints:
        """The rare heaps whose options come from unions, where vectors have few lanes: they lead out of the block."""
        return self.heaps[self.heaps >= LANES] if vector_lanes() < LANES else self.heaps[:0]

    @property
    def single(self) -> Ints:
        """The other rare heaps."""
        return np.setdiff1d(self.heaps, self.united)

    @property
    def soon(self) -> int:
        """See `Lanes`."""
        alone = np.setdiff1d(self.rules.takes, self.turned).min(initial=NEAR)
        return _soon(int(min(self.rules.splits.min() + self.single.min(initial=NEAR), alone)))

    def ranks(self, heaps: Ints) -> Bytes:
        """Their ranks."""
        return self.rank[self.G[heaps]]

    def splits(self, heaps: Ints) -> list[tuple[int, int]]:
        """How far away an option is, and the value that is added to it, for all splits with these heaps."""
        return [(int(t + a), int(self.G[a])) for t in self.rules.splits for a in heaps]


def lanes_of(
    G: Values, n: int, rules: Rules, functionals: Sequence[int], count: Floats, rare_below: int
) -> tuple[Lanes, Space] | None:
    """What `fill` needs for the heaps from n on; None if the code is not of that kind, or not yet.

    `count` is the histogram of all heaps so far; those that the functionals make rare lie below `rare_below`.
    """
    classes = [d for d, f in enumerate(functionals) if f]
    masks = {functionals[d] for d in classes}
    if G.dtype != np.uint8 or len(masks) != 1:
        return None
    functional = masks.pop()
    if functional & 1 and len(classes) > 1:
        return None  # what is common in one class is rare in the other
    rare = rules.rare[classes[0]]
    rares = int(rare @ count)
    recent = sparse.histogram(G, n - min(n // 4, sparse.RECENT), n, len(count) // 2)
    if recent[4 * WIDTH :].any() or rares * len(rules.splits) > MOST_MARKS:
        return None
    heaps, found = sparse.positions(G, 1, rare_below, rare, np.zeros(0, np.uint8), rares + 1)
    heaps = heaps[:found]
    if (G[heaps] >= 2 * WIDTH).any():
        return None  # the first heaps have larger values than the last
    turned = rules.takes[(rules.takes & functional & 1) > 0]
    lanes = _lanes(Code(G, n, rules, rare, _rank(functional >> 1), heaps, recent, turned))
    behind = rare_below if rare_below < n else int(heaps.max(initial=0)) + 1
    if lanes is None or lanes.reach > REACH or n - lanes.reach < behind:
        return None  # a partner of a mark may be rare, or many values too large
    if (G[n - lanes.reach : n] >= 2 * WIDTH).any():
        return None  # few heaps are recent where few are kept, and such a value among the others has no rank
    return lanes, new_space(lanes)


def _rank(mask: int) -> Bytes:
    """The rank of each value: without the lowest bit of the mask."""
    low = (mask & -mask).bit_length() - 1
    value = np.arange(2 * WIDTH)
    return (value & ((1 << low) - 1) | value >> low + 1 << low).astype(np.uint8)


def _lanes(code: Code) -> Lanes | None:
    """The plan, be it of use or not; None if too many values are too large."""
    planes = _planes(code)
    if not planes:
        return None
    values, found = _values(code.rare, code.rank), room_for(planes, code.soon)
    heaps, useful = showing(
        code.G, code.n, code.rules.splits, code.turned, _usable(code, planes), code.rank, values.ravel()
    )
    others = np.setdiff1d(code.rules.takes, code.turned)
    common = _marks(code.splits(code.united), code.splits(code.single) + _takes(others), code.rank, vector_lanes())
    rare = _marks([], code.splits(heaps) + _takes(code.turned), code.rank, LANES)
    reach = max(int(marks.away.max(initial=LANES)) for marks in (common, rare))
    reach += -reach % LANES  # so that blocks begin where a line of the cache does
    far = heaps_of(code.united, code.ranks(code.united), planes, reach)
    shown = planes_of(heaps, code.ranks(heaps), useful, reach)
    need = _need(values)
    return Lanes(
        common=common,
        rare=rare,
        far=far,
        shown=shown,
        takes=code.turned,
        splits=code.rules.splits,
        unions=_unions(planes, len(rare.away), far, shown, reach),
        near=_near(common, planes, found),
        soon=code.soon,
        rank=code.rank,
        values=values.ravel(),
        backward=_backward(code),
        need=need.ravel(),
        needed=_needed(need),
        least=_least(need, planes),
        planes=planes,
        reach=reach,
        first=int(code.rules.splits.max()),
        limit=_limit(values, found),
        alone=_are_alone(code, planes),
    )


def _takes(takes: Ints) -> list[tuple[int, int]]:
    """The same as `Code.splits` for moves that leave one heap."""
    return [(int(t), 0) for t in takes]


def _backward(code: Code) -> Bytes:
    """See `Lanes`."""
    kept = min(KEPT, code.rules.front - 1, code.n // 4) // CHUNK * CHUNK
    return code.G[kept:0:-1].copy()


def _usable(code: Code, planes: int) -> Bytes:
    """Which planes of which of the first heaps may show rare values? Common ones, from planes that a set has too."""
    # Choosing takes time: more heaps to choose from only where a plan lasts long. Those below half of what a split
    # leaves make no equal heaps, which may be forbidden.
    half = (code.n - int(code.rules.splits.max()) - 1) // 2
    last = max(LANES, min(max(FIRST, code.n >> 15), REACH // 2, code.rules.front, half))
    values = code.G[:last].astype(np.int64)
    common = (code.rare[2 * values + (np.arange(last) & 1)] == 0) & (values < 2 * WIDTH)
    common[0] = False
    usable: Bytes = in_planes(code.rank[values & (2 * WIDTH - 1)], planes) * common
    return usable


def _planes(code: Code) -> int:
    """How many planes are best; 0: none."""
    share = code.recent.reshape(-1, 2).sum(axis=1) / code.recent.sum()
    marks = (1 + SHOWING) * len(code.heaps) * len(code.rules.splits)
    need, cost = _need(_values(code.rare, code.rank)), {0: float("inf")}
    for planes in PLANES:
        if need[:, 1 + planes :, : 8 * planes].any():
            continue  # a small rank needs rare ranks that a set has no room for: its bit is a high one of the values
        alone, large = _are_alone(code, planes), share[2 * room_for(planes, code.soon) :].sum()
        if large < (LARGE_ALONE if alone else LARGE):
            cost[planes] = planes * marks / LANES + (ALONE if alone else RESTART) * large
    return min(cost, key=cost.__getitem__)


def _are_alone(code: Code, planes: int) -> bool:
    """See `Lanes`: does a high rank stay so, whatever the options of the same block add to it?"""
    return room_for(planes, code.soon) == 8 * planes and stay_high(code.ranks(code.single), planes)


def stay_high(codes: Bytes, planes: int) -> bool:
    """Do ranks that are too high for a set stay so, whichever of these is added to them?"""
    high = np.arange(8 * planes, WIDTH)
    return bool((high[:, None] ^ codes >= 8 * planes).all())


def _unions(planes: int, marks: int, far: Planes, shown: Planes, reach: int) -> int:
    """How many planes of unions are needed; 0 if large vectors are quicker that look up two planes for each mark."""
    if planes == 2 and marks < len(shown.place) + UNITED and vector_lanes() == LANES:
        return 0
    return max(planes, 1 + int((far.place + reach).max(initial=0)) // room(reach))


@jit
def vector_lanes() -> int:
    """Heaps at least so far away are added by vectors. Where these have few lanes, unions are quicker than marks."""
    return far_lanes()


def _values(rare: Bytes, rank: Bytes) -> Bytes:
    """See `Lanes`."""
    values = np.full((2, 2, WIDTH), NONE, np.uint8)
    for parity in (0, 1):
        for v, kind in enumerate(rare[parity::2][: 2 * WIDTH]):
            values[parity, kind, rank[v]] = v
    return values


def _limit(values: Bytes, found: int) -> int:
    """See `Lanes`."""
    none = (values[:, 0] == NONE).any(axis=0)
    return min(found, int(np.append(none, True).argmax()))


def _need(values: Bytes) -> Bytes:
    """See `Lanes`."""
    need = np.zeros((2, ROWS, WIDTH), np.uint8)
    for parity, (common, rare) in enumerate(values):
        need[parity, 0] = common
        smaller = (rare[:, None] < common) & (common != NONE)
        need[parity, 1:] = np.packbits(smaller, axis=0, bitorder="little")
    return need


def _needed(need: Bytes) -> npt.NDArray[np.uint64]:
    """See `Lanes`."""
    return need[:, 1:].transpose(0, 2, 1).copy().view(np.uint64).ravel()


def _least(need: Bytes, planes: int) -> Bytes:
    """See `Lanes`."""
    asked = [need[:, 1 + p : 1 + planes].max(axis=(0, 1)) for p in range(planes)]
    return np.array([np.append(row, 1).nonzero()[0][0] for row in asked], np.uint8)


def _soon(least: int) -> int:
    """See `Lanes`."""
    return 1 if least == 1 else 2 if least < PULLED else PULLED


def _near(marks: Marks, planes: int, found: int) -> Bytes:
    """See `Lanes`."""
    sets = np.zeros((NEAR, WIDTH), np.uint64)
    for k in range(marks.ends[-1], len(marks.away)):
        for rank in range(found):
            sets[marks.away[k], rank ^ int(marks.code[k] & 255)] |= np.uint64(1 << rank)
    return table_of(sets, width_of(planes))


def _marks(first: list[tuple[int, int]], others: list[tuple[int, int]], rank: Bytes, far: int) -> Marks:
    """Some marks that come from unions, then the others."""
    pairs = first + sorted(others, reverse=True)
    away = np.array([a for a, _ in pairs], np.int64)
    g = np.array([g for _, g in pairs], np.uint8)
    begin = [int((away[len(first) :] >= least).sum()) for least in (far, NEAR)]
    ends = np.array([0, *begin], np.int64) + len(first)
    return Marks(away, g, rank[g] * np.uint32(0x01010101), ends)
