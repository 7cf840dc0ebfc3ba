"""Nimble: coins on a strip of squares."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from ...game import Game, State
from ...games.heaps import NimbleGame
from ...message import Message
from ..words import tr
from .face import Face, Faces, Piece, Told, in_group
from .heaps import layout, one_heap
from .picture import HIGH, WIDE, Line, Picture, Shape
from .setting import Ids, Setting, places, toggled
from .terminal import Marks, span, strip


def board(game: Any, state: State, marks: Marks) -> str:
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


def picture(game: Any, state: State, frame: State) -> Picture | None:
    """A square for each number, with the coins on it."""
    last = max(frame, default=0)
    if last >= WIDE or len(state) > HIGH:
        return None
    shapes = []
    for n in range(last + 1):
        coins = tuple(str(i) for i, square in enumerate(state, 1) if square == n)
        label = Message("square {n}: {coins}", params={"n": n, "coins": ", ".join(coins) or Message("empty")})
        text, mark = " ".join(coins), "" if n else "home"
        shapes.append(Shape(f"{n}", "square", n + 0.5, 0.5, 0, n, label, text, text, coins, str(n), mark))
    return Picture("strip", last + 1, 1.7, tuple(shapes), lines=(Line(len(shapes)),))


def left_and_reached(before: State, after: State) -> Iterable[Any]:
    """The places that coins or stones leave, and those where they arrive."""
    pairs = zip(before, after, strict=True)
    return dict.fromkeys(place for old, new in pairs if old != new for place in (old, new))


def changes(game: Any, before: State, after: State) -> list[str]:
    """The square that the coin leaves and the one it reaches."""
    return [str(square) for square in left_and_reached(before, after)]


def parts(game: Any, state: State) -> list[Piece]:
    """Each coin, on its square."""
    return [Piece(Message("coin {number}", params={"number": i}), (f"{n}",)) for i, n in enumerate(state, 1)]


def _set(game: Any, state: State, ids: Ids) -> tuple[Game, State] | None:
    """A coin more on a square, or one less."""
    return (game, toggled(state, at[0])) if (at := places(ids)) else None


SETTING = Setting(lambda game, state: picture(game, state, (min(max(state, default=0) + 4, WIDE - 1),)), _set)


def start(game: Any, usual: State, rng: Random) -> State:
    """As many coins as usual, on twelve squares."""
    return tuple(rng.randint(0, 11) for _ in usual)


NIMBLE = Face(
    board=board,
    picture=picture,
    changes=changes,
    setting=SETTING,
    parts=parts,
    start=start,
    card=in_group("rows", Message("Click a coin, then a square to its left.")),
    numbering=one_heap,
    layout=layout,
    told=(
        Told(
            "move coin {coin} from square {before} to square {after}",
            Message("I moved coin {coin} from square {before} to square {after}."),
            Message("You moved coin {coin} from square {before} to square {after}."),
            Message("{player} moved coin {coin} from square {before} to square {after}."),
        ),
    ),
)

FACES: Faces = {NimbleGame: NIMBLE}
