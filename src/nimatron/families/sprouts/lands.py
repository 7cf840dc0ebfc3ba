"""Sprouts on paper as text: regions, boundaries, live spots; what no move can tell apart has one text.

A region is a list of boundaries, and a boundary is the cyclic word of the live spots along it:

    0         a spot without lines, with three lives
    1         a spot at the end of one line, with two lives
    2         a spot with one life, met once
    A, B ...  a spot with one life, met twice: from two sides

A land is the regions that share spots. No line leads from one land to another, so lands are parts of a sum.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TypeVar

Region = list[str]

DIGITS = "012"

MOST_SPOTS = 30
"""The most spots to begin with."""

MOST_LIVES = 3 * MOST_SPOTS

NAMES = [letter for letter in map(chr, range(ord("A"), 0x180)) if letter.isalpha() and letter.isupper()]
"""What spots that are met twice are called, in this order."""
NAMES += [letter.lower() for letter in NAMES if len(letter.lower()) == 1]

COLORS = [chr(0x400 + i) for i in range(0x300)]
"""What stands for a class of spots that are alike so far; never a name."""

FEW = 3
"""In a region with so few lives it does not matter where they are."""


def lives(region: Iterable[str]) -> int:
    """How many lives the spots of a region have.

    >>> lives(["0", "AB", "A1"])
    7
    """
    word = "".join(region)
    zeros, ones, twos = map(word.count, DIGITS)
    spots = {*word}
    return 3 * zeros + 2 * ones + twos + len(spots) - (zeros > 0) - (ones > 0) - (twos > 0)


def regions_of(land: str) -> list[Region]:
    """The regions of a land, each with its boundaries."""
    return [region.split(",") for region in land.split(" ")]


def weight(land: str) -> int:
    """How many lives a land has: no play in it is longer."""
    # Each letter stands there twice.
    return sum(6 - 2 * int(spot) if spot in DIGITS else 1 for spot in land if spot not in ", ") // 2


# -- reduction -------------------------------------------------------------------------------------


def reduce_regions(text: str) -> list[str]:
    """The regions of a text, each as a text, without what makes no difference to play."""
    while True:
        letters = text.translate(_LETTERS_ONLY)
        once = [spot for spot in {*letters} if letters.count(spot) == 1]
        if once:
            text = text.translate(dict.fromkeys(map(ord, once), "2"))
        # Nobody can move where fewer than two lives are left.
        regions = [region for region in map(_clean, text.split(" ")) if region]
        text = " ".join(regions)
        # Only a letter that was met twice and is gone now may give another one up.
        if len(text.translate(_LETTERS_ONLY)) == len(letters) - len(once):
            return _without_pairs(regions)


_LETTERS_ONLY = str.maketrans("", "", DIGITS + ", ")

_LETTERS_ALIKE = str.maketrans(dict.fromkeys(NAMES, "?"))


@lru_cache(maxsize=1 << 16)
def _clean(region: str) -> str:
    """A region with its boundaries in some order; nothing if no line can be drawn in it."""
    words = [word for word in map(_without_loops, region.split(",")) if word]
    left = lives(words)
    if left > FEW:
        return ",".join(sorted(words, key=lambda word: word.translate(_LETTERS_ALIKE)))
    # With few lives it does not matter where they are.
    word = "".join(words)
    twice = {spot for spot in word if spot not in DIGITS and word.count(spot) == 2}
    rest = [spot for spot in word if spot not in twice]
    return "".join(sorted(rest + ["2"] * len(twice))) if left > 1 else ""


def _without_loops(word: str) -> str:
    """A boundary with a 2 for both sides of a spot next to each other."""
    i = 0
    while len(word) > 1 and i < len(word):
        if word[i] == word[i - 1] and word[i] not in DIGITS:
            word = "2" + (word[1:-1] if i == 0 else word[i + 1 :] + word[: i - 1])
            i = 0
        else:
            i += 1
    return word


def _without_pairs(regions: list[str]) -> list[str]:
    """Two spots that meet in two regions and nowhere else can be joined once, as in a single region."""
    pairs = [region for region in regions if len(region) == 2 and not {*region} & {*DIGITS}]
    for pair in {*pairs}:
        if pairs.count(pair) == 2:
            regions = [*(region for region in regions if region != pair), "22"]
    return regions


# -- canonical texts -------------------------------------------------------------------------------


def lands_of(regions: Iterable[Region]) -> tuple[str, ...]:
    """The lands of a position in the order of their regions, each as the least of its texts.

    >>> lands_of([["0", "1"], ["A", "0", "0"], ["A", "0"]])
    ('0,1', '0,0,A 0,A')
    """
    return tuple(map(_land_text, group_by_spots(reduce_regions(" ".join([",".join(region) for region in regions])))))


def canonical(text: str) -> tuple[str, ...]:
    """The lands of the regions in a text, in the order of their texts."""
    return tuple(sorted(map(_land_text, group_by_spots(reduce_regions(text)))))


Linked = TypeVar("Linked", bound=Sequence[str])


def group_by_spots(regions: Iterable[Linked]) -> list[list[Linked]]:
    """The regions, those that share spots together."""
    lands: list[tuple[set[str], list[Linked]]] = []
    for region in regions:
        names = {*"".join(region).translate(_LETTERS_ONLY)}
        near = [land for land in lands if not names.isdisjoint(land[0])]
        lands = [land for land in lands if names.isdisjoint(land[0])]
        lands.append((names.union(*(spots for spots, _ in near)), [*(one for _, land in near for one in land), region]))
    return [land for _, land in lands]


def _land_text(land: list[str]) -> str:
    # The same land comes in many texts; few of them are left if the letters follow each other.
    return _least_text(_in_turn(" ".join(sorted(land, key=lambda region: region.translate(_LETTERS_ALIKE)))))


def _in_turn(land: str, sizes: dict[str, int] | None = None) -> str:
    """A text with other letters, which appear in their order; some letters stand for several in a row."""
    names: dict[int, str] = {}
    used = 0
    for spot in land.translate(_LETTERS_ONLY):
        if ord(spot) not in names:
            size = sizes[spot] if sizes else 1
            names[ord(spot)] = "".join(NAMES[used : used + size])
            used += size
    return land.translate(names)


@lru_cache(maxsize=1 << 18)
def _least_text(land: str) -> str:
    """The least text of a land, in the order of its regions."""
    regions, sizes = _with_circles(land)
    if not sizes:
        return _region_text(land)[0]
    text, order = _Naming(regions).least(sizes)
    return _in_turn(text, {name: sizes[spot] for name, spot in zip(NAMES, order, strict=False)})


def _with_circles(land: str) -> tuple[list[str], dict[str, int]]:
    """The regions with one letter for all spots of a circle, and how many spots each letter stands for.

    A circle is a whole boundary of two regions. It may be turned and turned over without any change to the rest, so the
    order of its spots tells nothing.
    """
    sizes = dict.fromkeys(land.translate(_LETTERS_ONLY), 1)
    met: set[str] = set()
    for word in land.replace(" ", ",").split(","):
        spots = "".join(sorted(word))
        if spots in met and spots.isalpha():
            first, others = spots[0], spots[1:]
            sizes[first] = len(spots)
            land = land.translate(dict.fromkeys(map(ord, others)))
            for spot in others:
                del sizes[spot]
        met.add(spots)
    return land.split(" "), sizes


def _rotate(word: str) -> str:
    return min([word[i:] + word[:i] for i in range(len(word))]) if len(word) > 1 else word


@lru_cache(maxsize=1 << 18)
def _region_text(region: str) -> tuple[str, int]:
    """The lesser text of a region and its mirror image; 1 for the region, -1 for the image, 0 if they are equal."""
    words = region.split(",")
    text = ",".join(sorted(map(_rotate, words)))
    image = ",".join(sorted([_rotate(word[::-1]) for word in words]))
    return (text, 1) if text < image else (image, -1) if image < text else (text, 0)


class _Naming:
    """The ways to name the spots of a land, by classes that are refined until each holds a single spot."""

    def __init__(self, regions: list[str]) -> None:
        self.regions = regions

    def least(self, classes: dict[str, int], every: bool = True) -> tuple[str, list[str]]:
        """The least text, and the spots in the order of their names in it; if not `every`, the text of one way."""
        classes = self._refine(classes)
        order = sorted(classes, key=classes.__getitem__)
        tie = next((group for group, other in pairwise(map(classes.__getitem__, order)) if group == other), None)
        if tie is None:
            return self._name(order)
        tied = [spot for spot in order if classes[spot] == tie]
        return self._least_of(tied if every else tied[:1], classes, every)

    def _least_of(self, tied: list[str], classes: dict[str, int], every: bool) -> tuple[str, list[str]]:
        """The least text over the spots of a class that may come first.

        Two ways with the same text are a symmetry. Of spots that symmetries carry into each other one is tried.
        """
        alike = {spot: spot for spot in classes}

        def root(spot: str) -> str:
            while alike[spot] != spot:
                spot = alike[spot]
            return spot

        best: tuple[str, list[str]] | None = None
        tried: list[str] = []
        for first in tied:
            if any(root(first) == root(other) for other in tried):
                continue
            tried.append(first)
            split = {spot: 2 * group + 1 - (spot == first) for spot, group in classes.items()}
            way = self.least(split, every and best is None)
            if best is not None and every and way[0] != best[0]:
                way = self.least(split)
            if best is not None and way[0] == best[0]:
                for a, b in zip(best[1], way[1], strict=True):
                    alike[root(a)] = root(b)
            if best is None or way[0] < best[0]:
                best = way
        assert best is not None
        return best

    def _name(self, order: list[str]) -> tuple[str, list[str]]:
        table = str.maketrans(dict(zip(order, NAMES, strict=False)))
        texts = [_region_text(region.translate(table))[0] for region in self.regions]
        return " ".join(sorted(texts)), order

    def _refine(self, classes: dict[str, int]) -> dict[str, int]:
        """The classes split by what their spots see from both sides, until nothing changes."""
        count = len({*classes.values()})
        while True:
            views = self._views(classes)
            keys = {spot: (group, *sorted(views[spot])) for spot, group in classes.items()}
            ranks = {key: i for i, key in enumerate(sorted({*keys.values()}))}
            classes = {spot: ranks[key] for spot, key in keys.items()}
            if len(ranks) in (count, len(classes)):
                return classes
            count = len(ranks)

    def _views(self, classes: dict[str, int]) -> dict[str, list[tuple[str, str]]]:
        """What each spot sees from each side: the region and, from itself on, the boundary."""
        table = str.maketrans({spot: COLORS[group] for spot, group in classes.items()})
        views: dict[str, list[tuple[str, str]]] = {spot: [] for spot in classes}
        for region in self.regions:
            alike = region.translate(table)
            text, turn = _region_text(alike)
            for word, names in zip(alike.split(","), region.split(","), strict=True):
                for i, spot in enumerate(names):
                    if spot in views:
                        view = word[i + 1 :] + word[:i]
                        if turn < 1:
                            view = view[::-1] if turn else min(view, view[::-1])
                        views[spot].append((text, view))
        return views


def distinct(lands: Iterable[str]) -> list[str]:
    """The lands with letters that differ from land to land.

    >>> distinct(["0,A 0,A", "2A 2A"])
    ['0,A 0,A', '2B 2B']
    """
    found, used = [], 0
    for land in lands:
        names = sorted({spot for spot in land if spot.isalpha()}, key=NAMES.index)
        found.append(land.translate({ord(name): NAMES[used + i] for i, name in enumerate(names)}))
        used += len(names)
    return found
