"""Games of one's own in a site: read when it is written, and loaded again in the visitor's browser."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from ..game import Game
from ..games.loading import load
from ..games.sources import hand_over
from ..web.own import read_own

PLACE = PurePosixPath("/own")
"""The folder in which they seem to be, in the browser: nobody learns where they were on the machine of the writer."""


def given_games(places: Sequence[str]) -> dict[str, Any]:
    """The FILE:NAME of each game and the texts of all files that they are made of. This runs them."""
    own = read_own(places)
    if not own.files:
        return {"places": [], "files": {}}
    root = os.path.commonpath([os.path.dirname(path) for path in own.files])
    named = {path: PLACE / PurePosixPath(*os.path.relpath(path, root).split(os.sep)) for path in own.files}
    files = {str(named[path]): source.decode("utf-8") for path, source in own.files.items()}
    return {"places": [_moved(place, named) for place in own.places], "files": files}


def _moved(place: str, named: Mapping[str, PurePosixPath]) -> str:
    path = next(path for path in (place, place.rpartition(":")[0]) if os.path.abspath(path) in named)
    return str(named[os.path.abspath(path)]) + place[len(path) :]


def load_given(given: Mapping[str, Any]) -> list[Game]:
    """The games, in a browser."""
    hand_over({path: source.encode() for path, source in given["files"].items()})
    return [load(place) for place in given["places"]]
