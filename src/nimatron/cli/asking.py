"""Questions that lead to a position, for users who name no game or only half of one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TypeVar

from ..errors import BadText, IllegalPosition, UnknownGame, UsageError
from ..game import NOTHING, Game, Position
from ..games.catalog import Entry, top_level
from ..present.talk import sentence, usual, which_game, which_parameters, which_start
from ..present.text import Line, listed
from ..present.words import word_error
from .common import Session, names_file
from .screen import show
from .watch import over

T = TypeVar("T")


def ask(question: str) -> str:
    """A line from the user; EOFError at the end of the input."""
    over()
    answer = input(f"{question} ").strip()
    if not sys.stdin.isatty():
        print(answer)  # a terminal echoes what is typed, a pipe does not
    return answer


def asked_position(session: Session, words: Sequence[str]) -> Position:
    """The position that `words` mean; what is missing is asked for."""
    if not words:
        return _asked(session)
    if len(words) > 1 or words[0] == "-":
        return session.position(words)
    return _named(session, words[0])


def _asked(session: Session) -> Position:
    def read(answer: str) -> Position | None:
        if answer == "list":
            show(listed(session.catalog))
            return None
        return _named(session, answer or "nim")

    return _until(usual(which_game(), "nim"), read)


def _named(session: Session, text: str) -> Position:
    """A whole position, a file, or a game whose start is asked for."""
    if names_file(text):
        game = session.game([text])
        return _start(game) if game.start is NOTHING else game()
    return session.position([text]) if top_level(text, ":") else _start(_game(session, text))


def _game(session: Session, text: str) -> Game:
    """The rules that a name means; missing parameters are asked for."""
    entry = session.catalog.find(text.partition("{")[0])
    if "{" in text or not isinstance(entry.game, type) or "{" not in entry.sample:
        return session.catalog.game(text)
    return _until(usual(which_parameters(entry), _braces(entry)), lambda answer: _made(session, entry, answer))


def _braces(entry: Entry) -> str:
    return entry.sample[entry.sample.index("{") + 1 : entry.sample.rindex("}")]


def _made(session: Session, entry: Entry, answer: str) -> Game:
    """The game with the parameters that were typed; `1 2 3` means `1,2,3` if it cannot be read as it is."""
    text = answer or _braces(entry)
    try:
        return session.catalog.game(f"{entry.id}{{{text}}}")
    except (BadText, UsageError):
        with_commas = ",".join(text.replace(",", " ").replace(" and ", " ").split())
        return session.catalog.game(f"{entry.id}{{{with_commas}}}")


def _start(game: Game) -> Position:
    """The starting position, which is asked for; a game whose start is empty begins at once."""
    if game.start == ():
        return game()
    start = "" if game.start is NOTHING else game.show(game.accept(game.start))

    def read(answer: str) -> Position:
        return Position(game, game.parse(answer)) if answer else game()

    return _until(usual(which_start(game), start), read)


def _until(question: str, read: Callable[[str], T | None]) -> T:
    """Ask until the answer can be read."""
    while True:
        try:
            if (found := read(ask(question))) is not None:
                return found
        except (BadText, IllegalPosition, UnknownGame, UsageError) as fault:
            show([Line(sentence(word_error(fault)), "bad")])
