"""How the boundaries of a position are laid side by side: each letter is a spot that two of them meet, or one twice."""

from __future__ import annotations

from collections.abc import Sequence

from .lands import DIGITS, Region, group_by_spots

MOST_STEPS = 20_000
"""How many ways to lay boundaries side by side are tried."""


class Crossing(ValueError):
    """Lines at these spots would cross; `endless` if that was not decided."""

    def __init__(self, spots: str, endless: bool = False) -> None:
        self.spots, self.endless = spots, endless


def turns_of(regions: Sequence[Region]) -> list[int]:
    """How each boundary is read in a drawing: 1 as it is written, -1 from behind; alike within a region.

    >>> turns_of([["ABC"], ["ABC"]])
    [1, -1]
    """
    words = [(r, word.translate(_NO_DIGITS)) for r, region in enumerate(regions) for word in region]
    _check_trees(regions)
    drawings = _drawings([word for _, word in words if word])
    turns = {w: 1 for w, (_, word) in enumerate(words) if not word}
    sides: dict[int, int] = {}
    while drawings:
        rims = next((rims for rims in drawings if any(r in sides and word in rims for r, word in words)), drawings[0])
        drawings.remove(rims)
        found = {w: 0 for w, (_, word) in enumerate(words) if word in rims}
        for word, turn in zip(rims, _turns_of_drawing(rims), strict=True):
            found[next(w for w in found if not found[w] and words[w][1] == word)] = turn
        # A drawing may be turned over, so that it fits to the regions that are drawn already.
        over = next((sides[r] * found[w] for w in found if (r := words[w][0]) in sides), 1)
        for w, turn in found.items():
            turns[w] = sides[words[w][0]] = over * turn
    return [sides.get(r, 1) for r, _ in words]


_NO_DIGITS = str.maketrans("", "", DIGITS)


def _drawings(words: Sequence[str]) -> list[list[str]]:
    """The boundaries, those of one connected drawing together."""
    return [[word for (word,) in drawing] for drawing in group_by_spots([[word] for word in words])]


def _check_trees(regions: Sequence[Region]) -> None:
    """Regions and connected drawings are trees: a way around would lead through one of them twice."""
    for land in group_by_spots(regions):
        words = [letters for region in land for word in region if (letters := word.translate(_NO_DIGITS))]
        if len(land) + len(_drawings(words)) != len(words) + 1:
            raise Crossing("".join(words))


def _turns_of_drawing(rims: list[str]) -> list[int]:
    gluing = _Gluing()
    found = gluing.fitting(rims[0], rims[1:])
    if found is None:
        raise Crossing("".join(rims), gluing.steps > MOST_STEPS)
    return [1, *(found[word] for word in rims[1:])]


class _Gluing:
    """Lays boundaries side by side so that each letter meets itself."""

    def __init__(self) -> None:
        self.steps = 0

    def fitting(self, rim: str, rest: list[str]) -> dict[str, int] | None:
        """The turns of the other boundaries around a disc with this rim; None if they do not fit."""
        self.steps += 1
        if not rim:
            return {}
        if self.steps > MOST_STEPS:
            return None
        # A letter that stands twice on the rim is a curve that nothing crosses.
        for i, letter in enumerate(rim):
            j = rim.find(letter, i + 1)
            if j > 0:
                return self._fit_both_sides(rim[i + 1 : j], rim[j + 1 :] + rim[:i], rest)
        beside = next(word for word in rest if rim[0] in word)
        others = [word for word in rest if word is not beside]
        i = beside.index(rim[0])
        way = beside[i + 1 :] + beside[:i]
        for turn in (1, -1):
            if (found := self.fitting(rim[1:] + way[::turn], others)) is not None:
                return {**found, beside: turn}
        return None

    def _fit_both_sides(self, inner: str, outer: str, rest: list[str]) -> dict[str, int] | None:
        """The turns of the others, each on the side that it is joined with."""
        inside, outside = list[str](), list[str]()
        for drawing in _drawings(rest):
            letters = {*"".join(drawing)}
            if letters & {*inner} and letters & {*outer}:
                return None
            (inside if letters & {*inner} else outside).extend(drawing)
        if {*inner} & {*outer} or (found := self.fitting(inner, inside)) is None:
            return None
        return None if (more := self.fitting(outer, outside)) is None else found | more
