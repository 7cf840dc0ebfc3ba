"""Writes certificates of Sprouts: a small table of the values of lands, from which the outcome follows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from ..core.errors import Limit
from ..core.game import Position
from ..core.limits import Budget, Limits, Progress
from ..families.sprouts.land_search import LandSearch
from ..families.sprouts.land_table import proof_values
from ..families.sprouts.lands import regions_of, weight
from ..families.sprouts.lines import children
from ..solve.search.proof_numbers import ProofTables
from .seal import seal

FEW = 500_000
"""A table is smallest if the search that finds it knows nothing, so this is tried for so many positions."""


def lands_certificate(position: Position, limits: Limits, progress: Progress | None = None) -> dict[str, Any]:
    """A certificate of who wins a position of Sprouts in normal play.

    >>> from nimatron import Limits, parse
    >>> lands_certificate(parse("sprouts: 2"), Limits())["values"]
    [['(0)', 0], ['(ABCD)(ABCD)', 0], ['(0,0)', 0]]
    """
    try:
        values, is_lost = _table(position.state, {}, Budget(replace(limits, positions=FEW)))
    except Limit:
        values, is_lost = _table(position.state, proof_values(), Budget(limits, progress))
    lands = sorted(values, key=lambda land: (weight(land), len(land), land))
    return seal(
        {
            "claim": "lands",
            "position": str(position),
            "misere": False,
            "outcome": "P" if is_lost else "N",
            "values": [
                ["".join(f"({','.join(region)})" for region in regions_of(land)), values[land]] for land in lands
            ],
        }
    )


def _table(lands: Sequence[str], known: dict[str, int], budget: Budget) -> tuple[dict[str, int], bool]:
    search = LandSearch(ProofTables(known), budget)
    is_lost = search.is_sum(lands, 0)
    return least_table(search, lands, is_lost), is_lost


def least_table(search: LandSearch, lands: Sequence[str], is_lost: bool) -> dict[str, int]:
    """A small table that shows who wins a sum of lands."""
    table = LandTable(search)
    table.prove(lands, is_lost)
    # With fewer values to choose from, the choice often gets by with fewer still.
    smaller = LandTable(LandSearch(ProofTables(dict(table.values)), search.budget))
    smaller.prove(lands, is_lost)
    return min(smaller.values, table.values, key=len)


def odd(lands: Iterable[str]) -> list[str]:
    """The lands without equal pairs, which cancel."""
    left: list[str] = []
    for land in lands:
        if land in left:
            left.remove(land)
        else:
            left.append(land)
    return left


class LandTable:
    """A table of values that proves itself.

    A land has value g if a move leads to each value below g, and from every option whose sum in the table is unknown a
    move leads to sum g; so the table stays small.
    """

    def __init__(self, search: LandSearch) -> None:
        self.search, self.known = search, search.tables.values
        self.values: dict[str, int] = {}
        self._waiting: list[str] = []

    def prove(self, lands: Sequence[str], is_lost: bool) -> None:
        """Add what shows who wins a sum of lands."""
        if is_lost:
            for land in odd(lands):
                self.search.value(land)
            self._add(odd(lands))
        else:
            options = [
                (*lands[:i], *after, *lands[i + 1 :]) for i, land in enumerate(lands) for after in children(land)
            ]
            self._add(odd(min(self._with_sum(options, 0), key=self.price)))
        while self._waiting:
            # The heaviest first: lighter ones are often in the table by then.
            self._waiting.sort(key=lambda land: (weight(land), len(land)))
            self._prove_entry(self._waiting.pop())

    def _prove_entry(self, land: str) -> None:
        options, value = children(land), self.values[land]
        for n in range(value):
            self._add(odd(min(self._with_sum(options, n), key=self.price)))
        for option in options:
            if not self.is_answered(option, value):
                self._add(min(self._answers(option, value), key=self.price))

    def _with_sum(self, options: Iterable[Sequence[str]], n: int) -> list[Sequence[str]]:
        """The options of value n that are known; if none is, one that a search finds."""
        found = [option for option in options if self.search.simpler((tuple(option), n)) == ((), 0)]
        if not found:
            first = next(option for option in sorted(options, key=self.price) if self.search.is_sum(option, n))
            for land in odd(first):
                self.search.value(land)
            found = [first]
        return found

    def is_answered(self, option: Sequence[str], value: int) -> bool:
        """Does the table show that an option does not have this value?"""
        lands = odd(option)
        missing = [land for land in lands if land not in self.values]
        total = value
        for land in lands:
            total ^= self.values.get(land, 0)
        if len(missing) != 1:
            return not missing and total != 0
        return any(self._sum(reply) == total for reply in children(missing[0]))

    def _sum(self, lands: Sequence[str]) -> int | None:
        total = 0
        for land in odd(lands):
            if land not in self.values:
                return None
            total ^= self.values[land]
        return total

    def _answers(self, option: Sequence[str], value: int) -> list[Sequence[str]]:
        """What may be added to show that an option does not have this value: its lands, or those of a reply."""
        lands, found = odd(option), list[Sequence[str]]()
        unknown, total = self.search.simpler((tuple(lands), value))
        if not unknown and total:
            found.append(lands)
        for land in lands:
            rest = [other for other in lands if other != land]
            if not (asked := self.search.simpler((tuple(rest), value)))[0]:
                replies = (reply for reply in children(land) if self.search.simpler((reply, asked[1])) == ((), 0))
                # A land on both sides cancels in the sum, but only if it is in the table.
                found += [[*rest, *odd(reply)] for reply in replies]
        if not found:
            for land in lands:
                self.search.value(land)
            found.append(lands)
        return found

    def price(self, lands: Iterable[str]) -> int:
        """How much the lands that are not in the table weigh."""
        return sum(weight(land) for land in {*lands} if land not in self.values)

    def _add(self, lands: Sequence[str]) -> None:
        for land in lands:
            if land not in self.values:
                self.values[land] = self.known[land]
                self._waiting.append(land)
