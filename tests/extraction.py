"""scripts/messages.py, which is in no package, as a module."""

from __future__ import annotations

import importlib.util
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]


@cache
def script() -> Any:
    """The module, loaded once."""
    spec = importlib.util.spec_from_file_location("nimatron_messages", ROOT / "scripts" / "messages.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.parsed = cache(module.parsed)
    read = cache(module.template)
    module.template = lambda: deepcopy(read())  # the source is read once; updating a language changes what was read
    return module
