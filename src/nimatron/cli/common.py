"""What all commands share: the games at hand, reading positions, options, limits, JSON."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from ..errors import NotKept, UsageError
from ..game import Game, Position
from ..games.catalog import CATALOG, Catalog, top_level
from ..games.loading import load
from ..games.notation import parse
from ..memory import hold
from ..present.words import check_language, use_language, word, word_error
from ..values.search.alarm import alarm
from ..values.search.limits import Limits
from .watch import last_resort, over, within

if TYPE_CHECKING:
    from ..values.keep.store import Store

T = TypeVar("T")

POSITIONS = 1_000_000
"""The most positions searched for one answer, unless told otherwise."""

SECONDS = 30.0
"""The longest search, unless told otherwise."""

MEMORY = 4096
"""Megabytes for one answer, unless told otherwise."""

INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells have it: 128 and the number of the signal."""


def complete_game(incomplete: str) -> list[tuple[str, str]]:
    """The names of games, for the completion of the shell."""
    return [(entry.id, entry.title) for entry in CATALOG if entry.id.startswith(incomplete)]


Words = Annotated[
    list[str],
    typer.Argument(
        metavar="POSITION",
        help='Such as "nim: 3 4 5"; or FILE.py:NAME and a state; - reads a line from stdin.',
        autocompletion=complete_game,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="JSON for other programs.")]
Misere = Annotated[
    bool | None,
    typer.Option("--misere/--normal", help="Whoever makes the last move loses, or wins.", show_default="as is usual"),
]
Positions = Annotated[int, typer.Option("--positions", min=1, help="Search at most this many positions.")]
Seconds = Annotated[float, typer.Option("--seconds", min=0.0, help="Compute at most this long.")]
SecondsUnlessKept = Annotated[
    float | None,
    typer.Option("--seconds", min=0.0, help=f"Search at most this long; {SECONDS:g} unless the table is kept."),
]
Scheduler = Annotated[str, typer.Option("--scheduler", metavar="ADDRESS", help="A Dask scheduler: tcp://host:8786.")]
Workers = Annotated[int, typer.Option("--cluster", min=0, metavar="N", help="Start N Dask workers on this machine.")]
Resume = Annotated[
    str, typer.Option("--resume", metavar="DIR", help="Keep the table in a folder; continue with the one there.")
]
Memory = Annotated[int, typer.Option("--memory", min=1, metavar="MB", help="Use at most about this much memory.")]


class Session:
    """What one call of the program has at hand: the user's own games, limits, how errors are shown."""

    def __init__(self, own: Sequence[str] = (), debug: bool = False) -> None:
        self.debug = debug
        self.own = list(own)
        self.files: list[str] = []
        self.seconds: float | None = None
        self.catalog: Catalog = CATALOG.with_games(*map(self.load, own), files=_graph_file)

    def store(self) -> Store | None:
        """Where long searches keep what they find; a fault of the store is reported once."""
        from ..values.keep.store import default_store

        return default_store(lambda trouble: print(f"nimatron: {word(trouble)}", file=sys.stderr))

    def limits(
        self, positions: int | None, seconds: float | None, megabytes: int = MEMORY, keep: bool = True
    ) -> Limits:
        """What a question may cost, from the options of a command; from now on nothing takes longer or more."""
        self.seconds = seconds
        within(seconds)
        hold(megabytes << 20)
        store = self.store() if keep else None
        return Limits(positions=positions, seconds=seconds, memory=megabytes << 20, store=store)

    def load(self, place: str) -> Game:
        """A user's own game; its file is remembered, so that it can be blamed if the game fails later."""
        self.files.append(place.rpartition(":")[0] or place)
        with alarm(SECONDS):
            game = load(place)
        last_resort(self.seconds)
        return game

    def own_game(self, word: str) -> Game | None:
        """The game that FILE.py:NAME (or FILE.py) names."""
        return self.load(word) if names_file(word) else None

    def position(self, words: Sequence[str]) -> Position:
        """The position that the words of a command line mean."""
        if list(words) == ["-"]:
            over()  # whoever types may think
            words = [sys.stdin.readline().strip()]
            within(self.seconds)
        game = self.own_game(words[0])
        if game is None:
            # Without quotes the shell splits the position into words: then `nim 3 4 5` means `nim: 3 4 5`.
            name = len(words) > 1 and ":" not in words[0]
            return parse(f"{words[0]}: {' '.join(words[1:])}" if name else " ".join(words), self.catalog)
        if len(words) == 1:
            return game()
        text = " ".join(words[1:])
        return Position(game, game.parse(text))

    def game(self, words: Sequence[str]) -> Game:
        """The rules that the words of a command line mean, without a position."""
        own = self.own_game(words[0])
        return own or self.catalog.game(" ".join(words).strip().rstrip(":").strip())

    def beginning(self, text: str) -> Position:
        """The position that `text` means; for a game alone, its usual start."""
        own = self.own_game(text)
        if own is not None:
            return own()
        if top_level(text, ":"):
            return self.position([text])
        if "{" in text:
            return self.game([text])()
        sample = self.catalog.find(text).sample
        if not sample:
            raise UsageError("{name} has no usual start: give a position", name=text)
        return parse(sample, self.catalog)


def speak(lang: str) -> None:
    """Speak the language that the user has named, if any."""
    if lang:
        check_language(lang)
        use_language(lang)


def names_file(word: str) -> bool:
    """Is `word` FILE.py or FILE.py:NAME?"""
    return word.endswith(".py") or ".py:" in word


def _graph_file(path: str, rules: type[Game]) -> Game:
    from .graphfile import read_graph

    return read_graph(path, rules)


def show_json(data: Any) -> None:
    """One JSON document on stdout."""
    import json

    text = json.dumps(data, ensure_ascii=False)
    over()
    print(text)


# -- what cannot be written ----------------------------------------------------------------------


class Lost:
    """What a command could not write: it is told after the answer, never instead of it."""

    def __init__(self) -> None:
        self.faults: list[NotKept] = []

    def attempt(self, write: Callable[[], T]) -> T | None:
        """What `write` returns; None if it failed."""
        try:
            return write()
        except NotKept as fault:
            self.note(fault)
            return None

    def note(self, fault: NotKept | None) -> None:
        """Remember a save that failed, if it did."""
        if fault is not None:
            self.faults.append(fault)

    def end(self) -> None:
        """After the answer: say what is lost, and end with the exit code of that."""
        for fault in self.faults:
            print(f"nimatron: {word_error(fault)}", file=sys.stderr)
        if self.faults:
            raise typer.Exit(NotKept.exit_code)


def tell_at_once(fault: NotKept) -> None:
    """A save has failed, the work goes on, and the next save tries again: there is time to make room."""
    print(f"nimatron: {word_error(fault)}", file=sys.stderr)
