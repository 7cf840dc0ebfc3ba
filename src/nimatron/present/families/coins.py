"""Coins in a row that are turned over."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from ...game import Game, State
from ...games.coins import CoinGame, MockTurtlesGame, RulerGame, SubtractionCoins, TurtlesGame, TwinsGame
from ...message import Message
from ...values.family import Numbering
from ..words import tr
from .face import Face, Faces, Piece, Told, in_group
from .picture import WIDE, Line, Picture, Shape
from .setting import Ids, Setting, places, toggled
from .taking import listed
from .terminal import Marks, span, strip


def board(game: Any, state: State, marks: Marks) -> str:
    """Heads and tails, as far as the last head."""
    places = span(game.first, max(state, default=game.first))
    heads, tails = tr("H"), tr("T")
    return "\n".join(strip("", {n: heads if n in state else tails for n in places}, places))


def coin_side(heads: bool) -> tuple[str, Message]:
    """How a side of a coin looks, and the word for it."""
    return ("heads", Message("heads")) if heads else ("tails", Message("tails"))


def picture(game: Any, state: State, frame: State) -> Picture | None:
    """The coins with their numbers below."""
    first, last = game.first, max(frame, default=game.first)
    if last - first >= WIDE:
        return None
    shapes = []
    for n in range(first, last + 1):
        look, side = coin_side(n in state)
        label = Message("coin {n}: {side}", params={"n": n, "side": side})
        shapes.append(Shape(f"{n}", "coin", n - first + 0.5, 0.5, 0, n, label, look, caption=str(n)))
    return Picture("coins", last - first + 1, 1.7, tuple(shapes), lines=(Line(len(shapes)),))


def changes(game: Any, before: State, after: State) -> list[str]:
    """The coins that now show their other side."""
    return [str(coin) for coin in sorted(set(before) ^ set(after))]


def parts(game: Any, state: State) -> list[Piece]:
    """Each coin that shows heads."""
    return [Piece(Message("coin {number}", params={"number": coin}), (f"{coin}",)) for coin in state]


def _set(game: Any, state: State, ids: Ids) -> tuple[Game, State] | None:
    """A coin turned over."""
    return (game, toggled(state, at[0])) if (at := places(ids)) else None


SETTING = Setting(lambda game, state: picture(game, state, (min(max(state, default=0) + 4, WIDE - 1),)), _set)


def start(game: Any, usual: State, rng: Random) -> State:
    """A few heads among ten coins."""
    return rng.sample(range(game.first, game.first + 10), rng.randint(2, 5))


def numbering(game: Any) -> Numbering:
    """A single head."""
    return Numbering(lambda x, y: (x,), first=(game.first, 0), flat=True)


def _rules(game: SubtractionCoins) -> Message | None:
    params = {"amounts": listed(game.amounts)}
    rules = Message(
        "Turn a coin from heads to tails, and with it a coin to its left at one of these distances: {amounts}.",
        params=params,
    )
    return rules if game.amounts.runs else None


TOLD = (
    Told(
        "turn coin {coins}",
        Message("I turned coin {coins}.", "I turned coins {coins}."),
        Message("You turned coin {coins}.", "You turned coins {coins}."),
        Message("{player} turned coin {coins}.", "{player} turned coins {coins}."),
    ),
)

COINS = Face(
    board=board,
    picture=picture,
    changes=changes,
    setting=SETTING,
    parts=parts,
    start=start,
    card=in_group("coins", Message("Click the coins that you turn, the last one twice.")),
    numbering=numbering,
    counts="coin",
    told=TOLD,
)

ONE_OR_TWO = in_group("coins", Message("Click a coin that shows heads, then one to its left or the same one again."))

TURTLES = replace(COINS, card=ONE_OR_TWO)

TWINS = replace(COINS, card=in_group("coins", Message("Click two coins; the right one must show heads.")))

MOCK_TURTLES = replace(
    COINS,
    card=in_group(
        "coins", Message("Click one, two or three coins, the last one twice; the rightmost must show heads.")
    ),
)

RULER = replace(
    COINS,
    card=in_group("coins", Message("Click the first and the last coin that you turn; the right one must show heads.")),
)

SUBTRACTION_COINS = replace(COINS, card=ONE_OR_TWO, rules=_rules)

FACES: Faces = {
    CoinGame: COINS,
    TurtlesGame: TURTLES,
    TwinsGame: TWINS,
    MockTurtlesGame: MOCK_TURTLES,
    RulerGame: RULER,
    SubtractionCoins: SUBTRACTION_COINS,
}
