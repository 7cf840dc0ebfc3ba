"""How a game from formulas looks: a heap for each number."""

from __future__ import annotations

from dataclasses import replace

from ...core.message import Message
from ...show.face import Faces, PastTense, in_group
from ...solve.value_table import Numbering
from ..heaps.face import HEAPS, one_heap
from .rules import Rules


def _numbering(game: Rules) -> Numbering | None:
    count = len(game.numbers.split())
    if count > 2:
        return None
    return one_heap(game) if count == 1 else Numbering(lambda x, y: (x, y))


def _rules(game: Rules) -> Message:
    formulas = "; ".join(game.moves)
    return Message("A move makes one of these true ({x}' is {x} after it): {rules}.", x=game.numbers[0], rules=formulas)


FORMULA = replace(
    HEAPS,
    numbering=_numbering,
    start=None,
    setting=None,
    card=in_group("heaps", Message("Click a coin: the board shows what that move changes.")),
    rules=_rules,
    past=(
        PastTense("change {changes}", "changed {changes}"),
        PastTense("claim the win", "claimed the win"),
        PastTense("pass", "passed"),
    ),
    which_parameters=Message("Which numbers and rules, such as x y; x' < x; y' < y?"),
    which_start=Message("Which numbers?"),
)

FACES: Faces = {Rules: FORMULA}
