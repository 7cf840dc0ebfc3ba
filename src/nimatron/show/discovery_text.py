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


def discovery_lines(result: Discovery, table: bool = True) -> Iterator[Line]:
    """The verdict first, then the rule and its `table`, then how it was found and checked."""
    if result.status == "proved":
        yield Line(tr("Proved for all positions."), "good")
    elif result.status == "observed":
        yield Line(tr("Observed for all numbers below {side}, not proved.", side=Number(result.side)), "bad")
    else:
        yield Line(tr("No rule found."), "bad")
    if result.like is not None:
        yield Line(tr("These rules look like: {rules}", rules=result.like.parameters))
        command = f'nimatron discover "{result.like.parameters}"'  # the quotes of `shlex` make a mess of x'
        yield Line(tr("A rule for these formulas can be proved: {command}", command=command), "dim")
    if result.rule is not None:
        yield Line(tr("The player to move loses exactly if {rule}.", rule=word(result.rule))
                   if result.is_sentence else tr("To see who loses: {rule}.", rule=word(result.rule)))  # fmt: skip
    if table and result.rule is not None and not result.is_sentence:
        yield from table_lines(result)
    yield from value_lines(result)
    yield from how_lines(result)


def value_lines(result: Discovery) -> Iterator[Line]:
    """The line about the values that are proved."""
    if result.values is None:
        return
    if result.values.relation is not None:
        states = Number(len(result.values.relation))
        yield Line(tr("The values of all positions are proved too (an automaton with {states} states).", states=states))
    elif len(result.values.layers) > 1:
        most = len(result.values.layers) - 1
        yield Line(tr("The positions of the values 0 to {most} are proved too.", most=most))


def table_lines(result: Discovery) -> Iterator[Line]:
    """The automaton as a table: a row for each state, a column for each column of digits."""
    theory, automaton = result.theory, result.automaton
    assert theory is not None
    assert automaton is not None
    if len(automaton) > LARGEST_TABLE or len(automaton.step[0]) > LARGEST_TABLE:
        text = "The automaton has {states} states, too many to print: see --json."
        yield Line(tr(text, states=Number(len(automaton))), "dim")
        return
    heads = columns(result)
    wide = max(2, *map(len, heads))
    yield Line("  " + " " * 8 + "  ".join(head.rjust(wide) for head in heads), "dim")
    for state, row in enumerate(automaton.step):
        end = tr("lost here") if state in automaton.accept else ""
        yield Line(f"  {state:>6}  " + "  ".join(str(to).rjust(wide) for to in row) + f"  {end}".rstrip())


def columns(result: Discovery) -> list[str]:
    """The columns of digits, in the order of the table."""
    assert result.theory is not None
    digits, count = result.theory.numeration.digits, len(result.theory.heaps)
    return ["".join(str(n // digits**i % digits) for i in range(count)) for n in range(digits**count)]


def how_lines(result: Discovery) -> Iterator[Line]:
    """How the rule was found, or how far the search came."""
    side = Number(result.side)
    if result.theory is not None and result.automaton is not None:
        text = "Guessed from all numbers below {side}, as an automaton with {states} states ({numeration})."
        names = {"side": side, "states": len(result.automaton), "numeration": word(result.theory.numeration.title)}
        yield Line(tr(text, **names), "dim")
    if result.status != "proved":
        text = "Looked at all numbers below {side}; {refuted} guesses refuted; {seconds} s: {reason}."
        facts = {"refuted": result.refuted, "seconds": Number(result.seconds, ".1f"), "reason": word(result.reason)}
        yield Line(tr(text, side=side, **facts), "dim")
    if result.check is not None and result.check.holds:
        yield Line(tr("Checked by the independent checker: {reason}.", reason=word(result.check.reason)), "dim")
    elif result.check is not None:
        yield Line(tr("The independent checker stopped early: {reason}.", reason=word(result.check.reason)), "dim")


def automaton_data(result: Discovery) -> dict[str, Any]:
    """The automaton as a table, with the recurrence of its units: u(n) = c u(n-1) + s u(n-2)."""
    assert result.automaton is not None
    assert result.numeration is not None
    return {
        "c": result.numeration.c,
        "s": result.numeration.s,
        "title": word(result.numeration.title),
        "step": [list(row) for row in result.automaton.step],
        "accept": sorted(result.automaton.accept),
    }


def discovery_data(result: Discovery) -> dict[str, Any]:
    """The shape `nimatron.discovery/1`."""
    automaton = result.automaton
    return {
        "schema": "nimatron.discovery/1",
        "game": str(result.game),
        "status": result.status,
        "rule": None if result.rule is None else word(result.rule),
        "sentence": result.is_sentence,
        "numeration": None if result.numeration is None else result.numeration.id,
        "states": None if automaton is None else len(automaton),
        "values": None if result.values is None else "all" if result.values.relation else len(result.values.layers),
        "side": result.side,
        "refuted": result.refuted,
        "seconds": round(result.seconds, 3),
        "reason": word(result.reason),
        "checked": None if result.check is None else result.check.holds,
        "automaton": None if automaton is None or len(automaton) > LARGEST_DATA else automaton_data(result),
        "certificate": result.certificate,
    }
