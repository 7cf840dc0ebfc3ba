"""The certificate of a rule: the formulas, the numeration, the automaton, and why play ends."""

from __future__ import annotations

from typing import Any

from .automaton import Automaton
from .rule_store import rules_data
from .theory import VALUE, Measure, Theory
from .values import RuleValues


def certificate(theory: Theory, lost: Automaton, measure: Measure, values: RuleValues) -> dict[str, Any]:
    """The claim that exactly the positions that `lost` accepts are lost, and what is claimed of values."""
    return {
        "claim": "lost",
        **rules_data(theory.game),
        "c": theory.numeration.c,
        "s": theory.numeration.s,
        "measure": [list(weights) for weights in measure],
        **_table(lost),
        "values": None if values.relation is None else _table(values.relation),
        "layers": [_table(layer) for layer in values.layers[1:]],
    }


def _table(automaton: Automaton) -> dict[str, Any]:
    return {"step": [list(row) for row in automaton.step], "accept": sorted(automaton.accept)}


def tables(theory: Theory, data: dict[str, Any]) -> tuple[Automaton, RuleValues | None]:
    """The lost positions and the values that a certificate claims; the checker has checked it before."""

    def read(table: dict[str, Any], *more: str) -> Automaton:
        return Automaton((*theory.heaps, *more), theory.numeration.digits, table["step"], set(table["accept"]))

    lost = read(data)
    if data["misere"] or data["won"] or data["block"]:
        return lost, None
    if data["values"]:
        return lost, RuleValues(read(data["values"], VALUE))
    return lost, RuleValues(layers=(lost, *map(read, data["layers"])))
