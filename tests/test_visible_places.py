"""What a hint names is seen, in every game of the catalog: its place lights up, and rows are counted as drawn."""

from __future__ import annotations

from itertools import islice
from random import Random

from nimatron import Position, parse
from nimatron.families.catalog import CATALOG
from nimatron.play.match import Match
from nimatron.show.pictures import pictures
from nimatron.web.answers.match_answers import _shapes_at

MOVES = 3
"""The most moves that are made before the hint: splits and emptied rows come after the start."""


def played(start: Position, rng: Random) -> Position:
    here = start
    for _ in range(rng.randrange(MOVES + 1)):
        options = list(islice(here.options(), 200))
        if not options:
            break
        here = Position(here.game, rng.choice(options).state)
    return here


def test_hints_name_what_is_visible() -> None:
    rng, named = Random(7), 0
    for entry in CATALOG:
        for text in filter(None, (entry.sample, *entry.easy)):
            here = played(parse(text), rng)
            if here.ended:
                continue
            where = Match(here, seconds=0.5).hint_step(2).where
            if not where:
                continue
            named += 1
            assert _shapes_at(here, where), (str(here), where)
            (picture,) = pictures(here)
            if picture is not None and picture.lines:
                rows = [where[key] for key in ("heap", "row") if isinstance(where.get(key), int)]
                assert all(1 <= row <= len(picture.lines) for row in rows), (str(here), where)  # type: ignore[operator]
    assert named > 10
