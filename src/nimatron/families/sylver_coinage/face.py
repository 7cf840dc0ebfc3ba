"""How Sylver Coinage looks: a board of numbers, of which those that are sums are gone."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from ...core.game import State
from ...core.message import Message
from ...show.board_text import HEIGHT, Marks
from ...show.face import Face, Faces, PastTense, in_group, no_table
from ...show.picture import HIGH, Picture
from ...show.words import tr
from ..juniper_green.face import COLUMNS, number_lines, numbers
from .rules import SylverCoinageGame, is_finite, is_sum, least_sums

FIRST = 50
"""As far as the numbers of a board go if there is no last one."""


def last_number(state: State) -> int | None:
    """The last number of the board: at least all that are left, if there are not too many; None if there are."""
    if state and state[0] > COLUMNS * HIGH:
        return None
    last = max(*least_sums(state), 1) - state[0] if is_finite(state) else FIRST
    last = max(1, -(-last // COLUMNS)) * COLUMNS
    return last if last <= COLUMNS * HIGH else None


def picture(game: Any, state: State, frame: State) -> Picture | None:
    """Ten numbers in a row; whoever names 1 loses."""
    last = max(last_number(state) or 0, last_number(frame) or 0)

    def cell(n: int) -> tuple[str, Message]:
        if n in state:
            return "token", Message("{number}: named", number=n)
        if is_sum(state, n):
            return "gone", Message("{number}: a sum", number=n)
        if n == 1:
            return "last", Message("1: whoever names it loses")
        return "", Message("{number}", number=n)

    return numbers(last, cell) if last else None


def changes(game: Any, before: State, after: State) -> Iterator[str]:
    """The numbers that are left before the move and not after it, as far as the board goes."""
    last = last_number(before) or COLUMNS * HIGH
    return (f"{n}" for n in range(2, last + 1) if not is_sum(before, n) and is_sum(after, n))


def board(game: Any, state: State, marks: Marks) -> str:
    """The numbers named, and those that are left."""
    named = tr("named: {numbers}", numbers=" ".join(map(str, state)) if state else "–")
    last = last_number(state) or 0
    left = [n for n in range(2, last + 1) if not is_sum(state, n)]
    return "\n".join([named, *number_lines(left)[: HEIGHT - 2], *[marks.more] * (not is_finite(state) or not last)])


def start(game: Any, usual: State, rng: Random) -> State:
    """Two numbers without a common divisor."""
    first = rng.randint(4, 7)
    return first, rng.choice([n for n in range(first + 1, 13) if is_finite((first, n))])


SYLVER_COINAGE = Face(
    board=board,
    picture=picture,
    changes=changes,
    start=start,
    card=in_group("boards", Message("Click a number: it and all its sums with numbers named before are gone.")),
    numbering=no_table,
    past=(PastTense("name {number}", "named {number}"),),
    which_start=Message("Which numbers have been named?"),
)

FACES: Faces = {SylverCoinageGame: SYLVER_COINAGE}
