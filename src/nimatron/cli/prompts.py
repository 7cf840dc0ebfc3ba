"""Questions that lead to a position, for users who name no game or only half of one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TypeVar

from ..core.errors import BadText, IllegalPosition, UnknownGame, UsageError
from ..core.game import NOTHING, Game, Position
from ..families.catalog import Entry
from ..notation.reader import is_game, read_state
from ..show.talk import find_command, question_with_default, sentence, which_game, which_parameters, which_start
from ..show.text import Line, catalog_lines
from ..show.words import word_error
from .screen import show
from .session import Session, names_file, over

T = TypeVar("T")


def ask(question: str) -> str:
    """A line from the user; EOFError at the end of the input."""
    # A person may think about the answer for any time: no alarm runs meanwhile.
    over()
    answer = input(f"{question} ").strip()
    if not sys.stdin.isatty():
        print(answer)  # a terminal echoes what is typed, a pipe does not
    return answer


def ask_for_position(session: Session, words: Sequence[str]) -> Position:
    """The position that `words` mean; asks the user for missing parts."""
    if not words:
        return _ask_for_game(session)
    # Several words, or a line from a pipe, mean a whole position.
    if len(words) > 1 or words[0] == "-":
        return session.position(words)
    return _position_by_name(session, words[0])


def _ask_for_game(session: Session) -> Position:
    def read(answer: str) -> Position | None:
        if answer == "list":
            show(catalog_lines(session.catalog))
            return None
        return _position_by_name(session, answer or "nim")

    return _until(question_with_default(which_game(), "nim"), read)


def _position_by_name(session: Session, text: str) -> Position:
    """A whole position, a file, or a game; asks the user for the start of a game."""
    if names_file(text):
        game = session.game([text])
        return _start(game) if game.start is NOTHING else game()
    return _start(_game(session, text)) if is_game(text, session.catalog) else session.position([text])


def _game(session: Session, text: str) -> Game:
    """The rules that a name means; asks the user for missing parameters."""
    entry = session.catalog.entry_by_name(text)
    if entry is None or not isinstance(entry.game, type) or "{" not in entry.sample:
        return session.catalog.game(text)
    return _until(
        question_with_default(which_parameters(entry), _braces(entry)),
        lambda answer: _game_with(session, entry, answer),
    )


def _braces(entry: Entry) -> str:
    return entry.sample[entry.sample.index("{") + 1 : entry.sample.rindex("}")]


def _game_with(session: Session, entry: Entry, answer: str) -> Game:
    """The game with the parameters in an answer; `1 2 3` means `1,2,3` if the text itself cannot be read."""
    text = answer or _braces(entry)
    try:
        return session.catalog.game(f"{entry.id}{{{text}}}")
    # Only after the text as it was typed: parameters such as `a>b b>c` need their spaces.
    except (BadText, UsageError):
        with_commas = ",".join(text.replace(",", " ").replace(" and ", " ").split())
        return session.catalog.game(f"{entry.id}{{{with_commas}}}")


def _start(game: Game) -> Position:
    """The starting position, by the user's choice; a game whose start is empty begins at once."""
    if game.start == ():
        return game()
    start = "" if game.start is NOTHING else game.show(game.accept(game.start))

    def read(answer: str) -> Position:
        return read_state(game, answer) if answer else game()

    return _until(question_with_default(which_start(game), start), read)


def _until(question: str, read: Callable[[str], T | None]) -> T:
    """Ask until the answer can be read."""
    while True:
        try:
            answer = ask(question)
            if find_command(answer) == "quit":
                raise EOFError
            if (result := read(answer)) is not None:
                return result
        except (BadText, IllegalPosition, UnknownGame, UsageError) as fault:
            show([Line(sentence(word_error(fault)), "bad")])
