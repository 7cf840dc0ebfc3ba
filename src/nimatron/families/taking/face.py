"""How subtraction and all-but games look: heaps, and the numbers that may be taken."""

from __future__ import annotations

from dataclasses import replace

from ...core.message import Message
from ...show.face import Faces, no_dials
from ...show.setup import Dial, rules_panel
from ..heaps.face import COINS
from ..nim.face import NIM
from .amounts import Amounts
from .rules import AllBut, Subtraction, TakeAway


def list_amounts(amounts: Amounts) -> str:
    """A set of amounts, as a sentence lists it."""
    return str(amounts).replace(",", ", ")


def _forbidden(game: AllBut) -> Message | None:
    return Message("Not allowed: {amounts}.", amounts=game.excluded) if game.excluded else None


def few(amounts: Amounts) -> list[int] | None:
    """A set that is small enough to be shown number by number."""
    # Tested before the numbers are listed, because a set may have very many.
    if not amounts.finite or (amounts.largest or 0) > 10**6:
        return None
    numbers = [n for low, high in amounts.runs for n in range(low, (high or low) + 1)]
    return numbers if len(numbers) <= 40 else None


def _subtraction_rules(game: Subtraction) -> Message | None:
    return (
        Message("Take one of these numbers from one heap: {amounts}.", amounts=list_amounts(game.amounts))
        if game.amounts
        else None
    )


def _allbut_rules(game: AllBut) -> Message | None:
    rules = Message("Take any number from one heap, but none of these: {amounts}.", amounts=list_amounts(game.excluded))
    return rules if game.excluded else None


TAKE_AWAY = replace(
    NIM,
    dials=no_dials,
    allowed=lambda game: Message("Allowed: {amounts}.", amounts=game.amounts),
    which_parameters=Message("Which numbers may be taken?"),
    which_start=Message("How many coins?"),
)

SUBTRACTION = replace(
    TAKE_AWAY,
    rules=_subtraction_rules,
    dials=lambda game: rules_panel(
        Dial("set", Message("What may be taken"), "set", 1, 12, 0, 12, "rules"),
        COINS,
        lambda game: few(game.amounts),
        Subtraction,
    ),
)

ALL_BUT = replace(
    TAKE_AWAY,
    rules=_allbut_rules,
    dials=lambda game: rules_panel(
        Dial("set", Message("What may not be taken"), "set", 1, 12, 0, 12, "rules"),
        COINS,
        lambda game: few(game.excluded),
        AllBut,
    ),
    allowed=_forbidden,
    which_parameters=Message("Which numbers may not be taken?"),
)

FACES: Faces = {TakeAway: TAKE_AWAY, Subtraction: SUBTRACTION, AllBut: ALL_BUT}
