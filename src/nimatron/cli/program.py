"""The table of commands, and the one place where errors become exit codes."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import nullcontext, suppress
from importlib import import_module
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from ..core import limits
from ..core.errors import Limit
from ..core.limits import memory_cap
from ..core.message import either
from ..show.words import languages, use_language, word_error
from .session import INTERRUPTED, MEMORY, Session, name_limits, over, speak
from .worded_help import HelpContext, with_words

COMMANDS = {
    "list": ("solve.list_games", "List the games: name, title and an example of the notation."),
    "solve": ("solve.solve", "Who wins, the value, and all winning moves."),
    "explain": ("positions.explain_position", "Why a position is won or lost: parts, values, binary columns, moves."),
    "moves": ("positions.moves", "All legal moves, numbered, in groups by their values; the winning ones come first."),
    "classes": (
        "positions.classes_below",
        "All positions that play can reach, by value: how many have each, and which.",
    ),
    "table": ("table.table", "The values of a family: a sequence of heaps, or a grid; P-positions are marked."),
    "seq": ("seq.seq", "The values of a one-heap game: G(0), G(1), ..., G(N-1)."),
    "period": ("one_heap.period", "The period of a one-heap game with its proof, or how far the search came."),
    "misere": (
        "misere.misere",
        "The misere quotient of games and positions: its elements, which are lost, the period of heaps.",
    ),
    "oeis": ("oeis.oeis", "Sequences of the OEIS that Nimatron computes: the terms, and the command that prints them."),
    "compare": (
        "one_heap.compare",
        "Where the values of two one-heap games first differ; or that they are equal so far, or for ever.",
    ),
    "sparse": (
        "one_heap.sparse",
        "Rare values of a take-and-break game: their mask, how many heaps have one, the last; the largest value.",
    ),
    "code": (
        "one_heap.code",
        "What a take-and-break code is: its one spelling and its standard form.",
    ),
    "nimber": ("nimber.nimber", "Calculate with nimbers: + is the nim-sum, * the nim-product."),
    "chomp": ("boards.chomp", "A whole board of Chomp: its value, all winning first bites, and a map of them all."),
    "cram": ("boards.cram", "The value of a Cram board or shape of up to 128 squares, and a map of its first moves."),
    "prove": ("prove.prove", "Write a certificate that `nimatron verify`, or a program of your own, can check."),
    "verify": ("verify.verify_files", "Check certificates with code that shares nothing with the solver."),
    "survey": ("survey.app", "Solve every game of a family, on all cores or many machines; draw tables and figures."),
    "play": (
        "play.play",
        "Play against the computer, or two people against each other; without a position it asks for one.",
    ),
    "quiz": ("teaching.quiz", "Exercises to practise with: who wins, winning moves, nim-sums, values, periods."),
    "sheet": (
        "teaching.sheet",
        "Print a sheet for pupils: rules, a board, a table to fill in, exercises, and a key on pages of its own.",
    ),
    "referee": (
        "referee.referee",
        "Let programs play each other or Nimatron, from won and lost starts; each side begins in turn.",
    ),
    "discover": (
        "discover.discover_rule",
        "Find the lost positions of a game from formulas, and prove them for all positions.",
    ),
    "judge": (
        "judge.judge_program",
        "Judge a pupil's program by a task: the answer is the smallest position where it is wrong.",
    ),
    "check": ("author.check_game", "Check that a game is impartial and finite and keeps the promises of its methods."),
    "store": ("upkeep.store", "The results of long searches: list or clear them, or print where they are."),
    "doctor": ("upkeep.doctor", "Versions, caches, and which code computes arrays of nimbers on this machine."),
    "serve": ("page.serve", "Serve the page, and the API behind it, to a browser on this machine."),
    "lessons": ("teaching.app", "Lessons of your own: check the files of a folder."),
    "scorm": ("page.scorm", "Write a lesson as a SCORM 1.2 package for Moodle and other learning platforms."),
    "site": (
        "page.site",
        "Write the page as a folder of files that needs no server: the visitor's browser runs it.",
    ),
    "new": ("author.new", "Write a first game of your own, and a test for it."),
}
"""Where each command is, and its first line of help. Only the command that is called is imported: with all of them
even `nimatron --help` would be slow."""


class Commands(TyperGroup):
    """Loads and runs a command, and turns what it raises into a message and an exit code."""

    context_class = HelpContext

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        module, _, function = COMMANDS[cmd_name][0].partition(".")
        target = getattr(import_module(f".commands.{module}", __package__), function)
        gc.enable()  # which `main` has disabled while modules are loaded; from now on there is work
        if isinstance(target, typer.Typer):  # a command with commands of its own
            return with_words(typer.main.get_command(target))
        # typer makes commands only from an app, so each function gets an app of its own.
        single = typer.Typer(rich_markup_mode=None, add_completion=False)
        single.command(cmd_name)(target)
        return with_words(typer.main.get_command(single))

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])

    def invoke(self, ctx: Any) -> Any:
        try:
            return self._invoke_within(ctx)
        except (typer.Exit, typer.Abort) as end:  # the regular ways to end, which are exceptions too
            self._name_limits(ctx, getattr(end, "exit_code", 0))
            raise
        except KeyboardInterrupt:
            print(file=sys.stderr)
            raise typer.Exit(INTERRUPTED) from None
        except BrokenPipeError:
            forget_stdout()  # the reader (head, less) has seen enough
            raise typer.Exit(0) from None
        # Even SystemExit: the rules of a user's own game may call exit().
        except BaseException as fault:
            from .exit_codes import as_error, usage_error

            error = as_error(fault, ctx.obj.files if ctx.obj else ()) or usage_error(fault, ctx)
            if error is None:
                raise
            complain(word_error(error), ctx)
            self._name_limits(ctx, error.exit_code)
            raise typer.Exit(error.exit_code) from None

    def _name_limits(self, ctx: Any, exit_code: int) -> None:
        """Say which options of the command raise its limits, if one was reached."""
        if exit_code != Limit.exit_code or ctx.invoked_subcommand not in COMMANDS:
            return
        name_limits(self.get_command(ctx, ctx.invoked_subcommand))

    def _invoke_within(self, ctx: Any) -> Any:
        try:
            speak(ctx.params["lang"])  # before the command is looked for: it may not be there
            with memory_cap(MEMORY << 20):
                return super().invoke(ctx)
        finally:
            # The alarm must not interrupt the flush.
            over()
            flush()


def flush() -> None:
    """Write the output out while a fault can still be reported."""
    try:
        sys.stdout.flush()
    except OSError:
        forget_stdout()
        raise


def forget_stdout() -> None:
    """Write nothing more: Python flushes stdout at exit, and must not fail there again."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(message: str, ctx: Any) -> None:
    """Print an error on stderr; with --debug, after its whole traceback."""
    if ctx.obj and ctx.obj.debug:
        import traceback

        traceback.print_exc()
    print(f"nimatron: {message}", file=sys.stderr)


