"""Answers about the games themselves: the gallery, and positions that are set up by clicks or by numbers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, pairwise
from typing import Any

from ...core.errors import IllegalMove, Limit, NimatronError, UsageError
from ...core.game import Compound, Game, Position, State
from ...core.message import Message
from ...families.brussels_sprouts.paper import CrossPaper
from ...families.catalog import Entry, is_ours, name_of
from ...families.sprouts.paper import Paper, SproutsPaper, read_regions
from ...notation.reader import beginning
from ...play.levels import LADDER, LEVEL_TEXTS
from ...play.opponents import OPPONENTS
from ...show.dials import dials_of, set_dials
from ...show.faces import face_of
from ...show.json_data import entry_data
from ...show.picture import Picture
from ...show.pictures import changes, picture_data, pictures
from ...show.setup import Dial
from ...show.talk import GROUP_TEXTS, GROUPS, card_of, opponent_data, rules_of, told
from ...show.words import tr, word
from .position_answers import board_data, summand_data
from .request import MOST_OPTIONS, AnswerContext

MARKED = 4
"""The most shapes of a move that the gallery marks."""


def games(asked: AnswerContext) -> Any:
    """All games that can be played, their groups, and the levels of the computer."""
    return {
        "schema": "nimatron.games/1",
        "groups": [
            {"id": group, "title": word(title), "about": word(GROUP_TEXTS[group])} for group, title in GROUPS.items()
        ],
        "levels": [
            {"id": level, "title": word(LEVEL_TEXTS[level].title), "about": word(LEVEL_TEXTS[level].about)}
            for level in LADDER
        ],
        "opponents": [opponent_data(name) for name in OPPONENTS],
        "joins": [{"sign": sign.strip(), "about": word(kind.joining)} for sign, kind in Compound.signs.items()],
        "games": [_game(asked, entry) for entry in asked.catalog],
    }


def _game(asked: AnswerContext, entry: Entry) -> dict[str, Any]:
    game = entry.game if isinstance(entry.game, Game) else asked.position(entry.sample).game
    card = card_of(game)
    easy = entry.easy or ((entry.sample,) if entry.sample else ())
    return entry_data(entry) | {
        "title": tr(entry.title),
        "rules": tr(entry.rules) if entry.rules else "",
        "group": card.group,
        "brief": rules_of(game),
        "how": word(card.how),
        "easy": list(easy),
        "dials": dials_data(asked.position(entry.sample)) if card.group != "own" else [],
    }


def gallery(asked: AnswerContext) -> Any:
    """The board of every sample, as it is drawn for play but without the words for a screen reader, and one move."""
    return {
        "schema": "nimatron.gallery/1",
        "pictures": {entry.id: _sample_pictures(asked, entry) for entry in asked.catalog},
        "moves": {entry.id: move for entry in asked.catalog if (move := _sample_move(asked, entry))},
    }


def _sample_pictures(asked: AnswerContext, entry: Entry) -> list[Any]:
    try:
        here = asked.position(entry.sample) if entry.sample else None
        return [_strip_names(picture_data(picture)) for picture in pictures(here)] if here else [None]
    except NimatronError:  # the start of a user's own game may be no position
        return [None]


def _sample_move(asked: AnswerContext, entry: Entry) -> list[str]:
    """The shapes of one board that a move changes, so that games with the same pieces look different."""
    if not entry.sample or not is_ours((here := asked.position(entry.sample)).game):
        return []  # a user's own rules may take any time
    moved = (changes(here, option.state) for option in islice(here.options(), MOST_OPTIONS))
    # A reader can count few shapes; the name of the game decides which move.
    moves = [found for found in moved if 0 < len(found) <= MARKED]
    chosen = moves[sum(entry.id.encode()) % len(moves)] if moves else []
    return [shape.removeprefix("0:") for shape in chosen if shape.startswith("0:")]


def _strip_names(data: dict[str, Any] | None) -> dict[str, Any] | None:
    if data is not None:
        data["shapes"] = [shape | {"label": ""} for shape in data["shapes"]]
    return data


# -- positions by clicks ---------------------------------------------------------------------------


PAPERS: dict[str, type[Paper]] = {"sprouts": SproutsPaper, "brussels-sprouts": CrossPaper}


def drawing(
    asked: AnswerContext, position: str, drawn: str = "", part: int = 0, after: Sequence[str] = (), values: bool = False
) -> Any:
    """A game on paper: the move that was drawn, lines that lead to other positions, and what regions are worth."""
    here = asked.position(position)
    games = here.joined()
    if part >= len(games) or not (kind := PAPERS.get(games[part][0].name)):
        raise UsageError("only Sprouts is drawn on paper, not {game}", game=here.game)
    game, paper = games[part][0], kind(*read_regions(drawn))
    return {
        "schema": "nimatron.drawing/1",
        "position": str(here if after or values else _move_drawn(here, part, paper)),
        "lines": _lines_along(game, paper, [asked.position(text).joined()[part][1] for text in (position, *after)]),
        "values": _worths(asked, game, paper.pieces()) if values else [],
    }


def _lines_along(game: Game, paper: Paper, way: Sequence[State]) -> list[dict[str, Any] | None]:
    """The lines that lead from each position to the next one; None where a move was made elsewhere.

    What is said about a move in the numbers of the position is paired with what to say in those of the drawing.
    """
    lines: list[dict[str, Any] | None] = []
    for before, after in pairwise(way):
        if before == after:
            lines.append(None)
            continue
        if (found := paper.line_to(after)) is None:
            raise IllegalMove(Message('"{text}" is not one move away', text=game.write(after)))
        plain, drawn = game.describe(before, after), paper.words(found[0])
        pairs = [(word(plain), word(drawn))] + [(told(game, plain, who), told(game, drawn, who)) for who in (0, 1)]
        ends = [spot + 1 for spot in paper.ends_of(found[0])]
        lines.append({**found[0]._asdict(), "said": pairs, "ends": ends})
        paper = found[1]
    return lines


def _move_drawn(here: Position, part: int, paper: Paper) -> Position:
    """The position after the move that was drawn in a part."""
    wanted, before = paper.canonical(paper.state()), here.joined()
    for option in here.options():
        # Where a move changes several parts, drawing one of them is not enough.
        changed = [i for i, (one, two) in enumerate(zip(before, option.joined(), strict=True)) if one != two]
        if changed == [part] and paper.canonical(option.joined()[part][1]) == wanted:
            return option
    raise IllegalMove(Message("this line cannot be drawn here"))


def _worths(asked: AnswerContext, game: Game, states: Sequence[State]) -> list[str | None]:
    """The values of parts of a drawing; None for one that is not known in time."""
    found: dict[State, str | None] = {(): "0"}
    with asked.solver() as solver:
        for state in states:
            if state not in found:
                try:
                    found[state] = str(solver.value(game, state))
                except Limit as fault:
                    asked.note(fault)
                    found[state] = None
    return [found[state] for state in states]


def edit(asked: AnswerContext, position: str, shapes: list[str]) -> Any:
    """The position after a click on one shape or on two that are joined, and its boards as they are set up."""
    here = asked.position(position)
    after = _edit(here, shapes) if shapes else here
    summands = list(after.joined())
    return {
        "schema": "nimatron.edit/1",
        "position": str(after),
        "summands": [summand_data(game, state) for game, state in summands],
        "pictures": [picture_data(_draw(game, state)) for game, state in summands],
        "editable": [face_of(game).setting is not None for game, _ in summands],
    }


def _draw(game: Game, state: State) -> Picture | None:
    face = face_of(game)
    return face.setting.picture(game, state) if face.setting else face.picture(game, state, state)


def _edit(here: Position, shapes: list[str]) -> Position:
    parts = [Position(game, state) for game, state in here.joined()]
    numbers, ids = zip(*(shape.partition(":")[::2] for shape in shapes), strict=True)
    # A wrong number is treated like one that is too large: both name no board.
    k = int(numbers[0]) if numbers[0].isdecimal() and len(set(numbers)) == 1 else len(parts)
    if k >= len(parts):
        raise UsageError("expected shapes of one board, such as 0:1.2, not {shapes}", shapes=" ".join(shapes)[:60])
    game, state = parts[k].game, parts[k].state
    setting = face_of(game).setting
    found = setting.edited(game, state, ids) if setting else None
    if found is None:
        raise UsageError("this place cannot be changed")
    rules, changed = found
    parts[k] = Position(rules, rules.accept(changed))
    return here.rejoined(parts)


# -- positions by numbers -------------------------------------------------------------------------


def build(asked: AnswerContext, game: str = "", position: str = "", dials: Sequence[str] = (), part: int = 0) -> Any:
    """A position from a game and numbers for one of its parts, or the numbers of a position."""
    if bool(game) == bool(position):
        raise UsageError("expected a game or a position")
    here = asked.position(position) if position else beginning(game, asked.catalog)
    if dials:
        parts = [Position(game, state) for game, state in here.joined()]
        if part >= len(parts):
            raise UsageError("{position} has no part {part}", position=str(here)[:80], part=part)
        parts[part] = set_dials(parts[part], dials)
        here = here.rejoined(parts)
    return {
        "schema": "nimatron.built/1",
        "position": str(here),
        "summands": [_summand(game, Position(game, state)) for game, state in here.joined()],
        "board": board_data(asked, here, ""),
    }


def _summand(game: Game, here: Position) -> dict[str, Any]:
    return {
        "position": str(here),
        "game": game.name,
        "title": tr(name_of(game)),
        "rules": str(game),
        "dials": dials_data(here),
    }


def dials_data(here: Position) -> list[dict[str, Any]]:
    """What can be set, with its values; nothing if numbers do not tell the position."""
    return [_dial(dial, values) for dial, values in dials_of(here)]


def _dial(dial: Dial, values: Sequence[Any]) -> dict[str, Any]:
    return {
        "name": dial.name,
        "label": word(dial.label),
        "kind": dial.kind,
        "of": dial.of,
        "min": dial.low,
        "max": dial.high,
        "least": dial.least,
        "most": dial.most,
        "values": list(values),
    }
