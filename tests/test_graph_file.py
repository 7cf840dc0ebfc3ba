"""Graphs from files: the same graph in every format, and what is refused."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner
from work import calls

from nimatron import Graph
from nimatron.cli.graph_file import MOST_BYTES, read_graph
from nimatron.cli.program import app
from nimatron.core.errors import UsageError

EXAMPLES = Path(__file__).parents[1] / "examples"
LESSON = Graph("S>A S>B A>B A>C B>C B>D C>K D>C D>K")


def read(tmp_path: Path, text: str | bytes, name: str) -> Graph:
    file = tmp_path / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_graph(str(file))


@pytest.mark.parametrize("ending", ["dot", "graphml", "json"])
def test_the_examples_are_one_graph(ending: str) -> None:
    game = read_graph(str(EXAMPLES / f"lesson.{ending}"))
    assert game == LESSON
    assert str(game) == str(LESSON)  # the written order too


def test_on_the_command_line() -> None:
    result = CliRunner().invoke(app, ["solve", f"graph{{@{EXAMPLES / 'lesson.dot'}}}: S"])
    assert result.exit_code == 0
    assert f"{LESSON}: B" in result.stdout
    result = CliRunner().invoke(app, ["solve", "graph{@missing.json}: S"])
    assert result.exit_code == 4
    assert "there is no file missing.json" in result.stderr


# -- JSON ------------------------------------------------------------------------------------------

NODE_LINK = {
    "directed": True,
    "multigraph": False,
    "graph": {},
    "nodes": [{"id": "a", "label": "start"}, {"id": "b"}, {"id": "c"}],
}
LINKS = [{"source": "a", "target": "b"}, {"source": "a", "target": "c", "weight": 2}]


@pytest.mark.parametrize(
    "data",
    [
        {"a": ["b", "c"]},
        {"a": {"b": {}, "c": {"weight": 2}}, "b": {}, "c": {}},
        [["a", "b"], ["a", "c"]],
        [["a", "b", {"weight": 1}], ["a", "c"]],
        {"edges": [["a", "b"], ["a", "c"]]},
        {"vertices": ["a", "b", "c"], "edges": [{"source": "a", "target": "b"}, ["a", "c"]]},
        {**NODE_LINK, "edges": LINKS},
        {**NODE_LINK, "links": LINKS},
    ],
)
def test_forms_of_json(tmp_path: Path, data: object) -> None:
    assert read(tmp_path, json.dumps(data), "g.json") == Graph("a>b a>c")


def test_lone_vertices_and_numbers(tmp_path: Path) -> None:
    assert read(tmp_path, '{"edges": [[1, 2]], "vertices": [3]}', "g.json") == Graph("1>2 3")
    assert read(tmp_path, '[["a", "b"], "c"]', "g.json") == Graph("a>b c")
    assert read(tmp_path, '{"edges": ["vertices"], "vertices": []}', "g.json") == Graph("edges>vertices")


def test_what_networkx_writes(tmp_path: Path) -> None:
    networkx = pytest.importorskip("networkx")
    graph = networkx.DiGraph([("a", "b"), ("a", "c")])
    assert read(tmp_path, json.dumps(networkx.node_link_data(graph, edges="edges")), "g.json") == Graph("a>b a>c")
    networkx.write_graphml(graph, tmp_path / "g.graphml")
    assert read_graph(str(tmp_path / "g.graphml")) == Graph("a>b a>c")


def test_what_rustworkx_writes(tmp_path: Path) -> None:
    rustworkx = pytest.importorskip("rustworkx")
    graph = rustworkx.PyDiGraph()
    graph.add_nodes_from(["a", "b"])
    graph.add_edge(0, 1, None)
    named = rustworkx.node_link_json(graph, node_attrs=lambda node: {"label": node})
    assert read(tmp_path, named, "g.json") == Graph("a>b")
    assert read(tmp_path, rustworkx.node_link_json(graph), "g.json") == Graph("0>1")
    assert read(tmp_path, graph.to_dot(), "g.dot") == Graph("0>1")


# -- GraphML ---------------------------------------------------------------------------------------

GRAPHML = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/graphml">
  <key for="node" id="d6" yfiles.type="nodegraphics"/>
  <key for="node" id="d1" attr.name="label" attr.type="string"/>
  <graph edgedefault="{default}" id="G">
    <node id="n0">{first}</node>
    <node id="n1">{second}</node>
    <edge source="n0" target="n1"{edge}/>
  </graph>
</graphml>
"""
PLAIN = {"default": "directed", "first": "", "second": "", "edge": ""}


@pytest.mark.parametrize(
    ("changes", "graph"),
    [
        ({}, "n0>n1"),
        ({"first": '<data key="d1">S</data>', "second": '<data key="d1"> K </data>'}, "S>K"),
        ({"first": '<data key="d1">S</data>'}, "n0>n1"),  # only some have a label
        ({"first": '<data key="d1">S</data>', "second": '<data key="d1">S</data>'}, "n0>n1"),
        (
            {
                "first": '<data key="d6"><y:ShapeNode><y:NodeLabel>S</y:NodeLabel></y:ShapeNode></data>',
                "second": '<data key="d6"><y:ShapeNode><y:NodeLabel>K</y:NodeLabel></y:ShapeNode></data>',
            },
            "S>K",
        ),
        ({"default": "undirected", "edge": ' directed="true"'}, "n0>n1"),
    ],
)
def test_graphml(tmp_path: Path, changes: dict[str, str], graph: str) -> None:
    assert read(tmp_path, GRAPHML.format(**PLAIN | changes), "g.graphml") == Graph(graph)


