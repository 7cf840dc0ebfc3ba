"""Writes certificates of who wins: a set of positions that the other player cannot escape from."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any, Unpack

from ..core.errors import NimatronError, UserCodeError
from ..core.game import NOTHING, Game, Position, State
from ..core.limits import LimitOptions, Limits, Progress, make_limits
from ..families.sprouts.rules import Sprouts
from ..solve.search.frames import sound_options
from ..solve.solver import Solver
from .outcome_check import read_state, write_state
from .seal import seal
from .write_lands import lands_certificate


def outcome_certificate(
    position: Position,
    misere: bool = False,
    limits: Limits | None = None,
    progress: Progress | None = None,
    **words: Unpack[LimitOptions],
) -> dict[str, Any]:
    """A certificate of who wins `position`; Limit if it would take too much.

    >>> from nimatron import parse
    >>> certificate = outcome_certificate(parse("nim: 1 2"))
    >>> certificate["outcome"], certificate["first"], certificate["members"], certificate["replies"]
    ('N', '1 1', ['1 1', '0 0'], [['0 1', 1], ['1 0', 1]])
    """
    game, state = position.game, position.state
    if game == Sprouts and not misere:
        return lands_certificate(position, make_limits(limits, **words), progress)
    solver = Solver(make_limits(limits, **words), progress)
    outcome = solver.outcome(game, state, misere)
    if outcome == "D":
        return _draw(position, misere, Strategy(solver, game, misere))
    first = state if outcome == "P" else next(_winning(solver, game, state, misere), NOTHING)
    strategy = Strategy(solver, game, misere)
    if first is not NOTHING:
        strategy.grow(first)
    return seal(
        {
            "claim": "kernel",
            "position": str(position),
            "misere": misere,
            "outcome": outcome,
            "first": None if outcome == "P" or first is NOTHING else write_state(game, first),
            "members": [strategy.write_state(member) for member in strategy.places],
            "replies": [[strategy.write_state(option), place] for option, place in strategy.replies.items()],
        }
    )


def _draw(position: Position, misere: bool, strategy: Strategy) -> dict[str, Any]:
    """A certificate that nobody can force a win."""
    stays = strategy.draw(position.state)
    ranks = strategy.ranks()
    return seal(
        {
            "claim": "draw",
            "position": str(position),
            "misere": misere,
            "outcome": "D",
            "drawn": [strategy.write_state(state) for state in stays],
            "stays": list(stays.values()),
            "members": [strategy.write_state(member) for member in strategy.places],
            "ranks": [ranks[member] for member in strategy.places],
            "replies": [[strategy.write_state(option), place] for option, place in strategy.replies.items()],
        }
    )


class Strategy:
    """The members in the order in which they were met, and the member that answers each move from a member."""

    def __init__(self, solver: Solver, game: Game, misere: bool) -> None:
        self.solver, self.game, self.misere = solver, game, misere
        self.places: dict[State, int] = {}
        self.replies: dict[State, int] = {}
        self._waiting: deque[State] = deque()

    def grow(self, first: State) -> None:
        """Add everything that can be reached from `first` when every move is answered as listed."""
        self._add(first)
        self._answer_all()

    def draw(self, first: State) -> dict[State, int]:
        """Add answers to all moves that lead out of a draw; returns the drawn positions and where a move stays."""
        # -1 means that no move to another drawn position was met yet.
        places, stays, waiting = {first: 0}, dict.fromkeys([first], -1), deque([first])
        while waiting:
            state = waiting.popleft()
            for option in sound_options(self.game, state):
                self.solver.budget.spend()
                if self.solver.outcome(self.game, option, self.misere) != "D":
                    self._answer(option)
                    continue
                if option not in places:
                    places[option] = len(places)
                    stays[option] = -1
                    waiting.append(option)
                if stays[state] < 0:
                    stays[state] = places[option]
        self._answer_all()
        return stays

    def ranks(self) -> dict[State, int]:
        """How many rounds play from each member can last."""
        members, found = list(self.places), dict[State, int]()
        todo = list(reversed(members))
        while todo:
            leads = [members[self.replies[o]] for o in sound_options(self.game, todo[-1]) if o in self.replies]
            open_ = [member for member in leads if member not in found]
            if open_ and todo[-1] not in found:
                todo += open_
            else:
                member = todo.pop()
                found[member] = 1 + max((found[lead] for lead in leads), default=-1)
        return found

    def _add(self, member: State) -> None:
        if member not in self.places:
            self.places[member] = len(self.places)
            self._waiting.append(member)

    def _answer_all(self) -> None:
        while self._waiting:
            for option in sound_options(self.game, self._waiting.popleft()):
                self.solver.budget.spend()
                self._answer(option)

    def _answer(self, option: State) -> None:
        if option in self.replies:
            return
        reply = self.reply(option)
        if reply is not NOTHING:  # else the move has ended a misere game and lost it
            self._add(reply)
            self.replies[option] = self.places[reply]

    def reply(self, option: State) -> State:
        """A winning move, preferably to a member; NOTHING if a misere game has ended."""
        # Replies to known members keep the certificate small: every new member needs replies to all its moves.
        found = NOTHING
        for move in _winning(self.solver, self.game, option, self.misere):
            if move in self.places:
                return move
            found = move if found is NOTHING else found
        if found is NOTHING and not (self.misere and next(iter(self.game.options(option)), NOTHING) is NOTHING):
            raise NimatronError("no winning move was found from {position}", position=self.game.show(option))
        return found

    def write_state(self, state: State) -> Any:
        """The state as text, which must mean the same state again."""
        text = write_state(self.game, state)
        if read_state(self.game, text) != state:
            message = "show({state!r}) gives {text!r}, which parse does not read as the same state"
            raise UserCodeError(message, type(self.game).__name__, state=state, text=text)
        return text


def _winning(solver: Solver, game: Game, state: State, misere: bool) -> Iterator[State]:
    for part, options in solver.winning_moves(game, state, misere):
        for option in options:
            yield option if part is None else game.put(state, part, option)
