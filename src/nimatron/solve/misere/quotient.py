"""`misere_quotient`: the quotient of heap games, or of all positions below some, as an answer; and its periods."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, Unpack

from ...core.errors import Limit, OutOfReach, UsageError
from ...core.game import Game, Outcome, Part, Position, State, Sum
from ...core.limits import Budget, LimitOptions, Limits, make_limits, watch
from ...core.message import Message
from ...families.heaps.rules import HeapGame
from ...families.octal.rules import Octal
from ...families.taking.rules import Subtraction
from ...notation.reader import game_of, is_game, position_of
from ..sequences.periodicity import Bound, bound_of
from ..theorem import independent_parts
from .components import Component, Components, key_of
from .quotient_builder import QuotientBuilder, QuotientGrowth

if TYPE_CHECKING:
    from ...core.array_types import Ints, SmallInts, Values


Progress = Callable[[int, int], None]
"""Called with the heap that comes next and the order so far."""

Generator = int | Position
"""A heap of the one game that a quotient is about, or a position if there are several or it has no heaps."""

Word = tuple[Generator, ...]
"""An element, as the least sum of generators that has it."""

Subject = Game | Position | str


class MisereQuotient:
    """The misere quotient of a list of games or positions: false if it is not known for all of their sums.

    An element is written as a word, the least sum of generators that has it: (1, 2, 2) is a heap of 1 and two of 2.

    >>> from nimatron import Kayles, misere_quotient
    >>> q = misere_quotient(Kayles)
    >>> q
    <misere quotient of kayles: order 40, 9 P-elements, period 12 from heap 71 on>
    >>> q.generators, q.preperiod, q.period, q.proved
    ((1, 2, 5, 9, 12, 25, 27), 71, 12, True)
    >>> q.value("kayles: 8"), q.value(10**18), q.is_p("kayles: 8 3")
    ((1, 2, 2), (1, 2, 2), False)
    """

    def __init__(self, subjects: Sequence[Game | Position], building: QuotientBuilder) -> None:
        self.subjects, self.builder = tuple(subjects), building
        self.periods: dict[Game, ElementPeriod] = {}
        """The proved periods of the games of heaps."""
        self.reason: Message | None = None
        """Why it is not proved: the limit that was reached."""
        self.seconds = 0.0

    # -- what was found ---------------------------------------------------------------------

    @property
    def proved(self) -> bool:
        """Is it known for all sums?"""
        building = self.builder
        # `elements` begins with nothing, so it is longer by one when all components are done.
        complete = self.reason is None and len(building.elements) > len(building.components)
        return complete and all(game in self.periods for game in self.lines)

    def __bool__(self) -> bool:
        return self.proved

    @property
    def order(self) -> int:
        """How many elements there are."""
        return len(self.builder.monoid)

    @property
    def lines(self) -> tuple[HeapGame, ...]:
        """The games of heaps."""
        return tuple(self.builder.components.heaps)

    @property
    def heaps(self) -> int:
        """The largest heap up to which the quotient is exact, for all games of heaps; 0 if there are none."""
        components = self.builder.components
        known = len(self.builder.elements)
        return min((_reach(numbers, known) for numbers in components.heaps.values()), default=0)

    def _only_period(self) -> ElementPeriod | None:
        return self.periods.get(self.lines[0]) if len(self.lines) == 1 else None

    @property
    def preperiod(self) -> int | None:
        """From this heap on, at least 1, elements repeat; None unless this is about one game whose period is known."""
        found = self._only_period()
        return found.preperiod if found else None

    @property
    def period(self) -> int | None:
        """The period of the elements of heaps; None unless this is about one game whose period is known."""
        found = self._only_period()
        return found.period if found else None

    @cached_property
    def generators(self) -> tuple[Generator, ...]:
        """The components whose sums have all elements."""
        return tuple(map(self._label, self.builder.monoid.generators))

    @cached_property
    def elements(self) -> tuple[Word, ...]:
        """All elements, nothing first."""
        return tuple(tuple(map(self._label, word)) for word in self.builder.words.values())

    @cached_property
    def p_elements(self) -> tuple[Word, ...]:
        """The elements of the lost positions."""
        lost = self.builder.monoid.lost
        words = [word for i, word in enumerate(self.builder.words.values()) if lost[i]]
        return tuple(tuple(map(self._label, word)) for word in sorted(words, key=lambda word: (len(word), word)))

    @cached_property
    def history(self) -> tuple[tuple[Generator, int, int], ...]:
        """How it grew: a component, the order with it, the number of P-elements."""
        return tuple((self._label(growth.component), growth.order, growth.lost) for growth in self.builder.history)

    def _label(self, component: Component) -> Generator:
        game, state = self.builder.components.labels[component]
        # In a quotient of one game, the size alone names a heap.
        return state[0] if (game,) == self.lines and len(self.subjects) == 1 else Position(game, state)

    @property
    def tried(self) -> tuple[tuple[float, int], ...]:
        """Where a limit came while the quotient grew: the candidates for it, after how many seconds and of what order.

        >>> from nimatron import misere_quotient
        >>> misere_quotient("0.77").tried
        ()
        """
        found = self.builder.candidates
        known = found and found[0].component < len(self.builder.elements)
        return () if known else tuple((one.seconds, one.order) for one in found)

    @property
    def table(self) -> SmallInts:
        """The multiplication table; the numbers are places in `elements`."""
        return self.builder.monoid.mul

    def clear_caches(self) -> None:
        """Clear everything that was derived from the smaller quotient."""
        self.periods.clear()
        for name in ("generators", "elements", "p_elements", "history", "_numbers"):
            vars(self).pop(name, None)

    # -- calculating ------------------------------------------------------------------------

    def number(self, position: Position | str | int) -> int:
        """The place of the element of a position in `elements`; OutOfReach if it is not known."""
        result = 0
        for part in self._parts(position):
            result = int(self.builder.monoid.mul[result, self.part_number(*part)])
        return result

    def _parts(self, position: Position | str | int) -> Sequence[Part]:
        if isinstance(position, int) and len(self.lines) == 1:
            position = self.lines[0](position)
        here = position_of(position)  # type: ignore[arg-type]
        return independent_parts(here.game, here.state)

    def part_number(self, game: Game, part: State) -> int:
        """The place of the element of a part in `elements`; OutOfReach if it is not known."""
        components, elements = self.builder.components, self.builder.elements
        game, key = key_of(game, part)
        if game in self.periods and isinstance(key, int):
            key = self.periods[game].reduce_heap(key)
        component = components.number.get((game, key))
        if component is None or component >= len(elements):
            raise OutOfReach("{position} is not among the positions that the quotient knows", position=game.write(part))
        return elements[component]

    def part_is_p(self, parts: Iterable[Part], rest: int = 0) -> bool:
        """Is the sum of these parts lost beside an element?"""
        monoid = self.builder.monoid
        for part in parts:
            rest = int(monoid.mul[rest, self.part_number(*part)])
        return bool(monoid.lost[rest])

    def knows(self, game: Game, state: State) -> bool:
        """Is the element of a position known?"""
        try:
            for part in independent_parts(game, state):
                self.part_number(*part)
        except OutOfReach:
            return False
        return True

    def value(self, position: Position | str | int) -> Word:
        """The element of a position, or of a heap of the one game that this is about."""
        return self.elements[self.number(position)]

    def is_p(self, position: Position | str | int) -> bool:
        """Does the player to move lose in misere play?"""
        return bool(self.builder.monoid.lost[self.number(position)])

    def outcome(self, position: Position | str | int) -> Outcome:
        """N if the player to move wins, P if the other one does."""
        return "P" if self.is_p(position) else "N"

    def mul(self, *words: Word) -> Word:
        """The product of elements.

        >>> from nimatron import misere_quotient
        >>> misere_quotient("kayles").mul((1,), (1, 2))
        (2,)
        """
        try:
            return self.elements[self.builder.monoid.product(self._numbers[tuple(word)] for word in words)]
        except KeyError as fault:
            raise UsageError("{word} is not an element: see `elements`", word=fault.args[0]) from None

    @cached_property
    def _numbers(self) -> dict[Word, int]:
        return {word: i for i, word in enumerate(self.elements)}

    def text(self, number: int) -> str:
        """An element as a sum of generators."""
        return self.word_text(self.elements[number])

    def word_text(self, word: Word) -> str:
        """A word as a sum of generators, such as 1+2+2; 0 is the element of nothing.

        >>> misere_quotient("kayles").word_text((1, 2, 2))
        '1+2+2'
        """
        plain = all(isinstance(generator, int) for generator in word)
        return ("+" if plain else " + ").join(map(str, word)) or "0"

    def __repr__(self) -> str:
        about = ", ".join(map(str, self.subjects))
        told = f"order {self.order}, {len(self.p_elements)} P-elements"
        if not self.proved:
            far = f"up to heap {self.heaps}" if self.lines else "not finished"
            return f"<misere quotient of {about}, {far}: {told}>"
        if self.period is not None:
            told += f", period {self.period} from heap {self.preperiod} on"
        return f"<misere quotient of {about}: {told}>"


def _reach(numbers: list[Component], known: int) -> int:
    """The last heap before one that is not known."""
    last = max(0, len(numbers) - 1)
    while last > 0 and numbers[last] >= known:
        last -= 1
    return last


# -- finding it ------------------------------------------------------------------------------------


def misere_quotient(
    about: Subject | Iterable[Subject],
    limits: Limits | None = None,
    *,
    heaps: int | None = None,
    progress: Progress | None = None,
    **words: Unpack[LimitOptions],
) -> MisereQuotient:
    """The misere quotient of a game of heaps, of all positions below some, or of sums of them all.

    `heaps` is the largest heap that is looked at, `limit` and `seconds` bound the work. If one of them ends it, the
    result is false, and exact up to the heap that it names.

    >>> misere_quotient("0.123")
    <misere quotient of octal{0.123}: order 20, 5 P-elements, period 5 from heap 5 on>
    >>> misere_quotient("dawson-kayles", heaps=20)
    <misere quotient of dawson-kayles, up to heap 20: order 24, 5 P-elements>
    >>> misere_quotient(["cram: 3x3", "nim: 2"])
    <misere quotient of cram: .../.../..., nim: 2: order 6, 2 P-elements>
    """
    asked = make_limits(limits, **words)
    subjects = subjects_of(about)
    budget = Budget(asked, heaps=asked.positions)
    try:
        quotient = start_quotient(subjects, budget)
    except Limit as reached:  # not even the list is complete
        quotient = MisereQuotient(subjects, QuotientBuilder(Components(), budget))
        quotient.reason = reached.what
    else:
        (grow if progress else grow_with_display)(quotient, heaps, progress)
    return quotient


def subjects_of(about: Subject | Iterable[Subject]) -> list[Game | Position]:
    """The games of heaps and the positions that are meant; UsageError if there are none."""
    listed: list[Subject] = []
    if isinstance(about, Iterable) and not isinstance(about, (str, Position)):
        listed += about
    else:
        listed.append(about)
    subjects = [subject for one in listed for subject in _subjects(one)]
    if not subjects:
        raise UsageError("expected a game, a position or several of them, not an empty list")
    return subjects


def _subjects(one: Subject) -> list[Game | Position]:
    if isinstance(one, str):
        one = game_of(one) if is_game(one) else position_of(one)
    if isinstance(one, Position):
        return [one]
    if isinstance(one, Sum):
        return [subject for game in one.games for subject in _subjects(game)]
    if isinstance(one, HeapGame):
        return [one]
    if isinstance(one, Game):
        return [one()]  # all positions below the usual start
    raise UsageError("expected a game, a position or several of them, not {came}", came=repr(one))


def start_quotient(subjects: Sequence[Game | Position], budget: Budget) -> MisereQuotient:
    """The quotient of the list, with nothing in it yet."""
    components = Components()
    for game in subjects:
        if isinstance(game, HeapGame):
            components.heap(game, 0)
    for position in subjects:
        if isinstance(position, Position):
            components.position(position, budget)
    return MisereQuotient(subjects, QuotientBuilder(components, budget))


def grow(
    quotient: MisereQuotient, heaps: int | Mapping[Game, int] | None = None, progress: Progress | None = None
) -> None:
    """Add heap after heap, until a period is proved for each game, it has as many heaps as asked, or a limit comes."""
    building, components = quotient.builder, quotient.builder.components
    quotient.reason = None
    try:
        _extend(quotient, progress)
        while without := _without_period(quotient):
            # All games grow together, the shortest list of heaps first, because sums mix heaps of all of them.
            n = min((len(components.heaps[game]) for game in without if _is_asked(quotient, game, heaps)), default=None)
            if n is None:
                quotient.reason = Message("the last heap asked for is reached")
                break
            for game in without:
                if len(components.heaps[game]) == n:
                    building.budget.spend_heaps(1)
                    components.heap(game, n)
                    _extend(quotient, progress)
    except Limit as reached:
        quotient.reason = reached.what
    quotient.seconds = building.budget.elapsed


def grow_with_display(
    quotient: MisereQuotient, heaps: int | Mapping[Game, int] | None = None, progress: Progress | None = None
) -> None:
    """Grow a quotient, and report the progress to a display if there is one."""
    building = quotient.builder
    with watch("quotient") as report:
        if report is None:
            grow(quotient, heaps, progress)
            return

        def tell(heap: int, order: int, candidate: int | None = None) -> None:
            if progress and candidate is None:
                progress(heap, order)
            report(heap, order, candidate, building.budget.elapsed)

        building.watch = lambda tried: tell(quotient.heaps + 1, quotient.order, tried.order)
        try:
            grow(quotient, heaps, tell)
        finally:
            building.watch = None


def restore(
    quotient: MisereQuotient,
    table: Values,
    lost: Sequence[int],
    elements: Sequence[int],
    growth: Sequence[tuple[int, int, int]],
) -> None:
    """Put a quotient of one game of heaps back as it was found, with the elements of heaps 0, 1, 2, ..."""
    import numpy as np

    (game,) = quotient.lines
    building, components = quotient.builder, quotient.builder.components
    known = [0]
    for n, element in enumerate(elements):
        # A heap without moves, or one that equals an earlier component, has its element already.
        if components.heap(game, n) == len(known):
            known.append(element)
    flags = np.zeros(len(table), np.bool_)
    flags[list(lost)] = True
    building.restore(table.astype(np.int32), flags, known)
    numbers = components.heaps[game]
    building.history = [
        QuotientGrowth(numbers[heap], order, count) for heap, order, count in growth if heap < len(numbers)
    ]
    quotient.clear_caches()


def _is_asked(quotient: MisereQuotient, game: HeapGame, heaps: int | Mapping[Game, int] | None) -> bool:
    """Is another heap of a game asked for?"""
    most = heaps.get(game) if isinstance(heaps, Mapping) else heaps
    return most is None or len(quotient.builder.components.heaps[game]) <= most


def _extend(quotient: MisereQuotient, progress: Progress | None) -> None:
    building = quotient.builder
    while len(building.elements) <= len(building.components):
        if progress:
            progress(quotient.heaps + 1, len(building.monoid))
        building.budget.look()
        order = len(building.monoid)
        building.extend()
        if len(building.monoid) != order:
            quotient.clear_caches()


def _without_period(quotient: MisereQuotient) -> list[HeapGame]:
    """The games whose heaps have no proved period yet."""
    building = quotient.builder
    left = []
    for game, numbers in building.components.heaps.items():
        if game not in quotient.periods and len(numbers) > 1:
            found = proved_period(game, building.of_heaps(game))
            if found:
                quotient.periods[game] = found
        if game not in quotient.periods:
            left.append(game)
    return left


# -- periods of the elements of heaps ----------------------------------------------------------------
#
# If heap m has the same element as heap m - p for all m up to some bound, then the moves of the next heap lead to the
# same elements as those of the heap p before it, because the largest heap that a move leaves can be shortened by p. So
# the next heap has the same element too, and so on for ever: the quotient never grows again. Guy and Smith argued like
# this.

FEW = 8
"""At most this many elements are compared first: few shifts are left then."""


class ElementPeriod(NamedTuple):
    """Heaps n and n + period have the same element for all n from `preperiod` on, which is at least 1."""

    preperiod: int
    period: int

    def reduce_heap(self, n: int) -> int:
        """The heap below preperiod + period with the same element as heap n."""
        return n if n < self.preperiod else self.preperiod + (n - self.preperiod) % self.period


def bound(game: Game) -> Bound | None:
    """How many elements prove a period of a game; None if no number is known.

    >>> bound(Octal("0.77")).size(71, 12), bound(Subtraction({1, 2})).size(1, 3), bound(Octal("4.[3]"))
    (167, 6, None)
    """
    if type(game) is Subtraction and game.amounts.finite:
        # A move leaves one heap, so as many repeated elements as the largest amount determine the next one.
        return Bound(1, 1, game.amounts.largest or 0)
    found = bound_of(game.code) if type(game) is Octal else None
    # Two equal heaps are nothing in normal play only.
    return found if found and found.turn == 1 else None


def _latest(limit: Bound, period: int, size: int) -> int:
    """The largest preperiod for which `size` elements can prove a period."""
    return min((size - limit.periods * period - limit.more) // limit.preperiods, size - 1 - period)


def proved_period(game: Game, elements: Ints) -> ElementPeriod | None:
    """The least period that these elements of heaps 0, 1, 2, ... prove.

    >>> import numpy as np
    >>> proved_period(Octal("0.33"), np.array([0, 1, 2, 0, 1, 2, 0]))
    ElementPeriod(preperiod=1, period=3)
    """
    limit = bound(game)
    if limit is None:
        return None
    last = len(elements) - 1
    for period in _likely(elements, min(FEW, last // 2 - 1, last - 1 - _latest(limit, 1, len(elements)))):
        latest = _latest(limit, period, len(elements))
        if latest < 1:
            break
        if (elements[latest : last + 1 - period] == elements[latest + period :]).all():
            return ElementPeriod(least_start(elements.tolist(), latest, period), period)
    return None


def _likely(elements: Ints, few: int) -> list[int]:
    """The shifts up to half of all heaps, the least first, after which the last element and a few before it come again.

    `few` are no more than every proof needs, so no period is missed.
    """
    last = len(elements) - 1
    ends = (elements[last - last // 2 : last] == elements[last]).nonzero()[0] + last - last // 2
    for back in range(1, few + 1):
        ends = ends[elements[ends - back] == elements[last - back]]
    found: list[int] = (last - ends[::-1]).tolist()
    return found


def least_start(elements: Sequence[int], start: int, period: int) -> int:
    """The least heap, at least 1, from which on a period holds that holds from `start` on.

    >>> least_start([0, 5, 1, 2, 1, 2, 1], 5, 2), least_start([0, 1, 1], 2, 1)
    (2, 1)
    """
    while start > 1 and elements[start - 1] == elements[start - 1 + period]:
        start -= 1
    return start
