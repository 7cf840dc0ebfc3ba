"""Games whose state is a list of entries: heaps, coins, stones, tokens.

Reading and writing works the same way for all of them, so it is written once, here.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Hashable, Iterator, Sequence
from typing import Any

from ...core.errors import BadText, IllegalPosition, UsageError
from ...core.game import Game, Part, State, is_count, whole
from ...core.message import Message

LONGEST_NUMBER = 2000
"""The most digits of a number that is read. Python writes at most 4300, and a value may have twice as many digits."""

LONGEST_BITS = (10**LONGEST_NUMBER).bit_length()
"""The most bits of a number that is read."""

NUMBER = Message("a number from 0 on")
"""What an entry looks like in most games."""


BRACKETS = "()[]<>⟨⟩〈〉"
"""Articles write a list of heaps in them: ⟨3,4,5⟩, (16,27,32)."""


class ListGame(Game[tuple[Any, ...]]):
    """A state is a tuple of entries, written with spaces between them."""

    entry: Message | str = NUMBER
    """What an entry looks like, for error messages."""

    separators: str = ",;" + BRACKETS
    """What people may write between entries instead of spaces, or around them all."""

    def accept(self, state: State) -> State:
        if isinstance(state, str):
            return self.parse(state)
        if not isinstance(state, (tuple, Sequence)):  # that a tuple is a sequence takes longer to find out
            state = (state,)
        return self.accept_all(tuple([self.accept_entry(entry, at) for at, entry in enumerate(state)]))

    def accept_entry(self, entry: State, at: int) -> State:
        """One entry in the form that a state holds, or IllegalPosition at entry `at`."""
        return natural(entry, at, self.entry)

    def accept_all(self, state: tuple[State, ...]) -> tuple[State, ...]:
        """All entries, checked for what can be wrong with them only together."""
        return state

    def show_entry(self, entry: State) -> str:
        return str(entry)

    def read_entry(self, text: str) -> State:
        """The entry that `text` means; ValueError if there is none."""
        return read_size(text)

    def show(self, state: State) -> str:
        return " ".join(map(self.show_entry, state))

    def parse(self, text: str) -> State:
        if (place := unpaired_bracket(text)) is not None:
            raise BadText("the bracket {bracket} has no partner", text, place, bracket=text[place])
        entries, places = [], []
        for place, word in words(text, self.separators):
            try:
                entries.append(self.read_entry(word))
            # Before ValueError, which it is as well: here the entry itself knows the place.
            except BadText as fault:
                raise fault.within(text, place) from None
            except ValueError:
                raise BadText(
                    "expected {entry}, not {word!r}", text, place, entry=self.entry, word=shorten(word)
                ) from None
            places.append(place)
        return self.accept_from(tuple(entries), text, places)


class OneNumber(Game[Any]):
    """Rules with one whole number `n` in the braces, from `least` to `most`."""

    number: Message
    """What the number is, for error messages."""
    least, usual = 1, 2
    most: int | None = None

    def __init__(self, n: int) -> None:
        n = whole(n)
        if not is_count(n) or not self.least <= n <= (self.most or n):
            wrong = "expected {number} from {least} to {most}, not {n!r}"
            if self.most is None:
                wrong = "expected {number} from {least} on, not {n!r}"
            raise UsageError(wrong, number=self.number, least=self.least, most=self.most, n=n)
        self.n = n

    @property
    def parameters(self) -> str:
        return str(self.n)

    @classmethod
    def from_parameters(cls, text: str) -> Game:
        fault = BadText("expected {number}, such as {sample}", text, 0, number=cls.number,
                        sample=f"{cls.name}{{{cls.usual}}}")  # fmt: skip
        return cls(read_parameter(text, fault))


class ListSum(ListGame):
    """Each entry is a game of its own: a position is the sum of its entries."""

    def components(self, state: State) -> Sequence[Part]:
        # Empty heaps too, so that part i is heap i, for `put` and for the player.
        return [(self, (entry,)) for entry in state]

    def put(self, state: State, i: int, option: State) -> State:
        return (*state[:i], *option, *state[i + 1 :])


class Pair(ListGame):
    """A state is one pair of numbers: a piece on a board, the sides of a rectangle."""

    entry = Message("two numbers from 0 on, such as 4 7")

    def accept(self, state: State) -> State:
        # A map of values asks tens of thousands of times, nearly always with what a state holds anyway.
        if type(state) is tuple and len(state) == 2 and type(self).accept_entry is ListGame.accept_entry:
            x, y = state
            if type(x) is int and type(y) is int and x >= 0 and y >= 0:
                return self.accept_all(state)
        return super().accept(state)

    def accept_all(self, state: tuple[State, ...]) -> tuple[State, ...]:
        if len(state) != 2:
            raise IllegalPosition(
                "expected {entry} (here: {count})", max(0, min(2, len(state) - 1)), entry=self.entry, count=len(state)
            )
        return state


class SymmetricPair(Pair):
    """A pair whose two numbers follow the same rules."""

    def canonical(self, state: State) -> Hashable:
        return state if state[0] <= state[1] else (state[1], state[0])


class Points(ListGame):
    """An entry is a pair x,y: a coin, a stone, a corner."""

    entry = Message("a pair x,y, such as 0,2")
    separators = ";" + BRACKETS

    def parse(self, text: str) -> State:
        # (3,1), (2,3): the comma after a pair is not one inside it.
        return super().parse(re.sub(r"(?<=\))(\s*),", r"\1 ", text))

    def accept(self, state: State) -> State:
        # A lone pair of numbers is one entry, not two.
        if isinstance(state, Sequence) and len(state) == 2 and all(isinstance(whole(n), int) for n in state):
            state = (tuple(state),)
        return super().accept(state)

    def accept_entry(self, entry: State, at: int) -> State:
        if not isinstance(entry, Sequence) or isinstance(entry, str) or len(entry) != 2:
            raise IllegalPosition("expected {entry}, not {word!r}", at, entry=self.entry, word=entry)
        return self.accept_point(entry[0], entry[1], at)

    def accept_point(self, x: State, y: State, at: int) -> State:
        """The pair in the form that a state holds, or IllegalPosition at entry `at`."""
        return natural(x, at, self.entry), natural(y, at, self.entry)

    def show_entry(self, entry: State) -> str:
        return f"{entry[0]},{entry[1]}"

    def read_entry(self, text: str) -> State:
        return read_pair(text, ",")


def read_rows(text: str, marks: str, expected: Message) -> list[str]:
    """The rows of a board, between slashes: of these marks, and as long as the first. BadText points at the fault.

    >>> read_rows(" ..#/#..", ".#", NUMBER)
    ['..#', '#..']
    """
    rows, place = text.strip().split("/"), first_place(text)
    for row in rows:
        wrong = next((x for x, mark in enumerate(row) if mark not in marks), None if row else 0)
        if wrong is not None:
            raise BadText(expected, text, min(place + wrong, len(text)))
        if len(row) != len(rows[0]):
            raise BadText("all rows are as long as the first: {width} squares, not {count}", text, place,
                          width=len(rows[0]), count=len(row))  # fmt: skip
        place += len(row) + 1
    return rows


def words(text: str, separators: str = "") -> Iterator[tuple[int, str]]:
    """The words of `text`, each with its place, so that an error can point at it."""
    place = 0
    for separator in separators:
        text = text.replace(separator, " ")
    for word in text.split():
        place = text.index(word, place)
        yield place, word
        place += len(word)


def shorten(word: str) -> str:
    """A word for a message; only the beginning of a long one."""
    return word if len(word) <= 40 else word[:37] + "..."


def natural(value: object, at: int = 0, expected: Message | str = NUMBER) -> int:
    """`value` as an int from 0 on, or IllegalPosition."""
    if type(value) is int and value >= 0:  # nearly always; a table of values asks very often
        return value
    # operator.index takes numpy's integers too, and refuses floats.
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise IllegalPosition("expected {entry}, not {word!r}", at, entry=expected, word=value) from None
    if number < 0 or isinstance(value, bool):
        raise IllegalPosition("expected {entry}, not {word}", at, entry=expected, word=value)
    return number


def read_natural(text: str) -> int:
    """Decimal digits as an int: no sign, no underscore, no other alphabet."""
    if not (text.isascii() and text.isdigit()) or len(text) > LONGEST_NUMBER:
        raise ValueError(text)
    return int(text)


def read_parameter(text: str, fault: BadText) -> int:
    """The one number in the braces of a game; the fault if there is none."""
    try:
        return read_natural(text.strip())
    except ValueError:
        raise fault from None


def read_size(text: str) -> int:
    """A number, one in binary, a row of sticks, or a power such as 10^18 with no more digits than a number may have.

    >>> read_size("12"), read_size("0b1100"), read_size("||||"), read_size("2^10")
    (12, 12, 4, 1024)
    """
    if text and not text.strip("|"):
        return len(text)
    if re.fullmatch(r"0[bB][01]+", text) and len(text) <= LONGEST_BITS:
        return int(text, 2)
    first, power, second = text.partition("^")
    if not power:
        return read_natural(text)
    base, exponent = read_natural(first), read_natural(second)
    # The power has at least so many bits, which tells of a huge one before it is computed.
    if (base.bit_length() - 1) * exponent > LONGEST_BITS:
        raise ValueError(text)
    size: int = base**exponent
    if size >= 10**LONGEST_NUMBER:
        raise ValueError(text)
    return size


def first_place(text: str) -> int:
    """The offset of the first letter that is not a space."""
    return len(text) - len(text.lstrip())


def read_pair(text: str, separator: str) -> tuple[int, int]:
    """`3,4` or `3x4` as two numbers."""
    x, between, y = text.partition(separator)
    if not between:
        raise ValueError(text)
    return read_natural(x.strip()), read_natural(y.strip())


def unpaired_bracket(text: str) -> int | None:
    """The place of the first bracket without a partner."""
    opened: list[int] = []
    for place, letter in enumerate(text):
        if letter in "{[(⟨〈":
            opened.append(place)
        elif letter in "}])⟩〉":
            if not opened or text[opened[-1]] + letter not in ("{}", "[]", "()", "⟨⟩", "〈〉"):
                return opened[-1] if opened else place
            opened.pop()
    return opened[-1] if opened else None
