"""Moves as people type them, with no code for any one game.

A game says each of its moves in words: `take 2 from heap 3`. What is typed is held against the
values in those words (2, 3) and, where it has them, the words before them (take, heap).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from string import Formatter

from ..catalog import top_level
from ..errors import BadText, IllegalMove
from ..game import Message, Position, State, Sum
from .finding import distinct, room

LOOKED_AT = 5_000
"""Options that a typed move is compared with, where listing them all would take too long."""

SHOWN = 6
"""Moves named in an error."""

PLACES = ("part", "heap", "row", "token", "stone", "coin")
"""Names in the words of a move that tell where it is made."""

Wording = Callable[[Message | str], str]

_WORD = re.compile(r"[^\s,;:()>]+")
_PIECE = re.compile(r"[0-9]+|[^\W\d_]+")
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")


class Misread(IllegalMove):
    """Typed text that is no move: `reason`, and the `moves` it may have meant or that there are."""

    def __init__(self, reason: Message, moves: Iterable[Message | str] = ()) -> None:
        self.reason, self.moves = reason, tuple(islice(moves, SHOWN))
        listing = ": " + "; ".join(map(str, self.moves)) if self.moves else ""
        super().__init__(f"{reason}{listing}")


@dataclass(frozen=True)
class Slot:
    """A value in the words of a move: its tokens, and the words that may stand before it."""

    tokens: tuple[str, ...]
    labels: frozenset[str]


@dataclass(frozen=True)
class Said:
    """An option as it is said."""

    option: State
    move: Message | str
    slots: tuple[Slot, ...]
    words: frozenset[str]


@dataclass(frozen=True)
class Typed:
    """What was typed: values, each with the word before it, and the other words."""

    values: tuple[tuple[str, str], ...]
    fillers: frozenset[str]


def read_move(position: Position, text: str, wording: Wording = str) -> Position:
    """The option that `text` means; Misread says what it might have been.

    `#4` is the fourth move of the list; `nim: 1 4 5` the position after the move; else the values
    of the move in the order in which it is said, so that a lone number is what is taken from the
    only heap. `wording` says moves in the reader's language.

    >>> from nimatron import parse
    >>> p = parse("nim: 3 4 5")
    >>> print(read_move(p, "2 from 3"), read_move(p, "heap 1: take 3"), read_move(p, "3 4 1"), sep=", ")
    nim: 3 4 3, nim: 0 4 5, nim: 3 4 1
    """
    text = " ".join(text.split())
    if re.fullmatch(r"# ?[0-9]+", text):
        return _numbered(position, text)
    if (state := _written(position, text)) is not None:
        return _checked(position, state, text)
    state, fault = _told_by_game(position, text)
    if state is not None:
        return Position(position.game, state)
    return Position(position.game, _told_by_list(position, text, wording, fault))


# -- by number, by notation ----------------------------------------------------------------------


def listed(position: Position) -> Iterator[tuple[int, Position]]:
    """The moves with the numbers by which they may be called."""
    return ((i, Position(position.game, option)) for i, option in enumerate(distinct(position), 1))


def _numbered(position: Position, text: str) -> Position:
    digits = text[1:].strip().lstrip("0")
    number = int(digits) if digits and len(digits) < 7 else 0
    options = list(islice(distinct(position), number)) if number else []
    if not number or len(options) < number:
        raise Misread(Message("there is no move with the number {text}", params={"text": text}))
    return Position(position.game, options[-1])


def _written(position: Position, text: str) -> State | None:
    """The state that `text` is the whole notation of, with the name of the game and a colon."""
    summands = position.summands()
    places = top_level(text, " + ") if len(summands) > 1 else []
    if len(places) != len(summands) - 1:
        return None
    states = []
    for (game, _), start, end in zip(summands, [0, *(p + 3 for p in places)], [*places, len(text)], strict=True):
        name, colon, state = text[start:end].strip().rpartition(":")
        if not colon or name.replace(" ", "") != str(game).replace(" ", ""):
            return None
        try:
            states.append(game.parse(state))
        except BadText as fault:
            raise IllegalMove(str(fault)) from None
    return tuple(states) if isinstance(position.game, Sum) else states[0]


def _checked(position: Position, state: State, text: str) -> Position:
    if not is_option(position, state):
        raise Misread(Message("{text} is not one move away", params={"text": text}))
    return Position(position.game, state)


def is_option(position: Position, state: State) -> bool:
    """Is `state` one move away?"""
    options = position.game.options(position.state)
    if any(option == state for option in islice(options, room(position, 10 * LOOKED_AT))):
        return True
    try:  # past the end of what can be looked through, the game itself may read its own words
        said = str(position.game.describe(position.state, state))
        return bool(position.game.move(position.state, _words(said)) == state)
    except (ArithmeticError, LookupError, StopIteration, TypeError, ValueError, IllegalMove):
        return False


# -- in words ------------------------------------------------------------------------------------


def _words(text: str) -> list[str]:
    """Ordinals keep their parts together: ω·2 + 1 is one word."""
    return [word.casefold() for word in _WORD.findall(re.sub(r"(?<=[\w²³]) ?\+ ?(?=\w)", "+", text))]


def _told_by_game(position: Position, text: str) -> tuple[State | None, IllegalMove | None]:
    try:
        return position.game.move(position.state, _words(text)), None
    except IllegalMove as fault:
        return None, fault


def _told_by_list(position: Position, text: str, wording: Wording, fault: IllegalMove | None) -> State:
    """The option whose words fit `text`, among those that can be looked through."""
    moves = list(islice(_said(position), room(position, LOOKED_AT)))
    for said in moves:
        if wording(said.move).casefold() == text.casefold() or str(said.move).casefold() == text.casefold():
            return said.option
    typed = _typed(_without_remarks(position, text), moves)
    unsaid, fitting = _fitting(typed, moves)
    if unsaid and (state := _bare_state(position, text)) is not None:
        return state
    if len(fitting) == 1 or (fitting and _alike(position, fitting)):
        return fitting[0].option
    if fitting:
        several = Message("{text} can mean more than one move", params={"text": text})
        raise Misread(several, (said.move for said in fitting))
    if (state := _bare_state(position, text)) is not None:
        return state
    reason = fault.args[0] if fault is not None else None
    if not isinstance(reason, Message):
        reason = Message("{text} is not a move here", params={"text": text or "..."})
    raise Misread(reason, (said.move for said in _near(typed, moves)))


def _said(position: Position) -> Iterator[Said]:
    for option in distinct(position):
        move = position.game.describe(position.state, option)
        words = frozenset(piece.casefold() for piece in _PIECE.findall(str(move)) if not piece.isdecimal())
        yield Said(option, move, tuple(_slots(move)), words)


def _slots(move: Message | str) -> Iterator[Slot]:
    if isinstance(move, str):
        yield from _slots_of_text(move)
        return
    template = move.plural if move.plural and move.n != 1 else move.msgid
    for literal, name, _, _ in Formatter().parse(template):
        if name is None or literal.endswith("("):  # what stands in brackets is a remark
            continue
        value = move.params[name]
        if isinstance(value, Message):
            yield from _slots(value)
        else:
            yield Slot(tuple(_tokens(str(value))), frozenset({_label(literal), name} - {""}))


def _slots_of_text(text: str) -> Iterator[Slot]:
    before = ""
    for piece in _PIECE.findall(text):
        if piece.isdecimal():
            yield Slot((_plain(piece),), frozenset({_label(before)} - {""}))
        before = piece


def _label(literal: str) -> str:
    """The word that a value follows; a plural is as good."""
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


def _typed(text: str, moves: Sequence[Said]) -> Typed:
    names = {token for said in moves for slot in said.slots for token in slot.tokens if not _NUMBER.fullmatch(token)}
    folded = {name.casefold(): name for name in names}
    values, fillers, label = [], set(), ""
    for word in _WORD.findall(text):
        name = word if word in names else folded.get(word.casefold())
        for piece in [name] if name else [word] if _NUMBER.fullmatch(word) else _PIECE.findall(word):
            if name or _NUMBER.fullmatch(piece):
                values.append((label, name or _plain(piece)))
                label = ""
            else:
                label = _label(piece)
                fillers.add(piece.casefold())
    return Typed(tuple(values), frozenset(fillers))


def _without_remarks(position: Position, text: str) -> str:
    for game, _ in position.summands():
        text = text.replace(f"({game})", "")
    return text


# -- which one -----------------------------------------------------------------------------------


def _fitting(typed: Typed, moves: Sequence[Said]) -> tuple[int, list[Said]]:
    """The moves that fit best: fewest strange words, then fewest values left unsaid; and how many are."""
    known = [said for said in moves if "to" not in typed.fillers or "to" in said.words or not said.words]
    fits = [
        ((len(typed.fillers - said.words), unsaid), said)
        for said in known
        if (unsaid := _unsaid(typed, said)) is not None and (typed.values or typed.fillers & said.words)
    ]
    if not fits:
        return 0, _any_order(typed, known)
    best = min(key for key, _ in fits)
    return best[1], [said for key, said in fits if key == best]


def _unsaid(typed: Typed, said: Said) -> int | None:
    """How many values of the move were not typed; None: it is not this move."""
    free = list(said.slots)
    rest: list[str] = []
    values = [value for _, value in typed.values]
    i = 0
    while i < len(values):
        label = typed.values[i][0]
        slot = next((slot for slot in free if label in slot.labels), None)
        if slot is None:
            rest.append(values[i])
            i += 1
            continue
        if tuple(values[i : i + len(slot.tokens)]) != slot.tokens:
            return None
        free.remove(slot)
        i += len(slot.tokens)
    return _left_over(rest, free)


def _left_over(values: list[str], slots: list[Slot]) -> int | None:
    """How many slots stay empty when the values fill others in order, each of them whole."""
    empty = 0
    for slot in slots:
        if values and tuple(values[: len(slot.tokens)]) == slot.tokens:
            values = values[len(slot.tokens) :]
        else:
            empty += 1
    return None if values else empty


def _any_order(typed: Typed, moves: Sequence[Said]) -> list[Said]:
    """`turn coins 4 and 1` for `turn coins 1, 4`."""
    wanted = Counter(value for _, value in typed.values)
    if not wanted:
        return []
    return [said for said in moves if Counter(t for slot in said.slots for t in slot.tokens) == wanted]


def _alike(position: Position, moves: Sequence[Said]) -> bool:
    """Moves in equal parts: from which of two heaps of 3 it is taken does not matter."""
    states = [said.option for said in moves]
    if not all(isinstance(state, tuple) for state in states) or len(position.game.components(position.state)) < 2:
        return False
    return all(Counter(state) == Counter(states[0]) for state in states)


def _bare_state(position: Position, text: str) -> State | None:
    """The state after the move, without the name of the game."""
    if isinstance(position.game, Sum) or not text:
        return None
    try:
        state = position.game.parse(text)
    except (BadText, IllegalMove):
        return None
    return state if is_option(position, state) else None


def _near(typed: Typed, moves: Sequence[Said]) -> list[Said]:
    """The moves that share most with what was typed; the first ones where none shares anything."""
    values = [value for _, value in typed.values]

    def shared(said: Said) -> int:
        tokens = [token for slot in said.slots for token in slot.tokens]
        return sum(a == b for a, b in zip(values, tokens, strict=False)) if len(tokens) == len(values) else 0

    best = max(map(shared, moves), default=0)
    return [said for said in moves if shared(said) == best]


def places(position: Position, option: Position) -> Mapping[str, object]:
    """Where the move is made, as its words say it: {"heap": 2}; empty where there is one place only."""
    if len(position.game.components(position.state)) < 2:
        return {}
    found: dict[str, object] = {}
    move: object = position.game.describe(position.state, option.state)
    while isinstance(move, Message):
        found |= {name: move.params[name] for name in PLACES if f"{{{name}}}" in move.msgid}
        move = move.params.get("move")
    return found
