"""Arc Kayles, Node Kayles and Chomp on any order: known values, other games in disguise, notation, files, errors."""

import json
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from every_row import every_row
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import Reference
from typer.testing import CliRunner

import nimatron as nt
from nimatron.cli.graph_file import read_graph
from nimatron.cli.program import app
from nimatron.core.errors import UsageError
from nimatron.families.vertices.normal_forms import normal_form
from nimatron.families.vertices.rules import MOST_VERTICES
from nimatron.show.pictures import draw
from nimatron.solve.theorem import theorems_of

KAYLES = [nt.ArcKayles, nt.NodeKayles]
ALL = [*KAYLES, nt.Poset]
EACH = pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.name)

Cells = list[tuple[int, int]]


def grid(rules: Any, cells: Cells) -> nt.Position:
    """The squares of a board, joined to the next ones."""
    edges = [
        (f"{x}.{y}", f"{x + dx}.{y + dy}") for x, y in cells for dx, dy in ((1, 0), (0, 1)) if (x + dx, y + dy) in cells
    ]
    return rules(edges, [f"{x}.{y}" for x, y in cells])()


def path(n: int) -> list[tuple[int, int]]:
    return [(i, i + 1) for i in range(1, n)]


def circle(n: int) -> list[tuple[int, int]]:
    return [*path(n), (1, n)]


def sides(a: int, b: int) -> list[tuple[str, str]]:
    return [(f"a{i}", f"b{j}") for i in range(a) for j in range(b)]


def by_rules(position: nt.Position) -> Any:
    return Reference(position.game).value(position.state)


# -- other games in disguise ---------------------------------------------------------------------


@given(st.integers(1, 4), st.integers(1, 3), st.data())
@settings(max_examples=10, deadline=None)
def test_cram_is_arc_kayles_on_a_board(width: int, height: int, data: st.DataObject) -> None:
    empty = data.draw(st.integers(0, 2 ** (width * height) - 1))
    cells = [(x, y) for y in range(height) for x in range(width) if empty >> y * width + x & 1]
    cram = nt.Cram((width, height, empty))
    board = grid(nt.ArcKayles, cells)
    assert nt.grundy(board) == nt.grundy(cram)
    assert len(nt.winning_moves(board)) == len(nt.winning_moves(cram))
    assert nt.outcome(board, misere=True) == nt.outcome(cram, misere=True)


@pytest.mark.parametrize("size", ["4x4", "5x3", pytest.param("5x4", marks=pytest.mark.slow)])
def test_whole_boards_of_cram(size: str) -> None:
    width, height = map(int, size.split("x"))
    board = grid(nt.ArcKayles, list(product(range(width), range(height))))
    assert nt.grundy(board) == nt.grundy(nt.Cram(size))


@given(st.lists(st.integers(1, 4), min_size=1, max_size=4).map(lambda rows: tuple(sorted(rows, reverse=True))))
@settings(max_examples=10, deadline=None)
def test_chomp_is_an_order_without_its_least_element(bar: tuple[int, ...]) -> None:
    cells = [(x, y) for y, row in enumerate(bar) for x in range(row) if x or y]
    above = [((x, y), (u, v)) for x, y in cells for u, v in cells if (u, v) in ((x - 1, y), (x, y - 1))]
    game = nt.Poset([(f"{a}.{b}", f"{c}.{d}") for (a, b), (c, d) in above], [f"{x}.{y}" for x, y in cells])
    bitten = nt.Chomp(bar)
    assert nt.grundy(game()) == nt.grundy(bitten)
    assert len(nt.winning_moves(game())) == len(nt.winning_moves(bitten))
    assert nt.outcome(game(), misere=True) == nt.outcome(bitten, misere=True)


@given(st.lists(st.integers(0, 4), max_size=3))
@settings(deadline=None)
def test_nim_is_an_order_of_chains(heaps: list[int]) -> None:
    chains = [[(f"h{k}.{i + 1}", f"h{k}.{i}") for i in range(1, heap)] for k, heap in enumerate(heaps)]
    names = [f"h{k}.{i}" for k, heap in enumerate(heaps) for i in range(1, heap + 1)]
    game = nt.Poset([edge for chain in chains for edge in chain], names)
    assert nt.grundy(game()) == nt.grundy(nt.Nim(heaps))


# -- theorems ------------------------------------------------------------------------------------


