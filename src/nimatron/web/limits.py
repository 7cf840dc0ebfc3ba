"""How much one answer may hold."""

from __future__ import annotations

POSITIONS = 1_000_000
"""As many are searched for one answer."""

MOST_OPTIONS = 1000
"""As many options are told with what to click."""

MOST_VALUES = 100_000

MOST_COINS = 200
"""As many single coins have their values computed for one answer."""

MOST_NIMBERS = 64
"""The longest side of a table of nimbers."""
