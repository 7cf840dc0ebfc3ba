"""How many values of a certificate are derived again in a minute of CPU time.

    .venv/bin/python benchmarks/verifying.py

Compiling the loops, which happens once in a process, is not counted. Nothing here asks whether the values are periodic:
a check goes through all of them before that.
"""

from __future__ import annotations

import time

import numpy as np

import nimatron as nt
from nimatron.certificate.derive import derive
from nimatron.certificate.rules import rules_of
from nimatron.certificate.work import Work

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


def main() -> None:
    print(f"{'game':<30}{'values':>12}{'CPU s':>8}{'values a minute':>18}")
    for text, size in GAMES.items():
        rules, values = rules_of(text), true_values(text, size)
        derive(rules, values[:20_000], Work())  # compiles
        before = time.process_time()
        derive(rules, values, Work())
        spent = time.process_time() - before
        print(f"{text:<30}{size:>12,}{spent:>8.2f}{size / spent * 60:>18.1e}", flush=True)


if __name__ == "__main__":
    main()
