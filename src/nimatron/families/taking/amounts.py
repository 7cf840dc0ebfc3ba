"""Sets of amounts that may be taken: finite, all but finitely many, or by a formula such as the squares."""

from __future__ import annotations

import operator
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count, takewhile

from ...core.errors import BadText, UsageError
from ..lists.rules import read_natural, shorten

BRACES = str.maketrans("{}[]()∅", "       ")
"""What people write around a set, and the sign for the empty one."""

DOTS = re.compile(r"\.{2,3}|…")
RANGE = re.compile(r"(?<=\d)\s*(?:\.{2,3}|…|–)\s*(?=\d)")
"""1..6 is 1-6."""

MOST_DOTS = 10_000
"""The most amounts that dots stand for if their steps are longer than 1."""

Interval = tuple[int, int | None]
"""The amounts from the first number to the second, both included; all from the first on if the second is None."""


class Amounts:
    """A set of positive integers as runs `(low, high)`; only the last may be open (`high` None).

    >>> print(Amounts("1-3,7"), Amounts("4-"), Amounts("1,2,3,4,9-12"))
    1,2,3,7 4- 1-4,9-12
    >>> print(~Amounts("2,4"))
    1,3,5-
    >>> list(Amounts("1,5-").upto(7)), 6 in Amounts("1,5-"), Amounts("1,5-").largest
    ([1, 5, 6, 7], True, None)
    """

    __slots__ = ("_lows", "runs")

    def __init__(self, amounts: str | Iterable[int] | Amounts = ()) -> None:
        if isinstance(amounts, Amounts):
            self.runs: tuple[Interval, ...] = amounts.runs
        elif isinstance(amounts, str):
            self.runs = _merge(_read(amounts))
        elif isinstance(amounts, Iterable):
            self.runs = _merge((a, a) for a in map(_positive, amounts))
        else:
            raise UsageError("expected a set of amounts such as {{1, 2, 3}}, not {amounts!r}", amounts=amounts)
        self._lows = [low for low, _ in self.runs]

    @classmethod
    def of_runs(cls, runs: Iterable[Interval]) -> Amounts:
        amounts = cls()
        amounts.runs = _merge(runs)
        amounts._lows = [low for low, _ in amounts.runs]
        return amounts

    @property
    def finite(self) -> bool:
        return not self.runs or self.runs[-1][1] is not None

    @property
    def largest(self) -> int | None:
        """The largest amount; 0 for the empty set, None if there is no largest."""
        return self.runs[-1][1] if self.runs else 0

    @property
    def smallest(self) -> int | None:
        return self.runs[0][0] if self.runs else None

    def upto(self, n: int) -> Iterator[int]:
        """The amounts up to `n`, in order."""
        for low, high in self.runs:
            if low > n:
                return
            yield from range(low, (n if high is None else min(n, high)) + 1)

    def __contains__(self, amount: int) -> bool:
        # The only run that can hold it is the last one that begins at it or below.
        i = bisect_right(self._lows, amount) - 1
        if i < 0:
            return False
        high = self.runs[i][1]
        return high is None or amount <= high

    def __invert__(self) -> Amounts:
        """All positive integers that are not in the set."""
        gaps: list[Interval] = []
        free = 1
        for low, high in self.runs:
            if low > free:
                gaps.append((free, low - 1))
            if high is None:
                return Amounts.of_runs(gaps)
            free = high + 1
        return Amounts.of_runs([*gaps, (free, None)])

    def __iter__(self) -> Iterator[int]:
        for low, high in self.runs:
            if high is None:
                raise UsageError("the set {{{amounts}}} is infinite", amounts=self)
            yield from range(low, high + 1)

    @property
    def count(self) -> int | None:
        """How many amounts there are, None if they have no end. `len` fails beyond 2^63."""
        return sum((high or 0) - low + 1 for low, high in self.runs) if self.finite else None

    def __len__(self) -> int:
        if self.count is None:
            raise UsageError("the set {{{amounts}}} is infinite", amounts=self)
        return self.count

    def __bool__(self) -> bool:
        return bool(self.runs)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Amounts) and self.runs == other.runs

    def __hash__(self) -> int:
        return hash(self.runs)

    def __str__(self) -> str:
        return ",".join(map(_show, self.runs))

    def __repr__(self) -> str:
        return f"Amounts({str(self)!r})"


