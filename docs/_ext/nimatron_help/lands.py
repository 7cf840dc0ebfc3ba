"""The proofs of Sprouts to follow by hand: each land with its moves and their answers, as links to play it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from operator import xor
from urllib.parse import urlencode

from nimatron import Sprouts
from nimatron.families.sprouts.lands import distinct
from nimatron.families.sprouts.lines import children
from nimatron.proof.write_outcome import outcome_certificate

from .markdown import table

Lands = Sequence[str]


def writer(spots: int) -> Callable[[], str]:
    """Gives the proof of who wins with so many spots."""
    return lambda: "\n".join(_Proof(spots).lines())


class _Proof:
    """A certificate, read land by land."""

    def __init__(self, spots: int) -> None:
        self.start = Sprouts(spots).state
        entries = outcome_certificate(Sprouts(spots))["values"]
        self.values: dict[str, int] = {Sprouts.parse(text)[0]: value for text, value in entries}

    def lines(self) -> Iterable[str]:
        if (option := next((o for o in children(self.start[0]) if self.sum(o) == 0), None)) is not None:
            yield f"The first player wins by a move to {_link(option)}.\n"
        for land, value in self.values.items():
            yield f"<details><summary>{_link((land,))} has value {value}</summary>\n"
            rows = [[_link(option), *self.fate(option, value)] for option in children(land)]
            yield table(["a move to", "sum", "or an answer", "sum"], rows)
            yield "</details>\n"

    def sum(self, lands: Lands) -> int | None:
        """The sum of lands that are all in the table."""
        return reduce(xor, (self.values[land] for land in lands), 0) if {*lands} <= self.values.keys() else None

    def fate(self, option: Lands, value: int) -> list[str]:
        """Why an option does not have this value."""
        if (known := self.sum(option)) is not None:
            return [str(known), "", ""]
        # Of equal lands two cancel.
        missing = next(land for land in option if land not in self.values and option.count(land) % 2)
        rest = [land for land in option if land != missing]
        reply = next(after for after in children(missing) if self.sum(_odd((*rest, *after))) == value)
        return ["", _link((*rest, *reply)), str(value)]


def _odd(lands: Lands) -> Lands:
    return [land for land in {*lands} if lands.count(land) % 2]


def _link(lands: Lands) -> str:
    """A position as a link to the page, where the computer answers perfectly."""
    text = " ".join("".join(f"({region})" for region in land.split(" ")) for land in distinct(lands)) or "0"
    query = urlencode({"p": f"sprouts: {text}", "opponent": "perfect"})
    return f'<a href="../?{query.replace("&", "&amp;")}">{text}</a>'
