"""Guesses at the lost positions of a game, each an automaton that agrees with all positions of a box."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial, reduce
from itertools import product
from operator import floordiv, itemgetter, mod, xor

from ..core.game import State
from ..families.formula.conditions import read_condition
from .automaton import Automaton, minimal
from .box import PositionBox
from .numeration import Numeration, fraenkel
from .relations import Relations

MOST_STATES = 600
"""The largest automaton that is guessed from words."""

LARGEST_SUM = 8
"""The largest s + t in `pairs_numeration`: it looks at numbers up to its square."""

MOST_CELLS = 700
"""The most cells of a table that is guessed to repeat."""


class WordSample:
    """The words of some tuples of numbers, all of one length, as a tree; leading zeros stay at the root."""

    def __init__(self, numeration: Numeration, count: int, accepted: Iterable[State], length: int) -> None:
        self.numeration, self.count, self.length = numeration, count, length
        self.children: list[dict[int, int]] = [{0: 0}]
        self.ends, self.depth = [False], [0]
        self.words: list[list[int]] = []
        for numbers in accepted:
            word = numeration.word(numbers, length)
            self.words.append(word)
            self._add(word)

    def _add(self, word: Sequence[int]) -> None:
        node = 0
        for letter in word:
            below = self.children[node].get(letter)
            if below is None:
                below = self.children[node][letter] = len(self.children)
                self.children.append({})
                self.ends.append(False)
                self.depth.append(self.depth[node] + 1)
            node = below
        self.ends[node] = True

    def learn(self, ahead: int, tracks: Sequence[str]) -> Automaton | None:
        """The least automaton whose states differ within the next `ahead` digits (Myhill and Nerode).

        None if a state first appears where fewer digits are left, or if there are too many states.
        """
        look = _Lookahead(self)
        width = self.numeration.digits**self.count
        numbers, nodes = {look(0, ahead): 0}, [0]
        step = []
        for node in nodes:
            row = []
            for letter in range(width):
                below = self.children[node].get(letter, -1) if node >= 0 else -1
                if below >= 0 and self.depth[below] + ahead > self.length:
                    return None
                kind = look(below, ahead) if below >= 0 else 0
                if kind not in numbers:
                    if len(nodes) == MOST_STATES:
                        return None
                    numbers[kind] = len(nodes)
                    nodes.append(below if kind else -1)
                row.append(numbers[kind])
            step.append(row)
        accept = {i for i, node in enumerate(nodes) if node >= 0 and self.ends[node]}
        return Automaton(tuple(tracks), self.numeration.digits, step, accept)

    def agrees(self, guess: Automaton) -> bool:
        """Does the guess accept all words of the sample, and no others of their length?"""
        if not all(map(guess.accepts, self.words)):
            return False
        ways = {0: 1}
        for _ in range(self.length):
            after: dict[int, int] = {}
            for state, count in ways.items():
                for target in guess.step[state]:
                    after[target] = after.get(target, 0) + count
            ways = after
        return sum(count for state, count in ways.items() if state in guess.accept) == len(self.words)


class _Lookahead:
    """What can be told about a node of the tree by the next digits, as a number; 0 if no word continues."""

    def __init__(self, sample: WordSample) -> None:
        self.sample = sample
        self.kinds: dict[tuple[object, ...], int] = {}
        self.known: dict[tuple[int, int], int] = {}

    def __call__(self, node: int, ahead: int) -> int:
        key = node, ahead
        if key not in self.known:
            ends = self.sample.ends[node]
            below = self.sample.children[node].items() if ahead else ()
            seen = sorted((letter, kind) for letter, child in below if (kind := self(child, ahead - 1)))
            looks = ahead, ends, *seen
            self.known[key] = self.kinds.setdefault(looks, len(self.kinds) + 1) if ends or seen else 0
        return self.known[key]


def learn(sample: WordSample, tracks: Sequence[str], relations: Relations) -> Iterator[Automaton]:
    """Automata that agree with a sample, by looking one digit ahead, two, three, ..."""
    for ahead in range(1, sample.length):
        relations.budget.look()
        found = sample.learn(ahead, tracks)
        if found is not None and sample.agrees(found := minimal(found, relations.budget)):
            yield found


def periodic(box: PositionBox, side: int, relations: Relations) -> Automaton | None:
    """The automaton of a table that repeats in each number from some place on, in base b."""
    heaps = box.play.heaps
    folds = _folds(box, side)
    if folds is None:
        return None

    def fold(values: Sequence[int]) -> tuple[int, ...]:
        return tuple(v if v < t + m else t + (v - t) % m for v, (t, m) in zip(values, folds, strict=True))

    base = relations.numeration.base
    # A value and the same value folded continue alike: b (v + m) + d = b v + d + b m.
    return relations.build(
        heaps,
        (0,) * len(heaps),
        lambda state, digits: fold([base * v + d for v, d in zip(state, digits, strict=True)]),
        lambda state: box.known[state],
    )


def _folds(box: PositionBox, side: int) -> list[tuple[int, int]] | None:
    """For each number the place from which the table repeats, and the period; the two as small as possible."""
    count = len(box.play.heaps)
    slices = [[bytearray() for _ in range(side)] for _ in range(count)]
    for state in product(range(side), repeat=count):
        box.budget.spend(0)
        lost = box.known[state]
        for i, value in enumerate(state):
            slices[i][value].append(lost)
    folds, cells = [], 1
    for layers in slices:
        best: tuple[int, int] | None = None
        for period in range(1, side // 2):
            start = next((v + 1 for v in reversed(range(side - period)) if layers[v] != layers[v + period]), 0)
            if start + 2 * period <= side and (best is None or start + period < sum(best)):
                best = start, period
        if best is None or (cells := cells * sum(best)) > MOST_CELLS:
            return None
        folds.append(best)
    return folds


def pairs_numeration(box: PositionBox) -> Numeration | None:
    """The numeration of the pairs (a, s a + t n), where a is the least number in no pair before, if they seem lost.

    The first pairs are (n, n (s + t)). The pair after them, which begins with s + t + 1, shows s.
    """
    if len(box.play.heaps) != 2:
        return None
    box.grow(LARGEST_SUM + 1)
    total = next((y for y in range(2, LARGEST_SUM + 1) if box.known[1, y]), 0)
    if not total or not box.known[0, 0]:
        return None
    box.grow(total * total + total)
    ends = (s for s in range(1, total) if box.known[total + 1, total * total + s])
    return next((fraenkel(s, total - s) for s in ends), None)


def golden_pairs(relations: Relations, tracks: Sequence[str]) -> Automaton | None:
    """The pairs (floor(n a), floor(n a) + r n) in both orders, for a = [1; r, r, ...] (Fraenkel 1982).

    In the numeration of a, the smaller number is a word with an even number of zeros at its end, and the larger one is
    the same word with one more zero.
    """
    if len(tracks) != 2 or not relations.numeration.s:
        return None
    # The larger number shows a digit when the smaller one shows the next one: the state is the digit that is due.
    shifted = relations.build(
        ["#a", "#b"], 0, lambda due, digits: digits[1] if digits[0] == due else None, lambda due: due == 0
    )
    even = relations.build(["#a"], 0, lambda odd, digits: 0 if digits[0] else 1 - odd, lambda odd: odd == 0)
    zero = relations.build(["#a", "#b"], 0, lambda state, digits: None if any(digits) else 0, lambda state: True)
    pairs = relations.either(relations.both(shifted, even), zero).widen(["#a", "#b"])
    x, y = tracks
    return relations.either(pairs.rename(x, y), pairs.rename(y, x)).widen(tracks)


# -- nim-sums --------------------------------------------------------------------------------------

NimForm = tuple[str, Callable[[State], int]]
"""A number that a nim-sum adds: its formula, and its value in a position."""

LARGEST_DIVISOR = 9
"""The largest divisor whose remainders are added."""


def nim_sum_forms(heaps: Sequence[str], lost: Mapping[State, bool]) -> tuple[str, ...] | None:
    """Formulas whose nim-sum is 0 exactly in the lost positions, as far as these positions show."""
    for forms in _sums(heaps):
        added = [value for text, value in forms if text]
        if added and all((not reduce(xor, [value(state) for value in added])) is its for state, its in lost.items()):
            return tuple(text for text, _ in forms if text)
    return None


def _sums(heaps: Sequence[str]) -> Iterable[Sequence[NimForm]]:
    """Gaps between neighbours, the last two first; then the numbers, their remainders and quotients, in any choice."""
    count = len(heaps)
    for less, ending in ((1, " - 1"), (0, "")):
        pairs = [(i - 1, i) for i in range(count - 1, 0, -2)]
        gaps = [(f"{heaps[j]} - {heaps[i]}{ending}", partial(_gap, i, j, less)) for i, j in pairs]
        yield [*gaps, *([(heaps[0], itemgetter(0))] if count % 2 else [])]
    divisors = range(2, LARGEST_DIVISOR + 1)
    choices: list[list[NimForm]] = [
        [
            (name, itemgetter(i)),
            *((f"{name} % {m}", partial(_part, i, mod, m)) for m in divisors),
            *((f"{name} // {m}", partial(_part, i, floordiv, m)) for m in divisors[:3]),
            ("", itemgetter(i)),
        ]
        for i, name in enumerate(heaps)
    ]
    yield from product(*choices) if count < 4 else zip(*choices, strict=True)


def _gap(i: int, j: int, less: int, state: State) -> int:
    return max(-1, int(state[j] - state[i] - less))


def _part(i: int, how: Callable[[int, int], int], m: int, state: State) -> int:
    return how(state[i], m)


def nim_sum(relations: Relations, heaps: Sequence[str], forms: Sequence[str]) -> Automaton:
    """The numbers whose formulas have the nim-sum 0."""
    names = [f"_{i}" for i in range(len(forms))]  # no number of a game is called so
    columns = relations.build(names, 0, lambda state, digits: None if sum(digits) % 2 else 0, lambda state: True)
    equal = [
        read_condition(f"{n} = {form}", (*heaps, *names), after=False) for n, form in zip(names, forms, strict=True)
    ]
    parts = [relations.tree(one.tree, one.chosen) for one in equal]
    return relations.spread(relations.conjunction([columns, *parts], names), heaps)
