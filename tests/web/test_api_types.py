"""The types by which `tsc` checks the scripts of the page."""

from __future__ import annotations

from api_types import TYPES, declarations


def test_the_types_of_the_page_are_those_of_the_answers() -> None:
    assert TYPES.read_text("utf-8") == declarations(), "run scripts/api_types.py"
