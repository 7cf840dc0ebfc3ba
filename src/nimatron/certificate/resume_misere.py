"""Misere quotients in files, to go on with them later. What is kept is a certificate, and it is checked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..errors import Refuted, UsageError, reason_of
from ..files import write_file
from ..games.heaps import HeapGame
from ..values.misere.quotient import MisereQuotient, begun, restore
from ..values.search.budget import Budget
from .files import Unreadable, brief, unpacked, unsealed
from .verify import verify
from .work import Work
from .write_misere import misere_certificate
from .write_period import plain_rules

SCHEMA = "nimatron.misere-kept/1"


def save(quotient: MisereQuotient, path: Path) -> None:
    """Keep a quotient, whole or not at all."""
    data = {"schema": SCHEMA, "growth": quotient.history, "certificate": misere_certificate(quotient)}
    write_file(path, [json.dumps(data).encode()])


def resumed(path: Path, game: HeapGame, budget: Budget) -> MisereQuotient:
    """The quotient in a file, checked like any other certificate; Unreadable or Refuted if it is damaged."""
    data = _read(path)
    try:
        certificate, growth = unsealed(data.get("certificate")), _growth(data)
    except Unreadable as fault:
        raise Unreadable("cannot read {path}: {reason}", path=path, reason=fault) from None
    if certificate.get("claim") != "misere" or certificate.get("game") != str(plain_rules(game)):
        found = brief(certificate.get("game"))
        raise UsageError("{path} is about {found}, not about {game}", path=path, found=found, game=game)
    verdict = verify(certificate)
    if not verdict:
        raise Refuted("{path} does not hold: {reason}", path=path, reason=verdict.reason)
    order = certificate["order"]
    table = unpacked(certificate, order * order, None, Work()).reshape(order, order)
    quotient = begun([game], budget)
    restore(quotient, table, certificate["lost"], certificate["elements"], growth)
    return quotient


def _read(path: Path) -> Mapping[str, Any]:
    try:
        data = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as fault:
        raise Unreadable("cannot read {path}: {reason}", path=path, reason=reason_of(fault)) from None
    if not isinstance(data, Mapping) or data.get("schema") != SCHEMA:
        raise Unreadable("{path} holds no misere quotient", path=path)
    return data


def _growth(data: Mapping[str, Any]) -> list[tuple[int, int, int]]:
    """The heaps at which it grew: told, but no part of what is proved."""
    rows = data.get("growth")
    if not isinstance(rows, list) or not all(isinstance(row, list) and _counts(row) for row in rows):
        raise Unreadable("the growth of a quotient is a list of heaps, orders and numbers of lost elements")
    return [(heap, order, lost) for heap, order, lost in rows]


def _counts(row: list[Any]) -> bool:
    """Are these three whole numbers from 0 on?"""
    return len(row) == 3 and all(type(number) is int and number >= 0 for number in row)
