"""The search for a rule: guess the lost positions from a box, prove the guess, else look at a larger box.

The proof is one equality of automata. If play ends, exactly one set of positions is lost, and it is the only set that
equals `Theory.consequence` of itself: a guess that passes is right for all positions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product

from ..core.game import State
from ..core.limits import Budget
from ..core.message import Message, Number
from ..families.formula.plain_outcomes import circle
from ..families.formula.rules import NAME, Rules
from .automaton import Automaton, NotAutomatic
from .box import PositionBox
from .guess import WordSample, golden_pairs, learn, nim_sum, nim_sum_forms, pairs_numeration, periodic
from .numeration import BINARY, PELL, TERNARY, ZECKENDORF, Numeration
from .theory import Measure, Theory

NUMERATIONS = (BINARY, ZECKENDORF, TERNARY, PELL)
"""The numerations in the order in which they are tried."""

MOST_WIDE = 3
"""How many numerations are tried with three numbers or more."""

SIDES = {1: (5, 7, 9, 11, 12), 2: (4, 5, 6, 7, 8, 9), 3: (3, 4, 5, 6), 4: (2, 3, 4), 5: (2, 3), 6: (2,)}
"""The boxes that are looked at, by the count of numbers: their sides are about these powers of 2."""

MOST_REPAIRS = 6
"""How often the rules may correct a guess that is nearly right."""

LARGEST_REPAIR = 200
"""The largest automaton that is corrected."""


SMALL, MOST_SEEN = 4, 20_000
"""Where a line of play is looked for that repeats: from numbers below this one, among at most so many positions."""


def without_idle(game: Rules) -> Rules:
    """The game without the numbers that no formula mentions: whatever they are, they decide nothing."""
    texts = " ".join([*(move.condition.text for move in game.play().moves), game.positions, game.won])
    numbers = [name for name in game.numbers.split() if name in NAME.findall(texts)]
    if len(numbers) == len(game.numbers.split()):
        return game
    return Rules(
        " ".join(numbers), game.moves, positions=game.positions, won=game.won,
        misere=game.misere, symmetric=game.symmetric, block=game.block,
    )  # fmt: skip


@dataclass
class RuleSearch:
    """The search for the lost positions of a game, and how far it came."""

    game: Rules
    budget: Budget
    numerations: Sequence[Numeration] = NUMERATIONS
    side: int = 0
    """All positions with numbers below it were looked at."""
    refuted: int = 0
    """How many guesses the proof refuted."""
    measure: Measure | None = None
    """Why play ends."""
    repeats: list[State] | None = None
    """A line of play that repeats to its first position."""
    box: PositionBox | None = None
    """The positions that were looked at, without the numbers that nothing mentions."""
    agreeing: tuple[Theory, Automaton] | None = None
    """A guess that agrees with the whole box and whose proof is under way: all that is known if a limit ends it."""
    _theories: dict[Numeration, Theory] = field(default_factory=dict)

    def theory(self, numeration: Numeration) -> Theory:
        """The rules in a numeration."""
        if numeration not in self._theories:
            self._theories[numeration] = Theory(self.game, numeration, self.budget)
        return self._theories[numeration]

    def run(self) -> tuple[Theory, Automaton] | None:
        """The numeration and the automaton of the lost positions, proved; None if there is none within the limits."""
        first = next(self._usable(), None)
        if first is None:
            return None
        self.measure = first.measure()
        if self.measure is None:
            small = filter(self.game.play().is_position, product(range(SMALL), repeat=len(first.heaps)))
            self.repeats = circle(self.game, small, MOST_SEEN)
            return None
        box = self.box = PositionBox(without_idle(self.game), first.never_grows(), self.budget)
        if (likely := pairs_numeration(box)) is not None:
            self.numerations = likely, *self.numerations
        tried = set[tuple[Numeration, Automaton]]()
        for size in SIDES[len(box.play.heaps)]:
            for theory in self._usable():
                with suppress(NotAutomatic):
                    for guess in self._guesses(theory, box, size):
                        if (theory.numeration, guess) not in tried and (found := self._prove(theory, guess)):
                            return theory, found
                        tried.add((theory.numeration, guess))
        return None

    def _usable(self) -> Iterator[Theory]:
        """The rules in each numeration that can express them: a power of 3 has no automaton in binary.

        The quadratic numerations describe pairs, and their boxes are large, so three numbers do without them.
        """
        for numeration in self.numerations[: None if len(self.game.numbers.split()) < 3 else MOST_WIDE]:
            theory = self.theory(numeration)
            with suppress(NotAutomatic):
                theory.moves  # noqa: B018 - made when it is first asked
                yield theory

    def _guesses(self, theory: Theory, box: PositionBox, size: int) -> Iterator[Automaton]:
        numeration, heaps = theory.numeration, box.play.heaps
        length = numeration.length([3 * 2**size // 2]) - 1
        side = numeration.unit(length)
        box.grow(side)
        self.side = max(self.side, side)
        if numeration == BINARY and (table := periodic(box, side, theory.relations)):
            yield table
        if numeration == BINARY and len(heaps) > 1:
            forms = nim_sum_forms(heaps, {state: box.known[state] for state in box.positions(side)})
            if forms is not None:
                added = theory.relations.spread(nim_sum(theory.relations, heaps, forms), theory.heaps)
                yield theory.relations.both(theory.positions, added)
        sample = WordSample(numeration, len(heaps), box.lost(side), length)
        pairs = golden_pairs(theory.relations, heaps)
        if pairs is not None and sample.agrees(pairs):
            yield pairs
        yield from learn(sample, heaps, theory.relations)

    def _prove(self, theory: Theory, guess: Automaton) -> Automaton | None:
        """The guess, or what the rules make of it, if that is proved."""
        guess = theory.relations.spread(guess, theory.heaps)
        self.agreeing = theory, guess
        for _ in range(MOST_REPAIRS + 1):
            required = theory.consequence(guess)
            if required == guess:
                return guess
            self.agreeing = None
            self.refuted += 1
            if len(guess) > LARGEST_REPAIR or len(required) > 3 * len(guess) + 20:
                return None
            guess = required
        return None

    def reason(self) -> Message:
        """Why the search ended without a limit."""
        if not any(True for _ in self._usable()):
            return Message("no numeration can express these rules: use fewer numbers in a rule, and powers of one kind")
        if self.measure is None and self.repeats:
            return Message("play can go on for ever: {path}", path=" → ".join(map(self.game.show, self.repeats)))
        if self.measure is None:
            return Message("nothing shows that play ends")
        return Message("no automaton fits the positions with numbers below {side}", side=Number(self.side))
