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
    collect, read = cache(module.template), module.read
    module.template = lambda: deepcopy(collect())
    # Updating a language changes what was read, and then its file.
    read_once = cache(lambda language, file, contents: read(language))
    module.read = lambda language: read_once(language, file := module.po_file(language), file.read_bytes())
    return module
