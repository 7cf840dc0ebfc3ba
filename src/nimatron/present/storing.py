"""The store in words and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..values.auditing import Audit, Standing
from ..values.keep.rows import StoredGame
from ..values.keep.store import Store
from .text import SHOWN, Line
from .words import tr, trn

Listed = Sequence[tuple[StoredGame, Standing]]


def kept_lines(store: Store, listed: Listed) -> Iterator[Line]:
    """A line for each stored game and version of its rules."""
    yield Line(str(store.path), "title")
    if not listed:
        yield Line(tr("Nothing is kept yet."))
        return
    words = {
        "current": tr("current rules"),
        "stale": tr("the rules have changed since: not used"),
        "unknown": tr("not at hand: own games are given by --load"),
    }
    width = max(len(kept.name) for kept, _ in listed)
    for kept, state in listed:
        count = trn("{n} position", "{n} positions", kept.positions)
        style = "" if state == "current" else "dim"
        yield Line(f"{kept.name:{width}}  {count}, {kept.bytes / 1024:,.0f} KiB, {words[state]}", style)


def kept_data(store: Store, listed: Listed) -> dict[str, Any]:
    """The shape `nimatron.kept/1`."""
    games = [
        {
            "game": kept.name,
            "fingerprint": kept.fingerprint,
            "rules": state,
            "positions": kept.positions,
            "bytes": kept.bytes,
        }
        for kept, state in listed
    ]
    return {"schema": "nimatron.kept/1", "path": str(store.path), "games": games}


def audited_lines(audit: Audit, repaired: bool) -> Iterator[Line]:
    """What a check of the store has found."""
    if audit.fault:
        yield Line(tr("The file is damaged: {fault}", fault=audit.fault), "bad")
    yield Line(
        trn("{n} row looked at, {recomputed} recomputed", "{n} rows looked at, {recomputed} recomputed", audit.looked,
            recomputed=audit.recomputed)
    )  # fmt: skip
    if audit.skipped:
        yield Line(trn("{n} row is beyond the limits", "{n} rows are beyond the limits", audit.skipped), "dim")
    for wrong in audit.wrong[:SHOWN]:
        yield Line(wrong, "bad")
    if audit.wrong:
        count = len(audit.wrong)
        text = trn("{n} wrong row", "{n} wrong rows", count)
        yield Line(f"{text}: {tr('dropped') if repaired else tr('--repair drops them')}", "bad")


def audited_data(audit: Audit, repaired: bool) -> dict[str, Any]:
    """The shape `nimatron.audit/1`."""
    return {
        "schema": "nimatron.audit/1",
        "fault": audit.fault,
        "looked": audit.looked,
        "recomputed": audit.recomputed,
        "skipped": audit.skipped,
        "wrong": audit.wrong,
        "repaired": repaired,
    }
