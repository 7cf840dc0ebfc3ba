"""A discovered rule in words and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..core.message import Number
from ..discover.discovery import Discovery
from .text import Line
from .words import tr, word

LARGEST_TABLE = 24
"""The most states of an automaton that is written out."""

LARGEST_DATA = 500
"""The most states of an automaton that is data of an answer. A certificate has it anyway."""


def discovery_lines(found: Discovery, table: bool = True) -> Iterator[Line]:
    """The verdict first, then the rule and its `table`, then how it was found and checked."""
    if found.status == "proved":
        yield Line(tr("Proved for all positions."), "good")
    elif found.status == "observed":
        yield Line(tr("Observed for all numbers below {side}, not proved.", side=Number(found.side)), "bad")
    else:
        yield Line(tr("No rule found."), "bad")
    if found.like is not None:
        yield Line(tr("These rules look like: {rules}", rules=found.like.parameters))
        command = f'nimatron discover "{found.like.parameters}"'  # the quotes of `shlex` make a mess of x'
        yield Line(tr("A rule for these formulas can be proved: {command}", command=command), "dim")
    if found.rule is not None:
        yield Line(tr("The player to move loses exactly if {rule}.", rule=word(found.rule))
                   if found.is_sentence else tr("To see who loses: {rule}.", rule=word(found.rule)))  # fmt: skip
    if table and found.rule is not None and not found.is_sentence:
        yield from table_lines(found)
    yield from value_lines(found)
    yield from how_lines(found)


def value_lines(found: Discovery) -> Iterator[Line]:
    """Which values are proved."""
    if found.values is None:
        return
    if found.values.relation is not None:
        states = Number(len(found.values.relation))
        yield Line(tr("The values of all positions are proved too (an automaton with {states} states).", states=states))
    elif len(found.values.layers) > 1:
        most = len(found.values.layers) - 1
        yield Line(tr("The positions of the values 0 to {most} are proved too.", most=most))


def table_lines(found: Discovery) -> Iterator[Line]:
    """The automaton as a table: a row for each state, a column for each column of digits."""
    theory, automaton = found.theory, found.automaton
    assert theory is not None
    assert automaton is not None
    if len(automaton) > LARGEST_TABLE or len(automaton.step[0]) > LARGEST_TABLE:
        text = "The automaton has {states} states, too many to print: see --json."
        yield Line(tr(text, states=Number(len(automaton))), "dim")
        return
    heads = columns(found)
    wide = max(2, *map(len, heads))
    yield Line("  " + " " * 8 + "  ".join(head.rjust(wide) for head in heads), "dim")
    for state, row in enumerate(automaton.step):
        end = tr("lost here") if state in automaton.accept else ""
        yield Line(f"  {state:>6}  " + "  ".join(str(to).rjust(wide) for to in row) + f"  {end}".rstrip())


def columns(found: Discovery) -> list[str]:
    """The columns of digits, in the order of the table."""
    assert found.theory is not None
    digits, count = found.theory.numeration.digits, len(found.theory.heaps)
    return ["".join(str(n // digits**i % digits) for i in range(count)) for n in range(digits**count)]


def how_lines(found: Discovery) -> Iterator[Line]:
    """How the rule was found, or how far the search came."""
    side = Number(found.side)
    if found.theory is not None and found.automaton is not None:
        text = "Guessed from all numbers below {side}, as an automaton with {states} states ({numeration})."
        names = {"side": side, "states": len(found.automaton), "numeration": word(found.theory.numeration.title)}
        yield Line(tr(text, **names), "dim")
    if found.status != "proved":
        text = "Looked at all numbers below {side}; {refuted} guesses refuted; {seconds} s: {reason}."
        yield Line(
            tr(text, side=side, refuted=found.refuted, seconds=Number(found.seconds, ".1f"), reason=word(found.reason)),
            "dim",
        )
    if found.check is not None and found.check.holds:
        yield Line(tr("Checked by the independent checker: {reason}.", reason=word(found.check.reason)), "dim")
    elif found.check is not None:
        yield Line(tr("The independent checker stopped early: {reason}.", reason=word(found.check.reason)), "dim")


def automaton_data(found: Discovery) -> dict[str, Any]:
    """The automaton as a table, with the recurrence of its units: u(n) = c u(n-1) + s u(n-2)."""
    assert found.automaton is not None
    assert found.numeration is not None
    return {
        "c": found.numeration.c,
        "s": found.numeration.s,
        "title": word(found.numeration.title),
        "step": [list(row) for row in found.automaton.step],
        "accept": sorted(found.automaton.accept),
    }


def discovery_data(found: Discovery) -> dict[str, Any]:
    """The same as JSON."""
    return {
        "schema": "nimatron.discovery/1",
        "game": str(found.game),
        "status": found.status,
        "rule": None if found.rule is None else word(found.rule),
        "sentence": found.is_sentence,
        "numeration": None if found.numeration is None else found.numeration.id,
        "states": None if found.automaton is None else len(found.automaton),
        "values": None if found.values is None else "all" if found.values.relation else len(found.values.layers),
        "side": found.side,
        "refuted": found.refuted,
        "seconds": round(found.seconds, 3),
        "reason": word(found.reason),
        "checked": None if found.check is None else found.check.holds,
        "automaton": None if found.automaton is None or len(found.automaton) > LARGEST_DATA else automaton_data(found),
        "certificate": found.certificate,
    }
