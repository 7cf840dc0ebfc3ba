"""The common base of all commands: games, positions, options, limits, failed saves."""

from __future__ import annotations

import faulthandler
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from ..core.clock import LONGEST, alarm
from ..core.errors import BadText, NimatronError, NotKept, UnknownGame
from ..core.game import Game, Position
from ..core.limits import Limits, cap_memory
from ..core.message import Message, either
from ..families.catalog import CATALOG, Catalog
from ..notation.reader import beginning, parse, read_state, with_heaps
from ..show.words import check_language, use_language, word, word_error

if TYPE_CHECKING:
    from ..solve.store.results import Store

T = TypeVar("T")

POSITIONS = 1_000_000
"""The most positions searched for one answer, by default."""

SECONDS = 30.0
"""The seconds of the longest search, by default."""

MEMORY = 4096
"""Megabytes for one answer, by default."""

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
Seconds = Annotated[float, typer.Option("--seconds", min=0.0, help="Compute for at most this long.")]
SearchSeconds = Annotated[
    float | None,
    typer.Option("--seconds", min=0.0, help=f"Search for at most this long; {SECONDS:g} without --resume."),
]
Scheduler = Annotated[str, typer.Option("--scheduler", metavar="ADDRESS", help="A Dask scheduler: tcp://host:8786.")]
Workers = Annotated[int, typer.Option("--cluster", min=0, metavar="N", help="Start N Dask workers on this machine.")]
Resume = Annotated[
    str,
    typer.Option("--resume", metavar="DIR", help="Save the table in a folder, and resume from the table saved there."),
]
Memory = Annotated[int, typer.Option("--memory", min=1, metavar="MB", help="Use at most about this much memory.")]


class Session:
    """One call of the program: the user's own games, the limits, and whether errors show tracebacks."""

    def __init__(self, own: Sequence[str] = (), debug: bool = False) -> None:
        self.debug = debug
        self.own = list(own)
        self.files: list[str] = []
        self.seconds: float | None = None
        self.ending = ExitStack()
        self.catalog: Catalog = CATALOG.with_games(*map(self.load, own), files=_graph_file)

    def store(self) -> Store | None:
        """The store for the results of long searches; a fault of the store is reported once."""
        from ..solve.store.results import default_store

        return default_store(lambda trouble: print(f"nimatron: {word(trouble)}", file=sys.stderr))

    def limits(
        self, positions: int | None, seconds: float | None, megabytes: int = MEMORY, keep: bool = True
    ) -> Limits:
        """The limits of a question, from the options of a command; time and memory are limited from now on."""
        self.seconds = seconds
        within(seconds)
        cap_memory(megabytes << 20)
        store = self.store() if keep else None
        if store is not None:
            from ..solve.store.results import IN_USE

            IN_USE[:] = [store]
            self.ending.callback(IN_USE.clear)
        return Limits(positions=positions, seconds=seconds, memory=megabytes << 20, store=store)

    def load(self, place: str) -> Game:
        """A user's own game; its file is remembered, so that a later fault can be blamed on it."""
        self.files.append(place.rpartition(":")[0] or place)
        # The module of a user's own game runs when it is loaded, and may never end.
        with alarm(SECONDS):
            from ..notation.own_file import load  # most questions are about games of the catalog

            game = load(place)
        last_resort(self.seconds)
        return game

    def own_game(self, word: str) -> Game | None:
        """The game that FILE.py:NAME (or FILE.py) names."""
        return self.load(word) if names_file(word) else None

    def position(self, words: Sequence[str]) -> Position:
        """The position that the words of a command line mean."""
        if list(words) == ["-"]:
            over()  # the user may take any time to type
            words = [sys.stdin.readline().strip()]
            within(self.seconds)
        game = self.own_game(words[0])
        if game is None:
            # Without quotes the shell splits the position into words.
            return parse(" ".join(words), self.catalog)
        if len(words) == 1:
            return game()
        return read_state(game, " ".join(words[1:]))

    def game(self, words: Sequence[str]) -> Game:
        """The rules that the words of a command line mean; a position, or a name alone, means its usual rules."""
        text = " ".join(words)
        try:
            return self.own_game(words[0]) or self.catalog.game(text)
        except (BadText, UnknownGame):
            if not text.startswith("["):  # a set of the article rather than heaps of Nim
                with suppress(NimatronError):
                    return beginning(text, self.catalog).game
            raise

    def beginning(self, text: str) -> Position:
        """The position that `text` means; for a game alone, its usual start."""
        own = self.own_game(text)
        return beginning(text, self.catalog) if own is None else own()


