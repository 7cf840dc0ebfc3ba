"""Users' games and lessons on a server: read once, when it starts, and handed to every worker.

So all workers answer by the same rules, however often they are replaced and whatever happens to the files meanwhile.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field

from ..game import Game
from ..games.loading import load, read
from ..games.sources import ELSEWHERE, digest_of, hand_over
from .answers.asked import Lessons

BYTES = "latin-1"
"""How bytes become text and back: each is one character."""


@dataclass(frozen=True)
class Own:
    """The FILE:NAME of each game, and the files that they are made of."""

    places: tuple[str, ...] = ()
    files: dict[str, bytes] = field(default_factory=dict)
    whole: bool = True  # do all rules come from these files?
    lessons: Lessons = ()

    @property
    def digest(self) -> str:
        """A name for these rules: answers to other rules have other tags."""
        files = {name: text.encode(errors="replace") for name, text in self.lessons}
        return digest_of({**self.files, **files})

    def line(self) -> bytes:
        """All that a worker needs to load them, as a line of JSON."""
        files = {path: source.decode(BYTES) for path, source in self.files.items()}
        return (
            json.dumps({"places": self.places, "files": files, "path": sys.path, "lessons": self.lessons}).encode()
            + b"\n"
        )


NONE = Own()


def read_own(places: Sequence[str], lessons: Lessons = ()) -> Own:
    """Read users' games. This runs their files, so a fault in one is told now."""
    found = [read(place) for place in places]
    files = {path: source for sources in found for path, source in sources.files.items()}
    return Own(tuple(places), files, not any(sources.uses(ELSEWHERE) for sources in found), lessons)


def load_own(line: bytes) -> list[Game]:
    """The games in a `line`, made of the files in it and of no others."""
    given = json.loads(line)
    sys.path[:] = given["path"]  # the server's own, so that the same name means the same file
    hand_over({path: source.encode(BYTES) for path, source in given["files"].items()})
    return [load(place) for place in given["places"]]


def load_lessons(line: bytes) -> Lessons:
    """A teacher's lessons in a `line`."""
    return tuple((name, text) for name, text in json.loads(line)["lessons"])
