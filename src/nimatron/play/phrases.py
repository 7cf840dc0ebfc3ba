"""The comparison of a typed move with the words of each legal move, without code for any single game.

A game describes each of its moves in words: `take 2 from heap 3`. What was typed is compared with the values in those
words (2, 3) and, if it has any, with the words before them (take, heap).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import Formatter

from ..core.game import Position, State
from ..core.limits import Budget
from ..core.message import Message
from ..explain.move_outcomes import distinct
from .vocabulary import Vocabulary, Wording, fold_letters

PLACES = {
    "part": Message("part {number}"),
    "heap": Message("heap {number}"),
    "row": Message("row {number}"),
    "token": Message("token {number}"),
    "stone": Message("stone {number}"),
    "coin": Message("coin {number}"),
}
"""Names in the words of a move that say where it is made, and how to say the place alone."""

PREPOSITIONS = frozenset({"from", "to", "into", "at", "of", "on", "and", "in"})
"""Words before a value that say little about its meaning."""

LEAVING = {"to": frozenset({"to", "into", "leave"}), "leave": frozenset({"into", "leave"})}
"""Typed words that say what is left of a heap, and the words for it in a move. Some languages have one for "to" and
"into"."""

IDLE = frozenset({"the", "a", "an", "of", "on", "at", "with"})
"""Words that say nothing about which move is meant."""

_WORD = re.compile(r"[^\s,;:()>]+")
_PIECE = re.compile(r"[0-9]+|[^\W\d_]+")
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")


@dataclass(frozen=True)
class Slot:
    """A value in the words of a move: its name, its text, its tokens, and the words that may precede it."""

    name: str
    text: str
    tokens: tuple[str, ...]
    labels: frozenset[str]

    @property
    def is_place(self) -> bool:
        return self.name in PLACES


@dataclass(frozen=True)
class MoveWords:
    """An option and its words."""

    option: State
    move: Message | str
    slots: tuple[Slot, ...]
    words: frozenset[str]
    told: frozenset[str]
    """The whole sentence, in each language."""


@dataclass(frozen=True)
class TypedMove:
    """A typed move: its values, each with the word before it, and its other words."""

    text: str
    values: tuple[tuple[str, str], ...]
    fillers: frozenset[str]

    def is_known(self, vocabulary: Vocabulary) -> bool:
        """Are all words known? A strange one may say which of two equal heaps is meant."""
        return self.fillers <= {*vocabulary.values(), *IDLE}


# -- cut into values -----------------------------------------------------------------------------


def worded_options(position: Position, wording: Wording = str, budget: Budget | None = None) -> Iterator[MoveWords]:
    """The distinct options, each with its words in English and in the reader's language."""
    for option in distinct(position, budget):
        move = position.game.describe(position.state, option)
        told = str(move), wording(move)
        words = frozenset(piece.casefold() for piece in _PIECE.findall(" ".join(told)) if not piece.isdecimal())
        yield MoveWords(option, move, tuple(_slots(move)), words, frozenset(map(fold_letters, told)))


def _slots(move: Message | str) -> Iterator[Slot]:
    if isinstance(move, str):
        yield from _slots_of_text(move)
        return
    template = move.plural if move.plural and move.n != 1 else move.msgid
    for literal, name, _, _ in Formatter().parse(template):
        if name is None or literal.endswith("("):  # what is in brackets is only a remark
            continue
        value = move.params[name]
        if isinstance(value, Message):
            yield from _slots(value)
        else:
            yield Slot(name, str(value), tuple(_tokens(str(value))), frozenset({_label(literal), name} - {""}))


def _slots_of_text(text: str) -> Iterator[Slot]:
    before = ""
    for piece in _PIECE.findall(text):
        if piece.isdecimal():
            yield Slot("", piece, (_plain(piece),), frozenset({_label(before)} - {""}))
        before = piece


def _label(literal: str) -> str:
    """The word that a value follows, in the singular."""
    words = re.findall(r"[^\W\d_]+", literal)
    return words[-1].casefold().removesuffix("s") if words else ""


def _tokens(value: str) -> Iterator[str]:
    """Numbers one by one; a name with letters stays whole."""
    for word in _WORD.findall(value):
        if any(letter.isalpha() for letter in word):
            yield word
        else:
            yield from _numbers(word)


def _numbers(word: str) -> list[str]:
    if _NUMBER.fullmatch(word):
        return [_plain(word)]
    return [_plain(piece) for piece in re.findall(r"[0-9]+", word)]


def _plain(number: str) -> str:
    return number.lstrip("0") or "0"


def cut_into_values(text: str, moves: Sequence[MoveWords], vocabulary: Vocabulary) -> TypedMove:
    """`text` cut into values and words; names that occur in `moves`, such as vertices, are values too."""
    names = {token for said in moves for slot in said.slots for token in slot.tokens if not _NUMBER.fullmatch(token)}
    lower_names = {name.casefold(): name for name in names}
    values, fillers, label = [], set(), ""
    for word in _WORD.findall(text):
        name = word if word in names else lower_names.get(word.casefold())
        for piece in [name] if name else [word] if _NUMBER.fullmatch(word) else _PIECE.findall(word):
            if name or _NUMBER.fullmatch(piece):
                values.append((label, name or _plain(piece)))
                label = ""
            else:
                known = vocabulary.get(piece.casefold(), piece)
                label = _label(known)
                fillers.add(known.casefold())
    return TypedMove(text, tuple(values), frozenset(fillers))


