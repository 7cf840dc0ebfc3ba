"""The library of formal proofs: its modules, and what each theorem says, in words and in Coq."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import NamedTuple

SENTENCE = re.compile(
    r"(?:\(\*\* (?P<words>(?:[^*]|\*(?!\)))*) \*\)\n)?^Theorem (?P<name>\w+)(?P<claim>.*?)\.\nProof"
    r"|^Section (?P<section>\w+)\.|^End (?P<end>\w+)\.|^(?P<given>(?:Variable|Hypothes[ie]s)s?\s.*?\.)\n",
    re.DOTALL | re.MULTILINE,
)
"""A theorem, and what holds for all theorems of a section."""


class Statement(NamedTuple):
    """What a theorem says."""

    words: str
    """The comment in front of it."""
    given: list[str]
    """What its section supposes, in Coq."""
    claim: str
    """The statement in Coq."""


def modules() -> list[str]:
    """The names of the modules, each behind those that it needs."""
    lines = source("_CoqProject").splitlines()
    return [line.removesuffix(".v") for line in lines if line.endswith(".v")]


def source(name: str) -> str:
    """The text of a file of the library, `Play.v`."""
    return (files("nimatron") / "coq" / name).read_text("utf-8")


@cache
def statements() -> dict[str, Statement]:
    """All theorems by name, as `Nim.bouton`."""
    found: dict[str, Statement] = {}
    for module in modules():
        given: list[list[str]] = []
        for part in SENTENCE.finditer(source(f"{module}.v")):
            if part["section"]:
                given.append([])
            elif part["end"]:
                given.pop()
            elif part["given"]:
                given[-1].append(part["given"])
            else:
                words = " ".join((part["words"] or "").split())
                claim = f"Theorem {part['name']}{part['claim']}."
                found[f"{module}.{part['name']}"] = Statement(words, [*chain.from_iterable(given)], claim)
    return found
