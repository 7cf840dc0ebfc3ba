"""Ordinals below ε₀ in Cantor normal form, as sizes of heaps and as values of games.

There is deliberately no + and no *: Cantor's sum, the natural sum and the nim-sum all differ. `^` is the nim-sum, as
for ints, so code that writes `a ^ b` works for both. Finite results are plain ints.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import total_ordering
from itertools import count
from operator import index, itemgetter
from typing import SupportsIndex, TypeAlias

from ..core.errors import BadText, UsageError, WrongType
from ..core.message import Message

NESTING = 100
"""How deep powers may nest in a text: far beyond any use, and well within Python's recursion limit."""

LONGEST_NUMBER = 2000
"""The most digits of a number in a text: Python prints at most 4300, and a nim-sum may be longer than its terms."""

_DIGITS, _SUPERSCRIPTS = "0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"
_TO_SUPERSCRIPT = str.maketrans(_DIGITS, _SUPERSCRIPTS)
_FROM_SUPERSCRIPT = str.maketrans(_SUPERSCRIPTS, _DIGITS)
_TO_UNICODE = str.maketrans("w*", "ω·")


@total_ordering
class Ordinal:
    """An ordinal number, made from text, from an int or from another ordinal.

    >>> a = Ordinal("w^2*3+w+5")
    >>> print(a)
    ω²·3 + ω + 5
    >>> a > 10**100, Ordinal(5) == 5, a ^ Ordinal("w^2*3+w+6")
    (True, True, 3)
    >>> a.terms
    ((2, 3), (1, 1), (0, 5))
    """

    __slots__ = ("_terms",)
    _terms: Terms

    def __init__(self, value: str | int | Ordinal) -> None:
        if isinstance(value, str):
            self._terms = _Reader(value).read()
        else:
            self._terms = _terms_of(value)

    @property
    def terms(self) -> Terms:
        """Pairs (exponent, coefficient) with falling exponents, ints where finite, and positive coefficients."""
        return self._terms

    @property
    def finite_part(self) -> int:
        """The finite number after the last power of ω."""
        return self._terms[-1][1] if self._terms and self._terms[-1][0] == 0 else 0

    @property
    def is_finite(self) -> bool:
        """Does it equal an int?"""
        return not self._terms or self._terms[0][0] == 0

    def ascii(self) -> str:
        """The form to type; `Ordinal` reads it back.

        >>> Ordinal("ω^(ω+1)·2 + ω³").ascii()
        'w^(w+1)*2+w^3'
        """
        return "+".join(_write(*term) for term in self._terms) or "0"

    def __str__(self) -> str:
        return " + ".join(_prettify(_write(*term)) for term in self._terms) or "0"

    def __repr__(self) -> str:
        return f"Ordinal({self.ascii()!r})"

    def _repr_latex_(self) -> str:
        from ..show.export import value_dollars

        return value_dollars(self)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Ordinal):
            return self._terms == other._terms
        if isinstance(other, int):
            return self.is_finite and self.finite_part == other
        return NotImplemented

    def __lt__(self, other: Value) -> bool:
        if isinstance(other, Ordinal):
            # Cantor normal forms compare like words in a dictionary, which is how Python compares tuples.
            return self._terms < other._terms
        if isinstance(other, int):
            return self.is_finite and self.finite_part < other
        return NotImplemented

    def __hash__(self) -> int:
        # A finite ordinal equals an int, so it hashes alike.
        return hash(self.finite_part if self.is_finite else self._terms)

    def __bool__(self) -> bool:
        return bool(self._terms)

    def __index__(self) -> int:
        if not self.is_finite:
            raise TypeError(f"expected a finite ordinal, got {self}")
        return self.finite_part

    def __xor__(self, other: Value) -> Value:
        """The nim-sum: coefficients of equal powers are added in binary without carrying."""
        if not isinstance(other, (int, Ordinal)):
            return NotImplemented
        sums = dict(self._terms)
        for exponent, coefficient in _terms_of(other):
            sums[exponent] = sums.get(exponent, 0) ^ coefficient
        return sum_of_powers(sums)

    __rxor__ = __xor__


Value: TypeAlias = int | Ordinal
"""The value of a game."""

Terms: TypeAlias = tuple[tuple[Value, int], ...]


def ordinal(value: str | int | Ordinal) -> Value:
    """The same ordinal as an int if it is finite, else as an `Ordinal`.

    >>> ordinal("12"), ordinal("w*2+1")
    (12, Ordinal('w*2+1'))
    """
    return _from_terms(Ordinal(value).terms)


def sum_of_powers(coefficients: Mapping[Value, int]) -> Value:
    """The ordinal with these coefficients of powers of ω, given in any order; zeros are dropped.

    >>> sum_of_powers({0: 5, Ordinal("w"): 2, 3: 0})
    Ordinal('w^w*2+5')
    """
    terms = [term for term in coefficients.items() if term[1]]
    return _from_terms(tuple(sorted(terms, key=itemgetter(0), reverse=True)))


def omega_times_plus(y: int, x: int) -> Value:
    """ω·y + x; an int if y is 0.

    >>> omega_times_plus(0, 7), omega_times_plus(2, 1)
    (7, Ordinal('w*2+1'))
    """
    y, x = natural(y), natural(x)
    return _from_terms(((1, y), *_terms_of(x))) if y else x


def below(value: Value) -> Iterator[int]:
    """The ordinals below the value: for a finite n these are 0 ... n-1.

    For an infinite ordinal it yields the finite ones and never ends.

    >>> list(below(4)), next(below(Ordinal("w+1")))
    ([0, 1, 2, 3], 0)
    """
    bound = ordinal(value)
    return count() if isinstance(bound, Ordinal) else iter(range(bound))


