"""Values of positions from which play can continue for ever: ∞(K), where K are the finite values of the options.

Such values add up by three rules: finite values by nim-sum, ∞(K) + n is ∞ of all k ^ n, and ∞ + ∞ is ∞().
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import total_ordering
from typing import Any, TypeAlias

from ..core.game import Outcome
from .ordinals import Ordinal, ordinal

Nimbers: TypeAlias = frozenset[int | Ordinal]


@total_ordering
class Loopy:
    """The value ∞(K) of a position that can continue for ever; it never changes. `^` adds it to another value.

    If 0 is in K, the player to move can win by moving there; otherwise nobody can force a win: a draw.

    >>> print(Loopy({2, 0}), Loopy({0, 2}) ^ 3, Loopy({0}) ^ Loopy({1}), sep="; ")
    ∞(0, 2); ∞(1, 3); ∞()
    >>> 0 in Loopy({0, 2}), sorted(Loopy({0, 2})), Loopy({0, 2}).ascii()
    (True, [0, 2], 'inf(0, 2)')
    """

    __slots__ = ("_values",)
    _values: Nimbers

    def __init__(self, values: Iterable[int | Ordinal] = ()) -> None:
        # Through `object`, because __setattr__ refuses everything.
        found = frozenset(v if type(v) is int and v >= 0 else ordinal(v) for v in values)
        object.__setattr__(self, "_values", found)

    @property
    def values(self) -> Nimbers:
        """The finite values of the options (transfinite ones too): the set K."""
        return self._values

    def ascii(self) -> str:
        """The form for a terminal without the sign ∞."""
        return f"inf({', '.join(v.ascii() if isinstance(v, Ordinal) else str(v) for v in sorted(self))})"

    def __str__(self) -> str:
        return f"∞({', '.join(map(str, sorted(self)))})"

    def __repr__(self) -> str:
        return f"Loopy({{{', '.join(map(repr, sorted(self)))}}})" if self._values else "Loopy()"

    def _repr_latex_(self) -> str:
        from ..show.export import value_dollars

        return value_dollars(self)

    def __contains__(self, value: object) -> bool:
        return value in self._values

    def __iter__(self) -> Iterator[int | Ordinal]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __bool__(self) -> bool:
        return True  # not 0, even if K is empty

    def __xor__(self, other: Value) -> Loopy:
        """The value of the sum of two positions."""
        if isinstance(other, Loopy):
            # A move changes one summand and the other stays infinite, so no option of the sum has a finite value.
            return Loopy()
        if not hasattr(other, "__index__"):  # ordinals have it too, and numpy's integers
            return NotImplemented
        finite = ordinal(other)
        return Loopy(value ^ finite for value in self._values)

    __rxor__ = __xor__

    def __eq__(self, other: object) -> bool:
        return self._values == other._values if isinstance(other, Loopy) else NotImplemented

    def __lt__(self, other: Value) -> bool:
        # Only to put values in order: ∞ comes after everything finite and transfinite.
        return sorted(self) < sorted(other) if isinstance(other, Loopy) else False

    def __hash__(self) -> int:
        return hash((Loopy, self._values))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a value never changes: {name} cannot be set")

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickle would otherwise set the slot, which __setattr__ refuses.
        return Loopy, (tuple(self._values),)


Value: TypeAlias = int | Ordinal | Loopy
"""The value of a game."""


def outcome_of(value: Value) -> Outcome:
    """The outcome that a value means in normal play.

    >>> outcome_of(0), outcome_of(2), outcome_of(Loopy({0, 2})), outcome_of(Loopy({1}))
    ('P', 'N', 'N', 'D')
    """
    if isinstance(value, Loopy):
        return "N" if 0 in value else "D"
    return "N" if value else "P"
