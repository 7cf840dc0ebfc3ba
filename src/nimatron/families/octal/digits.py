"""The codes of take-and-break games: 0.77, 4.[3], 4!, 0.3F, {2+}=.0

Digit t says how many heaps may be left after taking t. Its bits 1, 2, 4, 8, 16 allow 0, 1, 2, 3, 4 heaps, and digits go
from 0 to V. A list in braces says the same: {2,3} is C, {2+} is two heaps or more, * is any number of them. A sign
after a digit or an item says how the heaps must be: `!` all different, `?` not all equal, `=` all equal. Digits in
brackets repeat for ever. Further digits before the point add coins: in 80.0 a heap gets one more and becomes three.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from typing import Literal

from ...core.errors import BadText, UsageError

HEX = "0123456789ABCDEF"
"""The digits of a code that leaves at most three heaps."""

DIGITS = HEX + "GHIJKLMNOPQRSTUV"
"""All digits."""

MOST_HEAPS = 63
"""The largest number of heaps that a list may name."""

UNBOUNDED = 1 << 30
"""How many heaps a move may leave where there is no bound."""

Condition = Literal["", "!", "?", "="]
"""How the heaps of a split must be: any, all different, not all equal, all equal."""


@dataclass(frozen=True, slots=True)
class Digit:
    """What may be left: numbers of heaps with their conditions, and whether `more` heaps than the last may be, too.

    >>> print(Digit.of({0: "", 2: "!", 3: "!"}), Digit.of({2: "", 3: "?"}), Digit.of({2: ""}, more=True))
    D! {2,3?} {2+}
    """

    counts: tuple[tuple[int, Condition], ...] = ()
    more: bool = False

    @classmethod
    def of(cls, counts: dict[int, Condition], more: bool = False) -> Digit:
        """The one spelling of what they mean: equal digits have equal fields."""
        rows = sorted((heaps, _plain(heaps, condition)) for heaps, condition in counts.items())
        if not rows:
            return NOTHING
        if more:
            last, condition = max(counts), counts[max(counts)]
            rows += [(heaps, _plain(heaps, condition)) for heaps in range(last + 1, 4)]
            # The first number from which on the condition stays the same is the last one to name; it keeps the
            # condition that the larger ones have.
            while len(rows) > 1 and rows[-2] == (rows[-1][0] - 1, _plain(rows[-1][0] - 1, rows[-1][1])):
                rows.pop()
            rows[-1] = rows[-1][0], rows[-1][1] if rows[-1][0] > 2 else condition
        return cls(tuple(rows), more)

    def condition(self, heaps: int) -> Condition | None:
        """How that many heaps must be; None if they may not be left."""
        if self.more and heaps >= self.counts[-1][0]:
            return _plain(heaps, self.counts[-1][1])
        return dict(self.counts).get(heaps)

    @property
    def mask(self) -> int:
        """The bits of the numbers of heaps that are named."""
        bits = 0
        for heaps, _ in self.counts:
            bits |= 1 << heaps
        return bits

    @property
    def most_named_heaps(self) -> int:
        """The largest number of heaps that is named."""
        return self.counts[-1][0] if self.counts else 0

    @property
    def parts(self) -> int:
        """The most heaps that may be left."""
        return UNBOUNDED if self.more else self.most_named_heaps

    def numbers(self, coins: int) -> Iterator[tuple[int, Condition]]:
        """The numbers of heaps that that many coins can make, with their conditions."""
        yield from ((heaps, _plain(heaps, condition)) for heaps, condition in self.counts if heaps <= coins)
        if self.more:
            last, condition = self.counts[-1]
            yield from ((heaps, _plain(heaps, condition)) for heaps in range(last + 1, coins + 1))

    def __str__(self) -> str:
        named = self.counts[:-1] if self.more else self.counts
        for sign in _SIGNS:
            same = not self.more or self.counts[-1][1] == sign
            if same and all(condition == _plain(heaps, sign) for heaps, condition in named):
                return f"{self._list_text('')}{sign}"
        return self._list_text("signs")

    def _list_text(self, signs: str) -> str:
        """A digit, a star or a list; with `signs` each number has its own."""
        if not (signs or self.more) and self.mask < len(DIGITS):
            return DIGITS[self.mask]
        if self.more and self.counts[0][0] == 0 and len(self.counts) == 1:
            return "*"
        numbers = (f"{heaps}{condition if signs else ''}" for heaps, condition in self.counts)
        return f"{{{','.join(numbers)}{'+' if self.more else ''}}}"


_SIGNS: tuple[Condition, ...] = ("", "!", "?", "=")


def _plain(heaps: int, condition: Condition) -> Condition:
    """A condition as that many heaps need it: one heap needs none, and two that are not all equal are different."""
    if heaps < 2:
        return ""
    return "!" if heaps == 2 and condition == "?" else condition


NOTHING = Digit()
"""The digit 0."""


class Code:
    """A take-and-break code: what may be left after taking 0, 1, 2, ... of a heap.

    >>> print(Code(".77"), Code("4.007"), Code("4.[3]"), Code("4!.0"), Code("0.f70"), Code("0.{1,2!}"))
    0.77 4.007 4.[3] 4! 0.F7 0.6!
    """

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):  # 0.7 could be 0.70, but 0.10 could not be told from 0.1
            raise UsageError("expected a code as text, such as {example}, not {code!r}", example="'0.77'", code=text)
        self.places, self.again, self.added = _Reader(text).read()
        self.digits = tuple(digit.mask for digit in self.places)
        self.repeat = tuple(digit.mask for digit in self.again)

    def __getstate__(self) -> dict[str, object]:
        # Without what is worked out on demand: a hash differs from process to process.
        return {name: vars(self)[name] for name in ("places", "again", "added", "digits", "repeat")}

    def _key(self) -> tuple[object, ...]:
        return self.places, self.again, self.added  # equal codes have equal digits: see _trim

    def place(self, t: int) -> Digit:
        """What may be left after taking t; after adding -t if t is negative."""
        if t < 0:
            return self.added[-t - 1] if -t <= len(self.added) else NOTHING
        if t < len(self.places):
            return self.places[t]
        return self.again[(t - len(self.places)) % len(self.again)] if self.again else NOTHING

    def digit(self, t: int) -> int:
        """The bits of digit t."""
        return self.place(t).mask

    @property
    def longest(self) -> int | None:
        """The largest amount that a move takes; None if the digits repeat for ever."""
        return None if self.again else len(self.places) - 1

    def moves(self, n: int) -> Iterator[tuple[int, Digit]]:
        """The pairs (t, digit t) that may allow a move from a heap of `n`."""
        if self.longest is not None:
            return ((t, digit) for t, digit, _ in self._finite_moves if t <= n)
        places = range(-len(self.added), n + 1)
        if all(digit.parts < 1 for digit in self.again):
            # Of the digits that repeat, only the one that takes the whole heap allows a move: do not look for it.
            few = len(self.places)
            return self._moves(chain(range(-len(self.added), min(n + 1, few)), range(max(n, few), n + 1)))
        return self._moves(places)

    def _moves(self, places: range | chain[int]) -> Iterator[tuple[int, Digit]]:
        return ((t, digit) for t in places if (digit := self.place(t)).counts)

    def takes(self, n: int) -> Iterator[tuple[int, int]]:
        """The pairs (t, bits of digit t) that may allow a move from a heap of `n`."""
        if self.longest is not None:
            return ((t, mask) for t, _, mask in self._finite_moves if t <= n)
        return ((t, digit.mask) for t, digit in self.moves(n))

    @cached_property
    def _finite_moves(self) -> tuple[tuple[int, Digit, int], ...]:
        """Of a code that does not repeat all digits that allow a move, with their bits."""
        found = self._moves(range(-len(self.added), len(self.places)))
        return tuple((t, digit, digit.mask) for t, digit in found)

    @cached_property
    def parts(self) -> int:
        """The most heaps that a move leaves."""
        return max(digit.parts for digit in (*self.places, *self.again, *self.added))

    @property
    def splits(self) -> bool:
        """Can a move leave more than one heap?"""
        return self.parts > 1

    @cached_property
    def conditions(self) -> frozenset[tuple[int, Condition]]:
        """The numbers of heaps from 2 on that digits allow, with their conditions."""
        digits = (*self.places, *self.again, *self.added)
        return frozenset(row for digit in digits for row in digit.numbers(max(3, digit.most_named_heaps)) if row[0] > 1)

    @cached_property
    def unequal(self) -> bool:
        """Must the two heaps of every split be different?"""
        return self.conditions == {(2, "!")}

    @cached_property
    def plain(self) -> bool:
        """Is it all said by its bits and `unequal`, as in an octal code or a hexadecimal one?"""
        free = all(not condition for _, condition in self.conditions)
        return (free or self.unequal) and not self.added and self.parts < UNBOUNDED

    @cached_property
    def in_two(self) -> bool:
        """Is it `plain`, and does no move leave more than two heaps?"""
        return self.plain and self.parts <= 2

    def __str__(self) -> str:
        before = "".join(map(str, (*reversed(self.added), self.places[0])))
        digits = "".join(map(str, self.places[1:]))
        again = f"[{''.join(map(str, self.again))}]" if self.again else ""
        return f"{before}{'.' if digits or again else ''}{digits}{again}"

    def __repr__(self) -> str:
        return f"Code({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Code) and self._key() == other._key()

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(self._key())


def splits(coins: int, heaps: int, condition: Condition) -> Iterator[tuple[int, ...]]:
    """All ways to make that many heaps of the coins, smaller heaps first; each once.

    >>> list(splits(6, 3, "")), list(splits(6, 3, "!")), list(splits(6, 3, "?")), list(splits(6, 3, "="))
    ([(1, 1, 4), (1, 2, 3), (2, 2, 2)], [(1, 2, 3)], [(1, 1, 4), (1, 2, 3)], [(2, 2, 2)])
    """
    if condition == "=":
        if coins and coins % heaps == 0:
            yield (coins // heaps,) * heaps
        return
    for found in _rising(coins, heaps, 1, int(condition == "!")):
        if condition != "?" or found[0] != found[-1]:
            yield found


def _rising(coins: int, heaps: int, least: int, step: int) -> Iterator[tuple[int, ...]]:
    """All ways to make that many heaps, from `least` on, each larger than the one before by `step` or more."""
    if heaps == 1:
        if coins >= least:
            yield (coins,)
        return
    # The heaps after the first are at least first + step, first + 2 * step, ...
    most = (coins - step * heaps * (heaps - 1) // 2) // heaps
    for first in range(least, most + 1):
        for others in _rising(coins - first, heaps - 1, first + step, step):
            yield (first, *others)


# -- reading ---------------------------------------------------------------------------------------

_ITEM = re.compile(r"([0-9]{1,4})([!?=]?)")


class _Reader:
    """Reads the text of a code; every fault has a place."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.code = text.strip().upper()
        self.offset = text.find(text.strip()) if self.code else 0

    def read(self) -> tuple[tuple[Digit, ...], tuple[Digit, ...], tuple[Digit, ...]]:
        """The digits for taking 0, 1, 2, ...; those that repeat; those that add 1, 2, ... coins."""
        whole, _, tail = self.code.partition(".")
        if not (whole or tail) or "[" in whole:
            raise self._fault("expected a code such as 0.77, 4.[3] or 4!: one digit, a point, digits", 0)
        before = self._digits(whole, 0) if whole else [NOTHING]
        self._check_first(before)
        at = len(whole) + 1
        tail, repeat = self._repeating(tail, at)
        again = tuple(self._digits(repeat, at + len(tail) + 1))
        places, again = _trim((before[-1], *self._digits(tail, at)), again)
        added = before[-2::-1]
        # Zeros in front mean nothing.
        while added and not added[-1].counts:
            added.pop()
        return places, again, tuple(added)

    def _fault(self, message: str, place: int, **values: object) -> BadText:
        return BadText(message, self.text, self.offset + place, **values)

    def _repeating(self, tail: str, place: int) -> tuple[str, str]:
        if "[" not in tail and "]" not in tail:
            return tail, ""
        digits, _, rest = tail.partition("[")
        if not rest.endswith("]") or len(rest) < 2 or "[" in rest or rest.count("]") > 1 or "]" in digits:
            raise self._fault("write repeating digits in brackets at the end, such as 4.[3]", place + len(digits))
        return digits, rest[:-1]

    def _digits(self, text: str, place: int) -> list[Digit]:
        found, at = list[Digit](), 0
        while at < len(text):
            digit, at = self._digit(text, at, place)
            found.append(digit)
        return found

    def _digit(self, text: str, at: int, place: int) -> tuple[Digit, int]:
        """The digit that begins at `at`, and where the next one does."""
        letter = text[at]
        end = text.find("}" if letter == "{" else letter, at)
        if end < 0:
            raise self._fault("the bracket {bracket} has no partner", place + at, bracket=letter)
        sign: Condition = text[end + 1] if text[end + 1 : end + 2] in ("!", "?", "=") else ""  # type: ignore[assignment]
        after = end + 1 + len(sign)
        if letter == "{":
            return self._list(text[at + 1 : end], sign, place + at + 1), after
        if letter == "*":
            return Digit.of({0: sign}, more=True), after
        if letter not in DIGITS:
            message = "a digit of a code is 0-9 or A-V (bits 1, 2, 4, 8, 16: leave 0, 1, 2, 3, 4 heaps), not {letter!r}"
            raise self._fault(message, place + at, letter=letter)
        return _of_mask(DIGITS.index(letter), sign), after

    def _list(self, text: str, sign: Condition, place: int) -> Digit:
        """Numbers of heaps with their signs; `sign` holds for all of them."""
        more = text.endswith("+")
        counts: dict[int, Condition] = {}
        for word in text.removesuffix("+").split(","):
            item = _ITEM.fullmatch(word.strip())
            if not item or int(item[1]) > MOST_HEAPS or (item[2] and sign):
                message = "a list has numbers of heaps up to {most} such as {{2,3}}, {{2+}} or {{2!,3}}, not {word!r}"
                raise self._fault(message, place, most=MOST_HEAPS, word=word)
            counts[int(item[1])] = item[2] or sign  # type: ignore[assignment]
            place += len(word) + 1
        return Digit.of(counts, more)

    def _check_first(self, before: list[Digit]) -> None:
        """Each move makes heaps smaller: only then does play end."""
        if any(heaps < 2 for heaps, _ in before[-1].counts):
            message = "taking nothing must split the heap, as 0, 4, 8 or C before the point do, not {digit}"
            raise self._fault(message, 0, digit=before[-1])
        for added, digit in enumerate(before[-2::-1], 1):
            for heaps, condition in digit.numbers(max(digit.most_named_heaps, added + 2)):
                if not _shrinks(added, heaps, condition):
                    message = "with {added} more coins, {heaps} heaps could leave one that is not smaller than before"
                    raise self._fault(message, 0, added=added, heaps=heaps)


