"""The quick round is quick because of what it leaves out; what the usual one leaves out has its day."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rounds import PART, PARTS, of_other_days, take_fewer_examples


@pytest.mark.parametrize(("wish", "one_of", "taken"), [(100, 5, 20), (10, 5, 5), (40, 2, 20)])
def test_a_part_of_the_random_examples(wish: int, one_of: int, taken: int) -> None:
    seen: list[int] = []

    @settings(max_examples=wish, database=None)
    @given(st.integers())
    def draw(n: int) -> None:
        seen.append(n)

    take_fewer_examples([draw, None], one_of)
    draw()
    assert len(seen) == taken


def test_a_test_in_a_class_takes_fewer_examples_too() -> None:
    seen: list[int] = []

    class Tests:
        @settings(max_examples=100, database=None)
        @given(st.integers())
        def draw(self, n: int) -> None:
            seen.append(n)

    take_fewer_examples([Tests().draw, Tests().draw], 5)
    Tests().draw()
    assert len(seen) == 20


CASES = [*range(5), pytest.param(5, marks=pytest.mark.slow), 6, 7]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("n", CASES)
def test_one_in_three_is_quick(n: int, request: pytest.FixtureRequest) -> None:
    """The first, the fourth and the seventh of those that are not slow anyway."""
    assert bool(request.node.get_closest_marker("slow")) == (n not in (0, 3, 7))


def test_every_slow_test_has_its_day(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    items = [item for item in request.session.items if item.path.name == "test_rounds.py"]
    taken: list[pytest.Item] = []
    for day in range(PARTS):
        monkeypatch.setenv(PART, str(day))
        others = of_other_days(items)
        assert len(items) // PARTS <= len(items) - len(others) <= len(items) // PARTS + 1
        taken += [item for item in items if item not in others]
    assert sorted(map(str, taken)) == sorted(map(str, items))
