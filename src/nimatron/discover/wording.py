"""The rule in words: sentences whose automaton is the same as the automaton of the lost positions.

A sentence is a formula or an automaton of digits. Those that disagree on small numbers are left out at once; the others
are compared as automata, so a sentence holds for all numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import combinations, product
from operator import eq

from ..core.game import State
from ..core.message import Message
from ..families.formula.conditions import read_condition
from ..families.formula.rules import holds
from .automaton import Automaton, NotAutomatic
from .guess import golden_pairs, nim_sum, nim_sum_forms
from .relations import Relations
from .theory import Theory

SMALL = {1: 40, 2: 12, 3: 6}
"""Numbers below these are looked at first, by the count of numbers; 4 for more."""

MOST_CHECKED = 600
"""The numbers of one heap in which a remainder is looked for."""

LARGEST_MODULUS = 80

LARGEST_PAIR, MOST_PAIRS = 8, 12
"""The largest modulus of one of two numbers, and the most pairs of remainders in a sentence."""

MOST_LISTED = 8
"""The most lost positions that a sentence lists."""

MOST_STATES = 12
"""The most states that are named in instructions."""

Sentence = tuple[Message, str]
"""Words, and the formula that they mean."""


def wording(theory: Theory, lost: Automaton) -> Message | None:
    """A sentence that is true of the lost positions and of no others; None if no known one is."""
    for heaps in _deciding(theory, lost):
        few = theory.relations.exists(lost, [name for name in theory.heaps if name not in heaps])
        speaker = Speaker(theory, heaps, few, lost)
        if (words := speaker.plain() or speaker.digits() or speaker.combination()) is not None:
            if len(theory.heaps) > len(heaps) and not all(re.search(rf"\b{name}\b", str(words)) for name in heaps):
                return Message("for {names} alone, {rule}", names=", ".join(heaps), rule=words)
            return words
    return None


def _deciding(theory: Theory, lost: Automaton) -> Iterator[tuple[str, ...]]:
    """The numbers that decide, the fewest first: a position is lost whatever the other numbers are."""
    for count in range(1, len(theory.heaps)):
        for heaps in combinations(theory.heaps, count):
            few = theory.relations.exists(lost, [name for name in theory.heaps if name not in heaps])
            if theory.relations.both(theory.positions, few).widen(theory.heaps) == lost:
                yield heaps
    yield theory.heaps


def _small(heaps: tuple[str, ...]) -> Iterator[State]:
    return product(range(SMALL.get(len(heaps), 4)), repeat=len(heaps))


class Speaker:
    """Looks for words about some numbers of a position that decide whether it is lost."""

    def __init__(self, theory: Theory, heaps: tuple[str, ...], few: Automaton, lost: Automaton) -> None:
        self.theory, self.heaps, self.few, self.lost = theory, heaps, few, lost
        everywhere = theory.relations.exists(theory.positions, [n for n in theory.heaps if n not in heaps])
        word = theory.numeration.word
        self.small = [state for state in _small(heaps) if everywhere.accepts(word(state))]
        self.wanted = {state for state in self.small if few.accepts(word(state))}
        self.known: list[tuple[Message, str, set[State]]] = []
        """Sentences, their formulas, and the small positions of which they are true."""

    def plain(self) -> Message | None:
        """A single sentence."""
        for words, formula in sentences(self.theory, self.few, self.heaps):
            condition = read_condition(formula, self.heaps, after=False)
            true = {state for state in self.small if holds(condition, self.heaps, state)}
            if true == self.wanted and self._means(formula):
                return words
            self.known.append((words, formula, true))
        return None

    def digits(self) -> Message | None:
        """A sentence about digits."""
        lost = {state: state in self.wanted for state in self.small}
        forms = nim_sum_forms(self.heaps, lost) if self.theory.numeration.base == 2 and len(self.heaps) > 1 else None
        if forms is not None and self._is_lost(nim_sum(self.theory.relations, self.heaps, forms)):
            if forms == self.heaps:
                return Message("the nim-sum of the numbers is 0")
            return Message("the nim-sum of {forms} is 0", forms=", ".join(forms))
        found = digit_rules(self.theory.relations, self.heaps)
        return next((words for words, meant in found if self._is_lost(meant)), None)

    def combination(self) -> Message | None:
        """Two sentences of which both hold, or one."""
        wide = [one for one in self.known if one[2] > self.wanted]
        narrow = [one for one in self.known if one[2] and one[2] < self.wanted]
        for (one, first, true), (two, second, also) in combinations(wide, 2):
            if true & also == self.wanted and self._means(f"({first}) and ({second})"):
                return Message("{one}, and {two}", one=one, two=two)
        for (one, first, true), (two, second, also) in combinations(narrow, 2):
            if true | also == self.wanted and self._means(f"({first}) or ({second})"):
                return Message("{one}, or {two}", one=one, two=two)
        return None

    def _means(self, formula: str) -> bool:
        condition = read_condition(formula, self.heaps, after=False)
        try:
            return self._is_lost(self.theory.relations.tree(condition.tree, condition.chosen))
        except NotAutomatic:
            return False

    def _is_lost(self, meant: Automaton) -> bool:
        return self.theory.relations.both(self.theory.positions, meant).widen(self.theory.heaps) == self.lost


def sentences(theory: Theory, lost: Automaton, heaps: tuple[str, ...]) -> Iterator[Sentence]:
    """Sentences that are formulas, the plainest first."""
    total = " + ".join(heaps)
    yield Message("no position is lost"), f"{heaps[0]} < 0"
    yield Message("every position is lost"), f"{heaps[0]} >= 0"
    if len(heaps) == 1:
        yield Message("{name} is 0", name=heaps[0]), f"{total} = 0"
        yield from _of_one(theory, lost, heaps[0])
        return
    yield Message("all numbers are 0"), f"{total} = 0"
    for c in range(1, 4):
        yield Message("the sum of the numbers is {c}", c=c), f"{total} = {c}"
    equal = Message("{x} and {y} are equal", x=heaps[0], y=heaps[1]) if len(heaps) == 2 else None
    yield equal or Message("all numbers are equal"), " = ".join(heaps)
    for m in range(2, 10):
        yield Message("every number is a multiple of {m}", m=m), ", ".join(f"{n} % {m} = 0" for n in heaps)
        yield Message("the sum of the numbers is a multiple of {m}", m=m), f"({total}) % {m} = 0"
        for r in range(1, m):
            words = Message("every number leaves the remainder {r} when divided by {m}", r=r, m=m)
            yield words, ", ".join(f"{n} % {m} = {r}" for n in heaps)
            words = Message("the sum of the numbers leaves the remainder {r} when divided by {m}", r=r, m=m)
            yield words, f"({total}) % {m} = {r}"
    for name in heaps:
        yield Message("{name} is 0", name=name), f"{name} = 0"
        for m in range(2, 10):
            yield Message("{name} is a multiple of {m}", name=name, m=m), f"{name} % {m} = 0"
    if len(heaps) == 2:
        yield from _of_two(*heaps)
        yield from _pairs_of_remainders(theory, lost, *heaps)
    few = [state for state in _small(heaps) if lost.accepts(theory.numeration.word(state))]
    if 1 <= len(few) <= MOST_LISTED:
        listed = ", ".join(f"({', '.join(map(str, state))})" for state in few)
        formulas = (" and ".join(f"{n} = {v}" for n, v in zip(heaps, state, strict=True)) for state in few)
        words = Message("the numbers {names} are one of {listed}", names=", ".join(heaps), listed=listed)
        yield words, " or ".join(formulas)


def _pairs_of_remainders(theory: Theory, lost: Automaton, x: str, y: str) -> Iterator[Sentence]:
    """The least moduli by which small pairs of numbers are told apart."""
    side = 2 * LARGEST_PAIR
    known = {pair: lost.accepts(theory.numeration.word(pair)) for pair in product(range(side), repeat=2)}
    for m, n in sorted(product(range(1, LARGEST_PAIR + 1), repeat=2), key=lambda pair: (pair[0] * pair[1], pair)):
        if all(is_lost == known[a % m, b % n] for (a, b), is_lost in known.items()):
            pairs = [(a, b) for a, b in product(range(m), range(n)) if known[a, b]]
            if 1 <= len(pairs) <= MOST_PAIRS:
                listed = ", ".join(f"({a}, {b})" for a, b in pairs)
                words = {"x": x, "y": y, "m": m, "n": n, "pairs": listed}
                text = "the remainders of {x} divided by {m} and of {y} divided by {n} are {pairs}"
                if len(pairs) > 1:
                    text = "the remainders of {x} divided by {m} and of {y} divided by {n} are one of {pairs}"
                yield (
                    Message(text, params=words),
                    " or ".join(f"({x} % {m} = {a} and {y} % {n} = {b})" for a, b in pairs),
                )
            return


def _of_one(theory: Theory, lost: Automaton, x: str) -> Iterator[Sentence]:
    repeats = _remainders(theory, lost, x)
    if repeats:
        yield repeats
    for kind, power in (
        ("pow2", Message("power of 2")),
        ("pow3", Message("power of 3")),
        ("fib", Message("Fibonacci number")),
    ):
        for c in range(-3, 4):
            form = f"{x} + {c}" if c > 0 else f"{x} - {-c}" if c else x
            words = {"form": form, "power": power}
            yield Message("{form} is a {power}", params=words), f"{kind}({form})"
            yield Message("{x} is 0, or {form} is a {power}", params={"x": x, **words}), f"{x} = 0 or {kind}({form})"


def _remainders(theory: Theory, lost: Automaton, x: str) -> Sentence | None:
    """The least modulus by which small numbers are told apart, with exceptions before some place."""
    known = [lost.accepts(theory.numeration.word((n,))) for n in range(MOST_CHECKED)]
    for m in range(1, LARGEST_MODULUS):
        start = next((i + 1 for i in reversed(range(MOST_CHECKED - m)) if known[i] != known[i + m]), 0)
        if start > MOST_CHECKED // 3:
            continue
        rests = sorted(n % m for n in range(start, start + m) if known[n])
        return _remainder_sentence(x, m, rests, start, [n for n in range(start) if known[n]])
    return None


def _remainder_sentence(x: str, m: int, rests: list[int], start: int, early: list[int]) -> Sentence:
    listed = ", ".join(map(str, rests))
    words: dict[str, object] = {"x": x, "m": m, "rests": listed, "start": start, "early": ", ".join(map(str, early))}
    late = f"{x} % {m} in {{{listed}}} and {x} >= {start}" if rests else f"{x} < 0"
    if not start:
        if rests == [0]:
            return Message("{x} is a multiple of {m}", params=words), late
        if len(rests) == 1:
            return Message("{x} leaves the remainder {rests} when divided by {m}", params=words), late
        return Message("{x} leaves one of the remainders {rests} when divided by {m}", params=words), late
    if rests == [0] and m == 1 and early:
        late = f"{x} >= {start} or {x} in {{{words['early']}}}"
        return Message("{x} is one of {early}, or at least {start}", params=words), late
    if not rests and len(early) == 1:
        return Message("{x} is {early}", params=words), f"{x} = {early[0]}"
    if not rests:
        return Message("{x} is one of {early}", params=words), f"{x} in {{{words['early']}}}"
    if not early:
        text = "{x} is at least {start} and leaves one of the remainders {rests} when divided by {m}"
        return Message(text, params=words), late
    text = "{x} is one of {early}, or at least {start} with one of the remainders {rests} when divided by {m}"
    return Message(text, params=words), f"({late}) or {x} in {{{words['early']}}}"


def _of_two(x: str, y: str) -> Iterator[Sentence]:
    names = {"x": x, "y": y}
    yield Message("one of the numbers is 0"), f"{x} = 0 or {y} = 0"
    for c in range(1, 6):
        params = {**names, "c": c}
        yield Message("{y} is larger than {x} by {c}", params=params), f"{y} = {x} + {c}"
        yield Message("{x} is larger than {y} by {c}", params=params), f"{x} = {y} + {c}"
        yield Message("the numbers differ by at most {c}", params=params), f"abs({x} - {y}) <= {c}"
        yield Message("the numbers differ by {c}", params=params), f"abs({x} - {y}) = {c}"
    for m in range(2, 10):
        params = {**names, "m": m}
        same = Message("both numbers leave the same remainder when divided by {m}", params=params)
        yield same, f"{x} % {m} = {y} % {m}"
        yield Message("the smaller number is a multiple of {m}", params=params), f"min({x}, {y}) % {m} = 0"
        yield Message("rounded down, {x}/{m} equals {y}/{m}", params=params), f"{x} // {m} = {y} // {m}"
        for one, two in ((x, y), (y, x)):
            twice = {"one": one, "two": two, "m": m}
            yield Message("{one} is {m} times {two}", params=twice), f"{one} = {m}*{two}"
    misere = Message("both numbers are equal and more than 1, or one is 1 and the other is 0")
    yield misere, f"({x} = {y} and {x} > 1) or {x} + {y} = 1"


def digit_rules(relations: Relations, heaps: tuple[str, ...]) -> Iterator[tuple[Message, Automaton]]:
    """Sentences about digits."""
    numeration = relations.numeration
    if numeration.base == 2 and len(heaps) > 1:
        for m in (2, 3, 4, 5):
            yield from _columns(relations, heaps, m)
    if (pairs := golden_pairs(relations, heaps)) is not None:
        yield _golden_words(numeration.c, numeration.s), pairs
    if len(heaps) == 1:
        yield from _ends(relations, heaps)
    if len(heaps) == 2:
        yield from _least_units(relations, heaps)
        yield from _same_ends(relations, heaps)
        # Before the first digit that is not 0 the state is 0. Both numbers must have it in the same column.
        begun = relations.build(heaps, 0, _begin, lambda on: True)
        params = {"x": heaps[0], "y": heaps[1], "numeration": relations.numeration.title}
        yield Message("{x} and {y} have the same number of digits ({numeration})", params=params), begun


def _columns(relations: Relations, heaps: tuple[str, ...], m: int) -> Iterator[tuple[Message, Automaton]]:
    """Binary columns, as in Nim and Moore's Nim, in normal and misere play."""
    columns = relations.build(heaps, 0, lambda state, digits: None if sum(digits) % m else 0, lambda state: True)
    if m > 2:
        yield Message("the number of ones in every binary column is a multiple of {m}", m=m), columns
    small = relations.tree(read_condition(", ".join(f"{n} <= 1" for n in heaps), heaps, after=False).tree)
    ones = relations.tree(read_condition(f"({' + '.join(heaps)}) % {m} = 1", heaps, after=False).tree)
    changed = relations.either(relations.minus(columns, small), relations.both(small, ones)).widen(heaps)
    if m == 2:
        yield Message("the nim-sum is 0, but if all numbers are 0 or 1, their sum is odd"), changed
    else:
        text = (
            "every binary column has a multiple of {m} ones, but if no number is above 1, the sum leaves 1 modulo {m}"
        )
        yield Message(text, m=m), changed


