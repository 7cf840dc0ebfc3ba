"""Matches between programs and Nimatron, one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Protocol

from ..errors import IllegalMove
from ..game import Position
from ..message import Message
from . import choose, read_move
from .judging import Mistake, Played, Rules, is_won, mistake
from .match import RETURNS
from .programs import Finished, Program, ProgramFault

NIMATRON = "nimatron"
"""The name of the program itself among the entrants."""

MOST_MOVES = 10_000
"""A match is stopped after this many moves: some games need not end."""


class Contestant(Protocol):
    """Answers a position with the position after a move, until the match ends."""

    def move(self, position: Position) -> Position: ...
    def close(self) -> None: ...


@dataclass(frozen=True)
class Entrant:
    """A participant: a program, given by its command, or Nimatron (no command) at a level."""

    name: str
    command: tuple[str, ...] = ()
    level: str = "perfect"


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
        self._command, self._bounds = command, rules.bounds
        self._program = Program(command, rules.bounds)
        self._answers = 0

    def move(self, position: Position) -> Position:
        try:
            answer = self._program.ask(str(position))
        except Finished:
            if not self._answers:
                raise
            self._program = Program(self._command, self._bounds)  # it answers one line and ends, each time it is run
            answer = self._program.ask(str(position))
        self._answers += 1
        return read_move(position, answer)

    def close(self) -> None:
        self._program.close()


def _seated(entrant: Entrant, rules: Rules) -> Contestant:
    return Student(entrant.command, rules) if entrant.command else Computer(entrant.level, rules)


# -- one match -----------------------------------------------------------------------------------


class Duel:
    """Two entrants and a start; the first entrant begins. `follow` is told each position that a move leads to."""

    def __init__(
        self,
        entrants: tuple[Entrant, Entrant],
        start: Position,
        rules: Rules,
        follow: Callable[[Position], None] | None = None,
    ) -> None:
        self.entrants, self.start, self.rules, self.follow = entrants, start, rules, follow
        self._players: list[Contestant] = []
        self._mistakes: list[Mistake | None] = [None, None]
        self._moves = 0
        self._met: Counter[tuple[Position, int]] = Counter()

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
            # Only the first mistake of a program is reported, so its other moves need not be judged.
            if self.entrants[turn].command and self._mistakes[turn] is None:
                self._mistakes[turn] = mistake(position, after, self.rules.misere)
            position, turn = after, 1 - turn
            self._moves += 1
            if self.follow is not None:
                self.follow(position)
            self._met[position, turn] += 1
            if self._met[position, turn] == RETURNS:
                return self._ended(None, reason=Message("a draw: {position} came back", position=position), drawn=True)
        return self._ended(None, reason=Message("stopped after {n} moves", params={"n": MOST_MOVES}))

    def _ended(self, winner: int | None, fault: str = "", reason: Message | None = None, drawn: bool = False) -> Played:
        return Played(
            (self.entrants[0].name, self.entrants[1].name),
            self.start,
            is_won(self.start, self.rules.misere),
            winner,
            self._moves,
            fault,
            reason,
            drawn,
            (self._mistakes[0], self._mistakes[1]),
        )


def _illegal(position: Position, fault: IllegalMove) -> Message:
    return Message("an illegal move in {position}: {fault}", position=position, fault=fault.message)


# -- all matches ---------------------------------------------------------------------------------

Watch = Callable[[int, int, tuple[str, str]], None]
"""Told before each match: its number, how many there are, and who plays."""


def schedule(entrants: Sequence[Entrant], starts: Sequence[Position]) -> list[tuple[tuple[Entrant, Entrant], Position]]:
    """Everyone against everyone from every start, where each of the two begins once."""
    return [
        (pair, start) for a, b in combinations(entrants, 2) for start in starts for pair in ((a, b), (b, a))
    ]  # fmt: skip


def play_all(
    entrants: Sequence[Entrant], starts: Sequence[Position], rules: Rules, watch: Watch | None = None
) -> Iterator[Played]:
    """One match after the other, so that a program has the machine to itself while it thinks."""
    matches = schedule(entrants, starts)
    for number, (pair, start) in enumerate(matches, 1):
        if watch is not None:
            watch(number, len(matches), (pair[0].name, pair[1].name))
        yield Duel(pair, start, rules).play()
