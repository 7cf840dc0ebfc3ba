"""The door to both checkers."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..game import Game
from ..games.catalog import KNOWN, Catalog
from .files import Unreadable, brief, read, unsealed
from .outcome import check_kernel
from .period import check_period
from .verdict import Verdict

MOST_MOVES = 10_000_000


def verify(
    certificate: Mapping[str, Any] | str | os.PathLike[str],
    game: Game | None = None,
    *,
    catalog: Catalog = KNOWN,
    limit: int | None = MOST_MOVES,
    seconds: float | None = None,
    seed: int | None = None,
) -> Verdict:
    """Check a certificate, given as data or as a file; Unreadable where it is none.

    `game` adds an own game that the certificate is about. `limit` (moves looked at) and `seconds` bound
    the check of a kernel; that of a period is bounded by itself. `seed` draws the random heaps of a spot check.
    """
    if isinstance(certificate, Mapping):
        data, folder = unsealed(certificate), None
    else:
        data, folder = read(certificate), Path(certificate).parent
    if data.get("claim") == "period":
        return check_period(data, folder, seed)
    if data.get("claim") != "kernel":
        raise Unreadable("a certificate claims a period or a kernel, not {claim}", claim=brief(data.get("claim")))
    # Without a reader of graph files: a certificate names no files of the reader's.
    games = Catalog(catalog.entries)
    return check_kernel(data, games.with_games(game) if game else games, limit, seconds)
