"""The computer's move: always legal, found within one allowance; the choice says how it was found."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Literal, Unpack

from ..core.errors import IllegalMove, Limit, UsageError
from ..core.game import Position
from ..core.limits import LimitOptions, Limits, make_limits
from ..core.message import Message
from ..explain.move_list import WinningMoves
from .findings import (
    MANY,
    MOMENT,
    QUICK,
    SHORT_STEP,
    Allowance,
    best_hopes,
    count_moves,
    find_wins,
    longest_resistance,
    option_limit,
    outcomes_of,
    sample_options,
)
from .levels import LEVELS, STRENGTHS, Level, Strength
from .opponents import OPPONENTS, Turn
from .remoteness import best_by_length

# Small numbers, because a person is waiting for the move.
POSITIONS, SECONDS = 200_000, 2.0

THINKING = Limits(positions=POSITIONS, seconds=SECONDS)
"""The default limits of one move."""

TRIED = 64
"""The most options that the computer compares in a position too large to search."""

How = Literal["perfect", "best", "level", "any"]
"""How a move was found. perfect: it is proved to win, or no move does; best: the best that was found before a limit;
level: as weak as the level is; any: a legal move, for there was no time to think."""


@dataclass(frozen=True)
class MoveChoice:
    """The option that the computer moves to."""

    option: Position
    how: How


def choose(
    position: Position,
    level: str = Level.PERFECT,
    seed: int = 0,
    misere: bool = False,
    limits: Limits | None = None,
    **words: Unpack[LimitOptions],
) -> Position:
    """The option that the computer moves to: the same for the same position, level, rule and seed.

    first-steps: in half of all positions a mistake, if there is one to make. fair, hard: in one position of three, or
    of eight, any move, but never past a win at once. perfect: a winning move, in a small game the fastest; in a lost
    position the longest resistance, and where nobody can force a win a move that keeps it so. random: any move.
    one-ahead: a move that wins at once, or else any move (in misere play none that loses at once, if possible). half:
    perfect or random, decided by the seed as by a coin toss for each position. Only when a limit is reached may the
    move depend on what was searched before.

    >>> from nimatron import parse
    >>> print(choose(parse("nim: 3 4 5")))
    nim: 1 4 5
    """
    return think(position, level, seed, misere, make_limits(limits or THINKING, **words)).option


def think(
    position: Position, level: str, seed: int, misere: bool, limits: Limits, last: Position | None = None
) -> MoveChoice:
    """The computer's move and how it was found. All steps share the limits; `last` is the position one move before."""
    rng = _random(position, level, seed, misere)
    thought = _Thinking(position, misere, rng, Allowance(limits))
    if level in OPPONENTS:
        options, how = thought.one_idea(level, last)
    elif level in LEVELS:
        strength = STRENGTHS[Level(level)]
        options, how = thought.erring(strength) if _errs(strength, rng) else thought.perfect()
    else:
        names = ", ".join((*LEVELS, *OPPONENTS))
        raise UsageError("there is no level {level!r}: expected one of {levels}", level=level, levels=names)
    if not options:
        raise IllegalMove(Message("the game is over: there is no move"))
    return MoveChoice(Position(position.game, _draw(options, rng).state), how)


def find_idea(left: Position, level: str, misere: bool, limits: Limits) -> Message | None:
    """The idea that beats an opponent with one idea, once a move has left a position that is lost for it."""
    if level not in OPPONENTS or outcomes_of([left], misere, Allowance(limits)) != ["P"]:
        return None
    return OPPONENTS[level].next


def any_move(position: Position, seed: int) -> MoveChoice:
    """A legal move without any thought, not even about what it leads to."""
    options = sample_options(position, _random(position, Level.RANDOM, seed, False), 1)
    if not options:
        raise IllegalMove(Message("the game is over: there is no move"))
    return MoveChoice(Position(position.game, options[0].state), "any")


def _random(position: Position, level: str, seed: int, misere: bool) -> Random:
    # Not hash(), which differs from run to run for texts.
    text = f"{position}\n{level}\n{seed}\n{misere}"
    return Random(int.from_bytes(hashlib.sha256(text.encode()).digest()))


def _errs(strength: Strength, rng: Random) -> bool:
    return strength.errs == 1 or (strength.errs > 0 and rng.random() >= 1 - strength.errs)


def _draw(options: Sequence[Position], rng: Random) -> Position:
    """A random option. Some winning moves may be too long to make, but never the first."""
    try:
        return options[rng.randrange(count_moves(options))]
    except Limit:
        return rng.choice(options.first(MANY) if isinstance(options, WinningMoves) else options)


class _Thinking:
    """The search for one move."""

    def __init__(self, position: Position, misere: bool, rng: Random, allowance: Allowance) -> None:
        self.position, self.misere, self.rng, self.allowance = position, misere, rng, allowance

    def perfect(self) -> tuple[Sequence[Position], How]:
        """The best moves that the computer finds."""
        # In a small game the speed of a win counts too; elsewhere any winning move will do.
        best = best_by_length(self.position, self.misere, self.allowance)
        if best is not None:
            return best, "perfect"
        found = find_wins(self.position, self.misere, self.allowance)
        if found.moves or found.draws:
            return found.moves or found.draws, "perfect"
        options = self._sample(TRIED)
        if found.outcome == "P":
            return longest_resistance(options, self.misere, self.allowance), "perfect"
        hoped, proved = best_hopes(options, self.misere, self.allowance)
        return hoped, "perfect" if proved else "best"

    def one_idea(self, name: str, last: Position | None) -> tuple[Sequence[Position], How]:
        """The moves of an opponent with one idea."""
        options = self._sample()
        return OPPONENTS[name].choose(Turn(last, self.position, options, self.allowance)) if options else (), "level"

    def erring(self, strength: Strength) -> tuple[Sequence[Position], How]:
        """The moves that a weak player might make."""
        if strength.gives:
            return self._mistakes(), "level"
        return self._seeing() if strength.sees else self._sample(), "level"

    def _mistakes(self) -> Sequence[Position]:
        """The moves after which the other player can win, if some are known; else all."""
        options = self._sample(TRIED)
        outcomes = outcomes_of(
            options, self.misere, Allowance(self.allowance.rest(SHORT_STEP))
        )  # no mistake takes long
        return [option for option, outcome in zip(options, outcomes, strict=True) if outcome == "N"] or options

    def _seeing(self) -> Sequence[Position]:
        """The moves that win at once, if there are any; else all, in misere play without those that lose at once."""
        options = self._sample()
        # A sample of a long list may miss the winning move, which a one-ahead player would see.
        winning = [option for option in (*options, *self._more()) if _wins_at_once(option, self.misere)]
        if not winning and self.misere:
            return [option for option in options if not option.ended] or options
        return winning or options

    def _more(self) -> Sequence[Position]:
        """Winning moves that a sample may have missed, if a quick search finds them."""
        game, state = self.position.game, self.position.state
        try:
            moves = self.allowance.solver(most=QUICK, moment=MOMENT).winning_moves(game, state, self.misere)
        except Limit:
            return ()
        return WinningMoves(self.position, moves).first(option_limit(self.position, MANY))

    def _sample(self, most: int = MANY) -> Sequence[Position]:
        return sample_options(self.position, self.rng, most, self.allowance.rest(SHORT_STEP, moment=MOMENT).seconds)


def _wins_at_once(option: Position, misere: bool) -> bool:
    """Has the other player no move left, or in misere play none but to end the game?"""
    if not misere:
        return option.ended
    return not option.ended and all(reply.ended for reply in islice(option.options(), MANY))
