"""The fingerprint of rules: a stored result counts only as long as its rules have not changed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from ...core.game import Game, rules_of
from ...version import __version__

PACKAGE = Path(__file__).parents[2]

ROOMS = ("core", "families", "kernels", "nimbers", "notation", "solve")
"""The folders with the sources of rules and solver."""


def fingerprint(game: Game) -> str | None:
    """A name for the rules of `game`; None for a user's own game, whose rules may change without notice.

    It covers name, parameters, and the sources of the running version.

    >>> from nimatron import Chomp, Cram
    >>> fingerprint(Chomp) == fingerprint(Cram)
    False
    """
    if type(game).__module__.partition(".")[0] != "nimatron":
        return None
    inner = [fingerprint(part) for part in _inner(game)]
    return None if None in inner else _digest(type(game).__qualname__, str(game), _ours(), *map(str, inner))


def _inner(game: Game) -> Iterator[Game]:
    """The games that `game` is made of: the summands of a sum, the two of a product."""
    for value in rules_of(game).values():
        if isinstance(value, Game):
            yield value
        elif isinstance(value, tuple) and value and isinstance(value[0], Game):
            yield from value


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
