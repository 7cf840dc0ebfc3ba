"""The table of kinds, and how an exercise is drawn and judged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import get_args
from zlib import crc32

from ...errors import UsageError
from ...game import Outcome
from ...games import heaps
from ...message import Message, either
from .drawing import BREAKING, LAST_LOSES, VALUED, WON_OR_LOST, drawn, subset, taking
from .numbers import Mex, NimProduct, NimSum
from .positions import ValueOf, WhoWins, WinningMoves
from .rows import NextValues, PeriodOf, period_of
from .task import Difficulty, Task, Verdict

DIFFICULTIES: dict[Difficulty, Message] = {
    "easy": Message("easy"),
    "medium": Message("medium"),
    "hard": Message("hard"),
}

MOST_MOVES = {"easy": 14, "medium": 24, "hard": 40}
"""The most moves of a position in which all winning ones are asked for."""

LARGEST_SEED = 2**53
"""Seeds are whole numbers that every program can hold."""


@dataclass(frozen=True)
class Kind:
    """A kind of exercise: what it is called, and how one is drawn."""

    id: str
    title: Message
    make: Callable[[Random, Difficulty], Task]


@dataclass(frozen=True)
class Exercise:
    """A drawn exercise. It is known by its kind, difficulty and seed: with them anybody can draw it again."""

    kind: str
    difficulty: Difficulty
    seed: int
    task: Task


def exercise(kind: str, difficulty: str, seed: int) -> Exercise:
    """The exercise with this seed, the same everywhere.

    >>> drawn = exercise("nim-sum", "easy", 1)
    >>> print(drawn.task.question)
    What is the nim-sum 6 ⊕ 2?
    >>> judge(drawn, "4").right, judge(drawn, "8").right
    (True, False)
    """
    found, level = _kind(kind), _difficulty(difficulty)
    if not 0 <= seed <= LARGEST_SEED:
        raise UsageError("expected a seed from 0 to {largest}, not {seed}", largest=LARGEST_SEED, seed=str(seed)[:40])
    # The kind is part of the seed, so that equal seeds give different kinds different numbers.
    rng = Random(crc32(f"{kind} {difficulty}".encode()) << 64 | seed)
    return Exercise(kind, level, seed, found.make(rng, level))


def exercises(kind: str, difficulty: str, seed: int, count: int) -> Iterator[Exercise]:
    """So many exercises of one kind, or of all in turn if `kind` is empty."""
    kinds = [kind] if kind else list(KINDS)
    for i in range(count):
        yield exercise(kinds[i % len(kinds)], difficulty, (seed + i // len(kinds)) % (LARGEST_SEED + 1))


def judge(exercise: Exercise, text: str) -> Verdict:
    """Is `text` the right answer? BadText is raised if it cannot be read as one."""
    return exercise.task.judge(text)


def _kind(name: str) -> Kind:
    if name not in KINDS:
        raise UsageError("expected a kind of exercise, {kinds}, not {name!r}", kinds=either(KINDS), name=name[:40])
    return KINDS[name]


def _difficulty(name: str) -> Difficulty:
    for level in get_args(Difficulty):
        if level == name:
            return level  # type: ignore[no-any-return]
    raise UsageError("expected a difficulty, {levels}, not {name!r}", levels=either(DIFFICULTIES), name=name[:40])


# -- how each kind is drawn ----------------------------------------------------------------------


def _who(rng: Random, difficulty: Difficulty) -> Task:
    return WhoWins(drawn(rng, WON_OR_LOST[difficulty], _either(rng)))


def _either(rng: Random) -> Outcome:
    return "N" if rng.randrange(2) else "P"


def _moves(rng: Random, difficulty: Difficulty) -> Task:
    wanted: Outcome = "N" if rng.randrange(6) else "P"
    return WinningMoves(drawn(rng, WON_OR_LOST[difficulty], wanted, most=MOST_MOVES[difficulty]))


def _nim_sum(rng: Random, difficulty: Difficulty) -> Task:
    count, largest = {"easy": (2, 7), "medium": (3, 15), "hard": (4, 63)}[difficulty]
    # All different, so that no number cancels another.
    return NimSum(tuple(sorted(subset(rng, range(1, largest + 1), count), key=lambda n: rng.randrange(1000))))


def _mex(rng: Random, difficulty: Difficulty) -> Task:
    if difficulty == "easy":
        return Mex(_with_gap(rng))
    if difficulty == "medium":
        amounts = subset(rng, range(1, 7), rng.randrange(2, 4))
        return ValueOf(heaps.Subtraction(amounts)(rng.randrange(4, 13)))
    return ValueOf(rng.choice(VALUED)(rng))


def _with_gap(rng: Random) -> tuple[int, ...]:
    """Numbers from 0 on up to a gap, and a few beyond it."""
    value = rng.randrange(6)
    beyond = subset(rng, range(value + 1, value + 6), rng.randrange(1, 4))
    return (*range(value), *beyond)


def _sequence(rng: Random, difficulty: Difficulty) -> Task:
    if difficulty == "hard":
        return NextValues(rng.choice(BREAKING), rng.randrange(6, 11), 2)
    return NextValues(taking(rng, difficulty), rng.randrange(6, 14), 3)


LONGEST_PERIOD: dict[Difficulty, int] = {"easy": 10, "medium": 14, "hard": 16}
LONGEST_BEGINNING = 12


def _period(rng: Random, difficulty: Difficulty) -> Task:
    while True:
        game = taking(rng, difficulty)
        found = period_of(game)
        if found is None or found.period > LONGEST_PERIOD[difficulty] or found.preperiod > LONGEST_BEGINNING:
            continue
        if difficulty == "hard" and not found.preperiod and rng.randrange(4):  # a beginning makes it worth asking
            continue
        shown = 0 if difficulty == "medium" else found.preperiod + 2 * found.period + 2
        return PeriodOf(game, shown, difficulty == "hard")


def _product(rng: Random, difficulty: Difficulty) -> Task:
    low, high = {"easy": ((2, 4), (2, 8)), "medium": ((4, 16), (2, 16)), "hard": ((16, 64), (4, 32))}[difficulty]
    return NimProduct(rng.randrange(*low), rng.randrange(*high))


def _misere(rng: Random, difficulty: Difficulty) -> Task:
    if difficulty == "medium":
        wanted: Outcome = "N" if rng.randrange(6) else "P"
        return WinningMoves(drawn(rng, LAST_LOSES[difficulty], wanted, True, MOST_MOVES[difficulty]), True)
    return WhoWins(drawn(rng, LAST_LOSES[difficulty], _either(rng), True), True)


KINDS: dict[str, Kind] = {
    kind.id: kind
    for kind in (
        Kind("who-wins", Message("Who wins?"), _who),
        Kind("winning-moves", Message("All winning moves"), _moves),
        Kind("nim-sum", Message("Nim-sum"), _nim_sum),
        Kind("mex", Message("Value by mex"), _mex),
        Kind("sequence", Message("Continue the sequence"), _sequence),
        Kind("period", Message("Period"), _period),
        Kind("nim-product", Message("Nim-product"), _product),
        Kind("misere", Message("The last one loses"), _misere),
    )
}