def _golden_words(c: int, s: int) -> Message:
    if (c, s) == (1, 1):
        return Message("the numbers are ⌊nφ⌋ and ⌊nφ⌋ + n for some n, where φ is the golden ratio")
    if s == 1:
        return Message("the numbers are ⌊nα⌋ and ⌊nα⌋ + {r}n for some n, where α = [1; {r}, {r}, ...]", r=c)
    words = Message("with units u(n) = {c} u(n-1) + {s} u(n-2)", c=c, s=s)
    text = (
        "{units}, the smaller number ends in an even number of zeros, and the larger one is the same with one more zero"
    )
    return Message(text, units=words)


def _ends(relations: Relations, heaps: tuple[str, ...]) -> Iterator[tuple[Message, Automaton]]:
    """The parity of the number of equal digits at the end."""
    for digit, odd in product(range(relations.numeration.digits), (0, 1)):
        ends = _digits_at_end(relations, heaps[0], digit, odd)
        zero = relations.tree(read_condition(f"{heaps[0]} = 0", heaps, after=False).tree)
        params = {"x": heaps[0], "digit": digit, "numeration": relations.numeration.title}
        even = Message("{x} ends in an even number of digits {digit} ({numeration})", params=params)
        uneven = Message("{x} ends in an odd number of digits {digit} ({numeration})", params=params)
        yield uneven if odd else even, ends
        yield Message("{x} is 0, or {rest}", x=heaps[0], rest=uneven if odd else even), relations.either(ends, zero)


