"""Answers in words, for a terminal: lines of text, each with a style that may be shown as a colour."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from itertools import islice
from shlex import join
from typing import TYPE_CHECKING, NamedTuple

from ..core.errors import Limit, NimatronError, OutOfReach
from ..core.game import Option, Position
from ..families.catalog import Catalog, Entry
from ..nimbers.loopy import Value
from ..solve.theorem import Because
from .words import check_language, letter, speaking, tr, trn, word, word_error

if TYPE_CHECKING:
    from ..explain.analysis import Analysis
    from ..explain.move_outcomes import MoveOutcome
    from .face import Group

SHOWN = 20
"""The most moves or parts that are listed without being asked for."""

COLUMNS, TITLE = 80, 33
"""The width that a line should have at most, and of it the title of a game."""

WIDE = 60
"""A position whose text is longer than this is not repeated beside every move."""


class Line(NamedTuple):
    """A line and its style: title, good, bad, dim, values, row of values (the first number names the row), or none."""

    text: str
    style: str = ""


def lines_text(lines: Iterable[Line], language: str | None = None) -> str:
    """Lines as one text, in a language or by default in the reader's."""
    if language is not None:
        check_language(language)
    # Lines are worded lazily, so all of them must be taken before the language changes back.
    with speaking(language) if language is not None else nullcontext():
        return "\n".join(line.text for line in lines)


# -- a solved position ---------------------------------------------------------------------------


def analysis_lines(analysis: Analysis) -> Iterator[Line]:
    """The answer of `solve`."""
    yield Line(shorten_text(str(analysis.position)), "title")
    yield outcome_line(analysis)
    if analysis.misere:
        yield Line(tr("Misere play: whoever makes the last move loses."))
    yield from winning_lines(analysis, SHOWN)
    yield from drawing_lines(analysis, SHOWN)
    if analysis.solution == "weak" and analysis.known_move is None:
        yield Line(tr("Weakly solved: who wins is known, but no strategy that wins."), "dim")
    # At the end of a game the outcome is the rule itself, and needs no reason.
    if analysis.outcome is not None and not analysis.position.ended:
        yield Line(tr("Why: {reason}", reason=reason_text(analysis.because)), "dim")
    if analysis.trouble:
        yield limit_line(analysis.trouble)
        game = analysis.position.game
        if getattr(game, "is_data", False) and analysis.outcome is None:  # its rules are formulas
            command = join(["nimatron", "discover", str(game)])
            yield Line(tr("{command} looks for a rule for all positions.", command=command), "dim")


def longest_play_line(moves: int | Limit | OutOfReach) -> Line:
    """The length of the longest play, or why it is not known."""
    if isinstance(moves, NimatronError):
        return Line(tr("The longest play is not known: {what}.", what=word_error(moves)), "bad")
    return Line(trn("The longest play has {n} move.", "The longest play has {n} moves.", moves))


def limit_line(limit: Limit) -> Line:
    """The line about the limit that was reached."""
    return Line(tr("Stopped early: {what}.", what=word_error(limit)), "bad")


def outcome_line(analysis: Analysis) -> Line:
    """The outcome in one sentence."""
    if analysis.outcome is None:
        unresolved = tr("Unresolved: who wins is not known within these limits.")
        return Line(f"{unresolved} ({value_phrase(analysis)})" if analysis.ruled_out else unresolved, "bad")
    if analysis.position.ended:
        if analysis.misere:
            return Line(tr("The game is over: the player to move has won (N-position)."), "good")
        return Line(tr("The game is over: the player to move has lost (P-position, value 0)."), "bad")
    return verdict_line(analysis.outcome, "" if analysis.misere else value_phrase(analysis))


def verdict_line(outcome: str, value: str = "") -> Line:
    """Who wins a position that is not the end of the game, and its value in words."""
    facts = ", ".join(filter(None, [tr("{outcome}-position", outcome=letter(outcome)), value]))
    if outcome == "N":
        return Line(tr("The player to move wins ({facts}).", facts=facts), "good")
    if outcome == "D":
        return Line(tr("A draw: nobody can force a win, play can go on for ever ({facts}).", facts=facts))
    return Line(tr("The player to move loses against best play ({facts}).", facts=facts), "bad")


def value_phrase(analysis: Analysis) -> str:
    """The value, or what is known about it."""
    if analysis.value is not None:
        return tr("value {value}", value=analysis.value)
    if not analysis.ruled_out:
        return tr("value not known")
    values = ", ".join(map(str, analysis.ruled_out[:SHOWN]))
    if not analysis.at_least:
        return tr("value not known, but not {values}", values=values)
    return tr("value not known, but not {values}: at least {least}", values=values, least=analysis.at_least)


def winning_lines(analysis: Analysis, most: int) -> Iterator[Line]:
    """The first `most` winning moves."""
    moves = analysis.winning_moves
    if moves is None:
        if analysis.known_move is not None:
            yield Line(tr("A winning move (whether there are others is not known within these limits):"))
            yield from move_lines([analysis.known_move])
        elif analysis.outcome == "N":
            yield Line(tr("There is a winning move, but which one is not known within these limits."))
        return
    if not moves:
        return
    yield Line(trn("{n} winning move:", "{n} winning moves:", moves.total))
    yield from _first_moves(moves.first(most), moves.total)


def _first_moves(moves: Sequence[Option], total: int) -> Iterator[Line]:
    yield from move_lines(moves)
    if total > len(moves):
        yield Line(trn("  and {n} more", "  and {n} more", total - len(moves)), "dim")


