"""A walk through a game that may be broken: breadth-first, then along single lines of play."""

from __future__ import annotations

import inspect
import os
import random
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

from ..core.clock import TimeUp
from ..core.errors import NimatronError
from ..core.game import Game, State
from ..core.message import Message
from ..notation.own_file import blame
from .report import Failure, Findings, Text

MOST_OPTIONS = 500
"""Longer lists of options, even endless ones, are judged by this many."""

LONGEST_LINE = 10_000
"""The most moves of a line of play."""

LINES = 20
"""The number of lines of play to try."""


class Broken(Exception):
    """A method of the game failed; the failure is recorded already."""


class AttributeWatch:
    """The attributes of a game as they were: a method that changes one would hide something from the players."""

    def __init__(self, game: Game) -> None:
        self.game = game
        # Only mutable values need a copy; a hashable one can only be replaced.
        self._before = {
            name: (value, value if _hashable(value) else _copy(value))
            for name, value in vars(game).items()
            if not name.startswith("_")
        }

    def changes(self) -> Iterator[tuple[str, object, object]]:
        """Each attribute that has changed: its name, what it was, what it is."""
        for name, value in vars(self.game).items():
            if name.startswith("_"):
                continue
            thing, copy = self._before.get(name, (None, None))
            if (thing is not value or copy is not value) and not _same(copy, value):
                yield name, copy, value


