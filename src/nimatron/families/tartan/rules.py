"""Products of two coin games: a move turns the corners of a rectangle of coins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...core.errors import UsageError
from ...core.game import NOTHING, Spoken, State
from ...core.message import Message
from ..coins.rules import Coin, CoinGame, Ruler, Twins
from ..lists.rules import Points


class Tartan(Points, CoinGame):
    """The product of two coin games: turn all (u, v), u by a move of the first, v by one of the second.

    >>> print(*Tartan(Twins, Twins)((1, 1)).options())
    tartan{twins,twins}: 0,0 1,0 0,1
    """

    name = "tartan"
    made_of_games = True  # its parameters are the names of two games
    entry = Message("a coin x,y that shows heads, such as 3,1")

    def __init__(
        self, columns: CoinGame, rows: CoinGame, *, name: str = "", rules: str = "", start: State = None
    ) -> None:
        pair: tuple[object, object] = columns, rows
        for game in pair:
            if not isinstance(game, CoinGame) or isinstance(game, Tartan):
                raise UsageError("a tartan product takes two games on a row of coins, not {game}", game=game)
        self.columns, self.rows = columns, rows
        self._coins = tuple((x, y) for x, y in start or ())
        if name:
            self.name, self.__doc__ = name, rules

    def _rules(self) -> dict[str, Any]:
        return {"columns": self.columns, "rows": self.rows}

    @property
    def start(self) -> State:
        return self._coins or ((self.columns.first + 3, self.rows.first + 2),)

    def turns(self, n: State) -> Iterator[tuple[Coin, ...]]:
        # All pairs of a column and a row that turn: the corner (x, y) itself turns anyway, so it is left out.
        x, y = n
        if next(iter(self.rows.turns(y)), NOTHING) is NOTHING:
            return  # else the loop would run through all columns, perhaps 10^18, to find no move
        for others_x in self.columns.turns(x):
            for others_y in self.rows.turns(y):
                yield tuple((u, v) for v in (*others_y, y) for u in (*others_x, x) if (u, v) != n)

    def move(self, state: State, said: Sequence[Spoken]) -> State | None:
        """A rectangle by two opposite corners: its four corners or all its coins turn, whichever is a move."""
        # Small numbers only, because all coins of the rectangle are listed.
        if len(said) != 4 or not all(word.text.isdecimal() and len(word.text) < 4 for word in said):
            return None
        a, b, x, y = (int(word.text) for word in said)
        left, right, top, bottom = min(a, x), max(a, x), min(b, y), max(b, y)
        corners = {(u, v) for u in (left, right) for v in (top, bottom)}
        inside = {(u, v) for u in range(left, right + 1) for v in range(top, bottom + 1)}
        for coins in ({(a, b), (x, y)}, corners, inside):
            if self._may_turn(state, (right, bottom), coins):
                # Two coins that may turn alone are not a rectangle: the list of moves will tell what was meant.
                return self.turn(state, coins) if len(coins) > 2 else None
        return None

    def _may_turn(self, state: State, last: tuple[int, int], coins: set[tuple[int, int]]) -> bool:
        columns, rows = ({coin[k] for coin in coins} for k in (0, 1))
        return (
            last in state
            and len(coins) == len(columns) * len(rows)
            and any({*others, last[0]} == columns for others in self.columns.turns(last[0]))
            and any({*others, last[1]} == rows for others in self.rows.turns(last[1]))
        )

    def size(self, state: State) -> int:
        return max(((self.columns.size((x,)) or x) * (self.rows.size((y,)) or y) for x, y in state), default=0)

    def order(self, coin: Coin) -> object:
        x, y = coin  # type: ignore[misc]
        return y, x

    def _state_with(self, heads: Sequence[tuple[int, int]]) -> State:
        return tuple((x + self.columns.first, y + self.rows.first) for x, y in heads)

    def accept_point(self, x: State, y: State, at: int) -> State:
        return self.columns.accept_entry(x, at), self.rows.accept_entry(y, at)

    @property
    def parameters(self) -> str:
        return f"{self.columns},{self.rows}" if self.name == "tartan" else ""


Corners = Tartan(
    Twins,
    Twins,
    name="corners",
    rules="""Turn the four corners of a rectangle, the lower right one from heads to tails.

    The product of Twins with itself: a coin at (x, y) has the nim-product of x and y. See also `Rugs`, `Tartan`.

    >>> from nimatron import Corners, grundy, nim_mul
    >>> grundy(Corners((24, 17))), nim_mul(24, 17)
    (128, 128)
    """,
    start=((3, 1), (2, 3), (4, 4)),
)
Rugs = Tartan(
    Ruler,
    Ruler,
    name="rugs",
    rules="""Turn all coins of a rectangle, the lower right one from heads to tails.

    The product of Ruler with itself. See also `Corners`, `Tartan`.

    >>> from nimatron import Ruler, Rugs, grundy, nim_mul
    >>> grundy(Rugs((4, 2))), nim_mul(grundy(Ruler(4)), grundy(Ruler(2)))
    (8, 8)
    """,
    start=((4, 2), (3, 4), (5, 5)),
)
