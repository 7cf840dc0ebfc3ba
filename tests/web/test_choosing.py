"""From clicks to moves, in the page's own script: every legal move can be reached by clicking what it changes."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from positions import POSITIONS, sums

import nimatron as nt
from nimatron.explain.move_outcomes import distinct
from nimatron.families.catalog import CATALOG
from nimatron.show.pictures import changes

SCRIPT = """
async (positions) => {
  const { Chooser } = await import("./js/choosing.js");
  const meant = (found, option) => (found.play ?? found.preview) === option || found.alike?.includes(option);

  // Is there an order of clicks on what the option changes that makes it?
  function reached(options, option, clicks) {
    const chooser = new Chooser(options);
    let found = {};
    for (const id of clicks) found = chooser.click(id);
    if (clicks.length && meant(found, option)) return true;
    if (found.play || clicks.length === 9) return false;
    return option.changes.some((id) => !clicks.includes(id) && reached(options, option, [...clicks, id]));
  }

  return positions.map((options) => options.findIndex((option) => !reached(options, option, [])));
}
"""


@pytest.fixture
def page(open_page: Any) -> Any:
    return open_page("learn.html")


WALK = 5
"""The moves of a walk from each start."""


def options(position: nt.Position) -> list[dict[str, Any]]:
    return [{"changes": changes(position, option)} for option in islice(distinct(position), 150)]


def stuck(page: Any, positions: list[nt.Position]) -> list[nt.Position]:
    found = page.evaluate(SCRIPT, [options(position) for position in positions])
    return [position for position, i in zip(positions, found, strict=True) if i >= 0]


def test_every_move_of_the_starts_and_of_a_walk_from_them(page: Any) -> None:
    rng = Random(1)
    positions = []
    for entry in CATALOG:
        position = nt.parse(entry.sample)
        for _ in range(WALK):
            if not (moves := list(islice(position.options(), 50))):
                break
            positions.append(position)
            position = rng.choice(moves)
    assert stuck(page, positions) == []


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.one_of(*POSITIONS.values(), sums(2)), min_size=1, max_size=8))
def test_every_move_of_random_positions(page: Any, positions: list[nt.Position]) -> None:
    assert stuck(page, positions) == []


@pytest.mark.parametrize(
    ("text", "clicks", "made"),
    [
        ("nim: 3 4 5", ["0:2.3"], "nim: 3 2 5"),  # one click takes this coin and all behind it
        ("chomp: 3x3", ["0:2,2"], "chomp: 3 1 1"),
        ("wythoff: 4 6", ["0:2,4"], "wythoff: 2 4"),
        ("cram: 2x2", ["0:1,1", "0:2,1"], "cram: ##/.."),
        ("corners: 1,1", ["0:0,0"], "corners: 0,0 1,0 0,1"),
    ],
)
def test_what_a_click_means(page: Any, text: str, clicks: list[str], made: str) -> None:
    position = nt.parse(text)
    states = list(distinct(position))
    given = [{"changes": changes(position, state), "after": position.game.write(state)} for state in states]
    play = """async ([options, clicks]) => {
      const { Chooser } = await import("./js/choosing.js");
      const chooser = new Chooser(options);
      return clicks.map((id) => chooser.click(id)).at(-1);
    }"""
    found = page.evaluate(play, [given, clicks])
    assert (found.get("play") or found["preview"])["after"] == made
