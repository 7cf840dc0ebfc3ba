"""Users' games and lessons: read once, and handed to every worker, or to the browsers that open a site.

So all of them answer by the same rules, however often workers are replaced and whatever happens to the files meanwhile.
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
"""How bytes become text and back: each is one character."""


@dataclass(frozen=True)
class Own:
    """The FILE:NAME of each game, and the files that they are made of."""

    places: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    """The games as positions name them."""
    files: dict[str, bytes] = field(default_factory=dict)
    lessons: Lessons = ()
    path: tuple[str, ...] = ()
    """Where this process looks for modules: in others the same name is to mean the same file."""

    @property
    def digest(self) -> str:
        """A name for these rules: answers to other rules have other tags."""
        files = {name: text.encode(errors="replace") for name, text in self.lessons}
        return digest_of({**self.files, **files})

    def line(self) -> bytes:
        """All that another process needs to load them, as a line of JSON."""
        files = {path: source.decode(BYTES) for path, source in self.files.items()}
        return json.dumps(asdict(self) | {"files": files}).encode() + b"\n"

    def moved_to(self, folder: str) -> Own:
        """The same in another folder: nobody learns from it where the files are on this machine."""
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
    """Read users' games. This runs their files, so a fault in one is reported now."""
    found = [read(place) for place in places]
    files = {path: source for sources in found for path, source in sources.files.items()}
    return Own(tuple(places), tuple(load(place).name for place in places), files, lessons, tuple(sys.path))


def load_own(line: bytes) -> tuple[list[Game], Lessons]:
    """The games in a `line`, made of the files in it and of no others; and a teacher's lessons."""
    given = json.loads(line)
    # In a browser there is no path: all files are in the line.
    sys.path[:] = given["path"] or sys.path
    hand_over({path: source.encode(BYTES) for path, source in given["files"].items()})
    lessons = tuple((name, text) for name, text in given["lessons"])
    return [load(place) for place in given["places"]], lessons
