"""Experts: each knows a family of games better than search does.

An expert is asked about single parts. It answers None if it knows no better way, and then the search is asked. It may
keep what it finds in the tables that solvers share.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from ..errors import UsageError
from ..game import Game, State
from ..games.circles import Circular, is_circle
from ..games.coins import CoinGame, SubtractionCoins, Tartan
from ..games.cram import CramGame
from ..games.grids import ChompGame
from ..games.heaps import AllBut, HeapGame, Subtraction, TakeAway
from ..games.lattice import WythoffGame
from ..games.octal import Octal
from ..message import Message
from ..nimbers import Value, nim_mul
from .because import SEARCH, Because, Reasoned
from .boards.chomp import Bars
from .boards.queens import Squares
from .moves.likely import about, beside_twins, likely_split
from .moves.splits import Splits
from .moves.tartan import Products
from .moves.turning import TURNINGS, Coins, HeapTurning, ListedTurning, Turning, is_row, upto
from .search.budget import Budget
from .search.frames import sound_options
from .search.tables import Tables
from .sequences.breaking import OctalSequence
from .sequences.growing import NimSequence
from .sequences.known import sequence_of
from .sequences.periods import BY_GUY_SMITH

if TYPE_CHECKING:
    from .boards.cram import Cramming

MANY_OPTIONS = 2000
"""For heaps from this size on, splits are found by the period, not one by one."""

MANY_AMOUNTS = 100_000
"""If a coin has more moves than this, only those asked for are looked up, in the heap that it equals."""


class Asks(Protocol):
    """What an expert may ask of the solver that asks it."""

    tables: Tables
    budget: Budget

    def part(self, game: Game, state: State) -> Reasoned: ...
    def reach(self, game: Game, part: State, value: Value) -> Sequence[State]: ...
    def expert(self, game: Game) -> Expert: ...


class Expert:
    """Knows nothing: the expert for all games that have no other."""

    def __init__(self, game: Any, solver: Asks) -> None:
        self.game, self.solver, self.budget = game, solver, solver.budget

    def known(self, part: State) -> Reasoned | None:
        """The value of a part, and what it rests on."""
        return None

    def many(self, parts: Sequence[State]) -> Sequence[Value] | None:
        """The values of many parts; answered only if that is easier than to ask for each."""
        return None

    def is_p(self, part: State) -> bool | None:
        """Is the part lost for the player to move? Answered only if that is easier to tell than the value."""
        return None

    def reach(self, part: State, value: int) -> Sequence[State] | None:
        """The options of a part that have `value`."""
        return None

    def one(self, part: State, value: int) -> State | None:
        """An option of a part that has `value`, where there are too many to list; None if none is quickly found."""
        return None

    def way(self, part: State) -> Because:
        """What the value of a part would rest on if no limit had come first."""
        return SEARCH

    def shared(self, name: str, make: Callable[[], Any]) -> Any:
        """Something that solvers share, made when it is first wanted."""
        table = self.solver.tables.of(name, self.game)
        if "it" not in table:
            table["it"] = make()
        return table["it"]


# -- heaps ---------------------------------------------------------------------------------------


class Sequences(Expert):
    """Games of heaps, by their nim-sequence and its proved period."""

    game: HeapGame
    proofs: ClassVar = {
        "window": Message("proved: a window of values comes back"),
        "pattern": Message("proved: a boundary pattern comes back"),
        "theorem": BY_GUY_SMITH,
        "growth": Message("proved: nim-sums never catch up with values that grow"),
    }

    @property
    def sequence(self) -> NimSequence | None:
        return self.shared("sequence", lambda: sequence_of(self.game))  # type: ignore[no-any-return]

    def known(self, part: State) -> Reasoned | None:
        sequence = self.sequence
        if not sequence or len(part) != 1:
            return None
        value = sequence.value(part[0], self.budget)
        by_period = sequence.period and part[0] >= len(sequence.values)
        return Reasoned(value, self._repetition if by_period else SEARCH)

    @cached_property
    def _repetition(self) -> Because:
        """The period, once it is proved."""
        assert self.sequence is not None
        assert self.sequence.period is not None
        p = self.sequence.period
        text = "the values repeat: period {period} from heap {preperiod} on"
        if p.saltus:
            text = "the values grow by {saltus} with period {period} from heap {preperiod} on"
        params = {"period": p.period, "preperiod": p.preperiod, "saltus": p.saltus}
        return Because("period", Message(text, params=params), self.proofs[str((p.certificate or {}).get("kind"))])


class Declared(Sequences):
    """A heap game of one's own that says how long its moves are: by its code, if its moves are those of one."""

    @property
    def sequence(self) -> NimSequence | None:
        return self.shared("declared", self._by_code)  # type: ignore[no-any-return]

    def _by_code(self) -> NimSequence | None:
        try:
            return sequence_of(self.game)
        except (
            UsageError
        ):  # what it says is false, as its sequence and `check` tell; its options are right all the same
            return None


