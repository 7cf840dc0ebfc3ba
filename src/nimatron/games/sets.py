"""A game written as the set of its options, each such a set itself: {} has no move, {{}} has one to it."""

from __future__ import annotations

import re

from ..errors import BadText
from ..game import Position
from .graphs import Graph

DEEPEST = 1000
"""The most braces inside each other: nobody writes more by hand."""

Options = frozenset[int]
"""The options of a set, by their numbers."""


def is_set(text: str) -> bool:
    """Is it made of braces only? A set of amounts has numbers in it."""
    return re.fullmatch(r"[{},\s]*\{[{},\s]*", text) is not None


def read_set(text: str) -> Position:
    """The position as a token on a graph, with a vertex for each set; the smallest, {}, is called a.

    >>> print(read_set("{{},{{}}}"))
    graph{b>a c>a c>b}: c
    """
    numbers: dict[Options, int] = {}
    opened: list[set[int]] = []
    whole: int | None = None
    for place, letter in enumerate(text):
        if letter == "{":
            if whole is not None or len(opened) == DEEPEST:
                raise BadText("expected a single set", text, place)
            opened.append(set())
        elif letter == "}":
            if not opened:
                raise BadText("the bracket {bracket} has no partner", text, place, bracket="}")
            number = numbers.setdefault(frozenset(opened.pop()), len(numbers))
            if opened:
                opened[-1].add(number)
            else:
                whole = number
    if whole is None:
        raise BadText("the bracket {bracket} has no partner", text, text.index("{"), bracket="{")
    return _as_graph(numbers, whole)


def _as_graph(numbers: dict[Options, int], whole: int) -> Position:
    names = {number: _name(number) for number in numbers.values()}
    arrows = [(names[number], names[option]) for options, number in numbers.items() for option in sorted(options)]
    return Graph(arrows, vertices=list(names.values()))(names[whole])


def _name(number: int) -> str:
    """a, b, ..., z, a1, b1, ..."""
    round_, letter = divmod(number, 26)
    return chr(ord("a") + letter) + (str(round_) if round_ else "")
