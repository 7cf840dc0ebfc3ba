"""Sequences of the OEIS: what is computed is what the encyclopedia prints."""

from __future__ import annotations

import re

import pytest
from every_row import every_row

from nimatron import Limits, UsageError
from nimatron.show.oeis_text import agrees, oeis_lines
from nimatron.solve.integer_sequences import SEQUENCES, IntegerSequence, integer_sequence


@every_row("row", SEQUENCES)
def test_terms_are_those_that_are_printed(row: IntegerSequence) -> None:
    assert re.fullmatch(r"A\d{6}", row.number)
    assert len(row.printed) >= 11
    assert tuple(row.terms(len(row.printed))) == row.printed


def test_numbers_rise_and_unknown_ones_are_refused() -> None:
    numbers = [row.number for row in SEQUENCES]
    assert numbers == sorted(set(numbers))
    with pytest.raises(UsageError, match=r"does not compute A000001; it knows A002186, "):
        integer_sequence("A000001")


def test_more_terms_than_the_encyclopedia_has() -> None:
    row = integer_sequence("A316632")
    lines = [line.text for line in oeis_lines([(row, row.terms(18))])]
    assert "3, 2, 2" in lines[1]
    assert lines[-1] == "  The OEIS has the first 16 of these terms."


def test_the_largest_board_ends_the_terms() -> None:
    row = IntegerSequence("A999999", "placing{rook}: nx40", "boards", 1, (1, 0, 1))
    assert row.terms(10) == [1, 0, 1]
    assert len(integer_sequence("A030193").terms(10_000, Limits(positions=500))) < 10_000


def test_other_terms_are_reported() -> None:
    row = IntegerSequence("A999999", "nim", "values", 0, (0, 1, 3))
    assert not agrees(row, row.terms(3))
    assert "other terms: 0, 1, 3" in [line.text for line in oeis_lines([(row, row.terms(3))])][-1]
