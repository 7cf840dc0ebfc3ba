"""The expert of Sprouts: values and outcomes by proof numbers over lands."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.game import State
from ...core.limits import Budget
from ...core.message import Message
from ...solve.experts import Expert
from ...solve.search.proof_numbers import ProofNumbers, ProofSearch, ProofTables, Work
from ...solve.theorem import Because, ReasonedValue
from ..sources import Source
from .land_table import known_values
from .lands import weight
from .lines import children
from .rules import Sprouts, SproutsGame

LANDS = Source("Lemoine, Viennot 2012; Nagai 2002", "LemoineViennot2012", "Nagai2002")


PRICE = 10
"""How many positions of other games take as long as the text of one option."""


class LandSearch(ProofNumbers[str]):
    """Questions about lands."""

    price = PRICE

    def options(self, part: str) -> Sequence[Sequence[str]]:
        return children(part)

    def weight(self, part: str) -> int:
        return weight(part)


ONE_MOVE = "22"
"""A land in which every play is a single move."""


class MisereSearch(ProofSearch[State]):
    """Who loses in misere play, over whole positions: no part has a value there."""

    def __init__(self, answers: dict[State, bool], open_: dict[State, Work], budget: Budget) -> None:
        super().__init__(open_, budget)
        self.answers = answers

    def simpler(self, question: State) -> State:
        # Two lands of one move cancel in misere play too.
        question = tuple(sorted(question))
        count = question.count(ONE_MOVE)
        return (
            question if count < 2 else tuple(land for land in question if land != ONE_MOVE) + (ONE_MOVE,) * (count % 2)
        )

    def lookup(self, question: State) -> bool | None:
        return self.answers.get(question) if question else False

    def note(self, question: State, is_lost: bool) -> None:
        self.answers[question] = is_lost

    def below(self, question: State) -> list[State]:
        return list(dict.fromkeys(map(self.simpler, Sprouts.options(question))))

    def length(self, question: State) -> int:
        return sum(map(weight, question))


class SproutsExpert(Expert):
    """Sprouts: is n the value of a land? By proof numbers."""

    game: SproutsGame
    name = Because("search", Message("Sprouts by proof numbers over lands"), LANDS)

    @property
    def search(self) -> LandSearch:
        return LandSearch(self.share("sprouts", lambda: ProofTables(known_values())), self.budget)

    def value_of(self, part: State) -> ReasonedValue | None:
        return ReasonedValue(self.search.value(*part), self.name) if part else ReasonedValue(0, self.name)

    def is_p(self, part: State) -> bool | None:
        return self.search.is_sum(part, 0)

    def reach(self, part: State, value: int) -> Sequence[State] | None:
        search = self.search
        return [option for option in self.game.options(part) if search.is_sum(option, value)]

    def misere_is_p(self, state: State) -> bool | None:
        answers, open_ = self.share("misere sprouts", lambda: ({}, {}))
        search = MisereSearch(answers, open_, self.budget)
        return search.is_lost(search.simpler(state))

    def way(self, part: State) -> Because:
        return self.name
