"""Sprouts: CPU seconds from an empty table, and the seconds of a move in random games.

    .venv/bin/python benchmarks/sprouts.py [--long]

Each search runs in a process of its own. With --long follow 12 to 14 spots, and a hundred games instead of ten.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time
from collections import Counter
from statistics import median

import nimatron as nt
from nimatron.core.limits import Budget
from nimatron.families.sprouts.land_search import LandSearch, MisereSearch
from nimatron.families.sprouts.proof_numbers import ProofTables

NORMAL, MISERE = (8, 11), (6, 8)
LONG = (12, 13, 14)
SPOTS = range(4, 12)
LIMIT = 2.0
"""Seconds that a move may take."""


def search(spots: int, misere: bool) -> None:
    """Who wins with so many spots, from nothing."""
    land = nt.Sprouts(spots).state
    started = time.process_time()
    if misere:
        play = MisereSearch({}, {}, Budget())
        lost, known = play.is_lost(play.simpler(land)), f"{len(play.answers):,} positions"
    else:
        lands = LandSearch(ProofTables(), Budget())
        lost, known = lands.is_sum(land, 0), f"{len(lands.tables.values):,} values of lands"
    seconds = time.process_time() - started
    name = "misère" if misere else "normal"
    print(f"{spots:3} spots, {name}: {'P' if lost else 'N'}  {seconds:7.1f} s  {known}", flush=True)


def moves(games: int) -> None:
    """Random moves of one player against the program: how long its moves take, and how often it wins."""
    rng = random.Random(38)
    for spots in SPOTS:
        times, answers = list[float](), Counter[str]()
        for _ in range(games):
            position = nt.Sprouts(spots)
            ahead = won(position)
            while options := [*position.options()]:
                started = time.perf_counter()
                best = nt.best_move(position, seconds=LIMIT)
                times.append(time.perf_counter() - started)
                position = best.option
