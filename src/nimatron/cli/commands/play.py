"""nimatron play"""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path
from typing import Annotated

import typer

from ...core.errors import IllegalMove, Limit, UsageError
from ...core.game import Position, is_misere
from ...core.limits import Limits
from ...play.computer import POSITIONS, SECONDS, find_idea
from ...play.faults import ProgramFault, printable
from ...play.judge import MatchRules
from ...play.levels import LADDER, Level
from ...play.lexicon import Lexicon
from ...play.match import PERSON, Match, Player
from ...play.opponents import OPPONENTS
from ...play.programs import command_of
from ...play.referee import Entrant, ProgramMover, program_entrant, program_player
from ...play.typed_moves import numbered_options, read_move
from ...show import talk
from ...show.pictures import draw
from ...show.text import Line, shorten_text
from ...show.words import every_wording, tr, word
from ..prompts import ask, ask_for_position
from ..screen import drawable, is_screen, show, wipe
from ..session import INTERRUPTED, MEMORY, Misere, Positions, Seconds, within

SHOWN = 40
"""The most moves that the list shows."""

SEARCHES = 4
"""The most searches for one answer, each within the limits."""

Strength = Annotated[Level, typer.Option("--level", help="How well the computer plays, from first-steps to perfect.")]


def play(
    ctx: typer.Context,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="POSITION", help="A position or the name of a game; play asks for anything missing."),
    ] = None,
    misere: Misere = None,
    level: Strength = Level.FIRST_STEPS,
    second: Annotated[bool, typer.Option("--second", help="The computer begins.")] = False,
    two: Annotated[bool, typer.Option("--two", help="Two people play at one keyboard.")] = False,
    against: Annotated[
        str,
        typer.Option(
            "--against",
            metavar="NAME|PROGRAM",
            help=f"Play against an opponent with one idea ({', '.join(OPPONENTS)}) or a pupil's program instead.",
        ),
    ] = "",
    seed: Annotated[int | None, typer.Option(help="With the same seed the computer makes the same moves.")] = None,
    positions: Positions = POSITIONS,
    seconds: Seconds = SECONDS,
) -> None:
    """Play against the computer, or two people against each other; without a position it asks for one.

    Example: nimatron play "nim: 3 4 5"

    Example: nimatron play subtraction --level first-steps

    Example: nimatron play --against copy "nim: 3 5 5"

    Example: nimatron play "subtraction{1,2,3}: 13" --against program.py
    """
    if two and against:
        raise UsageError("--two and --against exclude each other: leave one out")
    if two and second:
        raise UsageError("--two and --second exclude each other: leave one out")
    with suppress(ImportError):
        import readline  # noqa: F401  # arrow keys and history at the prompt, where the system has it
    ending = ExitStack()
    if against in OPPONENTS:
        words, computer = words or [OPPONENTS[against].start], Player(against)
    else:
        computer = _program(_entrant(against), ending) if against else Player(level)
    players = (PERSON, PERSON) if two else (computer, PERSON) if second else (PERSON, computer)
    seed = random.randrange(2**32) if seed is None else seed
    try:
        position = ask_for_position(ctx.obj, words or [])
        if against in OPPONENTS:
            OPPONENTS[against].check(position)
        limits = Limits(positions=positions, seconds=seconds, memory=MEMORY << 20)
        Sitting(Match(position, is_misere(position.game, misere), players, seed, limits)).run()
    # The end of a piped input is a regular way to leave; Ctrl-C keeps the exit code that shells expect.
    except EOFError:
        print()
        show([Line(tr("Good-bye."))])
    except KeyboardInterrupt:
        print()
        show([Line(tr("Good-bye."))])
        raise typer.Exit(INTERRUPTED) from None
    finally:
        ending.close()


def _entrant(text: str) -> Entrant:
    command = command_of(text)
    name = printable(Path(command[-1]).name, 40)
    return program_entrant(name, command, Lexicon(every_wording()))


def _program(entrant: Entrant, ending: ExitStack) -> Player:
    """A pupil's program as a player; it starts with its first move, and ends with the command."""
    started: list[ProgramMover] = []

    def move(position: Position) -> Position:
        if not started:
            started.append(program_player(entrant, MatchRules()))
            ending.callback(started[0].close)
        return started[0].move(position)

    return Player(program=entrant.name, mover=move)


def _next_players(old: Match) -> tuple[Player, Player]:
    """The players of the next match: after a person's win the computer goes one level up."""
    if old.result is None or old.result.winner is None or not old.players[old.result.winner].is_person:
        return old.players
    first, second = map(_one_up, old.players)
    return first, second


def _one_up(player: Player) -> Player:
    higher = dict(pairwise(LADDER)).get(Level(player.level)) if player.level in LADDER else None
    return replace(player, level=higher) if higher else player