# -- DOT -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "graph"),
    [
        ("digraph{a->b a->c}", "a>b a>c"),
        ("strict digraph G { a -> b -> c; d }", "a>b b>c d"),
        ("digraph { rankdir=LR; node [shape=box]; edge [color=red]; a -> b [label=x]; b; }", "a>b"),
        ("digraph { a -> {b; c}; {b c} -> d }", "a>b a>c b>d c>d"),
        ("digraph { subgraph cluster_1 { label=x; a -> b } subgraph { c } -> a }", "a>b c>a"),
        ("digraph { a:n -> b:port:sw }", "a>b"),
        ('digraph "my graph" { "ab" -> "c" }', "ab>c"),
        ('digraph { a [label=<<b>x</b> &gt;>, shape="]"]; a -> b }', "a>b"),
        ("// one\n/* two\n a -> c */ digraph { a -> b }", "a>b"),
        ("# first line\ndigraph { a -> b // end\n}", "a>b"),
        ("digraph { 1 -> 2.5; -3 -> .5 }", "1>2.5 -3>.5"),
        ("digraph { żaba -> ω }", "żaba>ω"),
        ("DiGraph { a -> b }", "a>b"),
        ('digraph { "node" -> "a\\"b" }', 'node>a"b'),
    ],
)
def test_dot(tmp_path: Path, text: str, graph: str) -> None:
    assert read(tmp_path, text, "g.dot") == Graph(graph)


@pytest.mark.parametrize("edges", [500, pytest.param(50_000, marks=pytest.mark.slow)])
def test_a_large_file_is_read_quickly(tmp_path: Path, edges: int) -> None:
    text = "digraph {\n" + "".join(f"v{i} -> v{i + 1};\n" for i in range(edges)) + "}"
    found: list[Graph] = []
    assert calls(lambda: found.append(read(tmp_path, text, "g.gv"))) < 20 * len(text)
    assert len(found[0].vertices) == edges + 1


# -- by content, names -----------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["\ufeffdigraph { a -> b }", ' [["a", "b"]]', '{"a": ["b"]}'])
def test_the_content_tells_the_format(tmp_path: Path, text: str) -> None:
    assert read(tmp_path, text, "graph.txt") == Graph("a>b")


def test_graphml_is_told_by_its_content(tmp_path: Path) -> None:
    assert read(tmp_path, GRAPHML.format(**PLAIN), "graph") == Graph("n0>n1")


def test_names_fit_the_notation(tmp_path: Path) -> None:
    game = read(tmp_path, '{"the start": ["f(x)", "a:b"]}', "g.json")
    assert game == Graph("the_start>f_x_ the_start>a_b")
    assert Graph(game.parameters) == game
    with pytest.raises(UsageError, match="'a b' and 'a_b' would have the same name a_b"):
        read(tmp_path, '{"a b": ["a_b"]}', "g.json")


# -- refused ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("g.dot", "graph { a -- b }", "expected a directed graph"),
        ("g.json", json.dumps({**NODE_LINK, "edges": LINKS, "directed": False}), "expected a directed graph"),
        ("g.graphml", GRAPHML.format(**PLAIN | {"default": "undirected"}), "expected a directed graph"),
        ("g.graphml", GRAPHML.format(**PLAIN | {"edge": ' directed="false"'}), "expected a directed graph"),
        ("g.dot", "digraph {\n  a -> ;\n}", "line 2, column 8: expected the name of a vertex"),
        ("g.dot", "digraph { a -- b }", "an arrow of a digraph is ->"),
        ("g.dot", "digraph { a -> b", "expected }"),
        ("g.dot", "digraph { a [x=1", r"column 13: cannot read '\[x=1'"),
        ("g.dot", "digraph { -> a }", "column 11: expected the name of a vertex"),
        ("g.dot", "digraph { % }", "column 11: cannot read"),
        ("g.dot", "hello", "expected `digraph {`"),
        ("g.dot", "digraph {}", "no vertices"),
        ("g.dot", "digraph " + "{" * 10_000, "expected }"),
        ("g.json", '{"a": [', "line 1, column 8"),
        ("g.json", "[" * 100_000, "nested too deep"),
        ("g.json", "9" * 5000, "too long"),
        ("g.json", "5", "expected a graph such as"),
        ("g.json", "[]", "no vertices"),
        ("g.json", '{"": ["a"]}', "a vertex name has"),
        ("g.json", '[["a"]]', "expected an arrow"),
        ("g.json", '{"a": "b"}', "expected a list of vertices"),
        ("g.json", '{"a": [["b"]]}', "expected a list of vertices"),
        ("g.json", json.dumps({**NODE_LINK, "links": [{"source": "a", "target": "z"}]}), "'z', which is not among"),
        ("g.json", json.dumps({**NODE_LINK, "nodes": [{"name": "a"}]}), 'needs an "id"'),
        ("g.json", json.dumps({**NODE_LINK, "links": 5}), "list of links"),
        ("g.json", b"\xff\xfe", "UTF-8"),
        ("g.graphml", "<graphml><graph>", "line 1, column 17: the XML is broken"),
        ("g.graphml", "<html/>", "expected GraphML"),
        ("g.graphml", GRAPHML.format(**PLAIN).replace('target="n1"', 'target="z"'), "'z', which is not among"),
    ],
)
def test_what_is_refused(tmp_path: Path, name: str, text: str | bytes, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        read(tmp_path, text, name)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no file"):
        read_graph(str(tmp_path))
    large = tmp_path / "large.json"
    with large.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    with pytest.raises(UsageError, match="larger than 64 MB"):
        read_graph(str(large))
