"""Where the store of the user is, and how large it may become: what the environment says of it."""

from __future__ import annotations

import os
from pathlib import Path

from ...errors import UsageError
from ...files import cache_folder

MOST = 256 << 20
"""The most bytes of a store, unless told otherwise."""


def default_path() -> Path:
    """`$NIMATRON_STORE`, else a file in the user's cache folder."""
    named = os.environ.get("NIMATRON_STORE")
    if named:
        return Path(named, "store.sqlite3") if os.path.isdir(named) else Path(named)  # no name is too long for isdir
    return cache_folder() / "store.sqlite3"


def is_off() -> bool:
    """Has the user turned the store off?"""
    return os.environ.get("NIMATRON_STORE", "on").lower() in ("", "off")


def default_size() -> int:
    """`$NIMATRON_STORE_MIB` in bytes."""
    size = os.environ.get("NIMATRON_STORE_MIB", "")
    if size and not size.isdecimal():
        raise UsageError("NIMATRON_STORE_MIB is a number of MiB, not {size!r}", size=size)
    return int(size) << 20 if size else MOST
