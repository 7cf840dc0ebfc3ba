"""Builds packages as hatchling does, with the help in them.

Whoever builds a wheel or a source distribution builds the help first, unless it is up to date; the source distribution
has it inside, so a wheel that is made from one needs no Sphinx. An editable installation does not wait for it:
`python scripts/build_help.py`, or `./run`, builds it there.
"""

from __future__ import annotations

import tomllib
from typing import Any

import build_help
from hatchling import build
from hatchling.build import *  # noqa: F403 - all that is not changed here

EXTRAS = ("docs", "web", "survey")
"""What the help tells about must be there to be asked."""


def get_requires_for_build_wheel(config_settings: dict[str, Any] | None = None) -> list[str]:
    """What must be installed to build a wheel."""
    return [*build.get_requires_for_build_wheel(config_settings), *_needed()]


def get_requires_for_build_sdist(config_settings: dict[str, Any] | None = None) -> list[str]:
    """What must be installed to build a source distribution."""
    return [*build.get_requires_for_build_sdist(config_settings), *_needed()]


def build_wheel(
    wheel_directory: str, config_settings: dict[str, Any] | None = None, metadata_directory: str | None = None
) -> str:
    """A wheel, with the help in it."""
    build_help.main()
    return build.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory: str, config_settings: dict[str, Any] | None = None) -> str:
    """A source distribution, with the help in it."""
    build_help.main()
    return build.build_sdist(sdist_directory, config_settings)


def _needed() -> list[str]:
    """What the help is built with; nothing if it is up to date."""
    if build_help.fresh():
        return []
    project = tomllib.loads((build_help.ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    return [*project["dependencies"], *(need for extra in EXTRAS for need in extras[extra])]
