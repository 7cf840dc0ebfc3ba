"""Text to position: `game{parameters}: state`, sums joined by ` + `, other compounds by their signs.

The inverse is `str(position)`, which asks the game itself.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NoReturn

from ..core.brackets import top_level, unwrap
from ..core.errors import BadText, UnknownGame, UsageError
from ..core.game import Compound, Game, Position, Sum
from ..core.message import Number
from ..families.catalog import CODE, KNOWN, Catalog
from ..families.heaps.rules import HeapGame
from ..families.lists.rules import unpaired_bracket

if TYPE_CHECKING:
    from ..families.coins.rules import CoinGame

LONGEST = 10_000_000
"""The most characters that are read."""

MOST_BRACKETS = 20
"""How deep compounds may stand within each other."""

LIST = re.compile(r"\s*(?:[(<\[⟨〈][\d\s,;]*[)>\]⟩〉]|[|\s]*\|[|\s]*)\s*")
"""Heaps that stand alone, as ⟨3,4,5⟩, (16,27,32) or the sticks | || ||: they are heaps of Nim."""

CALL = re.compile(r"\s*([^\W\d][^{}()<>\[\]⟨⟩〈〉]*?)\s*([(<⟨〈][\d\s,;]*[)>⟩〉])\s*")
"""A position as Python writes it: Nim(3, 4, 5) or nim⟨3,4,5⟩."""

NAMED = re.compile(r"\s+(?:[^\W\d_][^|&:]*:|[{(])")
"""What comes after a sign that joins games: a name and its colon, or a set."""

SIGNS = str.maketrans("×−\N{NO-BREAK SPACE}", "x- ")
"""Signs that books print, one letter for one, so that places in the text remain."""


def parse(text: str, catalog: Catalog = KNOWN) -> Position:
    """The position that `text` means; BadText points at the first fault.

    >>> parse("nim: 3 4 5 + chomp: 2x2")
    parse('nim: 3 4 5 + chomp: 2 2')
    """
    if not isinstance(text, str):
        raise UsageError("expected the text of a position, such as 'nim: 3 4 5', not {came}", came=repr(text))
    if len(text) > LONGEST:
        raise BadText("a text of {count} characters is too long", text[:80], 0, count=Number(len(text)))
    return _position(text, catalog, MOST_BRACKETS)


def _position(text: str, catalog: Catalog, room: int) -> Position:
    """The position that a text means in which brackets stand within each other at most `room` deep."""
    kind, places = _signs(text)
    if not places and (inside := unwrap(text)) is not None and ":" in inside:
        if not room:
            raise BadText("more than {most} brackets within each other", text, 0, most=MOST_BRACKETS)
        try:
            return _position(inside, catalog, room - 1)
        except BadText as fault:
            raise fault.within(text, text.index("(") + 1) from None
    start, positions = 0, []
    for end in [*places, len(text)]:
        try:
            piece = text[start:end]
            positions.append(_position(piece, catalog, room) if places else _summand(piece, catalog))
        except (BadText, UnknownGame) as fault:
            _refuse_lone_sign(text, start, end)
            raise (fault.within(text, start) if isinstance(fault, BadText) else fault) from None
        start = end + len(kind.sign)
    return kind.of(*positions)


def _signs(text: str) -> tuple[type[Compound], list[int]]:
    """How the games are joined, and the places of the signs; one text has one way of joining.

    After | and || comes the name of a game with a colon: the sticks || | are heaps.
    """
    found: dict[type[Compound], list[int]] = {}
    for sign, kind in Compound.signs.items():
        short = sign.rstrip()  # among sticks the space after one sign may be the space before the next
        places = top_level(text, sign if "|" not in sign else short)
        found[kind] = places if "|" not in sign else [p for p in places if NAMED.match(text, p + len(short))]
    used = [(kind, places) for kind, places in found.items() if places]
    if len(used) > 1:
        place = used[1][1][0]
        raise BadText("{one} and {other} join games in different ways: put brackets around one of them", text,
                      place + 1, one=used[0][0].sign.strip(), other=used[1][0].sign.strip())  # fmt: skip
    return used[0] if used else (Sum, [])


def _refuse_lone_sign(text: str, start: int, end: int) -> None:
    """Blame the missing game if the game that cannot be read is empty, or has a +, & or :: at an end."""
    part = text[start:end]
    if behind := re.search(r"(\+|&&?|::)\s*$", part):
        _blame(text, start + behind.start(), behind[1], after=True)
    if start and not part.strip():
        _blame(text, start - 2, text[:start].split()[-1], after=True)
    if before := re.match(r"\s*(\+|&&?|::)", part):
        _blame(text, start + before.start(1), before[1], after=False)
    if end < len(text) and not part.strip():
        _blame(text, end + 1, text[end:].split()[0], after=False)


def _blame(text: str, place: int, sign: str, after: bool) -> NoReturn:
    sample = f"nim: 3 4 5 {sign} kayles: 7"
    if after:
        raise BadText("a game is missing after this {sign}, such as {sample}", text, place, sign=sign, sample=sample)
    raise BadText("a game is missing before this {sign}, such as {sample}", text, place, sign=sign, sample=sample)


def read_state(game: Game, text: str) -> Position:
    """The position of `game` whose state is `text`.

    >>> from nimatron import Cram
    >>> print(read_state(Cram, "3×2"))
    cram: .../...
    """
    return Position(game, game.parse(text.translate(SIGNS)))


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


def _sample(text: str, catalog: Catalog) -> str:
    """A position of the game that `text` begins with, or of Nim."""
    if text.strip().startswith("{"):
        return f"subtraction{text.strip()}: 13"
    if re.fullmatch(r"\s*\d+\s*[x×]\s*\d+\s*", text):
        return f"chomp: {text.strip()}"
    if re.fullmatch(r"[\d\s,;]+", text):
        return f"nim: {' '.join(re.findall('[0-9]+', text))}"
    try:
        return catalog.find(text.partition("{")[0]).sample or "nim: 3 4 5"
    except UnknownGame:
        return "nim: 3 4 5"


def _summand(text: str, catalog: Catalog) -> Position:
    if is_set(text):
        return read_state(catalog.game("set"), text)
    name, rest, place = _halves(text, catalog)
    indent = len(name) - len(name.lstrip())
    try:
        game = catalog.game(name.strip())
    except BadText as fault:
        raise fault.within(text, indent) from None
    try:
        return read_state(game, rest)
    except BadText as fault:
        raise fault.within(text, place) from None


def _halves(text: str, catalog: Catalog) -> tuple[str, str, int]:
    """The name of the game, the state, and where that begins. Without a colon: the longest known name."""
    colons = top_level(text, ":")
    if colons:
        return text[: colons[0]], text[colons[0] + 1 :], colons[0] + 1
    if LIST.fullmatch(text):
        return "nim", text, 0
    if called := _name_match(text, catalog):
        return called[1], called[2], called.start(2)
    for place in reversed(top_level(text.rstrip(), " ")):
        name, rest = text[:place], text[place:]
        if name.strip() and catalog.knows(name.strip()):
            return name, rest, place
    if (found := unpaired_bracket(text)) is not None:
        raise BadText("the bracket {bracket} has no partner", text, found, bracket=text[found])
    if first := re.match(r"\s*([^\W\d][^\s{\[(]*)", text):
        catalog.find(first[1])  # which suggests a name, if there is no such game
    raise BadText(
        "expected `game: position`, such as {sample}", text, len(text.rstrip()), sample=_sample(text, catalog)
    )


def _name_match(text: str, catalog: Catalog) -> re.Match[str] | None:
    """The name and the state of Nim(3, 4, 5); of a game with parameters these stand in the brackets."""
    found = CALL.fullmatch(text)
    entry = catalog.entry_by_name(found[1]) if found else None
    return found if entry and not isinstance(entry.game, type) else None


def beginning(text: str, catalog: Catalog = KNOWN) -> Position:
    """The position that `text` means; for a game alone, its usual start.

    >>> print(beginning("kayles"), beginning("{2,3,7,8}"), beginning("{2,3,7,8} 30"), sep="; ")
    kayles: 1 11; subtraction{2,3,7,8}: 13; subtraction{2,3,7,8}: 30
    """
    if not is_game(text, catalog):
        return parse(text, catalog)
    # A name without parameters has a sample, and its parameters are those of the sample.
    entry = catalog.entry_by_name(text.strip())
    return parse(entry.sample, catalog) if entry and entry.sample else catalog.game(text)()


def is_game(text: str, catalog: Catalog = KNOWN) -> bool:
    """Does `text` mean rules rather than a position?

    >>> list(map(is_game, ["kayles", "{2,3,7,8}", "0.77", "kayles 3", "{{},{{}}}"]))
    [True, True, True, False, False]
    """
    text = text.strip()
    return (
        not is_set(text)
        and not _name_match(text, catalog)
        and (catalog.knows(text) or CODE.fullmatch(text) is not None)
    )


def game_of(game: Game | str) -> Game:
    """The game itself, or the one that a text means: wherever a game is expected, its name or code will do.

    >>> print(game_of("0.77"), game_of(game_of("kayles")))
    octal{0.77} kayles
    """
    if isinstance(game, Game):
        return game
    if isinstance(game, str):
        return KNOWN.game(game)
    raise UsageError("expected a game or its name, such as 'kayles' or '0.77', not {came}", came=repr(game))


def heap_game(text: str, catalog: Catalog = KNOWN) -> Game:
    """The heap game that a code, a name or a set means.

    >>> print(heap_game(".77"), heap_game("{1,2}"), heap_game("kayles"))
    octal{0.77} subtraction{1,2} kayles
    """
    return with_heaps(catalog.game(text))


def with_heaps(game: Game) -> HeapGame | CoinGame:
    """The same game, if it is played with heaps, or coins in a row, each with a value; otherwise UsageError."""
    # Loaded here: most positions that are read have no coins.
    from ..families.coins.rules import CoinGame
    from ..families.tartan.rules import Tartan

    if isinstance(game, HeapGame) or (isinstance(game, CoinGame) and not isinstance(game, Tartan)):
        return game
    raise UsageError("{game} is not a sum of single heaps or coins in a row: it has no nim-sequence", game=game)


# -- sets of options -----------------------------------------------------------------------------


def is_set(text: str) -> bool:
    """Is it a game written as the set of its options, each such a set itself? {} has no move, {{}} has one to it."""
    return re.fullmatch(r"[{},∅\s]*[{∅][{},∅\s]*", text) is not None
