"""What the gallery says about the games: groups, clicks, first games for beginners."""

from __future__ import annotations

from every_row import every_row

from nimatron import Game, HeapGame, outcome, parse
from nimatron.core.limits import Budget, Limits
from nimatron.families.catalog import CATALOG, Entry
from nimatron.play.remoteness import Lengths
from nimatron.show.pictures import changes
from nimatron.show.talk import card_of


@every_row("entry", CATALOG.entries)
def test_whoever_begins_can_win_an_easy_start(entry: Entry) -> None:
    assert entry.easy
    for text in entry.easy:
        start = parse(text)
        assert str(start) == str(parse(str(start)))
        assert outcome(start) == "N"
        assert (
            start.game.loopy  # play that can go on for ever has no length
            or Lengths(start.game, False, Budget(Limits(positions=4000))).of(start.state) <= 9
        )  # small, and won within five moves of one's own


@every_row("entry", CATALOG.entries)
def test_every_game_of_ours_has_a_card(entry: Entry) -> None:
    game = parse(entry.sample).game
    card = card_of(game)
    assert card.group != "own"
    assert str(card.how).startswith(("Click ", "Draw "))


def test_where_one_click_is_said_to_do_each_move_has_one() -> None:
    """The move that a shape means is the smallest one that changes it, if there is only one such move."""
    one = ["nim: 3 4", "chomp: 4x3", "rook: 3 4", "wythoff: 3 4", "poset{b>a c>a}: a b c", "staircase: 3 1 2"]
    for text in one:
        position = parse(text)
        moves = [frozenset(changes(position, option.state)) for option in position.options()]
        for move in moves:
            meant = [min((other for other in moves if shape in other), key=len) for shape in move]
            assert move in meant, text


def test_own_games_are_told_in_general() -> None:
    class Mine(Game):
        def options(self, n: int) -> range:
            return range(n)

    class Heap(HeapGame):
        def heap_options(self, n: int) -> list[tuple[int, ...]]:
            return []

    assert card_of(Mine()).group == card_of(Heap()).group == "own"
    assert "list" in str(card_of(Mine()).how)
    assert "list" not in str(card_of(Heap()).how).partition(" or ")[0]
