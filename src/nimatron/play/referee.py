"""The referee: matches between programs and Nimatron, one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import combinations

from ..core.errors import IllegalMove
from ..core.game import Position
from ..core.message import Message
from .computer import choose
from .dialogue import TalkPlayer
from .faults import ProgramEnd, ProgramFault
from .judge import MatchRecord, MatchRules, Mistake, is_won, mistake
from .lexicon import ENGLISH, MOVE, Lexicon
from .match import RETURNS
from .programs import Program, script_of
from .pupil_moves import Style, function_in, style_of
from .pupil_process import RUNNER, PupilFunction
from .typed_moves import read_move

NIMATRON = "nimatron"
"""The name of the program itself among the entrants."""

MOST_MOVES = 10_000
"""A match is stopped after this many moves: some games need not end."""


Mover = Callable[[Position], Position]
"""A player in a match: it answers a position with the position after its move."""


@dataclass(frozen=True)
class Entrant:
    """A participant: a program, given by its command and its style, or Nimatron (no command) at a level."""

    name: str
    command: tuple[str, ...] = ()
    level: str = "perfect"
    style: Style = "lines"
    lexicon: Lexicon = ENGLISH


def program_entrant(name: str, command: Sequence[str], lexicon: Lexicon) -> Entrant:
    """A program as an entrant. How it wants to be asked is read from its text, if it is a file in Python."""
    file = script_of(command)
    source = file.read_text("utf-8-sig", "replace") if file else ""
    names = lexicon.words(MOVE)
    style = style_of(source, names) if file else "lines"
    if style == "function":
        command = [command[0], RUNNER, "call", str(file), function_in(source, names) or ""]
    elif style == "talk":
        command = [command[0], RUNNER, "talk", str(file)]
    return Entrant(name, tuple(command), style=style, lexicon=lexicon)


# -- players -------------------------------------------------------------------------------------


class ProgramPlayer:
    """A program: it reads the position in the notation and answers with its move."""

    def __init__(self, command: Sequence[str], rules: MatchRules) -> None:
        self._command, self._bounds = command, rules.bounds
        self._program = Program(command, rules.bounds)
        self._answers = 0

    def move(self, position: Position) -> Position:
        try:
            answer = self._program.ask(str(position))
        except ProgramEnd:
            if not self._answers:
                raise
            self._program = Program(self._command, self._bounds)  # it answers one line and ends, each time it is run
            answer = self._program.ask(str(position))
        self._answers += 1
        return read_move(position, answer)

    def close(self) -> None:
        self._program.close()


def _mover_of(entrant: Entrant, rules: MatchRules, match: ExitStack) -> Mover:
    """The moves of an entrant; a program ends with the match."""
    if not entrant.command:
        return lambda position: choose(position, entrant.level, rules.seed, misere=rules.misere)
    player = program_player(entrant, rules)
    match.callback(player.close)
    return player.move


ProgramMover = ProgramPlayer | PupilFunction | TalkPlayer
"""A program as a player: `move` answers a position, `close` ends the program."""


def program_player(entrant: Entrant, rules: MatchRules) -> ProgramMover:
    """A program as a player, started; `close` ends it."""
    if entrant.style == "function":
        return PupilFunction(entrant.command, rules.bounds)
    if entrant.style == "talk":
        return TalkPlayer(entrant.command, rules.bounds, entrant.lexicon)
    return ProgramPlayer(entrant.command, rules)


# -- one match -----------------------------------------------------------------------------------


@dataclass
class Duel:
    """A match of two entrants from a start; the first entrant begins. `follow` is called with each position."""

    entrants: tuple[Entrant, Entrant]
    start: Position
    rules: MatchRules
    follow: Callable[[Position], None] | None = None

    def __post_init__(self) -> None:
        self._movers: list[Mover] = []
        self._mistakes: list[Mistake | None] = [None, None]
        self._moves = 0
        self._met: Counter[tuple[Position, int]] = Counter()

    def play(self) -> MatchRecord:
        with ExitStack() as match:
            for seat, entrant in enumerate(self.entrants):
                try:
                    self._movers.append(_mover_of(entrant, self.rules, match))
                except ProgramFault as fault:
                    return self._end(1 - seat, fault.kind, fault.reason)
            return self._play()

    def _play(self) -> MatchRecord:
        position, turn = self.start, 0
        while self._moves < MOST_MOVES:
            if position.ended:
                return self._end(turn if self.rules.misere else 1 - turn)
            try:
                after = self._movers[turn](position)
            except IllegalMove as fault:
                told = Message("an illegal move in {position}: {fault}", position=position, fault=fault.message)
                return self._end(1 - turn, "illegal", told)
            except ProgramFault as fault:
                return self._end(1 - turn, fault.kind, fault.reason)
            # Only the first mistake of a program is reported, so its other moves need not be judged.
            if self.entrants[turn].command and self._mistakes[turn] is None:
                self._mistakes[turn] = mistake(position, after, self.rules.misere)
            position, turn = after, 1 - turn
            self._moves += 1
            if self.follow is not None:
                self.follow(position)
            # A position counts for each player by itself, as in `Match.returns`.
            self._met[position, turn] += 1
            if self._met[position, turn] == RETURNS:
                return self._end(None, reason=Message("a draw: {position} has repeated", position=position), drawn=True)
        return self._end(None, reason=Message("stopped after {n} moves", params={"n": MOST_MOVES}))

    def _end(
        self, winner: int | None, fault: str = "", reason: Message | None = None, drawn: bool = False
    ) -> MatchRecord:
        return MatchRecord(
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


# -- all matches ---------------------------------------------------------------------------------

Watch = Callable[[int, int, tuple[str, str]], None]
"""A function that is called before each match with its number, the number of matches, and the players."""


def schedule(entrants: Sequence[Entrant], starts: Sequence[Position]) -> list[tuple[tuple[Entrant, Entrant], Position]]:
    """Everyone against everyone from every start, where each of the two begins once."""
    return [
        (pair, start) for a, b in combinations(entrants, 2) for start in starts for pair in ((a, b), (b, a))
    ]  # fmt: skip


def play_all(
    entrants: Sequence[Entrant], starts: Sequence[Position], rules: MatchRules, watch: Watch | None = None
) -> Iterator[MatchRecord]:
    """One match after the other, so that a program has the machine to itself while it thinks."""
    matches = schedule(entrants, starts)
    for number, (pair, start) in enumerate(matches, 1):
        if watch is not None:
            watch(number, len(matches), (pair[0].name, pair[1].name))
        yield Duel(pair, start, rules).play()
