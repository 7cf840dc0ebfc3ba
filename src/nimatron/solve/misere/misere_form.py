"""Canonical forms and genera as answers: `misere_form` and `genus`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Unpack

from ...core.game import Outcome, Position
from ...core.limits import Budget, LimitOptions, Limits, make_limits
from ...notation.reader import position_of
from ..search.memo import forgetful
from .form_search import FormSearch, FormTable, shared_forms
from .forms import Form
from .genus import Genus

LONGEST = 900
"""The most characters of a form that is printed; the rest is left out."""


class MisereForm:
    """The canonical form of a game in misere play. Equal forms can replace each other in every sum.

    It prints as the Nim heap that it is, such as `*3`, or as the set of its options. Forms are added with +.

    >>> from nimatron import misere_form
    >>> print(misere_form("kayles: 3"), misere_form("kayles: 5"), misere_form("nim: 2 2"))
    *3 {*1, *2, *3, {*2, *3}} {*2, *3}
    >>> misere_form("nim: 1 1") == misere_form("nim: 0"), misere_form("nim: 2 2") == misere_form("nim: 0")
    (True, False)
    """

    __slots__ = ("_form", "_known")

    def __init__(self, known: FormTable, form: Form) -> None:
        self._known, self._form = known, form

    @property
    def options(self) -> tuple[MisereForm, ...]:
        """The options that are left when all reversible ones are removed."""
        return tuple(MisereForm(self._known, option) for option in self._order_of(self._form))

    @property
    def outcome(self) -> Outcome:
        """N if the player to move wins, P if the other one does."""
        return "P" if self._known.forms.is_p[self._form] else "N"

    @property
    def genus(self) -> Genus:
        """The genus, which says whether the game is tame."""
        return self._known.genera.genus(self._form)

    @property
    def nim_heap(self) -> int | None:
        """The Nim heap that this is; None if it is none."""
        return self._known.forms.as_nim(self._form)

    @property
    def birthday(self) -> int:
        """The length of the longest play."""
        return self._known.forms.birthdays[self._form]

    def __add__(self, other: MisereForm) -> MisereForm:
        if not isinstance(other, MisereForm):
            return NotImplemented
        return MisereForm(self._known, self._known.forms.add(self._form, other._in(self._known)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MisereForm) and self._form == other._in(self._known)

    def __hash__(self) -> int:
        # Nothing that depends on the order in which forms were met.
        forms, form = self._known.forms, self._form
        return hash((forms.values[form], forms.is_p[form], forms.birthdays[form], len(forms.options[form])))

    def _in(self, known: FormTable) -> Form:
        """The same form among others: those of another thread, or of an earlier time, have other numbers."""
        if known is self._known:
            return self._form
        numbers: dict[Form, Form] = {}
        for form in sorted(self._below()):  # options have smaller numbers
            numbers[form] = known.forms.make(numbers[option] for option in self._known.forms.options[form])
        return numbers[self._form]

    def _below(self) -> set[Form]:
        found, todo = {self._form}, [self._form]
        while todo:
            new = self._known.forms.options[todo.pop()] - found
            found |= new
            todo += new
        return found

    def _order_of(self, form: Form) -> list[Form]:
        forms = self._known.forms
        return sorted(forms.options[form], key=lambda option: (forms.birthdays[option], forms.values[option], option))

    def __str__(self) -> str:
        text = ""
        for piece in self._pieces():
            text += piece
            if len(text) > LONGEST:
                return f"{text[:LONGEST]}..."
        return text

    def _pieces(self) -> Iterator[str]:
        forms = self._known.forms
        todo: list[Form | str] = [self._form]
        while todo:
            top = todo.pop()
            if isinstance(top, str):
                yield top
            elif (heap := forms.as_nim(top)) is not None:
                yield f"*{heap}" if heap else "0"
            else:
                inner = [piece for option in self._order_of(top) for piece in (option, ", ")][:-1]
                todo += ["}", *reversed(inner)]
                yield "{"

    def __repr__(self) -> str:
        return f"<misere form {self}>"


@forgetful
def misere_form(position: Position | str, limits: Limits | None = None, **words: Unpack[LimitOptions]) -> MisereForm:
    """The canonical form of a position in misere play; for games of your own and for sums too.

    >>> misere_form("kayles: 4") == misere_form("nim: 1")
    True
    >>> misere_form("kayles: 2") + misere_form("kayles: 1") == misere_form("kayles: 2 1")
    True
    """
    here, known = position_of(position), shared_forms()
    search = FormSearch(known, Budget(make_limits(limits, **words)))
    return MisereForm(known, search.form(here.game, here.state))


def genus(position: Position | str, limits: Limits | None = None, **words: Unpack[LimitOptions]) -> Genus:
    """The genus of a position, such as 4^146, and whether it is tame, restive, restless or wild.

    >>> genus("kayles: 5"), genus("kayles: 5").kind
    ('4^146', 'restless')
    >>> genus("nim: 2 2"), genus("nim: 2 2").kind
    ('0^0', 'tame')
    >>> genus("notakto: " + ".../.../... " * 20)
    '0^0'
    """
    return misere_form(position, limits, **words).genus
