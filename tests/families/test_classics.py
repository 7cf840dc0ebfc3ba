"""Classic games: positions solved by plain search elsewhere, and formulas against the definition."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise, product
from pathlib import Path
from typing import Any

import pytest
from every_row import every_row
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import POSITIONS, hackenbushes, walks
from reference import Reference
from test_theorems import check_records

import nimatron as nt
from nimatron.cli.graph_file import read_graph
from nimatron.families.end_nim.theorems import balance, ends
from nimatron.families.euclid.theorems import along, quotients
from nimatron.families.fibonacci.theorems import zeckendorf
from nimatron.families.geography.matching import Matching
from nimatron.families.geography.theorems import partners
from nimatron.families.hackenbush.theorems import fuse
from nimatron.families.notakto.rules import board_options, is_finished, least_image
from nimatron.families.notakto.theorems import LOST, reduce
from nimatron.families.strips.theorems import mates, welter, welter_place
from nimatron.show.faces import face_of

VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "data/more_games.json").read_text("utf-8"))
HUGE = st.integers(0, 10**18)


@every_row("game", sorted({row["game"] for row in VECTORS}))
def test_positions_solved_elsewhere(game: str) -> None:
    """Values, outcomes and all winning options, found by a plain search that shares no code with this one."""
    for row in VECTORS:
        if row["game"] == game:
            check_vector(row)


def check_vector(row: dict[str, Any]) -> None:
    text, misere = row["position"], row.get("misere", False)
    assert str(nt.parse(text)) == text.strip()
    assert nt.outcome(text, misere) == row["outcome"], text
    assert sorted(map(str, nt.winning_moves(text, misere))) == sorted(map(str.strip, row["winning"])), text
    if "value" in row:
        assert nt.grundy(text) == row["value"], text


def check_far(position: nt.Position) -> None:
    """The winning moves far out: each is a move, and leads to a lost position."""
    moves = list(nt.winning_moves(position))
    assert bool(moves) == (nt.outcome(position) == "N")
    assert all(nt.outcome(move) == "P" for move in moves)
    for move in moves:
        described = str(move.describe())
        assert described


# -- strips and stairs -----------------------------------------------------------------------------


def test_welter() -> None:
    check_records(nt.Welter, [coins for k in range(5) for coins in combinations(range(9), k)])
    assert [welter(coins) for coins in [(2, 5), (1, 4, 9), (2, 3, 5, 7), (0, 1)]] == [6, 3, 5, 0]


@given(st.sets(HUGE, max_size=8), HUGE)
def test_welter_far_out(coins: set[int], value: int) -> None:
    """There is exactly one place for one more coin, and mated pairs give the same value."""
    others = sorted(coins)
    place = welter_place(others, value)
    assert place not in coins
    assert welter([*others, place]) == value
    paired = 0
    for pair in mates(others):
        paired ^= (pair[0] ^ pair[1]) - 1 if len(pair) == 2 else pair[0]
    assert paired == welter(others)
    check_far(nt.Welter(tuple(coins)))


def test_silver_dollar_and_staircase() -> None:
    check_records(nt.SilverDollar, [coins for k in range(5) for coins in combinations(range(9), k)])
    check_records(nt.Staircase, [steps for k in range(4) for steps in product(range(4), repeat=k)])


@given(st.sets(HUGE, max_size=8), st.lists(HUGE, max_size=8))
def test_strips_and_stairs_far_out(coins: set[int], steps: list[int]) -> None:
    check_far(nt.SilverDollar(tuple(coins)))
    check_far(nt.Staircase(tuple(steps)))


# -- numbers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("least", [0, 1])
def test_euclid(least: int) -> None:
    check_records(nt.EuclidGame(least), list(product(range(least, 25), repeat=2)))


@given(st.integers(1, 10**18), st.integers(1, 10**18))
def test_euclid_far_out(a: int, b: int) -> None:
    assert nt.grundy(nt.Euclid(a, b)) == along(quotients(max(a, b), min(a, b)), 1)[-1]
    check_far(nt.Euclid(a, b))
    check_far(nt.EuclidGame(0)(a, b))


def test_fibonacci() -> None:
    check_records(nt.Fibonacci, [(n, most) for n in range(30) for most in range(n + 3)])
    assert [n for n in range(1, 100) if nt.outcome(nt.Fibonacci(n)) == "P"] == [1, 2, 3, 5, 8, 13, 21, 34, 55, 89]
    # The row of CGSuite's own test: a heap of 10 after 0, 1, 2, ... were taken.
    assert nt.grundy([nt.Fibonacci(10, 2 * taken) for taken in range(7)]) == [0, 2, 2, 2, 5, 5, 5]


@given(HUGE, HUGE)
def test_fibonacci_far_out(n: int, most: int) -> None:
    parts = zeckendorf(n)
    assert sum(parts) == n
    assert all(a > 1.6 * b for a, b in pairwise(parts))
    check_far(nt.Fibonacci(n, most))


@pytest.mark.parametrize("r", [2, 3, 5])
def test_generalised_wythoff(r: int) -> None:
    check_records(nt.WythoffGame(r), list(product(range(12), repeat=2)))


@given(st.integers(1, 9), HUGE, HUGE)
def test_generalised_wythoff_far_out(r: int, x: int, y: int) -> None:
    check_far(nt.WythoffGame(r)(x, y))
    assert nt.WythoffGame(1) == nt.Wythoff


# -- End-Nim ---------------------------------------------------------------------------------------


def test_end_nim() -> None:
    check_records(nt.EndNim, [row for k in range(4) for row in product(range(1, 5), repeat=k)])
    lost = ["".join(map(str, row)) for row in product(range(1, 4), repeat=3) if nt.outcome(nt.EndNim(row)) == "P"]
    assert lost == ["121", "131", "212", "232", "313", "323"]


@given(st.lists(st.integers(1, 10**18), max_size=9), st.integers(1, 10**18))
def test_end_nim_far_out(row: list[int], heap: int) -> None:
    check_far(nt.EndNim(tuple(row)))
    left, right = ends(tuple(row))
    assert balance(balance(heap, left, right), right, left) == heap
    assert nt.outcome(nt.EndNim((left, *row))) == nt.outcome(nt.EndNim((*row, right))) == "P"


# -- Hackenbush and Geography ----------------------------------------------------------------------


@settings(max_examples=6)
@given(hackenbushes(7))
def test_hackenbush(position: nt.Position) -> None:
    plain = Reference(nt.Hackenbush)
    assert fuse(position.state).value == plain.value(position.state)
    check_records(nt.Hackenbush, [plant for _, plant in nt.Hackenbush.components(position.state)], plain)
    assert {move.state for move in nt.winning_moves(position)} == set(plain.winning(position.state))


def test_hackenbush_by_the_thousand() -> None:
    """Stalks, circuits and trees with thousands of edges."""
    stalk = " ".join(["0-v1", *(f"v{i}-v{i + 1}" for i in range(1, 1200))])
    assert nt.grundy(f"hackenbush: {stalk}") == 1200
    assert nt.grundy(f"hackenbush: {stalk} v1200-0") == 1
    assert nt.grundy(f"hackenbush: {stalk} v1200-v400") == 401
    moves = nt.winning_moves(f"hackenbush: {stalk} 0-w1 w1-w2")
    assert [len(move.state) for move in moves] == [4]


def test_what_is_not_joined_to_the_ground_is_gone() -> None:
    assert str(nt.parse("hackenbush: b-a 0-a a-b d-d")) == "hackenbush: 0-a a-b a-b"
    assert str(nt.parse("hackenbush: 0-a-b-0")) == "hackenbush: 0-a 0-b a-b"
    start = nt.parse("hackenbush: 0-a a-b b-c")
    words = [str(start.game.describe(start.state, option.state)) for option in start.options()]
    assert words == ["cut 0-a, and 2 more fall", "cut a-b, and 1 more fall", "cut b-c"]


@settings(max_examples=10)
@given(walks(nt.Geography) | walks(nt.EdgeGeography))
def test_geography(position: nt.Position) -> None:
    plain = Reference(position.game)
    check_records(position.game, [position.state], plain)
    assert nt.grundy(position) == plain.value(position.state)
    assert {move.state for move in nt.winning_moves(position)} == set(plain.winning(position.state))


@settings(max_examples=7)
@given(st.integers(1, 10).flatmap(lambda n: st.sets(st.tuples(*[st.integers(0, n - 1)] * 2))))
def test_largest_matchings(pairs: set[tuple[int, int]]) -> None:
    """Against another program: as many pairs, and the vertices without which there are as many."""
    networkx = pytest.importorskip("networkx")
    graph = networkx.Graph((a, b) for a, b in pairs if a != b)

    def largest(graph: Any) -> int:
        return len(networkx.max_weight_matching(graph, maxcardinality=True))

    found = Matching({str(v): [str(w) for w in graph[v]] for v in graph})
    assert len(found.pairs) == largest(graph)
    loose = {v for v in graph if largest(graph.subgraph(set(graph) - {v})) == len(found.pairs)}
    assert found.loose == set(map(str, loose))


def test_a_large_graph() -> None:
    """A board of 12 x 12 squares: dominoes cover it, so the first player wins by walking along them."""
    squares = list(product(range(12), repeat=2))
    edges = [((x, y), (x + dx, y + dy)) for x, y in squares for dx, dy in ((0, 1), (1, 0)) if max(x + dx, y + dy) < 12]
    game = nt.Geography(edges)
    start = game("5.5")
    assert nt.outcome(start) == "N"
    assert len(nt.winning_moves(start)) == 4
    pairs = partners(game, start.state)
    assert len(pairs) == 72
    assert nt.outcome(nt.EdgeGeography(edges)("5.5")) in ("N", "P")


# -- circles ---------------------------------------------------------------------------------------


@every_row("code", ["0.77", "0.07", "0.137", "0.3", "0.17"])
def test_circles(code: str) -> None:
    check_records(nt.Circular(code), [(-n,) for n in range(1, 11)] + [(n,) for n in range(8)])


def test_circles_far_out() -> None:
    """Kayles in a circle is lost from three pins on; Dawson's Kayles in a circle is a row of two pins fewer."""
    assert [n for n in range(1, 30) if nt.outcome(nt.CircularKayles((-n,))) == "N"] == [1, 2]
    assert nt.grundy("circular-kayles: (1000000000000000000)") == 0
    for n in (10**18, 10**18 + 5):
        row = nt.grundy(nt.DawsonKayles(n - 2))
        assert nt.grundy(nt.CircularDawsonKayles((-n,))) == int(row == 0)


