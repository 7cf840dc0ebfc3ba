"""A survey cut into parts: fixed ranges of its families, the same on every machine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import UsageError
from .family import Family

SMALLEST = 16
"""The least number of members of a part; the number is a power of two."""

LARGEST = 1 << 16
"""The most members of a part."""

ABOUT = 64
"""Roughly how many parts a family has, as far as the sizes allow."""


@dataclass(frozen=True)
class Part:
    """Members `first` to `stop` - 1 of a family: one file of the data set."""

    number: int
    family: int
    first: int
    stop: int

    @property
    def file(self) -> str:
        return f"part-{self.number:05}.parquet"


@dataclass(frozen=True)
class Plan:
    """Families, and the limit of terms for each."""

    families: tuple[Family, ...]
    limits: tuple[int, ...]

    @classmethod
    def of(cls, families: Family | Sequence[Family], limit: int | None = None) -> Plan:
        """A plan for one or several families; without a limit each family has its own.

        >>> from nimatron.survey import Sets
        >>> plan = Plan.of(Sets("subtraction", 3, 60))
        >>> len(list(plan.parts())), next(plan.parts())
        (34, Part(number=0, family=0, first=0, stop=1024))
        """
        listed = tuple(families) if isinstance(families, Sequence) else (families,)
        if not listed:
            raise UsageError("a survey needs a family")
        if limit is not None and limit < 1:
            raise UsageError("a limit is 1 term or more, not {limit}", limit=limit)
        for family in listed:
            if not len(family):
                raise UsageError("no game is in this family: {family}", family=family.text)
        return cls(listed, tuple(family.limit if limit is None else limit for family in listed))

    def __len__(self) -> int:
        return sum(map(len, self.families))

    def parts(self) -> Iterator[Part]:
        """All parts, in order."""
        number = 0
        for i, family in enumerate(self.families):
            count, size = len(family), _size(len(family))
            for first in range(0, count, size):
                yield Part(number, i, first, min(first + size, count))
                number += 1

    def data(self) -> dict[str, Any]:
        """What distinguishes this survey from every other one."""
        named = zip(self.families, self.limits, strict=True)
        return {"families": [{"text": f.text, "members": len(f), "limit": limit} for f, limit in named]}

    def continues(self, found: object) -> bool:
        """Was a survey, whose `data` named these families, the same with less time or fewer terms for each member?"""
        ours: list[dict[str, Any]] = self.data()["families"]
        if not isinstance(found, list) or len(found) != len(ours):
            return False
        return all(
            mine == other or (mine["members"] == other["members"] and _is_more(family, mine, other))
            for family, mine, other in zip(self.families, ours, found, strict=True)
        )


def _is_more(family: Family, mine: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    continues = getattr(family, "continues", None)
    return continues is not None and mine["limit"] >= other["limit"] and continues(other["text"])


def _size(count: int) -> int:
    size = SMALLEST
    while size < LARGEST and size * ABOUT < count:
        size *= 2
    return size
