"""The values of a game as automata: the relation "the value of x, y is v", or the sets of the first few values.

Each guess is proved by one equality of automata, like the lost positions (`Theory.required_values`). By a proved rule
values and winning moves are found and counted digit by digit, so numbers of any size cost little.

"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from ..core.errors import Limit
from ..core.game import State
from ..families.formula.rules import OVER
from ..solve.theorem import Made
from .automaton import Automaton, NotAutomatic
from .box import PositionBox
from .guess import WordSample, learn
from .numeration import Numeration
from .theory import VALUE, Theory

SIDES = {1: (5, 7, 8), 2: (3, 4, 5), 3: (2, 3)}
"""The boxes for values, by the count of numbers: their sides are about these powers of 2; 2 for more numbers."""

MOST_LAYERS = 4
"""How many sets of one value are looked for, if the relation is not found."""

MOST_REPAIRS = 4
"""How often the rules may correct a guess."""


@dataclass(frozen=True, eq=False)
class RuleValues:
    """The values of all positions as one relation, or the positions of the values 0, 1, 2, ... as far as proved."""

    relation: Automaton | None = None
    layers: tuple[Automaton, ...] = ()


def find_values(theory: Theory, lost: Automaton, box: PositionBox) -> RuleValues:
    """The values of a game whose lost positions are proved; a limit ends the search with what was proved before."""
    layers = [lost]
    try:
        if relation := _relation(theory, box):
            return RuleValues(relation)
        left = theory.positions
        while len(layers) < MOST_LAYERS:
            left = theory.relations.minus(left, layers[-1])
            layer = _layer(theory, box, left, len(layers))
            if layer is None:
                break
            layers.append(layer)
    except (Limit, NotAutomatic):
        pass
    return RuleValues(layers=tuple(layers))


def _relation(theory: Theory, box: PositionBox) -> Automaton | None:
    def pairs(side: int) -> Iterable[State]:
        found = [(*state, box.value(state)) for state in box.positions(side)]
        return found if all(pair[-1] < side for pair in found) else ()

    return _prove(theory, (*box.play.heaps, VALUE), pairs, theory.required_values)


def _layer(theory: Theory, box: PositionBox, left: Automaton, value: int) -> Automaton | None:
    def states(side: int) -> Iterable[State]:
        return [state for state in box.positions(side) if box.value(state) == value]

    return _prove(theory, box.play.heaps, states, lambda guess: theory.required_layer(left, guess))


def _prove(
    theory: Theory,
    tracks: tuple[str, ...],
    sample: Callable[[int], Iterable[State]],
    required: Callable[[Automaton], Automaton],
) -> Automaton | None:
    """A set of numbers that equals what is required of it, guessed from the numbers of small positions."""
    numeration = theory.numeration
    everywhere = [*theory.heaps, *(name for name in tracks if name == VALUE)]
    for size in SIDES.get(len(tracks) - (VALUE in tracks), (2,)):
        length = numeration.length([2**size - 1])
        words = WordSample(numeration, len(tracks), sample(numeration.unit(length)), length)
        for guess in learn(words, tracks, theory.relations):
            guess = theory.relations.spread(guess, everywhere)
            for _ in range(MOST_REPAIRS):
                after = required(guess)
                if after == guess:
                    return guess
                if len(after) > 3 * len(guess) + 20:
                    break
                guess = after
    return None


# -- how to play by a proved rule ------------------------------------------------------------------


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