# -- coins -----------------------------------------------------------------------------------------

ROWS = {
    "1-3": [1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22, 25, 26, 28, 31, 32, 35, 37, 38],
    "1-9": [1, 2, 4, 8, 16, 32, 64, 128, 256, 511, 512, 1024, 2048],
    "3": [0, 0, 1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22, 25, 26, 28, 31, 32, 35],
    "1+C": [1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4, 1, 2, 1, 16, 1, 2, 1, 4],
    "1-3C(5)": [1, 2, 4, 7, 8, 1, 2, 4, 7, 8, 1, 2, 4, 7, 8, 1, 2, 4, 7, 8],
    "3C(5)": [0, 0, 1, 2, 4, 0, 0, 1, 2, 4, 0, 0, 1, 2, 4, 0, 0, 1, 2, 4],
    "1-5C": [1, 2, 1, 4, 1, 2, 1, 4, 1, 2, 1, 4, 1, 2, 1, 4, 1, 2, 1, 4],
    "3E": [0, 0, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1, 0, 0, 1, 2, 2, 1, 4, 4],
    "4FS": [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3],
    "1+S": [1, 2, 4, 3, 6, 7, 8, 16, 18, 25, 32, 11, 64, 31],
}
"""Rows of CGSuite's own tests (Spawning, its code for turning coins), as far as plain search gets quickly."""


