"""The table of the OEIS: every sequence with its terms, recomputed while the help is built."""

from __future__ import annotations

from nimatron.show.oeis_text import agrees
from nimatron.solve.integer_sequences import SEQUENCES

from .markdown import code, plain, table

SHOWN = 16
"""The terms of a sequence that the table shows."""


def sequences() -> str:
    """A row for each sequence."""
    rows = []
    for row in SEQUENCES:
        terms = row.terms(len(row.printed))
        shown = ", ".join(map(str, terms[:SHOWN]))
        same = "yes" if agrees(row, terms) else "**no**"
        link = f"[{row.number}](https://oeis.org/{row.number})"
        rows.append((link, plain(str(row.about)), shown, same, code(row.command)))
    return table(("number", "what", "first terms, recomputed", "as printed there", "command"), rows)