def _same_ends(relations: Relations, heaps: tuple[str, ...]) -> Iterator[tuple[Message, Automaton]]:
    """Two numbers with equally many zeros, or equally many ones, at the end."""
    for digit in (0, 1):
        # The state says whether the ends are equally long: if both digits are others, they begin anew.
        def follow(same: int, digits: tuple[int, ...], digit: int = digit) -> int:
            ends = [one == digit for one in digits]
            return same if all(ends) else int(not any(ends))

        params = {"x": heaps[0], "y": heaps[1], "digit": digit, "numeration": relations.numeration.title}
        text = "{x} and {y} end in the same number of digits {digit} ({numeration})"
        for accept in (1, 0):
            if not accept:
                text = "{x} and {y} end in different numbers of digits {digit} ({numeration})"
            found = relations.build(heaps, 1, follow, partial(eq, accept))
            yield Message(text, params=params), found


def _digits_at_end(relations: Relations, x: str, digit: int, odd: int) -> Automaton:
    return relations.build(
        [x], 0, lambda state, digits: 0 if digits[0] != digit else 1 - state, lambda state: state == odd
    )


def _least_units(relations: Relations, heaps: tuple[str, ...]) -> Iterator[tuple[Message, Automaton]]:
    """One number is 0, or its last unit is more than the other number, as in Fibonacci Nim."""
    unit = Message("power of {base}", base=relations.numeration.base)
    if not relations.numeration.base:
        unit = Message("Fibonacci number") if relations.numeration.id == "fib" else Message("unit")
    for x, y in (heaps, heaps[::-1]):
        last = relations.build([x, "#u"], 0, _last_unit, lambda state: state == 1)
        more = read_condition("u > v", ("u", "v"), after=False)
        larger = relations.tree(more.tree)
        larger = larger.rename(*("#u" if name == "u" else y for name in larger.tracks))
        found = relations.exists(relations.both(last, larger), ["#u"])
        zero = relations.both(
            relations.tree(read_condition(f"{x} = 0", heaps, after=False).tree), relations.numbers([y])
        )
        words = Message("{x} is 0, or the least {unit} in it is more than {y}", x=x, y=y, unit=unit)
        yield words, relations.either(found, zero).widen(heaps)


def _begin(on: int, digits: tuple[int, ...]) -> int | None:
    return on or (None if any(digits) != all(digits) else int(all(digits)))


def _last_unit(state: int, digits: tuple[int, ...]) -> int | None:
    """Reads a number and its last unit: 0 before the unit, 1 behind it, where only zeros follow."""
    digit, mark = digits
    if state:
        return 1 if not digit and not mark else None
    return (1 if digit else None) if mark == 1 else 0 if not mark else None


def instructions(theory: Theory, lost: Automaton) -> Message:
    """The automaton as a procedure for a person; its table goes with it."""
    names = ", ".join(theory.heaps)
    if len(theory.heaps) == 1:
        text = (
            "write {names} in {numeration} and start in state 0. Each digit, from the left, leads to the next state. "
            "The position is lost if you end in state {states}"
        )
    else:
        text = (
            "write {names} under each other in {numeration} and start in state 0. Each column, from the left, leads to "
            "the next state. The position is lost if you end in state {states}"
        )
    states = ", ".join(map(str, sorted(lost.accept)[:MOST_STATES])) + (
        ", ..." if len(lost.accept) > MOST_STATES else ""
    )
    return Message(text, names=names, numeration=theory.numeration.title, states=states)
