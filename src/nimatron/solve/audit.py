"""Maintenance of the store: list its games, audit its rows, and export all of them as one file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Literal

from ..core.errors import Cycle, Limit
from ..core.files import hash_pieces, write_file
from ..core.game import Game
from ..core.limits import Limits
from ..nimbers.loopy import outcome_of
from .search.memo import Tables
from .solver import Solver
from .store.database import StoredGame, StoredRow, is_sound, read_row
from .store.fingerprint import fingerprint
from .store.results import Store

FORMAT = "nimatron.store/1"

Standing = Literal["current", "stale", "unknown"]


def standing(stored: StoredGame, game: Game | None) -> Standing:
    """Are these the rules of `game` as they are now? Unknown if a user's own game is not loaded."""
    if game is None:
        return "unknown"
    return "current" if fingerprint(game) == stored.fingerprint else "stale"


@dataclass
class Audit:
    """The result of a check."""

    fault: str | None = None
    """What SQLite finds wrong with the file."""
    looked: int = 0
    """How many rows had their checksums compared."""
    recomputed: int = 0
    skipped: int = 0
    """How many rows a search within the limits could not recompute."""
    wrong: list[str] = field(default_factory=list)
    """The rows that are wrong or damaged, in words."""
    marks: list[tuple[int, Any, Any]] = field(default_factory=list)
    """The same rows by game, kind and key, as the store identifies them."""


def audit(store: Store, games: dict[str, Game], sample: int, limits: Limits, seed: int = 0) -> Audit:
    """Compare the checksums of all rows, and recompute a `sample` of those with current rules by plain search."""
    found, rng = Audit(store.fault()), Random(seed)
    sound: list[tuple[Game, StoredGame, tuple[Any, ...]]] = []
    for stored in store.games() if found.fault is None else []:
        game = games.get(stored.name)
        for raw in store.raw(stored):
            found.looked += 1
            if not is_sound(raw, stored):
                _accuse(found, stored, raw, "damaged")
            elif game is not None and standing(stored, game) == "current":
                # Rows of older rules are stale, not wrong: a search with the rules of today cannot judge them.
                sound.append((game, stored, raw))
    for game, stored, raw in rng.sample(sound, min(sample, len(sound))):
        row = read_row(raw, stored.fingerprint, game)
        if row is None or game.canonical(row.state) != row.key:
            _accuse(found, stored, raw, "not a position")
        else:
            # Empty tables: tables that load rows from the store would only confirm a wrong row.
            _recompute(found, stored, raw, game, row, Solver(limits, tables=Tables()))
    return found


def _accuse(found: Audit, stored: StoredGame, raw: tuple[Any, ...], why: str) -> None:
    found.wrong.append(f"{stored.name}: {raw[0]} of {raw[2] or raw[1]} = {raw[3]}: {why}")
    found.marks.append((stored.id, raw[0], raw[1]))


def _recompute(
    found: Audit, stored: StoredGame, raw: tuple[Any, ...], game: Game, row: StoredRow, solver: Solver
) -> None:
    try:
        holds, truth = _held(game, row, solver)
    except Limit:
        found.skipped += 1
        return
    found.recomputed += 1
    if not holds:
        _accuse(found, stored, raw, f"a search finds {truth}")


def _held(game: Game, row: StoredRow, solver: Solver) -> tuple[bool, object]:
    """Does a row agree with the definition? And what does the definition give?"""
    search, loops, misere = solver.search, solver.search.loops, row.kind == "misere"
    if row.kind in ("outcome", "misere"):
        try:
            is_p = search.outcomes.is_p(game, row.state, misere)
        except Cycle:
            is_p = (loops.misere(game, row.state) if misere else outcome_of(loops.value(game, row.state))) == "P"
        return is_p == row.answer, int(is_p)
    try:
        value = search.mex.value(game, row.state)
    except Cycle:
        value = loops.value(game, row.state)
    return value == row.answer, value


def export(store: Store, path: Path) -> int:
    """Write all rows as lines of JSON, the last with their number and a checksum; returns how many there are."""
    count, total = 0, sha256()

    def rows() -> Iterator[bytes]:
        nonlocal count
        yield _line({"format": FORMAT})
        for stored in store.games():
            for raw in store.raw(stored):
                if is_sound(raw, stored):
                    count += 1
                    yield _line(_exported(stored, raw))

    def lines() -> Iterator[bytes | memoryview]:
        yield from hash_pieces(rows(), total)
        # The last line lets a reader detect a file that was cut off.
        yield _line({"rows": count, "sha256": total.hexdigest()})

    write_file(path, lines())
    return count


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data).encode() + b"\n"


def _exported(stored: StoredGame, raw: tuple[Any, ...]) -> dict[str, Any]:
    kind, key, state, answer, cost, _ = raw
    return {
        "game": stored.name, "rules": stored.fingerprint, "kind": kind, "key": json.loads(key),
        "state": json.loads(state or key), "answer": answer, "cost": cost,
    }  # fmt: skip
