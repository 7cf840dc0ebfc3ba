"""Certificates in parts, checked by the workers of a cluster: each gets one part after the other, as plain data."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..certificate.checking import Each, Result
from ..certificate.part import Part, check_part
from .cluster import Cluster

AHEAD = 2
"""This many parts are given to each worker at a time: the next one is there when one is done."""


@dataclass(frozen=True)
class Packed:
    """A part as bytes: Dask would look into a tuple and make another one of it."""

    number: int
    part: bytes


def check(task: Packed) -> Result:
    """Check a part in a worker."""
    part: Part = pickle.loads(task.part)
    return (task.number, *check_part(part))


def by_cluster(workers: Cluster[Packed, Result]) -> Each:
    """Let a cluster check parts by `check`."""

    def each(parts: Sequence[Part]) -> Iterator[Result | None]:
        waiting = iter(enumerate(parts))
        left, under_way = len(parts), 0
        while left:
            while under_way < AHEAD * workers.size and (given := next(waiting, None)):
                number, part = given
                workers.submit(Packed(number, pickle.dumps(part)))
                under_way += 1
            for result in workers.done():
                left, under_way = left - 1, under_way - 1
                yield result
            yield None

    return each
