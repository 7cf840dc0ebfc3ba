"""The rows of the store: what is kept of one position, with a sum by which damage is noticed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...game import Game, State
from .plain import NotPlain, decoded, encoded, games_in

KINDS = ("value", "excluded", "outcome", "misere")
"""What is known of a position: its value, a mask of values it does not have, its outcome (is it P?), in misere play."""


class Row(NamedTuple):
    """What is known of a position: `answer` depends on `kind`, `cost` is how many positions it took to find."""

    kind: str
    key: Any
    state: State
    answer: int | bool
    cost: int


@dataclass(frozen=True)
class StoredGame:
    """What the store has about one game under one set of rules."""

    id: int
    name: str
    fingerprint: str
    used: float
    positions: int
    bytes: int


def written_rows(rows: Iterable[Row], mark: int, rules: str) -> Iterator[tuple[Any, ...]]:
    """Rows as they are stored, of the game with this number and these rules; without those that are not plain."""
    for row in rows:
        with suppress(NotPlain):
            key, state = encoded(row.key), encoded(row.state)
            said = row.kind, key, None if state == key else state, str(int(row.answer))
            yield mark, *said, row.cost, _sum(rules, *said)


def read_row(raw: tuple[Any, ...], rules: str, game: Game) -> Row | None:
    """A row as it was written; None if its checksum does not agree."""
    kind, key, state, answer, cost, found = raw
    if found != _sum(rules, kind, key, state, answer) or kind not in KINDS:
        return None
    try:
        games = games_in(game)
        its_key = decoded(key, games)
        its_state = its_key if state is None else decoded(state, games)
        hash(its_key)
    except (NotPlain, TypeError):
        return None
    number = int(answer)
    return Row(kind, its_key, its_state, bool(number) if kind in ("outcome", "misere") else number, cost)


def _sum(*said: Any) -> bytes:
    from hashlib import blake2b  # loaded when it is needed: small questions are quick

    # Eight bytes: against damage, not against forgery.
    return blake2b("\0".join(map(str, said)).encode("utf-8", "replace"), digest_size=8).digest()


def is_sound(raw: tuple[Any, ...], game: StoredGame) -> bool:
    """Does the checksum of a row, as stored, agree?"""
    return bool(raw[5] == _sum(game.fingerprint, *raw[:4]))
