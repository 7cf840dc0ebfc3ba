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


def test_every_slow_test_has_its_day(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    items = [item for item in request.session.items if item.path.name == "test_rounds.py"]
    taken: list[pytest.Item] = []
    for day in range(PARTS):
        monkeypatch.setenv(PART, str(day))
        others = of_other_days(items)
        assert len(items) // PARTS <= len(items) - len(others) <= len(items) // PARTS + 1
        taken += [item for item in items if item not in others]
    assert sorted(map(str, taken)) == sorted(map(str, items))
