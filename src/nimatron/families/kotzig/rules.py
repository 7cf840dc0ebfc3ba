"""Kotzig's Nim: steps around a circle, never to a place where the token has been."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from ...core.errors import BadText, UsageError
from ...core.game import State, is_count, whole
from ..geography.rules import Geography
from ..lists.rules import read_natural

LONGEST = 200
"""The most places on the circle."""


class KotzigNim(Geography):
    """Move the token by one of the given steps around the circle, to a place that it has not visited.

    In the notation the visited places follow the place of the token; the circle begins at 0.

    >>> from nimatron import outcome
    >>> print(*KotzigNim({1, 2}, 7)("0"), sep="; ")
    kotzig{1,2;7}: 1 0; kotzig{1,2;7}: 2 0
    >>> [n for n in range(3, 16) if outcome(KotzigNim({1, 2}, n)()) == "P"]
    [3, 7]
    """

    name = "kotzig"
    on_graph = False

    def __init__(self, steps: Iterable[int] | int, n: int) -> None:
        steps = (steps,) if isinstance(steps, int) else steps
        n, steps = whole(n), tuple(sorted({whole(step) for step in steps}))
        if not is_count(n) or not 2 <= n <= LONGEST:
            raise UsageError("the circle has from 2 to {most} places, not {n!r}", most=LONGEST, n=n)
        if not steps or not all(is_count(step) and step < n for step in steps):
            raise UsageError("the steps are numbers from 1 to {most}, not {steps}", most=n - 1,
                             steps=", ".join(map(str, steps)) or "{}")  # fmt: skip
        self.steps, self.n = steps, n
        sign = "-" if self.symmetric else ">"
        super().__init__(" ".join(f"{a}{sign}{(a + step) % n}" for a in range(n) for step in steps))

    @property
    def symmetric(self) -> bool:
        """May each step be taken back?"""
        return all(self.n - step in self.steps for step in self.steps)

    def _rules(self) -> dict[str, Any]:
        return {"steps": self.steps, "n": self.n}

    @property
    def start(self) -> State:
        return ("0",)

    def canonical(self, state: State) -> Hashable:
        # Turned so that the token is at 0; only the places that it can still reach count.
        token = int(state[0])
        return frozenset((int(place) - token) % self.n for place in self.reachable(state))

    def size(self, state: State) -> int:
        # Counted on circles of up to 25 places: a little less with two steps, more with many.
        return int((1 + len(self.steps) / 5) ** len(self.reachable(state)))

    @property
    def parameters(self) -> str:
        return f"{','.join(map(str, self.steps))};{self.n}"

    @classmethod
    def from_parameters(cls, text: str) -> KotzigNim:
        steps, between, places = text.partition(";")
        try:
            sizes, n = [read_natural(step.strip()) for step in steps.split(",")], read_natural(places.strip())
        except ValueError:
            message = "expected the steps and the number of places, such as {sample}"
            raise BadText(message, text, len(steps) if between else 0, sample="kotzig{1,2;12}") from None
        return cls(sizes, n)
