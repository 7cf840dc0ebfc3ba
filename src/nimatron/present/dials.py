"""Positions by numbers: what can be set on sliders and steppers, so that nobody needs the notation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ..errors import UsageError
from ..game import Game, Position, State
from ..games import coins, cram, endnim, euclid, fibonacci, grids, heaps, lattice, octal, strips, table
from ..games.amounts import Amounts
from ..games.catalog import is_ours
from ..message import Message

Kind = Literal["number", "list", "set", "text"]

Values = Mapping[str, Sequence[Any]]
"""What the dials say: for each name its values."""


@dataclass(frozen=True)
class Dial:
    """Something that can be set: `least` to `most` values from `low` to `high`, in order, or as a set; or a text.

    It is part of the rules or of the state.
    """

    name: str
    label: Message
    kind: Kind
    low: int = 0
    high: int = 0
    least: int = 1
    most: int = 1
    of: Literal["rules", "state"] = "state"

    def accept(self, text: str) -> list[Any]:
        """The values in a text such as 3,4,5."""
        if self.kind == "text":
            return [text]
        words = text.split(",") if text else []
        values = [int(word) for word in words if word.isascii() and word.isdigit() and len(word) < 10]
        fits = len(values) == len(words) and self.least <= len(values) <= self.most
        if not fits or not all(self.low <= value <= self.high for value in values):
            raise UsageError(
                "{name}: expected {least} to {most} numbers from {low} to {high}, not {text!r}",
                name=self.name,
                least=self.least,
                most=self.most,
                low=self.low,
                high=self.high,
                text=text[:40],
            )
        return sorted(set(values)) if self.kind == "set" else values


@dataclass(frozen=True)
class Panel:
    """The dials of a family: `read` tells their values, None if they do not tell the position; `make` goes back."""

    dials: tuple[Dial, ...]
    read: Callable[[Any, State], Values | None]
    make: Callable[[Any, Values], tuple[Game, State]]


# -- panels --------------------------------------------------------------------------------------

HEAPS = Message("Coins in each heap")
PINS = Message("Pins in each row")
TAKEN = Message("What may be taken")
HEADS = Message("Coins that show heads")


def _listed(label: Message, high: int = 30, least: int = 1) -> Panel:
    """A list of numbers is the whole state."""
    dial = Dial("heaps", label, "list", 0, high, least, 8)
    return Panel((dial,), lambda game, state: {"heaps": state}, lambda game, values: (game, tuple(values["heaps"])))


def _with_rules(rule: Dial, read: Callable[[Any], Sequence[Any] | None], make: Callable[[Any], Game]) -> Panel:
    """A dial for the rules before the heaps."""

    def known(game: Any, state: State) -> Values | None:
        values = read(game)
        return None if values is None else {rule.name: values, "heaps": state}

    heap = Dial("heaps", HEAPS, "list", 0, 60, 1, 8)
    return Panel((rule, heap), known, lambda game, values: (make(values[rule.name]), tuple(values["heaps"])))


def _few(amounts: Amounts) -> list[int] | None:
    """A set that is small enough to be shown number by number."""
    if not amounts.finite or (amounts.largest or 0) > 10**6:
        return None
    found = [n for low, high in amounts.runs for n in range(low, (high or low) + 1)]
    return found if len(found) <= 40 else None


def _places(name: str, label: Message, first: int = 0) -> Panel:
    """A set of places on a strip is the whole state."""
    dial = Dial(name, label, "set", first, 20, 0, 21)
    return Panel((dial,), lambda game, state: {name: state}, lambda game, values: (game, tuple(values[name])))


def _size(most: int, first: int, read: Callable[[State], tuple[int, int] | None], make: Callable[..., State]) -> Panel:
    """Two numbers: columns and rows, of a board or of a place on it."""
    dials = (
        Dial("columns", Message("Columns"), "number", first, most),
        Dial("rows", Message("Rows"), "number", first, most),
    )

    def known(game: Any, state: State) -> Values | None:
        size = read(state)
        return None if size is None else {"columns": [size[0]], "rows": [size[1]]}

    return Panel(dials, known, lambda game, values: (game, make(values["columns"][0], values["rows"][0])))


def _pair(state: State) -> tuple[int, int]:
    return state[0], state[1]


def _whole_bar(state: State) -> tuple[int, int] | None:
    return (state[0], len(state)) if len(set(state)) == 1 else None


def _whole_board(state: State) -> tuple[int, int] | None:
    width, height, empty = state
    return (width, height) if empty == (1 << width * height) - 1 else None


def _empty_table(game: table.Table, state: State) -> Values | None:
    return None if state else {"columns": [game.width], "rows": [game.height], "side": [game.side]}


def _subtraction_coins(game: coins.SubtractionCoins, state: State) -> Values | None:
    amounts = _few(game.amounts)
    return None if amounts is None else {"set": amounts, "heads": state}


SET = Dial("set", TAKEN, "set", 1, 12, 0, 12, "rules")

PIECE = _size(20, 0, _pair, lambda x, y: (x, y))

PANELS: dict[type[Game], Panel] = {
    heaps.NimGame: _listed(HEAPS),
    heaps.Moore: _with_rules(
        Dial("k", Message("From how many heaps one may take"), "number", 1, 8, of="rules"),
        lambda game: [game.k],
        lambda values: heaps.Moore(values[0]),
    ),
    heaps.Subtraction: _with_rules(SET, lambda game: _few(game.amounts), heaps.Subtraction),
    heaps.AllBut: _with_rules(
        Dial("set", Message("What may not be taken"), "set", 1, 12, 0, 12, "rules"),
        lambda game: _few(game.excluded),
        heaps.AllBut,
    ),
    heaps.NimbleGame: _listed(Message("The square of each coin"), 20, 0),
    strips.StripGame: _places("squares", Message("The squares with a coin")),
    strips.StaircaseGame: _listed(Message("Coins on each step")),
    endnim.EndNimGame: _listed(HEAPS),
    euclid.EuclidGame: Panel(
        (Dial("numbers", Message("The two numbers"), "list", 1, 60, 2, 2),),
        lambda game, state: {"numbers": state},
        lambda game, values: (game, tuple(values["numbers"])),
    ),
    fibonacci.FibonacciGame: Panel(
        (Dial("coins", Message("Coins"), "number", 1, 60),),
        lambda game, state: {"coins": [state[0]]} if state == game.parse(str(state[0])) else None,
        lambda game, values: (game, game.parse(str(values["coins"][0]))),
    ),
    coins.SubtractionCoins: Panel(
        (
            Dial("set", Message("Distances"), "set", 1, 12, 0, 12, "rules"),
            Dial("heads", HEADS, "set", 1, 20, 0, 20),
        ),
        _subtraction_coins,
        lambda game, values: (coins.SubtractionCoins(values["set"]), tuple(values["heads"])),
    ),
    lattice.PieceGame: PIECE,
    grids.ChompGame: _size(12, 1, _whole_bar, lambda x, y: (x,) * y),
    grids.ChopGame: _size(20, 1, _pair, lambda x, y: (x, y)),
    cram.CramGame: _size(12, 1, _whole_board, lambda x, y: (x, y, (1 << x * y) - 1)),
    table.Table: Panel(
        (
            Dial("columns", Message("Columns"), "number", 1, 12, of="rules"),
            Dial("rows", Message("Rows"), "number", 1, 12, of="rules"),
            Dial("side", Message("Side of a coin"), "number", 1, 4, of="rules"),
        ),
        _empty_table,
        lambda game, values: (table.Table(*(values[name][0] for name in ("columns", "rows", "side"))), ()),
    ),
}
"""By class, as faces are; what is not here has no dials."""

CODE = Dial("code", Message("Code"), "text", least=1, most=1, of="rules")

OCTAL = Panel(
    (CODE, Dial("heaps", HEAPS, "list", 0, 60, 1, 8)),
    lambda game, state: {"code": [str(game.code)], "heaps": state},
    lambda game, values: (octal.Octal(values["code"][0]), tuple(values["heaps"])),
)


def panel_of(game: Game) -> Panel | None:
    """The dials of a game; None if it has none. What numbers mean in a user's own game is not known."""
    if not is_ours(game):
        return None
    if isinstance(game, octal.Octal):  # one of the named games, or any code
        return OCTAL if game.name == octal.Octal.name else _listed(PINS if game.rows else HEAPS)
    found = next((PANELS[rules] for rules in type(game).__mro__ if rules in PANELS), None)
    if found is None and isinstance(game, coins.CoinGame) and not isinstance(game, coins.Tartan):
        return _places("heads", HEADS, game.first)
    return found


