"""Checks the claim of a period.

There are enough values for a theorem to apply, they follow from the rules, they show the period, and nothing smaller
would do. Then the theorem carries the period on for ever, and the whole infinite claim is proved by finitely many
values.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import Refuted
from ..message import Message
from . import loops
from .files import Unreadable, brief, integer, shown, text, unpacked
from .rules import Rules, rules_of
from .verdict import Extent, Verdict

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Values = npt.NDArray[np.unsignedinteger]

MOST_STEPS = 10**8
"""The most options that are looked at to derive all values of a game without splits."""

MOST_SPLITS = 10**10
"""The same for a game with splits: its options are read in sequence from memory, which is much faster."""

MOST_SPLIT_HEAPS = 10**5
"""The most heaps of a game with splits that are all derived."""

PLAIN_STEPS = 3 * 10**6
"""With more steps than this the loops are compiled, which takes a second or two."""

PLAIN_MOST = 3 * 10**7
"""The most steps that are taken when no compiler is installed."""

SPOTS = 1000
"""The number of random heaps in a spot check."""

SPOT_STEPS = 5 * 10**9
"""The most options that a spot check looks at; it takes fewer heaps if they have more."""

LARGEST_VALUE = 1 << 26
"""The largest value that is checked: the loops keep a table of all values up to it."""

PIECE = 1 << 20
"""How many values are compared at a time."""

Loop = Callable[[int, int], int]
"""The first heap in a range whose value is wrong, or -1."""

Compiler = Callable[[Callable[..., int]], Callable[..., int]]


def check_period(data: Mapping[str, Any], folder: Path | None, seed: int | None) -> Verdict:
    """Does the period hold, and are preperiod, period and saltus the least possible?"""
    game = text(data, "game")
    preperiod, period, saltus = integer(data, "preperiod"), integer(data, "period", 1), integer(data, "saltus")
    computed = integer(data, "computed", 1)
    statement = "{game}: G(n + {period}) = G(n) + {saltus} from n = {preperiod} on"
    claim = Message(statement, game=shown(game), period=period, saltus=saltus, preperiod=preperiod)
    extent: Extent = "partial"
    try:
        rules = rules_of(game)
        _check_bound(rules, data, preperiod, period, computed)
        values = unpacked(data, computed, folder)
        plan = Plan(rules, values)
        extent = plan.extent
        _check_repeats(values, preperiod, period, saltus)
        _check_least(values, preperiod, period, saltus)
        seed = secrets.randbits(32) if seed is None else seed
        heaps, checked = plan.derive(seed)
    except Refuted as fault:
        return Verdict(claim, extent, False, fault.message)
    return Verdict(claim, extent, True, heaps, checked, seed if extent == "spot" else None)


def _check_bound(rules: Rules, data: Mapping[str, Any], preperiod: int, period: int, computed: int) -> None:
    if data.get("kind") != rules.kind:
        raise Refuted(
            "periods of this game are proved by a {kind}, not by {found}",
            kind=rules.kind,
            found=brief(data.get("kind")),
        )
    if data["saltus"] and rules.family != "allbut":
        # The other two theorems are about equal values: SUBTRACTION(1,2,3) begins 0, 1, 2, 3 and then stops growing.
        raise Refuted("only the values of all-but games grow with a saltus")
    needed = rules.needed(preperiod, period)
    if computed < needed:
        raise Refuted(
            "a proof needs {needed:,} values, but here are only {computed:,}", needed=needed, computed=computed
        )


def _check_repeats(values: Values, preperiod: int, period: int, saltus: int) -> None:
    for n in _differences(values, preperiod, len(values) - period, period, saltus):
        raise Refuted("G({later}) is not G({heap}) + {saltus}", later=n + period, heap=n, saltus=saltus)


def _differences(values: Values, start: int, stop: int, shift: int, added: int) -> Iterator[int]:
    """The n from `start` to `stop` - 1 with G(n + shift) != G(n) + added; only the first in each piece."""
    for low in range(start, stop, PIECE):
        high = min(low + PIECE, stop)
        wrong = values[low + shift : high + shift].astype("i8") != values[low:high].astype("i8") + added
        if wrong.any():
            yield low + int(wrong.argmax())


def _check_least(values: Values, preperiod: int, period: int, saltus: int) -> None:
    """Would a smaller preperiod or period do? Call it once the period is known to be one."""
    # All periods are multiples of the least one. So it is enough to try the period divided by each of its primes.
    n = preperiod - 1
    if n >= 0 and int(values[n + period]) == int(values[n]) + saltus:
        raise Refuted("the preperiod is not the least: {heap} would do", heap=n)
    for prime in _primes_of(period):
        part, rest = divmod(saltus, prime)
        if rest == 0 and _has_period(values[preperiod : preperiod + period], period // prime, part, saltus):
            raise Refuted("the period is not the least: {period} would do", period=period // prime)


def _has_period(block: Values, shift: int, added: int, saltus: int) -> bool:
    """Does `block`, which comes again with `saltus` added, consist of smaller blocks of length `shift`?"""
    inside = next(_differences(block, 0, len(block) - shift, shift, added), None) is None
    wrapped = block[:shift].astype("i8") + saltus == block[len(block) - shift :].astype("i8") + added
    return inside and bool(wrapped.all())


def _primes_of(n: int) -> Iterator[int]:
    prime = 2
    while prime * prime <= n:
        if n % prime == 0:
            yield prime
            while n % prime == 0:
                n //= prime
        prime += 1
    if n > 1:
        yield n


@dataclass
class Plan:
    """How much of the values can be derived again, and by which loop."""

    rules: Rules
    values: Values

    def __post_init__(self) -> None:
        size, named, splits = len(self.values), self.rules.named, self.rules.splits
        self.largest = int(self.values.max())
        self._check_largest(size)
        # Each digit that splits leaves n // 2 pairs of a heap n: over all heaps about size^2 / 4.
        self.steps = size * (named + 1) + splits * size * size // 4
        few = (self.steps <= MOST_SPLITS and size <= MOST_SPLIT_HEAPS) if splits else self.steps <= MOST_STEPS
        self.compiler = _compiler() if self.steps > PLAIN_STEPS else None
        fast = self.compiler is not None or self.steps <= PLAIN_MOST
        self.extent: Extent = "full" if few and fast else "spot"

    def _check_largest(self, size: int) -> None:
        """A value is at most the number of options. A false one would cost memory later."""
        most = {"subtraction": self.rules.named, "allbut": size - 1, "octal": self.rules.named * (size // 2 + 2)}
        if self.largest > most[self.rules.family]:
            raise Refuted(
                "no heap below {size:,} has as many options as the value {largest:,} needs",
                size=size,
                largest=self.largest,
            )
        if self.largest > LARGEST_VALUE:
            raise Unreadable("values beyond {largest:,} are too large to check", largest=LARGEST_VALUE)

    def derive(self, seed: int) -> tuple[Message, int]:
        """Derive the values again; returns what was done, in words, and the number of heaps."""
        if self.extent == "full":
            step = max(1, len(self.values) // 64)  # in parts: compiled code cannot be interrupted with Ctrl-C
            ranges = [(n, min(n + step, len(self.values))) for n in range(0, len(self.values), step)]
        else:
            ranges = [(n, n + 1) for n in self._random_heaps(seed)]
        loop = self._loop()
        for start, stop in ranges:
            wrong = loop(start, stop)
            if wrong >= 0:
                raise Refuted("G({heap}) is not {value}", heap=wrong, value=self.values[wrong])
        size, count = f"{len(self.values):,}", f"{len(ranges):,}"
        if self.extent == "full":
            return Message("all {size} values derived from the rules", size=size), len(self.values)
        return Message("{count} random heaps of {size} derived from the rules", count=count, size=size), len(ranges)

    def _random_heaps(self, seed: int) -> list[int]:
        """A thousand heaps, or fewer if each has very many options."""
        size = len(self.values)
        options = self.rules.named + self.rules.splits * size // 4 + (size // 2 if self.rules.family == "allbut" else 0)
        affordable = (SPOT_STEPS if self.compiler else PLAIN_MOST) // max(1, options)
        return random.Random(seed).sample(range(size), min(size, SPOTS, max(20, affordable)))

    def _loop(self) -> Loop:
        import numpy as np

        rules = self.rules
        values, seen = self._numbers(self.values), self._zeros()
        if rules.family == "octal":
            digits, broken = self._numbers(np.array(rules.digits)), self._compiled(loops.take_and_break)
            return lambda start, stop: broken(values, digits, rules.unequal, seen, start, stop)
        amounts = self._amounts()
        if rules.family == "allbut" and self.extent == "full":
            total, in_order = self._zeros(), self._compiled(loops.all_but_in_order)
            return lambda start, stop: in_order(values, amounts, total, seen, start, stop)
        taken = self._compiled(loops.all_but if rules.family == "allbut" else loops.subtraction)
        return lambda start, stop: taken(values, amounts, seen, start, stop)

    def _compiled(self, function: Callable[..., int]) -> Callable[..., int]:
        return self.compiler(function) if self.compiler else function

    def _numbers(self, numbers: Any) -> Any:
        # Plain Python is faster with lists, but large lists take too much memory.
        return numbers if self.compiler or self.steps > PLAIN_MOST else numbers.tolist()

    def _zeros(self) -> Any:
        import numpy as np

        # Room for one value more than the largest claimed, so that a mex above it shows.
        return self._numbers(np.zeros(self.largest + 2, dtype="i8"))

    def _amounts(self) -> Any:
        import numpy as np

        runs = [np.arange(low, high + 1) for low, high in self.rules.runs]
        return self._numbers(np.concatenate([np.zeros(0, dtype="i8"), *runs]))


@cache
def _compiler() -> Compiler | None:
    """numba, if it is installed: a checker should also run without it."""
    try:
        from numba import njit
    except ImportError:
        return None
    once: Callable[..., Any] = cache(njit)  # one compilation serves many certificates
    return once
