"""What earlier answers tell about a new question: whether it will be easy or hard, before any work goes into it.

Questions of one kind ask the same about the same games and differ only in their numbers. Among them a larger one is
taken to be harder. That is a guess: each answer corrects it, and it decides only who works at a question and when.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from math import inf, log2, nextafter
from typing import Any

KINDS = 2000
"""How many kinds of questions are remembered."""

MARGIN = 1.0
"""A question is called easy if one of half its size was."""

NAME = re.compile(r"(?<![a-z0-9-])([a-z][a-z0-9-]*+)\s*+[:{]")
"""A game in a text: its name stands before its parameters or its state. It reads each character once."""

WORD = re.compile(r"[a-z]+|[0-9]+")

LONG = 20
"""Of a number with more digits only their count matters."""

SAME = {"lang", "seed", "frame", "move"}
"""What makes a question neither harder nor easier."""

PACED = {"row", "pace"}
"""What makes a question that is answered at a pace neither harder nor easier."""

Kind = tuple[str, ...]


class Guess(Enum):
    """How hard a question will be."""

    EASY = "easy"
    UNKNOWN = "unknown"
    HARD = "hard"


@dataclass
class Bounds:
    """Of one kind: questions up to the size `easy` were easy, and those from `hard` on were hard."""

    easy: float = -inf
    hard: float = inf


UNSEEN = Bounds()


class Experience:
    """Remembers which questions were hard.

    >>> experience = Experience()
    >>> def cram(size):
    ...     return {"ask": "analysis", "position": f"cram: {size}"}
    >>> experience.learn(cram("9x9"), hard=True)
    >>> experience.learn(cram("3x4"), hard=False)
    >>> [experience.guess(cram(size)).value for size in ("3x3", "4x5", "7x7", "9x10")]
    ['easy', 'easy', 'unknown', 'hard']
    """

    def __init__(self) -> None:
        self._known: OrderedDict[Kind, Bounds] = OrderedDict()

    def guess(self, question: Mapping[str, Any]) -> Guess:
        bounds, size = self._known.get(kind_of(question), UNSEEN), size_of(question)
        if size >= bounds.hard:
            return Guess.HARD
        return Guess.EASY if size <= bounds.easy + MARGIN else Guess.UNKNOWN

    def learn(self, question: Mapping[str, Any], hard: bool) -> None:
        """Remember how hard a question was; the latest answer counts where two contradict each other."""
        kind, size = kind_of(question), size_of(question)
        bounds = self._known.setdefault(kind, Bounds())
        self._known.move_to_end(kind)
        if len(self._known) > KINDS:
            self._known.popitem(last=False)
        if hard:
            bounds.hard = min(bounds.hard, size)
            bounds.easy = min(bounds.easy, nextafter(size, -inf))
        else:
            bounds.easy = max(bounds.easy, size)
            bounds.hard = max(bounds.hard, nextafter(size, inf))


def kind_of(question: Mapping[str, Any]) -> Kind:
    """What is asked, about which games.

    >>> kind_of({"ask": "analysis", "position": "nim: 3 4 + cram: 3x3 + nim: 7", "misere": False, "lang": "en"})
    ('ask=analysis', 'misere=False', 'position=cram nim')
    """
    return tuple(sorted(f"{name}={_named(value)}" for name, value in question.items() if name not in SAME))


def _named(value: Any) -> str:
    if isinstance(value, bool):
        return str(value)
    text = str(value).lower()
    return " ".join(sorted(set(NAME.findall(text) or re.findall("[a-z]+", text))))


def size_of(question: Mapping[str, Any]) -> float:
    """About the logarithm of the number of positions: a board of m x n squares, heaps of so many counters.

    >>> size_of({"position": "nim: 7 7 7", "seed": 10**9}), size_of({"position": "graph{a>b b>c}", "misere": True})
    (10.0, 5.0)
    >>> size_of({"ask": "table", "rows": 7, "row": 3}), size_of({"ask": "table", "rows": 7, "row": 3, "pace": 500})
    (6.0, 4.0)
    """
    return sum(_weight(word) for value in _sizes(question) for word in WORD.findall(value))


def _sizes(question: Mapping[str, Any]) -> Iterator[str]:
    """The texts and numbers of a question that may make it larger."""
    # At a pace a piece has as many rows as there is time for, wherever it begins.
    same = SAME | PACED if question.get("pace") else SAME
    for name, value in question.items():
        if name not in same and not isinstance(value, bool):
            yield str(value).lower()


def _weight(word: str) -> float:
    if not word.isdigit():
        return 1.0
    return log2(int(word) + 1) if len(word) < LONG else len(word) * log2(10)
