"""Games of users: legal, but written in ways that ours are not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import pytest
from every_row import every_row
from reference import reference

import nimatron as nt
from nimatron.check import check
from nimatron.core.game import Part, State
from nimatron.explain.move_outcomes import move_outcomes
from nimatron.families.lists.rules import Pair
from nimatron.show.pictures import draw

EXAMPLES = Path(__file__).parents[1] / "examples"


class Bag(nt.Game):
    """Nim whose heaps lie in order of size: moves in equal heaps lead to the same state."""

    start = (1, 3, 3)

    def options(self, heaps: State) -> Iterator[State]:
        for i, heap in enumerate(heaps):
            yield from (self.put(heaps, i, (left,)) for left in range(heap))

    def components(self, heaps: State) -> Sequence[Part]:
        return [(self, (heap,)) for heap in heaps]

    def put(self, heaps: State, i: int, option: State) -> State:
        return tuple(sorted((*heaps[:i], *option, *heaps[i + 1 :])))


@every_row("misere", [False, True])
@every_row("state", [(1, 3, 3), (3, 3, 3), (2, 2), (1, 1, 1)])
def test_winning_moves_are_distinct(state: State, misere: bool) -> None:
    position = Bag()(state)
    moves = nt.winning_moves(position, misere)
    expected = reference(position).winning(position.state, misere)
    assert len(moves) == len(expected)
    assert {move.state for move in moves} == set(expected)


def test_winning_moves_of_a_sum_are_distinct() -> None:
    moves = nt.winning_moves(Bag()((3, 3)) + nt.Nim(1))
    assert list(map(str, moves)) == ["bag: (2, 3) + nim: 1", "bag: (3, 3) + nim: 0"]


class Emptying(nt.HeapGame):
    """Nothing is left of an emptied heap: not even a 0."""

    start = (3, 3)

    def heap_options(self, n: int) -> Iterator[tuple[int, ...]]:
        return ((left,) if left else () for left in range(n))


def test_an_emptied_heap_keeps_its_place() -> None:
    moves = nt.winning_moves(Emptying()(3, 3, 3))
    assert [move.state for move in moves] == [(0, 3, 3), (3, 0, 3), (3, 3, 0)]
    assert str(moves[1].describe()) == "take 3 from heap 2"
    assert check(Emptying()).passed


class Lame(Pair):
    """A rook that goes left as far as it likes, but down only one step."""

    start = (3, 4)

    def options(self, square: State) -> Iterator[State]:
        x, y = square
        yield from ((a, y) for a in range(x))
        if y:
            yield x, y - 1


def test_a_pair_need_not_be_symmetric() -> None:
    for square in ((1, 3), (3, 1), (2, 0), (0, 2)):
        assert nt.grundy(Lame()(square)) == reference(Lame()(square)).value(square)
    assert check(Lame()).passed


class Doubled(nt.Game):
    """Every move is listed many times."""

    start = 3

    def options(self, n: int) -> Iterable[int]:
        return [left for left in range(n) for _ in range(10)]


def test_a_move_is_listed_once() -> None:
    assert [judged.option.state for judged in move_outcomes(Doubled()(3), most=2)] == [0, 1]


@every_row("name", ["f(", "f)", "[a", "f(1)", "a\u00a0b", "a\x0bb", " a"])
def test_a_vertex_that_cannot_be_read_back_gets_a_name(name: str) -> None:
    game = nt.Graph([(name, "b")])
    assert nt.parse(str(game([name]))) == game([name])
    with pytest.raises(nt.UsageError, match="a vertex name has no spaces"):
        nt.Graph([("", "b")])


@pytest.mark.parametrize("text", ["graph{f(1)>b}: b", "graph{a[>b}: b", "graph{a)>b}: b"])
def test_a_bracket_in_a_name_is_pointed_at(text: str) -> None:
    with pytest.raises(nt.BadText):
        nt.parse(text)


@every_row(
    ("kind", "method"), [(nt.Game, "options(self, state)"), (nt.HeapGame, "heap_options"), (nt.CoinGame, "turns")]
)
def test_a_game_without_moves_names_the_missing_method(kind: type[nt.Game], method: str) -> None:
    lacking = type("Lacking", (kind,), {})()
    with pytest.raises(nt.UserCodeError, match=f"Lacking needs a method {re.escape(method)}"):
        nt.grundy(lacking((3,)), store=None)


def test_an_empty_heap_may_have_moves() -> None:
    class Refill(nt.HeapGame):
        def heap_options(self, n: int) -> list[int]:
            return [7] if n == 0 else []

    game = Refill()
    assert nt.outcome(game(0), misere=True) == "P"
    assert nt.outcome(game(0, 0), misere=True) == "N"
    assert nt.grundy(game(0, 0)) == 0


def test_a_game_is_told_what_its_states_are() -> None:
    class Steps(nt.Game[int]):
        def options(self, n: int) -> range:
            return range(max(0, n - 2), n)

    position: nt.Position[int] = Steps()(4)
    assert [option.state + 1 for option in position.options()] == [3, 4]


def test_the_example_that_draws_itself() -> None:
    three = nt.load(str(EXAMPLES / "nothree.py"))
    report = check(three)
    assert report.passed
    assert report["picture"].verdict == "passed"
    assert [move.state for move in nt.winning_moves(three())] == ["....X...."]
    assert draw(three("X.......X")) == "X . .\n. . .\n. . X"


def test_a_notebook_shows_the_board() -> None:
    class Less(nt.Game):
        start = "<<"

        def options(self, row: str) -> list[str]:
            return [row[1:]] if row else []

        def picture(self, row: str) -> str:
            return f"{row}/&"

    shown = Less()()._repr_svg_()
    assert shown.count(">&lt;</text>") == 2
    assert ">&amp;</text>" in shown
    assert "<title>nim: 2</title>" in nt.Nim(2)._repr_svg_()
