"""The theorems of the Coq library: what each says, in words and in Coq."""

from __future__ import annotations

import re

from nimatron.families.catalog import joined_tables
from nimatron.proof.coq_library import modules, source, statements
from nimatron.solve.experts import SequenceExpert
from nimatron.solve.theorem import SEARCH, SUM, TAME, Theorems


def slug(name: str) -> str:
    """The anchor of a theorem, `nim-bouton` for `Nim.bouton`."""
    return re.sub(r"[._]", "-", name.lower())


def rules_of_play() -> str:
    """The page of the library that defines play."""
    return f"```coq\n{source('Play.v')}```\n"


def theorems() -> str:
    """Every theorem of the library, module by module."""
    return "\n".join(_entries())


def _entries() -> list[str]:
    lines: list[str] = []
    for module in modules():
        title = re.search(r"\(\*\* \* (.+?) \*\)", source(f"{module}.v"))
        found = {name: its for name, its in statements().items() if name.partition(".")[0] == module}
        if found:
            lines += [f"### {module}: {title[1] if title else module}", ""]
        for name, (words, given, claim) in found.items():
            lines += [f"({slug(name)})=", "", f"**{name}** {_plain(words)}", "", "```coq", *given, claim, "```", ""]
    return lines


def _plain(words: str) -> str:
    """Words of a comment, with its code marked as code."""
    return re.sub(r"\[([^\]]+)\]", r"`\1`", words)


def used() -> set[str]:
    """The theorems that answers name."""
    tables: Theorems = joined_tables("theorems", "THEOREMS")
    named = {theorem.formal for its in tables.values() for theorem in its}
    return {SEARCH.formal, SUM.formal, TAME.formal, *SequenceExpert.formal.values(), *named} - {""}
