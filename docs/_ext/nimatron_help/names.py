"""The public names of the library, from their docstrings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from types import ModuleType

from nimatron import Game

GROUPS: dict[str, tuple[str, tuple[str, ...]]] = {
    "questions": ("nimatron", ("nimatron", "typing")),  # and whatever fits nowhere else
    "own": (
        "nimatron",
        (
            "nimatron.core.game",
            "nimatron.check",
            "nimatron.core.message",
            "nimatron.notation.own_file",
            "nimatron.families.catalog",
        ),
    ),
    "games": ("nimatron", ("nimatron.families",)),
    "nimbers": ("nimatron", ("nimatron.nimbers",)),
    "errors": ("nimatron", ("nimatron.core.errors",)),
    "survey": ("nimatron.survey", ("nimatron.survey",)),
}
"""The pages of the reference: the module that exports their names, and where those come from. The longest fits."""


def writer(group: str) -> Callable[[], str]:
    """Writes the names of one page."""
    return lambda: "\n".join(_entry(GROUPS[group][0], name) for name in names_of(group))


def names_of(group: str) -> list[str]:
    """The names on one page; every name of a module is on exactly one."""
    exporter, _ = GROUPS[group]
    module = import_module(exporter)
    found = [name for name in module.__all__ if _group_of(module, name) == group]
    return sorted(found, key=lambda name: isinstance(getattr(module, name), type))  # what one calls comes first


def _group_of(module: ModuleType, name: str) -> str:
    home = _home(getattr(module, name), module)
    fitting = [
        (len(place), group)
        for group, (exporter, places) in GROUPS.items()
        for place in places
        if exporter == module.__name__ and (home == place or home.startswith(f"{place}."))
    ]
    return max(fitting)[1]


def _home(thing: object, module: ModuleType) -> str:
    """The module in which a thing was made."""
    if isinstance(thing, Game):
        return type(thing).__module__
    return str(getattr(thing, "__module__", module.__name__))


def _entry(exporter: str, name: str) -> str:
    thing = getattr(import_module(exporter), name)
    lines = "\n".join(_directive(f"{exporter}.{name}", thing))
    return f"```{{eval-rst}}\n{lines}\n```\n"


def _directive(path: str, thing: object) -> Iterator[str]:
    if isinstance(thing, type):
        yield f".. auto{'exception' if issubclass(thing, BaseException) else 'class'}:: {path}"
        yield "   :members:"
        if thing.__bases__ != (object,):
            yield "   :show-inheritance:"
    elif callable(thing) and not isinstance(thing, Game):
        yield f".. autofunction:: {path}"
    else:
        yield f".. py:data:: {path}"
        yield ""
        yield from (f"   {line}" for line in _text(thing).splitlines())


def _text(thing: object) -> str:
    """The docstring of an instance; that of its class, which stands beside it, where it has none of its own."""
    from inspect import cleandoc

    if isinstance(thing, Game):
        own = vars(thing).get("__doc__")
        return cleandoc(own) if own else f"The game itself: ``{type(thing).__name__}()``."
    return f"``{thing!r}``"
