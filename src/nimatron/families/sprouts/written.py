"""Reads a position of Sprouts; text that is no drawing on paper is refused, with the place of the fault."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from ...core.errors import BadText
from ..lists.rules import unpaired_bracket
from .gluing import Crossing, turns_of
from .lands import DIGITS, MOST_LIVES, MOST_SPOTS, Region, lives


def read(text: str) -> list[Region]:
    """The regions that a text means: a number of spots, or regions in parentheses.

    >>> read("3"), read("(0,AB) (AB)")
    ([['0', '0', '0']], [['0', 'AB'], ['AB']])
    """
    if re.fullmatch(r"\s*[0-9]+\s*", text):
        return _spots(text)
    if (place := unpaired_bracket(text)) is not None:
        raise BadText("the bracket {bracket} has no partner", text, place, bracket=text[place])
    regions = [*_regions(text)]
    _check_letters(text)
    # A letter stands twice, and is one spot.
    if sum(map(lives, regions)) - sum(map(str.isalpha, text)) // 2 > MOST_LIVES:
        raise BadText("at most {most} lives", text, 0, most=MOST_LIVES)
    _check_plane(regions, text)
    return regions


def _spots(text: str) -> list[Region]:
    digits = text.strip().lstrip("0") or "0"
    if len(digits) > 3 or int(digits) > MOST_SPOTS:
        raise BadText(
            "at most {most} spots, not {count}", text, text.index(digits[0]), most=MOST_SPOTS, count=digits[:20]
        )
    return [["0"] * int(digits)]


def _regions(text: str) -> Iterable[Region]:
    end = 0
    # Without any parentheses a space is between regions.
    for found in re.finditer(r"\(([^()]*)\)" if "(" in text else r"(\S+)", text):
        _check_between(text, end, found.start())
        end = found.end()
        yield [*_boundaries(text, found[1], found.start(1))]
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


def _check_plane(regions: list[Region], text: str) -> None:
    try:
        turns_of(regions)
    except Crossing as fault:
        place = min(map(text.index, fault.spots))
        if fault.endless:
            raise BadText("too many regions share these spots to be read", text, place) from None
        raise BadText("this cannot be drawn without lines that cross", text, place) from None
