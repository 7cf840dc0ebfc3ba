"""How to play, in words: by a theorem on the whole position, or by copying the moves of the opponent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..analysis import Analysis
from ..game import Position
from ..message import Message
from ..values.because import LABELLING
from ..values.theorems import theorems_of
from .steps import MethodStep, ResiduesStep

WIDEST = 64
"""The most binary columns that are drawn."""


def methods_of(position: Position) -> Iterator[Message]:
    """What the theorems on a game say about playing a position."""
    for theorem in theorems_of(position.game):
        if theorem.method and (told := theorem.method(position.game, position.state)):
            yield told


def whole_methods(analysis: Analysis) -> Iterator[MethodStep | ResiduesStep]:
    """What is to be said about a position as a whole, beyond its parts."""
    yield from _residues(analysis.position)
    if len(analysis.parts) > 1:
        told = _copying(analysis) or next(methods_of(analysis.position), None)
        if told:
            yield MethodStep(told)


def _residues(position: Position) -> Iterator[ResiduesStep]:
    for theorem in theorems_of(position.game):
        if theorem.columns and (columns := theorem.columns(position.game, position.state)):
            values, modulus = columns
            width = max(values, default=0).bit_length()
            if 0 < width <= WIDEST:
                ones = [sum(value >> bit & 1 for value in values) for bit in reversed(range(width))]
                yield ResiduesStep(values, modulus, tuple(count % modulus for count in ones))


def _copying(analysis: Analysis) -> Message | None:
    """Equal parts in pairs: every move in one can be made in the other as well."""
    if any(part.because == LABELLING for part in analysis.parts):
        return None  # where play can go on for ever, copying loses nothing but may never win
    # By canonical form: a bar of Chomp and its mirror image are a pair too.
    keys = Counter((part.position.game, part.position.game.canonical(part.position.state)) for part in analysis.parts)
    alone = [key for key, count in keys.items() if count % 2]
    if not alone and not analysis.position.ended:
        return Message("Copy the move: the parts are equal in pairs, so every move in one is answered in the other.")
    if len(analysis.parts) == 2 and analysis.outcome == "N" and _are_heaps(analysis):
        return Message("Make the two heaps equal; then copy every move of the opponent in the other heap.")
    return None


def _are_heaps(analysis: Analysis) -> bool:
    """Are both parts heaps of the same game in which any number may be taken?"""
    games = {part.position.game for part in analysis.parts}
    return len(games) == 1 and all(part.position.state == (part.value,) for part in analysis.parts)
