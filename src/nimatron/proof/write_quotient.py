"""Writes certificates of misere quotients."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..core.errors import Refuted, UsageError, reason_of
from ..core.files import write_file
from ..core.limits import Budget
from ..families.heaps.rules import HeapGame
from ..solve.misere.quotient import MisereQuotient, restore, start_quotient
from .checkers import verify
from .seal import Unreadable, brief, check_seal, pack_values, seal, unpack_values
from .verdict import CheckBudget
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
    heaps = len(quotient.builder.components.heaps[game]) if quotient.proved else quotient.heaps + 1
    monoid = quotient.builder.monoid
    return seal(
        {
            "claim": "misere",
            "game": str(plain_rules(game)),
            "order": quotient.order,
            "lost": monoid.lost.nonzero()[0].tolist(),
            "elements": [quotient.part_number(game, (n,)) for n in range(heaps)],
            "preperiod": quotient.preperiod,
            "period": quotient.period,
            "values": pack_values(monoid.mul.ravel().astype("u4")),
        }
    )


# -- a quotient in a file, to resume with ----------------------------------------------------------

SCHEMA = "nimatron.misere-kept/1"


def save_quotient(quotient: MisereQuotient, path: Path) -> None:
    """Save a quotient, whole or not at all."""
    data = {"schema": SCHEMA, "growth": quotient.history, "certificate": misere_certificate(quotient)}
    write_file(path, [json.dumps(data).encode()])


def resume_quotient(path: Path, game: HeapGame, budget: Budget) -> MisereQuotient:
    """The quotient in a file, checked like any other certificate; Unreadable or Refuted if it is damaged."""
    data = _read(path)
    try:
        certificate, growth = check_seal(data.get("certificate")), _growth(data)
    except Unreadable as fault:
        raise Unreadable("cannot read {path}: {reason}", path=path, reason=fault) from None
    if certificate.get("claim") != "misere" or certificate.get("game") != str(plain_rules(game)):
        found = brief(certificate.get("game"))
        raise UsageError("{path} is about {found}, not about {game}", path=path, found=found, game=game)
    verdict = verify(certificate)
    if not verdict:
        raise Refuted("{path} does not hold: {reason}", path=path, reason=verdict.reason)
    order = certificate["order"]
    table = unpack_values(certificate, order * order, None, CheckBudget()).reshape(order, order)
    quotient = start_quotient([game], budget)
    restore(quotient, table, certificate["lost"], certificate["elements"], growth)
    return quotient


def _read(path: Path) -> Mapping[str, Any]:
    try:
        data = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as fault:
        raise Unreadable("cannot read {path}: {reason}", path=path, reason=reason_of(fault)) from None
    if not isinstance(data, Mapping) or data.get("schema") != SCHEMA:
        raise Unreadable("{path} does not contain a misere quotient", path=path)
    return data


def _growth(data: Mapping[str, Any]) -> list[tuple[int, int, int]]:
    """The heaps at which the quotient grew; the proof does not cover them."""
    rows = data.get("growth")
    if not isinstance(rows, list) or not all(isinstance(row, list) and _counts(row) for row in rows):
        raise Unreadable("the growth of a quotient is a list of heaps, orders and numbers of lost elements")
    return [(heap, order, lost) for heap, order, lost in rows]


def _counts(row: list[Any]) -> bool:
    """Are these three whole numbers from 0 on?"""
    return len(row) == 3 and all(type(number) is int and number >= 0 for number in row)
