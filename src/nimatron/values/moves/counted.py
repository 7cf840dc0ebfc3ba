"""Lists of options too long to write down: counted exactly, made one by one."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any, overload

from ...game import State


class Counted(Sequence[State]):
    """A sequence that knows its `total`, however large, and makes each of its items by `at(i)`."""

    total: int

    @abstractmethod
    def at(self, i: int) -> State:
        """Item i, 0 <= i < total."""

    def __len__(self) -> int:
        return self.total

    @overload
    def __getitem__(self, i: int) -> State: ...
    @overload
    def __getitem__(self, i: slice) -> list[State]: ...
    def __getitem__(self, i: int | slice) -> Any:
        if isinstance(i, slice):
            return [self.at(k) for k in range(*i.indices(self.total))]
        if not -self.total <= i < self.total:
            raise IndexError(i)
        return self.at(i % self.total)

    def __iter__(self) -> Iterator[State]:
        i = 0
        while i < self.total:
            yield self.at(i)
            i += 1


class Made(Counted):
    """`total` options; `make(i)` makes number i."""

    def __init__(self, total: int, make: Callable[[int], State]) -> None:
        self.total, self.make = total, make

    def at(self, i: int) -> State:
        return self.make(i)


def count(options: Sequence[State]) -> int:
    """How many there are; len() cannot exceed a machine word."""
    return options.total if isinstance(options, Counted) else len(options)
