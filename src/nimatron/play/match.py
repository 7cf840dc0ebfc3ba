"""A match between two players: turns, history, undo, hints, the winner. `show/talk.py` has the words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Unpack

from ..core.errors import IllegalMove
from ..core.game import Outcome, Position
from ..core.limits import LimitOptions, Limits, make_limits
from ..core.message import Message
from .computer import THINKING, MoveChoice, think
from .findings import Allowance, find_wins
from .levels import Level
from .phrases import places
from .typed_moves import is_option

RETURNS = 5
"""A position that the same player meets this many times ends the match: a draw."""

STEPS = 3
"""A hint comes in three steps: whether there is a winning move, where it is, which it is."""


@dataclass(frozen=True)
class Player:
    """The computer at a level or with one idea, a program by its name and its moves, or a person (neither)."""

    level: str | None = None
    program: str = ""
    mover: Callable[[Position], Position] | None = None

    @property
    def is_person(self) -> bool:
        return self.level is None and self.mover is None


PERSON = Player()
"""A human player."""


@dataclass(frozen=True)
class Result:
    """The result of a match; players have the numbers 0 and 1. `last` made the last move, None if nobody has moved.

    The winner is None if it is a draw.
    """

    winner: int | None
    last: int | None
    misere: bool


@dataclass(frozen=True)
class Hint:
    """A hint: step 1 has the `outcome`, step 2 adds `count` and `where`, step 3 the `move`.

    `where` says where to move, with the names that the words of the move use: {"heap": 2}. In a lost position the move
    is the one that resists longest.
    """

    step: int
    outcome: Outcome | None
    count: int | None = None
    where: Mapping[str, object] = field(default_factory=dict)
    move: Position | None = None


class Match:
    """A match from `start`; the `players` take turns, and the first one begins.

    >>> from nimatron import parse
    >>> match = Match(parse("subtraction{1-3}: 13"))
    >>> match.play(parse("subtraction{1-3}: 11"))
    >>> print(match.answer())
    subtraction{1,2,3}: 8
    >>> match.undo(), str(match.position)
    (True, 'subtraction{1,2,3}: 13')
    """

    def __init__(
        self,
        start: Position,
        misere: bool = False,
        players: tuple[Player, Player] = (PERSON, Player(Level.PERFECT)),
        seed: int = 0,
        limits: Limits | None = None,
        **words: Unpack[LimitOptions],
    ) -> None:
        self.misere, self.players, self.seed = misere, players, seed
        self.limits = make_limits(limits or THINKING, **words)
        self.history = [start]
        self._undone: list[Position] = []
        self._hints = 0
        self._agreed = 0

    # -- turns ------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        return self.history[-1]

    @property
    def turn(self) -> int:
        """The number of the player to move: 0 or 1."""
        # The players alternate, so the number of moves made tells.
        return (len(self.history) - 1) % 2

    @property
    def player(self) -> Player:
        return self.players[self.turn]

    def play(self, option: Position) -> None:
        """Make the move to `option`."""
        if option.game != self.position.game or not is_option(self.position, option.state):
            raise IllegalMove(Message("{position} is not one move away", position=str(option)))
        self._move(option)

    def answer(self) -> Position:
        """Let the computer move; returns the option it has chosen."""
        return self.thought().option

    def thought(self) -> MoveChoice:
        """Let the computer move; returns its choice, which says how it was found."""
        player = self.player
        if player.mover is not None:
            self._move(player.mover(self.position))
            return MoveChoice(self.position, "level")
        last = self.history[-2] if len(self.history) > 1 else None
        choice = think(self.position, player.level or Level.PERFECT, self.seed, self.misere, self.limits, last)
        self._move(choice.option)
        return choice

    def _move(self, option: Position) -> None:
        self.history.append(option)
        # A new move replaces those that were taken back.
        self._undone.clear()
        self._hints = 0

    @property
    def result(self) -> Result | None:
        """The result, once no move is left; a draw by agreement or after too many repetitions; None before."""
        last = None if len(self.history) == 1 else 1 - self.turn
        if self._agreed == len(self.history) or self.returns >= RETURNS:
            return Result(None, last, self.misere)
        if not self.position.ended:
            return None
        return Result(self.turn if self.misere else 1 - self.turn, last, self.misere)

    @property
    def returns(self) -> int:
        """The number of times that the player to move has met this position."""
        return self.history[::-2].count(self.position)

    def agree(self) -> bool:
        """Agree on a draw: only after a position came back, and the computer does not if it can force a win."""
        if self.returns < 2:
            return False
        other = self.players[1 - self.turn]
        if other.is_person or find_wins(self.position, self.misere, Allowance(self.limits)).outcome != "P":
            self._agreed = len(self.history)
        return self._agreed == len(self.history)

    # -- going back -------------------------------------------------------------------------

    def undo(self) -> bool:
        """Take back a person's last move and what the computer did since; False if there is none."""
        return self._shift(self.history, self._undone, keep=1)

    def redo(self) -> bool:
        """Make the moves again that were last taken back."""
        return self._shift(self._undone, self.history, keep=0)

    def _shift(self, source: list[Position], target: list[Position], keep: int) -> bool:
        """Move positions from one list to the other until a person is to move; if none ever is, change nothing."""
        before = len(source)
        while len(source) > keep:
            target.append(source.pop())
            if self.player.is_person:
                self._hints = 0
                return True
        while keep and len(source) < before:  # only the computer has moved: put its moves back
            source.append(target.pop())
        return len(source) < before

    def swap(self) -> None:
        """Let the players change sides: the one whose turn it was now waits."""
        self.players = self.players[1], self.players[0]
        self._hints = 0

    # -- hints ------------------------------------------------------------------------------

    def hint(self) -> Hint:
        """The next hint for this position; the last step is repeated."""
        self._hints = min(self._hints + 1, STEPS)
        return self.hint_step(self._hints)

    def hint_step(self, step: int) -> Hint:
        allowance = Allowance(self.limits)
        found = find_wins(self.position, self.misere, Allowance(allowance.rest(share=1 if step == 1 else 0.5)))
        if step == 1:
            return Hint(1, found.outcome)
        # The same seed gives the same move, so steps 2 and 3 speak of the same one.
        move = think(self.position, Level.PERFECT, self.seed, self.misere, allowance.rest()).option
        where = places(self.position, move)
        return Hint(step, found.outcome, found.count, where, move if step == STEPS else None)
