"""The referee's report: a table in words, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..core.game import Game, Position
from ..core.message import Message
from ..play.faults import printable
from ..play.judge import MatchRecord, MatchRules, Mistake, PlayerScore, is_won
from .text import Line
from .words import tr, trn, word

REASON = 400
"""The most characters of a reason that are shown."""

# -- words ---------------------------------------------------------------------------------------


def referee_lines(
    game: Game, starts: Sequence[Position], rules: MatchRules, table: Sequence[PlayerScore]
) -> Iterator[Line]:
    """The table of the players, and the first mistake of each."""
    yield Line(_title(game, starts, rules), "title")
    yield from _table(table)
    if len(table) > 2:  # with two players the first table has all results
        yield Line("")
        yield from _cross_table(table)
    for score in table:
        yield from _remarks(score)


def _title(game: Game, starts: Sequence[Position], rules: MatchRules) -> str:
    won = sum(bool(is_won(start, rules.misere)) for start in starts)
    count = trn("{n} start", "{n} starts", len(starts))
    rule = tr("misere play") if rules.misere else tr("normal play")
    return tr("{game}, {rule}: {count} ({won} won for the player who begins), both begin",
              game=game, rule=rule, count=count, won=won)  # fmt: skip


def _table(table: Sequence[PlayerScore]) -> Iterator[Line]:
    headings = [tr("won"), tr("lost"), tr("by a fault"), tr("wins given away")]
    rows = [[score.won, score.lost, score.faults.total(), score.missed] for score in table]
    if any(score.drawn for score in table):  # few games know draws
        headings.insert(1, tr("drawn"))
        for score, row in zip(table, rows, strict=True):
            row.insert(1, score.drawn)
    names = max(len(score.name) for score in table)
    widths = [max(len(heading), 4) for heading in headings]
    cells = "  ".join(f"{heading:>{width}}" for heading, width in zip(headings, widths, strict=True))
    yield Line(f"  {'':{names}}  {cells}", "dim")
    for score, row in zip(table, rows, strict=True):
        cells = "  ".join(f"{number:>{width}}" for number, width in zip(row, widths, strict=True))
        yield Line(f"  {score.name:{names}}  {cells}")


def _cross_table(table: Sequence[PlayerScore]) -> Iterator[Line]:
    """The number of wins of the player in each row against the player in each column."""
    yield Line(tr("Wins of each (row) against each (column):"))
    names = max(len(score.name) for score in table) + 5
    numbered = [f"{i:>2}. {score.name}" for i, score in enumerate(table, 1)]
    yield Line("  " + " " * names + " ".join(f"{i:>3}" for i in range(1, len(table) + 1)), "dim")
    for name, score in zip(numbered, table, strict=True):
        # Nobody plays against itself.
        wins = ["  ·" if other is score else f"{score.beaten[other.name]:>3}" for other in table]
        yield Line(f"  {name:{names}}{' '.join(wins)}")


def _remarks(score: PlayerScore) -> Iterator[Line]:
    if score.reason:
        yield Line(tr("{name} lost by a fault: {reason}", name=score.name, reason=_brief(score.reason)), "bad")
    if score.mistake:
        yield Line(tr("{name}, first mistake: {mistake}", name=score.name, mistake=_mistake_text(score.mistake)), "bad")
    if score.stopped:
        yield Line(
            trn("{name}: {n} match was too long", "{name}: {n} matches were too long", score.stopped, name=score.name)
        )


def _brief(reason: Message) -> str:
    """The reason of a loss, shortened: positions and texts of programs may be very long."""
    return printable(word(reason), REASON)


def _mistake_text(mistake: Mistake) -> str:
    describe = mistake.position.game.describe
    before = mistake.position.state
    facts = {
        "position": mistake.position,
        "move": word(describe(before, mistake.move.state)),
        "better": word(describe(before, mistake.better.state)),
    }
    if mistake.kept == "D":
        return tr("in {position} it chose: {move}; this would have kept the draw: {better}", **facts)
    return tr("in {position} it chose: {move}; this would have won: {better}", **facts)


# -- JSON ----------------------------------------------------------------------------------------


def referee_data(
    game: Game,
    starts: Sequence[Position],
    rules: MatchRules,
    table: Sequence[PlayerScore],
    matches: Sequence[MatchRecord],
) -> dict[str, Any]:
    """The shape `nimatron.referee/1`."""
    return {
        "schema": "nimatron.referee/1",
        "game": str(game),
        "misere": rules.misere,
        "starts": [str(start) for start in starts],
        "players": [_score_data(score) for score in table],
        "matches": [_match_data(match) for match in matches],
    }


def _score_data(score: PlayerScore) -> dict[str, Any]:
    return {
        "name": score.name,
        "won": score.won,
        "drawn": score.drawn,
        "lost": score.lost,
        "stopped": score.stopped,
        "faults": dict(score.faults),
        "wins_given_away": score.missed,
        "first_fault": _brief(score.reason) if score.reason else None,
        "first_mistake": _mistake_data(score.mistake),
    }


def _match_data(match: MatchRecord) -> dict[str, Any]:
    return {
        "players": list(match.players),
        "start": str(match.start),
        "won_start": match.won_start,
        "winner": None if match.winner is None else match.players[match.winner],
        "drawn": match.drawn,
        "moves": match.moves,
        "fault": match.fault or None,
        "reason": _brief(match.reason) if match.reason else None,
        "mistakes": [_mistake_data(mistake) for mistake in match.mistakes],
    }


def _mistake_data(mistake: Mistake | None) -> dict[str, str] | None:
    if mistake is None:
        return None
    return {"position": str(mistake.position), "move": str(mistake.move), "better": str(mistake.better)}
