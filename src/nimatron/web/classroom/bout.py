"""One game between two pupils: the positions so far, whose turn it is, how it ended. It knows no rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from .bounds import MOST_MOVES, RETURNS
from .refusals import Refused


@dataclass
class Bout:
    """A game of the first of `players` against the second; `line` has the positions after each move.

    `how` it ended: end, resigned, left, settled (by the teacher) or draw; "" while it is played.
    """

    id: str
    players: list[str]
    start: str
    misere: bool
    line: list[str] = field(default_factory=list)
    winner: str = ""
    how: str = ""
    again: list[str] = field(default_factory=list)
    """Who wants to play again."""

    @property
    def over(self) -> bool:
        return bool(self.how)

    @property
    def position(self) -> str:
        return self.line[-1] if self.line else self.start

    @property
    def turn(self) -> str:
        """Who is to move."""
        return self.players[len(self.line) % 2]

    def other(self, pupil: str) -> str:
        return self.players[1 - self.players.index(pupil)]

    def is_made(self, pupil: str, ply: int, after: str) -> bool:
        """Was this move made already? A device sends it again if the answer was lost."""
        return ply < len(self.line) and self.players[ply % 2] == pupil and self.line[ply] == after

    def check(self, pupil: str, ply: int) -> None:
        """Refuse a move that is out of turn, or meant for another position."""
        if self.over:
            raise Refused("this game is over")
        if pupil != self.turn or ply != len(self.line):
            raise Refused("it is not your turn, or the position has changed")

    def move(self, pupil: str, ply: int, after: str, ended: bool) -> None:
        """A legal move, after which there is none if it has `ended` the game."""
        self.check(pupil, ply)
        self.line.append(after)
        if ended:
            self.end("end", self.other(pupil) if self.misere else pupil)
        elif self._returned() >= RETURNS or len(self.line) >= MOST_MOVES:
            self.end("draw")

    def _returned(self) -> int:
        """How often whoever is to move has met the position."""
        positions = [self.start, *self.line]
        met = Counter((position, ply % 2) for ply, position in enumerate(positions))
        return met[self.position, len(self.line) % 2]

    def end(self, how: str, winner: str = "") -> None:
        if not self.over:
            self.how, self.winner = how, winner

    def data(self) -> dict[str, Any]:
        return dict(vars(self))
