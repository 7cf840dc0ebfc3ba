"""Coins on a strip, one on a square: Welter's game and the silver dollar game."""

from __future__ import annotations

from random import Random

from ...game import Game, State
from ...games.strips import StripGame
from ...message import Message
from .face import Face, Faces, Told, in_group, no_table
from .picture import WIDE, Line, Picture, Shape
from .setting import Ids, Setting, places, toggled
from .terminal import Marks, span, strip

COIN = "●"
"""What is seen on a square with a coin."""


def board(game: StripGame, state: State, marks: Marks) -> str:
    """The squares with their numbers below."""
    squares = span(0, max(state, default=0))
    return "\n".join(strip("", {n: marks.coin if n in state else marks.empty for n in squares}, squares))


def picture(game: StripGame, state: State, frame: State) -> Picture | None:
    """A square for each number, with a coin on some of them."""
    last = max(frame, default=0)
    if last >= WIDE:
        return None
    shapes = []
    for n in range(last + 1):
        coin = n in state
        label = Message(
            "square {n}: {coins}", params={"n": n, "coins": Message("a coin") if coin else Message("empty")}
        )
        look, chips = (COIN, ("",)) if coin else ("", ())
        shapes.append(Shape(f"{n}", "square", n + 0.5, 0.5, 0, n, label, look, look, chips, str(n)))
    return Picture("strip", last + 1, 1.7, tuple(shapes), lines=(Line(len(shapes)),))


def changes(game: StripGame, before: State, after: State) -> list[str]:
    """Where the coin was, and where it is."""
    return [str(square) for square in (*set(before) - set(after), *set(after) - set(before))]


def _set(game: StripGame, state: State, ids: Ids) -> tuple[Game, State] | None:
    """A coin put on a square, or taken from it."""
    return (game, toggled(state, at[0])) if (at := places(ids)) else None


SETTING = Setting(lambda game, state: picture(game, state, (min(max(state, default=0) + 4, WIDE - 1),)), _set)


def start(game: StripGame, usual: State, rng: Random) -> State:
    """Three or four coins on a dozen squares."""
    return rng.sample(range(13), rng.randint(3, 4))


STRIP = Face(
    board=board,
    picture=picture,
    changes=changes,
    setting=SETTING,
    start=start,
    card=in_group("rows", Message("Click a coin, then an empty square to its left.")),
    numbering=no_table,
    told=(
        Told(
            "move the coin from square {before} to square {after}",
            Message("I moved the coin from square {before} to square {after}."),
            Message("You moved the coin from square {before} to square {after}."),
            Message("{player} moved the coin from square {before} to square {after}."),
        ),
    ),
    which_start=Message("On which squares are the coins?"),
)

FACES: Faces = {StripGame: STRIP}
