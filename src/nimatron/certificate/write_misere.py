"""Writes certificates of misere quotients."""

from __future__ import annotations

from typing import Any

from ..errors import UsageError
from ..values.misere.quotient import MisereQuotient
from . import seal
from .files import packed
from .write_period import plain_rules


def misere_certificate(quotient: MisereQuotient) -> dict[str, Any]:
    """A certificate of the quotient of a code or a subtraction game: for all heaps if a period is proved, or for some.

    >>> from nimatron import misere_quotient
    >>> certificate = misere_certificate(misere_quotient("0.123"))
    >>> certificate["game"], certificate["order"], certificate["period"], len(certificate["elements"])
    ('octal{0.123}', 20, 5, 13)
    """
    if len(quotient.lines) != 1 or len(quotient.subjects) != 1:
        raise UsageError("a certificate of a misere quotient is about one game of heaps")
    (game,) = quotient.lines
    heaps = len(quotient.building.components.heaps[game]) if quotient.proved else quotient.heaps + 1
    monoid = quotient.building.monoid
    return seal(
        {
            "claim": "misere",
            "game": str(plain_rules(game)),
            "order": quotient.order,
            "lost": monoid.lost.nonzero()[0].tolist(),
            "elements": [quotient.part_number(game, (n,)) for n in range(heaps)],
            "preperiod": quotient.preperiod,
            "period": quotient.period,
            "values": packed(monoid.mul.ravel().astype("u4")),
        }
    )
