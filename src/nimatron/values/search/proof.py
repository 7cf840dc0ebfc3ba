"""Does a position have the value n? A proof search: most positions need no exact value to answer that.

A position has value n if no option has value n and for each smaller m some option has value m. So one option of
value n refutes it, and such an option is looked for first. In a sum all parts but the hardest are evaluated; the
hardest is asked only about the one value that remains. What is learnt about a part is its exact value, or a mask of
values that it does not have.

The idea is due to Lemoine and Viennot (arXiv 1011.5841); the order (refute first) is our own choice.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import NamedTuple

from ...errors import Cycle, UserCodeError
from ...game import Game, Part, State
from ...nimbers import Value
from .budget import Budget
from .frames import OPEN, Known, is_whole, named_cycle, options_of, unhashable
from .tables import Table, Tables

REFUTE = 3
"""Up to this value, an option that refutes it is looked for first; for larger values, options of the smaller values.

Measured on Cram boards of 22 to 26 squares: 3 meets the fewest positions, or nearly so.
"""


class Unknown(NamedTuple):
    """A part without a value yet."""

    game: Game
    state: State
    key: Hashable
    table: Table
    excluded: Table
    """For each key a mask: bit n is set if the value is not n. A negative mask excludes all values from some n on."""


class Option:
    """An option as the nim-sum of its known parts, and its other parts, the hardest last."""

    __slots__ = ("parts", "total")

    def __init__(self, total: Value, parts: list[Unknown]) -> None:
        self.total, self.parts = total, parts

    @property
    def name(self) -> Hashable:
        """Options with the same name have the same value."""
        if len(self.parts) == 1:
            return self.total, self.parts[0].key
        return self.total, frozenset((part.game, part.key) for part in self.parts)


class Test:
    """A part that is tested for one value (None: for its exact value) while its options are looked at."""

    __slots__ = ("at", "began", "most", "options", "part", "seek", "want")

    def __init__(self, part: Unknown, want: int | None, began: int) -> None:
        self.part, self.want, self.began = part, want, began
        self.options: list[Option] = []
        self.most = self.seek = self.at = 0

    @property
    def game(self) -> Game:
        return self.part.game

    @property
    def state(self) -> State:
        return self.part.state

    @property
    def key(self) -> Hashable:
        return self.part.key

    @property
    def mask(self) -> int:
        return self.part.excluded[self.part.key]  # type: ignore[no-any-return]


class Prover:
    """Answers by proof; `known_*` may shortcut single parts."""

    def __init__(self, tables: Tables, budget: Budget, known_value: Known, known_outcome: Known) -> None:
        self.tables, self.budget = tables, budget
        self.known_value, self.known_outcome = known_value, known_outcome
        self._last: Game | None = None
        self._inside: list[tuple[Game, Hashable]] = []

    def value(self, game: Game, state: State) -> Value:
        """The value of `state`, by testing each part for 0, 1, 2, ..."""
        asked = self._reduced(game.components(state))
        while self._fold(asked):
            self._prove(asked.parts[0], None)
        return asked.total

    def told(self, game: Game, state: State, n: Value) -> bool | None:
        """Is `n` the value of `state`, as far as the tables tell?"""
        answer = self._ask(self._reduced(game.components(state)), n)
        return answer if isinstance(answer, bool) else None

    def has_value(self, game: Game, state: State, n: Value) -> bool:
        """Is `n` the value of `state`?"""
        asked = self._reduced(game.components(state))
        while not isinstance(answer := self._ask(asked, n), bool):
            self._prove(*answer)
        return answer

    # -- what is known -------------------------------------------------------------------------

    def _reduced(self, parts: Sequence[Part]) -> Option:
        """The sum of `parts`: known values are added up, equal pairs cancel, the hardest part comes last."""
        total: Value = 0
        unknown: list[Unknown] = []
        for game, state in parts:
            table, excluded = self._tables(game)
            key = game.canonical(state)
            value = table.get(key)
            if value is None and key not in excluded:
                value = self._sighted(game, state, key, table, excluded)
            if value is None:
                unknown.append(Unknown(game, state, key, table, excluded))
            elif value is OPEN:
                raise Cycle([])  # named by `_prove`, which knows the path
            elif isinstance(value, Option):
                total ^= value.total
                unknown += value.parts
            else:
                total ^= value
        return Option(total, unknown if len(unknown) < 2 else _uncancelled(unknown))

    def _tables(self, game: Game) -> tuple[Table, Table]:
        if game is not self._last:  # most parts are of the same game as the one before
            self._last = game
            self._pair = self.tables.of("value", game), self.tables.of("excluded", game)
        return self._pair

    def _sighted(self, game: Game, state: State, key: Hashable, table: Table, excluded: Table) -> Value | Option | None:
        """A part met for the first time: its value if it needs no search, its parts if it has some, else None."""
        value: Value | None = self.known_value(game, state)
        if value is not None:
            table[key] = value
        elif is_whole(game, state):
            # N excludes the value 0; the entry marks it as met.
            excluded[key] = 1 if self.known_outcome(game, state) == "N" else 0
        else:
            return self._opened_up(game, state, key)
        return value

    def _opened_up(self, game: Game, state: State, key: Hashable) -> Option:
        """A part that has parts itself."""
        if (game, key) in self._inside:
            raise UserCodeError("components({state!r}) leads back to itself", type(game).__name__, state=state)
        self._inside.append((game, key))
        try:
            return self._reduced(game.components(state))
        finally:
            self._inside.pop()

    def _fold(self, option: Option) -> bool:
        """Add up the parts that have become known. Is any part left?"""
        parts = option.parts
        for part in parts:
            if (value := part.table.get(part.key)) is not None:
                if value is OPEN:
                    raise Cycle([])  # named by `_prove`, which knows the path
                option.total ^= value
                option.parts = [other for other in option.parts if other is not part]
        return bool(option.parts)

    def _ask(self, option: Option, n: Value) -> bool | tuple[Unknown, int | None]:
        """Does `option` have the value `n`? If that is open: which part to test first, and for which value."""
        if not self._fold(option):
            return option.total == n
        if len(option.parts) > 1:
            return option.parts[0], None  # all parts but the last must be known exactly
        part, want = option.parts[0], option.total ^ n
        if not isinstance(want, int) or part.excluded[part.key] >> want & 1:
            return False  # finitely many options: no transfinite value
        return part, want

    # -- the search ----------------------------------------------------------------------------

    def _prove(self, part: Unknown, want: int | None) -> None:
        """Find the value of `part`, or that it is not `want`."""
        stack: list[Test] = []
        try:
            self._open(stack, part, want)
            while stack:
                self._advance(stack)
        except Cycle:
            raise named_cycle(stack) from None
        except TypeError as fault:
            raise unhashable(fault, stack[-1] if stack else None) from fault
        finally:
            for test in stack:  # not empty only after an error: leave no OPEN marks behind
                test.part.table.pop(test.part.key, None)

    def _open(self, stack: list[Test], part: Unknown, want: int | None) -> None:
        self.budget.spend()
        test = Test(part, want, self.budget.spent)
        stack.append(test)
        part.table[part.key] = OPEN
        self._look_around(test)
        self._turn(stack, test, want if want is not None and want <= REFUTE else None)

    def _look_around(self, test: Test) -> None:
        """Sort the options: note the values known already, and list those still to be tested, the easiest first."""
        part, want = test.part, test.want
        found: dict[Hashable, Option] = {}
        seen: set[Value] = set()
        for state in self.budget.charged(options_of(part.game, part.state)):
            option = self._reduced(part.game.components(state))
            if option.parts:
                found[option.name] = option
            elif want is not None and option.total == want:
                part.excluded[part.key] |= 1 << want
                return  # refuted: no more options are needed
            else:
                seen.add(option.total)
        most = len(found) + len(seen)  # the mex of this many values is at most this
        # Values of options are excluded, and so is everything above the largest possible mex.
        part.excluded[part.key] |= _mask(seen, most) | -1 << most + 1
        test.options, test.most = sorted(found.values(), key=_hardness_of), most

    def _turn(self, stack: list[Test], test: Test, seek: int | None) -> None:
        """Act on what was learnt: finish the test, or choose which value to look for next."""
        part, mask = test.part, test.mask
        rest = ~mask  # the values still possible; if only one bit is set, that is the value
        if rest & rest - 1 == 0:
            part.table[part.key] = rest.bit_length() - 1
            del part.excluded[part.key]
            self._close("value", stack.pop())
        elif test.want is not None and mask >> test.want & 1:
            del part.table[part.key]  # no longer OPEN: what was learnt is in the mask
            self._close("excluded", stack.pop())
        else:
            test.seek = (rest & -rest).bit_length() - 1 if seek is None else seek
            test.at = 0

    def _close(self, kind: str, test: Test) -> None:
        if costly := self.tables.costly_of(kind, test.game):
            costly.note(test.key, test.state, self.budget.spent - test.began)

    def _advance(self, stack: list[Test]) -> None:
        """Look for an option of the value sought, until it is settled or a part must be tested first."""
        test = stack[-1]
        part, seek, options = test.part, test.seek, test.options
        while test.at < len(options):
            option = options[test.at]
            answer = self._ask(option, seek)
            if not isinstance(answer, bool):
                self._open(stack, *answer)
                return
            if not option.parts:
                part.excluded[part.key] |= _mask([option.total], test.most)
            if answer:
                break
            test.at += 1
        else:  # no option has it, so the value is at most this
            part.excluded[part.key] |= -1 << seek + 1
        self._turn(stack, test, None)


def _mask(values: Iterable[Value], most: int) -> int:
    """The bits of the values that matter to a mex of at most `most`."""
    mask = 0
    for value in values:
        if isinstance(value, int) and value <= most:
            mask |= 1 << value
    return mask


def _hardness(part: Unknown) -> int:
    return part.game.size(part.state)


def _hardness_of(option: Option) -> tuple[int, int]:
    return len(option.parts), sum(map(_hardness, option.parts))


def _uncancelled(parts: list[Unknown]) -> list[Unknown]:
    """The parts without equal pairs, the hardest last."""
    odd: dict[tuple[Game, Hashable], Unknown] = {}
    for part in parts:
        if odd.pop((part.game, part.key), None) is None:
            odd[part.game, part.key] = part
    return sorted(odd.values(), key=_hardness)
