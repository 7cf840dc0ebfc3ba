"""How the cost of each kernel, and of generic search, grows with the size of the question.

    .venv/bin/python benchmarks/growth.py [--svg FILE]

For each: CPU seconds for sizes that double, the exponent of the power law that fits them best, and the exponent of the
method. A fit above the method's by more than a quarter is marked. Boards grow exponentially with their sides, so their
size is the number of positions. `--svg` draws all of them, in scales where a power law is a straight line.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from math import log
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import nimatron as nt
from nimatron.core.limits import Budget
from nimatron.families.chomp.bars import Values, count, whole_table
from nimatron.families.corner.theorems import Squares
from nimatron.families.cram.regions import explore
from nimatron.families.cram.table_search import CramTable
from nimatron.families.octal.rules import Code
from nimatron.kernels.octal.manyheaps import PartsRun
from nimatron.kernels.octal.octalrun import OctalRun
from nimatron.kernels.taking import recurrence
from nimatron.solve.search.labels import UNKNOWN, label_graph
from nimatron.solve.search.memo import Tables
from nimatron.solve.sequences.octal_sequence import rows_of
from nimatron.solve.solver import Solver

SLACK = 0.25
"""An exponent is fitted to a few noisy times: a quarter more or less says nothing."""

TIMES = 3
"""Each time is the least of so many, while it is below a second: a busy machine only adds to it."""


class Size(int):
    """What the work tells when the size that counts is known only afterwards."""


class Growing(NamedTuple):
    """A question at several sizes: `prepare` gives the work to be timed."""

    name: str
    method: float
    unit: str
    sizes: list[int]
    prepare: Callable[[int], Callable[[], object]]


class Measured(NamedTuple):
    growing: Growing
    sizes: tuple[int, ...]
    seconds: tuple[float, ...]

    @property
    def line(self) -> tuple[float, float]:
        """Slope and height of the straight line through the logarithms, by least squares."""
        slope, height = np.polyfit(np.log(self.sizes), np.log(self.seconds), 1)
        return float(slope), float(height)

    @property
    def grows_faster(self) -> bool:
        return self.line[0] > self.growing.method + SLACK


def doubled(first: int, times: int) -> list[int]:
    return [first << i for i in range(times)]


# -- the questions -------------------------------------------------------------------------------


def octal(code: str) -> Callable[[int], Callable[[], object]]:
    read = Code(code)
    return lambda size: lambda: OctalRun(read.digits, read.unequal).extend(size)


def small_values(size: int) -> Callable[[], object]:
    """Values of 0.106 behind the first millions."""
    read = Code("0.106")
    run = OctalRun(read.digits, read.unequal)
    run.extend(1 << 22)  # plans and compiles
    return lambda: run.extend(run.value_count + size)


def parts(code: str) -> Callable[[int], Callable[[], object]]:
    read = Code(code)
    return lambda size: lambda: PartsRun(rows_of(read)).extend(size)


def subtraction(size: int) -> Callable[[], object]:
    return lambda: recurrence.subtraction_values(nt.Subtraction({2, 20, 43, 45}).amounts, [0], size)


def chomp(side: int) -> Callable[[], Size]:
    def ask() -> Size:
        whole_table(Values, side, side)
        return Size(count(side, side))

    return ask


def cram(side: int) -> Callable[[], Size]:
    return lambda: Size(explore(nt.Cram(side, 3).state, CramTable(), Budget()).positions)


def squares(side: int) -> Callable[[], object]:
    return lambda: Squares().value((side, side), Budget())


def labels(vertices: int) -> Callable[[], object]:
    rng = random.Random(1966)
    graph = [[rng.randrange(vertices) for _ in range(5)] for _ in range(vertices)]
    return lambda: label_graph(graph, [UNKNOWN] * vertices)


def matrices(side: int) -> Callable[[], object]:
    a, b = np.random.default_rng(1976).integers(0, 256, (2, side, side), np.uint8)
    return lambda: nt.nim_matmul(a, b)


def products(size: int) -> Callable[[], object]:
    a, b = np.random.default_rng(1976).integers(0, 1 << 64, (2, size), np.uint64)
    return lambda: nt.nim_mul(a, b)


def scalars(bits: int) -> Callable[[], object]:
    rng = random.Random(1976)
    a, b = rng.getrandbits(bits), rng.getrandbits(bits)
    return lambda: nt.nim_mul(a, b)


def quotients(heap: int) -> Callable[[], Size]:
    """The time against the order of the quotient."""
    return lambda: Size(nt.misere_quotient("0.07", heaps=heap).order)


class Triple(nt.Game):
    """Three heaps, take 1 to 3 from one of them, without the theory."""

    def options(self, state: Any) -> Any:
        for i, heap in enumerate(state):
            for taken in range(1, min(3, heap) + 1):
                yield (*state[:i], heap - taken, *state[i + 1 :])


def search(heap: int) -> Callable[[], Size]:
    def ask() -> Size:
        Solver(tables=Tables()).search.value(Triple(), (heap, heap, heap))
        return Size((heap + 1) ** 3)

    return ask


QUESTIONS = [
    Growing("0.16, few rare heaps: blocks", 1, "heaps", doubled(1 << 17, 6), octal(".16")),
    Growing("0.106: a long run", 1, "heaps", doubled(1 << 20, 5), small_values),
    Growing("0.007, many rare heaps: blocks", 2, "heaps", doubled(1 << 14, 4), octal(".007")),
    Growing("0.9, three parts", 2, "heaps", doubled(1 << 11, 4), parts("0.9")),
    Growing("0.3[7], moves of any length", 2, "heaps", doubled(1 << 11, 4), parts("0.3[7]")),
    Growing("subtraction of four amounts", 1, "heaps", doubled(1 << 20, 6), subtraction),
    Growing("Chomp, all values", 1, "bars", [8, 9, 10, 11], chomp),
    Growing("Cram, 3 rows", 1, "positions", [9, 11, 12, 13, 14], cram),
    Growing("Wythoff, all squares", 2, "side", doubled(1 << 6, 5), squares),
    Growing("labels of a graph with circles", 1, "vertices", doubled(1 << 17, 4), labels),
    Growing("product of matrices, 8 bits", 3, "side", doubled(1 << 6, 5), matrices),
    Growing("products in an array, 64 bits", 1, "nimbers", doubled(1 << 18, 6), products),
    Growing("product of two nimbers", log(3, 2), "bits", doubled(1 << 10, 8), scalars),
    Growing("misere quotient of 0.07", 2, "elements", [27, 29, 31, 32, 33], quotients),
    Growing("generic search", 1, "positions", [16, 20, 25, 32, 40], search),
]


# -- measured, told and drawn --------------------------------------------------------------------


def measure(growing: Growing) -> Measured:
    growing.prepare(growing.sizes[0])()  # compiles the kernel, or loads it
    found: list[tuple[int, float]] = []
    for size in growing.sizes:
        least, told = float("inf"), object()
        for _ in range(TIMES):
            work = growing.prepare(size)
            began = time.process_time()
            told = work()
            least = min(least, time.process_time() - began)
            if least > 1:
                break
        found.append((told if isinstance(told, Size) else size, least))
    sizes, seconds = zip(*sorted(found), strict=True)
    return Measured(growing, sizes, seconds)


def tell(found: Measured) -> None:
    growing = found.growing
    steps = "  ".join(f"{size:,}: {took:.3g} s" for size, took in zip(found.sizes, found.seconds, strict=True))
    mark = "  GROWS FASTER" if found.grows_faster else ""
    print(f"{growing.name}: {found.line[0]:.2f}, method {growing.method:.3g}{mark}")
    print(f"    {growing.unit} {steps}", flush=True)


WIDE, HIGH, ACROSS, MARGIN = 250, 170, 3, 36
"""The size of one drawing in pixels, how many are beside each other, and the room around the lines."""


def drawn(found: Measured, place: int) -> str:
    """One drawing: a dot for each time, the line that fits them, and what it says."""
    left, top = place % ACROSS * WIDE, place // ACROSS * HIGH
    xs, ys = np.log(found.sizes), np.log(found.seconds)
    slope, height = found.line

    def at(x: float, y: float) -> tuple[float, float]:
        across = (x - xs[0]) / (xs[-1] - xs[0]) * (WIDE - 2 * MARGIN)
        low, high = min(ys.min(), slope * xs[0] + height), max(ys.max(), slope * xs[-1] + height)
        up = (y - low) / (high - low) * (HIGH - 2 * MARGIN - 14)
        return left + MARGIN + across, top + HIGH - MARGIN - up

    dots = "".join('<circle cx="{:.1f}" cy="{:.1f}" r="3"/>'.format(*at(x, y)) for x, y in zip(xs, ys, strict=True))
    ends = [at(x, slope * x + height) for x in (xs[0], xs[-1])]
    line = '<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}"/>'.format(*ends[0], *ends[1])
    growing, below = found.growing, top + HIGH - MARGIN + 16
    told = f"exponent {slope:.2f}, of the method {growing.method:.3g}"
    return (
        f'<g>{line}{dots}<text x="{left + 8}" y="{top + 16}">{growing.name}</text>'
        f'<text class="told" x="{left + 8}" y="{top + 31}">{told}</text>'
        f'<text class="told" x="{left + MARGIN}" y="{below}">{found.sizes[0]:,}</text>'
        f'<text class="told end" x="{left + WIDE - MARGIN}" y="{below}">{found.sizes[-1]:,} {growing.unit}</text></g>'
    )


STYLE = """
text { font: 12px sans-serif; fill: #222 } .told { fill: #666; font-size: 10px } .end { text-anchor: end }
circle { fill: #0b6e4f } line { stroke: #0b6e4f; stroke-width: 1.5; opacity: 0.5 } rect { fill: #fff }
@media (prefers-color-scheme: dark) {
  rect { fill: #16181d } text { fill: #e6e6e6 } .told { fill: #a0a0a0 }
  circle { fill: #5fd3a8 } line { stroke: #5fd3a8 }
}
"""


def draw(all_found: list[Measured], file: Path) -> None:
    width, height = ACROSS * WIDE, -(-len(all_found) // ACROSS) * HIGH
    inside = "\n".join(drawn(found, place) for place, found in enumerate(all_found))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">'
    title = "<title>CPU time against size, both as logarithms, for each kernel and for generic search</title>"
    back = '<rect width="100%" height="100%"/>'
    file.write_text(f"{head}{title}<style>{STYLE}</style>{back}\n{inside}\n</svg>\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="How cost grows with size.")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the times into a file")
    asked = parser.parse_args()
    all_found = []
    for growing in QUESTIONS:
        all_found.append(measure(growing))
        tell(all_found[-1])
    if asked.svg:
        draw(all_found, asked.svg)


if __name__ == "__main__":
    main()
