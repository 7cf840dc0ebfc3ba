"""One wish for a question, however it is said; and a question that keeps to it."""

from typing import Any

import pytest

import nimatron as nt
from nimatron.values.search.limits import wished

BAR = nt.parse("chomp: 6 5 4 3 2")
QUESTIONS = (nt.grundy, nt.outcome, nt.winning_moves, nt.analyse, nt.explain)


@pytest.mark.parametrize(
    ("words", "limits"),
    [
        ({}, nt.Limits()),
        ({"limit": 5}, nt.Limits(positions=5)),
        ({"seconds": 2.5, "memory": 1 << 20}, nt.Limits(seconds=2.5, memory=1 << 20)),
    ],
)
def test_single_words_say_the_same(words: dict[str, Any], limits: nt.Limits) -> None:
    assert wished(None, **words) == limits


def test_words_change_what_the_limits_say() -> None:
    assert wished(nt.Limits(positions=9, seconds=2.5), limit=5) == nt.Limits(positions=5, seconds=2.5)
    assert wished(nt.Limits(positions=9), limit=None) == nt.Limits()


@pytest.mark.parametrize("ask", [nt.grundy, nt.winning_moves])
def test_every_question_takes_limits(ask: Any) -> None:
    board = nt.parse("cram: 7x7")
    for words in ({"limit": 20}, {"limits": nt.Limits(positions=20)}):
        with pytest.raises(nt.Limit):
            ask(board, **words)


@pytest.mark.parametrize("ask", QUESTIONS)
def test_a_number_is_no_limits(ask: Any) -> None:
    with pytest.raises(TypeError, match=r"expected Limits\(positions=20\) or limit=20"):
        ask(BAR, limits=20)
    with pytest.raises(TypeError, match="limt"):
        ask(BAR, limt=20)
