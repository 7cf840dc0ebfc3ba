"""Compounds: conjunctive, continued, selective, shortened; every theorem beside plain search on random parts."""

from __future__ import annotations

from itertools import combinations, product
from random import Random
from typing import Any

import pytest
from every_row import every_row
from reference import Reference

import nimatron as nt
from nimatron import Conjunctive, ContinuedConjunctive, Selective, ShortenedSelective
from nimatron.core.game import Compound
from nimatron.show.pictures import changes
from nimatron.show.talk import COMPUTER, move_sentence, rule_lines

KINDS = [Conjunctive, ContinuedConjunctive, Selective, ShortenedSelective]


class Drawn(nt.Game):
    """A random game that ends: from each number to some smaller ones."""

    def __init__(self, seed: int, size: int = 7) -> None:
        rng = Random(seed)
        self.ways = tuple(tuple(k for k in range(n) if rng.random() < 0.4) for n in range(size))

    def options(self, state: int) -> tuple[int, ...]:
        return self.ways[state]


def by_hand(kind: type[Compound], games: tuple[nt.Game, ...], state: tuple[Any, ...]) -> set[tuple[Any, ...]]:
    """The options by the words of the rule, without the code under test."""
    choices = [list(game.options(part)) for game, part in zip(games, state, strict=True)]
    going = [i for i, options in enumerate(choices) if options]
    if not going or (kind in (Conjunctive, ShortenedSelective) and len(going) < len(games)):
        return set()
    sets = [tuple(going)]
    if kind in (Selective, ShortenedSelective):
        sets = [chosen for n in range(1, len(going) + 1) for chosen in combinations(going, n)]
    return {
        option
        for chosen in sets
        for option in product(*(choices[i] if i in chosen else [state[i]] for i in range(len(games))))
    }


@every_row(("kind",), [(kind,) for kind in KINDS])
def test_random_parts(kind: type[Compound]) -> None:
    for seed in range(25):
        games = tuple(Drawn(10 * seed + k) for k in range(2 + seed % 2))
        joined = kind(*games)
        plain = Reference(joined)
        for state in product(range(0, 7, 2 if len(games) > 2 else 1), repeat=len(games)):
            assert set(joined.options(state)) == by_hand(kind, games, state)
            position = joined(*state)
            assert (nt.outcome(position) == "P") == plain.is_p(state), (kind, seed, state)
            assert {move.state for move in nt.winning_moves(position)} == set(plain.winning(state))


@every_row(("kind",), [(kind,) for kind in KINDS])
def test_our_games_as_parts(kind: type[Compound]) -> None:
    texts = ["nim: 2 1", "kayles: 4", "chomp: 2x2", "subtraction{1,2}: 4", "grundy: 5", "geography{a-b b-c c-d}: b"]
    for one, other in combinations(texts, 2):
        position = kind.of(nt.parse(one), nt.parse(other))
        plain = Reference(position.game)
        assert nt.parse(str(position)) == position
        assert (nt.outcome(position) == "P") == plain.is_p(position.state), str(position)
        assert {move.state for move in nt.winning_moves(position)} == set(plain.winning(position.state))
        assert (nt.outcome(position, misere=True) == "P") == plain.is_p(position.state, True)
        assert nt.grundy(position) == plain.value(position.state)


def test_notation_and_operators() -> None:
    both = nt.Nim(3) & nt.Kayles(4)
    assert str(both) == "nim: 3 & kayles: 4"
    assert str(nt.Nim(3) | nt.Nim(4) | nt.Nim(5)) == "nim: 3 | nim: 4 | nim: 5"
    assert nt.parse("nim: || | + nim: |").state == ((2, 1), (1,))
    assert nt.parse("nim: || | | kayles: 3") == nt.Nim(2, 1) | nt.Kayles(3)
    with pytest.raises(nt.BadText, match="not both"):
        nt.parse("nim: 3 & nim: 4 + nim: 5")
    with pytest.raises(nt.UsageError, match="one way of joining"):
        (nt.Nim(3) & nt.Nim(4)) | nt.Nim(5)
    with pytest.raises(nt.NimatronError, match="no game is called"):
        nt.parse("nim: 3 & nimm: 4")


def test_explained_and_in_words() -> None:
    assert "Suspense of the parts: 1, 2" in str(nt.explain("nim: 5 && nim: 2 2"))
    assert "Remoteness of the parts: 1, 4" in str(nt.explain("nim: 5 & nim: 2 2"))
    assert "move in all of them to a lost position" in str(nt.explain("nim: 5 | nim: 2 2"))
    position = nt.parse("nim: 3 | nim: 4")
    assert move_sentence(position, ((1,), (2,)), COMPUTER) == "Part 1: I took 2 coins. Part 2: I took 2 coins."
    assert next(rule_lines(position)) == "In each turn you move in at least one part, and in as many as you like."
    assert changes(position, ((3,), (2,))) == ["1:1.3", "1:1.4"]


def test_large_parts() -> None:
    assert nt.outcome("nim: 10^30 | nim: 3 3") == "N"
    assert nt.outcome("nim: 10^30 10^30 | kayles: 0") == "P"


def test_where_a_part_can_go_on_for_ever_the_theorem_says_nothing() -> None:
    """From b play leads to a and back, or to the end c."""
    loop = nt.Graph("a>b b>a b>c")
    for kind in KINDS:
        position = kind.of(loop("a"), nt.Nim(2))
        assert nt.outcome(position) in ("N", "P", "D")
        assert "theorem" not in nt.analyse(position).because.kind
