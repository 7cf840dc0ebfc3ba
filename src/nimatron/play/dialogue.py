"""A program for people in a match: it asks for numbers and prints sentences; the referee answers like a user.

What it says is read when it is clear, and refused with the line of the program and what was expected when it is not.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ..core.errors import IllegalMove
from ..core.game import Position
from ..core.message import Message
from .faults import ProgramFault, printable
from .lexicon import ALLOWED, BEGIN, COMPUTER, COUNT, HEAP, LEFT, NO, Lexicon
from .programs import Program, ProgramLimits
from .pupil_moves import PupilReply, argument_of
from .typed_moves import is_option, read_move

MOST_PROMPTS = 30
"""The most lines that a program may ask for before it moves."""

LARGEST = 40
"""The most coins that the user takes to give the program the position that it is to play in."""

EXPECTED = Message('expected the move in a sentence, such as "I took 1 coin. 12 coins are left."')
ASKED = Message("expected a question for the coins, the allowed moves, or the user's move")


@dataclass(frozen=True)
class Utterance:
    """What a program has said since it was last answered; `asks` is the line in which it waits for an answer."""

    said: str = ""
    asks: int | None = None
    end: bool = False
    fault: str = ""
    error: str = ""
    line: int | None = None

    @property
    def clauses(self) -> list[str]:
        return re.split(r"[.,!?;:\n]+", self.said)

    @property
    def prompt(self) -> str:
        """The last sentence, with which it asks."""
        return re.split(r"[.!;\n]+", self.said.rstrip())[-1]

    @property
    def output(self) -> list[str]:
        """What it prints, without the question at the end."""
        return re.split(r"[.,!?;:\n]+", self._sentence_text)

    @property
    def sentences(self) -> list[str]:
        """The same in longer pieces: a comma may stand in a list of heaps."""
        return re.split(r"[.!?;:\n]+", self._sentence_text)

    @property
    def _sentence_text(self) -> str:
        return re.sub(r"[^.,!?;\n]*\Z", "", self.said) if self.asks else self.said

    def refuse(self, expected: Message) -> IllegalMove:
        """The error that this means nothing here."""
        params = {"text": printable(" ".join(self.said.split())), "expected": expected}
        if self.asks:
            params["n"] = str(self.asks)
            return IllegalMove(Message('line {n}: it says "{text}": {expected}', params=params))
        return IllegalMove(Message('it says "{text}": {expected}', params=params))


class TalkPlayer:
    """A program that talks, as a player in a match."""

    def __init__(self, command: Sequence[str], bounds: ProgramLimits, lexicon: Lexicon) -> None:
        self._command, self._bounds, self._lexicon = command, bounds, lexicon
        self._program: Program | None = None
        self._left: Position | None = None
        """The position after its last move, if it waits for the answer to it."""
        self._asked = Utterance()

    def move(self, position: Position) -> Position:
        """The position after its move."""
        if self._left is not None and is_option(self._left, position.state):
            heard = self._reply(self._asked, self._left, position)
        else:
            heard = self._begin(position)
        after = read_utterance(position, heard, self._lexicon)
        if after is None:
            raise heard.refuse(EXPECTED)
        self._left, self._asked = (after if heard.asks else None), heard
        return after

    def close(self) -> None:
        """End the program."""
        if self._program is not None:
            self._program.close()

    # -- the conversation --------------------------------------------------------------------

    def _begin(self, position: Position) -> Utterance:
        """Begin a conversation in which it is the program's turn in `position`."""
        heard = self._set_up(position)
        if heard.asks and read_utterance(position, heard, self._lexicon) is None:
            # It wants the user to begin: then the user makes a move that leads here.
            before = next(_predecessors(position), None)
            if before is None:
                raise heard.refuse(EXPECTED)
            heard = self._reply(self._set_up(before), before, position)
        return heard

    def _set_up(self, position: Position) -> Utterance:
        """Answer its questions until the position is known."""
        self.close()
        self._program = Program(self._command, self._bounds)
        self._one_by_one = False
        given = argument_of(position)
        heard, wanted = self._hear(""), [str(n) for n in given] if isinstance(given, list) else [str(given)]
        for _ in range(MOST_PROMPTS):
            if not wanted:
                return heard
            if not heard.asks:
                raise heard.refuse(ASKED)
            heard = self._hear(self._setting(heard, position, wanted))
        raise heard.refuse(ASKED)

    def _setting(self, heard: Utterance, position: Position, wanted: list[str]) -> str:
        """The answer to a question before the match."""
        prompt, says = heard.prompt, self._lexicon.says
        if says(prompt, ALLOWED) and not says(prompt, COUNT):
            return (", " if "," in prompt else " ").join(map(str, _amounts(position)))
        if says(prompt, BEGIN) and not says(prompt, COUNT):
            return self._beginner(heard)
        if len(wanted) > 1 and says(prompt, COUNT) and says(prompt, HEAP) and not self._one_by_one:
            self._one_by_one = True
            return str(len(wanted))
        if self._one_by_one:
            return wanted.pop(0)
        answer = " ".join(wanted)
        wanted.clear()
        return answer

    def _beginner(self, heard: Utterance) -> str:
        """The answer that lets the program begin."""
        prompt = heard.prompt
        for number, after in re.findall(r"(\d+)\W*([^\d]*)", prompt):
            if self._lexicon.says(after, COMPUTER):
                return str(number)
        letters = re.findall(r"\b([^\W\d_]+)\s*/\s*([^\W\d_]+)", prompt)
        for pair in letters:
            for answer in pair:
                if answer.casefold() in self._lexicon.words(NO):
                    return str(answer)
        raise heard.refuse(ASKED)

    def _reply(self, heard: Utterance, before: Position, after: Position) -> Utterance:
        """Make the user's move from one position to the other, in one answer or in two."""
        if isinstance(argument_of(before), str):
            return self._hear(str(after))
        i = next(i for i, (a, b) in enumerate(zip(before.state, after.state, strict=False)) if a != b)
        amount, heap = str(before.state[i] - after.state[i]), str(i + 1)
        if len(before.state) == 1:
            return self._hear(amount)
        asks_heap, asks_amount = (self._lexicon.says(heard.prompt, what) for what in (HEAP, COUNT))
        if asks_heap and not asks_amount:
            return self._hear(amount, self._hear(heap))
        return self._hear(f"{heap} {amount}")

    def _hear(self, answer: str, before: Utterance | None = None) -> Utterance:
        if before is not None and not before.asks:
            raise before.refuse(ASKED)
        assert self._program is not None
        heard = Utterance(**_data(self._program.ask(answer)))
        if heard.fault:
            reply = PupilReply(fault=heard.fault, error=heard.error, line=heard.line)
            raise ProgramFault("crash", reply.reason)
        return heard


