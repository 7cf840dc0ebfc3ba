"""Periods given by a formula, even for sets whose sequences are too long to compute."""

from __future__ import annotations

from dataclasses import replace

from ...game import Game
from ..sequences.periods import Period
from . import theorems_of


def closed_form(game: Game) -> Period | None:
    """The period of a one-heap game by a formula; None if none is known.

    >>> from nimatron import Subtraction
    >>> closed_form(Subtraction({3, 10**12})).period
    1000000000003
    """
    for theorem in theorems_of(game):
        if theorem.period:
            return replace(theorem.period(game), certificate={"kind": "theorem", "name": theorem.name})
    return None
