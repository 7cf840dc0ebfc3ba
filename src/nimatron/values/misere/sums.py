"""The genus of a sum of many parts, without the form of the whole: forms of long sums grow and grow.

A sum of tame games is tame, and its genus follows from theirs by the rule of misere Nim. Parts that are not tame may
become so together: two boards of Notakto are. So parts are added up until they are tame, and such groups are put aside.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...errors import Limit
from ...game import Game, State
from ..search.budget import Budget
from ..theorems.parts import independent_parts
from .forms import Form
from .genus import Genera, Genus, trimmed
from .search import FormSearch, Known

FEW_FORMS = 20_000
"""The most work for the form of the whole sum before groups are tried."""


def genus_of(known: Known, budget: Budget, game: Game, state: State) -> Genus:
    """The genus of a position: by its form, or if that is large, by the forms of tame groups of its parts."""
    parts = independent_parts(game, state)
    quick = FormSearch(known, budget, FEW_FORMS if len(parts) > 1 else None)
    try:
        return known.genera.genus(quick.form(game, state))
    except Limit:
        if quick.left is None or quick.left >= 0:
            raise
    search = FormSearch(known, budget)
    groups = _groups(search, known.genera, [search.form(*part) for part in parts])
    return _genus(known.genera, groups) if len(groups) > 1 else known.genera.genus(groups[0])


def _groups(search: FormSearch, genera: Genera, forms: Sequence[Form]) -> list[Form]:
    """Tame games whose sum is that of the forms; or this sum itself, if none are found."""
    tame = [form for form in forms if genera.kind(form) == "tame"]
    total = 0
    for form in sorted(form for form in forms if genera.kind(form) != "tame"):
        total = search.add(total, form)
        if genera.kind(total) == "tame":
            tame.append(total)
            total = 0
    if not total:
        return tame
    for group in sorted(set(tame)):  # one that takes the rest in
        joined = search.add(total, group)
        if genera.kind(joined) == "tame":
            tame.remove(group)
            return [*tame, joined]
    for group in tame:
        total = search.add(total, group)
    return [total]


def _genus(genera: Genera, groups: Sequence[Form]) -> Genus:
    """The genus of a sum of tame games."""
    normal, firm, large = 0, False, 0
    for group in groups:
        found = genera.genus(group)
        normal ^= found.normal
        firm = firm or found.misere[0] == found.normal
        # A sum is a Nim heap only if all its parts are and at most one of them is larger than 1 (Conway).
        large += 2 if genera.forms.as_nim(group) is None else found.normal > 1
    # Beside a heap of 2 the sum is firm in any case.
    values = [normal if firm else normal ^ 1, normal ^ 2, normal, normal ^ 2]
    return Genus(normal, trimmed(values), "tame", large < 2)
