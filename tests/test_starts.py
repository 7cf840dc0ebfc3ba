"""Starts for each level: there is something to decide, and more of it at each level."""

from __future__ import annotations

from every_row import every_row

from nimatron.families.catalog import CATALOG, Entry
from nimatron.notation.reader import parse
from nimatron.play.levels import LADDER
from nimatron.show.starts import _choices, _moves, level_start

EQUALLY_LONG = "brussels-sprouts"
"""Every play of it has the same number of moves, so that there is never anything to decide."""


@every_row("entry", [entry for entry in CATALOG if entry.sample], one_in=8)
def test_starts_are_games_and_grow(entry: Entry) -> None:
    measure = _moves if entry.id == EQUALLY_LONG else _choices
    assert all(measure(parse(start)) for start in entry.easy)
    for seed in range(2):
        starts = [level_start(entry.id, CATALOG, level, seed) for level in LADDER]
        sizes = [measure(start) for start in starts]
        assert starts[0] != starts[-1]
        assert sizes[0] > 0
        assert sizes == sorted(sizes)
