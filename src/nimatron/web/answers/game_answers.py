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
from ...show.face import COMPUTER, YOU
from ...show.faces import face_of
from ...show.json_data import entry_data
from ...show.picture import Picture
from ...show.pictures import changes, picture_data, pictures_data
from ...show.setup import Dial
from ...show.talk import GROUP_TEXTS, GROUPS, card_of, opponent_data, past_sentence, rules_of
from ...show.words import tr, word
from .position_answers import board_data, summand_data
from .request import MOST_OPTIONS, AnswerContext

MOST_MARKS = 4
"""The most shapes of a move that the gallery marks."""


def games(context: AnswerContext) -> Any:
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
        "games": [_game(context, entry) for entry in context.catalog],
    }


def _game(context: AnswerContext, entry: Entry) -> dict[str, Any]:
    game = entry.game if isinstance(entry.game, Game) else context.position(entry.sample).game
    card = card_of(game)
    easy = entry.easy or ((entry.sample,) if entry.sample else ())
    return entry_data(entry) | {
        "title": tr(entry.title),
        "rules": tr(entry.rules) if entry.rules else "",
        "group": card.group,
        "brief": rules_of(game),
        "how": word(card.how),
        "easy": list(easy),
        "dials": dials_data(context.position(entry.sample)) if card.group != "own" else [],
    }


def gallery(context: AnswerContext) -> Any:
    """The board of every sample, as it is drawn for play but without the words for a screen reader, and one move."""
    return {
        "schema": "nimatron.gallery/1",
        "pictures": {entry.id: _sample_pictures(context, entry) for entry in context.catalog},
        "moves": {entry.id: move for entry in context.catalog if (move := _sample_move(context, entry))},
    }


def _sample_pictures(context: AnswerContext, entry: Entry) -> list[Any]:
    try:
        here = context.position(entry.sample) if entry.sample else None
        return list(map(_strip_names, pictures_data(here))) if here else [None]
    except NimatronError:  # the start of a user's own game may be no position
        return [None]


def _sample_move(context: AnswerContext, entry: Entry) -> list[str]:
    """The shapes of one board that a move changes, so that games with the same pieces look different."""
    if not entry.sample or not is_ours((here := context.position(entry.sample)).game):
        return []  # a user's own rules may take any time
    changes_of_moves = (changes(here, option.state) for option in islice(here.options(), MOST_OPTIONS))
    # A reader can count few shapes; the name of the game decides which move.
    moves = [shapes for shapes in changes_of_moves if 0 < len(shapes) <= MOST_MARKS]
    move = moves[sum(entry.id.encode()) % len(moves)] if moves else []
    return [shape.removeprefix("0:") for shape in move if shape.startswith("0:")]


def _strip_names(data: dict[str, Any] | None) -> dict[str, Any] | None:
    """A picture without the labels of its shapes, which only a screen reader needs."""
    return data and data | {"shapes": [shape | {"label": ""} for shape in data["shapes"]]}


# -- positions by clicks ---------------------------------------------------------------------------


PAPERS: dict[str, type[Paper]] = {"sprouts": SproutsPaper, "brussels-sprouts": CrossPaper}


def drawing(
    context: AnswerContext,
    position: str,
    drawn: str = "",
    part: int = 0,
    after: Sequence[str] = (),
    values: bool = False,
) -> Any:
    """A game on paper: the move that was drawn, lines that lead to other positions, and the values of regions."""
    here = context.position(position)
    games = here.boards()
    if part >= len(games) or not (kind := PAPERS.get(games[part][0].name)):
        raise UsageError("only Sprouts is drawn on paper, not {game}", game=here.game)
    game, paper = games[part][0], kind(*read_regions(drawn))
    return {
        "schema": "nimatron.drawing/1",
        "position": str(here if after or values else _option_of_drawing(here, part, paper)),
        "lines": _lines_along(game, paper, [context.position(text).boards()[part][1] for text in (position, *after)]),
        "values": _region_values(context, game, paper.pieces()) if values else [],
    }