def _data(answer: str) -> dict[str, Any]:
    found = json.loads(answer)
    return found if isinstance(found, dict) else {}


def _amounts(position: Position) -> list[int]:
    """The numbers that may be taken from a large heap."""
    large = Position(position.game, (10 * LARGEST,))
    return sorted(large.state[0] - option.state[0] for option in large.options() if len(option.state) == 1)


def _predecessors(position: Position) -> Iterator[Position]:
    """Positions from which taking a few coins leads here."""
    state = position.state
    for taken in range(1, LARGEST if not isinstance(argument_of(position), str) else 0):
        for i, heap in enumerate(state):
            before = Position(position.game, (*state[:i], heap + taken, *state[i + 1 :]))
            if is_option(before, state):
                yield before


# -- what it says --------------------------------------------------------------------------------


def read_utterance(position: Position, heard: Utterance, lexicon: Lexicon) -> Position | None:
    """The move that a program prints; None if it prints none, IllegalMove if it is not clear or not legal."""
    if type(argument_of(position)) is not int:
        return _in_heaps(position, heard, lexicon)
    n, told = position.state[0], heard.output
    left = [number for clause in told if lexicon.says(clause, LEFT) for number in _numbers(clause)[-1:]]
    numbers = [number for clause in told for number in _numbers(clause)]
    if not numbers:
        return None
    pairs = {a for a, b in pairwise(numbers) if a + b == n and b in (left or numbers)}
    if len(pairs) == 1:
        return _take(position, pairs.pop())
    if left and numbers == left[-1:]:
        return _take(position, n - left[-1])
    if len(numbers) == 1:
        return _take(position, numbers[0])
    raise heard.refuse(EXPECTED)


def _take(position: Position, amount: int) -> Position:
    return read_move(position, str(amount))


def _numbers(text: str) -> list[int]:
    return [int(digits) for digits in re.findall(r"\d{1,9}", text)]


def _in_heaps(position: Position, heard: Utterance, lexicon: Lexicon) -> Position | None:
    """A move in one of several heaps: a sentence about it, or the heaps after it."""
    together = " ".join(heard.sentences)
    # Numbers of two sentences side by side can look like heaps, so each sentence is read alone first.
    found = {after for one in heard.sentences for after in _listed_moves(position, one)} or set(
        _listed_moves(position, together)
    )
    for clause in heard.output if not found else ():
        found |= set(_moves_in_words(position, clause, lexicon))
    if len(found) == 1:
        return found.pop()
    if _numbers(together):
        raise heard.refuse(EXPECTED)
    return None


def _listed_moves(position: Position, text: str) -> Iterator[Position]:
    """Moves whose heaps stand in a text, one after the other."""
    given, numbers = argument_of(position), _numbers(text)
    size = len(given) if isinstance(given, list) else len(numbers) + 1
    for i in range(len(numbers) - size + 1):
        if is_option(position, heaps := tuple(numbers[i : i + size])):
            yield Position(position.game, heaps)


def _moves_in_words(position: Position, clause: str, lexicon: Lexicon) -> Iterator[Position]:
    for wording in lexicon.wordings if _numbers(clause) else ():
        try:
            yield read_move(position, clause, wording)
        except IllegalMove:
            continue
