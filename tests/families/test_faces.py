"""One face for each family: every game of the catalog has one, and own games inherit it."""

from __future__ import annotations

from itertools import islice

import pytest
from every_row import every_row

import nimatron as nt
from nimatron.core.errors import UsageError
from nimatron.core.message import Message
from nimatron.families.catalog import CATALOG, Entry
from nimatron.families.corner.face import QUEEN, ROOK
from nimatron.families.heaps.face import HEAPS
from nimatron.families.nim.face import NIM
from nimatron.families.taking.rules import TakeAway
from nimatron.show import talk
from nimatron.show.face import YOU
from nimatron.show.faces import PLAIN, face_of, numbering_of
from nimatron.solve.value_table import family, member

every_game = pytest.mark.parametrize("entry", CATALOG.entries, ids=[entry.id for entry in CATALOG])


class Stairs(nt.Game):
    def options(self, step: int) -> range:
        return range(step)


class Walk(Stairs):
    start = 5


class Bar(nt.Game):
    start = (4, 6)

    def options(self, bar: tuple[int, int]) -> list[tuple[int, int]]:
        return [(a, bar[1]) for a in range(1, bar[0])] + [(bar[0], b) for b in range(1, bar[1])]


class Odd(TakeAway):
    """Take an odd number."""

    amounts = nt.Subtraction({1, 3, 5}).amounts


def test_a_class_inherits_the_nearest_face() -> None:
    class Slow(nt.NimGame):
        pass

    assert face_of(nt.Nim) is face_of(Slow()) is face_of(Slow) is NIM
    assert (face_of(nt.Rook), face_of(nt.Wythoff)) == (ROOK, QUEEN)
    assert face_of(Stairs()) is PLAIN
    assert face_of(nt.Moore(2)).board is HEAPS.board


@every_game
def test_every_game_of_the_catalog_has_a_face(entry: Entry) -> None:
    face, plain = face_of(entry.game), PLAIN
    assert face.board is not plain.board
    assert face.picture is not plain.picture
    assert face.past


@every_game
def test_a_face_tells_the_moves_of_its_own_family(entry: Entry) -> None:
    start, known = nt.parse(entry.sample), {form.move for form in face_of(entry.game).past}
    for option in islice(start.options(), 50):
        move = start.game.describe(start.state, option.state)
        assert isinstance(move, Message)
        assert move.msgid in known


def test_a_sentence_of_another_family_is_not_used() -> None:
    class Sack(Stairs):
        def describe(self, before: int, after: int) -> Message:
            return Message("take {n}", params={"n": before - after})

    assert talk.move_sentence(Sack()(3), 1, YOU) == "You played: take 2."
    assert talk.move_sentence(Stairs()(3), 1, YOU) == "You moved to 1."


def test_rules_of_an_own_class_are_its_docstring_and_the_numbers() -> None:
    assert list(talk.rule_lines(Odd()(7))) == ["Take an odd number. Allowed: 1,3,5."]
    assert talk.which_start(Odd()) == "How many coins?"


# -- tables ----------------------------------------------------------------------------------------


@every_row(
    ("game", "first"),
    [
        (nt.Kayles, (0, 1, 2, 3)),
        (nt.Turtles, (1, 2, 3, 4)),
        (nt.Graph("c>b b>a"), (0, 1, 0)),
        (Walk(), (0, 1, 2, 3)),
        (nt.Chop, (0, 1, 2, 3)),
        (Bar(), (0, 1, 2, 3)),
        (nt.Moore(1), (0, 1, 2, 3)),
        (nt.Corners, (0, 0, 0, 0)),
    ],
)
def test_the_first_row_of_a_table(game: nt.Game, first: tuple[int, ...]) -> None:
    assert family(game, numbering_of(game), 4).cells[0] == first


def test_columns_may_have_names() -> None:
    game = nt.Graph("c>b b>a")
    assert family(game, numbering_of(game), 40).columns == ("c", "b", "a")
    assert member(game, numbering_of(game), 2) == ("a",)
    with pytest.raises(UsageError, match="no column 3"):
        member(game, numbering_of(game), 3)


@pytest.mark.parametrize("text", ["table{4,4,2}:", "poset{b>a}:", "nim: 1 + nim: 2"])
def test_some_positions_are_not_told_by_numbers(text: str) -> None:
    with pytest.raises(UsageError, match="no table to draw"):
        numbering_of(nt.parse(text).game)
