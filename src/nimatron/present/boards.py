"""Positions as boards in plain text; a board that would be too large is written in the notation."""

from __future__ import annotations

from ..game import Game, Position, State
from .families import face_of
from .families.terminal import HEIGHT, WIDTH, Marks
from .words import tr

NOTATION = 400
"""The most characters of the notation that are shown where the board is too large."""


def draw(position: Position, ascii: bool = False) -> str:
    """The board of `position`: at most 25 lines of 80 columns.

    >>> from nimatron import parse
    >>> print(draw(parse("nim: 3 1"), ascii=True))
    heap 1  | | |  3
    heap 2  |  1
    """
    parts = [_board(game, state, Marks(ascii)) for game, state in position.summands()]
    lines = parts[0].splitlines() if len(parts) == 1 else _below_each_other(position, parts)
    lines = [line.rstrip() for line in lines]
    return "\n".join(lines) if _fits(lines) else _written(str(position))


def _board(game: Game, state: State, marks: Marks) -> str:
    """The board of one game, or its notation."""
    lines = [line.rstrip() for line in face_of(game).board(game, state, marks).splitlines()] if _is_small(state) else []
    return "\n".join(lines) if _fits(lines) else _written(game.write(state))


def _is_small(state: State) -> bool:
    """Is a board worth beginning? Not for a million heaps."""
    return not isinstance(state, tuple) or len(state) <= WIDTH * HEIGHT


def _fits(lines: list[str]) -> bool:
    return bool(lines) and len(lines) <= HEIGHT and max(map(len, lines)) <= WIDTH


def _written(text: str) -> str:
    return text if len(text) <= NOTATION else f"{text[: NOTATION - 4]} ..."


def _below_each_other(position: Position, boards: list[str]) -> list[str]:
    """The boards of a sum, each under its own heading."""
    lines = []
    for i, ((game, _), board) in enumerate(zip(position.summands(), boards, strict=True), 1):
        heading = tr("part {part}: {game}", part=i, game=str(game))[: WIDTH - 2]
        lines += [heading, *(f"  {line}" for line in board.splitlines())]
    return lines
