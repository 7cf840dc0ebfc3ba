"""Opponents with one idea each: a name, words, and a choice among the options. The next idea beats each of them.

An opponent chooses at random among the moves that its idea likes, and among all moves if it likes none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import xor

from ..core.errors import UsageError
from ..core.game import Position
from ..core.message import Message
from .findings import Allowance, outcomes_of


@dataclass(frozen=True)
class Turn:
    """What an opponent sees: the position before your move (None if it begins), the position here, and its options."""

    last: Position | None
    here: Position
    options: Sequence[Position]
    allowance: Allowance


@dataclass(frozen=True)
class Opponent:
    """An opponent: its `idea` in a sentence, the `next` idea, which beats it, and a `start` where you can try it.

    `games` are the names of the games that it plays; `likes` has the options that fit its idea.
    """

    title: Message
    idea: Message
    next: Message
    start: str
    games: tuple[str, ...]
    likes: Callable[[Turn], list[Position]]

    def plays(self, position: Position) -> bool:
        """Does the idea mean anything here? It counts coins, so a position is a list of whole numbers."""
        state = position.state
        counted = isinstance(state, tuple) and all(type(n) is int for n in state)
        return counted and position.game.name in self.games

    def check(self, position: Position) -> None:
        """Refuse a position that it does not play."""
        if not self.plays(position):
            text = "this opponent does not play {position}: try {start}"
            raise UsageError(text, position=str(position), start=self.start)

    def choose(self, turn: Turn) -> Sequence[Position]:
        """The moves among which it draws one."""
        self.check(turn.here)
        return self.likes(turn) or turn.options


def _coins(position: Position) -> int:
    return sum(position.state)


def _amounts(before: Position, after: Position) -> dict[int, int]:
    """The number of coins taken from each heap that a move changes."""
    pairs = enumerate(zip(before.state, after.state, strict=False))
    return {i: old - new for i, (old, new) in pairs if old != new}


def _complete(turn: Turn) -> list[Position]:
    last = turn.last
    return [option for option in turn.options if last is not None and _coins(last) - _coins(option) == 4]


def _copy(turn: Turn) -> list[Position]:
    if turn.last is None:
        return []
    yours = _amounts(turn.last, turn.here)
    mine = ((option, _amounts(turn.here, option)) for option in turn.options)
    return [option for option, taken in mine if [*taken.values()] == [*yours.values()] and taken.keys() != yours.keys()]


def _even(turn: Turn) -> list[Position]:
    return [option for option in turn.options if _coins(option) % 2 == 0]


def _one_heap(turn: Turn) -> list[Position]:
    game = turn.here.game
    changed = [(option, min(_amounts(turn.here, option))) for option in turn.options]
    alone = [Position(game, (option.state[i],)) for option, i in changed]
    outcomes = outcomes_of(alone, False, turn.allowance)
    return [option for (option, _), outcome in zip(changed, outcomes, strict=True) if outcome == "P"]


def _greedy(turn: Turn) -> list[Position]:
    least = min(map(_coins, turn.options))
    return [option for option in turn.options if _coins(option) == least]


def _nim_sum(turn: Turn) -> list[Position]:
    return [option for option in turn.options if reduce(xor, option.state, 0) == 0]


OPPONENTS = {
    "greedy": Opponent(
        Message("Greedy"),
        Message("takes as much as the rules allow"),
        Message("Do not count what you take. Look at what you leave, and leave a lost position."),
        "subtraction{1,2,3}: 10",
        ("subtraction", "allbut", "nim", "kayles", "chomp", "wythoff", "rook"),
        _greedy,
    ),
    "complete-to-four": Opponent(
        Message("Completes to four"),
        Message("you take 1, it takes 3: together always 4"),
        Message("Leave a multiple of 4 yourself. From then on you complete to 4, whatever it does."),
        "subtraction{1,2,3}: 13",
        ("subtraction",),
        _complete,
    ),
    "copy": Opponent(
        Message("Copies"),
        Message("takes as much as you took, from another heap"),
        Message("Leave two equal heaps yourself. From then on you copy, whatever it does."),
        "nim: 3 5 5",
        ("nim", "rook"),
        _copy,
    ),
    "even-sum": Opponent(
        Message("Keeps it even"),
        Message("leaves an even number of coins in all"),
        Message("Write the heaps as 1s, 2s, 4s and so on. Leave an even number of each, not only of coins."),
        "nim: 3 4 5",
        ("nim",),
        _even,
    ),
    "one-heap": Opponent(
        Message("Knows one heap"),
        Message("plays perfectly in one heap and forgets the others"),
        Message("Look at all heaps together. Leave heaps whose values add up to 0 without carrying."),
        "subtraction{1,2,3}: 6 7",
        ("subtraction", "allbut", "nim"),
        _one_heap,
    ),
    "nim-sum": Opponent(
        Message("Nim everywhere"),
        Message("leaves the nim-sum 0, as if every game were Nim"),
        Message("Nim-sums belong to Nim. Find the lost positions of this game, and leave one."),
        "wythoff: 5 7",
        ("wythoff", "moore", "subtraction", "allbut"),
        _nim_sum,
    ),
}  # fmt: skip
"""The opponents by name, in the order in which a pupil meets their ideas."""
