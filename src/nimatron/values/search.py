"""Values and outcomes of any game by the definition: options, then mex.

Works on raw states with an explicit stack, so that deep games hit no recursion limit. What is
found is kept in a `Memory` that is passed in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from typing import Any

from ..errors import Cycle, UserCodeError
from ..game import Game, State
from ..nimbers import Nimber
from .budget import Budget

OPEN: Any = -1
"""Stands in a table for a position on the path that is being searched."""

Look = Callable[[State], Any]
Known = Callable[[Game, State], Any]

MOST_KEPT = 3_000_000


class Memory:
    """Tables of what is known, one for each game and kind of question."""

    def __init__(self) -> None:
        self._tables: dict[tuple[str, Game], dict[Any, Any]] = {}

    def table(self, kind: str, game: Game) -> dict[Any, Any]:
        return self._tables.setdefault((kind, game), {})

    def trim(self) -> None:
        """Forget everything once it has grown too large: simple, and bounded."""
        if sum(map(len, self._tables.values())) > MOST_KEPT:
            self._tables.clear()


class Frame:
    """A position whose options are being looked at."""

    __slots__ = ("game", "key", "look", "options", "pending", "seen", "state", "table")

    def __init__(self, game: Game, state: State, key: Hashable, table: dict[Any, Any], look: Look) -> None:
        self.game, self.state, self.key, self.table, self.look = game, state, key, table, look
        self.options = options_of(game, state)
        self.pending: State = None
        self.seen: set[Any] = set()
        table[key] = OPEN


class Search:
    """Answers from the definition alone; `known_*` may shortcut single positions."""

    def __init__(self, memory: Memory, budget: Budget, known_value: Known, known_outcome: Known) -> None:
        self.memory, self.budget = memory, budget
        self.known_value, self.known_outcome = known_value, known_outcome

    # -- values -----------------------------------------------------------------------------

    def value(self, game: Game, state: State) -> Nimber:
        """The Grundy value of `state`: the xor over its parts, each the mex over its options."""
        look = self._look(game)
        while (value := look(state)) is None:
            self._solve(*self._unsolved(game, state))
        return value  # type: ignore[no-any-return]

    def _look(self, game: Game) -> Look:
        """How the value of a state of `game` is read from the tables; None while a part is unsolved."""
        table = self.memory.table("value", game)
        plain = type(game).components is Game.components
        if plain and type(game).canonical is Game.canonical:
            return table.get
        canonical = game.canonical
        if plain:
            return lambda state: table.get(canonical(state))

        def sum_of_parts(state: State) -> Any:
            total: Any = 0
            for part_game, part in game.components(state):
                known = table if part_game is game else self.memory.table("value", part_game)
                value = known.get(part_game.canonical(part))
                if value is None or value is OPEN:
                    return value
                total ^= value
            return total

        return sum_of_parts

    def _unsolved(self, game: Game, state: State) -> tuple[Game, State]:
        """The first part of `state` that has no value yet."""
        for part_game, part in game.components(state):
            if self.memory.table("value", part_game).get(part_game.canonical(part)) is None:
                return part_game, part
        raise AssertionError("a state whose parts are solved is solved")

    def _solve(self, game: Game, state: State) -> None:
        stack: list[Frame] = []
        try:
            self._push_value(stack, game, state)
            while stack:
                self._advance(stack)
        except TypeError as fault:
            raise _unhashable(fault, stack) from fault
        finally:
            for frame in stack:  # only after an error: nothing half-done stays behind
                frame.table.pop(frame.key, None)

    def _push_value(self, stack: list[Frame], game: Game, part: State) -> None:
        """Open a part that has no value yet, unless a theorem or its own parts give one."""
        key = game.canonical(part)
        table = self.memory.table("value", game)
        value = self.known_value(game, part)
        if value is not None:
            table[key] = value
            return
        parts = game.components(part)
        if len(parts) != 1 or parts[0] != (game, part):
            inner = [(g, s) for g, s in parts if self.memory.table("value", g).get(g.canonical(s)) is None]
            if inner:  # solve what is inside first; this part is asked for again
                self._push_value(stack, *inner[0])
                return
            table[key] = self._look(game)(part)
            return
        self.budget.spend()
        stack.append(Frame(game, part, key, table, self._look(game)))

    def _advance(self, stack: list[Frame]) -> None:
        """Look at options of the top frame until one must be solved first, or all are seen."""
        frame = stack[-1]
        look, seen = frame.look, frame.seen
        if frame.pending is not None:
            value = look(frame.pending)
            if value is None:
                self._push_value(stack, *self._unsolved(frame.game, frame.pending))
                return
            seen.add(value)
            frame.pending = None
        add = seen.add
        for option in frame.options:
            value = look(option)
            if value is None:
                frame.pending = option
                self._push_value(stack, *self._unsolved(frame.game, option))
                return
            add(value)
        if OPEN in seen:
            raise self._cycle(stack)
        value = 0
        while value in seen:
            value += 1
        frame.table[frame.key] = value
        stack.pop()

    # -- outcomes ---------------------------------------------------------------------------

    def is_p(self, game: Game, state: State, misere: bool = False) -> bool:
        """Does the player who has just moved win? Stops at the first option that settles it."""
        table = self.memory.table("misere" if misere else "outcome", game)
        look = self._look_misere(game, table) if misere else self._look_outcome(game, table)
        verdict = look(state)
        if not isinstance(verdict, tuple):
            return bool(verdict)
        stack: list[Frame] = []
        try:
            stack.append(self._opened(game, verdict, table, look))
            while stack:
                self._decide(stack, misere)
        except TypeError as fault:
            raise _unhashable(fault, stack) from fault
        finally:
            for frame in stack:
                frame.table.pop(frame.key, None)
        return bool(look(state))

    def _opened(self, game: Game, unsolved: tuple[State, Hashable], table: dict[Any, Any], look: Look) -> Frame:
        self.budget.spend()
        return Frame(game, *unsolved, table, look)

    def _decide(self, stack: list[Frame], misere: bool) -> None:
        frame = stack[-1]
        if frame.pending is not None and frame.look(frame.pending) is True:
            frame.table[frame.key] = False
            stack.pop()
            return
        for option in frame.options:
            verdict = frame.look(option)
            if verdict is False:
                frame.pending = option  # there is an option: this is no end of the game
                continue
            if verdict is True:
                frame.table[frame.key] = False
                stack.pop()
                return
            frame.pending = option
            if verdict is OPEN:
                raise self._cycle(stack)
            stack.append(self._opened(frame.game, verdict, frame.table, frame.look))
            return
        # Every option is N, so this is P; the end of a misere game is N: the mover has won.
        frame.table[frame.key] = not misere or frame.pending is not None
        stack.pop()

    def _look_misere(self, game: Game, table: dict[Any, Any]) -> Look:
        """True for P, False for N, OPEN, or the pair (state, key) that is still to be searched."""
        canonical = game.canonical

        def look(state: State) -> Any:
            key = canonical(state)
            verdict = table.get(key)
            return (state, key) if verdict is None else verdict

        return look

    def _look_outcome(self, game: Game, table: dict[Any, Any]) -> Look:
        canonical = game.canonical
        plain = type(game).components is Game.components

        def look(state: State) -> Any:
            if not plain:
                state = self._single_part(game, state)
                if isinstance(state, bool):
                    return state
                (state,) = state
            key = canonical(state)
            verdict = table.get(key)
            if verdict is not None:
                return verdict
            known = self.known_outcome(game, state)
            if known is None:
                return state, key
            table[key] = known == "P"
            return table[key]

        return look

    def _single_part(self, game: Game, state: State) -> bool | tuple[State]:
        """The one part of `game` that decides `state`, or the verdict where none or several do."""
        parts: Counter[tuple[Game, Hashable]] = Counter()
        for g, part in game.components(state):
            parts[g, g.canonical(part)] ^= 1  # equal parts cancel
        odd = [key for key, count in parts.items() if count]
        if not odd:
            return True
        if len(odd) == 1 and odd[0][0] == game:
            return (next(s for g, s in game.components(state) if (g, g.canonical(s)) == odd[0]),)
        return self.value(game, state) == 0

    # -- trouble ----------------------------------------------------------------------------

    def _cycle(self, stack: list[Frame]) -> Cycle:
        """Name the positions between a state on the path and the option that leads back to it."""
        frame = stack[-1]
        keys = {(f.game, f.key): i for i, f in enumerate(stack)}
        for option in options_of(frame.game, frame.state):
            for game, part in [(frame.game, option), *frame.game.components(option)]:
                place = keys.get((game, game.canonical(part)))
                if place is not None:
                    path = [f.game.show(f.state) for f in stack[place:]]
                    return Cycle([*path, game.show(part)])
        return Cycle([frame.game.show(frame.state)] * 2)


def _unhashable(fault: TypeError, stack: list[Frame]) -> Exception:
    """Lists as states are the commonest slip in a first game: say so plainly."""
    if "unhashable" not in str(fault) or not stack:
        return fault
    frame = stack[-1]
    message = f"options({frame.state!r}) gave a state that cannot be kept in a table (use tuples, not lists): {fault}"
    return UserCodeError(message, type(frame.game).__name__)


def options_of(game: Game, state: State) -> Iterator[State]:
    """The options of `state`; a method that returns no states is named as the culprit."""
    options = game.options(state)
    try:
        return iter(options)
    except TypeError:
        message = f"options({state!r}) gave {options!r}, expected an iterable of states (did it forget `yield`?)"
        raise UserCodeError(message, type(game).__name__) from None
