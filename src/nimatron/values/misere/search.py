"""Forms of positions, found from those of their options; and with them who wins.

Where a position is a sum of parts, the form of each is found once, however often it comes, and equal ones are added
only once: so sums of many small parts, and rows that fall apart, take far less than a search of all states.
"""

from __future__ import annotations

import threading
from collections.abc import Hashable, Iterator, Sequence
from itertools import accumulate

from ...errors import Limit
from ...game import NOTHING, Game, Part, State
from ...message import Message
from ..search.budget import Budget
from ..search.frames import named_cycle, sound_options
from ..theorems.parts import independent_parts
from .components import refuse_infinite
from .forms import Form, Forms
from .genus import Genera

MOST_KEPT = 1_500_000
"""With more forms and sums than this, all are forgotten before the next question."""

MANY_PARTS = 8
"""Adding the known forms of this many parts is charged like one position."""

Key = tuple[Game, Hashable]


class Known:
    """The forms found so far, with the positions that have them."""

    def __init__(self) -> None:
        self.forms = Forms()
        self.genera = Genera(self.forms)
        self.of: dict[Key, Form] = {}


class _Shared(threading.local):
    """For each thread apart: a search marks what it is looking at."""

    def __init__(self) -> None:
        self.known = Known()


_shared = _Shared()


def shared() -> Known:
    """What has been found in this thread; begun anew once it has grown too large."""
    if len(_shared.known.forms) + len(_shared.known.of) > MOST_KEPT:
        _shared.known = Known()
    return _shared.known


class _Frame:
    """A part whose options are being looked at."""

    __slots__ = ("found", "game", "key", "option", "options", "state")

    def __init__(self, game: Game, state: State, key: Hashable) -> None:
        self.game, self.state, self.key = game, state, key
        self.options: Iterator[State] = sound_options(game, state)
        self.option: State = NOTHING
        self.found: set[Form] = set()


class FormSearch:
    """Finds the forms of positions under a budget; `most` bounds the forms, sums and options that are looked at."""

    def __init__(self, known: Known, budget: Budget, most: int | None = None) -> None:
        self.known, self.forms, self.budget = known, known.forms, budget
        self.left = most
        self._told = 0
        self._path: set[Key] = set()
        self._stack: list[_Frame] = []

    def form(self, game: Game, state: State) -> Form:
        """The form of a position."""
        self._path.clear()
        self._stack.clear()
        while (form := self._total(game, state)) is None:
            while self._stack:
                self._step(self._stack[-1])
        return form

    def is_p(self, game: Game, state: State) -> bool:
        """Does the player to move lose? The form of the position itself, the largest of all, is not needed."""
        parts = independent_parts(game, state)
        if len(parts) == 1:
            return self._all_won(game, state)
        for _ in self.lost_options(parts, once=True):
            return False
        return any(True for part in parts for _ in sound_options(*part))

    def _all_won(self, game: Game, state: State) -> bool:
        """Does every move, if there is one, lead to a position that is won?"""
        ended = True
        for option in sound_options(game, state):
            ended = False
            if self.forms.is_p[self.form(game, option)]:
                return False
        return not ended

    def lost_options(self, parts: Sequence[Part], once: bool = False) -> Iterator[tuple[int, State]]:
        """All moves in a sum to lost positions: the part and the option it becomes; of equal parts `once` or of all."""
        found: dict[tuple[Game, State], list[State]] = {}
        for i, (part, rest) in enumerate(zip(parts, self._rests(parts), strict=True)):
            if part not in found:
                found[part] = []
                for option in dict.fromkeys(sound_options(*part)):
                    if self.forms.is_p[self.add(self.form(part[0], option), rest)]:
                        found[part].append(option)
                        yield i, option
            elif not once:
                yield from ((i, option) for option in found[part])

    def _rests(self, parts: Sequence[Part]) -> list[Form]:
        """For each part the form of all others together."""
        forms = [self.form(*part) for part in parts]
        before, after = (list(accumulate(some, self.add, initial=0)) for some in (forms, reversed(forms)))
        return [self.add(*pair) for pair in zip(before[:-1], after[-2::-1], strict=True)]

    def _total(self, game: Game, state: State) -> Form | None:
        """The form of a sum, if those of its parts are known; else one of them is put on the stack."""
        total = 0
        parts = independent_parts(game, state)
        self._spend(len(parts) // MANY_PARTS)  # also where all is known
        for part_game, part in parts:
            key = part_game, part_game.canonical(part)
            form = self.known.of.get(key)
            if form is None:
                self._open(key, part)
                return None
            total = self.add(total, form)
        return total

    def add(self, a: Form, b: Form) -> Form:
        """The form of a sum; what it takes is charged."""
        self._told = len(self.forms)
        self.forms.watch = self._watch
        try:
            return self.forms.add(a, b)
        finally:
            self.forms.watch = None
            self._watch()

    def _watch(self) -> None:
        """Charge for the forms and sums that have been added."""
        count, self._told = len(self.forms) - self._told, len(self.forms)
        self._spend(count)

    def _spend(self, count: int) -> None:
        self.budget.spend(count)
        if self.left is not None:
            self.left -= count
            if self.left < 0:
                raise Limit(TOO_MANY, self.budget.spent, self.budget.elapsed)

    def _open(self, key: Key, part: State) -> None:
        if key in self._path:
            raise named_cycle(self._stack)
        refuse_infinite(key[0], part)
        self._path.add(key)
        self._stack.append(_Frame(key[0], part, key[1]))

    def _step(self, frame: _Frame) -> None:
        """Look at the next option, or at the same one again now that a part of it is known."""
        while True:
            if frame.option is NOTHING:
                frame.option = next(frame.options, NOTHING)
                if frame.option is NOTHING:
                    self._close(frame)
                    return
            form = self._total(frame.game, frame.option)
            if form is None:
                return
            frame.found.add(form)
            frame.option = NOTHING

    def _close(self, frame: _Frame) -> None:
        self._spend(1 + len(frame.found) // 8)
        key = frame.game, frame.key
        self.known.of[key] = self.forms.make(frame.found)
        self._path.remove(key)
        self._stack.pop()


TOO_MANY = Message("there are too many canonical forms")