class Taking(Sequences):
    """If all large amounts may be taken, only few heaps have a given value: look where they are."""

    game: TakeAway

    def reach(self, part: State, value: int) -> Sequence[State] | None:
        if self.game.amounts.finite:
            return None
        sequence, n = self.sequence, part[0]
        assert sequence is not None
        sequence.value(n, self.budget)
        return [(m,) for m in reversed(sequence.places(value, n)) if n - m in self.game.amounts]


class Breaking(Sequences):
    """Take-and-break: beyond the preperiod one look decides every period-th split."""

    game: Octal

    def reach(self, part: State, value: int) -> Sequence[State] | None:
        sequence, code = self.sequence, self.game.code
        if len(part) != 1:
            return None
        if not code.in_two or code.longest is None:
            self.budget.afford_list(about(code, part[0]))
            return None
        if part[0] < MANY_OPTIONS or not isinstance(sequence, OctalSequence) or not sequence.provable:
            return None
        sequence.value(part[0], self.budget)
        if sequence.period is None:
            return None
        period, budget = sequence.period, self.budget

        def wanted(a: int, b: int) -> bool:
            return sequence.value(a, budget) ^ sequence.value(b, budget) == value

        return Splits(self.game, part[0], wanted, period.preperiod, period.period)

    def is_p(self, part: State) -> bool | None:
        return False if self._twins(part) else None

    def _twins(self, part: State) -> State | None:
        """For a large heap, a move to two equal heaps and nothing that counts: so it is no P-position."""
        sequence = self.sequence
        if sequence is None or len(part) != 1 or part[0] < MANY_OPTIONS or self.game.rows:
            return None
        return beside_twins(self.game.code, part[0], lambda heap: sequence.value(heap, self.budget))

    def one(self, part: State, value: int) -> State | None:
        sequence = self.sequence
        if sequence is None or len(part) != 1 or self.game.rows:
            return None
        if value == 0 and (found := self._twins(part)):
            return found
        return likely_split(self.game.code, part[0], value, lambda heap: sequence.value(heap, self.budget))


# -- coins ---------------------------------------------------------------------------------------


class Rows(Expert):
    """Coins in a row: their moves by the value they lead to."""

    game: CoinGame

    def __init__(self, game: Any, solver: Asks) -> None:
        super().__init__(game, solver)
        self.turning = cache(self._turning)  # many coins of a board share a column or row

    def _turning(self, n: int) -> Turning:
        """The moves of coin n."""
        if type(self.game) in TURNINGS:
            return TURNINGS[type(self.game)](n)
        return ListedTurning(self._listed(n), cache(self.head_value))

    def _listed(self, n: int) -> Sequence[State]:
        options = []
        for option in sound_options(self.game, (n,)):
            self.budget.spend()
            options.append(option)
        return options

    def head_value(self, coin: int) -> int:
        value = self.solver.part(self.game, (coin,)).value
        assert isinstance(value, int)
        return value


class SubtractionRows(Rows):
    """Subtraction as coins: a head on coin n is a heap of n, and an empty heap is no head."""

    game: SubtractionCoins

    def _turning(self, n: int) -> Turning:
        if upto(self.game.amounts, n) <= MANY_AMOUNTS:
            return super()._turning(n)
        return HeapTurning(n, self.game.amounts, cache(self.head_value), lambda value: self.reach((n,), value))

    def reach(self, part: State, value: int) -> Sequence[Coins]:
        heaps = self.solver.reach(Subtraction(self.game.amounts), part, value)
        return [heap if heap[0] else () for heap in heaps]


