"""What must hold for every position of every game: the definitions themselves, as properties."""

from __future__ import annotations

import pickle
from collections import Counter
from functools import reduce
from itertools import islice
from operator import xor
from typing import Any

import pytest
from every_row import every_row
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from positions import ANY, ENDLESS, POSITIONS, small_sums, sums
from reference import Reference, mex, reference

import nimatron as nt
from nimatron.families.catalog import CATALOG
from nimatron.solve.theorem import is_independent


@pytest.mark.parametrize("name", [name for name in POSITIONS if name not in ENDLESS])
@given(data=st.data())
@settings(max_examples=6)
def test_every_game(name: str, data: st.DataObject) -> None:
    position = data.draw(POSITIONS[name])
    plain = reference(position)
    check_values(position, plain)
    check_text(position)
    check_parts(position.game, position.state)
    check_independence(position.game, position.state)
    check_keys(position, plain)


# -- values, outcomes, moves ---------------------------------------------------------------------


def check_values(position: nt.Position, plain: Reference) -> None:
    assert nt.grundy(position) == plain.value(position.state)
    for misere in (False, True):
        assert nt.outcome(position, misere=misere) == ("P" if plain.is_p(position.state, misere) else "N")
        check_moves(position, misere, plain)


def check_moves(position: nt.Position, misere: bool, plain: Reference) -> None:
    moves = nt.winning_moves(position, misere=misere)
    states = [move.state for move in moves]
    assert len(moves) == len(states) == len(set(states))
    assert set(states) == set(plain.winning(position.state, misere))
    assert (
        [moves[i] for i in range(len(moves))]
        == list(moves)
        == moves[:]
        == [moves[i - len(moves)] for i in range(len(moves))]
    )
    assert moves[1::2] == list(moves)[1::2]
    assert moves[::-1] == list(reversed(moves))
    for i in (len(moves), -len(moves) - 1):
        with pytest.raises(IndexError):
            moves[i]
    assert all(move in moves and str(move.describe()) for move in moves)


