"""Every catalog game as a picture: what a move changes can be seen, and clicked."""

from __future__ import annotations

import re
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import POSITIONS, sums

import nimatron as nt
from nimatron.analysis import distinct
from nimatron.games.catalog import CATALOG, Entry
from nimatron.play.starts import random_start
from nimatron.present.differences import changes, difference
from nimatron.present.pictures import Picture, pictures
from nimatron.present.shapes import picture_data
from nimatron.present.words import word

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
@settings(max_examples=40)
@given(data=st.data())
def test_every_move_changes_what_is_drawn(game: str, data: st.DataObject) -> None:
    check(data.draw(POSITIONS[game]))


NOT_DRAWN = ("nim2d", *(entry.id for entry in CATALOG if isinstance(nt.parse(entry.sample).game, nt.Octal)))
"""Stones may leave the board; rows that fall apart are told by their places before, and drawn as new rows."""


@pytest.mark.parametrize("game", [game for game in GAMES if game not in NOT_DRAWN])
@settings(max_examples=15)
@given(data=st.data())
def test_what_a_move_changes_is_the_difference_of_two_pictures(game: str, data: st.DataObject) -> None:
    position = data.draw(POSITIONS[game])
    for option in islice(distinct(position), 100):
        found = [id.partition(":")[2] for id in changes(position, option)]
        assert sorted(found) == sorted(difference(position.game, position.state, option)), (position, option)


def test_large_heaps_change_as_their_pictures_do() -> None:
    position = nt.parse("nim: 42 w 3")
    for option in [(41, *position.state[1:]), (7, *position.state[1:]), (42, 50, 3), (42, 5, 3), (42, 0, 3)]:
        assert changes(position, option) == [f"0:{id}" for id in difference(position.game, position.state, option)]


def test_heaps_of_an_own_game_may_fall_apart() -> None:
    class Apart(nt.HeapGame):
        def heap_options(self, n: int) -> list[tuple[int, int]]:
            return [(a, n - a) for a in range(1, n)]

    assert changes(Apart()(3, 2), (1, 2, 2)) == ["0:1.2", "0:1.3", "0:3.1", "0:3.2"]


@settings(max_examples=40)
@given(sums())
def test_every_move_of_a_sum_changes_one_board(position: nt.Position) -> None:
    check(position)
    for option in distinct(position):
        assert len({id.partition(":")[0] for id in changes(position, option)}) == 1


@pytest.mark.parametrize("entry", CATALOG.entries, ids=GAMES)
def test_every_start_is_drawn_inside_its_frame(entry: Entry) -> None:
    start = nt.parse(entry.sample)
    for position in [start, *islice(start.options(), 200)]:
        for board, frame in zip(drawn(position, start), drawn(start), strict=True):
            assert len({shape.id for shape in board.shapes}) == len(board.shapes)
            places = [(shape.x, shape.y) for shape in board.shapes]
            assert all(0 <= x <= board.width and 0 <= y <= board.height for x, y in places)
            if not isinstance(
                start.game, nt.Octal | nt.Nim2DGame
            ):  # heaps that fall apart, stones far away need more room
                assert (board.width, board.height) == (frame.width, frame.height)


@pytest.mark.parametrize("entry", CATALOG.entries, ids=GAMES)
def test_random_starts_are_drawn_and_have_moves(entry: Entry) -> None:
    for seed in range(4):
        start = random_start(nt.parse(entry.sample), seed)
        assert drawn(start)
        assert not start.ended


def test_stones_far_away_are_seen() -> None:
    start, here = nt.parse("nim2d: 1,2 0,1"), nt.parse("nim2d: 1,2 961,0")
    [board] = drawn(here, start)
    assert {shape.id for shape in board.shapes if shape.look} == {"1,2", "961,0"}
    assert board.width < 8
    assert changes(here, ((1, 2), (3, 0))) == ["0:961,0", "0:3,0"]


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


@pytest.mark.parametrize(
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


@pytest.mark.parametrize("text", ["nim: 100000000000000000000", "nim: w*2 3", "lasker: 77", "moore{2}: 50 60 1"])
def test_a_large_heap_is_a_box(text: str) -> None:
    [board] = drawn(nt.parse(text))
    assert board.shapes[0].kind == "box"


def test_an_own_game_has_no_picture() -> None:
    class Own(nt.Game):
        def options(self, state: int) -> range:
            return range(state)

    assert pictures(Own()(3)) == [None]
    assert changes(Own()(3), 1) == []


def test_a_heap_of_coins_keeps_the_ids_of_what_stays() -> None:
    before, after = (drawn(nt.parse(text))[0] for text in ("nim: 3 5", "nim: 3 2"))
    assert {shape.id for shape in after.shapes} < {shape.id for shape in before.shapes}
