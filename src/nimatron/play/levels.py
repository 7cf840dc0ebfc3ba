"""The computer's move, at four levels."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from enum import StrEnum
from itertools import islice
from random import Random
from typing import Unpack

from ..analysis import WinningMoves
from ..errors import IllegalMove, Limit, UsageError
from ..game import Position
from ..message import Message
from ..values.search.limits import Limits, LimitWords, wished
from ..values.solver import Solver
from .finding import MANY, MOMENT, QUICK, find, not_lost, room, sample, stubborn, total
from .lengths import best_by_length

# Small numbers, because a person is waiting for the move.
POSITIONS, SECONDS = 200_000, 3.0

THINKING = Limits(positions=POSITIONS, seconds=SECONDS)
"""How long the computer thinks about one move, unless told otherwise."""

TRIED = 64
"""How many options are compared in a lost position that is too large to search."""


class Level(StrEnum):
    """How well the computer plays."""

    RANDOM = "random"
    ONE_AHEAD = "one-ahead"
    HALF = "half"
    PERFECT = "perfect"


LEVELS = tuple(level.value for level in Level)
"""The names of the levels, from weak to strong."""


def choose(
    position: Position,
    level: str = Level.PERFECT,
    seed: int = 0,
    misere: bool = False,
    limits: Limits | None = None,
    **words: Unpack[LimitWords],
) -> Position:
    """The option that the computer moves to: the same for the same position, level, rule and seed.

    random: any move. one-ahead: a move that wins at once, or else any move (in misere play none that loses at once, if
    possible). half: perfect or random, decided by the seed as by a coin toss for each position. perfect: a winning
    move, in a small game the fastest; in a lost position the longest resistance. Only when a limit is reached may the
    move depend on what was searched before.

    >>> from nimatron import parse
    >>> print(choose(parse("nim: 3 4 5")))
    nim: 1 4 5
    """
    if level not in LEVELS:
        raise UsageError("no level {level!r}: there are {levels}", level=level, levels=", ".join(LEVELS))
    rng = _random(position, level, seed, misere)
    if level == Level.HALF:
        level = Level.PERFECT if rng.random() < 0.5 else Level.RANDOM
    if level == Level.PERFECT:
        options = _perfect(position, rng, misere, wished(limits or THINKING, **words))
    elif level == Level.ONE_AHEAD:
        options = _one_ahead(position, rng, misere)
    else:
        options = sample(position, rng)
    if not options:
        raise IllegalMove(Message("the game is over: there is no move"))
    return Position(position.game, _drawn(options, rng).state)


def _drawn(options: Sequence[Position], rng: Random) -> Position:
    """One of the options. Some winning moves may be too long to be made, but never the first."""
    try:
        return options[rng.randrange(total(options))]
    except Limit:
        return rng.choice(options.first(MANY) if isinstance(options, WinningMoves) else options)


def _random(position: Position, level: str, seed: int, misere: bool) -> Random:
    # Not hash(), which differs from run to run for texts.
    text = f"{position}\n{level}\n{seed}\n{misere}"
    return Random(int.from_bytes(hashlib.sha256(text.encode()).digest()))


def _perfect(position: Position, rng: Random, misere: bool, limits: Limits) -> Sequence[Position]:
    # In a small game the speed of a win counts too; elsewhere any winning move will do.
    best = best_by_length(position, misere)
    if best is not None:
        return best
    found = find(position, misere, limits)
    if found.moves:
        return found.moves
    if found.outcome == "P":
        return stubborn(sample(position, rng, TRIED), misere, limits)
    return not_lost(sample(position, rng, TRIED), misere)


def _one_ahead(position: Position, rng: Random, misere: bool) -> Sequence[Position]:
    options = sample(position, rng)
    # A sample of a long list may miss the winning move, which a one-ahead player would see.
    winning = [option for option in (*options, *_more(position, misere)) if _wins_at_once(option, misere)]
    if not winning and misere:
        return [option for option in options if not option.ended] or options
    return winning or options


def _more(position: Position, misere: bool) -> Sequence[Position]:
    """Winning moves that a sample may have missed, if a quick search finds them."""
    try:
        moves = Solver(Limits(positions=QUICK, seconds=MOMENT)).winning_moves(position.game, position.state, misere)
    except Limit:
        return ()
    return WinningMoves(position, moves).first(room(position, MANY))


def _wins_at_once(option: Position, misere: bool) -> bool:
    """Has the other player no move left, or in misere play none but to end the game?"""
    if not misere:
        return option.ended
    return not option.ended and all(reply.ended for reply in islice(option.options(), MANY))
