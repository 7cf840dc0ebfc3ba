"""The games of the catalog and the theorems about them, each with its source."""

from __future__ import annotations

from collections.abc import Iterator

from nimatron.games.catalog import CATALOG
from nimatron.message import Message
from nimatron.values.theorems import THEOREMS, Theorem

from .markdown import code, plain, table
from .sources import cited


def games() -> str:
    """Every game: its name, an example, the rules, the source."""
    rows = (
        (f"**{plain(entry.title)}**", code(entry.sample), plain(entry.rules), cited(entry.source)) for entry in CATALOG
    )
    return table(("game", "a position", "rules", "source"), rows)


def theorems() -> str:
    """Every theorem, family by family."""
    return table(("rules", "theorem", "what it gives", "source"), _theorems())


def _theorems() -> Iterator[tuple[str, str, str, str]]:
    seen = set()
    for found in THEOREMS.values():
        for theorem in found:
            if id(theorem) not in seen:
                seen.add(id(theorem))
                everywhere = [other.__name__ for other, its in THEOREMS.items() if theorem in its]
                yield (
                    ", ".join(map(code, everywhere)),
                    plain(theorem.name),
                    ", ".join(_gives(theorem)),
                    plain(theorem.source.msgid) if isinstance(theorem.source, Message) else cited(theorem.source),
                )


def _gives(theorem: Theorem) -> Iterator[str]:
    """What one can ask it."""
    for field, words in (
        ("value", "value"),
        ("outcome", "outcome"),
        ("reach", "moves"),
        ("factors", "factors"),
        ("period", "period"),
        ("misere", "misère outcome"),
    ):
        if getattr(theorem, field) is not None:
            yield words