@every_row("n", range(1, 13))
def test_paths_and_circles(n: int) -> None:
    arcs, nodes = nt.ArcKayles(path(n), [1])(), nt.NodeKayles(path(n), [1])()
    assert nt.grundy(arcs) == nt.grundy(nt.DawsonKayles(n)) == by_rules(arcs)
    assert nt.grundy(nodes) == nt.grundy(nt.DawsonChess(n)) == by_rules(nodes)
    if n >= 3:
        for rules in KAYLES:
            assert nt.grundy(rules(circle(n))()) == by_rules(rules(circle(n))())


def test_long_paths_are_known() -> None:
    assert nt.grundy(nt.ArcKayles(path(1000))(), limit=5000) == nt.grundy(nt.DawsonKayles(1000))
    assert nt.grundy(nt.NodeKayles(circle(1000))(), limit=5000) == (nt.grundy(nt.DawsonChess(997)) == 0)


@every_row(("a", "b"), [(a, b) for a in range(1, 6) for b in range(a, 6)])
def test_two_sides(a: int, b: int) -> None:
    for rules in KAYLES:
        assert nt.grundy(rules(sides(a, b))()) == by_rules(rules(sides(a, b))())
    assert nt.grundy(nt.ArcKayles(sides(a, b))()) == a % 2
    if a == 1:  # a star
        assert nt.grundy(nt.NodeKayles(sides(1, b))()) == (1 if b % 2 else 2)


@every_row("n", range(2, 8))
def test_all_pairs(n: int) -> None:
    pairs = list(combinations(range(n), 2))
    assert nt.grundy(nt.ArcKayles(pairs)()) == n // 2 % 2 == by_rules(nt.ArcKayles(pairs)())
    assert nt.grundy(nt.NodeKayles(pairs)()) == 1 == by_rules(nt.NodeKayles(pairs)())


@every_row("seed", range(40))
def test_forests(seed: int) -> None:
    random = Random(seed)
    n = random.randint(1, 9)
    edges = [(i, random.randint(0, i - 1)) for i in range(1, n) if random.random() < 0.85]
    game = nt.Poset(edges, range(n))
    assert nt.grundy(game()) == by_rules(game())
    forest = theorems_of(game)[0]
    assert forest.value is not None
    assert forest.value(game, game.start, lambda *_: 0) == by_rules(game())


@EACH
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_every_record_agrees_with_the_rules(rules: Any, data: st.DataObject) -> None:
    n = data.draw(st.integers(1, 7))
    pairs = list(combinations(range(n), 2))
    edges = data.draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    game = rules([(b, a) for a, b in edges], range(n))
    plain = Reference(game)
    for _, part in game.components(game.start):
        for theorem in theorems_of(game):
            value = theorem.value(game, part, lambda g, s: nt.grundy(nt.Position(g, s))) if theorem.value else None
            assert value is None or value == plain.value(part)
            outcome = theorem.outcome(game, part) if theorem.outcome else None
            assert outcome is None or outcome == ("P" if plain.is_p(part) else "N")


def test_a_least_or_a_greatest_element() -> None:
    """Strategy stealing: no search is needed, however large the order."""
    n = 6
    cells = [(a, b, c) for a in range(n) for b in range(n) for c in range(n)]
    edges = [
        (f"{a}.{b}.{c}", f"{a - u}.{b - v}.{c - w}")
        for a, b, c in cells
        for u, v, w in ((1, 0, 0), (0, 1, 0), (0, 0, 1))
        if a >= u and b >= v and c >= w
    ]
    game = nt.Poset(edges)
    assert nt.outcome(game(), limit=10) == "N"
    without_least = game.start & ~(1 << game.vertices.index("0.0.0"))
    assert nt.outcome(game(without_least), limit=10) == "N"


# -- normal forms --------------------------------------------------------------------------------


@EACH
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_normal_forms_tell_graphs_apart(rules: Any, data: st.DataObject) -> None:
    """Renamed graphs nearly always share one; graphs of different values never do."""
    n = data.draw(st.integers(1, 6))
    pairs = list(combinations(range(n), 2))
    edges = [(b, a) for a, b in (data.draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else [])]
    other = [(b, a) for a, b in (data.draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else [])]
    one, two = rules(edges, range(n)), rules(other, range(n))
    keys = [game.canonical(game.start) for game in (one, two)]
    if keys[0] == keys[1]:
        assert by_rules(one()) == by_rules(two())
    renamed = data.draw(st.permutations(range(n)))
    again = rules([(renamed[a], renamed[b]) for a, b in edges], range(n))
    if edges == [] or len(edges) == len(pairs) or n <= 3:
        assert again.canonical(again.start) == keys[0]
    assert by_rules(again()) == by_rules(one())


