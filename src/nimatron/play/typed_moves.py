"""The reader of moves that people type: by number, by the position after the move, or in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from copy import copy
from itertools import islice, pairwise

from ..core.errors import BadText, IllegalMove
from ..core.game import Compound, Position, State, Sum
from ..core.limits import Budget, Limits
from ..core.message import Message, Number, row
from ..explain.move_outcomes import distinct
from ..notation.reader import read_state
from .findings import option_limit
from .phrases import MoveWords, best_fits, cut_into_values, near_to, worded_options
from .vocabulary import Vocabulary, Wording, fold_letters, in_digits, spoken_values, vocabulary_of

LOOKED_AT = 5_000
"""The most options that a typed move is compared with."""

LETTERS = 200_000
"""The most letters in the words of these options: a single move may name a thousand coins."""

SHOWN = 6
"""The most moves that are named in an error."""


class Misread(IllegalMove):
    """Typed text that is not a move: the `reason`, and `moves` that it can mean (if `several`) or that are similar."""

    def __init__(self, reason: Message, moves: Iterable[Message | str] = (), several: bool = False) -> None:
        self.reason, self.moves, self.several = reason, tuple(islice(moves, SHOWN)), several
        super().__init__(Message("{reason}: {moves}", reason=reason, moves=row(self.moves)) if self.moves else reason)

    def quoting(self, read: str, typed: str) -> Misread:
        """The same error, but it quotes the text as the player `typed` it, not as it was `read`."""
        if self.reason.params.get("text") != read:
            return self
        reason = copy(self.reason)
        reason.params = {**reason.params, "text": typed}
        return Misread(reason, self.moves, self.several)


def read_move(position: Position, text: str, wording: Wording = str, limits: Limits | None = None) -> Position:
    """The option that `text` means; Misread names similar moves, Limit says that looking for it took too long.

    `#4` is the fourth move of the list; `nim: 1 4 5` is the position after the move. Anything else gives the values of
    the move in the order of its words, so that a lone number is the amount taken from the only heap. `wording` words
    moves in the reader's language.

    >>> from nimatron import parse
    >>> p = parse("nim: 3 4 5")
    >>> print(read_move(p, "2 from 3"), read_move(p, "heap 1: take 3"), read_move(p, "3 4 1"), sep=", ")
    nim: 3 4 3, nim: 0 4 5, nim: 3 4 1
    """
    return _read(position, text, wording, Budget(limits))


def _read(position: Position, text: str, wording: Wording, budget: Budget) -> Position:
    text = " ".join(text.split())
    # From the most definite form to the vaguest: a number, the notation, words.
    if re.fullmatch(r"# ?[0-9]+", text):
        return _option_by_number(position, text, budget)
    if (state := _written_state(position, text)) is not None:
        return _checked_option(position, state, text, budget)
    vocabulary = vocabulary_of(wording)
    digits = in_digits(text, vocabulary, wording)
    if (after := _in_part(position, digits, wording, vocabulary, budget)) is not None:
        return after
    try:
        return Position(position.game, _option_in_words(position, digits, wording, vocabulary, budget))
    except Misread as fault:
        if digits == text:
            raise
        with suppress(Misread):  # a vertex may be called "two"
            return Position(position.game, _option_in_words(position, text, wording, vocabulary, budget))
        raise fault.quoting(digits, text) from None


# -- by number, by notation ----------------------------------------------------------------------


def numbered_options(position: Position) -> Iterator[tuple[int, Position]]:
    """The moves, each with the number that a player may type for it."""
    return ((i, Position(position.game, option)) for i, option in enumerate(distinct(position), 1))


def _option_by_number(position: Position, text: str, budget: Budget) -> Position:
    digits = text[1:].strip().lstrip("0")
    # Nobody counts to a million, and making a list that long would take too much time.
    number = int(digits) if digits and len(digits) < 7 else 0
    found = list(islice(distinct(position, budget), number - 1, number)) if number else []
    if not found:
        raise Misread(Message("there is no move with the number {text}", text=text))
    return Position(position.game, found[0])


def _written_state(position: Position, text: str) -> State | None:
    """The state, if `text` is the full notation of one, with the name of the game and a colon."""
    game = position.game
    if isinstance(game, Compound):
        try:
            pieces = game.pieces(text)
        except BadText:
            return None
        inside = (Position(part, state) for part, state in game.parts(position.state))
        states = [_written_state(part, piece) for part, piece in zip(inside, pieces, strict=True)]
        return None if None in states else tuple(states)
    name, colon, state = text.strip().rpartition(":")
    if not colon or name.replace(" ", "") != str(game).replace(" ", ""):
        return None
    try:
        return game.parse(state)
    except BadText as fault:
        raise _no_move(fault) from None


def _no_move(fault: BadText) -> IllegalMove:
    illegal = IllegalMove(fault.message)
    illegal.pointer = fault.pointer
    return illegal


def _checked_option(position: Position, state: State, text: str, budget: Budget) -> Position:
    if not is_option(position, state, budget):
        raise Misread(Message('"{text}" is not one move away', text=text))
    return Position(position.game, state)


def is_option(position: Position, state: State, budget: Budget | None = None) -> bool:
    """Is `state` one move away?"""
    options = (budget or Budget()).meter(iter(position.game.options(position.state)))
    if any(option == state for option in islice(options, option_limit(position, 10 * LOOKED_AT))):
        return True
    try:  # beyond the options that can be looked through, the game may be able to read its own words
        said = spoken_values(str(position.game.describe(position.state, state)), vocabulary_of(str))
        return bool(position.game.move(position.state, said) == state)
    except (ArithmeticError, LookupError, StopIteration, TypeError, ValueError, IllegalMove):
        return False


# -- in words ------------------------------------------------------------------------------------


def _option_in_words(position: Position, text: str, wording: Wording, vocabulary: Vocabulary, budget: Budget) -> State:
    state, fault = _read_by_game(position, text, vocabulary)
    return _read_by_list(position, text, wording, vocabulary, fault, budget) if state is None else state


def _read_by_game(position: Position, text: str, vocabulary: Vocabulary) -> tuple[State | None, IllegalMove | None]:
    try:
        # The game is asked first: it needs no list of options, which may be endless.
        return position.game.move(position.state, spoken_values(text, vocabulary)), None
    except IllegalMove as fault:
        return None, fault


def _read_by_list(
    position: Position,
    text: str,
    wording: Wording,
    vocabulary: Vocabulary,
    fault: IllegalMove | None,
    budget: Budget,
) -> State:
    """The option whose words match `text`, among those that can be looked through."""
    most, letters = option_limit(position, LOOKED_AT), LETTERS
    moves, whole = [], fold_letters(text)
    for said in islice(worded_options(position, wording, budget), most):
        if whole in said.told:
            return said.option
        moves.append(said)
        letters -= sum(map(len, said.told))
        if letters < 0:
            break
    cut_off = len(moves) == most or letters < 0
    budget.look()  # the comparison takes as long as the list did
    typed = cut_into_values(_without_remarks(position, text), moves, vocabulary)
    (what, where), fits = best_fits(typed, moves)
    if (what or not fits) and (state := _bare_state(position, text, budget)) is not None:
        return state
    # If the list was cut off and something was left unsaid, moves beyond its end may match as well.
    certain = not cut_off or not (what or where)
    if fits and certain and (len(fits) == 1 or (typed.is_known(vocabulary) and _alike(position, fits))):
        return fits[0].option
    nearest = fits or near_to(typed, moves)
    reason = _reason(text, fits, fault, len(moves) if cut_off else 0)
    raise Misread(reason, (said.move for said in nearest), several=bool(fits))


def _in_part(
    position: Position, text: str, wording: Wording, vocabulary: Vocabulary, budget: Budget
) -> Position | None:
    """The option, if `text` names a part of a sum and the rest of it is a move there."""
    if not isinstance(position.game, Sum):
        return None
    k, rest = _part_and_rest(_without_remarks(position, text).split(), vocabulary)
    if not rest or not 0 <= k < len(position.game.games) or isinstance(position.game.games[k], Compound):
        return None
    try:
        after = _read(Position(position.game.games[k], position.state[k]), rest, wording, budget)
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


def _reason(text: str, fits: Sequence[MoveWords], fault: IllegalMove | None, first: int) -> Message:
    """Why `text` is not read; `first` is the number of moves it was compared with, if there are more."""
    if fits:
        return Message('"{text}" can mean more than one move', text=text)
    if fault is not None and fault.message.msgid:
        return fault.message
    if first:
        told = '"{text}" is not one of the first {count} moves; type the position after the move instead'
        return Message(told, text=text or "...", count=Number(first))
    return Message('"{text}" is not a move here', text=text or "...")


def _without_remarks(position: Position, text: str) -> str:
    for game, _ in position.boards():
        text = text.replace(f"({game})", "")
    return text


def _alike(position: Position, moves: Sequence[MoveWords]) -> bool:
    """Are these moves in equal parts? It does not matter which of two heaps of 3 something is taken from."""
    states = [said.option for said in moves]
    if not all(isinstance(state, tuple) for state in states) or len(position.game.components(position.state)) < 2:
        return False
    return all(Counter(state) == Counter(states[0]) for state in states)


def _bare_state(position: Position, text: str, budget: Budget) -> State | None:
    """The state after the move, typed without the name of the game. A lone number is an amount taken, never a state."""
    if isinstance(position.game, Compound) or not text or text.isdecimal():
        return None
    try:
        state = read_state(position.game, text).state
    except (BadText, IllegalMove):
        return None
    return state if is_option(position, state, budget) else None
