"""Pupils play each other: in pairs, in a round robin, or on a ladder, with a table.

A pupil without an opponent plays the bot. Games with the bot do not count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from .class_limits import MOST_MOVES, RETURNS, ClassRefusal
from .pairing import BOT, Pairing

FORMS = ("pairs", "robin", "ladder")


@dataclass
class ContestScore:
    """The results of a pupil in all games that are over; `begun` counts games that the pupil began."""

    won: int = 0
    lost: int = 0
    drawn: int = 0
    begun: int = 0


@dataclass
class Contest:
    """Games from one start. `order` lists the pupils; on a ladder it is the ladder, from the top."""

    kind: ClassVar[str] = "contest"

    form: str
    position: str
    misere: bool
    order: list[str]
    seed: int = 0
    round: int = 0
    """How many rounds have begun."""
    bouts: dict[str, Bout] = field(default_factory=dict)
    """The games of this round."""
    scores: dict[str, ContestScore] = field(default_factory=dict)
    counted: list[str] = field(default_factory=list)
    """The games whose result is in the table."""
    made: int = 0
    """How many games there have been, for their names."""
    left: list[str] = field(default_factory=list)
    """The pupils who left a round robin: their places stay empty."""
    pairing: Pairing = field(default_factory=Pairing)
    """The tables, if pairs are not made by rounds."""

    @property
    def rounds(self) -> int:
        """The number of rounds in all; 0 if the teacher decides it."""
        return robin_rounds(len(self.order)) if self.form == "robin" else 0

    @property
    def finished(self) -> bool:
        return self.form == "robin" and self.round >= self.rounds and not self._open_games()

    def _open_games(self) -> list[Bout]:
        """The games between pupils that are not over."""
        return [bout for bout in self.bouts.values() if not (bout.over or bout.with_bot)]

    def bout_of(self, pupil: str) -> Bout | None:
        """The game of a pupil: an open one if there is one, else the last one."""
        mine = [bout for bout in self.bouts.values() if pupil in bout.players]
        return next((bout for bout in mine if not bout.over), mine[-1] if mine else None)

    def replies(self) -> list[Bout]:
        """The games in which the bot is to move."""
        return [bout for bout in self.bouts.values() if not bout.over and bout.turn == BOT]

    # -- rounds --

    def next_round(self) -> None:
        """Begin the next round; open games do not count."""
        if len(self.order) < 2:
            raise ClassRefusal("expected at least two pupils")
        if self.form == "robin" and self.round >= self.rounds:
            raise ClassRefusal("everybody has played everybody")
        self.bouts, self.counted, self.round = {}, [], self.round + 1
        if self.form == "pairs":
            self._follow(self.pairing.shuffle(self.order, self.seed + self.round), self.order)
            return
        rounds = robin if self.form == "robin" else ladder
        pairs = [pair for pair in rounds(self.order, self.round - 1) if not {*pair} & {*self.left}]
        for pair in pairs:
            self._seat(pair)
        busy = {*self.left}.union(*pairs)
        for pupil in self.order:
            if pupil not in busy:
                self._seat((pupil, BOT))

    def _follow(self, pairing: Pairing, freed: Iterable[str] = ()) -> None:
        """Begin the games of all tables that are new or `freed`, and drop games that are over and replaced."""
        before, self.pairing = self.pairing.tables, pairing
        new = [pupil for pupil, at in pairing.tables.items() if at and (before.get(pupil) != at or pupil in freed)]
        for pupil in new:
            bout = self.bout_of(pupil)
            if bout is not None and bout.with_bot:
                del self.bouts[bout.id]
        for pupil in new:
            other = pairing.tables[pupil]
            if other == BOT or pupil < other:  # a table of two is in the list twice
                self._seat((pupil, other), leg=0 if other == BOT else 1)
        current = {bout.id for pupil in self.order if (bout := self.bout_of(pupil))}
        self.bouts = {id: bout for id, bout in self.bouts.items() if id in current}
        self.counted = [id for id in self.counted if id in current]

    def _seat(self, pair: Pair, leg: int = 0) -> Bout:
        begun = {pupil: score.begun for pupil, score in self.scores.items()}
        return self._begin(seat(pair, begun, self.made), leg)

    def _begin(self, players: Sequence[str], leg: int, first: str = "") -> Bout:
        self.made += 1
        bout = Bout(f"b{self.made}", list(players), self.position, self.misere, leg=leg, first=first)
        self.bouts[bout.id] = bout
        if not bout.with_bot:
            self._score(players[0]).begun += 1
        return bout

    def _score(self, pupil: str) -> ContestScore:
        return self.scores.setdefault(pupil, ContestScore())

    # -- what happens in it --

    def welcome(self, pupil: str) -> None:
        """Seat a pupil who comes later: at once, or with the bot until the next round."""
        if pupil in self.order or self.form == "robin":  # its rounds are fixed when it begins
            return
        self.order.append(pupil)
        if self.form == "pairs":
            self._follow(self.pairing.free(pupil), [pupil])
        else:
            self._seat((pupil, BOT))

    def leave(self, pupil: str) -> None:
        """Remove a pupil who leaves for good and loses the open game."""
        bout = self.bout_of(pupil)
        if bout is not None and bout.with_bot:
            del self.bouts[bout.id]
        elif bout is not None and not bout.over:
            bout.end("left", bout.other(pupil))
            self.count()
        # In a round robin the place stays empty: otherwise pairs of later rounds would change.
        if self.form == "robin":
            self.left.append(pupil)
        else:
            self.order = [other for other in self.order if other != pupil]
        if self.form == "pairs":
            self._follow(self.pairing.without(pupil))

    def again(self, bout: Bout, pupil: str) -> None:
        """Begin the next game: the second of a pair, in which the other pupil begins, or a game with somebody else."""
        if not bout.over or self.bout_of(pupil) is not bout:
            raise ClassRefusal("this game is not over yet")
        if self.form != "pairs":
            self._begin((pupil, BOT), 0)
            if bout.with_bot:
                del self.bouts[bout.id]
        elif bout.leg == 1 and self.pairing.tables.get(pupil) in bout.players:
            del self.bouts[bout.id]
            self._begin(bout.players[::-1], 2, bout.winner)
        else:
            self._follow(self.pairing.free(pupil), [pupil])

    def count(self) -> None:
        """Add the results of games that are over to the table."""
        for bout in self.bouts.values():
            if not bout.over or bout.with_bot or bout.id in self.counted:
                continue
            self.counted.append(bout.id)
            if self.form == "ladder" and bout.winner:
                self.order = climb(self.order, [(bout.winner, bout.other(bout.winner))])
            for pupil in bout.players:
                score = self._score(pupil)
                if not bout.winner:
                    score.drawn += 1
                elif bout.winner == pupil:
                    score.won += 1
                else:
                    score.lost += 1

    def table(self, here: Iterable[str]) -> list[tuple[str, ContestScore]]:
        """The scores of the pupils who are `here`, the best first; on a ladder in its order."""
        present = set(here)
        rows = [(pupil, self.scores.get(pupil, ContestScore())) for pupil in self.order if pupil in present]
        if self.form == "ladder":
            return rows
        return sorted(rows, key=lambda row: (-row[1].won, -row[1].drawn, row[1].lost))

    # -- as data --

    def data(self) -> dict[str, Any]:
        """All fields except the games: each game is stored separately."""
        fields = {name: value for name, value in vars(self).items() if name != "bouts"}
        scores = {pupil: vars(score) for pupil, score in self.scores.items()}
        return fields | {"scores": scores, "pairing": self.pairing.data()}

    @classmethod
    def restore(cls, data: dict[str, Any], bouts: Sequence[Bout]) -> Contest:
        scores = {pupil: ContestScore(**score) for pupil, score in data.pop("scores").items()}
        pairing = Pairing(**data.pop("pairing", {}))
        return cls(**data, scores=scores, pairing=pairing, bouts={bout.id: bout for bout in bouts})


# -- pairs ----------------------------------------------------------------------------------------

Pair = tuple[str, str]


def robin(pupils: Sequence[str], number: int) -> list[Pair]:
    """The pairs of a round of everybody against everybody: one pupil stays, the others rotate around a table.

    >>> [robin("abcd", i) for i in range(3)]
    [[('a', 'd'), ('b', 'c')], [('a', 'c'), ('d', 'b')], [('a', 'b'), ('c', 'd')]]
    >>> robin("abc", 0)
    [('b', 'c')]
    """
    # An empty seat makes the number even: its opponent has no game.
    seats = [*pupils, *([""] * (len(pupils) % 2))]
    if len(seats) < 2:
        return []
    first, others = seats[0], seats[1:]
    by = number % len(others)
    table = [first, *others[len(others) - by :], *others[: len(others) - by]]
    half = len(table) // 2
    return [(a, b) for a, b in zip(table[:half], reversed(table[half:]), strict=True) if a and b]


def robin_rounds(count: int) -> int:
    """The number of rounds in which everybody plays everybody."""
    return 0 if count < 2 else count - 1 + count % 2


def ladder(order: Sequence[str], number: int) -> list[Pair]:
    """Neighbours: the first with the second and so on, in the next round the second with the third.

    >>> ladder("abcde", 0), ladder("abcde", 1)
    ([('a', 'b'), ('c', 'd')], [('b', 'c'), ('d', 'e')])
    >>> ladder("ab", 1)
    [('a', 'b')]
    """
    # Two pupils have only one pair, which plays in every round.
    begin = number % 2 if len(order) > 2 else 0
    return list(zip(order[begin::2], order[begin + 1 :: 2], strict=False))


def climb(order: Sequence[str], won: Sequence[Pair]) -> list[str]:
    """The ladder after a round in which the first of each pair `won` against the second.

    >>> climb("abcd", [("b", "a"), ("c", "d")])
    ['b', 'a', 'c', 'd']
    """
    ranks = list(order)
    for winner, loser in won:
        if winner in ranks and loser in ranks:
            up, down = ranks.index(winner), ranks.index(loser)
            if up > down:
                ranks[up], ranks[down] = loser, winner
    return ranks


def seat(pair: Pair, begun: Mapping[str, int], chance: int) -> Pair:
    """The pair in the order of play: the pupil who has begun less often begins, else `chance` decides."""
    a, b = pair
    if b == BOT:
        return pair  # a game that only fills time is more fun for the pupil who begins
    # The first move is an advantage in most games, so it is shared fairly.
    more = begun.get(a, 0) - begun.get(b, 0) or (1 if chance % 2 else -1)
    return (b, a) if more > 0 else (a, b)


# -- games ----------------------------------------------------------------------------------------


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
    leg: int = 0
    """1 or 2: the first or second game of a pair; 0 for a single game."""
    first: str = ""
    """The winner of the first game of the pair."""

    @property
    def with_bot(self) -> bool:
        return BOT in self.players

    @property
    def over(self) -> bool:
        return bool(self.how)

    @property
    def position(self) -> str:
        return self.line[-1] if self.line else self.start

    @property
    def turn(self) -> str:
        """The player to move."""
        return self.players[len(self.line) % 2]

    def other(self, pupil: str) -> str:
        return self.players[1 - self.players.index(pupil)]

    def is_made(self, pupil: str, ply: int, after: str) -> bool:
        """Was this move made already? A device repeats it if the answer was lost."""
        return ply < len(self.line) and self.players[ply % 2] == pupil and self.line[ply] == after

    def check(self, pupil: str, ply: int) -> None:
        """Refuse a move that is out of turn, or meant for another position."""
        if self.over:
            raise ClassRefusal("this game is over")
        if pupil != self.turn or ply != len(self.line):
            raise ClassRefusal("it is not your turn, or the position has changed")

    def move(self, pupil: str, ply: int, after: str, ended: bool) -> None:
        """A legal move, after which there is none if it has `ended` the game."""
        self.check(pupil, ply)
        self.line.append(after)
        if ended:
            self.end("end", self.other(pupil) if self.misere else pupil)
        elif self._times_here() >= RETURNS or len(self.line) >= MOST_MOVES:
            self.end("draw")

    def _times_here(self) -> int:
        """The number of times that the player to move has met this position."""
        positions = [self.start, *self.line]
        met = Counter((position, ply % 2) for ply, position in enumerate(positions))
        return met[self.position, len(self.line) % 2]

    def end(self, how: str, winner: str = "") -> None:
        if not self.over:
            self.how, self.winner = how, winner

    def data(self) -> dict[str, Any]:
        return dict(vars(self))