class Explorer:
    """The positions that can be reached, each with its options; failures met on the way are recorded."""

    def __init__(self, game: Game, limit: int, seconds: float | None, findings: Findings) -> None:
        self.game, self.limit, self.findings = game, limit, findings
        self.deadline = None if seconds is None else time.monotonic() + seconds
        self.options: dict[State, tuple[State, ...]] = {}
        """The options of each state, in the order the states were found; a broken state has none."""
        self.sampled: set[State] = set()
        """States with more options than were looked at."""
        self.untouched = False
        """True if some states were left out."""
        self.hurried = False
        """True if they were left out because time was up."""
        self._file = _source(game)
        self._rules = AttributeWatch(game)

    @property
    def complete(self) -> bool:
        return not (self.untouched or self.sampled or "options" in self.findings.failures)

    @property
    def late(self) -> bool:
        return self.deadline is not None and time.monotonic() > self.deadline

    # -- calling the game -------------------------------------------------------------------

    def text_of(self, state: State) -> str:
        """`state` in the notation, or as Python writes it if the notation fails."""
        try:
            return str(self.game.show(state)) or repr(state)
        except (Exception, SystemExit, TimeUp):
            return repr(state)

    def fail(self, id: str, state: State, expected: Text, came: Text, place: str = "") -> None:
        self.findings.fail(id, Failure(self.text_of(state), expected, came, place))

    def call(self, id: str, state: State, expected: Text, function: Callable[..., Any], *args: Any) -> Any:
        """The result of `function`; an exception is recorded as a failure of `id` at `state`."""
        try:
            return function(*args)
        except KeyboardInterrupt:
            raise
        except BaseException as fault:  # a game may even end the program
            self.fail(id, state, expected, fault_text(fault), self.place(fault))
            raise Broken from fault

    def place(self, fault: BaseException) -> str:
        """`file:line` in the game's own file, relative to the current folder."""
        place = blame(fault, self._file) if self._file else ""
        return place.removeprefix(f"{Path.cwd()}{os.sep}")

    # -- breadth-first ----------------------------------------------------------------------

    def explore(self, starts: Iterable[State]) -> None:
        """Look at `starts` and everything reachable from them, nearest first, up to the limit."""
        queue: deque[State] = deque()
        for state in starts:
            if self._is_kept(state, state) and state not in self.options:
                queue.append(state)
                self.options[state] = ()
        while queue and not self.late:
            self._visit(queue.popleft(), queue)
        if queue:
            self.untouched = self.hurried = True
        for state in queue:  # they were waiting and never looked at
            del self.options[state]

    def _visit(self, state: State, queue: deque[State] | None) -> None:
        try:
            self.options[state] = self._read(state)
        except Broken:
            self.options[state] = ()
        for option in self.options[state]:
            if option in self.options:
                continue
            if queue is None or len(self.options) >= self.limit:
                self.untouched = True
            else:
                self.options[option] = ()
                queue.append(option)

    def _read(self, state: State) -> tuple[State, ...]:
        """The options of `state`, asked for twice and compared."""
        findings = self.findings
        findings.saw("options")
        before = self._copy(state)
        options = self.list_options(state)
        self._check_unchanged(state, before)
        if len(options) > MOST_OPTIONS:
            self.sampled.add(state)
            options = options[:MOST_OPTIONS]
        kept = tuple(option for option in options if self._is_kept(option, state))
        self._check_again(state, before, kept)
        findings.saw("turns")
        if state in kept:
            expected = Message("a move that changes the position")
            came = Message("a move from {state} to itself", state=self.text_of(state))
            findings.warn("turns", Failure(self.text_of(state), expected, came))
        return kept

    def list_options(self, state: State) -> list[State]:
        """The list of options(state), cut off if it is too long."""
        expected = Message("the positions after each move")
        options = self.call("options", state, expected, self.game.options, state)
        try:
            iterator = iter(options)
        except TypeError:
            came = Message(
                "{options}, which is not a list (is a `yield` or `return` missing?)",
                options=short_repr(options),
            )
            self.fail("options", state, expected, came)
            raise Broken from None
        return self.call("options", state, expected, list, islice(iterator, MOST_OPTIONS + 1))  # type: ignore[no-any-return]

    def _is_kept(self, option: State, state: State) -> bool:
        """Can `option`, reached from `state`, be a key of a table?"""
        expected = Message("states that can be stored in a table (tuples, not lists)")
        self.findings.saw("states")
        try:
            hash(option)
        except Exception as fault:
            came = Message("{option} ({fault})", option=short_repr(option), fault=fault)
            self.fail("states", state, expected, came, self.place(fault))
            return False
        return True

    def _copy(self, state: State) -> State:
        """An equal state that shares nothing with this one."""
        try:
            copy = deepcopy(state)
        except Exception:
            return state  # without a copy, changes of the state go unnoticed
        if not _same(copy, state):
            self.fail("states", state, Message("a copy of a state is equal to it"), short_repr(copy))
            return state
        return copy

    def _check_unchanged(self, state: State, before: State) -> None:
        if not _same(state, before):
            expected = Message("options does not change the state: {state}", state=short_repr(before))
            self.fail("states", before, expected, Message("it was changed to {state}", state=short_repr(state)))
        for name, old, new in self._rules.changes():
            told = "options changed self.{name} from {before} to {after}"
            came = Message(told, name=name, before=short_repr(old), after=short_repr(new))
            self.fail("information", state, Message("rules that never change"), came)

    def _check_again(self, state: State, equal: State, first: tuple[State, ...]) -> None:
        """The same state, as another object, must give the same options."""
        self.findings.saw("information")
        second = self.list_options(equal)[:MOST_OPTIONS]
        if self.agree(state, first, second):
            return
        # Ask four more times: options that alternate depend on whose turn it is, others on chance or a hidden state.
        calls = [_as_set(self.list_options(equal)[:MOST_OPTIONS]) for _ in range(4)]
        calls = [_as_set(first), _as_set(second), *calls]
        expected = Message("the same moves each time: {moves}", moves=self.moves(first))
        if calls[0] == calls[2] == calls[4] != calls[1] == calls[3] == calls[5]:
            came = Message("different moves every second time, as if they depended on whose turn it is: {moves}",
                           moves=self.moves(second))  # fmt: skip
            self.fail("common", state, expected, came)
        else:
            came = Message("different moves the second time: {moves}", moves=self.moves(second))
            self.fail("information", state, expected, came)

    def agree(self, state: State, a: Iterable[State], b: Iterable[State]) -> bool:
        """Are these the same options? Their order may differ, unless only the beginning is known."""
        a, b = list(a), list(b)
        if state in self.sampled:
            return a == b[: len(a)]
        return a == b or _as_set(a) == _as_set(b)

    def moves(self, options: Iterable[State]) -> str:
        shown = [self.text_of(option) for option in islice(options, 7)]
        return ", ".join(shown[:6]) + (", ..." if len(shown) > 6 else "") if shown else "-"

    # -- a second look ----------------------------------------------------------------------

    def look_again(self) -> None:
        """Ask for the options of all states again, in the opposite order: they must depend on the state alone."""
        for state in islice(reversed(list(self.options)), 2000):
            if self.late:
                self.findings.partial.add("common")
                return
            try:
                again = self.list_options(state)
            except Broken:
                continue
            self.findings.saw("common")
            known = self.options[state]
            if not self.agree(state, known, [option for option in again if _hashable(option)][:MOST_OPTIONS]):
                expected = Message("the same moves as before: {moves}", moves=self.moves(known))
                came = Message("after questions about other positions: {moves}", moves=self.moves(again))
                self.fail("common", state, expected, came)
                return

    # -- single lines of play ---------------------------------------------------------------

    def lines(self, starts: Iterable[State]) -> None:
        """Play some games to the end, to see deep positions even if there are too many positions to see all."""
        starts = [state for state in starts if state in self.options]
        chance = random.Random(1940)  # a fixed seed: the same check each time
        for number in range(LINES if starts else 0):
            if self.late or not self._line(starts[number % len(starts)], chance if number else None):
                return

    def _line(self, state: State, chance: random.Random | None) -> bool:
        """Play one line: always the first option, or a random one of the first few. Does it end?"""
        path = [state]
        room = len(self.options) + self.limit // LINES  # each line may add its share of positions
        while len(path) <= LONGEST_LINE and not self.late:
            if state not in self.options and len(self.options) < room:
                self._visit(state, None)
            try:
                few = self.options[state][:50] if state in self.options else tuple(islice(self.list_options(state), 50))
            except Broken:
                return False
            if not few:
                return True
            state = chance.choice(few) if chance else few[0]
            if not _hashable(state):
                return False
            path.append(state)
        if len(path) > LONGEST_LINE and _grows(path):
            shown = ", ".join(self.text_of(s) for s in path[:4])
            came = Message(
                "the states still grow after {n} moves: {states}, ...", params={"n": LONGEST_LINE, "states": shown}
            )
            self.fail("finite", path[0], Message("every line of play ends"), came)
        self.findings.partial.add("finite")
        return False


