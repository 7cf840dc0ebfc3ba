"""Operations on nimbers as Python ints of growing width, as CPU time, beside a product by recursion to bits.

    .venv/bin/python benchmarks/scalars.py

Machines are noisy: compare the ratios, not the microseconds.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from typing import Any

import nimatron as nt

LOGS = 200
"""How many logarithms of 64 bits are timed."""


def micros(work: Callable[..., Any], cases: Sequence[tuple[Any, ...]]) -> float:
    """CPU microseconds of one call, the least of five rounds."""
    work(*cases[0])
    rounds = []
    for _ in range(5):
        started = time.process_time()
        for case in cases:
            work(*case)
        rounds.append(time.process_time() - started)
    return 1e6 * min(rounds) / len(cases)


def plain_product(a: int, b: int) -> int:
    """The two rules and nothing else: halves down to single bits."""
    if a < 2 or b < 2:
        return a * b
    half = 1 << ((max(a, b).bit_length() - 1).bit_length() - 1)
    mask = (1 << half) - 1
    a1, a0, b1, b0 = a >> half, a & mask, b >> half, b & mask
    low, high = plain_product(a0, b0), plain_product(a1, b1)
    return (plain_product(a0 ^ a1, b0 ^ b1) ^ low) << half | low ^ plain_product(high, 1 << (half - 1))


def operations() -> None:
    draw = random.Random(1976)
    print("µs per call   bits    nim_mul  nim_square   nim_sqrt    nim_inv  nim_solve    nim_pow   by bits / nim_mul")
    for width in (8, 16, 32, 64, 128, 256, 512, 1024):
        count = max(3, 4000 // width)
        ones = [(draw.getrandbits(width) | 1,) for _ in range(count)]
        pairs = [(a, draw.getrandbits(width)) for (a,) in ones]
        unary = [micros(work, ones) for work in (nt.nim_square, nt.nim_sqrt, nt.nim_inv, nt.nim_solve)]
        product = micros(nt.nim_mul, pairs)
        power = micros(nt.nim_pow, pairs[:3])
        ratio = f"{micros(plain_product, pairs[:3]) / product:8.0f}" if width <= 256 else ""
        print(f"{width:18} {product:10.2f}  " + " ".join(f"{t:10.2f}" for t in (*unary, power)) + f"   {ratio}")


def logarithms() -> None:
    draw = random.Random(1978)
    numbers = [(draw.randrange(1, 2**64),) for _ in range(LOGS)]
    started = time.process_time()
    nt.nim_log(*numbers[0])
    first = time.process_time() - started
    later = micros(nt.nim_log, numbers)
    product = min(micros(nt.nim_mul, [(a, 3**40) for (a,) in numbers[:200]]) for _ in range(5))
    print(f"\nlogarithm of 64 bits: the first {1e3 * first:.0f} ms, then {later / 1e3:.1f} ms each")
    print(f"  as long as {later / product:.0f} products")


def wide() -> None:
    draw = random.Random(2)
    print("\nseconds, dense        bits   product   inverse      root")
    for bits in (10_000, 100_000, 1_000_000):
        a, b = draw.getrandbits(bits), draw.getrandbits(bits)
        times = []
        for work in (lambda a=a, b=b: nt.nim_mul(a, b), lambda a=a: nt.nim_inv(a), lambda a=a: nt.nim_sqrt(a)):
            started = time.process_time()
            work()
            times.append(time.process_time() - started)
        print(f"{bits:26,} " + " ".join(f"{t:9.3f}" for t in times))


def transfinite() -> None:
    print("\nms, transfinite            power       first      later")
    for k, p in ((13, 47), (15, 59), (26, 107)):
        base = nt.Ordinal(f"w^w^{k}")
        started = time.process_time()
        nt.nim_pow(base, p)
        first = time.process_time() - started
        print(f"{f'(ω^ω^{k})^{p}':>32} {1e3 * first:11.3f} {micros(nt.nim_pow, [(base, p)] * 20) / 1e3:10.3f}")


def main() -> None:
    operations()
    logarithms()
    wide()
    transfinite()


if __name__ == "__main__":
    main()
