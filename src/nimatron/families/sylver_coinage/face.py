"""How Sylver Coinage looks: a board of numbers, of which those that are sums are gone."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from ...core.game import State
from ...core.message import Message
from ...show.board_text import HEIGHT, Marks
from ...show.face import Face, Faces, PastTense, in_group, no_table
from ...show.picture import HIGH, Picture, Shape
from ...show.words import tr
from ..juniper_green.face import COLUMNS
from .rules import LONGEST, SylverCoinageGame, is_finite, is_sum, least_sums

FIRST = 50
"""As far as the numbers of a board go if there is no last one."""


def last_number(state: State) -> int | None:
    """The last number of the board: at least all that are left, if there are not too many; None if there are."""
    if any(n > COLUMNS * HIGH for n in state[:1]):
        return None
    last = FIRST if not is_finite(state) else max(*least_sums(state), 1) - state[0]
    last = max(1, -(-last // COLUMNS)) * COLUMNS
    return last if last <= COLUMNS * HIGH else None


def picture(game: Any, state: State, frame: State) -> Picture | None:
    """Ten numbers in a row; whoever names 1 loses."""
    lasts = [last for last in map(last_number, (state, frame)) if last]
    if not lasts:
        return None
    last = max(lasts)
    shapes = tuple(_shape(n, state) for n in range(1, last + 1))
    return Picture("numbers", COLUMNS, last // COLUMNS, shapes)


def _shape(n: int, state: State) -> Shape:
    row, column = divmod(n - 1, COLUMNS)
    if n in state:
        look, label = "token", Message("{number}: named", number=n)
    elif is_sum(state, n):
        look, label = "gone", Message("{number}: a sum", number=n)
    elif n == 1:
        look, label = "last", Message("1: whoever names it loses")
    else:
        look, label = "", Message("{number}", number=n)
    kind = "gone" if look == "gone" else "poison" if look == "last" else "vertex"
    chips = ("",) if look == "token" else ()
    return Shape(f"{n}", kind, column + 0.5, row + 0.5, row, column, label, look, f"{n}", chips)


def changes(game: Any, before: State, after: State) -> Iterator[str]:
    """The numbers that are left before the move and not after it, as far as the board goes."""
    last = min(last_number(before) or COLUMNS * HIGH, COLUMNS * HIGH)
    return (f"{n}" for n in range(2, last + 1) if not is_sum(before, n) and is_sum(after, n))


def board(game: Any, state: State, marks: Marks) -> str:
    """The numbers named, and those that are left."""
    named = tr("named: {numbers}", numbers=" ".join(map(str, state)) if state else "–")
    last = None if state and state[0] > LONGEST else last_number(state)
    if last is None:
        return named
    left = [n for n in range(2, last + 1) if not is_sum(state, n)]
    rows = (left[i : i + COLUMNS] for i in range(0, len(left), COLUMNS))
    lines = [" ".join(f"{n:>4}" for n in row) for row in rows]
    return "\n".join([named, *lines[: HEIGHT - 2], *[marks.more] * (not is_finite(state) or len(lines) > HEIGHT - 2)])


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
