"""Judging matches: who won, what was the first mistake, and starts that are won and lost."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from ..analysis import outcome, winning_moves
from ..errors import Limit
from ..game import Position
from ..message import Message
from ..values.search.limits import Limits
from .levels import choose

JUDGING = Limits(positions=100_000, seconds=2.0)
TRIES = 60
"""Random lines played for each start that is wanted."""


@dataclass(frozen=True)
class Rules:
    """What all matches have in common."""

    misere: bool = False
    seconds: float = 2.0
    seed: int = 0


@dataclass(frozen=True)
class Mistake:
    """A move that gave a won position away, and one that would have kept it."""

    position: Position
    move: Position
    better: Position


@dataclass(frozen=True)
class Played:
    """A match: `winner` is 0 (the player who began), 1, or None when it was stopped."""

    players: tuple[str, str]
    start: Position
    won_start: bool | None
    winner: int | None
    moves: int
    fault: str = ""
    """illegal, crash, time or flood, where the loser lost by it."""
    reason: Message | None = None
    mistakes: tuple[Mistake | None, Mistake | None] = (None, None)


@dataclass
class Score:
    """What one entrant did in all matches."""

    name: str
    won: int = 0
    lost: int = 0
    stopped: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    missed: int = 0
    """Matches in which a won position was given away."""
    mistake: Mistake | None = None
    reason: Message | None = None
    """Why the first match was lost by a fault."""
    beaten: Counter[str] = field(default_factory=Counter)


# -- mistakes ------------------------------------------------------------------------------------


def is_won(position: Position, misere: bool) -> bool | None:
    """Does the player to move win with best play? None where that takes too long to know."""
    try:
        return outcome(position, misere, JUDGING) == "N"
    except Limit:
        return None


def mistake(position: Position, after: Position, misere: bool) -> Mistake | None:
    """Was the move from `position` to `after` one that gave the win away?"""
    if not (is_won(after, misere) and is_won(position, misere)):
        return None
    try:
        better = winning_moves(position, misere, JUDGING)
    except Limit:
        return None
    return next((Mistake(position, after, move) for move in better.first(1)), None)


# -- starts --------------------------------------------------------------------------------------


def random_starts(base: Position, count: int, seed: int, misere: bool) -> list[Position]:
    """`base` and positions that random moves lead to, won and lost ones in turn as far as there are any."""
    chance = random.Random(seed)
    found: dict[bool | None, dict[Position, None]] = {True: {}, False: {}, None: {}}
    for tried in range(TRIES * count):
        position = base if not tried else _wandered(base, chance)
        if not position.ended:
            found[is_won(position, misere)].setdefault(position)
        if min(len(found[True]), len(found[False])) >= count:
            break
    return _in_turn([list(found[True]), list(found[False]), list(found[None])], base, count)


def _wandered(position: Position, chance: random.Random) -> Position:
    """`position` after some random moves, but before the end."""
    line = [position]
    while len(line) < 100 and not line[-1].ended:
        line.append(choose(line[-1], "random", chance.getrandbits(32)))
    return chance.choice(line[:-1] or line)


def _in_turn(groups: list[list[Position]], base: Position, count: int) -> list[Position]:
    """`base`, then one of each group in turn, beginning with those that `base` is not of."""
    groups.sort(key=lambda group: base in group)
    starts = [base for group in groups if base in group]
    groups = [[position for position in group if position != base] for group in groups]
    while len(starts) < count and any(groups):
        starts += [group.pop(0) for group in groups if group][: count - len(starts)]
    return starts


# -- scores --------------------------------------------------------------------------------------


def scores(names: Sequence[str], played: Sequence[Played]) -> list[Score]:
    """What each player did, in the order they entered."""
    table = {name: Score(name) for name in names}
    for match in played:
        for seat, name in enumerate(match.players):
            _count(table[name], match, seat)
    return list(table.values())


def _count(score: Score, match: Played, seat: int) -> None:
    if match.winner is None:
        score.stopped += 1
    elif match.winner == seat:
        score.won += 1
        score.beaten[match.players[1 - seat]] += 1
    else:
        score.lost += 1
        if match.fault:
            score.faults[match.fault] += 1
            score.reason = score.reason or match.reason
    if found := match.mistakes[seat]:
        score.missed += 1
        score.mistake = score.mistake or found
