"""How things show themselves. Only `present/` words and draws, and no room may import it: so each names a way here.

The package says which function a name means (`wiring`), once, when it is imported.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

ways: dict[str, Callable[..., str]] = {}
"""What shows a thing, by the name of the way."""


def way(name: str) -> Callable[..., str]:
    """A method that shows its object in the way of this name."""

    def show(thing: Any, *arguments: Any) -> str:
        return ways[name](thing, *arguments)

    return show
