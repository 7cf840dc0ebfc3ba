"""Winning moves by a proved rule: counted and made digit by digit, so numbers of any size cost little."""

from __future__ import annotations

from collections import Counter
from functools import cached_property, reduce

from ..core.game import State
from ..families.formula.conditions import Form
from ..families.formula.formula import PRIME
from ..families.formula.rules import OVER
from ..solve.theorem import Made
from .automaton import Automaton
from .theory import Theory

SPARE = 4
"""How many digits a number may grow by in one move."""


class RuleStrategy:
    """How to play by a rule: `lost` accepts the lost positions."""

    def __init__(self, theory: Theory, lost: Automaton) -> None:
        self.theory, self.lost = theory, lost

    def is_lost(self, state: State) -> bool:
        """Is the player to move lost?"""
        return state == OVER or self.lost.accepts(self.theory.numeration.word(state))

    @cached_property
    def _winning(self) -> Automaton:
        """All moves to lost positions, as pairs of the numbers before and after."""
        relations, heaps = self.theory.relations, self.theory.heaps
        after = [heap + PRIME for heap in heaps]
        found = []
        for clause, move in zip(self.theory.clauses, self.theory.moves, strict=True):
            winning = relations.both(move, self.lost.named(*clause.after))
            for heap, name in zip(heaps, clause.after, strict=True):
                if name != heap + PRIME:
                    winning = relations.both(winning, relations.linear(Form({heap + PRIME: 1, name: -1}), "zero"))
            found.append(winning.widened([*heaps, *after]))
        return reduce(relations.either, found)

    def replies(self, state: State) -> Made:
        """All winning moves, in the order of their numbers after the move."""
        heaps, numeration = self.theory.heaps, self.theory.numeration
        word = numeration.word(state, numeration.length(state) + SPARE)
        shift = numeration.digits ** len(heaps)
        steps, choices = self._winning.step, range(shift)
        # For each place of the word: how many moves each state still leads to.
        counts = [Counter(dict.fromkeys(self._winning.accept, 1))]
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
            return numeration.read(chosen, len(heaps))

        return Made(counts[0][0], make)
