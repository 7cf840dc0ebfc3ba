"""Sprouts: CPU seconds of a search from an empty table, and CPU seconds of its moves in random games.

    .venv/bin/python benchmarks/sprouts.py [search | moves | others] [--long]

Each search runs in a process of its own; --long adds 12 to 14 spots, and plays ten times as many games. In a game one
player moves at random. Before each of them the program forgets all but the table that comes with it. The same search
is also tried on other games that split, beside the search that they have.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import time
from collections import Counter
from collections.abc import Hashable
from functools import cache
from itertools import product
from statistics import median

import nimatron as nt
from nimatron.core.game import Game, State
from nimatron.core.limits import Budget
from nimatron.families.sprouts.land_search import LandSearch, MisereSearch
from nimatron.play.computer import THINKING, think
from nimatron.solve.search.proof_numbers import ProofNumbers, ProofTables
from nimatron.solve.solver import Solver

SEARCHES = [(8, False), (11, False), (8, True)]
LONG_SEARCHES = [(12, False), (13, False), (14, False)]
GAMES = {False: range(4, 12), True: range(4, 8)}
"""How many spots games begin with, in normal and in misère play."""


def search(spots: int, misere: bool) -> None:
    """Who wins with so many spots, found from nothing."""
    land = nt.Sprouts(spots).state
    started = time.process_time()
    if misere:
        search = MisereSearch({}, {}, Budget())
        lost, known = search.is_lost(search.simpler(land)), f"{len(search.answers):,} positions"
    else:
        lands = LandSearch(ProofTables(), Budget())
        lost, known = lands.is_sum(land, 0), f"{len(lands.tables.values):,} values of lands"
    seconds = time.process_time() - started
    name = "misère" if misere else "normal"
    print(f"{name} {spots:3} spots: {'P' if lost else 'N'} {seconds:8.1f} s, {known}", flush=True)


def games(spots: int, misere: bool, winning: bool, count: int) -> None:
    """The program against random moves, on the side that wins or on the other one: its times, and what it proves."""
    rng = random.Random(38)
    times, ways, wins = list[float](), Counter[str](), 0
    for _ in range(count):
        Solver().forget()
        position = nt.Sprouts(spots)
        mine = winning == (nt.outcome(position, misere=misere) == "N")
        Solver().forget()
        while not position.ended:
            if mine:
                started = time.process_time()
                choice = think(position, "perfect", 0, misere, THINKING)
                times.append(time.process_time() - started)
                ways[choice.how] += 1
                position = choice.option
            else:
                position = rng.choice([*position.options()])
            mine = not mine
        wins += mine == misere
    name, side = "misère" if misere else "normal", "winning" if winning else "losing"
    print(
        f"{name} {spots:3} spots from the {side:7} side, {len(times):4} moves: median {median(times):.3f} s, "
        f"most {max(times):.2f} s, {ways['perfect'] / len(times):4.0%} proved, {wins} of {count} games won",
        flush=True,
    )


class PartSearch(ProofNumbers[Hashable]):
    """The same search for any game, over its parts."""

    def __init__(self, game: Game) -> None:
        super().__init__(ProofTables(), Budget())
        self.game, self.states = game, dict[Hashable, State]()

    def parts(self, state: State) -> tuple[Hashable, ...]:
        """The parts of a position in their canonical form."""
        parts = self.game.components(state)
        self.states |= {game.canonical(part): part for game, part in parts}
        return tuple(game.canonical(part) for game, part in parts)

    @cache  # noqa: B019
    def options(self, part: Hashable) -> list[tuple[Hashable, ...]]:
        return list(dict.fromkeys(map(self.parts, self.game.options(self.states[part]))))

    def weight(self, part: Hashable) -> int:
        return self.game.size(self.states[part]).bit_length()


def others() -> None:
    """Who wins on a grid, by proof numbers and by the usual search."""
    for game, wide, high in (("node-kayles", 6, 6), ("node-kayles", 7, 5), ("arc-kayles", 5, 5)):
        corners = [*product(range(wide), range(high))]
        edges = [((x, y), to) for x, y in corners for to in ((x + 1, y), (x, y + 1)) if to in corners]
        named = " ".join(f"v{a}{b}-v{c}{d}" for (a, b), (c, d) in edges)
        position = nt.parse(f"{game}{{{named}}}: {' '.join(f'v{x}{y}' for x, y in corners)}")
        Solver().forget()
        started = time.process_time()
        lost = Solver().search.is_p(position.game, position.state)
        usual = time.process_time() - started
        started = time.process_time()
        found = PartSearch(position.game)
        assert found.is_sum(found.parts(position.state), 0) == lost
        took = time.process_time() - started
        print(
            f"{game} {wide}x{high}: {'P' if lost else 'N'} {usual:6.2f} s, by proof numbers {took:6.2f} s", flush=True
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", nargs="?", choices=("search", "moves", "others"))
    parser.add_argument("--long", action="store_true")
    asked = parser.parse_args()
    if asked.part in (None, "search"):
        for spots, misere in SEARCHES + LONG_SEARCHES * asked.long:
            process = multiprocessing.get_context("spawn").Process(target=search, args=(spots, misere))
            process.start()
            process.join()
    if asked.part in (None, "others"):
        others()
    if asked.part in (None, "moves"):
        for misere, starts in GAMES.items():
            for spots, winning in product(starts, (True, False)):
                games(spots, misere, winning, 30 if asked.long else 3)


if __name__ == "__main__":
    main()
