"""The period of Lasker's Nim."""

from __future__ import annotations

from ...core.game import Game, State
from ...nimbers.loopy import Value
from ...solve.experts import Experts, Sequences
from ...solve.sequences.octal_sequence import OctalSequence
from ...solve.sequences.periodicity import Period
from ...solve.theorem import Solve, Theorem, Theorems
from ..sources import WINNING_WAYS
from .rules import Lasker, Octal
from .splits import OctalExpert


def _lasker_value(game: Game, state: State, solve: Solve) -> Value:
    n: int = state[0]
    return n + 1 if n % 4 == 3 else n - 1 if n and n % 4 == 0 else n


THEOREMS: Theorems = {
    Octal: (
        Theorem(
            "Lasker's Nim: 4k+3 and 4k+4 change places", WINNING_WAYS,
            _lasker_value, period=lambda game: Period(1, 4, saltus=4), applies=lambda game: game == Lasker,
            formal="Lasker.lasker_formula",
        ),
    ),
}  # fmt: skip

EXPERTS: Experts = {Octal: OctalExpert}

SEQUENCES: Sequences = {Octal: lambda game: OctalSequence(game.code)}
