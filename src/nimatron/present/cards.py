"""What the gallery says about a game: its group, how to make a move on its board, and first games for beginners."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from ..game import Game
from ..games import (
    circles,
    coins,
    cram,
    endnim,
    euclid,
    fibonacci,
    geography,
    graphs,
    grids,
    hackenbush,
    heaps,
    kayles,
    lattice,
    nimstring,
    notakto,
    octal,
    poset,
    sprouts,
    strips,
    table,
)
from ..games.catalog import is_ours
from ..message import Message

Group = Literal["heaps", "rows", "coins", "boards", "graphs", "own"]

GROUPS: dict[Group, Message] = {
    "heaps": Message("Heaps"),
    "rows": Message("Rows"),
    "coins": Message("Coins"),
    "boards": Message("Boards"),
    "graphs": Message("Graphs"),
    "own": Message("Your own games"),
}
"""The groups in the order in which they are shown."""


@dataclass(frozen=True)
class Card:
    """The group of a game, and what to click for a move, in one line."""

    group: Group
    how: Callable[[Any], Message]


def said(how: Message) -> Callable[[Any], Message]:
    """The same for every game of a family."""
    return lambda game: how


TAKE = Message("Click a coin: it and all to its right are taken.")
SPLIT = Message("Click a gap: the heap is split there.")


def _octal(game: octal.Octal) -> Card:
    code = game.code
    takes = {t for t, digit in enumerate(code.digits) if t and digit} | ({len(code.digits)} if code.repeat else set())
    cuts = code.places[0].parts > 1
    if game.rows:
        return Card("rows", said(_pins(takes)))
    if cuts and not takes:
        return Card("heaps", said(SPLIT))
    if cuts:
        return Card("heaps", said(Message("Click a coin to take it and all to its right, or a gap to split the heap.")))
    return Card("heaps", said(Message("Click the coins that you take: what lies beside them stays.")))


def _pins(takes: set[int]) -> Message:
    if takes == {1, 2}:
        return Message("Click a pin, and then a pin beside it or the same one again.")
    if takes == {2}:
        return Message("Click two pins side by side.")
    return Message("Click the pins that you take, the last one twice.")


def _moore(game: heaps.Moore) -> Message:
    several = "Click a coin in up to {most} heaps, the last one twice: it and all to its right are taken."
    return TAKE if game.k == 1 else Message(several, params={"most": game.k})


def _table(game: table.Table) -> Message:
    if game.side == 1:
        return Message("Click a free square: a coin goes there.")
    return Message("Click two opposite corners of a free place for the coin.")


def _tartan(game: coins.Tartan) -> Message:
    if game in (coins.Corners, coins.Rugs):
        return Message("Click two opposite corners of a rectangle; the lower right coin must show heads.")
    return Message("Click coins until the move that you mean is shown, then click once more.")


CARDS: dict[type[Game], Card] = {
    heaps.Heaps: Card("heaps", said(TAKE)),
    heaps.Moore: Card("heaps", _moore),
    circles.Circular: Card("rows", said(Message("Click a pin, and then a pin beside it or the same one again."))),
    heaps.NimbleGame: Card("rows", said(Message("Click a coin, then a square to its left."))),
    strips.StripGame: Card("rows", said(Message("Click a coin, then an empty square to its left."))),
    strips.StaircaseGame: Card("heaps", said(Message("Click a coin: it and all to its right go one step down."))),
    endnim.EndNimGame: Card(
        "heaps", said(Message("Click a coin of the first or the last heap: it and all to its right are taken."))
    ),
    euclid.EuclidGame: Card(
        "heaps", said(Message("Click a coin of the larger heap: the smaller one is subtracted until it is gone."))
    ),
    fibonacci.FibonacciGame: Card("heaps", said(TAKE)),
    coins.CoinGame: Card("coins", said(Message("Click the coins that you turn, the last one twice."))),
    coins.TurtlesGame: Card(
        "coins", said(Message("Click a coin that shows heads, then one to its left or the same one again."))
    ),
    coins.TwinsGame: Card("coins", said(Message("Click two coins; the right one must show heads."))),
    coins.MockTurtlesGame: Card(
        "coins",
        said(Message("Click one, two or three coins, the last one twice; the rightmost must show heads.")),
    ),
    coins.RulerGame: Card(
        "coins", said(Message("Click the first and the last coin that you turn; the right one must show heads."))
    ),
    coins.SubtractionCoins: Card(
        "coins", said(Message("Click a coin that shows heads, then one to its left or the same one again."))
    ),
    coins.Tartan: Card("coins", _tartan),
    lattice.RookGame: Card("boards", said(Message("Click a square to the left of the rook, or below it."))),
    lattice.WythoffGame: Card(
        "boards", said(Message("Click a square to the left of the queen, below it, or in between on a diagonal."))
    ),
    lattice.Nim2DGame: Card(
        "boards", said(Message("Click a stone, then a square to its left or any square of a lower row."))
    ),
    grids.ChompGame: Card(
        "boards", said(Message("Click a square: it and all above and to the right of it are eaten."))
    ),
    grids.ChopGame: Card("boards", said(Message("Click a square of the piece that you cut off, the outermost twice."))),
    cram.CramGame: Card("boards", said(Message("Click two free squares side by side."))),
    table.Table: Card("boards", _table),
    graphs.Graph: Card("graphs", said(Message("Click a token, then the place where an arrow leads."))),
    kayles.ArcKayles: Card("graphs", said(Message("Click two vertices that an edge joins."))),
    kayles.NodeKayles: Card("graphs", said(Message("Click what you take: a vertex and all its neighbours."))),
    hackenbush.HackenbushGame: Card(
        "graphs", said(Message("Click an edge: it is cut, and what no longer stands on the ground falls."))
    ),
    geography.Walk: Card("graphs", said(Message("Click the vertex to go to."))),
    notakto.NotaktoGame: Card("boards", said(Message("Click an empty square of a board without three in a row."))),
    nimstring.NimstringGame: Card(
        "graphs", said(Message("Click the strings that you cut; after one that frees a coin, cut another."))
    ),
    sprouts.BrusselsSproutsGame: Card("graphs", said(Message("Click the pieces that you join, then choose."))),
    poset.Poset: Card("graphs", said(Message("Click an element: it and all above it are taken."))),
}
"""By class: a class without a card has that of the nearest class above it."""

DRAWN = Card("own", said(Message("Click what your move changes, or choose it from the list of moves.")))
LISTED = Card("own", said(Message("Choose a move from the list.")))


def card_of(game: Game) -> Card:
    """The card of a game. What a user's own rules do on a board is not known, even if they are derived from ours."""
    if not is_ours(game):
        return LISTED if type(game).picture is Game.picture and _above(game) is None else DRAWN
    if isinstance(game, octal.Octal):
        return _octal(game)
    return _above(game) or LISTED


