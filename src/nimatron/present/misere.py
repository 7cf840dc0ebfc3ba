"""Misere play in words: elements of quotients, genera."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from ..explain import GenusStep, QuotientStep
from .text import Line, shortened
from .words import tr, trn

WIDTH = 100
"""Longer lists are broken into lines."""


def quotient_step(step: QuotientStep) -> Iterator[Line]:
    """What each part counts like, what they make together, and whether that is lost."""
    yield Line(
        tr(
            "Parts count like sums of a few of them, and it has only {order} elements; {lost} of them are lost.",
            order=step.order,
            lost=step.lost_count,
        )
    )
    if step.heaps is not None:
        yield Line(tr("It is known up to heap {heap}, and exact there.", heap=step.heaps), "dim")
    yield Line("")
    for part in step.parts:
        name = shortened(str(part.position), 60)
        if part.like is None:
            yield Line("  " + tr("{part} counts like {element}.", part=name, element=part.element))
        else:
            yield Line(
                "  "
                + tr(
                    "{part} counts like {like}, by the period; that is {element}.",
                    part=name,
                    like=part.like,
                    element=part.element,
                )
            )
    if step.more:
        yield Line(trn("  and {n} more part", "  and {n} more parts", step.more), "dim")
    if len(step.parts) > 1:
        yield Line(tr("Together they count like {element}.", element=step.product))
    yield from _lost(step)


def _lost(step: QuotientStep) -> Iterator[Line]:
    if step.is_lost:
        yield Line(tr("{element} is a lost element: every move leads to one that is not lost.", element=step.product))
    else:
        yield Line(tr("{element} is no lost element: a move to a lost one wins.", element=step.product))
    if step.lost:
        for line in wrap(tr("The lost elements: {elements}.", elements=", ".join(step.lost)), WIDTH):
            yield Line(line, "dim")


def genus_step(step: GenusStep) -> Iterator[Line]:
    """The genus of each part."""
    names = {
        "tame": tr("tame: beside tame parts it counts like a Nim heap"),
        "restive": tr("restive: its options are tame, but it is not"),
        "restless": tr("restless: its options are tame, but it is not"),
        "wild": tr("wild"),
    }
    for part in step.parts:
        name = shortened(str(part.position), 60)
        yield Line("  " + tr("{part} has genus {genus}, {kind}.", part=name, genus=part.genus, kind=names[part.is_a]))