@lru_cache(256)  # a long code has the same few digits again and again
def _of_mask(mask: int, sign: Condition) -> Digit:
    return Digit.of({heaps: sign for heaps in range(mask.bit_length()) if mask >> heaps & 1})


def _shrinks(added: int, heaps: int, condition: Condition) -> bool:
    """Are all heaps smaller than the one they were made of, with that many coins added?"""
    if condition == "!":
        return heaps * (heaps - 1) // 2 > added  # the others have at least 1, 2, 3, ...
    if condition == "=":
        return heaps > 1 and all((n + added) % heaps or (n + added) // heaps < n for n in range(added + 1))
    return heaps > added + 1


def _trim(digits: tuple[Digit, ...], again: tuple[Digit, ...]) -> tuple[tuple[Digit, ...], tuple[Digit, ...]]:
    """The one spelling of a code: no trailing zeros, and the shortest repeating block, begun as early as possible."""
    if not any(digit.counts for digit in again):
        again = ()
    size = len(again)
    for p in range(1, size):
        if size % p == 0 and again == again[:p] * (size // p):
            again = again[:p]
            break
    # Digits that the block would give anyway move into it: 0.13[23] is 0.1[32].
    end, turns = len(digits), 0
    while end > 1 and digits[end - 1] == (again[(-1 - turns) % len(again)] if again else NOTHING):
        end, turns = end - 1, turns + 1
    if again:
        cut = len(again) - turns % len(again)
        again = again[cut:] + again[:cut]
    return digits[:end], again
