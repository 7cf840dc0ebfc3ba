"""Canonical forms of positions, from the forms of their options, and who wins by them.

The form of each part of a sum is computed once, however often the part occurs, and equal forms are added only once: so
sums of many small parts, and rows that fall apart, take far less work than a search of all states.
"""

from __future__ import annotations

import threading
from collections.abc import Hashable, Iterator, Sequence
from functools import reduce
from itertools import accumulate

from ...core.errors import Limit
from ...core.game import Game, Part, State
from ...core.limits import Budget
from ...core.message import Message
from ..bottom_up import BottomUp
from ..search.frames import sound_options
from ..search.memo import FORGETTING
from ..theorem import independent_parts
from .components import refuse_infinite
from .forms import Form, Forms
from .genus import Genera

MOST_KEPT = 1_500_000
"""With more forms and sums than this, the table starts empty at the next question."""

MANY_PARTS = 8
"""Adding the known forms of this many parts is charged like one position."""

Key = tuple[Game, Hashable]


class FormTable:
    """The forms found so far, with the positions that have them."""

    def __init__(self) -> None:
        self.forms = Forms()
        self.genera = Genera(self.forms)
        self.of: dict[Key, Form] = {}


class _ThreadForms(threading.local):
    """For each thread apart: a search marks what it is looking at."""

    def __init__(self) -> None:
        self.known = FormTable()


_shared = _ThreadForms()


def _begin_anew() -> None:
    _shared.known = FormTable()


FORGETTING.append(_begin_anew)


def shared_forms() -> FormTable:
    """What has been found in this thread; begun anew once it has grown too large."""
    if len(_shared.known.forms) + len(_shared.known.of) > MOST_KEPT:
        _begin_anew()
    return _shared.known


class FormSearch(BottomUp[Form]):
    """Finds the forms of positions under a budget; `most` bounds the forms, sums and options that are looked at."""

    def __init__(self, table: FormTable, budget: Budget, most: int | None = None) -> None:
        super().__init__()
        self.table, self.forms, self.budget = table, table.forms, budget
        self.left = most
        self._charged = 0

    def form(self, game: Game, state: State) -> Form:
        """The form of a position."""
        return self.add_up(self.walk(game, state))

    def lookup(self, game: Game, part: State) -> Form | None:
        return self.table.of.get((game, game.canonical(part)))

    def options(self, game: Game, part: State) -> Iterator[State]:
        refuse_infinite(game, part)
        return sound_options(game, part)

    def add_up(self, parts: Sequence[Form]) -> Form:
        self._spend(len(parts) // MANY_PARTS)  # also where all sums are known
        return reduce(self.add, parts, 0)

    def close(self, game: Game, part: State, key: Hashable, options: set[Form]) -> None:
        self._spend(1 + len(options) // 8)
        self.table.of[game, key] = self.forms.make(options)

    def is_p(self, game: Game, state: State) -> bool:
        """Does the player to move lose? The form of the position itself, the largest of all, is not needed."""
        parts = independent_parts(game, state)
        if len(parts) == 1:
            return self._all_won(game, state)
        for _ in self.lost_options(parts, once=True):
            return False
        # In misere play a position without moves is won, although no option is lost.
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
        # Sums from both ends: then each rest takes only one more addition.
        before, after = (list(accumulate(some, self.add, initial=0)) for some in (forms, reversed(forms)))
        return [self.add(*pair) for pair in zip(before[:-1], after[-2::-1], strict=True)]

    def add(self, a: Form, b: Form) -> Form:
        """The form of a sum; what it takes is charged."""
        self._charged = len(self.forms)
        self.forms.watch = self._watch
        try:
            return self.forms.add(a, b)
        finally:
            self.forms.watch = None
            self._watch()

    def _watch(self) -> None:
        """Charge for the forms and sums that have been added."""
        count, self._charged = len(self.forms) - self._charged, len(self.forms)
        self._spend(count)

    def _spend(self, count: int) -> None:
        self.budget.spend(count)
        if self.left is not None:
            self.left -= count
            if self.left < 0:
                raise Limit(TOO_MANY, self.budget.spent, self.budget.elapsed)


TOO_MANY = Message("there are too many canonical forms")
