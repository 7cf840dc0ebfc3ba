"""The values of a game as automata: the relation "the value of x, y is v", or the sets of the first few values.

Each guess is proved by one equality of automata, like the lost positions (`Theory.required_values`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ..core.errors import Limit
from ..core.game import State
from .automaton import Automaton, NotAutomatic
from .box import PositionBox
from .guess import WordSample, learned
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
        for guess in learned(words, tracks, theory.relations):
            guess = theory.relations.spread(guess, everywhere)
            for _ in range(MOST_REPAIRS):
                after = required(guess)
                if after == guess:
                    return guess
                if len(after) > 3 * len(guess) + 20:
                    break
                guess = after
    return None
