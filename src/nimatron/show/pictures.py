"""Positions as boards, drawn by the face of each family: shapes with stable ids on the page, text in the terminal.

A click means the difference between two pictures, before and after a move: no game has click code of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from ..core.game import Compound, Game, Position, State
from .board_text import HEIGHT, WIDTH, Marks
from .faces import face_of
from .json_data import plain
from .picture import Picture
from .words import tr, word


def pictures(position: Position, frame: Position | None = None) -> list[Picture | None]:
    """The board of each summand; None if there is no drawing or it would be too large.

    `frame` is another position of the same game, such as the first of a match: the boards are as large as its boards.

    >>> from nimatron import parse
    >>> [nim, rook] = pictures(parse("nim: 2 + rook: 1 1"))
    >>> [shape.id for shape in nim.shapes]
    ['1.1', '1.2']
    """
    # A frame of another game would have other boards.
    frames = frame if frame is not None and frame.game == position.game else position
    pairs = zip(position.boards(), frames.boards(), strict=True)
    return [face_of(game).picture(game, state, about) for (game, state), (_, about) in pairs]


def picture_data(picture: Picture | None) -> dict[str, Any] | None:
    """The board of one game; None if it cannot be drawn."""
    return plain(picture)  # type: ignore[no-any-return]


def pictures_data(position: Position, frame: Position | None = None) -> list[dict[str, Any] | None]:
    """The board of each summand as data."""
    return list(map(picture_data, pictures(position, frame)))


def option_data(position: Position, state: State) -> dict[str, Any]:
    """An option of a position: the move in words, and the shapes that it changes."""
    text = word(position.game.describe(position.state, state))
    return {"after": position.game.write(state), "text": text, "changes": changes(position, state)}


# -- the difference between two pictures -------------------------------------------------------------


def changes(before: Position, after: State) -> list[str]:
    """The ids of the shapes that a move changes; the ids of summand k begin with `k:`, counted from 0.

    >>> from nimatron import parse
    >>> changes(parse("nim: 3 2"), (1, 2))
    ['0:1.2', '0:1.3']
    >>> changes(parse("kayles: 5"), (1, 2))
    ['0:1.2', '0:1.3']
    """
    boards = enumerate(zip(before.boards(), Position(before.game, after).boards(), strict=True))
    # What a move elsewhere ends is not clicked.
    places = before.game.boards_of_move(before.state, after) if isinstance(before.game, Compound) else [0]
    return [f"{k}:{id}" for k, ((game, a), (_, b)) in boards if k in places for id in _ids_of_change(game, a, b)]


def _ids_of_change(game: Game, before: State, after: State) -> Iterable[str]:
    quick = face_of(game).changes or difference
    # A board that is too large to be drawn has no shapes, even where the family could name those that change.
    return quick(game, before, after) if _looks_of(game, before) else ()


def difference(game: Game, before: State, after: State) -> list[str]:
    """The ids of the shapes in which two pictures differ: the definition for every game."""
    face = face_of(game)
    # Both pictures have the frame of `before`: otherwise a board that shrinks would change everywhere.
    old, new = _looks_of(game, before), _looks((face.after_move or face.picture)(game, after, before))
    return [id for id in {**old, **new} if old.get(id, face.unseen) != new.get(id, face.unseen)]


@lru_cache(maxsize=4)
def _looks_of(game: Game, state: State) -> dict[str, str]:
    """The looks of the shapes of a position; cached, because every move is compared with the same picture."""
    return _looks(face_of(game).picture(game, state, state))


def _looks(picture: Picture | None) -> dict[str, str]:
    return {shape.id: shape.look for shape in picture.shapes} if picture else {}


# -- boards in plain text ----------------------------------------------------------------------------

NOTATION = 400
"""The most characters of the notation that are shown where the board is too large."""


def draw(position: Position, ascii: bool = False) -> str:
    """The board of `position`: at most 25 lines of 80 columns. A board that would be larger is written in the notation.

    >>> from nimatron import parse
    >>> print(draw(parse("nim: 3 1"), ascii=True))
    heap 1  | | |  3
    heap 2  |  1
    """
    parts = [_board(game, state, Marks(ascii)) for game, state in position.boards()]
    lines = parts[0].splitlines() if len(parts) == 1 else _below_each_other(position, parts)
    # Spaces at the end must not make a board too wide.
    lines = [line.rstrip() for line in lines]
    # Boards that fit one by one may be too large together.
    return "\n".join(lines) if _fits(lines) else _notation_text(str(position))


def _board(game: Game, state: State, marks: Marks) -> str:
    """The board of one game, or its notation."""
    lines = [line.rstrip() for line in face_of(game).board(game, state, marks).splitlines()] if _is_small(state) else []
    return "\n".join(lines) if _fits(lines) else _notation_text(game.write(state))


def _is_small(state: State) -> bool:
    """True if a board is worth beginning: not for a million heaps."""
    return not isinstance(state, tuple) or len(state) <= WIDTH * HEIGHT


def _fits(lines: list[str]) -> bool:
    return bool(lines) and len(lines) <= HEIGHT and max(map(len, lines)) <= WIDTH


def _notation_text(text: str) -> str:
    return text if len(text) <= NOTATION else f"{text[: NOTATION - 4]} ..."


def _below_each_other(position: Position, boards: list[str]) -> list[str]:
    """The boards of a sum, each under its own heading."""
    lines = []
    for i, ((game, _), board) in enumerate(zip(position.boards(), boards, strict=True), 1):
        heading = tr("part {part}: {game}", part=i, game=str(game))[: WIDTH - 2]
        lines += [heading, *(f"  {line}" for line in board.splitlines())]
    return lines
