"""What the quick round of the tests leaves out."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import settings

WISH = "_hypothesis_internal_use_settings"
"""Where a test has its settings. The name is private to Hypothesis: `test_rounds.py` says when it changes."""


def take_fewer_examples(tests: Iterable[object]) -> None:
    """A fifth of the random examples that each test asks for, and at least five."""
    for test in tests:
        if wish := getattr(test, WISH, None):
            setattr(test, WISH, settings(wish, max_examples=max(5, wish.max_examples // 5)))
