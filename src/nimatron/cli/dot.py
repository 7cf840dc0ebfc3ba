"""Reads the arrows of a DOT file (the language of Graphviz) and ignores how they are drawn.

rustworkx reads too little of the language (no `a->b` without spaces, no subgraphs; `node [...]`
becomes a vertex), and pydot is slow: thousands of arrows take many seconds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..errors import UsageError
from ..message import Message, Number

TOKEN = re.compile(
    r"""
      (?P<skip> \s+ | //[^\n]* | /\*.*?\*/ | ^\#[^\n]* )
    | (?P<mark> -> | -- | [{}\[\];,=:+] )
    | (?P<name> [^\W\d]\w* | -?(?:\.\d+ | \d+(?:\.\d*)?) )
    | "(?P<text> (?:[^"\\]|\\.)* )"
    | (?P<html> < )
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
DEEPEST = 100
"""How deep subgraphs may be nested: the reader is recursive."""

MOST_EDGES = 5_000_000
"""A few groups in braces, each joined to the next, could otherwise fill the memory."""


class Token(NamedTuple):
    """A word or a mark, and where it stands; `quoted` words are never keywords."""

    text: str
    place: int
    quoted: bool = False
    mark: bool = False

    def keyword(self, *words: str) -> bool:
        return not self.quoted and not self.mark and self.text.lower() in words


END = Token("", -1, mark=True)


class DotFault(UsageError):
    """A text that is not DOT; `place` is the offset of the fault."""

    def __init__(self, message: Message | str, place: int, /, **named: object) -> None:
        super().__init__(message, **named)
        self.place = place


def read_dot(text: str) -> tuple[list[tuple[str, str]], list[str], bool]:
    """(edges, vertices, directed?) of the first graph in `text`.

    >>> read_dot('digraph { a -> b -> {c "d e"}; f [color=red] }')
    ([('a', 'b'), ('b', 'c'), ('b', 'd e')], ['a', 'b', 'c', 'd e', 'f'], True)
    """
    reader = _Reader(text)
    reader.graph()
    return reader.edges, list(reader.vertices), reader.directed


class _Reader:
    """A recursive descent parser that looks one token ahead."""

    def __init__(self, text: str) -> None:
        self._tokens = _tokens(text)
        self._end = len(text)
        self.token = next(self._tokens, END)
        self.edges: list[tuple[str, str]] = []
        self.vertices: dict[str, None] = {}
        self.directed = True

    def graph(self) -> None:
        if self.token.keyword("strict"):
            self._next()
        if not self.token.keyword("graph", "digraph"):
            raise self._fault("expected {mark}", mark="`digraph {`")
        self.directed = self._next().keyword("digraph")
        if not self.token.mark:
            self._name()
        self._block(0)

    def _block(self, depth: int) -> list[str]:
        """{ statements }: the vertices named in it."""
        if depth > DEEPEST:
            raise self._fault("subgraphs are nested more than {deepest} deep", deepest=DEEPEST)
        self._expect("{")
        inside: dict[str, None] = {}
        while not self._at("}"):
            if self.token is END:
                raise self._fault("expected {mark} at the end", mark="}")
            inside.update(dict.fromkeys(self._statement(depth)))
            while self._at(";") or self._at(","):
                self._next()
        self._next()
        return list(inside)

    def _statement(self, depth: int) -> list[str]:
        if self.token.keyword("graph", "node", "edge"):
            self._next()
            self._attributes()
            return []
        group = self._end_of_edge(depth)
        if self._at("="):  # an attribute of the graph: no vertex after all
            self._next()
            self._name()
            return []
        self.vertices.update(dict.fromkeys(group))
        named = list(group)
        while self._at("->") or self._at("--"):
            if self._next().text != ("->" if self.directed else "--"):
                raise self._fault("an arrow of a digraph is ->, a line of a graph is --")
            following = self._end_of_edge(depth)
            self.vertices.update(dict.fromkeys(following))
            self._join(group, following)
            group = following
            named += group
        self._attributes()
        return named

    def _join(self, group: list[str], following: list[str]) -> None:
        if len(self.edges) + len(group) * len(following) > MOST_EDGES:
            raise self._fault("more than {most} arrows", most=Number(MOST_EDGES))
        self.edges += ((a, b) for a in group for b in following)

    def _end_of_edge(self, depth: int) -> list[str]:
        """A vertex, or all vertices of a subgraph."""
        if self.token.keyword("subgraph"):
            self._next()
            if not self._at("{"):
                self._name()
            return self._block(depth + 1)
        if self._at("{"):
            return self._block(depth + 1)
        name = self._name()
        while self._at(":"):  # a port: where the arrow touches the drawing of the vertex
            self._next()
            self._name()
        return [name]

    def _attributes(self) -> None:
        while self._at("["):
            while not self._at("]"):
                if self.token is END:
                    raise self._fault("expected ]")
                self._next()
            self._next()

    def _name(self) -> str:
        if self.token.mark:
            raise self._fault("expected the name of a vertex")
        name = self._next()
        text = name.text
        while name.quoted and self._at("+"):  # "a" + "b" is "ab"
            self._next()
            text += self._next().text
        return text

    def _at(self, mark: str) -> bool:
        return self.token.mark and self.token.text == mark

    def _expect(self, mark: str) -> None:
        if not self._at(mark):
            raise self._fault("expected {mark}", mark=mark)
        self._next()

    def _next(self) -> Token:
        token, self.token = self.token, next(self._tokens, END)
        return token

    def _fault(self, message: str, /, **named: object) -> DotFault:
        return DotFault(message, self._end if self.token is END else self.token.place, **named)


def _tokens(text: str) -> Iterator[Token]:
    place = 0
    while place < len(text):
        found = TOKEN.match(text, place)
        if not found:
            raise DotFault("cannot read {text!r}", place, text=text[place : place + 10])
        end = found.end()
        if found["mark"]:
            yield Token(found["mark"], place, mark=True)
        elif found["name"]:
            yield Token(found["name"], place)
        elif found["html"]:
            end = _html_end(text, place)
            yield Token(text[place + 1 : end - 1], place, quoted=True)
        elif found["text"] is not None:
            yield Token(_unescaped(found["text"]), place, quoted=True)
        place = end


def _unescaped(text: str) -> str:
    # In DOT only \" is an escape; a backslash before the end of a line joins lines.
    return text.replace('\\"', '"').replace("\\\n", "")


def _html_end(text: str, place: int) -> int:
    """Where the <...> that begins at `place` ends."""
    depth: int = 0
    for found in re.compile("[<>]").finditer(text, place):
        depth += 1 if found[0] == "<" else -1
        if not depth:
            return found.end()
    raise DotFault("expected > at the end of a label", place)
