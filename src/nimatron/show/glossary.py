"""The words of the field, each with what it means, in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..core.message import Message
from ..explain.steps import (
    ColumnsStep,
    Explanation,
    GenusStep,
    LosingStep,
    MisereStep,
    PartStep,
    PatternsStep,
    ResiduesStep,
    TargetsStep,
    WinningStep,
)
from .text import Line
from .words import word

HEADINGS = Message("Glossary"), Message("term"), Message("meaning")
"""The title of a page with the words, and the heads of its table."""

GLOSSARY: tuple[tuple[Message, Message], ...] = (
    (Message("impartial game"), Message("both players have the same moves in every position")),
    (Message("normal play, misère play"), Message("whoever makes the last move wins; or loses")),
    (Message("option"), Message("a position that one move leads to")),
    (
        Message("P-position, losing position"),
        Message("whoever has just moved there wins: every move leads to an N-position"),
    ),
    (Message("N-position, winning position"), Message("whoever is to move wins: some move leads to a P-position")),
    (Message("kernel"), Message("the set of all P-positions")),
    (Message("winning move"), Message("a move that leads to a P-position")),
    (
        Message("backward induction"),
        Message("marking positions from the end: first the last ones, then those before them"),
    ),
    (Message("mex"), Message("the smallest number from 0 on that is not in a set")),
    (Message("value, nimber, Sprague-Grundy function"), Message("the mex of the values of the options")),
    (Message("sum of games"), Message("a move is a move in one of the games")),
    (Message("nim-sum"), Message("binary addition without carrying (xor)")),
    (Message("cancellative"), Message("different numbers stay different when the same number is added")),
    (Message("nim-monotone"), Message("every number below a nim-sum is reached by making one summand smaller")),
    (Message("odious number, evil number"), Message("its binary ones are odd in number, or even")),
    (Message("strong and weak solution"), Message("a winning strategy is known, or only who wins")),
    (Message("period, preperiod"), Message("how long values take to repeat, and how many come before they do")),
    (Message("saltus"), Message("by how much values grow from one period to the next")),
    (Message("genus"), Message("the value and the values in misère play beside heaps of 2, such as 4^146")),
    (Message("rare value"), Message("a value of a kind that occurs only finitely often, or seldom, in a sequence")),
)  # fmt: skip
"""Each term, as the sources call it, with its meaning; in the order in which a reader meets them."""

TERMS = {str(term): (term, meaning) for term, meaning in GLOSSARY}
"""The same by the English term, which the steps of lessons name."""


STEP_TERMS = {
    LosingStep: "P-position, losing position",
    WinningStep: "N-position, winning position",
    ColumnsStep: "nim-sum",
    TargetsStep: "sum of games",
    ResiduesStep: "winning move",
    PatternsStep: "saltus",
    MisereStep: "normal play, misère play",
    GenusStep: "genus",
}
"""The term that a step of an explanation uses."""


def anchor(term: str) -> str:
    """The place of a term on the page of the glossary.

    >>> anchor("P-position, losing position")
    'p-position'
    """
    return re.sub(r"\W+", "-", term.partition(",")[0]).lower()


def term_data(term: str) -> dict[str, str]:
    """A term with its meaning in the reader's language, and its place in the glossary."""
    return {"term": word(TERMS[term][0]), "meaning": word(TERMS[term][1]), "anchor": anchor(term)}


def explanation_terms(explanation: Explanation) -> list[dict[str, str]]:
    """The terms that an explanation uses, each once."""
    used = [STEP_TERMS[type(step)] for step in explanation.steps if type(step) in STEP_TERMS]
    if any(isinstance(step, PartStep) and (step.options or step.witnesses) for step in explanation.steps):
        used.append("mex")
    return [term_data(term) for term in dict.fromkeys(used)]


def glossary_lines() -> Iterator[Line]:
    """Each term, then its meaning."""
    for term, meaning in GLOSSARY:
        yield Line(word(term), "title")
        yield Line(f"  {word(meaning)}")


def glossary_data() -> dict[str, object]:
    """The shape `nimatron.glossary/1`."""
    return {
        "schema": "nimatron.glossary/1",
        "words": [{"term": word(term), "meaning": word(meaning), "english": str(term)} for term, meaning in GLOSSARY],
    }
