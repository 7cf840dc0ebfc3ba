"""A sheet as blocks of words and drawings, in the reader's language; `pdf` and the page decide how they look."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from ...core.message import Message
from ...show.drawing.board_drawing import board_drawing
from ...show.drawing.marks import Drawing, Mark
from ...show.faces import face_of
from ...show.pictures import draw
from ...show.talk import rule_lines, winning_rule
from ...show.words import letter, tr, word
from ..questions.position_questions import AllWinningMoves, BoardQuestion, ValueOf, WhoWins
from .contents import Sheet

PLAYED = 4
"""Rows for the games that pupils play first."""


@dataclass(frozen=True)
class Heading:
    """The title of the sheet or of a part of it."""

    text: str
    first: bool = False


@dataclass(frozen=True)
class Paragraph:
    """Some sentences."""

    text: str
    small: bool = False


@dataclass(frozen=True)
class Figure:
    """A board and its text; without a drawing the text is the board."""

    drawing: Drawing | None
    text: str


@dataclass(frozen=True)
class Grid:
    """A table; cells without text are to be filled in. `wide` columns share the whole width."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    wide: bool = False


@dataclass(frozen=True)
class BlankLines:
    """Empty lines to write on."""

    lines: int


@dataclass(frozen=True)
class Item:
    """An exercise: its number, its question, its board and room for the answer."""

    number: int
    text: str
    figure: Figure
    choices: tuple[str, ...]
    lines: int


@dataclass(frozen=True)
class Items:
    """Exercises, which stand in two columns."""

    items: tuple[Item, ...]


Block = Heading | Paragraph | Figure | Grid | BlankLines | Items


@dataclass(frozen=True)
class Document:
    """The pages for pupils and the pages of the key; `running` is the foot of each page."""

    title: str
    running: str
    front: tuple[Block, ...]
    key: tuple[Block, ...]


def document(sheet: Sheet) -> Document:
    """A sheet in words."""
    title = tr(sheet.entry.title)
    return Document(title, _running(sheet, title), tuple(_front(sheet, title)), tuple(_key(sheet, title)))


def _running(sheet: Sheet, title: str) -> str:
    # With the seed a teacher can print the sheet again, and its key.
    text = tr("sheet {number} of {count}, seed {seed}", number=sheet.number, count=sheet.of, seed=sheet.seed)
    return f"{title} · {text} · Nimatron"


# -- for pupils ----------------------------------------------------------------------------------


def _front(sheet: Sheet, title: str) -> Iterator[Block]:
    # Numbered sheets tell neighbours apart, and find their key.
    yield Heading(f"{title} · {sheet.number}" if sheet.of > 1 else title, first=True)
    yield Paragraph(tr("Name: ______________________________   Date: ______________"))
    yield Paragraph(" ".join((*rule_lines(sheet.start), winning_rule(sheet.misere))))
    yield _figure(sheet.start.game.write(sheet.start.state), board_drawing(sheet.start), draw(sheet.start))
    yield Heading(tr("Play and watch"))
    yield Paragraph(tr("Play with a partner. Take turns to begin, and write down what you notice."))
    yield _play_grid()
    if sheet.table is not None:
        yield Heading(tr("Fill in the table"))
        yield Paragraph(" ".join(map(word, _how(sheet))))
        yield _grid(sheet, filled=False)
    yield Heading(tr("Think"))
    for question in _questions():
        yield Paragraph(word(question))
        yield BlankLines(2)
    if sheet.exercises:
        yield Heading(tr("Exercises"))
        yield Items(tuple(_item(i, question) for i, question in enumerate(sheet.exercises, 1)))


def _figure(text: str, drawing: Drawing | None, board: str) -> Figure:
    return Figure(drawing, text if drawing is not None else board)


def _play_grid() -> Grid:
    head = (tr("Game"), tr("Who began?"), tr("Who won?"), tr("What did you notice?"))
    return Grid(head, tuple((str(i), "", "", "") for i in range(1, PLAYED + 1)), wide=True)