@every_row("code", ROWS)
def test_codes_for_turning_coins(code: str) -> None:
    game = nt.Turning(code)
    assert (game.code, nt.Turning(game.code)) == (code, game)
    assert nt.grundy([game(n) for n in range(len(ROWS[code]))]) == ROWS[code]


def test_spellings_of_a_turning_code() -> None:
    assert nt.Turning("1 - 3").code == "1-3"
    assert nt.Turning("4sf").code == "4FS"
    assert nt.Turning("3") == nt.Triplets
    assert str(nt.parse("turning{3-3}: HTTH")) == "turning{3}: 0 3"
    assert [len(list(game.turns(19))) for game in (nt.Turning("1-3"), nt.Triplets, nt.Turnips)] == [191, 171, 9]
    assert len(list(nt.Sym.turns(19))) == 2046
    assert len(list(nt.Turning("4FS").turns(19))) == 9
    for code in ["", "0", "3-1", "x", "3X", "3CE", "-3", "1+C()"]:
        with pytest.raises(nt.UsageError):
            nt.Turning(code)


def test_triplets() -> None:
    check_records(nt.Triplets, [(n,) for n in range(9)])
    far = nt.Triplets(10**18, 10**18 + 7)
    move = nt.winning_moves(far)[0]
    assert nt.outcome(far) == "N"
    assert nt.outcome(move) == "P"


