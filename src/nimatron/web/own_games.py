"""Users' games and lessons: read once, and passed to every worker, or to the browsers that open a site.

So all workers answer by the same rules, even if a worker is replaced or a file changes meanwhile.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import PurePosixPath

from ..core.game import Game
from ..notation.own_file import digest_of, hand_over, load, read
from .answers.request import Lessons

BYTES = "latin-1"
"""The encoding of files in JSON: each byte is one character."""


@dataclass(frozen=True)
class Own:
    """The FILE:NAME of each game, and the files that contain the games."""

    places: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    """The names of the games in positions."""
    files: dict[str, bytes] = field(default_factory=dict)
    lessons: Lessons = ()
    path: tuple[str, ...] = ()
    """The module path of this process: in a worker the same name has to mean the same file."""

    @property
    def digest(self) -> str:
        """A digest of these rules: answers by other rules have other tags."""
        files = {name: text.encode(errors="replace") for name, text in self.lessons}
        return digest_of({**self.files, **files})

    def line(self) -> bytes:
        """The games and lessons as a line of JSON, from which another process loads them."""
        files = {path: source.decode(BYTES) for path, source in self.files.items()}
        return json.dumps(asdict(self) | {"files": files}).encode() + b"\n"

    def move_to(self, folder: str) -> Own:
        """The same games in another folder: visitors must not learn the paths of this machine."""
        if not self.files:
            return replace(self, path=())
        root = os.path.commonpath([os.path.dirname(path) for path in self.files])
        names = {path: str(PurePosixPath(folder, *os.path.relpath(path, root).split(os.sep))) for path in self.files}
        files = {names[path]: source for path, source in self.files.items()}
        return replace(self, places=tuple(_renamed_place(place, names) for place in self.places), files=files, path=())


def _renamed_place(place: str, names: dict[str, str]) -> str:
    # A path may contain a colon itself, so the whole text is tried first.
    path = next(path for path in (place, place.rpartition(":")[0]) if os.path.abspath(path) in names)
    return names[os.path.abspath(path)] + place[len(path) :]


NONE = Own()


def read_own(places: Sequence[str], lessons: Lessons = ()) -> Own:
    """Read users' games. This runs their files, so that faults are reported now."""
    files = {path: source for place in places for path, source in read(place).files.items()}
    return Own(tuple(places), tuple(load(place).name for place in places), files, lessons, tuple(sys.path))


def load_own(line: bytes) -> tuple[list[Game], Lessons]:
    """The games in a `line`, loaded only from the files in it, and a teacher's lessons."""
    data = json.loads(line)
    # In a browser there is no path: all files are in the line.
    sys.path[:] = data["path"] or sys.path
    hand_over({path: source.encode(BYTES) for path, source in data["files"].items()})
    lessons = tuple((name, text) for name, text in data["lessons"])
    return [load(place) for place in data["places"]], lessons
