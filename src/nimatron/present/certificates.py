"""Certificates, and the results of checking them, in words and as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from ..certificate import Unreadable, Verdict
from ..message import Number
from .text import Line
from .words import letter, tr, trn, word, word_error


def written_line(file: str, certificate: Mapping[str, Any]) -> str:
    """What `prove` has written: the claim, and how much supports it."""
    if certificate["claim"] == "period":
        numbers = {name: Number(certificate[name]) for name in ("preperiod", "period", "saltus", "computed")}
        text = "{file}: {game} (preperiod {preperiod}, period {period}, saltus {saltus}, computed {computed})"
        return tr(text, file=file, game=certificate["game"], **numbers)
    if certificate["claim"] == "misere":
        told = {"file": file, "game": certificate["game"], "order": certificate["order"]}
        if certificate["period"] is None:
            heap = len(certificate["elements"]) - 1
            return tr("{file}: {game}, misere quotient up to heap {heap} (order {order})", **told, heap=heap)
        told |= {"preperiod": certificate["preperiod"], "period": certificate["period"]}
        return tr(
            "{file}: {game}, misere quotient (order {order}, preperiod {preperiod}, period {period})",
            **told,
        )
    members, replies = len(certificate["members"]), len(certificate["replies"])
    return tr(
        "{file}: {position} is {outcome} ({members}, {replies})",
        file=file,
        position=certificate["position"],
        outcome=letter(certificate["outcome"]),
        members=trn("{count} member", "{count} members", members, count=Number(members)),
        replies=trn("{count} reply", "{count} replies", replies, count=Number(replies)),
    )


def verdict_line(file: str, verdict: Verdict | Unreadable) -> Line:
    """What `verify` found in a file."""
    if isinstance(verdict, Unreadable):
        return Line(tr("{file}: unreadable: {fault}", file=file, fault=word_error(verdict)), "bad")
    told = {"file": file, "claim": word(verdict.claim), "reason": word(verdict.reason)}
    if verdict.holds is None:
        return Line(tr("{file}: not verified: {claim}: {reason}", **told), "bad")
    if not verdict.holds:
        return Line(tr("{file}: does not hold: {claim}: {reason}", **told), "bad")
    return Line(tr("{file}: holds: {claim} ({reason})", **told), "good")


def verdict_data(file: str, verdict: Verdict | Unreadable) -> dict[str, Any]:
    """The shape `nimatron.verdict/1`. `status` is holds, does not hold, not verified or unreadable."""
    head = {"schema": "nimatron.verdict/1", "file": file}
    if isinstance(verdict, Unreadable):
        return {**head, "status": "unreadable", "holds": None, "error": word_error(verdict)}
    status = {True: "holds", False: "does not hold", None: "not verified"}[verdict.holds]
    told = {"claim": word(verdict.claim), "reason": word(verdict.reason)}
    return {**head, "status": status, **asdict(verdict), **told}
