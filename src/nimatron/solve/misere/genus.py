"""The genus of a game: its value in normal play, and its misere values beside 0, 1, 2, ... Nim heaps of 2.

Games are tame if they behave like Nim heaps in sums of tame games: then the rule of misere Nim decides. The names and
their definitions are those of Conway (On Numbers and Games) and of Berlekamp, Conway and Guy (Winning Ways).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from ...nimbers.finite import mex
from .forms import Form, Forms

Kind = Literal["tame", "restive", "restless", "wild"]


class Genus(str):
    """Such as 4^146: normal value 4; misere values 1, 4, 6, 4, 6, ... with 0, 1, 2, ... heaps of 2 beside the game.

    A Nim heap has its size alone, another tame game only the first misere value. `kind` is tame, restive, restless or
    wild.

    >>> from nimatron import genus
    >>> found = genus("kayles: 5")
    >>> found, found.normal, found.misere, found.kind
    ('4^146', 4, (1, 4, 6), 'restless')
    """

    __slots__ = ("kind", "misere", "normal")
    normal: int
    misere: tuple[int, ...]
    """The last two of them come again and again."""
    kind: Kind

    def __new__(cls, normal: int, misere: tuple[int, ...], kind: Kind, is_nim: bool = False) -> Genus:
        digits = "" if is_nim else _digits(misere[:1] if kind == "tame" else misere)
        made = super().__new__(cls, f"{normal}^{digits}" if digits else str(normal))
        made.normal, made.misere, made.kind = normal, misere, kind
        return made

    def __getnewargs__(self) -> tuple[int, tuple[int, ...], Kind, bool]:  # type: ignore[override]
        # pickle would otherwise call __new__ with the text alone.
        return self.normal, self.misere, self.kind, "^" not in self

    def _repr_latex_(self) -> str:
        from ...show.export import value_dollars

        return value_dollars(self)


def tame_is_p(genera: Iterable[Genus]) -> bool:
    """Is a sum of tame games with these genera lost? By the rule of misere Nim, in which n^n counts like a large heap.

    Why: call a tame game firm if its genus is n^n, else fickle, and the rule's answer for a sum lost or won. If a part
    is firm, the normal values decide, and beside fickle parts alone the misere value of the last part does; so a move
    to another tame option never leads from lost to lost, and from a sum that is won one leads to a lost one, as in Nim:
    both values are the mex of those of the tame options. A move to any other option is answered at once by one back to
    a tame game with the normal value of before, or with the misere value, whichever decides.

    >>> from nimatron import genus
    >>> tame_is_p([genus("nim: 2"), genus("nim: 2")]), tame_is_p([genus("nim: 1"), genus("nim: 1")])
    (True, False)
    """
    total, firm = 0, False
    for genus in genera:
        total ^= genus.normal
        firm = firm or genus.misere[0] == genus.normal
    return total == (0 if firm else 1)


def _digits(values: tuple[int, ...]) -> str:
    return "".join(map(str, values)) if max(values) < 10 else f"({','.join(map(str, values))})"


class Genera:
    """The genera of the forms in `forms`, each computed once."""

    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self._rows: list[tuple[int, ...]] = []
        """For each form its misere values beside 0, 1, 2, ... heaps of 2; the last two come again and again."""
        self._kinds: list[Kind] = []

    def genus(self, form: Form) -> Genus:
        """The genus of a form."""
        is_nim = self.forms.as_nim(form) is not None
        return Genus(self.forms.values[form], self.misere_values(form), self.kind(form), is_nim)

    def misere_values(self, form: Form) -> tuple[int, ...]:
        """The misere values of a form beside 0, 1, 2, ... heaps of 2, up to the two that then alternate.

        A misere value is the mex of those of the options, but 1 at the end of the game.
        """
        for n in range(len(self._rows), form + 1):
            self._rows.append(self._row(n))
        return self._rows[form]

    def _row(self, form: Form) -> tuple[int, ...]:
        options = [self._rows[option] for option in self.forms.options[form]]
        calm = max((len(row) - 2 for row in options), default=0)
        values: list[int] = []
        # Once those of the options alternate, two values v, v xor 2 that come back at all come back for ever: the last
        # value and the options determine the next one.
        while len(values) < calm + 3 or not _alternate(values, len(values) - 1):
            k = len(values)
            beside = {_at(row, k) for row in options}
            if k:  # one heap of 2 becomes 0 or 1; and a heap of 1 changes the last bit of a misere value
                beside |= {values[-1], values[-1] ^ 1}
            values.append(mex(beside) if beside else 1)
        return trim_row(values)

    def kind(self, form: Form) -> Kind:
        """Tame, restive, restless or wild."""
        for n in range(len(self._kinds), form + 1):
            self._kinds.append(self._kind(n))
        return self._kinds[form]

    def _kind(self, form: Form) -> Kind:
        normal, misere = self.forms.values[form], self.misere_values(form)[0]
        options = self.forms.options[form]
        others = [option for option in options if self._kinds[option] != "tame"]
        if normal == misere or (normal < 2 and misere == 1 - normal):
            return "tame" if not others or self._is_reverted(form, others) else "wild"
        # Restive: only the normal value is 0 or 1. Restless: only the misere value is.
        return "wild" if others else "restive" if normal < 2 else "restless" if misere < 2 else "wild"

    def _is_reverted(self, form: Form, others: list[Form]) -> bool:
        """Do the tame options alone give both values, and is each move to one of the others answered back to them?

        Whoever moves to such an option gains nothing then: beside a large heap the answer restores the normal value,
        and beside heaps of 0 and 1 the misere value.
        """
        tame = self.forms.options[form].difference(others)
        values = [self._both(option) for option in tame]
        normal, misere = self._both(form)
        if (mex(value for value, _ in values), mex(value for _, value in values)) != (normal, misere):
            return False
        for other in others:
            back = [self._both(answer) for answer in self.forms.options[other] if self._kinds[answer] == "tame"]
            if normal not in {value for value, _ in back} or misere not in {value for _, value in back}:
                return False
        return True

    def _both(self, form: Form) -> tuple[int, int]:
        return self.forms.values[form], self._rows[form][0]


def trim_row(values: list[int]) -> tuple[int, ...]:
    """Misere values up to the two that then alternate.

    >>> trim_row([1, 2, 0, 2]), trim_row([0, 2, 0, 2])
    ((1, 2, 0), (0, 2))
    """
    last = len(values) - 1
    while last > 1 and _alternate(values, last):
        last -= 1
    return tuple(values[: last + 1])


def _alternate(values: list[int], last: int) -> bool:
    """Do the last three of these values alternate?"""
    return values[last - 2] == values[last] == values[last - 1] ^ 2


def _at(row: tuple[int, ...], k: int) -> int:
    # Beyond its end a row alternates between its last two values.
    return row[k] if k < len(row) else row[-1 - ((k - len(row) + 1) & 1)]
