"""Birthdays: the longest play, beside the definition."""

from collections.abc import Iterable, Iterator
from functools import cache

import pytest
from hypothesis import given
from positions import small_sums

import nimatron as nt
from nimatron.core.game import State


def by_definition(position: nt.Position) -> int:
    @cache
    def longest(state: State) -> int:
        return max((1 + longest(option) for option in position.game.options(state)), default=0)

    return longest(position.state)


@given(small_sums())
def test_the_longest_play(position: nt.Position) -> None:
    assert nt.birthday(position) == by_definition(position)


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("nim: 1000000000000000000 5", 10**18 + 5),
        ("subtraction{3,5}: 1000000000000 4", 333333333333 + 1),
        ("subtraction{}: 7", 0),
        ("allbut{1}: 7", 3),
        ("kayles: 200", 200),
        ("grundy: 60", 58),
        ("chomp: 6x5", 29),
        ("nim2d: 5,0", 5),
    ],
)
def test_long_plays(text: str, length: int) -> None:
    assert nt.birthday(text) == length


@pytest.mark.parametrize("text", ["nim: w 3", "nim2d: 0,1", "kayles: 3 + nim: w*2+1"])
def test_a_play_of_any_length(text: str) -> None:
    with pytest.raises(nt.OutOfReach, match="no longest play"):
        nt.birthday(text)


def test_limits_hold() -> None:
    with pytest.raises(nt.Limit):
        nt.birthday("cram: 6x6", limit=1000)
    assert nt.birthday("cram: 2x2", limits=nt.Limits(positions=1000)) == 2


@pytest.mark.slow
def test_deep_plays() -> None:
    class Steps(nt.Game):
        def options(self, n: int) -> Iterable[int]:
            return [n - 1] if n else []

    assert nt.birthday(Steps()(20_000)) == 20_000


def test_a_circle_is_named() -> None:
    class Round(nt.Game):
        def options(self, n: int) -> Iterator[int]:
            yield (n + 1) % 3

    with pytest.raises(nt.Cycle, match="0 -> 1 -> 2 -> 0"):
        nt.birthday(Round()(0))


def test_an_own_heap_may_grow() -> None:
    class Refill(nt.HeapGame):
        def heap_options(self, n: int) -> Iterator[int]:
            yield from {5: (6,), 6: (4,), 4: (3, 2)}.get(n, ())

    assert nt.birthday(Refill()(5, 4)) == 4


def test_an_own_kind_of_nim_is_measured() -> None:
    class Threes(type(nt.Nim)):  # type: ignore[misc]
        def heap_options(self, n: int) -> Iterable[int]:
            return [n - 3] if n >= 3 else []

    assert nt.birthday(Threes()(10, 4)) == 4
