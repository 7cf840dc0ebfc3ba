"""Random games from formulas, and the rules that are found and proved for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from ..core.errors import Limit, UsageError
from ..core.limits import Budget, Limits
from ..core.message import Message
from ..discover.discovery import discover
from ..discover.search import RuleSearch
from ..families.formula.rules import Rules

if TYPE_CHECKING:
    import polars as pl

    from ..core.array_types import Ints

MOST_GAMES = 10**6


@dataclass(frozen=True)
class RandomRules:
    """The first random games, of `heaps` numbers, or of one to three; the number of a game is the seed of its rules.

    The terms of a game are steps of the search, so the result does not depend on the machine. Of the facts, `states` is
    0 if no rule is proved, and c and s describe the numeration with units u(n) = c u(n-1) + s u(n-2).

    >>> import numpy as np
    >>> family = RandomRules(20)
    >>> some = family.members(np.array([2, 6]))
    >>> family.columns(some)["code"], family.solve(some, 2000).tolist()
    (["x; x' < x; misere; symmetric", "x y; y' < y; symmetric"], [[2, 3, 0, 32, 0], [2, 2, 0, 16, 0]])
    """

    games: int
    heaps: int = 0

    quick = 1 << 14
    limit = 1 << 18
    facts = ("c", "states", "s", "side", "refuted")

    def __post_init__(self) -> None:
        if not 1 <= self.games <= MOST_GAMES or not 0 <= self.heaps <= 3:
            text = "a survey of rules has 1 to {most} games of 1 to 3 heaps, or of 0 for any, not {games} of {heaps}"
            raise UsageError(text, most=MOST_GAMES, games=self.games, heaps=self.heaps)

    @property
    def text(self) -> str:
        return f"rules --games {self.games}" + (f" --heaps {self.heaps}" if self.heaps else "")

    def __len__(self) -> int:
        return self.games

    def members(self, places: Ints) -> Ints:
        return places

    def _rules(self, seed: int) -> Rules:
        return random_rules(Random(seed), self.heaps)

    def columns(self, members: Ints) -> Mapping[str, Any]:
        return {"code": [self._rules(seed).parameters for seed in members.tolist()]}

    def solve(self, members: Ints, limit: int) -> Ints:
        import numpy as np

        return np.array([self._facts(seed, limit) for seed in members.tolist()], np.int64)

    def _facts(self, seed: int, limit: int) -> tuple[int, int, int, int, int]:
        search = RuleSearch(self._rules(seed), Budget(Limits(positions=limit)))
        with suppress(Limit):
            if found := search.run():
                numeration = found[0].numeration
                return numeration.c, len(found[1]), numeration.s, search.side, search.refuted
        return 0, 0, 0, search.side, search.refuted


def prettiest(frame: pl.DataFrame, count: int, seconds: float) -> Iterator[tuple[str, Message]]:
    """Games of a survey whose rule is a sentence: each sentence once, with the shortest formulas that lead to it."""
    import polars as pl

    said = set[str]()
    proved = frame.filter(pl.col("proved")).sort(pl.col("code").str.len_chars(), "code")
    for code in proved["code"]:
        if len(said) == count:
            return
        found = discover(Rules.from_parameters(code), seconds)
        if found and found.is_sentence and found.rule is not None and str(found.rule) not in said:
            said.add(str(found.rule))
            yield code, found.rule


# -- random rules: one to three numbers, one to three rules with small constants ---------------------

Kind = Callable[[Random, str, str], str]
"""Makes a rule about one number, or about two."""


def _set(rng: Random, x: str, y: str) -> str:
    amounts = sorted(rng.sample(range(1, 9), rng.randint(1, 3)))
    return f"{x}' = {x} - k, k in {{{', '.join(map(str, amounts))}}}"


def _limit(rng: Random, x: str, y: str) -> str:
    least = rng.randint(1, 3)
    return f"{least} <= {x} - {x}' <= {least + rng.randint(0, 4)}"


def _half(rng: Random, x: str, y: str) -> str:
    return rng.choice((f"{x}' < {x} <= 2{x}'", f"2{x}' <= {x}, {x}' < {x}", f"{x}' = {x} // 2, {x} > 0"))


def _remainder(rng: Random, x: str, y: str) -> str:
    m = rng.randint(2, 4)
    return f"{x}' < {x}, ({x} - {x}') % {m} = {rng.randrange(m)}"


def _at_most_other(rng: Random, x: str, y: str) -> str:
    return f"{x}' < {x}, {x} - {x}' <= {rng.choice((1, 1, 2))}{y} + {rng.randint(0, 2)}"


def _both(rng: Random, x: str, y: str) -> str:
    a, b = rng.choice(((1, 1), (1, 1), (1, 2), (2, 1), (2, 2), (2, 3)))
    return f"{x}' = {x} - {a}k, {y}' = {y} - {b}k, k > {rng.choice((0, 0, 1))}"


def _transfer(rng: Random, x: str, y: str) -> str:
    a = rng.randint(1, 3)
    return rng.choice((f"{x}' = {x} - {a + 1}, {y}' = {y} + {a}", f"{x}' = {x} - 2k, {y}' = {y} + k, k > 0"))


def _together(rng: Random, x: str, y: str) -> str:
    limit = f"{x} - {x}' <= {rng.randint(1, 3)}*({y} - {y}') + {rng.randint(0, 2)}"
    return f"{x}' <= {x}, {y}' <= {y}, {x}' + {y}' < {x} + {y}, {limit}"


def _compare(rng: Random, x: str, y: str) -> str:
    return f"{x} {rng.choice(('<=', '>=', '<', '>'))} {y}, {x}' < {x}"


ALONE: tuple[Kind, ...] = (lambda rng, x, y: f"{x}' < {x}", _limit, _set, _half, _remainder)
PAIRS: tuple[Kind, ...] = (_at_most_other, _both, _transfer, _together, _compare)


def random_rules(rng: Random, count: int = 0) -> Rules:
    """A random game with `count` numbers, or with one to three."""
    names = ["x", "y", "z"][: count or rng.choice((1, 2, 2, 2, 2, 3))]
    moves = []
    for _ in range(rng.randint(1, 3)):
        x, y = rng.sample(names, 2) if len(names) > 1 else (names[0], "")
        moves.append(rng.choice((*ALONE, *PAIRS) if y else ALONE)(rng, x, y))
    return Rules(" ".join(names), moves, symmetric=rng.random() < 0.6, misere=rng.random() < 0.25)
