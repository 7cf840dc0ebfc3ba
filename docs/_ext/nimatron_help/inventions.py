"""The gallery of invented games: discovered while the help is built."""

from __future__ import annotations

import nimatron as nt
from nimatron.show.discovery_text import discovery_lines, table_lines

GALLERY = {
    "Take at most half": "x; x' < x <= 2x'",
    "Halve, or take one": "x; x' = x - 1; x' = x // 2, x > 0",
    "Take a power of three": "x; x' = x - k, pow3(k)",
    "Take 2, 5 or 7, the last move loses": "x; x' = x - k, k in {2, 5, 7}; misere",
    "Two heaps, one move is blocked": "x y; x' < x; y' < y; block 1",
    "At most as much as the other heap has": "x y; x' < x, x - x' <= y; symmetric",
    "Empty one heap, divide the other": "x y; x' + y' = x; x' + y' = y; positions x > 0, y > 0",
    "Move two coins, get one back": "x y; x' = x - 2k, y' = y + k, k > 0; symmetric",
    "Halve a heap at least": "x y; 2x' <= x, x' < x; symmetric",
    "The queen in a corner": "x y; x' < x; y' < y; x - x' = y - y' > 0",
    "Twice as much as before": "n m; 1 <= k <= m, n' = n - k, m' = 2k",
    "From any two of three heaps": "x y z; x' <= x, y' <= y, x' + y' < x + y; symmetric",
    "Two coins on a strip": "x y; x' < x; x < y' < y; positions x < y",
    "Take at most y, which stays": "x y; x' < x, x - x' <= y",
}


def gallery() -> str:
    """Each game with its formulas, its rule, and its automaton as a table."""
    return "\n".join(_entry(title, rules) for title, rules in GALLERY.items())


def _entry(title: str, rules: str) -> str:
    game = nt.Rules.from_parameters(rules)
    found = nt.discover(game, 3)
    lines = [line.text for line in discovery_lines(found, table=False)][:2]
    parts = [f"### {title}\n", f"`{rules}`\n", "\n\n".join(lines) + "\n"]
    if found.automaton is not None and found.numeration is not None and len(found.automaton) <= 8:
        table = "\n".join(line.text for line in table_lines(found))
        parts.append(f"The automaton ({found.numeration.title}):\n\n```text\n{table}\n```\n")
    return "\n".join(parts)
