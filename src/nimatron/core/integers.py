"""Whole numbers as people and libraries bring them."""

from __future__ import annotations

import operator
from typing import Any


def whole(value: Any) -> Any:
    """A whole number of numpy, sympy or Sage as an int; whatever else it is, as it is.

    >>> import numpy as np
    >>> whole(np.uint8(3)), whole("3")
    (3, '3')
    """
    try:
        return value if isinstance(value, bool) else operator.index(value)
    except TypeError:
        return value


def is_count(value: object) -> bool:
    """Is it an int from 1 on? True does not count as one."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1