# -- which one -----------------------------------------------------------------------------------


def best_fits(typed: TypedMove, moves: Sequence[MoveWords]) -> tuple[tuple[int, int], list[MoveWords]]:
    """The moves that fit best: fewest unknown words, then fewest values left unsaid; and how many are unsaid."""
    # `heap 3 to 1` and `leave 1 in heap 3` must not mean `take 1 from heap 3`.
    leaving = [words for word, words in LEAVING.items() if word in typed.fillers]
    known = [said for said in moves if not said.words or all(said.words & words for words in leaving)]
    fits = [
        ((len(typed.fillers - said.words), unsaid), said)
        for said in known
        if (unsaid := _unsaid(typed, said)) is not None and (typed.values or typed.fillers & said.words)
    ]
    if not fits:
        return (0, 0), _any_order(typed, known)
    best = min(key for key, _ in fits)
    return best[1], [said for key, said in fits if key == best]


def _unsaid(typed: TypedMove, said: MoveWords) -> tuple[int, int] | None:
    """The number of values that are missing, for the deed and for the place of the move; None if it is another move."""
    # First with every word counting; if that fits nothing, prepositions may be wrong: people type `2 of heap 3`.
    unsaid = _unsaid_slots(typed, said, frozenset()) or _unsaid_slots(typed, said, PREPOSITIONS)
    if unsaid and typed.values and _only_where(typed, said, unsaid[0]):
        return None
    return unsaid


def _only_where(typed: TypedMove, said: MoveWords, unsaid: int) -> bool:
    """Do bare numbers fit only the place of the move? Then they were meant for something else."""
    deeds = [slot for slot in said.slots if not slot.is_place]
    named = any(label in slot.labels for slot in said.slots for label, _ in typed.values)
    return bool(deeds) and unsaid == len(deeds) and not named


def _unsaid_slots(typed: TypedMove, said: MoveWords, ignored: frozenset[str]) -> tuple[int, int] | None:
    """The same, if the words before the values must be words of the move, except for the words `ignored`."""
    free, rest = list(said.slots), []
    values = [value for _, value in typed.values]
    i = 0
    while i < len(values):
        label = typed.values[i][0]
        called = [slot for slot in free if label in slot.labels - ignored]
        # Two values may be called alike: `coin 1 to square 0` names one of two squares.
        slot = next((slot for slot in called if tuple(values[i : i + len(slot.tokens)]) == slot.tokens), None)
        if slot is not None:
            free.remove(slot)
            i += len(slot.tokens)
        elif called:
            return None
        else:
            rest.append(values[i])
            i += 1
    return _empty_slots(rest, free)


def _empty_slots(values: Sequence[str], slots: Sequence[Slot]) -> tuple[int, int] | None:
    """The number of slots that stay empty when the values fill the others in order, each completely."""
    if not slots:
        return None if values else (0, 0)
    first, rest = slots[0], slots[1:]
    ways = []
    if values and tuple(values[: len(first.tokens)]) == first.tokens:
        ways.append(_empty_slots(values[len(first.tokens) :], rest))
    if (without := _empty_slots(values, rest)) is not None:
        ways.append((without[0] + (not first.is_place), without[1] + first.is_place))
    return min((way for way in ways if way is not None), default=None)


def _any_order(typed: TypedMove, moves: Sequence[MoveWords]) -> list[MoveWords]:
    """Values in any order, `turn coins 4 and 1` for `turn coins 1, 4`; the place of the move may be left out."""
    if any(value.startswith("-") or "." in value for _, value in typed.values):
        return []  # not a natural number
    for values in (_pairs, _tokens):  # a coin 3,1 first as one thing, then as two numbers
        wanted = Counter(values(typed.text) if values is _pairs else (value for _, value in typed.values))
        for whole in (True, False):
            fits = [
                said
                for said in moves
                if wanted == Counter(t for slot in said.slots if whole or not slot.is_place for t in values(slot.text))
            ]
            if fits and wanted:
                return fits
    return []


def _pairs(text: str) -> Iterator[str]:
    return (match[0] for match in re.finditer(r"[0-9]+(,[0-9]+)*", text))


def near_to(typed: TypedMove, moves: Sequence[MoveWords]) -> list[MoveWords]:
    """The moves that share most values with the typed move; all moves if none shares any."""
    values = [value for _, value in typed.values]

    def common_values(said: MoveWords) -> int:
        tokens = [token for slot in said.slots for token in slot.tokens]
        return sum(a == b for a, b in zip(values, tokens, strict=False)) if len(tokens) == len(values) else 0

    best = max(map(common_values, moves), default=0)
    return [said for said in moves if common_values(said) == best]


def places(position: Position, option: Position) -> Mapping[str, object]:
    """The place of a move by the names in its words, {"heap": 2}; empty if there is only one place."""
    if len(position.game.components(position.state)) < 2:
        return {}
    found: dict[str, object] = {}
    move: object = position.game.describe(position.state, option.state)
    while isinstance(move, Message):  # the words of a move in a sum contain those of the move in the part
        found |= {name: move.params[name] for name in PLACES if f"{{{name}}}" in move.msgid}
        move = move.params.get("move")
    return found
