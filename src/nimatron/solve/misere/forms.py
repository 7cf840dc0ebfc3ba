"""Canonical forms in misere play: games without their reversible moves, each kept once.

Two games have the same form if and only if they can replace each other in every sum (Conway, On Numbers and Games,
chapter 12). Little simplifies: only a move that can be reversed, that is, answered by a move back to a position that
the game could be replaced by. In particular equal pairs do not cancel, except those of a lone last move.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from ...nimbers.finite import mex

Form = int
"""A form is a number in its `Forms`; 0 is the game without moves. The options of a form have smaller numbers.

Forms come in pairs: 2k + 1 is 2k with one last move beside it, and the other way round, for two such moves cancel."""


OFTEN = 64
"""Sums between two looks at the clock."""


class Forms:
    """All forms met so far, and their sums.

    >>> forms = Forms()
    >>> two = forms.nim(2)
    >>> forms.add(forms.nim(1), forms.nim(1)), forms.add(two, two) == 0
    (0, False)
    """

    def __init__(self) -> None:
        self.options: list[frozenset[Form]] = []
        self.is_p: list[bool] = []
        """Does the player to move lose? Without moves that player has won."""
        self.values: list[int] = []
        """The Grundy values in normal play."""
        self.birthdays: list[int] = []
        """The lengths of the longest plays."""
        self._known: dict[frozenset[Form], Form] = {}
        self._sums: dict[int, Form] = {}
        self._nim = [0]
        self.watch: Callable[[], None] | None = None
        """Called now and then while sums are found; it may raise."""
        self._add(frozenset())

    def __len__(self) -> int:
        return len(self.options) + len(self._sums)

    def make(self, options: Iterable[Form]) -> Form:
        """The form of the game with these options."""
        wanted = frozenset(options)
        found = self._known.get(wanted)  # without options: 0
        if found is None:
            found = self._known[wanted] = self._simplest(wanted)
        return found

    def _simplest(self, options: frozenset[Form]) -> Form:
        # A simpler game H has some of the options, and H can be reached from each of the others. The largest option
        # is one of the others: from an option of H nothing leads to H, and a larger one would be needed for that.
        for simpler in self.options[max(options)]:
            if self._reverses(simpler, options):
                return simpler
        return self._add(options)

    def _reverses(self, simpler: Form, options: Collection[Form]) -> bool:
        """Are all options that `simpler` does not have reversible to it?"""
        kept = self.options[simpler]
        if not kept.issubset(options):
            return False
        if any(simpler not in self.options[option] for option in options if option not in kept):
            return False
        # To become the end of the game, it must be won by the player to move, as the end is.
        return bool(simpler) or any(self.is_p[option] for option in options)

    def _add(self, options: frozenset[Form]) -> Form:
        """A new form, and the one with a last move beside it: that one is new too, or this would not be."""
        form = len(self.options)
        # A last move beside a game adds two kinds of options: the game itself, and each option with the last move.
        for found in (options, frozenset([form, *(option ^ 1 for option in options)])):
            self._known[found] = len(self.options)
            self.options.append(found)
            self.is_p.append(bool(found) and not any(self.is_p[option] for option in found))
            self.values.append(mex(self.values[option] for option in found))
            self.birthdays.append(max((self.birthdays[option] + 1 for option in found), default=0))
        return form

    def add(self, a: Form, b: Form) -> Form:
        """The form of the sum of two games. With a stack of its own: games may be deep."""
        found = self._sum(a, b)
        if found is not None:
            return found
        # Sums of even forms are enough: a last move beside a summand is a last move beside the sum.
        stack = [(a & ~1, b & ~1)]
        turns = 0
        while stack:
            turns += 1
            if self.watch is not None and turns % OFTEN == 0:
                self.watch()
            if self._try_sum(*stack[-1], stack):
                stack.pop()
        return self._sums[_pair(a & ~1, b & ~1)] ^ ((a ^ b) & 1)

    def _sum(self, a: Form, b: Form) -> Form | None:
        """The sum if it is known; only those of the even ones are stored."""
        if a < 2 or b < 2:
            return a ^ b
        found = self._sums.get(_pair(a & ~1, b & ~1))
        return None if found is None else found ^ ((a ^ b) & 1)

    def _try_sum(self, a: Form, b: Form, stack: list[tuple[Form, Form]]) -> bool:
        """Is the sum of two even forms known now? If not, the sums that it needs are put on the stack."""
        sums, options = self._sums, set()
        missing: set[tuple[Form, Form]] = set()
        for moved, other in ((self.options[a], b), (self.options[b], a)):
            for option in moved:
                # Forms 0 and 1 are nothing and one last move: to add them is to flip the last bit or not.
                if option < 2:
                    options.add(option ^ other)
                    continue
                even = option & ~1
                # `_pair` written out, because this is the innermost loop.
                found = sums.get(even << 40 | other if even < other else other << 40 | even)
                if found is None:
                    missing.add((even, other))
                else:
                    options.add(found ^ (option & 1))
        if missing:
            stack += missing
            return False
        sums[_pair(a, b)] = self.make(options)
        return True

    def total(self, forms: Iterable[Form]) -> Form:
        """The form of a sum of games."""
        result = 0
        for form in forms:
            result = self.add(result, form)
        return result

    def nim(self, n: int) -> Form:
        """The form of a Nim heap of `n`."""
        while len(self._nim) <= n:
            self._nim.append(self.make(self._nim))
        return self._nim[n]

    def as_nim(self, form: Form) -> int | None:
        """The Nim heap that a form is; None if it is none."""
        n = self.values[form]
        # A Nim heap of n has n options and birthday n: two cheap tests come before the heap is made.
        return n if len(self.options[form]) == n == self.birthdays[form] and self.nim(n) == form else None


def _pair(a: Form, b: Form) -> int:
    """One number for an unordered pair: quicker to look up than a tuple."""
    return a << 40 | b if a < b else b << 40 | a
