"""The theory of compounds: which number of each part decides, and when a theorem says nothing.

* Conjunctive: the first part to end decides, and each player hurries where that wins: the least remoteness.
* Continued conjunctive: the last part decides, and each player delays where that wins: the greatest suspense.
* Selective: a player who moves in the won parts, each to a lost position, leaves lost parts only; whoever moves in
  lost parts leaves them won. So a position is lost if all its parts are.
* Shortened selective: the same as long as no part has ended; a lost part that has not ended never ends by a move in it
  before it was won.

* Ordinal: the options of a lower part count as they are, because they end all above it, and those of the upper parts
  make all the numbers below that no option of the lower part has. By the colon principle the upper part counts by its
  value alone, the lower one by the values of its options.

All of this needs that every part ends; a part in which positions can repeat is left to the search.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from ...core.game import (
    Compound,
    Conjunctive,
    ContinuedConjunctive,
    Game,
    OrdinalSum,
    Outcome,
    Selective,
    ShortenedSelective,
    State,
)
from ...core.message import Message
from ...nimbers.loopy import Value
from ...solve.theorem import PartOutcome, Solve, Theorem, Theorems
from ..catalog import is_ours
from ..sources import WINNING_WAYS, Source
from .lengths import MOST, Unknown, length

SMITH_1966 = Source("Smith 1966", "Smith1966")


def _lengths(game: Compound, state: State, suspense: bool) -> list[int] | None:
    try:
        return [length(part, its, suspense) for part, its in game.parts(state)]
    except Unknown:
        return None


def _by_length(suspense: bool) -> Callable[[Compound, State], Outcome | None]:
    def outcome(game: Compound, state: State) -> Outcome | None:
        lengths = _lengths(game, state, suspense)
        return None if lengths is None else "N" if (max if suspense else min)(lengths) % 2 else "P"

    return outcome


def _length_method(game: Compound, state: State) -> Message | None:
    suspense = isinstance(game, ContinuedConjunctive)
    lengths = _lengths(game, state, suspense)
    if lengths is None:
        return None
    text = "Remoteness of the parts: {numbers}. The least of them decides: an odd one is won, an even one is lost."
    if suspense:
        text = "Suspense of the parts: {numbers}. The greatest of them decides: an odd one is won, an even one is lost."
    return Message(text, numbers=", ".join(map(str, lengths)))


# -- selective -----------------------------------------------------------------------------------


def _ends(game: Game, state: State) -> bool:
    """Does every play of a part end? A small game of a user is explored."""
    if is_ours(game):
        return not game.loopy
    try:
        return length(game, state) >= 0
    except Unknown:
        return False


def _selective(game: Compound, state: State, outcome: PartOutcome) -> Outcome | None:
    if not all(_ends(*part) for part in game.parts(state)):
        return None
    return "N" if any(outcome(*part) == "N" for part in game.parts(state)) else "P"


def _shortened_outcome(game: Compound, state: State, outcome: PartOutcome) -> Outcome | None:
    return "P" if len(game.open_games(state)) < len(game.games) else _selective(game, state, outcome)


def _selective_method(game: Compound, state: State) -> Message | None:
    text = (
        "The parts that are won alone decide: move in all of them to a lost position. Without such a part it is lost."
    )
    return Message(text) if game.open_games(state) else None


def _shortened_method(game: Compound, state: State) -> Message | None:
    if len(game.open_games(state)) < len(game.games):
        return Message("A part has ended, and so has the game.")
    return _selective_method(game, state)


# -- ordinal -------------------------------------------------------------------------------------


def _ordinal(game: OrdinalSum, state: State, solve: Solve) -> Value | None:
    if not all(_ends(*part) for part in game.parts(state)):
        return None
    *below, top = game.parts(state)
    value = solve(*top)
    for part, its in reversed(below):
        options = list(islice(part.options(its), MOST + 1))
        if len(options) > MOST or not isinstance(value, int):
            return None
        values = {solve(part, option) for option in options}
        for taken in sorted(n for n in values if isinstance(n, int)):
            value += taken <= value
    return value


def _ordinal_method(game: OrdinalSum, state: State) -> Message | None:
    return Message(
        "From the top down: if the parts above are worth n, a part and all above it are worth number n, counted from "
        "0, of the numbers that no option of this part has."
    )


THEOREMS: Theorems = {
    Conjunctive: (
        Theorem(
            "move in all parts until one ends: lost if the least remoteness is even", SMITH_1966,
            outcome=_by_length(suspense=False), method=_length_method, whole=True,
        ),
    ),
    ContinuedConjunctive: (
        Theorem(
            "move in all parts that go on: lost if the greatest suspense is even", SMITH_1966,
            outcome=_by_length(suspense=True), method=_length_method, whole=True,
        ),
    ),
    Selective: (
        Theorem(
            "move in any parts: lost if every part is lost", SMITH_1966,
            from_parts=_selective, method=_selective_method, whole=True,
        ),
    ),
    ShortenedSelective: (
        Theorem(
            "move in any parts until one ends: lost if one has ended or every part is lost", WINNING_WAYS,
            from_parts=_shortened_outcome, method=_shortened_method, whole=True,
        ),
    ),
    OrdinalSum: (
        Theorem(
            "colon principle: the upper part counts by its value, the lower one by the values of its options",
            WINNING_WAYS, _ordinal, method=_ordinal_method,
        ),
    ),
}  # fmt: skip
