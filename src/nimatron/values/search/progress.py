"""Winning moves in games whose positions can repeat: those that do not go round in circles."""

from __future__ import annotations

from collections.abc import Sequence

from ...game import Part, State
from ...nimbers import Loopy
from .loops import Loops, Place

Moves = list[tuple[int | None, Sequence[State]]]
"""Winning moves: for each part the options to move it to; None instead of a part if the options are whole states."""


def progressing(loops: Loops, parts: Sequence[Part], moves: Moves, misere: bool = False) -> Moves:
    """The winning moves that make progress: whoever follows them, whatever the other player does, comes to an end.

    A move that leaves its knot for good is progress. So is one to the least rank, if it makes the value smaller: when
    the other player has moved to a larger value, the answer has a smaller rank than the position before had.
    """
    if not loops.tables.loopy:
        return moves
    knotted = [(i, options, loops.place(*parts[i or 0], misere)) for i, options in moves]
    ranked = [
        (i, options, place and [_rank(loops, parts[i or 0], place, option, misere) for option in options])
        for i, options, place in knotted
    ]
    least = min((rank for _, _, ranks in ranked if ranks for rank, _ in ranks if rank is not None), default=None)
    return [
        (
            i,
            options
            if ranks is None
            else [o for o, rank in zip(options, ranks, strict=True) if _is_progress(rank, least)],
        )
        for i, options, ranks in ranked
    ]


Ranked = tuple[int | None, bool]
"""By how much a move changes the sum of the ranks, None if it does not make the value smaller; and is it for good?"""


def _rank(loops: Loops, part: Part, place: Place, option: State, misere: bool) -> Ranked:
    after = loops.place(part[0], option, misere)
    leaves = after is None or after.knot is not place.knot
    value = after.value if after else 0 if misere else loops.value(part[0], option)
    if isinstance(value, Loopy) or not value < place.value:
        return None, leaves
    if after is not None and after.bases is place.bases:
        return after.rank - place.rank, leaves
    # Ordinary positions come before all rounds of their stage.
    return place.bases[min(value, len(place.bases) - 1) if isinstance(value, int) else -1] - place.rank, leaves


def _is_progress(ranked: Ranked, least: int | None) -> bool:
    rank, leaves = ranked
    return leaves or (rank is not None and rank == least)
