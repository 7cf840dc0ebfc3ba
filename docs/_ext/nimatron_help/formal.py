"""The theorems of the Coq library: what each says, in words and in Coq."""

from __future__ import annotations

import re
from importlib.resources import files

from nimatron.families.catalog import joined_tables
from nimatron.solve.theorem import SEARCH, SUM, Theorems

STATEMENT = re.compile(
    r"(?:\(\*\* (?P<words>(?:[^*]|\*(?!\)))*) \*\)\n)?^Theorem (?P<name>\w+)(?P<claim>.*?)\.\nProof",
    re.DOTALL | re.MULTILINE,
)


def slug(name: str) -> str:
    """The anchor of a theorem, `nim-bouton` for `Nim.bouton`."""
    return re.sub(r"[._]", "-", name.lower())


def rules_of_play() -> str:
    """The page of the library that defines play."""
    return f"```coq\n{_source('Play')}```\n"


def theorems() -> str:
    """Every theorem of the library, module by module."""
    return "\n".join(_entries())


def _entries() -> list[str]:
    lines: list[str] = []
    for module in _modules():
        source = _source(module)
        title = re.search(r"\(\*\* \* (.+?) \*\)", source)
        found = list(STATEMENT.finditer(source))
        if not found:
            continue
        lines += [f"### {module}: {title[1] if title else module}", ""]
        for entry in found:
            name = f"{module}.{entry['name']}"
            words = " ".join((entry["words"] or "").split())
            lines += [f"({slug(name)})=", "", f"**{name}** {_plain(words)}", ""]
            lines += ["```coq", f"Theorem {entry['name']}{entry['claim']}.", "```", ""]
    return lines


def _plain(words: str) -> str:
    """Words of a comment, with its code marked as code."""
    return re.sub(r"\[([^\]]+)\]", r"`\1`", words)


def _modules() -> list[str]:
    lines = (files("nimatron") / "coq" / "_CoqProject").read_text("ascii").splitlines()
    return [line.removesuffix(".v") for line in lines if line.endswith(".v")]


def _source(module: str) -> str:
    return (files("nimatron") / "coq" / f"{module}.v").read_text("utf-8")


def names() -> set[str]:
    """All theorems, as `Nim.bouton`."""
    return {f"{module}.{entry['name']}" for module in _modules() for entry in STATEMENT.finditer(_source(module))}


def used() -> set[str]:
    """The theorems that answers name."""
    tables: Theorems = joined_tables("theorems", "THEOREMS")
    return {SEARCH.formal, SUM.formal, *(theorem.formal for its in tables.values() for theorem in its)} - {""}
