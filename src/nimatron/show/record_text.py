"""Certificates and the store in words and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from ..core.message import Number
from ..proof.seal import Unreadable
from ..proof.verdict import Verdict
from .text import Line
from .words import letter, tr, trn, word, word_error

if TYPE_CHECKING:
    from ..solve.store.database import StoredGame
    from ..solve.store.results import Store

    StoredGames = Sequence[tuple[StoredGame, bool]]
    """Stored games, each with whether its rules are still the current rules."""


def certificate_line(file: str, certificate: Mapping[str, Any]) -> str:
    """The line of `prove`: the claim, and the size of the certificate."""
    if certificate["claim"] == "period":
        numbers = {name: Number(certificate[name]) for name in ("preperiod", "period", "saltus", "computed")}
        text = "{file}: {game} (preperiod {preperiod}, period {period}, saltus {saltus}, computed {computed})"
        return tr(text, file=file, game=certificate["game"], **numbers)
    if certificate["claim"] == "misere":
        facts = {"file": file, "game": certificate["game"], "order": certificate["order"]}
        if certificate["period"] is None:
            heap = len(certificate["elements"]) - 1
            return tr("{file}: {game}, misere quotient up to heap {heap} (order {order})", **facts, heap=heap)
        facts |= {"preperiod": certificate["preperiod"], "period": certificate["period"]}
        return tr(
            "{file}: {game}, misere quotient (order {order}, preperiod {preperiod}, period {period})",
            **facts,
        )
    if certificate["claim"] == "value":
        count = len(certificate["lines"])
        lines = trn("{count} line", "{count} lines", count, count=Number(count))
        facts = {"file": file, "position": certificate["position"], "value": certificate["value"]}
        return tr("{file}: {position} has value {value} ({lines})", **facts, lines=lines)
    if certificate["claim"] == "lands":
        lands = len(certificate["values"])
        return tr(
            "{file}: {position} is {outcome} ({lands})",
            file=file,
            position=certificate["position"],
            outcome=letter(certificate["outcome"]),
            lands=trn("the value of {count} land", "the values of {count} lands", lands, count=Number(lands)),
        )
    # What remains is a claim about one position.
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
    """The line of `verify` for one file."""
    if isinstance(verdict, Unreadable):
        return Line(tr("{file}: unreadable: {fault}", file=file, fault=word_error(verdict)), "bad")
    facts = {"file": file, "claim": word(verdict.claim), "reason": word(verdict.reason)}
    if verdict.holds is None:
        return Line(tr("{file}: not verified: {claim}: {reason}", **facts), "bad")
    if not verdict.holds:
        return Line(tr("{file}: does not hold: {claim}: {reason}", **facts), "bad")
    return Line(tr("{file}: holds: {claim} ({reason})", **facts), "good")


def verdict_data(file: str, verdict: Verdict | Unreadable) -> dict[str, Any]:
    """The shape `nimatron.verdict/1`. `status` is holds, does not hold, not verified or unreadable."""
    head = {"schema": "nimatron.verdict/1", "file": file}
    if isinstance(verdict, Unreadable):
        return {**head, "status": "unreadable", "holds": None, "error": word_error(verdict)}
    status = {True: "holds", False: "does not hold", None: "not verified"}[verdict.holds]
    facts = {"claim": word(verdict.claim), "reason": word(verdict.reason)}
    return {**head, "status": status, **asdict(verdict), **facts}


# -- the store ---------------------------------------------------------------------------------------


def store_lines(store: Store, games: StoredGames) -> Iterator[Line]:
    """A line for each stored game and version of its rules."""
    yield Line(str(store.path), "title")
    if not games:
        yield Line(tr("Nothing is kept yet."))
        return
    width = max(len(game.name) for game, _ in games)
    for game, current in games:
        count = trn("{n} position", "{n} positions", game.positions)
        rules = tr("current rules") if current else tr("the rules have changed since: not used")
        yield Line(f"{game.name:{width}}  {count}, {game.bytes / 1024:,.0f} KiB, {rules}", "" if current else "dim")


def store_data(store: Store, stored_games: StoredGames) -> dict[str, Any]:
    """The shape `nimatron.kept/1`."""
    games = [
        {
            "game": game.name,
            "fingerprint": game.fingerprint,
            "rules": "current" if current else "stale",
            "positions": game.positions,
            "bytes": game.bytes,
        }
        for game, current in stored_games
    ]
    return {"schema": "nimatron.kept/1", "path": str(store.path), "games": games}
