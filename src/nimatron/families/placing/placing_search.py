"""Placing games by proof numbers: the kernel of Cram with a list of all placements instead of dominoes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ... import kernels
from ...core.game import State
from ...core.limits import Budget
from ...core.message import Message
from ...solve.theorem import Because
from ..cram.regions import PROOF_NUMBERS, BoardExpert, CramSearch, Part, PartlyKnown
from ..cram.table_search import ACROSS, DOWN, HALF, CramTable
from .rules import Placement, Placing

if TYPE_CHECKING:
    from ...kernels.cram.placements import PlacingRules

FEW_SQUARES = 12
"""Parts with fewer free squares are searched in plain Python, without loading a kernel."""


def placing_rules(game: Placing, width: int, height: int) -> PlacingRules:
    """The ways to place a shape on a board, for the kernel."""
    import numpy as np

    kernels.need()
    from ...kernels.cram.cramentries import Ints
    from ...kernels.cram.placements import PlacingRules

    def words(rows: list[int]) -> np.ndarray:
        return np.array([divmod(word, 1 << HALF)[::-1] for word in rows], np.uint64)

    def rank(move: Placement) -> int:
        """How far a shape is from the middle of the board."""
        first = (move.covers & -move.covers).bit_length() - 1
        y, x = divmod(first, width)
        return ACROSS * abs(2 * x + 1 - width) + DOWN * abs(2 * y + 1 - height)

    moves = sorted(game.moves(width, height), key=rank)
    cells = width * height
    size = HALF * _halves(cells)
    # The first symmetry is the identity.
    images = game.symmetries(width, height)[1:]
    tables = np.zeros((len(images), size // 8, 256, 2), np.uint64)
    values = np.arange(256)
    for n, image in enumerate(images):
        for i, to in enumerate(image):
            tables[n, i // 8, values >> i % 8 & 1 == 1, to // HALF] |= np.uint64(1 << to % HALF)
    ranks: Ints = np.array([rank(move) for move in moves], np.int64)
    return PlacingRules(
        words([move.covers for move in moves]),
        words([move.takes for move in moves]),
        ranks,
        tables,
        words([sum(1 << y * width for y in range(height))]),
        width,
        int(game.surface != "torus"),
        int(game.surface in ("rectangle", "hexagons")),
        len(moves) * (cells // 2 + 1),
        ranks,
    )


def _halves(cells: int) -> int:
    """How many halves of a word a board needs."""
    return 1 if cells <= HALF else 2


class PlacingSearch(CramSearch):
    """Questions about positions on a board of one size."""

    def __init__(self, game: Placing, table: CramTable, budget: Budget) -> None:
        super().__init__(table, budget)
        self.game, self.least = game, table.least

    def split(self, width: int, height: int, empty: int, covered: int = 0) -> PartlyKnown:
        """The parts of a position; equal ones cancel."""
        value, parts = self.table.split(_halves(width * height), empty, 1)
        odd = set[Part]()
        for part in parts:
            odd ^= {part}
        known, left = self._known_and_open(sorted(odd, key=lambda part: (part.cells.bit_count(), part)))
        return PartlyKnown(value ^ known, left)

    def _affordable(self, state: State) -> PartlyKnown:
        return self.split(*state)


def placing_table(game: Placing, width: int, height: int) -> CramTable:
    """An empty table for a board of this size."""
    least = min(move.covers.bit_count() for move in game.moves(width, height))
    return CramTable(rules=placing_rules(game, width, height), least=least)


class PlacingExpert(BoardExpert):
    """Placing games: shapes on parts of a board."""

    game: Placing
    name = Because("kernel", Message("placing by proof numbers, on parts of the board"), PROOF_NUMBERS)

    def search_on(self, part: State) -> PlacingSearch:
        width, height = part[:2]
        table = self.share(f"placing {width}x{height}", lambda: placing_table(self.game, width, height))
        return PlacingSearch(self.game, table, self.budget)

    def fits(self, part: State) -> bool:
        return kernels.available() and int(part[2]).bit_count() >= FEW_SQUARES
