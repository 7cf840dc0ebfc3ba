"""How many values of a certificate are derived again in a minute of CPU time.

    .venv/bin/python benchmarks/verifying.py
    .venv/bin/python benchmarks/verifying.py front      # a part of a proof by a front, beside the plain loop

Compiling the loops, which happens once in a process, is not counted. Nothing here asks whether the values are periodic:
a check goes through all of them before that.
"""

from __future__ import annotations

import sys
import time

import numpy as np

import nimatron as nt
from nimatron.proof.derive import derive
from nimatron.proof.front_part import FrontPart, RareForm, _Run
from nimatron.proof.heap_rules import rules_of
from nimatron.proof.verdict import CheckBudget
from nimatron.solve.sequences.front_run import FrontSearch

GAMES = {
    "octal{0.77}": 10**6, "octal{0.45}": 10**6, "octal{0.644}": 10**6, "octal{0.16}": 509_621, "octal{0.56}": 653_573,
    "octal{0.106}": 10**6, "octal{0.104}": 10**6, "octal{0.054}": 10**6, "octal{0.454}": 10**6, "octal{0.354}": 10**6,
    "octal{0.376}": 10**6, "octal{0.127}": 93_165, "octal{0.6}": 10**5, "octal{4!}": 10**5, "octal{0.007}": 30_000,
    "subtraction{13,22,39,48,61}": 10**7, "allbut{20,33,53}": 10**6,
}  # fmt: skip


def true_values(text: str, size: int) -> np.ndarray:
    family, _, given = text.rstrip("}").partition("{")
    game = {"octal": nt.Octal, "subtraction": nt.Subtraction, "allbut": nt.AllBut}[family](given)
    values = np.asarray(nt.sequence(game, size))
    return values.astype(f"<u{np.min_scalar_type(int(values.max())).itemsize}")


FRONTS = {"0.106": 1 << 16, "0.104": 1 << 16, "0.054": 1 << 16}

START, PART, TURNS = 1 << 23, 1 << 21, 3


def part_of(code: str, front: int) -> FrontPart:
    """The part of a proof that begins at heap START."""
    run = FrontSearch(nt.Octal(code), front, theorem=False)
    run.extend(START)
    digits = run.game.code.digits
    even, odd = (RareForm(f >> 1, f & 1) for f in run.functionals)
    window = run.before(START, front + len(digits))
    return FrontPart(
        digits, (even, odd), run.before(front, front), START, START + PART, window, window[:0], False, None
    )


def seconds_of(part: FrontPart, in_words: bool) -> float:
    """CPU seconds for the values of a part, without making a plan of it."""
    run = _Run(part)
    if not in_words:
        run._plan, run._values = None, run._values.astype("u2")
    run.go_on(1)  # compiles
    before = time.process_time()
    while run.heap < part.stop and run.go_on(part.stop - run.heap):
        pass
    if run.heap < part.stop:
        raise SystemExit(f"heap {run.heap} is not decided")
    return time.process_time() - before


def fronts() -> None:
    print(f"{'code':<10}{'heaps':>12}{'words, ns':>12}{'plain, ns':>12}{'ratio':>8}      (the least of {TURNS})")
    for code, front in FRONTS.items():
        part = part_of(code, front)
        pairs = [(seconds_of(part, True), seconds_of(part, False)) for _ in range(TURNS)]
        words, plain = (min(column) / PART * 1e9 for column in zip(*pairs, strict=True))
        print(f"{code:<10}{PART:>12,}{words:>12.1f}{plain:>12.1f}{plain / words:>8.1f}", flush=True)


def main() -> None:
    if sys.argv[1:] == ["front"]:
        return fronts()
    print(f"{'game':<30}{'values':>12}{'CPU s':>8}{'values a minute':>18}")
    for text, size in GAMES.items():
        rules, values = rules_of(text), true_values(text, size)
        derive(rules, values[:20_000], CheckBudget())  # compiles
        before = time.process_time()
        derive(rules, values, CheckBudget())
        spent = time.process_time() - before
        print(f"{text:<30}{size:>12,}{spent:>8.2f}{size / spent * 60:>18.1e}", flush=True)


if __name__ == "__main__":
    main()
