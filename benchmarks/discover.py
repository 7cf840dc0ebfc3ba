"""Rules that are found and proved: how many random games, how fast, and how fast a move is at 10^18.

.venv/bin/python benchmarks/discover.py [--games 300] [--seconds 5] [--beside FOLDER]

With --beside, the games of another program (games.py and discover.py in a folder) are solved by both, one after the
other.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from random import Random
from statistics import median
from typing import TypeVar

import nimatron as nt
from nimatron.core.limits import Budget, Limits
from nimatron.discover.search import RuleSearch
from nimatron.proof.checkers import verify
from nimatron.survey.rule_family import random_rules

NAMED = {
    "Nim, 2 heaps": "x y; x' < x; y' < y",
    "Nim, 3 heaps": "x y z; x' < x; symmetric",
    "Nim, 4 heaps": "x y z w; x' < x; symmetric",
    "Wythoff": "x y; x' < x; y' < y; x - x' = y - y' > 0",
    "Moore, 2 of 3": "x y z; x' <= x, y' <= y, x' + y' < x + y; symmetric",
    "Fibonacci Nim": "n m; 1 <= k <= m, n' = n - k, m' = 2k",
    "at most half": "x; x' < x <= 2x'",
    "take 2, 5 or 7": "x; x' = x - k, k in {2, 5, 7}",
    "empty one, divide the other": "x y; x' + y' = x; x' + y' = y; positions x > 0, y > 0",
}


T = TypeVar("T")


def cpu(work: Callable[..., T], *given: object, **named: object) -> tuple[float, T]:
    start = time.process_time()
    answer = work(*given, **named)
    return time.process_time() - start, answer


def beside(folder: str, most: float) -> None:
    sys.path.insert(0, folder)
    import discover as other  # type: ignore[import-not-found]
    from games import G as GAMES  # type: ignore[import-not-found]

    sums, proved = [0.0, 0.0], [0, 0]
    for title, names, moves, bases, kinds in GAMES:
        power = "fib(" if "Fibonacci number" in title else "pow2("
        texts, positions = [move.replace("unit(", power) for move in moves], kinds.get("positions", "")
        try:
            game = nt.Rules(names, texts, positions=positions, symmetric=kinds.get("free", False))
        except nt.NimatronError as fault:
            print(f"{title:40} {str(fault).splitlines()[0][:60]}")
            continue
        theirs, found = cpu(other.discover, other.Game(names, moves, title=title, **kinds), bases, seconds=most)
        search = RuleSearch(game, Budget(Limits(seconds=most), clock=time.process_time))
        ours, rule = cpu(attempt, search)
        for i, (seconds, is_proved) in enumerate(((theirs, found["verdict"] == "proved"), (ours, bool(rule)))):
            sums[i] += seconds
            proved[i] += is_proved
        print(f"{title:40} {found['verdict']:16} {theirs:7.2f} s    {'proved' if rule else 'open':7} {ours:7.2f} s")
    print(f"the other program: {proved[0]} proved, {sums[0]:.1f} s; this one: {proved[1]} proved, {sums[1]:.1f} s")


def attempt(search: RuleSearch) -> object:
    with suppress(nt.Limit):
        return search.run()
    return None


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=300)
    options.add_argument("--seconds", type=float, default=5.0)
    options.add_argument("--beside", metavar="FOLDER", help="another program, to compare with")
    given = options.parse_args()
    if given.beside:
        beside(given.beside, given.seconds)
        return
    print(f"{'game':30} {'status':10} {'states':>6} {'search s':>9} {'check s':>8} {'move ms':>8}")
    for title, rules in NAMED.items():
        game = nt.Rules.from_parameters(rules)
        search, found = cpu(nt.discover, game, 60, check_seconds=0.001)
        assert found.automaton is not None
        assert found.strategy is not None
        checking, _ = cpu(verify, found.certificate, limit=None)
        count = len(found.automaton.tracks)
        state = tuple(10**18 + 7 * i for i in range(count))
        found.strategy.replies(state)  # the automaton of the winning moves is made once
        move, _ = cpu(found.strategy.replies, state)
        print(f"{title:30} {found.status:10} {len(found.automaton):6} {search:9.3f} {checking:8.2f} {1000 * move:8.1f}")
    took, proved = [], 0
    for seed in range(given.games):
        game = random_rules(Random(seed))
        # Processor time alone: values and the check have their own lines above.
        search = RuleSearch(game, Budget(Limits(seconds=given.seconds), clock=time.process_time))
        seconds, found = cpu(attempt, search)
        proved += found is not None
        took.append(seconds)
    print(f"{given.games} random games: {proved / given.games:.0%} proved")
    print(f"median {median(took):.3f} s, all {sum(took):.0f} CPU s")


if __name__ == "__main__":
    main()
