"""A position set up on the board: what each click makes of it, for every family."""

from __future__ import annotations

from typing import Any

import pytest
from every_row import every_row
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import POSITIONS

from nimatron import parse
from nimatron.core.errors import NimatronError
from nimatron.families.catalog import CATALOG
from nimatron.web.answers.game_answers import edit
from nimatron.web.answers.request import AnswerContext


def after(position: str, *shapes: str) -> str:
    return str(edit(AnswerContext(CATALOG, 5, "en"), position, list(shapes))["position"])


@every_row(
    ("position", "shapes", "made"),
    [
        ("nim: 3 4 5", ["0:2.4"], "nim: 3 3 5"),  # the last coin is taken
        ("nim: 3 4 5", ["0:2.2"], "nim: 3 2 5"),  # the heap ends here
        ("nim: 3 4 5", ["0:2.5"], "nim: 3 5 5"),
        ("nim: 3 4 5", ["0:4.1"], "nim: 3 4 5 1"),
        ("nim: 3 1 5", ["0:2.1"], "nim: 3 5"),
        ("nim: 1", ["0:1.1"], "nim: 0"),
        ("kayles: 3 2", ["0:2.3"], "kayles: 3 3"),
        ("nimble: 0 3 3", ["0:3"], "nimble: 0 3"),
        ("nimble: 0 3 3", ["0:5"], "nimble: 0 3 3 5"),
        ("silver-dollar: 2 5", ["0:9"], "silver-dollar: 2 5 9"),
        ("turtles: 2 4", ["0:4"], "turtles: 2"),
        ("corners: 1,1", ["0:3,2"], "corners: 1,1 3,2"),
        ("wythoff: 5 7", ["0:2,8"], "wythoff: 2 8"),
        ("nim2d: 1,2", ["0:0,3"], "nim2d: 1,2 0,3"),
        ("chomp: 4x3", ["0:3,2"], "chomp: 4 2 2"),
        ("chomp: 4x3", ["0:5,1"], "chomp: 5 4 4"),
        ("chomp: 2x2", ["0:3,3"], "chomp: 3x3"),
        ("chop: 4x6", ["0:5,2"], "chop: 5x2"),
        ("cram: 2x2", ["0:1,2"], "cram: ../#."),
        ("cram: ../#.", ["0:3,1"], "cram: .../#.."),
        ("table{4,4,2}: 0,0", ["0:2,2"], "table{4,4,2}:"),
        ("table{4,4,2}:", ["0:3,3"], "table{4,4,2}: 2,2"),
        ("graph{a>b b>c}: a", ["0:a", "0:c"], "graph{a>b a>c b>c}: a"),
        ("graph{a>b b>c}: a", ["0:b", "0:c"], "graph{a>b c}: a"),
        ("graph{a>b}: a", ["0:b"], "graph{a>b}: a b"),
        ("graph{a>b}: a", ["0:+"], "graph{a>b c}: a"),
        ("node-kayles{a-b b-c}: a b c", ["0:c", "0:a"], "node-kayles{a-b a-c b-c}: a b c"),
        ("node-kayles{a-b b-c}: a b c", ["0:b"], "node-kayles{a-b b-c}: a c"),
        ("poset{a>b}: a b", ["0:+"], "poset{a>b c}: a b c"),
        ("staircase: 3 0 2", ["0:2.1"], "staircase: 3 1 2"),
        ("staircase: 3 0 2", ["0:3.2"], "staircase: 3 0 1"),
        ("staircase: 3 0 2", ["0:4.1"], "staircase: 3 0 2 1"),
        ("circular{0.77}: (5)", ["0:+"], "circular{0.77}: (6)"),
        ("circular{0.77}: (5)", ["0:1.2"], "circular{0.77}: (4)"),
        ("circular{0.77}: 5", ["0:1.6"], "circular{0.77}: 6"),
        ("notakto: .../.../...", ["0:1.2,3"], "notakto: .../.../.X."),
        ("notakto: XXX/.../...", ["0:1.1,1"], "notakto: .XX/.../..."),
        ("notakto: X../.../...", ["0:2.2,2"], "notakto: X../.../... .../.../..."),
        ("geography{a-b b-c}: c b", ["0:a"], "geography{a-b b-c}: a"),
        ("geography{a-b b-c}: a", ["0:c", "0:a"], "geography{a-b a-c b-c}: a"),
        ("edge-geography{a-b b>c}: b a-b", ["0:b", "0:c"], "edge-geography{a-b c}: b"),
        ("geography{a-b}: a", ["0:+"], "geography{a-b c}: a"),
        ("hackenbush: 0-a a-b", ["0:a-b"], "hackenbush: 0-a"),
        ("hackenbush: 0-a a-b", ["0:b"], "hackenbush: 0-a a-b b-c"),
        ("hackenbush: 0-a a-b b-c", ["0:c", "0:a"], "hackenbush: 0-a a-b a-c b-c"),
        ("hackenbush: 0-a", ["0:+"], "hackenbush: 0-a 0-b"),
        ("nim: 1 + cram: 2x2", ["1:1,1"], "nim: 1 + cram: #./.."),
    ],
)
def test_what_a_click_makes_of_a_position(position: str, shapes: list[str], made: str) -> None:
    assert after(position, *shapes) == str(parse(made))


