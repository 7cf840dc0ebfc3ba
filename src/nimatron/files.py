"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import NimatronError

if TYPE_CHECKING:
    from hashlib import _Hash

Pieces = Iterable[bytes | memoryview]
"""The content of a file, in order."""

PIECE = 1 << 20
"""How many entries of an array are written at a time."""


def cache_folder() -> Path:
    """The folder of this program among what the user's programs keep and could make again."""
    if sys.platform == "win32":
        cache = Path(os.environ.get("LOCALAPPDATA") or _home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        cache = _home() / "Library" / "Caches"
    else:
        cache = Path(os.environ.get("XDG_CACHE_HOME") or _home() / ".cache")
    return cache / "nimatron"


def _home() -> Path:
    """The user's folder. A user whom the system does not know has none, as in containers: nothing is kept there."""
    try:
        return Path.home()
    except RuntimeError:
        return Path(os.devnull)


def write_whole(path: Path, pieces: Pieces, *, replace: bool = True, sync: bool = True) -> None:
    """Write a file whole: either it is on disk under its name, or what was there before is unchanged.

    Without `replace`, it is a FileExistsError if there is a file already. Without `sync`, a power cut may leave the
    name with other content.
    """
    # A random name, so that two processes writing the same file do not write into each other's.
    beside = path.with_name(f"{path.name}.{os.urandom(4).hex()}.part")
    try:
        with beside.open("xb") as file:
            for piece in pieces:
                file.write(piece)
            if sync:
                file.flush()
                os.fsync(
                    file.fileno()
                )  # before the renaming: otherwise a power cut could leave the name without content
        if replace:
            os.replace(beside, path)
        else:
            os.link(beside, path)  # fails if the file exists, even if it appeared a moment ago
        if sync:
            _sync_folder(path.parent)
    finally:
        with suppress(OSError):
            beside.unlink()


def write_file(path: Path, pieces: Pieces) -> None:
    """The same, for a file that a user has asked for."""
    try:
        write_whole(path, pieces)
    except OSError as fault:
        raise NimatronError("cannot write {path}: {reason}", path=path, reason=fault.strerror) from None


def _sync_folder(folder: Path) -> None:
    """Force the new name to disk as well. Windows cannot open folders, and does not need this."""
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def hashed(pieces: Pieces, digest: _Hash) -> Iterator[bytes | memoryview]:
    """The same pieces; `digest` is updated with each as it passes."""
    for piece in pieces:
        digest.update(piece)
        yield piece


def npy_pieces(array: Any) -> Iterator[bytes]:
    """The content of a .npy file of a one-dimensional array, piece by piece: a copy might not fit into memory."""
    from io import BytesIO

    from numpy.lib import format

    head = BytesIO()
    format.write_array_header_1_0(head, format.header_data_from_array_1_0(array))
    yield head.getvalue()
    for start in range(0, len(array), PIECE):
        yield array[start : start + PIECE].tobytes()
