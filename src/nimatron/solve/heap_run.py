"""The run of any one-heap game: from a closed form, from a sequence, or heap by heap; saved in a folder and resumed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeGuard

from .. import kernels
from ..core.clock import now
from ..core.errors import Limit, NimatronError, OutOfReach, UsageError
from ..core.game import Game
from ..core.limits import Budget, Limits
from ..families.coins.rules import CoinGame
from ..families.heaps.rules import HeapGame
from ..families.octal.rules import Octal
from ..families.octal.uniform import declared_code
from ..nimbers.finite import mex
from ..nimbers.loopy import Loopy
from ..notation.reader import with_heaps
from .experts import sequence_of
from .sequences.long_runs import PATIENCE, Run, SequenceRun, join_values, reach, repeating
from .sequences.nim_sequence import PLAIN
from .store.checkpoint import Checkpoint
from .store.work_folder import Tell
from .theorem import closed_form, theorems_of

if TYPE_CHECKING:
    from ..core.array_types import Values
    from .solver import Solver


CHECKED = 1 << 12
"""How many saved values a resumed run computes again and compares."""


class PlainRun(Run):
    """The run of any one-heap game where there are no kernels and no arrays: its values are a list."""

    values: Any

    def __init__(self, game: HeapGame | CoinGame, limits: Limits | None = None) -> None:
        from .solver import Solver  # most sequences need none

        self.game, self.solver, self.values = game, Solver(limits), []
        self.sequence = None if closed_form(game) else sequence_of(game)

    grain = 0

    def most(self, memory: int) -> int:
        return memory // 16  # a pointer for each value, and the list is copied when it grows

    def extend(self, upto: int) -> None:
        budget, until = Budget(Limits(seconds=PATIENCE)), now() + PATIENCE
        while self.value_count < upto and now() < until:
            if self.sequence is None:
                self.values.append(heap_value(self.solver, self.game, self.value_count))
                continue
            try:
                self.values.append(self.sequence.value(self.value_count, budget))
            except Limit:
                return  # the caller checks the clock and calls again


class SearchRun(Run):
    """The run of a game that has no sequence here: each heap, or each coin of a row, is solved on its own."""

    def __init__(self, game: HeapGame | CoinGame, limits: Limits | None = None) -> None:
        import numpy as np

        from .solver import Solver

        self.game, self.solver = game, Solver(limits)
        self.values: Values = np.zeros(0, np.uint8)
        self._heaps = game if is_sum_of_heaps(game) and not theorems_of(game) else None
        self._known: dict[int, int] = {}

    def extend(self, upto: int) -> None:
        found: list[int] = []
        until = now() + PATIENCE
        # At least one value a call: a heap slower than PATIENCE would otherwise never be finished.
        while len(self.values) + len(found) < upto and (not found or now() < until):
            found.append(self._next(len(self.values) + len(found)))
        self.values = join_values(self.values, found)

    def _next(self, n: int) -> int:
        """The value of heap n: by options and mex alone if that is all there is to it, else by the solver."""
        if self._heaps is not None:
            self.solver.budget.spend()
            value = next_value(self._heaps, self._known)
            if value is not None:
                self._known[n] = value
                return value
            # `next_value` counts heaps by len(self._known), which misses this heap from now on.
            self._heaps = None
        return heap_value(self.solver, self.game, n)


def heap_value(solver: Solver, game: HeapGame | CoinGame, n: int) -> int:
    """The value of one heap, or of one coin."""
    if isinstance(game, CoinGame) and n < game.first:
        return 0  # there is no coin 0: like an empty heap
    value = solver.value(game, (n,))
    if isinstance(value, Loopy):
        raise OutOfReach(
            "a nim-sequence has numbers only, but {position} can continue for ever: its value is {value}",
            position=game.write((n,)),
            value=value,
        )
    assert isinstance(value, int)
    return value


def run_of(game: Game, known: Values | None = None, limits: Limits | None = None) -> Run:
    """The run of any one-heap game, continuing from the `known` values; `limits` can stop even a single heap.

    >>> from nimatron import Kayles
    >>> from nimatron.solve.sequences.long_runs import reach
    >>> run = run_of(Kayles)
    >>> reach(run, 10**6)
    >>> run.values[-1]
    np.uint8(8)
    """
    game = with_heaps(game)
    if not kernels.available():
        return PlainRun(game, limits)
    return _quick_run(game, known) or SearchRun(game, limits)


def _quick_run(game: HeapGame | CoinGame, known: Values | None) -> Run | None:
    """The run of a game whose heaps need not be solved one by one."""
    formula = closed_form(game)
    if formula and formula.preperiod + formula.period <= PLAIN:
        start = SearchRun(game)  # the theorem that gives the period gives these values too
        reach(start, formula.preperiod + formula.period)
        return repeating(start.values.tolist(), formula)
    sequence = sequence_of(game)
    return SequenceRun(sequence, known) if sequence else None


# -- saved runs ----------------------------------------------------------------------------------


def text_of(game: Game) -> str:
    """The name under which a run is saved: games that differ only in name and drawing share one run."""
    code = game.code if isinstance(game, Octal) else declared_code(game) if isinstance(game, HeapGame) else None
    return f"octal{{{code}}}" if code else str(game)


def checkpoint_of(folder: str, game: Game, tell: Tell | None = None) -> Checkpoint:
    """The saved run of `game` in a folder; a user's own rules are refused, since they may change between two runs."""
    if sequence_of(game) is None and closed_form(game) is None:
        raise _no_checkpoint(game)
    return Checkpoint(folder, text_of(game), tell)


def resume_run(game: Game, checkpoint: Checkpoint) -> Run:
    """A run that continues from a checkpoint; the first values are computed again and must agree with it."""
    known = checkpoint.values
    run = _quick_run(game, known if len(known) else None) if isinstance(game, HeapGame | CoinGame) else None
    if run is None:
        raise _no_checkpoint(game)
    some = min(len(known), CHECKED)
    while len(run.values) < some:
        run.extend(some)
    if not bool((run.values[:some] == known[:some]).all()):
        raise NimatronError(
            "the values stored in {folder} belong to another game, not to {game}", folder=checkpoint.folder, game=game
        )
    checkpoint.values = known[:0]  # the run holds them now: memory must not hold them twice
    return run


def _no_checkpoint(game: Game) -> UsageError:
    return UsageError("only runs of subtraction, all-but and octal games can be saved, not of {game}", game=game)


# -- heap games of users: options and mex, heap by heap --------------------------------------------


def is_sum_of_heaps(game: Game) -> TypeGuard[HeapGame]:
    """Is the game what `HeapGame` makes of `heap_options`, nothing else?"""
    rules = type(game)
    same = rules.options is HeapGame.options and rules.components is HeapGame.components
    return same and isinstance(game, HeapGame)


def next_value(game: HeapGame, values: dict[int, int]) -> int | None:
    """The value of the heap after those whose values are known; None if a move does not leave smaller heaps.

    >>> from nimatron import Kayles
    >>> next_value(Kayles, {0: 0, 1: 1, 2: 2, 3: 3})
    1
    """
    seen: set[int] = set()
    add = seen.add
    left: Any
    try:
        for left in game.heap_options(len(values)):
            if left.__class__ is not tuple:
                add(values[left])
            elif len(left) == 2:  # nearly all splits are of this kind
                a, b = left
                add(values[a] ^ values[b])
            else:
                value = 0
                for heap in left:
                    value ^= values[heap]
                add(value)
    except (KeyError, TypeError):
        return None  # no smaller heap, or none at all: search knows what to do with such rules, and what to say of them
    return mex(seen)