def _how(sheet: Sheet) -> Iterator[Message]:
    """The sentences about what to write into the table."""
    if sheet.misere:
        yield Message(
            "Write {lost} where the player to move loses, and {won} where the player to move wins.",
            lost=letter("P"),
            won=letter("N"),
        )
    else:
        yield Message("Write the value of each position: the least number that no move leads to.")
        yield Message("Then mark the zeros: there the player to move loses.")
    if sheet.corner is not None and sheet.table is not None:
        place = {"column": sheet.table.columns[-1], "row": sheet.table.rows[1]}
        yield Message("Column {column}, row {row} stands for {position}.", params=place, position=str(sheet.corner))


def _questions() -> tuple[Message, ...]:
    return (
        Message("Which positions are lost for the player to move? Name three of them. What do they have in common?"),
        Message("You can win: how do you answer each move of the other player? Describe your plan."),
    )


def _grid(sheet: Sheet, filled: bool) -> Grid:
    table = sheet.table
    assert table is not None
    # The table of the key is the table of the sheet, so both have the same shape.
    cells = tuple(tuple(_cell(cell) if filled else "" for cell in row) for row in table.cells)
    if len(table.rows) == 1:
        coins = face_of(sheet.game).counts == "coin"
        what = "" if sheet.has_names else tr("coin") if coins else tr("heap")
        return Grid((what, *table.columns), ((tr("value") if not sheet.misere else "", *cells[0]),))
    return Grid(("", *table.columns), tuple((name, *row) for name, row in zip(table.rows, cells, strict=True)))


def _cell(cell: object) -> str:
    return letter(cell) if cell in ("N", "P", "D") else str(cell)


def _item(number: int, question: BoardQuestion) -> Item:
    figure = _figure(str(question.position), board_drawing(question.position), draw(question.position))
    choices = tuple(map(word, question.choices.values()))
    # A choice is ticked, a value needs one line, moves need two.
    return Item(
        number,
        word(_short_text(question)),
        figure,
        choices,
        0 if choices else 1 if isinstance(question, ValueOf) else 2,
    )


def _short_text(question: BoardQuestion) -> Message:
    """Shorter than on a screen, since the rules stand above."""
    if isinstance(question, WhoWins):
        return Message("Who wins, if both play as well as they can?")
    if isinstance(question, AllWinningMoves):
        return Message("Find all winning moves.")
    return Message("What is the value of this position?")


# -- the key -------------------------------------------------------------------------------------


def _key(sheet: Sheet, title: str) -> Iterator[Block]:
    heading = tr("Key: {title}, sheet {number} of {count}", title=title, number=sheet.number, count=sheet.of)
    yield Heading(heading, first=True)
    if sheet.table is not None:
        yield _grid(sheet, filled=True)
    for i, question in enumerate(sheet.exercises, 1):
        yield Paragraph(f"{i}. {question.position}: {_answer_text(question)}")


def _answer_text(question: BoardQuestion) -> str:
    """The answer; for who wins also the value, and a move that proves it."""
    answer, analysis = word(question.answer()), question.analysis
    if not isinstance(question, WhoWins):
        return answer
    text = answer if analysis.value is None else f"{answer} ({tr('value {value}', value=analysis.value)})"
    if not analysis.winning_moves:
        return text
    return tr("{answer}; a winning move: {move}", answer=text, move=word(analysis.winning_moves[0].describe()))


# -- as JSON -----------------------------------------------------------------------------------------


def document_data(document: Document) -> dict[str, Any]:
    """A sheet and its key: lists of blocks, each with its kind."""
    # The page knows blocks by these names, which the classes may outgrow.
    kinds: dict[type, str] = {BlankLines: "room"}
    parts = {
        name: [{"kind": kinds.get(type(block), type(block).__name__.lower())} | _plain(block) for block in blocks]
        for name, blocks in (("front", document.front), ("key", document.key))
    }
    return {"title": document.title, "running": document.running, **parts}


def _plain(value: Any) -> Any:
    """Blocks and drawings field by field; numbers need no more digits than a printer has dots."""
    if isinstance(value, float):
        return round(value, 3)
    if isinstance(value, tuple):
        return [_plain(entry) for entry in value]
    if not is_dataclass(value):
        return value
    data = {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    return {"mark": type(value).__name__.lower()} | data if isinstance(value, Mark) else data
