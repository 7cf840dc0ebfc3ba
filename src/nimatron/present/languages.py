"""The languages that readers may choose: all that is known of each beside the words, which are in its catalog.

A language is a row here and a catalog in `locale/`. The page, its notice without scripts, the help of `--lang` and the
numbers in sentences follow this table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

NO_BREAK = "\N{NO-BREAK SPACE}"

_NUMBER = re.compile(r"(?P<whole>\d{1,3}(?:,\d{3})+|\d+)(?P<point>\.(?=\d))?")


@dataclass(frozen=True)
class Language:
    """How a language calls itself and the outcomes, and how numbers are written in its sentences."""

    code: str
    name: str
    letters: Mapping[str, str] = field(default_factory=lambda: {"N": "N", "P": "P", "D": "D"})
    point: str = ","
    groups: str = NO_BREAK
    grouped_from: int = 4
    """The least number of digits that are written in groups."""

    def number(self, english: str) -> str:
        """A number as Python writes it for English readers, in this language.

        >>> LANGUAGES["cs"].number("2,500.25").replace(NO_BREAK, "_")
        '2_500,25'
        >>> LANGUAGES["pl"].number("2,500")
        '2500'
        """
        return _NUMBER.sub(self._rewritten, english)

    def _rewritten(self, found: re.Match[str]) -> str:
        groups = found["whole"].split(",")
        digits = sum(map(len, groups))
        whole = self.groups.join(groups) if digits >= self.grouped_from else "".join(groups)
        return whole + (self.point if found["point"] else "")


LANGUAGES: Mapping[str, Language] = {
    row.code: row
    for row in (
        Language("en", "English", point=".", groups=","),
        Language("cs", "Čeština", {"N": "N", "P": "P", "D": "R"}),
        Language("hu", "Magyar", {"N": "N", "P": "P", "D": "D"}, grouped_from=5),
        Language("pl", "Polski", {"N": "W", "P": "P", "D": "R"}, grouped_from=5),
    )
}
"""In the order in which they are offered."""

ENGLISH = LANGUAGES["en"]