@every_row(
    ("position", "shapes"),
    [
        ("chomp: 2x2", ["0:1,1"]),
        ("table{4,4,2}:", ["0:4,4"]),
        ("nim: 3", ["3:1.1"]),
        ("nim: 3", ["x:1.1"]),
        ("nim: 3", ["0:hello"]),
        ("node-kayles{a-b}: a b", ["0:a", "0:a"]),
        ("nim: 1 + nim: 2", ["0:1.1", "1:1.1"]),
    ],
)
def test_a_click_that_means_nothing(position: str, shapes: list[str]) -> None:
    with pytest.raises(NimatronError):
        after(position, *shapes)


@pytest.mark.parametrize("game", [entry.id for entry in CATALOG])
@settings(max_examples=5, deadline=None)
@given(data=st.data())
def test_every_place_can_be_clicked(game: str, data: st.DataObject) -> None:
    """A click on anything that is drawn gives a position of the same game, or a reason why not."""
    asked = AnswerContext(CATALOG, 5, "en")
    found = edit(asked, str(data.draw(POSITIONS[game])), [])
    [picture] = found["pictures"]
    if not (picture and found["editable"][0]):
        return
    ids = [shape["id"] for shape in picture["shapes"]]
    assert len(set(ids)) == len(ids)
    for id in ids[:6] + ids[-3:]:
        try:
            made = edit(asked, found["position"], [f"0:{id}"])
        except NimatronError:
            continue
        assert parse(made["position"]).game.name == parse(found["position"]).game.name


@pytest.mark.slow
def test_a_position_is_set_up_on_the_page(open_page: Any) -> None:
    page = open_page("learn.html", 375, 667)
    page.evaluate(
        """async () => {
          const { MatchView } = await import("./js/match-view.js");
          const { Match } = await import("./js/match.js");
          const stage = document.createElement("div");
          stage.style.cssText = "position: fixed; inset: 0 auto auto 0; width: 351px; height: 400px; z-index: 9";
          document.body.append(stage);
          window.heard = [];
          window.table = new MatchView(new Match("nim: 3 4 5"));
          stage.append(table.boards);
          await table.refresh();
          await table.edit((position) => heard.push(position));
        }"""
    )
    for id, made in (("1.4", "nim: 4 4 5"), ("4.1", "nim: 4 4 5 1"), ("2.4", "nim: 4 3 5 1")):
        page.locator(f'[data-id="{id}"] > .target').click()
        page.wait_for_function("(made) => heard.at(-1) === made", arg=made)
    page.evaluate("table.edit(null)")
    page.wait_for_function("() => table.playable")
    assert page.locator(".is-slot").count() == 0
