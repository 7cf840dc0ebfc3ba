"""Staircase Nim: coins on steps, the lowest step at the bottom."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ...core.game import Game, State
from ...core.message import Message
from ...show.board_text import HEIGHT, Marks
from ...show.face import Face, Faces, PastTense, in_group
from ...show.picture import HIGH, BoardLine, Picture, Shape
from ...show.setup import LAST, MORE, Ids, Setting, list_panel
from ...show.words import tr
from ..heaps.face import is_box, line, two_heaps
from .rules import StaircaseGame


def board(game: StaircaseGame, state: State, marks: Marks) -> str:
    """A line for each step, the highest first, further to the right the higher it is."""
    if len(state) > HEIGHT:
        return ""
    steps = reversed([*enumerate(state, 1)])
    return "\n".join(
        line(" " * (2 * step - 2) + tr("step {step}", step=step), coins, marks.coin, str(coins), marks)
        for step, coins in steps
    ) or tr("(no steps)")


def picture(game: StaircaseGame, state: State, frame: State) -> Picture | None:
    """The coins of each step in a line; a large step is a box with its number."""
    total = sum(frame)
    if len(state) > HIGH:
        return None
    # Steps never grow beyond all coins together, so all of them are boxes, or none.
    shapes = tuple(shape for i, coins in enumerate(state) for shape in _step(i, coins, len(state), is_box(total)))
    steps = (
        BoardLine(0 if is_box(total) else max(coins, first), Message("step {step}", step=step))
        for step, (coins, first) in enumerate(zip(state, frame, strict=True), 1)
    )
    wide = 4 if is_box(total) else max(total, 4)
    return Picture("stairs", wide, max(len(state), 1), shapes, lines=tuple(reversed([*steps])))


def _step(i: int, coins: int, steps: int, boxed: bool) -> Iterator[Shape]:
    """The coins of a step, or a box with their number."""
    row = steps - i - 1
    if boxed:
        label = Message("step {step}: {count}", step=i + 1, count=coins)
        yield Shape(f"{i + 1}", "box", 2, row + 0.5, row, 0, label, str(coins), str(coins))
        return
    for n in range(1, coins + 1):
        label = Message("step {step}, coin {coin} of {count}", step=i + 1, coin=n, count=coins)
        yield Shape(f"{i + 1}.{n}", "counter", n - 0.5, row + 0.5, row, n, label)


def _roomy(game: StaircaseGame, state: State) -> Picture | None:
    """One more step, and on each step a place for one more coin."""
    state = (*state, 0) if len(state) < HIGH else state
    board = picture(game, state, state)
    if board is None or is_box(sum(state)):
        return board
    slots = [
        Shape(f"{i + 1}.{coins + 1}", "slot", coins + 0.5, row + 0.5, row, LAST, MORE)
        for i, coins in enumerate(state)
        for row in (len(state) - i - 1,)
    ]
    lines = tuple(replace(line, length=line.length + 1) for line in board.lines)
    return replace(board, width=board.width + 1, shapes=(*board.shapes, *slots), lines=lines)


def _set(game: StaircaseGame, state: State, ids: Ids) -> tuple[Game, State] | None:
    """A click on a coin makes its step end there, on the last coin takes it, behind it adds one."""
    found = re.fullmatch(r"(\d+)\.(\d+)", ids[0]) if len(ids) == 1 else None
    if not found or not 0 < int(found[1]) <= len(state) + 1 or not int(found[2]):
        return None
    i, n = int(found[1]) - 1, int(found[2])
    coins = [*state, 0][i]
    if n > coins + 1:
        return None
    return game, (*state[:i], n - 1 if n == coins else n, *state[i + 1 :])


STAIRS = Face(
    board=board,
    picture=picture,
    setting=Setting(_roomy, _set),
    dials=lambda game: list_panel(Message("Coins on each step")),
    start=lambda game, usual, rng: tuple(rng.randint(0, 5) for _ in range(rng.randint(3, 5))),
    card=in_group("heaps", Message("Click a coin: it and all to its right go one step down.")),
    numbering=two_heaps,
    past=(
        PastTense(
            "move {n} down from step {step}",
            "moved {n} coin down from step {step}",
            "moved {n} coins down from step {step}",
        ),
    ),
    which_start=Message("How many coins on each step, step 1 first?"),
)

FACES: Faces = {StaircaseGame: STAIRS}