def test_symmetric_graphs_share_a_form() -> None:
    ring = nt.NodeKayles(circle(8))
    forms = {ring.canonical(option) for option in ring.options(ring.start)}
    assert len(forms) == 1
    lone = nt.ArcKayles("a-b c d")
    assert lone.canonical(lone.accept("a b c d")) == lone.canonical(lone.accept("a b"))
    near = tuple(1 << (i + 1) % 70 | 1 << (i - 1) % 70 for i in range(70))
    assert normal_form(near, near, (1 << 70) - 1) == (1 << 70) - 1  # too large to be worth it


# -- notation ------------------------------------------------------------------------------------


@every_row(
    ("text", "printed"),
    [
        ("arc-kayles{a-b b-c}:", "arc-kayles{a-b b-c}: a b c"),
        ("arc-kayles{c-b-a}: c a", "arc-kayles{a-b b-c}: a c"),
        ("arc-kayles{b-a a-b d}: -", "arc-kayles{a-b d}: -"),
        ("node-kayles{v10-v9 v2}:", "node-kayles{v9-v10 v2}: v2 v9 v10"),
        ("node-kayles{}:", "node-kayles{}: -"),
        ("Arc_Kayles{a-b}: b", "arc-kayles{a-b}: b"),
        ("poset{c>b>a}: a c", "poset{b>a c>b}: a c"),
        ("poset{a>b} :", "poset{a>b}: a b"),
        ("poset{x-1>y-1}:", "poset{x-1>y-1}: x-1 y-1"),
    ],
)
def test_what_is_read_and_printed(text: str, printed: str) -> None:
    position = nt.parse(text)
    assert str(position) == printed
    assert nt.parse(printed) == position


@every_row(
    ("text", "message"),
    [
        ("poset{a>b b>c c>a d>a}:", "this is a cycle: a > b > c > a"),
        ("poset{a>a}:", "a>a joins a vertex to itself"),
        ("arc-kayles{a-a}:", "a-a joins a vertex to itself"),
        ("arc-kayles{a--b}:", "expected an edge such as a-b or a vertex such as a, not 'a--b'"),
        ("arc-kayles{a>b}:", "expected an edge such as a-b"),
        ("poset{a>}:", "expected an edge such as a>b"),
        ("node-kayles{a-b}: c", "'c' is not a vertex of the graph (a, b)"),
        ("node-kayles{a-b}: a b a", "'a' is there twice"),
        ("node-kayles{a-b}: a -", "'-' is not a vertex"),
        ("arc-kayles: a b", "expected parameters in braces"),
        ("arc-kayles{@file.json}:", "on the command line only"),
    ],
)
def test_what_is_refused(text: str, message: str) -> None:
    with pytest.raises(nt.BadText) as fault:
        nt.parse(text)
    assert message in str(fault.value)


@EACH
def test_ways_to_make_a_game(rules: Any) -> None:
    joined = rules([("b", "a"), ("c", "b")], ["d"])
    assert joined == rules({"b": ["a"], "c": ["b"], "d": []}) == rules(f"c{rules.signs}b{rules.signs}a d")
    assert hash(joined) == hash(rules([("c", "b"), ("b", "a")], ["d"]))
    assert joined != rules([("b", "a")], ["c", "d"])
    assert joined("a", "d").state == joined(("d", "a")).state == joined("a d").state == 0b1001
    for state in (-1, 16, True, 3.5, ("x",), ("a", "a")):
        with pytest.raises(nt.IllegalPosition):
            joined(state)
    assert rules([("a b", "c")]).vertices == ("a_b", "c")
    with pytest.raises(UsageError, match="a vertex name has no spaces"):
        rules([("", "c")])
    with pytest.raises(UsageError, match="at most 10,000 vertices"):
        rules((), range(MOST_VERTICES + 1))


def test_a_direction_matters_only_to_orders() -> None:
    assert nt.ArcKayles([("a", "b"), ("b", "a")]) == nt.ArcKayles("a-b")
    assert nt.Poset("a>b") != nt.Poset("b>a")
    with pytest.raises(UsageError, match="a > b > a"):
        nt.Poset([("a", "b"), ("b", "a")])
    deep = nt.Poset([(i + 1, i) for i in range(3000)])
    assert nt.grundy(deep()) == 3001


def test_moves_in_words() -> None:
    texts = {
        "arc-kayles{a-b b-c}:": ["take a and b", "take b and c"],
        "node-kayles{a-b b-c d}: a b c d": [
            "take a and with it b",
            "take b and with it a c",
            "take c and with it b",
            "take d",
        ],
        "poset{c>b>a}:": ["take a and with it b c", "take b and with it c", "take c"],
    }
    for text, words in texts.items():
        position = nt.parse(text)
        assert [str(position.game.describe(position.state, option.state)) for option in position.options()] == words