class Sitting:
    """One or more matches in a row, and the commands that a player may type."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.named: Match | None = None
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
                self.say(talk.ending_sentence(self.match, result), style="title")
                prompt = tr("Type new, undo, or Enter to leave:")
            elif not self.match.player.is_person:
                self.answer()
                continue
            else:
                if note := talk.repetition_sentence(self.match):
                    self.say(note, style="dim")
                prompt = talk.prompt(self.match)
            if not self.turn(prompt, over=result is not None):
                self.say(tr("Good-bye."))
                return

    def turn(self, prompt: str, over: bool) -> bool:
        """One line that the player types; False if the player leaves."""
        typed = ask(prompt)
        self.think()
        name = talk.find_command(typed)
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
        """Set an alarm for the next answer, so that it ends whatever the rules do."""
        # One second more, so that the searches end by their own limits and the alarm rings only for rules that hang.
        seconds = self.match.limits.seconds
        within(None if seconds is None else SEARCHES * seconds + 1)

    # -- moves ------------------------------------------------------------------------------

    def move(self, typed: str) -> None:
        try:
            self.match.play(read_move(self.match.position, typed, word))
        except IllegalMove as fault:
            self.say(*talk.refusal_lines(fault), style="bad")
            return
        self.redraw()
        self.say(talk.last_move_sentence(self.match))
        self.name_idea()
        # Against the computer the board appears after its answer.
        if self.match.player.is_person and self.match.result is None:
            self.board()

    def name_idea(self) -> None:
        """Name the idea behind a winning move against an opponent with one idea, once in a match."""
        match, level = self.match, self.match.player.level or ""
        if self.named is not match and (idea := find_idea(match.position, level, match.misere, match.limits)):
            self.named = match
            self.say(tr("You have found it: {idea}", idea=word(idea)), style="good")

    def answer(self) -> None:
        """The turn of the computer or of a program."""
        name = self.match.player.program
        try:
            choice = self.match.thought()
        except (ProgramFault, IllegalMove) as fault:
            reason = fault.reason if isinstance(fault, ProgramFault) else fault.message
            self.say(tr("{name} lost by a fault: {reason}", name=name, reason=word(reason)), style="bad")
            raise typer.Exit from None
        self.say(talk.last_move_sentence(self.match), style="good")
        if remark := talk.remark(choice.how):
            self.say(remark, style="dim")
        if self.match.result is None:
            self.board()

    # -- commands ---------------------------------------------------------------------------

    def open(self) -> None:
        """The rules and the board."""
        self.think()
        wipe()
        title, *rest = talk.opening_lines(self.match)
        self.say(title, style="title")
        self.say(*rest)
        self.board()

    def redraw(self) -> None:
        """Begin the screen anew, so that the board stays in its place."""
        if is_screen():
            wipe()
            title, *_ = talk.opening_lines(self.match)
            self.say(title, style="title")
            self.say(talk.choice_line(), style="dim")

    def board(self) -> None:
        rows = draw(self.match.position, ascii=not drawable())
        self.say("", *(f"  {line}" for line in rows.splitlines()), "")

    def hint(self) -> None:
        if self.match.result is None:
            self.say(talk.hint_sentence(self.match, self.match.hint()))

    def moves(self) -> None:
        position = self.match.position
        options = list(islice(numbered_options(position), SHOWN + 1))
        for number, option in options[:SHOWN]:
            self.say(f"{f'#{number}':>5}  {word(position.game.describe(position.state, option.state))}")
        if len(options) > SHOWN:
            self.say(tr("  and more"), style="dim")

    def why(self) -> None:
        """Who wins here, explained."""
        from ...explain.explanations import explain
        from ...show.explanation_text import explanation_lines

        match = self.match
        try:
            show(explanation_lines(explain(match.position, match.misere, match.limits)))
        except Limit as reached:
            self.say(talk.sentence(str(reached)), style="bad")

    def draw(self) -> None:
        """Agree on a draw, if the other side does."""
        if self.match.result is None and not self.match.agree():
            self.say(talk.no_draw_sentence(self.match))

    def undo(self) -> None:
        if self.match.undo():
            self.redraw()
            self.board()
        elif self.earlier:  # a new game was begun by mistake
            self.match = self.earlier.pop()
            self.redraw()
            self.board()
        else:
            self.say(tr("There is no move to undo."))

    def redo(self) -> None:
        if not self.match.redo():
            self.say(tr("There is no move to redo."))
        elif self.match.result is None:
            self.redraw()
            self.board()

    def swap(self) -> None:
        if all(player.is_person for player in self.match.players):
            self.say(tr("Two people are playing: just pass the keyboard on."))
        else:
            self.match.swap()
            self.say(tr("You have changed sides."))

    def new(self) -> None:
        old = self.match
        self.earlier.append(old)
        # With another seed, so that the computer does not repeat itself.
        self.match = Match(old.history[0], old.misere, _next_players(old), old.seed + 1, old.limits)
        self.open()

    def help(self) -> None:
        self.say(*talk.help_lines())

    def say(self, *lines: str, style: str = "") -> None:
        show(Line(shorten_text(line, 2000), style) for line in lines)
