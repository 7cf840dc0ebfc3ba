"""The games of the catalog and the theorems about them, each with its source."""

from __future__ import annotations

from collections.abc import Iterator

from nimatron.core.message import Message
from nimatron.families.catalog import CATALOG, joined_tables
from nimatron.families.sources import Source
from nimatron.solve.theorem import Theorem, Theorems

from .formal import slug
from .markdown import code, plain, table


def games() -> str:
    """Every game: its name, an example, the rules, the source."""
    rows = (
        (f"**{plain(entry.title)}**", code(entry.sample), plain(entry.rules), cited(entry.publication))
        for entry in CATALOG
    )
    return table(("game", "a position", "rules", "source"), rows)


def theorems() -> str:
    """Every theorem, family by family."""
    return table(("rules", "statement", "what it gives", "source", "proved in Coq", "file"), _theorems())


def _theorems() -> Iterator[tuple[str, ...]]:
    seen = set()
    theorems: Theorems = joined_tables("theorems", "THEOREMS")
    for found in theorems.values():
        for theorem in found:
            if id(theorem) not in seen:
                seen.add(id(theorem))
                everywhere = [other.__name__ for other, its in theorems.items() if theorem in its]
                yield (
                    ", ".join(map(code, everywhere)),
                    plain(theorem.name),
                    ", ".join(_gives(theorem)),
                    cited(theorem.source),
                    f"[{theorem.formal}](../formal.md#{slug(theorem.formal)})" if theorem.formal else "not yet",
                    code(theorem.formal.partition(".")[0] + ".v") if theorem.formal else "",
                )


def cited(source: Source | Message | str) -> str:
    """A source as a link to its entries in the literature, or as text if it has none."""
    if isinstance(source, Source) and source.keys:
        return f"{{cite}}`{','.join(source.keys)}`"
    return plain(source.msgid if isinstance(source, Message) else source)


def _gives(theorem: Theorem) -> Iterator[str]:
    """What one can ask it."""
    for field, words in (
        ("value", "value"),
        ("outcome", "outcome"),
        ("from_parts", "outcome"),
        ("reach", "moves"),
        ("factors", "factors"),
        ("period", "period"),
        ("misere", "misère outcome"),
    ):
        if getattr(theorem, field) is not None:
            yield words
