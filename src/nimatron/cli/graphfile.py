"""Graphs from files: JSON, GraphML and DOT, recognised by the ending of the name or by the content.

All are read with the standard library: rustworkx accepts node-link JSON only with numbers as names,
and takes half a GraphML file for a whole one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

from ..errors import UsageError
from ..game import Game
from ..games.geography import Walk
from ..games.graphs import Graph
from ..games.vertices import VertexGame
from ..message import Message
from .dot import DotFault, read_dot

MOST_BYTES = 64 * 2**20
"""The largest file: a graph in memory is many times as large."""
ENDINGS = {".json": "json", ".graphml": "graphml", ".xml": "graphml", ".dot": "dot", ".gv": "dot"}

NOT_IN_NAMES = re.compile(r"[\s>{}()\[\]:,;@+]|[^\x20-\x7e\w]")
"""What a name cannot contain in the notation. Unpaired brackets could not be read back, so no bracket is kept."""

NOT_IN_LINES = re.compile(rf"-|{NOT_IN_NAMES.pattern}")
"""What a name cannot contain in a list of lines, where - stands between two names."""

UNDIRECTED = Message("the graph has no direction: arrows are needed (digraph, directed graph)")
DIRECTED = Message("the graph has arrows: lines without direction are needed (graph, undirected graph)")


class Arrows(NamedTuple):
    """What a file says: arrows and vertices by name, in the order in which they are written."""

    edges: Sequence[tuple[Any, Any]]
    vertices: Sequence[Any]
    directed: bool | None = None
    """None if the file does not say."""


def read_graph(path: str, rules: type[Game] = Graph) -> Game:
    """The game with these rules on the graph in a file; a UsageError says what is wrong with the file."""
    data = _bytes(path)
    try:
        return _game(rules, _arrows(path, data))
    except DotFault as fault:
        text = _text(data)[: fault.place]
        line, column = text.count("\n") + 1, fault.place - text.rfind("\n")
        raise UsageError(
            "{path}, line {line}, column {column}: {fault}", path=path, line=line, column=column, fault=fault
        ) from None
    except UsageError as fault:
        raise UsageError("{path}: {fault}", path=path, fault=fault) from None


def _bytes(path: str) -> bytes:
    file = Path(path)
    if not file.is_file():
        raise UsageError("there is no file {path}", path=path)
    if file.stat().st_size > MOST_BYTES:
        raise UsageError("{path} is larger than {most} MB", path=path, most=MOST_BYTES // 2**20)
    try:
        return file.read_bytes()
    except OSError as fault:
        raise UsageError("cannot read {path}: {reason}", path=path, reason=fault.strerror) from None


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")  # some editors put a byte order mark in front
    except UnicodeDecodeError as fault:
        raise UsageError("expected text in UTF-8 (byte {place} is not)", place=fault.start) from None


def _arrows(path: str, data: bytes) -> Arrows:
    kind = ENDINGS.get(Path(path).suffix.lower()) or _kind(data)
    if kind == "graphml":
        return _from_graphml(data)
    if kind == "json":
        return _from_json(_text(data))
    return Arrows(*read_dot(_text(data)))


def _kind(data: bytes) -> str:
    """The format of a file without a known ending, by its first character."""
    first = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    return {b"<": "graphml", b"{": "json", b"[": "json"}.get(first, "dot")


# -- names ---------------------------------------------------------------------------------------


def _game(rules: type[Game], arrows: Arrows) -> Game:
    """The game; characters that the notation does not allow in names become _."""
    either = issubclass(rules, Walk)  # roads go one way or both ways
    directed = bool(arrows.directed) if either else not issubclass(rules, VertexGame) or rules.directed
    if arrows.directed is not None and arrows.directed != directed:
        raise UsageError(UNDIRECTED if directed else DIRECTED)
    not_in_names = NOT_IN_NAMES if directed and not either else NOT_IN_LINES
    names = dict.fromkeys(arrows.vertices)
    names.update(dict.fromkeys(end for edge in arrows.edges for end in edge))
    if not names:
        raise UsageError("the graph has no vertices")
    short = {name: not_in_names.sub("_", str(name)) or "_" for name in names}
    first: dict[str, Any] = {}
    for name, text in short.items():
        if first.setdefault(text, name) != name:
            raise UsageError(
                "the vertices {one!r} and {two!r} would both be called {name}",
                one=first[text],
                two=name,
                name=text,
            )
    if either and directed:
        return rules.from_parameters(" ".join([*(f"{short[a]}>{short[b]}" for a, b in arrows.edges), *short.values()]))
    make: Callable[..., Game] = rules
    return make([(short[a], short[b]) for a, b in arrows.edges], [short[name] for name in names])


def _labelled(arrows: Arrows, labels: dict[Any, str | None]) -> Arrows:
    """Vertices by their labels, if each has its own: the ids that a program writes mean little to people."""
    told = [label for name in arrows.vertices if (label := labels.get(name))]
    if len(told) < len(arrows.vertices) or len(set(told)) < len(told):
        return arrows
    named = dict(zip(arrows.vertices, told, strict=True))
    return Arrows([(named[a], named[b]) for a, b in arrows.edges], told, arrows.directed)


def _complete(arrows: Arrows) -> Arrows:
    known = set(arrows.vertices)
    for end in (end for edge in arrows.edges for end in edge):
        if end not in known:
            raise UsageError("an arrow touches {name!r}, which is not among the vertices", name=end)
    return arrows


# -- JSON ----------------------------------------------------------------------------------------

FORMS = '{"a": ["b", "c"]}, [["a", "b"], ["a", "c"]], {"edges": [["a", "b"]], "vertices": ["c"]} or node-link data'


def _from_json(text: str) -> Arrows:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as fault:
        raise UsageError(
            "line {line}, column {column}: {fault}", line=fault.lineno, column=fault.colno, fault=fault.msg
        ) from None
    except (RecursionError, ValueError):
        raise UsageError("the JSON is nested too deep or has a number too long to read") from None
    if isinstance(data, list):
        return Arrows([_pair(edge) for edge in data if not _is_name(edge)], [edge for edge in data if _is_name(edge)])
    if not isinstance(data, dict):
        raise UsageError("expected a graph such as {forms}", forms=FORMS)
    said = data.get("directed")
    directed = said if isinstance(said, bool) else None
    if isinstance(data.get("nodes"), list):
        return _from_node_link(data)._replace(directed=directed)
    if isinstance(data.get("edges"), list) and not any(map(_is_name, data["edges"])):
        return Arrows([_pair(edge) for edge in data["edges"]], _names(data.get("vertices", [])), directed)
    return Arrows([(a, b) for a, followers in data.items() for b in _names(followers)], list(data))


def _from_node_link(data: dict[str, Any]) -> Arrows:
    """Node-link data of networkx (`edges`, in older versions `links`) and of rustworkx (`links`, labels in `data`)."""
    links = data.get("links", data.get("edges", []))
    if not isinstance(links, list):
        raise UsageError("expected a list of links in the node-link data")
    nodes = [node if isinstance(node, dict) else {"id": node} for node in data["nodes"]]
    if not all(_is_name(node.get("id")) for node in nodes):
        raise UsageError('each of the nodes needs an "id": a text or a number')
    arrows = _complete(Arrows([_pair(link) for link in links], [node["id"] for node in nodes]))
    labels = {node["id"]: _label(node.get("data")) for node in nodes}
    return _labelled(arrows, labels)


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
    """A list of names; a mapping from names to attributes will do as well."""
    if isinstance(data, (list, dict)) and all(map(_is_name, data)):
        return list(data)
    raise UsageError(
        "expected a list of vertices, not {data}; a graph is {forms}", data=json.dumps(data)[:60], forms=FORMS
    )


def _is_name(thing: object) -> bool:
    return isinstance(thing, (str, int, float)) and not isinstance(thing, bool)


# -- GraphML -------------------------------------------------------------------------------------


def _from_graphml(data: bytes) -> Arrows:
    try:
        root = ElementTree.fromstring(data)
    except ElementTree.ParseError as fault:
        line, column = fault.position
        raise UsageError(
            "line {line}, column {column}: the XML is broken ({reason})",
            line=line,
            column=column + 1,
            reason=fault.msg.partition(":")[0],
        ) from None
    elements = [(element.tag.rpartition("}")[2], element) for element in root.iter()]
    graphs = [element for tag, element in elements if tag == "graph"]
    if elements[0][0] != "graphml" or not graphs:
        raise UsageError("expected GraphML: <graphml> with a <graph> in it")
    edges = [element for tag, element in elements if tag == "edge"]
    directed = _direction(graphs[0].get("edgedefault"), edges)
    nodes = [element for tag, element in elements if tag == "node"]
    pairs = [(edge.get("source"), edge.get("target")) for edge in edges]
    arrows = _complete(Arrows(pairs, [node.get("id") for node in nodes], directed))
    keys = {
        element.get("id") for tag, element in elements if tag == "key" and element.get("attr.name") in ("label", "name")
    }
    return _labelled(arrows, {node.get("id"): _graphml_label(node, keys) for node in nodes})


def _direction(default: str | None, edges: Iterable[ElementTree.Element]) -> bool | None:
    """Do the edges have a direction? None if the file does not say; UsageError if only some of them have one."""
    said = {edge.get("directed") or {"directed": "true", "undirected": "false"}.get(default or "") for edge in edges}
    if not said:
        return None if default is None else default == "directed"
    if said == {"true", "false"}:
        raise UsageError("some edges have a direction and some have none")
    return None if None in said else "true" in said


def _graphml_label(node: ElementTree.Element, keys: set[str | None]) -> str | None:
    """The text of a label: an attribute, or the label that the editor yEd draws."""
    for element in node.iter():
        tag = element.tag.rpartition("}")[2]
        if (tag == "NodeLabel" or (tag == "data" and element.get("key") in keys)) and (element.text or "").strip():
            return (element.text or "").strip()
    return None
