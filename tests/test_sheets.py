"""Sheets: their keys are right by plain search, they fit on two pages, and the PDF has all letters of all languages."""

import re
from base64 import b64decode
from functools import reduce
from io import BytesIO
from itertools import product
from operator import xor
from pathlib import Path

import pytest
from every_row import every_row
from reference import reference
from typer.testing import CliRunner

from nimatron.cli.program import app
from nimatron.core.errors import UnknownGame, UsageError
from nimatron.core.game import Position
from nimatron.families.catalog import CATALOG
from nimatron.show.drawing.pieces import PIECES
from nimatron.show.pictures import pictures
from nimatron.show.words import languages, speaking, word
from nimatron.teach.questions.position_questions import BoardQuestion, ValueOf, WhoWins
from nimatron.teach.sheets.blocks import Grid, Items, document, document_data
from nimatron.teach.sheets.contents import sheet, sheets
from nimatron.web.answer import ANSWERS
from nimatron.web.answers.request import AnswerContext

pypdf = pytest.importorskip("pypdf")
pytest.importorskip("reportlab")

from nimatron.teach.sheets.pdf import pdf  # noqa: E402

MANY = 1500
"""More positions than this are not searched plainly."""


def is_small(position: Position) -> bool:
    """Can a plain search look at all that is below?"""
    known, seen, left = reference(position), {position.state}, [position.state]
    while left and len(seen) <= MANY:
        for state in known.options(left.pop()):
            if state not in seen:
                seen.add(state)
                left.append(state)
    return len(seen) <= MANY


def parts(position: Position) -> list[Position]:
    return [Position(*part) for game, state in position.summands() for part in game.components(state)]


def value(position: Position) -> int:
    return reduce(xor, (reference(part).value(part.state) for part in parts(position)), 0)


def is_p(position: Position, misere: bool) -> bool:
    return bool(reference(position).is_p(position.state, True)) if misere else not value(position)


def checked(question: BoardQuestion) -> bool:
    """Compare a key with plain search; False if that would take long."""
    position = question.position
    if not all(map(is_small, [position] if question.misere else parts(position))):
        return False
    if isinstance(question, ValueOf):
        assert question.facts() == (value(position),)
    elif isinstance(question, WhoWins):
        assert question.facts() == ("P" if is_p(position, question.misere) else "N",)
    else:
        options = [Position(position.game, state) for state in reference(position).options(position.state)]
        winning = {option.state for option in options if is_p(option, question.misere)}
        assert set(question.wins) == winning  # type: ignore[attr-defined]
    return True


SAMPLE = ["nim", "kayles", "turtles", "wythoff", "cram", "hackenbush", "notakto"]
"""Games of different families; all others are in the longer round."""

ENDLESS = ["northcott", "poker-nim"]
"""A plain search of these games does not end; the tests of their families compare them with labels."""

GAMES = [
    *SAMPLE,
    *(pytest.param(e.id, marks=pytest.mark.slow) for e in CATALOG if e.id not in (*SAMPLE, *ENDLESS)),
]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.one_in(3)
def test_keys_are_right(game: str) -> None:
    drawn = sheet(game, 6, 1)
    assert len(drawn.exercises) == 6
    assert sum(checked(question) for question in drawn.exercises), (
        "some are small enough for a plain search, all of those right"
    )
    if drawn.table is not None and not drawn.misere and len(drawn.table.rows) == 1:
        assert all(isinstance(cell, int) for cell in drawn.table.cells[0])


def test_tables_are_right() -> None:
    kayles, wythoff = sheet("kayles", 0, 0), sheet("wythoff", 0, 0)
    assert kayles.table is not None
    assert list(kayles.table.cells[0]) == [value(Position(kayles.game, (n,))) for n in range(12)]
    assert wythoff.table is not None
    expected = [[reference(wythoff.start).value((x, y)) for x in range(7)] for y in range(7)]
    assert list(map(list, wythoff.table.cells)) == expected


def test_nothing_is_filled_in_before_the_key() -> None:
    told = document(sheet("kayles", 8, 3))
    table = [block for block in told.front if isinstance(block, Grid)][-1]
    assert set(table.rows[0][1:]) == {""}
    assert next(block for block in told.key if isinstance(block, Grid)).rows[0][1:6] == ("0", "1", "2", "3", "1")
    items = next(block for block in told.front if isinstance(block, Items)).items
    assert [item.number for item in items] == list(range(1, 9))


def test_sheets_of_a_class_differ() -> None:
    drawn = sheets("nim", 3, 7, 6)
    assert len({tuple(str(question.position) for question in one.exercises) for one in drawn}) == 6
    assert sheets("nim", 3, 7, 6) == drawn
    assert [one.number for one in drawn] == list(range(1, 7))


# -- on paper ------------------------------------------------------------------------------------


def pages(made: bytes) -> list[str]:
    return [page.extract_text() for page in pypdf.PdfReader(BytesIO(made)).pages]


