"""How coins on a strip look: several on a square in Nimble, at most one in Welter's and the Silver Dollar game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...core.game import State
from ...core.message import Message
from ...show.board_text import Marks, span, strip
from ...show.face import Face, Faces, PastTense, Piece, in_group, no_table
from ...show.picture import HIGH, Picture, Shape, strip_picture
from ...show.setup import list_panel, set_panel, strip_setting
from ...show.words import tr
from ..heaps.face import layout, one_heap
from .rules import NimbleGame, StripGame

COIN = "●"
"""What is seen on a square with a coin."""


def _square(n: int, coins: str | Message, look: str, chips: tuple[str, ...], mark: str = "") -> Shape:
    label = Message("square {n}: {coins}", params={"n": n, "coins": coins})
    return Shape(f"{n}", "square", n + 0.5, 0.5, 0, n, label, look, look, chips, str(n), mark)


# -- several coins on a square -------------------------------------------------------------------------


def stacked_board(game: Any, state: State, marks: Marks) -> str:
    """The coins by their numbers; those that share a square are stacked."""
    squares = span(0, max(state, default=0))
    on = {square: [str(i) for i, at in enumerate(state, 1) if at == square] for square in set(state)}
    high = max(map(len, on.values()), default=0)
    title = tr("coins")
    lines = []
    for level in range(high - 1, 0, -1):
        stacked = {square: coins[level] for square, coins in on.items() if len(coins) > level}
        lines.append(strip(" " * len(title), stacked | {squares[-1]: stacked.get(squares[-1], " ")}, squares)[0])
    ground = dict.fromkeys(squares, marks.empty) | {square: coins[0] for square, coins in on.items()}
    return "\n".join([*lines, *strip(title, ground, squares)])


def stack(game: Any, state: State, frame: State) -> Picture | None:
    """A square for each number, with the coins on it."""

    def square(n: int) -> Shape:
        coins = tuple(str(i) for i, at in enumerate(state, 1) if at == n)
        names = ", ".join(coins) or Message("empty")
        return _square(n, names, " ".join(coins), coins, "" if n else "home")

    return strip_picture("strip", 0, frame, square) if len(state) <= HIGH else None


def places_of_move(before: State, after: State) -> Iterable[Any]:
    """The places that coins or stones leave, and those where they arrive."""
    pairs = zip(before, after, strict=True)
    return dict.fromkeys(place for old, new in pairs if old != new for place in (old, new))


def coins(game: Any, state: State) -> list[Piece]:
    """Each coin, on its square."""
    return [Piece(Message("coin {number}", number=i), (f"{n}",)) for i, n in enumerate(state, 1)]


NIMBLE = Face(
    board=stacked_board,
    picture=stack,
    changes=lambda game, before, after: [str(square) for square in places_of_move(before, after)],
    setting=strip_setting(stack),
    dials=lambda game: list_panel(Message("The square of each coin"), 20, 0),
    parts=coins,
    start=lambda game, usual, rng: tuple(rng.randint(0, 11) for _ in usual),
    card=in_group("rows", Message("Click a coin, then a square to its left.")),
    numbering=one_heap,
    layout=layout,
    past=(
        PastTense(
            "move coin {coin} from square {before} to square {after}",
            "moved coin {coin} from square {before} to square {after}",
        ),
    ),
)


# -- at most one coin on a square ----------------------------------------------------------------------


def board(game: StripGame, state: State, marks: Marks) -> str:
    """The squares with their numbers below."""
    squares = span(0, max(state, default=0))
    return "\n".join(strip("", {n: marks.coin if n in state else marks.empty for n in squares}, squares))


def picture(game: StripGame, state: State, frame: State) -> Picture | None:
    """A square for each number, with a coin on some of them."""

    def square(n: int) -> Shape:
        return _square(n, Message("a coin"), COIN, ("",)) if n in state else _square(n, Message("empty"), "", ())

    return strip_picture("strip", 0, frame, square)


def changes(game: StripGame, before: State, after: State) -> list[str]:
    """The square that the coin leaves, then the square that it reaches."""
    return [str(square) for square in (*set(before) - set(after), *set(after) - set(before))]


STRIP = Face(
    board=board,
    picture=picture,
    changes=changes,
    setting=strip_setting(picture),
    dials=lambda game: set_panel("squares", Message("The squares with a coin")),
    start=lambda game, usual, rng: rng.sample(range(13), rng.randint(3, 4)),
    card=in_group("rows", Message("Click a coin, then an empty square to its left.")),
    numbering=no_table,
    past=(
        PastTense(
            "move the coin from square {before} to square {after}",
            "moved the coin from square {before} to square {after}",
        ),
    ),
    which_start=Message("On which squares are the coins?"),
)

FACES: Faces = {NimbleGame: NIMBLE, StripGame: STRIP}
