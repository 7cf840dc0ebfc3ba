"""Compounds of each kind, also within each other; every theorem beside plain search on random parts."""

from __future__ import annotations

from itertools import combinations, product
from random import Random
from typing import Any

import pytest
from every_row import every_row
from reference import Reference

import nimatron as nt
from nimatron import Conjunctive, ContinuedConjunctive, OrdinalSum, Selective, ShortenedSelective
from nimatron.core.game import Compound
from nimatron.play.typed_moves import read_move
from nimatron.show.pictures import changes
from nimatron.show.talk import COMPUTER, move_sentence, rule_lines, title_of

KINDS = [Conjunctive, ContinuedConjunctive, Selective, ShortenedSelective, OrdinalSum]


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
    if kind is OrdinalSum:
        ends = [next(n for n in range(7) if not game.options(n)) for game in games]
        return {(*state[:i], option, *ends[i + 1 :]) for i, options in enumerate(choices) for option in options}
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


def compare_random_parts(kind: type[Compound], seed: int) -> None:
    games = tuple(Drawn(10 * seed + k) for k in range(2 + seed % 2))
    joined = kind(*games)
    plain = Reference(joined)
    for state in product(range(0, 7, 2 if len(games) > 2 else 1), repeat=len(games)):
        mine, theirs = set(joined.options(state)), by_hand(kind, games, state)
        # Any end of a game above will do.
        assert mine == theirs or (kind is OrdinalSum and len(mine) == len(theirs))
        position = joined(*state)
        assert (nt.outcome(position) == "P") == plain.is_p(state), (kind, seed, state)
        assert kind is not OrdinalSum or nt.grundy(position) == plain.value(state)
        assert {move.state for move in nt.winning_moves(position)} == set(plain.winning(state))


@every_row(("kind", "seed"), product(KINDS, range(2)))
def test_random_parts(kind: type[Compound], seed: int) -> None:
    compare_random_parts(kind, seed)


@pytest.mark.slow
@every_row(("kind", "seed"), product(KINDS, range(2, 25)))
def test_many_random_parts(kind: type[Compound], seed: int) -> None:
    compare_random_parts(kind, seed)


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
    assert str((nt.Nim(3) & nt.Nim(4)) | nt.Nim(5)) == "(nim: 3 & nim: 4) | nim: 5"
    assert nt.parse("(nim: 3 + nim: 4) + ((nim: 5))") == nt.parse("nim: 3 + nim: 4 + nim: 5")
    with pytest.raises(nt.BadText, match="put brackets around one of them"):
        nt.parse("nim: 3 & nim: 4 + nim: 5")
    with pytest.raises(nt.BadText, match="more than 20 brackets"):
        nt.parse("(" * 500 + "nim: 3" + ")" * 500)
    with pytest.raises(nt.BadText, match="no partner"):
        nt.parse("(nim: 3 & nim: 4")
    with pytest.raises(nt.BadText, match="a game is missing after this ::"):
        nt.parse("nim: 3 ::")
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


def test_many_parts() -> None:
    position = nt.parse(" && ".join(["nim: 1"] * 1200))
    (option,) = position
    assert str(position.game.describe(position.state, option.state)).count("take 1 in part") == 1200
    assert nt.outcome(position) == "N"


def test_an_upper_part_without_an_end_is_refused() -> None:
    with pytest.raises(nt.IllegalPosition, match="has no end that can be found here"):
        nt.outcome("nim: 2 :: graph{a>b b>a}: a")


def test_where_a_part_can_go_on_for_ever_the_theorem_says_nothing() -> None:
    """From b play leads to a and back, or to the end c."""
    loop = nt.Graph("a>b b>a b>c")
    for kind in KINDS:
        position = kind.of(loop("a"), nt.Nim(2))
        assert nt.outcome(position) in ("N", "P", "D")
        assert "theorem" not in nt.analyse(position).because.kind
        ends = nt.check(position.game, [position.state])["finite"].verdict
        assert ends == ("passed" if kind is Conjunctive else "loopy")


def test_stalks_in_hackenbush() -> None:
    """The colon of Hackenbush: what stands on the end of a stalk falls with it."""
    for low, high in product(range(1, 4), repeat=2):
        stalk = " ".join(f"{n}-{n + 1}" for n in range(low + high))
        assert nt.grundy(f"nim: {low} :: nim: {high}") == nt.grundy(f"hackenbush: {stalk}")


@pytest.mark.parametrize("count", [4, pytest.param(40, marks=pytest.mark.slow)])
def test_compounds_within_compounds(count: int) -> None:
    """Random compounds of compounds, two deep: values and misere outcomes as in plain search, texts and moves."""
    rng = Random(count)
    parts = [nt.Nim(2), nt.Kayles(3), nt.parse("subtraction{1,2}: 3"), nt.Nim(1, 1)]
    for _ in range(count):
        joins = [rng.choice([*KINDS, nt.Sum]).of(*rng.sample(parts, 2)) for _ in range(2)]
        position = rng.choice([*KINDS, nt.Sum]).of(*rng.sample([*joins, rng.choice(parts)], 2))
        plain = Reference(position.game)
        assert nt.parse(str(position)) == position == position.rejoin(nt.Position(*part) for part in position.boards())
        assert nt.grundy(position) == plain.value(position.state), str(position)
        assert (nt.outcome(position) == "P") == plain.is_p(position.state), str(position)
        assert (nt.outcome(position, misere=True) == "P") == plain.is_p(position.state, True), str(position)
        for move in nt.winning_moves(position):
            assert position.game.parse(str(move)) == move.state
            moved = {change.partition(":")[0] for change in changes(position, move.state)}
            assert moved == {str(k) for k in position.game.boards_of_move(position.state, move.state)}
            assert read_move(position, str(move)) == move


def test_within_brackets_in_words() -> None:
    position = nt.parse("(nim: 2 & kayles: 3) + (nim: 3 :: chomp: 2x2)")
    assert move_sentence(position, position.game.parse("(nim: 2 & kayles: 3) + (nim: 1 :: chomp: 1)"), COMPUTER) == (
        "Part 3: I took 2 coins."
    )
    assert title_of(nt.parse("(nim: 1 :: nim: 2) + nim: 1 + nim: 2").game) == "(Nim :: Nim) + Nim"
    lines = list(rule_lines(position))
    assert lines[0] == "In each turn you move in one of the parts."
    assert lines[1].startswith("(nim & kayles) In each turn you move in every part")
    assert nt.check(position.game, [position.state]).passed