@given(small_sums())
@settings(max_examples=10, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
def test_moves_of_sums(position: nt.Position) -> None:
    plain = Reference(position.game)
    assert nt.grundy(position) == plain.value(position.state)
    check_moves(position, False, plain)


@given(st.lists(ANY, min_size=2, max_size=5))
@settings(max_examples=15)
def test_the_value_of_a_sum_is_the_nim_sum(positions: list[nt.Position]) -> None:
    total = positions[0]
    for position in positions[1:]:
        total += position
    value = reduce(xor, map(nt.grundy, positions))
    assert nt.grundy(total) == value
    assert nt.outcome(total, misere=False) == ("N" if value else "P")
    assert nt.grundy(total + total) == 0
    assert nt.outcome(total + total, misere=False) == "P"


@given(ANY, st.booleans())
@settings(max_examples=25)
def test_a_position_is_p_when_no_option_is(position: nt.Position, misere: bool) -> None:
    options = list(position.options())
    lost = [option for option in options if nt.outcome(option, misere=misere) == "P"]
    assert (nt.outcome(position, misere=misere) == "P") == (not lost and not (misere and not options))


@given(ANY)
@settings(max_examples=10)
def test_the_kernel(position: nt.Position) -> None:
    """From the kernel no move stays in it; from outside some move leads into it."""
    plain = reference(position)
    todo, seen = {position.state}, {position.state}
    while todo and len(seen) < 60:
        state = todo.pop()
        in_kernel = nt.outcome(nt.Position(position.game, state), misere=False) == "P"
        options = [nt.outcome(nt.Position(position.game, o), misere=False) == "P" for o in plain.options(state)]
        assert not any(options) if in_kernel else any(options)
        todo |= set(plain.options(state)) - seen
        seen |= todo


@given(ANY, st.booleans())
@settings(max_examples=20)
def test_an_analysis_agrees_with_the_single_answers(position: nt.Position, misere: bool) -> None:
    answer = nt.analyse(position, misere=misere)
    assert answer.outcome == nt.outcome(position, misere=misere)
    assert answer.solution == "strong"
    assert answer.winning_moves is not None
    assert list(answer.winning_moves) == list(nt.winning_moves(position, misere=misere))
    if not misere:
        assert answer.value == nt.grundy(position)
        assert reduce(xor, (part.value for part in answer.parts), 0) == answer.value


# -- nim-addition --------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [24, pytest.param(64, marks=pytest.mark.slow)])
def test_only_one_operation_is_cancellative_and_nim_monotone(size: int) -> None:
    """The two properties leave one choice for each entry, row by row; it is the binary sum without carry."""
    table: dict[tuple[int, int], int] = {}
    for a in range(size):
        for b in range(size):
            taken = {table[c, b] for c in range(a)} | {table[a, d] for d in range(b)}
            # Cancellative: none of those taken. Nim-monotone: everything below is taken.
            choices = [c for c in range(2 * size) if c not in taken and all(d in taken for d in range(c))]
            assert len(choices) == 1
            table[a, b] = choices[0]
            assert table[a, b] == a ^ b == nt.nim_sum(a, b) == mex(taken)


@given(st.integers(0, 200), st.integers(0, 200), st.integers(0, 200))
def test_nim_addition_has_both_properties(a: int, b: int, c: int) -> None:
    assert (nt.nim_sum(a, b) == nt.nim_sum(c, b)) == (a == c)
    if c < nt.nim_sum(a, b):
        assert nt.nim_sum(c, b) < a or nt.nim_sum(a, c) < b


def check_independence(game: nt.Game, state: Any) -> None:
    """In parts that are said to be independent a move is a move in one of them: misere play needs no less."""
    if not is_independent(game):
        return
    moved = {
        game.canonical(game.put(state, i, option))
        for i, (part, inner) in enumerate(game.components(state))
        for option in islice(part.options(inner), 200)
    }
    every = {game.canonical(option) for option in islice(game.options(state), 200)}
    assert every == moved or len(every) > 100


# -- notation ------------------------------------------------------------------------------------


def check_text(position: nt.Position) -> None:
    again = nt.parse(str(position))
    assert again == position
    assert hash(again) == hash(position)
    assert str(again) == str(position)
    assert pickle.loads(pickle.dumps(position)) == position
    for option in list(position.options())[:20]:
        assert nt.parse(str(option)) == option
        assert option.game.accept(option.state) == option.state


@given(sums(4))
@settings(max_examples=15)
def test_sums_to_text_and_back(position: nt.Position) -> None:
    assert nt.parse(str(position)) == position


def test_samples_of_the_catalog() -> None:
    for entry in CATALOG:
        position = nt.parse(entry.sample)
        assert nt.parse(str(position)) == position
        assert next(iter(position.options()), None) is not None
        assert position.game.start is None or position.game() is not None


# -- parts ---------------------------------------------------------------------------------------


@given(sums(3))
@settings(max_examples=10)
def test_put_undoes_components_of_sums(position: nt.Position) -> None:
    check_parts(position.game, position.state)


def check_parts(game: nt.Game, state: Any) -> None:
    """`put` undoes `components`."""
    put = {
        game.put(state, i, option)
        for i, (part_game, part) in enumerate(game.components(state))
        for option in part_game.options(part)
    }
    assert put == set(game.options(state))


def check_keys(position: nt.Position, plain: Reference) -> None:
    """States with one key have the same value, the same misere outcome, and options with the same keys."""
    game = position.game
    states = {position.state, *plain.options(position.state)}
    states |= {o for state in list(states) for o in plain.options(state)}
    by_key: dict[Any, Any] = {}
    for state in sorted(states, key=repr)[:150]:
        other = by_key.setdefault(game.canonical(state), state)
        assert plain.value(state) == plain.value(other)
        assert plain.is_p(state, True) == plain.is_p(other, True)
        assert {game.canonical(o) for o in plain.options(state)} == {game.canonical(o) for o in plain.options(other)}


@given(st.permutations([2, 0, 3, 1]), st.sampled_from([nt.Nim, nt.Kayles, nt.Grundy, nt.Moore(2), nt.AllBut({2})]))
def test_order_and_empty_heaps_do_not_matter(heaps: list[int], game: nt.Game) -> None:
    assert game.canonical(tuple(heaps)) == game.canonical((1, 2, 3))


@given(st.integers(1, 3), st.integers(1, 4), st.integers(0, 4095))
def test_images_of_a_cram_board_share_a_key(height: int, width: int, cells: int) -> None:
    rows = ["".join(".#"[cells >> (y * width + x) & 1] for x in range(width)) for y in range(height)]
    turned = ["".join(column) for column in zip(*rows[::-1], strict=True)]
    images = [rows, rows[::-1], [row[::-1] for row in rows], turned, turned[::-1]]
    keys = [nt.Cram.canonical(nt.parse("cram: " + "/".join(image)).state) for image in images]
    assert len(Counter(keys)) == 1


def test_mirror_images_of_a_bar_share_a_key() -> None:
    for bar, mirrored in (((5,), (1,) * 5), ((3, 1), (2, 1, 1)), ((2, 2, 2), (3, 3)), ((3, 3, 1), (3, 2, 2))):
        assert nt.Chomp.canonical(bar) == nt.Chomp.canonical(mirrored)


# -- identity ------------------------------------------------------------------------------------


@every_row(
    ("a", "b"),
    [
        (nt.Nim, nt.Nim),
        (nt.Subtraction({1, 2}), nt.Subtraction("1-2")),
        (nt.Subtraction([3, 1, 3]), nt.Subtraction((1, 3))),
        (nt.AllBut({2, 4}), nt.AllBut("2,4")),
        (nt.Moore(2), nt.Moore(2)),
        (nt.Octal(".77"), nt.Octal("0.770")),
        (nt.Octal("0.77", rows=True), nt.Kayles),
        (nt.Octal("4.3[33]"), nt.Lasker),
        (nt.Tartan(nt.Twins, nt.Twins), nt.Corners),
        (nt.Graph("a>b b>c"), nt.Graph([("b", "c"), ("a", "b")])),
        (nt.Graph("a>b c"), nt.Graph({"a": ["b"], "c": []})),
        (nt.Nim2D, nt.Nim2DGame(None)),
        (nt.Nim2DGame(1), nt.Nim2DGame(1)),
        (nt.Table(4, 4, 2), nt.Table(4, 4, 2)),
        (nt.Sum(nt.Nim, nt.Kayles), nt.Sum(nt.Nim, nt.Kayles)),
        (nt.Sum(nt.Sum(nt.Nim, nt.Chomp), nt.Cram), nt.Sum(nt.Nim, nt.Sum(nt.Chomp, nt.Cram))),
        (nt.SubtractionCoins({1, 2, 3}), nt.SubtractionCoins("1-3")),
    ],
)
def test_the_same_rules_are_equal(a: nt.Game, b: nt.Game) -> None:
    assert a == b
    assert hash(a) == hash(b)
    assert pickle.loads(pickle.dumps(a)) == a


def test_other_rules_are_not() -> None:
    games = [
        nt.Nim, nt.Nimble, nt.Subtraction({1, 2}), nt.Subtraction({1, 3}), nt.AllBut({1, 2}), nt.Moore(1),
        nt.Moore(2), nt.Octal("0.77"), nt.Kayles, nt.Octal("0.7!7!"), nt.Lasker, nt.Grundy, nt.Corners, nt.Rugs,
        nt.Nim2D, nt.Nim2DGame(2), nt.Table(3, 4, 2), nt.Table(4, 3, 2), nt.Graph("a>b"), nt.Graph("b>a"),
        nt.Graph("a>b c"), nt.Chomp, nt.Cram, nt.Chop, nt.Rook, nt.Wythoff, nt.Sum(nt.Nim, nt.Chop),
        nt.Sum(nt.Chop, nt.Nim),
    ]  # fmt: skip
    assert len(set(games)) == len(games)


def test_private_attributes_are_rules_too() -> None:
    class Countdown(nt.Game):
        def __init__(self, most: int) -> None:
            self._most = most

        def options(self, n: int) -> list[int]:
            return [n - k for k in range(1, self._most + 1) if k <= n]

    assert Countdown(1) != Countdown(2)
    assert [nt.grundy(Countdown(most)(5)) for most in (1, 2, 3)] == [1, 2, 1]


def test_a_position_never_changes() -> None:
    position = nt.Nim(1, 2)
    with pytest.raises(AttributeError):
        position.game = nt.Chomp  # type: ignore[misc]
    (move,) = nt.winning_moves(position)
    assert move == nt.Nim(1, 1)
    assert len({move, nt.Nim(1, 1)}) == 1
    assert position + move == nt.parse("nim: 1 2 + nim: 1 1")