# -- Node Kayles on forests, Brussels Sprouts, Nimstring -------------------------------------------


@settings(max_examples=5)
@given(st.integers(1, 8).flatmap(lambda n: st.tuples(*[st.lists(st.integers(-1, 6), min_size=n, max_size=n)] * 2)))
def test_isomorphic_forests_have_the_same_key(forests: tuple[list[int], list[int]]) -> None:
    networkx = pytest.importorskip("networkx")
    keys, graphs = [], []
    for above in forests:
        # Vertex i hangs on one before it, or on none.
        edges = [(i, up % i) for i, up in enumerate(above) if i and up >= 0]
        game = nt.NodeKayles(edges, range(len(above)))
        keys.append(game.canonical(game.start))
        graphs.append(networkx.Graph(edges))
        graphs[-1].add_nodes_from(range(len(above)))
    assert (keys[0] == keys[1]) == networkx.is_isomorphic(*graphs)


def test_node_kayles_on_a_tree() -> None:
    """A path is a row of Dawson's Chess; with a leg of one vertex it is no path, and search is needed."""
    legs = nt.NodeKayles("m-a1 a1-a2 a2-a3 m-b1 b1-b2 b2-b3 m-c1 c1-c2 c2-c3")
    plain = Reference(legs)
    assert nt.grundy(legs()) == plain.value(legs.start)


@settings(max_examples=6)
@given(POSITIONS["brussels-sprouts"])
def test_brussels_sprouts(position: nt.Position) -> None:
    plain = Reference(nt.BrusselsSprouts)
    check_records(nt.BrusselsSprouts, [position.state], plain)

    @cache
    def lengths(state: Any) -> frozenset[int]:
        after = [lengths(option) for option in plain.options(state)]
        return frozenset(1 + n for found in after for n in found) or frozenset({0})

    assert lengths(position.state) == {nt.BrusselsSprouts.play_length(position.state)}


def test_crosses() -> None:
    assert [nt.BrusselsSprouts.play_length(nt.parse(f"brussels-sprouts: {n}x4").state) for n in (1, 2, 3)] == [3, 8, 13]
    assert [nt.outcome(f"brussels-sprouts: {n}x4") for n in (1, 2, 3, 1000)] == ["N", "P", "N", "P"]


@settings(max_examples=10)
@given(POSITIONS["nimstring"])
def test_nimstring(position: nt.Position) -> None:
    """The rules move by move: whoever frees a coin moves again, and whoever cannot move loses."""

    @cache
    def wins(strings: tuple[tuple[str, str], ...]) -> bool:
        for i, cut in enumerate(strings):
            left = (*strings[:i], *strings[i + 1 :])
            held = {end for string in left for end in string}
            again = any(end != "0" and end not in held for end in cut)
            if wins(left) if again else not wins(left):
                return True
        return False

    assert (nt.outcome(position) == "N") == wins(position.state)


def test_boxes() -> None:
    assert [len(nt.parse(f"nimstring: {size}").state) for size in ("1x1", "2x1", "2x2", "3x3")] == [4, 7, 12, 24]
    assert [nt.outcome(f"nimstring: {size}") for size in ("1x1", "2x1", "3x1", "2x2")] == ["N", "N", "N", "P"]


# -- Notakto ---------------------------------------------------------------------------------------


def test_the_monoid_of_notakto() -> None:
    """The relations give 18 elements, and multiplication does not depend on the order of the factors."""
    elements, todo = {(0, 0, 0, 0)}, [(0, 0, 0, 0)]
    generators = [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)]

    def times(x: Any, y: Any) -> Any:
        return reduce(*(a + b for a, b in zip(x, y, strict=True)))

    for x in todo:
        new = {times(x, generator) for generator in generators} - elements
        elements |= new
        todo += new
    assert len(elements) == 18
    assert elements >= LOST
    assert all(times(times(x, y), z) == times(x, times(y, z)) for x, y, z in product(elements, repeat=3))


