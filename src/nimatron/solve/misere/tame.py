"""The rule of misere Nim, and the games that follow it by a theorem: they are tame.

A theorem may say that all positions of a game are tame; of single positions their genera may prove it (`genus`).
Nothing here cancels equal pairs or splits coin games into heads: both are valid only in normal play.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from ...core.game import Game, Outcome, State, Sum
from ...core.message import Message
from ...nimbers.field import nim_sum
from ...nimbers.loopy import Value
from ..theorem import TAME, Because, ReasonedOutcome, theorems_of, traits_of


def misere_by_theorem(game: Game, state: State) -> ReasonedOutcome | None:
    """The outcome of a position in misere play, if a theorem gives it directly."""
    game, state = _as_one(game, state)
    for theorem in theorems_of(game):
        if theorem.misere and (outcome := theorem.misere(game, state)) is not None:
            return ReasonedOutcome(outcome, theorem.because)
    return None


def misere_moves(game: Game, state: State) -> Sequence[State] | None:
    """The winning moves of a position in misere play, if a theorem lists them."""
    found = (theorem.misere_reach(game, state) for theorem in theorems_of(game) if theorem.misere_reach)
    return next((moves for moves in found if moves is not None), None)


def misere_method(game: Game, state: State) -> Message | None:
    """What a theorem on misere play says about playing a position."""
    game, state = _as_one(game, state)
    methods = (theorem.misere_method(game, state) for theorem in theorems_of(game) if theorem.misere_method)
    return next(filter(None, methods), None)


def _as_one(game: Game, state: State) -> tuple[Game, State]:
    """Several positions of one game as a single one, where a theorem speaks of all boards on the table."""
    if not isinstance(game, Sum) or not game.games or any(other != game.games[0] for other in game.games):
        return game, state
    one = game.games[0]
    return (one, tuple(chain.from_iterable(state))) if any(t.misere for t in theorems_of(one)) else (game, state)


def is_tame(game: Game) -> bool:
    """Does a theorem say that the rule of misere Nim holds for every position of `game`?"""
    return tame_because(game) is not None


def tame_because(game: Game) -> Because | None:
    """The theorem by which a game is tame; for a sum, the theorem of its first game that is not Nim itself."""
    if not isinstance(game, Sum):
        return traits_of(game).tame
    reasons = [tame_because(one) for one in dict.fromkeys(game.games)]
    known = [reason for reason in reasons if reason]
    if len(known) < len(reasons):
        return None
    return next((reason for reason in known if reason != TAME), TAME)


def as_heaps(game: Game, part: State) -> tuple[int, ...] | None:
    """The Nim heaps that a rook or a rectangle equals; None for a part that is like one heap of its value."""
    heaps = traits_of(game).heaps
    return heaps(part) if heaps else None


def heaps_reach(game: Game, part: State, targets: Sequence[Value]) -> list[State]:
    """The options of such a part in which one of its heaps is reduced to its target."""
    heaps, of_heaps = as_heaps(game, part), traits_of(game).of_heaps
    assert heaps is not None
    assert of_heaps is not None
    smaller = [(k, v) for k, v in enumerate(targets) if isinstance(v, int) and v < heaps[k]]
    return [of_heaps((*heaps[:k], v, *heaps[k + 1 :])) for k, v in smaller]


def tame_outcome(values: Sequence[Value]) -> Outcome:
    """As in normal play if some value is 2 or more, otherwise the other way round.

    >>> tame_outcome([1, 2, 3]), tame_outcome([1, 1]), tame_outcome([1])
    ('P', 'N', 'P')
    """
    losing = 0 if any(value > 1 for value in values) else 1
    return "P" if nim_sum(*values) == losing else "N"


def tame_target(values: Sequence[Value]) -> list[Value]:
    """The value that each part must move to: nim-sum 0 if another part is large, else nim-sum 1."""
    total = nim_sum(*values)
    large = sum(value > 1 for value in values)
    return [total ^ value ^ (0 if large - (value > 1) else 1) for value in values]
