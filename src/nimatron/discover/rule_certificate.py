"""The certificate of a rule: the formulas, the numeration, the automaton, and why play ends."""

from __future__ import annotations

from typing import Any

from .automaton import Automaton
from .theory import Measure, Theory


def certificate(theory: Theory, lost: Automaton, measure: Measure) -> dict[str, Any]:
    """The claim that exactly the positions that `lost` accepts are lost."""
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
        "step": [list(row) for row in lost.step],
        "accept": sorted(lost.accept),
    }
