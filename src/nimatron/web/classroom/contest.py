"""Pupils play each other: in pairs, in a round robin, or on a ladder, with a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from .bout import Bout
from .pairing import Pair, climbed, ladder, robin, robin_rounds, seated, shuffled
from .refusals import Refused

FORMS = ("pairs", "robin", "ladder")


@dataclass
class Score:
    """What a pupil did in all games that are over; `begun` counts games that the pupil began."""

    won: int = 0
    lost: int = 0
    drawn: int = 0
    begun: int = 0


@dataclass
class Contest:
    """Games from one start. `order` has those who take part; on a ladder it is the ladder, from the top."""

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
    scores: dict[str, Score] = field(default_factory=dict)
    counted: list[str] = field(default_factory=list)
    """The games whose result is in the table."""
    made: int = 0
    """How many games there have been, for their names."""

    @property
    def rounds(self) -> int:
        """How many rounds there will be; 0 if that is for the teacher to say."""
        return robin_rounds(len(self.order)) if self.form == "robin" else 0

    @property
    def finished(self) -> bool:
        return self.form == "robin" and self.round >= self.rounds and all(bout.over for bout in self.bouts.values())

    def bout_of(self, pupil: str) -> Bout | None:
        """The game of a pupil, the one that is played before one that is over."""
        mine = [bout for bout in self.bouts.values() if pupil in bout.players]
        return next((bout for bout in mine if not bout.over), mine[-1] if mine else None)

    def waiting(self) -> list[str]:
        """Who has no game in this round."""
        return [pupil for pupil in self.order if self.bout_of(pupil) is None]

    # -- rounds --

    def next_round(self) -> None:
        """Begin the next round; games that are not over count for nobody."""
        if self.form == "robin" and self.round >= self.rounds:
            raise Refused("everybody has met everybody")
        if self.form == "ladder":
            self.order = climbed(self.order, self._won())
        pairs = {
            "pairs": lambda: shuffled(self.order, self.seed + self.round),
            "robin": lambda: robin(self.order, self.round),
            "ladder": lambda: ladder(self.order, self.round),
        }[self.form]()
        if not pairs:
            raise Refused("expected at least two pupils")
        self.bouts, self.counted, self.round = {}, [], self.round + 1
        for pair in pairs:
            self._seat(pair)

    def _won(self) -> list[Pair]:
        return [(bout.winner, bout.other(bout.winner)) for bout in self.bouts.values() if bout.winner]

    def _seat(self, pair: Pair) -> Bout:
        begun = {pupil: score.begun for pupil, score in self.scores.items()}
        players = seated(pair, begun, self.made)
        self.made += 1
        bout = Bout(f"b{self.made}", list(players), self.position, self.misere)
        self.bouts[bout.id] = bout
        self._score(players[0]).begun += 1
        return bout

    def _score(self, pupil: str) -> Score:
        return self.scores.setdefault(pupil, Score())

    # -- what happens in it --

    def welcome(self, pupil: str) -> None:
        """Somebody comes later: plays at once with whoever waits, or from the next round on."""
        if pupil in self.order or self.form == "robin":  # its rounds are fixed when it begins
            return
        self.order.append(pupil)
        waiting = self.waiting()
        if self.form == "pairs" and len(waiting) > 1:
            self._seat((waiting[0], waiting[1]))

    def leave(self, pupil: str) -> None:
        """Somebody goes away for good, and loses the game that was played."""
        bout = self.bout_of(pupil)
        if bout is not None and not bout.over:
            bout.end("left", bout.other(pupil))
            self.count()
        if self.form != "robin":
            self.order = [other for other in self.order if other != pupil]

    def again(self, bout: Bout, pupil: str) -> None:
        """Play the same once more, if both want to; the other one begins."""
        if self.form != "pairs" or not bout.over or pupil not in bout.players:
            raise Refused("this game cannot be played again")
        if self.bout_of(pupil) is not bout or self.bout_of(bout.other(pupil)) is not bout:
            raise Refused("this game cannot be played again")
        if pupil not in bout.again:
            bout.again.append(pupil)
        if len(bout.again) == 2:
            self._seat((bout.players[1], bout.players[0]))
            del self.bouts[bout.id]

    def count(self) -> None:
        """Take the results of games that are over into the table."""
        for bout in self.bouts.values():
            if not bout.over or bout.id in self.counted:
                continue
            self.counted.append(bout.id)
            for pupil in bout.players:
                score = self._score(pupil)
                if not bout.winner:
                    score.drawn += 1
                elif bout.winner == pupil:
                    score.won += 1
                else:
                    score.lost += 1

    def table(self, here: Iterable[str]) -> list[tuple[str, Score]]:
        """Those who are `here`, the best first; on a ladder as they stand."""
        there = set(here)
        rows = [(pupil, self.scores.get(pupil, Score())) for pupil in self.order if pupil in there]
        if self.form == "ladder":
            return rows
        return sorted(rows, key=lambda row: (-row[1].won, -row[1].drawn, row[1].lost))

    # -- as data --

    def data(self) -> dict[str, Any]:
        """All but the games, which are kept each by itself."""
        kept = {name: value for name, value in vars(self).items() if name != "bouts"}
        return kept | {"scores": {pupil: vars(score) for pupil, score in self.scores.items()}}

    @classmethod
    def restored(cls, data: dict[str, Any], bouts: Sequence[Bout]) -> Contest:
        scores = {pupil: Score(**score) for pupil, score in data.pop("scores").items()}
        return cls(**data, scores=scores, bouts={bout.id: bout for bout in bouts})
