"""Reader of graph files: JSON, GraphML and DOT, recognised by the ending of the name or by the content.

It needs no library. networkx reads DOT by pydot, which takes half a minute for 5,000 arrows and loses the arrows inside
subgraphs; rustworkx refuses `rankdir=LR` and accepts half a GraphML file as a whole one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

from ..core.errors import UsageError
from ..core.game import Game
from ..core.message import Message, Number
from ..families.graph.rules import Graph, GraphGame

MOST_BYTES = 64 * 2**20
"""The largest file: a graph in memory is many times as large."""

MOST_EDGES = 5_000_000
"""The most arrows: in DOT, a few groups in braces, each joined to the next, could otherwise fill the memory."""

FORMS = '{"a": ["b", "c"]}, [["a", "b"], ["a", "c"]], {"edges": [["a", "b"]], "vertices": ["c"]} or node-link data'


class Arrows(NamedTuple):
    """The arrows and vertices of a file in their order, which a game reads like a graph of a library.

    `is_directed` is None if the file does not say it.
    """

    edges: Sequence[tuple[Any, Any]]
    vertices: Sequence[Any]
    is_directed: bool | None = None


def read_graph(path: str, rules: type[Game] = Graph) -> Game:
    """The game with these rules on the graph in a file; a UsageError names the fault of the file and its place."""
    file = Path(path)
    if not file.is_file():
        raise UsageError("there is no file {path}", path=path)
    if file.stat().st_size > MOST_BYTES:
        raise UsageError("{path} is larger than {most} MB", path=path, most=MOST_BYTES // 2**20)
    try:
        data = file.read_bytes().removeprefix(b"\xef\xbb\xbf")  # some editors put a byte order mark in front
    except OSError as fault:
        raise UsageError("cannot read {path}: {reason}", path=path, reason=fault.strerror) from None
    # The first character of each format; DOT has none of its own, so it is the rest.
    readers = {"<": _read_graphml, "{": _read_json, "[": _read_json}
    endings = {".json": "{", ".graphml": "<", ".xml": "<", ".dot": "", ".gv": ""}
    first = endings.get(file.suffix.lower(), chr(data.lstrip()[0]) if data.strip() else "")
    try:
        return _game(rules, readers.get(first, _read_dot)(data.decode()))
    except UnicodeDecodeError as fault:
        raise UsageError(
            "{path}: {fault}",
            path=path,
            fault=Message("expected text in UTF-8, but byte {place} is not valid", place=fault.start),
        ) from None
    except UsageError as fault:
        raise UsageError("{path}: {fault}", path=path, fault=fault) from None


def _game(rules: type[Game], arrows: Arrows) -> Game:
    """The game on the graph."""
    if not (arrows.edges or arrows.vertices):
        raise UsageError("the graph has no vertices")
    if arrows.is_directed and issubclass(rules, GraphGame) and rules.signs == "-":
        raise UsageError("the graph has arrows: expected edges without direction (graph, undirected graph)")
    make: Callable[..., Game] = rules
    return make(arrows)


def _complete(arrows: Arrows, labels: dict[Any, str | None]) -> Arrows:
    """The arrows between labels, if each vertex has its own: the ids that a program writes mean little to people."""
    known = set(arrows.vertices)
    for end in (end for edge in arrows.edges for end in edge):
        if end not in known:
            raise UsageError("an arrow touches {name!r}, which is not among the vertices", name=end)
    # Labels that are missing or repeated cannot name the vertices.
    if not all(labels.values()) or len(set(labels.values())) < len(arrows.vertices):
        return arrows
    return Arrows([(labels[a], labels[b]) for a, b in arrows.edges], list(labels.values()), arrows.is_directed)


# -- JSON ----------------------------------------------------------------------------------------


def _read_json(text: str) -> Arrows:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as fault:
        raise _fault_at(text, fault.pos, fault.msg) from None
    # json raises ValueError for an integer of more digits than Python reads.
    except (RecursionError, ValueError):
        raise UsageError("the JSON is nested too deep or has a number too long to read") from None
    if isinstance(data, list):
        return Arrows([_pair(edge) for edge in data if not _is_name(edge)], [edge for edge in data if _is_name(edge)])
    if not isinstance(data, dict):
        raise UsageError("expected a graph such as {forms}", forms=FORMS)
    # A vertex may be called "directed" as well: then its value is a list, not a truth value.
    directed = data["directed"] if isinstance(data.get("directed"), bool) else None
    if isinstance(data.get("nodes"), list):
        return _read_node_link(data, directed)
    # Names in "edges" mean a vertex called edges with its followers, not a list of pairs.
    if isinstance(data.get("edges"), list) and not any(map(_is_name, data["edges"])):
        return Arrows([_pair(edge) for edge in data["edges"]], _names(data.get("vertices", [])), directed)
    return Arrows([(a, b) for a, followers in data.items() for b in _names(followers)], list(data))


def _read_node_link(data: dict[str, Any], directed: bool | None) -> Arrows:
    """Node-link data of networkx (`edges`, in older versions `links`) and of rustworkx (`links`, labels in `data`)."""
    links = data.get("links", data.get("edges", []))
    if not isinstance(links, list):
        raise UsageError("expected a list of links in the node-link data")
    nodes = [node if isinstance(node, dict) else {"id": node} for node in data["nodes"]]
    if not all(_is_name(node.get("id")) for node in nodes):
        raise UsageError('each of the nodes needs an "id": a text or a number')
    arrows = Arrows([_pair(link) for link in links], [node["id"] for node in nodes], directed)
    return _complete(arrows, {node["id"]: _label(node.get("data")) for node in nodes})


def _label(payload: object) -> str | None:
    if isinstance(payload, dict):
        return next((str(payload[key]) for key in ("label", "name") if payload.get(key)), None)
    return payload if isinstance(payload, str) else None


def _pair(edge: object) -> tuple[Any, Any]:
    if isinstance(edge, dict):
        edge = [edge.get("source"), edge.get("target")]
    if not isinstance(edge, list) or len(edge) < 2 or not all(map(_is_name, edge[:2])):
        raise UsageError('expected an arrow such as ["a", "b"], not {edge}', edge=json.dumps(edge)[:60])
    return edge[0], edge[1]


def _names(data: object) -> list[Any]:
    """A list of names; a mapping from names to attributes is accepted as well."""
    if isinstance(data, (list, dict)) and all(map(_is_name, data)):
        return list(data)
    raise UsageError(
        "expected a list of vertices, not {data}; a graph is {forms}", data=json.dumps(data)[:60], forms=FORMS
    )


def _is_name(thing: object) -> bool:
    return isinstance(thing, (str, int, float)) and not isinstance(thing, bool)


def _fault_at(text: str, place: int, fault: object) -> UsageError:
    line, column = text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)
    return UsageError("line {line}, column {column}: {fault}", line=line, column=column, fault=fault)


# -- GraphML -------------------------------------------------------------------------------------


def _read_graphml(text: str) -> Arrows:
    try:
        root = ElementTree.fromstring(text.encode())
    except ElementTree.ParseError as fault:
        line, column = fault.position
        raise UsageError(
            "line {line}, column {column}: the XML is broken ({reason})",
            line=line,
            column=column + 1,
            reason=fault.msg.partition(":")[0],
        ) from None
    graph = root.find("{*}graph")
    if not root.tag.endswith("graphml") or graph is None:
        raise UsageError("expected GraphML: <graphml> with a <graph> in it")
    edges, nodes = graph.findall(".//{*}edge"), graph.findall(".//{*}node")
    default = {"directed": "true", "undirected": "false"}.get(graph.get("edgedefault", ""))
    directions = {edge.get("directed", default) for edge in edges} or {default}
    if directions == {"true", "false"}:
        raise UsageError("some edges have a direction and some do not")
    directed = None if None in directions else "true" in directions
    keys = {key.get("id") for key in root.findall("{*}key") if key.get("attr.name") in ("label", "name")}
    pairs = [(edge.get("source"), edge.get("target")) for edge in edges]
    arrows = Arrows(pairs, [node.get("id") for node in nodes], directed)
    return _complete(arrows, {node.get("id"): _graphml_label(node, keys) for node in nodes})


def _graphml_label(node: ElementTree.Element, keys: set[str | None]) -> str | None:
    """The text of a label: an attribute, or the label that the editor yEd draws."""
    labels = node.findall(".//{*}NodeLabel")
    texts = (element.text or "" for element in [*labels, *(data for data in node if data.get("key") in keys)])
    return next((text.strip() for text in texts if text.strip()), None)


# -- DOT -----------------------------------------------------------------------------------------

QUOTED = r'"(?:[^"\\]|\\.)*+"'
WORD = r"(?:[^\W\d]\w*|-?(?:\.\d+|\d+(?:\.\d*)?))"
HEAD = re.compile(rf"(?i:(?:strict\s+)?(di)?graph)\s*(?:{WORD}|{QUOTED})?\s*\{{")
IGNORED = re.compile(
    rf"""
      \s+ | //[^\n]* | /\*.*?\*/ | ^\#[^\n]*                          # comments
    | \[ (?: {QUOTED} | <(?:[^<>]|<[^<>]*>)*+> | [^]"<] )*+ \]          # attributes of a vertex or an arrow
    | {WORD} \s* = \s* (?: {QUOTED} | {WORD} )                           # an attribute of the graph: rankdir=LR
    | (?i:node|edge|graph) (?= \s*\[ )                                  # what has default attributes
    | (?i:subgraph)\b \s* (?: {WORD} | {QUOTED} )?                       # the name of a group
    | : \s* {WORD}                                                      # where an arrow touches a vertex
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
TOKEN = re.compile(rf"(?P<mark>->|--|[{{}};,])|(?P<name>{WORD})|(?P<text>{QUOTED})", re.DOTALL)


def _read_dot(text: str) -> Arrows:
    """The first graph in a DOT file: vertices, arrows and groups in braces. How the graph is drawn is ignored."""
    head = HEAD.match(text, _skip_ignored(text, 0))
    if not head:
        raise _fault_at(text, _skip_ignored(text, 0), Message("expected {mark}", mark="`digraph {`"))
    reader = DotReader("->" if head[1] else "--")
    place = _skip_ignored(text, head.end())
    while not reader.closed:
        token = TOKEN.match(text, place)
        if not token and place == len(text):
            raise _fault_at(text, place, Message("expected {mark}", mark="}"))
        if not token:
            raise _fault_at(text, place, Message("cannot read {text!r}", text=text[place : place + 10]))
        try:
            reader.read(token["mark"], token["name"] or (token["text"] or "")[1:-1].replace('\\"', '"'))
        except UsageError as fault:
            raise _fault_at(text, place, fault.message) from None
        place = _skip_ignored(text, token.end())
    return Arrows(reader.edges, list(reader.vertices), bool(head[1]))


def _skip_ignored(text: str, place: int) -> int:
    while ignored := IGNORED.match(text, place):
        place = ignored.end()
    return place


class DotReader:
    """Takes the words and marks of a graph one by one. A group in braces is an end of an arrow, like a vertex."""

    def __init__(self, arrow: str) -> None:
        self.arrow, self.closed = arrow, False
        self.edges: list[tuple[str, str]] = []
        self.vertices: dict[str, None] = {}
        self._last: list[str] = []  # an arrow may begin here
        self._from: list[str] = []  # an arrow has begun here and waits for its end
        self._group: list[str] = []  # all vertices since the last open brace
        self._outside: list[tuple[list[str], list[str]]] = []

    def read(self, mark: str | None, name: str) -> None:
        if mark is None:
            self._arrive([name])
        elif mark == "{":
            # A stack, because groups nest: the arrow that waits outside the braces ends at the whole group.
            self._outside.append((self._from, self._group))
            self._last, self._from, self._group = [], [], []
        elif mark in ("->", "--"):
            if mark != self.arrow:
                raise UsageError(Message("an arrow of a digraph is ->, a line of a graph is --"))
            self._expect(self._last)
            self._from = self._last
        else:
            self._expect(not self._from)
            self._last = []
            if mark == "}":
                self._close()

    def _expect(self, right: object) -> None:
        if not right:
            raise UsageError(Message("expected the name of a vertex"))

    def _close(self) -> None:
        if not self._outside:
            self.closed = True
            return
        # A vertex may be named several times in a group but is one end of the arrow.
        group = list(dict.fromkeys(self._group))
        self._from, self._group = self._outside.pop()
        self._arrive(group)

    def _arrive(self, group: list[str]) -> None:
        """A vertex or a whole group is named: it ends the arrow that has begun, if any."""
        if len(self.edges) + len(self._from) * len(group) > MOST_EDGES:
            raise UsageError(Message("more than {most} arrows", most=Number(MOST_EDGES)))
        self.edges += ((a, b) for a in self._from for b in group)
        self.vertices.update(dict.fromkeys(group))
        self._group += group
        self._last, self._from = group, []
