"""How much memory the process has, and how much more it may take."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
"""Bytes of a page of memory."""


def resident() -> int:
    """Bytes of memory of this process; if the system does not tell, the most it ever had, or 0."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * PAGE
    except (OSError, ValueError, IndexError):
        pass
    try:
        import resource
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


AROUND = 1 << 30
"""Bytes beyond what is allowed until the system refuses: libraries, stacks of threads, memory that is never touched."""


@contextmanager
def held(most: int) -> Iterator[None]:
    """While this lasts, `most` more bytes, or what `hold` allows later, are all that the process gets."""
    try:
        import resource
    except ImportError:  # not on Windows
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_DATA)
    hold(most)
    try:
        yield
    finally:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_DATA, before)


def hold(most: int) -> None:
    """Let the process take about `most` more bytes: beyond that it gets a MemoryError, and the machine stays usable."""
    try:
        import resource
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = min(_data() + most + AROUND, sys.maxsize)
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (wanted, hard))


LARGE_PAGE = 1 << 21
"""Bytes of a large page."""

_HUGEPAGE, _COLLAPSE = 14, 25
"""What Linux is asked for: large pages for memory that is not used yet, and for what is used already (from 6.1 on)."""


def prefer_large_pages(start: int, size: int) -> bool:
    """Ask for large pages of memory: a processor finds places all over a huge table more quickly in few pages.

    Returns whether the system has put the memory there; its content stays the same anyhow.
    """
    if not sys.platform.startswith("linux"):
        return False
    import ctypes

    first, end = -(-start // LARGE_PAGE) * LARGE_PAGE, (start + size) // LARGE_PAGE * LARGE_PAGE
    if end <= first:
        return False
    try:
        advise = ctypes.CDLL(None).madvise
    except (OSError, AttributeError):
        return False
    where = ctypes.c_void_p(first), ctypes.c_size_t(end - first)
    return all(advise(*where, advice) == 0 for advice in (_HUGEPAGE, _COLLAPSE))


def _data() -> int:
    """Bytes that the process has asked for, used or not; what it uses if the system does not tell."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[5]) * PAGE
    except (OSError, ValueError, IndexError):
        return resident()
