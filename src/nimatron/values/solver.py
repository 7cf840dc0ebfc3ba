"""Theorem, else period, else search: values, outcomes and the moves that reach a value."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Literal

from ..game import Game, Message, Part, State
from ..games.coins import CoinGame, SubtractionCoins, Tartan
from ..games.grids import ChompGame
from ..games.heaps import Subtraction, TakeAway
from ..games.octal import Octal
from ..nimbers import Ordinal, Value, nim_mul, nim_sum
from .breaking import OctalSequence
from .budget import Budget, Progress
from .chomp import Bars
from .choosing import Chooser
from .growing import NimSequence
from .misere import as_heaps, heaps_reach, is_tame, tame_outcome, tame_target
from .search import Memory, sound_options
from .sequence import WITH_SEQUENCE, sequence_of
from .splits import Splits
from .tartan import Products
from .theorems import THEOREMS, Outcome, Theorem, theorems_of
from .turning import TURNINGS, Coins, HeapTurning, ListedTurning, Turning, is_row, upto

if TYPE_CHECKING:
    from .store import Store

Moves = list[tuple[int | None, Sequence[State]]]
"""Winning moves: for each part the options to move it to; None where the options are whole states."""

MANY_OPTIONS = 2000
"""A heap at least as large is split by its period, not option by option."""

MANY_AMOUNTS = 100_000
"""Of a coin with more moves only those asked for are looked up, by the heap it is like."""


class _Shared(threading.local):
    """What has been found so far. One for each thread: a search leaves marks in the tables while it runs."""

    def __init__(self) -> None:
        self.memory = Memory()


_shared = _Shared()

WITH_SHORTCUTS = {*THEOREMS, *WITH_SEQUENCE}
"""All other games are searched; asking for each of their positions again would slow that down."""


@dataclass(frozen=True)
class Because:
    """Why a value or an outcome is what it is."""

    kind: Literal["theorem", "period", "kernel", "search"]
    name: str | Message = ""
    source: str | Message = ""
    status: Literal["proved", "observed"] = "proved"


SEARCH = Because("search", "options and mex, by search", "Sprague 1935, Grundy 1939")
KERNEL = Because("kernel", "options and mex, for all smaller bars at once", "Sprague 1935, Grundy 1939")
SUM = Because("theorem", "the value of a sum is the nim-sum of the values", "Sprague 1935, Grundy 1939")
PROOFS = {
    "window": Message("proved: a window of values comes back"),
    "pattern": Message("proved: a boundary pattern comes back"),
    "theorem": Message("proved: Guy and Smith 1956"),
}
MISERE_SEARCH = Because("search", "misere backward induction", Message("the definition"))
TAME = Because("theorem", "misere Nim: as in normal play until all heaps are 0 or 1", "Bouton 1901")


class Solver:
    """One question or many, under one budget. Answers are shared between solvers through a memory."""

    def __init__(
        self,
        limit: int | None = None,
        seconds: float | None = None,
        progress: Progress | None = None,
        memory: Memory | None = None,
        *,
        most_memory: int | None = None,
        store: Store | None = None,
    ) -> None:
        self.memory = memory or (store.memory if store else _shared.memory)
        self.memory.trim()
        self.budget = Budget(limit, seconds, progress, memory=most_memory)
        self.keeper = store.keeper(self.memory, self.budget) if store else None
        self.search = Chooser(self.memory, self.budget, self.known_value, self.known_outcome, self.keeper)
        self._turnings: dict[tuple[Game, int], Turning] = {}

    def close(self) -> None:
        """Keep what was found in the store, where there is one."""
        if self.keeper:
            self.keeper.close()

    def __enter__(self) -> Solver:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- values -----------------------------------------------------------------------------

    def value(self, game: Game, state: State) -> Value:
        """The Grundy value of a position."""
        if self._theorem_outcome(game, state, whole=True) == "P":
            return 0
        total, hard = self._easy_and_hard(game.components(state))
        for part in hard:
            total ^= self.search.value(*part)
        return total

    def part_value(self, game: Game, part: State) -> Value:
        value = self.known_value(game, part)
        return self.search.value(game, part) if value is None else value

    def has_value(self, game: Game, state: State, n: Value) -> bool:
        """Is `n` the value of a position? Often far less work than the value itself."""
        if n == 0 and (known := self._theorem_outcome(game, state, whole=True)):
            return known == "P"
        total, hard = self._easy_and_hard(game.components(state))
        return self.search.has_value(hard, total ^ n) if hard else total == n

    def ruled_out(self, game: Game, state: State) -> tuple[int, ...]:
        """Values that a position is known not to have, in order: what is left of a search that met a limit."""
        total, hard = self._easy_and_hard(game.components(state))
        if len(hard) != 1 or not isinstance(total, int):
            return ()
        ((game, part),) = hard
        mask: int = self.memory.table("excluded", game).get(game.canonical(part), 0)
        if self.memory.table("outcome", game).get(game.canonical(part)) is False:
            mask |= 1
        return tuple(sorted(total ^ n for n in range((~mask if mask < 0 else mask).bit_length()) if mask >> n & 1))

    def known_value(self, game: Game, part: State) -> Value | None:
        """The value of a part that needs no search."""
        if type(game) not in WITH_SHORTCUTS:
            return None
        for theorem in theorems_of(game):
            if theorem.value and (value := theorem.value(game, part, self.value)) is not None:
                return value
            if theorem.outcome and theorem.outcome(game, part) == "P":
                return 0
        if type(game) is ChompGame:
            return self._bars(game).value(part, self.budget)
        if type(game) not in WITH_SEQUENCE or len(part) != 1:
            return None
        sequence = self.sequence(game)
        return sequence.value(part[0], self.budget) if sequence else None

    def sequence(self, game: Game) -> NimSequence | None:
        """The nim-sequence behind a heap game, kept while it grows."""
        if type(game) not in WITH_SEQUENCE:
            return None
        table = self.memory.table("sequence", game)
        if "it" not in table:
            table["it"] = sequence_of(game)
        return table["it"]  # type: ignore[no-any-return]

    def _bars(self, game: Game) -> Bars:
        """The tables of Chomp, kept while they grow."""
        table = self.memory.table("bars", game)
        if "it" not in table:
            table["it"] = Bars()
        return table["it"]  # type: ignore[no-any-return]

    def because(self, game: Game, part: State) -> Because:
        """What the value of a part rests on."""
        for theorem in theorems_of(game):
            if theorem.value and theorem.value(game, part, self.value) is not None:
                return Because("theorem", theorem.name, theorem.source)
            if theorem.outcome and theorem.outcome(game, part) == "P":
                return Because("theorem", theorem.name, theorem.source)
        if type(game) is ChompGame and self._bars(game).value(part, self.budget) is not None:
            return KERNEL
        sequence = self.sequence(game)
        if sequence and sequence.period and len(part) == 1 and part[0] >= len(sequence.values):
            p = sequence.period
            proof = PROOFS[str((p.certificate or {}).get("kind"))]
            text = "the values repeat: period {period} from heap {preperiod} on"
            if p.saltus:
                text = "the values grow by {saltus} with period {period} from heap {preperiod} on"
            params = {"period": p.period, "preperiod": p.preperiod, "saltus": p.saltus}
            return Because("period", Message(text, params=params), proof)
        return SEARCH

    # -- outcomes ---------------------------------------------------------------------------

    def outcome(self, game: Game, state: State, misere: bool = False) -> Outcome:
        """N when the next player wins, P when the previous one does."""
        return "P" if self._is_p(game, state, misere) else "N"

    def _is_p(self, game: Game, state: State, misere: bool) -> bool:
        if misere:
            if is_tame(game):
                heaps = [self._tame_heaps(*part) for part in game.components(state)]
                return tame_outcome([*chain.from_iterable(heaps)]) == "P"
            return self.search.is_p(game, state, misere=True)
        known = self._theorem_outcome(game, state, whole=True)
        if known is not None:
            return known == "P"
        parts = game.components(state)
        if len(parts) == 1 and (known := self.known_outcome(*parts[0])) is not None:
            return known == "P"
        total, hard = self._easy_and_hard(parts)
        if not hard:
            return not total
        return self.search.has_value(hard, total)

    def _easy_and_hard(self, parts: Sequence[Part]) -> tuple[Value, list[Part]]:
        """The nim-sum of the parts known without search, and the others without equal pairs."""
        total: Value = 0
        hard: dict[tuple[Game, Hashable], Part] = {}
        count: Counter[tuple[Game, Hashable]] = Counter()
        self.budget.spend(len(parts) // 64)  # a position of very many parts takes as long as many positions
        for game, part in parts:
            value = self.known_value(game, part)
            if value is None:
                key = game, game.canonical(part)
                hard[key] = game, part
                count[key] += 1
            else:
                total ^= value
        return total, [part for key, part in hard.items() if count[key] % 2]

    def known_outcome(self, game: Game, part: State) -> Outcome | None:
        """The outcome of a part that needs no search."""
        known = self._theorem_outcome(game, part, whole=False)
        if known is None and type(game) is ChompGame and (is_p := self._bars(game).is_p(part, self.budget)) is not None:
            return "P" if is_p else "N"
        return known

    def _theorem_outcome(self, game: Game, state: State, *, whole: bool) -> Outcome | None:
        theorem = self.outcome_theorem(game, state, whole=whole)
        return theorem.outcome(game, state) if theorem and theorem.outcome else None

    def outcome_theorem(self, game: Game, state: State, *, whole: bool = True) -> Theorem | None:
        """The theorem that tells the outcome of `state` directly."""
        for theorem in theorems_of(game):
            fits = theorem.whole or not whole or type(game).components is Game.components
            if fits and theorem.outcome and theorem.outcome(game, state) is not None:
                return theorem
        return None

    # -- moves ------------------------------------------------------------------------------

    def winning_moves(self, game: Game, state: State, misere: bool = False) -> Moves:
        """All winning moves, by part."""
        if misere and not is_tame(game):
            return [(None, self._filtered(sound_options(game, state), lambda option: self._is_p(game, option, True)))]
        if self._is_p(game, state, misere):
            return []
        parts = game.components(state)
        if misere:
            return self._tame_moves(parts)
        if len(parts) == 1:  # the value itself is not needed: move to an option of value 0
            return [(0, self.reach(*parts[0], 0))]
        targets = _targets([self.part_value(*part) for part in parts])
        return [(i, self.reach(*part, target)) for i, (part, target) in enumerate(zip(parts, targets, strict=True))]

    def _tame_heaps(self, game: Game, part: State) -> Sequence[Value]:
        """The Nim heaps that a part of a tame game is like in misere play."""
        return as_heaps(game, part) or (self.part_value(game, part),)

    def _tame_moves(self, parts: Sequence[Part]) -> Moves:
        heaps = [self._tame_heaps(*part) for part in parts]
        targets = iter(tame_target([*chain.from_iterable(heaps)]))
        moves: Moves = []
        for i, (game, part) in enumerate(parts):
            own = [next(targets) for _ in heaps[i]]
            whole = as_heaps(game, part) is None
            moves.append((i, self.reach(game, part, own[0]) if whole else heaps_reach(game, part, own)))
        return moves

    def reach(self, game: Game, part: State, value: Value) -> Sequence[State]:
        """The options of `part` that have `value`."""
        for theorem in theorems_of(game):
            if theorem.reach and (options := theorem.reach(game, part, value)) is not None:
                return options if isinstance(options, Sequence) else self._filtered(options)
        if isinstance(value, Ordinal) and (theorems_of(game) or type(game) in WITH_SEQUENCE):
            return []  # the games here that have transfinite values have a reach of their own
        if type(game) in WITH_SEQUENCE and isinstance(game, TakeAway) and not game.amounts.finite:
            assert isinstance(value, int)
            return self._reach_by_period(game, part, value)
        if type(game) is Octal and len(part) == 1 and (splits := self._splits(game, part[0], value)) is not None:
            return splits
        if type(game) is SubtractionCoins:
            return self._reach_by_heap(game, part[0], value)
        if type(game) is Tartan and is_row(game.columns) and is_row(game.rows):
            assert isinstance(value, int)
            return self._products(game, part[0], value)
        if type(game) is ChompGame and (bars := self._bars(game).reach(part, value, self.budget)) is not None:
            return bars
        self.budget.afford(game.size(part))
        if value == 0:
            return self._filtered(sound_options(game, part), lambda option: self._is_p(game, option, False))
        return self._filtered(sound_options(game, part), lambda option: self.has_value(game, option, value))

    def _reach_by_period(self, game: TakeAway, part: State, value: int) -> Sequence[State]:
        """All-but: every value is taken by few heaps, so look where it is taken."""
        sequence = self.sequence(game)
        assert sequence is not None
        n = part[0]
        sequence.value(n, self.budget)
        return [(m,) for m in reversed(sequence.places(value, n)) if n - m in game.amounts]

    def _splits(self, game: Octal, n: int, value: Value) -> Splits | None:
        """Take-and-break: beyond the preperiod one look decides every period-th split."""
        sequence = self.sequence(game)
        if n < MANY_OPTIONS or not isinstance(sequence, OctalSequence) or not sequence.provable:
            return None
        sequence.value(n, self.budget)
        found = sequence.period
        if found is None or not isinstance(value, int):
            return None
        grundy = lambda m: sequence.value(m, self.budget)  # noqa: E731 - bound to this sequence
        return Splits(game, n, value, grundy, found.preperiod, found.period)

    def _reach_by_heap(self, game: SubtractionCoins, n: int, value: Value) -> Sequence[Coins]:
        """A head on coin n is a heap of n, and an empty heap is no head."""
        return [heap if heap[0] else () for heap in self.reach(Subtraction(game.amounts), (n,), value)]

    def _products(self, game: Tartan, head: tuple[int, int], value: int) -> Sequence[State]:
        """Tartan: pairs of moves whose changes have the wanted nim-product."""
        (x, y), (g, h) = head, (self._head_value(*part) for part in zip((game.columns, game.rows), head, strict=True))
        change = nim_mul(g, h) ^ value
        if not change:
            return []
        turnings = self.turning(game.columns, x), self.turning(game.rows, y)
        return Products(game, head, (g, h), turnings, change, self.budget)

    def turning(self, game: CoinGame, n: int) -> Turning:
        """The moves of coin n of a row by the value they lead to, kept for other coins of a board."""
        if type(game) in TURNINGS:
            return TURNINGS[type(game)](n)
        if (game, n) not in self._turnings:
            self._turnings[game, n] = self._turning(game, n)
        return self._turnings[game, n]

    def _turning(self, game: CoinGame, n: int) -> Turning:
        grundy = cache(lambda coin: self._head_value(game, coin))
        if type(game) is SubtractionCoins and upto(game.amounts, n) > MANY_AMOUNTS:
            reach = lambda value: self._reach_by_heap(game, n, value)  # noqa: E731 - bound to this coin
            return HeapTurning(n, game.amounts, grundy, reach)
        return ListedTurning(self._kept(sound_options(game, (n,)), None), grundy)

    def _head_value(self, game: CoinGame, coin: int) -> int:
        value = self.part_value(game, (coin,))
        assert isinstance(value, int)
        return value

    def _filtered(self, options: Iterable[State], keep: Callable[[State], bool] | None = None) -> Sequence[State]:
        """The distinct options that pass, in order; each look counts against the budget."""
        return list(dict.fromkeys(self._kept(options, keep)))

    def _kept(self, options: Iterable[State], keep: Callable[[State], bool] | None) -> Iterator[State]:
        for option in options:
            self.budget.spend()
            if keep is None or keep(option):
                yield option


def _targets(values: Sequence[Value]) -> Iterator[Value]:
    """What each part must become for the nim-sum to vanish."""
    total = nim_sum(*values)
    return (total ^ value for value in values)
