"""Public names on their way out: they work, and warn. `docs/stability.md` says how long."""

from __future__ import annotations

from typing import NamedTuple
from warnings import warn


class Successor(NamedTuple):
    """What a name is called today, and the version without the old name."""

    name: str
    gone: str


DEPRECATED: dict[str, Successor] = {}
"""Old names of `nimatron`. They are not in `__all__`, and type checkers do not know them."""


def current(old: str) -> str:
    """The name that stands for an old one, with a warning to the caller's caller; AttributeError if there is none."""
    if old not in DEPRECATED:
        raise AttributeError(f"module 'nimatron' has no attribute {old!r}", name=old)
    new, gone = DEPRECATED[old]
    warn(f"nimatron.{old} will be gone in version {gone}: use nimatron.{new}", DeprecationWarning, stacklevel=3)
    return new
