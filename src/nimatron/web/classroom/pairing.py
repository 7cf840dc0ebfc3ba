"""The tables of a contest without rounds, in which nobody waits: each change gives a new pairing.

A pupil plays another pupil, plays the bot, or rests after a game. A pupil who has rested plays at once: with a pupil at
the bot's table, else with the bot. Two pupils who have just met do not meet again before both have played somebody else
or the bot, unless there are only two.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

BOT = "bot"
"""The player for whom Nimatron moves."""

REST = ""
"""The opponent of a pupil who still looks at a game that is over."""


@dataclass(frozen=True)
class Pairing:
    """The opponent of each pupil, the opponent before that, and how often two pupils have met."""

    tables: Mapping[str, str] = field(default_factory=dict)
    last: Mapping[str, str] = field(default_factory=dict)
    met: Mapping[str, int] = field(default_factory=dict)

    def free(self, *pupils: str) -> Pairing:
        """These pupils want to play; their opponents rest."""
        left = {other: REST for other, at in self.tables.items() if at in pupils}
        return self._seat({**self.tables, **left}, pupils)

    def without(self, pupil: str) -> Pairing:
        """A pupil leaves; the opponent rests."""
        tables = {other: REST if at == pupil else at for other, at in self.tables.items() if other != pupil}
        return self._seat(tables, ())

    def shuffle(self, pupils: Iterable[str], seed: int) -> Pairing:
        """A new pairing of all pupils, at random."""
        order = list(pupils)
        random.Random(seed).shuffle(order)
        return Pairing({}, self.last, self.met).free(*order)

    def _seat(self, tables: Mapping[str, str], pupils: Iterable[str]) -> Pairing:
        """Seat all pupils who are free, most of them with another pupil."""
        tables, last, met = dict(tables), dict(self.last), dict(self.met)
        # Those at the bot have waited longer than those who come now.
        waiting = list(dict.fromkeys([*(pupil for pupil, at in tables.items() if at == BOT), *pupils]))
        everybody = len(tables.keys() | set(waiting))
        while waiting:
            pupil = waiting.pop(0)
            others = [other for other in waiting if everybody == 2 or not _is_rematch(last, pupil, other)]
            if not others:
                tables[pupil] = last[pupil] = BOT
                continue
            other = min(others, key=lambda other: met.get(_names(pupil, other), 0))
            waiting.remove(other)
            tables |= {pupil: other, other: pupil}
            last |= {pupil: other, other: pupil}
            met[_names(pupil, other)] = met.get(_names(pupil, other), 0) + 1
        return Pairing(tables, last, met)

    def data(self) -> dict[str, Any]:
        return asdict(self)


def _is_rematch(last: Mapping[str, str], pupil: str, other: str) -> bool:
    return last.get(pupil) == other or last.get(other) == pupil


def _names(pupil: str, other: str) -> str:
    """Both ids as one text, because keys of JSON are texts."""
    return " ".join(sorted((pupil, other)))