def dialled(position: Position) -> list[tuple[Dial, Sequence[Any]]]:
    """The dials of a position with their values; none if numbers do not tell it."""
    panel = panel_of(position.game)
    values = panel.read(position.game, position.state) if panel else None
    if panel is None or values is None or not _plain(values):
        return []
    return [(dial, values[dial.name]) for dial in panel.dials]


def _plain(values: Values) -> bool:
    """Are they all small numbers or texts? Ordinals and numbers beyond 2^53 are not for sliders."""
    every = [value for several in values.values() for value in several]
    return len(every) <= 100 and all(
        isinstance(value, str) or (type(value) is int and value < 1 << 53) for value in every
    )


def turned(position: Position, settings: Sequence[str]) -> Position:
    """The position after dials were set, each as `name:values`; the others keep their values.

    >>> from nimatron import parse
    >>> print(turned(parse("subtraction{1,2,3}: 13"), ["set:1,2,4", "heaps:13,7"]))
    subtraction{1,2,4}: 13 7
    """
    values: dict[str, Sequence[Any]] = {dial.name: values for dial, values in dialled(position)}
    dials = {dial.name: dial for dial, _ in dialled(position)}
    for setting in settings:
        name, _, text = setting.partition(":")
        if name not in dials:
            raise UsageError("there is no dial {name!r} for {position}", name=name[:40], position=str(position)[:80])
        values[name] = dials[name].accept(text.strip())
    panel = panel_of(position.game)
    if panel is None or not settings:
        return position
    game, state = panel.make(position.game, values)
    return Position(game, game.accept(state))