def fault_text(fault: BaseException) -> Text:
    """The text of an error that came instead of an answer."""
    if isinstance(fault, TimeUp):
        return Message("no answer within the time limit")
    return fault.message if isinstance(fault, NimatronError) else f"{type(fault).__name__}: {fault}"


def _source(game: Game) -> Path | None:
    """The file of the game's class."""
    try:
        return Path(inspect.getfile(type(game)))
    except (TypeError, OSError):
        return None


def short_repr(thing: object) -> str:
    """The repr of `thing`, cut off if it is long."""
    text = repr(thing)
    return text if len(text) <= 80 else text[:77] + "..."


def _copy(thing: Any) -> Any:
    """An equal object that shares nothing with the thing; the thing itself if it has no equal copy."""
    try:
        copy = deepcopy(thing)
        return copy if copy == thing else thing
    except Exception:
        return thing


def _same(a: object, b: object) -> bool:
    try:
        return a is b or bool(a == b)
    except Exception:
        return True  # == fails, as for arrays: give it the benefit of the doubt


def _hashable(thing: object) -> bool:
    try:
        hash(thing)
    except Exception:
        return False
    return True


def _as_set(options: Iterable[State]) -> frozenset[State]:
    return frozenset(option for option in options if _hashable(option))


def _numbers(state: object) -> Iterator[int]:
    if isinstance(state, int):
        yield abs(state)
    elif isinstance(state, (tuple, frozenset)):
        for entry in state:
            yield from _numbers(entry)


def _size(state: object) -> int:
    """A measure that shrinks in most games: the sum of all numbers, else the length of the text."""
    numbers = list(_numbers(state))
    return sum(numbers) if numbers else len(repr(state))


def _grows(path: list[State]) -> bool:
    """Do the states of a long line keep growing? Such a line has no end; one that shrinks may have one."""
    quarter = len(path) // 4
    sizes = [_size(path[i]) for i in (0, quarter, 2 * quarter, 3 * quarter, -1)]
    return all(a < b for a, b in pairwise(sizes))
