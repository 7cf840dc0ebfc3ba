"""A misere quotient as a picture: the Hasse diagram of its blocks, and its multiplication table."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from ..values.misere.quotient import MisereQuotient
from ..values.misere.structure import Block, blocks
from .text import Line, shortened
from .words import tr, trn

MOST_IN_TABLE = 120
"""The largest quotient whose table is drawn."""

MOST_BLOCKS = 60
"""The most blocks that are drawn."""

WIDE, HIGH, GAP_X, GAP_Y, MARGIN = 168, 58, 24, 44, 20
CELL = 8
LONGEST = 22
"""The most characters of an element."""

STYLE = (
    "text{font:12px sans-serif;fill:#1a1a1a;text-anchor:middle}.name{font-weight:bold}.left{text-anchor:start}"
    ".block{fill:#eef3fb;stroke:#44618f}.lost{fill:#fbe9d9;stroke:#a4541b}.edge{stroke:#666;fill:none}"
)


def hasse_lines(quotient: MisereQuotient) -> Iterator[Line]:
    """The blocks of a quotient for a terminal, level by level, with those directly below each."""
    found = blocks(quotient.building.monoid)
    yield Line(tr("Blocks, from the top; each has one idempotent, and products lead down:"))
    for block in found:
        below = ", ".join(_name(quotient, found[i]) for i in block.below) or "-"
        told = tr("{name}: {told}; below it: {below}", name=_name(quotient, block), told=_told(block), below=below)
        yield Line("  " * (block.level + 1) + told)


def quotient_svg(quotient: MisereQuotient) -> str:
    """The Hasse diagram and, if it is not too large, the multiplication table, as one SVG document."""
    found = blocks(quotient.building.monoid)
    shapes, width, height = _hasse(quotient, found[:MOST_BLOCKS])
    if quotient.order <= MOST_IN_TABLE:
        drawn, side = _table(quotient, MARGIN, height)
        shapes += drawn
        width, height = max(width, side + 2 * MARGIN), height + side + 2 * MARGIN
    title = escape(str(quotient)[1:-1])
    head = f'<text class="left name" x="{MARGIN}" y="{MARGIN}">{title}</text>'
    width = max(width, 2 * MARGIN + 7 * len(title))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img"><title>{title}</title><style>{STYLE}</style>'
        f'<rect width="{width}" height="{height}" fill="#fff"/>{head}{"".join(shapes)}</svg>\n'
    )


# -- the diagram -----------------------------------------------------------------------------------


def _name(quotient: MisereQuotient, block: Block) -> str:
    return shortened(quotient.text(block.idempotent), LONGEST)


def _told(block: Block) -> str:
    elements = trn("{n} element", "{n} elements", len(block.elements))
    return tr("{elements}, group of {group}, {lost} lost", elements=elements, group=block.group, lost=block.lost)


Spot = tuple[int, int]
"""A block as (i, i), or a place on another level where the line from block i to block j passes, as (i, j)."""


def _hasse(quotient: MisereQuotient, found: list[Block]) -> tuple[list[str], int, int]:
    """The shapes, and how much room they take."""
    lines = [(i, j) for i, block in enumerate(found) for j in block.below if j < len(found)]
    levels = _levels(found, lines)
    width = max(map(len, levels)) * (WIDE + GAP_X) + 2 * MARGIN
    middle: dict[tuple[int, Spot], tuple[float, float]] = {}
    for depth, level in enumerate(levels):
        for k, spot in enumerate(level):
            x = width / 2 + (k - (len(level) - 1) / 2) * (WIDE + GAP_X)
            middle[depth, spot] = x, 2.5 * MARGIN + depth * (HIGH + GAP_Y) + HIGH / 2
    shapes = []
    for i, j in lines:
        first, last = found[i].level, found[j].level
        through = [middle[depth, (i, j)] for depth in range(first + 1, last)]
        shapes.append(_edge(middle[first, (i, i)], through, middle[last, (j, j)]))
    for i, block in enumerate(found):
        shapes += _box(quotient, block, *middle[block.level, (i, i)])
    return shapes, width, int(4 * MARGIN + len(levels) * (HIGH + GAP_Y))


def _levels(found: list[Block], lines: list[Spot]) -> list[list[Spot]]:
    """What stands beside each other; each below the middle of what it hangs on, so that few lines cross."""
    levels: list[list[Spot]] = [[] for _ in range(1 + max(block.level for block in found))]
    for i, block in enumerate(found):
        levels[block.level].append((i, i))
    for i, j in lines:
        for depth in range(found[i].level + 1, found[j].level):
            levels[depth].append((i, j))
    for depth, level in enumerate(levels[1:]):
        place = {spot: k - len(levels[depth]) / 2 for k, spot in enumerate(levels[depth])}

        def where(spot: Spot, place: dict[Spot, float] = place) -> float:
            i, j = spot
            hung = [(a, b) for a, b in lines if b == i] if i == j else [spot]
            spots = [place[here] for a, b in hung for here in ((a, b), (a, a)) if here in place]
            return sum(spots) / len(spots) if spots else 0.0

        level.sort(key=where)
    return levels


def _edge(upper: tuple[float, float], through: list[tuple[float, float]], lower: tuple[float, float]) -> str:
    path = [(upper[0], upper[1] + HIGH / 2)]
    for x, y in through:
        path += [(x, y - HIGH / 2), (x, y + HIGH / 2)]
    path.append((lower[0], lower[1] - HIGH / 2))
    return f'<path class="edge" d="M{"L".join(f"{x:g} {y:g}" for x, y in path)}"/>'


def _box(quotient: MisereQuotient, block: Block, x: float, y: float) -> Iterator[str]:
    words = "; ".join(quotient.text(element) for element in block.elements)
    kind = "block lost" if block.lost else "block"
    yield (
        f'<g><title>{escape(words)}</title><rect class="{kind}" x="{x - WIDE / 2:g}" y="{y - HIGH / 2:g}" '
        f'width="{WIDE}" height="{HIGH}" rx="6"/>'
        f'<text class="name" x="{x:g}" y="{y - 10:g}">{escape(_name(quotient, block))}</text>'
    )
    elements = trn("{n} element", "{n} elements", len(block.elements))
    group = tr("group of {group}, {lost} lost", group=block.group, lost=block.lost)
    yield f'<text x="{x:g}" y="{y + 7:g}">{escape(elements)}</text>'
    yield f'<text x="{x:g}" y="{y + 22:g}">{escape(group)}</text></g>'


# -- the table -------------------------------------------------------------------------------------


def _table(quotient: MisereQuotient, left: int, top: int) -> tuple[list[str], int]:
    """A square of coloured cells: each element has a colour, lost ones are dark."""
    lost = quotient.building.monoid.lost
    side = CELL * quotient.order
    head = escape(tr("Multiplication table; lost elements are dark."))
    shapes = [f'<text class="left name" x="{left}" y="{top - 6}">{head}</text>']
    colours = [
        f"hsl({360 * i / quotient.order:.0f} {35 if lost[i] else 60}% {25 if lost[i] else 82}%)"
        for i in range(quotient.order)
    ]
    # One path for each colour: a table of 120 elements has 14,400 cells.
    for i, colour in enumerate(colours):
        rows, columns = (quotient.table == i).nonzero()
        cells = "".join(
            f"M{left + CELL * x} {top + CELL * y}h{CELL}v{CELL}h-{CELL}z"
            for y, x in zip(rows.tolist(), columns.tolist(), strict=True)
        )
        name = escape(quotient.text(i))
        shapes.append(f'<path fill="{colour}" d="{cells}"><title>{name}</title></path>')
    return shapes, side
