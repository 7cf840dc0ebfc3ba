"""What holds for every heap game: heaps never meet."""

from __future__ import annotations

from ...solve.theorem import (
    Traits,
    TraitsOf,
)
from .rules import HeapGame

TRAITS: TraitsOf = {HeapGame: Traits(independent=True)}
