"""The libraries that surveys need beyond the core."""

from __future__ import annotations

from importlib.util import find_spec

from ..errors import UsageError
from ..message import every


def need(*libraries: str) -> None:
    """Raise an error that names the missing libraries, before any work is done."""
    missing = [name for name in libraries if find_spec(name) is None]
    if missing:
        raise UsageError("surveys need {missing}: pip install 'nimatron[survey]'", missing=every(missing))