def _lines_along(game: Game, paper: Paper, way: Sequence[State]) -> list[dict[str, Any] | None]:
    """The lines that lead from each position to the next one; None if the move was made in another part.

    Each sentence about a move in the numbers of the position comes with the same sentence in those of the drawing.
    """
    lines: list[dict[str, Any] | None] = []
    for before, after in pairwise(way):
        if before == after:
            lines.append(None)
            continue
        if (drawing := paper.line_to(after)) is None:
            raise IllegalMove(Message('"{text}" is not one move away', text=game.write(after)))
        line, next_paper = drawing
        plain, own = game.describe(before, after), paper.words(line)
        pairs = [(word(plain), word(own))]
        pairs += [(past_sentence(game, plain, who), past_sentence(game, own, who)) for who in (COMPUTER, YOU)]
        ends = [spot + 1 for spot in paper.ends_of(line)]
        lines.append({**line._asdict(), "said": pairs, "ends": ends})
        paper = next_paper
    return lines


def _option_of_drawing(here: Position, part: int, paper: Paper) -> Position:
    """The position after the move that was drawn in a part."""
    goal = paper.canonical(paper.state())
    for option in here.options():
        # Where a move changes several parts, drawing one of them is not enough.
        changed = here.game.boards_of_move(here.state, option.state) if isinstance(here.game, Compound) else [0]
        if changed == [part] and paper.canonical(option.boards()[part][1]) == goal:
            return option
    raise IllegalMove(Message("this line cannot be drawn here"))


def _region_values(context: AnswerContext, game: Game, states: Sequence[State]) -> list[str | None]:
    """The values of the regions of a drawing; None for a value that is not known in time."""
    values: dict[State, str | None] = {(): "0"}
    with context.solver() as solver:
        for state in states:
            if state not in values:
                try:
                    values[state] = str(solver.value(game, state))
                except Limit as fault:
                    context.note(fault)
                    values[state] = None
    return [values[state] for state in states]


def edit(context: AnswerContext, position: str, shapes: list[str]) -> Any:
    """The position after a click on one shape or on two that are joined, and its boards as they are set up."""
    here = context.position(position)
    after = _edit(here, shapes) if shapes else here
    summands = list(after.boards())
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
    parts = [Position(game, state) for game, state in here.boards()]
    numbers, ids = zip(*(shape.partition(":")[::2] for shape in shapes), strict=True)
    # A wrong number is treated like one that is too large: both name no board.
    k = int(numbers[0]) if numbers[0].isdecimal() and len(set(numbers)) == 1 else len(parts)
    if k >= len(parts):
        raise UsageError("expected shapes of one board, such as 0:1.2, not {shapes}", shapes=" ".join(shapes)[:60])
    game, state = parts[k].game, parts[k].state
    setting = face_of(game).setting
    edited = setting.edit(game, state, ids) if setting else None
    if edited is None:
        raise UsageError("this place cannot be changed")
    rules, after = edited
    parts[k] = Position(rules, rules.accept(after))
    return here.rejoin(parts)


# -- positions by numbers -------------------------------------------------------------------------


def build(context: AnswerContext, game: str = "", position: str = "", dials: Sequence[str] = (), part: int = 0) -> Any:
    """A position from a game and numbers for one of its parts, or the numbers of a position."""
    if bool(game) == bool(position):
        raise UsageError("expected a game or a position")
    here = context.position(position) if position else beginning(game, context.catalog)
    if dials:
        parts = [Position(game, state) for game, state in here.boards()]
        if part >= len(parts):
            raise UsageError("{position} has no part {part}", position=str(here)[:80], part=part)
        parts[part] = set_dials(parts[part], dials)
        here = here.rejoin(parts)
    return {
        "schema": "nimatron.built/1",
        "position": str(here),
        "summands": [_summand(game, Position(game, state)) for game, state in here.boards()],
        "board": board_data(context, here, ""),
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
    """The dials of a position with their values; none if numbers do not determine the position."""
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
