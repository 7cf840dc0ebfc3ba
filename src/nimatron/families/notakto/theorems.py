"""Notakto in misere play: every board is an element of a commutative monoid of order 18."""

from __future__ import annotations

from collections.abc import Iterable

from ...core.game import Game, Outcome, State
from ...core.message import Message
from ...solve.theorem import Theorem, Theorems, Traits, TraitsOf
from ..sources import NOTAKTO
from .rules import NotaktoGame, is_finished, least_image

Element = tuple[int, int, int, int]
"""The exponents of the generators a, b, c and d, as small as the relations allow."""

ELEMENTS = {
    "a": """.XX/X.X/XX. XX./.XX/X.. X.X/X.X/.X. X.X/..X/XX. XX./XX./... XX./X.X/... .XX/..X/X.. ..X/X.X/X..
        .X./X.X/.X. X.X/.../X.X X.X/X../... X.X/.X./... ..X/XX./... X../..X/X.. .X./X../... .../X.X/... ..X/.../X..""",
    "b": """.XX/X.X/X.. XX./X.X/.X. X.X/XX./... .XX/XX./... X.X/X.X/... XX./..X/X.. X.X/..X/X.. X../.XX/X..
        .X./.XX/X.. XX./X../... .X./X.X/... X.X/.../... ..X/X../... X../.X./... .X./.X./...""",
    "ab": ".XX/X../X.. .X./X.X/X.. XX./.X./... .X./XX./... X.X/.../X..",
    "d": ".XX/X../... X../X.X/... .XX/.../X..",
    "ad": "XX./.../...",
    "cc": ".../.X./...",
    "c": ".../.../...",
}
"""One image of each board that is not finished. All others, and three more, are 1: an X in a corner, at a side."""

LOST = {(1, 0, 0, 0), (0, 2, 0, 0), (0, 1, 1, 0), (0, 0, 2, 0)}
"""a, bb, bc and cc: a sum of boards with this product is lost for the player to move."""


def reduce(a: int, b: int, c: int, d: int) -> Element:
    """Exponents by the relations aa = 1, bbb = b, bbc = c, ccc = acc, bbd = d, cd = ad, dd = cc.

    >>> reduce(0, 3, 0, 0), reduce(0, 0, 1, 1), reduce(0, 0, 0, 2)
    ((0, 1, 0, 0), (1, 0, 0, 1), (0, 0, 2, 0))
    """
    # dd = cc comes first, because it adds to the c that the other relations reduce.
    c, d = c + d // 2 * 2, d % 2
    if c and d:
        a, c = a + c, 0
    if c > 2:
        a, c = a + c - 2, 2
    if b > 2 or (b > 1 and (c or d)):
        b -= (b - 1) // 2 * 2 if not (c or d) else b // 2 * 2
    return a % 2, b, c, d


def _exponents(word: str) -> Element:
    a, b, c, d = map(word.count, "abcd")
    return a, b, c, d


BOARDS = {least_image(board): _exponents(word) for word, boards in ELEMENTS.items() for board in boards.split()}


def element(board: str) -> Element:
    """The element of a board.

    >>> element(".../.../..."), element("XX./.../...")
    ((0, 0, 1, 0), (1, 0, 0, 1))
    """
    return (0, 0, 0, 0) if is_finished(board) else BOARDS.get(least_image(board), (0, 0, 0, 0))


def product(boards: Iterable[str]) -> Element:
    """The element of several boards."""
    a, b, c, d = (sum(exponents) for exponents in zip((0, 0, 0, 0), *map(element, boards), strict=True))
    return reduce(a, b, c, d)


def word(exponents: Element) -> str:
    """An element in letters."""
    return "".join(letter * n for letter, n in zip("abcd", exponents, strict=True)) or "1"


def _misere(game: Game, state: State) -> Outcome:
    return "P" if product(state) in LOST else "N"


def _method(game: Game, state: State) -> Message | None:
    if not state or len(state) > 12:
        return None
    factors = " · ".join(word(element(board)) for board in state)
    return Message(
        "Think of each board as letters: an empty board is c, and a finished board is 1, which does not count. Here: "
        "{factors} = {product}. Whoever leaves a, bb, bc or cc wins. Letters shrink: aa = 1, bbb = b, bbc = c, "
        "ccc = acc, bbd = d, cd = ad and dd = cc. Only 18 words are left, and they form a monoid.",
        factors=factors,
        product=word(product(state)),
    )


THEOREMS: Theorems = {
    NotaktoGame: (
        Theorem(
            "Notakto: the misere quotient of order 18", NOTAKTO, misere=_misere,
            misere_method=_method,
        ),
    ),
}  # fmt: skip

TRAITS: TraitsOf = {NotaktoGame: Traits(independent=True)}