app = typer.Typer(
    name="nimatron",
    cls=Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help needs no rich, and comes at once
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _line(kind: limits.Kind) -> limits.Display:
    if not sys.stderr.isatty():  # nobody watches
        return nullcontext()
    from .progress_line import work_progress

    return work_progress(kind)


def _at_once(lang: str) -> str:
    """Speak the language before the help is printed; an unknown one is refused later, like any error."""
    if lang in languages():
        use_language(lang)
    return lang


def _version(wanted: bool) -> None:
    if wanted:
        from ..version import __version__

        print(f"nimatron {__version__}")
        raise typer.Exit


@app.callback()
def settings(
    ctx: typer.Context,
    load: Annotated[list[str], typer.Option(metavar="FILE:NAME", help="Add a game of your own; may be repeated.")] = [],  # noqa: B006
    lang: Annotated[
        str,
        typer.Option(
            callback=_at_once, is_eager=True, help=f"Language: {either(languages())}; by default that of the system."
        ),
    ] = "",
    debug: Annotated[bool, typer.Option("--debug", help="Show the whole traceback of an error.")] = False,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Solves, explains and plays impartial games.

    Example: nimatron solve "nim: 3 4 5 + chomp: 2x2"
    """
    ctx.obj = Session(load, debug)
    ctx.call_on_close(ctx.obj.ending.close)
    # The core knows no terminal, so the command line brings the display.
    limits.display = _line


def main() -> None:
    """The entry point of the program."""
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115 - None if the caller has closed it
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without ⊕ or ω shows a ? instead of failing
    try:
        try:
            app(prog_name="nimatron")
        finally:
            flush()
            gc.freeze()  # all goes with the process: looking for cycles first would take a tenth of a short one
    except OSError as fault:  # even the help may not fit on the disk
        print(f"nimatron: {fault}", file=sys.stderr)
        sys.exit(1)
