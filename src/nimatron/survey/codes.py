"""All octal codes of up to d digits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .. import kernels
from ..errors import UsageError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Ints = npt.NDArray[np.int64]

MOST_DIGITS = 12
"""The most digits after the point in a survey: there are 8^12 such codes."""


@dataclass(frozen=True)
class Codes:
    """The take-and-break codes with up to `digits` octal digits after the point; before it is `first`, 0 or 4.

    The first digit changes fastest, so shorter codes come first.

    >>> import numpy as np
    >>> family = Codes(2)
    >>> len(family), family.columns(family.members(np.array([0, 7, 8, 63])))["code"]
    (64, ['0', '0.7', '0.01', '0.77'])
    """

    digits: int
    first: int = 0

    limit = 1 << 17
    quick = 1 << 11

    def __post_init__(self) -> None:
        if not 1 <= self.digits <= MOST_DIGITS:
            raise UsageError(
                "a code of a survey has 1 to {most} digits, not {digits}", most=MOST_DIGITS, digits=self.digits
            )
        if self.first not in (0, 4):
            raise UsageError("the digit before the point is 0 or 4, not {digit}", digit=self.first)

    @property
    def text(self) -> str:
        return f"octal --digits {self.digits}" + (" --first 4" if self.first else "")

    def __len__(self) -> int:
        return int(8**self.digits)

    def members(self, places: Ints) -> Ints:
        import numpy as np

        digits = places[:, np.newaxis] >> 3 * np.arange(self.digits) & 7
        return np.insert(digits, 0, self.first, axis=1)

    def columns(self, members: Ints) -> Mapping[str, Any]:
        texts = ("".join(map(str, row)).rstrip("0") for row in members[:, 1:].tolist())
        return {"code": [f"{self.first}.{text}" if text else str(self.first) for text in texts]}

    def solve(self, members: Ints, limit: int) -> Ints:
        import numpy as np

        kernels.need()
        from ..kernels.periods import octal_facts

        if limit <= self.quick:
            return octal_facts(members, limit)
        return np.array([_long(row, limit) for row in members.tolist()], np.int64)


def _long(digits: list[int], limit: int) -> tuple[int, int, int, int, int]:
    """The facts about one code, by the kernel for long runs; tries to prove a period each time the values double."""
    kernels.need()
    from ..kernels.octal import OctalRun
    from ..kernels.periods import octal_period

    run = OctalRun(digits, unequal=False)
    longest = max((t for t, digit in enumerate(digits) if digit), default=0)
    parts = 2 if any(digit & 4 for digit in digits) else 1
    size = min(Codes.quick, limit)
    while True:
        run.extend(size)
        found = octal_period(run.values[:size], longest, parts, False)
        if found:
            return found[0], found[1], 0, int(run.values[: sum(found)].max()), size
        if size == limit:
            return 0, 0, 0, -1, size
        size = min(2 * size, limit)
