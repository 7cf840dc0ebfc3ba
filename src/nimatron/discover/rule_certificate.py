"""The certificate of a rule: the formulas, the numeration, the automaton, and why play ends."""

from __future__ import annotations

from typing import Any

from .automaton import Automaton
from .theory import Measure, Theory
from .values import RuleValues


def certificate(theory: Theory, lost: Automaton, measure: Measure, values: RuleValues) -> dict[str, Any]:
    """The claim that exactly the positions that `lost` accepts are lost, and what is claimed of values."""
    game, numeration = theory.game, theory.numeration
    return {
        "claim": "lost",
        "numbers": " ".join(theory.heaps),
        "moves": [move.condition.text for move in theory.play.moves],
        "positions": game.positions,
        "won": game.won,
        "misere": game.misere,
        "c": numeration.c,
        "s": numeration.s,
        "measure": [list(weights) for weights in measure],
        **_table(lost),
        "values": None if values.relation is None else _table(values.relation),
        "layers": [_table(layer) for layer in values.layers[1:]],
    }


def _table(automaton: Automaton) -> dict[str, Any]:
    return {"step": [list(row) for row in automaton.step], "accept": sorted(automaton.accept)}
