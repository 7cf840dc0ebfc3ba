"""Values and winning moves by a proved rule: found and counted digit by digit, so numbers of any size cost little."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from ..core.game import State
from ..families.formula.rules import OVER
from ..solve.theorem import Made
from .automaton import Automaton
from .numeration import Numeration
from .theory import Theory
from .values import RuleValues

SPARE = 4
"""How many digits a number may grow by in one move."""


def completions(automaton: Automaton, numeration: Numeration, given: Sequence[int]) -> Made:
    """All ways to complete the given numbers, which are the first tracks."""
    word = numeration.word(given, numeration.length(given) + SPARE)
    free = len(automaton.tracks) - len(given)
    shift, choices = numeration.digits ** len(given), range(numeration.digits**free)
    steps = automaton.step
    # For each place of the word: how many words each state still leads to.
    counts = [Counter(dict.fromkeys(automaton.accept, 1))]
    for letter in reversed(word):
        after = counts[-1]
        rows = ((s, sum(after[row[letter + c * shift]] for c in choices)) for s, row in enumerate(steps))
        counts.append(Counter({s: ways for s, ways in rows if ways}))
    counts.reverse()

    def make(i: int) -> State:
        here, chosen = 0, []
        for at, letter in enumerate(word):
            for choice in choices:
                target = steps[here][letter + choice * shift]
                ways = counts[at + 1][target]
                if i < ways:
                    break
                i -= ways
            here = target
            chosen.append(choice)
        return numeration.read(chosen, free)

    return Made(counts[0][0], make)


class RuleStrategy:
    """How to play by a rule: `lost` accepts the lost positions, and `values` are known as far as they are proved."""

    def __init__(self, theory: Theory, lost: Automaton, values: RuleValues | None = None) -> None:
        self.theory, self.lost, self.values = theory, lost, values or RuleValues(layers=(lost,))

    def is_lost(self, state: State) -> bool:
        """Is the player to move lost?"""
        return state == OVER or self.lost.accepts(self.theory.numeration.word(state))

    def value(self, state: State) -> int | None:
        """The value of a position; None if it is not known."""
        numeration, relation = self.theory.numeration, self.values.relation
        if relation is not None:
            found = completions(relation, numeration, state)
            return int(found[0][0]) if found.total else None
        word = numeration.word(state)
        return next((v for v, layer in enumerate(self.values.layers) if layer.accepts(word)), None)

    @cached_property
    def _to_lost(self) -> Automaton:
        return self.theory.moves_into(self.lost)

    @cached_property
    def _to_values(self) -> Automaton:
        assert self.values.relation is not None
        return self.theory.moves_into(self.values.relation)

    def replies(self, state: State, value: int = 0) -> Made | None:
        """All moves to a value, also those that may be blocked; None if they are not known."""
        numeration = self.theory.numeration
        if value == 0:
            return completions(self._to_lost, numeration, state)
        if self.values.relation is not None:
            return completions(self._to_values, numeration, (*state, value))
        if value < len(self.values.layers):
            return completions(self.theory.moves_into(self.values.layers[value]), numeration, state)
        return None
