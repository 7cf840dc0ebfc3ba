"""The fingerprint of rules: a stored result counts only as long as its rules have not changed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from ...core.game import Game, rules_of
from ...notation.own_sources import sources_of
from ...version import __version__
from .database import NotPlain, encode

PACKAGE = Path(__file__).parents[2]

ROOMS = ("core", "families", "kernels", "nimbers", "notation", "solve")
"""The folders with the sources of rules and solver."""


def fingerprint(game: Game) -> str | None:
    """A name for the rules of `game`; None if their source is unknown, as for a class typed in by hand.

    For our games it covers name, parameters, and the sources of the running version. For a user's own game also the
    files that it was loaded from, as they were then, and its attributes: see `notation/own_sources.py`.

    >>> from nimatron import Chomp, Cram
    >>> fingerprint(Chomp) == fingerprint(Cram)
    False
    """
    try:
        return _digest(type(game).__qualname__, str(game), _ours(), *_own_rules(game), *map(_known, _inner(game)))
    except NotPlain:
        return None


def is_own(game: Game) -> bool:
    """Is it a user's own game, or made of one?"""
    return not _is_ours(type(game)) or any(map(is_own, _inner(game)))


def _is_ours(kind: type) -> bool:
    return kind.__module__.partition(".")[0] == "nimatron"


def _own_rules(game: Game) -> list[str]:
    if _is_ours(type(game)):
        return []
    sources = sources_of(type(game))
    digest = sources.digest() if sources else None
    if digest is None:
        raise NotPlain("rules that come from elsewhere")
    return [digest, encode(tuple(sorted((key, _frozen(value)) for key, value in rules_of(game).items())))]


def _inner(game: Game) -> Iterator[Game]:
    """The games that `game` is made of: the summands of a sum, the two of a product."""
    for value in rules_of(game).values():
        if isinstance(value, Game):
            yield value
        elif isinstance(value, tuple) and value and isinstance(value[0], Game):
            yield from value


def _known(game: Game) -> str:
    found = fingerprint(game)
    if found is None:
        raise NotPlain("a game of unknown rules")
    return found


def _frozen(thing: object) -> object:
    if isinstance(thing, (list, tuple)):
        return tuple(map(_frozen, thing))
    if isinstance(thing, (set, frozenset)):
        return frozenset(map(_frozen, thing))
    if isinstance(thing, dict):
        return tuple((_frozen(key), _frozen(value)) for key, value in thing.items())
    if isinstance(thing, Game):
        return _known(thing)
    return thing


@cache
def _ours() -> str:
    """The version, and the sources of rules and solver: results of other sources cannot be trusted."""
    files = sorted(path for room in ROOMS for path in (PACKAGE / room).rglob("*.py"))
    return _digest(__version__, *(_hashed(path.read_bytes()) for path in files))


def _digest(*facts: str) -> str:
    return _hashed("\0".join(facts).encode())[:32]


def _hashed(data: bytes) -> str:
    from hashlib import sha256  # loaded when it is needed: small questions are quick

    return sha256(data).hexdigest()
