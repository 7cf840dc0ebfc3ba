"""Sequences of the OEIS in words and as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import Any

from ..solve.integer_sequences import IntegerSequence
from .text import Line
from .words import tr, word

Sequences = Iterable[tuple[IntegerSequence, list[int]]]
"""Sequences, each with the terms that Nimatron computed."""


def oeis_lines(sequences: Sequences) -> Iterator[Line]:
    """Each sequence: its number, what it is, its terms, the command, and whether the printed terms agree."""
    for row, terms in sequences:
        yield Line(f"{row.number}  {word(row.about)}", "bold")
        text = ", ".join(map(str, terms))
        yield from map(Line, wrap(text, 80, initial_indent="  ", subsequent_indent="  "))
        yield Line("  " + row.command, "dim")
        if row.all and len(terms) > len(row.printed):
            yield Line("  " + tr("The OEIS has the first {count} of these terms.", count=len(row.printed)))
        if not agrees(row, terms):
            yield Line(
                "  " + tr("The OEIS prints other terms: {terms}", terms=", ".join(map(str, row.printed))), "warn"
            )


def oeis_data(sequences: Sequences) -> dict[str, Any]:
    """The shape `nimatron.oeis/1`."""
    return {
        "schema": "nimatron.oeis/1",
        "sequences": [
            {name: getattr(row, name) for name in ("number", "game", "what", "first", "command")}
            | {"terms": terms, "agrees": agrees(row, terms)}
            for row, terms in sequences
        ],
    }


def agrees(row: IntegerSequence, terms: list[int]) -> bool:
    """Are the terms those that the encyclopedia prints, as far as both go?"""
    return all(a == b for a, b in zip(row.printed, terms, strict=False))
