"""Reads a position of Sprouts; text that is no drawing on paper is refused, with the place of the fault."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from ...core.errors import BadText
from ..lists.rules import unpaired
from .lands import DIGITS, MOST_LIVES, MOST_SPOTS, Region, linked, lives

MOST_STEPS = 20_000
"""How many ways to lay boundaries side by side are tried."""


class _Written(NamedTuple):
    """A region, and where it begins in the text."""

    region: Region
    place: int


def read(text: str) -> list[Region]:
    """The regions that a text means: a number of spots, or regions in parentheses.

    >>> read("3"), read("(0,AB) (AB)")
    ([['0', '0', '0']], [['0', 'AB'], ['AB']])
    """
    if re.fullmatch(r"\s*[0-9]+\s*", text):
        return _spots(text)
    if (place := unpaired(text)) is not None:
        raise BadText("the bracket {bracket} has no partner", text, place, bracket=text[place])
    written = list(_regions(text))
    _check_letters(text)
    if sum(lives(region) for region, _ in written) > MOST_LIVES:
        raise BadText("at most {most} lives", text, 0, most=MOST_LIVES)
    _check_plane(written, text)
    return [region for region, _ in written]


def _spots(text: str) -> list[Region]:
    digits = text.strip().lstrip("0") or "0"
    if len(digits) > 3 or int(digits) > MOST_SPOTS:
        raise BadText(
            "at most {most} spots, not {count}", text, text.index(digits[0]), most=MOST_SPOTS, count=digits[:20]
        )
    return [["0"] * int(digits)]


def _regions(text: str) -> Iterable[_Written]:
    end = 0
    # Without any parentheses a space is between regions.
    for found in re.finditer(r"\(([^()]*)\)" if "(" in text else r"(\S+)", text):
        _check_between(text, end, found.start())
        end = found.end()
        yield _Written(list(_boundaries(text, found[1], found.start(1))), found.start())
    _check_between(text, end, len(text))
    if end == 0:
        raise BadText("expected a number of spots such as 3, or regions such as (0,0,AB)(AB)", text, 0)


def _check_between(text: str, start: int, end: int) -> None:
    if other := text[start:end].strip():
        place = text.index(other, start)
        raise BadText("expected regions such as (0,0,AB)(AB), not {word!r}", text, place, word=other[:20])


def _boundaries(text: str, region: str, place: int) -> Iterable[str]:
    for word in region.split(","):
        if not word.strip():
            raise BadText("expected spots: 0, 1, 2 or letters", text, place)
        _check_word(text, word, place)
        yield "".join(word.split())
        place += len(word) + 1


def _check_word(text: str, word: str, start: int) -> None:
    for i, spot in enumerate(word):
        if not (spot in DIGITS or spot.isalpha() or spot.isspace()):
            raise BadText("a spot is 0, 1, 2 or a letter, not {word!r}", text, start + i, word=spot)
        if spot == "0" and word.strip() != "0":
            raise BadText("a spot 0 has no line, so it stands alone between commas", text, start + i)


def _check_letters(text: str) -> None:
    for letter, count in Counter(filter(str.isalpha, text)).items():
        if count != 2:
            place = [i for i, other in enumerate(text) if other == letter][0 if count == 1 else 2]
            raise BadText("the letter {letter} must stand twice, not {count}x", text, place, letter=letter, count=count)


# -- can it be drawn? ------------------------------------------------------------------------------


def _check_plane(written: list[_Written], text: str) -> None:
    """Every connected drawing meets a region along one boundary, and fits into the plane."""
    words = [(r, letters) for r, (region, _) in enumerate(written) for word in region if (letters := _letters(word))]
    drawings = [[word for (word,) in drawing] for drawing in linked([[word] for _, word in words])]
    # Regions and connected drawings are a tree: a way around would lead through one of them twice.
    above: dict[tuple[str, int], tuple[str, int]] = {}
    for r, word in words:
        drawing = next(d for d, rims in enumerate(drawings) if word in rims)
        ends = [_root(above, node) for node in (("region", r), ("drawing", drawing))]
        if ends[0] == ends[1]:
            raise _crossing(text, written[r].place)
        above[ends[0]] = ends[1]
    for rims in drawings:
        gluing = _Gluing()
        if not gluing.fits(rims[0], rims[1:]):
            place = min(text.index(letter) for letter in "".join(rims))
            if gluing.steps > MOST_STEPS:
                raise BadText("too many regions share these spots to be read", text, place)
            raise _crossing(text, place)


def _letters(word: str) -> str:
    return "".join(filter(str.isalpha, word))


def _root(above: dict[tuple[str, int], tuple[str, int]], node: tuple[str, int]) -> tuple[str, int]:
    while node in above:
        node = above[node]
    return node


def _crossing(text: str, place: int) -> BadText:
    return BadText("this cannot be drawn without lines that cross", text, place)


class _Gluing:
    """Lays boundaries side by side so that each letter meets itself."""

    def __init__(self) -> None:
        self.steps = 0

    def fits(self, rim: str, rest: list[str]) -> bool:
        """Do the other boundaries fit around a disc with this rim?"""
        self.steps += 1
        if not rim:
            return True
        if self.steps > MOST_STEPS:
            return False
        # A letter that stands twice on the rim is a curve that nothing crosses.
        for i, letter in enumerate(rim):
            j = rim.find(letter, i + 1)
            if j > 0:
                return self._parted(rim[i + 1 : j], rim[j + 1 :] + rim[:i], rest)
        beside = next(word for word in rest if rim[0] in word)
        others = [word for word in rest if word is not beside]
        i = beside.index(rim[0])
        turned = beside[i + 1 :] + beside[:i]
        return any(self.fits(rim[1:] + way, others) for way in dict.fromkeys([turned, turned[::-1]]))

    def _parted(self, inner: str, outer: str, rest: list[str]) -> bool:
        """Do the others fit, each on the side that it is joined with?"""
        inside, outside = list[str](), list[str]()
        for drawing in linked([[word] for word in rest]):
            letters = {letter for (word,) in drawing for letter in word}
            if letters & {*inner} and letters & {*outer}:
                return False
            (inside if letters & {*inner} else outside).extend(word for (word,) in drawing)
        return not {*inner} & {*outer} and self.fits(inner, inside) and self.fits(outer, outside)