class Tartans(Expert):
    """Tartan products: pairs of moves whose changes have the wanted nim-product."""

    game: Tartan

    def reach(self, part: State, value: int) -> Sequence[State] | None:
        pair = self.game.columns, self.game.rows
        if not all(map(is_row, pair)):
            return None
        head = part[0]
        columns, rows = (self._rows(game) for game in pair)
        g, h = columns.head_value(head[0]), rows.head_value(head[1])
        change = nim_mul(g, h) ^ value
        if not change:
            return []
        turnings = columns.turning(head[0]), rows.turning(head[1])
        return Products(self.game, head, (g, h), turnings, change, self.budget)

    def _rows(self, game: CoinGame) -> Rows:
        expert = self.solver.expert(game)
        return expert if isinstance(expert, Rows) else Rows(game, self.solver)


# -- boards --------------------------------------------------------------------------------------


class ChompBars(Expert):
    """Chomp: tables of all smaller bars at once."""

    game: ChompGame
    name = Because("kernel", Message("options and mex, for all smaller bars at once"), "Sprague 1935, Grundy 1939")

    @property
    def bars(self) -> Bars:
        return self.shared("bars", Bars)  # type: ignore[no-any-return]

    def known(self, part: State) -> Reasoned | None:
        value = self.bars.value(part, self.budget)
        return None if value is None else Reasoned(value, self.name)

    def is_p(self, part: State) -> bool | None:
        return self.bars.is_p(part, self.budget)

    def reach(self, part: State, value: int) -> Sequence[State] | None:
        return self.bars.reach(part, value, self.budget)


class Dominoes(Expert):
    """Cram: a kernel tells of each piece of a large board whether it has a given value."""

    game: CramGame
    name = Because("kernel", Message("Cram by proof numbers, on reduced pieces"), "Lemoine, Viennot 2012; Nagai 2002")

    @property
    def cramming(self) -> Cramming:
        from .boards.cram import Cramming
        from .boards.cramtable import CramTable

        return Cramming(self.shared("cram", CramTable), self.budget)

    def fits(self, part: State) -> bool:
        """Is it one for the kernel? What knows is loaded where there is Cram to play."""
        from .boards.cram import fits_kernel

        return fits_kernel(part)

    def known(self, part: State) -> Reasoned | None:
        return Reasoned(self.cramming.value(part), self.name) if self.fits(part) else None

    def is_p(self, part: State) -> bool | None:
        return self.cramming.is_p(part) if self.fits(part) else None

    def reach(self, part: State, value: int) -> Sequence[State] | None:
        if not self.fits(part):
            return None
        cramming, options = self.cramming, dict.fromkeys(self.game.options(part))
        return [option for option in options if cramming.has_value(option, value)]

    def way(self, part: State) -> Because:
        return self.name if self.fits(part) else SEARCH


class Queens(Expert):
    """Wythoff's queen: line by line from the corner."""

    game: WythoffGame

    def known(self, part: State) -> Reasoned | None:
        if self.game.width > 1:  # then a move may leave the diagonal
            return None
        return Reasoned(self.squares.value(part, self.budget), SEARCH)

    def many(self, parts: Sequence[State]) -> Sequence[Value] | None:
        if self.game.width > 1:
            return None
        return self.squares.values(parts, self.budget)

    @property
    def squares(self) -> Squares:
        found: Squares = self.shared("squares", Squares)
        return found


class Circles(Expert):
    """Rows that are left of a circle: as in the game by the same code."""

    game: Circular

    def reach(self, part: State, value: int) -> Sequence[State] | None:
        return None if is_circle(part) else self.solver.reach(self.game.line, part, value)


EXPERTS: dict[type[Game], type[Expert]] = {
    Subtraction: Taking,
    AllBut: Taking,
    Octal: Breaking,
    Circular: Circles,
    SubtractionCoins: SubtractionRows,
    Tartan: Tartans,
    ChompGame: ChompBars,
    CramGame: Dominoes,
    WythoffGame: Queens,
}
"""By exact class: a user's subclass may have other rules, and so other values."""


def is_declared(game: Game) -> bool:
    """Does a heap game of one's own say how long its moves are?"""
    return isinstance(game, HeapGame) and game.longest_move is not None and game.most_heaps is not None


def expert_for(game: Game, solver: Asks) -> Expert:
    """The expert that knows most about `game`."""
    made = EXPERTS.get(type(game))
    if made is None and is_declared(game):
        made = Declared
    if made is None:
        made = Rows if isinstance(game, CoinGame) else Expert
    return made(game, solver)
