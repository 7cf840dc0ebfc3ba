"""Memory: how much the process has, and a cap on how much more the system gives it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
"""Bytes of a page of memory."""


def _pages(field: int) -> int | None:
    """Bytes by a field of Linux's /proc/self/statm; None on other systems."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[field]) * PAGE
    except (OSError, ValueError, IndexError):
        return None


def resident() -> int:
    """Bytes of memory that this process uses; if the system does not report it, the most it ever used, or 0."""
    if (size := _pages(1)) is not None:
        return size
    try:
        import resource
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


AROUND = 1 << 30
"""Bytes beyond the cap until the system refuses: libraries, stacks of threads, memory that is never touched."""


@contextmanager
def memory_cap(most: int) -> Iterator[None]:
    """Cap the memory of this process while the block runs; `cap_memory` may move the cap meanwhile."""
    try:
        import resource
    except ImportError:  # not on Windows
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_DATA)
    cap_memory(most)
    try:
        yield
    finally:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_DATA, before)


def cap_memory(most: int) -> None:
    """Let the process take about `most` more bytes: beyond that it gets a MemoryError, and the machine stays usable."""
    try:
        import resource
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    used = _pages(5)  # what the process has asked for, whether it uses it or not
    wanted = min((resident() if used is None else used) + most + AROUND, sys.maxsize)
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
