"""nimatron play"""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from typing import Annotated

import typer

from ...errors import IllegalMove, Limit, UsageError
from ...game import is_misere
from ...play import PERSON, POSITIONS, SECONDS, Level, Match, Player, listed, read_move
from ...present import talk
from ...present.boards import draw
from ...present.text import Line, shortened
from ...present.words import tr, word
from ...values.search.limits import Limits
from ..asking import ask, asked_position
from ..common import INTERRUPTED, MEMORY, Misere, Positions, Seconds
from ..screen import drawable, show
from ..watch import within

SHOWN = 40
"""The most moves that the list shows."""

SEARCHES = 4
"""The most searches for one answer, each within the limits."""

NAMES = {
    "?": "help",
    "h": "hint",
    "q": "quit",
    "exit": "quit",
    "bye": "quit",
    "u": "undo",
    "b": "board",
    "again": "new",
}
"""Other words for the commands."""

Strength = Annotated[Level, typer.Option("--level", help="How well the computer plays, from first-steps to perfect.")]


def play(
    ctx: typer.Context,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="POSITION", help="A position or the name of a game; what is missing is asked for."),
    ] = None,
    misere: Misere = None,
    level: Annotated[
        Level, typer.Option(help="How well the computer plays, from first-steps to perfect.")
    ] = Level.PERFECT,
    second: Annotated[bool, typer.Option("--second", help="The computer begins.")] = False,
    two: Annotated[bool, typer.Option("--two", help="Two people play; the computer looks on.")] = False,
    seed: Annotated[int | None, typer.Option(help="With the same seed the computer makes the same moves.")] = None,
    positions: Positions = POSITIONS,
    seconds: Seconds = SECONDS,
) -> None:
    """Play against the computer, or two people against each other; without a position it asks for one.

    Example: nimatron play "nim: 3 4 5"

    Example: nimatron play subtraction --level first-steps
    """
    if two and second:
        raise UsageError("with --two nobody plays for the computer: leave --second out")
    with suppress(ImportError):
        import readline  # noqa: F401  # arrow keys and history at the prompt, where the system has it
    computer = Player(level)
    players = (PERSON, PERSON) if two else (computer, PERSON) if second else (PERSON, computer)
    seed = random.randrange(2**32) if seed is None else seed
    try:
        position = asked_position(ctx.obj, words or [])
        limits = Limits(positions=positions, seconds=seconds, memory=MEMORY << 20)
        Sitting(Match(position, is_misere(position.game, misere), players, seed, limits)).run()
    except EOFError:
        print()
        show([Line(tr("Good-bye."))])
    except KeyboardInterrupt:
        print()
        show([Line(tr("Good-bye."))])
        raise typer.Exit(INTERRUPTED) from None


class Sitting:
    """One or more matches in a row, and the commands that a player may type."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.earlier: list[Match] = []
        self.commands: dict[str, Callable[[], None]] = {
            "hint": self.hint,
            "moves": self.moves,
            "why": self.why,
            "draw": self.draw,
            "undo": self.undo,
            "redo": self.redo,
            "board": self.board,
            "swap": self.swap,
            "new": self.new,
            "help": self.help,
        }

    def run(self) -> None:
        self.open()
        while True:
            self.think()
            result = self.match.result
            if result is not None:
                self.say(talk.ending(self.match, result), style="title")
                prompt = tr("Type new, undo, or Enter to leave:")
            elif not self.match.player.is_person:
                self.answer()
                continue
            else:
                if note := talk.returned(self.match):
                    self.say(note, style="dim")
                prompt = talk.prompt(self.match)
            if not self.turn(prompt, over=result is not None):
                self.say(tr("Good-bye."))
                return

    def turn(self, prompt: str, over: bool) -> bool:
        """One line that the player types; False if the player leaves."""
        typed = ask(prompt)
        self.think()
        name = NAMES.get(typed.casefold(), typed.casefold())
        if name == "quit" or (over and not typed):
            return False
        if name in self.commands:
            self.commands[name]()
        elif over:
            self.say(tr("The game is over."))
        elif typed:
            self.move(typed)
        return True

    def think(self) -> None:
        """Whatever comes now ends, whatever the rules do."""
        seconds = self.match.limits.seconds
        within(None if seconds is None else SEARCHES * seconds + 1)

    # -- moves ------------------------------------------------------------------------------

    def move(self, typed: str) -> None:
        try:
            self.match.play(read_move(self.match.position, typed, word))
        except IllegalMove as fault:
            self.say(*talk.refusal(fault), style="bad")
            return
        self.say(talk.told_move(self.match))
        if self.match.player.is_person and self.match.result is None:
            self.board()

    def answer(self) -> None:
        """The computer's turn."""
        choice = self.match.thought()
        self.say(talk.told_move(self.match), style="good")
        if remark := talk.remark(choice.how):
            self.say(remark, style="dim")
        if self.match.result is None:
            self.board()

    # -- commands ---------------------------------------------------------------------------

    def open(self) -> None:
        """The rules and the board."""
        self.think()
        title, *rest = talk.opening(self.match)
        self.say(title, style="title")
        self.say(*rest)
        self.board()

    def board(self) -> None:
        drawn = draw(self.match.position, ascii=not drawable())
        self.say("", *(f"  {line}" for line in drawn.splitlines()), "")

    def hint(self) -> None:
        if self.match.result is None:
            self.say(talk.hinted(self.match, self.match.hint()))

    def moves(self) -> None:
        position = self.match.position
        found = list(islice(listed(position), SHOWN + 1))
        for number, option in found[:SHOWN]:
            self.say(f"{f'#{number}':>5}  {word(position.game.describe(position.state, option.state))}")
        if len(found) > SHOWN:
            self.say(tr("  and more"), style="dim")

    def why(self) -> None:
        """Who wins here, explained."""
        from ...explain import explain
        from ...present.explanation import explained

        match = self.match
        try:
            show(explained(explain(match.position, match.misere, match.limits)))
        except Limit as reached:
            self.say(talk.sentence(str(reached)), style="bad")

    def draw(self) -> None:
        """Agree on a draw, if the other side does."""
        if self.match.result is None and not self.match.agree():
            self.say(talk.no_draw(self.match))

    def undo(self) -> None:
        if self.match.undo():
            self.board()
        elif self.earlier:  # a new game was begun by mistake
            self.match = self.earlier.pop()
            self.board()
        else:
            self.say(tr("There is nothing to take back."))

    def redo(self) -> None:
        if not self.match.redo():
            self.say(tr("There is nothing to make again."))
        elif self.match.result is None:
            self.board()

    def swap(self) -> None:
        if all(player.is_person for player in self.match.players):
            self.say(tr("Two people play: just pass the keyboard on."))
        else:
            self.match.swap()
            self.say(tr("You have changed sides."))

    def new(self) -> None:
        old = self.match
        self.earlier.append(old)
        # With another seed, so that the computer does not repeat itself.
        self.match = Match(old.history[0], old.misere, old.players, old.seed + 1, old.limits)
        self.open()

    def help(self) -> None:
        self.say(*talk.helped())

    def say(self, *lines: str, style: str = "") -> None:
        show(Line(shortened(line, 2000), style) for line in lines)
