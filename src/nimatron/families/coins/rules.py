"""Coin turning: in a row, and in two dimensions by the product of two games.

A move turns some coins; the rightmost of them goes from heads to tails. In normal play a position is the sum of its
single heads (two moves that turn the same coin cancel), so a part is one head.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from math import comb

from ...core.errors import IllegalPosition, UsageError
from ...core.game import Game, State, missing_method
from ...core.message import Message
from ..lists.rules import ListSum, natural, shorten
from ..taking.amounts import Amounts

Coin = int | tuple[int, int]
"""The number of a coin in a row, or the pair (x, y) of one in the plane."""


SIDES = (("L", "R"), ("H", "T"), ("O", "R"))
"""Letters for heads and tails: líc and rub in Czech, heads and tails, orzeł and reszka in Polish."""


def drawn_heads(text: str) -> list[tuple[int, int]] | None:
    """The (column, row) of each head in a drawing such as RLRLRL or HHT/THT, counted from 0; None if it is none.

    >>> drawn_heads("RRRR/RLRR"), drawn_heads("HTH"), drawn_heads("2 4 6")
    ([(1, 1)], [(0, 0), (2, 0)], None)
    """
    rows = "".join(text.split()).upper().split("/")
    letters = set().union(*rows)
    for heads, tails in SIDES:
        if letters and letters <= {heads, tails}:
            return [(x, y) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter == heads]
    return None


class CoinGame(ListSum):
    """Write `turns(n)`: the sets of other coins that may turn with coin n as the rightmost.

    >>> class Neighbours(CoinGame):
    ...     def turns(self, n):
    ...         return [(n - 1,)] if n else []
    >>> [p.state for p in Neighbours()(2, 3).options()]
    [(1, 3), ()]
    """

    first: int = 0
    """The number of the leftmost coin."""

    def turns(self, n: int) -> Iterable[tuple[Coin, ...]]:
        """The sets of coins that may turn together with coin `n`, the rightmost, which goes from heads to tails.

        >>> from nimatron import Ruler
        >>> list(Ruler.turns(4))
        [(), (3,), (2, 3), (1, 2, 3)]
        """
        raise missing_method(self, "turns(self, n)")

    def order(self, coin: Coin) -> object:
        """The sort key of a coin in the list.

        >>> from nimatron import Corners
        >>> sorted([(3, 1), (0, 2), (5, 0)], key=Corners.order)
        [(5, 0), (3, 1), (0, 2)]
        """
        return coin

    def turn(self, state: State, coins: Iterable[Coin]) -> State:
        """The heads after `coins` are turned; turning one twice changes nothing.

        >>> from nimatron import Twins
        >>> Twins.turn((1, 3, 6), (2, 6))
        (1, 2, 3)
        """
        return tuple(sorted(set(state).symmetric_difference(coins), key=self.order))  # type: ignore[arg-type]

    def parse(self, text: str) -> State:
        if (heads := drawn_heads(text)) is None:
            return super().parse(text)
        return self.accept_from(self._state_with(heads), text)

    def _state_with(self, heads: Sequence[tuple[int, int]]) -> State:
        """The state with heads in these columns of a single row."""
        if any(row for _, row in heads):
            raise IllegalPosition("{name} has one row of coins", name=self.name)
        return tuple(column + self.first for column, _ in heads)

    def options(self, state: State) -> Iterator[State]:
        for coin in state:
            for others in self.turns(coin):
                yield self.turn(state, (*others, coin))

    def put(self, state: State, i: int, option: State) -> State:
        # The head of part i goes; where a head of the option meets another head, both vanish.
        return self.turn(state, (state[i], *option))

    def accept_entry(self, entry: State, at: int) -> State:
        coin = natural(entry, at, self.entry)
        if coin < self.first:
            raise IllegalPosition(
                "the coins of {name} are numbered from {first}, not {coin}",
                at,
                name=self.name,
                first=self.first,
                coin=coin,
            )
        return coin

    def accept_all(self, state: tuple[State, ...]) -> tuple[State, ...]:
        seen = set()
        for at, coin in enumerate(state):
            if coin in seen:
                raise IllegalPosition("coin {coin} is named twice", at, coin=self.show_entry(coin))
            seen.add(coin)
        return tuple(sorted(state, key=self.order))  # type: ignore[arg-type]

    entry = Message("the number of a coin that shows heads")

    def describe(self, before: State, after: State) -> Message | str:
        coins = sorted(set(before) ^ set(after), key=self.order)  # type: ignore[arg-type]
        params = {"n": len(coins), "coins": ", ".join(map(self.show_entry, coins))}
        return Message("turn coin {coins}", "turn coins {coins}", len(coins), params)


class TurtlesGame(CoinGame):
    """Turn one coin from heads to tails and, if you like, any one coin to its left.

    >>> print(*Turtles(3).options(), sep="; ")
    turtles:; turtles: 1; turtles: 2
    """

    name = "turtles"
    first = 1
    start = (2, 4, 6)

    def turns(self, n: int) -> Iterator[tuple[Coin, ...]]:
        yield ()
        yield from ((a,) for a in range(self.first, n))


class TwinsGame(CoinGame):
    """Turn exactly two coins, the right one from heads to tails.

    >>> print(*Twins(1, 3).options(), sep="; ")
    twins: 0 3; twins: 0 1; twins:; twins: 1 2
    """

    name = "twins"
    start = (1, 3, 6)

    def turns(self, n: int) -> Iterator[tuple[Coin, ...]]:
        return ((a,) for a in range(self.first, n))


class MockTurtlesGame(CoinGame):
    """Turn one, two or three coins, the rightmost from heads to tails.

    >>> print(*MockTurtles(2).options(), sep="; ")
    mock-turtles:; mock-turtles: 0; mock-turtles: 1; mock-turtles: 0 1
    """

    name = "mock-turtles"
    start = (1, 4, 6)

    def turns(self, n: int) -> Iterator[tuple[Coin, ...]]:
        # Not itertools.combinations: it would first make a list of all coins to the left, however many there are.
        yield ()
        yield from ((a,) for a in range(self.first, n))
        yield from ((a, b) for a in range(self.first, n) for b in range(a + 1, n))

    def size(self, state: State) -> int:
        return max(state, default=0) ** 2 // 2


class RulerGame(CoinGame):
    """Turn any number of neighbouring coins, the rightmost from heads to tails.

    >>> from nimatron import grundy
    >>> grundy([Ruler(n) for n in range(1, 9)])
    [1, 2, 1, 4, 1, 2, 1, 8]
    """

    name = "ruler"
    first = 1
    start = (3, 6, 8)

    def turns(self, n: int) -> Iterator[tuple[Coin, ...]]:
        return (tuple(range(a, n)) for a in range(n, self.first - 1, -1))

    def size(self, state: State) -> int:
        return max(state, default=0) ** 2 // 2  # coin n has n moves, and each names all its coins


class Turning(CoinGame):
    """Turn coins as a code allows, the rightmost from heads to tails.

    The code begins with the number of coins that turn: `3`, `1-3`, or `1+` for any number from 1 on. Letters after it
    say how they lie: `C` side by side, `C(5)` within 5 places side by side, `E` equally spaced, `S` symmetric, `F` with
    the first coin of the row among them. Twins is 2, Mock Turtles 1-3, Ruler 1+C.

    >>> from nimatron import grundy
    >>> grundy([Turning("1-3")(n) for n in range(8)])
    [1, 2, 4, 7, 8, 11, 13, 14]
    """

    name = "turning"
    start = (2, 5, 7)

    def __init__(self, code: str, *, name: str = "", rules: str = "") -> None:
        found = re.fullmatch(r"([0-9]{1,6})(?:-([0-9]{1,6})|(\+))?([A-Z()0-9]*)", code.replace(" ", "").upper())
        letters = re.fullmatch(r"(?:C(\([0-9]{1,6}\))?|(E))?(F?)(S?)", _sorted_letters(found[4])) if found else None
        if not found or not letters:
            message = "expected a code for turning coins such as 1-3, 3E, 1+S, 1+C or 1-3C(5), not {code!r}"
            raise UsageError(message, code=shorten(code))
        least, most = int(found[1]), None if found[3] else int(found[2] or found[1])
        if least < 1 or (most is not None and most < least):
            raise UsageError("a move turns at least 1 coin, and counts must rise: not {code!r}", code=shorten(code))
        self.least, self.most = least, most
        self.window = int(letters[1][1:-1]) if letters[1] else None
        self.together = "C" in found[4] and not letters[1]
        self.spaced, self.from_first, self.symmetric = (bool(letter) for letter in letters.groups()[1:])
        if name:
            self.name, self.__doc__ = name, rules

    @property
    def code(self) -> str:
        """The code in its usual form."""
        counts = f"{self.least}+" if self.most is None else str(self.least)
        if self.most is not None and self.most > self.least:
            counts += f"-{self.most}"
        window = "C" * self.together + (f"C({self.window})" if self.window else "")
        return counts + window + "E" * self.spaced + "F" * self.from_first + "S" * self.symmetric

    def turns(self, n: int) -> Iterator[tuple[Coin, ...]]:
        room = n - self.first + 1
        for count in range(self.least, (room if self.most is None else min(self.most, room)) + 1):
            if count > 1:
                yield from self._several(n, count)
            elif not self.from_first or n == self.first:
                yield ()

    def _several(self, n: int, count: int) -> Iterator[tuple[Coin, ...]]:
        """The other coins, if `count` turn."""
        lowest = self.first if self.window is None else max(self.first, n - self.window + 1)
        lefts: Iterable[int] = range(lowest, n - count + 2)
        if self.together:
            lefts = [n - count + 1]
        if self.from_first:
            lefts = [left for left in (self.first,) if lowest <= left and (not self.together or left == n - count + 1)]
        for left in lefts:
            if self.spaced or self.together:
                if (n - left) % (count - 1) == 0:  # these are always symmetric as well
                    yield tuple(range(left, n, (n - left) // (count - 1)))
            elif self.symmetric:
                yield from ((left, *inner) for inner in _mirror_choices(left + 1, n, count - 2))
            else:
                yield from ((left, *inner) for inner in _choices(left + 1, n, count - 2))

    def size(self, state: State) -> int:
        """About as many moves as the last coin has."""
        room = max(state, default=self.first) - self.first
        if self.together or self.spaced:
            return room * room
        if self.symmetric:
            return 1 << min(room // 2 + 1, 4000)
        # Beyond 4000 coins the exact number no longer matters.
        most = min(room, self.most - 1 if self.most else room)
        return 1 << room if most == room < 4000 else comb(room, min(most, 4000))

    @property
    def parameters(self) -> str:
        return self.code if self.name == "turning" else ""

    @classmethod
    def from_parameters(cls, text: str) -> Game:
        return cls(text.strip())


def _sorted_letters(text: str) -> str:
    """The letters of a code in their usual order; C comes with its window."""
    return "".join(sorted(re.findall(r"C\([0-9]*\)|.", text)))


def _choices(low: int, high: int, count: int) -> Iterator[tuple[int, ...]]:
    """All choices of `count` numbers from `low` to `high` - 1, made one by one: there may be very many numbers."""
    if count == 0:
        yield ()
        return
    for first in range(low, high - count + 1):
        yield from ((first, *others) for others in _choices(first + 1, high, count - 1))


def _mirror_choices(low: int, high: int, count: int) -> Iterator[tuple[int, ...]]:
    """The choices of `count` numbers from `low` to `high` - 1 that are symmetric about the middle."""
    middle, odd = (low + high - 1) // 2, (high - low) % 2
    if count % 2 and not odd:
        # An odd number of coins needs a coin in the middle.
        return
    for left in _choices(low, low + (high - low) // 2, count // 2):
        yield (*left, *([middle] if count % 2 else []), *(low + high - 1 - place for place in reversed(left)))


class SubtractionCoins(CoinGame):
    """Turn coin x from heads to tails, and also coin x - s for some s in S (there is no coin 0).

    >>> print(*SubtractionCoins({1, 2})(3).options(), sep="; ")
    subtraction-coins{1,2}: 2; subtraction-coins{1,2}: 1
    """

    name = "subtraction-coins"
    first = 1
    start = (2, 5, 7)

    def __init__(self, amounts: str | Iterable[int] | Amounts = ()) -> None:
        self.amounts = Amounts(amounts)

    def turns(self, n: int) -> Iterator[tuple[Coin, ...]]:
        return ((n - s,) if n > s else () for s in self.amounts.upto(n))

    @property
    def parameters(self) -> str:
        return str(self.amounts)

    @classmethod
    def from_parameters(cls, text: str) -> Game:
        return cls(text)

    def __str__(self) -> str:
        # Braces even around an empty set: the name alone could not be read back.
        return f"{self.name}{{{self.parameters}}}"


Turtles = TurtlesGame()
Twins = TwinsGame()
MockTurtles = MockTurtlesGame()
Ruler = RulerGame()
Triplets = Turning(
    "3",
    name="triplets",
    rules="""Turn exactly three coins, the rightmost from heads to tails.

    >>> from nimatron import Triplets, grundy
    >>> grundy([Triplets(n) for n in range(10)])
    [0, 0, 1, 2, 4, 7, 8, 11, 13, 14]
    """,
)
Turnips = Turning(
    "3E",
    name="turnips",
    rules="""Turn three equally spaced coins, the rightmost from heads to tails.

    >>> from nimatron import Turnips, grundy
    >>> grundy([Turnips(n) for n in range(10)])
    [0, 0, 1, 0, 0, 1, 2, 2, 1, 0]
    """,
)
Sym = Turning(
    "1+S",
    name="sym",
    rules="""Turn any coins that lie symmetrically, the rightmost from heads to tails.

    >>> from nimatron import Sym, grundy
    >>> grundy([Sym(n) for n in range(10)])
    [1, 2, 4, 3, 6, 7, 8, 16, 18, 25]
    """,
)
Moidores = Turning(
    "1-9",
    name="moidores",
    rules="""Turn from one to nine coins, the rightmost from heads to tails.

    >>> from nimatron import Moidores, grundy
    >>> grundy([Moidores(n) for n in range(10)])
    [1, 2, 4, 8, 16, 32, 64, 128, 256, 511]
    """,
)