def _show(run: Interval) -> str:
    low, high = run
    if high is None:
        return f"{low}-"
    # Up to three numbers are easier to read one by one: 1,2,3 rather than 1-3.
    if high - low < 3:
        return ",".join(map(str, range(low, high + 1)))
    return f"{low}-{high}"


def _merge(runs: Iterable[Interval]) -> tuple[Interval, ...]:
    """Sorted runs with gaps between them, so that equal sets have equal runs."""
    out: list[Interval] = []
    for low, high in sorted(runs, key=operator.itemgetter(0)):
        if out:
            before, end = out[-1]
            if end is None:
                # An open run contains all runs after it.
                break
            if low <= end + 1:
                out[-1] = (before, None if high is None else max(end, high))
                continue
        out.append((low, high))
    return tuple(out)


def _positive(amount: int) -> int:
    try:
        number = operator.index(amount)
    except TypeError:
        raise UsageError("an amount to take is a positive integer, not {amount!r}", amount=amount) from None
    if number < 1:
        raise UsageError("an amount to take is at least 1, not {amount}", amount=number)
    return number


def _read(text: str) -> Iterator[Interval]:
    """The runs of `1,2,5-9`, in braces or not, with dots as in `1,2,...,6` or `1,3,...`."""
    bare = text.translate(BRACES)
    place, runs, dots = 0, list[Interval](), False
    for word in bare.split(",") if bare.strip() else ():
        start = place + len(word) - len(word.lstrip())
        place += len(word) + 1
        if DOTS.fullmatch(word.strip()) and runs and not dots:
            dots = True
            continue
        run = _read_run(word.strip(), text, start)
        runs += _between(runs, run[0], text, start) if dots else ()
        runs.append(run)
        dots = False
    yield from runs
    if dots:
        yield runs[-1][1] or 1, None


def _between(runs: Sequence[Interval], end: int, text: str, place: int) -> Iterator[Interval]:
    """The amounts that dots stand for: they continue from the last one to `end` in the same steps."""
    numbers = [low for low, high in runs if low == high][-2:]
    last = runs[-1][1] or 0
    step = numbers[1] - numbers[0] if len(numbers) == 2 and numbers[1] == last else 1
    if step < 1 or (end - last) % step or end <= last or (end - last) // step > MOST_DOTS:
        raise BadText("steps of {step} from {last} do not reach {end}", text, place,
                      last=last, end=end, step=step)  # fmt: skip
    yield from [(last, end)] if step == 1 else ((n, n) for n in range(last, end, step))


def _read_run(word: str, text: str, place: int) -> Interval:
    if word.strip() in ("N", "ℕ"):  # the article's name for all amounts
        return 1, None
    first, dash, last = RANGE.sub("-", word).partition("-")
    try:
        low = read_natural(first.strip())
        high = low if not dash else read_natural(last.strip()) if last.strip() else None
    except ValueError:
        message = "expected an amount such as 3, a range 1-3 or 5- for all from 5 on, not {word!r}"
        raise BadText(message, text, place, word=shorten(word)) from None
    if low < 1:
        raise BadText("an amount to take is at least 1, not {amount}", text, place, amount=0)
    if high is not None and high < low:
        raise BadText("a range must rise, not fall from {low} to {high}", text, place, low=low, high=high)
    return low, high


# -- infinite sets by a formula --------------------------------------------------------------------


