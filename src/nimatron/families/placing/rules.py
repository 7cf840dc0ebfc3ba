"""Placing games: put a shape on free squares of a board; it covers squares and may block others."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import product
from operator import or_
from typing import NamedTuple

from ...core.errors import BadText, IllegalPosition, UsageError
from ...core.game import Game, Part, State
from ...core.message import Message
from ..lists.rules import natural, read_rows
from .board_shapes import (
    MOST_MARKS,
    MOST_SHAPES,
    PIECES,
    SURFACES,
    ChessPiece,
    Piece,
    joined_drawing,
    onto_board,
    placements,
    read_shape,
)

MOST_SQUARES = 128
"""The most squares of a board, free or not."""

MOST_IMAGES = 64
"""More symmetries than this are left out: finding the least image would take longer than the search saves."""

SIZE = re.compile(r"\s*(\d{1,4})\s*[x×]\s*(\d{1,4})\s*")

FREE, LOST, COVERED = ".#o"
Board = tuple[int, int, int, int]


class Placement(NamedTuple):
    """One way to place a shape: the squares that it covers, and these with all that it blocks."""

    covers: int
    takes: int


class Placing(Game[Board]):
    """Place a piece on free squares of the board. It covers squares, and blocks others for both players.

    The state is (width, height, free, covered): bit y*width + x is the square in column x of row y, from the top. A
    square that nothing can cover any more is not free.

    >>> from nimatron import Placing, grundy
    >>> grundy(Placing("5x5", "queen")()), grundy(Placing("4x3", covers=["##"], turns=True)())
    (3, 1)
    """

    name = "placing"

    def __init__(
        self,
        board: str | Sequence[str] = "",
        piece: str = "",
        *,
        covers: Sequence[str] | Sequence[Sequence[str]] = (),
        forbids: Sequence[str] | Sequence[Sequence[str]] = (),
        turns: bool = False,
    ) -> None:
        words = _read_board(board).lower().split()
        if not isinstance(piece, str):
            raise UsageError("a piece is text, such as {sample!r}, not {piece!r}", sample="queen", piece=piece)
        self.surface = words.pop() if words and words[-1] in SURFACES else SURFACES[0]
        self.turns = bool(turns)
        pieces = [_read_piece(word) for word in (*piece.lower().split(), *_drawings(covers, forbids))]
        if not pieces:
            raise UsageError("name a piece ({pieces}) or draw what it covers: covers=['##']", pieces=", ".join(PIECES))
        if len(pieces) > MOST_SHAPES:
            raise UsageError("a game has at most {most} shapes, not {count}", most=MOST_SHAPES, count=len(pieces))
        marks = sum(len(piece.text()) for piece in pieces)
        if marks > MOST_MARKS:
            raise UsageError("the drawings have at most {most} characters, not {count}", most=MOST_MARKS, count=marks)
        self.pieces: tuple[Piece, ...] = tuple(pieces)
        self.start = self.parse(" ".join(words)) if words else self._usual_start()

    def _usual_start(self) -> Board:
        drawn = min(max(map(max, piece.covers)) for piece in self.pieces)
        side = min(max(5, drawn + 1), 11)
        return side, side, (1 << side * side) - 1, 0

    def _rules(self) -> dict[str, object]:
        # The board belongs to the position.
        return {name: rule for name, rule in super()._rules().items() if name != "start"}

    # -- moves ------------------------------------------------------------------------------

    def moves(self, width: int, height: int) -> tuple[Placement, ...]:
        """All ways to place a shape on an empty board of this size."""
        return _moves(self.pieces, self.turns, self.surface, width, height)

    def live_moves(self, state: Board) -> Iterator[Placement]:
        """The ways to place a shape now."""
        width, height, free, _ = state
        return (move for move in self.moves(width, height) if move.covers & ~free == 0)

    def useful(self, state: Board) -> int:
        """The free squares that a shape can still cover."""
        return _coverable(state[2], self.live_moves(state))

    def options(self, state: Board) -> Iterator[State]:
        width, height, free, covered = state
        live = list(self.live_moves(state))
        for move in live:
            yield width, height, _coverable(free & ~move.takes, live), covered | move.covers

    def regions(self, state: Board) -> list[int]:
        """The sets of free squares between which no move acts, in order of their first squares."""
        useful, found = self.useful(state), list[int]()
        for move in self.live_moves(state):
            region = move.takes & useful
            apart = [other for other in found if not other & region]
            found = [*apart, reduce(or_, (other for other in found if other & region), region)]
        return sorted(found, key=lambda region: region & -region)

    def components(self, state: Board) -> Sequence[Part]:
        return [(self, (*state[:2], region, 0)) for region in self.regions(state)]

    def put(self, state: Board, i: int, option: State) -> Board:
        width, height, _, covered = state
        return width, height, self.useful(state) & ~self.regions(state)[i] | option[2], covered | option[3]

    def canonical(self, state: Board) -> Hashable:
        width, height, _, _ = state
        useful = self.useful(state)
        squares = [i for i in range(width * height) if useful >> i & 1]
        images = (sum(1 << image[i] for i in squares) for image in self.symmetries(width, height))
        return width, height, min(self._move_to_corner(width, height, image) for image in images)

    def symmetries(self, width: int, height: int) -> tuple[tuple[int, ...], ...]:
        """The maps of the board onto itself that keep all moves: where each square goes."""
        return _symmetries(self.moves(width, height), width, height, self.surface)

    def _move_to_corner(self, width: int, height: int, squares: int) -> int:
        """The squares moved to the top and left, where that changes no move."""
        if not squares or self.surface == "torus":
            return squares
        while not squares & (1 << width) - 1:
            squares >>= width
        first = sum(1 << y * width for y in range(height))
        while self.surface != "cylinder" and not squares & first:
            squares >>= 1
        return squares

    def size(self, state: Board) -> int:
        free: int = state[2].bit_count()
        return int(3**free) >> free  # as in Cram

    # -- positions --------------------------------------------------------------------------

    def accept(self, state: State) -> Board:
        if isinstance(state, str):
            return self.parse(state)
        if not isinstance(state, Sequence) or len(state) not in (2, 3, 4):
            raise IllegalPosition('expected (width, height), (width, height, bits of the free squares) or "5x5"')
        width, height, *bits = map(natural, state)
        if not 1 <= width * height <= MOST_SQUARES:
            raise IllegalPosition(
                "a board has 1 to {most} squares, not {width}x{height}", most=MOST_SQUARES, width=width, height=height
            )
        full = (1 << width * height) - 1
        free, covered = (*bits, *(full, 0)[len(bits) :])
        if (free | covered) & ~full or free & covered:
            raise IllegalPosition("a square is on the board of {width}x{height}, and free or covered, not both",
                                  width=width, height=height)  # fmt: skip
        if not self.moves(width, height):
            raise IllegalPosition("no shape fits on a board of {width}x{height}", width=width, height=height)
        return width, height, free, covered

    def show(self, state: Board) -> str:
        width, height, free, covered = state
        marks = [FREE if free >> i & 1 else COVERED if covered >> i & 1 else LOST for i in range(width * height)]
        return "/".join("".join(marks[y * width : (y + 1) * width]) for y in range(height))

    def parse(self, text: str) -> Board:
        if size := SIZE.fullmatch(text):
            return self.accept_from((int(size[1]), int(size[2])), text)
        what = "expected a board such as 5x5, or rows of . (free), # (blocked) and o (covered): ..#/..."
        rows = read_rows(text, FREE + LOST + COVERED, Message(what))
        marks = "".join(rows)
        free, covered = (sum(1 << i for i, mark in enumerate(marks) if mark == one) for one in (FREE, COVERED))
        return self.accept_from((len(rows[0]), len(rows), free, covered), text)

    def describe(self, before: Board, after: Board) -> Message | str:
        covered, lost = after[3] ^ before[3], before[2] & ~after[2]
        same = [move for move in self.live_moves(before) if move.covers == covered]
        squares, others = _names(before[0], covered), _names(before[0], lost & ~covered)
        if len(same) > 1 and others:  # the shape may be turned
            return Message("cover {squares} and block {others}", squares=squares, others=others)
        return Message("cover {squares}", squares=squares)

    # -- notation ---------------------------------------------------------------------------

    @property
    def parameters(self) -> str:
        words = [piece.text() for piece in self.pieces]
        words += ["turns"] * self.turns + [self.surface] * (self.surface != SURFACES[0])
        return " ".join(words)

    @classmethod
    def from_parameters(cls, text: str) -> Game:
        words = [(found[0], found.start()) for found in re.finditer(r"\S+", text.lower())]
        surfaces = [word for word, _ in words if word in SURFACES]
        turns = any(word == "turns" for word, _ in words)
        pieces = [(word, place) for word, place in words if word not in (*SURFACES, "turns")]
        if len(surfaces) > 1:
            raise BadText("a board has one surface, not {both}", text, text.rindex(surfaces[1]),
                          both=" ".join(surfaces))  # fmt: skip
        for word, place in pieces:
            try:
                _read_piece(word)
            except BadText as fault:
                raise fault.within(text, place) from None
        return cls(" ".join(surfaces), " ".join(word for word, _ in pieces), turns=turns)


def _coverable(free: int, moves: Iterable[Placement]) -> int:
    """The free squares that a shape can cover."""
    found = 0
    for move in moves:
        if move.covers & ~free == 0:
            found |= move.covers
            if found == free:
                break
    return found


def _read_board(board: object) -> str:
    """The text of a board that may be given as a list of rows."""
    if isinstance(board, (list, tuple)) and all(isinstance(row, str) for row in board):
        return "/".join(board)
    if not isinstance(board, str):
        raise UsageError("a board is text, such as {sample!r}, or a list of rows, not {board!r}",
                         sample="8x8 torus", board=board)  # fmt: skip
    return board


def _read_piece(word: str) -> Piece:
    return ChessPiece(word) if word in PIECES else read_shape(word)


def _drawings(covers: Sequence[object], forbids: Sequence[object]) -> Iterator[str]:
    """The drawings of one shape or of several, each of rows."""
    one = not covers or not isinstance(covers[0], (list, tuple))
    shapes, blocked = ([covers], [forbids]) if one else (covers, forbids or [()] * len(covers))
    if not covers and not forbids:
        return
    wrong = UsageError("give rows of characters: covers=['##'], or rows for each shape in the same order")
    if isinstance(covers, str) or isinstance(forbids, str) or len(shapes) != len(blocked):
        raise wrong
    for drawn, crossed in zip(shapes, blocked, strict=True):
        if not all(isinstance(row, str) for row in (*drawn, *crossed)):  # type: ignore[misc]
            raise wrong
        yield joined_drawing(list(drawn), list(crossed))  # type: ignore[call-overload]


def _names(width: int, squares: int) -> str:
    """The squares by column and row, counted from 1."""
    places = [i for i in range(squares.bit_length()) if squares >> i & 1]
    return " ".join(f"{i % width + 1},{i // width + 1}" for i in places)


@lru_cache(maxsize=200)
def _moves(pieces: tuple[Piece, ...], turns: bool, surface: str, width: int, height: int) -> tuple[Placement, ...]:
    if turns:
        pieces = tuple(turned for piece in pieces for turned in piece.rotations(surface == "hexagons"))
    return tuple(dict.fromkeys(Placement(*move) for move in placements(pieces, width, height, surface)))


@lru_cache(maxsize=200)
def _symmetries(moves: tuple[Placement, ...], width: int, height: int, surface: str) -> tuple[tuple[int, ...], ...]:
    onto, found, all_moves = onto_board(width, height, surface), list[tuple[int, ...]](), set(moves)
    shifts = [width if surface in ("cylinder", "torus") else 1, height if surface == "torus" else 1]
    if 8 * shifts[0] * shifts[1] > MOST_IMAGES:
        shifts = [1, 1]
    for turned, left, up in product((False, True), repeat=3):
        if turned and width != height:
            continue

        def image(i: int, dx: int, dy: int, turned: bool = turned, left: bool = left, up: bool = up) -> int:
            x, y = (i // width, i % width) if turned else (i % width, i // width)
            place = onto((width - 1 - x if left else x) + dx, (height - 1 - y if up else y) + dy)
            assert place is not None
            return place[1] * width + place[0]

        plain = [image(i, 0, 0) for i in range(width * height)]
        if all(Placement(_image_of(move.covers, plain), _image_of(move.takes, plain)) in all_moves for move in moves):
            # Wherever edges meet, a shift keeps all moves too.
            steps = product(range(shifts[0]), range(shifts[1]))
            found += (tuple(image(i, dx, dy) for i in range(width * height)) for dx, dy in steps)
    return tuple(found)


def _image_of(squares: int, image: Sequence[int]) -> int:
    found = 0
    while squares:
        i = squares.bit_length() - 1
        squares ^= 1 << i
        found |= 1 << image[i]
    return found
