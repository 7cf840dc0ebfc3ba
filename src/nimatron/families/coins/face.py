"""How coins in a row look: heads and tails that players turn over."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...core.game import State
from ...core.message import Message
from ...show.board_text import Marks, span, strip
from ...show.face import Face, Faces, PastTense, Piece, in_group
from ...show.picture import Picture, Shape, strip_picture
from ...show.setup import Dial, Panel, Values, set_panel, strip_setting
from ...show.words import tr
from ...solve.value_table import Numbering
from ..taking.face import few, list_amounts
from .rules import CoinGame, MockTurtlesGame, RulerGame, SubtractionCoins, TurtlesGame, TwinsGame


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

    def coin(n: int) -> Shape:
        look, side = coin_side(n in state)
        label = Message("coin {n}: {side}", params={"n": n, "side": side})
        return Shape(f"{n}", "coin", n - game.first + 0.5, 0.5, 0, n, label, look, caption=str(n))

    return strip_picture("coins", game.first, frame, coin)


def changes(game: Any, before: State, after: State) -> list[str]:
    """The coins that now show their other side."""
    return [str(coin) for coin in sorted(set(before) ^ set(after))]


def parts(game: Any, state: State) -> list[Piece]:
    """Each coin that shows heads."""
    return [Piece(Message("coin {number}", number=coin), (f"{coin}",)) for coin in state]


def _rules(game: SubtractionCoins) -> Message | None:
    rules = Message(
        "Turn a coin from heads to tails, and with it a coin to its left at one of these distances: {amounts}.",
        amounts=list_amounts(game.amounts),
    )
    return rules if game.amounts.runs else None


PAST = (PastTense("turn coin {coins}", "turned coin {coins}", "turned coins {coins}"),)

HEADS = Message("Coins that show heads")

COINS = Face(
    board=board,
    picture=picture,
    changes=changes,
    setting=strip_setting(picture),
    dials=lambda game: set_panel("heads", HEADS, game.first),
    parts=parts,
    start=lambda game, usual, rng: rng.sample(range(game.first, game.first + 10), rng.randint(2, 5)),
    card=in_group("coins", Message("Click the coins that you turn, the last one twice.")),
    numbering=lambda game: Numbering(lambda x, y: (x,), first=(game.first, 0), flat=True),
    counts="coin",
    past=PAST,
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


def _distances(game: SubtractionCoins, state: State) -> Values | None:
    amounts = few(game.amounts)
    return None if amounts is None else {"set": amounts, "heads": state}


DISTANCES = Panel(
    (Dial("set", Message("Distances"), "set", 1, 12, 0, 12, "rules"), Dial("heads", HEADS, "set", 1, 20, 0, 20)),
    _distances,
    lambda game, values: (SubtractionCoins(values["set"]), tuple(values["heads"])),
)

SUBTRACTION_COINS = replace(COINS, card=ONE_OR_TWO, rules=_rules, dials=lambda game: DISTANCES)

FACES: Faces = {
    CoinGame: COINS,
    TurtlesGame: TURTLES,
    TwinsGame: TWINS,
    MockTurtlesGame: MOCK_TURTLES,
    RulerGame: RULER,
    SubtractionCoins: SUBTRACTION_COINS,
}
