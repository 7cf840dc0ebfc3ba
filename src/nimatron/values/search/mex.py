"""Values and outcomes of any game by the definition: options, then mex.

It works on raw states, with an explicit stack so that deep games hit no recursion limit. What is found is kept in
a `Tables` that the caller passes in.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, Protocol

from ...errors import Cycle, UserCodeError
from ...game import NOTHING, Game, State
from ...nimbers import Value, mex
from .budget import Budget
from .tables import Table, Tables

OPEN: Any = -1
"""Marks a position in a table that is on the path being searched: meeting it again means a cycle."""

EARLY = 100
"""An outcome is often settled by 1 in this many positions, so a search is refused only beyond that."""

Look = Callable[[State], Any]
"""Looks up a state: its answer, or what is missing."""

Known = Callable[[Game, State], Any]
"""Answers without search, or None."""

NEVER = 1 << 62
"""A cost that no position reaches."""

LONG = 1000
"""After this many options of one position the limits are checked again."""

LARGE = 1 << 12
"""Values from this on are not ruled out one by one: their masks would be too long."""


class Frame:
    """A position whose options are being looked at."""

    __slots__ = ("began", "game", "key", "look", "options", "pending", "seen", "state", "table")

    def __init__(
        self, game: Game, state: State, key: Hashable, table: Table, look: Look, options: Iterator[State], began: int
    ) -> None:
        self.game, self.state, self.key, self.table, self.look = game, state, key, table, look
        self.began = began
        """How many positions the search had met before this one."""
        self.options = options
        self.pending: State = NOTHING
        self.seen: set[Any] = set()
        table[key] = OPEN


class Search:
    """Answers from the definition alone; `known_*` may shortcut single positions."""

    def __init__(self, tables: Tables, budget: Budget, known_value: Known, known_outcome: Known) -> None:
        self.tables, self.budget = tables, budget
        self.known_value, self.known_outcome = known_value, known_outcome
        self.stop: int | None = None

    # -- values -----------------------------------------------------------------------------

    def value(self, game: Game, state: State) -> Value:
        """The Grundy value of `state`: the xor over its parts, each the mex over its options."""
        look = self._look(game)
        if look(state) is None:
            self.budget.afford(game.size(state))
        while (value := look(state)) is None:
            self._solve(*self._unsolved(game, state))
        return value  # type: ignore[no-any-return]

    def seen(self, game: Game, state: State) -> Value | None:
        """The value of `state`, if the tables have it."""
        value = self._look(game)(state)
        return None if value is OPEN else value

    def quick_value(self, game: Game, state: State, positions: int, early: int = 1) -> Value | None:
        """The value, if about this many `positions` suffice; what they tell about other states stays known.

        The search is refused if it is hopeless even when 1 in `early` of the positions would do.
        """
        look = self._look(game)
        if look(state) is None:
            self.budget.afford(game.size(state) // early)
        self.stop = self.budget.spent + positions
        try:
            while (value := look(state)) is None and self.budget.spent < self.stop:
                self._solve(*self._unsolved(game, state))
        finally:
            self.stop = None
        return value  # type: ignore[no-any-return]

    def _look(self, game: Game) -> Look:
        """A function that reads the value of a state of `game` from the tables; None while a part is unsolved."""
        table = self.tables.of("value", game)
        if is_plain(game):
            # Games that never split skip the loop over parts: this runs for every option of every position.
            canonical = _key_of(game)
            return table.get if canonical is None else lambda state: table.get(canonical(state))

        def sum_of_parts(state: State) -> Any:
            total: Any = 0
            for part_game, part in game.components(state):
                # Parts are usually of the same game, which spares a look-up by game.
                known = table if part_game is game else self.tables.of("value", part_game)
                value = known.get(part_game.canonical(part))
                if value is None or value is OPEN:
                    return value
                total ^= value
            return total

        return sum_of_parts

    def _unsolved(self, game: Game, state: State) -> tuple[Game, State]:
        """The first part of `state` that has no value yet."""
        for part_game, part in game.components(state):
            if self.tables.of("value", part_game).get(part_game.canonical(part)) is None:
                return part_game, part
        raise AssertionError("a state whose parts are solved is solved")

    def _solve(self, game: Game, part: State) -> None:
        """Give `part` a value in its table."""
        stack: list[Frame] = []
        try:
            self._open(stack, game, part)
            while stack and (self.stop is None or self.budget.spent < self.stop):
                if is_plain(stack[-1].game):
                    self._climb(stack)
                else:
                    self._advance(stack)
        except TypeError as fault:
            raise unhashable(fault, stack[-1] if stack else None) from fault
        finally:
            for frame in stack:  # not empty only if the search ended early: leave no OPEN marks behind
                frame.table.pop(frame.key, None)
            if stack:
                self._leave(stack[0])

    def _leave(self, frame: Frame) -> None:
        """Note for the first position of a search that ended early that its value is none of those seen."""
        # A mex is never the value of an option, so what was seen still helps the next search.
        excluded = self.tables.of("excluded", frame.game)
        mask = excluded.get(frame.key, 0)
        for value in frame.seen:
            if isinstance(value, int) and 0 <= value < LARGE:
                mask |= 1 << value
        if mask:
            excluded[frame.key] = mask

    def _open(self, stack: list[Frame], game: Game, part: State) -> None:
        """Start on a part that has no value yet, unless a theorem or its own parts give one."""
        met: list[tuple[Game, State]] = []
        while True:
            value = self.known_value(game, part)
            if value is not None or is_whole(game, part):
                break
            value = self._look(game)(part)
            if value is not None:
                break
            if (game, part) in met:
                raise UserCodeError("components({state!r}) leads back to itself", type(game).__name__, state=part)
            met.append((game, part))
            game, part = self._unsolved(game, part)  # solve what is inside first; the sum is looked up again later
        if value is OPEN:
            raise named_cycle(stack)
        table, key = self.tables.of("value", game), game.canonical(part)
        if value is not None:
            table[key] = value
            return
        self.budget.spend()
        options = options_of(game, part)
        stack.append(Frame(game, part, key, table, self._look(game), options, self.budget.spent))

    def _climb(self, stack: list[Frame]) -> None:
        """Solve the top frame, whose game never splits.

        This is the hot loop of most searches: its frames are plain tuples, and each option is looked up only once.
        """
        top = stack.pop()
        game, table, canonical = top.game, top.table, _key_of(top.game)
        known, spend, get = self.known_value, self.budget.spend, table.get
        costly = self.tables.costly_of("value", game)
        least = costly.least if costly else NEVER
        # What a position costs is how far the table grows.
        path = [(top.state, top.key, top.options, top.seen, len(table))]
        try:
            while path:
                state, key, options, seen, began = path[-1]
                for option in islice(options, LONG):
                    its_key = option if canonical is None else canonical(option)
                    value = get(its_key)
                    if value is None:
                        value = known(game, option)
                        if value is None:
                            spend()
                            # Go down at once; the value comes back to this frame below, so the option is not looked
                            # up again.
                            path.append((option, its_key, options_of(game, option), set(), len(table)))
                            table[its_key] = OPEN
                            break
                        table[its_key] = value
                    seen.add(value)
                else:
                    if (left := self._left(options)) is not None:
                        path[-1] = state, key, left, seen, began
                        continue
                    if OPEN in seen:
                        break
                    table[key] = value = mex(seen)
                    if costly and len(table) - began >= least:
                        costly.note(key, state, len(table) - began)
                    path.pop()
                    if path:
                        path[-1][3].add(value)
        finally:  # after an error or at a cycle, back to frames: `_solve` names and forgets what was open
            stack += [self._framed(top, *step) for step in path]
        if path:
            raise named_cycle(stack)

    def _left(self, options: Iterator[State]) -> Iterator[State] | None:
        """What is left of a list of options, which may never end: charges for one more position."""
        option = next(options, NOTHING)
        if option is NOTHING:
            return None
        self.budget.spend()
        return chain((option,), options)

    def _framed(
        self, top: Frame, state: State, key: Hashable, options: Iterator[State], seen: set[Any], began: int
    ) -> Frame:
        frame = Frame(top.game, state, key, top.table, top.look, options, began)
        frame.seen = seen
        return frame

    def _advance(self, stack: list[Frame]) -> None:
        """Look at options of the top frame until a part must be solved first, or all are seen."""
        frame = stack[-1]
        look, add = frame.look, frame.seen.add
        if frame.pending is not NOTHING:
            value = look(frame.pending)
            if value is None:
                self._open(stack, *self._unsolved(frame.game, frame.pending))
                return
            add(value)
            frame.pending = NOTHING
        for option in islice(frame.options, LONG):
            value = look(option)
            if value is None:
                frame.pending = option
                self._open(stack, *self._unsolved(frame.game, option))
                return
            add(value)
        if (left := self._left(frame.options)) is not None:
            frame.options = left
            return
        if OPEN in frame.seen:
            raise named_cycle(stack)
        frame.table[frame.key] = mex(frame.seen)
        self._closed("value", stack.pop())

    def _closed(self, kind: str, frame: Frame) -> None:
        if costly := self.tables.costly_of(kind, frame.game):
            costly.note(frame.key, frame.state, self.budget.spent - frame.began)

    # -- outcomes ---------------------------------------------------------------------------

    def is_p(self, game: Game, state: State, misere: bool = False) -> bool:
        """Does the player who has just moved win? Stops at the first option that settles it.

        In normal play only for a game that never splits: others are sums, whose outcome needs the values of the parts.
        """
        table = self.tables.of("misere" if misere else "outcome", game)
        look = self._look_misere(game, table) if misere else self._look_outcome(game, table)
        verdict = look(state)
        if not isinstance(verdict, tuple):
            return bool(verdict)
        self.budget.afford(game.size(verdict[0]) // EARLY)
        stack: list[Frame] = []
        try:
            stack.append(self._opened(game, verdict, table, look))
            while stack:
                self._decide(stack, misere)
        except TypeError as fault:
            raise unhashable(fault, stack[-1] if stack else None) from fault
        finally:
            for frame in stack:
                frame.table.pop(frame.key, None)
        return bool(look(state))

    def _opened(self, game: Game, unsolved: tuple[State, Hashable], table: Table, look: Look) -> Frame:
        self.budget.spend()
        return Frame(game, *unsolved, table, look, options_of(game, unsolved[0]), self.budget.spent)

    def _decide(self, stack: list[Frame], misere: bool) -> None:
        frame = stack[-1]
        if frame.pending is not NOTHING and frame.look(frame.pending) is True:  # the option searched last is P
            self._judge(stack, False, misere)
            return
        for option in islice(frame.options, LONG):
            verdict = frame.look(option)
            if verdict is False:
                frame.pending = option  # there is an option, so this is not the end of the game
                continue
            if verdict is True:
                self._judge(stack, False, misere)
                return
            frame.pending = option
            if verdict is OPEN:
                raise named_cycle(stack)
            stack.append(self._opened(frame.game, verdict, frame.table, frame.look))
            return
        if (left := self._left(frame.options)) is not None:
            frame.options = left
            return
        # Every option is N, so this is P. But the end of a misere game is N: the player to move has won.
        self._judge(stack, not misere or frame.pending is not NOTHING, misere)

    def _judge(self, stack: list[Frame], is_p: bool, misere: bool) -> None:
        frame = stack.pop()
        frame.table[frame.key] = is_p
        self._closed("misere" if misere else "outcome", frame)

    def _look_misere(self, game: Game, table: Table) -> Look:
        """Looks up a state: True for P, False for N, OPEN, or the pair (state, key) if it must be searched."""
        canonical = game.canonical

        def look(state: State) -> Any:
            key = canonical(state)
            verdict = table.get(key)
            return (state, key) if verdict is None else verdict

        return look

    def _look_outcome(self, game: Game, table: Table) -> Look:
        canonical = game.canonical

        def look(state: State) -> Any:
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


class Searched(Protocol):
    """An element of the stack of a search."""

    @property
    def game(self) -> Game: ...
    @property
    def state(self) -> State: ...
    @property
    def key(self) -> Hashable: ...


def named_cycle(stack: Sequence[Searched]) -> Cycle:
    """An error that names the positions of the cycle: from a state on the path to the option that leads back to it."""
    top = stack[-1]
    keys = {(f.game, f.key): i for i, f in enumerate(stack)}
    for option in options_of(top.game, top.state):
        for game, part in [(top.game, option), *top.game.components(option)]:
            place = keys.get((game, game.canonical(part)))
            if place is not None:
                path = [f.game.show(f.state) for f in stack[place:]]
                return Cycle([*path, game.show(part)])
    return Cycle([top.game.show(top.state)] * 2)


def is_plain(game: Game) -> bool:
    """Does a state of `game` never split into parts?"""
    return type(game).components is Game.components


def is_whole(game: Game, part: State) -> bool:
    """Does this part not split any further?"""
    if is_plain(game):
        return True
    parts = game.components(part)
    return len(parts) == 1 and parts[0] == (game, part)


def _key_of(game: Game) -> Callable[[State], Hashable] | None:
    """The function from states to keys; None if a state is its own key."""
    return None if type(game).canonical is Game.canonical else game.canonical


def unhashable(fault: TypeError, top: Searched | None) -> Exception:
    """A plain message for the commonest slip in a first game: lists as states."""
    if "unhashable" not in str(fault) or top is None:
        return fault
    return _no_key(top.game, top.state, fault)


def _no_key(game: Game, state: State, fault: TypeError) -> UserCodeError:
    message = "options({state!r}) gave a state that cannot be kept in a table (use tuples, not lists): {fault}"
    return UserCodeError(message, type(game).__name__, state=state, fault=fault)


def sound_options(game: Game, state: State) -> Iterator[State]:
    """`options_of`, but a state that cannot be a key raises an error that names it."""
    for option in options_of(game, state):
        try:
            hash(option)
        except TypeError as fault:
            raise _no_key(game, state, fault) from fault
        yield option


def options_of(game: Game, state: State) -> Iterator[State]:
    """The options of `state`; if the method returns something else, the error names it as the culprit."""
    options = game.options(state)
    try:
        return iter(options)
    except TypeError:
        message = "options({state!r}) gave {options!r}, expected an iterable of states (did it forget `yield`?)"
        raise UserCodeError(message, type(game).__name__, state=state, options=options) from None
