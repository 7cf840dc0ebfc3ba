"""Text to position: `game{parameters}: state`, sums joined by ` + `.

The inverse is `str(position)`, which asks the game itself.
"""

from __future__ import annotations

import re

from ..errors import BadText, UnknownGame, UsageError
from ..game import Game, Position, Sum
from ..message import Number
from .catalog import KNOWN, Catalog, top_level
from .coins import CoinGame, Tartan
from .heaps import HeapGame
from .octal import Octal
from .sets import is_set, read_set

LONGEST = 10_000_000
"""The most characters that are read."""

CODE = re.compile(
    r"[a-v]?\.\S*|(?:(?:[0-9A-V*]|&[0-9]*;|\{[0-9,+!?=]*\})[!?=]?)*\.\S*|[0-9A-Fa-f][!?=]?|\{[0-9,+!?=]*\}[!?=]"
)
"""The code of a take-and-break game, even a faulty one. No name of a game has a point."""


def parse(text: str, catalog: Catalog = KNOWN) -> Position:
    """The position that `text` means; BadText points at the first fault.

    >>> parse("nim: 3 4 5 + chomp: 2x2")
    parse('nim: 3 4 5 + chomp: 2 2')
    """
    if len(text) > LONGEST:
        raise BadText("a text of {count} characters is too long to read", text[:80], 0, count=Number(len(text)))
    start, positions = 0, []
    for end in [*top_level(text, " + "), len(text)]:
        try:
            positions.append(_summand(text[start:end], catalog))
        except BadText as fault:
            raise fault.within(text, start) from None
        start = end + 3
    if len(positions) == 1:
        return positions[0]
    return Position(Sum(*(p.game for p in positions)), tuple(p.state for p in positions))


def position_of(position: Position | str) -> Position:
    """The position itself, or the one that a text means: wherever a position is expected, its text will do.

    >>> position_of("nim: 3 4 5") == position_of(position_of("nim: 3 4 5"))
    True
    """
    if isinstance(position, Position):
        return position
    if isinstance(position, str):
        return parse(position)
    raise UsageError("expected a position or its text, such as 'nim: 3 4 5', not {came}", came=repr(position))


def _unmatched(text: str) -> int | None:
    """The place of the first bracket without a partner."""
    opened: list[int] = []
    for place, letter in enumerate(text):
        if letter in "{[(":
            opened.append(place)
        elif letter in "}])":
            if not opened or text[opened[-1]] + letter not in ("{}", "[]", "()"):
                return opened[-1] if opened else place
            opened.pop()
    return opened[-1] if opened else None


def _sample(text: str, catalog: Catalog) -> str:
    """A position of the game that `text` begins with, or of Nim."""
    if text.strip().startswith("{"):
        return f"subtraction{text.strip()}: 13"
    try:
        return catalog.find(text.partition("{")[0]).sample or "nim: 3 4 5"
    except UnknownGame:
        return "nim: 3 4 5"


def _summand(text: str, catalog: Catalog) -> Position:
    if is_set(text):
        return read_set(text)
    name, rest, place = _halves(text, catalog)
    indent = len(name) - len(name.lstrip())
    try:
        game = _rules(name.strip(), catalog)
    except BadText as fault:
        raise fault.within(text, indent) from None
    try:
        return Position(game, game.parse(rest))
    except BadText as fault:
        raise fault.within(text, place) from None


def _halves(text: str, catalog: Catalog) -> tuple[str, str, int]:
    """The name of the game, the state, and where that begins. Without a colon: the longest known name."""
    colons = top_level(text, ":")
    if colons:
        return text[: colons[0]], text[colons[0] + 1 :], colons[0] + 1
    for place in reversed(top_level(text.rstrip(), " ")):
        name, rest = text[:place], text[place:]
        if name.strip() and _is_known(name.strip(), catalog):
            return name, rest, place
    if (found := _unmatched(text)) is not None:
        raise BadText("the bracket {bracket} has no partner", text, found, bracket=text[found])
    raise BadText(
        "expected `game: position`, such as {sample}", text, len(text.rstrip()), sample=_sample(text, catalog)
    )


def _is_known(name: str, catalog: Catalog) -> bool:
    if name.startswith("{") or _is_code(name):
        return True
    try:
        catalog.find(name.partition("{")[0])
    except UnknownGame:
        return False
    return True


def _is_code(name: str) -> bool:
    """Is it a code with a point? A single digit may be the name of somebody's game."""
    return "." in name and CODE.fullmatch(name) is not None


def _rules(name: str, catalog: Catalog) -> Game:
    """The game that a name, a code or a set of amounts means."""
    return coded_game(name, catalog) if name.startswith("{") or _is_code(name) else catalog.game(name)


def game_of(game: Game | str) -> Game:
    """The game itself, or the one that a text means: wherever a game is expected, its name or code will do.

    >>> print(game_of("0.77"), game_of(game_of("kayles")))
    octal{0.77} kayles
    """
    if isinstance(game, Game):
        return game
    if isinstance(game, str):
        return coded_game(game)
    raise UsageError("expected a game or its name, such as 'kayles' or '0.77', not {came}", came=repr(game))


def heap_game(text: str, catalog: Catalog = KNOWN) -> Game:
    """The heap game that a code, a name or a set means.

    >>> print(heap_game(".77"), heap_game("{1,2}"), heap_game("kayles"))
    octal{0.77} subtraction{1,2} kayles
    """
    return with_heaps(coded_game(text, catalog))


def coded_game(text: str, catalog: Catalog = KNOWN) -> Game:
    """The game that a code, a name or a set means, whether it is played with heaps or not."""
    text = text.strip()
    if CODE.fullmatch(text):
        return Octal(text)
    return catalog.game(f"subtraction{text}" if text.startswith("{") else text.rstrip(":").strip())


def with_heaps(game: Game) -> HeapGame | CoinGame:
    """The same game, if it is played with heaps, or coins in a row, each with a value; otherwise UsageError."""
    if isinstance(game, HeapGame) or (isinstance(game, CoinGame) and not isinstance(game, Tartan)):
        return game
    raise UsageError("{game} is not a sum of single heaps or coins in a row: it has no nim-sequence", game=game)
