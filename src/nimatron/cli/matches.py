"""Matches between programs and Nimatron: who won, why, and what was the first mistake."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Protocol

from ..analysis import outcome, winning_moves
from ..errors import IllegalMove, Limit
from ..game import Message, Position
from ..play import choose, read_move
from .programs import Finished, Program, ProgramFault

NIMATRON = "nimatron"
JUDGE_POSITIONS, JUDGE_SECONDS = 100_000, 2.0
MOST_MOVES = 10_000
TRIES = 60
"""Random lines played for each start that is wanted."""


class Player(Protocol):
    """Somebody who answers a position with the position after a move, until the match ends."""

    def move(self, position: Position) -> Position: ...
    def close(self) -> None: ...


@dataclass(frozen=True)
class Entrant:
    """Who takes part: a program by its command, or Nimatron (no command) at a level."""

    name: str
    command: tuple[str, ...] = ()
    level: str = "perfect"


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


# -- players -------------------------------------------------------------------------------------


class Computer:
    """Nimatron itself."""

    def __init__(self, level: str, rules: Rules) -> None:
        self.level, self.rules = level, rules

    def move(self, position: Position) -> Position:
        return choose(position, self.level, self.rules.seed, misere=self.rules.misere)

    def close(self) -> None:
        """Nothing to do."""


class Student:
    """A program: it reads the position in the notation and answers with its move."""

    def __init__(self, command: Sequence[str], rules: Rules) -> None:
        self._command, self._seconds = command, rules.seconds
        self._program = Program(command, rules.seconds)
        self._answers = 0

    def move(self, position: Position) -> Position:
        try:
            answer = self._program.ask(str(position))
        except Finished:
            if not self._answers:
                raise
            self._program = Program(self._command, self._seconds)  # it answers one line each time it is run
            answer = self._program.ask(str(position))
        self._answers += 1
        return read_move(position, answer)

    def close(self) -> None:
        self._program.close()


def _seated(entrant: Entrant, rules: Rules) -> Player:
    return Student(entrant.command, rules) if entrant.command else Computer(entrant.level, rules)


# -- one match -----------------------------------------------------------------------------------


class Match:
    """Two entrants, one start; the first of them begins."""

    def __init__(self, entrants: tuple[Entrant, Entrant], start: Position, rules: Rules) -> None:
        self.entrants, self.start, self.rules = entrants, start, rules
        self._players: list[Player] = []
        self._mistakes: list[Mistake | None] = [None, None]
        self._moves = 0

    def play(self) -> Played:
        try:
            for seat, entrant in enumerate(self.entrants):
                try:
                    self._players.append(_seated(entrant, self.rules))
                except ProgramFault as fault:
                    return self._ended(1 - seat, fault.kind, fault.reason)
            return self._played()
        finally:
            for player in self._players:
                player.close()

    def _played(self) -> Played:
        position, turn = self.start, 0
        while self._moves < MOST_MOVES:
            if position.ended:
                return self._ended(turn if self.rules.misere else 1 - turn)
            try:
                after = self._players[turn].move(position)
            except IllegalMove as fault:
                return self._ended(1 - turn, "illegal", _illegal(position, fault))
            except ProgramFault as fault:
                return self._ended(1 - turn, fault.kind, fault.reason)
            if self.entrants[turn].command and self._mistakes[turn] is None:
                self._mistakes[turn] = mistake(position, after, self.rules.misere)
            position, turn = after, 1 - turn
            self._moves += 1
        return self._ended(None, reason=Message("stopped after {n} moves", params={"n": MOST_MOVES}))

    def _ended(self, winner: int | None, fault: str = "", reason: Message | None = None) -> Played:
        return Played(
            (self.entrants[0].name, self.entrants[1].name),
            self.start,
            is_won(self.start, self.rules.misere),
            winner,
            self._moves,
            fault,
            reason,
            (self._mistakes[0], self._mistakes[1]),
        )


def _illegal(position: Position, fault: IllegalMove) -> Message:
    params = {"position": str(position), "fault": str(fault).splitlines()[0]}
    return Message("an illegal move in {position}: {fault}", params=params)


def is_won(position: Position, misere: bool) -> bool | None:
    """Does the player to move win with best play? None where that takes too long to know."""
    try:
        return outcome(position, misere, JUDGE_POSITIONS, JUDGE_SECONDS) == "N"
    except Limit:
        return None


def mistake(position: Position, after: Position, misere: bool) -> Mistake | None:
    """Was the move from `position` to `after` one that gave the win away?"""
    if not (is_won(after, misere) and is_won(position, misere)):
        return None
    try:
        better = winning_moves(position, misere, JUDGE_POSITIONS, JUDGE_SECONDS)
    except Limit:
        return None
    return Mistake(position, after, better[0]) if better else None


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


# -- all matches ---------------------------------------------------------------------------------

Watch = Callable[[int, int, tuple[str, str]], None]


def schedule(entrants: Sequence[Entrant], starts: Sequence[Position]) -> list[tuple[tuple[Entrant, Entrant], Position]]:
    """Each against each, from each start, and both begin."""
    return [
        (pair, start) for a, b in combinations(entrants, 2) for start in starts for pair in ((a, b), (b, a))
    ]  # fmt: skip


def play_all(entrants: Sequence[Entrant], starts: Sequence[Position], rules: Rules, watch: Watch) -> Iterator[Played]:
    """One match after the other: a program has the machine for itself while it thinks."""
    matches = schedule(entrants, starts)
    for number, (pair, start) in enumerate(matches, 1):
        watch(number, len(matches), (pair[0].name, pair[1].name))
        yield Match(pair, start, rules).play()


def scores(entrants: Sequence[Entrant], played: Sequence[Played]) -> list[Score]:
    """What each entrant did, in the order they entered."""
    table = {entrant.name: Score(entrant.name) for entrant in entrants}
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
