"""States and keys as text and back: only plain values, nothing that could run code."""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping
from typing import Any

from ...game import Game, Sum


class NotPlain(TypeError):
    """A state, a key or a rule that is not a plain value."""


def encoded(thing: Hashable) -> str:
    """A state or key of ints, strings, tuples, frozensets and games as one line of JSON.

    >>> encoded((3, ("a", None)))
    '[3,["a",null]]'
    >>> decoded(encoded((3, frozenset({1, 2}))), {}) == (3, frozenset({1, 2}))
    True
    """
    try:
        return json.dumps(thing, separators=(",", ":"), default=_tagged, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as fault:
        raise NotPlain(str(fault)) from None


def _tagged(thing: Any) -> Any:
    if isinstance(thing, frozenset):
        return {"set": sorted((json.loads(encoded(item)) for item in thing), key=json.dumps)}
    if isinstance(thing, Game):
        return {"game": str(thing)}
    raise NotPlain(f"{type(thing).__name__} is no plain value")


def decoded(text: str, games: Mapping[str, Game]) -> Any:
    """The inverse of `encoded`; `games` are those that may occur in the text, by name."""
    try:
        return _untagged(json.loads(text), games)
    except (ValueError, KeyError, TypeError, RecursionError) as fault:
        raise NotPlain(f"{text[:60]!r}: {fault}") from None


def _untagged(thing: Any, games: Mapping[str, Game]) -> Any:
    if isinstance(thing, list):
        return tuple(_untagged(item, games) for item in thing)
    if isinstance(thing, dict):
        if "game" in thing:
            return games[thing["game"]]
        return frozenset(_untagged(item, games) for item in thing["set"])
    return thing


def games_in(game: Game) -> dict[str, Game]:
    """The games that keys of `game` may name."""
    return {str(g): g for g in game.games} if isinstance(game, Sum) else {}
