"""The hard questions that the server remembers, so that a similar one goes to a heavy worker at once.

Questions of one kind ask the same about the same games and differ only in their numbers. Among them a larger one is
taken to be harder. That is a guess: each answer corrects it, and it decides only who works at a question.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Mapping
from enum import Enum
from math import inf, log2, nextafter
from typing import Any

KINDS = 2000
"""The most kinds of questions that are remembered."""

MARGIN = 1.0
"""A question is called easy if one of half its size was."""

NAME = re.compile(r"(?<![a-z0-9-])([a-z][a-z0-9-]*+)\s*+[:{]")
"""The name of a game in a text, before its parameters or its state. The search reads each character once."""

LONG = 20
"""Of a number with more digits only their count matters."""

EQUAL = {"lang", "seed", "frame", "move", "row", "pace"}
"""Arguments that make a question neither harder nor easier: a map is answered in pieces of equal work."""


class Difficulty(Enum):
    """The guess before any work goes into a question."""

    EASY = "easy"
    UNKNOWN = "unknown"
    HARD = "hard"


class HardQuestions:
    """For each kind of question: the size up to which such questions were easy, and the size from which they were hard.

    >>> def cram(size):
    ...     return {"ask": "analysis", "position": f"cram: {size}"}
    >>> hard = HardQuestions()
    >>> hard.learn(cram("9x9"), True)
    >>> hard.learn(cram("3x4"), False)
    >>> [hard.guess(cram(size)).value for size in ("3x3", "4x5", "7x7", "9x10")]
    ['easy', 'easy', 'unknown', 'hard']
    """

    def __init__(self) -> None:
        self._bounds: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def guess(self, question: Mapping[str, Any]) -> Difficulty:
        kind, size = kind_and_size(question)
        easy, hard = self._bounds.get(kind, (-inf, inf))
        if size >= hard:
            return Difficulty.HARD
        return Difficulty.EASY if size <= easy + MARGIN else Difficulty.UNKNOWN

    def learn(self, question: Mapping[str, Any], was_hard: bool) -> None:
        """Remember how hard a question was; the latest answer counts where two contradict each other."""
        kind, size = kind_and_size(question)
        easy, hard = self._bounds.pop(kind, (-inf, inf))
        if was_hard:
            # A hard question moves the bound of easy ones below it, too.
            self._bounds[kind] = min(easy, nextafter(size, -inf)), min(hard, size)
        else:
            self._bounds[kind] = max(easy, size), max(hard, nextafter(size, inf))
        if len(self._bounds) > KINDS:
            self._bounds.popitem(last=False)


def kind_and_size(question: Mapping[str, Any]) -> tuple[str, float]:
    """The games that a question is about, and about the logarithm of the number of their positions.

    >>> kind_and_size({"ask": "analysis", "position": "nim: 3 7 + cram: 3x3", "misere": False, "lang": "en"})
    ('ask=analysis misere=false position=cram,nim', 14.0)
    """
    kinds, size = [], 0.0
    for name, value in sorted(question.items()):
        if name not in EQUAL:
            text = str(value).lower()
            words = re.findall("[a-z]+", text)
            # A position is reduced to its games, any other text to its words.
            kinds.append(f"{name}={','.join(sorted(set(NAME.findall(text) or words)))}")
            size += len(words) + sum(map(_weight, re.findall("[0-9]+", text)))
    return " ".join(kinds), size


def _weight(number: str) -> float:
    return log2(int(number) + 1) if len(number) < LONG else len(number) * log2(10)