def speak(lang: str) -> None:
    """Speak the language that the user has named, if any."""
    if lang:
        check_language(lang)
        use_language(lang)


def names_file(word: str) -> bool:
    """Is `word` FILE.py or FILE.py:NAME?"""
    return word.endswith(".py") or ".py:" in word


def _graph_file(path: str, rules: type[Game]) -> Game:
    from .graph_file import read_graph

    return read_graph(path, rules)


# -- failed saves --------------------------------------------------------------------------------


class FailedSaves:
    """The files that a command could not write: they are reported after the answer, never instead of it."""

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
        """Report the failed saves after the answer, and exit with their code."""
        for fault in self.faults:
            print(f"nimatron: {word_error(fault)}", file=sys.stderr)
        if self.faults:
            raise typer.Exit(NotKept.exit_code)


def tell_at_once(fault: NotKept) -> None:
    """Report a failed save at once: the work continues, and the next save may find room again."""
    print(f"nimatron: {word_error(fault)}", file=sys.stderr)


# -- the end of a command -------------------------------------------------------------------------

GRACE = 0.7
"""Seconds in which a question can notice by itself that its time is up: then it still gives an answer."""

UNHEARD = 10.0
"""Seconds after which an alarm counts as lost. Compiling a kernel, which hears no alarm, takes a few seconds."""

_set = ExitStack()


def within(seconds: float | None) -> None:
    """End the command after this many seconds from now on, until `over`."""
    over()
    _set.enter_context(alarm(seconds, GRACE))


def last_resort(seconds: float | None) -> None:
    """End the program even inside a single call of Python's own, such as sum(range(10**18)), which hears no alarm.

    Only the rules of a user's own game can do that. Python prints the current lines, and the exit code is 1.
    """
    if seconds is not None and sys.__stderr__ is not None:
        with suppress(OSError, ValueError):  # it is no file
            faulthandler.dump_traceback_later(min(seconds, LONGEST) + UNHEARD, exit=True, file=sys.__stderr__)
            _set.callback(faulthandler.cancel_dump_traceback_later)


def over() -> None:
    """Cancel the alarm: the work is done, and the reader may take any time over the answer."""
    _set.close()


LIMITS = ("--positions", "--limit", "--seconds", "--memory")
"""The options by which commands limit their work."""


def name_limits(command: Any) -> None:
    """Name the options that raise the limits of a command which has reached one."""
    options = {name for option in command.params for name in option.opts}
    if names := [name for name in LIMITS if name in options]:
        print(f"nimatron: {word(Message('to go further, raise {names}', names=either(names)))}", file=sys.stderr)


# -- codes ----------------------------------------------------------------------------------------

Code = Annotated[
    str,
    typer.Argument(
        metavar="CODE",
        help="A code such as 0.77, a name such as kayles, or a set such as subtraction{1,2,6}.",
        autocompletion=complete_game,
    ),
]
Size = Annotated[int, typer.Option("--size", "-n", min=1, help="How many values: of the heaps 0 to N-1.")]


def heap_game(session: Session, text: str) -> Game:
    """The one-heap game that a code, a name, a set or FILE:NAME means."""
    return with_heaps(session.game([text.strip()]))
