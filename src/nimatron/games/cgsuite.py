"""The notation of CGSuite for the games that both know.

    game.heap.TakeAndBreak("0.77")(13)      octal{0.77}: 13
    game.heap.Nim(3) + game.heap.Nim(5)     nim: 3 5

CGSuite writes one heap at a time and adds them up; `game.heap.` may be left out, as after `import`.
"""

from __future__ import annotations

import re

from ..errors import BadText, UsageError
from ..game import Game, Position, Sum
from .amounts import Amounts
from .catalog import top_level
from .codes import Code
from .heaps import AllBut, HeapGame, Nim, Subtraction
from .lattice import Wythoff, WythoffGame
from .notation import game_of, position_of
from .octal import DawsonKayles, Grundy, Kayles, Octal

NAMED: dict[str, Game] = {
    "Nim": Nim,
    "Kayles": Kayles,
    "DawsonsKayles": DawsonKayles,
    "GrundysGame": Grundy,
    "Wythoff": Wythoff,
}
"""The rulesets that have a name of their own in CGSuite."""

_TERM = re.compile(
    r"""\s*(?:game\.heap\.)?(?P<rules>
        TakeAndBreak\(\s*"(?P<code>[^"]*)"\s*\)
        | Subtraction\(\s*\[(?P<amounts>[^\]]*)\]\s*(?P<allbut>,\s*allbut\s*=>\s*true\s*)?\)
        | (?P<name>[A-Za-z]+)
    )\s*(?:\((?P<heap>[^()]*|\([^()]*\))\))?\s*""",
    re.VERBOSE,
)


def from_cgsuite(text: str) -> Position | Game:
    """The position, or the rules if no heap is given, that a text of CGSuite means.

    >>> print(from_cgsuite('game.heap.TakeAndBreak("4!.0")(9) + game.heap.Kayles(5)'))
    octal{4!}: 9 + kayles: 5
    >>> print(from_cgsuite("game.heap.Subtraction([2,3,7], allbut => true)"))
    allbut{2,3,7}
    """
    terms, place = list[tuple[Game, object]](), 0
    while True:
        found = _TERM.match(text, place)
        if not found or (found.end() < len(text) and text[found.end()] != "+"):
            sample = 'game.heap.TakeAndBreak("0.77")(13)'
            raise BadText("expected a game as CGSuite writes it, such as {sample}", text, place, sample=sample)
        terms.append((_rules(found, text), _heap(found, text)))
        place = found.end() + 1
        if place > len(text):
            break
    if len(terms) == 1 and terms[0][1] is None:
        return terms[0][0]
    if any(heap is None for _, heap in terms):
        raise BadText("expected the heap in parentheses, such as (13)", text, len(text))
    return _joined(terms)


def _rules(found: re.Match[str], text: str) -> Game:
    if found["code"] is not None:
        try:
            return Octal(found["code"])
        except BadText as fault:
            raise fault.within(text, found.start("code")) from None
    if found["amounts"] is not None:
        try:
            amounts = Amounts(found["amounts"].replace(" ", ""))
        except BadText as fault:
            raise fault.within(text, found.start("amounts")) from None
        return AllBut(amounts) if found["allbut"] else Subtraction(amounts)
    if found["name"] not in NAMED:
        names = ", ".join((*NAMED, "TakeAndBreak", "Subtraction"))
        raise BadText("these games of CGSuite are known here: {names}", text, found.start("name"), names=names)
    return NAMED[found["name"]]


def _heap(found: re.Match[str], text: str) -> object:
    if found["heap"] is None:
        return None
    numbers = re.findall(r"[0-9]+", found["heap"])
    if re.sub(r"[0-9,()\s]", "", found["heap"]) or len(numbers) != (2 if found["name"] == "Wythoff" else 1):
        raise BadText("expected the size of a heap, such as 13", text, found.start("heap"))
    return tuple(map(int, numbers)) if len(numbers) == 2 else int(numbers[0])


def _joined(terms: list[tuple[Game, object]]) -> Position:
    """Heaps of one game in a row are one position; others are a sum."""
    positions: list[tuple[Game, list[object]]] = []
    for game, heap in terms:
        if positions and positions[-1][0] == game and isinstance(game, HeapGame):
            positions[-1][1].append(heap)
        else:
            positions.append((game, [heap]))
    made = [game(*heaps) if isinstance(game, HeapGame) else game(heaps[0]) for game, heaps in positions]
    if len(made) == 1:
        return made[0]
    return Position(Sum(*(position.game for position in made)), tuple(position.state for position in made))


def to_cgsuite(game: Position | Game | str) -> str:
    """A position or a game, or the text of one, in the notation of CGSuite; UsageError if CGSuite does not have it.

    >>> to_cgsuite("nim: 3 5 + grundy: 9")
    'game.heap.Nim(3) + game.heap.Nim(5) + game.heap.GrundysGame(9)'
    >>> to_cgsuite(Octal("0.3F")), to_cgsuite("kayles")
    ('game.heap.TakeAndBreak("0.3F")', 'game.heap.Kayles')
    """
    if isinstance(game, str):
        game = position_of(game) if top_level(game, ":") else game_of(game)
    if isinstance(game, Game):
        return _written(game)
    parts = zip(game.game.games, game.state, strict=True) if isinstance(game.game, Sum) else [(game.game, game.state)]
    return " + ".join(term for rules, state in parts for term in _terms(rules, state))


def _terms(game: Game, state: object) -> list[str]:
    written = _written(game)
    assert isinstance(state, tuple)
    if isinstance(game, WythoffGame):
        return [f"{written}(({state[0]},{state[1]}))"]
    return [f"{written}({heap})" for heap in state]


def _written(game: Game) -> str:
    named = {rules: name for name, rules in NAMED.items()}
    if game in named:
        return f"game.heap.{named[game]}"
    if type(game) is Octal:
        return f'game.heap.TakeAndBreak("{_code(game.code)}")'
    if type(game) in (Subtraction, AllBut):
        assert isinstance(game, Subtraction | AllBut)
        amounts = game.amounts
        inside, allbut = (amounts, "") if amounts.finite else (~amounts, ", allbut => true")
        return f"game.heap.Subtraction([{','.join(map(str, inside))}]{allbut})"
    raise UsageError("CGSuite does not have {game}", game=game)


def _code(code: Code) -> str:
    """CGSuite always writes a point."""
    text = str(code)
    return text if "." in text else f"{text}.0"