def test_drawings() -> None:
    assert draw(nt.parse("arc-kayles{a-b b-c d}:")) == "a - b\nb - a c\nc - b\nd"
    assert draw(nt.parse("poset{c>b>a}: a c")) == "a\nc > a"
    assert draw(nt.parse("poset{c>b>a}:")) == "a\nb > a\nc > b"
    assert draw(nt.parse("poset{c>b>a}: -")) == "(no vertices)"


# -- files ---------------------------------------------------------------------------------------

LINES = "a-b a-c"
NODE_LINK = {"nodes": [{"id": "a"}, {"id": "b"}, {"id": "c"}], "links": [{"source": "a", "target": "b"}, ["a", "c"]]}
GRAPHML = """<graphml><graph edgedefault="{kind}"><node id="a"/><node id="b"/><node id="c"/>
<edge source="a" target="b"/><edge source="a" target="c"/></graph></graphml>"""


def read(tmp_path: Path, name: str, text: str, rules: type[nt.Game]) -> nt.Game:
    file = tmp_path / name
    file.write_text(text)
    return read_graph(str(file), rules)


@pytest.mark.parametrize("rules", KAYLES)
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("g.dot", "graph { a -- b; a -- c }"),
        ("g.gv", "strict graph { a -- {b c} }"),
        ("g.json", '{"a": ["b", "c"], "b": ["a"]}'),
        ("g.json", '[["a", "b"], ["c", "a"]]'),
        ("g.json", json.dumps(NODE_LINK)),
        ("g.json", json.dumps({**NODE_LINK, "directed": False})),
        ("g.json", json.dumps({"directed": False, "edges": [["a", "b"], ["a", "c"]]})),
        ("g.graphml", GRAPHML.format(kind="undirected")),
    ],
)
def test_graphs_from_files(tmp_path: Path, name: str, text: str, rules: Any) -> None:
    assert read(tmp_path, name, text, rules) == rules(LINES)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("g.dot", "digraph { a -> b; a -> c }"),
        ("g.json", json.dumps({**NODE_LINK, "directed": True})),
        ("g.graphml", GRAPHML.format(kind="directed")),
    ],
)
def test_arrows_are_for_orders(tmp_path: Path, name: str, text: str) -> None:
    assert read(tmp_path, name, text, nt.Poset) == nt.Poset("a>b a>c")
    for rules in KAYLES:
        with pytest.raises(UsageError, match="the graph has arrows"):
            read(tmp_path, name, text, rules)


def test_files_that_do_not_fit(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="expected a directed graph"):
        read(tmp_path, "g.dot", "graph { a -- b }", nt.Poset)
    with pytest.raises(UsageError, match="this is a cycle: a > b > a"):
        read(tmp_path, "g.json", '[["a", "b"], ["b", "a"]]', nt.Poset)
    mixed = GRAPHML.format(kind="directed").replace('target="c"', 'target="c" directed="false"')
    with pytest.raises(UsageError, match="some edges have a direction"):
        read(tmp_path, "g.graphml", mixed, nt.Poset)
    assert read(tmp_path, "g.json", '[["x-1", "y>2"]]', nt.ArcKayles) == nt.ArcKayles("x_1-y_2")
    networkx = pytest.importorskip("networkx")
    graph = networkx.Graph([("a", "b"), ("a", "c")])
    written = json.dumps(networkx.node_link_data(graph, edges="edges"))
    assert read(tmp_path, "n.json", written, nt.NodeKayles) == nt.NodeKayles(LINES)
    networkx.write_graphml(graph, tmp_path / "n.graphml")
    assert read_graph(str(tmp_path / "n.graphml"), nt.ArcKayles) == nt.ArcKayles(LINES)


def test_on_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "g.dot").write_text("graph { a -- b -- c -- d }")
    result = CliRunner().invoke(app, ["solve", f"arc-kayles{{@{tmp_path / 'g.dot'}}}:"], env={"LANGUAGE": "en"})
    assert result.exit_code == 0
    assert "arc-kayles{a-b b-c c-d}: a b c d" in result.stdout
    assert "value 2" in result.stdout
    result = CliRunner().invoke(app, ["solve", f"poset{{@{tmp_path / 'g.dot'}}}:"])
    assert result.exit_code == 4
    assert "expected a directed graph" in result.stderr