def _above(game: Game) -> Card | None:
    return next((CARDS[rules] for rules in type(game).__mro__ if rules in CARDS), None)


EASY: dict[str, tuple[str, ...]] = {
    "nim": ("nim: 1 3", "nim: 2 3 4", "nim: 1 2 4"),
    "moore": ("moore{2}: 1 2", "moore{2}: 2 2 3"),
    "subtraction": ("subtraction{1,2,3}: 6", "subtraction{1,2,3}: 10"),
    "allbut": ("allbut{2,4}: 3", "allbut{2,4}: 7"),
    "lasker": ("lasker: 3", "lasker: 1 2"),
    "kayles": ("kayles: 3", "kayles: 5"),
    "dawson-kayles": ("dawson-kayles: 4", "dawson-kayles: 6"),
    "dawson-chess": ("dawson-chess: 3", "dawson-chess: 5"),
    "circular-kayles": ("circular-kayles: (2)", "circular-kayles: 5"),
    "circular-dawson-kayles": ("circular-dawson-kayles: (3)", "circular-dawson-kayles: (7)"),
    "circular": ("circular{0.137}: (2)", "circular{0.137}: (3)"),
    "guiles": ("guiles: 4", "guiles: 6"),
    "double-kayles": ("double-kayles: 4", "double-kayles: 6"),
    "treblecross": ("treblecross: 5", "treblecross: 7"),
    "kenyon": ("kenyon: 4", "kenyon: 5"),
    "officers": ("officers: 3", "officers: 5"),
    "grundy": ("grundy: 5", "grundy: 6"),
    "octal": ("octal{0.77}: 3", "octal{0.77}: 1 2"),
    "nimble": ("nimble: 1 4", "nimble: 2 3 5"),
    "turtles": ("turtles: 1 3", "turtles: 2 4"),
    "twins": ("twins: 1 3", "twins: 1 2 4"),
    "mock-turtles": ("mock-turtles: 0 2", "mock-turtles: 1 3"),
    "ruler": ("ruler: 1 2", "ruler: 2 4"),
    "subtraction-coins": ("subtraction-coins{1,2,3}: 1 3", "subtraction-coins{1,2,3}: 2 5"),
    "triplets": ("triplets: 2 3", "triplets: 4"),
    "turnips": ("turnips: 2", "turnips: 2 6"),
    "sym": ("sym: 0 1", "sym: 1 3"),
    "moidores": ("moidores: 0 1", "moidores: 1 3"),
    "turning": ("turning{1-3}: 0 1", "turning{1-3}: 1 3"),
    "corners": ("corners: 2,1", "corners: 1,1 2,2"),
    "rugs": ("rugs: 2,1", "rugs: 1,1 2,2"),
    "tartan": ("tartan{ruler,twins}: 1,1", "tartan{ruler,twins}: 2,1"),
    "rook": ("rook: 1 3", "rook: 4 2"),
    "wythoff": ("wythoff: 2 3", "wythoff: 3 4"),
    "welter": ("welter: 0 2", "welter: 1 4"),
    "silver-dollar": ("silver-dollar: 1 3", "silver-dollar: 2 5"),
    "staircase": ("staircase: 2 1", "staircase: 2 1 1"),
    "end-nim": ("end-nim: 3", "end-nim: 1 2", "end-nim: 2 1 3"),
    "euclid": ("euclid: 5 2", "euclid: 9 4"),
    "fibonacci": ("fibonacci: 4", "fibonacci: 7"),
    "nim2d": ("nim2d: 2,0", "nim2d: 1,0 3,0"),
    "chomp": ("chomp: 2x2", "chomp: 3x2", "chomp: 3x3"),
    "cram": ("cram: 3x1", "cram: 3x2"),
    "chop": ("chop: 2x3", "chop: 3x4"),
    "graph": ("graph{a>b a>c b>c b>d c>d}: b", "graph{a>b a>c b>c b>d c>d}: a b"),
    "arc-kayles": ("arc-kayles{a-b b-c}: a b c", "arc-kayles{a-b b-c c-d}: a b c d"),
    "node-kayles": ("node-kayles{a-b b-c}: a b c", "node-kayles{a-b a-d b-c c-d d-e}: a b c d e"),
    "poset": ("poset{b>a c>a}: a b c", "poset{b>a d>b d>c}: a b c d"),
    "hackenbush": ("hackenbush: 0-a a-b 0-c", "hackenbush: 0-a 0-b a-b", "hackenbush: 0-a 0-d a-b a-c b-c"),
    "geography": ("geography{a-b b-c}: b", "geography{a-b b-c c-d}: a", "geography{a-b a-d b-c c-d d-e e-f}: f"),
    "edge-geography": ("edge-geography{a-b b-c}: b", "edge-geography{a-b a-c b-d c-d d-e}: e"),
    "notakto": ("notakto: XX./.../.X.", "notakto: X../.../...", "notakto: .../.../..."),
    "nimstring": ("nimstring: 0-a 0-a", "nimstring: 0-a 0-b a-b", "nimstring: 0-a 0-a 0-b 0-b a-b"),
    "brussels-sprouts": ("brussels-sprouts: 4", "brussels-sprouts: 2,3"),
    "table": ("table{3,3,2}:", "table{3,3,1}:", "table{4,4,2}:"),
}
"""Small positions that the player who begins can win, the smallest first."""
