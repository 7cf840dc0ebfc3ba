"""Every catalog game as a picture: what a move changes can be seen, and clicked."""

from __future__ import annotations

import re
from itertools import islice
from random import Random

import pytest
from every_row import every_row
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import POSITIONS, sums

import nimatron as nt
from nimatron.explain.move_outcomes import distinct
from nimatron.families.catalog import CATALOG, Entry
from nimatron.show.picture import Picture
from nimatron.show.pictures import changes, difference, picture_data, pictures
from nimatron.show.starts import random_start
from nimatron.show.words import word

GAMES = [entry.id for entry in CATALOG]


def drawn(position: nt.Position, frame: nt.Position | None = None) -> list[Picture]:
    found = [picture for picture in pictures(position, frame) if picture]
    assert len(found) == len(list(position.summands())), position
    return found


def check(position: nt.Position) -> None:
    boards = drawn(position)
    ids = {f"{k}:{shape.id}" for k, board in enumerate(boards) for shape in board.shapes}
    assert len(ids) == sum(len(board.shapes) for board in boards), "ids are unique"
    for option in distinct(position):
        changed = changes(position, option)
        assert changed, (position, option)
        assert len(set(changed)) == len(changed)
        assert set(changed) & ids, (position, option, "nothing of what changes is on the board")


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=10)
@given(data=st.data())
def test_every_move_changes_what_is_drawn(game: str, data: st.DataObject) -> None:
    position = data.draw(POSITIONS[game])
    check(position)
    check_differences(position)


def check_differences(position: nt.Position) -> None:
    """What is said to change without drawing is what the pictures show."""
    for option in islice(distinct(position), 40):
        found = [id.partition(":")[2] for id in changes(position, option)]
        assert sorted(found) == sorted(difference(position.game, position.state, option)), (position, option)


LARGER = [
    "nim: 42 w 3", "nim: 30 40 41", "moore{3}: 40 41 7", "lasker: 45 6", "octal{0.3F}: 12 41", "octal{8.8F}: 11",
    "octal{4.7 rows}: 6 3", "octal{0.07}: 9 60", "kayles: 20 0 12", "nimble: 39 0 39", "nim2d: 961,1 0,2 961,1",
    "nim2d{50}: 3,2 45,1", "nim2d: " + "900,1 " * 30, "subtraction-coins{1,3-}: 1 9 20",
    "tartan{twins,turtles}: 0,5 6,1",
    "chomp: 9 9 4 1", "table{7,5,2}: 1,1",
]  # fmt: skip


@pytest.mark.parametrize("text", [entry.sample for entry in CATALOG] + LARGER)
def test_differences_all_through_a_match(text: str) -> None:
    position, rng = nt.parse(text), Random(text)
    for _ in range(8):
        check_differences(position)
        position = rng.choice([*islice(position.options(), 200)] or [position])


def test_large_heaps_change_as_their_pictures_do() -> None:
    position = nt.parse("nim: 42 w 3")
    for option in [(41, *position.state[1:]), (7, *position.state[1:]), (42, 50, 3), (42, 5, 3), (42, 0, 3)]:
        assert changes(position, option) == [f"0:{id}" for id in difference(position.game, position.state, option)]


def test_heaps_of_an_own_game_may_fall_apart() -> None:
    class Apart(nt.HeapGame):
        def heap_options(self, n: int) -> list[tuple[int, int]]:
            return [(a, n - a) for a in range(1, n)]

    assert changes(Apart()(3, 2), (1, 2, 2)) == ["0:1.2", "0:1.3", "0:3.1", "0:3.2"]


@settings(max_examples=10)
@given(sums())
def test_every_move_of_a_sum_changes_one_board(position: nt.Position) -> None:
    check(position)
    for option in distinct(position):
        assert len({id.partition(":")[0] for id in changes(position, option)}) == 1


@every_row("entry", CATALOG.entries)
def test_every_start_is_drawn_inside_its_frame(entry: Entry) -> None:
    start = nt.parse(entry.sample)
    for position in [start, *islice(start.options(), 200)]:
        for board, frame in zip(drawn(position, start), drawn(start), strict=True):
            assert len({shape.id for shape in board.shapes}) == len(board.shapes)
            places = [(shape.x, shape.y) for shape in board.shapes]
            assert all(0 <= x <= board.width and 0 <= y <= board.height for x, y in places)
            if not isinstance(
                start.game, nt.Octal | nt.Nim2DGame | nt.Circular | nt.BrusselsSproutsGame | nt.SproutsGame
            ):  # heaps that fall apart, stones far away need more room
                assert (board.width, board.height) == (frame.width, frame.height)


@every_row("entry", CATALOG.entries)
def test_random_starts_are_drawn_and_have_moves(entry: Entry) -> None:
    for seed in range(4):
        start = random_start(nt.parse(entry.sample), seed)
        assert drawn(start)
        assert not start.ended


