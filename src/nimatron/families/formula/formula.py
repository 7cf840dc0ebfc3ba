"""Formulas about numbers before and after a move: `x - x' = y - y' > 0`.

A formula is data. It is read into a tree of nodes, each of which knows its place in the text, and is never executed.

    condition   and, or, not, commas (which mean and), chains of comparisons, `in {1, 3}`, pow2(k), pow3(k), fib(k)
    number      names, constants, + - * // %, min, max, abs; 2k means 2*k
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ...core.errors import BadText
from ...core.message import Message

LONGEST = 2000
"""The most characters of a formula."""

DEEPEST = 40
"""The most brackets inside each other."""

LARGEST = 10**6
"""The largest constant. The automaton of a constant has about as many states as the constant says before it shrinks."""

PRIME = "'"
"""What follows the name of a number after the move."""

TOKEN = re.compile(
    r"(?P<space>\s+)|(?P<number>\d+)|(?P<name>[A-Za-z_][A-Za-z_0-9]*['’′]?)"
    r"|(?P<sign><=|>=|!=|==|//|[-+*%<>=(){},≤≥≠·×−])"
)

SPELLINGS = {"==": "=", "≤": "<=", "≥": ">=", "≠": "!=", "·": "*", "×": "*", "−": "-"}

COMPARISONS = ("<", "<=", "=", "!=", ">", ">=", "in", "not in")
FUNCTIONS = {"min": 2, "max": 2, "abs": 1}
"""Functions of numbers, with the least number of their arguments."""
POWERS = ("pow2", "pow3", "fib")
"""Conditions on one number: it is a power of 2, a power of 3, a Fibonacci number."""
WORDS = ("and", "or", "not", "in", *FUNCTIONS, *POWERS)
"""Names that mean something in a formula, so no number can be called so."""


class Token(NamedTuple):
    """A word of a formula."""

    kind: str
    text: str
    place: int


class Node(NamedTuple):
    """A node of the tree of a formula: `number` and `name` have a `text`, all others have arguments."""

    op: str
    args: tuple[Node, ...]
    place: int
    text: str = ""

    @property
    def is_condition(self) -> bool:
        """Is it true or false, and not a number?"""
        return self.op in ("and", "or", "not", *COMPARISONS, *POWERS)

    def names(self) -> Iterator[Node]:
        """All names below this node."""
        if self.op == "name":
            yield self
        for node in self.args:
            yield from node.names()


def read_formula(text: str) -> Node:
    """The condition that a text means; BadText points at the first fault.

    >>> read_formula("x' < x, y' = y").op
    'and'
    """
    if len(text) > LONGEST:
        message = "a rule has at most {most} characters, not {count}"
        raise BadText(message, text[:80], 0, most=LONGEST, count=len(text))
    return _Reader(text).whole()


def _tokens(text: str) -> Iterator[Token]:
    place = 0
    while place < len(text):
        found = TOKEN.match(text, place)
        if found is None:
            raise BadText("{letter!r} has no meaning in a rule such as x' < x", text, place, letter=text[place])
        word = found.group()
        if found.lastgroup == "name":
            word = word.replace("’", PRIME).replace("′", PRIME)
        if found.lastgroup != "space":
            yield Token(found.lastgroup or "", SPELLINGS.get(word, word), place)
        place = found.end()
    yield Token("end", "", len(text))


class _Reader:
    """Reads by descent: each method reads one level, from `and` and `or` down to names and constants."""

    def __init__(self, text: str) -> None:
        self.text, self.depth = text, 0
        self.tokens = list(_tokens(text))
        self.at = 0

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def take(self, *texts: str) -> Token | None:
        """The next token if it is one of these, which is then read."""
        token = self.token
        if token.kind in ("sign", "name") and token.text in texts:
            self.at += 1
            return token
        return None

    def fault(self, expected: Message) -> BadText:
        """The error for the next token."""
        found = repr(self.token.text) if self.token.text else Message("the end")
        message = "expected {expected}, not {found}"
        return BadText(message, self.text, self.token.place, expected=expected, found=found)

    def must(self, text: str) -> None:
        if not self.take(text):
            raise self.fault(Message("{sign!r}", sign=text))

    def whole(self) -> Node:
        node = self.clauses()
        if self.token.kind != "end":
            raise self.fault(Message("a comparison such as x' < x, a comma or the end of the rule"))
        return node

    # -- conditions -------------------------------------------------------------------------

    def clauses(self) -> Node:
        """Conditions with commas between them."""
        return self._join("and", ",", lambda: self._join("or", "or", self._all))

    def _all(self) -> Node:
        return self._join("and", "and", self._negation)

    def _join(self, op: str, between: str, read: Callable[[], Node]) -> Node:
        first = read()
        nodes = [first]
        while self.take(between):
            nodes.append(read())
        if len(nodes) == 1:
            return first
        return Node(op, tuple(map(self._condition, nodes)), first.place)

    def _condition(self, node: Node) -> Node:
        if node.is_condition:
            return node
        shown = self.text[node.place :].split(",")[0].strip()[:30]
        raise BadText(
            "{shown!r} is a number, not a condition: write a comparison such as x' < x",
            self.text,
            node.place,
            shown=shown,
        )

    def _negation(self) -> Node:
        if token := self.take("not"):
            with _deeper(self):
                return Node("not", (self._condition(self._negation()),), token.place)
        return self._comparison()

    def _comparison(self) -> Node:
        left, pairs = self._sum(), []
        while op := self._comparison_sign():
            right = self._set() if op.text in ("in", "not in") else self._number(self._sum())
            pairs.append(Node(op.text, (self._number(left), right), op.place))
            left = right
        if not pairs:
            return left
        return pairs[0] if len(pairs) == 1 else Node("and", tuple(pairs), pairs[0].place)

    def _comparison_sign(self) -> Token | None:
        if (token := self.take("not")) is not None:
            self.must("in")
            return token._replace(text="not in")
        return self.take(*COMPARISONS)

    def _set(self) -> Node:
        place = self.token.place
        if not self.take("{"):
            raise self.fault(Message("a set such as {sample}", sample="{1, 3, 4}"))
        items = [self._number(self._sum())]
        while self.take(","):
            items.append(self._number(self._sum()))
        self.must("}")
        return Node("set", tuple(items), place)

    # -- numbers ----------------------------------------------------------------------------

    def _number(self, node: Node) -> Node:
        if node.is_condition:
            raise BadText("expected a number, not a condition", self.text, node.place)
        if node.op == "set":
            raise BadText("expected a set after `in`, such as k in {sample}", self.text, node.place, sample="{1, 3, 4}")
        return node

    def _sum(self) -> Node:
        return self._chain(("+", "-"), lambda: self._chain(("*", "//", "%"), self._factor))

    def _chain(self, signs: tuple[str, ...], read: Callable[[], Node]) -> Node:
        node: Node = read()
        while sign := self.take(*signs):
            right = self._number(read())
            node = Node(sign.text, (self._number(node), right), node.place)
        return node

    def _factor(self) -> Node:
        token = self.token
        if self.take("-"):
            with _deeper(self):
                return Node("-", (Node("number", (), token.place, "0"), self._number(self._factor())), token.place)
        if token.kind == "number":
            return self._constant()
        if self.take("("):
            with _deeper(self):
                node = self.clauses()
            self.must(")")
            return node
        if token.kind == "name" and token.text not in ("and", "or", "not", "in"):
            self.at += 1
            return self._call(token) if token.text in WORDS else Node("name", (), token.place, token.text)
        raise self.fault(Message("a number, a name such as x' or a bracket"))

    def _constant(self) -> Node:
        token = self.token
        if len(token.text) > 7 or int(token.text) > LARGEST:
            raise BadText("a constant in a rule is at most {most}", self.text, token.place, most=LARGEST)
        self.at += 1
        node = Node("number", (), token.place, token.text)
        after = self.token
        # 2k means 2*k, but the `in` of `3 in {1}` is not a factor.
        if after.kind == "name" and after.text not in ("and", "or", "not", "in"):
            return Node("*", (node, self._number(self._factor())), token.place)
        return node

    def _call(self, token: Token) -> Node:
        self.must("(")
        with _deeper(self):
            args = [self._number(self._sum())]
            while self.take(","):
                args.append(self._number(self._sum()))
        self.must(")")
        least = FUNCTIONS.get(token.text, 1)
        if len(args) < least or (least == 1 and len(args) > 1):
            wanted = Message("one number") if least == 1 else Message("two numbers or more")
            message = "{name} takes {wanted}, not {found}"
            raise BadText(message, self.text, token.place, name=token.text, wanted=wanted, found=len(args))
        return Node(token.text, tuple(args), token.place)


class _deeper:  # noqa: N801 - reads as a word in `with`
    """One level deeper in brackets, up to a limit: a reader by descent would exhaust the stack of Python."""

    def __init__(self, reader: _Reader) -> None:
        self.reader = reader

    def __enter__(self) -> None:
        self.reader.depth += 1
        if self.reader.depth > DEEPEST:
            raise BadText(
                "more than {most} brackets inside each other", self.reader.text, self.reader.token.place, most=DEEPEST
            )

    def __exit__(self, *_: object) -> None:
        self.reader.depth -= 1