class FormulaAmounts(Amounts):
    """An infinite set with infinitely many gaps: the squares, the primes; `inverse` makes it the gaps.

    >>> squares = amounts_of("squares")
    >>> list(squares.upto(10)), 9 in squares, list((~squares).upto(6)), squares.finite
    ([1, 4, 9], True, [2, 3, 5, 6], False)
    >>> print(amounts_of("powers 3"), list(amounts_of("powers 3").upto(30)))
    powers 3 [1, 3, 9, 27]
    """

    __slots__ = ("inverse", "text")

    def __init__(self, text: str, inverse: bool = False) -> None:
        super().__init__()  # without runs: what is known of runs does not apply
        self.text, self.inverse = text, inverse

    @property
    def finite(self) -> bool:
        return False

    @property
    def largest(self) -> int | None:
        return None

    @property
    def smallest(self) -> int | None:
        return next(n for n in count(1) if n in self)

    @property
    def base(self) -> int:
        """The base, if these are the powers of a number; else 0."""
        return int(self.text.partition(" ")[2] or 0)

    def upto(self, n: int) -> Iterator[int]:
        those = _amounts_upto(self.text, n)
        yield from (m for m in range(1, n + 1) if m not in frozenset(those)) if self.inverse else those

    def __contains__(self, amount: int) -> bool:
        # In blocks that double, so that asking number by number lists the set only now and then.
        listed = _set_upto(self.text, 1 << max(amount, 1).bit_length())
        return amount > 0 and (amount in listed) != self.inverse

    def __invert__(self) -> FormulaAmounts:
        return FormulaAmounts(self.text, not self.inverse)

    def __iter__(self) -> Iterator[int]:
        raise UsageError("the set {{{amounts}}} is infinite", amounts=self)

    def __bool__(self) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FormulaAmounts) and (self.text, self.inverse) == (other.text, other.inverse)

    def __hash__(self) -> int:
        return hash((self.text, self.inverse))

    def __str__(self) -> str:
        return self.text


MOST_LISTED = 1 << 24
"""Amounts of a formula are listed up to this number."""


def amounts_of(amounts: str | Iterable[int] | Amounts) -> Amounts:
    """The set that is meant: numbers, ranges, or the name of a formula such as `squares` or `powers 2`."""
    if not isinstance(amounts, str):
        return amounts if isinstance(amounts, Amounts) else Amounts(amounts)
    words = amounts.translate(BRACES).lower().split()
    if words and words[0] in ("powers", "power"):
        words = [word for word in words[1:] if word != "of"]
        if len(words) != 1 or not words[0].isascii() or not words[0].isdigit() or not 2 <= int(words[0][:9]) < 10**8:
            raise BadText("expected a base from 2 on, such as {sample}", amounts, 0, sample="powers 2")
        return FormulaAmounts(f"powers {int(words[0])}")
    if len(words) == 1 and words[0] in FORMULAS:
        return FormulaAmounts(words[0])
    if words and words[0].isalpha() and words[0] != "n" and words[0].isascii():
        raise BadText(
            "no set of amounts is called {word!r}: {names} or numbers such as 1,2,5-9",
            amounts, 0, word=shorten(words[0]), names=", ".join((*FORMULAS, "powers 2")),
        )  # fmt: skip
    return Amounts(amounts)


@lru_cache(maxsize=64)
def _amounts_upto(text: str, n: int) -> tuple[int, ...]:
    """The amounts of a formula up to `n`, in order."""
    if n > MOST_LISTED and text == "primes":
        raise UsageError("the primes are listed up to {most}, not to {n}", most=MOST_LISTED, n=n)
    if text in FORMULAS:
        return tuple(FORMULAS[text](n))
    base = int(text.partition(" ")[2])
    return tuple(takewhile(lambda power: power <= n, (base**k for k in count())))


@lru_cache(maxsize=64)
def _set_upto(text: str, n: int) -> frozenset[int]:
    return frozenset(_amounts_upto(text, n))


def _squares(n: int) -> Iterator[int]:
    return takewhile(lambda square: square <= n, (k * k for k in count(1)))


def _fibonacci(n: int) -> Iterator[int]:
    a, b = 1, 2
    while a <= n:
        yield a
        a, b = b, a + b


def _primes(n: int) -> Iterator[int]:
    sieve = bytearray(b"\1") * (n + 1)
    for p in range(2, n + 1):
        if sieve[p]:
            yield p
            if p * p <= n:
                sieve[p * p :: p] = bytes(len(range(p * p, n + 1, p)))


FORMULAS: dict[str, Callable[[int], Iterator[int]]] = {
    "squares": _squares,
    "primes": _primes,
    "fibonacci": _fibonacci,
}
"""The sets that have a name, each as the list of its numbers up to a bound."""