def _no_others(position: Position, count: int) -> bool:
    # One move more than `count` decides: a position may have millions.
    from ..explain.move_outcomes import distinct

    return sum(1 for _ in islice(distinct(position), count + 1)) == count


def drawing_lines(analysis: Analysis, most: int) -> Iterator[Line]:
    """The first `most` moves that keep a draw."""
    moves = analysis.drawing_moves
    if not moves:
        return
    if moves.complete and _no_others(analysis.position, moves.total):
        yield Line(trn("The only move keeps the draw:", "All {n} moves keep the draw:", moves.total))
    elif moves.complete:
        yield Line(
            trn("{n} move keeps the draw, all others lose:", "{n} moves keep the draw, all others lose:", moves.total)
        )
    else:
        yield Line(tr("Very many moves keep the draw, such as:"))
    first = moves.first(most)
    # An incomplete list must not claim how many are left out.
    yield from _first_moves(first, moves.total if moves.complete else len(first))


def move_lines(moves: Sequence[Option]) -> Iterator[Line]:
    """Each move in words, and the position it leads to if that is short."""
    yield from pair_lines((f"  {word(move.describe())}", _after(move)) for move in moves)


def _after(move: Option) -> str:
    text = str(move)
    return f"->  {text}" if len(text) <= WIDE else ""


def pair_lines(pairs: Iterable[tuple[str, str]], style: str = "") -> Iterator[Line]:
    """Pairs of texts in two columns; a second text for which a line has no room follows on a line of its own."""
    pairs = list(pairs)
    width = max((len(first) for first, _ in pairs), default=0)
    for first, second in pairs:
        if not second or width + 2 + len(second) <= COLUMNS:
            yield Line(f"{first:{width}}  {second}".rstrip(), style)
        elif len(first) + 2 + len(second) <= COLUMNS:
            yield Line(f"{first}  {second}", style)
        else:
            yield from (Line(first, style), Line(f"{'':9}{second}", style))


def reason_text(because: Because) -> str:
    """The theorem or the search that an answer rests on, in one line."""
    return f"{word(because.name)} [{word(because.source)}]"


def shorten_text(text: str, most: int = 200) -> str:
    """`text`, cut to at most `most` characters."""
    return text if len(text) <= most else f"{text[: most - 4]} ..."


# -- legal moves ---------------------------------------------------------------------------------


def move_list_lines(position: Position, outcomes: Sequence[MoveOutcome], more: bool) -> Iterator[Line]:
    """The moves, numbered, in groups by their values; those that win come first."""
    yield Line(shorten_text(str(position)), "title")
    if not outcomes:
        yield Line(tr("No move is left."))
        return
    wins, count = sum(j.wins is True for j in outcomes), len(outcomes)
    facts = {"wins": wins, "count": count}
    text = (
        tr("Winning moves: {wins} of the first {count}.", **facts)
        if more
        else tr("Winning moves: {wins} of {count}.", **facts)
    )
    yield Line(text, "good" if wins else "")
    groups: dict[str, list[tuple[int, MoveOutcome]]] = {}
    for i, j in sorted(enumerate(outcomes, 1), key=lambda row: _rank(row[1])):
        groups.setdefault(_group_title(j), []).append((i, j))
    for title, moves in groups.items():
        style = "good" if moves[0][1].wins else ""
        yield Line(title, style)
        pairs = ((f"{f'#{i}':>5}  {word(j.option.describe())}", _after(j.option)) for i, j in moves)
        yield from pair_lines(pairs, style)
    if more:
        yield Line(tr("  and more (--most)"), "dim")


def reaching_move_lines(position: Position, n: Value, outcomes: Sequence[MoveOutcome], more: bool) -> Iterator[Line]:
    """The moves that lead to value `n`."""
    yield Line(shorten_text(str(position)), "title")
    if not outcomes:
        yield Line(tr("No move leads to value {n}.", n=n))
        return
    yield Line(tr("Moves that lead to value {n}:", n=n), "dim")
    yield from move_lines([j.option for j in outcomes])  # without numbers, which belong to the list of all moves
    if more:
        yield Line(tr("  and more (--most)"), "dim")


def _rank(move: MoveOutcome) -> tuple[int, int]:
    """Moves that win come first, then draws, then the others by their values, and last those not known."""
    value = move.value if isinstance(move.value, int) else 0
    return {"P": 0, "D": 1, "N": 2, None: 3}[move.outcome], value


def _group_title(move: MoveOutcome) -> str:
    title = {
        "P": tr("winning moves"),
        "D": tr("moves that keep the draw"),
        "N": tr("losing moves"),
        None: tr("not known within these limits"),
    }[move.outcome]
    return title if move.value is None else f"{title}, {tr('value {value}', value=move.value)}"


# -- the list of games ---------------------------------------------------------------------------


def catalog_lines(catalog: Catalog) -> Iterator[Line]:
    """The catalog by groups, as the gallery shows it: title, name and an example of the notation of each game."""
    from ..notation.reader import parse
    from .talk import GROUPS, card_of

    games: dict[Group, list[Entry]] = {group: [] for group in GROUPS}
    for entry in catalog:
        games[card_of(parse(entry.sample, catalog).game).group].append(entry)
    for group, entries in games.items():
        if entries:
            yield Line(word(GROUPS[group]), "title")
            for entry in entries:
                title = tr(entry.title)
                whole = f"  {title:{TITLE}}  {entry.sample}"
                yield from map(Line, [whole] if len(whole) <= COLUMNS else [f"  {title}", f"      {entry.sample}"])
