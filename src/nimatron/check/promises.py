"""The check of a game: each promise is tested on the positions that the explorer has found."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from itertools import islice
from typing import Any, TypeVar, Unpack

from ..core.brackets import top_level
from ..core.clock import TimeUp, alarm
from ..core.errors import IllegalPosition, UsageError
from ..core.game import NOTHING, Compound, Game, Position, State
from ..core.limits import LimitOptions, Limits, make_limits
from ..core.message import Message
from ..families.heaps.rules import HeapGame
from ..families.octal.uniform import declared_code
from ..notation.reader import game_of
from .explore import MOST_OPTIONS, Broken, Explorer, fault_text, short_repr
from .report import Failure, Findings, Report
from .turn_marker import look_for_turns
from .value_promises import PlainValues, ValueTests

POSITIONS, SECONDS = 2_000, 10.0
LIMITS = Limits(positions=POSITIONS, seconds=SECONDS)
GRACE = 0.2
"""Seconds that a test gets to notice by itself that time is up."""

DESCRIBED = 50
"""The most moves of a position to put into words or pictures."""


T = TypeVar("T")


def check(
    game: Game | str,
    starts: Iterable[State | Position] = (),
    limits: Limits | None = None,
    **words: Unpack[LimitOptions],
) -> Report:
    """Test the promises of `game` on its usual start, on the `starts` given, and on all that can be reached from them.

    Unless `limits` say otherwise, it looks at up to 2,000 positions for up to 10 s; the report says how far it came.

    >>> from nimatron import Nim
    >>> report = check(Nim)  # or check("nim")
    >>> report.passed, report.positions, report.longest
    (True, 120, 12)
    """
    return _Checker(game_of(game), make_limits(limits or LIMITS, **words)).report(list(starts))


class _Checker:
    def __init__(self, game: Game, limits: Limits) -> None:
        self.game, seconds = game, limits.seconds
        limit = POSITIONS if limits.positions is None else limits.positions
        self.findings = Findings()
        self.order: list[State] = []
        self.explorer = Explorer(game, limit, None if seconds is None else seconds * 0.6, self.findings)
        # Exploring gets 60 % of the time, so that some is left for the values.
        self.values = PlainValues(limit, None if seconds is None else time.monotonic() + seconds)

    def report(self, positions: Sequence[State | Position]) -> Report:
        began = time.monotonic()
        explorer = self.explorer
        starts = self._run_to_end(lambda: self._starts(positions), [])
        self._run_to_end(lambda: explorer.explore(starts))
        self._run_to_end(lambda: explorer.lines(starts))
        self._run_to_end(explorer.look_again)
        longest = self._run_to_end(self._finite)
        tests = ValueTests(explorer, self.values, self.order)
        methods = (self._accept, self._notation, self._describe, self._picture, self._identity, self._declaration)
        # Tests that take long come last, so that a slow game is tested as far as possible.
        for test in (*methods, tests.parts, tests.canonical, lambda: look_for_turns(explorer)):
            self._run_to_end(test)
        self._mark_unfinished()
        return Report(
            str(self.game),
            self._run_to_end(lambda: tuple(map(explorer.text_of, starts)), ()),
            self.findings.conditions(),
            len(explorer.options),
            explorer.complete,
            longest,
            self._cut_short_note(),
            tuple(self.findings.warnings.values()),
            time.monotonic() - began,
        )

    def _run_to_end(self, test: Callable[[], T], otherwise: Any = None) -> T:
        """The answer of a test, which ends even if the rules sleep, or end the program where nothing expects it."""
        until = self.values.deadline
        try:
            with alarm(None if until is None else max(0.0, until - time.monotonic()) + GRACE):
                return test()
        except (TimeUp, SystemExit, MemoryError, RecursionError) as fault:
            if isinstance(fault, TimeUp):
                self.explorer.hurried = self.explorer.untouched = True
            expected = Message("the positions after each move")
            state = next(reversed(self.explorer.options), "-")
            self.findings.fail("options", Failure(repr(state), expected, fault_text(fault), self.explorer.place(fault)))
            return otherwise  # type: ignore[no-any-return]

    def _every(self, id: str) -> Iterator[tuple[State, tuple[State, ...]]]:
        """Each state with its options, until `id` has failed or time is up."""
        # The order of exploring: the first failure is near the start, where the author can look at it.
        for state, options in self.explorer.options.items():
            if self.values.late:
                self.findings.partial.add(id)
            if self.values.late or id in self.findings.failures:
                return
            self.findings.saw(id)
            yield state, options

    # -- where to begin ---------------------------------------------------------------------

    def _starts(self, positions: Sequence[State | Position]) -> list[State]:
        given = [self._state_of(position) for position in positions]
        try:
            start = self.explorer.call("start", "start", Message("a position"), lambda: self.game.start)
        except Broken:
            return given
        if start is NOTHING:
            return self._without_usual_start(given)
        self.findings.saw("start")
        try:
            expected = Message("a position that accept takes")
            accepted = self.explorer.call("start", start, expected, self.game.accept, start)
        except Broken:
            return given
        return [accepted, *(state for state in given if state != accepted)]

    def _state_of(self, position: State | Position) -> State:
        if isinstance(position, Position):
            if position.game != self.game:
                raise UsageError("{position} is not a position of {game}", position=position, game=self.game)
            return position.state
        return self.game.accept(position)

    def _without_usual_start(self, given: list[State]) -> list[State]:
        if not given:
            raise UsageError("{name} has no usual start: give a position to check it from", name=self.game.name)
        self.findings.notes["start"] = Message("there is no usual start: players have to give a position")
        try:
            self.game()
        except IllegalPosition:
            return given
        except Exception as fault:
            self.explorer.fail("start", given[0], Message("a game without a start asks for a position"), repr(fault))
        return given

    # -- the five conditions ----------------------------------------------------------------

    def _finite(self) -> int | None:
        """Remove states without a move left, again and again. From those that remain, play can go round for ever."""
        explorer, options = self.explorer, self.explorer.options
        heights = _heights(options)
        self.findings.saw("finite", len(options))
        stuck = [state for state in options if state not in heights]
        if stuck:
            path = _cycle(stuck[0], options, set(stuck))
            shown = [explorer.text_of(state) for state in path]
            shown = shown if len(shown) <= 8 else [*shown[:4], "...", *shown[-3:]]
            self.findings.loopy |= {"finite", "draws"}
            self.findings.notes["finite"] = Message("positions can repeat: {path}", path=" -> ".join(shown))
            self.findings.notes["draws"] = Message("positions can repeat: draws are possible")
        if failure := self.findings.failures.get("finite"):
            expected = Message("somebody loses: every line of play ends")
            self.findings.fail("draws", Failure(failure.state, expected, failure.came))
        ends = sum(not listed for listed in options.values())
        self.findings.saw("draws", ends)
        unknown = _unknown_ends(options, explorer.sampled, heights)
        # First come states whose games end within the explored positions; among these, the shortest games first.
        self.order = sorted(heights, key=lambda state: (state in unknown, heights[state]))
        complete = explorer.complete and not stuck
        return max(heights.values(), default=0) if complete else None

    def _mark_unfinished(self) -> None:
        """A promise not seen broken is proved only if every position was seen."""
        if not self.explorer.complete:
            methods = {id for id, count in self.findings.checked.items() if count} - {"start", "identity", "code"}
            self.findings.partial |= methods

    def _cut_short_note(self) -> Message | None:
        explorer = self.explorer
        n = len(explorer.options)
        if explorer.complete:
            return None
        if "options" in self.findings.failures:
            return Message("a position without a list of moves ended the search", params={"n": n})
        if explorer.hurried:
            return Message("the time limit was reached after {n} positions", params={"n": n})
        if explorer.untouched:
            return Message("only {n} positions were checked", params={"n": n})
        return Message("of very long lists only the first {most} moves were checked", most=MOST_OPTIONS)

    # -- methods that every game has ----------------------------------------------------------

    def _accept(self) -> None:
        seen: set[State] = set()
        for state, options in self._every("accept"):
            for option in options:
                if option in seen:
                    continue
                seen.add(option)
                if not self._accepts(state, option):
                    return

    def _accepts(self, state: State, option: State) -> bool:
        expected = Message("accept returns the option {option} unchanged", option=short_repr(option))
        try:
            accepted = self.explorer.call("accept", state, expected, self.game.accept, option)
        except Broken:
            return False
        if accepted != option:
            self.explorer.fail("accept", state, expected, short_repr(accepted))
        return bool(accepted == option)

    def _notation(self) -> None:
        for state, _ in self._every("notation"):
            try:
                self._round_trip(state)
            except Broken:
                return

    def _round_trip(self, state: State) -> None:
        explorer, game = self.explorer, self.game
        text = explorer.call("notation", state, Message("a text"), game.show, state)
        if not isinstance(text, str):
            explorer.fail("notation", state, Message("show gives a text"), short_repr(text))
            return
        expected = Message("parse({text}) gives {state}", text=repr(text), state=short_repr(state))
        again = explorer.call("notation", state, expected, game.parse, text)
        if again != state:
            explorer.fail("notation", state, expected, short_repr(again))
        elif not isinstance(game, Compound) and (top_level(text, " + ") or "\n" in text):
            came = Message("the text {text}", text=repr(text))
            explorer.fail("notation", state, Message("a text of one line without ` + `, which joins games"), came)

    def _describe(self) -> None:
        for state, options in self._every("describe"):
            told: dict[str, State] = {}
            for option in islice(options, DESCRIBED):
                try:
                    text = self._description(state, option)
                except Broken:
                    return
                if text is None:
                    return
                if told.setdefault(text, option) != option:
                    self._warn_alike(state, text, told[text], option)

    def _description(self, state: State, option: State) -> str | None:
        explorer = self.explorer
        expected = Message("the move to {option} in words", option=explorer.text_of(option))
        move = explorer.call("describe", state, expected, self.game.describe, state, option)
        if not isinstance(move, (Message, str)) or not move:
            explorer.fail("describe", state, expected, short_repr(move))
            return None
        return explorer.call("describe", state, expected, str, move)  # type: ignore[no-any-return]

    def _warn_alike(self, state: State, text: str, a: State, b: State) -> None:
        shown = self.explorer.text_of
        expected = Message("different words for different moves")
        came = Message("the moves to {a} and {b} have the same description: {text}", a=shown(a), b=shown(b), text=text)
        self.findings.warn("describe", Failure(shown(state), expected, came))

    def _picture(self) -> None:
        if type(self.game).picture is Game.picture:
            self.findings.unused.add("picture")
            return
        for state, options in self._every("picture"):
            try:
                drawn = self._picture_text(state)
                unseen = (
                    option for option in islice(options, DESCRIBED) if drawn and self._picture_text(option) == drawn
                )
                if (option := next(unseen, NOTHING)) is not NOTHING:
                    self._warn_unseen(state, option)
            except Broken:
                return

    def _picture_text(self, state: State) -> str | None:
        expected = Message("rows of characters, joined by / or line ends, or None")
        drawn = self.explorer.call("picture", state, expected, self.game.picture, state)
        if drawn is None or (isinstance(drawn, str) and drawn.replace("\n", "").isprintable()):
            return drawn
        self.explorer.fail("picture", state, expected, short_repr(drawn))
        raise Broken

    def _warn_unseen(self, state: State, option: State) -> None:
        shown = self.explorer.text_of
        expected = Message("a move changes the picture, so that it can be seen and clicked")
        came = Message("the move to {option} does not change the picture", option=shown(option))
        self.findings.warn("picture", Failure(shown(state), expected, came))

    def _identity(self) -> None:
        self.findings.saw("identity")
        expected = Message("an equal game that hashes alike")
        state = next(iter(self.explorer.options), "-")
        try:
            twin = self.explorer.call("identity", state, expected, _twin, self.game)
            if twin is None:
                self.findings.partial.add("identity")
                return
            equal = self.explorer.call("identity", state, expected, lambda: bool(twin == self.game))
            alike = self.explorer.call("identity", state, expected, lambda: hash(twin) == hash(self.game))
        except Broken:
            return
        if not equal:
            self.explorer.fail("identity", state, expected, Message("two instances of the same rules are not equal"))
        elif not alike:
            self.explorer.fail("identity", state, expected, Message("two equal instances hash differently"))

    def _declaration(self) -> None:
        """The code of a heap game that declares how long its moves are."""
        game = self.game
        if not isinstance(game, HeapGame) or game.longest_move is None or game.most_heaps is None:
            self.findings.unused.add("code")
            return
        self.findings.saw("code")
        state = next(iter(self.explorer.options), "-")
        expected = Message("one code gives the moves of every heap")
        with suppress(Broken):
            self.explorer.call("code", state, expected, declared_code, game)


def _twin(game: Game) -> Game | None:
    """Another instance of the same rules; None if there is no way to make one."""
    # The best twin is made as users make one; a copy is the second best.
    if "__init__" not in type(game).__dict__ or not inspect.signature(type(game)).parameters:
        with_defaults = type(game)() if not vars(game).keys() - {"_hash"} else None
        if with_defaults is not None:
            return with_defaults
    try:
        twin = deepcopy(game)
    except Exception:
        return None
    vars(twin).pop("_hash", None)
    return twin


def _heights(options: dict[State, tuple[State, ...]]) -> dict[State, int]:
    """The length of the longest line of play from each state, as far as explored; none for states that can go round."""
    befores: dict[State, list[State]] = {state: [] for state in options}
    left: dict[State, int] = {}
    for state, listed in options.items():
        known = {option for option in listed if option in options}
        left[state] = len(known)
        for option in known:
            befores[option].append(state)
    # From the ends of the game up: a state is ready when all its options are (Kahn's algorithm).
    ready = [state for state, count in left.items() if not count]
    heights = dict.fromkeys(ready, 0)
    for state in ready:  # the list grows during the loop
        for before in befores[state]:
            left[before] -= 1
            heights[before] = max(heights.get(before, 0), heights[state] + 1)
            if not left[before]:
                ready.append(before)
    return {state: height for state, height in heights.items() if not left[state]}


def _unknown_ends(
    options: dict[State, tuple[State, ...]], sampled: set[State], heights: dict[State, int]
) -> set[State]:
    """The states from which a line of play leaves the explored positions."""
    unknown: set[State] = set()
    for state in sorted(heights, key=heights.__getitem__):
        if state in sampled or any(option not in options or option in unknown for option in options[state]):
            unknown.add(state)
    return unknown


def _cycle(state: State, options: dict[State, tuple[State, ...]], stuck: set[State]) -> list[State]:
    """A cycle that can be reached from `state`; every stuck state has a stuck option, so there is one."""
    path: dict[State, None] = {}
    while state not in path:
        path[state] = None
        state = next(option for option in options[state] if option in stuck)
    return [*list(path)[list(path).index(state) :], state]
