"""Misere play in words: elements of quotients, genera."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import Any

from ..explain.steps import GenusStep, PartElement, QuotientStep
from ..solve.misere.quotient import Generator, MisereQuotient
from .text import Line, shorten_text
from .words import tr, trn, word

WIDTH = 100
"""Longer lists are broken into lines."""


MOST_SHOWN = 60
"""The most elements, heaps or growths that are listed."""

FEW_PARTS = 4
"""The most parts that a sentence names one by one."""


def quotient_lines(quotient: MisereQuotient, table: bool = False) -> Iterator[Line]:
    """The lines of `nimatron misere`."""
    lost = len(quotient.p_elements)
    yield Line(", ".join(shorten_text(str(subject), WIDTH) for subject in quotient.subjects), "title")
    yield Line(tr("Misere quotient: {order} elements, {lost} of them lost.", order=quotient.order, lost=lost))
    yield from _reach(quotient)
    yield from _wrapped_lines(tr("Generators: {elements}.", elements=_short(quotient.generators)))
    yield from _wrapped_lines(
        tr("Lost elements: {elements}.", elements=_short(map(quotient.word_text, quotient.p_elements)))
    )
    if _is_of_heaps(quotient):
        yield from _wrapped_lines(tr("Lost single heaps: {elements}.", elements=_short(lost_heaps(quotient))))
        growth = _short(f"{heap}: {order}" for heap, order, _ in quotient.history)
        yield from _wrapped_lines(tr("Order, by the heap at which it grew: {elements}.", elements=growth))
    if table:
        yield Line("")
        yield from _table(quotient)


def _is_of_heaps(quotient: MisereQuotient) -> bool:
    """Is the quotient about one game of heaps and nothing else?"""
    return len(quotient.lines) == len(quotient.subjects) == 1


def _reach(quotient: MisereQuotient) -> Iterator[Line]:
    """The positions for which the quotient is exact, and the reason."""
    reason = word(quotient.reason or "")
    if not quotient.proved and quotient.lines:
        text = tr("Exact up to heap {heap}; no period is proved: {reason}.", heap=quotient.heaps, reason=reason)
        yield Line(text, "bad")
        # Orders of failed candidates tell an expert how the search went.
        if quotient.tried:
            facts = {"heap": quotient.heaps + 1, "orders": _short(order for _, order in quotient.tried)}
            text = tr("Candidates for heap {heap} that did not hold, by their order: {orders}.", **facts)
            yield from _wrapped_lines(text)
    elif not quotient.proved:
        yield Line(tr("Not finished: {reason}.", reason=reason), "bad")
    elif not quotient.lines:
        yield Line(tr("It is exact for all sums of these positions."), "good")
    for game, (heap, period) in quotient.periods.items():
        text = tr("{game}: period {period} from heap {heap} on, proved.", game=game, period=period, heap=heap)
        if _is_of_heaps(quotient):
            text = tr("Period {period} from heap {heap} on, proved: it solves all heaps.", period=period, heap=heap)
        yield Line(text, "good")


def lost_heaps(quotient: MisereQuotient) -> list[str]:
    """The single heaps that are lost; with a period, up to the first return of the period."""
    last = quotient.heaps if quotient.period is None else (quotient.preperiod or 0) + quotient.period - 1
    return [str(n) for n in range(last + 1) if quotient.is_p(n)]


def _short(things: Iterable[object]) -> str:
    texts = list(map(str, things)) or ["-"]
    return ", ".join(texts[:MOST_SHOWN]) + (", ..." if len(texts) > MOST_SHOWN else "")


def _wrapped_lines(text: str) -> Iterator[Line]:
    # An element may be longer than a line and must stay in one piece.
    return map(Line, wrap(text, WIDTH, break_long_words=False))


def _table(quotient: MisereQuotient) -> Iterator[Line]:
    """The multiplication table: each element with its number, lost ones in brackets, then the rows of numbers."""
    lost = {quotient.elements.index(one) for one in quotient.p_elements}
    # Two brackets and a space beside the longest number.
    width = len(str(quotient.order - 1)) + 3
    for i, row in enumerate(quotient.table.tolist()):
        cells = "".join(f"{f'[{k}]' if k in lost else f'{k} ':>{width}}" for k in row)
        yield Line(f"{i:>{width - 3}}{cells}   {quotient.text(i)}")


def quotient_data(quotient: MisereQuotient, table: bool = False) -> dict[str, Any]:
    """The shape `nimatron.misere/1`."""
    data: dict[str, Any] = {
        "schema": "nimatron.misere/1",
        "game": ", ".join(map(str, quotient.subjects)),
        "order": quotient.order,
        "proved": quotient.proved,
        "preperiod": quotient.preperiod,
        "period": quotient.period,
        "heaps": quotient.heaps,
        "generators": _plain(quotient.generators),
        "p_elements": [_plain(one) for one in quotient.p_elements],
        "elements": [_plain(quotient.value(n)) for n in range(quotient.heaps + 1)] if _is_of_heaps(quotient) else None,
        "growth": [_plain(row) for row in quotient.history],
        "tried": [[round(seconds, 3), order] for seconds, order in quotient.tried],
        "reason": word(quotient.reason) if quotient.reason else None,
    }
    return data | ({"table": quotient.table.tolist()} if table else {})


def _plain(word: Iterable[Generator]) -> list[int | str]:
    """Heaps as numbers, positions as texts."""
    return [one if isinstance(one, int) else str(one) for one in word]


def quotient_step_lines(step: QuotientStep) -> Iterator[Line]:
    """The element of each part, their product, and whether it is lost."""
    yield Line(
        tr(
            "Parts count like sums of a few of them, and it has only {order} elements; {lost} of them are lost.",
            order=step.order,
            lost=step.lost_count,
        )
    )
    if step.heaps is not None:
        yield Line(tr("The quotient is known up to heap {heap}, and exact up to there.", heap=step.heaps), "dim")
    yield Line("")
    for part in step.parts:
        yield Line("  " + _part_sentence(part))
    if step.more:
        yield Line(trn("  and {n} more part", "  and {n} more parts", step.more), "dim")
    yield from map(Line, _product(step))
    if step.lost:
        for line in wrap(tr("The lost elements: {elements}.", elements=", ".join(step.lost)), WIDTH):
            yield Line(line, "dim")


def quotient_sentence(step: QuotientStep) -> str:
    """The elements of the parts in a few words; of many parts only their product."""
    # A paragraph that names every part of many would hide the product.
    parts = map(_part_sentence, step.parts) if len(step.parts) <= FEW_PARTS else ()
    return " ".join([*parts, *_product(step)])


def _part_sentence(part: PartElement) -> str:
    name = shorten_text(str(part.position), 60)
    if part.like is None:
        return tr("{part} counts like {element}.", part=name, element=part.element)
    return tr(
        "{part} counts like {like}, by the period; that is {element}.",
        part=name,
        like=part.like,
        element=part.element,
    )


def _product(step: QuotientStep) -> Iterator[str]:
    """The element of all parts together, and its outcome."""
    if len(step.parts) > 1:
        yield tr("Together they count like {element}.", element=step.product)
    if step.is_lost:
        yield tr("{element} is a lost element: every move leads to an element that is not lost.", element=step.product)
    else:
        yield tr("{element} is not a lost element: a move to a lost element wins.", element=step.product)


def genus_step_lines(step: GenusStep) -> Iterator[Line]:
    """The genus of each part."""
    names = {
        "tame": tr("tame: beside tame parts it counts like a Nim heap"),
        "restive": tr("restive: its options are tame, but it is not"),
        "restless": tr("restless: its options are tame, but it is not"),
        "wild": tr("wild"),
    }
    for part in step.parts:
        name = shorten_text(str(part.position), 60)
        yield Line("  " + tr("{part} has genus {genus}, {kind}.", part=name, genus=part.genus, kind=names[part.is_a]))
