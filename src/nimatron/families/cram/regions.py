"""Cram positions of up to 128 squares: value, outcome, "is the value n?", by the kernel.

A region of the board whose box fits into one or two machine words goes to the kernel. A region that needs more is
searched here in the same way until its parts fit: to refute n, look for an option of value n first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ... import kernels
from ...core.errors import Limit
from ...core.game import State
from ...core.limits import Budget
from ...core.message import Message
from ...nimbers.finite import mex
from ...solve.experts import Expert
from ...solve.theorem import SEARCH, Because, ReasonedValue
from ..sources import Source
from .rules import CramGame, crop, dominoes, regions, smallest_image
from .table_search import LONGEST_CHAIN, CramPiece, CramTable, Spread, dawsons_kayles, stride_of, word_for

MOST_CELLS = 128
"""The most empty squares of a position for the kernel."""

FEW_CELLS = 22
"""Positions with fewer empty squares are searched in plain Python, without loading a kernel."""

Part = CramPiece | Spread
"""A part of unknown value: one for the kernel, or one too large for it."""


@dataclass
class PartlyKnown:
    """The nim-sum of the known parts, and the unknown parts, the easiest first."""

    total: int
    parts: list[Part]


def fits_kernel(state: State) -> bool:
    """Is this position large enough for the kernel, and not too large? Is there a kernel at all?"""
    return kernels.available() and FEW_CELLS <= int(state[2]).bit_count() <= MOST_CELLS


class CramSearch:
    """Questions about Cram positions under one budget; what is found stays in the table."""

    least = 2
    """The fewest squares that a move takes."""

    def __init__(self, table: CramTable, budget: Budget) -> None:
        self.table, self.budget = table, budget
        self._chains = dawsons_kayles(LONGEST_CHAIN)

    def value(self, state: State) -> int:
        """The Grundy value of a position."""
        found = self._affordable(state)
        while found.parts:
            part = found.parts[0]
            value, excluded = self.table.info(part)
            if value is None:
                self._test(part, _least(excluded))
            else:
                found.total ^= value
                del found.parts[0]
        return found.total

    def is_p(self, state: State) -> bool:
        """Does the player who has just moved win?"""
        return self.has_value(state, 0)

    def has_value(self, state: State, n: int) -> bool:
        """Is n the value of a position?"""
        return self._equals(self._affordable(state), n) == n

    def impossible_values(self, state: State) -> tuple[int, ...]:
        """Values that a position is known not to have, without any search."""
        found = self.split(*state)
        if len(found.parts) != 1:
            return ()
        _, excluded = self.table.info(found.parts[0])
        return tuple(sorted(found.total ^ n for n in range(excluded.bit_length()) if excluded >> n & 1))

    def judgement(self, state: State, option: State) -> Judgement:
        """What is known about a move, without any search."""
        domino = state[2] ^ option[2]
        found = self.split(*option)
        value = None if found.parts else found.total
        wins = None if found.parts else not found.total
        if 0 in self.impossible_values(option):
            wins = False
        # The lowest and the highest bit are the two squares of the domino.
        return Judgement(((domino & -domino).bit_length() - 1, domino.bit_length() - 1), wins, value)

    def judge(self, state: State) -> None:
        """Find out which first moves win."""
        for option in first_options(state):
            self.has_value(option, 0)

    def _affordable(self, state: State) -> PartlyKnown:
        """The parts of a position, unless searching them is certainly out of reach."""
        found = self.split(*state)
        # Measured: no full board of n squares was solved with fewer than (5/4)^n positions.
        self.budget.afford(sum(5**n >> 2 * n for n in (part.cells.bit_count() for part in found.parts)))
        return found

    # -- parts -------------------------------------------------------------------------------------

    def split(self, width: int, height: int, empty: int) -> PartlyKnown:
        """The parts of a position, reduced if they fit into a word; equal ones cancel."""
        total, odd = 0, set[Part]()
        for region in regions(width, height, empty):
            its_width, its_height, cells = _lying(*crop(width, height, region))
            if its_height == 1:
                # A region one square high is a row of Dawson's Kayles.
                total ^= self._chains[its_width]
            elif halves := word_for(its_width, its_height):
                stride = stride_of(halves, its_width, its_height)
                value, parts = self.table.split(halves, _repack(its_width, its_height, cells, stride), stride)
                total ^= value
                # Equal parts cancel in pairs.
                odd ^= {*parts}
            else:
                odd ^= {Spread(*smallest_image(its_width, its_height, cells))}
        known, parts_left = self._known_and_open(sorted(odd, key=_effort))
        return PartlyKnown(total ^ known, parts_left)

    def _known_and_open(self, parts: list[Part]) -> tuple[int, list[Part]]:
        """The nim-sum of the parts whose value is known, and the others."""
        total, left = 0, []
        for part in parts:
            value, _ = self.table.info(part)
            if value is None:
                left.append(part)
            else:
                total ^= value
        return total, left

    # -- search ------------------------------------------------------------------------------------

    def _equals(self, position: PartlyKnown, n: int) -> int | None:
        """The value of a position, or None if it is only known not to be n."""
        while True:
            known, position.parts = self._known_and_open(position.parts)
            position.total ^= known
            if not position.parts:
                return position.total
            part, goal = position.parts[0], position.total ^ n
            _, excluded = self.table.info(part)
            if len(position.parts) > 1:
                # With several unknown parts, the easiest one must have a value first.
                goal = _least(excluded)
            elif excluded >> goal & 1 or self.least * goal > part.cells.bit_count():
                return None  # a value is at most the length of a game
            self._test(part, goal)

    def _test(self, part: Part, n: int) -> None:
        """Find the value of a part, or that it is not n."""
        if isinstance(part, Spread):
            self._test_large(part, n)
        else:
            self.table.test(part, n, self.budget)

    def _test_large(self, part: Spread, n: int) -> None:
        self.budget.spend()
        options = list(self._options(part))
        seen: set[int] = set()
        # An option of value n comes first, because most tests end there.
        if self._reaches(options, n, seen):
            value, excluded = self.table.info(part)
            self.table.spread[part] = value, excluded | 1 << n
            return
        for m in range(n):
            if m not in seen and not self._reaches(options, m, seen):
                break
        # No option has value n, so the value is at most n.
        self.table.spread[part] = mex({*range(n)} & seen), 0

    def _reaches(self, options: list[PartlyKnown], n: int, seen: set[int]) -> bool:
        """Does an option have value n? Values met on the way are added to `seen`."""
        for option in options:
            value = self._equals(option, n)
            if value is not None:
                seen.add(value)
            if value == n:
                return True
        return False

    def _options(self, part: Spread) -> Iterator[PartlyKnown]:
        """The different options, those with the smallest parts first."""
        width, height, cells = part
        options = {cells ^ domino for domino in dominoes(width, height, cells)}
        images = {smallest_image(width, height, option): option for option in options}
        found = [self.split(width, height, option) for option in images.values()]
        # The sum of squares puts one large part behind several small ones.
        yield from sorted(found, key=lambda option: sum(part.cells.bit_count() ** 2 for part in option.parts))


def _effort(part: Part) -> tuple[bool, int, Part]:
    """Parts for the kernel before others, and the smallest first."""
    return isinstance(part, Spread), part.cells.bit_count(), part


def _least(excluded: int) -> int:
    """The least value that is not excluded."""
    return (~excluded & excluded + 1).bit_length() - 1


def _lying(width: int, height: int, cells: int) -> tuple[int, int, int]:
    """The squares in a box that is at least as wide as high."""
    if width >= height:
        return width, height, cells
    turned = sum((cells >> y * width + x & 1) << x * height + y for y in range(height) for x in range(width))
    return height, width, turned


def _repack(width: int, height: int, cells: int, stride: int) -> int:
    """The squares with another stride."""
    return sum((cells >> y * width & (1 << width) - 1) << y * stride for y in range(height))


# -- the expert of Cram --------------------------------------------------------------------------

PROOF_NUMBERS = Source("Lemoine, Viennot 2012; Nagai 2002", "LemoineViennot2012", "Nagai2002")


class BoardExpert(Expert):
    """Games on boards: for each part of a large board, a kernel decides whether it has a given value."""

    name: Because

    def search_on(self, part: State) -> CramSearch:
        """The search for a part, with a table that solvers share."""
        raise NotImplementedError

    def fits(self, part: State) -> bool:
        """Is a part large enough for the kernel, and not too large?"""
        return fits_kernel(part)

    def value_of(self, part: State) -> ReasonedValue | None:
        return ReasonedValue(self.search_on(part).value(part), self.name) if self.fits(part) else None

    def is_p(self, part: State) -> bool | None:
        return self.search_on(part).is_p(part) if self.fits(part) else None

    def reach(self, part: State, value: int) -> Sequence[State] | None:
        if not self.fits(part):
            return None
        search, options = self.search_on(part), dict.fromkeys(self.game.options(part))
        return [option for option in options if search.has_value(option, value)]

    def way(self, part: State) -> Because:
        return self.name if self.fits(part) else SEARCH


class CramExpert(BoardExpert):
    """Cram: dominoes on reduced pieces."""

    name = Because("kernel", Message("Cram by proof numbers, on reduced pieces"), PROOF_NUMBERS)

    def search_on(self, part: State) -> CramSearch:
        return CramSearch(self.share("cram", CramTable), self.budget)


# -- a board and its first moves -----------------------------------------------------------------


@dataclass(frozen=True)
class Judgement:
    """A domino on two squares: whether it wins, and the value it leaves; None for what is unknown."""

    cells: tuple[int, int]
    wins: bool | None
    value: int | None


@dataclass(frozen=True)
class CramReport:
    """What a search of a board found, and at what cost."""

    value: int | None
    excluded: tuple[int, ...]
    """Values that the board does not have, if its value is unknown."""
    moves: list[Judgement] | None
    positions: int
    entries: int
    bytes: int
    seconds: float
    trouble: Limit | None


def explore(state: State, table: CramTable, budget: Budget, *, moves: bool = False) -> CramReport:
    """The value of a board within the limits and, if asked for, what every first move leads to."""
    search, value, trouble = CramSearch(table, budget), None, None
    judged: list[Judgement] | None = None
    try:
        value = search.value(state)
        if moves:
            search.judge(state)
    except Limit as limit:
        trouble = limit
    if moves:
        judged = [search.judgement(state, option) for option in first_options(state)]
    excluded = () if value is not None else search.impossible_values(state)
    return CramReport(
        value, excluded, judged, budget.spent, table.entries, table.bytes, budget.elapsed, trouble
    )  # fmt: skip


def first_options(state: State) -> Iterator[State]:
    """The positions after each first move."""
    return CramGame().options(state)
