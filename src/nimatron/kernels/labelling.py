"""Values of the positions of a graph with cycles, as `values.search.labelling` finds them, in compiled code."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np
import numpy.typing as npt

from .compiling import jit

Ints = npt.NDArray[np.int64]

UNKNOWN, INFINITE = -1, -2


def label(
    followers: Sequence[Sequence[int]], given: Sequence[int], stages: int = -1
) -> tuple[list[int], list[int], list[int], list[int]]:
    """Labels, ranks, knots and the first rank of each stage.

    >>> label([[1], [0, 2], [3], []], [UNKNOWN] * 4)[0]
    [-2, -2, 1, 0]
    """
    size = len(followers)
    starts = np.zeros(size + 1, np.int64)
    np.cumsum(np.fromiter(map(len, followers), np.int64, size), out=starts[1:])
    targets = np.fromiter(chain.from_iterable(followers), np.int64, starts[-1])
    # A mex is at most the number of arrows: a larger label tells nothing.
    labels = np.fromiter((min(known, len(targets) + 1) for known in given), np.int64, size)
    ranks, knots, bases = np.zeros(size, np.int64), np.full(size, -1, np.int64), np.zeros(size + 2, np.int64)
    count = run(starts, targets, labels, ranks, knots, bases, stages)
    told = [label if known == UNKNOWN else known for label, known in zip(labels.tolist(), given, strict=True)]
    return told, ranks.tolist(), knots.tolist(), bases[: count + 1].tolist()


def run(starts: Ints, targets: Ints, labels: Ints, ranks: Ints, knots: Ints, bases: Ints, most: int) -> int:
    """Fill `labels`, `ranks`, `knots` and `bases`; returns the number of stages."""
    backs, before = reversed_arrows(starts, targets)
    left = np.diff(starts)
    rows = np.zeros((5, labels.size + 1), np.int64)
    peel(starts, targets, backs, before, labels, left, rows[0], np.full(targets.size + 2, -1, np.int64))
    tie(starts, targets, labels, knots, starts.copy(), rows)
    alive, peeled = np.flatnonzero(labels == UNKNOWN), np.flatnonzero(labels != UNKNOWN)
    peeled = peeled[np.argsort(labels[peeled])]
    rows[0] = -1
    return stages(backs, before, labels, ranks, left, bases, most, alive, peeled, rows[0], rows[1], rows[2])


def reversed_arrows(starts: Ints, targets: Ints) -> tuple[Ints, Ints]:
    """For each position those that lead to it, in the same form."""
    size = starts.size - 1
    backs = np.zeros(starts.size, np.int64)
    np.cumsum(np.bincount(targets, minlength=size), out=backs[1:])
    sources = np.repeat(np.arange(size), np.diff(starts))
    return backs, sources[np.argsort(targets, kind="stable")]


@jit
def peel(
    starts: Ints, targets: Ints, backs: Ints, before: Ints, labels: Ints, left: Ints, ready: Ints, seen: Ints
) -> None:
    """The mex for each position from which all play ends; `ready` is room, and `seen` holds -1 everywhere."""
    end = 0
    for v in range(labels.size):
        if labels[v] == UNKNOWN and left[v] == 0:
            labels[v] = 0
        if labels[v] != UNKNOWN:
            ready[end] = v
            end += 1
    while end:
        end -= 1
        v = ready[end]
        for i in range(backs[v], backs[v + 1]):
            u = before[i]
            left[u] -= 1
            if left[u] == 0 and labels[u] == UNKNOWN:
                for j in range(starts[u], starts[u + 1]):
                    seen[labels[targets[j]]] = u
                least = 0
                while seen[least] == u:
                    least += 1
                labels[u] = least
                ready[end] = u
                end += 1


@jit
def tie(starts: Ints, targets: Ints, labels: Ints, knots: Ints, at: Ints, rows: Ints) -> None:
    """The strongly connected components of the positions that have no label, by Tarjan's algorithm.

    `at` is a copy of `starts`, and `rows` is room: five rows, the last two with zeros.
    """
    size = labels.size
    path, stack, low, order = rows[1], rows[2], rows[3], rows[4]
    depth, height, met, count = 0, 0, 0, 0
    for root in range(size):
        if labels[root] != UNKNOWN or order[root]:
            continue
        path[0], depth = root, 1
        while depth:
            v = path[depth - 1]
            if order[v] == 0:
                met += 1
                order[v] = low[v] = met
                stack[height] = v
                height += 1
            deeper = False
            while at[v] < starts[v + 1] and not deeper:
                w = targets[at[v]]
                at[v] += 1
                if labels[w] != UNKNOWN or knots[w] != -1:
                    continue
                if order[w] == 0:
                    path[depth] = w
                    depth += 1
                    deeper = True
                else:
                    low[v] = min(low[v], order[w])
            if deeper:
                continue
            depth -= 1
            if depth:
                low[path[depth - 1]] = min(low[path[depth - 1]], low[v])
            if low[v] == order[v]:
                while knots[v] == -1:
                    height -= 1
                    knots[stack[height]] = count
                count += 1


@jit
def stages(
    backs: Ints,
    before: Ints,
    labels: Ints,
    ranks: Ints,
    left: Ints,
    bases: Ints,
    most: int,
    alive: Ints,
    peeled: Ints,
    has: Ints,
    bad: Ints,
    queue: Ints,
) -> int:
    """Label all others; returns the number of stages. `has` holds -1 everywhere, `bad` and `queue` are room."""
    known, m, living = 0, 0, alive.size
    while living and m != most:
        for k in range(living):
            bad[alive[k]] = left[alive[k]]
        begin = end = 0
        while known < peeled.size and labels[peeled[known]] <= m:
            queue[end] = peeled[known]
            known += 1
            end += 1
        rank, first = bases[m], True
        while begin < end or first:
            stop = end
            while begin < stop:  # the round before lets positions be labelled
                v = queue[begin]
                begin += 1
                for i in range(backs[v], backs[v + 1]):
                    u = before[i]
                    if labels[u] < 0 and has[u] != m:
                        has[u] = m
                        for j in range(backs[u], backs[u + 1]):
                            t = before[j]
                            bad[t] -= 1
                            if bad[t] == 0 and not first and labels[t] == UNKNOWN:
                                queue[end] = t
                                end += 1
            if first:
                for k in range(living):
                    if bad[alive[k]] == 0:
                        queue[end] = alive[k]
                        end += 1
            rank, first, kept = rank + 1, False, begin
            for k in range(begin, end):  # an option may have been labelled since
                t = queue[k]
                if has[t] != m:
                    queue[kept] = t
                    kept += 1
            end = kept
            for k in range(begin, end):
                labels[queue[k]], ranks[queue[k]] = m, rank
                for i in range(backs[queue[k]], backs[queue[k] + 1]):
                    left[before[i]] -= 1
        bases[m + 1] = rank + 1
        still = 0
        for k in range(living):
            v = alive[k]
            if labels[v] == UNKNOWN and has[v] != m:
                labels[v] = INFINITE
            if labels[v] == UNKNOWN:
                alive[still] = v
                still += 1
        living = still
        m += 1
    return m