@pytest.mark.parametrize("game", [*GAMES, *ENDLESS])
@pytest.mark.one_in(3)
def test_two_pages_and_a_key(game: str) -> None:
    found = pages(pdf([document(sheet(game, 8, 3))]))
    assert len(found) == 3
    assert "Key" in found[2]
    assert not any("Key" in page for page in found[:2])


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.one_in(4)
def test_all_letters(language: str, paper: str) -> None:
    """What is printed can be read again, so the fonts have every letter; and they are in the file."""
    with speaking(language):
        told = document(sheet("nim", 2, 3))
        made = pdf([told], paper)
    text = " ".join(" ".join(pages(made)).split())
    for block in told.front[:3]:
        assert " ".join(block.text.split())[:60] in text  # type: ignore[union-attr]
    assert b"/FontFile2" in made
    wide, high = pypdf.PdfReader(BytesIO(made)).pages[0].mediabox[2:]
    assert (round(wide), round(high)) == {"a4": (595, 842), "letter": (612, 792)}[paper]


def test_keys_come_after_all_sheets() -> None:
    found = pages(pdf([document(one) for one in sheets("subtraction", 2, 5, 3)]))
    keys = [i for i, page in enumerate(found) if "Key: " in page]
    assert keys == list(range(len(found) - 3, len(found)))
    assert "sheet 2 of 3" in found[keys[1]]


def test_the_same_bytes_again() -> None:
    first, again = (pdf([document(sheet("chomp", 3, 3))]) for _ in range(2))
    assert first == again


def test_every_kind_of_shape_can_be_printed() -> None:
    script = (Path(__file__).parents[1] / "src/nimatron/web/static/js/pieces.js").read_text("utf-8")
    table = script[script.index("const KINDS = {") :]
    kinds = set(re.findall(r"^  (\w+)[:,]", table[: table.index("\n};")], re.MULTILINE))
    assert len(kinds) > 15
    assert kinds <= set(PIECES)


# -- at the edges --------------------------------------------------------------------------------


def test_the_command(tmp_path: Path) -> None:
    file = tmp_path / "kayles.pdf"
    result = CliRunner().invoke(app, ["sheet", "kayles", "--exercises", "4", "--seed", "3", "--out", str(file)])
    assert result.exit_code == 0, result.output
    assert file.read_bytes().startswith(b"%PDF")
    told = CliRunner().invoke(app, ["sheet", "subtraction{1,3}", "--json"])
    assert "subtraction{1,3}: 9" in told.stdout


@every_row(
    ("arguments", "code", "said"),
    [
        (["kayls"], 3, "no game is called 'kayls'"),
        (["kayles", "--paper", "a3"], 2, "expected the paper a4 or letter, not 'a3'"),
        (["kayles", "--out", "kayles.txt"], 2, "expected a file name that ends in .pdf"),
        (["kayles", "--exercises", "99"], 2, "99"),
        (["kayles", "--class", "0"], 2, "0"),
    ],
)
def test_bad_input(arguments: list[str], code: int, said: str) -> None:
    result = CliRunner().invoke(app, ["sheet", *arguments])
    assert (result.exit_code, said in result.stderr) == (code, True), result.output


def test_bad_arguments() -> None:
    for arguments in [("nim", -1, 0), ("nim", 21, 0), ("nim", 1, -1)]:
        with pytest.raises(UsageError):
            sheet(*arguments)
    with pytest.raises(UsageError):
        sheets("nim", 1, 0, 61)
    with pytest.raises(UnknownGame):
        sheet("nimm", 1, 0)


def test_on_the_page() -> None:
    asked = AnswerContext(CATALOG, 5.0, "en")
    shown = ANSWERS["sheet"](asked, "kayles", 2, 3, 2)
    assert [one["running"] for one in shown["sheets"]] == [
        "Kayles · sheet 1 of 2, seed 3 · Nimatron",
        "Kayles · sheet 2 of 2, seed 3 · Nimatron",
    ]
    assert shown["sheets"][0] == document_data(document(sheets("kayles", 2, 3, 2)[0]))
    assert b64decode(ANSWERS["sheet-pdf"](asked, "kayles", 2, 3)["pdf"]).startswith(b"%PDF")


@pytest.mark.slow
def test_keys_name_what_is_in_the_picture() -> None:
    """Rows and heaps are counted as the picture shows them: a start a few moves later has emptied some."""
    wrong = []
    for entry, seed in product(CATALOG, (1, 2, 3)):
        for question in sheet(entry.id, 8, seed).exercises:
            (picture,) = pictures(question.position)
            named = re.findall(r"(?:heap|row) (\d+)", word(question.answer()))
            seen = max(len(picture.lines), len({shape.row for shape in picture.shapes})) if picture else 0
            if picture and any(int(number) > seen for number in named):
                wrong.append(f"{question.position}: {word(question.answer())}")
    assert wrong == []
