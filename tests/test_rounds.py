"""The quick round is quick because of what it leaves out."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rounds import take_fewer_examples


@pytest.mark.parametrize(("wish", "taken"), [(100, 20), (10, 5)])
def test_a_fifth_of_the_random_examples(wish: int, taken: int) -> None:
    seen: list[int] = []

    @settings(max_examples=wish, database=None)
    @given(st.integers())
    def draw(n: int) -> None:
        seen.append(n)

    take_fewer_examples([draw, None])
    draw()
    assert len(seen) == taken
