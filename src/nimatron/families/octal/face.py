"""How take-and-break games look: rows of pins, or heaps that may be split."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

from ...core.game import State
from ...core.message import Message
from ...show.board_text import Marks, span, strip
from ...show.face import Card, Faces, PastTense, Piece
from ...show.picture import HIGH, WIDE, BoardLine, Picture, Shape
from ...show.setup import Dial, Panel, heaps_setting, list_panel, rules_panel
from ...show.words import tr
from ..heaps import face as heaps
from ..heaps.rules import changed_heap
from .rules import Octal

PINS = 24
"""The most pins that a row in the terminal numbers: a longer row has no room for them."""

LINE = 24
"""The most pins side by side on the page, before the next row goes below."""


# -- in the terminal -----------------------------------------------------------------------------


def board(game: Octal, state: State, marks: Marks) -> str:
    """Rows with numbered pins, or heaps."""
    if not game.rows:
        return heaps.board(game, state, marks)
    lines = []
    for i, pins in enumerate(state, 1):
        name = tr("row {row}", row=i)
        if pins > PINS:
            lines.append(heaps.line(name, pins, marks.pin, str(pins), marks))
        elif pins:
            lines += strip(name, dict.fromkeys(span(1, pins), marks.pin), span(1, pins))
    return "\n".join(lines) or tr("(no pins)")


# -- on the page ---------------------------------------------------------------------------------


def picture(game: Octal, state: State, frame: State) -> Picture | None:
    """Pins or coins, with gaps to click between them if a heap may be cut."""
    return _rows(game, state) if game.rows else heaps.picture(game, state, frame, _coins)


def _can_cut(game: Octal) -> bool:
    """May a heap be cut between two neighbours?"""
    # Either nothing is taken, or what is taken leaves three heaps, and two of them still touch.
    return game.code.places[0].parts > 1 or game.code.parts > 2


def _coins(game: Any, i: int, heap: State, several: bool) -> Iterator[Shape]:
    cuts = _can_cut(game) and not heaps.is_box(heap)
    for n, coin in enumerate(heaps.coins(game, i, heap, several), 1):
        yield coin
        if cuts and n < heap:
            label = Message("heap {heap}, between {coin} and the next", heap=i + 1, coin=n)
            yield Shape(f"{coin.id}|", "gap", n, coin.y, i, coin.column + 1, label)


def _rows(game: Octal, state: State) -> Picture | None:
    """Rows of pins one after another, with space between them."""
    if any(pins > WIDE for pins in state) or sum(state) > WIDE * HIGH // 2:
        return None
    shapes: list[Shape] = []
    x, y, wide = 0.0, 0, 0.0
    for i, pins in enumerate(state):
        if not pins:
            continue
        if x and x + pins > LINE:
            x, y = 0.0, y + 1
        shapes += _pins(game, i, pins, x, y)
        x += pins + 1
        wide = max(wide, x - 1)
    lines = tuple(BoardLine(pins) for pins in state)
    return Picture("pins", max(wide, 4), 1.5 * (y + 1), tuple(shapes), lines=lines, together=True)


def _pins(game: Octal, i: int, pins: int, x: float, y: int) -> Iterator[Shape]:
    """A row of pins in line y, beginning at x."""
    cuts = _can_cut(game)
    for n in range(1, pins + 1):
        params = {"row": i + 1, "pin": n, "count": pins}
        label, column = Message("row {row}, pin {pin} of {count}", params=params), 2 * int(x + n)
        yield Shape(f"{i + 1}.{n}", "pin", x + n - 0.5, 1.5 * y + 0.75, i, column, label)
        if cuts and n < pins:
            label = Message("row {row}, between {pin} and the next", params=params)
            yield Shape(f"{i + 1}.{n}|", "gap", x + n, 1.5 * y + 0.75, i, column + 1, label)


def picture_after_move(game: Octal, after: State, before: State) -> Picture | None:
    """The board before the move, without what it takes; where two parts of a heap still touch, the gap is open."""
    drawn = picture(game, before, before)
    if drawn is None:
        return None
    i, parts = changed_heap(before, after)
    if sum(parts) > before[i]:  # coins were added: the heap cannot be shown in its old place
        return None
    parted = _halves_of(i, before[i], parts)
    shapes = (replace(shape, look=parted.get(shape.id, shape.look)) for shape in drawn.shapes)
    return replace(drawn, shapes=tuple(shape for shape in shapes if shape.look != "taken"))


def _halves_of(i: int, heap: int, parts: tuple[int, ...]) -> dict[str, str]:
    """How the coins of heap i and the gaps between them look after a move."""
    if heaps.is_box(heap):
        return {f"{i + 1}": ", ".join(map(str, parts))}
    owners: list[int | None] = [0] * parts[0] + [None] * (heap - sum(parts))
    owners += [k for k, part in enumerate(parts[1:], 1) for _ in range(part)]
    taken = {f"{i + 1}.{n}": "taken" for n, owner in enumerate(owners, 1) if owner is None}
    beside = enumerate(pairwise(owners), 1)
    return taken | {f"{i + 1}.{n}|": "open" for n, (a, b) in beside if a != b and None not in (a, b)}


def changes(game: Octal, before: State, after: State) -> Iterator[str]:
    """A heap that is split keeps its place: what lay between the parts is gone, or a gap opens."""
    i, parts = changed_heap(before, after)
    if heaps.is_box(before[i]):
        yield f"{i + 1}"
        return
    first, *others = parts
    if sum(parts) > before[i]:
        yield from (f"{i + 1}.{n}" for n in range(1, before[i] + 1))
        return
    gone = range(first + 1, before[i] - sum(others) + 1)
    yield from (f"{i + 1}.{n}" for n in gone)
    cuts = [first] if others and not gone else []
    cuts += [before[i] - sum(others[k:]) for k in range(1, len(others))]
    yield from (f"{i + 1}.{n}|" for n in cuts)


def parts(game: Octal, state: State) -> list[Piece]:
    """Each row or heap."""
    return heaps.parts(game, state, "row {number}" if game.rows else "heap {number}")


# -- starts and words ----------------------------------------------------------------------------


KNOCKED = (
    PastTense("knock down pin {first} of row {row}", "knocked down pin {first} of row {row}"),
    PastTense("knock down pins {first} to {last} of row {row}", "knocked down pins {first} to {last} of row {row}"),
)


def card(game: Octal) -> Card:
    """What to click follows from what the code allows: pins or coins, gaps to split at, or both."""
    code = game.code
    takes = {t for t, digit in enumerate(code.digits) if t and digit} | ({len(code.digits)} if code.repeat else set())
    splits = code.places[0].parts > 1
    if game.rows:
        return Card("rows", _click_pins(takes))
    if splits and not takes:
        return Card("heaps", Message("Click a gap: the heap is split there."))
    if splits:
        return Card("heaps", Message("Click a coin to take it and all to its right, or a gap to split the heap."))
    return Card("heaps", Message("Click the coins that you take: what lies beside them stays."))


def _click_pins(takes: set[int]) -> Message:
    if takes == {1, 2}:
        return Message("Click a pin, and then a pin beside it or the same one again.")
    if takes == {2}:
        return Message("Click two pins side by side.")
    return Message("Click the pins that you take, the last one twice.")


CODED = rules_panel(
    Dial("code", Message("Code"), "text", of="rules"),
    heaps.COINS,
    lambda game: [str(game.code)],
    lambda values: Octal(values[0]),
)


def dials(game: Octal) -> Panel:
    """The code of a game without a name can be set; a named game has only its heaps or rows."""
    if game.name == Octal.name:
        return CODED
    return list_panel(Message("Pins in each row") if game.rows else heaps.COINS)


OCTAL = replace(
    heaps.ONE_BY_ONE,
    dials=dials,
    board=board,
    picture=picture,
    after_move=picture_after_move,
    changes=changes,
    setting=heaps_setting(picture),
    parts=parts,
    start=lambda game, usual, rng: tuple(rng.randint(3, 14) for _ in usual),
    card=card,
    past=(*heaps.PAST, *KNOCKED),
    which_parameters=Message("Which code?"),
)

FACES: Faces = {Octal: OCTAL}
