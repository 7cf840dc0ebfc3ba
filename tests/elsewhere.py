"""Python as other systems have it: Windows in our own code, for what stands on it is not ours to test.

Put beside a `sitecustomize.py` that calls `hide`, it holds for a process and for all that it starts.
"""

from __future__ import annotations

import sys
import types
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from typing import Any

NO_MODULES = ("fcntl", "resource", "pwd", "grp")

NO_NAMES = {
    "os": {
        *("fork", "killpg", "nice", "setpriority", "getpriority", "PRIO_PROCESS", "sched_getaffinity", "setsid"),
        *("getuid", "uname", "sysconf", "O_DIRECTORY", "O_NOFOLLOW", "O_CLOEXEC", "WNOHANG", "fchmod"),
    },
    "signal": {
        *("SIGKILL", "SIGALRM", "SIGPROF", "SIGHUP", "SIGCONT", "SIGSTOP", "SIGCHLD", "SIGPIPE", "setitimer"),
        *("ITIMER_REAL", "ITIMER_PROF", "pthread_sigmask"),
    },
    "socket": {"AF_UNIX", "socketpair"},
}
"""What modules of the standard library do not have on Windows."""


class Lacking(types.ModuleType):
    """A module without some of its names."""

    def __init__(self, module: types.ModuleType, names: set[str]) -> None:
        super().__init__(module.__name__)
        self._module, self._names = module, names

    def __getattr__(self, name: str) -> Any:
        if name in self._names:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r} here")
        return getattr(self._module, name)


class OurLoader(SourceFileLoader):
    """Loads a module of ours as if the system were another one."""

    def get_data(self, path: str) -> bytes:
        data = super().get_data(path)
        return data.replace(b"sys.platform", b'"win32"') if path.endswith(".py") else data

    def path_stats(self, path: str) -> Any:
        raise OSError  # no compiled file is used or written: it would be that of this system

    def exec_module(self, module: types.ModuleType) -> None:
        lacking = {name: Lacking(sys.modules[name], names) for name, names in NO_NAMES.items() if name in sys.modules}
        super().exec_module(module)
        for name, without in lacking.items():
            if module.__dict__.get(name) is sys.modules[name]:
                setattr(module, name, without)


class OurFinder(MetaPathFinder):
    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if fullname.partition(".")[0] != "nimatron":
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = OurLoader(spec.loader.name, spec.loader.path)
        return spec


def locks() -> types.ModuleType:
    """`msvcrt`, of which only locks are used."""
    import fcntl

    def locking(number: int, mode: int, length: int) -> None:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)

    module = types.ModuleType("msvcrt")
    module.locking, module.LK_NBLCK = locking, 2  # type: ignore[attr-defined]
    return module


def hide() -> None:
    for name in ("asyncio.base_events", "multiprocessing.util", "subprocess", "tempfile"):
        import_module(name)  # they have what they need before it is hidden
    sys.modules["msvcrt"] = locks()
    for name in NO_MODULES:
        sys.modules[name] = None  # type: ignore[assignment]
    sys.meta_path.insert(0, OurFinder())
