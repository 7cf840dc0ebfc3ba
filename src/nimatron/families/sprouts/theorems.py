"""What is known about Sprouts: lands are independent, and every play ends soon."""

from __future__ import annotations

from ...solve.experts import Experts
from ...solve.theorem import Traits, TraitsOf
from .land_search import SproutsExpert
from .rules import SproutsGame

TRAITS: TraitsOf = {SproutsGame: Traits(independent=True)}

EXPERTS: Experts = {SproutsGame: SproutsExpert}
