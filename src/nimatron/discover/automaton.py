"""Finite automata that read several numbers at once, digit by digit, the most significant digits first.

A letter is one digit of each number. Every automaton here accepts only words that are numbers, and accepts a word
exactly if it accepts the word with zeros in front.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Literal

from ..core.limits import Budget

Join = Literal["and", "or", "minus", "differ"]

MOST_LETTERS = 1 << 13
"""The most letters of an automaton: each number multiplies them by the count of digits."""


class NotAutomatic(Exception):
    """A signal: a condition is not an automaton in this numeration, as powers of 3 are not in binary, or too wide."""


def check_width(tracks: Sequence[str], digits: int) -> None:
    """Refuse more numbers at once than an automaton can read."""
    if digits ** len(tracks) > MOST_LETTERS:
        raise NotAutomatic(len(tracks))


Ways = frozenset[tuple[int, int]]
"""In how many ways states can be reached."""

JOINS: dict[Join, Callable[[bool, bool], bool]] = {
    "and": lambda a, b: a and b,
    "or": lambda a, b: a or b,
    "minus": lambda a, b: a and not b,
    "differ": lambda a, b: a != b,
}


@dataclass(frozen=True, eq=False)
class Automaton:
    """A complete automaton that starts in state 0; `step[state][letter]` is the next state.

    The letter is the sum of digit i times digits**i, in the order of the tracks.
    """

    tracks: tuple[str, ...]
    digits: int
    step: Sequence[Sequence[int]]
    accept: Collection[int]

    def __len__(self) -> int:
        return len(self.step)

    def __eq__(self, other: object) -> bool:
        """Are the tables the same? Minimal automata of the same language have the same table."""
        if not isinstance(other, Automaton):
            return NotImplemented
        return (self.tracks, self.step, set(self.accept)) == (other.tracks, other.step, set(other.accept))

    def __hash__(self) -> int:
        return hash((self.tracks, len(self.step), tuple(self.step[0])))

    def accepts(self, word: Iterable[int]) -> bool:
        """Is the word accepted?"""
        state = 0
        for letter in word:
            state = self.step[state][letter]
        return state in self.accept

    def rename(self, *tracks: str) -> Automaton:
        """The same automaton about numbers with other names."""
        return Automaton(tracks, self.digits, self.step, self.accept)

    def widen(self, tracks: Sequence[str]) -> Automaton:
        """The same automaton with these tracks, which include its own, in this order."""
        if self.tracks == tuple(tracks):
            return self
        base, at = self.digits, [list(tracks).index(track) for track in self.tracks]
        letters = range(base ** len(tracks))
        own = [sum(letter // base**place % base * base**i for i, place in enumerate(at)) for letter in letters]
        return Automaton(tuple(tracks), base, [[row[letter] for letter in own] for row in self.step], self.accept)

    def sinks(self) -> set[int]:
        """The states that accept nothing; a minimal automaton has at most one."""
        return {s for s, row in enumerate(self.step) if s not in self.accept and all(t == s for t in row)}


def build(
    tracks: Sequence[str],
    digits: int,
    start: Hashable,
    follow: Callable[[Any, tuple[int, ...]], Hashable],
    accepting: Callable[[Any], bool],
    budget: Budget,
) -> Automaton:
    """The automaton whose states are explored from `start`; `follow(state, digits)` is None where no word continues."""
    check_width(tracks, digits)
    letters = [tuple(n // digits**i % digits for i in range(len(tracks))) for n in range(digits ** len(tracks))]
    numbers: dict[Hashable, int] = {start: 0}
    states, step = [start], []
    for state in states:
        budget.spend(1 + len(letters) // 64)
        row = []
        for letter in letters:
            after = None if state is None else follow(state, letter)
            if after not in numbers:
                numbers[after] = len(states)
                states.append(after)
            row.append(numbers[after])
        step.append(row)
    accept = {i for i, state in enumerate(states) if state is not None and accepting(state)}
    return minimal(Automaton(tuple(tracks), digits, step, accept), budget)


def _watch(step: Sequence[Sequence[int]], budget: Budget) -> Iterator[Sequence[int]]:
    """The rows of a table, which may be a large one: each has its price."""
    price = 1 + len(step[0]) // 256
    for row in step:
        budget.spend(price)
        yield row


def minimal(a: Automaton, budget: Budget) -> Automaton:
    """The least automaton of the same language, its states numbered in the order in which words meet them."""
    a = _reachable(a)
    block = [int(state in a.accept) for state in range(len(a))]
    count = len(set(block))
    while True:
        names: dict[tuple[int, ...], int] = {}
        rows = zip(block, _watch(a.step, budget), strict=True)
        block = [names.setdefault((own, *[block[t] for t in row]), len(names)) for own, row in rows]
        if len(names) == count:
            break
        count = len(names)
    sample = {its: state for state, its in enumerate(block)}
    merged = [[block[t] for t in a.step[sample[b]]] for b in range(count)]
    accept = {b for b, state in sample.items() if state in a.accept}
    return _reachable(Automaton(a.tracks, a.digits, merged, accept), block[0])


def _reachable(a: Automaton, start: int = 0) -> Automaton:
    """The states that words lead to, numbered in the order in which they are met."""
    numbers, states = {start: 0}, [start]
    step = []
    for state in states:
        row = []
        for after in a.step[state]:
            if after not in numbers:
                numbers[after] = len(states)
                states.append(after)
            row.append(numbers[after])
        step.append(row)
    return Automaton(a.tracks, a.digits, step, {numbers[s] for s in a.accept if s in numbers})


def join(a: Automaton, b: Automaton, how: Join, budget: Budget) -> Automaton:
    """Both automata at once, on all tracks of both."""
    tracks = [*a.tracks, *(track for track in b.tracks if track not in a.tracks)]
    check_width(tracks, a.digits)
    a, b = a.widen(tracks), b.widen(tracks)
    width, size = len(a.step[0]), len(b)
    # Pairs that can never accept are one state, which is called -1.
    none = set[int]()
    dead_a, dead_b = a.sinks() if how in ("and", "minus") else none, b.sinks() if how == "and" else none
    first = -1 if 0 in dead_a or 0 in dead_b else 0
    numbers, pairs = {first: 0}, [first]
    step = []
    for pair in pairs:
        budget.spend(1 + width // 64)
        if pair < 0:
            step.append([numbers[-1]] * width)
            continue
        row = []
        for u, v in zip(a.step[pair // size], b.step[pair % size], strict=True):
            after = -1 if u in dead_a or v in dead_b else u * size + v
            number = numbers.get(after)
            if number is None:
                number = numbers[after] = len(pairs)
                pairs.append(after)
            row.append(number)
        step.append(row)
    test = JOINS[how]
    accept = {i for i, p in enumerate(pairs) if p >= 0 and test(p // size in a.accept, p % size in b.accept)}
    return minimal(Automaton(tuple(tracks), a.digits, step, accept), budget)


def _groups(a: Automaton, stay: Sequence[str]) -> dict[tuple[int, ...], list[int]]:
    """The letters, by their digits of the tracks that stay."""
    at = [a.tracks.index(track) for track in stay]
    groups: dict[tuple[int, ...], list[int]] = {}
    for letter in range(a.digits ** len(a.tracks)):
        groups.setdefault(tuple(letter // a.digits**place % a.digits for place in at), []).append(letter)
    return groups


def more_than(a: Automaton, gone: Collection[str], most: int, budget: Budget) -> Automaton:
    """For more than `most` different choices of the numbers `gone`: a state counts the ways into each state of `a`."""
    stay = [track for track in a.tracks if track not in gone]
    groups, dead = _groups(a, stay), a.sinks()

    def follow(ways: Ways, digits: tuple[int, ...], begin: bool = False) -> Ways:
        after = {0: 1} if begin else {}
        budget.spend(len(ways) * len(groups[digits]) // 64)
        for state, count in ways:
            for letter in groups[digits][begin and state == 0 :]:  # zeros before all digits are no other choice
                target = a.step[state][letter]
                if target not in dead:
                    after[target] = min(most + 1, after.get(target, 0) + count)
        return frozenset(after.items())

    # Numbers that are chosen may begin before the others do.
    start, before = frozenset({(0, 1)}), Ways()
    while start != before:
        start, before = follow(start, (0,) * len(stay), begin=True), start

    def accepting(ways: Ways) -> bool:
        return sum(count for state, count in ways if state in a.accept) > most

    return build(stay, a.digits, start, follow, accepting, budget)


def exists(a: Automaton, gone: Iterable[str], budget: Budget) -> Automaton:
    """For some numbers in the place of the tracks `gone`, which may be longer than all the others."""
    gone = [track for track in gone if track in a.tracks]
    if not gone:
        return a
    base = a.digits
    stay = [track for track in a.tracks if track not in gone]
    dead, by_digits = a.sinks(), _groups(a, stay)
    groups = [by_digits[digits[::-1]] for digits in product(range(base), repeat=len(stay))]
    rows = _watch(a.step, budget)
    after = [[frozenset({row[n] for n in group} - dead) for group in groups] for row in rows]
    start, todo = {0}, [0]
    for state in todo:  # numbers that are chosen may begin before the others do
        for other in after[state][0]:
            if other not in start:
                start.add(other)
                todo.append(other)
    return _subsets(tuple(stay), base, frozenset(start), after, a.accept, budget)


def _subsets(
    tracks: tuple[str, ...],
    base: int,
    start: frozenset[int],
    after: Sequence[Sequence[frozenset[int]]],
    accept: Collection[int],
    budget: Budget,
) -> Automaton:
    """The automaton whose states are sets of states."""
    numbers, sets = {start: 0}, [start]
    step = []
    for members in sets:
        budget.spend(1 + len(members) * len(after[0]) // 64)
        rows = [after[state] for state in members]
        row = []
        for letter in range(base ** len(tracks)):
            union = frozenset().union(*[its[letter] for its in rows])
            number = numbers.get(union)
            if number is None:
                number = numbers[union] = len(sets)
                sets.append(union)
            row.append(number)
        step.append(row)
    good = set(accept)
    return minimal(Automaton(tracks, base, step, {i for i, s in enumerate(sets) if s & good}), budget)
