"""Nimatron solves, explains and plays impartial games.

>>> import nimatron as nt
>>> p = nt.parse("nim: 3 4 5 + chomp: 2x2")
>>> nt.grundy(p), nt.outcome(p)
(0, 'P')
"""

import sys
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any

from .deprecated import current as _current
from .version import __version__ as __version__
from .wiring import wire as _wire

if TYPE_CHECKING:
    from .public import *  # noqa: F403 - type checkers take them all

# Answers know nothing of words and pictures: imports point one way, and those come later. Here the two are joined.
_wire()

NOT_FOLDERS = ("check", "explain")
"""Names of functions that folders have as well: here they are the functions."""


class _Package(ModuleType):
    """The public names are loaded when the first of them is used: the command line has no need of them all."""

    def __getattr__(self, name: str) -> Any:
        if name not in NOT_FOLDERS and find_spec(f"{__name__}.{name}"):
            raise AttributeError(name)  # so that Python imports the folder or the file
        from . import public

        vars(self).update({one: getattr(public, one) for one in ("__all__", *public.__all__)})
        return vars(self)[name if name in vars(self) else _current(name)]

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in NOT_FOLDERS and isinstance(value, ModuleType)):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*vars(self), *self.__all__})


sys.modules[__name__].__class__ = _Package
