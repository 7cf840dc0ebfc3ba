"""The one place that writes: files are there whole or not at all, lines are added whole or not at all.

Every call of the system that changes a disk goes through `os` of this module, so the tests can make each of them fail.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import NotKept

if TYPE_CHECKING:
    from hashlib import _Hash

Pieces = Iterable[bytes | memoryview]
"""The content of a file, in order."""

PIECE = 1 << 20
"""How many entries of an array, or bytes of small pieces, are written at a time."""

NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL
ADD = os.O_RDWR | os.O_CREAT | os.O_APPEND
OVER = os.O_WRONLY
HOLD = os.O_RDWR | os.O_CREAT


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
    """The user's folder. A user whom the system does not know has none, as in containers: nothing is stored there."""
    try:
        return Path.home()
    except RuntimeError:
        return Path(os.devnull)


def write_whole(path: Path, pieces: Pieces, *, replace: bool = True, sync: bool = True, private: bool = False) -> None:
    """Write a file whole: either it is on disk under its name, or what was there before is unchanged.

    Without `replace`, it is a FileExistsError if there is a file already. Without `sync`, a power cut may leave the
    name with other content. Only its owner can read one that is `private`.
    """
    # A random name, so that two processes writing the same file do not write into each other's.
    beside = path.with_name(f"{path.name}.{os.urandom(4).hex()}.part")
    handle = open_file(beside, NEW, 0o600 if private else 0o666)
    try:
        try:
            write_all(handle, pieces)
            if sync:
                os.fsync(handle)  # before the renaming: otherwise a power cut could leave the name without content
        finally:
            os.close(handle)
        if replace:
            os.replace(beside, path)
            if sync:
                _sync_folder(path.parent)
        else:
            _link(beside, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(beside)
        raise


def _link(beside: Path, path: Path) -> None:
    """Give a file its name, unless there is one already, even if that appeared a moment ago."""
    os.link(beside, path)
    try:
        _sync_folder(path.parent)
    except OSError:
        with suppress(OSError):
            os.unlink(path)
        raise
    with suppress(OSError):
        os.unlink(beside)


def write_file(path: Path | str, pieces: Pieces) -> None:
    """The same for a file that a user has asked for; a pipe or a device such as /dev/stdout is simply written to."""
    try:
        target = Path(os.path.realpath(path))  # a link stays, and what it leads to is written
        if target.is_file() or not target.exists():
            write_whole(target, pieces)
            return
        handle = open_file(target, OVER)
        try:
            write_all(handle, pieces)
        finally:
            os.close(handle)
    except OSError as fault:
        raise NotKept("cannot write {path}: {reason}", path=path, reason=fault.strerror) from None


def write_new(path: Path, pieces: Pieces) -> None:
    """Write a new file; FileExistsError if there is one already."""
    try:
        write_whole(path, pieces, replace=False)
    except FileExistsError:
        raise
    except OSError as fault:
        raise NotKept("cannot write {path}: {reason}", path=path, reason=fault.strerror) from None


def add_line(path: Path, line: bytes) -> None:
    """Add a line to the end of a file; if it does not fit, the file stays as it was."""
    handle = open_file(path, ADD)
    try:
        size = os.fstat(handle).st_size
        if size:  # a process that was killed may have left half a line
            os.lseek(handle, size - 1, os.SEEK_SET)
            line = line if os.read(handle, 1) == b"\n" else b"\n" + line
        try:
            write_all(handle, [line])
        except OSError:
            with suppress(OSError):
                os.ftruncate(handle, size)
            raise
    finally:
        os.close(handle)


def make_folder(folder: Path) -> None:
    """Make a folder, and those above it, unless it is there."""
    os.makedirs(folder, exist_ok=True)


def make_private(path: Path) -> None:
    """Make an empty file that only its owner can read, unless there is one: for programs that then open it by name."""
    with suppress(FileExistsError):
        os.close(open_file(path, NEW, 0o600))


def rename(path: Path, target: Path) -> None:
    """Give a file another name; whatever had that name is replaced."""
    os.replace(path, target)


def replace_folder(made: Path, target: Path) -> None:
    """Give a folder its name; one that had the name before is removed once the new one is in its place."""
    aside = target.with_name(f"{made.name}.old")
    had = target.exists()
    if had:
        remove_folder(aside)  # a process that was killed may have left it
        os.rename(target, aside)
    try:
        os.rename(made, target)
    except OSError:
        if had:
            os.rename(aside, target)
        raise
    with suppress(OSError):  # the new one is in its place; the next process removes what is left of the old one
        remove_folder(aside)


def remove_folder(folder: Path) -> None:
    """Remove a folder with all that is in it, if it is there; of a link only the link, never what it leads to."""
    if folder.is_symlink():
        os.unlink(folder)
        return
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir() and not path.is_symlink():
            os.rmdir(path)
        else:
            os.unlink(path)
    with suppress(FileNotFoundError):
        os.rmdir(folder)


def remove(path: Path) -> None:
    """Remove a file if it is there."""
    with suppress(FileNotFoundError):
        os.unlink(path)


def tidy(folder: Path) -> None:
    """Remove what a process left behind when it was killed while writing."""
    for left in folder.glob("*.part"):
        with suppress(OSError):
            remove(left)


def open_file(path: Path, how: int, mode: int = 0o666) -> int:
    """The handle of a file; `mode` says who may use a new one."""
    return os.open(path, how | getattr(os, "O_BINARY", 0), mode)


def write_all(handle: int, pieces: Pieces) -> None:
    """Write all pieces, however few bytes the system takes at a time."""
    for block in _blocks(pieces):
        left = memoryview(block)
        while left:
            left = left[os.write(handle, left) :]


def _blocks(pieces: Pieces) -> Iterator[bytes | bytearray | memoryview]:
    """Larger pieces: a call of the system for each line of a long table would take long."""
    held = bytearray()
    for piece in pieces:
        if len(piece) >= PIECE:
            yield held
            held = bytearray()
            yield piece
            continue
        held += piece
        if len(held) >= PIECE:
            yield held
            held = bytearray()
    yield held


def _sync_folder(folder: Path) -> None:
    """Force the new name to disk as well. Windows cannot open folders, and does not need this."""
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def hash_pieces(pieces: Pieces, digest: _Hash) -> Iterator[bytes | memoryview]:
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
