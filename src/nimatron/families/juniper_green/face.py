"""How Juniper Green looks: a board of numbers, those that are named are gone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ...core.game import State
from ...core.message import Message
from ...show.board_text import Marks
from ...show.face import Faces, PastTense, in_group
from ...show.picture import HIGH, Picture, Shape
from ...show.words import tr
from ..geography.face import WALK
from ..geography.theorems import partners
from .rules import BEGIN, JuniperGreen

COLUMNS = 10
"""The numbers of a row."""


def picture(game: JuniperGreen, state: State, frame: State) -> Picture | None:
    """Ten numbers in a row; the last one that was named has a token."""
    if game.n > COLUMNS * HIGH:
        return None
    token, used = state[0], {*state[1:]}

    def cell(n: int) -> tuple[str, Message]:
        if str(n) in used:
            return "gone", Message("{number}: named before", number=n)
        if str(n) == token:
            return "token", Message("{number}: named last", number=n)
        return "", Message("{number}", number=n)

    return numbers(game.n, cell)


def numbers(last: int, cell: Callable[[int], tuple[str, Message]]) -> Picture:
    """The numbers from 1 on, ten in a row: what each looks like (gone, with a token, the poison), and its label."""

    def shape(n: int) -> Shape:
        (row, column), (look, label) = divmod(n - 1, COLUMNS), cell(n)
        kind = {"gone": "gone", "last": "poison"}.get(look, "vertex")
        chips = ("",) * (look == "token")
        return Shape(f"{n}", kind, column + 0.5, row + 0.5, row, column, label, look, f"{n}", chips)

    return Picture("numbers", min(COLUMNS, last), -(-last // COLUMNS), tuple(map(shape, range(1, last + 1))))


def number_lines(left: Sequence[int]) -> list[str]:
    """Numbers in text, ten in a line."""
    return ["".join(f"{n:>5}" for n in left[i : i + COLUMNS])[1:] for i in range(0, len(left), COLUMNS)]


def strategy(game: JuniperGreen, state: State, frame: State) -> Picture | None:
    """Lines join the numbers in pairs; the winner names the partner."""
    drawn = picture(game, state, frame)
    pairs = (pair for pair in partners(game, state) if BEGIN not in pair)
    return drawn and replace(drawn, arrows=tuple(pairs))


def board(game: JuniperGreen, state: State, marks: Marks) -> str:
    """The number named last, and the numbers that are left."""
    last = tr("(nothing is named yet)") if state[0] == BEGIN else tr("the last number is {number}", number=state[0])
    left = [n for n in range(1, game.n + 1) if str(n) not in state]
    return "\n".join([last, *number_lines(left)])


JUNIPER_GREEN = replace(
    WALK,
    board=board,
    picture=picture,
    setting=None,
    strategy=strategy,
    start=lambda game, usual, rng: (BEGIN,),
    card=in_group("boards", Message("Click a factor or a multiple of the last number; first any even number.")),
    past=(PastTense("name {number}", "named {number}"),),
    which_parameters=Message("How far do the numbers go?"),
    which_start=Message("Which number was named last, and which before?"),
)

FACES: Faces = {JuniperGreen: JUNIPER_GREEN}