@pytest.mark.slow
def test_notakto_is_what_its_monoid_says() -> None:
    """All sums of two boards, and some of three, against plain search in misere play."""
    boards = sorted({least_image(board) for board in every_board() if not is_finished(board)})
    assert len(boards) == 46

    @cache
    def is_lost(sums: tuple[str, ...]) -> bool:
        options = (
            tuple(sorted((*sums[:i], *sums[i + 1 :], *((least_image(after),) if not is_finished(after) else ()))))
            for i, board in enumerate(sums)
            for after in board_options(board)
        )
        return bool(sums) and not any(map(is_lost, dict.fromkeys(options)))

    for sums in [*combinations_with_replacement(boards, 2), *((board, board, boards[0]) for board in boards)]:
        assert is_lost(tuple(sorted(sums))) == (nt.outcome(nt.Notakto(sums), misere=True) == "P"), sums
    assert [nt.outcome(nt.Notakto([".../.../..."] * n), misere=True) for n in range(6)] == [
        "N",
        "N",
        "P",
        "N",
        "P",
        "N",
    ]


def test_notakto_is_misere_by_nature() -> None:
    """Who does not say otherwise gets the answer for misere play; in a sum with other games for normal play."""
    board = ".../.../..."
    assert nt.analyse(f"notakto: {board} {board}").misere
    assert nt.outcome(f"notakto: {board} {board}") == nt.outcome(f"notakto: {board} {board}", misere=True) == "P"
    assert nt.outcome(f"notakto: {board}", misere=False) == "N" == nt.outcome(f"notakto: {board}")
    assert nt.explain(f"notakto: {board} + notakto: {board}").analysis.misere
    assert nt.outcome(" + ".join([f"notakto: {board}"] * 4)) == "P"
    assert not nt.analyse(f"notakto: {board} + nim: 1").misere
    assert str(nt.explain(f"notakto: {board}").steps[0].method).startswith("Think of each board as letters")  # type: ignore[union-attr]


def every_board() -> Iterator[str]:
    for marks in product("X.", repeat=9):
        yield "/".join("".join(marks[k : k + 3]) for k in (0, 3, 6))


def test_geography_on_a_graph_from_a_file(tmp_path: Path) -> None:
    for text, road in (("graph { a -- b; b -- c; }", "-"), ("digraph { a -> b; b -> c; }", ">")):
        path = tmp_path / "graph.dot"
        path.write_text(text)
        assert read_graph(str(path), nt.Geography) == nt.Geography(f"a{road}b b{road}c")


@pytest.mark.parametrize(
    ("text", "arrows", "held"),
    [
        ("geography{a-b b-c b-e c-d d-e e-f}: a", [("a", "b"), ("c", "d"), ("e", "f")], ["a"]),
        ("edge-geography{a-b b-c c-d a-d}: a", None, ["a", "c"]),
        ("edge-geography{a-b b-c}: b", None, ["a"]),
    ],
)
def test_the_strategy_is_drawn(text: str, arrows: list[tuple[str, str]] | None, held: list[str]) -> None:
    position = nt.parse(text)
    draw = face_of(position.game).strategy
    assert draw
    drawn = draw(position.game, position.state, position.state)
    assert drawn
    assert arrows is None or sorted(drawn.arrows) == arrows
    assert [shape.id for shape in drawn.shapes if shape.chips] == held


@every_row(
    ("text", "place"),
    [
        ("circular-kayles: (x)", 17), ("circular-kayles: 3 (5)", 19),
        ("nimstring: 0-a a-a", 15), ("nimstring: 0x3", 11), ("brussels-sprouts: 4,0", 18),
        ("notakto: .../...", 9), ("notakto: .../.../... .../.o./...", 21),
        ("geography{a-b}:", 15), ("geography{a-b}: c", 16), ("geography{a-b}: a a", 18), ("geography{a-a}: a", 10),
        ("edge-geography{a-b}: a a-c", 23), ("edge-geography{a-b}: a a-b b-a", 27), ("hackenbush: 0-a b", 16),
        ("hackenbush: 0-", 12), ("welter: 1 4 1", 12), ("euclid: 0 4", 8), ("euclid{3}: 1 4", 7),
        ("fibonacci: 1 2 3", 15), ("wythoff{0}: 1 2", 8), ("staircase: 3 x", 13), ("end-nim: -1", 9),
    ],
)  # fmt: skip
def test_faults_are_pointed_at(text: str, place: int) -> None:
    with pytest.raises(nt.BadText) as fault:
        nt.parse(text)
    assert fault.value.place == place
