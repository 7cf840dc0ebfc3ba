"""Reads moves as people type them: by number, by the position after the move, or in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from copy import copy
from itertools import islice, pairwise

from ..analysis import distinct
from ..errors import BadText, IllegalMove
from ..game import Position, State, Sum
from ..games.catalog import top_level
from ..message import Message, row
from .finding import room
from .numerals import in_digits
from .phrases import Said, best_fits, cut, moves_said, near_to
from .vocabulary import Vocabulary, Wording, folded, spoken, vocabulary_of

LOOKED_AT = 5_000
"""The most options that a typed move is compared with."""

SHOWN = 6
"""The most moves that are named in an error."""


class Misread(IllegalMove):
    """Typed text that is not a move: the `reason`, and `moves` that it can mean (if `several`) or that are similar."""

    def __init__(self, reason: Message, moves: Iterable[Message | str] = (), several: bool = False) -> None:
        self.reason, self.moves, self.several = reason, tuple(islice(moves, SHOWN)), several
        super().__init__(Message("{reason}: {moves}", reason=reason, moves=row(self.moves)) if self.moves else reason)

    def quoting(self, read: str, typed: str) -> Misread:
        """The same, with the words as they were `typed` where it quotes them as they were `read`."""
        if self.reason.params.get("text") != read:
            return self
        reason = copy(self.reason)
        reason.params = {**reason.params, "text": typed}
        return Misread(reason, self.moves, self.several)


def read_move(position: Position, text: str, wording: Wording = str) -> Position:
    """The option that `text` means; Misread says what it might have been.

    `#4` is the fourth move of the list; `nim: 1 4 5` is the position after the move. Anything else gives the values of
    the move in the order of its words, so that a lone number is the amount taken from the only heap. `wording` words
    moves in the reader's language.

    >>> from nimatron import parse
    >>> p = parse("nim: 3 4 5")
    >>> print(read_move(p, "2 from 3"), read_move(p, "heap 1: take 3"), read_move(p, "3 4 1"), sep=", ")
    nim: 3 4 3, nim: 0 4 5, nim: 3 4 1
    """
    text = " ".join(text.split())
    # From the most definite form to the vaguest: a number, the notation, words.
    if re.fullmatch(r"# ?[0-9]+", text):
        return _numbered(position, text)
    if (state := _written(position, text)) is not None:
        return _checked(position, state, text)
    vocabulary = vocabulary_of(wording)
    digits = in_digits(text, vocabulary, wording)
    if (after := _in_part(position, digits, wording, vocabulary)) is not None:
        return after
    try:
        return Position(position.game, _told(position, digits, wording, vocabulary))
    except Misread as fault:
        if digits == text:
            raise
        with suppress(Misread):  # a vertex may be called "two"
            return Position(position.game, _told(position, text, wording, vocabulary))
        raise fault.quoting(digits, text) from None


# -- by number, by notation ----------------------------------------------------------------------


def listed(position: Position) -> Iterator[tuple[int, Position]]:
    """The moves with the numbers that may be typed for them."""
    return ((i, Position(position.game, option)) for i, option in enumerate(distinct(position), 1))


def _numbered(position: Position, text: str) -> Position:
    digits = text[1:].strip().lstrip("0")
    # Nobody counts to a million, and making a list that long would take too much time.
    number = int(digits) if digits and len(digits) < 7 else 0
    options = list(islice(distinct(position), number)) if number else []
    if not number or len(options) < number:
        raise Misread(Message("there is no move with the number {text}", params={"text": text}))
    return Position(position.game, options[-1])


def _written(position: Position, text: str) -> State | None:
    """The state, if `text` is the full notation of one, with the name of the game and a colon."""
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
            raise _no_move(fault) from None
    return tuple(states) if isinstance(position.game, Sum) else states[0]


def _no_move(fault: BadText) -> IllegalMove:
    illegal = IllegalMove(fault.message)
    illegal.pointer = fault.pointer
    return illegal


def _checked(position: Position, state: State, text: str) -> Position:
    if not is_option(position, state):
        raise Misread(Message('"{text}" is not one move away', params={"text": text}))
    return Position(position.game, state)


def is_option(position: Position, state: State) -> bool:
    """Is `state` one move away?"""
    options = position.game.options(position.state)
    if any(option == state for option in islice(options, room(position, 10 * LOOKED_AT))):
        return True
    try:  # beyond the options that can be looked through, the game may be able to read its own words
        said = spoken(str(position.game.describe(position.state, state)), vocabulary_of(str))
        return bool(position.game.move(position.state, said) == state)
    except (ArithmeticError, LookupError, StopIteration, TypeError, ValueError, IllegalMove):
        return False


# -- in words ------------------------------------------------------------------------------------


def _told(position: Position, text: str, wording: Wording, vocabulary: Vocabulary) -> State:
    state, fault = _told_by_game(position, text, vocabulary)
    return _told_by_list(position, text, wording, vocabulary, fault) if state is None else state


def _told_by_game(position: Position, text: str, vocabulary: Vocabulary) -> tuple[State | None, IllegalMove | None]:
    try:
        # The game is asked first: it needs no list of options, which may be endless.
        return position.game.move(position.state, spoken(text, vocabulary)), None
    except IllegalMove as fault:
        return None, fault


def _told_by_list(
    position: Position, text: str, wording: Wording, vocabulary: Vocabulary, fault: IllegalMove | None
) -> State:
    """The option whose words match `text`, among those that can be looked through."""
    most = room(position, LOOKED_AT)
    moves, whole = [], folded(text)
    for said in islice(moves_said(position, wording), most):
        if whole in said.told:
            return said.option
        moves.append(said)
    typed = cut(_without_remarks(position, text), moves, vocabulary)
    (what, where), fits = best_fits(typed, moves)
    if (what or not fits) and (state := _bare_state(position, text)) is not None:
        return state
    # If the list was cut off and something was left unsaid, moves beyond its end may match as well.
    certain = len(moves) < most or not (what or where)
    if fits and certain and (len(fits) == 1 or (typed.is_known(vocabulary) and _alike(position, fits))):
        return fits[0].option
    nearest = fits or near_to(typed, moves)
    raise Misread(_reason(text, fits, fault), (said.move for said in nearest), several=bool(fits))


def _in_part(position: Position, text: str, wording: Wording, vocabulary: Vocabulary) -> Position | None:
    """The option, if `text` names a part of a sum and the rest of it is a move there."""
    if not isinstance(position.game, Sum):
        return None
    k, rest = _part_and_rest(_without_remarks(position, text).split(), vocabulary)
    if not rest or not 0 <= k < len(position.game.games):
        return None
    try:
        after = read_move(Position(position.game.games[k], position.state[k]), rest, wording)
    except IllegalMove:  # the whole text may still mean something
        return None
    return Position(position.game, (*position.state[:k], after.state, *position.state[k + 1 :]))


def _part_and_rest(words: list[str], vocabulary: Vocabulary) -> tuple[int, str]:
    """The part that is named among some words, counted from 0, and the other words; none of them if there is none."""
    for i, (word, number) in enumerate(pairwise(words)):
        if vocabulary.get(word.casefold()) == "part" and re.fullmatch(r"[0-9]{1,5}[,;:.]?", number):
            before = words[:i]
            if before and vocabulary.get(before[-1].casefold()) in ("in", "from"):
                before.pop()
            return int(number.rstrip(",;:.")) - 1, " ".join([*before, *words[i + 2 :]]).strip(" ,;:")
    return 0, ""


def _reason(text: str, fits: Sequence[Said], fault: IllegalMove | None) -> Message:
    if fits:
        return Message('"{text}" can mean more than one move', params={"text": text})
    if fault is not None and fault.message.msgid:
        return fault.message
    return Message('"{text}" is not a move here', params={"text": text or "..."})


def _without_remarks(position: Position, text: str) -> str:
    for game, _ in position.summands():
        text = text.replace(f"({game})", "")
    return text


def _alike(position: Position, moves: Sequence[Said]) -> bool:
    """Are these moves in equal parts? It does not matter which of two heaps of 3 something is taken from."""
    states = [said.option for said in moves]
    if not all(isinstance(state, tuple) for state in states) or len(position.game.components(position.state)) < 2:
        return False
    return all(Counter(state) == Counter(states[0]) for state in states)


def _bare_state(position: Position, text: str) -> State | None:
    """The state after the move, typed without the name of the game. A lone number is an amount taken, never a state."""
    if isinstance(position.game, Sum) or not text or text.isdecimal():
        return None
    try:
        state = position.game.parse(text)
    except (BadText, IllegalMove):
        return None
    return state if is_option(position, state) else None
