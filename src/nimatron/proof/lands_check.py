"""Checks who wins a position of Sprouts, by a table of the values of lands.

A land has value g if (a) a move leads to each value below g, and (b) no option has value g: its sum in the table is
another one, or a move from it leads to sum g. Every move uses up a life, so this is an induction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..core.errors import Refuted
from ..core.message import Message, Number
from ..families.catalog import Catalog
from .plane_drawing import Drawing, Land, read_drawing
from .seal import Unreadable, brief, items, printable, text
from .verdict import CheckBudget, CheckLimit, Verdict

MOST_LIVES = 90
"""The most lives of a land: what can be drawn on it is listed."""

MOST_ENTRIES = 20_000


def check_lands(data: Mapping[str, Any], catalog: Catalog, work: CheckBudget) -> Verdict:
    """Does the table follow from the rules, and the outcome from the table?"""
    name, _, written = printable(text(data, "position")).partition(": ")
    outcome, entries = data.get("outcome"), list(items(data, "values"))
    if name != "sprouts" or outcome not in ("N", "P") or data.get("misere") is not False or len(entries) > MOST_ENTRIES:
        raise Unreadable("expected a position of Sprouts in normal play, and its outcome N or P")
    claim = "{position} is an N-position" if outcome == "N" else "{position} is a P-position"
    check = LandsCheck(work)
    try:
        for entry in entries:
            check.read(entry)
        check.outcome(_drawing(written), outcome == "P")
        check.entries_hold()
    except CheckLimit as fault:
        done = Message("{limit}: {done} moves checked", limit=fault.limit, done=Number(work.done))
        return Verdict(Message(claim, position=name + ": " + written), None, done, work.done)
    except Refuted as fault:
        return Verdict(Message(claim, position=name + ": " + written), False, fault.message, work.done)
    whole = Message("all {all} values of lands checked", params={"all": Number(len(entries))})
    return Verdict(Message(claim, position=name + ": " + written), True, whole, work.done)


def _drawing(written: str) -> Drawing:
    drawing = read_drawing(written)
    if sum(drawing.lives.values()) > MOST_LIVES:
        raise Unreadable("a land of more than {most} lives is too large to check", most=MOST_LIVES)
    return drawing


Sum = tuple[int, ...]
"""The numbers of lands that are added, without equal pairs."""


class LandsCheck:
    """The table, and how far it has been checked."""

    def __init__(self, work: CheckBudget) -> None:
        self.work = work
        self.marks: dict[tuple[int, ...], list[tuple[Land, int]]] = {}
        """The lands, each with a number, by their marks."""
        self.lands: list[Land] = []
        self.values: dict[int, int] = {}
        """The values in the table, by the numbers of lands."""
        self.found: dict[int, set[Sum]] = {}
        self.written: dict[int, str] = {}

    def read(self, entry: object) -> None:
        """Take an entry of the table."""
        if not isinstance(entry, list) or len(entry) != 2 or not isinstance(entry[0], str) or type(entry[1]) is not int:
            raise Unreadable("a value is a land and a number, not {entry}", entry=brief(entry))
        written, value = entry
        lands = self._sum(_drawing(written))
        if len(lands) != 1 or not 0 <= value <= MOST_LIVES:
            raise Unreadable("a value is a land and a number, not {entry}", entry=brief(entry))
        if self.values.setdefault(lands[0], value) != value:
            raise Refuted("{position} has two values", position=printable(written))
        self.written[lands[0]] = printable(written)

    def number(self, land: Land) -> int:
        """The number of a land, the same for equal lands."""
        alike = self.marks.setdefault(land.mark, [])
        for other, number in alike:
            self.work.look()
            if land.equals(other):
                return number
        alike.append((land, len(self.lands)))
        self.lands.append(land)
        return len(self.lands) - 1

    def _sum(self, drawing: Drawing) -> Sum:
        odd: set[int] = set()
        for land in drawing.lands():
            odd ^= {self.number(land)}
        return tuple(sorted(odd))

    def sums(self, drawing: Drawing) -> set[Sum]:
        """The sums that a move leads to."""
        found = set()
        for option in drawing.moves():
            self.work.spend()
            found.add(self._sum(option))
        return found

    def options(self, land: int) -> set[Sum]:
        """The sums that a move in a land leads to."""
        if land not in self.found:
            self.found[land] = self.sums(self.lands[land].drawing())
        return self.found[land]

    def value(self, lands: Iterable[int]) -> int | None:
        """The sum of lands, if all of them are in the table."""
        total = 0
        for land in lands:
            if land not in self.values:
                return None
            total ^= self.values[land]
        return total

    def entries_hold(self) -> None:
        """Each value in the table follows from the others."""
        for land, value in self.values.items():
            options = self.options(land)
            known = {self.value(option) for option in options}
            for n in range(value):
                if n not in known:
                    raise Refuted(
                        "{position}: no move leads to the value {value}", position=self.written[land], value=n
                    )
            for option in options:
                if not self._differs(option, value):
                    raise Refuted("{position} may not have the value {value}", position=self.written[land], value=value)

    def _differs(self, option: Sum, value: int) -> bool:
        """Does an option not have this value?"""
        missing = [land for land in option if land not in self.values]
        if not missing:
            return self.value(option) != value
        rest = self.value(land for land in option if land in self.values)
        assert rest is not None
        # With two lands missing, a move in one of them leaves the other.
        return len(missing) == 1 and any(self.value(reply) == rest ^ value for reply in self.options(missing[0]))

    def outcome(self, drawing: Drawing, is_lost: bool) -> None:
        """The outcome follows from the table."""
        if is_lost and self.value(self._sum(drawing)) != 0:
            raise Refuted("the table does not show that the position has the value 0")
        if not is_lost and not any(self.value(option) == 0 for option in self.sums(drawing)):
            raise Refuted("the table does not show a move to the value 0")
