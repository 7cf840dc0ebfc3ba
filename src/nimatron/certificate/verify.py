"""The entrance to both checkers."""

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
"""The most moves that a check of a kernel looks at, unless told otherwise."""


def verify(
    certificate: Mapping[str, Any] | str | os.PathLike[str],
    game: Game | None = None,
    *,
    catalog: Catalog = KNOWN,
    limit: int | None = MOST_MOVES,
    seconds: float | None = None,
    seed: int | None = None,
) -> Verdict:
    """Check a certificate, given as data or as a file; Unreadable if it is none.

    `game` is a game of the user's own that the certificate is about. `limit` (the number of moves looked at) and
    `seconds` bound the check of a kernel; the check of a period bounds its own work. `seed` determines the random heaps
    of a spot check.
    """
    if isinstance(certificate, Mapping):
        data, folder = unsealed(certificate), None
    else:
        data, folder = read(certificate), Path(certificate).parent
    if data.get("claim") == "period":
        return check_period(data, folder, seed)
    if data.get("claim") != "kernel":
        raise Unreadable("a certificate claims a period or a kernel, not {claim}", claim=brief(data.get("claim")))
    # A catalog that reads no graph files: a certificate from elsewhere must not open files of whoever checks it.
    games = Catalog(catalog.entries)
    return check_kernel(data, games.with_games(game) if game else games, limit, seconds)
