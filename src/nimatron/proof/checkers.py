"""The entrance to all checkers."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ..core.errors import NotKept
from ..core.game import Game
from ..families.catalog import KNOWN, Catalog
from . import front_blocks, front_part
from .front_check import Each, PartSchedule, by_processes, check_front
from .lands_check import check_lands
from .outcome_check import check_draw, check_kernel
from .period_check import check_period
from .quotient_check import check_misere
from .rule_check import check_lost
from .seal import Unreadable, brief, check_seal, read
from .sealed_record import SealedRecord
from .value_check import check_value
from .verdict import CheckBudget, Verdict

CHECKS = {
    "kernel": check_kernel, "draw": check_draw, "lost": check_lost, "value": check_value, "lands": check_lands,
}  # fmt: skip
"""The checkers of claims about a position."""

MOVES = 10_000_000
"""The most states and moves of a kernel that are looked at, unless told otherwise."""

SECONDS = 600.0
"""The longest check, unless told otherwise."""

MEMORY = 4096 << 20
"""Bytes for a check, unless told otherwise."""


def verify(
    certificate: Mapping[str, Any] | str | os.PathLike[str],
    game: Game | None = None,
    *,
    catalog: Catalog = KNOWN,
    limit: int | None = MOVES,
    seconds: float | None = SECONDS,
    memory: int | None = MEMORY,
    workers: int = 1,
    save: str | os.PathLike[str] | None = None,
    each: Each | None = None,
    report: Callable[[int, int], None] | None = None,
    failed: Callable[[NotKept], None] | None = None,
) -> Verdict:
    """Check a certificate, given as data or as a file; Unreadable if it is none.

    `game` is a game of the user's own that the certificate is about. `limit` (the number of states and moves of a
    kernel), `seconds` and `memory` (bytes) bound the check; past one of them the claim is not verified.
    Of a certificate in parts: `workers` is the number of processes, or `each` checks the parts; the folder `save`
    keeps which of them hold; `report` is told how many values are derived, and of how many; `failed` is told that the
    folder cannot be written, which is an error without it.
    """
    # Limits by default: a certificate may come from anyone, and could be made to take for ever.
    work = CheckBudget(limit, seconds, memory)
    if isinstance(certificate, Mapping):
        data, folder = check_seal(certificate), None
    else:
        data, folder = read(certificate), Path(certificate).parent
    if data.get("claim") == "period" and data.get("kind") == "front":
        kept = SealedRecord(save, (front_part, front_blocks), failed) if save is not None else None
        return check_front(data, folder, work, PartSchedule(each or by_processes(workers), kept, report))
    if data.get("claim") == "period":
        return check_period(data, folder, work)
    if data.get("claim") == "misere":
        return check_misere(data, folder, work)
    check = CHECKS.get(str(data.get("claim")))
    if check is None:
        raise Unreadable(
            "a certificate claims a period, a kernel, a draw, a misere quotient or values of lands, not {claim}",
            claim=brief(data.get("claim")),
        )
    # A catalog that reads no graph files: a certificate from elsewhere must not open files of whoever checks it.
    games = Catalog(catalog.entries)
    return check(data, games.with_games(game) if game else games, work)
