"""Opponents with one idea: each plays exactly its idea, and the next idea beats it."""

from __future__ import annotations

from functools import cache

import pytest
from every_row import every_row

from nimatron import Position, outcome, parse
from nimatron.core.errors import UsageError
from nimatron.core.limits import Limits
from nimatron.families.catalog import CATALOG
from nimatron.play.computer import find_idea, think
from nimatron.play.findings import Allowance
from nimatron.play.opponents import OPPONENTS, Turn
from nimatron.teach.course.library import course

LIMITS = Limits(positions=100_000)


def choices(name: str, last: Position | None, here: Position) -> list[str]:
    """All moves among which an opponent draws one."""
    turn = Turn(last, here, [Position(here.game, option.state) for option in here.options()], Allowance(LIMITS))
    return [str(option) for option in OPPONENTS[name].choose(turn)]


def beatable(name: str, start: Position, misere: bool = False) -> bool:
    """Can the player who begins force a win, whatever the opponent draws?"""

    @cache
    def wins(here: Position) -> bool:
        if here.ended:
            return misere
        return any(answered(here, Position(here.game, option.state)) for option in here.options())

    def answered(last: Position, here: Position) -> bool:
        if here.ended:
            return not misere
        return all(wins(parse(option)) for option in choices(name, last, here))

    return wins(start)


STEPS = [
    (step.given["level"], step.given["position"], step.given.get("misere", False))
    for lesson in course().lessons
    for step in lesson.steps
    if step.given.get("level") in OPPONENTS
]


def test_each_can_be_beaten_where_it_is_met() -> None:
    assert {name for name, _, _ in STEPS} == set(OPPONENTS)
    for name, position, misere in [*STEPS, *((name, one.start, False) for name, one in OPPONENTS.items())]:
        assert OPPONENTS[name].plays(parse(position)), (name, position)
        assert beatable(name, parse(position), misere), (name, position)
        # Whoever begins must think: some first move gives the win away.
        assert not all(outcome(option) == "P" for option in parse(position).options())


@pytest.mark.parametrize("name", OPPONENTS)
def test_each_errs_where_its_idea_ends(name: str) -> None:
    """There is a win that the idea misses; otherwise no next idea could beat it."""
    start = parse(OPPONENTS[name].start)
    moves = [(start, Position(start.game, option.state)) for option in start.options()]
    assert any(
        outcome(here) == "N" and any(outcome(parse(option)) == "N" for option in choices(name, last, here))
        for last, here in moves
    )


@every_row(
    ("name", "last", "here", "liked"),
    [
        ("greedy", "nim: 3 4", "nim: 2 4", ["nim: 2 0"]),
        ("greedy", "kayles: 5", "kayles: 0 4", ["kayles: 0 0 2", "kayles: 0 1 1", "kayles: 0 2 0"]),
        ("complete-to-four", "subtraction{1,2,3}: 13", "subtraction{1,2,3}: 12", ["subtraction{1,2,3}: 9"]),
        ("complete-to-four", "subtraction{1,2,3}: 13", "subtraction{1,2,3}: 10", ["subtraction{1,2,3}: 9"]),
        ("copy", "nim: 3 5 5", "nim: 3 3 5", ["nim: 1 3 5", "nim: 3 3 3"]),
        ("copy", "rook: 4 6", "rook: 4 5", ["rook: 3 5"]),
        ("even-sum", "nim: 3 4 5", "nim: 1 2 2", ["nim: 0 2 2", "nim: 1 1 2", "nim: 1 2 1"]),
        ("one-heap", "subtraction{1,2,3}: 6 7", "subtraction{1,2,3}: 5 7",
         ["subtraction{1,2,3}: 4 7", "subtraction{1,2,3}: 5 4"]),
        ("nim-sum", "wythoff: 5 7", "wythoff: 4 7", ["wythoff: 4 4"]),
    ],
)  # fmt: skip
def test_each_plays_its_idea(name: str, last: str, here: str, liked: list[str]) -> None:
    assert sorted(choices(name, parse(last), parse(here))) == sorted(liked)
    assert str(think(parse(here), name, 5, False, LIMITS, parse(last)).option) in liked


def test_without_an_idea_any_move_is_as_good() -> None:
    here = parse("nim: 3 5 5")
    assert len(choices("copy", None, here)) == 13  # it begins, so there is nothing to copy


def test_a_winning_move_is_named() -> None:
    left = parse("subtraction{1,2,3}: 12")
    assert find_idea(left, "complete-to-four", False, LIMITS) is OPPONENTS["complete-to-four"].next
    assert find_idea(parse("subtraction{1,2,3}: 11"), "complete-to-four", False, LIMITS) is None
    assert find_idea(left, "perfect", False, LIMITS) is None


def test_other_games_are_refused_with_a_position_to_try() -> None:
    names = {entry.id for entry in CATALOG}
    assert all(set(opponent.games) <= names for opponent in OPPONENTS.values())
    for text in ("chomp: 3x3", "nim: w 3", "nim: 3 + nim: 4"):
        with pytest.raises(UsageError, match="try nim: 3 5 5"):
            think(parse(text), "copy", 0, False, LIMITS)
