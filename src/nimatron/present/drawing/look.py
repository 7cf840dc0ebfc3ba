"""A look: how pieces and lines are drawn. Paper has one, the page another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from ..families.picture import Picture, Shape
from .marks import Mark, Paint

Piece: TypeAlias = Callable[[Shape, Picture], Iterator[Mark]]
Pieces: TypeAlias = dict[str, Piece]
"""By the kind of a shape; the page has the same kinds in js/pieces.js."""


@dataclass(frozen=True)
class Look:
    """How pieces are drawn, and with which paint all else.

    `below` is what lies under the shapes, `large_coin(x, y, r)` a coin over several squares, `words` what is written,
    `line` a line of a graph, `stem` one between a joint and an edge.
    """

    pieces: Pieces
    below: Callable[[Picture], Iterator[Mark]]
    large_coin: Callable[[float, float, float], Iterator[Mark]]
    words: float | str
    line: Paint
    line_width: float
    stem: Paint
    stem_width: float
