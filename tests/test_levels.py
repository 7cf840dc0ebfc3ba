"""The computer's levels, and that all steps of one choice share what it may cost."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from nimatron import Game, Position, outcome, parse, winning_moves
from nimatron.core.limits import Budget, Limits
from nimatron.play.computer import any_move, choose, think
from nimatron.play.levels import LADDER, Level
from nimatron.play.match import Match, Player

GRAPH = " ".join(f"v{i}-v{j}" for i in range(20) for j in range(i + 1, 20) if (7 * i + 11 * j) % 6 == 0)
VERTICES = " ".join(f"v{i}" for i in range(20))

HARD = [
    "table{9,9,2}: 0,0",
    f"node-kayles{{{GRAPH}}}: {VERTICES}",
    "grundy: 90",
    "nim: 3 + table{9,9,2}: 0,0 + rook: 5 7",
    "chomp: 20 19 15 15 12",
    "rugs: 8,8 3,3",
]


class Work:
    """A clock that moves by work alone: a thousandth of a second for each position, whoever looks at it.

    Work that has no positions, as that on a quotient, looks at its limits now and then: each look counts as one.
    """

    def __init__(self) -> None:
        self.budgets: list[Budget] = []
        self.looks = 0

    def __call__(self) -> float:
        return (self.looks + sum(one.spent for one in self.budgets)) / 1000


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    clock, begin, look = Work(), Budget.__init__, Budget.look

    def noted(self: Budget, *arguments: Any, **named: Any) -> None:
        begin(self, *arguments, **named)
        clock.budgets.append(self)

    def looked(self: Budget) -> None:
        clock.looks += 1
        look(self)

    monkeypatch.setattr(Budget, "__init__", noted)
    monkeypatch.setattr(Budget, "look", looked)
    monkeypatch.setattr("nimatron.core.limits.now", clock)
    return clock


@pytest.mark.parametrize("limits", [Limits(seconds=0.6), Limits(positions=600)], ids=["seconds", "positions"])
@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("text", HARD, ids=lambda text: text[:12])
@pytest.mark.one_in(5)
def test_all_steps_share_the_limits(text: str, misere: bool, limits: Limits, work: Work) -> None:
    position = parse(text)
    choice = think(position, "perfect", 1, misere, limits)
    assert work() < 1.1  # between two looks at the clock there may be some hundred positions
    assert choice.option in list(islice(position.options(), 1000))


def test_how_a_move_was_found_is_said() -> None:
    limits = Limits(positions=500)
    assert think(parse("nim: 3 4 5"), "perfect", 0, False, limits).how == "perfect"
    assert think(parse("nim: 1 2 3"), "perfect", 0, False, limits).how == "perfect"  # lost, and known to be
    assert think(parse("table{9,9,2}: 0,0"), "perfect", 0, False, limits).how == "best"
    assert think(parse("nim: 3 4 5"), "random", 0, False, limits).how == "level"
    assert any_move(parse("nim: 3 4 5"), 0).how == "any"


def test_a_win_that_only_single_options_show_is_proved() -> None:
    """The whole position is too much, but one of its options is decided by a theorem or a short search."""
    position = parse("table{9,9,2}: 0,0 + table{9,9,2}: 0,0 + nim: 1")
    choice = think(position, "perfect", 0, False, Limits(positions=3000))
    assert choice.how == "perfect"
    assert str(choice.option).endswith("nim: 0")


class Endless(Game):
    """Rules of one's own that never come back from a position further down."""

    start = 9

    def options(self, n: int) -> Iterator[int]:
        assert n > 5, "looked too far ahead"
        return iter(range(n - 2, n))


def test_any_move_looks_at_no_position_after_it() -> None:
    for seed in range(5):
        assert any_move(Endless()(6), seed).option.state in (4, 5)


# -- levels --------------------------------------------------------------------------------------


def mistakes(level: Level, text: str, seeds: int) -> int:
    """How often a level gives a won position away."""
    position = parse(text)
    return sum(outcome(choose(position, level, seed)) == "N" for seed in range(seeds))


def test_a_weaker_level_makes_more_mistakes() -> None:
    counts = [mistakes(level, "nim: 2 3 4", 48) for level in LADDER]
    assert counts == sorted(counts, reverse=True)
    assert len(set(counts)) == 4
    assert counts[-1] == 0
    assert 16 <= counts[0] <= 32  # every second move


@pytest.mark.parametrize("misere", [False, True])
def test_the_mistake_of_a_beginner_lets_the_other_win_if_it_can(misere: bool) -> None:
    """`kayles: 1 2` has winning moves and others; where none is known to lose, any move will do."""
    for text in ("kayles: 1 2", "nim: 2 2 1", "chomp: 3x2"):
        position = parse(text)
        won = {str(option) for option in winning_moves(position, misere)}
        chosen = {str(choose(position, "first-steps", seed, misere)) for seed in range(40)}
        assert chosen & won
        assert chosen - won


def child(position: Position, misere: bool, rng: Random) -> Position:
    """Moves at random, but sees a win at once."""
    options = list(position.options())
    wins = [option for option in options if not misere and option.ended]
    return rng.choice(wins or options)


def wins_of_a_child(text: str, level: Level, misere: bool, seeds: int) -> int:
    count = 0
    for seed in range(seeds):
        match, rng = Match(parse(text), misere, (Player(), Player(level)), seed), Random(seed)
        while match.result is None:
            if match.player.is_person:
                match.play(child(match.position, misere, rng))
            else:
                match.answer()
        count += match.result.winner == 0
    return count


@pytest.mark.parametrize("misere", [False, True])
def test_a_child_wins_against_first_steps_and_seldom_against_perfect(misere: bool) -> None:
    starts = ("nim: 1 2 2", "subtraction{1,2,3}: 7", "kayles: 5", "chomp: 3x2", "cram: 3x2")
    won = [sum(wins_of_a_child(text, level, misere, 8) for text in starts) for level in LADDER]
    assert won[0] >= 40 * 0.4
    assert won[0] > won[1] > won[-1]
