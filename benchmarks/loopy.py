"""Graphs with circles: labels of a million arrows beside plain code on rustworkx, CPU time, from one run.

    .venv/bin/python benchmarks/loopy.py [ARROWS]

The plain code finds outcomes only, by retrograde analysis on a rustworkx graph; labels give values and ranks as well.
"""

from __future__ import annotations

import random
import sys
import time
from collections import deque
from collections.abc import Callable
from typing import Any

import rustworkx

import nimatron as nt
from nimatron.nimbers.loopy import outcome_of
from nimatron.solve.search.labels import UNKNOWN, label_graph
from nimatron.solve.solver import Solver

Graph = list[list[int]]


def sparse(vertices: int, arrows: int, back: float, rng: random.Random) -> Graph:
    """Arrows to earlier vertices, but for a share that goes anywhere and closes circles."""
    degree = arrows // vertices
    return [
        list({rng.randrange(vertices if rng.random() < back or not v else v) for _ in range(degree if v else 0)})
        for v in range(vertices)
    ]


def outcomes(graph: Graph) -> list[str]:
    """The baseline: who wins from each vertex."""
    digraph = rustworkx.PyDiGraph()
    digraph.add_nodes_from(range(len(graph)))
    digraph.add_edges_from_no_data([(v, w) for v, targets in enumerate(graph) for w in targets])
    left = [digraph.out_degree(v) for v in range(len(graph))]
    found = ["D"] * len(graph)
    queue = deque(v for v, count in enumerate(left) if not count)
    for v in queue:
        found[v] = "P"
    while queue:
        v = queue.popleft()
        for u in digraph.predecessor_indices(v):
            if found[u] == "D" and found[v] == "P":
                found[u] = "N"
                queue.append(u)
            elif found[u] == "D":
                left[u] -= 1
                if not left[u]:
                    found[u] = "P"
                    queue.append(u)
    return found


def timed(question: Callable[[], Any]) -> tuple[Any, float]:
    began = time.process_time()
    answer = question()
    return answer, time.process_time() - began


def main() -> None:
    arrows = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    rng = random.Random(1966)
    print(f"{'graph':34} {'rustworkx':>9} {'labels':>7} {'nt.Graph':>8} {'solved':>7}  outcomes")
    for name, back in (("one arrow in 1000 goes anywhere", 0.001), ("one in 10", 0.1), ("all", 1.0)):
        graph = sparse(arrows // 5, arrows, back, rng)
        given = [UNKNOWN] * len(graph)
        base, slow = timed(lambda: outcomes(graph))  # noqa: B023
        found, labelled = timed(lambda: label_graph(graph, given))  # noqa: B023
        game, made = timed(lambda: nt.Graph(dict(enumerate(graph))))  # noqa: B023
        solver = Solver()
        root = (str(len(graph) - 1),)
        value, solved = timed(lambda: solver.value(game, root))  # noqa: B023
        assert outcome_of(value) == base[-1]
        counts = {outcome: base.count(outcome) for outcome in "PND"}
        seconds = f"{slow:9.2f} {labelled:7.2f} {made:8.2f} {solved:7.2f}"
        print(f"{name:34} {seconds}  {counts}, largest value {max(found.labels)}")


if __name__ == "__main__":
    main()
