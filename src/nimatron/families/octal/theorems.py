"""The period of Lasker's Nim, and the expert of codes."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.game import Game, State
from ...nimbers.loopy import Value
from ...solve.experts import Experts, SequenceExpert, Sequences
from ...solve.sequences.octal_sequence import OctalSequence
from ...solve.sequences.periodicity import Period
from ...solve.theorem import Solve, Theorem, Theorems
from ..sources import WINNING_WAYS
from .rules import Lasker, Octal


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

MANY_OPTIONS = 2000
"""For heaps from this size on, splits are found by the period, not one by one."""


class OctalExpert(SequenceExpert):
    """Take-and-break: beyond the preperiod one look decides every period-th split."""

    game: Octal

    def reach(self, part: State, value: int) -> Sequence[State] | None:
        sequence, code = self.sequence, self.game.code
        if len(part) != 1:
            return None
        if not code.in_two or code.longest is None:
            from .splits import about

            self.budget.afford_list(about(code, part[0]))
            return None
        if part[0] < MANY_OPTIONS or not isinstance(sequence, OctalSequence) or not sequence.provable:
            return None
        sequence.value(part[0], self.budget)
        if sequence.period is None:
            return None
        from .splits import Splits  # only large heaps need it

        period, budget = sequence.period, self.budget

        def is_target(a: int, b: int) -> bool:
            return sequence.value(a, budget) ^ sequence.value(b, budget) == value

        return Splits(self.game, part[0], is_target, period.preperiod, period.period)

    def is_p(self, part: State) -> bool | None:
        return False if self._twins(part) else None

    def _twins(self, part: State) -> State | None:
        """For a large heap, a move to two equal heaps and nothing that counts: so it is no P-position."""
        sequence = self.sequence
        if sequence is None or len(part) != 1 or part[0] < MANY_OPTIONS or self.game.rows:
            # A row distinguishes left from right, but these splits are sorted.
            return None
        from .splits import beside_twins

        return beside_twins(self.game.code, part[0], lambda heap: sequence.value(heap, self.budget))

    def one(self, part: State, value: int) -> State | None:
        sequence = self.sequence
        if sequence is None or len(part) != 1 or self.game.rows:
            return None
        if value == 0 and (found := self._twins(part)):
            return found
        from .splits import likely_split

        return likely_split(self.game.code, part[0], value, lambda heap: sequence.value(heap, self.budget))


EXPERTS: Experts = {Octal: OctalExpert}

SEQUENCES: Sequences = {Octal: lambda game: OctalSequence(game.code)}