def test_stones_far_away_are_seen() -> None:
    start, here = nt.parse("nim2d: 1,2 0,1"), nt.parse("nim2d: 1,2 961,0")
    [board] = drawn(here, start)
    assert {shape.id: shape.chips for shape in board.shapes if shape.look} == {"1,2": ("1",), "961,0": ("2",)}
    assert board.width < 8
    assert changes(here, ((1, 2), (3, 0))) == ["0:961,0", "0:3,0"]


@pytest.mark.parametrize(
    ("text", "place"), [("nimble: 3 5 3", "3"), ("graph{a>b b>c}: a b a", "a"), ("nim2d: 1,1 0,0 1,1", "1,1")]
)
def test_what_lies_in_one_place_is_listed(text: str, place: str) -> None:
    data = picture_data(*drawn(nt.parse(text)))
    assert data is not None
    assert [shape["chips"] for shape in data["shapes"] if shape["id"] == place] == [["1", "3"]]
    assert sorted(chip for shape in data["shapes"] for chip in shape["chips"]) == ["1", "2", "3"]


@pytest.mark.parametrize("text", ["table{4,4,2}:", "chomp: 4x3", "cram: 4x3"])
def test_words_for_moves_count_as_the_board_does(text: str) -> None:
    start = nt.parse(text)
    for option in start.game.options(start.state):
        words = word(start.game.describe(start.state, option))
        column, row = re.findall(r"column (\d+), row (\d+)", words)[0]
        assert f"0:{column},{row}" in changes(start, option)


def test_what_is_told_of_a_shape() -> None:
    [board] = drawn(nt.parse("wythoff: 1 2"))
    data = picture_data(board)
    assert data is not None
    piece = next(shape for shape in data["shapes"] if shape["look"])
    assert (piece["id"], piece["label"], piece["kind"]) == ("1,2", "column 1, row 2: the piece", "light")


@every_row(
    "text",
    [
        "kayles: 1000",
        "chomp: 100x2",
        "corners: 900,900",
        "wythoff: 1000 5",
        "cram: 50x2",
        "nimble: 100",
        "turtles: 77",
        "corners: 999999999,99999999999",
        "wythoff: 999999999999999999999999 5",
        "table{9999,9999,5000}: 0,0",
    ],
)
def test_what_is_too_large_is_not_drawn(text: str) -> None:
    assert pictures(nt.parse(text)) == [None]


@every_row("text", ["nim: 100000000000000000000", "nim: w*2 3", "lasker: 77", "moore{2}: 50 60 1"])
def test_a_large_heap_is_a_box(text: str) -> None:
    [board] = drawn(nt.parse(text))
    assert board.shapes[0].kind == "box"


class Dominoes(nt.Game):
    """Cover two neighbours of a row; the state is the row."""

    start = "....."

    def options(self, row: str) -> list[str]:
        return [row[:i] + "XX" + row[i + 2 :] for i in range(len(row) - 1) if row[i : i + 2] == ".."]

    def picture(self, row: str) -> str | None:
        return f"{row}/ |" if len(row) < 90 else None


def test_an_own_game_draws_itself() -> None:
    [board] = drawn(Dominoes()("X..."))
    assert [(shape.id, shape.look) for shape in board.shapes] == [
        ("1,1", "X"), ("2,1", ""), ("3,1", ""), ("4,1", ""), ("2,2", "|"),
    ]  # fmt: skip
    assert (board.width, board.height) == (4, 2)
    assert word(board.shapes[0].label) == "column 1, row 1: X"
    assert changes(Dominoes()("X..."), "XXX.") == ["0:2,1", "0:3,1"]
    check(Dominoes()())
    assert pictures(Dominoes()("." * 50)) == pictures(Dominoes()("." * 99)) == [None]


class Towers(nt.HeapGame):
    """Nim that draws itself, one row for each heap that is left."""

    def heap_options(self, n: int) -> range:
        return range(n)

    def picture(self, heaps: tuple[int, ...]) -> str:
        return "\n".join("T" * heap for heap in heaps if heap) + "\n"


def test_an_own_picture_is_as_large_as_its_frame() -> None:
    for text in ("3 2", "2 2", "0 1", "0 0"):
        [board] = drawn(Towers()(text), Towers()(3, 2))
        assert (board.width, board.height) == (3, 2)
    assert [(board.width, board.height) for board in drawn(Towers()(1, 1))] == [(1, 2)]


def test_an_own_game_of_a_family_may_draw_itself() -> None:
    assert [shape.id for shape in drawn(Towers()(2, 1))[0].shapes] == ["1,1", "2,1", "1,2"]
    assert changes(Towers()(2, 1), (1, 1)) == ["0:2,1"]


def test_an_own_game_without_a_picture_has_none() -> None:
    class Own(nt.Game):
        def options(self, state: int) -> range:
            return range(state)

    assert pictures(Own()(3)) == [None]
    assert changes(Own()(3), 1) == []


def test_a_heap_of_coins_keeps_the_ids_of_what_stays() -> None:
    before, after = (drawn(nt.parse(text))[0] for text in ("nim: 3 5", "nim: 3 2"))
    assert {shape.id for shape in after.shapes} < {shape.id for shape in before.shapes}
