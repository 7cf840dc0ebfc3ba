"""The judge of matches: scores, first mistakes, and starts that are won or lost."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from ..core.errors import Limit
from ..core.game import Outcome, Position
from ..core.limits import Limits
from ..core.message import Message
from ..explain.analysis import analyse
from ..explain.ask import outcome
from .computer import choose
from .programs import ProgramLimits

JUDGING = Limits(positions=100_000, seconds=2.0)
"""The limits of the judge for one position."""

TRIES = 60
"""The most random lines that are played for each start that is wanted."""


@dataclass(frozen=True)
class MatchRules:
    """The rules that all matches share."""

    misere: bool = False
    bounds: ProgramLimits = field(default_factory=ProgramLimits)
    seed: int = 0


@dataclass(frozen=True)
class Mistake:
    """A move that gave a win or a draw away, and a better move."""

    position: Position
    move: Position
    better: Position
    kept: Outcome = "N"
    """The outcome that the better move keeps: N a win, D a draw."""


@dataclass(frozen=True)
class MatchRecord:
    """The record of a match: `winner` is 0 (the player who began), 1, or None after a draw or a stop."""

    players: tuple[str, str]
    start: Position
    won_start: bool | None
    winner: int | None
    moves: int
    fault: str = ""
    """The fault by which the loser lost: illegal, crash, time, memory, processes or flood."""
    reason: Message | None = None
    drawn: bool = False
    """True if a position was repeated too often."""
    mistakes: tuple[Mistake | None, Mistake | None] = (None, None)


@dataclass
class PlayerScore:
    """The results of one entrant in all matches."""

    name: str
    won: int = 0
    lost: int = 0
    drawn: int = 0
    stopped: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    missed: int = 0
    """The number of matches in which the entrant gave a won position away."""
    mistake: Mistake | None = None
    reason: Message | None = None
    """The reason of the first match that was lost by a fault."""
    beaten: Counter[str] = field(default_factory=Counter)


# -- mistakes ------------------------------------------------------------------------------------


def is_won(position: Position, misere: bool) -> bool | None:
    """Does the player to move win with best play? None if that takes too long to find out."""
    found = _outcome(position, misere)
    return None if found is None else found == "N"


def _outcome(position: Position, misere: bool) -> Outcome | None:
    try:
        return outcome(position, misere, JUDGING)
    except Limit:
        return None


WORTH: dict[Outcome, int] = {"N": 1, "D": 0, "P": -1}
"""The worth of a position to the player to move; the other player has the opposite."""


def mistake(position: Position, after: Position, misere: bool) -> Mistake | None:
    """The mistake, if the move from `position` to `after` gave a win away, or a draw."""
    # The position after the move is looked at first: mostly it settles the question.
    then = _outcome(after, misere)
    if then is None or then == "P":
        return None
    before = _outcome(position, misere)
    if before is None or WORTH[before] == -WORTH[then]:
        return None
    better = _better(position, misere, before)
    return Mistake(position, after, better, before) if better is not None else None


def _better(position: Position, misere: bool, outcome: Outcome) -> Position | None:
    """A move that keeps the win or the draw."""
    found = analyse(position, misere, JUDGING)
    moves = found.winning_moves if outcome == "N" else found.drawing_moves
    return next(iter(moves.first(1)), None) if moves else None


# -- starts --------------------------------------------------------------------------------------


def random_starts(base: Position, count: int, seed: int, misere: bool) -> list[Position]:
    """`base` and positions that random moves lead to, alternately won and lost as far as possible."""
    # Half of the starts are won: from lost starts alone even a perfect program would lose.
    chance = random.Random(seed)
    found: dict[bool | None, dict[Position, None]] = {True: {}, False: {}, None: {}}
    for tried in range(TRIES * count):
        position = base if not tried else _random_walk(base, chance)
        if not position.ended:
            found[is_won(position, misere)].setdefault(position)
        # Enough of both kinds, so that they can alternate.
        if min(len(found[True]), len(found[False])) >= count:
            break
    return _in_turn([list(found[True]), list(found[False]), list(found[None])], base, count)


def _random_walk(position: Position, chance: random.Random) -> Position:
    """`position` after some random moves, but before the end."""
    line = [position]
    while len(line) < 100 and not line[-1].ended:
        line.append(choose(line[-1], "random", chance.getrandbits(32)))
    return chance.choice(line[:-1] or line)


def _in_turn(groups: list[list[Position]], base: Position, count: int) -> list[Position]:
    """`base`, then one of each group in turn, beginning with the groups that `base` is not in."""
    groups.sort(key=lambda group: base in group)
    starts = [base for group in groups if base in group]
    groups = [[position for position in group if position != base] for group in groups]
    while len(starts) < count and any(groups):
        starts += [group.pop(0) for group in groups if group][: count - len(starts)]
    return starts


# -- scores --------------------------------------------------------------------------------------


def scores(names: Sequence[str], played: Sequence[MatchRecord]) -> list[PlayerScore]:
    """The score of each player, in the order in which they entered."""
    table = {name: PlayerScore(name) for name in names}
    for match in played:
        for seat, name in enumerate(match.players):
            _count(table[name], match, seat)
    return list(table.values())


def _count(score: PlayerScore, match: MatchRecord, seat: int) -> None:
    # A match that was stopped is nobody's draw.
    if match.winner is None:
        score.drawn += match.drawn
        score.stopped += not match.drawn
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
