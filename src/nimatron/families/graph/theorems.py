"""What holds for tokens on a graph: they never meet."""

from __future__ import annotations

from ...solve.theorem import Traits, TraitsOf
from .rules import Graph

TRAITS: TraitsOf = {Graph: Traits(independent=True)}
