"""Games in which only certain numbers may be taken: subtraction and all-but games."""

from __future__ import annotations

from dataclasses import replace

from ...games.amounts import Amounts
from ...games.heaps import AllBut, Subtraction, TakeAway
from ...message import Message
from .face import Faces
from .heaps import NIM


def listed(amounts: Amounts) -> str:
    """A set of amounts, as a sentence lists it."""
    return str(amounts).replace(",", ", ")


def _allowed(game: TakeAway) -> Message:
    return Message("Allowed: {amounts}.", params={"amounts": game.amounts})


def _forbidden(game: AllBut) -> Message | None:
    return Message("Not allowed: {amounts}.", params={"amounts": game.excluded}) if game.excluded.runs else None


def _subtraction_rules(game: Subtraction) -> Message | None:
    params = {"amounts": listed(game.amounts)}
    return Message("Take one of these numbers from one heap: {amounts}.", params=params) if game.amounts.runs else None


def _allbut_rules(game: AllBut) -> Message | None:
    params = {"amounts": listed(game.excluded)}
    rules = Message("Take any number from one heap, but none of these: {amounts}.", params=params)
    return rules if game.excluded.runs else None


TAKE_AWAY = replace(
    NIM,
    allowed=_allowed,
    which_parameters=Message("Which numbers may be taken?"),
    which_start=Message("How many coins?"),
)

SUBTRACTION = replace(TAKE_AWAY, rules=_subtraction_rules)

ALL_BUT = replace(
    TAKE_AWAY,
    rules=_allbut_rules,
    allowed=_forbidden,
    which_parameters=Message("Which numbers may not be taken?"),
)

FACES: Faces = {TakeAway: TAKE_AWAY, Subtraction: SUBTRACTION, AllBut: ALL_BUT}
