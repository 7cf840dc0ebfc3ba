"""Starts for each level: there is something to decide, and more of it at each level."""

from __future__ import annotations

from every_row import every_row

from nimatron.families.catalog import CATALOG, Entry
from nimatron.notation.reader import parse
from nimatron.play.levels import LADDER
from nimatron.show.starts import _choices, level_start

PLAIN = {"circular-dawson-kayles", "brussels-sprouts", "circular-kayles", "nimstring", "set"}
"""Games whose small positions leave nothing to decide: all moves are alike there."""


@every_row("entry", [entry for entry in CATALOG if entry.sample and entry.id not in PLAIN], one_in=8)
def test_starts_are_games_and_grow(entry: Entry) -> None:
    assert all(_choices(parse(start)) for start in entry.easy)
    for seed in range(3):
        sizes = [_choices(level_start(entry.id, CATALOG, level, seed)) for level in LADDER]
        assert sizes[0] > 0
        assert sizes == sorted(sizes)