def natural(value: SupportsIndex) -> int:
    """The value as a plain int; anything but a non-negative integer is refused."""
    try:
        number = int(index(value))
    except TypeError:
        raise WrongType("expected a non-negative integer, got {number}", number=repr(value)) from None
    if number < 0:
        raise UsageError("expected a non-negative integer, got {number}", number=number)
    return number


def _terms_of(value: Value) -> Terms:
    if isinstance(value, Ordinal):
        return value.terms
    number = natural(value)
    return ((0, number),) if number else ()


def _from_terms(terms: Terms) -> Value:
    # Without __init__: the terms are in normal form already, and this runs after every operation.
    result = Ordinal.__new__(Ordinal)
    result._terms = terms
    return result.finite_part if result.is_finite else result


def _write(exponent: Value, coefficient: int) -> str:
    if exponent == 0:
        return str(coefficient)
    return f"w{_write_exponent(exponent)}" + (f"*{coefficient}" if coefficient > 1 else "")


def _write_exponent(exponent: Value) -> str:
    if isinstance(exponent, int):
        return "" if exponent == 1 else f"^{exponent}"
    text = exponent.ascii()
    # A single power needs no brackets, because powers are read from the right.
    lone = len(exponent.terms) == 1 and exponent.terms[0][1] == 1
    return f"^{text}" if lone else f"^({text})"


def _prettify(text: str) -> str:
    raised = re.sub(r"\^(\d+)", lambda match: match[1].translate(_TO_SUPERSCRIPT), text)
    return raised.translate(_TO_UNICODE)


EXPONENT = Message("an exponent")


class Scanner:
    """A text that is read character by character; `signs` is the same text with each sign in its usual form."""

    def __init__(self, text: str, signs: str | None = None) -> None:
        self.text, self.signs = text, text if signs is None else signs
        self.place = self.depth = 0

    def peek(self) -> str:
        """The next character that is not a space, or "" at the end."""
        while self.text[self.place : self.place + 1].isspace():
            self.place += 1
        # A slice, not an index: at the end of the text it is "".
        return self.signs[self.place : self.place + 1]

    def take(self, wanted: str) -> str:
        """The next character if it is one of those wanted, else ""."""
        found = self.peek()
        if not found or found not in wanted:
            return ""
        self.place += 1
        return found

    def fault(self, message: Message | str, place: int | None = None, /, **named: object) -> BadText:
        """The error for a fault at a place, by default where the reading stands."""
        return BadText(message, self.text, self.place if place is None else place, **named)


class _Reader(Scanner):
    """Reads   sum = term {+ term}   term = number | power [* number]   power = w [^ (number | power | "(" sum ")")]."""

    def read(self) -> Terms:
        terms = self.sum()
        if self.peek():
            raise self.fault("expected + or the end of the ordinal (a coefficient follows its power, as in w*3)")
        return terms

    def sum(self) -> Terms:
        terms: list[tuple[Value, int]] = []
        while True:
            self.peek()
            start = self.place
            terms.append(self.term())
            if len(terms) > 1:
                self.check_order(terms, start)
            if not self.take("+"):
                break
        # 0 alone is the empty sum; `check_order` refuses any other term 0.
        return () if terms == [(0, 0)] else tuple(terms)

    def check_order(self, terms: list[tuple[Value, int]], start: int) -> None:
        (before, _), (exponent, coefficient) = terms[-2:]
        if exponent >= before:
            raise self.fault(
                "expected Cantor normal form with falling powers, as in w^2*3+w+5; {term} cannot follow {before}",
                start,
                term=_write(exponent, coefficient),
                before=_write(*terms[-2]),
            )
        if coefficient == 0:
            raise self.fault("expected Cantor normal form, which has no + 0", start)

    def term(self) -> tuple[Value, int]:
        if not self.take("wω"):
            return 0, self.number(Message("w or a number"))
        exponent = self.exponent()
        return exponent, self.positive(Message("a coefficient")) if self.take("*·") else 1

    def exponent(self) -> Value:
        """The exponent after a w that was just read."""
        if self.peek() and self.peek() in _SUPERSCRIPTS:
            return self.positive(EXPONENT, _SUPERSCRIPTS)
        if not self.take("^"):
            return 1
        self.depth += 1
        if self.depth > NESTING:
            raise self.fault("expected at most {nesting} powers inside each other", nesting=NESTING)
        exponent = self.read_exponent()
        self.depth -= 1
        return exponent

    def read_exponent(self) -> Value:
        if self.take("wω"):
            return _from_terms(((self.exponent(), 1),))
        if not self.take("("):
            return self.positive(EXPONENT)
        start = self.place
        terms = self.sum()
        if not self.take(")"):
            raise self.fault("expected + or a closing bracket")
        if not terms:
            raise self.fault("expected {what} from 1 on", start, what=EXPONENT)
        return _from_terms(terms)

    def positive(self, what: Message, digits: str = _DIGITS) -> int:
        self.peek()
        start = self.place
        value = self.number(what, digits)
        if value == 0:
            raise self.fault("expected {what} from 1 on", start, what=what)
        return value

    def number(self, what: Message, digits: str = _DIGITS) -> int:
        self.peek()
        match = re.compile(f"[{digits}]+").match(self.text, self.place)
        if not match:
            raise self.fault("expected {what}", what=what)
        if len(match[0]) > LONGEST_NUMBER:
            raise self.fault("expected a number of at most {longest} digits", longest=LONGEST_NUMBER)
        value = int(match[0].translate(_FROM_SUPERSCRIPT))
        self.place = match.end()
        return value
